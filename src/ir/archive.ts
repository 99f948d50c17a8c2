/**
 * Many modules in one byte string, from which a program takes single functions and data: a head that says where each piece lies, then the pieces, each compressed
 * by itself. Texts that are no IR (what `use` needs to know) lie in it by name, too.
 */

import { InternalError } from '../base/impossible.ts';
import { zlib } from '../base/node-parts.ts';
import type { Source } from '../base/source.ts';
import { type Place, packDirectory, searchDirectory } from './directory.ts';
import type { Extern, Fn, Global, Module } from './module.ts';
import { readValue, sourceTable, writeValue } from './serialise.ts';
import type { ValueType } from './types.ts';

/** Where a linker looks for names that no module defines. */
export type Archive = {
  function(name: string): Fn | undefined;
  global(name: string): Global | undefined;
  extern(name: string): Extern | undefined;
  /** What a call with these arguments and results means by the name, if not the function of this name; `absent`: how many arguments more it takes, null addresses. */
  readonly overload?: (
    name: string,
    args: readonly ValueType[],
    results: readonly ValueType[],
  ) => { readonly name: string; readonly absent: number } | undefined;
  /** The name under which a program may define a routine of the library itself. */
  readonly standsFor?: (name: string) => string | undefined;
  /** What to do about a name that is found nowhere, where more is known than its absence. */
  readonly helpFor?: (name: string) => string | undefined;
};

/** Modules as an archive: of several definitions of one name the first is taken. */
export class ModuleArchive implements Archive {
  private readonly functions = new Map<string, Fn>();
  private readonly globals = new Map<string, Global>();
  private readonly externs = new Map<string, Extern>();

  add(module: Module): void {
    for (const f of module.functions) addFirst(this.functions, f);
    for (const g of module.globals) if (g.linkage !== 'extern') addFirst(this.globals, g);
    for (const e of module.externs) if (e.from === 'runtime') addFirst(this.externs, e);
  }

  function(name: string): Fn | undefined {
    return this.functions.get(name);
  }

  global(name: string): Global | undefined {
    return this.globals.get(name);
  }

  extern(name: string): Extern | undefined {
    return this.externs.get(name);
  }
}

function addFirst<T extends { readonly name: string }>(byName: Map<string, T>, one: T): void {
  if (!byName.has(one.name)) byName.set(one.name, one);
}

/** What lies in it by names: a directory for each behind the head, whose places are bytes after all of them. */
const kinds = ['functions', 'globals', 'externs', 'texts'] as const;
type Kind = (typeof kinds)[number];
type Head = {
  readonly key: string;
  readonly sources: readonly string[];
  /** The sizes of the directories. */
  readonly sizes: readonly number[];
};

const magic = 'cufort archive 2\n';
const start = magic.length + 4;

/** `key` says for which compiler it is made. Of several definitions of one name (shareable functions, common data) the first is taken. */
export function packArchive(key: string, modules: readonly Module[], texts: ReadonlyMap<string, string>): Uint8Array {
  const table = sourceTable();
  const pieces: Uint8Array[] = [];
  let end = 0;
  const add = (text: string): Place => {
    const piece = zlib().deflateRawSync(text);
    pieces.push(piece);
    end += piece.length;
    return [end - piece.length, end];
  };
  const all = <T extends { readonly name: string }>(list: readonly T[]): Map<string, Place> => {
    const places = new Map<string, Place>();
    for (const one of list) if (!places.has(one.name)) places.set(one.name, add(writeValue(one, table)));
    return places;
  };
  const places: Readonly<Record<Kind, ReadonlyMap<string, Place>>> = {
    functions: all(modules.flatMap((m) => m.functions)),
    globals: all(modules.flatMap((m) => m.globals.filter((g) => g.linkage !== 'extern'))),
    externs: all(modules.flatMap((m) => m.externs.filter((e) => e.from === 'runtime'))),
    texts: new Map([...texts].map(([name, text]) => [name, add(text)])),
  };
  const directories = kinds.map((kind) => packDirectory(places[kind]));
  const head: Head = { key, sources: table.sources.map((s) => s.path), sizes: directories.map((d) => d.length) };
  const headBytes = Buffer.from(JSON.stringify(head));
  const size = Buffer.alloc(4);
  size.writeUInt32LE(headBytes.length);
  return Buffer.concat([Buffer.from(magic), size, headBytes, ...directories, ...pieces]);
}

export type OpenArchive = Archive & { text(name: string): string | undefined };

/** The bytes of an archive from one place to another: most programs need few. */
export type ArchiveBytes = (from: number, to: number) => Buffer;

/** Undefined where it was made for another compiler. `sourceAt` gives the source of a path that was written down. */
export function openArchive(
  bytes: ArchiveBytes,
  key: string,
  sourceAt: (path: string) => Source,
): OpenArchive | undefined {
  const first = bytes(0, start);
  if (first.toString('latin1', 0, magic.length) !== magic) return undefined;
  let at = start + first.readUInt32LE(magic.length);
  const head: unknown = JSON.parse(bytes(start, at).toString('utf8'));
  if (!isHead(head) || head.key !== key) return undefined;
  const sources = head.sources.map(sourceAt);
  const [functions, globals, externs, texts] = head.sizes.map((size) => {
    at += size;
    return searchDirectory(bytes(at - size, at));
  });
  const text = (place: Place | undefined): string | undefined =>
    place &&
    zlib()
      .inflateRawSync(bytes(at + place[0], at + place[1]))
      .toString('utf8');
  const piece = (found: string | undefined): unknown => (found === undefined ? undefined : readValue(found, sources));
  return {
    function: (name) => checked(piece(text(functions?.(name))), isFunction),
    global: (name) => checked(piece(text(globals?.(name))), isGlobal),
    extern: (name) => checked(piece(text(externs?.(name))), isExtern),
    text: (name) => text(texts?.(name)),
  };
}

function checked<T>(value: unknown, is: (value: unknown) => value is T): T | undefined {
  if (value === undefined || is(value)) return value;
  throw new InternalError('the compiled library is damaged');
}

function has(value: unknown, ...keys: readonly string[]): value is object {
  return typeof value === 'object' && value !== null && keys.every((key) => key in value);
}

const isHead = (value: unknown): value is Head => has(value, 'key', 'sources', 'sizes');
const isFunction = (value: unknown): value is Fn => has(value, 'name', 'body', 'locals');
const isGlobal = (value: unknown): value is Global => has(value, 'name', 'placement', 'init');
const isExtern = (value: unknown): value is Extern => has(value, 'name', 'from', 'params');
