! max and min of characters: by the collating order, the shorter ones padded by blanks, as long as the longest; of constants, variables, arrays.
program greatest_characters
  implicit none
  character(*), parameter :: constant = max('b', 'abc', 'az')
  character(4) :: a = 'pear', words(3) = ['fig ', 'kiwi', 'apple'(1:4)]
  character(6) :: b = 'orange'
  character(:), allocatable :: c
  if (len(constant) /= 3 .or. constant /= 'b') error stop 1
  if (max(a, b) /= 'pear  ' .or. len(max(a, b)) /= 6) error stop 2
  if (min(a, b, 'apricots') /= 'apricots' .or. len(min(a, b, 'apricots')) /= 8) error stop 3
  c = 'zebra'
  c = min(c // 's', b)
  if (c /= 'orange' .or. len(c) /= 6) error stop 4
  if (any(max(words, 'grap') /= ['grap', 'kiwi', 'grap'])) error stop 5
  if (any(min(words, words(3:1:-1)) /= ['appl', 'kiwi', 'appl'])) error stop 6
  if (max(3, 4) /= 4 .or. min(2.5, 1.5, 3.0) /= 1.5) error stop 7
  print *, 'PASS'
end program
