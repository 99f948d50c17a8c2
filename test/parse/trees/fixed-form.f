C     a comment
* another
! a third
      PROGRAM P
      INTEGER I,J
      REAL*8FUNC
      IMPLICITREAL*8(A-H,O-Z)
      D A T A X/1.5/
      DO10I=1,5
   10 CONTINUE
      DO 20 I = 1, 5
      DO20I=1.5
   20 X = Y + 1 000
     1    + Z
      IF(X.EQ.1)GOTO10
      CALLSUB(X, 'a  b
     & c')
      S = 5HA!B'C
      WRITE(6,100)X
  100 FORMAT(1X,5HHELLO,F8.3)
	TAB = 1
	1 + 2
C@CUF ON = 1
c$cuf kernel do <<<*,*>>>
      DO I=1,3
      END DO
      A = 1                                                             IGNORED
      GO TO 10
      END
