/**
 * Words of an object that a kernel is given by value, and that it only uses as addresses (`g%u(i, j)` with a pointer or allocatable component), are parameters that are addresses, so that what they lead to
 * can be told apart: they may lead to the same memory. Words that it only uses whole (extents, distances) are read where they came in.
 */
import { local } from '../../ir/build.ts';
import type { Expression, Fn, Statement } from '../../ir/module.ts';
import { isPointer } from '../../ir/types.ts';
import { setsIn } from '../../ir/uniformity.ts';
import { changeFunction, eachPartOf, eachStatement, partsOf } from '../../ir/walk.ts';

type Load = Extract<Expression, { readonly kind: 'load' }>;
type Store = Extract<Statement, { readonly kind: 'store' }>;
/** A place in a slot. */
type Place = { readonly slot: number; readonly at: number };

/** A parameter, and what it is loaded as. */
type Word = { readonly param: number; readonly memory: 'ptr.global' | 'i64' };

const wordBytes = 8;

export function addressParameters(fn: Fn): Fn {
  if (fn.kind !== 'kernel' || fn.slots.length === 0) return fn;
  const objects = new Objects(fn);
  const words = objects.wholeWords();
  if (words.size === 0) return fn;
  const change = (e: Expression): Expression => {
    const word = e.kind === 'load' ? words.get(objects.keyOf(e)) : undefined;
    return word ? local(word.param, word.memory) : e;
  };
  const changed = changeFunction(fn, change);
  const params = new Set([...words.values()].map((w) => w.param));
  const addresses = new Set([...words.values()].flatMap((w) => (w.memory === 'ptr.global' ? [w.param] : [])));
  const locals = changed.locals.map((l, i) => (addresses.has(i) ? { ...l, type: 'ptr.global' as const } : l));
  const stored = changed.body.filter(
    (s) => !(s.kind === 'store' && s.value.kind === 'local' && params.has(s.value.index)),
  );
  const overlapping = [...(fn.overlapping ?? []), ...addresses];
  return { ...changed, locals, body: stored, ...(addresses.size > 0 && { overlapping }) };
}

/** Slots that are filled with parameters at the start and only loaded from then on. */
class Objects {
  readonly #fn: Fn;
  readonly #values = new Map<number, Expression>();
  /** Parameters by slot and place. */
  readonly #words = new Map<string, number>();
  readonly #otherwise = new Set<number>();
  readonly #loads: Load[] = [];

  constructor(fn: Fn) {
    this.#fn = fn;
    const sets = setsIn(fn);
    eachStatement(fn.body, (s) => {
      if (s.kind === 'set' && sets[s.local] === 1 && isPointer(s.value.type)) this.#values.set(s.local, s.value);
    });
    const filled = this.#fill(sets);
    eachStatement(fn.body, (s) => {
      if (filled.has(s)) return;
      if (s.kind === 'set' && this.#placeOf(s.value) && this.#values.has(s.local)) return;
      eachPartOf(s, (e) => this.#note(e));
    });
  }

  /** The parameters that are loaded in one way, as addresses of the device's memory or as numbers, by their places. */
  wholeWords(): ReadonlyMap<string, Word> {
    const found = new Map<string, Word>();
    const other = new Set<number>();
    for (const e of this.#loads) {
      const place = this.#placeOf(e.from);
      if (!place || this.#otherwise.has(place.slot)) continue;
      const { memory } = e;
      const key = this.keyOf(e);
      const param = this.#words.get(key);
      const isWhole = memory === 'ptr.global' || memory === 'i64';
      if (param !== undefined && isWhole && (found.get(key)?.memory ?? memory) === memory)
        found.set(key, { param, memory });
      else for (const p of this.#touched(place.slot, place.at + e.offset)) other.add(p);
    }
    for (const [key, { param }] of found) if (other.has(param)) found.delete(key);
    return found;
  }

  /** Of where it loads: undefined for nothing in a slot. */
  keyOf(e: Load): string {
    const place = this.#placeOf(e.from);
    return place ? `${place.slot} ${place.at + e.offset}` : '';
  }

  #touched(slot: number, at: number): readonly number[] {
    const word = this.#words.get(`${slot} ${at - (at % wordBytes)}`);
    return word === undefined ? [] : [word];
  }

  /** The stores with which the kernel begins. */
  #fill(sets: Uint32Array): ReadonlySet<Statement> {
    const uses = new Map<number, number>();
    const filled = new Set<Statement>();
    const { body, params } = this.#fn;
    eachStatement(body, (s) =>
      eachPartOf(s, (e) => {
        const note = (x: Expression): void => {
          if (x.kind === 'local' && x.index < params) uses.set(x.index, (uses.get(x.index) ?? 0) + 1);
          partsOf(x).forEach(note);
        };
        note(e);
      }),
    );
    for (const s of body) {
      const word = s.kind === 'store' ? this.#wordOf(s) : undefined;
      if (!word) break;
      filled.add(s);
      const { param, place } = word;
      if (uses.get(param) === 1 && sets[param] === 0) this.#words.set(`${place.slot} ${place.at}`, param);
    }
    return filled;
  }

  #wordOf({
    memory,
    to,
    offset,
    value,
    volatile,
  }: Store): { readonly param: number; readonly place: Place } | undefined {
    const place = this.#placeOf(to);
    if (!place || volatile || memory !== 'i64' || value.kind !== 'local' || value.index >= this.#fn.params)
      return undefined;
    return { param: value.index, place: { slot: place.slot, at: place.at + offset } };
  }

  #note(e: Expression): void {
    if (e.kind === 'load' && this.#placeOf(e.from)) {
      this.#loads.push(e);
      return;
    }
    const place = this.#placeOf(e);
    if (place) this.#otherwise.add(place.slot);
    else for (const part of partsOf(e)) this.#note(part);
  }

  #placeOf(e: Expression): Place | undefined {
    if (e.kind === 'slot') return { slot: e.index, at: 0 };
    if (e.kind === 'local') {
      const value = this.#values.get(e.index);
      return value && this.#placeOf(value);
    }
    if (e.kind !== 'op' || e.op !== 'offset') return undefined;
    const [from, bytes] = e.args;
    const place = from && this.#placeOf(from);
    if (!place) return undefined;
    return bytes?.kind === 'const' ? { slot: place.slot, at: place.at + Number(bytes.value) } : undefined;
  }
}
