/** The parts of an object, its bases and theirs, where the object is whole or itself a part of another one. */
import type { RecordType } from '../types.ts';

/** An object of a class, and where its virtual bases lie from its beginning. */
export type Setting = {
  readonly record: RecordType;
  readonly virtualAt: (base: RecordType) => number;
  /** Tells apart where it is a part of another object; empty: it is whole. */
  readonly name: string;
};

export type Part = { readonly record: RecordType; readonly offset: number; readonly bases: readonly Part[] };

const wholes = new WeakMap<RecordType, Setting>();

export function whole(record: RecordType): Setting {
  const before = wholes.get(record);
  if (before) return before;
  const virtualAt = (base: RecordType): number =>
    record.virtualBases.find(({ field }) => field.type.kind === 'record' && field.type.record === base)?.field.offset ??
    0;
  const made = { record, virtualAt, name: '' };
  wholes.set(record, made);
  return made;
}

const settings = new WeakMap<Setting, Map<string, Setting>>();

/** A base within it: one without virtual bases is alike everywhere. */
export function within(setting: Setting, record: RecordType, offset: number): Setting {
  if (record.virtualBases.length === 0) return whole(record);
  const known = settings.get(setting) ?? new Map<string, Setting>();
  settings.set(setting, known);
  const key = `${record.id}+${offset}`;
  const before = known.get(key);
  if (before) return before;
  const name = `${setting.name}.in.${setting.record.id}+${offset}`;
  const made = { record, virtualAt: (base: RecordType) => setting.virtualAt(base) - offset, name };
  known.set(key, made);
  return made;
}

const found = new WeakMap<Setting, readonly Part[]>();

/** Each part once, those around before those within. */
export function partsOf(setting: Setting): readonly Part[] {
  const before = found.get(setting);
  if (before) return before;
  const list: Part[] = [];
  const virtuals = new Map<RecordType, Part>();
  const part = (record: RecordType, offset: number): Part => {
    const bases: Part[] = [];
    const made = { record, offset, bases };
    list.push(made);
    for (const f of record.fields) {
      if (!f.base || f.type.kind !== 'record') continue;
      const base = f.type.record;
      const known = f.virtual === undefined ? undefined : virtuals.get(base);
      const one = known ?? part(base, f.virtual === undefined ? offset + f.offset : setting.virtualAt(base));
      if (f.virtual !== undefined) virtuals.set(base, one);
      bases.push(one);
    }
    return made;
  };
  part(setting.record, 0);
  found.set(setting, list);
  return list;
}
