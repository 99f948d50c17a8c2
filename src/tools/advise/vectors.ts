/** Loads and stores of neighbouring cells that go as one: as back/ptx plans them for a launch whose arrays begin at multiples of 16 bytes. */

import { Alignment } from '../../back/ptx/alignment.ts';
import { type Group, type Known, planRun, type StoreGroup } from '../../back/ptx/grouped-accesses.ts';
import { addressesFor } from '../../back/ptx/linear.ts';
import { fixedLocals, narrowLocals } from '../../back/ptx/narrow.ts';
import type { Expression, Fn, Statement } from '../../ir/module.ts';
import { sizeOf } from '../../ir/types.ts';
import { aliasesOf } from '../../opt/analysis/alias.ts';
import { congruences } from '../../opt/analysis/congruence.ts';
import { has, isMany, type Lanes, laneOf, warpSize } from './lanes.ts';

/** `isBegun`: one of its loads has been written. */
export type Vector = { readonly bytes: number; isBegun: boolean };
/** `from`: bytes from the vector's first cell; `isLast`: of a store, behind which all of the vector is there. */
export type Cell = { readonly vector: Vector; readonly from: number; readonly isLast: boolean };

/** Loads (expressions) and stores (statements) of a list, by what they are part of. */
export type VectorsOf = (list: readonly Statement[]) => ReadonlyMap<Expression | Statement, Cell>;

export function vectorsFor(fn: Fn): VectorsOf {
  const aliases = aliasesOf(fn);
  const alignment = new Alignment(new Map(), fn, { aligned: true, facts: [], cells: [] }, () => undefined);
  const known: Known = {
    addressOf: addressesFor({ narrow: narrowLocals(fn, []), fixed: fixedLocals(fn) }),
    congruence: congruences(fn, alignment.of),
    alignment,
    mayMeet: (a, b) => aliases.mayMeet(aliases.rootOf(a), aliases.rootOf(b)),
  };
  return (list) => {
    const found = new Map<Expression | Statement, Cell>();
    for (let i = 0; i < list.length; ) {
      const { loads, stores, length } = planRun(known, list, i);
      const vectors = new Map<Group, Vector>();
      for (const [load, { group, lane }] of loads) {
        const size = sizeOf(group.first.memory);
        const vector = vectors.get(group) ?? { bytes: group.lanes * size, isBegun: false };
        vectors.set(group, vector);
        found.set(load, { vector, from: lane * size, isLast: false });
      }
      const stored = new Map<StoreGroup, Vector>();
      for (const [store, group] of stores) {
        const size = sizeOf(store.memory);
        const vector = stored.get(group) ?? { bytes: group.stores.length * size, isBegun: false };
        stored.set(group, vector);
        found.set(store, { vector, from: group.stores.indexOf(store) * size, isLast: store === group.last });
      }
      i += Math.max(1, length);
    }
    return found;
  };
}

export function isAligned(at: Lanes, bytes: number, mask: number): boolean {
  if (!isMany(at)) return Number(at) % bytes === 0;
  for (let lane = 0; lane < warpSize; lane++)
    if (has(mask, lane) && Number(laneOf(at, lane)) % bytes !== 0) return false;
  return true;
}
