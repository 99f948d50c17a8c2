/** Whole numbers and conversions in the loops that `host-strips.ts` makes. */
import { op } from '../../../ir/build.ts';
import type { Expression } from '../../../ir/module.ts';
import type { ValueType } from '../../../ir/types.ts';

export function number(type: ValueType, n: number | bigint): Expression {
  return type === 'i64' ? { kind: 'const', type, value: BigInt(n) } : { kind: 'const', type: 'i32', value: Number(n) };
}

export function convert(e: Expression, type: ValueType): Expression {
  if (e.type === type) return e;
  return type === 'i64' ? op('extend', [e]) : op('wrap', [e]);
}
