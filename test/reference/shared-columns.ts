/** Random kernels whose threads hand values along the columns of tiles in shared memory, from barrier to barrier: by trees, by rows in another order, under guards, and now and then to other columns. */
import { type Random, randomSource } from '../back/random-kernel.ts';
import { type RandomKernel, type RandomSource, sourceOf } from './kernel-source.ts';

const types = { ia: ['integer', '3'], ra: ['real', '0.5'], da: ['real(8)', '0.25d0'] } as const;
type Name = keyof typeof types;
type Tile = { readonly columns: number; readonly rows: number; readonly factor: string };

export function sharedColumns(from: number, to: number): RandomSource {
  const kernels: RandomKernel[] = [];
  const parts: string[] = [];
  for (let seed = from; seed < to; seed++) {
    const r = randomSource(seed * 13 + 7);
    const block = [1 + r(18), 2 + r(8), 1] as const;
    kernels.push({ name: `kernel${seed}`, grid: [1 + r(3), 1, 1], block, n: 1 + r(block[0]) });
    parts.push(kernelText(`kernel${seed}`, block, r));
  }
  return sourceOf(kernels, parts);
}

function kernelText(name: string, [columns, rows]: readonly [number, number, number], r: Random): string {
  const of = (['ia', 'ra', 'da'] as const)[r(3)]!;
  const [type, factor] = types[of];
  // Rows that overlap are those of several columns.
  const row = columns + r(3) - (columns > 2 && r(8) === 0 ? 2 : 0);
  const cells = row * (rows + 1) + columns;
  const tile = { columns, rows, factor };
  const own = row < columns ? 'if (x == 1) ' : '';
  const steps = Array.from({ length: 1 + r(5) }, (_, i) => stepText(r, tile, i % 2 === 0, own)).join('');
  return `  attributes(global) subroutine ${name}(ia, la, ra, da, ca, n)
    integer, value :: n
    integer :: ia(*), ca(*)
    integer(8) :: la(*)
    real :: ra(*)
    real(8) :: da(*)
    ${type}, shared :: s(0:${cells}), t(0:${cells})
    integer :: x, y, i
    ${type} :: v
    x = threadIdx%x
    y = threadIdx%y
    i = x + ${columns}*(y - 1) + ${columns * rows}*(blockIdx%x - 1)
${own ? zero(cells, columns * rows) : ''}    ${own}s(${place('x', 'y', row)}) = i*${factor}
    ${own}t(${place('x', 'y', row)}) = y
    call syncthreads()
${steps.replaceAll(/@\{([^;]*);([^}]*)\}/g, (_, x: string, y: string) => `(${place(x, y, row)})`)}    if (x <= n) ${of}(i) = s(${place('x', 'y', row)})
    ${name.endsWith('3') ? `if (y == 1) ${other(of)}(i) = t(${place('x', '1', row)})` : ''}
  end subroutine ${name}
`;
}

/** Cells that the first threads of rows leave alone are read, too. */
const zero = (cells: number, threads: number): string =>
  `    do y = threadIdx%x - 1 + blockDim%x*(threadIdx%y - 1), ${cells}, ${threads}
      s(y) = 0
      t(y) = 0
    end do
    y = threadIdx%y
    call syncthreads()
`;

const other = (of: Name): Name => (of === 'ia' ? 'da' : 'ia');
const place = (x: string, y: string, row: number): string => `${x} + ${row}*(${y} - 1)`;

/** Of two tiles one is read and the other written; a tree adds to the rows that nobody reads. \`@{x; y}\`: a cell. */
function stepText(r: Random, { columns, rows, factor }: Tile, even: boolean, own: string): string {
  const [from, to] = even ? ['s', 't'] : ['t', 's'];
  const there = [`${rows + 1} - y`, 'y', `mod(y, ${rows}) + 1`, `max(y - 1, 1)`, `${1 + r(rows)}`][r(5)]!;
  const beside = r(6) === 0 ? [`${columns + 1} - x`, 'min(x + 1, n)', '1'][r(3)]! : 'x';
  const half = Math.ceil(rows / 2);
  const guard = ['', `if (y > ${1 + r(rows)}) `, 'if (mod(y, 2) == 0) ', ''][r(4)]!;
  const bodies = [
    `${own}${to}@{x;y} = ${from}@{${beside};${there}}`,
    `v = ${from}@{${beside};${there}}*${factor} + 1\n    ${own}${to}@{x;y} = v`,
    own ? `${own}${to}@{x;y} = 2` : `${guard}${to}@{x;y} = ${from}@{${beside};${there}} + ${to}@{x;y}`,
    own ? `v = 1` : `if (y + ${half} <= ${rows}) ${from}@{x;y} = ${from}@{x;y} + ${from}@{x;y + ${half}}`,
    own ? `v = 2` : `if (x <= n) ${to}@{x;${rows + 1} - y} = ${from}@{x;y} - 1`,
  ];
  return `    ${bodies[r(bodies.length)]!}\n    call syncthreads()\n`;
}
