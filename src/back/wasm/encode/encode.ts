/** The binary format of WebAssembly modules: bytes, sections and symbols. Knows nothing of the IR. */
import { InternalError } from '../../../base/impossible.ts';
import { type LineTable, lineTable, type Mark } from '../../../base/line-table.ts';
import { nowhere, type Span } from '../../../base/source.ts';
import type { AddressType, Import, WasmType } from './artifact.ts';

const typeBytes: Readonly<Record<WasmType, number>> = { i32: 0x7f, i64: 0x7e, f32: 0x7d, f64: 0x7c, v128: 0x7b };

/** A growing stretch of bytes. */
export class Bytes {
  data: Uint8Array<ArrayBuffer>;
  length = 0;

  constructor(capacity = 64) {
    this.data = new Uint8Array(capacity);
  }

  private room(n: number): void {
    if (this.length + n <= this.data.length) return;
    const bigger = new Uint8Array(Math.max(this.data.length * 2, this.length + n));
    bigger.set(this.data.subarray(0, this.length));
    this.data = bigger;
  }

  byte(b: number): void {
    if (this.length === this.data.length) this.room(1);
    this.data[this.length++] = b;
  }

  all(bytes: readonly number[] | Uint8Array): void {
    this.room(bytes.length);
    // For a few bytes a loop is faster than `set`.
    if (bytes.length <= 16) for (let i = 0; i < bytes.length; i++) this.data[this.length + i] = bytes[i]!;
    else this.data.set(bytes, this.length);
    this.length += bytes.length;
  }

  append(other: Bytes): void {
    this.all(other.data.subarray(0, other.length));
  }

  u32(n: number): void {
    let rest = n >>> 0;
    while (rest >= 0x80) {
      this.byte((rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    this.byte(rest);
  }

  s32(n: number): void {
    let rest = n | 0;
    for (;;) {
      const low = rest & 0x7f;
      rest >>= 7;
      if ((rest === 0 && (low & 0x40) === 0) || (rest === -1 && (low & 0x40) !== 0)) {
        this.byte(low);
        return;
      }
      this.byte(low | 0x80);
    }
  }

  s64(n: bigint): void {
    if (n >= -0x40000000n && n < 0x40000000n) {
      this.s32(Number(n));
      return;
    }
    let rest = n;
    for (;;) {
      const low = Number(rest & 0x7fn);
      rest >>= 7n;
      if ((rest === 0n && (low & 0x40) === 0) || (rest === -1n && (low & 0x40) !== 0)) {
        this.byte(low);
        return;
      }
      this.byte(low | 0x80);
    }
  }

  f32(x: number): void {
    cell.setFloat32(0, x, true);
    this.all(cellBytes.subarray(0, 4));
  }

  f64(x: number): void {
    cell.setFloat64(0, x, true);
    this.all(cellBytes);
  }

  /** A place of five bytes that `patch` fills later. */
  hole(): number {
    const at = this.length;
    this.all([0x80, 0x80, 0x80, 0x80, 0x00]);
    return at;
  }

  patch(at: number, n: number): void {
    for (let i = 0; i < 4; i++) this.data[at + i] = ((n >>> (7 * i)) & 0x7f) | 0x80;
    this.data[at + 4] = (n >>> 28) & 0x0f;
  }

  name(text: string): void {
    const bytes = utf8.encode(text);
    this.u32(bytes.length);
    this.all(bytes);
  }

  done(): Uint8Array<ArrayBuffer> {
    return this.data.slice(0, this.length);
  }
}

const cellBytes = new Uint8Array(8);
const cell = new DataView(cellBytes.buffer);
const utf8 = new TextEncoder();

/** Code of one function: locals, instructions, and calls whose targets are not numbered yet. */
export class Code {
  readonly name: string;
  readonly address: AddressType;
  readonly params: readonly WasmType[];
  readonly results: readonly WasmType[];
  readonly out = new Bytes(2048);
  readonly locals: WasmType[] = [];
  readonly calls: { at: number; readonly symbol: string }[] = [];
  /** Where branches stand of which one knows how they go. */
  readonly hints: { at: number; readonly likely: boolean }[] = [];
  /** What comes from which place of a source, in the order of the code. */
  readonly marks: { at: number; readonly span: Span }[] = [];
  /** Where the instructions begin among the bytes of all functions; known once the module is written. */
  start = 0;
  /** Where the list of locals begins before them: what a call says that finds no stack. */
  entry = 0;

  constructor(name: string, address: AddressType, params: readonly WasmType[], results: readonly WasmType[]) {
    this.name = name;
    this.address = address;
    this.params = params;
    this.results = results;
  }

  local(type: WasmType): number {
    this.locals.push(type);
    return this.params.length + this.locals.length - 1;
  }

  /** Puts code before what was written from `at` on. */
  insert(at: number, code: Bytes): void {
    if (code.length === 0) return;
    const tail = this.out.data.slice(at, this.out.length);
    this.out.length = at;
    this.out.append(code);
    this.out.all(tail);
    for (const c of this.calls) if (c.at >= at) c.at += code.length;
    for (const h of this.hints) if (h.at >= at) h.at += code.length;
    for (let i = this.marks.length; i-- > 0 && this.marks[i]!.at >= at; ) this.marks[i]!.at += code.length;
  }

  /** What is written from here on comes from that place. */
  mark(span: Span | undefined): void {
    const last = this.marks.at(-1);
    if (span === undefined || last?.span === span) return;
    if (last?.at === this.out.length) this.marks.pop();
    this.marks.push({ at: this.out.length, span });
  }

  /** Of the branch that is written next. */
  hint(likely: boolean): void {
    this.hints.push({ at: this.out.length, likely });
  }

  call(symbol: string): void {
    this.out.byte(0x10);
    this.calls.push({ at: this.out.hole(), symbol });
  }
}

type ModuleGlobal = { readonly name: string; readonly type: AddressType; readonly initial: number };

/** A module under construction. Functions and imports are known by symbol; numbers are given at the end. */
export class ModuleWriter {
  readonly address: AddressType;
  private readonly types = new Map<string, number>();
  private readonly typeList: (readonly [readonly WasmType[], readonly WasmType[]])[] = [];
  private readonly imported = new Map<string, Import>();
  private readonly functions: Code[] = [];
  private readonly defined = new Set<string>();
  private readonly exports: { readonly symbol: string; readonly name: string }[] = [];
  private readonly globals: ModuleGlobal[] = [];
  private table: readonly string[] = [];
  private pieces: readonly { readonly address: number; readonly bytes: Uint8Array }[] = [];
  /** Whether a function writes the data, not each instance when it is made. */
  private later = false;
  /** Where the code section's content begins in the written module. */
  private codeStart = 0;

  constructor(address: AddressType) {
    this.address = address;
  }

  /** Code of a function, to be given to `add`. */
  code(name: string, params: readonly WasmType[], results: readonly WasmType[]): Code {
    return new Code(name, this.address, params, results);
  }

  typeIndex(params: readonly WasmType[], results: readonly WasmType[]): number {
    const key = `${params.join()}>${results.join()}`;
    let index = this.types.get(key);
    if (index === undefined) {
      index = this.typeList.length;
      this.types.set(key, index);
      this.typeList.push([params, results]);
    }
    return index;
  }

  /** The symbol of an imported function. */
  import(module: string, name: string, params: readonly WasmType[], results: readonly WasmType[]): string {
    const symbol = `${module}.${name}`;
    if (!this.imported.has(symbol)) this.imported.set(symbol, { module, name, params, results });
    return symbol;
  }

  has(symbol: string): boolean {
    return this.defined.has(symbol);
  }

  add(code: Code): void {
    this.defined.add(code.name);
    this.functions.push(code);
  }

  export(symbol: string, name = symbol): void {
    this.exports.push({ symbol, name });
  }

  /** A mutable number, exported by its name; gives its number. */
  global(name: string, type: AddressType, initial: number): number {
    this.globals.push({ name, type, initial });
    return this.globals.length - 1;
  }

  /** Symbols in table places 1, 2, …; the table is exported as `table`. */
  elements(symbols: readonly string[]): void {
    this.table = symbols;
  }

  data(pieces: readonly { readonly address: number; readonly bytes: Uint8Array }[]): void {
    this.pieces = pieces;
  }

  /** The data is written by a function, for modules that are instantiated several times on one memory. */
  dataBy(name: string, pieces: readonly { readonly address: number; readonly bytes: Uint8Array }[]): void {
    this.data(pieces);
    this.later = true;
    const code = this.code(name, [], []);
    pieces.forEach((piece, i) => {
      writeConstant(code.out, this.address, piece.address);
      for (const n of [0, piece.bytes.length]) writeConstant(code.out, 'i32', n);
      code.out.all([0xfc, 8]);
      code.out.u32(i);
      code.out.byte(0);
    });
    this.add(code);
    this.export(name);
  }

  imports(): readonly Import[] {
    return [...this.imported.values()];
  }

  /** `pages`: the shared memory's maximum, which an import must state. */
  write(pages: number): Uint8Array<ArrayBuffer> {
    const numbers = new Map<string, number>();
    for (const symbol of this.imported.keys()) numbers.set(symbol, numbers.size);
    for (const f of this.functions) numbers.set(f.name, numbers.size);
    const number = (symbol: string): number => {
      const n = numbers.get(symbol);
      if (n === undefined) throw new InternalError(`no function ${symbol} in the module`);
      return n;
    };
    const signatures = this.functions.map((f) => this.typeIndex(f.params, f.results));
    const importTypes = [...this.imported.values()].map((i) => this.typeIndex(i.params, i.results));

    const out = new Bytes(1 << 16);
    out.all([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
    section(out, 1, (b) => this.writeTypes(b));
    section(out, 2, (b) => this.writeImports(b, importTypes, pages));
    section(out, 3, (b) => {
      b.u32(signatures.length);
      for (const s of signatures) b.u32(s);
    });
    section(out, 4, (b) => {
      b.all([1, 0x70, 0]);
      b.u32(this.table.length + 1);
    });
    if (this.globals.length > 0) section(out, 6, (b) => this.writeGlobals(b));
    section(out, 7, (b) => this.writeExports(b, number));
    if (this.table.length > 0)
      section(out, 9, (b) => {
        b.all([1, 0, 0x41, 1, 0x0b]);
        b.u32(this.table.length);
        for (const s of this.table) b.u32(number(s));
      });
    if (this.pieces.length > 0) {
      section(out, 12, (b) => b.u32(this.pieces.length));
    }
    if (this.functions.some((f) => f.hints.length > 0)) section(out, 0, (b) => writeHints(b, this.functions, number));
    this.codeStart = section(out, 10, (b) => {
      b.u32(this.functions.length);
      for (const f of this.functions) writeFunction(b, f, number);
    });
    if (this.pieces.length > 0) section(out, 11, (b) => this.writeData(b));
    section(out, 0, (b) => this.writeNames(b));
    return out.done();
  }

  /** Lines by bytes of the module, which has been written. */
  lines(): LineTable {
    const marks = this.functions.flatMap((f): Mark[] => [
      { at: this.codeStart + f.entry, span: nowhere },
      ...f.marks.map(({ at, span }) => ({ at: this.codeStart + f.start + at, span })),
    ]);
    return lineTable(marks);
  }

  private writeTypes(b: Bytes): void {
    b.u32(this.typeList.length);
    for (const [params, results] of this.typeList) {
      b.byte(0x60);
      for (const list of [params, results]) {
        b.u32(list.length);
        for (const t of list) b.byte(typeBytes[t]);
      }
    }
  }

  private writeImports(b: Bytes, types: readonly number[], pages: number): void {
    b.u32(this.imported.size + 1);
    let i = 0;
    for (const f of this.imported.values()) {
      b.name(f.module);
      b.name(f.name);
      b.byte(0);
      b.u32(types[i++]!);
    }
    b.name('env');
    b.name('memory');
    // Shared, with a maximum; 4: addresses are i64. No page is promised: V8 takes the guarded first one for sure memory where an address is a constant.
    b.all([2, this.address === 'i64' ? 7 : 3, 0]);
    b.u32(pages);
  }

  private writeGlobals(b: Bytes): void {
    b.u32(this.globals.length);
    for (const g of this.globals) {
      b.all([typeBytes[g.type], 1]);
      writeConstant(b, g.type, g.initial);
      b.byte(0x0b);
    }
  }

  private writeExports(b: Bytes, number: (symbol: string) => number): void {
    b.u32(this.exports.length + this.globals.length + 1);
    b.name('table');
    b.all([1, 0]);
    this.globals.forEach((g, i) => {
      b.name(g.name);
      b.byte(3);
      b.u32(i);
    });
    for (const e of this.exports) {
      b.name(e.name);
      b.byte(0);
      b.u32(number(e.symbol));
    }
  }

  private writeData(b: Bytes): void {
    b.u32(this.pieces.length);
    for (const p of this.pieces) {
      b.byte(this.later ? 1 : 0);
      if (!this.later) {
        writeConstant(b, this.address, p.address);
        b.byte(0x0b);
      }
      b.u32(p.bytes.length);
      b.all(p.bytes);
    }
  }

  private writeNames(b: Bytes): void {
    b.name('name');
    const names = new Bytes(4096);
    names.u32(this.imported.size + this.functions.length);
    let i = 0;
    for (const symbol of [...this.imported.keys(), ...this.functions.map((f) => f.name)]) {
      names.u32(i++);
      names.name(symbol);
    }
    b.byte(1);
    b.u32(names.length);
    b.append(names);
  }
}

function writeConstant(b: Bytes, type: AddressType, n: number): void {
  if (type === 'i64') {
    b.byte(0x42);
    b.s64(BigInt(n));
  } else {
    b.byte(0x41);
    b.s32(n);
  }
}

/** Gives where its content begins. */
function section(out: Bytes, id: number, write: (b: Bytes) => void): number {
  const body = new Bytes(1024);
  write(body);
  out.byte(id);
  out.u32(body.length);
  out.append(body);
  return out.length - body.length;
}

/** For V8 the code behind an unlikely branch is the place for what would slow down the rest: values go to memory there. */
function writeHints(b: Bytes, functions: readonly Code[], number: (symbol: string) => number): void {
  const hinted = functions.filter((f) => f.hints.length > 0);
  b.name('metadata.code.branch_hint');
  b.u32(hinted.length);
  for (const f of hinted) {
    const start = headOf(f).length;
    b.u32(number(f.name));
    b.u32(f.hints.length);
    for (const h of [...f.hints].sort((x, y) => x.at - y.at)) {
      b.u32(start + h.at);
      b.all([1, h.likely ? 1 : 0]);
    }
  }
}

/** The declarations of a function's locals. */
function headOf(f: Code): Bytes {
  const runs: [WasmType, number][] = [];
  for (const t of f.locals) {
    const last = runs.at(-1);
    if (last && last[0] === t) last[1]++;
    else runs.push([t, 1]);
  }
  const head = new Bytes();
  head.u32(runs.length);
  for (const [t, n] of runs) {
    head.u32(n);
    head.byte(typeBytes[t]);
  }
  return head;
}

function writeFunction(b: Bytes, f: Code, number: (symbol: string) => number): void {
  for (const c of f.calls) f.out.patch(c.at, number(c.symbol));
  const head = headOf(f);
  b.u32(head.length + f.out.length + 1);
  f.entry = b.length;
  b.append(head);
  f.start = b.length;
  b.append(f.out);
  b.byte(0x0b);
}
