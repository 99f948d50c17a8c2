/** Slots whose address goes nowhere become locals: what was passed by reference to a function that is now inlined lives in a register again. */
import { op } from '../ir/build.ts';
import type { Expression, Fn, Local, Statement } from '../ir/module.ts';
import { isPointer, loadedType, type MemoryType, sizeOf } from '../ir/types.ts';
import { eachStatement, expressionsOf, mapExpression, mapStatement } from '../ir/walk.ts';

type Field = { readonly slot: number; readonly offset: number; readonly memory: MemoryType };

export function promote(fn: Fn): Fn {
  if (fn.slots.length === 0) return fn;
  const fields = findFields(fn);
  if (fields.size === 0) return fn;
  const locals: Local[] = [...fn.locals];
  const localOf = new Map<string, number>();
  for (const [slot, list] of fields)
    for (const f of list) {
      localOf.set(`${slot}+${f.offset}`, locals.length);
      locals.push({ name: fn.slots[slot]!.name, type: loadedType(f.memory) });
    }
  return { ...fn, locals, body: rewrite(fn.body, fields, localOf) };
}

/** The slot and constant offset that an address names. */
function placeOf(e: Expression, offset: number): { readonly slot: number; readonly offset: number } | undefined {
  if (e.kind === 'slot') return { slot: e.index, offset };
  if (e.kind !== 'op') return undefined;
  const [a, b] = e.args;
  if (e.op === 'cast.space') return placeOf(a!, offset);
  if (e.op === 'offset' && b!.kind === 'const') return placeOf(a!, offset + Number(b!.value));
  return undefined;
}

/** The cells of every slot that is only loaded and stored whole cell by whole cell. */
function findFields(fn: Fn): Map<number, Field[]> {
  const fields = new Map<number, Field[]>();
  const escaped = new Set<number>();
  const access = (from: Expression, offset: number, memory: MemoryType, volatile: boolean): void => {
    const place = placeOf(from, offset);
    if (!place) {
      visit(from);
      return;
    }
    if (memory === 'f16' || volatile) escaped.add(place.slot);
    const list = fields.get(place.slot) ?? [];
    fields.set(place.slot, list);
    const end = place.offset + sizeOf(memory);
    for (const f of list) {
      if (f.offset === place.offset && f.memory === memory) return;
      if (f.offset < end && place.offset < f.offset + sizeOf(f.memory)) escaped.add(place.slot);
    }
    list.push({ slot: place.slot, offset: place.offset, memory });
  };
  const visit = (e: Expression): void => {
    if (e.kind === 'slot') escaped.add(e.index);
    else if (e.kind === 'load') access(e.from, e.offset, e.memory, e.volatile ?? false);
    else if (e.kind === 'op') for (const a of e.args) visit(a);
  };
  eachStatement(fn.body, (s) => {
    if (s.kind === 'store') {
      access(s.to, s.offset, s.memory, s.volatile ?? false);
      visit(s.value);
    } else for (const e of expressionsOf(s)) visit(e);
  });
  for (const slot of escaped) fields.delete(slot);
  return fields;
}

function rewrite(
  list: readonly Statement[],
  fields: ReadonlyMap<number, readonly Field[]>,
  localOf: ReadonlyMap<string, number>,
): readonly Statement[] {
  const find = (from: Expression, offset: number): number | undefined => {
    const place = placeOf(from, offset);
    return place && fields.has(place.slot) ? localOf.get(`${place.slot}+${place.offset}`) : undefined;
  };
  const change = (e: Expression): Expression => {
    if (e.kind !== 'load') return e;
    const local = find(e.from, e.offset);
    return local === undefined ? e : { kind: 'local', type: e.type, index: local };
  };
  const expression = (e: Expression): Expression => mapExpression(e, change);
  const body = (inner: readonly Statement[]): readonly Statement[] => rewrite(inner, fields, localOf);
  return list.map((s) => {
    if (s.kind !== 'store') return mapStatement(s, { expression, body });
    const local = find(s.to, s.offset);
    if (local === undefined) return { ...s, to: expression(s.to), value: expression(s.value) };
    return { kind: 'set', local, value: cut(s.memory, expression(s.value)), ...(s.at && { at: s.at }) };
  });
}

/** What a load gives back after a store of `value`. */
function cut(memory: MemoryType, value: Expression): Expression {
  if (memory === 'i8') return op('sign8', [value]);
  if (memory === 'i16') return op('sign16', [value]);
  if (isPointer(memory) && value.type !== memory) return op('cast.space', [value], memory);
  return value;
}
