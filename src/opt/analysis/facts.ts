/**
 * What is known of whole numbers at one place of a kernel: conditions that hold there, and between which numbers places of threads lie. Whether other conditions hold, or cannot hold, follows from
 * how far sums are apart: sums do not leave their type (the language says nothing of integers that overflow).
 */
import { integer, op, sub } from '../../ir/build.ts';
import type { Expression } from '../../ir/module.ts';
import { negated } from '../../ir/negated.ts';
import { keyOf } from '../../ir/value-key.ts';
import { changeParts, conjuncts } from '../../ir/walk.ts';
import { type Affine, difference, plus, type Term } from './affine.ts';
import { apart, atLeastZeroIn } from './asked-conditions.ts';

/** Both ends belong to it. */
export type Range = readonly [low: number, high: number];

export class Facts {
  private readonly ranges: ReadonlyMap<string, Range>;
  private readonly atLeastZero: readonly Affine[];
  private readonly keys: ReadonlySet<string>;
  private readonly conditions: readonly Expression[];

  /** `ranges`: of numbers, by their keys. */
  constructor(conditions: readonly Expression[], ranges: ReadonlyMap<string, Range>) {
    const all = conditions.flatMap(conjuncts);
    this.conditions = all;
    this.ranges = ranges;
    this.keys = new Set(all.map(keyOf));
    this.atLeastZero = all.flatMap((e) => bothIn(e) ?? []);
  }

  with(conditions: readonly Expression[]): Facts {
    return new Facts([...this.conditions, ...conditions], this.ranges);
  }

  holds(e: Expression): boolean {
    if (e.kind === 'const') return e.value === true;
    if (this.keys.has(keyOf(e))) return true;
    const parts = e.kind === 'op' ? e.args : [];
    if (e.kind === 'op' && e.op === 'and') return parts.every((p) => this.holds(p));
    if (e.kind === 'op' && e.op === 'or') return parts.some((p) => this.holds(p));
    const apart = e.kind === 'op' && e.op === 'ne' ? apartIn(e) : undefined;
    if (apart) return apart.some((form) => this.isAtLeastZero(form));
    return bothIn(e)?.every((form) => this.isAtLeastZero(form)) === true;
  }

  fails(e: Expression): boolean {
    return this.holds(negated(e));
  }

  /** Without choices whose outcome is known: extremes, selections and remainders of whole numbers. */
  simplified(e: Expression): Expression {
    const s = changeParts(e, (part) => this.simplified(part));
    if (s.kind !== 'op') return s;
    const [a, b, c] = s.args;
    if (s.op === 'select' && a && b && c) return this.holds(a) ? b : this.fails(a) ? c : s;
    if (s.op === 'rem' && a && b) return this.remainder(a, b) ?? s;
    if ((s.op !== 'max' && s.op !== 'min') || !a || !b || !isWhole(a)) return s;
    const [greater, other] = s.op === 'max' ? [a, b] : [b, a];
    if (this.isAtLeastZero(apart(greater, other))) return a;
    return this.isAtLeastZero(apart(other, greater)) ? b : s;
  }

  /** Of numbers from 0 to twice the divisor, where it is known on which side of the divisor they are. */
  private remainder(a: Expression, by: Expression): Expression | undefined {
    if (this.holds(op('lt', [a, by]))) return this.holds(op('ge', [a, integer(a.type, 0)])) ? a : undefined;
    const rest = sub(a, by);
    return this.holds(op('ge', [rest, integer(a.type, 0)])) && this.holds(op('lt', [rest, by])) ? rest : undefined;
  }

  private isAtLeastZero(form: Affine): boolean {
    return this.least(form) >= 0 || this.atLeastZero.some((known) => this.least(difference(form, known)) >= 0);
  }

  private least({ terms, constant }: Affine): number {
    return [...terms.values()].reduce((sum, t) => sum + this.leastOf(t), Number(constant));
  }

  private leastOf({ atoms, factor }: Term): number {
    const [low, high] = atoms.map(({ key, e }) => this.ranges.get(key) ?? rangeOf(e)).reduce(product, [1, 1]);
    return factor > 0n ? Number(factor) * low : Number(factor) * high;
  }
}

const everything: Range = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];

function rangeOf(e: Expression): Range {
  if (e.kind !== 'special') return everything;
  return e.name.startsWith('n') ? [1, Number.POSITIVE_INFINITY] : [0, Number.POSITIVE_INFINITY];
}

/** Of numbers that are not below zero; of others nothing is known. */
function product([a, b]: Range, [c, d]: Range): Range {
  if (a === 1 && b === 1) return [c, d];
  return a >= 0 && c >= 0 ? [a * c, b * d] : everything;
}

const isWhole = ({ type }: Expression): boolean => type === 'i32' || type === 'i64';

/** What is all at least zero where, and only where, a comparison of whole numbers holds; undefined for what else there is. */
function bothIn(e: Expression): readonly Affine[] | undefined {
  const [a, b] = e.kind === 'op' ? e.args : [];
  if (e.kind === 'op' && e.op === 'eq' && a && b && isWhole(a)) return [apart(a, b), apart(b, a)];
  const form = atLeastZeroIn(e);
  return form && [form];
}

/** One of these is at least zero where two numbers differ. */
function apartIn({ args: [a, b] }: Extract<Expression, { kind: 'op' }>): readonly Affine[] | undefined {
  return a && b && isWhole(a) ? [plus(apart(a, b), -1), plus(apart(b, a), -1)] : undefined;
}
