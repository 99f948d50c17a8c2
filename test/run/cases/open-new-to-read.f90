! A file that is made to be read alone is empty.
program p
  integer :: u, ios
  character(10) :: a
  open (newunit=u, file='only-read-1.txt', form='formatted', action='read', status='replace', position='rewind', iostat=ios)
  print *, ios
  if (ios == 0) then
  inquire (u, action=a); print *, a
  read (u, *, iostat=ios) a
  print *, ios
  write (u, *, iostat=ios) 'x'
  print *, ios /= 0
  close (u, status='delete')
  end if
  open (newunit=u, file='only-read-2.txt', action='read', status='new', iostat=ios)
  print *, ios
  if (ios == 0) close (u, status='delete')
end
