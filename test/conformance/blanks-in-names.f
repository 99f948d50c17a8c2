C Blanks mean nothing in fixed form: names that begin as keywords do, keywords with their names.
      REAL*8FUNCTIONTRIPLE(I)
      TRIPLE=3*I
      END
      INTEGERFUNCTIONAREA(I,J)
      AREA=I*J
      END
      PROGRAM P
      INTEGER DO1, CALLX, GOTO 1, END FILE 3
      RE AL REALX(3)
      BYTEB
      REAL FUNCTIONX(3)
      INTEGERFUNCTIONY(2), AREA
      REAL*8 TRIPLE
      REAL*8FUNCT
      GO TO 1 = 4 3
      IF 3 = 5
      DO 1 = 6
      DO 10 I = 1.5
      CALL X = 7
      END FILE 3 = 9
      B = 3
      FUNCT = DOU(4)
      WRITE 2 = 1
      PRINT 1 = 3.
      RE TURN S = 2
      IF(IF3.EQ.5)GO TO 2 = 8
      IF (GOTO1 .NE. 43 .OR. IF3 .NE. 5 .OR. DO1 .NE. 6) STOP 1
      IF (DO10I .NE. 1.5 .OR. CALLX .NE. 7 .OR. ENDFILE3 .NE. 9) STOP 2
      IF (B .NE. 3 .OR. FUNCT .NE. 8 .OR. WRITE2 .NE. 1) STOP 3
      IF (PRINT1 .NE. 3 .OR. RETURNS .NE. 2 .OR. GOTO2 .NE. 8) STOP 4
      IF (HALF(3.0) .NE. 1.5) STOP 5
      FUNCTIONX(2) = 1.5
      FUNCTIONY(1) = AREA(2, 4)
      IF (TRIPLE(3) .NE. 9 .OR. FUNCTIONX(2) .NE. 1.5) STOP 6
      IF (FUNCTIONY(1) .NE. 8) STOP 7
      PRINT*,'PASS'
      CONTAINS
      REAL*8 FUNC TION DOU(I)
      DOU = 2 * I
      ENDFUNCTION
      PUREREAL FUNCTION HALF(X)
      INTENT(IN)X
      HALF = X / 2
      ENDFUNCTION
      END
