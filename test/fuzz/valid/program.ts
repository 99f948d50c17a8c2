/**
 * One random valid program as a module: `work_SEED` fills an array with the bits of all its variables. For a kernel the procedures are device ones and `work_SEED`
 * runs in one thread; for the host they are plain Fortran that gfortran takes too.
 */
import { bounded, expression } from './expressions.ts';
import {
  type Dummy,
  extentOf,
  type Kind,
  kinds,
  Maker,
  type Procedure,
  rangeOf,
  typeText,
  type Variable,
} from './maker.ts';
import { statements } from './statements.ts';
import { textSection } from './text.ts';

export type Target = 'host' | 'kernel';

/** Cells of the array that the bits go to. */
export const cells = 1200;

export function moduleOf(seed: number, target: Target, onHostOnly: boolean): string {
  const m = new Maker(seed, onHostOnly);
  const device = target === 'kernel' ? 'attributes(device) ' : '';
  const procedures = Array.from({ length: m.between(2, 4) }, (_, i) => procedure(m, seed, i, device));
  m.procedures.push(...procedures.map((p) => p.known));
  const work = workOf(m, seed, target === 'kernel' ? 'attributes(global) ' : '');
  return [
    `module fuzz_${seed}`,
    '  implicit none',
    `  type :: pair_${seed}`,
    '    integer(4) :: n',
    '    real(8) :: x',
    '    integer(2) :: a(3)',
    '    logical :: l',
    '  end type',
    'contains',
    ...work,
    ...procedures.flatMap((p) => p.lines),
    'end module',
    '',
  ].join('\n');
}

// ---- procedures -----------------------------------------------------------------------------------------------------

type Made = { readonly known: Procedure; readonly lines: readonly string[] };

/** Functions are pure; half of them elemental. A subroutine changes its arguments. */
function procedure(outer: Maker, seed: number, i: number, device: string): Made {
  const m = new Maker(seed * 7 + i + 1, outer.host);
  const result = m.chance(0.7) ? m.pick(kinds) : undefined;
  const elemental = result !== undefined && m.chance(0.5);
  const dummies = Array.from(
    { length: m.between(1, 3) },
    (): Dummy => ({
      kind: m.pick(kinds),
      extent: !elemental && m.chance(0.4) ? m.between(2, 4) : 0,
      intent: result === undefined && m.chance(0.6) ? 'inout' : 'in',
    }),
  );
  const name = `${result ? 'fn' : 'sb'}_${seed}_${i}`;
  const known: Procedure = { name, result, elemental, dummies };
  const names = dummies.map((_, k) => `d${k + 1}`).join(', ');
  const words = result ? (elemental ? 'elemental ' : 'pure ') : '';
  m.lines.push(
    `  ${device}${words}${result ? 'function' : 'subroutine'} ${name}(${names})${result ? ' result(res)' : ''}`,
  );
  m.indent = 2;
  dummies.forEach((d, k) => {
    const shape = d.extent === 0 ? '' : m.chance(0.5) ? '(:)' : `(${d.extent})`;
    m.write(`${typeText(d.kind)}, intent(${d.intent}) :: d${k + 1}${shape}`);
    m.variables.push({
      name: `d${k + 1}`,
      suffix: '',
      kind: d.kind,
      bounds: d.extent === 0 ? [] : [[1, d.extent]],
      ...(d.intent === 'in' && { fixed: [-rangeOf[d.kind], rangeOf[d.kind]] as const }),
    });
  });
  if (result) {
    m.write(`${typeText(result)} :: res`);
    m.variables.push({ name: 'res', suffix: '', kind: result, bounds: [] });
  }
  const locals = declareLocals(m, 2, false);
  m.write('integer :: i_1, i_2, i_3, w_1, w_2, c_1, f_1, f_2, f_3');
  if (result) m.write(`res = ${start(m, result)}`);
  initialise(m, locals);
  statements(m, m.between(2, 4), 2);
  if (result) m.write(`res = ${bounded(result, expression(m, result, 3), rangeOf[result]).text}`);
  m.lines.push(`  end ${result ? 'function' : 'subroutine'}`);
  return { known, lines: m.lines };
}

// ---- the work -------------------------------------------------------------------------------------------------------

function workOf(m: Maker, seed: number, prefix: string): string[] {
  m.lines.push(`  ${prefix}subroutine work_${seed}(o)`);
  m.indent = 2;
  m.write(`integer(8) :: o(${cells})`);
  const locals = declareLocals(m, m.between(6, 9), true);
  m.write(`type(pair_${seed}) :: s, t(3)`);
  const parts: Variable[] = (
    [
      ['%n', 'i4', []],
      ['%x', 'r8', []],
      ['%l', 'l', []],
    ] as const
  ).flatMap(([suffix, kind]): Variable[] => [
    { name: 's', suffix, kind, bounds: [] },
    { name: 't', suffix, kind, bounds: [[1, 3]] },
  ]);
  m.write('integer :: i_1, i_2, i_3, w_1, w_2, c_1, f_1, f_2, f_3, at');
  const text = m.host ? textSection(m) : undefined;
  text?.declare();
  m.variables.push(...parts);
  initialise(m, [...locals, ...parts]);
  m.write('s%a = [1_2, 2_2, 3_2]');
  m.write('t(1)%a = s%a; t(2)%a = 5_2; t(3)%a = -s%a');
  m.variables.push({ name: 's%a', suffix: '', kind: 'i2', bounds: [[1, 3]] });
  statements(m, m.between(8, 14), 3);
  text?.use();
  m.write('t(2) = s');
  m.write('o = 0; at = 0');
  for (const v of [...locals, ...parts]) putOut(m, v);
  text?.putOut();
  m.lines.push('  end subroutine');
  return m.lines;
}

function declareLocals(m: Maker, count: number, allocatables: boolean): Variable[] {
  const made: Variable[] = [];
  const add = (kind: Kind, rank: number): void => {
    const name = m.name(rank > 0 ? 'a' : 'v');
    const bounds = Array.from({ length: rank }, (): readonly [number, number] => {
      const low = m.pick([1, 1, 1, 0, -2]);
      return [low, low + m.between(1, 3) + (rank === 1 ? m.between(1, 4) : 0)];
    });
    const shape = bounds.map(([low, high]) => `${low}:${high}`).join(', ');
    if (rank > 0 && allocatables && m.chance(0.3)) {
      m.write(`${typeText(kind)}, allocatable :: ${name}(${bounds.map(() => ':').join(', ')})`);
      allocations.push(`allocate (${name}(${shape}))`);
    } else m.write(`${typeText(kind)} :: ${name}${rank > 0 ? `(${shape})` : ''}`);
    made.push({ name, suffix: '', kind, bounds });
  };
  const allocations: string[] = [];
  for (let i = 0; i < count; i++) add(m.pick(kinds), 0);
  for (let i = 0; i < count; i++) add(m.pick(kinds), m.pick([1, 1, 2, 2, 3]));
  pending.set(m, allocations);
  m.variables.push(...made);
  return made;
}

const pending = new WeakMap<Maker, string[]>();

function initialise(m: Maker, variables: readonly Variable[]): void {
  for (const line of pending.get(m) ?? []) m.write(line);
  for (const v of variables) m.write(`${v.name}${v.suffix} = ${start(m, v.kind)}`);
}

function start(m: Maker, kind: Kind): string {
  const n = m.between(-9, 9);
  if (kind === 'l') return n > 0 ? '.true.' : '.false.';
  if (kind[0] === 'i') return String(n);
  return kind[0] === 'r' ? `${n}.5` : `(${n}.25, -${Math.abs(n)}.5)`;
}

function putOut(m: Maker, v: Variable): void {
  const indices = v.bounds.map((_, i) => `i_${i + 1}`);
  const reference = `${v.name}${indices.length > 0 ? `(${indices.join(', ')})` : ''}${v.suffix}`;
  [...v.bounds].reverse().forEach(([low, high], k) => {
    m.write(`do i_${v.bounds.length - k} = ${low}, ${high}`);
  });
  for (const bits of bitsOf(v.kind, reference)) m.write(`at = at + 1; o(at) = ${bits}`);
  for (const _ of v.bounds) m.write('end do');
}

function bitsOf(kind: Kind, x: string): string[] {
  switch (kind) {
    case 'l':
      return [`merge(1_8, 0_8, ${x})`];
    case 'r4':
      return [`int(transfer(${x}, 0_4), 8)`];
    case 'r8':
      return [`transfer(${x}, 0_8)`];
    case 'z4':
      return [`int(transfer(real(${x}), 0_4), 8)`, `int(transfer(aimag(${x}), 0_4), 8)`];
    case 'z8':
      return [`transfer(real(${x}, 8), 0_8)`, `transfer(aimag(${x}), 0_8)`];
    default:
      return [`int(${x}, 8)`];
  }
}

// ---- whole programs -------------------------------------------------------------------------------------------------

/** Runs the work of the seeds one after another and prints the bits of each. */
export function programOf(seeds: readonly number[], target: Target, onHostOnly: boolean): string {
  const kernel = target === 'kernel';
  return [
    ...seeds.map((seed) => moduleOf(seed, target, onHostOnly)),
    'program fuzz',
    ...(kernel ? ['  use cudafor'] : []),
    ...seeds.map((seed) => `  use fuzz_${seed}, only: work_${seed}`),
    '  implicit none',
    `  integer(8) :: o(${cells})`,
    ...(kernel ? [`  integer(8), device :: o_d(${cells})`] : []),
    ...seeds.flatMap((seed) => [
      ...(kernel ? [`  call work_${seed}<<<1, 1>>>(o_d)`, '  o = o_d'] : [`  call work_${seed}(o)`]),
      `  print '(a, ${cells}(1x, z0))', 'seed ${seed}:', o`,
    ]),
    'end program',
    '',
  ].join('\n');
}

export { extentOf };
