/** How the IR's values look in PTX: register classes, types of instructions, constants. */
import {
  isPointer,
  type MemoryType,
  type PointerType,
  type Space,
  sizeOf,
  spaceOf,
  type ValueType,
} from '../../ir/types.ts';

/** p predicates, r 32 bits, rd 64 bits, f and fd reals, h 16 bits. */
export type RegisterClass = 'p' | 'r' | 'rd' | 'f' | 'fd' | 'h';

export const registerTypes: Readonly<Record<RegisterClass, string>> = {
  p: '.pred',
  r: '.b32',
  rd: '.b64',
  f: '.f32',
  fd: '.f64',
  h: '.b16',
};

const plainTypes = { i32: 'i32', i64: 'i64', f32: 'f32', f64: 'f64', bool: 'bool' } as const;
export type PlainType = keyof typeof plainTypes;

/** Pointers are i64. */
export function plainType(type: ValueType): PlainType {
  return isPointer(type) ? 'i64' : type;
}

const classes: Readonly<Record<PlainType, RegisterClass>> = { bool: 'p', i32: 'r', i64: 'rd', f32: 'f', f64: 'fd' };

export function classOf(type: ValueType): RegisterClass {
  return classes[plainType(type)];
}

/** The type of mov, selp, parameters. */
export const moveTypes: Readonly<Record<PlainType, string>> = {
  bool: 'pred',
  i32: 'b32',
  i64: 'b64',
  f32: 'f32',
  f64: 'f64',
};

/** A parameter of this type as PTX declares and loads it: predicates travel as 32 bits. */
export function paramType(type: ValueType): string {
  const plain = plainType(type);
  return plain === 'bool' ? 'b32' : moveTypes[plain];
}

export function bytesOf(type: ValueType): number {
  const plain = plainType(type);
  return plain === 'bool' ? 4 : sizeOf(plain);
}

type Access = { readonly load: string; readonly store: string };

export const accesses: Readonly<Record<Exclude<MemoryType, PointerType> | 'address', Access>> = {
  i8: { load: 's8', store: 'b8' },
  i16: { load: 's16', store: 'b16' },
  i32: { load: 'b32', store: 'b32' },
  i64: { load: 'b64', store: 'b64' },
  f16: { load: 'b16', store: 'b16' },
  f32: { load: 'f32', store: 'f32' },
  f64: { load: 'f64', store: 'f64' },
  address: { load: 'b64', store: 'b64' },
};

export function accessOf(memory: MemoryType): Access {
  return isPointer(memory) ? accesses.address : accesses[memory];
}

/** The state space of an instruction; of host memory the device sees managed and pinned data. */
const stateSpaces: Readonly<Record<Space, string>> = {
  host: '.global',
  global: '.global',
  shared: '.shared',
  constant: '.const',
  local: '.local',
  generic: '',
};

export function stateSpace(type: PointerType): string {
  return stateSpaces[spaceOf(type)];
}

const cell = new DataView(new ArrayBuffer(8));

export function f32Bits(x: number): string {
  cell.setFloat32(0, x);
  return `0f${cell.getUint32(0).toString(16).toUpperCase().padStart(8, '0')}`;
}

export function f64Bits(x: number): string {
  cell.setFloat64(0, x);
  return `0d${cell.getBigUint64(0).toString(16).toUpperCase().padStart(16, '0')}`;
}

/** An immediate operand; truth values have none. */
export function immediate(type: Exclude<PlainType, 'bool'>, value: number | bigint | boolean): string {
  switch (type) {
    case 'i32':
    case 'i64':
      return String(value);
    case 'f32':
      return f32Bits(Number(value));
    case 'f64':
      return f64Bits(Number(value));
  }
}
