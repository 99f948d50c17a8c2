! A big namelist group written and read again.
subroutine shape(outcome)
  implicit none
  real(8), intent(inout) :: outcome
  integer :: n, i, u, steps(50)
  real(8) :: dt, field(200), limits(3, 4)
  logical :: flags(20)
  character(len=24) :: name, labels(10)
  namelist /run/ n, dt, field, limits, flags, name, labels, steps
  n = 100; dt = 0.125d0; name = 'experiment'
  field = [(i*0.5d0, i=1, 200)]; limits = 1.5d0; flags = .true.; labels = 'label'; steps = [(i, i=1, 50)]
  open (newunit=u, status='scratch', delim='apostrophe')
  write (u, nml=run)
  rewind (u)
  field = 0; steps = 0; limits = 0; flags = .false.
  read (u, nml=run)
  close (u)
  outcome = outcome + sum(field) + sum(steps) + n + dt + sum(limits) + count(flags)
end subroutine
