/** Comparisons of a real that was cut to a whole number (`int(10*x) >= 6`, also of a floor or a ceiling) with a constant: the real itself is compared. */
import { not, op } from '../../ir/build.ts';
import type { Expression } from '../../ir/module.ts';
import { isComparison, mirrored } from '../../ir/negated.ts';

type Operation = Extract<Expression, { kind: 'op' }>;

/** Reals of 32 bits hold all whole numbers up to there. */
const most = 2 ** 24;

/** The same comparison without the cut; undefined where there is none. */
export function uncutComparison(e: Operation): Expression | undefined {
  const [a, b] = e.args;
  if (!isComparison(e.op) || a?.type !== 'i32') return undefined;
  if (a.kind === 'const') return cutTo(b) && uncutComparison({ ...e, op: mirrored[e.op], args: [b!, a] });
  const real = cutTo(a);
  if (!real || b?.kind !== 'const') return undefined;
  const bound = Number(b.value);
  if (Math.abs(bound) >= most) return undefined;
  switch (e.op) {
    case 'ge':
      return isFrom(real, bound);
    case 'lt':
      return not(isFrom(real, bound));
    case 'gt':
      return isFrom(real, bound + 1);
    case 'le':
      return not(isFrom(real, bound + 1));
    default: // else: between two numbers
      return undefined;
  }
}

function cutTo(e: Expression | undefined): Expression | undefined {
  const real = e?.kind === 'op' && e.op === 'to.i32' ? e.args[0] : undefined;
  return real?.type === 'f32' || real?.type === 'f64' ? real : undefined;
}

/** Whether the whole number is `bound` at least; 0 of what is no number, and of what lies between -1 and 1. */
function isFrom(real: Expression, bound: number): Expression {
  const [whole] = real.kind === 'op' && (real.op === 'floor' || real.op === 'ceil') ? real.args : [];
  if (whole && real.kind === 'op') {
    const isFloor = real.op === 'floor';
    // A floor is below a number where the real is; a ceiling is above it where the real is.
    if (bound > 0) return op(isFloor ? 'ge' : 'gt', [whole, constant(real, isFloor ? bound : bound - 1)]);
    return not(op(isFloor ? 'lt' : 'le', [whole, constant(real, isFloor ? bound : bound - 1)]));
  }
  return bound > 0 ? op('ge', [real, constant(real, bound)]) : not(op('le', [real, constant(real, bound - 1)]));
}

function constant({ type }: Expression, value: number): Expression {
  return { kind: 'const', type, value };
}
