/**
 * A loop that ends by a comparison of a local that grows by the same step in each iteration (`do while (i <= n)`, `if (i > n) exit`) is one that counts: how often it runs is known when it
 * begins. Signed numbers do not overflow.
 */
import { add, integer, local, op, sub } from '../../ir/build.ts';
import { effectsOf } from '../../ir/effects.ts';
import type { Expression, Fn, Statement } from '../../ir/module.ts';
import { isComparison, mirrored, negated as negatedCondition } from '../../ir/negated.ts';
import { setsIn } from '../../ir/uniformity.ts';
import {
  changeBodies,
  conjuncts,
  eachStatement,
  localsSet,
  localsSetIn,
  mapEach,
  someExpression,
  someStatement,
} from '../../ir/walk.ts';
import { type Aliases, aliasesOf } from '../analysis/alias.ts';
import { type RangeOf, ranges } from '../analysis/ranges.ts';

type Load = Extract<Expression, { readonly kind: 'load' }>;
type Loop = Extract<Statement, { readonly kind: 'loop' }>;
type Of = { readonly rangeOf: RangeOf; readonly values: ReadonlyMap<number, Expression>; readonly aliases: Aliases };

export function countLoops(fn: Fn): Fn {
  if (!someStatement(fn.body, (s) => s.kind === 'loop')) return fn;
  const of = { rangeOf: ranges(fn), values: singleValues(fn), aliases: aliasesOf(fn) };
  const list = (body: readonly Statement[]): readonly Statement[] =>
    mapEach(body, (s, i): Statement => {
      const inner = changeBodies(s, list);
      return inner.kind === 'loop' ? (counted(inner, of, body.slice(0, i)) ?? inner) : inner;
    });
  const body = list(fn.body);
  return body === fn.body ? fn : { ...fn, body };
}

/** Of locals that are set once. */
function singleValues(fn: Fn): ReadonlyMap<number, Expression> {
  const sets = setsIn(fn);
  const values = new Map<number, Expression>();
  eachStatement(fn.body, (s) => {
    if (s.kind === 'set' && sets[s.local] === 1) values.set(s.local, s.value);
  });
  return values;
}

/** `before`: what runs before the loop in its list. */
function counted(s: Loop, of: Of, before: readonly Statement[]): Statement | undefined {
  const last = s.body.at(-1);
  const [first] = s.body;
  if (s.waits || !first || last?.kind !== 'set') return undefined;
  const limit = limitOf(first, s.label, last.local);
  const step = stepOf(last);
  if (!limit || !step) return undefined;
  const body = s.body.slice(1, -1);
  const changed = localsSetIn([...body, last]);
  const isFixed = (e: Expression): boolean =>
    !someExpression(e, (x) =>
      x.kind === 'load' ? !staysIn(x, body, of.aliases) : x.kind === 'local' && changed.has(x.index),
    );
  if (!isFixed(limit.bound) || !isFixed(step)) return undefined;
  if (someStatement(body, (x) => localsSet(x).includes(last.local) || continues(x, s.label))) return undefined;
  const size = limit.up ? step : negated(step);
  if (!size || !isPositive(size, of)) return undefined;
  const from = constantBefore(last.local, before) ?? local(last.local, step.type);
  return { ...s, kind: 'for', local: last.local, from, trips: tripsOf(from, limit, size), step, body };
}

/** The number that a local was set to last, where that is one. */
function constantBefore(index: number, before: readonly Statement[]): Expression | undefined {
  const last = before.findLast((s) => localsSetIn([s]).has(index));
  return last?.kind === 'set' && last.value.kind === 'const' ? last.value : undefined;
}

/** Whether the loop leaves what is loaded as it is; nobody else may change it meanwhile. */
function staysIn(load: Load, body: readonly Statement[], aliases: Aliases): boolean {
  const root = aliases.rootOf(load.from);
  return (
    !load.volatile &&
    !someStatement(body, (s) => {
      const { writes = [], ordered, syncs, waits, outside } = effectsOf(s);
      if (ordered || syncs || waits || outside) return true;
      return writes.some((w) => !w.from || aliases.mayMeet(aliases.rootOf(w.from), root));
    })
  );
}

const continues = (s: Statement, label: string): boolean => s.kind === 'continue' && s.label === label;

type Limit = { readonly bound: Expression; readonly up: boolean; readonly inclusive: boolean };

/** How far the local goes, of `if (…) break`: up to the nearest of several numbers. */
function limitOf(s: Statement, label: string, index: number): Limit | undefined {
  if (s.kind !== 'if' || s.otherwise.length > 0 || s.then.length !== 1) return undefined;
  const [leave] = s.then;
  if (leave?.kind !== 'break' || leave.label !== label) return undefined;
  const limits = conjuncts(negatedCondition(s.condition)).map((e) => limitIn(e, index));
  const [first] = limits;
  if (!first || !limits.every((l) => l?.up === first.up)) return undefined;
  if (limits.length === 1) return first;
  const bounds = limits.map((l) => beyond(l!));
  return { bound: bounds.reduce((x, y) => op(first.up ? 'min' : 'max', [x, y])), up: first.up, inclusive: false };
}

/** Of one comparison that holds where the loop goes on. */
function limitIn(e: Expression, index: number): Limit | undefined {
  if (e.kind !== 'op' || !isComparison(e.op)) return undefined;
  const [a, b] = e.args;
  const isIt = (x: Expression | undefined): boolean => x?.kind === 'local' && x.index === index;
  if (isIt(a) === isIt(b)) return undefined;
  const how = isIt(a) ? e.op : mirrored[e.op];
  if (how === 'eq' || how === 'ne') return undefined;
  return { bound: isIt(a) ? b! : a!, up: how === 'lt' || how === 'le', inclusive: how === 'le' || how === 'ge' };
}

/** The first number that it does not reach, i64. */
function beyond({ bound, up, inclusive }: Limit): Expression {
  const far = wide(bound);
  if (!inclusive) return far;
  return up ? add(far, integer('i64', 1)) : sub(far, integer('i64', 1));
}

/** What a local grows by. */
function stepOf({ local: index, value }: Extract<Statement, { readonly kind: 'set' }>): Expression | undefined {
  if (value.kind !== 'op' || (value.type !== 'i32' && value.type !== 'i64')) return undefined;
  const [a, b] = value.args;
  const isIt = (e: Expression | undefined): boolean => e?.kind === 'local' && e.index === index;
  if (value.op === 'add') return isIt(a) ? b : isIt(b) ? a : undefined;
  return value.op === 'sub' && isIt(a) ? negated(b!) : undefined;
}

function negated(e: Expression): Expression | undefined {
  return e.kind === 'const' && typeof e.value !== 'boolean' ? integer(e.type, -e.value) : undefined;
}

/** A product of numbers of threads, say. */
function isPositive(e: Expression, of: Of): boolean {
  if (e.type === 'i32' && (of.rangeOf(e)?.low ?? 0) > 0) return true;
  if (e.kind === 'const') return Number(e.value) > 0;
  if (e.kind === 'local') {
    const value = of.values.get(e.index);
    return value !== undefined && value.type === e.type && isPositive(value, of);
  }
  if (e.kind !== 'op') return false;
  if (e.op === 'extend' || (e.type === 'i64' && (e.op === 'add' || e.op === 'mul')))
    return e.args.every((a) => isPositive(a, of));
  return false;
}

const wide = (e: Expression): Expression => (e.type === 'i64' ? e : op('extend', [e]));

/** Counted in 64 bits, since 32 might not hold how far it is. */
function tripsOf(from: Expression, { bound, up, inclusive }: Limit, size: Expression): Expression {
  const distance = up ? sub(wide(bound), wide(from)) : sub(wide(from), wide(bound));
  const last = inclusive ? distance : sub(distance, integer('i64', 1));
  const isOne = size.kind === 'const' && Number(size.value) === 1;
  return isOne ? add(last, wide(size)) : op('div', [add(last, wide(size)), wide(size)]);
}
