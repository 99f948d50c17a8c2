/**
 * Arguments of launches that give a kernel's code a shape (the radius of a filter, the order of a polynomial, how many cells an element has): launches that give the same numbers again and again get
 * code of their own, once they have taken long enough for that; it stays where it is the faster one.
 */
import type { FixedParam, ShapeParam } from '../../ir/module.ts';
import { nearNumber } from '../../machine/kernel.ts';
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

/** `worth`: nanoseconds of threads that are worth code of their own. */
type Taken = {
  nanoseconds: number;
  worth: number;
  readonly given: readonly FixedParam[];
  state: 'counted' | 'tried' | 'kept' | 'general';
  launches: number;
};

/** The arguments of a kernel's last launch, `numbers` by shape parameter (NaN where code may not know it); `taken`: once they are counted. */
type Latest = {
  readonly kernel: SimKernel;
  readonly numbers: readonly number[];
  readonly given: readonly FixedParam[];
  taken: Taken | undefined;
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
  readonly #latest = new Map<number, Latest>();
  readonly #dynamic = new Map<number, Set<number>>();

  /** Counts a launch that runs code for any arguments; whether it is known, or not yet to be asked, that launches with such arguments run that. */
  runsAny(id: number, kernel: SimKernel, view: DataView, params: number, nanoseconds: number): boolean {
    const { given, taken } = this.#latestOf(id, kernel, view, params);
    if (given.length === 0) return true;
    if (!taken) return this.#countsNoMore(id);
    if (taken.state !== 'counted') return taken.state === 'general';
    taken.nanoseconds += nanoseconds;
    return taken.nanoseconds < taken.worth;
  }

  /** The arguments that code is to know; undefined where it is to know none. */
  of(
    id: number,
    kernel: SimKernel,
    view: DataView,
    params: number,
    { nanoseconds, writing = 0 }: Times,
  ): readonly FixedParam[] | undefined {
    const latest = this.#latestOf(id, kernel, view, params);
    if (latest.given.length === 0 || (!latest.taken && this.#countsNoMore(id))) return undefined;
    const taken = this.#counted(id, latest);
    taken.nanoseconds += nanoseconds;
    taken.worth = Math.max(leastWorth, timesWriting * writing);
    if (taken.state === 'counted' && taken.nanoseconds >= taken.worth) this.#begin(id, taken);
    return taken.state === 'tried' || taken.state === 'kept' ? taken.given : undefined;
  }

  /** Whether a launch runs the version for its arguments, which is tried until that is known. `costs`: nanoseconds of a thread in it, and in the version for any. */
  prefers(
    { number }: Version,
    { id, kernel, view, params, nanoseconds }: TriedLaunch,
    costs: readonly [own: number | undefined, any: number | undefined],
  ): boolean {
    const taken = this.#counted(id, this.#latestOf(id, kernel, view, params));
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

  #countsNoMore(id: number): boolean {
    return (this.#kernels.get(id)?.size ?? 0) >= mostCounted;
  }

  #counted(id: number, latest: Latest): Taken {
    if (latest.taken) return latest.taken;
    const { given } = latest;
    const counted = this.#kernels.get(id) ?? new Map<string, Taken>();
    this.#kernels.set(id, counted);
    const taken: Taken = { nanoseconds: 0, worth: leastWorth, given, state: 'counted', launches: 0 };
    counted.set(nameOfArguments(given), taken);
    latest.taken = taken;
    return taken;
  }

  /** Most launches of a kernel are like the last one: no list is made for those. */
  #latestOf(id: number, kernel: SimKernel, view: DataView, params: number): Latest {
    const { shapeParams = [] } = kernel;
    const last = this.#latest.get(id);
    const isLast = (p: ShapeParam, i: number): boolean =>
      Object.is(last?.numbers[i], numberOf(p, kernel, view, params));
    if (last?.kernel === kernel && shapeParams.every(isLast)) return last;
    const numbers = shapeParams.map((p) => numberOf(p, kernel, view, params));
    const given = shapeParams.flatMap(({ param }, i) =>
      Number.isNaN(numbers[i]) ? [] : [{ param, value: numbers[i]! }],
    );
    const taken = given.length > 0 ? this.#kernels.get(id)?.get(nameOfArguments(given)) : undefined;
    const latest = { kernel, numbers, given, taken };
    this.#latest.set(id, latest);
    return latest;
  }

  #written(id: number): number {
    return [...(this.#kernels.get(id)?.values() ?? [])].filter((t) => t.launches > 0 || t.state === 'tried').length;
  }
}

/** One for each list of arguments; '' where there are none. */
export function nameOfArguments(given: readonly FixedParam[]): string {
  return given.map(({ param, value }) => `${param}=${value}`).join(' ');
}

/** What a launch gives a shape parameter; NaN where code may not know it. */
function numberOf({ param, most }: ShapeParam, { facts }: SimKernel, view: DataView, params: number): number {
  const value = numberIn(view, params + 8 * param, facts.params[param] === 'i32');
  return value !== undefined && value >= 0 && value <= most ? value : Number.NaN;
}

/** The number in a cell of 8 bytes; undefined where it has more than 32 bits. `isShort`: it has no more. */
function numberIn(view: DataView, at: number, isShort: boolean): number | undefined {
  return isShort || view.getInt32(at + 4, true) === 0 ? view.getInt32(at, true) : undefined;
}

/** Whether a launch's parameters, and cells of descriptors, are what this version of a kernel was written for. */
export function hasFixed(kernel: SimKernel, view: DataView, params: number): boolean {
  const { fixed = [], fixedCells = [], nearParams = [], facts } = kernel;
  const isShort = (param: number): boolean => facts.params[param] === 'i32';
  return (
    fixed.every(({ param, value }) => numberIn(view, params + 8 * param, isShort(param)) === value) &&
    fixedCells.every(({ at, value }) => numberIn(view, at, false) === value) &&
    nearParams.every((param) => isNear(view, params + 8 * param, isShort(param)))
  );
}

function isNear(view: DataView, at: number, isShort: boolean): boolean {
  const number = view.getInt32(at, true);
  const sign = number < 0 ? -1 : 0;
  return Math.abs(number) <= nearNumber && (isShort || view.getInt32(at + 4, true) === sign);
}
