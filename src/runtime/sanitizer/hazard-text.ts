/** Single hazards as `--racecheck-report hazard` has them. */
import type { CheckSite } from '../../machine/check-record.ts';
import type { Sample, SampleSide } from './races.ts';
import { countedFrom, hex, spaceName } from './report-text.ts';

/** Extents of a launch. */
export type Shape = { readonly grid: readonly number[]; readonly block: readonly number[] };

export type HazardParts = {
  readonly siteOf: (id: number) => CheckSite | undefined;
  /** Where a side stands, as reports say it. */
  readonly placeOf: (side: SampleSide) => string;
  readonly shapeOf: (work: number) => Shape | undefined;
  /** What threads and blocks are counted from. */
  readonly countsFrom: number;
};

export function hazardReport(
  sample: Sample,
  parts: HazardParts,
): { readonly title: string; readonly details: readonly string[] } {
  const [first, second] = sample.sides;
  const site = parts.siteOf(second.site) ?? parts.siteOf(first.site);
  const level = sample.inWarp ? 'Warning: (Warp Level Programming)' : 'Error:';
  const space = site ? spaceName(site) : '__global__';
  const shape = parts.shapeOf(second.work);
  const where = shape && second.block >= 0 ? ` in block ${triple(second.block, shape.grid, parts.countsFrom)}` : '';
  return {
    title: `${level} Potential ${kindOf(first, second)} hazard detected at ${space} ${hex(sample.address)}${where} :`,
    details: [...sample.sides.map((side) => sideLine(side, parts)), ...valueLine(first, second)],
  };
}

function kindOf(first: SampleSide, second: SampleSide): string {
  if (first.how === 'Write') return second.how === 'Write' ? 'WAW' : 'RAW';
  return 'WAR';
}

function sideLine(side: SampleSide, { placeOf, shapeOf, countsFrom }: HazardParts): string {
  const shape = shapeOf(side.work);
  const thread = shape && side.thread >= 0 ? ` Thread ${triple(side.thread, shape.block, countsFrom)}` : '';
  return `${side.how}${thread} ${placeOf(side)}`;
}

/** Values of 4 bytes and less are known. */
function valueLine(first: SampleSide, second: SampleSide): readonly string[] {
  const [now, then] = [first.value, second.value];
  if (now === undefined) return [];
  return [`Current Value : ${now}${then === undefined ? '' : `, Incoming Value : ${then}`}`];
}

function triple(index: number, [x = 1, y = 1]: readonly number[], first: number): string {
  return `(${countedFrom(first, [index % x, Math.floor(index / x) % y, Math.floor(index / x / y)]).join(',')})`;
}
