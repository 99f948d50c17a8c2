/** Which steps a region goes through, in their order. */
import { type Nest, printNest, type Step } from './nest.ts';
import { versionEdges } from './steps/version-edges.ts';

export const steps: readonly Step[] = [versionEdges];

/** `show` takes the nest as it was given, and after each step that changed it. */
export function plan(nest: Nest, show?: (text: string) => void): Nest {
  show?.(`; given\n${printNest(nest)}\n`);
  return steps.reduce((now, step) => {
    const next = step.apply(now);
    if (next !== now) show?.(`; after ${step.name}\n${printNest(next)}\n`);
    return next;
  }, nest);
}
