/** Random kernels whose blocks do the work of several, one after the other, in shared memory: it is each one's own, or holds what the ones before it have left. Or some blocks do nothing. */
import { type Random, randomSource } from '../back/random-kernel.ts';
import { type RandomKernel, type RandomSource, sourceOf } from './kernel-source.ts';
import { one } from './typed-values.ts';

const blocks = [
  [64, 1, 1],
  [32, 2, 1],
  [32, 1, 1],
  [40, 1, 1],
] as const;

export function blockLoops(from: number, to: number): RandomSource {
  const kernels: RandomKernel[] = [];
  const parts: string[] = [];
  for (let seed = from; seed < to; seed++) {
    const r = randomSource(seed * 41 + 19);
    const block = blocks[seed % blocks.length]!;
    const threads = block[0] * block[1];
    const grid = 1 + r(4);
    const each = 1 + r(4);
    const all = grid * each;
    const n = Math.max(1, (1 + r(all)) * threads - r(3) * r(threads));
    const name = `kernel${seed}`;
    kernels.push({ name, grid: [grid, 1, 1], block, n, elements: 4 * (all + 1) * threads + 64 });
    parts.push(kernelText(name, threads, each, r));
  }
  return sourceOf(kernels, parts);
}

function kernelText(name: string, threads: number, each: number, r: Random): string {
  const all = `(n + ${threads - 1})/${threads}`;
  const { head, inside, first, end } = one<Heading>(r, headings(each, all));
  const begins = r(3) === 0;
  const begin = [`if (${first}) then`, '  s(t) = t', '  if (t == 1) c = 0', 'end if', 'call syncthreads()'];
  const uses = Array.from({ length: 1 + r(3) }, () => one(r, usesOf(threads, begins, r))).flat();
  const body = [
    ...inside,
    `i = (b - 1)*${threads} + t`,
    ...(begins ? begin : []),
    ...one(r, fillsOf(threads, begins)),
    'call syncthreads()',
    ...uses,
    'call syncthreads()',
  ];
  return `  attributes(global) subroutine ${name}(ia, la, ra, da, ca, n)
    integer, value :: n
    integer :: ia(*), ca(*)
    integer(8) :: la(*)
    real :: ra(*)
    real(8) :: da(*)
    integer, shared :: s(${threads}), c
    integer :: t, i, k, h, b, x
    t = threadIdx%x + blockDim%x*(threadIdx%y - 1)
${[...head, ...body, ...end].map((l) => `    ${l}\n`).join('')}  end subroutine ${name}
`;
}

/** `first`: says that it is a block's first piece of work. */
type Heading = {
  readonly head: readonly string[];
  readonly inside: readonly string[];
  readonly first: string;
  readonly end: readonly string[];
};

function headings(each: number, all: string): readonly Heading[] {
  const from = `${each}*(blockIdx%x - 1) + 1`;
  const loop = { inside: [], end: ['end do'] };
  return [
    { ...loop, head: [`do b = blockIdx%x, ${all}, gridDim%x`], first: 'b == blockIdx%x' },
    { ...loop, head: [`do b = ${from}, min(${each}*blockIdx%x, ${all})`], first: `b == ${from}` },
    {
      head: [`do h = 1, ${each}`],
      inside: [`b = ${each}*(blockIdx%x - 1) + h`, `if (b <= ${all}) then`],
      first: 'h == 1',
      end: ['end if', 'end do'],
    },
    {
      head: [`do h = 0, ${each - 1}`],
      inside: [`b = blockIdx%x + h*gridDim%x`, `if (b > ${all}) exit`],
      first: 'h == 0',
      end: ['end do'],
    },
    { head: ['b = blockIdx%x', `if (b > ${all}) return`], inside: [], first: 'b > 0', end: [] },
    { head: [`if (2*blockIdx%x <= ${all} + 1) then`, 'b = blockIdx%x'], inside: [], first: 'b > 0', end: ['end if'] },
  ];
}

/** All cells at least, but for those that keep what a block's first piece of work, or another one, has left. */
function fillsOf(threads: number, begins: boolean): readonly (readonly string[])[] {
  const full = [
    ['s(t) = mod(ia(min(i, n)), 50)'],
    ['s(t) = merge(mod(ia(min(i, n)), 20) + t, 3, i <= n)'],
    ['if (i <= n) then', '  s(t) = ia(i)', 'else', '  s(t) = 0', 'end if'],
    [`s(${threads + 1} - t) = t*b`],
    [`do k = t, ${threads}, ${threads}`, '  s(k) = k + b', 'end do'],
  ];
  const some = [
    ['if (i <= n) s(t) = ia(i)'],
    ['if (mod(b, 2) == 0) s(t) = b'],
    ['if (t > 3) s(t) = ia(min(i, n))'],
    ['s(mod(abs(ia(min(i, n))), 4) + 1) = 7'],
    ['s(t) = s(t) + 1'],
  ];
  return begins ? [...full, ...some] : full;
}

function usesOf(threads: number, begins: boolean, r: Random): readonly (readonly string[])[] {
  const alone = [
    [`if (i <= n) ra(i) = s(t) + 0.25*s(${threads + 1} - t)`],
    [`la(i) = la(i) + s(mod(t + ${r(9)}, ${threads}) + 1)`],
    ['if (t == 1) da(b) = s(1)*0.5d0 + s(2)'],
    ['call syncthreads()', 's(t) = s(t) + 1', 'call syncthreads()', `la(i) = la(i) - s(mod(t, ${threads}) + 1)`],
    [
      'call syncthreads()',
      'h = 16',
      'do while (h > 0)',
      `  if (t <= h) s(t) = s(t) + s(t + h)`,
      '  call syncthreads()',
      '  h = h/2',
      'end do',
      'if (t == 1) da(b) = da(b) + s(1)',
    ].map((l) => l.replaceAll(/\bh\b/g, 'k')),
    ['x = s(t)', 'if (x > 20) then', '  ra(i) = ra(i) + 1', 'end if'],
    [`la(i) = la(i) + s(mod(abs(s(t)), ${threads}) + 1)`],
    ['x = ia(i)', 'do k = 1, 3', `  x = max(x, s(mod(t*k, ${threads}) + 1))`, 'end do', 'la(i) = la(i) + x'],
  ];
  const kept = [
    ['call syncthreads()', 'if (t == 1) c = c + s(2)', 'call syncthreads()', 'la(i) = la(i) + c'],
    ['if (mod(b, 2) == 1) la(i) = la(i) + c'],
    ['call syncthreads()', 'if (t == 1) c = b', 'call syncthreads()', 'ra(i) = ra(i) + c'],
    [
      'x = merge(c, 0, b > 1)',
      'la(i) = la(i)*2 + x',
      'call syncthreads()',
      'if (t == 1) c = s(1)',
      'call syncthreads()',
    ],
  ];
  return begins ? [...alone, ...kept] : alone;
}
