/**
 * Functions of machine code that a program calls by their names. Each gets a shell that asks the runtime, which calls it with addresses of the processor in place of
 * the program's own.
 */
import { nowhere } from '../../base/source.ts';
import type { Archive } from '../../ir/archive.ts';
import { local } from '../../ir/build.ts';
import type { ForeignFunction } from '../../ir/foreign.ts';
import type { Extern, Fn, Module } from '../../ir/module.ts';
import { isPointer, type ValueType } from '../../ir/types.ts';
import { foreignPrefix } from '../../runtime/bind/foreign.ts';
import { allocatorFor } from './foreign-allocators.ts';

export type ForeignArchive = { readonly archive: Archive; readonly functions: readonly ForeignFunction[] };

/** `names`: what the machine code defines. It comes before the archive. */
export function withForeign(modules: readonly Module[], names: ReadonlySet<string>, archive: Archive): ForeignArchive {
  const shells = new Map<string, Fn>();
  const externs = new Map<string, Extern>();
  const functions: ForeignFunction[] = [];
  const all = modules.flatMap((m) => m.externs);
  const addresses = placesByName(all, (e) => e.addresses);
  const lengths = placesByName(all, (e) => e.lengths);
  const pointers = placesByName(all, (e) => e.pointers);
  for (const e of all) {
    const symbol = symbolFor(e, names);
    if (symbol === undefined || shells.has(e.name) || !isCallable(e)) continue;
    const allocator = allocatorFor(e);
    if (allocator) {
      shells.set(e.name, allocator);
      continue;
    }
    const name = foreignPrefix + e.name;
    externs.set(name, { ...e, name, from: 'runtime' });
    shells.set(e.name, shell(e, name));
    functions.push({
      name: e.name,
      symbol,
      params: e.params,
      results: e.results,
      addresses: [...(addresses.get(e.name) ?? [])],
      pointers: [...(pointers.get(e.name) ?? [])],
      lengths: [...(lengths.get(e.name) ?? [])],
    });
  }
  return {
    functions,
    archive: {
      ...archive,
      function: (name) => shells.get(name) ?? archive.function(name),
      global: (name) => archive.global(name),
      extern: (name) => externs.get(name) ?? archive.extern(name),
    },
  };
}

/** What all sources that call a function know of its parameters. */
function placesByName(
  externs: readonly Extern[],
  of: (e: Extern) => readonly number[] | undefined,
): ReadonlyMap<string, ReadonlySet<number>> {
  const found = new Map<string, Set<number>>();
  for (const e of externs) for (const at of of(e) ?? []) found.set(e.name, (found.get(e.name) ?? new Set()).add(at));
  return found;
}

/** C names what Fortran calls `f` `f_`, unless an interface binds it to the name; where both are there, the one with arguments by address is Fortran's. */
function symbolFor(e: Extern, names: ReadonlySet<string>): string | undefined {
  if (e.from !== 'object') return undefined;
  const decorated = `${e.name}_`;
  if (names.has(decorated) && (!names.has(e.name) || e.params.every((p) => p === 'ptr.host'))) return decorated;
  return names.has(e.name) ? e.name : undefined;
}

/** Machine code runs on the host, may hand on or give what lies on a device, and gives one value: two of one type are the parts of a complex number. */
function isCallable(e: Extern): boolean {
  const [first, second] = e.results;
  const isOne = second === undefined || (first === second && (first === 'f32' || first === 'f64'));
  const isKnown = (t: ValueType): boolean => !isPointer(t) || t === 'ptr.host' || t === 'ptr.global';
  return isOne && e.results.every(isKnown) && e.params.every(isKnown);
}

function shell(e: Extern, callee: string): Fn {
  const locals = e.params.map((type, i) => ({ name: `a${i}`, type }));
  const results = e.results.map((type, i) => ({ name: `r${i}`, type }));
  const first = e.params.length;
  return {
    name: e.name,
    kind: 'host',
    params: first,
    results: e.results,
    locals: [...locals, ...results],
    slots: [],
    body: [
      {
        kind: 'call',
        callee: { kind: 'direct', name: callee },
        args: e.params.map((type, i) => local(i, type)),
        results: e.results.map((_, i) => first + i),
      },
      { kind: 'return', values: e.results.map((type, i) => local(first + i, type)) },
    ],
    at: nowhere,
  };
}
