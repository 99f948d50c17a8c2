/**
 * Conditions around accesses of threads, when their places in the block are known: which of them are still open, and whether some hold where others do. Comparisons of whole numbers are known by how
 * far their sides are apart.
 */
import { i32, integer, op } from '../../ir/build.ts';
import type { Expression } from '../../ir/module.ts';
import { keyOf } from '../../ir/value-key.ts';
import { mapExpression, someExpression } from '../../ir/walk.ts';
import {
  type Affine,
  AffineForms,
  combined,
  difference,
  expressionOf,
  isConstant,
  namedBase,
  plus,
  type Term,
  zeroForm,
} from './affine.ts';
import { type Evaluate, evaluator, type Instance, type ThreadAxis, threadAxes } from './shared-accesses.ts';

/** A sum by the names of its terms and of their negatives. */
type Sum = { readonly terms: string; readonly negative: string; readonly constant: bigint };
/** Of a comparison of numbers what is at least zero, or is not zero, where it holds; of others themselves. */
export type Condition = { readonly atLeastZero: Sum } | { readonly notZero: Sum } | { readonly key: string };
/** The same as forms. */
type Form = { readonly atLeastZero: Affine } | { readonly notZero: Affine } | { readonly key: string };

/** Which of some conditions a thread still has to ask, when its place in the block is known. */
export class Asked {
  private readonly conditions: readonly {
    readonly value: Evaluate;
    readonly open: ((at: Instance) => readonly Condition[]) | undefined;
  }[];

  constructor(conditions: readonly (Expression | undefined)[]) {
    this.conditions = conditions.map((e) => ({ value: e ? evaluator(e) : () => undefined, open: e && openIn(e) }));
  }

  /** Undefined where one is not known. */
  of(at: Instance): readonly Condition[] | undefined {
    const found: Condition[] = [];
    for (const { value, open } of this.conditions) {
      if (value(at) !== undefined) continue;
      if (!open) return undefined;
      found.push(...open(at));
    }
    return found;
  }
}

/** What a condition asks of each thread. */
function openIn(e: Expression): (at: Instance) => readonly Condition[] {
  const parts = partsOf(formOf(e)).map(askedBy);
  return parts.every((p) => p !== undefined)
    ? (at) => parts.map((p) => p(at))
    : (at) => partsOf(formOf(placed(e, (axis) => at.tid[axis]))).map(conditionOf);
}

/** Undefined where places of threads are more than terms of a sum. */
function askedBy(form: Form): ((at: Instance) => Condition) | undefined {
  if ('key' in form) return undefined;
  const isLeast = 'atLeastZero' in form;
  const sum = isLeast ? form.atLeastZero : form.notZero;
  const terms = [...sum.terms].filter(([, t]) => axisOf(t) === undefined);
  if (terms.some(([, t]) => t.atoms.some(({ e }) => someExpression(e, isThread)))) return undefined;
  const rest = sumOf({ constant: sum.constant, terms: new Map(terms) });
  const moving = [...sum.terms.values()].flatMap((t) => {
    const axis = axisOf(t);
    return axis ? [{ axis, factor: t.factor }] : [];
  });
  return ({ tid }) => {
    const constant = moving.reduce((n, { axis, factor }) => n + factor * BigInt(tid[axis]), rest.constant);
    const at = { ...rest, constant };
    return isLeast ? { atLeastZero: at } : { notZero: at };
  };
}

const isThread = (e: Expression): boolean => e.kind === 'special' && threadAxes.some((a) => a === e.name);

/** The axis of which a term is a thread's place, times a number. */
export function axisOf({ atoms }: Term): ThreadAxis | undefined {
  const [only, ...others] = atoms;
  return others.length === 0 && only?.e.kind === 'special'
    ? threadAxes.find((a) => only.e.kind === 'special' && only.e.name === a)
    : undefined;
}

/** With the places of a thread that are known. */
export function placed(e: Expression, at: (axis: ThreadAxis) => number | undefined): Expression {
  return mapExpression(e, (x) => {
    const axis = threadAxes.find((a) => x.kind === 'special' && x.name === a);
    const place = axis && at(axis);
    return place === undefined ? x : i32(place);
  });
}

/** What holds together where a condition does: with the least or the greatest of some numbers what holds with each of them. */
function partsOf(form: Form): readonly Form[] {
  return 'atLeastZero' in form ? partsAtLeastZero(form.atLeastZero).map((atLeastZero) => ({ atLeastZero })) : [form];
}

/** What is at least zero where a comparison of whole numbers holds; undefined where it asks something else. */
export function atLeastZeroIn(e: Expression): Affine | undefined {
  const form = formOf(e);
  return 'atLeastZero' in form ? form.atLeastZero : undefined;
}

/** A condition, and what holds where it does with each of the numbers whose least or greatest it asks for. */
export function withParts(e: Expression): readonly Expression[] {
  const form = atLeastZeroIn(e);
  const parts = form ? partsAtLeastZero(form) : [];
  const isZeroOrMore = (p: Affine): Expression =>
    op('ge', [expressionOf(p, 'i64') ?? integer('i64', 0), integer('i64', 0)]);
  return parts.length < 2 ? [e] : [e, ...parts.map(isZeroOrMore)];
}

/** Sums that are all at least zero where, and only where, one is. */
export function partsAtLeastZero(form: Affine): readonly Affine[] {
  for (const { atoms, factor } of form.terms.values()) {
    const [atom] = atoms;
    const extreme = atom && atoms.length === 1 ? extremeOf(atom.e) : undefined;
    if (!extreme || extreme.op !== (factor > 0n ? 'min' : 'max')) continue;
    const rest = forms.sum(form, forms.of(atom!.e), -factor);
    return extreme.args.flatMap((a) => partsAtLeastZero(forms.sum(rest, forms.of(a), factor)));
  }
  return [form];
}

type Extreme = { readonly op: 'min' | 'max'; readonly args: readonly [Expression, Expression] };

/** `merge(last - x, 15, x + 15 > last)` is the least of both. */
export function extremeOf(e: Expression): Extreme | undefined {
  if (e.kind !== 'op') return undefined;
  const [c, p, q] = e.args;
  if ((e.op === 'min' || e.op === 'max') && c && p) return { op: e.op, args: [c, p] };
  if (e.op !== 'select' || !c || !p || !q) return undefined;
  const condition = formOf(c);
  if (!('atLeastZero' in condition)) return undefined;
  // The first is taken where d >= 0, and else d <= -1.
  const d = condition.atLeastZero;
  const by = apart(p, q);
  const [same, opposite] = [difference(by, d), forms.sum(by, d)];
  if (isConstant(same) && isOfEnds(same.constant)) return { op: 'max', args: [p, q] };
  return isConstant(opposite) && isOfEnds(-opposite.constant) ? { op: 'min', args: [p, q] } : undefined;
}

/** Whether d + n is at least zero where d is, and at most zero where d is at most -1. */
const isOfEnds = (n: bigint): boolean => n === 0n || n === 1n;

/** Whether conditions say that two numbers are the same. */
export function areSame(a: Expression, b: Expression, conditions: readonly Expression[]): boolean {
  const known = conditions.map((e) => conditionOf(formOf(e)));
  const wanted = [apart(a, b), apart(b, a)].map((form) => ({ atLeastZero: sumOf(form) }));
  return allHold(wanted, known);
}

function formOf(e: Expression): Form {
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

/** a - b. */
export const apart = (a: Expression, b: Expression): Affine =>
  combined([
    [a, 1n],
    [b, -1n],
  ]);

function conditionOf(form: Form): Condition {
  if ('key' in form) return form;
  return 'notZero' in form ? { notZero: sumOf(form.notZero) } : { atLeastZero: sumOf(form.atLeastZero) };
}

function sumOf(form: Affine): Sum {
  const negative = forms.sum(zeroForm, form, -1n);
  return { terms: namedBase(form), negative: namedBase(negative), constant: form.constant };
}

/** Whether all of `wanted` hold where all of `known` do. */
export function allHold(wanted: readonly Condition[], known: readonly Condition[]): boolean {
  return wanted.every((w) => known.some((k) => holdsBy(w, k, known)));
}

function holdsBy(w: Condition, k: Condition, known: readonly Condition[]): boolean {
  if ('key' in w) return 'key' in k && w.key === k.key;
  if ('notZero' in w) return 'notZero' in k && isSameOrNegative(w.notZero, k.notZero);
  if (!('atLeastZero' in k) || w.atLeastZero.terms !== k.atLeastZero.terms) return false;
  const more = w.atLeastZero.constant - k.atLeastZero.constant;
  const isNotLeast = (other: Condition): boolean =>
    'notZero' in other && isSameOrNegative(other.notZero, k.atLeastZero);
  return more >= 0n || (more === -1n && known.some(isNotLeast));
}

function isSameOrNegative(a: Sum, b: Sum): boolean {
  return (a.terms === b.terms && a.constant === b.constant) || (a.terms === b.negative && a.constant === -b.constant);
}

const forms = new AffineForms({ bits: 64, keyOf });
