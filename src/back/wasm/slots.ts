/** Where the slots of functions lie. */
import type { Fn, Slot, Statement } from '../../ir/module.ts';
import { eachExpressionIn } from '../../ir/walk.ts';
import { alignUp } from './layout.ts';

/** Offsets of slots from the frame's start, and the frame's size. */
export function placeSlots(
  slots: readonly Slot[],
  from = 0,
): { readonly offsets: readonly number[]; readonly size: number } {
  let next = from;
  const offsets = slots.map((s) => {
    next = alignUp(next, Math.max(1, s.align));
    const at = next;
    next += s.size;
    return at;
  });
  return { offsets, size: alignUp(next, 16) };
}

/** Slots that nothing in `body` names (they are in registers) take no room. `others`: that are used besides. */
export function withSlotsInUse(fn: Fn, body: readonly Statement[], others: readonly number[] = []): Fn {
  if (fn.slots.length === 0) return fn;
  const used = new Set(others);
  eachExpressionIn(body, (x) => {
    if (x.kind === 'slot') used.add(x.index);
  });
  if (used.size === fn.slots.length) return fn;
  return { ...fn, slots: fn.slots.map((s, i) => (used.has(i) ? s : { ...s, size: 0, align: 1 })) };
}
