! Parts of characters in equivalence.
program equivalent_substrings
  implicit none
  character(8) :: c
  character(1) :: d(2)
  character(2) :: f(2)
  character(4) :: e
  equivalence (c(1:1), d(1)), (c(3:5), e(2:4)), (c(6:6), f(2)(2:))
  c = 'abcdefgh'
  if (d(1) == 'a' .and. d(2) == 'b' .and. e == 'bcde' .and. f(1) == 'cd' .and. f(2) == 'ef') print '(a)', 'PASS'
end program equivalent_substrings
