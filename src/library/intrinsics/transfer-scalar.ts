/** transfer() between scalars of one size whose bits lie in values: no memory needed. */
import { InternalError } from '../../base/impossible.ts';
import { i64, op } from '../../ir/build.ts';
import type { Expression } from '../../ir/module.ts';
import { integerTo, toReal } from './lowering.ts';
import type { ScalarType, ScalarValue } from './row.ts';

const bytesOf = (type: ScalarType) => (type.base === 'complex' ? 2 * type.kind : type.kind);
const inValues = (type: ScalarType) =>
  type.base === 'integer' || ((type.base === 'real' || type.base === 'complex') && type.kind >= 4);

/** Both numbers of one size, at most 8 bytes. */
export function canTransferScalar(source: ScalarType, mold: ScalarType): boolean {
  return inValues(source) && inValues(mold) && bytesOf(source) === bytesOf(mold) && bytesOf(source) <= 8;
}

export function transferScalar(source: ScalarValue, gives: ScalarType): readonly Expression[] {
  if (!canTransferScalar(source.type, gives)) throw new InternalError('transfer needs memory');
  const bits = bitsOf(source);
  switch (gives.base) {
    case 'integer':
      return [integerTo(gives.kind, bits)];
    case 'real':
      return [toReal(gives.kind, op('bitcast', [bits]))];
    default:
      return [op('wrap', [bits]), op('wrap', [op('shr.u', [bits, i64(32)])])].map((half) => op('bitcast', [half]));
  }
}

/** i32 up to 4 bytes, else i64. */
function bitsOf(source: ScalarValue): Expression {
  const [first, second] = source.parts;
  if (!first) throw new InternalError('a value has parts');
  if (source.type.base === 'integer') return first;
  if (!second) return op('bitcast', [first]);
  const half = (x: Expression) => op('extend.u', [op('bitcast', [x])]);
  return op('or', [half(first), op('shl', [half(second), i64(32)])]);
}
