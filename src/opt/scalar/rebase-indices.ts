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
  eachStatement(fn.body, (s) => {
    const c = s.kind === 'set' && s.local >= fn.params && sets[s.local] === 1 ? constantIn(s.value) : undefined;
    if (s.kind === 'set' && c) constants.set(s.local, c);
  });
  if (constants.size === 0) return fn;
  const change = (e: Expression): Expression => {
    const c = e.kind === 'local' ? constants.get(e.index) : undefined;
    return c ? op('add', [e, c]) : combined(e);
  };
  const mapping = { expression: (e: Expression): Expression => mapExpression(e, change), body: list };
  function list(of: readonly Statement[]): readonly Statement[] {
    return mapEach(of, (s) => {
      if (s.kind !== 'set' || !constants.has(s.local) || s.value.kind !== 'op') return changeStatement(s, mapping);
      return { ...s, value: mapExpression(s.value.args[0]!, change) };
    });
  }
  return { ...fn, body: list(fn.body) };
}

function constantIn(e: Expression): Constant | undefined {
  if (e.kind !== 'op' || e.op !== 'add' || (e.type !== 'i32' && e.type !== 'i64')) return undefined;
  const c = e.args[1]!;
  return c.kind === 'const' ? c : undefined;
}
