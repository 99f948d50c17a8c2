/** Operations on constants become constants, and what a constant decides is decided. */
import { op } from '../../ir/build.ts';
import type { Expression, Statement } from '../../ir/module.ts';
import { type Operation, operations } from '../../ir/operations.ts';
import { bodiesOf, changeStatement, mapExpression, replaceEach } from '../../ir/walk.ts';

export function fold(list: readonly Statement[]): readonly Statement[] {
  const mapping = {
    expression: (e: Expression): Expression => mapExpression(e, folded),
    body: (inner: readonly Statement[]): readonly Statement[] =>
      replaceEach(inner, (s) => decided(changeStatement(s, mapping))),
  };
  return mapping.body(list);
}

/** An operation on constants, or one that changes nothing. Functions of the math library are left to the device. */
export function folded(e: Expression): Expression {
  if (e.kind !== 'op') return e;
  const row: Operation = operations[e.op];
  if (e.args.length > 0 && e.args.every((a) => a.kind === 'const') && e.op !== 'from.address' && !row.expensive)
    return op(e.op, e.args, e.type);
  if (e.op === 'select' && e.args[0]?.kind === 'const') return e.args[0].value ? e.args[1]! : e.args[2]!;
  return e;
}

/** The way that a branch on a constant takes; nothing where a branch holds nothing. */
export function decided(s: Statement): Statement | readonly Statement[] {
  if (s.kind !== 'if') return s;
  if (s.condition.kind === 'const') return s.condition.value ? s.then : s.otherwise;
  return bodiesOf(s).every((b) => b.length === 0) ? [] : s;
}
