! Names in `local` and `reduce` of `do concurrent` that no declaration names: typed by their first letters.
subroutine shifted(a, n)
  integer a(n)
  do concurrent (i = 1:n) local(k, index)
    k = a(i)
    index = k + 1
    a(i) = index
  end do
  k = 5
  a(1) = a(1) + k
end subroutine

program locals_typed_implicitly
  integer a(6)
  a = 1
  call shifted(a, 6)
  total = 0
  do concurrent (i = 1:6) reduce(+: total)
    total = total + a(i)
  end do
  if (any(a /= [7, 2, 2, 2, 2, 2]) .or. total /= 17) error stop 1
  print '(a)', 'PASS'
end program
