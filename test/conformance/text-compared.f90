! Characters: comparisons of known and unknown lengths, searches over the edges of words, select case by a decision tree.
program text_compared
  implicit none
  integer :: i, wrong
  character(len=:), allocatable :: a, b
  character(len=3) :: three
  character(len=12) :: twelve
  character(len=40) :: line
  wrong = 0
  ! lengths around 8 and 16, a difference at each place, bytes above 127
  do i = 1, 20
    a = repeat('x', i)
    b = a
    call expect(a == b .and. a <= b .and. .not. a < b, 1)
    b(i:i) = achar(200)
    call expect(a < b .and. b > a .and. a /= b, 2)
    b(i:i) = 'a'
    call expect(a > b .and. b <= a, 3)
    call expect(a == a//repeat(' ', i) .and. a//repeat(' ', i) == a, 4)
    call expect(a < a//'!' .and. a//'!' > a .and. a > a//achar(9), 5)
    call expect(len_trim(a//repeat(' ', i)) == i .and. len_trim(repeat(' ', i)) == 0, 6)
    call expect(index(a//'yz', 'yz') == i + 1 .and. index(a, 'y') == 0, 7)
    call expect(index(a, 'x', back=.true.) == i .and. index(a, '', back=.true.) == i + 1, 8)
    call expect(index('y'//a//'y', 'xy') == i + 1 .and. index(a, '') == 1, 9)
    call expect(scan(a//'-+', '+-') == i + 1 .and. scan(a//'-+', '+-', back=.true.) == i + 2, 10)
    call expect(verify(a//'-', 'yx') == i + 1 .and. verify(a, 'x') == 0 .and. verify('-'//a, 'x', back=.true.) == 1, 11)
  end do
  call expect(index('abababac', 'abac') == 5 .and. index('aaaaaaaaaaaaaaab', 'aab') == 14, 12)
  call expect(scan(achar(255)//achar(128), achar(128)) == 2 .and. scan('abc', '') == 0 .and. verify('abc', '') == 1, 13)
  ! short ones of known lengths, also unequal
  three = 'abc'
  twelve = 'abc'
  call expect(three == twelve .and. twelve == three .and. three == 'abc  ' .and. .not. three == 'abcd', 14)
  call expect(twelve /= 'abc        !' .and. three /= 'ab' .and. '' == '   ' .and. .not. '' == ' a', 15)
  twelve = 'abcdefghijkl'
  call expect(twelve(9:12) == 'ijkl' .and. twelve(4:6) == 'def' .and. twelve(1:11) == 'abcdefghijk', 16)
  do i = 1, 9
    call expect(twelve(i:i + 3) == achar(96 + i)//achar(97 + i)//achar(98 + i)//achar(99 + i), 17)
    call expect(len(twelve(i:i + 3)) == 4 .and. len(twelve(i:i - 1)) == 0 .and. len(twelve(i + 2:i)) == 0, 18)
  end do
  line = 'The quick brown fox'
  call expect(line(5:9) == 'quick' .and. line(5:) > 'quick' .and. line(:3)//'y' == 'They', 19)
  call selects
  if (wrong == 0) print '(a)', 'PASS'
contains
  subroutine expect(right, at)
    logical, intent(in) :: right
    integer, intent(in) :: at
    if (right) return
    wrong = wrong + 1
    print *, 'wrong', at, i
  end subroutine

  subroutine selects
    character(len=10), parameter :: words(9) = [character(len=10) :: 'alpha', 'beta', 'delta', 'gamma', 'mu', 'm', 'zeta', '', 'gammb']
    integer, parameter :: numbers(9) = [1, 2, 3, 4, 6, 5, 7, 8, 9]
    character(len=2), parameter :: marks(5) = ['a1', 'c ', 'd~', 'zz', '0 ']
    integer, parameter :: kinds(5) = [1, 1, 2, 4, 3]
    do i = 1, size(words)
      call expect(number_of(words(i)) == numbers(i) .and. number_of(trim(words(i))) == numbers(i), 20)
    end do
    do i = 1, size(marks)
      call expect(kind_of(marks(i)) == kinds(i), 21)
    end do
    call expect(kind_of('y') == 4 .and. kind_of('m') == 0, 22)
  end subroutine

  integer function number_of(word) result(n)
    character(len=*), intent(in) :: word
    select case (word)
    case ('gamma   ')
      n = 4
    case ('beta')
      n = 2
    case default
      n = 9
    case ('delta', 'delta2')
      n = 3
    case ('alpha')
      n = 1
    case ('zeta')
      n = 7
    case ('m')
      n = 5
    case ('mu')
      n = 6
    case ('')
      n = 8
    end select
  end function

  integer function kind_of(mark) result(n)
    character(len=*), intent(in) :: mark
    n = 0
    select case (mark)
    case ('a':'cz', 'q':'p')
      n = 1
    case ('d':'f')
      n = 2
    case (:'1')
      n = 3
    case ('x':)
      n = 4
    end select
  end function
end program
