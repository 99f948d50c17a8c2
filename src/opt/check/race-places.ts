/** Where the books of races lie (machine/check-tools.ts), for the code that keeps them: what is done now, the cells of words and their slots, and what was asked of works. */
import { add, eq, i32, i64, load, mul, ne, offset, op } from '../../ir/build.ts';
import type { Expression } from '../../ir/module.ts';
import { raceCells, raceState } from '../../machine/check-tools.ts';

export const now: Expression = { kind: 'global', type: 'ptr.host', name: raceState.name };
export const ofNow = (field: number): Expression => load('i32', now, 4 * field);
export const ofNow64 = (field: number): Expression => load('i64', now, 4 * field);
export const ofSlot = (slot: Expression, field: number): Expression => load('i32', slot, 4 * field);
export const pointer = (address: Expression): Expression => op('from.address', [address], 'ptr.host');
export const bits = (of: Expression, mask: number): Expression =>
  op('and', [of, of.type === 'i64' ? i64(mask) : i32(mask)]);
export const has = (of: Expression, mask: number): Expression => ne(bits(of, mask), i32(0));
export const isZero = (x: Expression): Expression => eq(x, x.type === 'i64' ? i64(0) : i32(0));

/** Where the table has the page of an address. */
export function entryOf(at: Expression): Expression {
  const number = bits(op('shr.u', [at, i64(raceCells.pageBits)]), (1 << raceCells.tableBits) - 1);
  return pointer(add(ofNow64(raceState.table), op('shl', [number, i64(3)])));
}

/** Where the cell of an address stands in its page: one for each 4 bytes. */
export function cellIn(page: Expression, at: Expression): Expression {
  return pointer(add(page, op('shl', [bits(at, (1 << raceCells.pageBits) - 4), i64(raceCells.cellBits - 2)])));
}

export function slotIn(cell: Expression, n: number): Expression {
  return n === 0 ? cell : offset(cell, i64(n * raceCells.slotBytes));
}

/** Where the state has what was asked of a work, but for the places of its fields. */
export function placeOfAnswer(work: Expression): Expression {
  return offset(now, op('extend', [mul(bits(work, raceState.keptAnswers - 1), i32(4))]));
}
