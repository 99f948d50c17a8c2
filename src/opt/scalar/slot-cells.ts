/** Which cells of its slots a function loads and stores, where a slot is used in no other way. */
import type { Expression, Fn, Statement } from '../../ir/module.ts';
import { type MemoryType, sizeOf } from '../../ir/types.ts';
import { eachPartOf, eachStatement } from '../../ir/walk.ts';

export type Cell = { readonly offset: number; readonly memory: MemoryType };
export type Place = { readonly slot: number; readonly offset: number };

/** The slot and constant offset that an address names. */
export function placeOf(e: Expression, offset: number): Place | undefined {
  if (e.kind === 'slot') return { slot: e.index, offset };
  if (e.kind !== 'op') return undefined;
  const [a, b] = e.args;
  if (e.op === 'cast.space') return placeOf(a!, offset);
  if (e.op === 'offset' && b!.kind === 'const') return placeOf(a!, offset + Number(b!.value));
  return undefined;
}

/** `isKnown`: copies and fills whose slots do not count as used in another way. */
export function cellsOfSlots(fn: Fn, isKnown: (s: Statement) => boolean): Map<number, Cell[]> {
  const cells = new Map<number, Cell[]>();
  const escaped = new Set<number>();
  const listOf = (slot: number): Cell[] => {
    const list = cells.get(slot) ?? [];
    cells.set(slot, list);
    return list;
  };
  const access = (from: Expression, offset: number, memory: MemoryType, volatile: boolean): void => {
    const place = placeOf(from, offset);
    if (!place) {
      visit(from);
      return;
    }
    if (memory === 'f16' || volatile) escaped.add(place.slot);
    const list = listOf(place.slot);
    const end = place.offset + sizeOf(memory);
    for (const c of list) {
      if (c.offset === place.offset && c.memory === memory) return;
      if (c.offset < end && place.offset < c.offset + sizeOf(c.memory)) escaped.add(place.slot);
    }
    list.push({ offset: place.offset, memory });
  };
  const visit = (e: Expression): void => {
    if (e.kind === 'slot') escaped.add(e.index);
    else if (e.kind === 'load') access(e.from, e.offset, e.memory, e.volatile ?? false);
    else if (e.kind === 'op') for (const a of e.args) visit(a);
  };
  const visitCopied = (e: Expression): void => {
    const place = placeOf(e, 0);
    if (place) listOf(place.slot);
    else visit(e);
  };
  eachStatement(fn.body, (s) => {
    if (s.kind === 'store') {
      access(s.to, s.offset, s.memory, s.volatile ?? false);
      visit(s.value);
    } else if ((s.kind === 'copy' || s.kind === 'fill') && isKnown(s)) {
      visitCopied(s.to);
      if (s.kind === 'copy') visitCopied(s.from);
    } else eachPartOf(s, visit);
  });
  for (const slot of escaped) cells.delete(slot);
  return cells;
}
