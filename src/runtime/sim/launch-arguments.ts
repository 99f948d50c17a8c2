/**
 * Arguments of launches that give a kernel's code a shape (the radius of a filter, the order of a polynomial, how many cells an element has): launches that give the same numbers again and again get
 * code of their own, once they have taken long enough for that; it stays where it is the faster one.
 */
import type { FixedParam } from '../../ir/module.ts';
import type { SimKernel, Version } from './sim-kernel.ts';

/** Nanoseconds of threads: what it takes to write most kernels, and how many times that where it is known. */
const leastWorth = 10e6;
const timesWriting = 2;
/** Of a kernel: each is written and compiled while the program waits. */
const mostVersions = 3;

/** Lists of arguments that are counted, of a kernel. */
const mostCounted = 64;

/** A version is tried for so many launches, and nanoseconds of threads in all. */
const triedLaunches = 24;
const triedTime = 2e6;

type Taken = {
  nanoseconds: number;
  readonly given: readonly FixedParam[];
  state: 'counted' | 'tried' | 'kept' | 'general';
  launches: number;
};

/** Of threads, in nanoseconds: what a launch takes, and what it took to write a version of the kernel. */
type Times = { readonly nanoseconds: number; readonly writing?: number | undefined };

/** `kernel`: the version for any arguments. */
type TriedLaunch = {
  readonly id: number;
  readonly kernel: SimKernel;
  readonly view: DataView;
  readonly params: number;
  readonly nanoseconds: number;
};

export class LaunchArguments {
  readonly #kernels = new Map<number, Map<string, Taken>>();
  /** Numbers of versions that are being tried. */
  readonly #tried = new Set<number>();
  readonly #dynamic = new Map<number, Set<number>>();

  /** Whether it is known that launches with such arguments run code for any: nothing is to be counted. */
  isSettled(id: number, kernel: SimKernel, view: DataView, params: number): boolean {
    const given = argumentsIn(kernel, view, params);
    if (given.length === 0) return true;
    const counted = this.#kernels.get(id);
    const taken = counted?.get(nameOfArguments(given));
    return taken ? taken.state === 'general' : counted !== undefined && counted.size >= mostCounted;
  }

  /** The arguments that code is to know; undefined where it is to know none. */
  of(
    id: number,
    kernel: SimKernel,
    view: DataView,
    params: number,
    { nanoseconds, writing = 0 }: Times,
  ): readonly FixedParam[] | undefined {
    if (this.isSettled(id, kernel, view, params)) return undefined;
    const taken = this.#counted(id, kernel, view, params);
    taken.nanoseconds += nanoseconds;
    if (taken.state === 'counted' && taken.nanoseconds >= Math.max(leastWorth, timesWriting * writing))
      this.#begin(id, taken);
    return taken.state === 'tried' || taken.state === 'kept' ? taken.given : undefined;
  }

  /** Whether a launch runs the version for its arguments, which is tried until that is known. `costs`: nanoseconds of a thread in it, and in the version for any. */
  prefers(
    { number }: Version,
    { id, kernel, view, params, nanoseconds }: TriedLaunch,
    costs: readonly [own: number | undefined, any: number | undefined],
  ): boolean {
    const taken = this.#counted(id, kernel, view, params);
    if (taken.state !== 'tried') return taken.state === 'kept';
    this.#tried.add(number);
    taken.launches++;
    taken.nanoseconds += nanoseconds;
    const [own, any] = costs;
    if (taken.launches <= triedLaunches || taken.nanoseconds < triedTime || own === undefined || any === undefined)
      return true;
    this.#tried.delete(number);
    taken.state = own <= any ? 'kept' : 'general';
    return taken.state === 'kept';
  }

  /** Whether it is not yet known if a version is faster than the one for any arguments. */
  isTried({ number }: Version): boolean {
    return this.#tried.has(number);
  }

  #begin(id: number, taken: Taken): void {
    taken.state = this.#written(id) < mostVersions ? 'tried' : 'general';
    taken.nanoseconds = 0;
  }

  /** The dynamic shared memory in bytes that code is to know of: a few sizes for each kernel, the first ones; else 0. */
  dynamicBytes(id: number, bytes: number): number {
    const known = this.#dynamic.get(id) ?? new Set<number>();
    this.#dynamic.set(id, known);
    if (bytes > 0 && known.size < mostVersions) known.add(bytes);
    return known.has(bytes) ? bytes : 0;
  }

  #counted(id: number, kernel: SimKernel, view: DataView, params: number): Taken {
    const counted = this.#kernels.get(id) ?? new Map<string, Taken>();
    this.#kernels.set(id, counted);
    const given = argumentsIn(kernel, view, params);
    const key = nameOfArguments(given);
    const known = counted.get(key);
    if (known) return known;
    const taken: Taken = { nanoseconds: 0, given, state: 'counted', launches: 0 };
    counted.set(key, taken);
    return taken;
  }

  #written(id: number): number {
    return [...(this.#kernels.get(id)?.values() ?? [])].filter((t) => t.launches > 0 || t.state === 'tried').length;
  }
}

/** One for each list of arguments; '' where there are none. */
export function nameOfArguments(given: readonly FixedParam[]): string {
  return given.map(({ param, value }) => `${param}=${value}`).join(' ');
}

/** Those of a launch that code may know. */
function argumentsIn({ facts, shapeParams = [] }: SimKernel, view: DataView, params: number): readonly FixedParam[] {
  return shapeParams.flatMap(({ param, most }) => {
    const value = numberIn(view, params + 8 * param, facts.params[param] === 'i32');
    return value !== undefined && value >= 0 && value <= most ? [{ param, value }] : [];
  });
}

/** The number in a cell of 8 bytes; undefined where it has more than 32 bits. `isShort`: it has no more. */
function numberIn(view: DataView, at: number, isShort: boolean): number | undefined {
  return isShort || view.getInt32(at + 4, true) === 0 ? view.getInt32(at, true) : undefined;
}

/** Whether a launch's parameters, and cells of descriptors, are what this version of a kernel was written for. */
export function hasFixed({ fixed = [], fixedCells = [], facts }: SimKernel, view: DataView, params: number): boolean {
  return (
    fixed.every(({ param, value }) => numberIn(view, params + 8 * param, facts.params[param] === 'i32') === value) &&
    fixedCells.every(({ at, value }) => numberIn(view, at, false) === value)
  );
}
