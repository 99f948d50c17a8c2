/** Pieces that the lowerings of several intrinsics share. */
import { InternalError } from '../../base/impossible.ts';
import { f32, f64, i32, i64, op, select } from '../../ir/build.ts';
import type { Expression } from '../../ir/module.ts';
import type { OperationName } from '../../ir/operations.ts';
import type { Lower, Lowering, ScalarType, ScalarValue } from './row.ts';

/** The argument at `i`, which the row makes sure is there. */
export function given(args: readonly (ScalarValue | undefined)[], i: number): ScalarValue {
  const value = args[i];
  if (!value) throw new InternalError(`intrinsic without argument ${i + 1}`);
  return value;
}

/** Its only part. */
export function only(value: ScalarValue): Expression {
  const part = value.parts[0];
  if (!part || value.parts.length !== 1) throw new InternalError(`one part expected of ${value.type.base}`);
  return part;
}

export function first(args: readonly (ScalarValue | undefined)[]): Expression {
  return only(given(args, 0));
}

/** One operation on all arguments. */
export function operation(name: OperationName): Lower {
  return (args) => [
    op(
      name,
      args.map((_, i) => only(given(args, i))),
    ),
  ];
}

/** From the parts of one-part arguments. */
export function from(of: (to: Lowering, ...values: Expression[]) => Expression): Lower {
  return (args, to) => [of(to, ...args.map((_, i) => only(given(args, i))))];
}

/** A number of the value type of `as`. */
export function constant(as: Expression, value: number | bigint): Expression {
  switch (as.type) {
    case 'i32':
      return i32(Number(value));
    case 'i64':
      return i64(value);
    case 'f32':
      return f32(Number(value));
    case 'f64':
      return f64(Number(value));
    default:
      throw new InternalError(`no numbers of type ${as.type}`);
  }
}

/** Integer results of kind 1 and 2 stay sign-extended. */
export function fit(kind: number, value: Expression): Expression {
  if (kind === 1) return op('sign8', [value]);
  if (kind === 2) return op('sign16', [value]);
  return value;
}

/** An integer as i32 or i64, whichever kind `kind` has. */
export function integerTo(kind: number, value: Expression): Expression {
  if (kind === 8) return value.type === 'i64' ? value : op('extend', [value]);
  return fit(kind, value.type === 'i64' ? op('wrap', [value]) : value);
}

/** A whole real to an integer kind. */
export function realToInteger(kind: number, value: Expression): Expression {
  return kind === 8 ? op('to.i64', [value]) : fit(kind, op('to.i32', [value], 'i32'));
}

export function toReal(kind: number, value: Expression): Expression {
  if (kind === 8) return value.type === 'f64' ? value : op('to.f64', [value]);
  return value.type === 'f32' ? value : op('to.f32', [value]);
}

/** The bits of an integer without its sign's copies, in its own value type. */
export function unsigned(kind: number, value: Expression): Expression {
  if (kind === 1) return op('and', [value, i32(0xff)]);
  if (kind === 2) return op('and', [value, i32(0xffff)]);
  return value;
}

export const widthOf = (type: ScalarType): number => type.kind * 8;
export const negative = (x: Expression): Expression =>
  x.type === 'f32' || x.type === 'f64' ? op('neg', [x]) : op('sub', [constant(x, 0), x]);
export const isNegative = (x: Expression): Expression => op('lt', [x, constant(x, 0)]);
export const isZero = (x: Expression): Expression => op('eq', [x, constant(x, 0)]);
/** Whole number nearest to `x`, halves away from zero; -0 keeps its sign. */
export function rounded(to: Lowering, value: Expression): Expression {
  const x = to.keep(value);
  const whole = to.keep(op('trunc', [x]));
  const rest = op('abs', [op('sub', [x, whole])]);
  const away = op('add', [whole, op('copysign', [constant(x, 1), x])]);
  return select(op('ge', [rest, constant(x, 0.5)]), away, whole);
}
