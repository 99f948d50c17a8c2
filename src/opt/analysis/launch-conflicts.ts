/**
 * Whether two accesses of a launch may meet at a place in different threads: their addresses are sums over numbers of threads, of blocks and of iterations, each with its
 * range, and what remains is to see that no two choices of these come within a few bytes of each other.
 */

/** `of`: a special (`tid.x`) or a loop. */
export type Term = { readonly factor: number; readonly low: number; readonly high: number };

/** Addresses as a constant and terms, counted from `base`. */
export type Linear = { readonly base: string; readonly constant: number; readonly terms: ReadonlyMap<string, Term> };

export type Spot = {
  readonly at: Linear;
  readonly bytes: number;
  /** Ranges of all numbers that tell threads apart, where the access is made. */
  readonly threads: ReadonlyMap<string, { readonly low: number; readonly high: number }>;
};

/** What two choices of one number may differ by, or a number of one side alone. */
type Axis = { readonly factor: number; readonly low: number; readonly high: number; readonly tells: boolean };

const mostTries = 400;

/** Both are counted from the same base. `tells`: whether different numbers of that name are different threads that can meet. */
export function mayMeet(a: Spot, b: Spot, tells: (name: string) => boolean): boolean {
  const axes: Axis[] = [];
  let apart = false;
  const names = new Set([...a.at.terms.keys(), ...b.at.terms.keys(), ...a.threads.keys()]);
  for (const name of names) {
    const [x, y] = [a.at.terms.get(name), b.at.terms.get(name)];
    const [p, q] = [a.threads.get(name), b.threads.get(name)];
    const isThread = p !== undefined && q !== undefined;
    if (isThread && !x && !y) {
      apart ||= tells(name) && (p.low !== p.high || q.low !== q.high || p.low !== q.low);
      continue;
    }
    if (isThread && !tells(name)) {
      // The same number on both sides: it stands for one more unknown where its factors differ.
      const factor = (x?.factor ?? 0) - (y?.factor ?? 0);
      if (factor !== 0)
        axes.push({ factor, low: Math.max(p.low, q.low), high: Math.min(p.high, q.high), tells: false });
      continue;
    }
    if (x && y && x.factor === y.factor)
      axes.push({ factor: x.factor, low: x.low - y.high, high: x.high - y.low, tells: isThread });
    else if (isThread) return true;
    else {
      if (x) axes.push({ ...x, tells: false });
      if (y) axes.push({ ...y, factor: -y.factor, tells: false });
    }
  }
  axes.sort((p, q) => Math.abs(q.factor) - Math.abs(p.factor));
  const distance = a.at.constant - b.at.constant;
  // They overlap where -a.bytes < address of a - address of b < b.bytes.
  return new Search(axes).finds(0, 1 - a.bytes - distance, b.bytes - 1 - distance, apart);
}

class Search {
  readonly #axes: readonly Axis[];
  /** What the axes from a place on may give. */
  readonly #rest: readonly (readonly [number, number])[];
  #tries = 0;

  constructor(axes: readonly Axis[]) {
    this.#axes = axes;
    const rest: (readonly [number, number])[] = [[0, 0]];
    for (const { factor, low, high } of axes.toReversed()) {
      const [l, h] = rest[0]!;
      rest.unshift([l + Math.min(factor * low, factor * high), h + Math.max(factor * low, factor * high)]);
    }
    this.#rest = rest;
  }

  /** Whether the axes from `i` on can give a number from `low` to `high`; `apart`: two threads are different already. */
  finds(i: number, low: number, high: number, apart: boolean): boolean {
    if (++this.#tries > mostTries) return true;
    const axis = this.#axes[i];
    if (!axis) return apart && low <= 0 && high >= 0;
    const [restLow, restHigh] = this.#rest[i + 1]!;
    const ends = [(low - restHigh) / axis.factor, (high - restLow) / axis.factor];
    const from = Math.max(axis.low, Math.ceil(Math.min(...ends)));
    const to = Math.min(axis.high, Math.floor(Math.max(...ends)));
    for (let n = from; n <= to; n++) {
      const by = axis.factor * n;
      if (this.finds(i + 1, low - by, high - by, apart || (axis.tells && n !== 0))) return true;
    }
    return false;
  }
}
