/** In host,device procedures: what a question for `on_device()` leaves to one side, where calls of either are allowed. */
import type * as tree from '../../tree.ts';
import type { Env } from '../context.ts';
import { lookup, meaningOf } from '../scope.ts';
import { mentions } from '../walk-tree.ts';

/** Under these conditions, and in the arms after them. */
export function guard(env: Env, conditions: readonly tree.Expression[]): Env {
  return isOpen(env) && conditions.some((c) => asks(env, c)) ? { ...env, guarded: true } : env;
}

/** After a statement that one side does not go beyond: `if (on_device()) return`. */
export function guardAfter(env: Env, s: tree.Executable): Env {
  return isOpen(env) && leavesOneSide(env, s) ? { ...env, guarded: true } : env;
}

function isOpen(env: Env): boolean {
  return env.side === 'both' && !env.guarded;
}

function leavesOneSide(env: Env, s: tree.Executable): boolean {
  if (s.kind === 'if-statement') return asks(env, s.condition) && leaves(s.action);
  if (s.kind !== 'if' || !s.arms[0] || !asks(env, s.arms[0].condition)) return false;
  return [...s.arms.map((a) => a.body), s.otherwise ?? []].some((body) => body.some(leaves));
}

function leaves(s: tree.Executable): boolean {
  return s.kind === 'return' || s.kind === 'stop';
}

/** Not a function of the same name that the program has itself. */
function asks(env: Env, condition: tree.Expression): boolean {
  return mentions(condition, {
    has: (name) => {
      const entry = lookup(env, name);
      if (!entry) return name === 'on_device';
      const meaning = meaningOf(entry);
      return meaning.kind === 'library-routine' && meaning.name === 'on_device';
    },
  });
}
