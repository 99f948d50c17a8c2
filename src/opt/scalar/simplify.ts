/** Small certain improvements: locals that stand for one constant-like value are replaced by it, and what nobody reads is not computed. */
import { liveBefore } from '../../ir/liveness.ts';
import type { Expression, Fn, Local, Statement } from '../../ir/module.ts';
import { type Operation, operations } from '../../ir/operations.ts';
import { setsIn } from '../../ir/uniformity.ts';
import {
  changeBodies,
  changeStatement,
  eachExpression,
  eachPartOf,
  eachStatement,
  mapBody,
  replaceEach,
  someExpression,
  someStatement,
} from '../../ir/walk.ts';
import { decided, fold, substituted } from './fold.ts';

/** Of a value that takes the place of its local: any, and of those that cost nothing. */
const mostNodes = 12;
const fewNodes = 2;
const none: readonly Statement[] = [];

export function simplify(fn: Fn): Fn {
  return simplified(fn, mostNodes);
}

/** The same, but that nothing is computed in several places where it was in one. */
export function simplifyCopies(fn: Fn): Fn {
  return simplified(fn, fewNodes);
}

function simplified(fn: Fn, most: number): Fn {
  let body = fold(fn.body);
  for (let iteration = 0; iteration < 3; iteration++) {
    const propagated = propagate({ ...fn, body }, most);
    if (propagated === body && iteration > 0) break;
    body = withoutDead(propagated, fn.locals.length);
    if (propagated === body) break;
  }
  return ownCounters(body === fn.body ? fn : { ...fn, body });
}

/** Sets that nothing reads are dropped, and a counted loop whose variable nobody reads afterwards counts in a local of its own. */
function ownCounters(fn: Fn): Fn {
  const liveAfter = new Map<Statement, boolean>();
  liveBefore(fn.body, fn.locals.length, undefined, (s, after) => {
    if (s.kind === 'set' || s.kind === 'for') liveAfter.set(s, after.has(s.local));
  });
  const locals: Local[] = [...fn.locals];
  const uses = setsIn(fn);
  const list = (body: readonly Statement[]): readonly Statement[] =>
    replaceEach(body, (s) => {
      if (s.kind === 'set' && liveAfter.get(s) === false) return none;
      const inner = changeBodies(s, list);
      if (inner.kind !== 'for' || liveAfter.get(s) !== false || uses[inner.local] === 1) return inner;
      // What it jumps to may read the variable, and after the loop itself it may be set anew.
      if (jumpsAway(inner)) return inner;
      locals.push(locals[inner.local]!);
      return { ...inner, local: locals.length - 1, body: renamed(inner.body, inner.local, locals.length - 1) };
    });
  const body = list(fn.body);
  return body === fn.body ? fn : { ...fn, body, locals };
}

/** To a label around the loop. */
function jumpsAway(loop: Extract<Statement, { kind: 'for' }>): boolean {
  const inside = new Set<string>();
  eachStatement([loop], (s) => {
    if ('label' in s && s.kind !== 'break' && s.kind !== 'continue') inside.add(s.label);
  });
  return someStatement(loop.body, (s) => (s.kind === 'break' || s.kind === 'continue') && !inside.has(s.label));
}

function renamed(list: readonly Statement[], from: number, to: number): readonly Statement[] {
  return mapBody(list, (e) => (e.kind === 'local' && e.index === from ? { ...e, index: to } : e));
}

/** Locals set once to something that is the same wherever it is computed. */
function propagate(fn: Fn, most: number): readonly Statement[] {
  const counts = setsIn(fn);
  const values = new Map<number, Expression>();
  const stable = (e: Expression): boolean => {
    switch (e.kind) {
      case 'const':
      case 'slot':
      case 'global':
      case 'function':
      case 'dynamic-shared':
      case 'special':
        return true;
      case 'local':
        return (e.index < fn.params && counts[e.index] === 0) || values.has(e.index);
      case 'op':
        return !isDear(e) && e.args.every(stable);
      case 'load':
        return false;
    }
  };
  eachStatement(fn.body, (s) => {
    if (s.kind !== 'set' || counts[s.local] !== 1 || s.local < fn.params) return;
    if (someExpression(s.value, (x) => x.kind === 'load' || (x.kind === 'local' && x.index === s.local))) return;
    const value = substituted(s.value, values);
    if (size(value) <= most && stable(value) && !isOfThread(value)) values.set(s.local, value);
  });
  if (values.size === 0) return fn.body;
  const mapping = {
    expression: (e: Expression): Expression => substituted(e, values),
    body: (list: readonly Statement[]): readonly Statement[] =>
      replaceEach(list, (s) => decided(changeStatement(s, mapping))),
  };
  return mapping.body(fn.body);
}

/** What is better computed once: functions, and quotients by what is no constant. */
export function isDear(e: Extract<Expression, { kind: 'op' }>): boolean {
  const row: Operation = operations[e.op];
  return row.expensive === true || (row.partial === true && e.args.at(-1)!.kind !== 'const');
}

/** Casts and address constants are free; arithmetic on what all threads share is hoisted later, so only that on thread numbers is kept apart. */
function isOfThread(e: Expression): boolean {
  if (e.kind !== 'op') return false;
  return someExpression(e, (x) => x.kind === 'special' && (x.name.startsWith('tid') || x.name === 'laneid'));
}

function size(e: Expression): number {
  let n = 0;
  eachExpression(e, () => n++);
  return n;
}

/** Without sets of locals that nothing reads and that are not kept, branches that hold nothing, and blocks that nobody leaves. */
export function withoutDead(
  body: readonly Statement[],
  locals: number,
  kept: Iterable<number> = [],
): readonly Statement[] {
  const read = readsIn(body, locals, kept);
  const left = (s: Statement): Statement | readonly Statement[] => {
    if (s.kind === 'set' && read[s.local] === 0) return none;
    const swept = changeBodies(s, sweep);
    const inner = swept.kind === 'block' ? withoutLastJumps(swept) : swept;
    if (inner.kind === 'block' && !isLeft(inner)) return inner.body;
    return inner.kind === 'if' && inner.then.length === 0 && inner.otherwise.length === 0 ? none : inner;
  };
  const sweep = (list: readonly Statement[]): readonly Statement[] => upToJump(replaceEach(list, left));
  return sweep(body);
}

/** How often each local is read, but for sets of locals that nobody reads. */
function readsIn(body: readonly Statement[], locals: number, kept: Iterable<number>): Int32Array {
  const read = new Int32Array(locals);
  for (const l of kept) read[l]!++;
  const note = (e: Expression, by: 1 | -1): void => {
    if (e.kind === 'local') read[e.index]! += by;
    else if (e.kind === 'op') for (const a of e.args) note(a, by);
    else if (e.kind === 'load') note(e.from, by);
  };
  const noteRead = (e: Expression): void => note(e, 1);
  const sets: Put[] = [];
  eachStatement(body, (s) => {
    if (s.kind === 'set') sets.push(s);
    eachPartOf(s, noteRead);
  });
  // Backwards: what a set reads was mostly set before it.
  const dead = new Set<Put>();
  for (let found = true; found; ) {
    found = false;
    for (let i = sets.length - 1; i >= 0; i--) {
      const s = sets[i]!;
      if (read[s.local] !== 0 || dead.has(s)) continue;
      dead.add(s);
      note(s.value, -1);
      found = true;
    }
  }
  return read;
}

type Put = Extract<Statement, { kind: 'set' }>;

function isLeft({ body, label }: Block): boolean {
  return someStatement(body, (s) => (s.kind === 'break' || s.kind === 'continue') && s.label === label);
}

type Block = Extract<Statement, { kind: 'block' }>;

/** Without jumps to the end of a block from its end. */
function withoutLastJumps(block: Block): Block {
  const body = withoutLast(block.body, block.label);
  return body === block.body ? block : { ...block, body };
}

function withoutLast(list: readonly Statement[], label: string): readonly Statement[] {
  const last = list.at(-1);
  if (last?.kind === 'break' && last.label === label) return list.slice(0, -1);
  if (last?.kind !== 'if') return list;
  const inner = changeBodies(last, (body) => withoutLast(body, label));
  return inner === last ? list : [...list.slice(0, -1), inner];
}

/** What stands behind a jump never runs. */
function upToJump(list: readonly Statement[]): readonly Statement[] {
  for (let i = 0; i < list.length - 1; i++) if (isEnd(list[i]!)) return list.slice(0, i + 1);
  return list;
}

function isEnd({ kind }: Statement): boolean {
  return kind === 'break' || kind === 'continue' || kind === 'return' || kind === 'trap';
}
