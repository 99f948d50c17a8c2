/** What an atomic function leaves in memory. */
import type { AtomicName } from '../../ir/module.ts';
import type { ValueType } from '../../ir/types.ts';
import { meaningOf, type One } from './lanes.ts';

export function combined(how: AtomicName, type: ValueType, old: One, [first, second]: readonly One[]): One {
  const plain = (op: string, by: One): One => meaningOf(op, [type, type], type)?.(old, by, undefined);
  const [one, zero] = type === 'i64' ? [1n, 0n] : [1, 0];
  switch (how) {
    case 'exchange':
      return first;
    case 'cas':
      return old === first ? second : old;
    case 'inc':
      return isBelow(old, first) ? plain('add', one) : zero;
    case 'dec':
      return old === zero || isBelow(first, old) ? first : plain('sub', one);
    default:
      return plain(how, first);
  }
}

function isBelow(a: One, b: One): boolean {
  return unsigned(a) < unsigned(b);
}

function unsigned(v: One): bigint {
  return typeof v === 'bigint' ? BigInt.asUintN(64, v) : BigInt(Number(v) >>> 0);
}
