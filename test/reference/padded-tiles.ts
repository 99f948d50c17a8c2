/**
 * Random kernels that fill a tile in shared memory whose rims are kept within an array, taken from its other end, or a constant beyond it: by each thread its own cell and by those at the sides the
 * rims, cell by cell along one index, or row by row. Now and then a rim holds something else, or is filled under another condition than what lies within.
 */
import { type Random, randomSource } from '../back/random-kernel.ts';
import { type RandomKernel, type RandomSource, sourceOf } from './kernel-source.ts';
import { one } from './typed-values.ts';

const types = { ia: 'integer', ra: 'real', da: 'real(8)' } as const;
type Name = keyof typeof types;
const names = ['ia', 'ra', 'da'] as const;

const edges = ['kept', 'wrapped', 'remainders', 'padded'] as const;
const fills = ['rims', 'one index', 'rows'] as const;

/** `columns` by `rows` threads, and an array of as many columns and `height` rows as a launch says. */
type Tile = {
  readonly columns: number;
  readonly rows: number;
  readonly rim: number;
  readonly height: number;
  readonly edge: (typeof edges)[number];
  readonly fill: (typeof fills)[number];
  readonly from: Name;
  readonly to: Name;
};

export function paddedTiles(from: number, to: number): RandomSource {
  const kernels: RandomKernel[] = [];
  const parts: string[] = [];
  for (let seed = from; seed < to; seed++) {
    const r = randomSource(seed * 41 + 29);
    const edge = one(r, edges);
    const fill = one(r, fills);
    const [columns, rows] = [2 + r(r(2) === 0 ? 7 : 20), 2 + r(6)];
    const grid = [1 + r(3), 1 + r(3), 1] as const;
    const n = Math.max(2, columns * grid[0] - r(columns));
    const height = Math.max(2, rows * grid[1] - r(rows));
    const rim = fill === 'rims' && edge !== 'padded' ? 1 : 1 + r(Math.min(2, columns - 1, rows - 1));
    const [of, into] = [one(r, names), one(r, names)];
    kernels.push({ name: `kernel${seed}`, grid, block: [columns, rows, 1], n, elements: 2 * columns * rows * 9 + 64 });
    const tile = { columns, rows, rim, height, edge, fill, from: of, to: of === into ? one(r, names) : into };
    parts.push(new Kernel(tile, r).text(`kernel${seed}`));
  }
  return sourceOf(kernels, parts);
}

class Kernel {
  private readonly tile: Tile;
  private readonly r: Random;
  /** What stands beyond the array. */
  private readonly pad: number;

  constructor(tile: Tile, r: Random) {
    this.tile = tile;
    this.r = r;
    this.pad = r(3);
  }

  text(name: string): string {
    const { columns, rows, rim, height, from, to } = this.tile;
    const filled = this.filled().map((l) => `    ${l}\n`);
    // What one block stores another one may not load.
    const place = from === to ? `i + n*(j - 1) + n*${height}` : 'i + n*(j - 1)';
    return `  attributes(global) subroutine ${name}(ia, la, ra, da, ca, n)
    integer, value :: n
    integer :: ia(*), ca(*)
    integer(8) :: la(*)
    real :: ra(*)
    real(8) :: da(*)
    ${types[from]}, shared :: s(${1 - rim}:${columns + rim}, ${1 - rim}:${rows + rim})
    integer :: x, y, i, j, p, q, k, c, w
    ${types[from]} :: v
    x = threadIdx%x
    y = threadIdx%y
    i = ${columns}*(blockIdx%x - 1) + x
    j = ${rows}*(blockIdx%y - 1) + y
${filled.join('')}    call syncthreads()
    i = ${columns}*(blockIdx%x - 1) + x
    j = ${rows}*(blockIdx%y - 1) + y
    if (i <= n .and. j <= ${height}) then
      v = 0
${this.read()}      ${to}(${place}) = v
    end if
  end subroutine ${name}
`;
  }

  private filled(): readonly string[] {
    const { columns, rows, rim, fill } = this.tile;
    if (fill === 'rims') return this.rims();
    const [i, j] = [`${columns}*(blockIdx%x - 1) + p`, `${rows}*(blockIdx%y - 1) + q`];
    const cell = [`i = ${i}`, `j = ${j}`, ...this.store('p', 'q', 'i', 'j', this.isInside('i', 'j'))];
    const width = columns + 2 * rim;
    if (fill === 'rows')
      return [
        `do q = y - ${rim}, ${rows + rim}, ${rows}`,
        `do p = x - ${rim}, ${columns + rim}, ${columns}`,
        ...cell,
        'end do',
        'end do',
      ];
    return [
      `do k = x - 1 + ${columns}*(y - 1), ${width * (rows + 2 * rim) - 1}, ${columns * rows}`,
      `q = k/${width} + ${1 - rim}`,
      `p = mod(k, ${width}) + ${1 - rim}`,
      ...cell,
      'end do',
    ];
  }

  private isInside(i: string, j: string): string {
    const parts = [`${i} >= 1`, `${i} <= n`, `${j} >= 1`, `${j} <= ${this.tile.height}`];
    return (this.r(4) === 0 ? parts.reverse() : parts).join(' .and. ');
  }

  private rims(): readonly string[] {
    const { columns, rows, rim, height, edge } = this.tile;
    const { r } = this;
    const inside = `i <= n .and. j <= ${height}`;
    const sides = [
      {
        at: `x <= ${rim}`,
        last: '',
        cell: [`x - ${rim}`, 'y'],
        of: [`i - ${rim}`, 'j'],
        holds: `i > ${rim} .and. j <= ${height}`,
      },
      {
        at: `x > ${columns - rim}`,
        last: 'i == n',
        cell: [`x + ${rim}`, 'y'],
        of: [`i + ${rim}`, 'j'],
        holds: `i + ${rim} <= n .and. j <= ${height}`,
      },
      {
        at: `y <= ${rim}`,
        last: '',
        cell: ['x', `y - ${rim}`],
        of: ['i', `j - ${rim}`],
        holds: `j > ${rim} .and. i <= n`,
      },
      {
        at: `y > ${rows - rim}`,
        last: `j == ${height}`,
        cell: ['x', `y + ${rim}`],
        of: ['i', `j + ${rim}`],
        holds: `j <= ${height - rim} .and. i <= n`,
      },
    ] as const;
    if (edge === 'padded')
      return this.inOrder(
        this.store('x', 'y', 'i', 'j', inside),
        sides.flatMap(({ at, cell, of, holds }) => {
          const other = r(12) === 0 ? holds.replace('> ', '> 1 + ') : holds;
          return [`if (${at}) then`, ...this.store(cell[0], cell[1], of[0], of[1], other), 'end if'];
        }),
      );
    const lines = sides.flatMap(({ at, last, cell, of }) => {
      const when = last === '' ? at : r(2) === 0 ? `${at} .or. ${last}` : `${last} .or. ${at}`;
      const wrong = r(14) === 0 ? ' + 1' : '';
      return [`if (${when}) s(${cell[0]}, ${cell[1]}) = ${this.source(of[0], of[1])}${wrong}`];
    });
    const all = this.inOrder([`s(x, y) = ${this.cell('i', 'j')}`], lines);
    return [`if (${inside}) then`, ...all, 'end if'];
  }

  private inOrder(own: readonly string[], rims: readonly string[]): readonly string[] {
    return this.r(3) === 0 ? [...rims, ...own] : [...own, ...rims];
  }

  /** Of a cell that lies in the array where `inside` holds. */
  private store(x: string, y: string, i: string, j: string, inside: string): readonly string[] {
    const { r, pad } = this;
    if (this.tile.edge !== 'padded') return [`s(${x}, ${y}) = ${this.source(i, j)}`];
    const value = this.cell(i, j);
    const beyond = r(14) === 0 ? pad + 1 : pad;
    const to = `s(${x}, ${y})`;
    return one(r, [
      [`if (${inside}) then`, `${to} = ${value}`, 'else', `${to} = ${beyond}`, 'end if'],
      [`${to} = ${beyond}`, `if (${inside}) ${to} = ${value}`],
      [`if (.not. (${inside})) then`, `${to} = ${beyond}`, 'else', `${to} = ${value}`, 'end if'],
    ]);
  }

  private cell(i: string, j: string): string {
    return `${this.tile.from}(${i} + n*(${j} - 1))`;
  }

  private source(i: string, j: string): string {
    const { height, edge } = this.tile;
    const within = (e: string, n: string): string => {
      if (edge === 'kept') return `min(max(${e}, 1), ${n})`;
      if (edge === 'remainders') return `mod(${e} - 1 + 4*${n}, ${n}) + 1`;
      return `merge(${e} + ${n}, merge(${e} - ${n}, ${e}, ${e} > ${n}), ${e} < 1)`;
    };
    // Tiles that are filled to their ends may reach beyond an array of few cells more than once.
    const [x, y] = [within(i, 'n'), within(j, String(height))];
    const bound = (e: string, n: string): string => (edge === 'wrapped' ? `min(max(${e}, 1), ${n})` : e);
    return this.cell(bound(x, 'n'), bound(y, String(height)));
  }

  private read(): string {
    const { rim, fill } = this.tile;
    const { r } = this;
    const near = (): number => r(2 * rim + 1) - rim;
    const lines = Array.from({ length: 1 + r(4) }, () => {
      const [dx, dy] = [near(), near()];
      return `      v = v*2 + s(x + ${dx}, y + ${fill !== 'rims' || dx === 0 ? dy : 0})\n`;
    });
    if (r(3) === 0) lines.push(`      do k = ${-rim}, ${rim}\n        v = v + s(x + k, y)\n      end do\n`);
    if (r(4) === 0) lines.push(`      if (s(x, y + ${rim}) > 3) v = v - s(x, y - ${rim})\n`);
    if (r(5) === 0) lines.push(`      if (i > 1) then\n        v = v + s(x - 1, y)\n      end if\n`);
    return lines.join('');
  }
}
