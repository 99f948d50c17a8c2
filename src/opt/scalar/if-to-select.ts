/**
 * Whole numbers that a branch only chooses between become a choice of values: `w = i - 1; if (i == 1) w = i` is `w = select(i == 1, i, i - 1)`, set once, as if it had been
 * written with `merge` or `max`. What an index is made of can then be seen where it is used. A logical that tells whether a branch is taken becomes its condition: `done = .false.; if (c) then;
 * done = .true.; …` is `done = c; if (done) then; …`.
 */
import { select } from '../../ir/build.ts';
import { isJump } from '../../ir/effects.ts';
import type { Expression, Fn, Statement } from '../../ir/module.ts';
import { type Operation, operations } from '../../ir/operations.ts';
import { bodiesOf, changeBodies, expressionsOf, localsSet, someExpression, someStatement } from '../../ir/walk.ts';

type Branch = Extract<Statement, { kind: 'if' }>;
type Put = Extract<Statement, { kind: 'set' }>;

/** So many parts of an expression may be computed for nothing. */
const mostParts = 8;

export function ifToSelect(fn: Fn): Fn {
  const body = convert(fn.body);
  return body === fn.body ? fn : { ...fn, body };
}

function convert(list: readonly Statement[]): readonly Statement[] {
  const made: Statement[] = [];
  let changed = false;
  for (const s of list) {
    const plain = changeBodies(s, convert);
    const inner = plain.kind === 'if' ? flagged(made, plain) : plain;
    const choice = inner.kind === 'if' ? choiceOf(inner) : undefined;
    // What one branch alone sets has no value elsewhere that could be kept.
    const chosen = choice && (!keeps(choice) || made.some((x) => x.kind === 'set' && x.local === choice.local));
    const isSpent = inner !== plain && inner.kind === 'if' && inner.then.length + inner.otherwise.length === 0;
    if (chosen) made.push(merged(made, choice));
    else if (!isSpent) made.push(inner);
    changed ||= chosen === true || inner !== s;
  }
  return changed ? made : list;
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

/** A branch that sets one local to one of two values, or sets it or leaves it. */
function choiceOf({ condition, then, otherwise, at }: Branch): Put | undefined {
  const [a, b] = [then[0], otherwise[0]];
  if (then.length !== 1 || otherwise.length > 1 || a?.kind !== 'set' || !isIndex(a.value)) return undefined;
  if (b && (b.kind !== 'set' || b.local !== a.local || !isIndex(b.value))) return undefined;
  if (!isPlain(condition)) return undefined;
  const old: Expression = { kind: 'local', type: a.value.type, index: a.local };
  const value = select(condition, a.value, b?.kind === 'set' ? b.value : old);
  return { kind: 'set', local: a.local, value, ...(at && { at }) };
}

/** Whether one of the values is the old one. */
function keeps({ local, value }: Put): boolean {
  return someExpression(value, (x) => x.kind === 'local' && x.index === local);
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
      if (lost || !isIndex(s.value) || reads(s.value)) return choice;
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

const isIndex = (e: Expression): boolean => (e.type === 'i32' || e.type === 'i64') && isPlain(e);

/** May be computed for nothing at little cost. */
function isPlain(e: Expression): boolean {
  let parts = 0;
  return !someExpression(e, (x) => {
    if (x.kind === 'load' || ++parts > mostParts) return true;
    if (x.kind !== 'op') return false;
    const row: Operation = operations[x.op];
    return row.expensive === true || row.partial === true;
  });
}
