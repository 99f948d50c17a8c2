/** What ptxas makes of statements besides the instructions of their operations: predicates in place of branches, several iterations at once. */
import type { Statement } from '../../ir/module.ts';
import { eachExpression, eachExpressionIn } from '../../ir/walk.ts';

/** Operations on reals that branch off for numbers that are not normal: nothing moves across them, and each is computed anew. */
export const branching = new Set(['div', 'sqrt', 'sin', 'cos', 'tan', 'pow']);

/** Made under a predicate in place of a branch. */
export function isPredicated(s: Statement): boolean {
  if (s.kind !== 'if') return false;
  const all = [...s.then, ...s.otherwise];
  return all.length <= 4 && all.every(isPlainSet);
}

export function isPlainSet(s: Statement): boolean {
  let loads = 0;
  if (s.kind === 'set')
    eachExpression(s.value, (e) => {
      if (e.kind === 'load') loads++;
    });
  return s.kind === 'set' && loads === 0;
}

/** A short loop that only reads: ptxas takes four iterations at once, and their loads together. */
export function isUnrolled(s: Extract<Statement, { kind: 'for' }>): boolean {
  if (s.label.endsWith('~several') || s.body.length > 8) return false;
  let operations = 0;
  eachExpressionIn(s.body, (e) => {
    if (e.kind === 'op') operations++;
  });
  if (operations > mostUnrolled) return false;
  // Quotients and roots branch off for numbers that are not normal: nothing moves across them.
  let branches = false;
  eachExpressionIn(s.body, (e) => {
    branches ||= e.kind === 'op' && branching.has(e.op) && e.type !== 'i32' && e.type !== 'i64';
  });
  return !branches && s.body.every((inner) => inner.kind === 'set' || isPredicated(inner));
}

/** Operations of an iteration that is taken four times at once. */
export const mostUnrolled = 14;
