/** Bases of classes: where they lie in an object, virtual ones behind all else, as the Itanium ABI has it. */
import { incomplete } from '../errors.ts';
import { type Field, pointerTo, type RecordType, showType, type Type, type VirtualBase, voidType } from '../types.ts';
import { type ClassInfo, classInfo } from './class-info.ts';
import { findType } from './names.ts';
import { spread } from './packs.ts';
import type { Parser } from './parser.ts';
import type { Layout } from './records.ts';
import { declaresVirtual, isPolymorphic, tableField, virtualsOf } from './virtuals.ts';

type Base = { readonly type: Type & { readonly kind: 'record' }; readonly isVirtual: boolean };

/** Behind the `:` of a class. */
export function readBases(p: Parser): Base[] {
  const list: Base[] = [];
  do {
    let isVirtual = false;
    for (;;) {
      if (p.take('virtual')) isVirtual = true;
      else if (!p.take('public') && !p.take('private') && !p.take('protected')) break;
    }
    spread(p, () => {
      const at = p.token.at;
      p.take('typename');
      const type = p.is('decltype') ? p.parts.typeName(p) : findType(p);
      if (type?.kind === 'record') {
        if (!type.record.complete) p.report(incomplete(showType(type), at));
        list.push({ type, isVirtual });
      } else if (type?.kind !== 'unknown') p.fail('a class');
    });
  } while (p.take(','));
  return list;
}

/** Before the members, at the `{`: the address of the tables, unless the first base with one has it, then the bases that each object has for itself. */
export function addBases(p: Parser, info: ClassInfo, layout: Layout, list: readonly Base[]): void {
  const primary = list.find((b) => !b.isVirtual && isPolymorphic(b.type.record));
  if (primary) info.virtuals.push(...virtualsOf(primary.type.record));
  else if (list.some((b) => b.isVirtual) || declaresVirtual(p))
    layout.add({ name: tableField, type: pointerTo(voidType) });
  const slots = slotsOf(list, primary);
  const first = layout.fields.length;
  for (const b of [...list].sort((x, y) => Number(y === primary) - Number(x === primary))) {
    const { record } = b.type;
    const field = { name: record.name, type: b.type, base: true };
    if (b.isVirtual) layout.fields.push({ ...field, offset: 0, virtual: slots.get(record) ?? 0 });
    else layout.addBase(field);
  }
  const place = (f: Field): number => list.findIndex((b) => b.type === f.type);
  layout.fields.splice(first, list.length, ...layout.fields.slice(first).sort((x, y) => place(x) - place(y)));
  for (const { type } of list) {
    info.bases.push(type.record);
    const scope = classInfo(type.record)?.scope;
    if (scope) info.scope.also.push(scope);
  }
}

/** The bases that a whole object has once, in the order in which they are made; they are laid out in the order in which they are named. */
export function virtualBasesOf(list: readonly Base[], layout: Layout): VirtualBase[] {
  const slots = slotsOf(
    list,
    list.find((b) => !b.isVirtual && isPolymorphic(b.type.record)),
  );
  const places = new Map<RecordType, Field>();
  for (const { type } of named(list)) {
    layout.addBase({ name: type.record.name, type, base: true });
    places.set(type.record, layout.fields.at(-1)!);
  }
  return made(list).map((record) => ({ field: places.get(record)!, slot: slots.get(record)! }));
}

const direct = (record: RecordType): Base[] =>
  record.fields.flatMap((f) =>
    f.base && f.type.kind === 'record' ? [{ type: f.type, isVirtual: f.virtual !== undefined }] : [],
  );

/** Each one before its own bases. */
function named(list: readonly Base[], seen = new Set<RecordType>()): Base[] {
  return list.flatMap((b) => {
    if (b.isVirtual && seen.has(b.type.record)) return [];
    if (b.isVirtual) seen.add(b.type.record);
    return [...(b.isVirtual ? [b] : []), ...named(direct(b.type.record), seen)];
  });
}

/** Each one behind its own bases. */
function made(list: readonly Base[], seen = new Set<RecordType>()): RecordType[] {
  return list.flatMap((b) => {
    const inner = made(direct(b.type.record), seen);
    if (!b.isVirtual || seen.has(b.type.record)) return inner;
    seen.add(b.type.record);
    return [...inner, b.type.record];
  });
}

/** The table begins as that of the base with which the object begins. */
function slotsOf(list: readonly Base[], primary: Base | undefined): ReadonlyMap<RecordType, number> {
  const slots = new Map<RecordType, number>();
  for (const { field, slot } of primary?.type.record.virtualBases ?? [])
    if (field.type.kind === 'record') slots.set(field.type.record, slot);
  for (const record of made(list)) if (!slots.has(record)) slots.set(record, slots.size);
  return slots;
}
