/**
 * Loops by strides of the grid (`do i = (blockIdx%x - 1)*blockDim%x + threadIdx%x, n, blockDim%x*gridDim%x`), or by blocks alone (`do j = blockIdx%y, n, gridDim%y`); by strides of a block
 * (`do i = threadIdx%x, n, blockDim%x`); and those that all threads go through in the same way.
 */
import { i32, integer, op, special, toInteger } from '../../ir/build.ts';
import type { BlockSize, Expression, Fn, Statement } from '../../ir/module.ts';
import type { SpecialName } from '../../ir/operations.ts';
import { keyOf } from '../../ir/value-key.ts';
import { mapExpression, someExpression } from '../../ir/walk.ts';
import {
  type AddressWidth,
  type Affine,
  AffineForms,
  difference,
  expressionOf,
  growthBy,
  isOfLaunch,
  isZero,
  plus,
  type Term,
} from './affine.ts';

type For = Extract<Statement, { kind: 'for' }>;
export type GridAxis = 'x' | 'y' | 'z';

/**
 * Loops whose iterations may be those of blocks. `grid`: its threads go on by as many as the grid has along an axis; `block`: as one block has; `serial`: all go through the same numbers.
 */
export type IndependentLoop = {
  readonly how: 'grid' | 'block' | 'serial';
  /** Of grids. */
  readonly axis?: GridAxis;
  /** From iteration to iteration of one thread. */
  readonly step: Expression;
  /** Iterations of the threads that have the most, i64. */
  readonly trips: Expression;
  /** Of a grid whose threads have one iteration each, i64. */
  readonly blocks: Expression;
  /** Whether the loop's variable is one that it goes through; undefined where a thread of such a grid surely has one. */
  readonly within: Expression | undefined;
};

const axes: readonly GridAxis[] = ['x', 'y', 'z'];
const exact = new AffineForms({ bits: 64, keyOf });

/** `kernel`: its parameters, and the threads of its blocks where known. `expand`: what it is of places, parameters, and variables of loops around it. */
export function independentLoop(
  s: For,
  kernel: Pick<Fn, 'params' | 'blockSize'>,
  expand: (e: Expression) => Expression | undefined,
): IndependentLoop | undefined {
  const [from, step, long] = [expand(s.from), expand(s.step), expand(s.trips)];
  if (!from || !step || !long) return undefined;
  const [start, by] = [exact.of(from), exact.of(step)];
  const isSteady = (form: Affine): boolean => isOfLaunch(form, kernel.params, isSizeOfBlock);
  if ([start, by, exact.of(long)].every(isSteady)) return serialLoop(step, long);
  const trips = long.kind === 'op' && long.op === 'extend' ? long.args[0]! : long;
  if (trips.kind !== 'op' || trips.op !== 'div') return undefined;
  const [over, divisor] = trips.args;
  if (!isZero(difference(exact.of(withoutLeastOne(divisor!)), by))) return undefined;
  // There is an iteration where the numerator is the step or more.
  const reach = difference(exact.of(over!), exact.of(divisor!));
  const ends = { s, from, step, trips, last: exact.sum(reach, start), isSteady };
  return gridLoop(ends, start, by) ?? blockLoop(ends, start, by, kernel.blockSize);
}

function serialLoop(step: Expression, trips: Expression): IndependentLoop {
  const long = toInteger('i64', trips);
  const any = op('gt', [long, integer('i64', 0)]);
  const within = any.kind === 'const' && any.value === true ? undefined : any;
  return { how: 'serial', step, trips: long, blocks: long, within };
}

type Ends = {
  readonly s: For;
  readonly from: Expression;
  readonly step: Expression;
  readonly trips: Expression;
  readonly last: Affine;
  /** Whether it is of parameters and sizes of blocks. */
  readonly isSteady: (form: Affine) => boolean;
};

/** A grid with one block more along the axis begins further on by what its blocks lie apart. */
function gridLoop(
  { s, from, step, trips, last, isSteady }: Ends,
  start: Affine,
  by: Affine,
): IndependentLoop | undefined {
  const axis = axes.find((a) => isStride(start, by, `ctaid.${a}`, special(`nctaid.${a}`)));
  const perBlock = axis && growthBy(start, isSpecial(`ctaid.${axis}`));
  if (!perBlock || asksOtherBlocks(from, axis)) return undefined;
  const reach = exact.sum(difference(last, exact.of(ofFirstThread(from))), perBlock);
  if (!isSteady(last) || !isSteady(reach)) return undefined;
  const blocks = op('div', [sumOf(reach, 'i64'), expressionOf(perBlock, 'i64')!]);
  const most = toInteger('i64', ofFirstThread(trips));
  return { how: 'grid', axis, step, trips: most, blocks, within: isAtMost(s, last) };
}

/** What blocks begin with is as far as they go in all of them. */
function blockLoop(
  { s, step, last, isSteady }: Ends,
  start: Affine,
  by: Affine,
  block: BlockSize | undefined,
): IndependentLoop | undefined {
  const axis = axes.find((a, i) => isStride(start, by, `tid.${a}`, block ? i32(block[i]!) : special(`ntid.${a}`)));
  if (!axis || [...last.terms.values()].some((t) => t.atoms.some(({ e }) => someExpression(e, isThread))))
    return undefined;
  const first = exact.of(ofFirst(sumOf(start, 'i64'), isThread));
  const reach = exact.sum(difference(last, first), by);
  if (!isSteady(reach)) return undefined;
  const trips = op('div', [sumOf(reach, 'i64'), toInteger('i64', step)]);
  return { how: 'block', step, trips, blocks: trips, within: isAtMost(s, last) };
}

/** Whether it goes on by as many of what it begins with as there are. */
function isStride(start: Affine, step: Affine, of: SpecialName, count: Expression): boolean {
  const each = growthBy(start, isSpecial(of));
  if (!each || !isOfSizes(each)) return false;
  const perThread = (['tid.x', 'tid.y', 'tid.z'] as const).map((name) => growthBy(start, isSpecial(name)));
  if (!perThread.every((g) => g && (isZero(g) || isOfSizes(g)))) return false;
  const all = op('mul', [expressionOf(each, 'i64')!, op('extend', [count])]);
  return isZero(difference(exact.of(all), step));
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
  return someExpression(from, (e) => e.kind === 'special' && !/^n?tid\./.test(e.name) && e.name !== `ctaid.${axis}`);
}

const isSizeOfBlock = (name: SpecialName): boolean => name.startsWith('ntid.');

/** Without what counted loops of C say for steps that might be none. */
function withoutLeastOne(e: Expression): Expression {
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

const isThread = (e: Expression): boolean => e.kind === 'special' && e.name.startsWith('tid.');
const isPlace = (e: Expression): boolean => isThread(e) || (e.kind === 'special' && e.name.startsWith('ctaid.'));

/** The least of all threads', where it grows with their numbers. */
const ofFirstThread = (e: Expression): Expression => ofFirst(e, isPlace);

function ofFirst(e: Expression, is: (e: Expression) => boolean): Expression {
  return mapExpression(e, (x) => (is(x) ? integer('i32', 0) : x));
}
