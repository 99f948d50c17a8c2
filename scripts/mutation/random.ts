/**
 * Random kernels as tests of the optimiser's conditions: what a launch is said to do holds for its threads and is known as exactly as before, and kernels give the numbers that they give
 * thread by thread, on the simulated device and behind the passes for a GPU. Always the same seeds.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Program } from '../../src/ir/link.ts';
import type { Known } from '../../test/opt/launch-claims.ts';
import type { RandomKernel, randomSourceText } from '../../test/reference/kernel-source.ts';
import { type Copy, within } from './copy.ts';

/** Does it find something else with this mutant? Conditions that it does not come by can't be noticed. */
export type RandomCheck = { readonly notices: (id: number) => boolean };

type Given = { readonly program: Program; readonly kernels: readonly RandomKernel[]; readonly group: number };

const together = 10;
const claims = 60;
const launched = 200;
const behindPtx = 100;
/** A kernel that takes so many times as long as it took has noticed. */
const patience = 10;

/** They are compiled when they are first asked for. */
export async function randomChecks(copy: Copy, folder: string): Promise<() => readonly RandomCheck[]> {
  const of = (path: string) => import(pathToFileURL(join(folder, path)).href);
  const { checkClaims, nothingKnown } = await of('test/opt/launch-claims.ts');
  const { compile, problemsOfKernels } = await of('test/reference/compare.ts');
  const { problemsBehindPtx } = await of('test/reference/ptx-passes.ts');
  const sources: readonly (typeof randomSourceText)[] = [
    (await of('test/reference/kernel-source.ts')).randomSourceText,
    (await of('test/reference/marching-loops.ts')).marchingLoops,
  ];
  const given = (source: typeof randomSourceText, group: number): Given => {
    const { text, kernels } = source(group * together, (group + 1) * together);
    return { program: compile(text), kernels, group };
  };
  const make = (): readonly RandomCheck[] => [
    ...groups(claims).map((group) =>
      checkOf(copy, () => {
        const known: Known = { ...nothingKnown };
        for (let seed = 1; seed <= together; seed++) checkClaims(group * together + seed, known);
        return JSON.stringify(known);
      }),
    ),
    ...groups(launched).map((n) => {
      const { program, kernels, group } = given(sources[0]!, n);
      return checkOf(copy, () => problemsOfKernels(structuredClone(program), kernels, group).join());
    }),
    ...sources.flatMap((source) =>
      groups(behindPtx).map((n) => {
        const { program, kernels } = given(source, n);
        return checkOf(copy, () => problemsBehindPtx(structuredClone(program), kernels, new Set()).join());
      }),
    ),
  ];
  let made: readonly RandomCheck[] | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function groups(seeds: number): readonly number[] {
  return Array.from({ length: seeds / together }, (_, group) => group);
}

function checkOf(copy: Copy, outcome: () => string): RandomCheck {
  copy.site.hits.clear();
  const begin = performance.now();
  copy.site.steps = Number.NEGATIVE_INFINITY;
  const expected = outcome();
  const most = 5000 + patience * (performance.now() - begin);
  const hits = new Set(copy.site.hits);
  const notices = (id: number): boolean => {
    if (!hits.has(id)) return false;
    copy.site.active = id;
    copy.site.steps = Number.NEGATIVE_INFINITY;
    try {
      return within(most, outcome) !== expected;
    } catch {
      return true;
    } finally {
      copy.site.active = -1;
    }
  };
  return { notices };
}
