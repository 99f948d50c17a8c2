/** Where the variable of a counted loop ends. */
import { i64 } from '../../../ir/build.ts';
import type { Expression, Statement } from '../../../ir/module.ts';
import { combined, expressionOf, isZero as isNothing } from '../affine.ts';

/**
 * What the variable of a loop does not go beyond: of n / step iterations the last begins at from + n - step or before it, and where the front end has written
 * n = end - from + step that is the end.
 */
export function lastValues({ from, trips, step }: Extract<Statement, { kind: 'for' }>): readonly Expression[] {
  const counts: Expression[] = [];
  const split = (e: Expression): void => {
    const [x, y] = e.kind === 'op' ? e.args : [];
    if (e.kind === 'op' && x && y && e.op === 'min') for (const part of [x, y]) split(part);
    else if (e.kind === 'op' && x && y && e.op === 'max' && isZero(y)) split(x);
    else if (e.kind === 'op' && x && (e.op === 'extend' || e.op === 'wrap')) split(x);
    else counts.push(e);
  };
  split(trips);
  return counts.flatMap((count) => {
    const [n, by] = count.kind === 'op' && count.op === 'div' ? count.args : [count, i64(1)];
    return n &&
      by &&
      sum([
        [by, 1n],
        [step, -1n],
      ]).isZero
      ? [
          sum([
            [from, 1n],
            [n, 1n],
            [step, -1n],
          ]).value,
        ]
      : [];
  });
}

function isZero(e: Expression): boolean {
  return e.kind === 'const' && Number(e.value) === 0;
}

function sum(parts: readonly (readonly [Expression, bigint])[]): {
  readonly value: Expression;
  readonly isZero: boolean;
} {
  const form = combined(parts);
  return { value: expressionOf(form, 'i64') ?? i64(0), isZero: isNothing(form) };
}
