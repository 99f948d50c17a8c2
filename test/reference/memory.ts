/** Cells of memory as values of the IR, and what atomic functions do to them. */
import type { AtomicName } from '../../src/ir/module.ts';
import { type Operation, operations, type Value } from '../../src/ir/operations.ts';
import { isPointer, loadedType, type MemoryType, type ValueType } from '../../src/ir/types.ts';
import { fused } from './fused.ts';

export type V = Value | undefined;
const rows: Readonly<Record<string, Operation>> = operations;

export function loadValue(view: DataView, memory: MemoryType, at: number): Value {
  if (isPointer(memory)) return view.getInt32(at, true);
  switch (memory) {
    case 'i8':
      return view.getInt8(at);
    case 'i16':
      return view.getInt16(at, true);
    case 'i32':
      return view.getInt32(at, true);
    case 'i64':
      return view.getBigInt64(at, true);
    case 'f32':
      return view.getFloat32(at, true);
    case 'f64':
      return view.getFloat64(at, true);
    case 'f16':
      return view.getFloat16(at, true);
  }
}

export function storeValue(view: DataView, memory: MemoryType, at: number, v: V): void {
  if (isPointer(memory)) {
    view.setBigInt64(at, BigInt(v ?? 0), true);
    return;
  }
  switch (memory) {
    case 'i8':
      view.setInt8(at, Number(v));
      return;
    case 'i16':
      view.setInt16(at, Number(v), true);
      return;
    case 'i32':
      view.setInt32(at, Number(v), true);
      return;
    case 'i64':
      view.setBigInt64(at, BigInt(v ?? 0), true);
      return;
    case 'f32':
      view.setFloat32(at, Number(v), true);
      return;
    case 'f64':
      view.setFloat64(at, Number(v), true);
      return;
    case 'f16':
      view.setFloat16(at, Number(v), true);
      return;
  }
}

export type Meaning = (args: readonly V[]) => V;

/** The meaning of an operation's row for arguments of these types. */
export function meaningOf(op: string, types: readonly string[], gives: string): Meaning {
  switch (op) {
    case 'offset':
      return ([a, b]) => (Number(a) + Number(b)) | 0;
    case 'cast.space':
      return ([a]) => a;
    case 'to.address':
      return ([a]) => BigInt(Number(a) >>> 0);
    case 'from.address':
      return ([a]) => Number(BigInt.asIntN(32, BigInt(a ?? 0)));
    case 'fma':
      return ([a, b, c]) => fused(Number(a), Number(b), Number(c), gives === 'f32' ? 'f32' : 'f64');
  }
  const row = rows[op];
  const fits = (wanted: string, is: string | undefined): boolean =>
    wanted === is || (wanted === 'pointer' && is?.startsWith('ptr.') === true);
  const found = row?.signatures.find(
    (s) => s.takes.length === types.length && s.takes.every((t, i) => fits(t, types[i])) && fits(s.gives, gives),
  );
  const pointers = types.some((t) => t.startsWith('ptr.'));
  const meaning = found?.meaning ?? (pointers ? pointerMeanings[op] : undefined);
  if (!meaning) throw new Error(`no meaning for ${op}(${types.join()})`);
  return (args) => Reflect.apply(meaning, undefined, args);
}

const pointerMeanings: Readonly<Record<string, (...args: never[]) => Value>> = {
  eq: (a: number, b: number) => a === b,
  ne: (a: number, b: number) => a !== b,
  'lt.u': (a: number, b: number) => a >>> 0 < b >>> 0,
  'le.u': (a: number, b: number) => a >>> 0 <= b >>> 0,
  select: (c: boolean, a: Value, b: Value) => (c ? a : b),
};

/** What an atomic function leaves in memory. */
export function combined(how: AtomicName, memory: MemoryType, old: V, args: readonly V[]): V {
  const type: ValueType = loadedType(memory);
  const plain = (op: string): V => meaningOf(op, [type, type], type)([old, args[0]]);
  const below = (a: V, b: V): boolean => unsigned(a) < unsigned(b);
  const one = type === 'i64' ? 1n : 1;
  const zero = type === 'i64' ? 0n : 0;
  switch (how) {
    case 'exchange':
      return args[0];
    case 'cas':
      return old === args[0] ? args[1] : old;
    case 'inc':
      return below(old, args[0]) ? meaningOf('add', [type, type], type)([old, one]) : zero;
    case 'dec':
      return old === zero || below(args[0], old) ? args[0] : meaningOf('sub', [type, type], type)([old, one]);
    default:
      return plain(how);
  }
}

function unsigned(v: V): bigint {
  return typeof v === 'bigint' ? BigInt.asUintN(64, v) : BigInt(Number(v) >>> 0);
}
