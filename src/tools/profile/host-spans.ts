/** What samples of the host come to: procedures by their time, and stretches of time for timelines. */
import type { Recording, Timed } from './recording.ts';
import type { Cell, Column } from './table.ts';

export const hostColumns: readonly Column[] = [
  { head: 'Time', holds: 'percent' },
  { head: 'Self Time', holds: 'time' },
  { head: 'Total Time', holds: 'time' },
  { head: 'Samples', holds: 'count' },
  { head: 'Procedure', holds: 'text' },
];

/** A row for each procedure, most time of its own first; `Time` is its own in percent. `Total Time` is with what it calls. */
export function hostRows({ samples }: Pick<Recording, 'samples'>): readonly (readonly Cell[])[] {
  const rows = new Map<string, { self: number; total: number; count: number }>();
  const rowOf = (name: string): { self: number; total: number; count: number } => {
    const row = rows.get(name) ?? { self: 0, total: 0, count: 0 };
    rows.set(name, row);
    return row;
  };
  let all = 0;
  for (const { stack, start, end } of samples) {
    all += end - start;
    for (const name of new Set(stack)) rowOf(name).total += end - start;
    const inner = rowOf(stack[0] ?? '');
    inner.self += end - start;
    inner.count++;
  }
  return [...rows]
    .toSorted(([, a], [, b]) => b.self - a.self || b.total - a.total)
    .map(([name, { self, total, count }]) => [all === 0 ? 0 : (100 * self) / all, self, total, count, name]);
}

/** A stretch of time in a procedure; `level`: how many stand around it. */
export type HostSpan = { readonly name: string; readonly start: number; readonly end: number; readonly level: number };

/** Procedures in which samples side by side find the host are one stretch each, the outermost first. */
export function hostSpans(samples: readonly Timed<{ readonly stack: readonly string[] }>[]): readonly HostSpan[] {
  const spans: (HostSpan & { end: number })[] = [];
  let open: (HostSpan & { end: number })[] = [];
  let last = Number.NaN;
  for (const { stack, start, end } of samples) {
    const names = stack.toReversed();
    const same = start > last + longestGap ? 0 : commonOf(open, names);
    open = open.slice(0, same);
    for (const [i, name] of names.slice(same).entries()) {
      const span = { name, start, end, level: same + i };
      open.push(span);
      spans.push(span);
    }
    for (const span of open) span.end = end;
    last = end;
  }
  return spans;
}

/** Nanoseconds without a sample after which the host may have been anywhere. */
const longestGap = 100_000;

function commonOf(open: readonly { readonly name: string }[], names: readonly string[]): number {
  const differing = names.findIndex((name, i) => open[i]?.name !== name);
  return differing < 0 ? Math.min(open.length, names.length) : differing;
}
