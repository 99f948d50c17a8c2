/** Pages on directives of OpenACC and OpenMP. */
import type { Pages } from './page.ts';

const loop = `do i = 1, 10
  a(i) = i
end do`;

const opening = `integer :: i
real :: a(10)
`;

const withOpenacc = { openacc: true } as const;

export const directivesPages: Pages = {
  'unknown-directive': {
    says: 'The word behind `!$acc` or `!$omp` begins no directive of the standard.',
    wrong: `${opening}!$acc paralel loop\n${loop}`,
    right: `${opening}!$acc parallel loop\n${loop}`,
    ...withOpenacc,
  },
  'unknown-clause': {
    says: 'Each directive has its own clauses; the message lists them.',
    wrong: `${opening}!$acc parallel loop copyinn(a)\n${loop}`,
    right: `${opening}!$acc parallel loop copyin(a)\n${loop}`,
    ...withOpenacc,
  },
  'repeated-clause': {
    says: 'Such a clause has one meaning for the whole directive, so that a second one would contradict it.',
    wrong: `${opening}!$acc update self(a) if(.true.) if(.false.)`,
    right: `${opening}!$acc update self(a) if(.true.)`,
    ...withOpenacc,
  },
  'clause-argument': {
    says: 'Some clauses need something in parentheses, some may have it, some take nothing or one value only.',
    wrong: `${opening}!$acc parallel loop copyin\n${loop}`,
    right: `${opening}!$acc parallel loop copyin(a)\n${loop}`,
    ...withOpenacc,
  },
  'clause-modifier': {
    says: 'Words before a `:` in a clause are given by the standard: `gang(num: 4, static: *)`, `vector(length: 128)`, `wait(devnum: 0: queues: 1)`.',
    wrong: `${opening}!$acc parallel loop gang(dynamic: 4)\n${loop}`,
    right: `${opening}!$acc parallel loop gang(static: 4)\n${loop}`,
    ...withOpenacc,
  },
  'missing-directive-end': {
    says: 'A directive that governs a block reaches to its `end`. Directives for loops need none.',
    wrong: `${opening}!$acc kernels\na = 1`,
    right: `${opening}!$acc kernels\na = 1\n!$acc end kernels`,
    ...withOpenacc,
  },
  'stray-directive-end': {
    says: 'The end of a directive of which no beginning is open: it has another name, stands in another block, or the directive takes no end.',
    wrong: `${opening}!$acc kernels\na = 1\n!$acc end kernels\n!$acc end data`,
    right: `${opening}!$acc kernels\na = 1\n!$acc end kernels`,
    ...withOpenacc,
  },
  'directive-needs-loop': {
    says: 'The directive says how the loop after it runs; nothing may stand between the two.',
    wrong: `${opening}!$acc parallel loop\na = 1`,
    right: `${opening}!$acc parallel loop\n${loop}`,
    ...withOpenacc,
  },
  'directive-needs-statement': {
    says: '`atomic` is about the assignment that follows.',
    wrong: `${opening}!$acc atomic\n${loop}`,
    right: `${opening}!$acc atomic\na(1) = a(1) + 1`,
    ...withOpenacc,
  },
  'clause-variable': {
    says: 'Such clauses name variables, components of objects, elements or sections of arrays; an expression has no place of its own.',
    wrong: `${opening}!$acc parallel loop copy(f(3))\n${loop}\ncontains\nreal function f(x)\ninteger :: x\nf = x\nend function`,
    right: `${opening}!$acc parallel loop copy(a(1:5))\n${loop}`,
    ...withOpenacc,
  },
  'clause-common': {
    says: 'A name between slashes is a common block of the procedure, and stands for all its variables.',
    wrong: `${opening}!$acc parallel loop copy(/block/)\n${loop}`,
    right: `integer :: i\nreal :: a(10)\ncommon /block/ a\n!$acc parallel loop copy(/block/)\n${loop}`,
    ...withOpenacc,
  },
  'element-in-clause': {
    says: 'An element in a clause of data is that element alone to the standard. Programs that are written for nvfortran count on `a(n)` being `a(:n)`, and cufort takes it so.',
    wrong: `${opening}!$acc parallel loop copyout(a(10))\n${loop}`,
    right: `${opening}!$acc parallel loop copyout(a(:10))\n${loop}`,
    ...withOpenacc,
  },
  'no-data-clause': {
    says: '`default(none)` asks that a clause of the construct says of each array what becomes of it.',
    wrong: `${opening}!$acc parallel loop default(none)\n${loop}`,
    right: `${opening}!$acc parallel loop default(none) copyout(a)\n${loop}`,
    ...withOpenacc,
  },
  'collapse-depth': {
    says: '`collapse(n)` and `tile` with n sizes take n loops that stand directly inside one another.',
    wrong: `${opening}!$acc parallel loop collapse(2)\n${loop}`,
    right: `${opening}!$acc parallel loop collapse(1)\n${loop}`,
    ...withOpenacc,
  },
  'atomic-form': {
    says: '`atomic` governs the assignment of a scalar: with `read`, `v = x`; with `write`, `x = e`; with `update` or nothing, `x = x op e`; with `capture`, two of them.',
    wrong: `${opening}!$acc parallel loop copy(a)\ndo i = 1, 10\n!$acc atomic\na = a + 1\nend do`,
    right: `${opening}!$acc parallel loop copy(a)\ndo i = 1, 10\n!$acc atomic\na(1) = a(1) + 1\nend do`,
    ...withOpenacc,
  },
  accelerator: {
    says: '`-Minfo=accel` tells what became of directives, in the words of nvfortran: what a construct moves, which loops became kernels with which threads, and what keeps others from it.',
    wrong: `${opening}!$acc parallel loop\n${loop}`,
    right: `${opening}${loop}`,
    ...withOpenacc,
  },
};
