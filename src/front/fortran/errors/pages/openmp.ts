/** Pages on what directives of OpenMP ask for. */
import type { Pages } from './page.ts';

const opening = `integer :: i, n
real :: a(10)
n = 10
`;
const loop = `do i = 1, n
  a(i) = i
end do`;

/** The directives are comments without -mp. */
const withOpenmp = { shown: 'text' } as const;

export const openmpPages: Pages = {
  'openmp-default-none': {
    says: 'With `default(none)` each variable of the procedure that the region uses must stand in a clause. Variables of loops in it are private without one.',
    wrong: `${opening}!$omp parallel do default(none) shared(a)\n${loop}`,
    right: `${opening}!$omp parallel do default(none) shared(a, n)\n${loop}`,
    ...withOpenmp,
  },
  'openmp-reduction': {
    says: 'A reduction is an operator or intrinsic function of the standard, or one that `declare reduction` has defined for the type.',
    wrong: `${opening}!$omp parallel do reduction(avg: n)\n${loop}`,
    right: `${opening}!$omp parallel do reduction(max: n)\n${loop}`,
    ...withOpenmp,
  },
  'openmp-assumed-size': {
    says: 'A thread cannot have its own copy of an array `a(*)`, whose size is not known.',
    wrong:
      'subroutine s(a)\n  real :: a(*)\n  !$omp parallel private(a)\n  a(1) = 1\n  !$omp end parallel\nend subroutine',
    right:
      'subroutine s(a, n)\n  integer :: n\n  real :: a(n)\n  !$omp parallel private(a)\n  a(1) = 1\n  !$omp end parallel\nend subroutine',
    ...withOpenmp,
  },
  'openmp-error-directive': {
    says: '`!$omp error` asks for this message, or with `severity(warning)` for this warning.',
    wrong: '!$omp error severity(fatal)',
    right: '!$omp error at(execution) severity(warning)',
    ...withOpenmp,
  },
  'openmp-integer': {
    says: 'The clause counts something.',
    wrong: `${opening}!$omp parallel do num_threads(2.5)\n${loop}`,
    right: `${opening}!$omp parallel do num_threads(2)\n${loop}`,
    ...withOpenmp,
  },
  'openmp-schedule': {
    says: 'How iterations are handed out: `static`, `dynamic`, `guided`, `auto` or `runtime`, with the size of a chunk behind a comma.',
    wrong: `${opening}!$omp parallel do schedule(cyclic)\n${loop}`,
    right: `${opening}!$omp parallel do schedule(static, 1)\n${loop}`,
    ...withOpenmp,
  },
  'openmp-depth': {
    says: 'How many loops count as one is a constant.',
    wrong: `${opening}!$omp parallel do collapse(n)\n${loop}`,
    right: `${opening}!$omp parallel do collapse(1)\n${loop}`,
    ...withOpenmp,
  },
  'openmp-nest': {
    says: 'Loops that count as one stand directly in each other.',
    wrong: `${opening}!$omp parallel do collapse(2)\n${loop}`,
    right: `${opening}!$omp parallel do\n${loop}`,
    ...withOpenmp,
  },
  'openmp-loop': {
    says: 'Threads share the iterations of a loop whose number is known before: it counts with an integer.',
    wrong: `${opening}!$omp parallel do\ndo while (n > 0)\n  n = n - 1\nend do`,
    right: `${opening}!$omp parallel do\n${loop}`,
    ...withOpenmp,
  },
  'openmp-threadprivate': {
    says: 'Threads keep their own values of variables of modules and common blocks, and of those with `save`.',
    wrong: 'subroutine s\n  integer :: k\n  !$omp threadprivate(k)\n  k = 1\nend subroutine',
    right: 'subroutine s\n  integer, save :: k\n  !$omp threadprivate(k)\n  k = 1\nend subroutine',
    ...withOpenmp,
  },
  'parallel-loop': {
    says: 'With `-Mconcur` threads share a loop of which no iteration needs another one. This tells which (`-Minfo`).',
    wrong: `real :: b(10, 10)\ninteger :: i, j\ndo j = 1, 10\n  do i = 1, 10\n    b(i, j) = i\n  end do\nend do`,
    right: `real :: b(10, 10)\ninteger :: i, j\ndo j = 2, 10\n  do i = 1, 10\n    b(i, j) = b(i, j - 1)\n  end do\nend do`,
    ...withOpenmp,
  },
  'openmp-leave': {
    says: 'Statements that a directive governs are left at their end only: by no `exit`, `cycle` of a loop around them, or `return`.',
    wrong: `${opening}!$omp parallel do\ndo i = 1, n\n  if (a(i) > 1) exit\nend do`,
    right: `${opening}!$omp parallel do\ndo i = 1, n\n  if (a(i) > 1) cycle\nend do`,
    ...withOpenmp,
  },
};
