/** Kernels whose threads keep arrays of structures and combine two or three elements of them at a time, in loops whose ends the launch knows, the thread, or nobody but the compiler. */
import { type Random, randomSource } from '../back/random-kernel.ts';
import type { RandomKernel, RandomSource } from './kernel-source.ts';
import type { Dims } from './threads.ts';

const blocks: readonly Dims[] = [
  [64, 1, 1],
  [33, 1, 1],
  [8, 4, 1],
  [16, 2, 2],
  [7, 1, 1],
];
const types = ['integer', 'real', 'real(8)', 'integer(8)'] as const;
const names = ['x', 'y', 'z', 'w'] as const;
const elements = 8;

export function localStructures(from: number, to: number): RandomSource {
  const kernels: RandomKernel[] = [];
  const parts: string[] = [];
  const declared: string[] = [];
  for (let seed = from; seed < to; seed++) {
    const r = randomSource(seed);
    const name = `kernel${seed}`;
    const type = types[r(types.length)]!;
    const components = names.slice(0, 2 + r(3));
    declared.push(`  type s${seed}\n    ${type} :: ${components.join(', ')}\n  end type`);
    parts.push(kernelText(name, `s${seed}`, components, r));
    kernels.push({ name, grid: [2, 1, 1], block: blocks[r(blocks.length)]!, n: 1 + r(4) });
  }
  const launches = kernels.map((k) => `  call ${k.name}<<<1, 1>>>(ia, la, ra, da, ca, 1)`);
  const text = ['module m', '  implicit none', ...declared, 'contains', ...parts, 'end module m', programOf(launches)];
  return { text: text.join('\n'), kernels };
}

function kernelText(name: string, type: string, components: readonly string[], r: Random): string {
  const all = (e: string): string => components.map((c) => `${e}%${c}`).join(' + ');
  const loops = Array.from({ length: 1 + r(3) }, () => loopOf(type, components, r));
  return `  attributes(global) subroutine ${name}(ia, la, ra, da, ca, n)
    integer :: ia(*), ca(*)
    integer(8) :: la(*)
    real :: ra(*)
    real(8) :: da(*)
    integer, value :: n
    type(${type}) :: v(${elements}), p, q, s
    integer :: t, g, k, m
    t = threadIdx%x - 1 + blockDim%x * (threadIdx%y - 1 + blockDim%y * (threadIdx%z - 1))
    g = t + blockDim%x * blockDim%y * blockDim%z * (blockIdx%x - 1)
    do k = 1, ${elements}
${components.map((c, i) => `      v(k)%${c} = mod(g * ${3 + i} + k * ${5 + 2 * i}, ${11 + i})`).join('\n')}
    end do
${loops.flat().join('\n')}
    ia(4 * g + 1) = int(${all('v(1)')} + 10 * (${all('v(2)')}) + 100 * (${all('v(3)')}))
    ia(4 * g + 2) = int(${components.map((c, i) => `${i + 1} * v(4)%${c} + ${i + 5} * v(5)%${c}`).join(' + ')})
    ia(4 * g + 3) = int(${components.map((c, i) => `${i + 2} * v(6)%${c} - ${i + 7} * v(7)%${c}`).join(' + ')})
    ia(4 * g + 4) = int(${all('v(8)')})
  end subroutine ${name}`;
}

/** Elements lie between the first and the last, whatever the ends are. */
function loopOf(type: string, components: readonly string[], r: Random): readonly string[] {
  const ends = [`min(n, 4)`, '4', 'iand(t, 3) + 1', 'iand(ia(4 * g + 1), 3) + 1'];
  const end = ends[r(ends.length)]!;
  const [first, last, step] = r(3) === 0 ? [end, '1', ', -1'] : ['1', end, ''];
  const places = ['k', 'k + 4', '9 - k', 'k + min(n, 4)', '5 - k', 'k + 1', 'm'];
  const place = (): string => places[r(places.length)]!;
  const chosen = [place(), place(), place()] as const;
  const part = (): string => `${['p', 'q', 's'][r(3)]!}%${components[r(components.length)]!}`;
  const alike = r(2) === 0;
  const [a, b] = [['p', 'q', 's'][r(3)]!, ['p', 'q', 's'][r(3)]!];
  const values = (): string => {
    const of = (c: string): string =>
      alike ? `${a}%${c} - ${b}%${c}` : `${part()} ${r(2) === 0 ? '+' : '-'} ${part()}`;
    return components.map(of).join(', ');
  };
  const some = r(4) === 0;
  const store = (at: string): string =>
    r(4) === 0
      ? `      v(${at})%${components[r(components.length)]!} = ${part()}`
      : `      v(${at}) = ${type}(${values()})`;
  return [
    `    do k = ${first}, ${last}${step}`,
    `      m = k + ${1 + r(4)}`,
    `      p = v(${chosen[0]})`,
    `      q = v(${chosen[1]})`,
    `      s = v(${chosen[2]})`,
    ...(some ? [`      if (iand(t + k, ${1 + r(3)}) == 0) then`] : []),
    store(chosen[r(3)]!),
    store(chosen[r(3)]!),
    ...(r(2) === 0 ? [store(chosen[r(3)]!)] : []),
    ...(some ? ['      end if'] : []),
    '    end do',
  ];
}

const programOf = (launches: readonly string[]): string => `program p
  use m
  integer, device :: ia(4), ca(24)
  integer(8), device :: la(4)
  real, device :: ra(4)
  real(8), device :: da(4)
${launches.join('\n')}
end program p
`;
