/** Sets of bytes that repeat: intervals, and the same again at whole steps. What covers of stores are made of, and whether a load stays within them. */
import type { Term } from './launch-conflicts.ts';

/** From `low` up to `high` (the first behind), and that again `count` times at distances of each `step`; steps go up and do not overlap. */
export type Cells = { readonly low: number; readonly high: number; readonly uppers: readonly Repeat[] };
type Repeat = { readonly step: number; readonly count: number };

/** All of `bytes` at a constant and sums of terms, each of which takes all of its range; undefined where that is no such set. */
export function lattice(constant: number, bytes: number, terms: readonly Term[]): Cells | undefined {
  const { start, repeats } = normal(constant, terms);
  let span = bytes;
  const uppers: Repeat[] = [];
  for (const { step, count } of repeats) {
    const last = uppers.at(-1);
    if (!last && step <= span) span += step * (count - 1);
    else if (last && step === last.step * last.count)
      uppers[uppers.length - 1] = { step: last.step, count: last.count * count };
    else if (last && step < last.step * last.count) return undefined;
    else uppers.push({ step, count });
  }
  return { low: start, high: start + span, uppers };
}

/** The same with steps above 0, the smallest first. */
function normal(constant: number, terms: readonly Term[]): { readonly start: number; readonly repeats: Repeat[] } {
  let start = constant;
  const repeats: Repeat[] = [];
  for (const { factor, low, high } of terms) {
    start += factor * (factor > 0 ? low : high);
    if (high > low && factor !== 0) repeats.push({ step: Math.abs(factor), count: high - low + 1 });
  }
  return { start, repeats: repeats.sort((a, b) => a.step - b.step) };
}

/** Whether all that an access may take lies in the union of what is there. */
export function holds(there: readonly Cells[], constant: number, bytes: number, terms: readonly Term[]): boolean {
  const alike = new Map<string, Cells[]>();
  for (const cells of there) {
    const key = cells.uppers.map(({ step, count }) => `${step}*${count}`).join();
    alike.set(key, [...(alike.get(key) ?? []), cells]);
  }
  return [...alike.values()].some((cells) => isIn(cells, constant, bytes, terms));
}

/** `cells`: all with the same steps. */
function isIn(cells: readonly Cells[], constant: number, bytes: number, terms: readonly Term[]): boolean {
  const { start, repeats } = normal(constant, terms);
  const { uppers } = cells[0]!;
  const more = uppers.map(() => 0);
  let width = bytes;
  for (const { step, count } of repeats) {
    const level = uppers.findLastIndex((u) => step >= u.step && step % u.step === 0);
    if (level < 0) width += step * (count - 1);
    else more[level]! += (step / uppers[level]!.step) * (count - 1);
  }
  const origin = Math.min(...cells.map((c) => c.low));
  let rest = start - origin;
  for (let level = uppers.length - 1; level >= 0; level--) {
    const { step, count } = uppers[level]!;
    const most = count - 1 - more[level]!;
    if (most < 0) return false;
    rest -= step * Math.max(0, Math.min(most, Math.floor(rest / step)));
  }
  return isInUnion(cells, origin + rest, origin + rest + width);
}

function isInUnion(cells: readonly Cells[], from: number, to: number): boolean {
  let at = from;
  for (const { low, high } of cells.toSorted((a, b) => a.low - b.low)) if (low <= at && high > at) at = high;
  return at >= to;
}
