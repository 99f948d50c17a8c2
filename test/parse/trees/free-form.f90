program p ; integer :: i
  x = 'a &
   &b' // "c!d" ! comment 'x

  y = 1 + & ! comment

  ! comment
  &2
  lon&
  &g = 3; ; z = 4
	w = 5 ;
  include 'part.inc'
 10 continue
end program