/** A host whose files are in memory, for tests of the Fortran I/O runtime. */

import type { IoKey, IoOperation } from '../../src/library/io-keys.ts';
import { type HostFile, HostFileError, type HostFiles, type OpenHow } from '../../src/runtime/fortran-io/host-files.ts';
import { IoRuntime } from '../../src/runtime/fortran-io/io-runtime.ts';

class MemoryFile implements HostFile {
  readonly seekable: boolean;
  readonly terminal = false;
  bytes: Uint8Array;
  #streamAt = 0;

  constructor(text: string, seekable: boolean) {
    this.bytes = new TextEncoder().encode(text);
    this.seekable = seekable;
  }

  read(target: Uint8Array, position: number): number {
    const from = this.seekable ? position : this.#streamAt;
    const part = this.bytes.subarray(from, from + target.length);
    target.set(part);
    this.#streamAt += part.length;
    return part.length;
  }

  write(bytes: Uint8Array, position: number): void {
    const from = this.seekable ? position : this.bytes.length;
    const grown = new Uint8Array(Math.max(this.bytes.length, from + bytes.length));
    grown.set(this.bytes);
    grown.set(bytes, from);
    this.bytes = grown;
  }

  size(): number {
    return this.bytes.length;
  }

  truncate(size: number): void {
    this.bytes = this.bytes.slice(0, size);
  }

  close(): void {}

  get text(): string {
    return new TextDecoder('latin1').decode(this.bytes);
  }
}

export class MemoryHost implements HostFiles {
  readonly files = new Map<string, MemoryFile>();
  readonly standardInput: MemoryFile;
  readonly standardOutput = new MemoryFile('', false);
  readonly standardError = new MemoryFile('', false);

  constructor(input = '') {
    this.standardInput = new MemoryFile(input, false);
  }

  open(path: string, how: OpenHow): HostFile {
    const known = this.files.get(path);
    if (!known && how.existing === 'must-exist') throw new HostFileError(2, 'No such file or directory');
    if (known && how.existing !== 'replace') return known;
    const file = new MemoryFile('', true);
    this.files.set(path, file);
    return file;
  }

  openScratch(): { path: string; file: HostFile } {
    return { path: 'scratch', file: new MemoryFile('', true) };
  }

  exists(path: string): boolean {
    return this.files.has(path);
  }

  identity(path: string): string {
    return path;
  }

  size(path: string): number | undefined {
    return this.files.get(path)?.size();
  }

  unlink(path: string): void {
    this.files.delete(path);
  }

  text(path: string): string | undefined {
    return this.files.get(path)?.text;
  }
}

export type Setting = number | string;

/** Short spellings of statements, as tests write them. */
export class Program {
  readonly host: MemoryHost;
  readonly io: IoRuntime;

  constructor(input = '') {
    this.host = new MemoryHost(input);
    this.io = new IoRuntime(this.host);
  }

  begin(operation: IoOperation, settings: Partial<Record<IoKey, Setting>> = {}): IoRuntime {
    this.io.start(operation);
    for (const [key, value] of entries(settings)) {
      if (typeof value === 'number') this.io.setInteger(key, value);
      else this.io.setText(key, bytesOf(value));
    }
    return this.io;
  }

  /** A whole statement without items. */
  do(operation: IoOperation, settings: Partial<Record<IoKey, Setting>> = {}): number {
    this.begin(operation, settings).go();
    return this.io.end();
  }

  write(settings: Partial<Record<IoKey, Setting>>, ...items: readonly Item[]): number {
    const io = this.begin('write', settings);
    io.go();
    for (const item of items) item(io);
    return io.end();
  }

  read(settings: Partial<Record<IoKey, Setting>>, items: (io: IoRuntime) => void = () => {}): number {
    const io = this.begin('read', settings);
    io.go();
    items(io);
    return io.end();
  }

  /** What a format makes of the items. */
  format(format: string, ...items: readonly Item[]): string {
    const memory = new Uint8Array(2000).fill(35);
    this.io.start('write');
    this.io.setInternal(memory, 200, 10);
    this.io.setText('fmt', bytesOf(format));
    this.io.go();
    for (const item of items) item(this.io);
    this.io.end();
    const text = textOf(memory);
    return text.slice(0, text.indexOf('#') < 0 ? 2000 : text.indexOf('#')).replace(/ +$/, '');
  }

  get output(): string {
    this.io.flushAll();
    return this.host.standardOutput.text;
  }

  result(key: IoKey): number {
    return Number(this.io.resultInteger(key));
  }

  resultText(key: IoKey): string {
    const target = new Uint8Array(80);
    this.io.resultText(key, target);
    return textOf(target).trimEnd();
  }
}

function entries(settings: Partial<Record<IoKey, Setting>>): [IoKey, Setting][] {
  return Object.entries(settings).filter((entry): entry is [IoKey, Setting] => entry[1] !== undefined);
}

export function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (c) => c.charCodeAt(0));
}

export function textOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
}

export type Item = (io: IoRuntime) => void;
export const i4 =
  (value: number): Item =>
  (io) =>
    io.putInteger(BigInt(value), 4);
export const i8 =
  (value: bigint): Item =>
  (io) =>
    io.putInteger(value, 8);
export const r4 =
  (value: number): Item =>
  (io) =>
    io.putReal(Math.fround(value), 4);
export const r8 =
  (value: number): Item =>
  (io) =>
    io.putReal(value, 8);
export const c4 =
  (re: number, im: number): Item =>
  (io) =>
    io.putComplex(Math.fround(re), Math.fround(im), 4);
export const l4 =
  (value: boolean): Item =>
  (io) =>
    io.putLogical(value, 4);
export const text =
  (value: string): Item =>
  (io) =>
    io.putText(bytesOf(value));
