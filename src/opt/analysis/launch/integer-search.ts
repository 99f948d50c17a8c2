/**
 * Whether whole numbers within their ranges can make all of some sums come out within given ends. Ranges are narrowed by what each sum leaves to each of its numbers, then
 * numbers of the first sum are tried. What takes too many tries may be so.
 */

export type Part = { readonly of: number; readonly factor: number };
/** `low` <= the sum <= `high`. */
export type Sum = { readonly parts: readonly Part[]; readonly low: number; readonly high: number };
/** The sum leaves `rest` when divided by `modulus`. */
export type Modular = { readonly parts: readonly Part[]; readonly modulus: number; readonly rest: number };
/** Ends of each number's range. */
export type Ranges = { readonly low: number[]; readonly high: number[] };

export type Problem = {
  readonly ranges: Ranges;
  readonly sums: readonly [Sum, ...Sum[]];
  readonly modulars: readonly Modular[];
  /** Whether a choice within these ranges may be one that is looked for. */
  readonly isWanted: (ranges: Ranges) => boolean;
};

const mostTries = 4000;
/** Ranges are narrowed so many times in a row. */
const mostRounds = 4;

export function mayBeSolved(problem: Problem): boolean {
  return new Search(problem).finds(problem.ranges);
}

class Search {
  readonly #problem: Problem;
  /** Numbers of the first sum, those of large factors first. */
  readonly #order: readonly Part[];
  #tries = 0;

  constructor(problem: Problem) {
    this.#problem = problem;
    this.#order = problem.sums[0].parts.toSorted((p, q) => Math.abs(q.factor) - Math.abs(p.factor));
  }

  finds(from: Ranges): boolean {
    if (++this.#tries > mostTries) return true;
    const { sums, modulars, isWanted } = this.#problem;
    const ranges = { low: [...from.low], high: [...from.high] };
    if (!narrow(ranges, sums) || !divides(sums[0], ranges)) return false;
    if (!isWanted(ranges) || !modulars.every((m) => mayLeave(m, ranges))) return false;
    const next = this.#order.find(({ of }) => ranges.low[of] !== ranges.high[of])?.of;
    if (next === undefined) return true;
    const last = ranges.high[next]!;
    for (let n = ranges.low[next]!; n <= last; n++) {
      ranges.low[next] = n;
      ranges.high[next] = n;
      if (this.finds(ranges)) return true;
    }
    return false;
  }
}

/** False where a sum cannot come out as it must. */
function narrow(ranges: Ranges, sums: readonly Sum[]): boolean {
  for (let round = 0; round < mostRounds; round++) {
    let changed = false;
    for (const sum of sums) {
      const [low, high] = endsOf(sum.parts, ranges);
      if (low > sum.high || high < sum.low) return false;
      for (const part of sum.parts) changed = narrowPart(ranges, part, sum.low - high, sum.high - low) || changed;
    }
    if (!changed) break;
  }
  return ranges.low.every((l, i) => l <= ranges.high[i]!);
}

/** `below`, `above`: how far the sum may fall short of its greatest value, and go beyond its least one. */
function narrowPart({ low, high }: Ranges, { of, factor }: Part, below: number, above: number): boolean {
  const [l, h] = [low[of]!, high[of]!];
  const ends = factor > 0 ? [below / factor + h, above / factor + l] : [above / factor + h, below / factor + l];
  low[of] = Math.max(l, Math.ceil(ends[0]!));
  high[of] = Math.min(h, Math.floor(ends[1]!));
  return low[of] !== l || high[of] !== h;
}

function endsOf(parts: readonly Part[], { low, high }: Ranges): readonly [number, number] {
  let [least, most] = [0, 0];
  for (const { of, factor } of parts) {
    least += factor * (factor > 0 ? low[of]! : high[of]!);
    most += factor * (factor > 0 ? high[of]! : low[of]!);
  }
  return [least, most];
}

/** Whether what is still open can make up the difference: it is a multiple of what divides all its factors. */
function divides({ parts, low, high }: Sum, ranges: Ranges): boolean {
  let [fixed, by] = [0, 0];
  for (const { of, factor } of parts) {
    if (ranges.low[of] === ranges.high[of]) fixed += factor * ranges.low[of]!;
    else by = greatestDivisor(Math.abs(factor), by);
  }
  return by === 0 ? low <= fixed && fixed <= high : Math.ceil((low - fixed) / by) * by <= high - fixed;
}

function greatestDivisor(a: number, b: number): number {
  let [x, y] = [a, b];
  while (y !== 0) [x, y] = [y, x % y];
  return x;
}

function mayLeave({ parts, modulus, rest }: Modular, { low, high }: Ranges): boolean {
  let sum = 0;
  for (const { of, factor } of parts) {
    if (factor % modulus === 0) continue;
    if (low[of] !== high[of]) return true;
    sum += factor * low[of]!;
  }
  return (sum - rest) % modulus === 0;
}
