/** What many numbers come to, as nsys's summaries show them. */
import type { Cell, Column } from './table.ts';

export type Statistics = {
  readonly total: number;
  readonly count: number;
  readonly mean: number;
  readonly median: number;
  readonly least: number;
  readonly most: number;
  /** Of a sample; 0 of one number. */
  readonly deviation: number;
};

export function statisticsOf(values: readonly number[]): Statistics {
  const sorted = values.toSorted((a, b) => a - b);
  const count = sorted.length;
  const total = sorted.reduce((sum, x) => sum + x, 0);
  const mean = count === 0 ? 0 : total / count;
  const squares = sorted.reduce((sum, x) => sum + (x - mean) ** 2, 0);
  return {
    total,
    count,
    mean,
    median: ((sorted[(count - 1) >> 1] ?? 0) + (sorted[count >> 1] ?? 0)) / 2,
    least: sorted[0] ?? 0,
    most: sorted[count - 1] ?? 0,
    deviation: count < 2 ? 0 : Math.sqrt(squares / (count - 1)),
  };
}

export function grouped<T>(items: readonly T[], key: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const name = key(item);
    const group = groups.get(name);
    if (group) group.push(item);
    else groups.set(name, [item]);
  }
  return groups;
}

type Measured = { readonly start: number; readonly end: number };

/** Columns of a summary of times; `count`: the head of how many there are. */
export function summaryColumns(count: string, ...last: readonly Column[]): readonly Column[] {
  return [
    { head: 'Time', holds: 'percent' },
    { head: 'Total Time', holds: 'time' },
    { head: count, holds: 'count' },
    ...meanColumns('time'),
    ...last,
  ];
}

export function meanColumns(holds: 'time' | 'size', prefix = ''): readonly Column[] {
  return ['Avg', 'Med', 'Min', 'Max', 'StdDev'].map((head) => ({ head: prefix + head, holds }));
}

export function meanCells({ mean, median, least, most, deviation }: Statistics): readonly number[] {
  return [mean, median, least, most, deviation];
}

/** A row for each key, longest total first; `last`: its cells behind the times. */
export function summaryRows<T extends Measured>(
  items: readonly T[],
  key: (item: T) => string,
  last: (first: T) => readonly Cell[],
): readonly (readonly Cell[])[] {
  const groups = [...grouped(items, key).values()].map((group) => ({
    first: group[0]!,
    times: statisticsOf(group.map(({ start, end }) => end - start)),
  }));
  const all = groups.reduce((sum, { times }) => sum + times.total, 0);
  return groups
    .toSorted((a, b) => b.times.total - a.times.total)
    .map(({ first, times }) => [
      all === 0 ? 0 : (100 * times.total) / all,
      times.total,
      times.count,
      ...meanCells(times),
      ...last(first),
    ]);
}
