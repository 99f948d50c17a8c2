! options: -byteswapio
! Unformatted files have the other order of bytes, unless they say which.
program t
  character(8) :: bytes
  open (10, file='swapped-bytes.tmp', form='unformatted', access='stream')
  write (10) 1, -2
  close (10)
  open (10, file='swapped-bytes.tmp', form='unformatted', access='stream', convert='native')
  read (10) bytes
  close (10, status='delete')
  print '(8i4)', ichar([(bytes(i:i), i = 1, 8)])
end program
