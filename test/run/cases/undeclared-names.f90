! options: -Mdclchk -Mstandard -Ktrap=denorm
! exit: 1
! All names must be declared; what an option cannot do is told.
program t
  j = 2
  print *, j
end program
