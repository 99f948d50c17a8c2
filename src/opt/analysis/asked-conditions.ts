/**
 * Conditions around accesses of threads, when their places in the block are known: which of them are still open, and whether some hold where others do. Comparisons of whole numbers are known by how
 * far their sides are apart.
 */
import { i32 } from '../../ir/build.ts';
import type { Expression } from '../../ir/module.ts';
import { keyOf } from '../../ir/value-key.ts';
import { mapExpression } from '../../ir/walk.ts';
import { type Affine, AffineForms, combined, difference, isConstant, isZero, plus } from './affine.ts';
import { type Evaluate, evaluator, type Instance, type ThreadAxis, threadAxes } from './shared-accesses.ts';

/** Of a comparison of numbers what is at least zero, or is not zero, where it holds; of others themselves. */
export type Condition = { readonly atLeastZero: Affine } | { readonly notZero: Affine } | { readonly key: string };

/** Which of some conditions a thread still has to ask, when its place in the block is known. */
export class Asked {
  private readonly conditions: readonly { readonly e: Expression | undefined; readonly value: Evaluate }[];

  constructor(conditions: readonly (Expression | undefined)[]) {
    this.conditions = conditions.map((e) => ({ e, value: e ? evaluator(e) : () => undefined }));
  }

  /** Undefined where one is not known. */
  of(at: Instance): readonly Condition[] | undefined {
    const open = this.conditions.filter(({ value }) => value(at) === undefined);
    return open.every(({ e }) => e) ? open.map(({ e }) => conditionOf(placed(e!, (axis) => at.tid[axis]))) : undefined;
  }
}

/** With the places of a thread that are known. */
export function placed(e: Expression, at: (axis: ThreadAxis) => number | undefined): Expression {
  return mapExpression(e, (x) => {
    const axis = threadAxes.find((a) => x.kind === 'special' && x.name === a);
    const place = axis && at(axis);
    return place === undefined ? x : i32(place);
  });
}

function conditionOf(e: Expression): Condition {
  const [a, b] = e.kind === 'op' ? e.args : [];
  const isWhole = a?.type === 'i32' || a?.type === 'i64';
  if (e.kind !== 'op' || !isWhole || !a || !b) return { key: keyOf(e) };
  if (e.op === 'ne') return { notZero: apart(a, b) };
  if (e.op === 'le') return { atLeastZero: apart(b, a) };
  if (e.op === 'ge') return { atLeastZero: apart(a, b) };
  if (e.op === 'lt') return { atLeastZero: plus(apart(b, a), -1) };
  if (e.op === 'gt') return { atLeastZero: plus(apart(a, b), -1) };
  return { key: keyOf(e) };
}

const apart = (a: Expression, b: Expression): Affine =>
  combined([
    [a, 1n],
    [b, -1n],
  ]);

/** Whether all of `wanted` hold where all of `known` do. */
export function allHold(wanted: readonly Condition[], known: readonly Condition[]): boolean {
  return wanted.every((w) => known.some((k) => holdsBy(w, k, known)));
}

function holdsBy(w: Condition, k: Condition, known: readonly Condition[]): boolean {
  if ('key' in w) return 'key' in k && w.key === k.key;
  if ('notZero' in w) return 'notZero' in k && isSameOrNegative(w.notZero, k.notZero);
  if (!('atLeastZero' in k)) return false;
  const more = difference(w.atLeastZero, k.atLeastZero);
  if (!isConstant(more)) return false;
  const isNotLeast = (other: Condition): boolean =>
    'notZero' in other && isSameOrNegative(other.notZero, k.atLeastZero);
  return more.constant >= 0n || (more.constant === -1n && known.some(isNotLeast));
}

function isSameOrNegative(a: Affine, b: Affine): boolean {
  return isZero(difference(a, b)) || isZero(forms.sum(a, b, 1n));
}

const forms = new AffineForms({ bits: 64, keyOf });
