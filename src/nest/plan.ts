/** Which steps a region goes through, in their order. */
import { type Nest, printNest, type Step } from './nest.ts';
import { hoistEdges } from './steps/hoist-edges.ts';
import { speculate } from './steps/speculate-branches.ts';
import { splitTrips } from './steps/split-trips.ts';
import { uniformConditions } from './steps/uniform-conditions.ts';
import { versionEdges } from './steps/version-edges.ts';

export const steps: readonly Step[] = [splitTrips, versionEdges, hoistEdges, speculate, uniformConditions];

/** `analysed` finds anew how values grow along the vector axis; undefined where the axis cannot be one any more. `show` takes the nest as it was given, and after each step that changed it. */
export function plan(given: Nest, analysed: (nest: Nest) => Nest | undefined, show?: (text: string) => void): Nest {
  show?.(`; given\n${printNest(given)}\n`);
  return steps.reduce((now, step) => {
    const made = step.apply(now);
    const next = made === now ? undefined : analysed(made);
    if (next) show?.(`; after ${step.name}\n${printNest(next)}\n`);
    return next ?? now;
  }, given);
}
