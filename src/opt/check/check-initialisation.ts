/** Which bytes were never written: a bit for each, behind the states in the books of memory. Copies are no use: what is read by a load is. */
import { eq, i32, i64, load, ne, op, special } from '../../ir/build.ts';
import type { Expression, Fn } from '../../ir/module.ts';
import { eachExpressionIn } from '../../ir/walk.ts';
import { checkFunctions, shadow, shadowStateBytes } from '../../machine/check-tools.ts';
import { booksOf } from './check-memory.ts';
import type { Rewriter } from './hoist-loads.ts';

const pageMask = (1 << shadow.pageBits) - 1;

/** Where the bit of an address (i64) stands: an address of a byte. */
function bitsAt(pages: Expression, address: Expression): Expression {
  const within = op('shr.u', [op('and', [address, i64(pageMask)]), i64(3)]);
  const at = op('add', [op('add', [booksOf(pages, address), within]), i64(shadowStateBytes)]);
  return op('from.address', [at], pages.type);
}

/** The bits of `bytes` (up to 8, aligned) at an address. */
function maskOf(address: Expression, bytes: number): Expression {
  return op('shl', [i32((1 << bytes) - 1), op('wrap', [op('and', [address, i64(7)])])]);
}

/** Whether one of `bytes` at an address was never written. */
export function areUnset(pages: Expression, address: Expression, bytes: number): Expression {
  return ne(op('and', [load('i8', bitsAt(pages, address)), maskOf(address, bytes)]), i32(0));
}

export function markSet(to: Rewriter, pages: Expression, address: Expression, bytes: number): void {
  const at = to.keep('bits', bitsAt(pages, address));
  const value = op('and', [load('i8', at), op('xor', [maskOf(address, bytes), i32(-1)])]);
  to.add({ kind: 'store', memory: 'i8', to: at, offset: 0, value });
}

/** Before a kernel's first statement: its shared variables hold nothing when a block begins, its own when a thread does. */
export function poisonVariables(
  to: Rewriter,
  pages: Expression,
  fn: Fn,
  sizes: (name: string) => number | undefined,
  isBooked: (name: string) => boolean,
): void {
  if (fn.kind !== 'kernel') return;
  const shared = new Set<string>();
  let dynamic: Expression | undefined;
  eachExpressionIn(fn.body, (e) => {
    if (e.kind === 'dynamic-shared' && isBooked('#dynamic')) dynamic = e;
    if (e.kind === 'global' && e.type === 'ptr.shared' && isBooked(`@${e.name}`)) shared.add(e.name);
  });
  const first = (['tid.x', 'tid.y', 'tid.z'] as const)
    .map((name) => eq(special(name), i32(0)))
    .reduce((a, b) => op('and', [a, b]));
  if (shared.size > 0 || dynamic)
    to.if(first, () => {
      for (const name of shared) poison(to, pages, { kind: 'global', type: 'ptr.shared', name }, i64(sizes(name) ?? 0));
      if (dynamic) poison(to, pages, dynamic, op('extend', [special('dynamic.bytes')]));
    });
  fn.slots.forEach((slot, index) => {
    if (isBooked(`#${index}`)) poison(to, pages, { kind: 'slot', type: 'ptr.local', index }, i64(slot.size));
  });
}

/** Up to where the books of the first byte end. */
function poison(to: Rewriter, pages: Expression, variable: Expression, size: Expression): void {
  const at = to.keep('at', op('to.address', [variable]));
  const left = op('sub', [i64(1 << shadow.pageBits), op('and', [at, i64(pageMask)])]);
  const bytes = op('shr.u', [op('min', [size, left]), i64(3)]);
  to.add({ kind: 'fill', to: bitsAt(pages, at), byte: i32(255), bytes });
  const rest = to.keep('rest', op('and', [size, i64(7)]));
  if (rest.kind === 'const' && rest.value === 0n) return;
  // What is left of the last eight; variables begin at multiples of them.
  to.if(ne(rest, i64(0)), () => {
    const bits = to.keep('bits', bitsAt(pages, op('sub', [op('add', [at, size]), rest])));
    const mask = op('sub', [op('shl', [i32(1), op('wrap', [rest])]), i32(1)]);
    to.add({ kind: 'store', memory: 'i8', to: bits, offset: 0, value: op('or', [load('i8', bits), mask]) });
  });
}

/** What is known of the bytes of a copy goes with them: addresses and count are i64. */
export function noteCopied(to: Rewriter, target: Expression, source: Expression, bytes: Expression): void {
  const args = [target, source, bytes];
  to.add({ kind: 'call', callee: { kind: 'direct', name: checkFunctions.copied }, args, results: [] });
}

export function noteWritten(to: Rewriter, target: Expression, bytes: Expression): void {
  const args = [target, bytes];
  to.add({ kind: 'call', callee: { kind: 'direct', name: checkFunctions.written }, args, results: [] });
}
