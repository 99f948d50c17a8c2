/** Inverse trigonometric functions for usual arguments, as steps of arithmetic of either precision. */
import type { Arithmetic } from '../../ir/math-double.ts';

type Steps<V, B> = Pick<
  Arithmetic<V, B>,
  'constant' | 'add' | 'sub' | 'mul' | 'div' | 'abs' | 'sqrt' | 'withSign' | 'less' | 'select'
>;

/** A precision. */
export type Circle<V, B> = Steps<V, B> & {
  /** As a number and what that lacks. */
  readonly pi: { readonly high: number; readonly low: number };
  readonly plusProduct: (a: V, b: V, c: V) => V;
  /** (atan(t)/t - 1)/t^2 by t^2, for t up to tan(pi/8). */
  readonly arctangentRest: (z: V) => V;
  /** (asin(s)/s - 1)/s^2 by s^2, for s up to a half. */
  readonly arcsineRest: (z: V) => V;
};

/** The arctangent of the quotient of two that are not below zero, from 0 to pi/2. */
function quadrant<V, B>(c: Circle<V, B>, y: V, x: V): V {
  const { pi } = c;
  const steep = c.less(x, y);
  const low = c.select(steep, x, y);
  const high = c.select(steep, y, x);
  // Beyond tan(pi/8) from pi/4 on.
  const beyond = c.less(c.mul(high, c.constant(Math.SQRT2 - 1)), low);
  const t = c.div(c.select(beyond, c.sub(low, high), low), c.select(beyond, c.add(low, high), high));
  const z = c.mul(t, t);
  const near = c.plusProduct(c.mul(t, z), c.arctangentRest(z), t);
  const zero = c.constant(0);
  const base = c.select(beyond, c.constant(pi.high / 4), zero);
  const lacks = c.select(beyond, c.constant(pi.low / 4), zero);
  const angle = c.add(base, c.add(near, lacks));
  const rest = c.sub(c.constant(pi.high / 2), c.sub(angle, c.constant(pi.low / 2)));
  return c.select(steep, rest, angle);
}

/** Of sizes whose squares and inverses are in range. */
export function arctangent<V, B>(c: Circle<V, B>, x: V): V {
  return c.withSign(quadrant(c, c.abs(x), c.constant(1)), x);
}

/** Of y and x, the larger of which is such a number. */
export function arctangent2<V, B>(c: Circle<V, B>, y: V, x: V): V {
  const angle = quadrant(c, c.abs(y), c.abs(x));
  const other = c.sub(c.constant(c.pi.high), c.sub(angle, c.constant(c.pi.low)));
  const isLeft = c.less(c.withSign(c.constant(1), x), c.constant(0));
  return c.withSign(c.select(isLeft, other, angle), y);
}

/** For a size a up to 1: whether it is above a half, and in two parts the arcsine of a or, there, half of the arccosine. */
function arcsineParts<V, B>(c: Circle<V, B>, a: V): { readonly above: B; readonly s: V; readonly more: V } {
  const above = c.less(c.constant(0.5), a);
  const z = c.select(above, c.mul(c.sub(c.constant(1), a), c.constant(0.5)), c.mul(a, a));
  const s = c.select(above, c.sqrt(z), a);
  return { above, s, more: c.mul(c.mul(s, z), c.arcsineRest(z)) };
}

/** Of sizes up to 1. */
export function arcsine<V, B>(c: Circle<V, B>, x: V): V {
  const { above, s, more } = arcsineParts(c, c.abs(x));
  const [right, twice] = [c.constant(c.pi.high / 2), c.add(s, s)];
  const rest = c.sub(right, twice);
  const lost = c.sub(c.sub(right, rest), twice);
  const far = c.add(rest, c.sub(lost, c.sub(c.add(more, more), c.constant(c.pi.low / 2))));
  return c.withSign(c.select(above, far, c.add(s, more)), x);
}

/** Of sizes up to 1. */
export function arccosine<V, B>(c: Circle<V, B>, x: V): V {
  const { above, s, more } = arcsineParts(c, c.abs(x));
  const part = c.add(s, more);
  const middle = c.sub(c.constant(c.pi.high / 2), c.sub(c.withSign(part, x), c.constant(c.pi.low / 2)));
  const near = c.add(part, part);
  const far = c.sub(c.constant(c.pi.high), c.sub(near, c.constant(c.pi.low)));
  return c.select(above, c.select(c.less(x, c.constant(0)), far, near), middle);
}
