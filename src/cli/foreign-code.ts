/** Machine code of other compilers: the system's C compiler makes a shared library of it, which a program carries and koffi loads. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { children } from '../base/node-parts.ts';
import type { COptions, ForeignInputs, MachineLibrary } from '../driver/foreign/foreign.ts';
import { isOfSystem } from '../driver/static-libraries.ts';
import type { Foreign, ForeignFunction } from '../ir/foreign.ts';
import type { ValueType } from '../ir/types.ts';
import type { ForeignCall } from '../runtime/bind/foreign.ts';
import { pageBytes } from '../runtime/linear-memory.ts';
import { type Koffi, loadKoffi } from '../runtime/native/load-koffi.ts';
import { ProgramExit } from '../runtime/program-exit.ts';
import type { ProgramMemory } from '../runtime/program-memory.ts';
import { foundLibraries, linkInto, linkWords, pathFrom } from './shared-libraries.ts';

const compiler = 'cc';
type Made = MachineLibrary | { readonly reason: string };

/** A shared library of sources, objects, and what has these symbols in static libraries. Their own names mean their own data and functions; nothing may stay undefined. */
export function machineLibrary(parts: ForeignInputs, symbols: readonly string[]): Made {
  return inFolder((folder) => {
    const objects = parts.objects.map(({ path, bytes }, i) => {
      const file = join(folder, `${i}-${basename(path)}`);
      writeFileSync(file, bytes);
      return file;
    });
    const out = join(folder, 'foreign.so');
    const asked = parts.archives.length > 0 ? symbols.map((name) => `-Wl,-u,${name}`) : [];
    const words = ['-shared', '-Wl,-Bsymbolic', '-Wl,-z,defs', '-o', out, ...parts.sources, ...objects, ...asked];
    const libraries = [
      ...parts.archives.map((path) => resolve(path)),
      '-Wl,--no-as-needed',
      ...linkWords(parts.sharedLibraries),
      '-Wl,--as-needed',
      ...linkWords(parts.support),
      '-lm',
    ];
    const problem = linked([...compilation(parts), ...words, ...libraries]);
    if (problem !== undefined) return { reason: problem };
    const named = [...parts.sharedLibraries, ...parts.support.filter((path) => !isOfSystem(path))];
    const folderOfProgram = dirname(parts.output);
    return {
      bytes: new Uint8Array(readFileSync(out)),
      libraries: named.map((path) => pathFrom(folderOfProgram, path)),
    };
  });
}

/** What gfortran compiled needs its runtime: as its developers' package has it, or as programs do. */
function linked(words: readonly string[]): string | undefined {
  const problem = compiled(words);
  if (problem === undefined || !/_gfortran_/.test(problem)) return problem;
  const runtimes = ['-lgfortran', '-l:libgfortran.so.5'];
  return runtimes.some((runtime) => compiled([...words, runtime]) === undefined) ? undefined : problem;
}

/** As `cc -c` does; gives why it failed. */
export function compileC(source: string, object: string, parts: COptions): string | undefined {
  return compiled([...compilation(parts), '-c', source, '-o', object]);
}

function compilation({ includePaths, defines }: COptions): string[] {
  return ['-O2', '-fPIC', ...includePaths.map((p) => `-I${p}`), ...defines.map((d) => `-D${d}`)];
}

/** Undefined where it went well. */
function compiled(words: readonly string[]): string | undefined {
  const { status, error, stderr } = children().spawnSync(compiler, words, { encoding: 'utf8' });
  if (error) return `there is no C compiler here: \`${compiler}\` could not be started`;
  return status === 0 ? undefined : stderr;
}

function inFolder<T>(run: (folder: string) => T): T {
  let folder: string | undefined;
  try {
    folder = mkdtempSync(join(tmpdir(), 'cufort-'));
    return run(folder);
  } catch (problem) {
    if (!(problem instanceof Error && 'syscall' in problem)) throw problem;
    throw new ProgramExit(127, `machine code cannot be unpacked in \`${tmpdir()}\`: ${problem.message}`);
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  }
}

/** Where a program looks: files from which the package koffi may be found; folders with libraries, the executable's first. */
export type Surroundings = { readonly koffi: readonly string[]; readonly libraryFolders: readonly string[] };

/** Gives the functions by the names that the program calls. */
export function openForeign(
  { bytes, functions, libraries, runPaths }: Foreign,
  { koffi, libraryFolders }: Surroundings,
): (memory: ProgramMemory) => (name: string) => ForeignCall {
  const native = loadKoffi(koffi);
  if (!native)
    throw new ProgramExit(127, 'this program calls C, for which the package koffi is needed, and it is not there');
  const library = inFolder((folder) => {
    const file = join(folder, 'foreign.so');
    writeFileSync(file, bytes);
    const found = foundLibraries(libraries, runPaths, libraryFolders);
    linkInto(folder, found);
    return loaded(native, [...found, file]);
  });
  const byName = new Map(functions.map((f) => [f.name, f]));
  const strangers = new Strangers();
  return (memory) => {
    const base = BigInt(native.address(new Uint8Array(memory.memory.buffer)));
    return (name) => {
      const f = byName.get(name);
      if (!f) throw new ProgramExit(127, `the program has no function ${name} of C`);
      const order = nativeOrder(f);
      const result = f.results.length > 1 ? complexOf(native, f.results[0]) : nativeType(f.results[0]);
      const call = library.func(
        f.symbol,
        result,
        order.map((i) => nativeType(f.params[i])),
      );
      return translated(f, ordered(call, order), { base, strangers, memory });
    };
  };
}

/** Lengths of characters behind all other arguments, as other Fortran compilers pass them: which parameter comes at which place. */
function nativeOrder({ params, lengths }: ForeignFunction): readonly number[] {
  const all = params.map((_, i) => i);
  return [...all.filter((i) => !lengths.includes(i)), ...lengths.toSorted((a, b) => a - b)];
}

function ordered(call: NativeCall, order: readonly number[]): NativeCall {
  if (order.every((place, i) => place === i)) return call;
  return (...args) => call(...order.map((i) => args[i] ?? 0));
}

type NativeCall = (...args: (number | bigint)[]) => NativeValue | undefined;
type NativeValue = number | bigint | { readonly re: number; readonly im: number };

/** Structures of two reals come back in the same registers as complex numbers (System V ABI, AAPCS64). */
function complexOf(koffi: Koffi, part: ValueType | undefined): ReturnType<Koffi['struct']> {
  const type = nativeType(part);
  return koffi.struct({ re: type, im: type });
}

/** The last of them; those before it are there when it asks for them by name. */
function loaded(native: Koffi, files: readonly string[]): ReturnType<Koffi['load']> {
  try {
    const all = files.map((file) => native.load(file));
    return all[all.length - 1]!;
  } catch (problem) {
    const reason = problem instanceof Error ? problem.message : String(problem);
    throw new ProgramExit(127, `error[foreign-code]: a library of this program cannot be loaded: ${reason}`);
  }
}

const nativeTypes: Readonly<Partial<Record<ValueType, string>>> = {
  bool: 'int32_t',
  i32: 'int32_t',
  i64: 'int64_t',
  f32: 'float',
  f64: 'double',
};

function nativeType(type: ValueType | undefined): string {
  return type === undefined ? 'void' : (nativeTypes[type] ?? 'uint64_t');
}

/** Addresses near null, which nobody else uses, stand for memory that is not the program's: it may be passed back, but not read. */
class Strangers {
  readonly #numbers = new Map<bigint, number>();
  readonly #addresses: bigint[] = [];

  /** Undefined where there are too many. */
  numberOf(address: bigint): number | undefined {
    const known = this.#numbers.get(address);
    if (known !== undefined) return known;
    const number = this.#addresses.length + 1;
    if (number >= pageBytes) return undefined;
    this.#addresses.push(address);
    this.#numbers.set(address, number);
    return number;
  }

  addressOf(number: number): bigint | undefined {
    return this.#addresses[number - 1];
  }
}

type Places = { readonly base: bigint; readonly strangers: Strangers; readonly memory: ProgramMemory };

/** With addresses of the processor in place of the program's, and back; null stays null. */
function translated(f: ForeignFunction, call: NativeCall, places: Places): ForeignCall {
  const { memory } = places;
  const isAddress = f.params.map((type) => type === 'ptr.host');
  const result = f.results[0];
  const pointers = f.params.flatMap((type, at) =>
    type === 'ptr.global' || (type === 'i64' && f.pointers.includes(at)) ? [at] : [],
  );
  const givesPointer = f.pointers.includes(-1);
  return (...args) => {
    const own = args.map((value, i) => (isAddress[i] ? ownPlace(value ?? 0, memory) : 0));
    const exchanged = f.addresses.filter((at) => holdsOwn(own[at] ?? 0, memory));
    for (const at of exchanged) exchange(own[at] ?? 0, memory, (x) => nativeAddress(x, places));
    for (let i = 0; i < own.length; i++) if (own[i] !== 0) args[i] = nativeAddress(BigInt(own[i] ?? 0), places);
    for (const at of pointers) args[at] = pointerAddress(BigInt(args[at] ?? 0), places);

    const value = call(...args) ?? 0;
    for (const at of exchanged) exchange(own[at] ?? 0, memory, (x) => BigInt(ownAddress(f, x, places)));
    if (typeof value === 'object') return [value.re, value.im];
    if (result === 'i64') return givesPointer ? BigInt(ownAddress(f, BigInt(value), places)) : BigInt(value);
    if (result === 'ptr.global') return addressOnDevice(BigInt(value), places);
    if (result !== 'ptr.host') return value;
    const given = ownAddress(f, BigInt(value), places);
    return memory.address === 'i32' ? given : BigInt(given);
  };
}

function ownPlace(value: number | bigint, memory: ProgramMemory): number {
  return memory.address === 'i32' ? Number(value) >>> 0 : Number(value);
}

/** A pointer of C: one of a device is none of the program's memory. */
function pointerAddress(own: bigint, places: Places): bigint {
  return own < BigInt(places.memory.memory.buffer.byteLength) ? nativeAddress(own, places) : own;
}

/** The simulated device's memory is the program's; what lies elsewhere is a GPU's. */
function addressOnDevice(value: bigint, { base, memory }: Places): bigint {
  const own = value - base;
  return own >= 0n && own < BigInt(memory.memory.buffer.byteLength) ? own : value;
}

function nativeAddress(own: bigint, { base, strangers }: Places): bigint {
  return own === 0n ? 0n : (strangers.addressOf(Number(own)) ?? base + own);
}

/** Is it an address of the program's that lies there? Other calls of a function may pass integers that keep what machine code put there. */
function holdsOwn(at: number, { memory, view }: ProgramMemory): boolean {
  return at >= pageBytes && view.getBigUint64(at, true) < BigInt(memory.buffer.byteLength);
}

function exchange(at: number, { view }: ProgramMemory, change: (value: bigint) => bigint): void {
  view.setBigUint64(at, change(view.getBigUint64(at, true)), true);
}

function ownAddress(f: ForeignFunction, value: bigint, { base, strangers, memory }: Places): number {
  if (value === 0n) return 0;
  const own = value - base;
  if (own >= 0n && own < BigInt(memory.memory.buffer.byteLength)) return Number(own);
  const number = strangers.numberOf(value);
  if (number === undefined)
    throw new ProgramExit(127, `\`${f.symbol}\` gave too many addresses of memory that is not the program's`);
  return number;
}
