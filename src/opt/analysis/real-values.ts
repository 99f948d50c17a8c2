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
};

type Question = (e: Expression, ofLocal: (local: number) => boolean) => boolean;

/** `isFromOutside`: locals that the list finds set, or that others set. `given`: locals of which both are known before it. */
export function realValues(
  list: readonly Statement[],
  isFromOutside: (local: number) => boolean,
  given: ReadonlySet<number> = new Set(),
): RealValues {
  let found: ReturnType<typeof setsIn> | undefined;
  const answer = (question: Question): ((e: Expression) => boolean) => {
    let known: ReadonlySet<number> | undefined;
    return (e) => {
      // Few lists ask.
      found ??= setsIn(list);
      const { sets, others } = found;
      known ??= lasting(sets, given, (l) => others.has(l) || isFromOutside(l), question);
      return question(e, (l) => known?.has(l) === true);
    };
  };
  return { isNumber: answer(isNumber), isNoNegativeZero: answer(isNoNegativeZero) };
}

/** What reals are set to, and what is set in another way. */
function setsIn(list: readonly Statement[]) {
  const sets = new Map<number, Expression[]>();
  const others = new Set<number>();
  eachStatement(list, (s) => {
    if (s.kind !== 'set') for (const l of localsSet(s)) others.add(l);
    else if (s.value.type === 'f32' || s.value.type === 'f64')
      sets.set(s.local, [...(sets.get(s.local) ?? []), s.value]);
  });
  return { sets, others };
}

/** The locals for all of whose values the answer is yes, if it is yes for what they are made of. */
function lasting(
  sets: ReadonlyMap<number, readonly Expression[]>,
  given: ReadonlySet<number>,
  isUnknown: (local: number) => boolean,
  question: Question,
): ReadonlySet<number> {
  const known = new Set([...sets.keys(), ...given].filter((l) => !isUnknown(l)));
  for (let before = -1; before !== known.size; ) {
    before = known.size;
    for (const l of known) if (sets.get(l)?.some((e) => !question(e, (x) => known.has(x)))) known.delete(l);
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

function isNoNegativeZero(e: Expression, ofLocal: (local: number) => boolean): boolean {
  if (e.kind === 'const') return !Object.is(Number(e.value), -0);
  if (e.kind === 'local') return ofLocal(e.index);
  if (e.kind !== 'op') return false;
  const [a, b] = e.args;
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
      return a !== undefined && b !== undefined && keyOf(a) === keyOf(b) && !someExpression(a, isVolatile);
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
