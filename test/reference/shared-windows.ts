/**
 * Random kernels whose blocks work on windows of an array that overlap: each counts the ends of the array within its own window, keeps neighbours between them, and goes one to three steps, each of
 * which has one thread less at either side.
 */
import { type Random, randomSource } from '../back/random-kernel.ts';
import { type RandomKernel, type RandomSource, sourceOf } from './kernel-source.ts';

const types = { ia: 'integer', ra: 'real', da: 'real(8)' } as const;

export function sharedWindows(from: number, to: number): RandomSource {
  const kernels: RandomKernel[] = [];
  const parts: string[] = [];
  for (let seed = from; seed < to; seed++) {
    const r = randomSource(seed * 23 + 11);
    const steps = 1 + r(3);
    const width = 2 * steps + 1 + r(r(2) === 0 ? 8 : 40);
    const rows = r(3) === 0 ? 2 * steps + 1 + r(4) : 1;
    const grid = 1 + r(4);
    const inner = width - 2 * steps;
    const isFlat = rows > 1 && r(2) === 0;
    kernels.push({
      name: `kernel${seed}`,
      grid: [grid, rows > 1 ? 1 + r(2) : 1, 1],
      block: isFlat ? [width * rows, 1, 1] : [width, rows, 1],
      n: Math.max(1, inner * grid - r(inner + 2)),
    });
    parts.push(kernelText(`kernel${seed}`, { steps, width, rows, isFlat }, r));
  }
  return sourceOf(kernels, parts);
}

/** `isFlat`: of one row of threads that takes itself for several. */
type Window = { readonly steps: number; readonly width: number; readonly rows: number; readonly isFlat: boolean };

function kernelText(name: string, { steps, width, rows, isFlat }: Window, r: Random): string {
  const of = (['ia', 'ia', 'ra', 'da'] as const)[r(4)]!;
  const isPlane = rows > 1;
  const at = (x: string, y = 'ty'): string => (isPlane ? `(${x}, ${y})` : `(${x})`);
  const extent = isPlane ? `(0:${width - 1}, 0:${rows - 1})` : `(0:${width - 1})`;
  const y = isPlane ? `fy + ty` : '0';
  const own = isPlane ? ` .and. ty >= ymin .and. ty <= ymax .and. ty > i .and. ty < ${rows - 1} - i` : '';
  const lines = isPlane ? `s${at('tx', 'so')} - s${at('tx', 'no')}` : `s${at('we')}`;
  const last = width - 1;
  const value = [
    `s${at('tx')} + s${at('we')} - s${at('ea')}`,
    `max(s${at('we')}, s${at('ea')}) + ${lines}`,
    `s${at('ea')} + q${at('tx')} + ${lines}`,
    `s${at('we')} - ${lines} + i`,
  ][r(4)]!;
  return `  attributes(global) subroutine ${name}(ia, la, ra, da, ca, n)
    integer, value :: n
    integer :: ia(0:*), ca(*)
    integer(8) :: la(0:*)
    real :: ra(0:*)
    real(8) :: da(0:*)
    ${types[of]}, shared, dimension${extent} :: s, u, q
    integer :: tx, ty, f, fy, x, y, xmin, xmax, ymin, ymax, no, so, we, ea, i, m
    logical :: c
    tx = ${isFlat ? `mod(threadIdx%x - 1, ${width})` : 'threadIdx%x - 1'}
    ty = ${isFlat ? `(threadIdx%x - 1)/${width}` : 'threadIdx%y - 1'}
    m = ${rows > 1 ? rows : 1}
    f = ${width - 2 * steps}*(blockIdx%x - 1) - ${steps}
    fy = ${Math.max(1, rows - 2 * steps)}*(blockIdx%y - 1) - ${isPlane ? steps : 0}
    x = f + tx
    y = ${y}
    if (x >= 0 .and. x <= n - 1${isPlane ? ' .and. y >= 0 .and. y <= m - 1' : ''}) then
      s${at('tx')} = ${of}(x + n*y)
      q${at('tx')} = ${['x', `${of}(x + n*y)`, 'y - x'][r(3)]}
    end if
    call syncthreads()
    ${least('xmin', 'f', r)}
    ${most('xmax', 'f', last, 'n', r)}
    ${least('ymin', 'fy', r)}
    ${most('ymax', 'fy', rows - 1, 'm', r)}
    ${kept('we', 'tx - 1', '<', 'xmin', 'max', r)}
    ${kept('ea', 'tx + 1', '>', 'xmax', 'min', r)}
    ${kept('no', 'ty - 1', '<', 'ymin', 'max', r)}
    ${kept('so', 'ty + 1', '>', 'ymax', 'min', r)}
    do i = 0, ${steps - 1}
      c = .false.
      if (tx >= i + 1 .and. tx <= ${last} - i - 1 .and. tx >= xmin .and. tx <= xmax${own}) then
        c = .true.
        u${at('tx')} = ${value}
      end if
      call syncthreads()
      if (i == ${steps - 1}) exit
      if (c) s${at('tx')} = u${at('tx')}
      call syncthreads()
    end do
    if (c) la(x + n*y) = int(u${at('tx')}, 8)
  end subroutine ${name}
`;
}

function least(name: string, first: string, r: Random): string {
  return [`${name} = merge(-${first}, 0, ${first} < 0)`, `${name} = max(-${first}, 0)`, `${name} = max(0, -${first})`][
    r(3)
  ]!;
}

function most(name: string, first: string, last: number, n: string, r: Random): string {
  return [
    `${name} = merge(${last} - (${first} + ${last} - ${n} + 1), ${last}, ${first} + ${last} > ${n} - 1)`,
    `${name} = min(${last}, ${n} - 1 - ${first})`,
    `${name} = ${last}\n    if (${first} + ${last} >= ${n}) ${name} = ${n} - 1 - ${first}`,
  ][r(3)]!;
}

function kept(name: string, value: string, beyond: string, end: string, choose: string, r: Random): string {
  return [
    `${name} = ${value}\n    if (${name} ${beyond} ${end}) ${name} = ${end}`,
    `${name} = ${choose}(${value}, ${end})`,
    `${name} = merge(${end}, ${value}, ${value} ${beyond} ${end})`,
  ][r(3)]!;
}
