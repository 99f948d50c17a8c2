/** What becomes of the greatest (least) real that the lanes of a loop have found, which began with an infinity and took zeros of two signs for the same. */
import { op } from '../../../ir/build.ts';
import type { Expression, Statement } from '../../../ir/module.ts';
import type { ValueType } from '../../../ir/types.ts';
import { type LocalNode, setTo } from './iteration-statements.ts';
import { identityOf, type Reduced } from './loop-reductions.ts';

type Settled = {
  readonly statements: readonly Statement[];
  /** Whether the iterations must be done one by one after all. */
  readonly odd: Expression;
};

/** `sum`: what the iterations before have found; `found`: the extreme of all lanes. */
export function settledExtreme(
  sum: LocalNode,
  { of, zeros }: NonNullable<Reduced['extreme']>,
  found: Expression,
  fresh: (type: ValueType) => LocalNode,
): Settled {
  const { type } = sum;
  const real = (value: number): Expression => ({ kind: 'const', type, value });
  const whole = (value: number): Expression => ({ kind: 'const', type: 'i32', value });
  const [extreme, odd] = [fresh(type), fresh('bool')];
  const isZero = op('eq', [extreme, real(0)]);
  const begun = identityOf({ op: of, type, extreme: { of } });
  // Nothing but what is no number, before and in all lanes.
  const isNone = op('and', [op('ne', [sum, sum]), op('eq', [extreme, begun])]);
  const statements: Statement[] = [setTo(extreme, found)];
  let isOdd: Expression = isNone;
  if (zeros !== undefined) {
    const bits: Expression = { kind: 'local', type: 'i32', index: zeros };
    // The greatest is a zero: all numbers have a sign but for zeros above it, and what is no number may have none. The least: no number has a sign but for zeros below it.
    const isBelow = of === 'max' ? op('lt', [bits, whole(0)]) : op('eq', [bits, whole(-0x80000000)]);
    if (of === 'max') isOdd = op('or', [isNone, op('and', [isZero, op('lt', [whole(0), bits])])]);
    statements.push(setTo(extreme, op('select', [isZero, op('select', [isBelow, real(-0), real(0)]), extreme])));
  }
  return { statements: [...statements, setTo(odd, isOdd), setTo(sum, op(of, [sum, extreme]))], odd };
}
