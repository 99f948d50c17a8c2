/**
 * Random kernels that go over a tile in shared memory along its diagonals: in iteration d of a loop around barriers thread t works at the cell (t, j) with j = ±d ± t + c, and reads cells beside it that
 * no thread writes in the same iteration: of earlier ones, of later ones, of threads on either side.
 */
import { type Random, randomSource } from '../back/random-kernel.ts';
import { type RandomKernel, type RandomSource, sourceOf } from './kernel-source.ts';

const types = { ia: ['integer', '3'], ra: ['real', '0.5'], da: ['real(8)', '0.25d0'] } as const;
type Wave = {
  readonly width: number;
  readonly factor: string;
  readonly rows: boolean;
  readonly along: 1 | -1;
  readonly across: 1 | -1;
};

export function sharedWaves(from: number, to: number): RandomSource {
  const kernels: RandomKernel[] = [];
  const parts: string[] = [];
  for (let seed = from; seed < to; seed++) {
    const r = randomSource(seed * 17 + 5);
    const block = [2 + r(19), 1, 1] as const;
    kernels.push({ name: `kernel${seed}`, grid: [1 + r(3), 1, 1], block, n: 1 + r(6) });
    parts.push(kernelText(`kernel${seed}`, block[0], r));
  }
  return sourceOf(kernels, parts);
}

function kernelText(name: string, threads: number, r: Random): string {
  const of = (['ia', 'ia', 'ia', 'ra', 'da'] as const)[r(5)]!;
  const [type, factor] = types[of];
  const width = 2 + r(18);
  const wave: Wave = { width, factor, rows: r(2) === 0, along: r(3) === 0 ? -1 : 1, across: r(3) === 0 ? 1 : -1 };
  const [inner, outer] = wave.rows ? [threads, width] : [width, threads];
  const cells = (inner + 2) * (outer + 2) - 1;
  const waves = Array.from({ length: 1 + r(2) }, () =>
    waveText(r, { ...wave, along: r(4) === 0 ? 1 : wave.along }, threads),
  ).join('');
  return `  attributes(global) subroutine ${name}(ia, la, ra, da, ca, n)
    integer, value :: n
    integer :: ia(*), ca(*)
    integer(8) :: la(*)
    real :: ra(*)
    real(8) :: da(*)
    ${type}, shared :: s(0:${inner + 1}, 0:${outer + 1})
    integer :: t, j, d, k
    ${type} :: v
    t = threadIdx%x
    do k = t - 1, ${cells}, ${threads}
      s(mod(k, ${inner + 2}), k/${inner + 2}) = mod(k*7 + blockIdx%x, 11)*${factor}
    end do
    call syncthreads()
${waves}    v = 0
    do k = 0, ${width + 1}
      v = v + ${wave.rows ? 's(t, k)' : 's(k, t)'}*mod(k, 5)
    end do
    ${of}(t + ${threads}*(blockIdx%x - 1)) = v
  end subroutine ${name}
`;
}

function waveText(r: Random, wave: Wave, threads: number): string {
  const { width, along, across } = wave;
  // All of 1 to `width` for all threads, or some of it.
  const shift = across * along > 0 ? (along > 0 ? -threads : threads + width + 1) : along > 0 ? 1 : width;
  const last = threads + width - r(3);
  const steps = r(5) === 0 ? `${last}, 1, -1` : `1, ${last}`;
  const guard = [
    `j >= 1 .and. j <= ${width}`,
    `j > 0 .and. j < ${width} + 1`,
    `j <= ${width} .and. j >= 1 .and. t > n - 3`,
    `j >= 1 .and. j <= min(${width}, n)`,
  ][r(r(2) === 0 ? 2 : 4)]!;
  const value = valueAt(r, wave);
  const j = `${along > 0 ? 'd' : '-d'} ${across > 0 ? '+' : '-'} t + ${shift}`;
  const split = r(4) === 0;
  const body = split
    ? `if (${guard}) v = ${value}\n      call syncthreads()\n      if (${guard}) ${cell(wave, 0, 0)} = v`
    : `if (${guard}) then\n        ${cell(wave, 0, 0)} = ${value}\n      end if`;
  const more = ['', '', '', `      la(t + blockDim%x*(blockIdx%x - 1)) = d\n`, '      v = v + d\n'][r(5)]!;
  return `    v = 1
    do d = ${steps}
      j = ${j}
      ${body}
${more}      call syncthreads()
    end do
${r(6) === 0 ? '    if (t == 1 .and. blockIdx%x == 1) ca(1) = d\n' : ''}`;
}

function valueAt(r: Random, wave: Wave): string {
  const { factor, across } = wave;
  const beside = (): string => {
    const [di, dj] = [r(3) - 1, r(3) - 1];
    return dj === across * di ? cell(wave, 0, -1) : cell(wave, di, dj);
  };
  const forward = (): string => cell(wave, 0, wave.along > 0 ? -1 : 1);
  const [a, b, c] = [r(2) === 0 ? forward() : beside(), beside(), beside()];
  return [
    `max(${a} + ${factor}, ${b} - 1, ${c} - ${factor})`,
    `${a} - ${b}`,
    `min(${a}, ${b}, ${c}) + d`,
    `${a} + ${cell(wave, 0, 0)}`,
  ][r(4)]!;
}

function cell({ rows }: Wave, di: number, dj: number): string {
  const [i, j] = [`t + ${di}`, `j + ${dj}`].map((x) => x.replace(' + 0', '').replace('+ -', '- '));
  return rows ? `s(${i}, ${j})` : `s(${j}, ${i})`;
}
