/**
 * The kernel's import is `rt.print(items address, count i32, block i32)`; `block` is the linear number of the block, which orders the output.
 * What a device thread hands over when it prints one line: items of 32 bytes, little-endian.
 * `kind` (i32 at 0), `bytes` (i32 at 4: the size of the number's Fortran kind), `first` (8 bytes at 8), `second` (8 bytes at 16).
 */
export const printItemSize = 32;
export const printFields = { kind: 0, bytes: 4, first: 8, second: 16 } as const;

/** A format that begins with `mark` tells a mistake: the place in the source up to `end`, then the format itself. */
export const mistakeFormat = { mark: '!', end: '\n' } as const;

/**
 * text, format: `first` is a number in the kernel module's list of texts (i32). integer, logical, part: `first` is an i64. real: `first` is an f64.
 * complex: `first` and `second` are f64. string: `first` is an address (in 8 bytes), `second` its length (i64).
 */
export const printKinds = {
  text: 0,
  integer: 1,
  logical: 2,
  real: 3,
  complex: 4,
  string: 5,
  format: 6,
  part: 7,
} as const;
export type PrintKind = keyof typeof printKinds;

/** In the order of their numbers. */
export const printKindNames: readonly PrintKind[] = [
  'text',
  'integer',
  'logical',
  'real',
  'complex',
  'string',
  'format',
  'part',
];
