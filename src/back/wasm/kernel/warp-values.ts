/**
 * What all lanes of a warp have in common when it outlives a region (the votes of a ballot): where chunks are whole warps it is kept once for each, and the regions that
 * read it run in whole warps too.
 */
import type { Statement } from '../../../ir/module.ts';
import { eachStatement, localsSetIn } from '../../../ir/walk.ts';
import type { HoistedKernel } from '../../../opt/kernel/hoist-invariants.ts';
import { analyseLanes, type Lanes } from '../vector/lanes.ts';
import type { Region, Storage } from './storage.ts';

type Found = { readonly region: Region; readonly body: readonly Statement[]; readonly sets: ReadonlySet<number> };

/** Locals with an array in scratch of which the first lane's element is enough. */
export function warpValues(kernel: HoistedKernel, storage: Storage): ReadonlySet<number> {
  if (kernel.whole.size === 0) return new Set();
  const regions: Found[] = [];
  const common = new Set(storage.arrays);
  eachStatement(kernel.body, (s) => {
    const region = s.kind === 'block' ? storage.regions.get(s.label) : undefined;
    if (s.kind !== 'block' || !region) return;
    const sets = localsSetIn(s.body);
    if (!kernel.whole.has(s.label)) for (const l of sets) common.delete(l);
    regions.push({ region, body: s.body, sets });
  });
  for (let before = -1; before !== common.size; ) {
    before = common.size;
    for (const { region, body, sets } of regions) {
      const used = [...region.load, ...region.save].filter((l) => common.has(l));
      if (used.length === 0) continue;
      const lanes = lanesOfWarp(kernel, region, body, common);
      for (const l of used) if (!lanes || (sets.has(l) && lanes.strideOfLocal(l) !== 0)) common.delete(l);
    }
  }
  return common;
}

/** In chunks of whole warps. */
export function lanesOfWarp(
  kernel: HoistedKernel,
  region: Region,
  body: readonly Statement[],
  common: ReadonlySet<number>,
): Lanes | undefined {
  return analyseLanes({
    body,
    locals: kernel.locals.length,
    arrays: new Set([...region.load, ...region.save].filter((l) => !common.has(l))),
    single: kernel.single,
    values: kernel.values,
    carried: new Set(region.carried),
    inWarp: false,
    wholeWarps: true,
    aligned: true,
    slotStride: undefined,
  });
}
