/** Random kernels each thread of which does the work of several: of blocks, threads or grids behind each other, whose iterations leave each other alone or hang on each other. */
import { type Random, randomSource } from '../back/random-kernel.ts';
import { type RandomKernel, type RandomSource, sourceOf } from './kernel-source.ts';
import { one } from './typed-values.ts';

const blocks = [
  [64, 1, 1],
  [37, 1, 1],
  [32, 2, 1],
  [16, 4, 1],
] as const;
const grids = [1, 2, 3] as const;

export function sharedWork(from: number, to: number): RandomSource {
  const kernels: RandomKernel[] = [];
  const parts: string[] = [];
  for (let seed = from; seed < to; seed++) {
    const r = randomSource(seed * 23 + 9);
    const block = blocks[seed % blocks.length]!;
    const each = 1 + r(5);
    const grid = one(r, grids);
    const all = grid * block[0] * each;
    const n = all - r(3) * r(20);
    kernels.push({ name: `kernel${seed}`, grid: [grid, 1, 1], block, n: Math.max(n, 1), elements: 24 * all + 400 });
    parts.push(kernelText(`kernel${seed}`, each, block[1], r));
  }
  return sourceOf(kernels, parts);
}

function kernelText(name: string, each: number, rows: number, r: Random): string {
  const { before, head, inside, index, next } = one<Heading>(r, headings(each));
  const guard = one(r, [`if (${index} <= n) then`, `if (${index} <= n .and. threadIdx%y <= ${rows}) then`]);
  const exit = r(3) === 0;
  const early =
    r(3) === 0 ? '      da(t + (row - 1)*blockDim%x*gridDim%x) = da(t + (row - 1)*blockDim%x*gridDim%x) + 1\n' : '';
  const statements = Array.from(
    { length: 1 + r(3) },
    () => `        ${statementText(r, index, head.startsWith('do k') ? 'k' : 't')}\n`,
  ).join('');
  return `  attributes(global) subroutine ${name}(ia, la, ra, da, ca, n)
    integer, value :: n
    integer :: ia(*), ca(*)
    integer(8) :: la(n, *)
    real :: ra(*)
    real(8) :: da(*)
    integer :: t, i, k, base, row, s, m
    t = (blockIdx%x - 1)*blockDim%x + threadIdx%x
    row = threadIdx%y
${before}    ${head}
${inside}${exit ? `${early}      if (${index} > n) exit\n` : `      ${guard}\n`}${statements}${exit ? '' : '      end if\n'}${next ? `      ${index} = ${index} + 1\n` : ''}    end do
  end subroutine ${name}
`;
}

/** What stands before a loop, how it begins, what finds the place of an iteration, and its name; by how much that grows at the end where nothing else says so. */
type Heading = {
  readonly before: string;
  readonly head: string;
  readonly inside: string;
  readonly index: string;
  readonly next?: number;
};

function headings(each: number): readonly Heading[] {
  const last = each - 1;
  return [
    {
      before: '',
      head: `do k = 0, ${last}`,
      inside: `      i = ((blockIdx%x - 1)*${each} + k)*blockDim%x + threadIdx%x\n`,
      index: 'i',
    },
    {
      before: `    base = (blockIdx%x - 1)*blockDim%x*${each} + threadIdx%x\n`,
      head: `do k = 1, ${each}`,
      inside: '      i = base + (k - 1)*blockDim%x\n',
      index: 'i',
    },
    { before: '', head: `do k = 1, ${each}`, inside: `      i = ${each}*(t - 1) + k\n`, index: 'i' },
    { before: '', head: `do i = ${each}*(t - 1) + 1, min(${each}*t, n)`, inside: '', index: 'i' },
    {
      before: `    i = ${each}*(t - 1) + 1\n`,
      head: `do while (i <= ${each}*t .and. i <= n)`,
      inside: '',
      index: 'i',
      next: 1,
    },
    {
      before: `    i = ${each}*(t - 1) + 1\n`,
      head: `do while (i < ${each}*t + 1 .and. i < n)`,
      inside: '',
      index: 'i',
      next: 1,
    },
    { before: '', head: `do i = max(${each}*(t - 1) + 1, 3), min(${each}*t, n - 2)`, inside: '', index: 'i' },
    { before: `    base = ${each}*(t - 1)\n`, head: `do k = 1, ${each}`, inside: '', index: '(base + k)' },
    {
      before: `    base = (t - 1)*${each}\n    if (base + ${each} > n .or. t < 2) return\n`,
      head: `do i = base + 1, base + ${each}`,
      inside: '',
      index: 'i',
    },
    {
      before: `    base = n - (t - 1)*${each} + 1\n    if (base - ${last} > 1) then\n      m = 5\n    else\n      return\n    end if\n`,
      head: `do k = ${each}, 1, -1`,
      inside: `      i = base - k\n      if (i < 1) exit\n`,
      index: 'i',
    },
    { before: '', head: `do i = ${each}*t, ${each}*t - ${last}, -1`, inside: '', index: 'i' },
    { before: '', head: `do k = 0, ${last}`, inside: '      i = t + k*blockDim%x*gridDim%x\n', index: 'i' },
    {
      before: '',
      head: `do k = ${each}*(blockIdx%x - 1) + 1, ${each}*blockIdx%x`,
      inside: '      i = (k - 1)*blockDim%x + threadIdx%x\n',
      index: 'i',
    },
    {
      before: `    m = (n + blockDim%x*gridDim%x - 1)/(blockDim%x*gridDim%x)\n`,
      head: 'do i = (t - 1)*m + 1, min(t*m, n)',
      inside: '',
      index: 'i',
    },
    { before: '', head: 'do i = t, n, blockDim%x*gridDim%x', inside: '', index: 'i' },
  ];
}

/** Threads of a row have cells of their own: numbers `i` and `t` that are n and more apart from those of other rows. `iteration`: which iteration it is, or a thread's number. */
function statementText(r: Random, i: string, iteration: string): string {
  const at = `${i} + (row - 1)*n`;
  const own = `t + (row - 1)*blockDim%x*gridDim%x`;
  return one(r, [
    `ia(${at}) = ia(${at})*3 + ${i}`,
    `ra(${at}) = ia(${at})*0.5 + row`,
    `la(${i}, row) = la(${i}, row)*2 - ia(${at})`,
    `da(${own}) = da(${own})*0.5 + ${i}`,
    `da(${own}) = ia(${at})`,
    `la(${i}, row) = blockIdx%x + ${r(9)}*gridDim%x`,
    `la(${i}, row) = la(${i}, row) + threadIdx%x`,
    `ia(${at}) = merge(ia(${at}) - 1, ${i}, mod(${i}, ${2 + r(5)}) == 0)`,
    `do s = 1, ${1 + r(3)}\n          la(${i}, row + ${rowsApart}*s) = ia(${at}) + s\n        end do`,
    `do s = 2, 4\n          la(${i}, row + ${rowsApart}*s) = la(${i}, row + ${rowsApart}*(s - 1)) + s\n        end do`,
    `if (ia(${at}) > ${r(40)}) ra(${at}) = ra(${at}) + ${i}`,
    `ra(${at}) = ia(${at}) + t*0.25`,
    `ia(${at}) = ia(${at}) - 3*${iteration}`,
    `la(${i}, row) = ${iteration}*ia(${at}) + t`,
    `ia(${at}) = ia(${at}) + 7*threadIdx%x - t*blockIdx%x`,
    `if (${1 + r(4)}*t + ${r(9)} ${one(r, ['<=', '<', '>', '>='])} n) ia(${at}) = ia(${at}) - 5`,
    `if (n - ${1 + r(4)}*t ${one(r, ['<=', '<', '>', '>='])} ${r(30)}) ra(${at}) = ra(${at}) - t`,
  ]);
}

/** More rows than blocks have. */
const rowsApart = 4;
