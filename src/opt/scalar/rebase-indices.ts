/**
 * Locals that are set once to a sum with a constant hold the sum without it, and whoever reads them adds it: an index that counts from 1 becomes one that counts from 0, and the constants of
 * addresses meet in one place.
 */
import { op } from '../../ir/build.ts';
import type { Expression, Fn, Statement } from '../../ir/module.ts';
import { countSets } from '../../ir/uniformity.ts';
import { changeStatement, eachStatement, mapEach, mapExpression } from '../../ir/walk.ts';
import { combined } from './instcombine.ts';

type Constant = Extract<Expression, { kind: 'const' }>;

export function rebaseIndices(fn: Fn): Fn {
  const sets = countSets(fn.body, fn.locals.length);
  const constants = new Map<number, Constant>();
  const change = (e: Expression): Expression => {
    const c = e.kind === 'local' ? constants.get(e.index) : undefined;
    return c ? op('add', [e, c]) : combined(e);
  };
  // A local is mostly set before what is made of it, so that its constant goes on.
  eachStatement(fn.body, (s) => {
    if (s.kind !== 'set' || s.local < fn.params || sets[s.local] !== 1 || !isWhole(s.value)) return;
    const c = constantIn(mapExpression(s.value, change));
    if (c) constants.set(s.local, c);
  });
  if (constants.size === 0) return fn;
  const mapping = { expression: (e: Expression): Expression => mapExpression(e, change), body: list };
  function list(of: readonly Statement[]): readonly Statement[] {
    return mapEach(of, (s) => {
      const made = changeStatement(s, mapping);
      const c = made.kind === 'set' ? constants.get(made.local) : undefined;
      return made.kind === 'set' && c ? { ...made, value: combined(op('sub', [made.value, c])) } : made;
    });
  }
  return { ...fn, body: list(fn.body) };
}

function isWhole({ type }: Expression): boolean {
  return type === 'i32' || type === 'i64';
}

function constantIn(e: Expression): Constant | undefined {
  if (e.kind !== 'op' || e.op !== 'add') return undefined;
  const c = e.args[1]!;
  return c.kind === 'const' ? c : undefined;
}
