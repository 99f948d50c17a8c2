/** Takes the lines that kernels printed from the ring in device memory. */
import { printFields, printItemSize, printKindNames } from '../../machine/print-record.ts';
import type { PrintedItem, PrintedLine } from '../sim/prints.ts';

const headBytes = 16;

/** The records of a ring, ordered by launch and block; lines of one block stay as they came. */
export function readPrinted(bytes: Uint8Array, texts: readonly string[]): PrintedLine[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const lines: PrintedLine[] = [];
  for (let at = 0; at + headBytes <= bytes.length; ) {
    const size = view.getInt32(at, true);
    if (size < headBytes || at + size > bytes.length) break;
    lines.push(readLine(view, at, texts));
    at += size;
  }
  return lines.sort((a, b) => (a.sequence - b.sequence) | 0 || a.block - b.block);
}

function readLine(view: DataView, at: number, texts: readonly string[]): PrintedLine {
  const count = view.getInt32(at + 12, true);
  const items: PrintedItem[] = [];
  let strings = at + headBytes + count * printItemSize;
  for (let i = 0; i < count; i++) {
    const item = readItem(view, at + headBytes + i * printItemSize, strings, texts);
    if (item.kind === 'string') strings += Math.ceil(item.value.length / 8) * 8;
    items.push(item);
  }
  return { sequence: view.getInt32(at + 4, true), block: view.getInt32(at + 8, true), items };
}

function readItem(view: DataView, at: number, strings: number, texts: readonly string[]): PrintedItem {
  const kind = printKindNames[view.getInt32(at + printFields.kind, true)] ?? 'text';
  const bytes = view.getInt32(at + printFields.bytes, true);
  const first = at + printFields.first;
  const second = at + printFields.second;
  switch (kind) {
    case 'text':
    case 'format':
      return { kind, text: texts[view.getInt32(first, true)] ?? '' };
    case 'integer':
    case 'logical':
    case 'part':
      return { kind, bytes, value: view.getBigInt64(first, true) };
    case 'real':
      return { kind, bytes, value: view.getFloat64(first, true) };
    case 'complex':
      return { kind, bytes, re: view.getFloat64(first, true), im: view.getFloat64(second, true) };
    case 'string': {
      const length = Number(view.getBigInt64(second, true));
      return { kind, value: new Uint8Array(view.buffer, view.byteOffset + strings, length).slice() };
    }
  }
}
