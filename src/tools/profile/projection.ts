/** Ranges of the host on the device: from the first to the last work that calls within a range began. */
import { stackOf } from './range-stack.ts';
import { type Range, type Recording, workOf } from './recording.ts';
import { grouped, meanCells, statisticsOf } from './statistics.ts';
import type { Cell } from './table.ts';

type Projected = {
  readonly range: Range;
  readonly place: number;
  readonly start: number;
  readonly end: number;
  readonly operations: number;
  readonly children: number;
};

function projected(recording: Recording): readonly Projected[] {
  const { ranges, calls } = recording;
  const begun = new Map(calls.map(({ correlation, start }) => [correlation, start]));
  const work = workOf(recording).map((w) => ({
    asked: begun.get(w.correlation) ?? w.start,
    start: w.start,
    end: w.end,
  }));
  return ranges.flatMap((range, place) => {
    const own = work.filter(({ asked }) => asked >= range.start && asked <= range.end);
    if (own.length === 0) return [];
    return [
      {
        range,
        place,
        start: Math.min(...own.map(({ start }) => start)),
        end: Math.max(...own.map(({ end }) => end)),
        operations: own.length,
        children: ranges.filter(({ parent }) => parent === place).length,
      },
    ];
  });
}

export function projectionRows(recording: Recording): readonly (readonly Cell[])[] {
  return [...grouped(projected(recording), ({ range }) => `${range.style} ${range.name}`).values()]
    .map((group) => {
      const times = statisticsOf(group.map(({ start, end }) => end - start));
      const onHost = group.reduce((sum, { range }) => sum + range.end - range.start, 0);
      const mean = (of: (p: Projected) => number): number => group.reduce((sum, p) => sum + of(p), 0) / group.length;
      const { name, style } = group[0]!.range;
      return {
        total: times.total,
        cells: [
          name,
          style,
          times.total,
          onHost,
          group.length,
          ...meanCells(times),
          group.reduce((sum, { operations }) => sum + operations, 0),
          mean(({ operations }) => operations),
          mean(({ range }) => range.level),
          mean(({ children }) => children),
        ],
      };
    })
    .toSorted((a, b) => b.total - a.total)
    .map(({ cells }) => cells);
}

export function projectionTrace(recording: Recording): readonly (readonly Cell[])[] {
  return projected(recording).map(({ range, place, start, end, operations, children }) => [
    range.name,
    start,
    end - start,
    range.start,
    range.end - range.start,
    range.style,
    recording.process,
    recording.process,
    operations,
    range.level,
    children,
    place + 1,
    range.parent === undefined ? '' : String(range.parent + 1),
    stackOf(recording.ranges, place),
  ]);
}
