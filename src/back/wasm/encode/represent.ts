/** How the IR's values look in WebAssembly. The one place that decides what a pointer is. */
import { isPointer, type MemoryType, type PointerType, type ValueType } from '../../../ir/types.ts';
import type { AddressType, WasmType } from './artifact.ts';

/** On which side code runs, and what its addresses are. A device pointer in host code is a number for the runtime to interpret. */
export type Side = { readonly is: 'host' | 'device'; readonly address: AddressType };

/** In host code, pointers to device spaces are 64-bit, as a real device's are: whether that makes them another type than addresses. */
export function isOpaque(type: PointerType, side: Side): boolean {
  return side.is === 'host' && type !== 'ptr.host' && side.address === 'i32';
}

export function wasmType(type: ValueType, side: Side): WasmType {
  if (isPointer(type)) return isOpaque(type, side) ? 'i64' : side.address;
  return type === 'bool' ? 'i32' : type;
}

type Access = { readonly load: readonly number[]; readonly store: readonly number[]; readonly align: number };

/** f16 needs a conversion beside the access. */
const accesses: Readonly<Record<'i8' | 'i16' | 'i32' | 'i64' | 'f16' | 'f32' | 'f64' | 'address', Access>> = {
  i8: { load: [0x2c], store: [0x3a], align: 0 },
  i16: { load: [0x2e], store: [0x3b], align: 1 },
  i32: { load: [0x28], store: [0x36], align: 2 },
  i64: { load: [0x29], store: [0x37], align: 3 },
  f16: { load: [0x2f], store: [0x3b], align: 1 },
  f32: { load: [0x2a], store: [0x38], align: 2 },
  f64: { load: [0x2b], store: [0x39], align: 3 },
  /** A pointer takes 8 bytes: of an address of 32 bits the low half is read, the whole is written. */
  address: { load: [0x28], store: [0x37], align: 2 },
};

export function accessOf(memory: MemoryType, side: Side): Access {
  if (!isPointer(memory)) return accesses[memory];
  return wasmType(memory, side) === 'i64' ? accesses.i64 : accesses.address;
}
