/**
 * A host file with a position of its own and one window on its bytes. What is written stays in the window until it moves on; a window that is read begins at a
 * multiple of its size where the file has positions, so that records may be read in any order.
 */
import type { HostFile } from './host-files.ts';

const windowSize = 65536;
const newline = 10;
const carriageReturn = 13;
const blank = 32;
/** Bytes before a line's end that are looked at first for its start. */
const lineReach = 1024;
/** Copied one by one, which is quicker than a view on them. */
const fewBytes = 128;

export class FileBuffer {
  readonly #file: HostFile;
  readonly #beforeRead: () => void;
  /** Where the next byte is read or written. */
  position = 0;
  #window = new Uint8Array(0);
  /** The window holds the bytes of the file from #start to #end. */
  #start = 0;
  #end = 0;
  /** Of these, those from #dirtyStart to #dirtyEnd are to be written. */
  #dirtyStart = 0;
  #dirtyEnd = 0;
  /** The file is known to be so long at least. */
  #reach = 0;

  /** `beforeRead` runs before the host is asked for bytes of a terminal. */
  constructor(file: HostFile, beforeRead: () => void) {
    this.#file = file;
    this.#beforeRead = beforeRead;
  }

  get seekable(): boolean {
    return this.#file.seekable;
  }

  get terminal(): boolean {
    return this.#file.terminal;
  }

  size(): number {
    this.flush();
    this.#reach = this.#file.size();
    return this.#reach;
  }

  /** Whether there are bytes behind this position. */
  reaches(position: number): boolean {
    return position < this.#reach || position < this.#dirtyEnd || position < this.size();
  }

  /** The first `count` of the bytes. */
  write(bytes: Uint8Array, count = bytes.length): void {
    if (count > windowSize) {
      this.#forget();
      this.#file.write(bytes.subarray(0, count), this.position);
      this.position += count;
      return;
    }
    const at = this.#placeFor(count);
    copyInto(this.#window, at, bytes, 0, count);
  }

  /** bytes[from, from + count), less than a window, and a newline. */
  writeLine(bytes: Uint8Array, from: number, count: number): void {
    const at = this.#placeFor(count + 1);
    copyInto(this.#window, at, bytes, from, count);
    this.#window[at + count] = newline;
  }

  writeByte(byte: number): void {
    const at = this.#placeFor(1);
    this.#window[at] = byte;
  }

  /** Writes the same byte so many times. */
  fill(byte: number, count: number): void {
    for (let left = count; left > 0; left -= windowSize) {
      const part = Math.min(left, windowSize);
      const at = this.#placeFor(part);
      this.#window.fill(byte, at, at + part);
    }
  }

  /** A 4-byte number. */
  writeWord(word: number, bigEndian: boolean): void {
    const at = this.#placeFor(4);
    for (let i = 0; i < 4; i += 1) this.#window[at + i] = word >>> (8 * (bigEndian ? 3 - i : i));
  }

  /** The place in the window of `count` bytes (at most its size) to be written at the position, which moves behind them. */
  #placeFor(count: number): number {
    const from = this.position;
    const inside = from >= this.#start && from <= this.#end && from - this.#start + count <= this.#window.length;
    if (!inside || this.#end === this.#start) this.#beginAt(from);
    const to = from + count;
    const clean = this.#dirtyEnd === this.#dirtyStart;
    this.#dirtyStart = clean ? from : Math.min(this.#dirtyStart, from);
    this.#dirtyEnd = clean ? to : Math.max(this.#dirtyEnd, to);
    this.#end = Math.max(this.#end, to);
    this.position = to;
    return from - this.#start;
  }

  /** An empty window whose first byte is that of `position`. */
  #beginAt(position: number): void {
    this.#forget();
    if (this.#window.length === 0) this.#window = new Uint8Array(windowSize);
    this.#start = position;
    this.#end = position;
  }

  #forget(): void {
    this.flush();
    this.#end = this.#start;
  }

  /** Whether something is written that the host has not got. */
  get isDirty(): boolean {
    return this.#dirtyStart !== this.#dirtyEnd;
  }

  /** Whether so many bytes can be written at `position` before the host gets any, which may fail. */
  takes(count: number, position = this.position): boolean {
    if (!this.isDirty) return true;
    return position >= this.#start && position <= this.#end && position - this.#start + count <= this.#window.length;
  }

  flush(): void {
    const from = this.#dirtyStart;
    const to = this.#dirtyEnd;
    if (from === to) return;
    this.#dirtyEnd = from;
    // The standard streams are read and written by two files: what was written is not there to be read.
    if (!this.#file.seekable) this.#end = this.#start;
    this.#file.write(this.#window.subarray(from - this.#start, to - this.#start), from);
    this.#reach = Math.max(this.#reach, to);
  }

  /** Fills target[from, to): the bytes read, fewer than asked for only at the end of the file. */
  read(target: Uint8Array, from = 0, to = target.length): number {
    let at = from;
    while (at < to) {
      const rest = this.#rest();
      if (rest === 0) break;
      const inside = this.position - this.#start;
      const count = Math.min(rest, to - at);
      if (count > fewBytes) target.set(this.#window.subarray(inside, inside + count), at);
      else for (let i = 0; i < count; i += 1) target[at + i] = this.#window[inside + i]!;
      at += count;
      this.position += count;
    }
    return at - from;
  }

  /** The bytes, at most half a window, between two 4-byte numbers that say how many they are. */
  writeMarked(bytes: Uint8Array): void {
    const count = bytes.length;
    const at = this.#placeFor(count + 8);
    setWord(this.#window, at, count);
    copyInto(this.#window, at + 4, bytes, 0, count);
    setWord(this.#window, at + 4 + count, count);
  }

  /** Fills the target with the next such record, and passes it. False, and nothing done, where the window does not hold all of it, or it is no longer than that or in parts. */
  readMarked(target: Uint8Array): boolean {
    const at = this.position - this.#start;
    const end = this.#end - this.#start;
    const count = target.length;
    if (at < 0 || at + 4 > end) return false;
    const length = wordAt(this.#window, at);
    const behind = at + 4 + length;
    if (length < count || behind + 4 > end || wordAt(this.#window, behind) !== length) return false;
    copyInto(target, 0, this.#window, at + 4, count);
    this.position += length + 8;
    return true;
  }

  /** Fills the target with what lies at `position`, which moves behind it. False, and nothing done, where the window does not hold all of it. */
  readAt(position: number, target: Uint8Array): boolean {
    const count = target.length;
    if (position < this.#start || position + count > this.#end) return false;
    copyInto(target, 0, this.#window, position - this.#start, count);
    this.position = position + count;
    return true;
  }

  /** A 4-byte number; undefined where the file ends before it does. */
  readWord(bigEndian: boolean): number | undefined {
    let word = 0;
    for (let i = 0; i < 4; i += 1) {
      if (this.#rest() === 0) return undefined;
      const byte = this.#window[this.position - this.#start]!;
      word |= byte << (8 * (bigEndian ? 3 - i : i));
      this.position += 1;
    }
    return word;
  }

  /** The bytes up to the next newline, which is passed; undefined at the end of the file. Valid until the next call. */
  readLine(): Uint8Array | undefined {
    if (this.#rest() === 0) return undefined;
    let parts: Uint8Array[] | undefined;
    for (;;) {
      const from = this.position - this.#start;
      const end = this.#end - this.#start;
      const at = this.#newlineFrom(from, end);
      if (at >= 0) {
        this.position = this.#start + at + 1;
        const last = this.#window.subarray(from, at);
        return parts ? join([...parts, last]) : last;
      }
      parts ??= [];
      parts.push(this.#window.slice(from, end));
      this.position = this.#end;
      if (this.#rest() === 0) return join(parts);
    }
  }

  /** Bytes behind the window's end are of another time. */
  #newlineFrom(from: number, end: number): number {
    const at = this.#window.indexOf(newline, from);
    return at < end ? at : -1;
  }

  /** Fills target[at, at + count) with the next line, cut or with blanks behind it, and passes it. False where the window does not hold all of it: then only the target is another. */
  readLineInto(target: Uint8Array, at: number, count: number): boolean {
    const window = this.#window;
    const from = this.position - this.#start;
    const end = this.#end - this.#start;
    if (from < 0 || from >= end) return false;
    const stop = Math.min(end, from + count);
    let i = from;
    for (let to = at; i < stop; i += 1, to += 1) {
      const byte = window[i]!;
      if (byte === newline) break;
      target[to] = byte;
    }
    if (i === stop) i = i < end ? this.#newlineFrom(i, end) : -1;
    if (i < 0) return false;
    const length = i > from && window[i - 1] === carriageReturn ? i - 1 - from : i - from;
    if (count - length > fewBytes) target.fill(blank, at + length, at + count);
    else for (let to = at + length; to < at + count; to += 1) target[to] = blank;
    this.position += i - from + 1;
    return true;
  }

  atEnd(): boolean {
    return this.#rest() === 0;
  }

  /** How many bytes of the window lie ahead; moves the window if none do. */
  #rest(): number {
    const { position } = this;
    if (position >= this.#start && position < this.#end) return this.#end - position;
    this.#forget();
    if (this.#file.terminal) this.#beforeRead();
    if (this.#window.length === 0) this.#window = new Uint8Array(windowSize);
    this.#start = this.#file.seekable ? position - (position % windowSize) : position;
    this.#end = this.#start;
    this.#fillFrom(position);
    return this.#end - position;
  }

  /** Reads until the byte at `position` is there, or the file ends. */
  #fillFrom(position: number): void {
    while (this.#end <= position) {
      const count = this.#file.read(this.#window.subarray(this.#end - this.#start), this.#end);
      if (count === 0) break;
      this.#end += count;
    }
    this.#reach = Math.max(this.#reach, this.#end);
    if (this.#end > position) return;
    this.#start = position;
    this.#end = position;
  }

  /** Where the line starts that ends just before `position`. */
  lineStartBefore(position: number): number {
    let end = Math.max(position - 1, 0);
    const inWindow = this.#lineStartInWindow(end);
    if (inWindow !== undefined) return inWindow;
    this.flush();
    for (let size = lineReach; end > 0; size = windowSize) {
      const start = Math.max(0, end - size);
      const part = new Uint8Array(end - start);
      this.#file.read(part, start);
      const at = part.lastIndexOf(newline);
      if (at >= 0) return start + at + 1;
      end = start;
    }
    return 0;
  }

  /** Behind the last newline before `end`; undefined where the window does not show it. */
  #lineStartInWindow(end: number): number | undefined {
    if (end < this.#start || end > this.#end) return undefined;
    let at = end - this.#start - 1;
    while (at >= 0 && this.#window[at] !== newline) at -= 1;
    return at >= 0 || this.#start === 0 ? this.#start + at + 1 : undefined;
  }

  truncate(size: number): void {
    this.#forget();
    this.#file.truncate(size);
    this.#reach = 0;
  }

  close(): void {
    try {
      this.flush();
    } finally {
      this.#file.close();
    }
  }
}

function copyInto(target: Uint8Array, to: number, from: Uint8Array, at: number, count: number): void {
  if (count > fewBytes) target.set(from.subarray(at, at + count), to);
  else for (let i = 0; i < count; i += 1) target[to + i] = from[at + i]!;
}

function setWord(bytes: Uint8Array, at: number, word: number): void {
  bytes[at] = word;
  bytes[at + 1] = word >> 8;
  bytes[at + 2] = word >> 16;
  bytes[at + 3] = word >> 24;
}

function wordAt(bytes: Uint8Array, at: number): number {
  return bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
