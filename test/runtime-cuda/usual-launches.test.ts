/** Which version of a kernel a launch starts: the usual one where arrays are aligned and lie element by element, the general one else. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeDriver } from './fake-driver.ts';
import { runOnFake } from './run-program.ts';

const module = `
module m
  complex, device, allocatable :: z(:)
  complex, device, pointer :: w(:)
contains
  attributes(global) subroutine swap(a, n)
    integer, value :: n
    real :: a(2*n), t
    integer :: i
    i = threadIdx%x
    t = a(2*i-1)
    a(2*i-1) = a(2*i)
    a(2*i) = t
  end subroutine
  attributes(global) subroutine scale(b)
    complex :: b(:,:)
    b(threadIdx%x, blockIdx%x) = 2*b(threadIdx%x, blockIdx%x)
  end subroutine
  attributes(global) subroutine move()
    w(threadIdx%x) = z(threadIdx%x)
  end subroutine
  attributes(global) subroutine add(c, d)
    real :: c(*), d(*)
    c(threadIdx%x) = c(threadIdx%x) + d(threadIdx%x)
  end subroutine
end module
program test
  use m
  real, device :: a(64)
  complex, device :: b(8,8)
  complex, device, target :: c(64)
`;

function launched(statements: string): { readonly names: readonly string[]; readonly ptx: string } {
  const driver = new FakeDriver();
  const { errors } = runOnFake(`${module}${statements}\nend program\n`, driver);
  assert.equal(errors, '');
  return { names: driver.launches.map((l) => l.symbol), ptx: driver.ptx };
}

test('an address that is no multiple of two cells gets the general version', () => {
  const { names } = launched('call swap<<<1,8>>>(a, 8)\ncall swap<<<1,8>>>(a(2), 8)\ncall swap<<<1,8>>>(a(3), 8)');
  assert.deepEqual(names, ['m_swap', 'm_swap_general', 'm_swap']);
});

test('arrays whose elements lie apart get the general version', () => {
  const { names } = launched(
    'call scale<<<8,8>>>(b)\ncall scale<<<4,4>>>(b(::2,:))\ncall scale<<<4,4>>>(b(2:,::2))\ncall scale<<<4,4>>>(b(8:1:-1,:))',
  );
  assert.deepEqual(names, ['m_scale', 'm_scale_general', 'm_scale', 'm_scale_general']);
});

test('descriptors of a module are asked when the kernel is launched', () => {
  const { names } = launched(
    'allocate(z(8))\nw => c\ncall move<<<1,8>>>()\nw => c(2:)\ncall move<<<1,8>>>()\nw => c(::2)\ncall move<<<1,8>>>()',
  );
  assert.deepEqual(names, ['m_move', 'm_move', 'm_move_general']);
});

test('the usual version makes one access of two, and kernels that win nothing have no other', () => {
  const { ptx } = launched('call swap<<<1,8>>>(a, 8)');
  const entry = (name: string): string => ptx.slice(ptx.indexOf(`.entry ${name}(`)).split('\n}')[0]!;
  assert.match(entry('m_swap'), /ld\.global\.v2\.f32[\s\S]*st\.global\.v2\.f32/);
  assert.doesNotMatch(entry('m_swap_general'), /\.v2/);
  assert.doesNotMatch(ptx, /m_add_general/);
});

test('sums over loops are written for blocks of the usual width, and for any', () => {
  const sum = (shape: string, from: string): string =>
    `!$cuf kernel do(2) ${shape}\ndo j = 1, 8\ndo i = ${from}\ns = s + b(i,j)\nend do\nend do`;
  const { names, ptx } = launched(
    `complex :: s\n${sum('<<<*,*>>>', '1, 8')}\n${sum('<<<*,(32,4)>>>', '1, 8')}\n${sum('<<<*,(16,4)>>>', '1, 8')}`,
  );
  assert.deepEqual(
    names.map((name) => /_general$/.test(name)),
    [true, false, true],
  );
  const entry = (name: string): string => ptx.slice(ptx.indexOf(`.entry ${name}(`)).split('\n}')[0]!;
  assert.doesNotMatch(entry(names[1]!), /%ntid\.x/);
  assert.match(entry(names[2]!), /%ntid\.x/);
});

test('iterations of such a sum have one address, and their loads constant distances', () => {
  const { names, ptx } = launched(
    'real :: s\n!$cuf kernel do(2) <<<*,*>>>\ndo j = 1, 64\ndo i = 1, 64\ns = s + a(i + 0*j)\nend do\nend do',
  );
  const entry = ptx.slice(ptx.indexOf(`.entry ${names[0]}(`)).split('\n}')[0]!;
  assert.match(
    entry,
    /ld\.global\S*\s+%\w+, \[(%\w+)\+?-?\d*\];[\s\S]*\[\1\+128\][\s\S]*\[\1\+256\][\s\S]*\[\1\+384\]/,
  );
});
