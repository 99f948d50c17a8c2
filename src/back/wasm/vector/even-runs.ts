/**
 * How many threads of a row, from a chunk's first on, a condition holds for: comparisons of numbers that grow evenly along the row hold up to a place that one subtraction finds, so that the chunks
 * before it need not ask.
 */
import type { Expression } from '../../../ir/module.ts';
import { keyOf } from '../../../ir/value-key.ts';
import { conjuncts } from '../../../ir/walk.ts';
import { emit, type Frame } from '../expression.ts';
import type { Lanes } from './lanes.ts';

/** `same`: what no thread of a row answers differently. `parts`: what holds up to somewhere, all of which have to. */
export type EvenRun = { readonly same: readonly Expression[]; readonly parts: readonly Part[] };

/**
 * alike: up to the end of the row or not at all. until: while `from` has not come to `to`, which it does by `step` a thread; `more`: so much further. apart: while they differ, `from` coming nearer
 * by `step`. least, most: as long as all of them hold, or one.
 */
type Part =
  | { readonly kind: 'alike'; readonly holds: Expression }
  | Meeting
  | { readonly kind: 'least' | 'most'; readonly of: readonly Part[] };

type Meeting = {
  readonly kind: 'until' | 'apart';
  readonly from: Expression;
  readonly to: Expression;
  readonly step: number;
  readonly more: number;
};

/** Numbers that grow faster may pass the greatest one within a row. */
const fastest = 64;

/** Rows are shorter. */
const endless = 1n << 40n;

/** Undefined where not all of a condition holds up to a place. `isEven`: whether an expression grows along the whole row as it does from lane to lane. */
export function evenRun(condition: Expression, lanes: Lanes, isEven: (e: Expression) => boolean): EvenRun | undefined {
  if (!isEven(condition)) return undefined;
  const same: Expression[] = [];
  const parts: Part[] = [];
  for (const c of conjuncts(condition)) {
    if (lanes.strideOf(c) === 0) {
      same.push(c);
      continue;
    }
    const part = partOf(c, lanes);
    if (!part) return undefined;
    parts.push(part);
  }
  return { same, parts };
}

function partOf(e: Expression, lanes: Lanes): Part | undefined {
  if (lanes.strideOf(e) === 0) return { kind: 'alike', holds: e };
  if (e.kind !== 'op') return undefined;
  if (e.op === 'and') return ofAll('least', e.args, lanes);
  if (e.op === 'or') return apartOf(e.args, lanes) ?? ofAll('most', e.args, lanes);
  const [a, b] = e.args;
  const growth = a && b && growthOf(a, b, lanes);
  if (!growth) return undefined;
  const more = e.op === 'le' || e.op === 'ge' ? 1 : 0;
  if (e.op === 'lt' || e.op === 'le')
    return growth > 0 ? { kind: 'until', from: a, to: b, step: growth, more } : { kind: 'alike', holds: e };
  if (e.op === 'gt' || e.op === 'ge')
    return growth < 0 ? { kind: 'until', from: b, to: a, step: -growth, more } : { kind: 'alike', holds: e };
  return undefined;
}

function ofAll(kind: 'least' | 'most', args: readonly Expression[], lanes: Lanes): Part | undefined {
  const of = args.map((a) => partOf(a, lanes));
  return of.every((p) => p !== undefined) ? { kind, of } : undefined;
}

function apartOf(args: readonly Expression[], lanes: Lanes): Part | undefined {
  const [a, b] = differing(args) ?? [];
  const growth = a && b && growthOf(a, b, lanes);
  if (!growth) return undefined;
  const [from, to] = growth > 0 ? [a, b] : [b, a];
  return { kind: 'apart', from, to, step: Math.abs(growth), more: 0 };
}

/** What `a < b or a > b` compares, by its two sides. */
export function differing([less, more]: readonly Expression[]): readonly Expression[] | undefined {
  if (less?.kind !== 'op' || more?.kind !== 'op' || less.op !== 'lt' || more.op !== 'gt') return undefined;
  return less.args.every((x, i) => keyOf(x) === keyOf(more.args[i]!)) ? less.args : undefined;
}

/** By how much one number gains on another from lane to lane; undefined where that is not known. */
export function gainOf(a: Expression, b: Expression, lanes: Lanes): number | undefined {
  const [x, y] = [lanes.strideOf(a), lanes.strideOf(b)];
  return x === undefined || y === undefined ? undefined : x - y;
}

/** The same along a row, where neither passes the greatest number within one. */
function growthOf(a: Expression, b: Expression, lanes: Lanes): number | undefined {
  const isSlow = (e: Expression): boolean => Math.abs(lanes.strideOf(e) ?? 0) <= fastest;
  return a.type === 'i32' && isSlow(a) && isSlow(b) ? gainOf(a, b, lanes) : undefined;
}

/** The threads, as an i64 on the stack. */
export function emitEvenRun(f: Frame, { parts }: EvenRun): void {
  emitPart(f, { kind: 'least', of: parts });
}

function emitPart(f: Frame, part: Part): void {
  const { out } = f.code;
  if ('of' in part) {
    part.of.forEach((p, i) => {
      emitPart(f, p);
      if (i > 0) choose(f, part.kind === 'least' ? lessThan : greaterThan);
    });
    return;
  }
  if (part.kind === 'alike') {
    constant(f, endless);
    constant(f, 0n);
    emit(f, part.holds);
    out.byte(0x1b);
    return;
  }
  const { from, to, step, more } = part;
  if (part.kind === 'apart') {
    // Behind each other they come to meet where numbers begin anew.
    emit(f, to);
    emit(f, from);
    out.all([0x6b, 0xad]);
  } else {
    emit(f, to);
    out.byte(0xac);
    emit(f, from);
    out.all([0xac, 0x7d]);
    constant(f, BigInt(more));
    out.byte(0x7c);
    constant(f, 0n);
    choose(f, greaterThan);
  }
  if (step === 1) return;
  constant(f, BigInt(step - 1));
  out.byte(0x7c);
  constant(f, BigInt(step));
  out.byte(0x80);
}

const [lessThan, greaterThan] = [0x53, 0x55];

/** The lesser of two numbers (i64) on the stack. */
export const lesserOf = (f: Frame): void => choose(f, lessThan);

/** Of two numbers on the stack the one for which the comparison with the other holds. */
function choose(f: Frame, compare: number): void {
  const { out } = f.code;
  const [a, b] = [f.code.local('i64'), f.code.local('i64')];
  for (const l of [b, a]) {
    out.byte(0x21);
    out.u32(l);
  }
  for (const l of [a, b, a, b]) {
    out.byte(0x20);
    out.u32(l);
  }
  out.all([compare, 0x1b]);
}

function constant(f: Frame, value: bigint): void {
  f.code.out.byte(0x42);
  f.code.out.s64(value);
}
