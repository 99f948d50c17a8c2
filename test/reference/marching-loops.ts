/** Random kernels in which one thread goes along arrays: stencils, recurrences, both at once, up and down, by constant steps and by columns of a number that only the launch knows. */
import { type Random, randomSource } from '../back/random-kernel.ts';
import type { RandomKernel, RandomSource } from './kernel-source.ts';

const arrays = ['ia', 'ra', 'da'] as const;
type Name = (typeof arrays)[number];
const factors: Readonly<Record<string, string>> = { ia: '3', ra: '0.5', da: '0.25d0' };

export function marchingLoops(from: number, to: number): RandomSource {
  const kernels: RandomKernel[] = [];
  const parts: string[] = [];
  for (let seed = from; seed < to; seed++) {
    const r = randomSource(seed * 11 + 5);
    kernels.push({ name: `kernel${seed}`, grid: [1, 1, 1], block: [31, 1, 1], n: 1 + r(3) });
    parts.push(kernelText(`kernel${seed}`, r));
  }
  const launches = kernels.map((k) => `  call ${k.name}<<<1, 1>>>(ia, la, ra, da, ca, 1)\n`).join('');
  const text = `module m
  implicit none
contains
${parts.join('')}end module m
program p
  use m
  integer, device :: ia(128), ca(24)
  integer(8), device :: la(128)
  real, device :: ra(128)
  real(8), device :: da(128)
${launches}end program p
`;
  return { text, kernels };
}

function kernelText(name: string, r: Random): string {
  return `  attributes(global) subroutine ${name}(ia, la, ra, da, ca, n)
    integer, value :: n
    integer :: ia(128), ca(24)
    integer(8) :: la(128)
    real :: ra(n, 128/n)
    real(8) :: da(128)
    integer :: k, i, more
    real :: r0
    real(8) :: d0
    i = threadIdx%x
    do k = i, 128, 31
      ia(k) = ieor(k*37, 11); da(k) = k*0.75d0
      ra(1 + mod(k - 1, n), 1 + (k - 1)/n) = k*1.25
    end do
    call syncthreads()
    if (i > 1) return
    r0 = 1.0; d0 = 2.0d0; more = n
${Array.from({ length: 1 + r(3) }, () => loopText(r)).join('')}    la(1) = more
  end subroutine ${name}
`;
}

/** 128/n columns, and so many more cells of the others, are 42 or more. */
function loopText(r: Random): string {
  const step = [1, 1, 1, -1, 2, -2, 3][r(7)]!;
  const [low, high] = [5, r(2) ? '36 - n' : `${8 + r(28)}`];
  const bounds = step > 0 ? `${low}, ${high}, ${step}` : `${high}, ${low}, ${step}`;
  const main = arrays[r(3)]!;
  const statements = Array.from({ length: 1 + r(3) }, () => statementText(r, main));
  return `    do k = ${bounds}\n${statements.map((s) => `      ${s}\n`).join('')}    end do\n`;
}

function statementText(r: Random, main: Name): string {
  const of = r(2) ? main : arrays[r(3)]!;
  const terms = Array.from({ length: 1 + r(4) }, () => {
    const [from, by] = [r(4) ? of : arrays[r(3)]!, factors[of]];
    return r(4) ? `${cell(from, r)}` : `${by}*${cell(from, r)}`;
  });
  const value = terms.join(' + ');
  switch (r(5)) {
    case 0:
      return of === 'ra' ? `r0 = ${value}` : `d0 = ${value}`;
    case 1:
      return `if (mod(k, 3) == 0) ${cell(of, r)} = ${value}`;
    case 2:
      return `more = more + merge(1, 2, ${value} > 5)`;
    default:
      return `${cell(of, r)} = ${value}${r(3) ? '' : of === 'da' ? ' + d0' : ' + r0'}`;
  }
}

function cell(of: string, r: Random): string {
  const at = r(7) - 3;
  const k = at === 0 ? 'k' : `k ${at < 0 ? '-' : '+'} ${Math.abs(at)}`;
  return of === 'ra' ? `ra(1, ${k})` : `${of}(${k})`;
}
