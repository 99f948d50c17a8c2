! Extensions of nvfortran: not() of a logical value, and a comma forgotten between names of a namelist group
program logical_not_namelist
  implicit none
  logical :: asked, wanted(3)
  integer :: i, j, k
  character(40) :: text
  namelist /numbers/ i, j &
    & k
  asked = .false.
  wanted = [.true., .false., .true.]
  text = '&numbers i=1 j=2 k=3 /'
  read (text, nml=numbers)
  if (not(asked) .and. all(not(wanted) .neqv. wanted) .and. not(5) == -6 .and. i + j + k == 6) then
    print *, 'PASS'
  else
    print *, 'FAIL'
  end if
end program
