/** Between which numbers reals surely lie, since they are made of whole numbers of few bits, of constants, or clamped: as pixels that are weighed are. */
import type { Expression, Local, Statement } from '../../ir/module.ts';
import { valuesOf } from '../../ir/uniformity.ts';
import { ranges } from './ranges.ts';

/** What rounding adds counts as nothing: bounds are asked for with room to spare. Infinite, if at all, above or below alone. */
export type RealBounds = { readonly low: number; readonly high: number };

/** Of locals that are set once more is known. `isFromOutside`: those that others set, too. */
export function realBounds(
  body: readonly Statement[],
  locals: readonly Local[],
  isFromOutside: (local: number) => boolean,
): (e: Expression) => RealBounds | undefined {
  const wholes = ranges({ body, locals }, isFromOutside);
  const values = valuesOf(body, locals.length);
  const known = new Map<number, RealBounds | undefined>();
  const ofLocal = (local: number): RealBounds | undefined => {
    if (known.has(local)) return known.get(local);
    // Whoever asks for it meanwhile is told nothing.
    known.set(local, undefined);
    const value = isFromOutside(local) ? undefined : values.get(local);
    const found = value && of(value);
    known.set(local, found);
    return found;
  };
  const of = (e: Expression): RealBounds | undefined => {
    if (e.kind === 'const') return finite(Number(e.value), Number(e.value));
    if (e.kind === 'local') return ofLocal(e.index);
    if (e.kind !== 'op') return undefined;
    if (e.op === 'to.f32' || e.op === 'to.f64') {
      const [a] = e.args;
      if (a?.type === 'i32') return wholes(a) ?? { low: -(2 ** 31), high: 2 ** 31 };
      return a?.type === 'f32' || a?.type === 'f64' ? of(a) : undefined;
    }
    return ofOperation(e.op, e.args.map(of));
  };
  return of;
}

function finite(low: number, high: number): RealBounds | undefined {
  return Number.isFinite(low) && Number.isFinite(high) ? { low, high } : undefined;
}

function ofOperation(
  name: Extract<Expression, { kind: 'op' }>['op'],
  [a, b, c]: readonly (RealBounds | undefined)[],
): RealBounds | undefined {
  switch (name) {
    case 'neg':
      return a && { low: -a.high, high: -a.low };
    case 'abs':
      return a && { low: 0, high: Math.max(-a.low, a.high) };
    case 'floor':
    case 'ceil':
    case 'trunc':
    case 'nearest':
      return a && { low: a.low - 1, high: a.high + 1 };
    case 'add':
      return a && b && finite(a.low + b.low, a.high + b.high);
    case 'sub':
      return a && b && finite(a.low - b.high, a.high - b.low);
    case 'mul':
      return a && b && product(a, b);
    case 'fma': {
      const p = a && b && product(a, b);
      return p && c && finite(p.low + c.low, p.high + c.high);
    }
    case 'min':
      return extreme(a, b, Math.min, ({ high }) => ({ low: Number.NEGATIVE_INFINITY, high }));
    case 'max':
      return extreme(a, b, Math.max, ({ low }) => ({ low, high: Number.POSITIVE_INFINITY }));
    case 'select':
      return b && c && { low: Math.min(b.low, c.low), high: Math.max(b.high, c.high) };
    default: // else: nothing is known
      return undefined;
  }
}

function product(a: RealBounds, b: RealBounds): RealBounds | undefined {
  const ends = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high];
  return finite(Math.min(...ends), Math.max(...ends));
}

/** Of a number and what may be none the extreme is the number, or beyond it. */
function extreme(
  a: RealBounds | undefined,
  b: RealBounds | undefined,
  of: (x: number, y: number) => number,
  beyond: (number: RealBounds) => RealBounds,
): RealBounds | undefined {
  if (a && b) return { low: of(a.low, b.low), high: of(a.high, b.high) };
  const number = a ?? b;
  return number && beyond(number);
}
