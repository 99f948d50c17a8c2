/** The items of a statement that is one call: where they lie (transferPlan of machine/transfer-plan.ts), and their way to or from the transfer. */
import type { TransferItem } from '../../machine/transfer-plan.ts';
import type { InputTransfer, OutputTransfer } from './transfer.ts';

/** What a program's memory is to it. */
export type ItemMemory = {
  readonly view: DataView;
  /** All of it. */
  readonly octets: Uint8Array;
  /** Whether the program may use these bytes of it. */
  readonly holds: (address: number, length: number) => boolean;
  readonly bytes: (address: number, length: number) => Uint8Array;
};

/** Bytes of an item in the cell. */
export const itemBytes = 16;

/** An address, or a count, of 8 bytes. */
export function wordAt(view: DataView, at: number): number {
  const high = view.getInt32(at + 4, true);
  const low = view.getUint32(at, true);
  return high === 0 ? low : high * 2 ** 32 + low;
}

export function putItems(to: OutputTransfer, items: readonly TransferItem[], memory: ItemMemory, cell: number): void {
  for (let i = 0; i < items.length; i += 1) {
    const item = items[i]!;
    const at = cell + itemBytes * i;
    if (!item.many) putNumber(to, item, memory.view, at);
    else if (item.type === 'character') to.putText(bytesOf(memory, at, 1));
    else {
      const size = sizeOf(item);
      const { byteOffset, byteLength } = bytesOf(memory, at, size);
      for (let k = byteOffset; k < byteOffset + byteLength; k += size) putNumber(to, item, memory.view, k);
    }
  }
}

export function getItems(from: InputTransfer, items: readonly TransferItem[], memory: ItemMemory, cell: number): void {
  for (let i = 0; i < items.length; i += 1) {
    const item = items[i]!;
    const at = cell + itemBytes * i;
    if (!item.many) getNumber(from, item, memory.view, at);
    else if (item.type === 'character') from.getText(bytesOf(memory, at, 1));
    else {
      const size = sizeOf(item);
      const { byteOffset, byteLength } = bytesOf(memory, at, size);
      for (let k = byteOffset; k < byteOffset + byteLength; k += size) getNumber(from, item, memory.view, k);
    }
  }
}

function sizeOf({ type, kind }: TransferItem): number {
  return type === 'complex' ? 2 * kind : kind;
}

/** What an address and a count in the cell stand for. */
function bytesOf(memory: ItemMemory, at: number, size: number): Uint8Array {
  return memory.bytes(wordAt(memory.view, at), size * Math.max(0, wordAt(memory.view, at + 8)));
}

function putNumber(to: OutputTransfer, { type, kind }: TransferItem, view: DataView, at: number): void {
  switch (type) {
    case 'integer':
      to.putInteger(integerAt(view, at, kind), kind);
      return;
    case 'real':
      to.putReal(realAt(view, at, kind), kind);
      return;
    case 'complex':
      to.putComplex(realAt(view, at, kind), realAt(view, at + kind, kind), kind);
      return;
    default:
      to.putLogical(isSet(view, at, kind), kind);
  }
}

function getNumber(from: InputTransfer, { type, kind }: TransferItem, view: DataView, at: number): void {
  switch (type) {
    case 'integer':
      setIntegerAt(view, at, kind, from.getInteger(kind, integerAt(view, at, kind)));
      return;
    case 'real':
      setRealAt(view, at, kind, from.getReal(kind, realAt(view, at, kind)));
      return;
    case 'complex': {
      const [re, im] = from.getComplex(kind, realAt(view, at, kind), realAt(view, at + kind, kind));
      setRealAt(view, at, kind, re);
      setRealAt(view, at + kind, kind, im);
      return;
    }
    default: {
      const before = isSet(view, at, kind);
      const now = from.getLogical(kind, before);
      if (now !== before) setIntegerAt(view, at, kind, now ? 1 : 0);
    }
  }
}

export function isSet(view: DataView, at: number, kind: number): boolean {
  const value = integerAt(view, at, kind);
  return value !== 0 && value !== 0n;
}

export function integerAt(view: DataView, at: number, kind: number): bigint | number {
  switch (kind) {
    case 1:
      return view.getInt8(at);
    case 2:
      return view.getInt16(at, true);
    case 4:
      return view.getInt32(at, true);
    default:
      return view.getBigInt64(at, true);
  }
}

export function setIntegerAt(view: DataView, at: number, kind: number, value: bigint | number): void {
  if (kind === 1) view.setInt8(at, Number(value));
  else if (kind === 2) view.setInt16(at, Number(value), true);
  else if (kind === 4) view.setInt32(at, Number(value), true);
  else view.setBigInt64(at, BigInt(value), true);
}

export function realAt(view: DataView, at: number, kind: number): number {
  if (kind === 4) return view.getFloat32(at, true);
  return kind === 8 ? view.getFloat64(at, true) : view.getFloat16(at, true);
}

export function setRealAt(view: DataView, at: number, kind: number, value: number): void {
  if (kind === 4) view.setFloat32(at, value, true);
  else if (kind === 8) view.setFloat64(at, value, true);
  else view.setFloat16(at, value, true);
}
