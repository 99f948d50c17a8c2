/**
 * Versions of a variable in shared memory: what is stored behind a barrier is another one where whatever reads the variable later finds a cell that was stored to there. And places that are a choice,
 * as what they choose from.
 */
import { op, toInteger } from '../../ir/build.ts';
import type { BlockSize, Expression } from '../../ir/module.ts';
import { negated } from '../../ir/negated.ts';
import { keyOf } from '../../ir/value-key.ts';
import { changeParts, conjuncts, someExpression } from '../../ir/walk.ts';
import { AffineForms } from './affine.ts';
import { Asked, allHold, areSame, type Condition, withParts } from './asked-conditions.ts';
import {
  eachInstance,
  type Instance,
  numberOf,
  type Read,
  type SharedAccesses,
  threadAxes,
  type Write,
} from './shared-accesses.ts';

/** The first version first. Variables that loops around barriers store to have one. */
export function versionsOf({ writes, reads }: SharedAccesses, block: BlockSize): readonly SharedAccesses[] {
  const versions: SharedAccesses[] = [];
  let before = { writes, reads };
  const starts = [...new Set(writes.map((w) => w.passed))].sort((a, b) => a - b);
  if (writes.some((w) => w.shared.length > 0)) return [before];
  const stored = new Map<Write, Cells | undefined>();
  const cells = (w: Write): Cells | undefined => {
    if (!stored.has(w)) stored.set(w, cellsOf(w, block));
    return stored.get(w);
  };
  for (const start of starts.slice(1).reverse()) {
    const later = {
      writes: before.writes.filter((w) => w.passed >= start),
      reads: before.reads.filter((r) => r.passed >= start),
    };
    /** Whether every cell that a load looks at was stored to by then. */
    const isWritten = (r: Read): boolean => {
      if (r.passed <= start || later.writes.some((w) => w.store.memory !== r.load.memory)) return false;
      const before = later.writes.filter((w) => w.passed < r.passed).map(cells);
      return before.every((c) => c !== undefined) && isAmong(r, before, block);
    };
    if (!later.reads.every(isWritten)) continue;
    versions.unshift(later);
    before = {
      writes: before.writes.filter((w) => w.passed < start),
      reads: before.reads.filter((r) => r.passed < start),
    };
  }
  return [before, ...versions];
}

/** Cells that are stored to, and what may have to hold for that: all of one of the lists. */
type Cells = ReadonlyMap<number, readonly (readonly Condition[])[]>;

/** Undefined where it is not known which they are. */
function cellsOf(w: Write, block: BlockSize): Cells | undefined {
  const cells = new Map<number, (readonly Condition[])[]>();
  const asked = new Asked(w.conditions);
  const place = placeOf(w.to, w.store.offset);
  const known = eachInstance(w, block, (at, maybe) => {
    const conditions = maybe ? asked.of(at) : [];
    const cell = place(at);
    if (!conditions || Number.isNaN(cell)) return false;
    const all = cells.get(cell);
    if (all) all.push(conditions);
    else cells.set(cell, [conditions]);
    return true;
  });
  return known ? cells : undefined;
}

/** Whether every cell that a load looks at is among those of some stores. */
function isAmong(r: Read, stored: readonly Cells[], block: BlockSize): boolean {
  const asked = new Asked(r.conditions.filter((c) => c !== undefined));
  const place = placeOf(r.from, r.load.offset);
  const found = eachInstance(r, block, (at, maybe) => {
    const cell = place(at);
    const isIn = (c: readonly Condition[]): boolean => c.length === 0 || (maybe && allHold(c, asked.of(at) ?? []));
    return stored.some((cells) => cells.get(cell)?.some(isIn) === true);
  });
  if (found) return true;
  const own = atOwnPlace(r);
  if (own && isAmong(own, stored, block)) return true;
  return choiceOf(r)?.reads.every((x) => isAmong(x, stored, block)) === true;
}

const placeOf = (address: Expression, offset: number): ((at: Instance) => number) =>
  numberOf(forms.address(address, offset).sum);

const forms = new AffineForms({ bits: 64, keyOf });

/** With the thread's own place for a number that is the same by what is asked before (`w = max(tx - 1, first)`, where `w > tx - 1` and `first <= tx`). */
export function atOwnPlace(r: Read): Read | undefined {
  const conditions = r.conditions.filter((c) => c !== undefined);
  const change = (e: Expression): Expression => {
    const axis = isChoice(e)
      ? threadAxes.find((a) => areSame(e, { kind: 'special', type: 'i32', name: a }, conditions))
      : undefined;
    return axis ? toInteger(e.type, { kind: 'special', type: 'i32', name: axis }) : changeParts(e, change);
  };
  const from = change(r.from);
  return from === r.from ? undefined : { ...r, from };
}

/** `reads`: where the condition holds, and where it does not. */
export type Choice = { readonly condition: Expression; readonly reads: readonly [Read, Read] };

/** The first choice in the place of a load (`s(merge(x, x + 1, i == n))`, `s(max(x - 1, first))`); undefined where there is none. */
export function choiceOf(r: Read): Choice | undefined {
  let choice: Extract<Expression, { kind: 'op' }> | undefined;
  someExpression(r.from, (e) => {
    if (isChoice(e)) choice = e;
    return choice !== undefined;
  });
  if (!choice) return undefined;
  const [condition, yes, no] = chosen(choice);
  const key = keyOf(choice);
  const by = (value: Expression, holds: Expression): Read => {
    const change = (e: Expression): Expression =>
      e.type === value.type && keyOf(e) === key ? value : changeParts(e, change);
    return { ...r, from: change(r.from), conditions: [...r.conditions, ...conjuncts(holds).flatMap(withParts)] };
  };
  return { condition, reads: [by(yes, condition), by(no, negated(condition))] };
}

const isChoice = (e: Expression): e is Extract<Expression, { kind: 'op' }> =>
  e.kind === 'op' && chooses.has(e.op) && (e.type === 'i32' || e.type === 'i64');

const chooses: ReadonlySet<string> = new Set(['select', 'min', 'max']);

function chosen({
  op: name,
  args,
}: Extract<Expression, { kind: 'op' }>): readonly [Expression, Expression, Expression] {
  const [a, b, c] = args;
  if (name === 'select') return [a!, b!, c!];
  return [op(name === 'min' ? 'le' : 'ge', [a!, b!]), a!, b!];
}
