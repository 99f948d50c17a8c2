/**
 * Calls by an interface that says an array has assumed shape, of a procedure that takes its address: nvfortran passes that address and appends what describes the array,
 * so that applications with such interfaces run. Here callers pass a descriptor, whose first word is the address.
 */
import { load } from './build.ts';
import type { Call } from './calls.ts';
import type { Fn, Module, Statement } from './module.ts';
import { isPointer } from './types.ts';
import { changeBodies, mapEach } from './walk.ts';

export function withAddressesWanted(modules: readonly Module[]): readonly Module[] {
  if (!modules.some((m) => m.externs.some((e) => (e.described?.length ?? 0) > 0))) return modules;
  const homes = new Map<string, Fn>();
  for (const m of modules) for (const f of m.functions) if (f.kind === 'host') homes.set(f.name, f);
  return modules.map((m) => {
    const places = placesWanted(m, homes);
    return places.size === 0 ? m : { ...m, functions: m.functions.map((f) => withPlaces(f, places, homes)) };
  });
}

type Places = ReadonlyMap<string, readonly number[]>;

/** By function: the parameters by which this module passes descriptors and the definition takes addresses. */
function placesWanted(m: Module, homes: ReadonlyMap<string, Fn>): Places {
  const found = new Map<string, readonly number[]>();
  for (const { name, described = [] } of m.externs) {
    const home = described.length > 0 ? homes.get(name) : undefined;
    const plain = home ? described.filter((i) => !home.described?.includes(i) && i < home.params) : [];
    if (plain.length > 0) found.set(name, plain);
  }
  return found;
}

function withPlaces(fn: Fn, places: Places, homes: ReadonlyMap<string, Fn>): Fn {
  const list = (body: readonly Statement[]): readonly Statement[] =>
    mapEach(body, (s) => {
      const inner = changeBodies(s, list);
      if (inner.kind !== 'call' || inner.callee.kind !== 'direct') return inner;
      const wanted = places.get(inner.callee.name);
      const home = homes.get(inner.callee.name);
      return wanted && home ? addressed(inner, wanted, home) : inner;
    });
  const body = list(fn.body);
  return body === fn.body ? fn : { ...fn, body };
}

function addressed(call: Call & { readonly kind: 'call' }, wanted: readonly number[], home: Fn): Statement {
  const args = call.args.map((a, i) => {
    const type = home.locals[i]?.type;
    return wanted.includes(i) && type !== undefined && isPointer(type) ? load(type, a, 0) : a;
  });
  return { ...call, args };
}
