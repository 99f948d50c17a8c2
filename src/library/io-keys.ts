/**
 * The numbers by which a compiled program names I/O statements and their specifiers to the Fortran I/O runtime.
 * The number of a name is its place in its list: append, never reorder.
 */

export const ioOperations = [
  'read',
  'write',
  'print',
  'open',
  'close',
  'inquire',
  'rewind',
  'backspace',
  'endfile',
  'flush',
  'wait',
  'iolength',
] as const;
export type IoOperation = (typeof ioOperations)[number];

/** Flags (`hasIostat`, `star`, `wantSize`, …) are integers: 0 is false, anything else true. */
export const ioKeys = [
  'hasIostat',
  'hasErr',
  'hasEnd',
  'hasEor',
  'hasIomsg',
  /** integer: the unit; absent for `*` (and for print) */
  'unit',
  /** text: the file name */
  'file',
  /** text: the format, parentheses included */
  'fmt',
  /** flag: list-directed, `fmt=*` */
  'star',
  /** text: the name of the namelist group; its members follow through namelistItem */
  'namelist',
  'rec',
  'pos',
  /** flag on read; integer result on read and inquire */
  'size',
  'advance',
  'status',
  'access',
  'form',
  'recl',
  'blank',
  'position',
  'action',
  'delim',
  'pad',
  'decimal',
  'encoding',
  'sign',
  'round',
  'convert',
  'asynchronous',
  /** flag on open; integer result */
  'newunit',
  'id',
  'iomsg',
  'exist',
  'opened',
  'number',
  'named',
  'name',
  'sequential',
  'direct',
  'stream',
  'formatted',
  'unformatted',
  'nextrec',
  'read',
  'write',
  'readwrite',
  'pending',
  'iolength',
  'iostat',
] as const;
export type IoKey = (typeof ioKeys)[number];

/** Bits of `io.start`: flags among the keys; a unit is given; the control list is complete. Append, never reorder. */
export const ioFlags = [
  'hasIostat',
  'hasErr',
  'hasEnd',
  'hasEor',
  'hasIomsg',
  'star',
] as const satisfies readonly IoKey[];
export type IoFlag = (typeof ioFlags)[number];
export const ioHasUnit = 1 << ioFlags.length;
export const ioIsComplete = ioHasUnit << 1;
/** Results are asked for behind `io.end`; `io.leave` follows them. */
export const ioHasResults = ioIsComplete << 1;
/** Of `io.read-record` and `io.write-record`: a record's number is given. */
export const ioHasRecord = ioHasResults << 1;
/** Of `io.transfer`: the cell begins with the address and length of the characters that are the file; the record goes on with the next statement. */
export const ioIsInternal = ioHasRecord << 1;
export const ioStays = ioIsInternal << 1;

export function ioFlagBit(flag: IoFlag): number {
  return 1 << ioFlags.indexOf(flag);
}

export function ioOperationNumber(operation: IoOperation): number {
  return ioOperations.indexOf(operation);
}

export function ioKeyNumber(key: IoKey): number {
  return ioKeys.indexOf(key);
}

/** The types of namelist members; the number is the place in the list. `wide`: characters of kind 4; `defined`: transferred by a procedure. */
export const ioTypes = ['integer', 'real', 'complex', 'logical', 'character', 'wide', 'defined'] as const;
export type IoType = (typeof ioTypes)[number];
