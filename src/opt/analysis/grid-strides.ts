/** Loops by strides of the grid: `do i = (blockIdx%x - 1)*blockDim%x + threadIdx%x, n, blockDim%x*gridDim%x`, or by blocks alone (`do j = blockIdx%y, n, gridDim%y`). */
import { integer, op, special, sub, toInteger } from '../../ir/build.ts';
import type { Expression, Statement } from '../../ir/module.ts';
import { keyOf } from '../../ir/value-key.ts';
import { mapExpression, someExpression } from '../../ir/walk.ts';
import {
  type AddressWidth,
  type Affine,
  AffineForms,
  difference,
  expressionOf,
  growthBy,
  isZero,
  plus,
  type Term,
} from './affine.ts';

type For = Extract<Statement, { kind: 'for' }>;
export type GridAxis = 'x' | 'y' | 'z';

export type GridStride = {
  readonly axis: GridAxis;
  /** Of the first iteration, of places and parameters. */
  readonly from: Expression;
  /** From iteration to iteration of one thread. */
  readonly step: Expression;
  /** Iterations of the threads that have the most, i64. */
  readonly trips: Expression;
  /** Of a grid whose threads have one iteration each, i64. */
  readonly blocks: Expression;
  /** Whether the loop's variable is one that it goes through. */
  readonly within: Expression;
};

const axes: readonly GridAxis[] = ['x', 'y', 'z'];
const exact = new AffineForms({ bits: 64, keyOf });

/** `expand`: what it is of places and parameters. */
export function gridStrideOf(s: For, expand: (e: Expression) => Expression | undefined): GridStride | undefined {
  const [from, step, long] = [expand(s.from), expand(s.step), expand(s.trips)];
  const trips = long?.kind === 'op' && long.op === 'extend' ? long.args[0] : long;
  if (!from || !step || trips?.kind !== 'op' || trips.op !== 'div') return undefined;
  const start = exact.of(from);
  const by = exact.of(step);
  const axis = axes.find((a) => isStride(start, by, a));
  const perBlock = axis && growthBy(start, isSpecial(`ctaid.${axis}`));
  if (!perBlock || asksOtherBlocks(from, axis)) return undefined;
  const [over, divisor] = trips.args;
  if (!isZero(difference(exact.of(atLeastOne(divisor!)), by))) return undefined;
  // There is an iteration where the numerator is the step or more.
  const last = exact.sum(difference(exact.of(over!), exact.of(divisor!)), start);
  if (!isOfParameters(last)) return undefined;
  const apart = expressionOf(perBlock, 'i64')!;
  const reach = sub(sumOf(exact.sum(last, perBlock), 'i64'), toInteger('i64', ofFirstThread(from)));
  const blocks = op('div', [reach, apart]);
  return { axis, from, step, trips: toInteger('i64', ofFirstThread(trips)), blocks, within: isAtMost(s, last) };
}

/** Whether a grid with one block more along the axis begins further on by what blocks lie apart. */
function isStride(start: Affine, step: Affine, axis: GridAxis): boolean {
  const perBlock = growthBy(start, isSpecial(`ctaid.${axis}`));
  if (!perBlock || !isOfSizes(perBlock)) return false;
  const perThread = (['tid.x', 'tid.y', 'tid.z'] as const).map((name) => growthBy(start, isSpecial(name)));
  if (!perThread.every((g) => g && (isZero(g) || isOfSizes(g)))) return false;
  const grid = op('mul', [expressionOf(perBlock, 'i64')!, op('extend', [special(`nctaid.${axis}`)])]);
  return isZero(difference(exact.of(grid), step));
}

const isSpecial =
  (name: string) =>
  (e: Expression): boolean =>
    e.kind === 'special' && e.name === name;

/** Surely one or more. */
function isOfSizes({ constant, terms }: Affine): boolean {
  const isSize = (t: Term): boolean =>
    t.factor > 0n && t.atoms.every(({ e }) => e.kind === 'special' && e.name.startsWith('ntid.'));
  return constant >= 0n && (constant > 0n || terms.size > 0) && [...terms.values()].every(isSize);
}

function asksOtherBlocks(from: Expression, axis: GridAxis): boolean {
  return someExpression(
    from,
    (e) =>
      e.kind === 'special' && !(e.name.startsWith('tid.') || e.name.startsWith('ntid.') || e.name === `ctaid.${axis}`),
  );
}

function isOfParameters({ terms }: Affine): boolean {
  const isSame = (e: Expression): boolean =>
    !someExpression(e, (x) => x.kind === 'special' && !x.name.startsWith('ntid.'));
  return [...terms.values()].every((t) => t.atoms.every(({ e }) => isSame(e)));
}

/** Without what counted loops of C say for steps that might be none. */
function atLeastOne(e: Expression): Expression {
  const [a, b] = e.kind === 'op' && e.op === 'max' ? e.args : [];
  return a && b?.kind === 'const' && Number(b.value) === 1 ? a : e;
}

const sumOf = (form: Affine, type: AddressWidth): Expression => expressionOf(form, type) ?? integer(type, 0);

/** In 32 bits where all of the last iteration's number is. */
function isAtMost({ local: index, from }: For, last: Affine): Expression {
  const isLong = (e: Expression): boolean => e.type === 'i64' && !(e.kind === 'op' && e.op === 'extend');
  const wide = from.type === 'i64' || [...last.terms.values()].some((t) => t.atoms.some((a) => isLong(a.e)));
  const type = wide ? 'i64' : 'i32';
  const here = toInteger(type, { kind: 'local', type: from.type === 'i64' ? 'i64' : 'i32', index });
  const ends = last.constant === -1n;
  return op(ends ? 'lt' : 'le', [here, sumOf(ends ? plus(last, 1) : last, type)]);
}

/** The least of all threads', where it grows with their numbers. */
function ofFirstThread(e: Expression): Expression {
  return mapExpression(e, (x) => (x.kind === 'special' && /^(?:cta|t)id\./.test(x.name) ? integer('i32', 0) : x));
}
