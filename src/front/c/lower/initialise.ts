/** First values that are made while the program runs. */
import { i32, i64, op } from '../../../ir/build.ts';
import type { Expression, Initial } from '../tree.ts';
import { alignOf, dataSizeOf, type Field, isEmptyClass, sizeOf, type Type } from '../types.ts';
import type { FunctionLowering, Place } from './function.ts';
import { shifted, wordsOf } from './records.ts';

export function initialisePlace(f: FunctionLowering, at: Place, initial: Initial, type: Type): void {
  if (initial.kind === 'value') {
    f.unit.put(f, at, type, initial.value);
    return;
  }
  if (initial.kind === 'each') {
    const each = sizeOf(initial.of) ?? 1;
    const count = Math.floor((sizeOf(type) ?? 0) / Math.max(1, each));
    for (let i = 0; i < count; i++) f.unit.put(f, shifted(at, i * each), initial.of, initial.value);
    return;
  }
  if (type.kind === 'record' && isEmptyClass(type.record)) return;
  if (!coversAll(initial, type)) clear(f, at, type);
  for (const part of initial.parts) {
    const to = shifted(at, part.offset);
    if (part.value.kind === 'text') putText(f, to, part.value);
    else f.unit.put(f, to, part.type, part.value, part.field);
  }
}

/** Whether each byte is written by a part. */
function coversAll(initial: Extract<Initial, { kind: 'list' }>, type: Type): boolean {
  let end = 0;
  for (const part of [...initial.parts].sort((a, b) => a.offset - b.offset)) {
    if (part.field?.bits || part.offset > end) return false;
    end = Math.max(
      end,
      part.offset + (part.value.kind === 'text' ? part.value.bytes.length : (sizeOf(part.type) ?? 0)),
    );
  }
  return end >= (dataSizeOf(type) ?? 0);
}

/** More words are filled by one instruction. */
const mostWords = 16;

function clear(f: FunctionLowering, at: Place, type: Type): void {
  const size = dataSizeOf(type) ?? 0;
  const slot = at.pointer.kind === 'slot' ? f.slots[at.pointer.index] : undefined;
  const words = slot ? wordsOf(size, slot.align, at.offset) : wordsOf(size, alignOf(type));
  if (words.length > mostWords) f.emit({ kind: 'fill', to: address(at), byte: i32(0), bytes: i64(size) });
  else for (const { memory, offset } of words) f.store(memory, shifted(at, offset), memory === 'i64' ? i64(0) : i32(0));
}

const address = ({ pointer, offset }: Place) => (offset === 0 ? pointer : op('offset', [pointer, i64(offset)]));

function putText(f: FunctionLowering, at: Place, text: Expression & { readonly kind: 'text' }): void {
  if (text.bytes.length === 0) return;
  const from = f.unit.text(f, text.bytes, text.type);
  f.emit({ kind: 'copy', to: address(at), from, bytes: i64(text.bytes.length) });
}

export type Put = (f: FunctionLowering, at: Place, type: Type, value: Expression, field?: Field) => void;
