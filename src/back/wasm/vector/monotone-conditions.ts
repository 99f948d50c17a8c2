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
  /** Whether the place may pass the greatest integer, or the least, within a chunk. */
  readonly mayWrap: boolean;
};

/** Comparisons of i32, and whether they come true where the first argument grows. */
const comparisons: Readonly<Record<string, readonly [number, boolean]>> = {
  lt: [0x48, false],
  gt: [0x4a, true],
  le: [0x4c, false],
  ge: [0x4e, true],
};

/** So that a chunk's growth is no number that wraps. */
const strideAtMost = 1 << 20;

type Facts = {
  readonly strideOf: (e: Expression) => Stride;
  readonly definitionOf: (local: number) => Expression | undefined;
};

export function endsOf(c: Expression, { strideOf, definitionOf }: Facts): Ends | undefined {
  if (c.kind !== 'op') return undefined;
  const [a, b] = c.args;
  const row = comparisons[c.op];
  if (!row || !a || !b || a.type !== 'i32') return undefined;
  const strides = [strideOf(a), strideOf(b)] as const;
  const place = strides[0] === 0 ? 1 : 0;
  const stride = strides[place];
  if (!stride || strides[1 - place] !== 0 || Math.abs(stride) > strideAtMost) return undefined;
  const [compares, rises] = row;
  const upwards = stride > 0 === (place === 0) ? rises : !rises;
  const mayWrap = !(magnitudeOf(place === 0 ? a : b, definitionOf, depthAtMost) < farFromWrapping);
  return { compares, of: [a, b], place, stride, upwards, mayWrap };
}

/** A chunk's growth and this are no number that wraps. */
const farFromWrapping = 1 << 30;
const depthAtMost = 12;
const threadsAtMost = 1024;

/** What numbers made of a thread's place and constants are at most, with either sign; infinite where nothing is known. */
function magnitudeOf(e: Expression, definitionOf: Facts['definitionOf'], depth: number): number {
  const of = (x: Expression): number => magnitudeOf(x, definitionOf, depth - 1);
  if (depth === 0 || e.type !== 'i32') return Number.POSITIVE_INFINITY;
  if (e.kind === 'const') return Math.abs(Number(e.value));
  if (e.kind === 'special')
    return /^n?tid\./.test(e.name) || e.name === 'laneid' ? threadsAtMost : Number.POSITIVE_INFINITY;
  if (e.kind === 'local') {
    const definition = definitionOf(e.index);
    return definition ? of(definition) : Number.POSITIVE_INFINITY;
  }
  if (e.kind !== 'op') return Number.POSITIVE_INFINITY;
  const [a, b] = e.args;
  switch (e.op) {
    case 'add':
    case 'sub':
      return of(a!) + of(b!);
    case 'mul': {
      const product = of(a!) * of(b!);
      return product < farFromWrapping ? product : Number.POSITIVE_INFINITY;
    }
    default: // else: it may be any number
      return Number.POSITIVE_INFINITY;
  }
}
