/** Random kernels whose threads do several pieces of work with arrays of their own, which each piece fills before it reads them, or some of the pieces only. */
import { type Random, randomSource } from '../back/random-kernel.ts';
import { type RandomKernel, type RandomSource, sourceOf } from './kernel-source.ts';
import { one } from './typed-values.ts';

const blocks = [
  [64, 1, 1],
  [37, 1, 1],
  [32, 1, 1],
  [16, 4, 1],
] as const;
const types = ['integer', 'real', 'real(8)', 'integer(8)'] as const;

export function ownArrays(from: number, to: number): RandomSource {
  const kernels: RandomKernel[] = [];
  const parts: string[] = [];
  for (let seed = from; seed < to; seed++) {
    const r = randomSource(seed * 29 + 11);
    const block = blocks[seed % blocks.length]!;
    const each = 1 + r(4);
    const grid = 1 + r(3);
    const all = grid * block[0] * each;
    const n = r(4) === 0 ? 3 + r(14) : Math.max(3, all - r(3) * r(20));
    kernels.push({ name: `kernel${seed}`, grid: [grid, 1, 1], block, n, elements: 40 * all + 400 });
    parts.push(kernelText(`kernel${seed}`, each, block[1], r));
  }
  return sourceOf(kernels, parts);
}

function kernelText(name: string, each: number, rows: number, r: Random): string {
  const { head, inside, first } = one<Heading>(r, headings(each));
  const size = one(r, [12, 12, 36]);
  // Cells that a piece leaves alone keep what the thread's first one wrote.
  const begins = r(3) === 0;
  const begin = `        if (${first}) then
          do j = 1, ${size}
            v(j) = mod(i + j, 9)
            u(j) = mod(i - j, 5)
          end do
          w = 3
        end if\n`;
  const guard = [...(head.endsWith('gridDim%x') ? [] : ['i <= n']), ...(rows > 1 ? ['threadIdx%y == 1'] : [])].join(
    ' .and. ',
  );
  const steps = ['u', 'v', 'w'].map((array) => fillText(array, size, r, begins));
  const uses = Array.from({ length: 1 + r(3) }, () => `        ${useText(r)}\n`);
  return `  attributes(global) subroutine ${name}(ia, la, ra, da, ca, n)
    integer, value :: n
    integer :: ia(*), ca(*)
    integer(8) :: la(n, *)
    real :: ra(*)
    real(8) :: da(*)
    integer :: t, i, j, k, l, m, o
    ${one(r, types)} :: v(${size})
    ${one(r, types)} :: u(${size})
    integer :: w(4, 3)
    t = (blockIdx%x - 1)*blockDim%x + threadIdx%x
    ${head}
${inside}${guard ? `      if (${guard}) then\n` : ''}        m = ${one(r, [`${size}`, `min(n, ${size})`, 'mod(n, 7) + 3', 'iand(t, 3) + 5', 'iand(ia(i), 3) + 4'])}
${begins ? begin : ''}${steps.join('')}${uses.join('')}${guard ? '      end if\n' : ''}    end do
  end subroutine ${name}
`;
}

/** What finds the place of an iteration, and says that it is a thread's first one. */
type Heading = { readonly head: string; readonly inside: string; readonly first: string };

function headings(each: number): readonly Heading[] {
  const from = `${each}*(t - 1) + 1`;
  return [
    {
      head: `do k = 0, ${each - 1}`,
      inside: `      i = ((blockIdx%x - 1)*${each} + k)*blockDim%x + threadIdx%x\n`,
      first: 'k == 0',
    },
    { head: `do k = 1, ${each}`, inside: `      i = ${each}*(t - 1) + k\n`, first: 'k == 1' },
    { head: `do i = ${from}, min(${each}*t, n)`, inside: '', first: `i == ${from}` },
    {
      head: `do k = ${each}*(blockIdx%x - 1) + 1, ${each}*blockIdx%x`,
      inside: '      i = (k - 1)*blockDim%x + threadIdx%x\n',
      first: `k == ${each}*(blockIdx%x - 1) + 1`,
    },
    { head: 'do i = t, n, blockDim%x*gridDim%x', inside: '', first: 'i == t' },
  ];
}

/** The first `m` cells at least, but for ways that count on what stands there. */
function fillText(a: string, size: number, r: Random, begins: boolean): string {
  if (a === 'w') return one(r, matrixFills(begins));
  const value = one(r, [
    'mod(i*j, 7)',
    'j + ia(i)',
    'mod(t + j, 5) - 2',
    'iand(i, 7)*j',
    'ia(i + n*iand(j, 7))',
    'int(la(i, j))',
  ]);
  const loop = (head: string, body: string): string => `        ${head}\n          ${body}\n        end do\n`;
  const full = [
    loop(`do j = 1, ${size}`, `${a}(j) = ${value}`),
    loop('do j = m, 1, -1', `${a}(j) = ${value}`),
    loop('do j = 1, m', `${a}(j) = ${value}`),
    loop(`do j = 1, ${size - 1}, 2`, `${a}(j) = ${value}\n          ${a}(j + 1) = i`),
    loop(
      `do j = 0, ${size / 3 - 1}`,
      `${a}(3*j + 1) = i\n          ${a}(3*j + 2) = j\n          ${a}(3*j + 3) = i - j`,
    ),
    `        ${a}(1) = iand(i, 15)\n${loop('do j = 2, m', `${a}(j) = ${a}(j - 1) + j`)}`,
    `        ${a}(m) = iand(i, 15)\n${loop('do j = m - 1, 1, -1', `${a}(j) = ${a}(j + 1) - j`)}`,
    `        ${a}(1) = 1\n        ${a}(2) = i\n${loop(`do j = 3, ${size}`, `${a}(j) = ${a}(j - 1) - ${a}(j - 2)`)}`,
    loop(
      `do j = 1, ${size}`,
      `if (iand(i + j, 3) == 0) then\n            ${a}(j) = 5\n          else\n            ${a}(j) = ${value}\n          end if`,
    ),
    loop(`do j = 1, ${size}, 2`, `${a}(j) = ${value}`) + loop(`do j = 2, ${size}, 2`, `${a}(j) = i + ${a}(j - 1)`),
    `        j = 1\n${loop(`do while (j <= ${size})`, `${a}(j) = ${value}\n          j = j + 1`)}`,
    loop(`do l = 1, ${size / 4}`, `do j = 1, 4\n            ${a}(4*(l - 1) + j) = ${value}\n          end do`),
  ];
  const holes = [
    loop(`do j = 1, ${size}, 2`, `${a}(j) = ${value}`),
    loop('do j = 1, m, 2', `${a}(j) = ${value}`),
    loop('do j = 1, m', `${a}(j) = ${value}\n          if (mod(i + j, 5) == 0) exit`),
    loop('do j = 1, m', `if (mod(i + j, 5) == 0) cycle\n          ${a}(j) = ${value}`),
    loop('do j = 1, m - 1', `${a}(j) = ${value}`),
    loop('do l = 1, m/3', `${a}(l) = l\n          ${a}(m) = ${value}`),
    loop(`do j = ${size}, 1, -2`, `${a}(j) = ${value}`),
    loop('do j = 2, m', `${a}(j) = ${a}(j - 1) + j`),
    loop(`do j = 1, ${size}`, `if (iand(i + j, 3) == 0) cycle\n          ${a}(j) = ${value}`),
    loop(`do j = 1, ${size}`, `if (j > m) exit\n          ${a}(j) = ${a}(j) + ${value}`),
    `        if (iand(i, 1) == 0) ${a}(1) = i\n`,
    `        ${a}(iand(i, 7) + 1) = i\n`,
    loop(`do j = 1, ${size}`, `${a}(j) = 3 - ${a}(${size + 1} - j)`),
  ];
  return one(r, begins && r(2) === 0 ? holes : full);
}

function matrixFills(begins: boolean): readonly string[] {
  const nest = (outer: string, inner: string, body: string): string =>
    `        ${outer}\n          ${inner}\n            ${body}\n          end do\n        end do\n`;
  return [
    nest('do l = 1, 3', 'do j = 1, 4', 'w(j, l) = j*l + i'),
    nest('do j = 1, 4', 'do l = 1, 3', 'w(j, l) = j - l*iand(i, 3)'),
    '        w = mod(i, 11)\n',
    nest('do l = 3, 1, -1', 'do j = 4, 1, -1', 'w(j, l) = j + m'),
    ...(begins
      ? [nest('do l = 1, 3', 'do j = 1, min(m, 3)', 'w(j, l) = w(j, l) + j'), '        w(:, 2) = w(:, 1) + 1\n']
      : []),
  ];
}

function useText(r: Random): string {
  const a = one(r, ['u', 'v']);
  return one(r, [
    `ia(i) = ia(i) + int(${a}(m))`,
    `ra(i) = ra(i) + real(${a}(1))`,
    `la(i, 1) = la(i, 1) - int(${a}(iand(ia(i), 1) + 2), 8)`,
    `do j = 1, m\n          da(i) = da(i) + dble(${a}(j))\n        end do`,
    `do j = 1, m\n          la(i, 1) = la(i, 1) + int(${a}(j)*${a}(m + 1 - j), 8)\n        end do`,
    `do j = m, 1, -1\n          ia(i) = ia(i) + j*int(${a}(j))\n        end do`,
    `o = mod(abs(ia(i)), 3) + 1\n        la(i, 1) = la(i, 1)*2 + w(o, o)`,
    `do l = 1, 3\n          ia(i) = ia(i) + w(l, 4 - l)*l\n        end do`,
    `ia(i) = ia(i) + sum(w)`,
    `do j = 1, m\n          o = iand(ia(i + n*iand(j, 7)), 7) + 1\n          ${a}(o) = ${a}(o) + 1\n        end do\n        la(i, 1) = la(i, 1) + int(${a}(3), 8)`,
    `do j = 1, m\n          la(i, j) = int(${a}(j), 8)\n        end do`,
    `do j = 1, min(m, 8)\n          ra(i + n*(j - 1)) = real(${a}(j))\n        end do`,
  ]);
}
