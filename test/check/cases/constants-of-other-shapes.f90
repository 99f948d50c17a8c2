! Intrinsic functions of constants whose shapes do not go together: as of variables.
program constants_of_other_shapes
  implicit none
  !ERROR: intrinsic-shapes
  print *, matmul(reshape([1, 2, 3, 4], [2, 2]), [1, 2, 3])
  !ERROR: intrinsic-shapes
  print *, dot_product([1, 2], [1, 2, 3])
  !ERROR: intrinsic-shapes
  print *, pack([1, 2, 3], [.true., .false.])
  !ERROR: intrinsic-shapes
  print *, sum([1, 2, 3], mask=[.true.])
  !ERROR: intrinsic-shapes
  print *, maxloc([1, 5, 3], mask=[.true., .false.])
  print *, matmul(reshape([1, 2, 3, 4], [2, 2]), [1, 2]), pack([1, 2], .true.)
end program
