/**
 * Calls of machine code without arguments through Node's own interface (node:ffi, Node 26), which V8 compiles into the code that calls: a tenth of what a call through koffi
 * takes. It calls symbols of libraries only, so that a library is made for it: functions that jump to addresses in a table beside them. What is called so must not call
 * JavaScript. Linux on x86-64; undefined elsewhere.
 */
import { closeSync, writeSync } from 'node:fs';
import type { Koffi } from './load-koffi.ts';

/** A function that calls an address; undefined where there are no more. */
export type DirectCalls = (address: number) => (() => number) | undefined;

const slots = 128;
const closeOnExec = 1;

/** What is used of node:ffi. */
type Library = {
  getSymbol(name: string): bigint;
  getFunction(name: string, form: { readonly return: 'i32'; readonly arguments: readonly [] }): () => number;
};

export function directCalls(koffi: Koffi): DirectCalls | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const library = opened(koffi);
  if (!library) return undefined;
  const table = new BigUint64Array(koffi.view(Number(library.getSymbol('table')), 8 * slots));
  let next = 0;
  return (address) => {
    if (next === slots) return undefined;
    table[next] = BigInt(address);
    return library.getFunction(slotName(next++), { return: 'i32', arguments: [] });
  };
}

/** In memory that has no name; undefined where this Node or this machine does not do that. */
function opened(koffi: Koffi): Library | undefined {
  try {
    const ffi = quietly(() => process.getBuiltinModule?.('node:ffi' as 'node:fs'));
    if (!isInterface(ffi)) return undefined;
    const create: (name: string, flags: number) => number = koffi
      .load(null)
      .func('memfd_create', 'int', ['str', 'uint']);
    const file = create('cufort-calls', closeOnExec);
    if (file < 0) return undefined;
    writeSync(file, jumpLibrary());
    const library = new ffi.DynamicLibrary(`/proc/self/fd/${file}`);
    closeSync(file);
    return library;
  } catch {
    return undefined;
  }
}

function isInterface(found: unknown): found is { DynamicLibrary: new (path: string) => Library } {
  return typeof found === 'object' && found !== null && 'DynamicLibrary' in found;
}

/** Users need not be told that Node calls its interface experimental: where it is missing or fails, koffi does the work. */
function quietly<T>(run: () => T): T {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return run();
  } finally {
    process.emitWarning = emitWarning;
  }
}

function slotName(slot: number): string {
  return `slot${slot}`;
}

const pageBytes = 4096;
const headerBytes = 64;
const segmentBytes = 56;
const symbolBytes = 24;
const codeBytes = 8;
const [read, write, execute] = [4, 2, 1];

/** An ELF library of the least form that loaders take: symbols `slot0` … and the table of their addresses. */
export function jumpLibrary(): Uint8Array {
  const names = [...Array.from({ length: slots }, (_, i) => slotName(i)), 'table'];
  const strings = `\0${names.join('\0')}\0`;
  const segments = 4;
  const hashAt = headerBytes + segments * segmentBytes;
  const symbolsAt = align(hashAt + 4 * (names.length + 4), 8);
  const stringsAt = symbolsAt + symbolBytes * (names.length + 1);
  const codeAt = align(stringsAt + strings.length, 16);
  const textEnd = codeAt + codeBytes * slots;
  const dynamicAt = align(textEnd, pageBytes);
  const dynamic = [
    [4, hashAt],
    [5, stringsAt],
    [6, symbolsAt],
    [10, strings.length],
    [11, symbolBytes],
    [0, 0],
  ] as const;
  const tableAt = dynamicAt + 16 * dynamic.length;
  const end = tableAt + 8 * slots;
  const image = new Uint8Array(end);
  const view = new DataView(image.buffer);
  const u32 = (at: number, ...values: number[]): void => {
    for (const [i, v] of values.entries()) view.setUint32(at + 4 * i, v, true);
  };
  const u64 = (at: number, ...values: number[]): void => {
    for (const [i, v] of values.entries()) view.setBigUint64(at + 8 * i, BigInt(v), true);
  };
  const text = (at: number, value: string) => image.set(new TextEncoder().encode(value), at);

  text(0, '\x7fELF\x02\x01\x01');
  u32(16, 3 | (62 << 16), 1);
  u64(24, 0, headerBytes, 0);
  u32(52, headerBytes | (segmentBytes << 16), segments, 0);
  const segment = (i: number, type: number, flags: number, from: number, to: number, alignment: number) => {
    u32(headerBytes + i * segmentBytes, type, flags);
    u64(headerBytes + i * segmentBytes + 8, from, from, from, to - from, to - from, alignment);
  };
  segment(0, 1, read | execute, 0, textEnd, pageBytes);
  segment(1, 1, read | write, dynamicAt, end, pageBytes);
  segment(2, 2, read | write, dynamicAt, tableAt, 8);
  segment(3, 0x6474e551, read | write, 0, 0, 16);
  // One chain of all symbols.
  u32(hashAt, 1, names.length + 1, 1, 0, ...names.map((_, i) => (i + 2) % (names.length + 1)));
  text(stringsAt, strings);
  let name = 1;
  for (const [i, n] of names.entries()) {
    const isCode = i < slots;
    const at = symbolsAt + symbolBytes * (i + 1);
    u32(at, name, (isCode ? 0x12 : 0x11) | (1 << 16));
    u64(at + 8, isCode ? codeAt + codeBytes * i : tableAt, isCode ? codeBytes : 8 * slots);
    name += n.length + 1;
  }
  for (let i = 0; i < slots; i++) {
    const at = codeAt + codeBytes * i;
    // jmp [rip + the way to the table]
    image.set([0xff, 0x25], at);
    u32(at + 2, tableAt + 8 * i - (at + 6));
  }
  dynamic.forEach(([tag, value], i) => {
    u64(dynamicAt + 16 * i, tag, value);
  });
  return image;
}

function align(at: number, to: number): number {
  return Math.ceil(at / to) * to;
}
