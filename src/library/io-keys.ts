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

/** An item of `io.transfer`. `many`: its 16 bytes of the cell hold an address and a count, of characters or of numbers one after the other; else they hold the value. */
export type TransferItem = {
  readonly type: 'integer' | 'real' | 'complex' | 'logical' | 'character';
  readonly kind: number;
  readonly many: boolean;
};

export type TransferPlan = {
  readonly operation: 'read' | 'write' | 'print';
  readonly items: readonly TransferItem[];
  /** With its parentheses, or `*`. */
  readonly format: string;
};

/** What stands for a statement in its program: a letter for the operation, two characters for each item, a blank, the format. */
export function transferPlan(
  operation: TransferPlan['operation'],
  items: readonly TransferItem[],
  format: string,
): string {
  const letters = items.map(({ type, kind, many }) => {
    const letter = type === 'character' ? 't' : type.slice(0, 1);
    return `${many ? letter.toUpperCase() : letter}${kind}`;
  });
  return `${operation.slice(0, 1)}${letters.join('')} ${format}`;
}

const itemTypes: { readonly [letter: string]: TransferItem['type'] } = {
  i: 'integer',
  r: 'real',
  c: 'complex',
  l: 'logical',
  t: 'character',
};
const operations: { readonly [letter: string]: TransferPlan['operation'] } = { r: 'read', w: 'write', p: 'print' };

export function planIn(text: string): TransferPlan {
  const end = text.indexOf(' ');
  const items: TransferItem[] = [];
  for (let i = 1; i < end; i += 2) {
    const letter = text.slice(i, i + 1).toLowerCase();
    const many = letter !== text.slice(i, i + 1);
    items.push({ type: itemTypes[letter] ?? 'integer', kind: Number(text.slice(i + 1, i + 2)), many });
  }
  return { operation: operations[text.slice(0, 1)] ?? 'read', items, format: text.slice(end + 1) };
}
