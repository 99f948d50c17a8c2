/** Random kernels whose blocks go through tiles in a loop: those of their own by strides of the grid, or the same ones in all blocks; filled, read by neighbours or whole, taken together, handed on from tile to tile. */
import { type Random, randomSource } from '../back/random-kernel.ts';
import { type RandomKernel, type RandomSource, sourceOf } from './kernel-source.ts';
import { one } from './typed-values.ts';

const blocks = [
  [64, 1, 1],
  [32, 2, 1],
  [16, 8, 1],
  [37, 1, 1],
] as const;
const grid = 3;

export function tileLoops(from: number, to: number): RandomSource {
  const kernels: RandomKernel[] = [];
  const parts: string[] = [];
  for (let seed = from; seed < to; seed++) {
    const r = randomSource(seed * 37 + 17);
    const block = blocks[seed % blocks.length]!;
    const threads = block[0] * block[1];
    const tiles = 1 + r(8);
    const n = tiles * threads - r(3) * r(threads);
    kernels.push({ name: `kernel${seed}`, grid: [grid, 1, 1], block, n, elements: 2 * (tiles + grid) * threads + 64 });
    parts.push(new Kernel(r, threads, block[0]).text(`kernel${seed}`));
  }
  return sourceOf(kernels, parts);
}

class Kernel {
  private readonly r: Random;
  private readonly threads: number;
  private readonly row: number;

  constructor(r: Random, threads: number, row: number) {
    this.r = r;
    this.threads = threads;
    this.row = row;
  }

  text(name: string): string {
    const { r, threads } = this;
    const own = r(3) > 0;
    const all = `(n + ${threads - 1})/${threads}`;
    const heads = own
      ? [`do tile = blockIdx%x, ${all}, gridDim%x`, `do tile = blockIdx%x - 1 + 1, ${all}, gridDim%x`]
      : [`do tile = 1, ${all}`, `do tile = ${all}, 1, -1`];
    const body = [...this.fill(), 'call syncthreads()', ...this.use(own), 'call syncthreads()'];
    return `  attributes(global) subroutine ${name}(ia, la, ra, da, ca, n)
    integer, value :: n
    integer :: ia(*), ca(*)
    integer(8) :: la(*)
    real :: ra(*)
    real(8) :: da(*)
    integer, shared :: s(0:${threads + 1})
    real, shared :: q(${threads})
    integer :: t, i, k, h, tile, sum, last, old
    real :: x
    real(8) :: d
    t = threadIdx%x + blockDim%x*(threadIdx%y - 1)
    sum = 0; last = t; x = 0; d = 0
    s(t) = t; q(t) = 1
    if (t == 1) s(0) = 5
    if (t == ${threads}) s(${threads + 1}) = 6
    call syncthreads()
    ${one(r, heads)}
      i = (tile - 1)*${threads} + t
${body.map((l) => `      ${l}\n`).join('')}    end do
    i = t + ${threads}*(blockIdx%x - 1)
    la(i) = la(i) + sum
    da(i) = d + x + ${one(r, ['last', 's(t)', 's(0)', 't'])}
  end subroutine ${name}
`;
  }

  private fill(): readonly string[] {
    const { r, threads } = this;
    const value = one(r, ['mod(ia(i), 50)', 'ia(i) - tile', 'mod(ia(i)*3, 40) + t', 'last + mod(ia(i), 9)']);
    const fill = one(r, [
      ['s(t) = 0', `if (i <= n) s(t) = ${value}`],
      [`s(t) = merge(${value.replace('ia(i)', 'ia(min(i, n))')}, ${r(9)}, i <= n)`],
      [`if (i <= n) s(t) = ${value}`],
      ['if (i <= n) then', `  s(t) = ${value}`, `  q(t) = ia(i)*0.5`, 'else', '  s(t) = -1', '  q(t) = 0', 'end if'],
    ]);
    const halo = one(r, [
      [],
      ['if (t == 1) s(0) = ia(max(i - 1, 1))', `if (t == ${threads}) s(${threads + 1}) = ia(min(i + 1, n))`],
      [`if (t == 1) s(0) = s(${threads})`],
    ]);
    const early = halo.length === 1 ? [...halo, 'call syncthreads()'] : [];
    return [...early, ...fill, ...(halo.length === 1 ? [] : halo)];
  }

  private use(own: boolean): readonly string[] {
    const { r } = this;
    const parts = Array.from({ length: 1 + r(3) }, () => this.part(own));
    return parts.flat();
  }

  private part(own: boolean): readonly string[] {
    const { r, threads, row } = this;
    const out = own
      ? [`if (i <= n) ra(i) = s(t) + 0.25*s(t - 1) + s(t + 1)`, `if (i <= n) ra(i) = s(${threads} + 1 - t)`]
      : [];
    return one(r, [
      [`sum = sum + s(t - 1) - 2*s(t) + s(t + 1)`],
      [
        `do k = 1, ${one(r, [String(threads), String(row), 'min(7, n)'])}`,
        '  sum = sum + s(k)*mod(k + t, 5)',
        'end do',
      ],
      [`do k = 1, ${threads}`, '  x = max(x, real(ieor(s(k), t)))', 'end do'],
      [`d = d*0.5d0 + q(mod(t + tile, ${threads}) + 1)`],
      ['last = s(t)', `sum = ieor(sum, last)`],
      [`if (mod(t + tile, 3) == 0) sum = sum + s(mod(t*7, ${threads}) + 1)`],
      [`if (t == 1) old = atomicadd(ca(1 + mod(tile, 4)), s(1))`],
      ['call syncthreads()', 's(t) = s(t) + 1', 'call syncthreads()', `sum = sum + s(mod(t, ${threads}) + 1)`],
      [
        'call syncthreads()',
        `h = ${2 ** Math.floor(Math.log2(threads)) / 2}`,
        'do while (h > 0)',
        `  if (t <= h .and. t + h <= ${threads}) s(t) = s(t) + s(t + h)`,
        '  call syncthreads()',
        '  h = h/2',
        'end do',
        one(r, ['sum = sum + s(1)', 'if (t == 1) sum = sum + s(1)', 'if (t <= 2) x = x + s(t)']),
      ],
      ...(own ? [one(r, [[out[0]!], [out[1]!]])] : []),
      ...(own ? [[`if (i <= n) la(${3 * threads} + i) = sum + q(t)`]] : []),
    ]);
  }
}
