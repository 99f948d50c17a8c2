/** An external unit: a connected file, its modes, and its records. */

import { ioFailure } from '../../library/io-errors.ts';
import type { RoundingMode } from './decimal.ts';
import { FileBuffer } from './file-buffer.ts';
import type { HostFile } from './host-files.ts';

export type Connection = {
  readonly unit: number;
  readonly path: string;
  /** Of the file, however it is named: HostFiles.identity. */
  readonly identity: string;
  readonly scratch: boolean;
  /** Of the three preconnected units: never closed, only flushed. */
  readonly standard: boolean;
  readonly access: 'sequential' | 'direct' | 'stream';
  readonly form: 'formatted' | 'unformatted';
  readonly action: 'read' | 'write' | 'readwrite';
  /** 0: not given. In bytes. */
  readonly recordLength: number;
  readonly bigEndian: boolean;
  readonly asynchronous: boolean;
  readonly position: 'asis' | 'rewind' | 'append';
  readonly encoding: 'default' | 'utf-8';
  /** Written out at once, as the error stream is. */
  readonly unbuffered: boolean;
};

/** What a later open of the same file, or the statement itself, may change. */
export type UnitModes = {
  blank: 'null' | 'zero';
  delim: 'none' | 'apostrophe' | 'quote';
  pad: boolean;
  decimal: 'point' | 'comma';
  sign: 'processor_defined' | 'plus' | 'suppress';
  round: RoundingMode | 'processor_defined';
};

const newline = 10;
/** A line of so many bytes is surely shorter than a window on the file. */
const shortLine = 4096;

export class Unit {
  connection: Connection;
  /** No transfer has said yet whether the records are formatted. */
  formIsOpen = false;
  readonly modes: UnitModes;
  readonly buffer: FileBuffer;
  /** Counts from 1; direct access: the record after the last one transferred. */
  nextRecord = 1;
  /** The endfile record was read or written. */
  afterEnd = false;
  /** Non-advancing output: the record has begun, and this lies right of the position. */
  #partialOutput: Uint8Array | undefined;
  /** Non-advancing input: the record, and the column reached. */
  partialInput: { readonly record: Uint8Array; readonly at: number } | undefined;
  /** A sequential write here makes its record the last one. */
  #mayTruncate: boolean;

  constructor(connection: Connection, modes: UnitModes, file: HostFile, beforeRead: () => void) {
    this.connection = connection;
    this.modes = modes;
    this.buffer = new FileBuffer(file, beforeRead);
    this.#mayTruncate = connection.access === 'sequential' && file.seekable;
    if (connection.position === 'append' && file.seekable) this.buffer.position = this.buffer.size();
  }

  get direct(): boolean {
    return this.connection.access === 'direct';
  }

  /** Before any data transfer: is it allowed, and where does it begin? */
  begin(writing: boolean, form: 'formatted' | 'unformatted', rec: number | undefined, pos: number | undefined): void {
    if (pos !== undefined) this.#seek(pos);
    if (writing && this.connection.action === 'read') throw ioFailure(204);
    if (!writing && this.connection.action === 'write') throw ioFailure(214);
    if (this.afterEnd && !writing) throw ioFailure(252);
    this.afterEnd = false;
    if (this.formIsOpen) this.connection = { ...this.connection, form };
    this.formIsOpen = false;
    if (form !== this.connection.form) throw ioFailure(215);
    if (this.direct) this.#beginDirect(writing, rec ?? this.nextRecord);
    else if (rec !== undefined) throw ioFailure(202);
    if (writing) this.beginWriting();
  }

  /** The next transfer begins at this byte. */
  place(position: number): void {
    this.#endPartial();
    this.buffer.position = position;
    this.afterEnd = false;
  }

  #seek(pos: number): void {
    if (this.connection.access !== 'stream') throw ioFailure(256);
    if (pos < 1) throw ioFailure(257);
    this.place(pos - 1);
  }

  #beginDirect(writing: boolean, rec: number): void {
    const length = this.connection.recordLength;
    if (rec < 1) throw ioFailure(242);
    this.nextRecord = rec + 1;
    const from = (rec - 1) * length;
    if (!writing && !this.buffer.reaches(from)) throw ioFailure(253);
    this.buffer.position = from;
  }

  /** What lies behind in a sequential file is no longer there. */
  beginWriting(): void {
    this.afterEnd = false;
    this.partialInput = undefined;
    if (!this.#mayTruncate) return;
    this.#mayTruncate = false;
    if (this.buffer.position < this.buffer.size()) this.buffer.truncate(this.buffer.position);
  }

  /** The next formatted record; undefined at the end of the file. Valid until the next call. */
  next(): Uint8Array | undefined {
    if (this.direct) return this.#directRecord();
    this.#mayTruncate = this.connection.access === 'sequential' && this.buffer.seekable;
    const line = this.buffer.readLine();
    this.nextRecord += 1;
    if (!line) return undefined;
    return line.length > 0 && line[line.length - 1] === 13 ? line.subarray(0, line.length - 1) : line;
  }

  #directRecord(): Uint8Array {
    const record = new Uint8Array(this.connection.recordLength);
    const count = this.buffer.read(record);
    if (count === 0) throw ioFailure(253);
    this.nextRecord = this.#recordHere();
    return record.subarray(0, count);
  }

  #recordHere(): number {
    return Math.ceil(this.buffer.position / this.connection.recordLength) + 1;
  }

  get recordLength(): number {
    return this.connection.recordLength || Number.POSITIVE_INFINITY;
  }

  write(record: Uint8Array, count: number): void {
    if (!this.direct && count <= shortLine) this.buffer.writeLine(record, 0, count);
    else {
      this.buffer.write(record, count);
      if (this.direct) this.buffer.fill(32, this.connection.recordLength - count);
      else this.buffer.writeByte(newline);
    }
    this.nextRecord = this.direct ? this.#recordHere() : this.nextRecord + 1;
    this.#partialOutput = undefined;
    if (this.connection.unbuffered || this.buffer.terminal) this.buffer.flush();
  }

  keep(record: Uint8Array, behind: Uint8Array): void {
    this.buffer.write(record);
    this.#partialOutput = behind;
    if (this.connection.unbuffered || this.buffer.terminal) this.buffer.flush();
  }

  get hasPartialOutput(): boolean {
    return this.#partialOutput !== undefined;
  }

  /** What lies right of the position in a record begun by non-advancing output; undefined if none is begun. */
  takePartialOutput(): Uint8Array | undefined {
    const partial = this.#partialOutput;
    this.#partialOutput = undefined;
    return partial;
  }

  #endPartial(): void {
    this.partialInput = undefined;
    const behind = this.takePartialOutput();
    if (!behind) return;
    this.buffer.write(behind);
    this.buffer.writeByte(newline);
  }

  rewind(): void {
    if (this.direct) throw ioFailure(242);
    this.#endPartial();
    this.buffer.flush();
    if (this.buffer.seekable) this.buffer.position = 0;
    this.nextRecord = 1;
    this.#reposition();
  }

  #reposition(): void {
    this.afterEnd = false;
    this.#mayTruncate = this.connection.access === 'sequential' && this.buffer.seekable;
  }

  backspace(): void {
    if (this.direct) throw ioFailure(242);
    const inside = this.partialInput !== undefined;
    this.#endPartial();
    const wasAfterEnd = this.afterEnd;
    this.#reposition();
    if (wasAfterEnd || !this.buffer.seekable) return;
    if (this.connection.form === 'formatted' || inside) {
      this.buffer.position = this.buffer.lineStartBefore(this.buffer.position);
    } else {
      this.#backspaceUnformatted();
    }
    this.nextRecord = Math.max(1, this.nextRecord - 1);
  }

  #backspaceUnformatted(): void {
    let more = true;
    while (more && this.buffer.position >= 4) {
      this.buffer.position -= 4;
      const length = this.readMarker() ?? 0;
      this.buffer.position -= 8 + Math.abs(length);
      more = length < 0;
    }
  }

  endfile(): void {
    if (this.direct) throw ioFailure(242);
    if (this.connection.action === 'read') throw ioFailure(204);
    this.#endPartial();
    if (this.buffer.seekable) this.buffer.truncate(this.buffer.position);
    this.afterEnd = true;
  }

  /** The length in front of or behind an unformatted record; negative: another part follows (or precedes). */
  readMarker(): number | undefined {
    return this.buffer.readWord(this.connection.bigEndian);
  }

  writeMarker(length: number): void {
    this.buffer.writeWord(length, this.connection.bigEndian);
  }

  /** A read has moved the position: a write here would cut off what follows. */
  markRead(): void {
    this.#mayTruncate = this.connection.access === 'sequential' && this.buffer.seekable;
  }

  flush(): void {
    this.buffer.flush();
  }

  close(): void {
    if (this.connection.standard) {
      this.buffer.flush();
      return;
    }
    try {
      this.#endPartial();
    } finally {
      this.buffer.close();
    }
  }
}
