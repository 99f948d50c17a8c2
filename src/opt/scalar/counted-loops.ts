/**
 * A loop that ends by a comparison of a local that grows by the same step in each iteration (`do while (i <= n)`, `if (i > n) exit`, at its start, behind the step or at its end) is one that counts: how
 * often it runs is known when it begins. Signed numbers do not overflow.
 */
import { add, integer, local, op, sub, toInteger } from '../../ir/build.ts';
import { effectsOf } from '../../ir/effects.ts';
import type { Expression, Fn, Statement } from '../../ir/module.ts';
import { isComparison, mirrored, negated as negatedCondition } from '../../ir/negated.ts';
import { setsIn } from '../../ir/uniformity.ts';
import { keyOf } from '../../ir/value-key.ts';
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
type Op = Extract<Expression, { readonly kind: 'op' }>;
type Block = Extract<Statement, { readonly kind: 'block' }>;
type Loop = Extract<Statement, { readonly kind: 'loop' }>;
type Of = { readonly rangeOf: RangeOf; readonly values: ReadonlyMap<number, Expression>; readonly aliases: Aliases };

export function countLoops(fn: Fn): Fn {
  if (!someStatement(fn.body, (s) => s.kind === 'loop' || s.kind === 'block')) return fn;
  const of = { rangeOf: ranges(fn), values: singleValues(fn), aliases: aliasesOf(fn) };
  /** `around`: what runs right before the list. */
  const list = (body: readonly Statement[], around: () => readonly Statement[]): readonly Statement[] =>
    mapEach(body, (s, i): Statement => {
      const before = () => [...around(), ...body.slice(0, i)];
      const inner = changeBodies(s, (b) => list(b, s.kind === 'block' || s.kind === 'if' ? before : nothing));
      if (inner.kind === 'block') return withoutQuestion(inner);
      return inner.kind === 'loop' ? (counted(inner, of, before()) ?? inner) : inner;
    });
  const body = list(fn.body, nothing);
  return body === fn.body ? fn : { ...fn, body };
}

/** A loop at the end of a block need not be asked about right before: it would not run. */
function withoutQuestion(s: Block): Block {
  const last = s.body.at(-1);
  const question = s.body.at(-2);
  if (last?.kind !== 'for' || question?.kind !== 'if' || question.then.length !== 1) return s;
  const [leave] = question.then;
  if (leave?.kind !== 'break' || leave.label !== s.label) return s;
  const down = last.step.kind === 'const' && Number(last.step.value) < 0;
  const one = limitOf(question, s.label, last.local);
  const limit = one ?? limitOfStart(question, last.from);
  if (!limit || limit.up === down || last.step.kind !== 'const') return s;
  const size = integer(last.step.type, Math.abs(Number(last.step.value)));
  if (keyOf(tripsOf(last.from, limit, size)) !== keyOf(last.trips)) return s;
  return { ...s, body: [...s.body.slice(0, -2), last] };
}

/** As limitOf, where the number that a loop begins with stands in place of its local. */
function limitOfStart(
  { condition, otherwise }: Extract<Statement, { kind: 'if' }>,
  from: Expression,
): Limit | undefined {
  const asked = negatedCondition(condition);
  if (otherwise.length > 0 || from.kind !== 'const' || asked.kind !== 'op') return undefined;
  return limitBy(asked, (x) => x !== undefined && sameNumber(x, from));
}

const nothing = (): readonly Statement[] => [];

/** Of locals that are set once. */
function singleValues(fn: Fn): ReadonlyMap<number, Expression> {
  const sets = setsIn(fn);
  const values = new Map<number, Expression>();
  eachStatement(fn.body, (s) => {
    if (s.kind === 'set' && sets[s.local] === 1) values.set(s.local, s.value);
  });
  return values;
}

type Put = Extract<Statement, { readonly kind: 'set' }>;
/** `asked`: before the step (`do while (i <= n); …; i = i + 1`), behind it at the start (`do; i = i + 1; if (i > n) exit; …`), or behind it at the end, where one iteration is always done. */
type Counting = {
  readonly asked: 'first' | 'after the step' | 'last';
  readonly test: Statement;
  readonly put: Put;
  readonly body: readonly Statement[];
};

/** `before`: what runs before the loop in its list. */
function counted(s: Loop, of: Of, before: readonly Statement[]): Statement | undefined {
  if (s.waits) return undefined;
  for (const c of countingsOf(s)) {
    const made = countedSo(s, c, of, before);
    if (made) return made;
  }
  return undefined;
}

function countingsOf({ body, label }: Loop): readonly Counting[] {
  const found: Counting[] = [];
  const [first, second] = body;
  const last = body.at(-1);
  if (first && last?.kind === 'set') found.push({ asked: 'first', test: first, put: last, body: body.slice(1, -1) });
  if (first?.kind === 'set' && second)
    found.push({ asked: 'after the step', test: second, put: first, body: body.slice(2) });
  const ending = endingOf(body, label);
  const put = ending && body.at(-1 - ending.statements);
  if (ending && put?.kind === 'set')
    found.push({ asked: 'last', test: ending.test, put, body: body.slice(0, -1 - ending.statements) });
  return found;
}

/** `if (…) break` at the end, or `if (…) continue; break`. */
function endingOf(
  body: readonly Statement[],
  label: string,
): { readonly test: Statement; readonly statements: number } | undefined {
  const last = body.at(-1);
  if (last?.kind === 'if') return { test: last, statements: 1 };
  const asked = body.at(-2);
  if (last?.kind !== 'break' || last.label !== label || asked?.kind !== 'if') return undefined;
  const [again] = asked.then;
  if (asked.otherwise.length > 0 || asked.then.length !== 1 || !again || !continues(again, label)) return undefined;
  return { test: { ...asked, condition: negatedCondition(asked.condition), then: [last] }, statements: 2 };
}

function countedSo(s: Loop, { asked, test, put, body }: Counting, of: Of, before: readonly Statement[]) {
  const limit = limitOf(test, s.label, put.local);
  const step = stepOf(put);
  if (!limit || !step) return undefined;
  const changed = localsSetIn([...body, put]);
  const isFixed = (e: Expression): boolean =>
    !someExpression(e, (x) =>
      x.kind === 'load' ? !staysIn(x, body, of.aliases) : x.kind === 'local' && changed.has(x.index),
    );
  if (!isFixed(limit.bound) || !isFixed(step)) return undefined;
  const skipsStep = (x: Statement): boolean => asked !== 'after the step' && continues(x, s.label);
  if (someStatement(body, (x) => localsSet(x).includes(put.local) || skipsStep(x))) return undefined;
  const size = limit.up ? step : negated(step);
  if (!size || !isPositive(size, of)) return undefined;
  const start = constantBefore(put.local, before) ?? local(put.local, step.type);
  const from = asked === 'after the step' ? add(start, step) : start;
  const trips = tripsOf(from, limit, size);
  const isAsked = asked !== 'last' || isAskedBefore(limit, start, put.local, before.at(-1));
  const least = isAsked ? trips : op('max', [trips, integer('i64', 1)]);
  return { ...s, kind: 'for', local: put.local, from, trips: least, step, body } as const;
}

/** Whether what stands right before the loop leaves where the first number is beyond the limit already. */
function isAskedBefore(limit: Limit, start: Expression, index: number, before: Statement | undefined): boolean {
  if (before?.kind !== 'if' || before.otherwise.length > 0) return false;
  const end = before.then.at(-1);
  if (end?.kind !== 'break' && end?.kind !== 'return' && end?.kind !== 'continue') return false;
  return conjuncts(negatedCondition(before.condition)).some((e) => {
    const isStart = (x: Expression | undefined): boolean => x !== undefined && sameNumber(x, start);
    const known = limitIn(e, index) ?? (e.kind === 'op' ? limitBy(e, isStart) : undefined);
    return known?.up === limit.up && known.inclusive === limit.inclusive && keyOf(known.bound) === keyOf(limit.bound);
  });
}

function sameNumber(a: Expression, b: Expression): boolean {
  return a.kind === 'const' && b.kind === 'const' && a.type === b.type && a.value === b.value;
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
  return e.kind === 'op' ? limitBy(e, (x) => x?.kind === 'local' && x.index === index) : undefined;
}

function limitBy(e: Op, isIt: (x: Expression | undefined) => boolean): Limit | undefined {
  if (!isComparison(e.op)) return undefined;
  const [a, b] = e.args;
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
function stepOf({ local: index, value }: Put): Expression | undefined {
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

const wide = (e: Expression): Expression => toInteger('i64', e);

/** Counted in 64 bits, since 32 might not hold how far it is. */
function tripsOf(from: Expression, { bound, up, inclusive }: Limit, size: Expression): Expression {
  const distance = up ? sub(wide(bound), wide(from)) : sub(wide(from), wide(bound));
  const last = inclusive ? distance : sub(distance, integer('i64', 1));
  const isOne = size.kind === 'const' && Number(size.value) === 1;
  return isOne ? add(last, wide(size)) : op('div', [add(last, wide(size)), wide(size)]);
}
