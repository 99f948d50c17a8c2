! An external function of the same file, known by its name alone
function g(n)
  g = n
end function
program p
  !ERROR: procedure-as-value
  print *, g
  x = g(1)
end program
