/** A small host function that calls itself does the work of a few calls in one: its body takes the place of its own calls, level by level, while it stays small. */
import type { Fn, Statement } from '../../ir/module.ts';
import { changeBodies, replaceEach, someStatement } from '../../ir/walk.ts';
import { countStatements, paste, type Target } from './inline.ts';

/** Statements of the outcome, and levels. */
const most = 160;
const levels = 3;
/** Bytes that one call may keep in memory. */
const mostMemory = 64;

export function inlineRecursion(fn: Fn): Fn {
  const size = countStatements(fn);
  if (fn.locals.length === 0 || size > most / 3 || !someStatement(fn.body, (s) => callsItself(s, fn))) return fn;
  if (fn.slots.reduce((sum, s) => sum + s.size, 0) > mostMemory) return fn;
  let made = fn;
  for (let level = 0; level < levels; level += 1) {
    const next = withCallsInside(made, fn);
    if (countStatements(next) > most) break;
    made = next;
  }
  return made;
}

function callsItself(s: Statement, fn: Fn): boolean {
  return s.kind === 'call' && s.callee.kind === 'direct' && s.callee.name === fn.name;
}

/** `into` with the body of `fn` in the place of each of its calls. */
function withCallsInside(into: Fn, fn: Fn): Fn {
  // Copies are counted on from what no earlier level reached, since each has locals of its own.
  const copies = into.locals.length;
  const target: Target = { locals: [...into.locals], slots: [...into.slots], copies, size: 0, exit: 'again' };
  const list = (of: readonly Statement[]): readonly Statement[] =>
    replaceEach(of, (s) => {
      if (s.kind !== 'call' || !callsItself(s, fn)) return changeBodies(s, list);
      const out: Statement[] = [];
      paste(s, fn, target, out);
      return out;
    });
  return { ...into, body: list(into.body), locals: target.locals, slots: target.slots };
}
