/** Modules written to a file and read again mean the same: types keep their identity, generics and library names their meaning. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyseFile } from '../../src/front/fortran/analyse/analyse-file.ts';
import type { ModuleInterface } from '../../src/front/fortran/analyse/declarations/module-interface.ts';
import { parseFile } from '../../src/front/fortran/parse/parse-file.ts';
import { readModuleFile } from '../../src/front/fortran/read-module-file.ts';
import { writeModuleFile } from '../../src/front/fortran/write-module-file.ts';

const sources = [
  `module kinds
     use iso_fortran_env, only: wp => real64
     implicit none
     integer(8), parameter :: big = 2_8**40
     real(wp), parameter :: table(3) = [1.0_wp, -0.0_wp, 2.5_wp]
     character(3), parameter :: names(2) = ['rho', '  E']
     complex, parameter :: unit_length = (0, 1)
     integer :: counted
     namelist /counts/ counted
     interface in_bytes
       module procedure bytes_of_real
     end interface
   contains
     integer function bytes_of_real(x)
       real(wp), intent(in) :: x
       bytes_of_real = 8
     end function
   end module`,
  `module shapes
     use kinds
     use cudafor
     implicit none
     private
     public :: shape, area, grow, total, wp, operator(+), dim3, names, unit_length, counts, in_bytes
     type shape
       real(wp) :: side = 1
       type(shape), pointer :: next => null()
     contains
       procedure :: scaled
     end type
     interface area
       module procedure area_of_shape, area_of_device
     end interface
     interface operator(+)
       module procedure joined
     end interface
     real(wp), device :: total
   contains
     real(wp) function area_of_shape(s)
       type(shape), intent(in) :: s
       area_of_shape = s%side**2
     end function
     real(wp) function area_of_device(a)
       real(wp), device :: a(:)
       area_of_device = size(a)
     end function
     type(shape) function joined(a, b)
       type(shape), intent(in) :: a, b
       joined%side = a%side + b%side
     end function
     real(wp) function scaled(self, by)
       class(shape), intent(in) :: self
       real(wp), intent(in) :: by
       scaled = self%side * by
     end function
     attributes(global) subroutine grow(a, n)
       integer, value :: n
       real(wp) :: a(n)
     end subroutine
   end module`,
  `module more
     use shapes
     implicit none
     type holder
       type(shape) :: inside
     end type
   end module`,
  `program p
     use more
     use shapes
     use kinds
     implicit none
     type(holder) :: h
     type(shape) :: s
     type(dim3) :: grid
     real(wp), device :: a(10)
     real(wp) :: x
     s = h%inside + s
     x = area(h%inside) + area(a) + s%scaled(2.0_wp)
     grid = dim3(1, 1, 1)
     call grow<<<grid, 32>>>(a, 10)
     total = x + len(names) + real(unit_length) + in_bytes(x)
     write (*, counts)
   end program`,
];

/** Each source is a file of its own, and finds the modules of those before it in module files; the search in these is given back. */
function analyseInTurn(texts: readonly string[]): (name: string) => ModuleInterface | undefined {
  const files = new Map<string, string>();
  const read = new Map<string, ModuleInterface | undefined>();
  const search = (name: string): ModuleInterface | undefined => {
    const text = files.get(name);
    if (!read.has(name) && text !== undefined) read.set(name, readModuleFile(text, search));
    return read.get(name);
  };
  for (const [i, text] of texts.entries()) {
    const source = { path: `part${i}.cuf`, text };
    const parsed = parseFile(source, {
      form: 'free',
      cuda: true,
      preprocess: false,
      defines: [],
      undefines: [],
      includePaths: [],
      readFile: () => undefined,
    });
    const options = { cuda: true, managed: false, defaultInteger: 4, defaultReal: 4, modules: search } as const;
    const analysed = analyseFile(parsed.file, options);
    assert.deepEqual(
      [...parsed.diagnostics, ...analysed.diagnostics].map((d) => d.message),
      [],
    );
    for (const m of analysed.modules) files.set(m.name, writeModuleFile(m));
  }
  return search;
}

test('modules through files', () => {
  const search = analyseInTurn(sources);
  const table = search('kinds')?.symbols.get('table');
  assert.ok(table?.kind === 'constant' && table.value.kind === 'constant-array');
  assert.deepEqual(table.value.values, [1, -0, 2.5]);
  const big = search('kinds')?.symbols.get('big');
  assert.ok(big?.kind === 'constant' && big.value.kind === 'constant');
  assert.equal(big.value.value, 2n ** 40n);
});

/** What is made of a definition with parameters is one type in all files, whoever makes it first. */
const parameterized = (dummy: string, more: string): readonly string[] => [
  `module vectors
     use iso_fortran_env, only: wp => real64
     implicit none
     private
     public :: vector, named, norm, shown
     type :: part
       integer :: i = 4
     end type
     type :: vector(k, n)
       integer, kind :: k = wp
       integer, len :: n = 3
       real(k) :: x(n) = 1.0_k
       type(part) :: inner
     end type
     type, extends(vector) :: named(m)
       integer, len :: m = 5
       character(m) :: name = 'none'
     end type
     interface norm
       module procedure norm4, norm8
     end interface
   contains
     real function norm4(v)
       type(vector(4, 3)), intent(in) :: v
       norm4 = sum(v%x**2)
     end function
     real(wp) function norm8(v)
       type(vector(wp, 3)), intent(in) :: v
       norm8 = sum(v%x**2)
     end function
     subroutine shown(v)
       type(vector(4, ${dummy})), intent(in) :: v
       print *, v%n, v%x
     end subroutine
   end module`,
  `module more
     use vectors
     implicit none
   contains
     function twice(v) result(r)
       type(vector(4, 2)), intent(in) :: v
       type(vector(4, 2)) :: r
       r%x = 2 * v%x
     end function
   end module`,
  `program p
     use vectors
     use more
     implicit none
     type(vector(4, 3)) :: a
     type(vector) :: b
     type(vector(4, 2)) :: c
     type(named(4, 3, 7)) :: d
     print *, norm(a), norm(b), a%k, b%inner%i, len(d%name)
     c = twice(c)
     ${more}
   end program`,
];

test('types with parameters through files', () => {
  analyseInTurn(parameterized('2', 'call shown(c)'));
  analyseInTurn(parameterized('*', 'call shown(a)'));
});

test('no module file', () => {
  assert.equal(
    readModuleFile('{"format": "other"}', () => undefined),
    undefined,
  );
  assert.equal(
    readModuleFile('not json', () => undefined),
    undefined,
  );
});
