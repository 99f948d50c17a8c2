/**
 * What reals surely are not: something that is no number, or a zero below zero. A greatest or least value that may be neither is one instruction, where all rules about them are six. Sound for values that are
 * set in a list alone: each is made of others of which it holds.
 */
import type { Expression, Statement } from '../../ir/module.ts';
import { keyOf } from '../../ir/value-key.ts';
import { eachStatement, localsSet, someExpression } from '../../ir/walk.ts';

export type RealValues = {
  readonly isNumber: (e: Expression) => boolean;
  readonly isNoNegativeZero: (e: Expression) => boolean;
  /** Whether the bit of the sign is surely not set, also of what is no number. */
  readonly isSize: (e: Expression) => boolean;
};

type Known = (local: number) => boolean;
type Question = (e: Expression, ofLocal: Known) => boolean;
export type RealsOfLocals = { readonly [Of in keyof RealValues]: Known };

/** What holds of the values that locals have before a list, or while others set them. */
const nothing: RealsOfLocals = { isNumber: () => false, isNoNegativeZero: () => false, isSize: () => false };

/** `isFromOutside`: locals that the list finds set, or that others set; `outside`: what is known of these values. */
export function realValues(
  list: readonly Statement[],
  isFromOutside: Known,
  outside: RealsOfLocals = nothing,
): RealValues {
  let found: ReturnType<typeof setsIn> | undefined;
  const answer = (question: Question, before: Known): ((e: Expression) => boolean) => {
    let known: ReadonlySet<number> | undefined;
    let ofLocal: Known = () => false;
    return (e) => {
      // Few lists ask.
      if (!known) {
        found ??= setsIn(list);
        const { sets, others } = found;
        const stays: Known = (l) => !sets.has(l) && !others.has(l) && before(l);
        const lasts = lasting(sets, (l) => !others.has(l) && (!isFromOutside(l) || before(l)), stays, question);
        known = lasts;
        ofLocal = (l) => lasts.has(l) || stays(l);
      }
      return question(e, ofLocal);
    };
  };
  return {
    isNumber: answer(isNumber, outside.isNumber),
    isNoNegativeZero: answer(isNoNegativeZero, outside.isNoNegativeZero),
    isSize: answer(isSize, outside.isSize),
  };
}

/** What holds of every value that a local ever has in this body, of a kernel or a function, whatever part of it runs first. */
export function realsOfLocals(body: readonly Statement[], params: number): RealsOfLocals {
  const { isNumber: number, isNoNegativeZero: noNegativeZero, isSize: size } = realValues(body, (l) => l < params);
  const of = (index: number): Expression => ({ kind: 'local', type: 'f64', index });
  return {
    isNumber: (l) => number(of(l)),
    isNoNegativeZero: (l) => noNegativeZero(of(l)),
    isSize: (l) => size(of(l)),
  };
}

/** What reals are set to, and what is set in another way. */
function setsIn(list: readonly Statement[]) {
  const sets = new Map<number, Expression[]>();
  const others = new Set<number>();
  eachStatement(list, (s) => {
    const value = givenBy(s);
    if (!value) for (const l of localsSet(s)) others.add(l);
    else if (value.type === 'f32' || value.type === 'f64') {
      const [local] = localsSet(s);
      if (local !== undefined) sets.set(local, [...(sets.get(local) ?? []), value]);
    }
  });
  return { sets, others };
}

/** What a statement sets its local to; lanes that shuffle give each other values of the same expression. */
function givenBy(s: Statement): Expression | undefined {
  if (s.kind === 'set') return s.value;
  return s.kind === 'warp' && s.how.startsWith('shuffle') && s.result2 === undefined ? s.args[1] : undefined;
}

/** The locals for all of whose values the answer is yes, if it is yes for what they are made of. */
function lasting(
  sets: ReadonlyMap<number, readonly Expression[]>,
  mayBe: Known,
  stays: Known,
  question: Question,
): ReadonlySet<number> {
  const known = new Set([...sets.keys()].filter(mayBe));
  const ofLocal: Known = (l) => known.has(l) || stays(l);
  for (let size = -1; size !== known.size; ) {
    size = known.size;
    for (const l of known) if (sets.get(l)?.some((e) => !question(e, ofLocal))) known.delete(l);
  }
  return known;
}

const isVolatile = (e: Expression): boolean => e.kind === 'load' && e.volatile === true;
const isWhole = (e: Expression | undefined): boolean => e?.type === 'i32' || e?.type === 'i64';

function isNumber(e: Expression, ofLocal: (local: number) => boolean): boolean {
  if (e.kind === 'const') return !Number.isNaN(Number(e.value));
  if (e.kind === 'local') return ofLocal(e.index);
  if (e.kind !== 'op') return false;
  const is = (i: number): boolean => isNumber(e.args[i]!, ofLocal);
  switch (e.op) {
    case 'abs':
    case 'neg':
    case 'copysign':
    case 'floor':
    case 'ceil':
    case 'trunc':
    case 'nearest':
      return is(0);
    case 'max':
    case 'min':
      return is(0) || is(1);
    case 'select':
      return is(1) && is(2);
    case 'to.f32':
    case 'to.f64':
      return isWhole(e.args[0]) || is(0);
    case 'u.to.f32':
    case 'u.to.f64':
      return true;
    default: // else: differences of infinities and what is made of them
      return false;
  }
}

function isSquare({ args: [a, b] }: Extract<Expression, { kind: 'op' }>): boolean {
  return a !== undefined && b !== undefined && keyOf(a) === keyOf(b) && !someExpression(a, isVolatile);
}

/** Zeros above zero and what is greater, or no number: what is less might round to a zero below zero. */
function isAboveZero(e: Expression): boolean {
  if (e.kind === 'const') return Number(e.value) > 0 || Object.is(Number(e.value), 0);
  if (e.kind !== 'op') return false;
  switch (e.op) {
    case 'abs':
      return true;
    case 'mul':
      return isSquare(e);
    case 'fma':
      return isSquare(e) && isAboveZero(e.args[2]!);
    case 'add':
      return isAboveZero(e.args[0]!) && isAboveZero(e.args[1]!);
    default: // else: what rounds to zero from below
      return false;
  }
}

function isNoNegativeZero(e: Expression, ofLocal: (local: number) => boolean): boolean {
  if (e.kind === 'const') return !Object.is(Number(e.value), -0);
  if (e.kind === 'local') return ofLocal(e.index);
  if (e.kind !== 'op') return false;
  const [a] = e.args;
  const is = (i: number): boolean => isNoNegativeZero(e.args[i]!, ofLocal);
  switch (e.op) {
    case 'abs':
      return true;
    case 'add':
      // x - x is above zero, and sums are exact where they are small.
      return is(0) || is(1);
    case 'sub':
      return is(0);
    case 'mul':
    case 'fma':
      return isSquare(e) && (e.op === 'mul' || isAboveZero(e.args[2]!));
    case 'max':
    case 'min':
      return is(0) && is(1);
    case 'select':
      return is(1) && is(2);
    case 'u.to.f32':
    case 'u.to.f64':
      return true;
    case 'to.f32':
      return isWhole(a);
    case 'to.f64':
      return isWhole(a) || is(0);
    default: // else: what rounds to zero from below
      return false;
  }
}

function isSize(e: Expression, ofLocal: (local: number) => boolean): boolean {
  if (e.kind === 'const') return Number(e.value) > 0 || Object.is(Number(e.value), 0);
  if (e.kind === 'local') return ofLocal(e.index);
  if (e.kind !== 'op') return false;
  const is = (i: number): boolean => isSize(e.args[i]!, ofLocal);
  switch (e.op) {
    case 'abs':
      return true;
    case 'max':
    case 'min':
      return is(0) && is(1);
    case 'select':
      return is(1) && is(2);
    default: // else: what is no number may have any sign
      return false;
  }
}
