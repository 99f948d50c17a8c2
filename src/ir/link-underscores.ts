/**
 * Names as Fortran compilers make them: an underscore behind the name of an external procedure, lengths of characters behind all other arguments. C that was written for
 * them defines `name_` for Fortran's `call name`, and calls Fortran's `name` as `name_`. Here lengths stand beside their addresses: where there are any, a function
 * between the two puts them in order.
 */
import { local, op } from './build.ts';
import type { Expression, Extern, Fn, Module } from './module.ts';
import { isPointer, type ValueType } from './types.ts';

/** The modules, with one more for such functions where some are needed. */
export function withUnderscores(modules: readonly Module[]): readonly Module[] {
  const homes = new Map<string, Fn>();
  for (const m of modules) for (const f of m.functions) if (f.kind === 'host') homes.set(f.name, f);
  const made = new Map<string, Fn>();
  for (const m of modules)
    for (const e of m.externs) {
      if (e.from !== 'object' || homes.has(e.name) || made.has(e.name)) continue;
      const fn = between(e, homes);
      if (fn) made.set(e.name, fn);
    }
  if (made.size === 0) return modules;
  return [...modules, { name: 'underscores', functions: [...made.values()], globals: [], externs: [] }];
}

/** The procedure of Fortran that C calls `name_`. */
export function plainName(name: string): string | undefined {
  return name.endsWith('_') ? name.slice(0, -1) : undefined;
}

function between(e: Extern, homes: ReadonlyMap<string, Fn>): Fn | undefined {
  const ofC = homes.get(`${e.name}_`);
  if (ofC) return e.lengths && e.lengths.length > 0 ? toC(e, ofC, e.lengths) : undefined;
  const plain = plainName(e.name);
  const ofFortran = plain === undefined ? undefined : homes.get(plain);
  return ofFortran?.lengths && ofFortran.lengths.length > 0 ? toFortran(e, ofFortran, ofFortran.lengths) : undefined;
}

/** C may do without the lengths. */
function toC(e: Extern, callee: Fn, lengths: readonly number[]): Fn | undefined {
  return passing(e, callee, lengthsLast(e.params.length, lengths).slice(0, callee.params));
}

function toFortran(e: Extern, callee: Fn, lengths: readonly number[]): Fn | undefined {
  const order = lengthsLast(callee.params, lengths);
  return e.params.length === order.length
    ? passing(
        e,
        callee,
        order.map((_, i) => order.indexOf(i)),
      )
    : undefined;
}

/** The numbers of all parameters, those of lengths behind the others. */
function lengthsLast(count: number, lengths: readonly number[]): readonly number[] {
  const all = Array.from({ length: count }, (_, i) => i);
  return [...all.filter((i) => !lengths.includes(i)), ...all.filter((i) => lengths.includes(i))];
}

/** A function of the name and types that the caller expects; `order`: which of its parameters the callee gets at each place. */
function passing(e: Extern, callee: Fn, order: readonly number[]): Fn | undefined {
  if (order.length !== callee.params) return undefined;
  const args = order.map((from, at) => asType(local(from, e.params[from]!), callee.locals[at]!.type));
  if (args.some((a) => a === undefined)) return undefined;
  const results = e.results.map((_, i) => e.params.length + i);
  const { at } = callee;
  return {
    name: e.name,
    kind: 'host',
    params: e.params.length,
    results: e.results,
    locals: [...e.params, ...e.results].map((type, i) => ({ name: `p${i}`, type })),
    slots: [],
    at,
    body: [
      { kind: 'call', at, callee: { kind: 'direct', name: callee.name }, args: args.flatMap((a) => a ?? []), results },
      { kind: 'return', at, values: results.map((r, i) => local(r, e.results[i]!)) },
    ],
  };
}

/** C may give or take lengths of 32 bits. Undefined: another type altogether. */
function asType(x: Expression, wanted: ValueType): Expression | undefined {
  if (x.type === wanted) return x;
  if (x.type === 'i32' && wanted === 'i64') return op('extend', [x]);
  if (x.type === 'i64' && wanted === 'i32') return op('wrap', [x]);
  if (isPointer(x.type) && isPointer(wanted)) return op('from.address', [op('to.address', [x])], wanted);
  if (isPointer(x.type) && wanted === 'i64') return op('to.address', [x]);
  return x.type === 'i64' && isPointer(wanted) ? op('from.address', [x], wanted) : undefined;
}
