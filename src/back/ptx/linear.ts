/** Offsets of addresses for PTX: sums of 64 bits, in which products by extents are taken apart. */

import type { Expression } from '../../ir/module.ts';
import { keyOf } from '../../ir/value-key.ts';
import { type Address, AffineForms, byFixed, type Term } from '../../opt/analysis/affine.ts';
import { fitsNarrow } from './narrow.ts';

/** `narrow`: i64 locals that hold no more than an i32. `fixed`: locals that depend on parameters alone. */
export type Facts = { readonly narrow: ReadonlySet<number>; readonly fixed: ReadonlySet<number> };

/** Longer products stay as they were written. */
const most = { terms: 6, atoms: 4 };

/** An index of several dimensions, ((k-1)*n + j-1)*m + i-1, becomes k*n*m + j*m + i and what depends on the extents alone. */
export function formsFor(facts: Facts): AffineForms {
  return new AffineForms({ bits: 64, keyOf, product: byFixed((x) => isFixed(x, facts), most), keepsHalves: true });
}

/** Of addresses as the function's expressions have them: each is taken apart once. */
export function addressesFor(facts: Facts): (from: Expression, offset: number) => Address {
  const forms = formsFor(facts);
  const known = new Map<Expression, Address>();
  return (from, offset) => {
    let found = known.get(from);
    if (!found) {
      found = forms.address(from, 0);
      known.set(from, found);
    }
    if (offset === 0) return found;
    return { ...found, sum: { ...found.sum, constant: BigInt.asIntN(64, found.sum.constant + BigInt(offset)) } };
  };
}

/** Whether the term is the same for all threads. */
export function isFixedTerm(t: Term, facts: Facts): boolean {
  return t.atoms.every((a) => isFixed(a.e, facts));
}

/** An extent or a stride. */
function isFixed(e: Expression, facts: Facts): boolean {
  switch (e.kind) {
    case 'const':
      return true;
    case 'local':
      return facts.fixed.has(e.index);
    case 'op':
      return e.args.every((a) => isFixed(a, facts));
    default: // else: threads may differ in it
      return false;
  }
}

/** Whether 32 bits hold the atom. */
export function isNarrowAtom(e: Expression, facts: Facts): boolean {
  return e.kind !== 'const' && fitsNarrow(e, facts.narrow);
}
