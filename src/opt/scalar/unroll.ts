/**
 * Loops of a small constant number of iterations become their iterations, one after another; a loop of guarded iterations (as a kernel loop has them) does several at once.
 * For devices whose threads run one after another in registers: indices become constants, loads come together.
 */
import { integer, op } from '../../ir/build.ts';
import type { Expression, Fn, Local, Statement } from '../../ir/module.ts';
import { type Operation, type OperationName, operations } from '../../ir/operations.ts';
import { isPointer } from '../../ir/types.ts';
import {
  bodiesOf,
  changeBodies,
  eachExpressionIn,
  eachExpressionOf,
  eachStatement,
  expressionsOf,
  localsSet,
  localsSetIn,
  mapExpression,
  mapStatement,
  replaceEach,
  someExpression,
  someStatement,
} from '../../ir/walk.ts';
import { farUnrolling, type Unrolling } from '../cost.ts';
import { decided, folded } from './fold.ts';

type For = Extract<Statement, { readonly kind: 'for' }>;
/** `reads`: how often the function as it was reads each local. */
type Made = {
  readonly locals: Local[];
  copies: number;
  readonly how: Unrolling;
  readonly reads: () => ReadonlyMap<number, number>;
};

/** Where an iteration loads one cell, at an address that is quickly found, twice as many: what counts is how many loads are on their way. */
const iterationsAtOnce = 4;
const mostLightNodes = 48;
const mostGuardedNodes = 150;
/** Operations of an iteration beside which counting weighs, however many statements they stand in. */
const mostLightOperations = 48;
/** How much smaller iterations may be once their constants are known. */
const mostFolded = 2;
const mostAddressNodes = 8;
/** Nodes of one iteration. */
const mostStraightNodes = 1000;

/** Of the labels of loops that do several iterations at once, and of those that do what is left. */
const marks = { several: '~several', rest: '~rest' } as const;

/** Whether the loop is what unrolling has left. */
export function isUnrolled(label: string): boolean {
  return label.endsWith(marks.several) || label.endsWith(marks.rest);
}

export function isRest(label: string): boolean {
  return label.endsWith(marks.rest);
}

export function unroll(fn: Fn, how = farUnrolling): Fn {
  if (!someStatement(fn.body, (s) => s.kind === 'for')) return fn;
  const made = madeOf(fn, how);
  const body = list(fn.body, made, fn);
  return made.copies === 0 ? fn : { ...fn, locals: made.locals, body };
}

function madeOf(fn: Fn, how: Unrolling): Made {
  let reads: ReadonlyMap<number, number> | undefined;
  return { locals: [...fn.locals], copies: 0, how, reads: () => (reads ??= readsOf(fn.body)) };
}

/** The loops of which `which` is asked, where they have a constant number of iterations by now. */
export function unrolled(fn: Fn, which: (loop: For) => boolean): Fn {
  const made = madeOf(fn, { iterations: Number.POSITIVE_INFINITY, nodes: Number.POSITIVE_INFINITY, several: true });
  const over = (statements: readonly Statement[]): readonly Statement[] =>
    replaceEach(statements, (s) => {
      const inner = changeBodies(s, over);
      return (inner.kind === 'for' && which(inner) && wholly(inner, s, made)) || inner;
    });
  const body = over(fn.body);
  return made.copies === 0 ? fn : { ...fn, locals: made.locals, body };
}

/** Only loops with a constant number of iterations whose variable counts through a slot: its cells then have places of their own. */
export function unrollOverSlots(fn: Fn): Fn {
  const made = madeOf(fn, farUnrolling);
  const over = (statements: readonly Statement[]): readonly Statement[] =>
    replaceEach(statements, (s) => {
      const inner = changeBodies(s, over);
      return (inner.kind === 'for' && countsThroughSlot(inner) && wholly(inner, s, made)) || inner;
    });
  const body = over(fn.body);
  return made.copies === 0 ? fn : { ...fn, locals: made.locals, body };
}

/** By its variable, or by what its iterations count along with it. */
function countsThroughSlot(s: For): boolean {
  const counters = countedIn(s);
  const reads = (e: Expression): boolean => someExpression(e, (x) => x.kind === 'local' && counters.has(x.index));
  const through = (address: Expression): boolean =>
    reads(address) && someExpression(address, (x) => x.kind === 'slot') && !someExpression(address, isLoad);
  return someStatement(s.body, (x) => {
    if (x.kind === 'store' && through(x.to)) return true;
    return expressionsOf(x).some((e) => someExpression(e, (y) => y.kind === 'load' && through(y.from)));
  });
}

/** The loop's variable, and locals that nothing in the loop does more to than to add constants. */
function countedIn(s: For): ReadonlySet<number> {
  const counters = new Set([s.local]);
  const others = new Set<number>();
  eachStatement(s.body, (x) => {
    const counts =
      x.kind === 'set' &&
      x.value.kind === 'op' &&
      x.value.op === 'add' &&
      x.value.args.every((a) => isStep(a, x.local));
    for (const l of localsSet(x)) (counts ? counters : others).add(l);
  });
  return new Set([...counters].filter((l) => !others.has(l)));
}

const isStep = (e: Expression, local: number): boolean =>
  e.kind === 'const' || (e.kind === 'local' && e.index === local);

function isLoad(e: Expression): boolean {
  return e.kind === 'load';
}

function list(statements: readonly Statement[], made: Made, fn: Fn): readonly Statement[] {
  const within = (b: readonly Statement[]): readonly Statement[] => list(b, made, fn);
  return replaceEach(statements, (s) => {
    const inner = changeBodies(s, within);
    if (inner.kind !== 'for') return inner;
    const all = wholly(inner, s, made);
    if (all || !made.how.several) return all ?? inner;
    return severally(inner, made, fn) ?? inFours(inner, made) ?? inner;
  });
}

function size(statements: readonly Statement[]): number {
  let n = 0;
  eachStatement(statements, () => n++);
  eachExpressionIn(statements, () => n++);
  return n;
}

/** Nodes, of addresses as many as are left when what stays the same is computed elsewhere. */
function weight(statements: readonly Statement[]): number {
  let n = 0;
  eachStatement(statements, (s) => {
    n++;
    for (const e of expressionsOf(s)) n += s.kind === 'store' && e === s.to ? weightOfAddress(e) : weightOf(e);
  });
  return n;
}

function weightOf(e: Expression): number {
  if (e.kind === 'load') return 1 + weightOfAddress(e.from);
  return e.kind === 'op' ? e.args.reduce((sum, a) => sum + weightOf(a), 1) : 1;
}

function weightOfAddress(e: Expression): number {
  return Math.min(weightOf(e), mostAddressNodes);
}

// ---- constant numbers of iterations --------------------------------------------------------------------------------------

/** `written`: the loop as it stands in the function, with the loops in it. */
function wholly(s: For, written: Statement, made: Made): readonly Statement[] | undefined {
  if (s.trips.kind !== 'const' || s.step.kind !== 'const') return undefined;
  // Slots want constant places: what counts from no constant yet may do so when the loops around it are gone.
  if (s.from.kind !== 'const' && made.how.iterations === Number.POSITIVE_INFINITY) return undefined;
  const trips = Number(s.trips.value);
  const meeting = someStatement(s.body, (x) => x.kind === 'barrier') ? made.how.meeting : undefined;
  const few = trips <= (made.how.few?.iterations ?? 0) ? made.how.few : undefined;
  const { iterations, nodes } = meeting ?? few ?? made.how;
  if (trips > iterations) return undefined;
  // What meets at barriers is cut there: how large the pieces become says little about what is folded. Nor does it where an assembler unrolls as well.
  const asWritten = meeting !== undefined || made.how.several;
  const fits = (b: readonly Statement[], most: number): boolean => (asWritten ? size(b) : weight(b)) <= most;
  const decided = decidedBy(s);
  const mayFit = fits(s.body, (nodes * (asWritten ? 1 : mostFolded)) / trips);
  const left = asWritten || mayFit ? undefined : weightLeft(s.body, decided);
  // Iterations that lose most of what they do by knowing their number may grow the more.
  const most = left !== undefined && mostFolded * left <= weight(s.body) ? mostFolded * nodes : nodes;
  if (trips > 1 && !mayFit && (left === undefined || left > most / trips)) return undefined;
  const isLong = (x: Statement): boolean => !isShort(x, decided);
  if (trips > 1 && !meeting && !made.how.several && someStatement(s.body, isLong)) return undefined;
  const copy = made.copies + 1;
  const own = trips > 1 ? ownAddresses(s, written, made) : [];
  const out: Statement[] = [];
  const from = startOf(s, made, out);
  const step = BigInt(s.step.value);
  const value = (iteration: number): Expression => countedOn(from, step * BigInt(iteration));
  for (let iteration = 0; iteration < trips; iteration++) {
    const renamed = new Map(own.map((l) => [l, iteration === 0 ? l : made.locals.push(made.locals[l]!) - 1]));
    out.push(...iterationOf(s, value(iteration), `${copy}.${iteration}`, renamed));
  }
  if (trips > 1 && !asWritten && !fits(out, most)) return undefined;
  made.copies = copy;
  out.push({ kind: 'set', local: s.local, value: value(Math.max(trips, 0)) });
  const leaves = someStatement(s.body, (x) => x.kind === 'break' && x.label === s.label);
  return leaves ? [{ kind: 'block', label: s.label, body: out, ...(s.at && { at: s.at }) }] : out;
}

/** What the variable begins with, where the iterations can ask for it: `out` sets it. */
function startOf(s: For, made: Made, out: Statement[]): Expression {
  const { from } = s;
  if (from.kind === 'const') return from;
  const index = made.locals.push({ name: made.locals[s.local]!.name, type: from.type }) - 1;
  out.push({ kind: 'set', local: index, value: from, ...(s.at && { at: s.at }) });
  return { kind: 'local', type: from.type, index };
}

function countedOn(from: Expression, by: bigint): Expression {
  return by === 0n ? from : op('add', [from, integer(from.type, by)]);
}

/** Neither held up by other threads nor longer than it looks. */
function isShort(s: Statement, decided: (e: Expression) => boolean): boolean {
  if (s.kind !== 'set' && s.kind !== 'store' && s.kind !== 'if') return false;
  return !expressionsOf(s).some((e) => someExpression(e, (x) => x.kind === 'op' && isExpensive(x.op) && !decided(x)));
}

/** What the number of an iteration decides: made of the loop's variable, constants, and locals that the body sets once to such. */
function decidedBy(s: For): (e: Expression) => boolean {
  const known = new Set(s.from.kind === 'const' ? [s.local] : []);
  const sets = new Map<number, number>();
  eachStatement(s.body, (x) => {
    for (const l of localsSet(x)) sets.set(l, (sets.get(l) ?? 0) + 1);
  });
  if (sets.has(s.local)) known.clear();
  const decided = (e: Expression): boolean =>
    e.kind === 'const' || (e.kind === 'local' ? known.has(e.index) : e.kind === 'op' && e.args.every(decided));
  for (const x of s.body) if (x.kind === 'set' && sets.get(x.local) === 1 && decided(x.value)) known.add(x.local);
  return decided;
}

/** At least, once each iteration knows its number. */
function weightLeft(statements: readonly Statement[], decided: (e: Expression) => boolean): number {
  const left = (e: Expression): number => {
    if (decided(e)) return 1;
    if (e.kind === 'load') return 1 + Math.min(left(e.from), mostAddressNodes);
    if (e.kind !== 'op') return 1;
    const [c, yes, no] = e.args;
    if (e.op === 'select' && c && yes && no && decided(c)) return Math.min(left(yes), left(no));
    return e.args.reduce((sum, a) => sum + left(a), 1);
  };
  let n = 0;
  eachStatement(statements, (s) => {
    if (s.kind === 'set' && decided(s.value)) return;
    n++;
    for (const e of expressionsOf(s))
      n += s.kind === 'store' && e === s.to ? Math.min(left(e), mostAddressNodes) : left(e);
  });
  return n;
}

function isExpensive(name: OperationName): boolean {
  const row: Operation = operations[name];
  return row.expensive === true;
}

/** Addresses that each iteration computes for itself: they get locals of their own in each, so that they may become constant. */
function ownAddresses(s: For, written: Statement, made: Made): readonly number[] {
  const seen = new Set<number>();
  const sets = new Map<number, number>();
  eachStatement(s.body, (x) => {
    for (const l of localsSet(x)) sets.set(l, (sets.get(l) ?? 0) + 1);
  });
  const first: number[] = [];
  for (const x of s.body) {
    eachExpressionIn([x], (e) => {
      if (e.kind === 'local') seen.add(e.index);
    });
    if (x.kind !== 'set' || seen.has(x.local) || sets.get(x.local) !== 1) continue;
    if (isPointer(made.locals[x.local]!.type)) first.push(x.local);
  }
  if (first.length === 0) return first;
  const inLoop = readsOf([written]);
  return first.filter((l) => inLoop.get(l) === made.reads().get(l));
}

/** How often each local is read. */
function readsOf(statements: readonly Statement[]): Map<number, number> {
  const reads = new Map<number, number>();
  eachExpressionIn(statements, (e) => {
    if (e.kind === 'local') reads.set(e.index, (reads.get(e.index) ?? 0) + 1);
  });
  return reads;
}

/** The body with the loop's variable known. `continue` leaves the iteration; `break` leaves the loop with the variable set. */
function iterationOf(
  s: For,
  value: Expression,
  mark: string,
  renamed: ReadonlyMap<number, number>,
): readonly Statement[] {
  const inside = new Set<string>();
  eachStatement(s.body, (x) => {
    if ('label' in x && x.kind !== 'break' && x.kind !== 'continue') inside.add(x.label);
  });
  const end = `${s.label}~${mark}`;
  let continues = false;
  /** What the iteration itself has set to constants. */
  const constants = new Map<number, Expression>();
  const replace = (e: Expression): Expression => {
    if (e.kind !== 'local') return folded(ownLoad(e));
    if (e.index === s.local) return value;
    const index = renamed.get(e.index);
    return index === undefined ? (constants.get(e.index) ?? e) : { ...e, index };
  };
  const copy = (statements: readonly Statement[]): readonly Statement[] =>
    replaceEach(statements, (x) => {
      if (x.kind === 'continue' && x.label === s.label) {
        continues = true;
        return [{ kind: 'break', label: end, ...(x.at && { at: x.at }) }];
      }
      if (x.kind === 'break' && x.label === s.label) return [{ kind: 'set', local: s.local, value }, { ...x }];
      const made = mapStatement(x, {
        expression: (e) => mapExpression(e, replace),
        body: copy,
        label: (l) => (inside.has(l) ? `${l}~${mark}` : l),
        local: (l) => renamed.get(l) ?? l,
      });
      return decided(made);
    });
  const body = s.body.flatMap((x) => {
    if (x.kind !== 'set') for (const l of localsSetIn([x])) constants.delete(l);
    const copied = copy([x]);
    for (const c of copied) {
      if (c.kind !== 'set') continue;
      if (c.value.kind === 'const') constants.set(c.local, c.value);
      else constants.delete(c.local);
    }
    return copied;
  });
  return continues ? [{ kind: 'block', label: end, body }] : body;
}

/** Iterations do not share the nodes of their loads: what lies between them may change what is loaded, and back ends plan loads by their nodes. */
function ownLoad(e: Expression): Expression {
  return e.kind === 'load' ? { ...e } : e;
}

// ---- guarded iterations ------------------------------------------------------------------------------------------------------

/**
 * `for … { x = f(iteration); if (g(x)) body }`: several turns' guards are asked first, and where all hold the bodies follow each other without branches.
 * The guards may not depend on what the bodies do.
 */
function severally(s: For, made: Made, fn: Fn): readonly Statement[] | undefined {
  const guard = s.body.at(-1);
  const before = s.body.slice(0, -1);
  if (guard?.kind !== 'if' || guard.otherwise.length > 0 || s.step.kind !== 'const') return undefined;
  if (size(s.body) > mostGuardedNodes || !isPlain(guard.then)) return undefined;
  const own = new Set<number>();
  for (const b of before) if (b.kind === 'set') own.add(b.local);
  const known = new Set<number>();
  for (const b of before) {
    if (b.kind !== 'set' || reads(b.value)) return undefined;
    // What an iteration takes over from the one before cannot be computed for several iterations ahead.
    if (someExpression(b.value, (x) => x.kind === 'local' && own.has(x.index) && !known.has(x.index))) return undefined;
    known.add(b.local);
  }
  if (own.has(s.local) || reads(guard.condition) || usedOutside(fn, s, own)) return undefined;
  const changed = localsSetIn(guard.then);
  if ([...own].some((l) => changed.has(l))) return undefined;
  const asked = [guard.condition, ...before.flatMap((b) => expressionsOf(b))];
  if (asked.some((e) => someExpression(e, (x) => x.kind === 'local' && changed.has(x.index)))) return undefined;
  return groups(s, before, guard, own, made);
}

/** Straight code, without barriers or anything else that threads do together. */
function isPlain(statements: readonly Statement[]): boolean {
  return statements.every((s) => s.kind === 'set' || s.kind === 'store' || s.kind === 'atomic');
}

function reads(e: Expression): boolean {
  return someExpression(e, (x) => x.kind === 'load');
}

/** Whether anything but the loop itself names these locals. */
function usedOutside(fn: Fn, s: For, own: ReadonlySet<number>): boolean {
  const count = (statements: readonly Statement[]): number => {
    let n = 0;
    eachExpressionIn(statements, (e) => {
      if (e.kind === 'local' && own.has(e.index)) n++;
    });
    return n;
  };
  return count(fn.body) !== count(s.body);
}

/**
 * `for … { straight code }`: four iterations in a row and what is left one by one, so that the next turn's loads need not wait for a jump, or for a barrier between them, and counting
 * costs a quarter. Without loads counting is all there is to win: small bodies only. So it is with branches.
 */
function inFours(s: For, made: Made): readonly Statement[] | undefined {
  const few = s.trips.kind === 'const' && Number(s.trips.value) < iterationsAtOnce;
  if (s.step.kind !== 'const' || few || s.body.length === 0) return undefined;
  if (!s.body.every((x) => isStraight(x) || isBranchOfStraight(x))) return undefined;
  const light = loadsIn(s.body) === 0 || !s.body.every(isStraight);
  if (light ? operationsIn(s.body) > mostLightOperations : size(s.body) > mostStraightNodes) return undefined;
  made.copies++;
  const step = Number(s.step.value);
  const { variable, few: fours, rest } = divided(s, iterationsAtOnce, made);
  const iteration = (k: number): readonly Statement[] => {
    const value: Expression = k === 0 ? variable : op('add', [variable, integer(s.from.type, BigInt(k * step))]);
    const replace = (e: Expression): Expression => (e.kind === 'local' && e.index === s.local ? value : ownLoad(e));
    const copy = (x: Statement): Statement =>
      mapStatement(x, { expression: (e) => mapExpression(e, replace), body: (b) => b.map(copy) });
    // The loop of what is left keeps the statements themselves.
    return s.body.map(copy);
  };
  const body = Array.from({ length: iterationsAtOnce }, (_, k) => iteration(k)).flat();
  const left: For = { ...s, ...rest, label: `${s.label}${marks.rest}` };
  return [fours.count, { ...s, ...fours.loop, body }, ...(wholly(left, left, made) ?? [left])];
}

function isStraight(s: Statement): boolean {
  return s.kind === 'set' || s.kind === 'store' || s.kind === 'barrier';
}

/** Threads meet at barriers alike: none stands in a branch. */
function isBranchOfStraight(s: Statement): boolean {
  if (s.kind !== 'if' && s.kind !== 'switch') return false;
  return bodiesOf(s).every((body) =>
    body.every((x) => x.kind === 'set' || x.kind === 'store' || isBranchOfStraight(x)),
  );
}

/** How often `width` iterations, a power of two, are done at once where there are `count`, and how many are left. */
export function severalAndRest(
  count: Expression,
  width: number,
): { readonly several: Expression; readonly rest: Expression } {
  const n = (value: number): Expression => integer(count.type, value);
  const left = op('and', [count, n(width - 1)]);
  return {
    several: op('shr.s', [count, n(Math.log2(width))]),
    rest: folded(op('select', [op('gt', [count, n(0)]), left, n(0)])),
  };
}

/** The parts of a loop that does `width` iterations at once, and of the one that does what is left. */
function divided(s: For, width: number, made: Made) {
  const step = Number(s.step.kind === 'const' ? s.step.value : 0);
  const variable: Expression = { kind: 'local', type: s.from.type, index: s.local };
  const trips = made.locals.push({ name: 'turns', type: s.trips.type }) - 1;
  const count: Expression = s.trips.kind === 'const' ? s.trips : { kind: 'local', type: s.trips.type, index: trips };
  const parts = severalAndRest(count, width);
  const set: Statement = { kind: 'set', local: trips, value: s.trips };
  return {
    variable,
    few: {
      count: set,
      loop: {
        label: `${s.label}${marks.several}`,
        trips: parts.several,
        step: integer(s.from.type, BigInt(step * width)),
      },
    },
    rest: { from: variable, trips: parts.rest },
  };
}

/** What is left of statements when each value has a register: neither constants nor copies. */
function operationsIn(statements: readonly Statement[]): number {
  let n = 0;
  eachStatement(statements, (s) => {
    if (s.kind !== 'set') n++;
  });
  eachExpressionIn(statements, (e) => {
    if (e.kind === 'load' || (e.kind === 'op' && e.op !== 'offset' && e.op !== 'extend')) n++;
  });
  return n;
}

function loadsIn(statements: readonly Statement[]): number {
  let n = 0;
  eachExpressionIn(statements, (e) => {
    if (e.kind === 'load') n++;
  });
  return n;
}

function groups(
  s: For,
  before: readonly Statement[],
  guard: Extract<Statement, { readonly kind: 'if' }>,
  own: ReadonlySet<number>,
  made: Made,
): readonly Statement[] {
  made.copies++;
  const light = loadsIn(guard.then) <= 1 && size(s.body) <= mostLightNodes;
  const width = light ? 2 * iterationsAtOnce : iterationsAtOnce;
  const step = Number(s.step.kind === 'const' ? s.step.value : 0);
  const { variable, few, rest } = divided(s, width, made);
  const setup: Statement[] = [];
  const conditions: Expression[] = [];
  const iterations: (readonly Statement[])[] = [];
  const slow: Statement[] = [];
  for (let k = 0; k < width; k++) {
    const renamed = new Map<number, number>();
    for (const l of own) renamed.set(l, k === 0 ? l : made.locals.push(made.locals[l]!) - 1);
    const iteration: Expression = k === 0 ? variable : op('add', [variable, integer(s.from.type, BigInt(k * step))]);
    const replace = (e: Expression): Expression => {
      if (e.kind !== 'local') return ownLoad(e);
      if (e.index === s.local) return iteration;
      const index = renamed.get(e.index);
      return index === undefined ? e : { ...e, index };
    };
    const copy = (x: Statement): Statement =>
      mapStatement(x, {
        expression: (e) => mapExpression(e, replace),
        body: (b) => b.map(copy),
        local: (l) => renamed.get(l) ?? l,
      });
    setup.push(...before.map(copy));
    const condition = mapExpression(guard.condition, replace);
    conditions.push(condition);
    iterations.push(guard.then.map(copy));
    slow.push({ kind: 'if', condition, then: guard.then.map(copy), otherwise: [] });
  }
  const all = conditions.reduce((a, b) => op('and', [a, b]));
  const body: readonly Statement[] = [
    ...setup,
    { kind: 'if', condition: all, then: together(iterations, made), otherwise: slow },
  ];
  return [few.count, { ...s, ...few.loop, body }, { ...s, ...rest }];
}

/**
 * The iterations' statements; where none reads what another writes, all values are computed before the first is stored, so that the loads come together.
 * Data reached through different dummies or variables is different data, by Fortran's rules.
 */
function together(iterations: readonly (readonly Statement[])[], made: Made): readonly Statement[] {
  const all = iterations.flat();
  const written = new Set<string>();
  const read = new Set<string>();
  const changed = new Set<number>();
  for (const s of all) {
    if (s.kind === 'store' && !s.volatile) written.add(baseOf(s.to));
    else if (s.kind === 'set') changed.add(s.local);
    else return all;
    eachExpressionOf(s, (e) => {
      if (e.kind === 'load') read.add(e.volatile ? '' : baseOf(e.from));
    });
  }
  const movable = (e: Expression): boolean =>
    !someExpression(e, (x) => x.kind === 'load' || (x.kind === 'local' && changed.has(x.index)));
  if ([...written, ...read].includes('') || [...written].some((b) => read.has(b))) return all;
  if (!all.every((s) => s.kind !== 'store' || movable(s.to))) return all;
  const stores: Statement[] = [];
  const values = all.map((s): Statement => {
    if (s.kind !== 'store') return s;
    const local = made.locals.push({ name: 'value', type: s.value.type }) - 1;
    stores.push({ ...s, value: { kind: 'local', type: s.value.type, index: local } });
    return { kind: 'set', local, value: s.value, ...(s.at && { at: s.at }) };
  });
  return [...values, ...stores];
}

/** What an address counts from: a variable, or a local that holds an address; nothing where that is not plain. */
function baseOf(address: Expression): string {
  if (address.kind === 'op' && address.op === 'offset') return baseOf(address.args[0]!);
  if (address.kind === 'local') return `$${address.index}`;
  return address.kind === 'global' ? address.name : '';
}
