/** Whether an access of device code stays within what is its own: of an address in a variable that is known, by the variable's size; else by the shadow of memory. */
import { and, eq, i32, i64, load, lt, ne, op, or, sub } from '../../ir/build.ts';
import type { Expression } from '../../ir/module.ts';
import { shadow } from '../../machine/check-tools.ts';
import type { Root } from './address-roots.ts';

const pageMask = (1 << shadow.pageBits) - 1;
const granuleMask = (1 << shadow.granuleBits) - 1;

/** Where the books of an address (i64) begin, as an i64. `pages`: the address of the table. */
export function booksOf(pages: Expression, address: Expression): Expression {
  const page = op('shr.u', [address, i64(shadow.pageBits)]);
  // Addresses beyond the last page trap where they are used.
  const known = op('and', [page, i64(shadow.pageCount - 1)]);
  return load('i64', op('offset', [pages, op('shl', [known, i64(3)])]));
}

/** The byte of the shadow for an address, as an i32. */
export function stateOf(pages: Expression, address: Expression): Expression {
  const within = op('shr.u', [op('and', [address, i64(pageMask)]), i64(shadow.granuleBits)]);
  const at = op('from.address', [op('add', [booksOf(pages, address), within])], pages.type);
  return load('i8', at);
}

/** Whether the device may not use `bytes` (a power of two up to 8) at an address (i64), a multiple of `align`. */
export function isForbidden(pages: Expression, address: Expression, bytes: number, align = bytes): Expression {
  const usable = op('and', [stateOf(pages, address), i32(15)]);
  const end = op('add', [op('wrap', [op('and', [address, i64(granuleMask)])]), i32(bytes)]);
  const outside = lt(usable, end);
  return align === 1 ? outside : or(isMisaligned(address, align), outside);
}

export function isMisaligned(address: Expression, bytes: number): Expression {
  return ne(op('and', [address, i64(bytes - 1)]), i64(0));
}

/** The same for a stretch of `bytes` (i64): its first and its last. */
export function isStretchForbidden(pages: Expression, address: Expression, bytes: Expression): Expression {
  const last = sub(op('add', [address, bytes]), i64(1));
  return and(lt(i64(0), bytes), or(isForbidden(pages, address, 1), isForbidden(pages, last, 1)));
}

/** Whether `bytes` at a place, its address an i64, are not all of the variable; undefined where they surely are. `dynamic`: bytes of dynamic shared memory. */
export function leavesRoot(
  root: Root,
  place: Expression,
  address: Expression,
  bytes: number,
  dynamic: Expression,
): Expression | undefined {
  const first = op('to.address', [inSpaceOf(place, root.address)]);
  if (root.bytes === undefined)
    return or(lt(dynamic, i64(bytes)), op('lt.u', [sub(dynamic, i64(bytes)), sub(address, first)]));
  const most = root.bytes - bytes;
  if (most < 0) return eq(i32(0), i32(0));
  const offset = sub(address, first);
  return op('lt.u', [i64(most), offset]);
}

/** On a real device an address is another number in another space. */
function inSpaceOf(place: Expression, address: Expression): Expression {
  return place.type === address.type ? address : op('cast.space', [address], place.type);
}

/** Whether the byte at an address (i64) is marked by one of these bits of the shadow. */
export function isMarked(pages: Expression, address: Expression, marks: number): Expression {
  return ne(op('and', [stateOf(pages, address), i32(marks)]), i32(0));
}
