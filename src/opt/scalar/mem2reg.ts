/** Slots whose address goes nowhere become locals: what was passed by reference to a function that is now inlined lives in a register again. */
import { op } from '../../ir/build.ts';
import type { Expression, Fn, Local, Statement } from '../../ir/module.ts';
import { isPointer, loadedType, type MemoryType } from '../../ir/types.ts';
import { changeStatement, mapEach, mapExpression } from '../../ir/walk.ts';
import { type Cell, cellsOfSlots, placeOf } from './slot-cells.ts';
import { type Accesses, forwardSlots, splitCopies } from './sroa-copies.ts';

export function mem2reg(fn: Fn, accesses: Accesses = 'any'): Fn {
  return fn.slots.length === 0 ? fn : promoteCells(splitCopies(forwardSlots(fn), accesses));
}

/** Without a look at copies: their slots stay. */
export function promoteCells(fn: Fn): Fn {
  const fields = cellsOfSlots(fn, () => false);
  if (fields.size === 0) return fn;
  const locals: Local[] = [...fn.locals];
  const localOf = new Map<string, number>();
  for (const [slot, list] of fields)
    for (const f of list) {
      localOf.set(`${slot}+${f.offset}`, locals.length);
      locals.push({ name: fn.slots[slot]!.name, type: loadedType(f.memory) });
    }
  const body = rewrite(fn.body, fields, localOf);
  return body === fn.body ? fn : { ...fn, locals, body };
}

function rewrite(
  of: readonly Statement[],
  fields: ReadonlyMap<number, readonly Cell[]>,
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
  const statement = (s: Statement): Statement => {
    const local = s.kind === 'store' ? find(s.to, s.offset) : undefined;
    if (s.kind !== 'store' || local === undefined) return changeStatement(s, mapping);
    return { kind: 'set', local, value: cut(s.memory, expression(s.value)), ...(s.at && { at: s.at }) };
  };
  const list = (body: readonly Statement[]): readonly Statement[] => mapEach(body, statement);
  const mapping = { expression, body: list };
  return list(of);
}

/** What a load gives back after a store of `value`. */
function cut(memory: MemoryType, value: Expression): Expression {
  if (memory === 'i8') return op('sign8', [value]);
  if (memory === 'i16') return op('sign16', [value]);
  if (isPointer(memory) && value.type !== memory) return op('cast.space', [value], memory);
  return value;
}
