/**
 * Whether two accesses of a launch may meet at a place in different threads: their addresses are sums over numbers of threads, of blocks and of iterations, each with its
 * range, and what remains is to see that no two choices of these come within a few bytes of each other (launch/integer-search.ts).
 */
import { type Modular, mayBeSolved, type Part, type Ranges, type Sum } from './launch/integer-search.ts';

/** `of`: a special (`tid.x`) or a loop. */
export type Term = { readonly factor: number; readonly low: number; readonly high: number };

/** Addresses as a constant and terms, counted from `base`. */
export type Linear = { readonly base: string; readonly constant: number; readonly terms: ReadonlyMap<string, Term> };

/** What conditions say of a sum where they hold: its ends, or what it leaves when divided. */
export type Fact =
  | { readonly of: Linear; readonly low: number; readonly high: number }
  | { readonly of: Linear; readonly modulus: number; readonly rest: number };

export type Spot = {
  readonly at: Linear;
  readonly bytes: number;
  /** Ranges of all numbers that tell threads apart, where the access is made. */
  readonly threads: ReadonlyMap<string, { readonly low: number; readonly high: number }>;
  readonly facts?: readonly Fact[];
};

/** What the two threads of a meeting have to do with each other. */
export type Meeting = {
  /** Whether they may have different numbers of that name. */
  readonly tells: (name: string) => boolean;
  /** Whether those numbers being different is what makes them two; else any that tell. */
  readonly differs?: (name: string) => boolean;
  /** Whether a number that is none of threads is the same in both. */
  readonly shares?: (name: string) => boolean;
};

/** Both are counted from the same base. */
export function mayMeet(a: Spot, b: Spot, meeting: Meeting): boolean {
  const pair = new Pair(a, b, meeting);
  const distance = a.at.constant - b.at.constant;
  // They overlap where -a.bytes < address of a - address of b < b.bytes.
  return pair.meet(1 - a.bytes - distance, b.bytes - 1 - distance);
}

/** A number of one side, as parts of what is searched for. */
type Numbers = Map<string, readonly Part[]>;

class Pair {
  readonly #ranges: Ranges = { low: [], high: [] };
  readonly #address: Part[] = [];
  readonly #sums: Sum[] = [];
  readonly #modulars: Modular[] = [];
  /** What numbers of threads differ by: two threads are the same where all are 0. */
  readonly #differences: (readonly Part[])[] = [];
  readonly #sides: readonly [Spot, Spot];
  readonly #numbers: readonly [Numbers, Numbers] = [new Map(), new Map()];
  /** What facts speak of. */
  readonly #told: ReadonlySet<string>;
  /** Numbers that stand in the address alone. */
  readonly #free = new Set<number>();
  /** Numbers that are the same on both sides. */
  readonly #common = new Map<string, number>();
  readonly #meeting: Meeting;

  constructor(a: Spot, b: Spot, meeting: Meeting) {
    this.#sides = [a, b];
    this.#meeting = meeting;
    this.#told = new Set(this.#sides.flatMap(({ facts = [] }) => facts.flatMap((f) => [...f.of.terms.keys()])));
    for (const name of a.threads.keys()) if (b.threads.has(name)) this.#thread(name, meeting.tells(name));
    for (const side of [0, 1] as const) this.#loops(side);
    for (const side of [0, 1] as const) this.#facts(side);
    this.#alike();
  }

  meet(low: number, high: number): boolean {
    return mayBeSolved({
      ranges: this.#ranges,
      sums: [{ parts: together(this.#address), low, high }, ...this.#sums],
      modulars: this.#modulars,
      isWanted: (ranges) => this.#differences.some((d) => mayDiffer(d, ranges)),
    });
  }

  #new(low: number, high: number): number {
    this.#ranges.high.push(high);
    return this.#ranges.low.push(low) - 1;
  }

  #thread(name: string, tells: boolean): void {
    const [p, q] = this.#sides.map((s) => s.threads.get(name)!) as [Range, Range];
    const [f, g] = this.#sides.map((s) => s.at.terms.get(name)?.factor ?? 0) as [number, number];
    if (!tells) {
      const same = this.#new(Math.max(p.low, q.low), Math.min(p.high, q.high));
      this.#addressed(same, f - g);
      for (const numbers of this.#numbers) numbers.set(name, [{ of: same, factor: 1 }]);
    } else if (f === g) {
      const difference = this.#new(p.low - q.high, p.high - q.low);
      this.#addressed(difference, f);
      this.#different(name, [{ of: difference, factor: 1 }]);
      if (!this.#told.has(name)) return;
      const second = { of: this.#new(q.low, q.high), factor: 1 };
      const first = [second, { of: difference, factor: 1 }];
      this.#sums.push({ parts: first, ...p });
      this.#numbers[0].set(name, first);
      this.#numbers[1].set(name, [second]);
    } else {
      const [first, second] = [this.#new(p.low, p.high), this.#new(q.low, q.high)];
      this.#addressed(first, f);
      this.#addressed(second, -g);
      this.#numbers[0].set(name, [{ of: first, factor: 1 }]);
      this.#numbers[1].set(name, [{ of: second, factor: 1 }]);
      this.#different(name, [
        { of: first, factor: 1 },
        { of: second, factor: -1 },
      ]);
    }
  }

  #different(name: string, by: readonly Part[]): void {
    if (this.#meeting.differs?.(name) ?? true) this.#differences.push(by);
  }

  #addressed(of: number, factor: number): void {
    if (factor !== 0) this.#address.push({ of, factor });
  }

  /** Numbers of iterations, and of threads that the other side has not. */
  #loops(side: 0 | 1): void {
    const numbers = this.#numbers[side];
    for (const [name, { factor, low, high }] of this.#sides[side].at.terms) {
      if (this.#sides[0].threads.has(name) && this.#sides[1].threads.has(name)) continue;
      const signed = side === 0 ? factor : -factor;
      if (this.#meeting.shares?.(name)) {
        this.#addressed(this.#shared(name, side, { low, high }), signed);
        continue;
      }
      const known = this.#told.has(name)
        ? undefined
        : this.#address.find((p) => p.factor === signed && this.#free.has(p.of));
      if (known) {
        // Nothing else is asked of either: their sum is one number.
        this.#ranges.low[known.of]! += low;
        this.#ranges.high[known.of]! += high;
        continue;
      }
      const of = this.#new(low, high);
      this.#addressed(of, signed);
      if (this.#told.has(name)) numbers.set(name, [{ of, factor: 1 }]);
      else this.#free.add(of);
    }
  }

  #shared(name: string, side: 0 | 1, { low, high }: Range): number {
    const of = this.#common.get(name) ?? this.#new(low, high);
    this.#common.set(name, of);
    this.#ranges.low[of] = Math.max(this.#ranges.low[of]!, low);
    this.#ranges.high[of] = Math.min(this.#ranges.high[of]!, high);
    this.#numbers[side].set(name, [{ of, factor: 1 }]);
    return of;
  }

  #facts(side: 0 | 1): void {
    for (const { of } of this.#sides[side].facts ?? [])
      for (const [name, range] of of.terms)
        if (this.#meeting.shares?.(name) && !this.#numbers[side].has(name)) this.#shared(name, side, range);
    for (const fact of this.#sides[side].facts ?? []) {
      const parts = this.#partsOf(fact, side);
      if (!parts) continue;
      if ('modulus' in fact) this.#modulars.push({ parts, modulus: fact.modulus, rest: fact.rest - fact.of.constant });
      else this.#sums.push({ parts, low: fact.low - fact.of.constant, high: fact.high - fact.of.constant });
    }
  }

  /** Undefined where it says something of what has no part in the address. */
  #partsOf({ of }: Fact, side: 0 | 1): readonly Part[] | undefined {
    const parts: Part[] = [];
    for (const [name, { factor }] of of.terms) {
      const number = this.#numbers[side].get(name);
      if (!number) return undefined;
      for (const p of number) parts.push({ of: p.of, factor: p.factor * factor });
    }
    return parts;
  }

  /** Sums that leave something when divided by one number differ by what these differ by. */
  #alike(): void {
    for (const f of this.#sides[0].facts ?? [])
      for (const g of this.#sides[1].facts ?? []) {
        if (!('modulus' in f) || !('modulus' in g) || f.modulus !== g.modulus) continue;
        const [x, y] = [this.#partsOf(f, 0), this.#partsOf(g, 1)];
        if (!x || !y) continue;
        const parts = together([...x, ...y.map((p) => ({ ...p, factor: -p.factor }))]);
        this.#modulars.push({ parts, modulus: f.modulus, rest: f.rest - f.of.constant - (g.rest - g.of.constant) });
      }
  }
}

type Range = { readonly low: number; readonly high: number };

function together(parts: readonly Part[]): readonly Part[] {
  const factors = new Map<number, number>();
  for (const { of, factor } of parts) factors.set(of, (factors.get(of) ?? 0) + factor);
  return [...factors].map(([of, factor]) => ({ of, factor })).filter((p) => p.factor !== 0);
}

function mayDiffer(parts: readonly Part[], { low, high }: Ranges): boolean {
  let sum = 0;
  for (const { of, factor } of parts) {
    if (low[of] !== high[of]) return true;
    sum += factor * low[of]!;
  }
  return sum !== 0;
}
