/**
 * Arguments of launches that give a kernel's code a shape (the radius of a filter, the order of a polynomial, how many cells an element has): launches that give the same numbers again and again get
 * code of their own, once they have taken long enough for that.
 */
import type { FixedParam } from '../../ir/module.ts';
import type { SimKernel } from './sim-kernel.ts';

/** Nanoseconds of threads: what it takes to write most kernels, and how many times that where it is known. */
const leastWorth = 10e6;
const timesWriting = 2;
/** Of a kernel: each is written and compiled while the program waits. */
const mostVersions = 3;

/** Lists of arguments that are counted, of a kernel. */
const mostCounted = 64;

type Taken = { nanoseconds: number; readonly given: readonly FixedParam[]; state: 'counted' | 'written' | 'general' };

/** Of threads, in nanoseconds: what a launch takes, and what it took to write a version of the kernel. */
type Times = { readonly nanoseconds: number; readonly writing?: number | undefined };

export class LaunchArguments {
  readonly #kernels = new Map<number, Map<string, Taken>>();
  readonly #dynamic = new Map<number, Set<number>>();

  /** Whether it is known that launches with such arguments run code for any: nothing is to be counted. */
  isSettled(id: number, kernel: SimKernel, view: DataView, params: number): boolean {
    const key = keyOf(kernel, view, params);
    if (key === '') return true;
    const counted = this.#kernels.get(id);
    const taken = counted?.get(key);
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
      taken.state = this.#written(id) < mostVersions ? 'written' : 'general';
    return taken.state === 'written' ? taken.given : undefined;
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
    const key = keyOf(kernel, view, params);
    const known = counted.get(key);
    if (known) return known;
    const taken: Taken = { nanoseconds: 0, given: shapeArguments(kernel, view, params), state: 'counted' };
    counted.set(key, taken);
    return taken;
  }

  #written(id: number): number {
    return [...(this.#kernels.get(id)?.values() ?? [])].filter((t) => t.state === 'written').length;
  }
}

/** One for each list of such arguments; '' where there are none. */
function keyOf({ facts, shapeParams = [] }: SimKernel, view: DataView, params: number): string {
  let key = '';
  for (const { param, most } of shapeParams) {
    const value = valueIn(view, params + 8 * param, facts.params[param] === 'i32', most);
    if (value !== undefined) key += `${param}=${value} `;
  }
  return key;
}

function shapeArguments({ facts, shapeParams = [] }: SimKernel, view: DataView, params: number): readonly FixedParam[] {
  return shapeParams.flatMap(({ param, most }) => {
    const value = valueIn(view, params + 8 * param, facts.params[param] === 'i32', most);
    return value === undefined ? [] : [{ param, value }];
  });
}

function valueIn(view: DataView, at: number, isShort: boolean, most: number): number | undefined {
  const value = view.getInt32(at, true);
  return value >= 0 && value <= most && (isShort || view.getInt32(at + 4, true) === 0) ? value : undefined;
}

/** Whether a launch's parameters, and cells of descriptors, are what this version of a kernel was written for. */
export function hasFixed({ fixed, fixedCells, facts }: SimKernel, view: DataView, params: number): boolean {
  const holds = (at: number, value: number, isShort: boolean): boolean =>
    view.getInt32(at, true) === value && (isShort || view.getInt32(at + 4, true) === 0);
  const ofParams = fixed?.every(({ param, value }) => holds(params + 8 * param, value, facts.params[param] === 'i32'));
  return ofParams !== false && fixedCells?.every(({ at, value }) => holds(at, value, false)) !== false;
}
