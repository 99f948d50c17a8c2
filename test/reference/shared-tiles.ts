/**
 * Random kernels that fill a tile in shared memory with what memory holds and read neighbours in it: own cells and rims, cell by cell along one index, or row by row; clamped to a part of memory or not; now and then
 * a rim holds something else, it is not known which threads fill it, or the source is stored to.
 */
import { type Random, randomSource } from '../back/random-kernel.ts';
import { type RandomKernel, type RandomSource, sourceOf } from './kernel-source.ts';

const types = { ia: 'integer', ra: 'real', da: 'real(8)' } as const;
type Name = keyof typeof types;
const names = ['ia', 'ra', 'da'] as const;

type Tile = {
  readonly columns: number;
  readonly rows: number;
  readonly rim: number;
  readonly from: Name;
  readonly to: Name;
};

export function sharedTiles(from: number, to: number): RandomSource {
  const kernels: RandomKernel[] = [];
  const parts: string[] = [];
  for (let seed = from; seed < to; seed++) {
    const r = randomSource(seed * 17 + 5);
    const rim = r(3);
    const block = [Math.max(rim, 1 + r(18)), Math.max(rim, 1 + r(6)), 1] as const;
    const several = [1 + r(3), 1 + r(2), 1] as const;
    const n = 1 + r(block[0]);
    const from = names[r(3)]!;
    const to = r(6) === 0 ? from : names[(names.indexOf(from) + 1 + r(2)) % 3]!;
    // What one block stores no other may load.
    const grid = to === from ? ([1, 1, 1] as const) : several;
    kernels.push({ name: `kernel${seed}`, grid, block, n });
    parts.push(
      kernelText(`kernel${seed}`, { columns: block[0], rows: block[1], rim, from, to }, grid[0] * block[0], r),
    );
  }
  return sourceOf(kernels, parts);
}

/** `width`: cells of memory from row to row. */
function kernelText(name: string, tile: Tile, width: number, r: Random): string {
  const { columns, rows, rim, from, to } = tile;
  const clamped = r(3) === 0;
  const source = (x: string, y: string): string => {
    const column = `x0 + ${x}`;
    const index = clamped ? `min(max(${column}, ${1 + r(2)}), ${columns + 2})` : column;
    return `${from}(${rim} + ${index} + ${width}*(y0 + ${y} + ${rim - 1}))`;
  };
  const [filled, everywhere] = fill(tile, source, r);
  return `  attributes(global) subroutine ${name}(ia, la, ra, da, ca, n)
    integer, value :: n
    integer :: ia(*), ca(*)
    integer(8) :: la(*)
    real :: ra(*)
    real(8) :: da(*)
    ${types[from]}, shared :: s(${1 - rim}:${columns + rim}, ${1 - rim}:${rows + rim})
    integer :: x, y, x0, y0, i, j, p, k
    ${types[from]} :: v
    x = threadIdx%x
    y = threadIdx%y
    x0 = ${columns}*(blockIdx%x - 1)
    y0 = ${rows}*(blockIdx%y - 1)
    i = x + ${columns}*(y - 1) + ${columns * rows}*(blockIdx%x - 1 + gridDim%x*(blockIdx%y - 1))
${filled}    call syncthreads()
    v = 0
${read(tile, everywhere, r)}    ${r(4) === 0 ? 'if (x <= n) ' : ''}${to}(i) = v
  end subroutine ${name}
`;
}

type Source = (x: string, y: string) => string;

/** What fills the tile, and whether its corners are filled, too. */
function fill({ columns, rows, rim }: Tile, source: Source, r: Random): readonly [string, boolean] {
  const [width, height] = [columns + 2 * rim, rows + 2 * rim];
  const wrong = r(8) === 0 ? ' + 1' : '';
  const own = `${r(10) === 0 ? `if (x <= n + ${columns}) ` : ''}`;
  switch (r(3)) {
    case 0: {
      const sides = [
        [`x <= ${rim}`, `x - ${rim}`, 'y'],
        [`x > ${columns - rim}`, `x + ${rim}`, 'y'],
        [`y <= ${rim}`, 'x', `y - ${rim}`],
        [`y > ${rows - rim}`, 'x', `y + ${rim}`],
      ] as const;
      const rims = sides.map(([when, x, y]) => `    if (${when}) s(${x}, ${y}) = ${source(x, y)}${wrong}\n`);
      return [`    ${own}s(x, y) = ${source('x', 'y')}\n${rim > 0 ? rims.join('') : ''}`, false];
    }
    case 1:
      return [
        `    do p = x - 1 + ${columns}*(y - 1), ${width * height - 1}, ${columns * rows}
      j = p/${width} + ${1 - rim}
      k = mod(p, ${width}) + ${1 - rim}
      s(k, j) = ${source('k', 'j')}${wrong}
    end do
`,
        true,
      ];
    default:
      return [
        `    do j = y - ${rim}, ${rows + rim}, ${rows}
      do k = x - ${rim}, ${columns + rim}, ${columns}
        s(k, j) = ${source('k', 'j')}
      end do
    end do
`,
        true,
      ];
  }
}

function read({ columns, rows, rim }: Tile, everywhere: boolean, r: Random): string {
  const near = (): number => r(2 * rim + 1) - rim;
  const lines = Array.from({ length: 1 + r(4) }, () => {
    const [dx, dy] = [near(), near()];
    if (r(9) === 0) return `    v = v + s(min(y, ${columns}), min(x, ${rows}))\n`;
    return `    v = v*2 + s(x + ${dx}, y + ${everywhere || dx === 0 ? dy : 0})\n`;
  });
  if (r(3) === 0) lines.push(`    do k = ${-rim}, ${rim}\n      v = v + s(x + k, y)\n    end do\n`);
  if (r(4) === 0) lines.push(`    if (y > 1) then\n      v = v - s(x, y - 1)\n    end if\n`);
  return lines.join('');
}
