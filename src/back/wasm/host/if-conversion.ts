/**
 * Branches in the body of a host loop, before its iterations run in chunks: those that only choose values become choices. Of the others, what is read in any case and again in
 * them is read once, and what both sides store to the same place is stored behind them; what is left runs under masks (`vector/vector-branches.ts`).
 */
import { bool, f32, f64, i32, i64, local as localOf, op } from '../../../ir/build.ts';
import type { Expression, Statement } from '../../../ir/module.ts';
import type { ValueType } from '../../../ir/types.ts';
import { keyOf } from '../../../ir/value-key.ts';
import {
  eachExpressionOf,
  eachStatement,
  localsSet,
  mapExpression,
  mapStatement,
  someExpression,
  someStatement,
  withLocals,
} from '../../../ir/walk.ts';
import { isQuick } from '../vector/vector-cost.ts';
import { type CellFacts, storedBy } from './loop-cells.ts';
import { identityOf, isReduction, keptBy } from './loop-reductions.ts';
import { type Cell, meetWithin } from './loop-references.ts';

type If = Extract<Statement, { kind: 'if' }>;
type Set = Extract<Statement, { kind: 'set' }>;
type Store = Extract<Statement, { kind: 'store' }>;
type Load = Extract<Expression, { kind: 'load' }>;
type Local = Extract<Expression, { kind: 'local' }>;

/** What follows the early end of an iteration under a condition stands under the other one; ends that lie deeper stay. */
export function withoutContinues(list: readonly Statement[], loop: string): readonly Statement[] {
  const at = list.findIndex((s) => someStatement([s], (x) => x.kind === 'continue' && x.label === loop));
  const s = list[at];
  if (s?.kind === 'continue') return list.slice(0, at);
  if (s?.kind !== 'if') return list;
  const [yes, no] = [endsIteration(s.then, loop), endsIteration(s.otherwise, loop)];
  if (!yes && !no) return list;
  const rest = list.slice(at + 1);
  const then = withoutContinues(yes ? s.then : [...s.then, ...rest], loop);
  const otherwise = withoutContinues(no ? s.otherwise : [...s.otherwise, ...rest], loop);
  const made: If =
    then.length > 0
      ? { ...s, then, otherwise }
      : { ...s, condition: op('not', [s.condition]), then: otherwise, otherwise: [] };
  return [...list.slice(0, at), made];
}

function endsIteration(list: readonly Statement[], loop: string): boolean {
  const last = list.at(-1);
  if (last?.kind === 'if') return endsIteration(last.then, loop) && endsIteration(last.otherwise, loop);
  return last?.kind === 'continue' && last.label === loop;
}

/** `list` holds sets, stores, branches and loops of them. */
export function withChoices(list: readonly Statement[]): readonly Statement[] {
  return list.map((s) => {
    if (s.kind === 'for') return { ...s, body: withChoices(s.body) };
    return s.kind === 'if' ? choice({ ...s, then: withChoices(s.then), otherwise: withChoices(s.otherwise) }) : s;
  });
}

/** `list` with fewer and shorter branches; the same list where it has none. */
export function simplerBranches(list: readonly Statement[], facts: CellFacts): readonly Statement[] {
  if (!list.some((s) => s.kind === 'if')) return list;
  const made = withChoices(storedBehind(readOnce(readAhead(list, facts), facts), facts));
  return made.flatMap((s) => (s.kind === 'if' ? (bothSides(s, made, facts) ?? [s]) : [s]));
}

/** Sets that are quicker made on both sides than asked for. */
const mostSets = 6;

/** Branches that only set locals, quickly: both sides are done, and what is read behind them is chosen. */
function bothSides(s: If, list: readonly Statement[], facts: CellFacts): readonly Statement[] | undefined {
  if (s.then.length + s.otherwise.length > mostSets) return undefined;
  const condition = facts.fresh('bool');
  const made: Statement[] = [{ kind: 'set', local: condition.index, value: s.condition }];
  const side = (body: readonly Statement[]): ReadonlyMap<number, Local> | undefined => {
    const names = new Map<number, Local>();
    for (const x of body) {
      if (x.kind !== 'set' || !isQuick(x.value)) return undefined;
      const value = withLocals(x.value, names);
      // What grows keeps the form of a sum.
      if (someExpression(value, (e) => e.kind === 'local' && e.index === x.local)) return undefined;
      const name = facts.fresh(value.type);
      made.push({ kind: 'set', local: name.index, value });
      names.set(x.local, name);
    }
    return names;
  };
  const [yes, no] = [side(s.then), side(s.otherwise)];
  if (!yes || !no) return undefined;
  for (const local of new Set([...yes.keys(), ...no.keys()])) {
    if (!isReadOutside(list, s, local)) continue;
    const type = (yes.get(local) ?? no.get(local))!.type;
    const old = localOf(local, type);
    const value = op('select', [condition, yes.get(local) ?? old, no.get(local) ?? old]);
    made.push({ kind: 'set', local, value });
  }
  return made;
}

function isReadOutside(list: readonly Statement[], s: Statement, local: number): boolean {
  let found = false;
  eachStatement(
    list.filter((x) => x !== s),
    (x) =>
      eachExpressionOf(x, (e) => {
        if (e.kind === 'local' && e.index === local) found = true;
      }),
  );
  return found;
}

function choice(s: If): Statement {
  const [yes, no] = [onlySet(s.then), onlySet(s.otherwise)];
  if (!yes) return s;
  if (s.otherwise.length === 0) {
    const value = extremeOf(s.condition, yes) ?? (isQuick(yes.value) ? chosen(s.condition, yes) : undefined);
    return value ? { ...yes, value } : s;
  }
  if (no?.local !== yes.local || !isQuick(yes.value) || !isQuick(no.value)) return s;
  return { ...yes, value: eitherOf(s.condition, yes, no) };
}

function onlySet(list: readonly Statement[]): Set | undefined {
  const [s] = list;
  return list.length === 1 && s?.kind === 'set' ? s : undefined;
}

/** A sum that grows under a condition grows by nothing elsewhere. */
function chosen(condition: Expression, s: Set): Expression {
  const { value } = s;
  if (isReduction(value, s.local)) {
    const [a, b] = value.args;
    return { ...value, args: [a!, op('select', [condition, b!, identityOf({ op: value.op, type: value.type })])] };
  }
  return op('select', [condition, value, localOf(s.local, value.type)]);
}

function eitherOf(condition: Expression, yes: Set, no: Set): Expression {
  const [a, b] = [yes.value, no.value];
  if (isReduction(a, yes.local) && isReduction(b, no.local) && a.op === b.op)
    return { ...a, args: [a.args[0]!, op('select', [condition, a.args[1]!, b.args[1]!])] };
  return op('select', [condition, a, b]);
}

/** A number that is kept where it is greater (or less) than what was kept before. Of reals some are no numbers, and zeros have two signs: these are chosen (`keptBy`). */
function extremeOf(condition: Expression, { local, value }: Set): Expression | undefined {
  const kept = localOf(local, value.type);
  const choice: Expression = { kind: 'op', type: value.type, op: 'select', args: [condition, value, kept] };
  const how = keptBy(choice, local);
  if (!how) return undefined;
  return value.type === 'i32' || value.type === 'i64' ? op(how === 'gt' ? 'max' : 'min', [kept, value]) : choice;
}

// Reads.

/** What branches without stores load from between cells that each iteration loads in any case is there as well: it is loaded before them. */
function readAhead(list: readonly Statement[], facts: CellFacts): readonly Statement[] {
  const sure = new Map<string, { low: number; high: number }>();
  for (const s of list)
    for (const x of loadsOf(s)) {
      const cell = facts.cellOf(x);
      if (!cell) continue;
      const known = sure.get(cell.key) ?? { low: cell.place, high: cell.place };
      sure.set(cell.key, { low: Math.min(known.low, cell.place), high: Math.max(known.high, cell.place) });
    }
  const isThere = (x: Load): boolean => {
    const cell = facts.cellOf(x);
    const known = cell && sure.get(cell.key);
    return cell !== undefined && known !== undefined && known.low <= cell.place && cell.place <= known.high;
  };
  return list.flatMap((s) => {
    if (s.kind !== 'if' || someStatement([s], (x) => x.kind === 'store')) return [s];
    const held = new Map<string, Local>();
    const before: Statement[] = [];
    const expression = (e: Expression): Expression =>
      mapExpression(e, (x) => {
        if (x.kind !== 'load' || !isThere(x)) return x;
        const key = keyOf(x);
        const local = held.get(key) ?? facts.fresh(x.type);
        if (!held.has(key)) before.push({ kind: 'set', local: local.index, value: x });
        held.set(key, local);
        return local;
      });
    const body = (inner: readonly Statement[]): readonly Statement[] =>
      inner.map((x) => mapStatement(x, { expression, body }));
    const made: If = { ...s, then: body(s.then), otherwise: body(s.otherwise) };
    return [...before, made];
  });
}

type Held = ReadonlyMap<string, { readonly local: Local; readonly cell: Cell }>;

/** Loads that stand under a condition, and before it in any case. */
function readOnce(list: readonly Statement[], facts: CellFacts): readonly Statement[] {
  const conditional = new Set<string>();
  eachStatement(
    list.flatMap((s) => (s.kind === 'if' ? [...s.then, ...s.otherwise] : [])),
    (s) => {
      for (const x of loadsOf(s)) conditional.add(keyOf(x));
    },
  );
  let held: Held = new Map();
  return list.flatMap((s) => {
    const now = new Map(held);
    const before: Statement[] = [];
    for (const [key, x] of sureLoads(s, facts)) {
      const cell = conditional.has(key) && !now.has(key) ? facts.cellOf(x) : undefined;
      if (!cell) continue;
      const local = facts.fresh(x.type);
      now.set(key, { local, cell });
      before.push({ kind: 'set', local: local.index, value: x });
    }
    const made = withHeld(s, now, facts);
    held = made.held;
    return [...before, made.statement];
  });
}

/** What the statement loads in any case, itself or on both sides of a branch, before it stores there; by the loads' keys. */
function sureLoads(s: Statement, facts: CellFacts): ReadonlyMap<string, Load> {
  const found = new Map(loadsOf(s).map((x) => [keyOf(x), x]));
  if (s.kind !== 'if') return found;
  const otherwise = sureLoadsIn(s.otherwise, facts);
  for (const [key, x] of sureLoadsIn(s.then, facts)) if (otherwise.has(key)) found.set(key, x);
  return found;
}

function sureLoadsIn(list: readonly Statement[], facts: CellFacts): ReadonlyMap<string, Load> {
  const found = new Map<string, Load>();
  const stores: Store[] = [];
  for (const s of list) {
    for (const [key, x] of sureLoads(s, facts)) {
      const cell = facts.cellOf(x);
      if (cell && !found.has(key) && !stores.some((to) => mayWrite(to, cell, facts))) found.set(key, x);
    }
    eachStatement([s], (x) => {
      if (x.kind === 'store') stores.push(x);
    });
  }
  return found;
}

/** What the statement itself loads. */
export function loadsOf(s: Statement): readonly Load[] {
  const found: Load[] = [];
  eachExpressionOf(s, (x) => {
    if (x.kind === 'load') found.push(x);
  });
  return found;
}

/** What is held is no longer so once a store may have written it. */
function withHeld(s: Statement, held: Held, facts: CellFacts): { readonly statement: Statement; readonly held: Held } {
  const ends: Held[] = [];
  const body = (list: readonly Statement[]): readonly Statement[] => {
    let now = held;
    const made = list.map((x) => {
      const { statement, held: then } = withHeld(x, now, facts);
      now = then;
      return statement;
    });
    ends.push(now);
    return made;
  };
  const expression = (e: Expression): Expression =>
    mapExpression(e, (x) => (x.kind === 'load' ? (held.get(keyOf(x))?.local ?? x) : x));
  const statement = held.size === 0 ? s : mapStatement(s, { expression, body });
  const stays = (key: string, cell: Cell): boolean =>
    ends.every((end) => end.has(key)) && !(s.kind === 'store' && mayWrite(s, cell, facts));
  return { statement, held: new Map([...held].filter(([key, h]) => stays(key, h.cell))) };
}

/** In the same iteration: what is stored in others is looked at where the loop's references are. */
function mayWrite(s: Store, cell: Cell, facts: CellFacts): boolean {
  const to = storedBy(s, facts);
  if (!to) return true;
  return to.key === cell.key ? meetWithin(to, cell, 1) : !facts.apart;
}

// Stores.

function storedBehind(list: readonly Statement[], facts: CellFacts): readonly Statement[] {
  return list.flatMap((s): readonly Statement[] => {
    if (s.kind !== 'if') return [s];
    return lastStores({ ...s, then: storedBehind(s.then, facts), otherwise: storedBehind(s.otherwise, facts) }, facts);
  });
}

/** The branch sets locals instead of storing, where both sides end in stores to the same places. */
function lastStores(branch: If, facts: CellFacts): readonly Statement[] {
  const names: Local[] = [];
  const behind: Store[] = [];
  let s = branch;
  for (;;) {
    const [a, b] = [lastStore(s.then), lastStore(s.otherwise)];
    if (a < 0 || b < 0) break;
    const [yes, no] = [s.then[a], s.otherwise[b]];
    if (yes?.kind !== 'store' || no?.kind !== 'store' || !areAlike(yes, no, s)) break;
    const name = facts.fresh(yes.value.type);
    const set = (value: Expression): Statement => ({ kind: 'set', local: name.index, value });
    s = { ...s, then: s.then.with(a, set(yes.value)), otherwise: s.otherwise.with(b, set(no.value)) };
    names.unshift(name);
    behind.unshift({ ...yes, value: name });
  }
  return names.length === 0 ? [s] : [...withDefaults(s, names), ...behind];
}

/** The last statement but for sets that read no memory; -1 where that is no store. */
function lastStore(list: readonly Statement[]): number {
  const at = list.findLastIndex((s) => s.kind !== 'set' || someExpression(s.value, isLoad));
  return list[at]?.kind === 'store' ? at : -1;
}

function areAlike(a: Store, b: Store, s: If): boolean {
  const same = a.memory === b.memory && a.offset === b.offset && keyOf(a.to) === keyOf(b.to);
  if (!same || a.value.type !== b.value.type || someExpression(a.to, isLoad)) return false;
  let changes = false;
  eachStatement([s], (x) => {
    for (const l of localsSet(x)) changes ||= someExpression(a.to, (e) => e.kind === 'local' && e.index === l);
  });
  return !changes;
}

/** What one side finds cheaply is found for all beforehand; where neither does, lanes need not keep what earlier iterations have left. */
function withDefaults(s: If, names: readonly Local[]): readonly Statement[] {
  const isOwn = (x: Statement): boolean =>
    x.kind === 'set' && names.some((n) => n.index === x.local) && isQuick(x.value);
  if (isSimple(s.then) && isSimple(s.otherwise)) return [s];
  if (s.otherwise.every(isOwn)) return [...s.otherwise, { ...s, otherwise: [] }];
  if (s.then.every(isOwn))
    return [...s.then, { ...s, condition: op('not', [s.condition]), then: s.otherwise, otherwise: [] }];
  return [...names.map((n): Statement => ({ kind: 'set', local: n.index, value: zero(n.type) })), s];
}

/** What `withChoices` makes a choice of. */
function isSimple(list: readonly Statement[]): boolean {
  const only = onlySet(list);
  return only !== undefined && isQuick(only.value);
}

function isLoad(e: Expression): boolean {
  return e.kind === 'load';
}

function zero(type: ValueType): Expression {
  switch (type) {
    case 'i64':
      return i64(0);
    case 'f32':
      return f32(0);
    case 'f64':
      return f64(0);
    case 'bool':
      return bool(false);
    default:
      return i32(0);
  }
}
