/**
 * Sums that a thread keeps in a local through a loop and adds to the worker's own cell in the end (`privatise-atomics.ts`): each iteration adds to the cell instead, so that the loop keeps nothing
 * from iteration to iteration and may run iteration by iteration for many threads (`interchange-thread-loops.ts`). Sums of integers come out the same in any order.
 */
import type { Expression, Fn, Statement } from '../../ir/module.ts';
import { countUses } from '../../ir/uniformity.ts';
import { eachStatement, mapStatement, someExpression } from '../../ir/walk.ts';
import type { PrivateSum } from './privatise-atomics.ts';

type Atomic = Extract<Statement, { kind: 'atomic' }>;
type For = Extract<Statement, { kind: 'for' }>;

/** Undefined where there are none. */
export function spreadSums(kernel: Fn, sums: readonly PrivateSum[]): Fn | undefined {
  const cells = new Set(sums.filter((s) => !s.perThread).map((s) => s.own));
  const uses = countUses(kernel.body, kernel.locals.length);
  let body = kernel.body;
  for (const last of kernel.body) {
    if (last.kind !== 'atomic' || last.memory !== 'i32' || last.to.kind !== 'local' || !cells.has(last.to.index))
      continue;
    const [sum] = last.args;
    if (sum?.kind === 'local') body = spread(body, last, sum.index, uses[sum.index]!) ?? body;
  }
  return body === kernel.body ? undefined : { ...kernel, body };
}

/** `uses`: how often `sum` is set or read: set to zero, added to in one loop, added up. */
function spread(body: readonly Statement[], last: Atomic, sum: number, uses: number): readonly Statement[] | undefined {
  const start = body.findIndex((s) => s.kind === 'set' && s.local === sum && isZero(s.value));
  const end = body.indexOf(last);
  const at = body.findIndex((s, i) => i > start && i < end && s.kind === 'for' && addsTo(s, sum).length > 0);
  const loop = body[at];
  if (start < 0 || loop?.kind !== 'for' || uses !== 2 + 2 * addsTo(loop, sum).length) return undefined;
  const { result: _, ...atomic } = last;
  const list = (inner: readonly Statement[]): readonly Statement[] =>
    inner.map((s) => {
      const more = addend(s, sum);
      return more ? { ...atomic, args: [more] } : mapStatement(s, { expression: (e) => e, body: list });
    });
  return body.flatMap((s, i) => (i === start || i === end ? [] : i === at ? list([s]) : [s]));
}

function addsTo(loop: For, sum: number): readonly Expression[] {
  const found: Expression[] = [];
  eachStatement(loop.body, (s) => {
    const more = addend(s, sum);
    if (more) found.push(more);
  });
  return found;
}

function addend(s: Statement, sum: number): Expression | undefined {
  if (s.kind !== 'set' || s.local !== sum || s.value.kind !== 'op' || s.value.op !== 'add') return undefined;
  const [a, b] = s.value.args;
  const isSum = (e: Expression): boolean => e.kind === 'local' && e.index === sum;
  if (!a || !b || isSum(a) === isSum(b)) return undefined;
  const more = isSum(a) ? b : a;
  return someExpression(more, isSum) ? undefined : more;
}

function isZero(e: Expression): boolean {
  return e.kind === 'const' && e.type === 'i32' && e.value === 0;
}
