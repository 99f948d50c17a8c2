! Which module a case belongs to; only one module's data exists at a time.
module cases
  use stream
  use transposes
  use stencils
  use products
  use numbers
  use collections
  implicit none
  character(12) :: loaded = ''
contains
  function room(name) result(r)
    character(*), intent(in) :: name
    character(12) :: r
    r = 'stream'
    if (index(name, '1024') > 0) r = 'small'
    if (index(name, '4096') > 0) r = 'large'
    if (index(name, 'nine points') > 0 .or. index(name, 'Laplace') > 0) r = 'stencils'
    if (index(name, 'product') > 0) r = 'products'
    select case (name)
    case ('n-body', 'Black-Scholes', 'sin and cos', 'Monte Carlo, XORWOW', 'path tracer')
       r = 'numbers'
    case ('sum, shared memory', 'sum, shuffle', 'sum, atomic', 'scan', 'compaction', 'bitonic sort', 'histogram')
       r = 'collections'
    end select
  end function room

  subroutine ready(name)
    character(*), intent(in) :: name
    character(12) :: wanted
    wanted = room(name)
    if (wanted == loaded) return
    select case (loaded)
    case ('stream')
       call stream_done()
    case ('small', 'large')
       call transposes_done()
    case ('stencils')
       call stencils_done()
    case ('products')
       call products_done()
    case ('numbers')
       call numbers_done()
    case ('collections')
       call collections_done()
    end select
    select case (wanted)
    case ('stream')
       call stream_ready()
    case ('small')
       call transposes_ready(1024)
    case ('large')
       call transposes_ready(4096)
    case ('stencils')
       call stencils_ready()
    case ('products')
       call products_ready()
    case ('numbers')
       call numbers_ready()
    case ('collections')
       call collections_ready()
    end select
    loaded = wanted
  end subroutine ready

  subroutine turn(name)
    character(*), intent(in) :: name
    select case (loaded)
    case ('stream')
       call stream_turn(name)
    case ('small', 'large')
       call transposes_turn(name)
    case ('stencils')
       call stencils_turn(name)
    case ('products')
       call products_turn(name)
    case ('numbers')
       call numbers_turn(name)
    case ('collections')
       call collections_turn(name)
    end select
  end subroutine turn

  function outcome(name) result(s)
    character(*), intent(in) :: name
    real(8) :: s
    s = 0
    select case (loaded)
    case ('stream')
       s = stream_outcome(name)
    case ('small', 'large')
       s = transposes_outcome()
    case ('stencils')
       s = stencils_outcome(name)
    case ('products')
       s = products_outcome()
    case ('numbers')
       s = numbers_outcome(name)
    case ('collections')
       s = collections_outcome(name)
    end select
  end function outcome
end module cases
