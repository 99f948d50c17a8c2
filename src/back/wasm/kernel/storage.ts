/** Where each local of a cut kernel lives while a region runs: in a register of its own, in one that the block shares, or in the threads' scratch arrays. */
import { Bits, liveBefore } from '../../../ir/liveness.ts';
import type { Statement } from '../../../ir/module.ts';
import { eachExpression, eachStatement, expressionsOf, localsSet } from '../../../ir/walk.ts';
import type { RegionKernel } from '../../../opt/kernel/region-parts.ts';

export type Region = {
  /** Locals to fetch from the thread's scratch before, and to keep there after. */
  readonly load: readonly number[];
  readonly save: readonly number[];
  /** Locals that all threads set alike and that later regions read from one register. */
  readonly carried: readonly number[];
  readonly read: Bits;
  readonly written: Bits;
};

export type Storage = {
  readonly regions: ReadonlyMap<string, Region>;
  /** Locals with an array in scratch. */
  readonly arrays: readonly number[];
};

type Found = { readonly before: Bits; readonly after: Bits };

export function assignStorage(kernel: RegionKernel): Storage {
  const count = kernel.locals.length;
  const live = new Map<string, Found>();
  liveBefore(kernel.body, count, (label, before, after) => live.set(label, { before, after }));
  const uses = new Map<string, { read: Bits; written: Bits }>();
  eachStatement(kernel.body, (s) => {
    if (s.kind === 'block' && (kernel.threads.has(s.label) || kernel.warps.has(s.label)))
      uses.set(s.label, usesOf(s.body, count));
  });
  const arrays = new Set<number>();
  for (const [label, use] of uses) {
    const { before, after } = live.get(label)!;
    for (let l = 0; l < count; l++) {
      if (kernel.single.has(l)) continue;
      const carried = before.has(l) || (after.has(l) && use.written.has(l));
      if (!carried) continue;
      if (kernel.uniformity.varying.has(l) || (before.has(l) && use.written.has(l))) arrays.add(l);
    }
  }
  const regions = new Map<string, Region>();
  for (const label of kernel.threads) {
    const use = uses.get(label);
    const found = live.get(label);
    if (!use || !found) continue;
    const list = [...arrays];
    regions.set(label, {
      ...use,
      // What is written only on some paths and kept must be there on the others.
      load: list.filter((l) => found.before.has(l) && (use.read.has(l) || (use.written.has(l) && found.after.has(l)))),
      save: list.filter((l) => use.written.has(l) && found.after.has(l)),
      carried: range(count).filter(
        (l) => !kernel.single.has(l) && !arrays.has(l) && use.written.has(l) && found.after.has(l),
      ),
    });
  }
  return { regions, arrays: [...arrays] };
}

function range(n: number): readonly number[] {
  return Array.from({ length: n }, (_, i) => i);
}

function usesOf(body: readonly Statement[], count: number): { read: Bits; written: Bits } {
  const read = new Bits(count);
  const written = new Bits(count);
  eachStatement(body, (s) => {
    for (const l of localsSet(s)) written.add(l);
    for (const e of expressionsOf(s))
      eachExpression(e, (x) => {
        if (x.kind === 'local') read.add(x.index);
      });
  });
  return { read, written };
}
