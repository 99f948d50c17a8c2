/** What the items of a data transfer statement go to or come from. */
import type { NumberModes } from './edit-real.ts';

/** Where formatted records go: an external unit or an internal file. */
export interface RecordSink {
  /** Characters per record; Infinity if there is no limit. */
  readonly recordLength: number;
  /** The first `count` of the bytes. Fixed records are padded with blanks by the sink. */
  write(record: Uint8Array, count: number): void;
}

export interface AdvanceSink extends RecordSink {
  /** The record so far, of a statement that does not advance; `behind` lies right of the position it left. */
  keep(record: Uint8Array, behind: Uint8Array): void;
}

/** Where formatted records come from. */
export interface RecordSource {
  /** The next record without its end; undefined at the end of the file. Valid until the next call. */
  next(): Uint8Array | undefined;
}

/** `iotype` and `v_list` of a procedure that transfers an item. */
export type DefinedStyle = { readonly type: string; readonly list: readonly number[] };

export interface OutputTransfer {
  putInteger(value: bigint | number, kind: number): void;
  putReal(value: number, kind: number): void;
  putComplex(re: number, im: number, kind: number): void;
  putLogical(value: boolean, kind: number): void;
  /** `characters`: how many they are, where that is not the number of bytes. */
  putText(bytes: Uint8Array, characters?: number): void;
  /** Unformatted items; `elementSize` is what byte swapping swaps. */
  putBytes(bytes: Uint8Array, elementSize: number): void;
  finish(): void;
  /** The next item is transferred by a procedure: what it is told. */
  defined?(): DefinedStyle;
}

export interface InputTransfer {
  getInteger(kind: number, current: bigint | number): bigint | number;
  getReal(kind: number, current: number): number;
  getComplex(kind: number, re: number, im: number): readonly [number, number];
  getLogical(kind: number, current: boolean): boolean;
  getText(target: Uint8Array): void;
  /** Characters of kind 4; `utf8`: the file holds them so. Unformatted input has no such item of its own. */
  getCodes?(target: Uint32Array, utf8: boolean): void;
  getBytes(target: Uint8Array, elementSize: number): void;
  finish(): void;
  /** Characters that a procedure's statement took from the record: they count for size=. */
  took?(characters: number): void;
  /** The next item is transferred by a procedure: what it is told. */
  defined?(): DefinedStyle;
}

export type EditModes = NumberModes & {
  /** Blanks inside numeric input are zeros. */
  blankZero: boolean;
  pad: boolean;
  delim: 'none' | 'apostrophe' | 'quote';
};
