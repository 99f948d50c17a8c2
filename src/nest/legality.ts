/** What may be done to the threads of a region, by what their statements do to memory. */
import { accessesOf, someEffect } from '../ir/effects.ts';
import type { Expression, Statement } from '../ir/module.ts';
import { eachStatement, localsSet } from '../ir/walk.ts';
import type { Aliases, Root } from '../opt/analysis/alias.ts';

export type RegionEnds = {
  /** Locals that a thread finds as an earlier region left them, and those that it leaves behind. */
  readonly taken: readonly number[];
  readonly left: readonly number[];
  /** Locals that exist once for all threads. */
  readonly single: ReadonlySet<number>;
};

/**
 * Whether a thread may run a region twice: it leaves the same behind, as it writes nothing that it reads, and nobody watches. Between two barriers nobody else may ask when a plain store
 * happens.
 */
export function mayRunTwice(
  body: readonly Statement[],
  aliases: Aliases,
  { taken, left, single }: RegionEnds,
): boolean {
  if (left.some((l) => taken.includes(l))) return false;
  if (someEffect(body, (e) => e.outside === true || e.ordered === true || e.syncs !== undefined)) return false;
  const read: Expression[] = [];
  const written: Expression[] = [];
  let plain = true;
  eachStatement(body, (s) => {
    if (localsSet(s).some((l) => single.has(l))) plain = false;
    const { reads, writes } = accessesOf(s);
    for (const [list, accesses] of [
      [read, reads],
      [written, writes],
    ] as const)
      for (const { from } of accesses) {
        if (from) list.push(from);
        else plain = false;
      }
  });
  if (!plain) return false;
  const sources = read.map((e) => aliases.rootOf(e));
  return !written.some((e) => sources.some((s) => mayBeOne(s, aliases.rootOf(e), aliases)));
}

/**
 * Data of two dummy arguments may be the same here: programs add in place (`call add<<<…>>>(a, a, b)`), which works on every device as long as each thread runs once, although Fortran's rules forbid it.
 */
function mayBeOne(a: Root, b: Root, aliases: Aliases): boolean {
  const areDummies = a.name?.startsWith('$') === true && b.name?.startsWith('$') === true;
  return areDummies || aliases.mayMeet(a, b);
}
