/**
 * Least and greatest of several numbers in a loop (`h = max(d + m, h - p, u - p)`): what waits for the iteration before comes last, so that the others are compared meanwhile. Any order gives the same.
 */
import type { Expression, Statement } from '../../ir/module.ts';
import { changeBodies, mapEach, someExpression } from '../../ir/walk.ts';

export function lateExtremes(list: readonly Statement[]): readonly Statement[] {
  return mapEach(list, (s) => {
    const inner = changeBodies(s, lateExtremes);
    return inner.kind === 'for' || inner.kind === 'loop' ? { ...inner, body: inLoop(inner.body) } : inner;
  });
}

function inLoop(body: readonly Statement[]): readonly Statement[] {
  return mapEach(body, (s) => {
    if (s.kind !== 'set' || s.value.kind !== 'op' || (s.value.op !== 'min' && s.value.op !== 'max')) return s;
    const handed = new Set<number>([s.local]);
    for (const x of body)
      if (x.kind === 'set' && x.value.kind === 'local' && handed.has(x.value.index)) handed.add(x.local);
    const isLate = (e: Expression): boolean => someExpression(e, (x) => x.kind === 'local' && handed.has(x.index));
    const leaves = leavesOf(s.value, s.value.op);
    const late = leaves.filter(isLate);
    if (leaves.length < 3 || late.length !== 1) return s;
    const { op, type } = s.value;
    const value = [...leaves.filter((e) => e !== late[0]), late[0]!].reduce((a, b) => ({
      kind: 'op',
      type,
      op,
      args: [a, b],
    }));
    return { ...s, value };
  });
}

function leavesOf(e: Expression, op: string): readonly Expression[] {
  return e.kind === 'op' && e.op === op ? e.args.flatMap((a) => leavesOf(a, op)) : [e];
}
