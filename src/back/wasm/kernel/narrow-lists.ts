/** Lists of a region whose numbers are of one or two bytes, so that more of them lie in a vector: the whole region, or what threads away from the edges of an array do. */
import type { Statement } from '../../../ir/module.ts';
import { eachExpressionIn, eachStatement, localsSetIn } from '../../../ir/walk.ts';
import type { Lanes } from '../vector/lanes.ts';
import { type NarrowBody, narrowBody } from '../vector/narrow-lanes.ts';
import type { KernelWriter } from './kernel-writer.ts';
import type { Region } from './storage.ts';

type Body = readonly Statement[];
export type NarrowLists = ReadonlyMap<Body, NarrowBody>;

export function narrowLists(k: KernelWriter, body: Body, region: Region, lanes: Lanes, fours: number): NarrowLists {
  const found = new Map<Body, NarrowBody>();
  if (k.inWarp || k.wide || region.load.length + region.save.length > 0) return found;
  const { single } = k.cut;
  const note = (list: Body, outlives: (local: number) => boolean): void => {
    const keeps = (l: number): boolean => single.has(l) || region.carried.includes(l) || outlives(l);
    const narrow = narrowBody(list, 4 * fours, lanes.strideOf, keeps, true);
    if (narrow) found.set(list, narrow);
  };
  note(body, () => false);
  if (found.size === 0)
    eachStatement(body, (s) => {
      if (s.kind === 'if' && s.either) note(s.then, readOutside(s.then, body));
    });
  return found;
}

/** Locals that a list sets and that are read elsewhere. */
function readOutside(list: Body, body: Body): (local: number) => boolean {
  const set = localsSetIn(list);
  const reads = new Map<number, number>();
  const count = (of: Body, by: number): void =>
    eachExpressionIn(of, (e) => {
      if (e.kind === 'local' && set.has(e.index)) reads.set(e.index, (reads.get(e.index) ?? 0) + by);
    });
  count(body, 1);
  count(list, -1);
  return (l) => (reads.get(l) ?? 0) > 0;
}
