/** Conditions of which the first lane and the last tell what all lanes find: a place counted on from lane to lane, compared with what all share. */
import type { Expression } from '../../../ir/module.ts';
import type { Stride } from './strides.ts';

export type Ends = {
  /** The instruction. */
  readonly compares: number;
  readonly of: readonly [Expression, Expression];
  /** Which of them is the place, and how it grows from lane to lane. */
  readonly place: 0 | 1;
  readonly stride: number;
  /** Whether the later lanes are those for which it holds. */
  readonly upwards: boolean;
};

/** Comparisons of i32, and whether they come true where the first argument grows. */
const comparisons: Readonly<Record<string, readonly [number, boolean]>> = {
  lt: [0x48, false],
  gt: [0x4a, true],
  le: [0x4c, false],
  ge: [0x4e, true],
};

/** So that a strip's growth is no number that wraps. */
const strideAtMost = 1 << 20;

export function endsOf(c: Expression, strideOf: (e: Expression) => Stride): Ends | undefined {
  if (c.kind !== 'op') return undefined;
  const [a, b] = c.args;
  const row = comparisons[c.op];
  if (!row || !a || !b || a.type !== 'i32') return undefined;
  const strides = [strideOf(a), strideOf(b)] as const;
  const place = strides[0] === 0 ? 1 : 0;
  const stride = strides[place];
  if (!stride || strides[1 - place] !== 0 || Math.abs(stride) > strideAtMost) return undefined;
  const [compares, rises] = row;
  return { compares, of: [a, b], place, stride, upwards: stride > 0 === (place === 0) ? rises : !rises };
}
