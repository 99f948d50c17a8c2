/** Shifts by more bits than there are: PTX clamps the amount, so that what asks for that is the shift alone. */
import type { Expression } from '../../ir/module.ts';
import { keyOf } from '../../ir/value-key.ts';

type Operation = Extract<Expression, { kind: 'op' }>;

/** `n < width ? x << n : 0` and the same to the right: the shift. */
export function clampedShift(e: Operation): Operation | undefined {
  if (e.op !== 'select') return undefined;
  const [fits, shift, other] = e.args;
  if (shift?.kind !== 'op' || (shift.op !== 'shl' && shift.op !== 'shr.u') || other?.kind !== 'const') return undefined;
  if (Number(other.value) !== 0) return undefined;
  return isBelow(fits!, shift.args[1]!, widthOf(shift)) ? shift : undefined;
}

/** Of a shift to the right that keeps the sign, by `n < width ? n : width - 1`: n. */
export function clampedAmount(shift: Operation): Expression {
  const by = shift.args[1]!;
  const choice = by.kind === 'op' && by.op === 'extend' ? by.args[0]! : by;
  if (shift.op !== 'shr.s' || choice.kind !== 'op' || choice.op !== 'select') return by;
  const [fits, amount, most] = choice.args;
  const width = widthOf(shift);
  const clamps = most?.kind === 'const' && Number(most.value) === width - 1 && isBelow(fits!, amount!, width);
  return clamps ? amount! : by;
}

function widthOf({ type }: Operation): number {
  return type === 'i64' ? 64 : 32;
}

function isBelow(fits: Expression, by: Expression, width: number): boolean {
  if (fits.kind !== 'op' || fits.op !== 'lt.u') return false;
  const [amount, limit] = fits.args;
  const plain = by.kind === 'op' && by.op === 'extend' ? by.args[0]! : by;
  return limit?.kind === 'const' && Number(limit.value) === width && keyOf(amount!) === keyOf(plain);
}
