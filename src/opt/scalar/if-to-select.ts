/**
 * Branches that only set numbers become choices of values: `w = i - 1; if (i == 1) w = i` is `w = select(i == 1, i, i - 1)`, set once, as if it had been written with `merge` or
 * `max`; `if (a > b) then; t = a; a = b; b = t` are two choices. What an index is made of can then be seen where it is used, and lanes need no mask. A logical that tells whether a branch
 * is taken becomes its condition: `done = .false.; if (c) then; done = .true.; …` is `done = c; if (done) then; …`.
 */
import { and, local as localOf, or, select } from '../../ir/build.ts';
import { isJump } from '../../ir/effects.ts';
import type { Expression, Fn, Local, Statement } from '../../ir/module.ts';
import { type Operation, operations } from '../../ir/operations.ts';
import { keyOf } from '../../ir/value-key.ts';
import {
  bodiesOf,
  changeBodies,
  eachExpression,
  eachExpressionIn,
  expressionsOf,
  localsSet,
  localsSetIn,
  mapExpression,
  readsLocal,
  someExpression,
  someStatement,
  withLocals,
} from '../../ir/walk.ts';
import { type Load, ReachedCells } from './reached-cells.ts';

type Branch = Extract<Statement, { kind: 'if' }>;
type Put = Extract<Statement, { kind: 'set' }>;
type OperationNode = Extract<Expression, { kind: 'op' }>;

/** So many operations of a condition are asked again for each value, and so many of all that a branch sets be done for nothing: less than a branch costs that is foreseen wrongly. */
const mostAsked = 4;
const mostDone = 16;
/** So many loads may be in vain where both sides of a branch load, and where one does. */
const mostInVain = { both: 8, one: 1 } as const;
/** Of a branch and those in it that are chosen together. */
const mostBranches = 5;
/** What a quotient by a constant is made of: a shift for each sign, or a product of 64 bits. */
const quotientCost = 4;

/** Which branches become choices, and what may be loaded though the branch is not taken. */
export type Speculation = {
  readonly isWorth: (branch: Branch) => boolean;
  /** Whether a local is read behind the list. */
  readonly kept: (local: number) => boolean;
  readonly mayLoad: (load: Load) => boolean;
  /** The load as it is written where nobody knows whether it is needed. */
  readonly loaded: (load: Load) => Expression;
};

/** `reads`: how often the function reads a local. */
type Kernel = {
  readonly locals: Local[];
  readonly reads: ReadonlyMap<number, number>;
  readonly speculation?: Speculation;
};

/** Keys of loads that another side of branches around has: they are in vain there if these branches become choices as well. */
type Shared = ReadonlySet<string>;
/** `branches`: how many it was. */
type Around = { readonly shared: Shared; readonly branches: number };

export function ifToSelect(fn: Fn): Fn {
  const k: Kernel = { locals: [...fn.locals], reads: readsIn(fn.body) };
  const body = convert(k, fn.body, (l) => l < fn.params, new ReachedCells());
  return body === fn.body ? fn : { ...fn, body, locals: k.locals };
}

/** A list of a region whose branches may load in vain, too. */
export function speculateBranches(
  list: readonly Statement[],
  locals: Local[],
  isSet: (local: number) => boolean,
  speculation: Speculation,
): readonly Statement[] {
  return convert({ locals, reads: readsIn(list), speculation }, list, isSet, new ReachedCells());
}

/** `isSet`: whether a local has a value where the list begins. `reached`: what is loaded before it in any case. */
function convert(
  k: Kernel,
  list: readonly Statement[],
  isSet: (local: number) => boolean,
  reached: ReachedCells,
  shared: Shared = new Set(),
): readonly Statement[] {
  const made: Statement[] = [];
  const isKnown = (l: number): boolean => localsSetIn(made).has(l) || isSet(l);
  // What one branch alone sets has no value elsewhere that could be kept.
  const areChosen = (choices: readonly Put[] = []): boolean =>
    choices.length > 0 && choices.every((c) => !keeps(c) || isKnown(c.local));
  let changed = false;
  for (const s of list) {
    for (const e of expressionsOf(s)) reached.add(e);
    const usual = (): Statement => changeBodies(s, (inner) => convert(k, inner, isKnown, reached.within(s)));
    const found = (inner: Statement): Partial<Choices> =>
      inner.kind === 'if' ? choicesOf(inner, spareIn(k, s), k, reached, { shared, branches: branchesIn(s) }) : {};
    const chain =
      s.kind === 'if' && k.speculation && isChain(s) ? { ...s, ...sidesOf(k, s, isKnown, reached, shared) } : s;
    const isOfChain = chain !== s && (shared.size > 0 || areChosen(found(chain).choices));
    const plain = isOfChain ? chain : usual();
    const inner = plain.kind === 'if' ? flagged(made, plain) : plain;
    const { before = [], choices = [] } = found(inner);
    reached.forget(s);
    const chosen = areChosen(choices);
    const isSpent = inner !== plain && inner.kind === 'if' && inner.then.length + inner.otherwise.length === 0;
    if (chosen) {
      for (const { local, value } of before) k.locals[local] = { name: 'both', type: value.type };
      // What stands before a choice may read the old value.
      const only = choices.length === 1 && before.length === 0 ? choices[0] : undefined;
      made.push(...before, ...(only ? [merged(made, only)] : inOrder(k, choices)));
    } else if (!isSpent) made.push(inner);
    changed ||= chosen || inner !== s;
  }
  return changed ? made : list;
}

/** Whether a branch has others in it, and all of them do nothing but set numbers: choices of all of them, or of none. */
function isChain(s: Branch): boolean {
  const branches = branchesIn(s);
  return branches > 1 && branches <= mostBranches && !someStatement([s], (x) => x.kind !== 'if' && x.kind !== 'set');
}

function branchesIn(s: Statement): number {
  return (s.kind === 'if' ? 1 : 0) + bodiesOf(s).reduce((n, b) => n + b.reduce((m, x) => m + branchesIn(x), 0), 0);
}

/** What each side becomes if what the other one loads is loaded in any case. */
function sidesOf(
  k: Kernel,
  branch: Branch,
  isSet: (local: number) => boolean,
  reached: ReachedCells,
  shared: Shared,
): Pick<Branch, 'then' | 'otherwise'> {
  const { then, otherwise } = branch;
  const side = (list: readonly Statement[], other: readonly Statement[]): readonly Statement[] => {
    const more = new Set(shared);
    eachExpressionIn(other, (e) => {
      if (e.kind === 'load') more.add(cellOf(e));
    });
    return convert(k, list, isSet, reached.within(branch), more);
  };
  return { then: side(then, otherwise), otherwise: side(otherwise, then) };
}

function readsIn(list: readonly Statement[]): Map<number, number> {
  const reads = new Map<number, number>();
  eachExpressionIn(list, (e) => {
    if (e.kind === 'local') reads.set(e.index, (reads.get(e.index) ?? 0) + 1);
  });
  return reads;
}

/** A branch whose flag says no more than that it is taken: the flag becomes its condition, set before it. */
function flagged(before: Statement[], s: Branch): Branch {
  const at = s.then.findIndex((x) => x.kind === 'set' && x.value.kind === 'const' && x.value.type === 'bool');
  const flag = s.then[at];
  if (flag?.kind !== 'set' || flag.value.kind !== 'const' || flag.value.value !== true) return s;
  const uses = (e: Expression): boolean => someExpression(e, (x) => x.kind === 'local' && x.index === flag.local);
  const touches = (x: Statement): boolean =>
    someStatement([x], (y) => localsSet(y).includes(flag.local) || expressionsOf(y).some(uses));
  const others = [...s.then.slice(0, at), ...s.then.slice(at + 1), ...s.otherwise];
  if (others.some(touches) || uses(s.condition)) return s;
  const first = before.findLastIndex(touches);
  const start = before[first];
  if (start?.kind !== 'set' || start.value.kind !== 'const' || start.value.value !== false) return s;
  // What jumps away in between leaves the flag as it began.
  if (before.slice(first).some((x) => someStatement([x], isJump))) return s;
  if (s.then.slice(0, at).some((x) => someStatement([x], isJump))) return s;
  before.splice(first, 1);
  before.push({ ...start, value: s.condition });
  const then = [...s.then.slice(0, at), ...s.then.slice(at + 1)];
  return { ...s, condition: { kind: 'local', type: 'bool', index: flag.local }, then };
}

/** Locals that nobody reads but the bodies of a statement as it was at first. */
function spareIn({ reads, speculation }: Kernel, s: Statement): (local: number) => boolean {
  let within: ReadonlyMap<number, number> | undefined;
  return (l) => {
    if (speculation?.kept(l)) return false;
    within ??= readsIn(bodiesOf(s).flat());
    return within.get(l) === reads.get(l);
  };
}

/** What stands before a choice, and what locals are then, of what all of them were. */
type Choices = { readonly before: readonly Put[]; readonly choices: readonly Put[] };

/** Of a branch that does nothing but set locals. */
function choicesOf(
  branch: Branch,
  isSpare: (local: number) => boolean,
  { locals, speculation }: Kernel,
  reached: ReachedCells,
  { shared, branches }: Around,
): Partial<Choices> {
  const { condition, then, otherwise, at } = branch;
  if (speculation && !speculation.isWorth(branch)) return {};
  const next = locals.length;
  const yes = valuesSet(then, next);
  const no = yes && valuesSet(otherwise, next + yes.before.length);
  if (!no) return {};
  const before = [...yes.before, ...no.before];
  const values = [...before.map((s) => s.value), ...yes.values.values(), ...no.values.values()];
  const set = [...new Set([...yes.values.keys(), ...no.values.keys()])].filter(
    (l) => !isSpare(l) || values.some((v) => readsLocal(v, l)),
  );
  const chosen = [yes, no].flatMap((side) => set.flatMap((l) => side.values.get(l) ?? []));
  const done = [...before.map((s) => s.value), ...chosen];
  const sides = [yes, no].map((side) => [...side.before.map((s) => s.value), ...side.values.values()]);
  const inAnyCase = reached.with(sharedBy(sides[0]!, sides[1]!)).withEither(sides[0]!, sides[1]!);
  const inVain = loadsIn(done, (e) => !inAnyCase.isAmong(e));
  const alone = inVain.filter((e) => !shared.has(cellOf(e)));
  if (alone.length > 0 && !isFew(alone, sides)) return {};
  if (!inVain.every((e) => speculation?.mayLoad(e))) return {};
  if (
    !done.every((v) => isPlain(v, () => true)) ||
    differentOperationsIn(done) > mostDone * (speculation ? branches : 1)
  )
    return {};
  const loaded = (v: Expression): Expression =>
    inVain.length === 0 || !speculation
      ? v
      : mapExpression(v, (e) => (e.kind === 'load' && !inAnyCase.isAmong(e) ? speculation.loaded(e) : e));
  const again = set.length === 1 || (isPlain(condition) && operationsIn(condition) <= mostAsked);
  const held: readonly Put[] = again ? [] : [{ kind: 'set', local: next + before.length, value: condition }];
  const asked = again ? condition : localOf(next + before.length, 'bool');
  const choices: Put[] = [];
  for (const l of set) {
    const [a, b] = [yes.values.get(l), no.values.get(l)];
    const old = localOf(l, (a ?? b)!.type);
    const value = chosenOf(asked, a ?? old, b ?? old);
    if (!value) return {};
    choices.push({ kind: 'set', local: l, value: loaded(value), ...(at && { at }) });
  }
  return { before: [...before.map((s) => ({ ...s, value: loaded(s.value) })), ...held], choices };
}

/** Different loads of some kind. */
function loadsIn(values: readonly Expression[], isMeant: (e: Load) => boolean): readonly Load[] {
  const found = new Map<string, Load>();
  for (const whole of values)
    eachExpression(whole, (e) => {
      if (e.kind === 'load' && isMeant(e)) found.set(keyOf(e), e);
    });
  return [...found.values()];
}

/** Where both sides load, one of them would anyway. */
function isFew(inVain: readonly Load[], sides: readonly (readonly Expression[])[]): boolean {
  const bothLoad = sides.every((values) => loadsIn(values, () => true).length > 0);
  return new Set(inVain.map(cellOf)).size <= (bothLoad ? mostInVain.both : mostInVain.one);
}

/** The same for a load however it is written. */
function cellOf({ from, offset, memory }: Load): string {
  const [at] = from.kind === 'op' && from.op === 'readable' ? from.args : [from];
  const [base, more] = at?.kind === 'op' && at.op === 'offset' ? at.args : [];
  const isFar = at !== from && base && more?.kind === 'const';
  return `${memory} ${keyOf(isFar ? base : at!)} ${isFar ? Number(more.value) : offset}`;
}

/** Loads of both sides. */
function sharedBy(yes: readonly Expression[], no: readonly Expression[]): readonly Expression[] {
  const [a, b] = [yes, no].map((side) => {
    const loads = new Map<string, Load>();
    for (const whole of side)
      eachExpression(whole, (e) => {
        if (e.kind === 'load') loads.set(keyOf(e), e);
      });
    return loads;
  });
  return [...a!.entries()].flatMap(([key, e]) => (b!.has(key) ? [e] : []));
}

/** The one where the condition holds, else the other; of truth values only where that is one operation. */
function chosenOf(condition: Expression, yes: Expression, no: Expression): Expression | undefined {
  if (keyOf(yes) === keyOf(no)) return yes;
  if (yes.type !== 'bool') return select(condition, yes, no);
  const is = (e: Expression, value: boolean): boolean => e.kind === 'const' && e.value === value;
  const same = (a: Expression, b: Expression | undefined): boolean =>
    a.kind === 'local' && b?.kind === 'local' && a.index === b.index;
  if (is(no, false) || same(no, condition)) return and(condition, yes);
  if (is(yes, true) || same(yes, condition)) return or(condition, no);
  const opposite = condition.kind === 'op' && condition.op === 'not' ? condition.args[0] : undefined;
  return same(no, opposite) ? or(no, yes) : undefined;
}

type Side = { readonly before: readonly Put[]; readonly values: ReadonlyMap<number, Expression> };

/** What a list of sets leaves in locals, of what was there before; undefined where it does something else. What is computed once and read often gets a local of its own. */
function valuesSet(list: readonly Statement[], next: number): Side | undefined {
  const values = new Map<number, Expression>();
  const before: Put[] = [];
  const reads = readsIn(list);
  for (const s of list) {
    if (s.kind !== 'set' || !(numbers.has(s.value.type) || s.value.type === 'bool')) return undefined;
    const value = withLocals(s.value, values);
    const often = (reads.get(s.local) ?? 0) > 1 && operationsIn(value) > 0;
    if (often) before.push({ ...s, local: next + before.length, value });
    values.set(s.local, often ? localOf(next + before.length - 1, value.type) : value);
  }
  return { before, values };
}

/** Sets that mean what the locals were before all of them: each stands behind those that read its local, whose values wait in new ones where there is no such order. */
function inOrder(k: Kernel, puts: readonly Put[]): readonly Statement[] {
  const rest = [...puts];
  const made: Statement[] = [];
  const late: Statement[] = [];
  while (rest.length > 0) {
    const free = rest.findIndex((p) => !rest.some((other) => other !== p && readsLocal(other.value, p.local)));
    const put = rest.splice(Math.max(free, 0), 1)[0]!;
    if (free >= 0) {
      made.push(put);
      continue;
    }
    const { type } = put.value;
    const index = k.locals.push({ name: k.locals[put.local]?.name ?? '', type }) - 1;
    made.push({ ...put, local: index });
    late.push({ ...put, value: localOf(index, type) });
  }
  return [...made, ...late];
}

/** Whether one of the values is the old one. */
function keeps({ local, value }: Put): boolean {
  return readsLocal(value, local);
}

/** With the value that stood there before, where nobody has looked at it meanwhile; that set is taken out. */
function merged(before: Statement[], choice: Put): Put {
  const reads = (e: Expression): boolean => someExpression(e, (x) => x.kind === 'local' && x.index === choice.local);
  const [condition, value, old] = choice.value.kind === 'op' ? choice.value.args : [];
  if (!condition || !value || !old || old.kind !== 'local' || old.index !== choice.local) return choice;
  if (reads(condition) || reads(value)) return choice;
  const written = new Set<number>();
  for (let i = before.length - 1; i >= 0; i--) {
    const s = before[i]!;
    if (s.kind === 'set' && s.local === choice.local) {
      const lost = someExpression(s.value, (x) => x.kind === 'local' && written.has(x.index));
      if (lost || !isChosen(s.value) || reads(s.value)) return choice;
      before.splice(i, 1);
      return { ...choice, value: select(condition, value, s.value) };
    }
    if (bodiesOf(s).length > 0 || expressionsOf(s).some(reads) || !passes.has(s.kind)) return choice;
    for (const l of localsSet(s)) written.add(l);
    if (written.has(choice.local)) return choice;
  }
  return choice;
}

const passes: ReadonlySet<string> = new Set(['set', 'store']);

const numbers: ReadonlySet<string> = new Set(['i32', 'i64', 'f32', 'f64']);

const isChosen = (e: Expression): boolean => numbers.has(e.type) && isPlain(e) && operationsIn(e) <= mostAsked;

/** What is loaded lies among what is loaded in any case: its address costs nothing. */
function operationsIn(e: Expression): number {
  if (e.kind === 'load') return 1;
  return e.kind === 'op' ? e.args.reduce((sum, a) => sum + operationsIn(a), ownCost(e)) : 0;
}

/** Of several values: what they have in common is done once. */
function differentOperationsIn(values: readonly Expression[]): number {
  const seen = new Set<string>();
  const within = (e: Expression): number => {
    if (e.kind !== 'load' && e.kind !== 'op') return 0;
    const key = keyOf(e);
    if (seen.has(key)) return 0;
    seen.add(key);
    return e.kind === 'load' ? 1 : e.args.reduce((sum, a) => sum + within(a), ownCost(e));
  };
  return values.reduce((sum, v) => sum + within(v), 0);
}

const ownCost = ({ op }: OperationNode): number => ((operations[op] as Operation).partial ? quotientCost : 1);

/** Whether a condition may be computed where nobody needs it, for less than a branch costs. */
export function isCheapInVain(e: Expression): boolean {
  return isPlain(e) && operationsIn(e) <= mostDone;
}

/** May be computed for nothing. */
function isPlain(e: Expression, isThere: (load: Load) => boolean = () => false): boolean {
  return !someExpression(e, (x) => {
    if (x.kind === 'load') return !isThere(x);
    if (x.kind !== 'op') return false;
    const row: Operation = operations[x.op];
    return row.expensive === true || (row.partial === true && !isByConstant(x));
  });
}

/** A whole quotient or remainder that no numerator traps. */
function isByConstant({ type, args }: OperationNode): boolean {
  const divisor = args[1];
  if ((type !== 'i32' && type !== 'i64') || divisor?.kind !== 'const') return false;
  return Number(divisor.value) !== 0 && Number(divisor.value) !== -1;
}
