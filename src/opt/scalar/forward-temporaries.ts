/**
 * Locals that are set once and read once, further down among the same statements, give way to their values: results and arguments of small functions that went into
 * their callers, and temporaries that somebody wrote. What addresses and conditions are made of is seen whole then, however it was spelled.
 */
import { type Effects, effectsOfExpression, isMeeting, isPure, someEffect } from '../../ir/effects.ts';
import type { Expression, Fn, Statement } from '../../ir/module.ts';
import { type Operation, operations } from '../../ir/operations.ts';
import { setsIn } from '../../ir/uniformity.ts';
import {
  bodiesOf,
  changeBodies,
  changeStatement,
  eachExpression,
  eachExpressionIn,
  eachExpressionOf,
  localsSetIn,
  mapExpression,
  someExpression,
  someStatement,
} from '../../ir/walk.ts';
import { folded } from './fold.ts';

type Body = readonly Statement[];
type Moved = {
  readonly set: Statement;
  readonly value: Expression;
  /** Locals that the value is made of, and whether it is loaded. */
  readonly reads: ReadonlySet<number>;
  readonly loads: boolean;
};
/** `arithmetic`: what reads no memory. `loads`: also what is loaded, where nothing is written between. */
export type Movable = 'arithmetic' | 'loads';

/** Nodes of a value: all that look at expressions as a whole would take long over longer ones. */
const mostNodes = 500;

export function forwardTemporaries(fn: Fn, movable: Movable): Fn {
  const sets = setsIn(fn);
  const reads = new Uint32Array(fn.locals.length);
  eachExpressionIn(fn.body, (e) => {
    if (e.kind === 'local') reads[e.index]!++;
  });
  const isTemporary = (local: number): boolean => local >= fn.params && sets[local] === 1 && reads[local] === 1;
  const list = (body: Body): Body => {
    const inside = body.map((s) => (bodiesOf(s).length > 0 ? changeBodies(s, list) : s));
    const isSame = inside.every((s, i) => s === body[i]);
    return forwarded(isSame ? body : inside, isTemporary, movable);
  };
  const body = list(fn.body);
  return body === fn.body ? fn : { ...fn, body };
}

function forwarded(body: Body, isTemporary: (local: number) => boolean, movable: Movable): Body {
  if (!body.some((s) => s.kind === 'set' && isTemporary(s.local))) return body;
  const waiting = new Map<number, Moved>();
  const gone = new Set<Statement>();
  const made = body.map((s) => {
    const changed = waiting.size > 0 ? withValues(s, waiting, gone) : s;
    if (waiting.size > 0) {
      forgetSet(changed, waiting);
      forgetWritten(changed, waiting);
    }
    if (changed.kind === 'set' && isTemporary(changed.local) && isMovable(changed.value, changed.local, movable))
      waiting.set(changed.local, moved(changed, changed.value));
    return changed;
  });
  return gone.size === 0 ? body : made.filter((s) => !gone.has(s));
}

function moved(set: Statement, value: Expression): Moved {
  const reads = new Set<number>();
  let loads = false;
  eachExpression(value, (e) => {
    if (e.kind === 'local') reads.add(e.index);
    if (e.kind === 'load') loads = true;
  });
  return { set, value, reads, loads };
}

/** Values take the places of their locals in what the statement itself computes; what it holds may run again, or later. */
function withValues(s: Statement, waiting: Map<number, Moved>, gone: Set<Statement>): Statement {
  let found = false;
  eachExpressionOf(s, (e) => {
    if (e.kind === 'local' && waiting.has(e.index)) found = true;
  });
  if (!found) return s;
  const expression = (e: Expression): Expression =>
    mapExpression(e, (x) => {
      const known = x.kind === 'local' ? waiting.get(x.index) : undefined;
      if (!known || x.kind !== 'local') return folded(x);
      gone.add(known.set);
      waiting.delete(x.index);
      return known.value;
    });
  return changeStatement(s, { expression, body: (b) => b });
}

/** Values of what the statement sets are no longer what they were. */
function forgetSet(s: Statement, waiting: Map<number, Moved>): void {
  const written = localsSetIn([s]);
  if (written.size === 0) return;
  for (const [local, { reads }] of waiting) if ([...written].some((l) => reads.has(l))) waiting.delete(local);
}

/** Where something is written, loads give what they gave before it alone; behind a meeting of threads another region begins, to which a value would be handed on in parts. */
function forgetWritten(s: Statement, waiting: Map<number, Moved>): void {
  if (someStatement([s], isMeeting)) waiting.clear();
  if (!someEffect([s], changesMemory)) return;
  for (const [local, { loads }] of waiting) if (loads) waiting.delete(local);
}

function changesMemory({ writes, ordered, outside }: Effects): boolean {
  return writes !== undefined || ordered === true || outside === true;
}

/** What can be computed later or never. */
function isMovable(value: Expression, own: number, movable: Movable): boolean {
  let nodes = 0;
  return !someExpression(value, (e) => {
    if (++nodes > mostNodes) return true;
    if (e.kind === 'local') return e.index === own;
    if (e.kind === 'op') return isCostly(e);
    if (movable === 'arithmetic') return e.kind === 'load' || e.kind === 'special';
    return !isPure(effectsOfExpression(e));
  });
}

/** Divisions of whole numbers by what is known not to be 0 or -1 are cheap, and end well. */
function isCostly(e: Extract<Expression, { readonly kind: 'op' }>): boolean {
  const { partial, expensive }: Operation = operations[e.op];
  const by = e.args[1];
  const isSafe = (e.type === 'i32' || e.type === 'i64') && by?.kind === 'const' && Number(by.value) > 0;
  return (partial === true && !isSafe) || expensive === true;
}
