/** What becomes of the greatest (least) real that the lanes of a loop have found, which began with an infinity and took zeros of two signs for the same. */
import { op } from '../../../ir/build.ts';
import type { Expression, Statement } from '../../../ir/module.ts';
import type { ValueType } from '../../../ir/types.ts';
import { type LocalNode, setTo } from './iteration-statements.ts';
import { identityOf } from './loop-reductions.ts';

type Found = {
  readonly of: 'max' | 'min';
  /** The extreme of all lanes. */
  readonly found: Expression;
  /** That of their bits, where they tell the sign of a zero. */
  readonly bits: Expression | undefined;
};

type Settled = {
  readonly statements: readonly Statement[];
  /** Whether the iterations must be done one by one after all. */
  readonly odd: Expression;
};

/** `sum`: what the iterations before have found. */
export function settledExtreme(
  sum: LocalNode,
  { of, found, bits }: Found,
  fresh: (type: ValueType) => LocalNode,
): Settled {
  const { type } = sum;
  const [extreme, odd] = [fresh(type), fresh('bool')];
  const begun = identityOf({ op: of, type, extreme: { of } });
  // Nothing but what is no number, before and in all lanes.
  const isNone = op('and', [op('ne', [sum, sum]), op('eq', [extreme, begun])]);
  const statements = [setTo(extreme, found), setTo(odd, isNone)];
  if (bits) statements.push(signed(extreme, { of, bits, odd }, fresh('i32')));
  return { statements: [...statements, setTo(sum, op(of, [sum, extreme]))], odd };
}

/**
 * Of a zero, the sign. If the greatest is one, all numbers have a sign but for zeros above it, and what is no number may have none; if the least is, no number has a sign but for zeros
 * below it.
 */
function signed(
  extreme: LocalNode,
  { of, bits, odd }: { readonly of: 'max' | 'min'; readonly bits: Expression; readonly odd: LocalNode },
  held: LocalNode,
): Statement {
  const real = (value: number): Expression => ({ kind: 'const', type: extreme.type, value });
  const whole = (value: number): Expression => ({ kind: 'const', type: 'i32', value });
  const isBelow = of === 'max' ? op('lt', [held, whole(0)]) : op('eq', [held, whole(-0x80000000)]);
  const then = [setTo(held, bits), setTo(extreme, op('select', [isBelow, real(-0), real(0)]))];
  if (of === 'max') then.push(setTo(odd, op('or', [odd, op('lt', [whole(0), held])])));
  return { kind: 'if', condition: op('eq', [extreme, real(0)]), then, otherwise: [] };
}
