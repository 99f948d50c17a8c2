/** Structures in memory: their scalar parts, copies of them. */
import { i64, op } from '../../../ir/build.ts';
import type { Expression as Ir } from '../../../ir/module.ts';
import { type MemoryType, sizeOf as memoryBytes } from '../../../ir/types.ts';
import { alignOf, dataSizeOf, isScalar, sizeOf, type Type } from '../types.ts';
import type { FunctionLowering, Place } from './function.ts';
import { type Mode, memoryType } from './represent.ts';

export type Leaf = { readonly offset: number; readonly memory: MemoryType };

const most = 16;

/** Undefined: a union, bit-fields, or too many. */
export function leavesOf(type: Type, mode: Mode, limit = most): readonly Leaf[] | undefined {
  const leaves: Leaf[] = [];
  return gather(type, 0, mode, leaves, limit) ? leaves : undefined;
}

function gather(type: Type, offset: number, mode: Mode, to: Leaf[], limit: number): boolean {
  if (type.kind === 'record') {
    const { record } = type;
    if (record.kind === 'union' && record.fields.length > 1) return false;
    return record.fields.every((f) => !f.bits && gather(f.type, offset + f.offset, mode, to, limit));
  }
  if (type.kind === 'array') {
    const each = sizeOf(type.of) ?? 0;
    for (let i = 0; i < (type.count ?? 0); i++) if (!gather(type.of, offset + i * each, mode, to, limit)) return false;
    return true;
  }
  if (!isScalar(type) && type.kind !== 'reference') return false;
  to.push({ offset, memory: memoryType(type, mode) });
  return to.length <= limit;
}

/** So many bytes as words, the largest that lie as they have to: the first byte is `from` bytes behind a place that is aligned so. */
export function wordsOf(size: number, align: number, from = 0): readonly Leaf[] {
  const words: Leaf[] = [];
  for (let at = 0; at < size; ) {
    const place = from + at;
    const fitting = Math.min(size - at, align, place & -place || align);
    const memory = fitting >= 8 ? 'i64' : fitting >= 4 ? 'i32' : fitting >= 2 ? 'i16' : 'i8';
    words.push({ offset: at, memory });
    at += memoryBytes(memory);
  }
  return words;
}

export function shifted({ pointer, offset }: Place, by: number): Place {
  return { pointer, offset: offset + by };
}

/** Where both are the same nothing changes. */
export function copyRecord(f: FunctionLowering, to: Place, from: Place, type: Type): void {
  const size = dataSizeOf(type) ?? 0;
  if (size === 0) return;
  const leaves = leavesOf(type, f.mode);
  if (!leaves) {
    const address = ({ pointer, offset }: Place) => (offset === 0 ? pointer : op('offset', [pointer, i64(offset)]));
    f.emit({ kind: 'copy', to: address(to), from: address(from), bytes: i64(size) });
    return;
  }
  const target = { ...to, pointer: f.keep(to.pointer) };
  const source = { ...from, pointer: f.keep(from.pointer) };
  const align = alignOf(type);
  const values = leaves.map((leaf) => f.keep(aligned(f.load(leaf.memory, shifted(source, leaf.offset)), leaf, align)));
  for (const [i, leaf] of leaves.entries())
    f.store(leaf.memory, shifted(target, leaf.offset), values[i]!, false, alignAt(leaf, align));
}

function aligned(load: Ir, leaf: Leaf, align: number): Ir {
  const more = alignAt(leaf, align);
  return load.kind === 'load' && more !== undefined ? { ...load, align: more } : load;
}

/** Where the first part alone asks for less than the whole. */
function alignAt({ offset, memory }: Leaf, align: number): number | undefined {
  return offset === 0 && align > memoryBytes(memory) ? align : undefined;
}
