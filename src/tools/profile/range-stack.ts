import type { Range } from './recording.ts';

/** The numbers of the ranges around one, and its own. */
export function stackOf(ranges: readonly Range[], place: number): string {
  const parent = ranges[place]?.parent;
  return `${parent === undefined ? '' : stackOf(ranges, parent)}:${place + 1}`;
}
