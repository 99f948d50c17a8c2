/** What the passes for a GPU make of random kernels, thread by thread. */
import type { Program } from '../../src/ir/link.ts';
import type { Step } from '../../src/opt/passes.ts';
import { optimisePtx } from '../../src/opt/pipeline.ts';
import { verifyPasses, watchedBy } from '../../src/opt/watch.ts';
import { compareVersions } from './compare.ts';
import type { RandomKernel } from './kernel-source.ts';

/** What differs from what the front end made, a line for each kernel; passes that change something are added to `changed`. */
export function problemsBehindPtx(
  program: Program,
  kernels: readonly RandomKernel[],
  changed: Set<string>,
): readonly string[] {
  const none = { mathName: () => undefined, mathFunction: () => undefined, keep: new Set<string>() };
  const made = optimisePtx(
    program,
    { globals: program.globals, capability: 90, contract: false, ...none },
    { target: 'ptx', program, watch: watchedBy([verifyPasses, (s) => void (isChanged(s) && changed.add(s.pass))]) },
  );
  const functions = new Map(made.functions.map((f) => [f.name, f]));
  return kernels.flatMap((k) => {
    const is = (f: { readonly name: string }): boolean => f.name === `m.${k.name}`;
    const before = { functions: program.functions, fn: program.kernels.find(is)! };
    const after = { functions, fn: made.kernels.find(is)! };
    const difference = compareVersions(program, k, after, before);
    return difference === undefined ? [] : [`${k.name}: ${difference}`];
  });
}

const isChanged = ({ before, after }: Step): boolean => before.some((fn, i) => fn !== after[i]);
