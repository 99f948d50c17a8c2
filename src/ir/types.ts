/** The types of the IR: what a value is, and what a cell of memory holds. */

/** Where a pointer points. `generic` is any device space (a dummy of a device procedure); `host` is the host program's memory. */
export const spaces = ['host', 'global', 'shared', 'constant', 'local', 'generic'] as const;
export type Space = (typeof spaces)[number];
export type PointerType = `ptr.${Space}`;

/** What a local or an expression holds. Integers have no sign: operations do. */
export type ValueType = 'bool' | 'i32' | 'i64' | 'f32' | 'f64' | PointerType;

/** What a load or store moves. i8 and i16 are sign-extended to i32 and cut on store; f16 is widened to f32 and rounded. Pointers take 8 bytes on every target. */
export type MemoryType = 'i8' | 'i16' | 'i32' | 'i64' | 'f16' | 'f32' | 'f64' | PointerType;

export function isPointer(type: ValueType | MemoryType): type is PointerType {
  switch (type) {
    case 'ptr.host':
    case 'ptr.global':
    case 'ptr.shared':
    case 'ptr.constant':
    case 'ptr.local':
    case 'ptr.generic':
      return true;
    default:
      return false;
  }
}

export function spaceOf(type: PointerType): Space {
  for (const space of spaces) if (type === `ptr.${space}`) return space;
  throw new RangeError(type);
}

/** Bytes that a memory cell of this type takes, which is its alignment too. */
export function sizeOf(type: MemoryType): 1 | 2 | 4 | 8 {
  if (isPointer(type)) return 8;
  return ({ i8: 1, i16: 2, i32: 4, i64: 8, f16: 2, f32: 4, f64: 8 } as const)[type];
}

/** The value that a load of `type` gives. */
export function loadedType(type: MemoryType): ValueType {
  switch (type) {
    case 'i8':
    case 'i16':
      return 'i32';
    case 'f16':
      return 'f32';
    default:
      return type;
  }
}
