C     Fixed form: comments, continuation, labels.
      PROGRAM FIXED
      INTEGER I, N, TOTAL
      REAL A(3)
      CHARACTER*8 WORD
      DATA A /1.0, 2.0, 3.0/
      TOTAL = 0
      DO 10 I = 1, 5
        N = I *
     &      I
        IF (MOD(N, 2) .EQ. 0) GO TO 10
        TOTAL = TOTAL + N
   10 CONTINUE
* another comment
      WORD = 'ab' // 'cd'
      CALL SCALE2(A, 3)
      IF (TOTAL .NE. 35 .OR. A(3) .NE. 6.0 .OR. WORD .NE. 'abcd')
     1  THEN
        PRINT *, 'wrong', TOTAL, A, WORD
        STOP 1
      END IF
      D O 20 I = 1, 2
   20 N = N + I
      IF (N .NE. 28) STOP 2
      WRITE (*, 100) 'PASS'
  100 FORMAT (A)
      END
      SUBROUTINE SCALE2(X, N)
      DIMENSION X(N)
      DO 30 K = 1, N
   30 X(K) = X(K) * 2
      RETURN
      END
