! No mistake: a main program without heading and statements.
contains
  subroutine unused
  end subroutine
end
