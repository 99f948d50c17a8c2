/** Stores of what their cells hold already (`gvn.ts` finds them): they go, but for those that are made as one with a neighbour's, since a vector costs no more than its parts. */
import type { Statement } from '../../ir/module.ts';
import { isPointer } from '../../ir/types.ts';
import { type Affine, constantOf, namedBase } from '../analysis/affine.ts';

type Body = readonly Statement[];
type Store = Extract<Statement, { kind: 'store' }>;

/** Bytes of the widest store. */
const widest = 16;

export class IdleStores {
  dropped = 0;
  /** The addresses of the stores that were met. */
  private readonly to = new Map<Statement, Affine>();
  private readonly idle = new Set<Statement>();

  note(s: Store, to: Affine, isIdle: boolean): void {
    this.to.set(s, to);
    if (isIdle) this.idle.add(s);
  }

  without(list: Body): Body {
    if (this.idle.size === 0 || !list.some((s) => this.idle.has(s))) return list;
    let busy: ReadonlySet<string> | undefined;
    const made = list.filter((s, i) => {
      if (!isOfRun(s)) busy = undefined;
      if (s.kind !== 'store' || !this.idle.has(s)) return true;
      busy ??= this.busyAround(list, i);
      return busy.has(this.windowOf(s));
    });
    this.dropped += list.length - made.length;
    return made.length === list.length ? list : made;
  }

  /** What the stores that may be made together with the one at `at` write anew. */
  private busyAround(list: Body, at: number): ReadonlySet<string> {
    const found = new Set<string>();
    let from = at;
    while (isOfRun(list[from - 1])) from--;
    for (let s = list[from]; isOfRun(s); s = list[++from])
      if (s.kind === 'store' && !this.idle.has(s)) found.add(this.windowOf(s));
    return found;
  }

  /** The aligned bytes that a store is in, where what its address counts from is aligned. */
  private windowOf(s: Store): string {
    const to = this.to.get(s);
    if (!to) return '';
    let width = BigInt(widest);
    for (const { atoms, factor } of to.terms.values())
      if (!atoms.some(({ e }) => isPointer(e.type))) while (factor % width !== 0n) width /= 2n;
    return `${Math.floor((constantOf(to) + s.offset) / Number(width))} ${namedBase(to)}`;
  }
}

/** Between such statements stores may wait for their neighbours. */
function isOfRun(s: Statement | undefined): s is Extract<Statement, { kind: 'store' | 'set' }> {
  return s?.kind === 'store' || s?.kind === 'set';
}
