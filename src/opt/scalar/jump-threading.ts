/**
 * A block whose ways out set what the next branch asks: `block { …; if (c) { …; r = yes; break }; …; r = no } if (r) work`, as a function that answers yes or no
 * stands in its caller. Each way out knows the answer, so the work goes there and nobody asks.
 */
import { isMeeting } from '../../ir/effects.ts';
import type { Expression, Fn, Statement } from '../../ir/module.ts';
import {
  bodiesOf,
  changeBodies,
  eachExpressionIn,
  eachStatement,
  isLoop,
  localsSet,
  mapBody,
  mapExpression,
  mapStatement,
  replaceEach,
  someExpression,
  someStatement,
} from '../../ir/walk.ts';
import { folded } from './fold.ts';

type Block = Extract<Statement, { kind: 'block' }>;
type If = Extract<Statement, { kind: 'if' }>;
type Constant = Extract<Expression, { kind: 'const' }>;
type Known = Map<number, Constant>;

/** Nodes of the work that several ways out may each have of their own, all together. */
const mostCopied = 150;

export function threadJumps(fn: Fn): Fn {
  if (!someStatement(fn.body, (s) => s.kind === 'block')) return fn;
  const past = newLabels(fn);
  const list = (body: readonly Statement[]): readonly Statement[] => {
    const inner = replaceEach(body, (s) => changeBodies(s, list));
    for (let i = 0; i + 1 < inner.length; i++) {
      const [block, branch] = [inner[i]!, inner[i + 1]!];
      const made = block.kind === 'block' && branch.kind === 'if' ? joined(block, branch, past) : undefined;
      // What the work itself asks next stands inside the block now.
      if (made) return list([...inner.slice(0, i), made, ...inner.slice(i + 2)]);
    }
    return inner;
  };
  const body = list(fn.body);
  return body === fn.body ? fn : { ...fn, body };
}

/** The block with what follows it inside, or a block around both; undefined where some way out does not know. */
function joined(block: Block, branch: If, newLabel: () => string): Statement | undefined {
  if (!asks(branch.condition, block) || isTogether(block.body) || isTogether([branch])) return undefined;
  const exits = { yes: 0, no: 0, looped: false };
  const known = eachExit(block, (values, inLoop) => {
    const answer = answerOf(branch.condition, values);
    if (answer === undefined) return false;
    exits[answer ? 'yes' : 'no']++;
    exits.looped ||= inLoop;
    return true;
  });
  if (!known || exits.yes + exits.no === 0) return undefined;
  const moves = (work: readonly Statement[], times: number): boolean =>
    work.length === 0 || times === 0 || (!exits.looped && mayMove(work, times));
  const [yes, no] = [moves(branch.then, exits.yes), moves(branch.otherwise, exits.no)];
  if (yes && no) return rewritten(block, (values) => workOf(branch, values));
  if (!yes && !no) return undefined;
  // One side is long: those that go there leave the block as before, the others both blocks.
  const past = newLabel();
  const leave = (): Statement => ({ kind: 'break', label: past });
  const inside = rewritten(block, (values) =>
    answerOf(branch.condition, values) === yes ? [...workOf(branch, values), leave()] : [],
  );
  return { kind: 'block', label: past, body: [inside, ...(yes ? branch.otherwise : branch.then)] };
}

function newLabels(fn: Fn): () => string {
  const used = new Set<string>();
  eachStatement(fn.body, (s) => {
    if (s.kind === 'block') used.add(s.label);
  });
  let n = 0;
  return () => {
    do n++;
    while (used.has(`past~${n}`));
    return `past~${n}`;
  };
}

/** Only what the block sets, and nothing in memory. */
function asks(condition: Expression, block: Block): boolean {
  const asked = new Set<number>();
  const plain = !someExpression(condition, (e) => {
    if (e.kind === 'local') asked.add(e.index);
    return e.kind !== 'local' && e.kind !== 'op' && e.kind !== 'const';
  });
  return plain && asked.size > 0 && someStatement(block.body, (s) => localsSet(s).some((l) => asked.has(l)));
}

/** What threads do together they do where they stand. */
function isTogether(list: readonly Statement[]): boolean {
  return someStatement(list, isMeeting);
}

/** Labels are there once. */
function mayMove(work: readonly Statement[], times: number): boolean {
  if (times === 1) return true;
  let nodes = 0;
  eachStatement(work, () => nodes++);
  eachExpressionIn(work, () => nodes++);
  return times * nodes <= mostCopied && !someStatement(work, (s) => s.kind === 'block' || isLoop(s));
}

function answerOf(condition: Expression, known: Known): boolean | undefined {
  const e = withValues(condition, known);
  return e.kind === 'const' ? Boolean(e.value) : undefined;
}

function withValues(e: Expression, known: Known): Expression {
  return mapExpression(e, (x) => (x.kind === 'local' ? (known.get(x.index) ?? x) : folded(x)));
}

/** A copy of its own for each way out. */
function workOf(branch: If, known: Known): readonly Statement[] {
  const work = answerOf(branch.condition, known) ? branch.then : branch.otherwise;
  return mapBody(work, (e) => ({ ...e })).map(fresh);
}

const fresh = (s: Statement): Statement => ({
  ...mapStatement(s, { expression: (e) => e, body: (list) => list.map(fresh) }),
});

// ---- ways out --------------------------------------------------------------------------------------------------------------

/** What is done at a way out with these values, before it; undefined: nobody has to look further. */
type AtExit = (known: Known, inLoop: boolean) => readonly Statement[] | undefined;
type Walk = { readonly label: string; readonly at: AtExit };
/** Undefined: nobody comes to the end. */
type End = Known | undefined;

/** Whether `good` holds for each way out of the block. */
function eachExit(block: Block, good: (known: Known, inLoop: boolean) => boolean): boolean {
  let all = true;
  rewritten(block, (known, inLoop) => {
    all &&= good(known, inLoop);
    return [];
  });
  return all;
}

function rewritten(block: Block, at: AtExit): Block {
  const walk: Walk = { label: block.label, at };
  const { body, end } = through(block.body, new Map(), false, walk);
  return { ...block, body: end ? [...body, ...(at(end, false) ?? [])] : body };
}

function through(
  list: readonly Statement[],
  start: Known,
  inLoop: boolean,
  walk: Walk,
): { readonly body: readonly Statement[]; readonly end: End } {
  const body: Statement[] = [];
  let known = start;
  for (const s of list) {
    if (s.kind === 'break' && s.label === walk.label) {
      body.push(...(walk.at(known, inLoop) ?? []), s);
      return { body, end: undefined };
    }
    const made = statement(s, known, inLoop, walk);
    body.push(made.statement);
    if (!made.end) return { body: [...body, ...list.slice(body.length)], end: undefined };
    known = made.end;
  }
  return { body, end: known };
}

function statement(
  s: Statement,
  known: Known,
  inLoop: boolean,
  walk: Walk,
): { readonly statement: Statement; readonly end: End } {
  if (s.kind === 'break' || s.kind === 'continue' || s.kind === 'return' || s.kind === 'trap')
    return { statement: s, end: undefined };
  if (bodiesOf(s).length === 0) return { statement: s, end: after(s, known) };
  const loops = isLoop(s);
  const before = loops ? without(known, s) : known;
  const ends: End[] = [];
  const made = mapStatement(s, {
    expression: (e) => e,
    body: (list) => {
      const inner = through(list, new Map(before), inLoop || loops, walk);
      ends.push(inner.end);
      return inner.body;
    },
  });
  return { statement: made, end: s.kind === 'if' || s.kind === 'switch' ? agreed(ends) : without(known, s) };
}

function after(s: Statement, known: Known): Known {
  const value = s.kind === 'set' ? withValues(s.value, known) : undefined;
  for (const l of localsSet(s)) known.delete(l);
  if (s.kind === 'set' && value?.kind === 'const') known.set(s.local, value);
  return known;
}

function without(known: Known, s: Statement): Known {
  const left = new Map(known);
  eachStatement([s], (x) => {
    for (const l of localsSet(x)) left.delete(l);
  });
  return left;
}

/** What holds on all ways that come to the end. */
function agreed(ends: readonly End[]): End {
  const [first, ...others] = ends.filter((end) => end !== undefined);
  if (!first) return undefined;
  for (const [local, value] of first)
    if (!others.every((end) => Object.is(end.get(local)?.value, value.value))) first.delete(local);
  return first;
}
