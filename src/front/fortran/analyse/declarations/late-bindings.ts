/**
 * A type with parameters is made where it is first named, which may be the heading of a procedure that is bound to it. What is bound is looked up when that heading is
 * known.
 */
import type { Env } from '../context.ts';

type State = { depth: number; readonly waiting: (() => void)[] };

const states = new WeakMap<Env['file'], State>();

function stateOf(file: Env['file']): State {
  const known = states.get(file);
  if (known) return known;
  const made: State = { depth: 0, waiting: [] };
  states.set(file, made);
  return made;
}

/** `work` makes a meaning: what waits for meanings follows it. */
export function makingMeaning<T>(file: Env['file'], work: () => T): T {
  const state = stateOf(file);
  state.depth++;
  try {
    return work();
  } finally {
    state.depth--;
    for (let next = state.depth === 0 ? state.waiting.shift() : undefined; next; next = state.waiting.shift()) next();
  }
}

/** Now, or when no meaning is being made any more. */
export function afterMeanings(file: Env['file'], work: () => void): void {
  const state = stateOf(file);
  if (state.depth === 0) work();
  else state.waiting.push(work);
}
