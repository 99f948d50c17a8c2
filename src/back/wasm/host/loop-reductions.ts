/** Sums and the like over the iterations of a loop: a local that grows by one operation whose order does not matter. */
import { i32, i64, op } from '../../../ir/build.ts';
import type { Expression, Local, Statement } from '../../../ir/module.ts';
import type { OperationName } from '../../../ir/operations.ts';
import type { ValueType } from '../../../ir/types.ts';
import { keyOf } from '../../../ir/value-key.ts';
import {
  changeBodies,
  eachExpression,
  eachExpressionIn,
  eachStatement,
  expressionsOf,
  mapEach,
  replaceEach,
  someExpression,
  someStatement,
} from '../../../ir/walk.ts';
import { realValues } from '../../../opt/analysis/real-values.ts';

export type SumType = 'i32' | 'i64' | 'f32' | 'f64';
/**
 * `keeps`: how what is kept compares with the rest, where it is chosen (`op` is `select`). `extreme`: it is the greatest (least) of reals; lanes begin with a number. `plain`: one
 * instruction finds it but for the sign of a zero. `zeros`: of all bits the extreme as whole numbers, which tells that sign.
 */
export type Reduced = {
  readonly local: number;
  readonly op: OperationName;
  readonly type: SumType;
  readonly keeps?: 'gt' | 'lt';
  readonly extreme?: { readonly of: 'max' | 'min'; readonly plain: boolean; readonly zeros?: number };
};

type Node = Extract<Expression, { kind: 'op' }>;

/** With what a lane begins; undefined where the order of the operation matters. */
const identities: Readonly<Partial<Record<OperationName, Partial<Record<SumType, number | bigint>>>>> = {
  add: { i32: 0, i64: 0n },
  mul: { i32: 1, i64: 1n },
  and: { i32: -1, i64: -1n },
  or: { i32: 0, i64: 0n },
  xor: { i32: 0, i64: 0n },
  min: { i32: 2 ** 31 - 1, i64: 2n ** 63n - 1n, f32: Number.NaN, f64: Number.NaN },
  max: { i32: -(2 ** 31), i64: -(2n ** 63n), f32: Number.NaN, f64: Number.NaN },
};
/** Where sums of reals may be taken in any order. -0 is what adding leaves as it is. */
const loose: typeof identities = { add: { f32: -0, f64: -0 } };

function neutral(op: OperationName, type: ValueType, reassociate: boolean): number | bigint | undefined {
  if (type !== 'i32' && type !== 'i64' && type !== 'f32' && type !== 'f64') return undefined;
  return identities[op]?.[type] ?? (reassociate ? loose[op]?.[type] : undefined);
}

export function identityOf({
  op,
  type,
  extreme,
}: Pick<Reduced, 'op'> & { readonly type: ValueType; readonly extreme?: unknown }): Expression {
  const infinity = op === 'max' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return { kind: 'const', type, value: extreme ? infinity : (neutral(op, type, true) ?? 0) };
}

/** Whether `value` is the local, combined with something. */
export function isReduction(value: Expression, local: number): value is Node {
  if (value.kind !== 'op' || neutral(value.op, value.type, true) === undefined) return false;
  const [a, b] = value.args;
  return a?.kind === 'local' && a.index === local && b !== undefined && !reads(b, local);
}

const kept: Readonly<Record<string, readonly ['gt' | 'lt', 'gt' | 'lt']>> = {
  gt: ['gt', 'lt'],
  ge: ['gt', 'lt'],
  lt: ['lt', 'gt'],
  le: ['lt', 'gt'],
};

/** Whether `value` is the greater (less) one of something and the local. */
export function keptBy(value: Expression, local: number): 'gt' | 'lt' | undefined {
  if (value.kind !== 'op' || value.op !== 'select') return undefined;
  const [condition, x, old] = value.args;
  const row = condition?.kind === 'op' ? kept[condition.op] : undefined;
  const isOld = (e: Expression | undefined): boolean => e?.kind === 'local' && e.index === local;
  if (!row || condition?.kind !== 'op' || !x || !isOld(old) || reads(x, local)) return undefined;
  const [a, b] = condition.args;
  if (isOld(b) && keyOf(a!) === keyOf(x)) return row[0];
  return isOld(a) && keyOf(b!) === keyOf(x) ? row[1] : undefined;
}

/**
 * A sum of which something is taken away (s = s - x) grows by its negative; one that grows under a condition by what it is or by what leaves it as it is. `carries`: what comes from
 * iteration to iteration.
 */
export function withAdditions(list: readonly Statement[], carries: (local: number) => boolean): readonly Statement[] {
  return mapEach(list, (s) => {
    if (s.kind !== 'set' || !carries(s.local)) return changeBodies(s, (b) => withAdditions(b, carries));
    const grown = addition(s.value, s.local) ?? chosenAddition(s.value, s.local);
    return grown ? { ...s, value: grown } : s;
  });
}

function addition(value: Expression, local: number): Node | undefined {
  if (value.kind !== 'op' || value.op !== 'sub') return undefined;
  const grown = op('add', [value.args[0]!, negative(value.args[1]!)]);
  return isReduction(grown, local) ? grown : undefined;
}

/** Of c ? s + x : s, s + (c ? x : 0). */
function chosenAddition(value: Expression, local: number): Node | undefined {
  if (value.kind !== 'op' || value.op !== 'select') return undefined;
  const [condition, yes, no] = value.args;
  const isOld = (e: Expression): boolean => e.kind === 'local' && e.index === local;
  const other = isOld(no!) ? yes! : isOld(yes!) ? no! : undefined;
  const grown = other && (addition(other, local) ?? other);
  if (!grown || !isReduction(grown, local) || reads(condition!, local)) return undefined;
  const [old, by] = grown.args;
  const stays = neutral(grown.op, grown.type, true);
  // Of a greatest or least real no constant leaves all as they are.
  if (stays === undefined || Number.isNaN(stays)) return undefined;
  const same: Expression = { kind: 'const', type: grown.type, value: stays };
  const chosen = other === yes ? [condition!, by!, same] : [condition!, same, by!];
  return { ...grown, args: [old!, op('select', chosen)] };
}

/** How lanes find the extremes of reals quickly: from a number on, and by one instruction where the sign of a zero is found beside it. */
export type QuickExtremes = { readonly body: readonly Statement[]; readonly reduced: readonly Reduced[] };

/** `body` stores nothing: what it finds may have to be found again. */
export function quickExtremes(
  body: readonly Statement[],
  reduced: readonly Reduced[],
  fresh: (type: ValueType) => Extract<Expression, { kind: 'local' }>,
): QuickExtremes {
  const all: Reduced[] = [];
  const extremes = new Map<number, Reduced>();
  const reals = realValues(body, () => true);
  const values = (l: number): readonly Expression[] => {
    const found: Expression[] = [];
    eachStatement(body, (s) => {
      if (s.kind === 'set' && s.local === l && s.value.kind === 'op') found.push(s.value.args[1]!);
    });
    return found;
  };
  for (const r of reduced) {
    if ((r.op !== 'max' && r.op !== 'min') || (r.type !== 'f32' && r.type !== 'f64')) {
      all.push(r);
      continue;
    }
    const isKnown = values(r.local).every((e) => reals.isNoNegativeZero(e));
    const zeros = r.type === 'f32' && !isKnown ? fresh('i32').index : undefined;
    if (zeros !== undefined) all.push({ local: zeros, op: r.op, type: 'i32' });
    const extreme = { of: r.op, plain: isKnown || zeros !== undefined };
    const found: Reduced = { ...r, extreme: zeros === undefined ? extreme : { ...extreme, zeros } };
    extremes.set(r.local, found);
    all.push(found);
  }
  if (extremes.size === 0) return { body, reduced };
  const list = (statements: readonly Statement[]): readonly Statement[] =>
    replaceEach(statements, (s) => {
      const r = s.kind === 'set' ? extremes.get(s.local) : undefined;
      if (s.kind !== 'set' || r?.extreme?.zeros === undefined || s.value.kind !== 'op') return changeBodies(s, list);
      const [old, by] = s.value.args;
      const value = fresh('f32');
      const bits = { kind: 'local', type: 'i32', index: r.extreme.zeros } as const;
      const isNext = op(r.op === 'max' ? 'gt' : 'lt', [value, old!]);
      return [
        { kind: 'set', local: value.index, value: by! },
        { ...s, value: op('select', [isNext, value, old!]) },
        { kind: 'set', local: bits.index, value: op(s.value.op, [bits, op('bitcast', [value], 'i32')]) },
      ];
    });
  return { body: list(body), reduced: all };
}

function negative(e: Expression): Expression {
  if (e.type === 'i32') return op('sub', [i32(0), e]);
  return e.type === 'i64' ? op('sub', [i64(0), e]) : op('neg', [e]);
}

/** A sum that takes its value from a name for it (t = s + x … s = t, as complex numbers have it) grows itself (t = x … s = s + t). `keeps`: what is read after the loop. */
export function withSums(list: readonly Statement[], keeps: (local: number) => boolean): readonly Statement[] {
  let made = list;
  for (const [j, s] of list.entries()) {
    if (s.kind !== 'set' || s.value.kind !== 'local' || keeps(s.value.index)) continue;
    const { index: name, type } = s.value;
    const i = list.findIndex((x) => x.kind === 'set' && x.local === name);
    const grown = list[i];
    if (grown?.kind !== 'set' || i >= j || !isReduction(grown.value, s.local)) continue;
    const others = list.filter((_, k) => k !== i && k !== j);
    const uses = (x: Statement, local: number): boolean => readsIn(x, local) || setsIn(x, local);
    if (others.some((x) => uses(x, name) || uses(x, s.local))) continue;
    const [sum, by] = grown.value.args;
    made = made.with(i, { ...grown, value: by! }).with(j, {
      ...s,
      value: { ...grown.value, args: [sum!, { kind: 'local', type, index: name }] },
    });
  }
  return made;
}

/** The locals of `body` that are sums: they grow by one operation, and only what lets them grow reads them. The greatest of reals may have to be looked for once more: only where nothing is stored. */
export function reducedIn(
  body: readonly Statement[],
  locals: readonly Local[],
  reassociate: boolean,
): readonly Reduced[] {
  const found = new Map<number, Reduced>();
  const others = new Set<number>();
  const stores = someStatement(body, (s) => s.kind === 'store');
  eachStatement(body, (s) => {
    const sum = s.kind === 'set' ? sumOf(s, locals[s.local]!.type, reassociate, stores) : undefined;
    for (const e of sum ? sum.by : expressionsOf(s)) addLocals(e, others);
    if (s.kind !== 'set') return;
    const known = found.get(s.local);
    if (!sum || (known && (known.op !== sum.op || known.keeps !== sum.keeps))) others.add(s.local);
    else {
      const { by: _, ...reduced } = sum;
      found.set(s.local, reduced);
    }
  });
  return [...found.values()].filter((r) => !others.has(r.local));
}

/** `by`: what it reads besides itself. */
function sumOf(
  { local, value }: Extract<Statement, { kind: 'set' }>,
  type: ValueType,
  reassociate: boolean,
  stores: boolean,
): (Reduced & { readonly by: readonly Expression[] }) | undefined {
  if ((type !== 'i32' && type !== 'i64' && type !== 'f32' && type !== 'f64') || value.kind !== 'op') return undefined;
  const [condition] = value.args;
  // Where equals take each other's place, so do zeros of two signs.
  const isStrict = condition?.kind === 'op' && (condition.op === 'gt' || condition.op === 'lt');
  const isReal = type === 'f32' || type === 'f64';
  const keeps = isReal && isStrict && !stores ? keptBy(value, local) : undefined;
  if (keeps) return { local, op: 'select', type, keeps, by: [value.args[1]!] };
  if (!isReduction(value, local) || neutral(value.op, type, reassociate) === undefined) return undefined;
  return { local, op: value.op, type, by: value.args.slice(1) };
}

function addLocals(e: Expression, to: Set<number>): void {
  eachExpression(e, (x) => {
    if (x.kind === 'local') to.add(x.index);
  });
}

function reads(e: Expression, local: number): boolean {
  return someExpression(e, (x) => x.kind === 'local' && x.index === local);
}

function readsIn(s: Statement, local: number): boolean {
  let found = false;
  eachExpressionIn([s], (x) => {
    if (x.kind === 'local' && x.index === local) found = true;
  });
  return found;
}

function setsIn(s: Statement, local: number): boolean {
  return someStatement([s], (x) => x.kind === 'set' && x.local === local);
}
