/** Stores of what their cells hold already (`gvn.ts` finds them): they go, but where fewer stores are left with them, since neighbours in aligned bytes are stored as one. */
import type { Statement } from '../../ir/module.ts';
import { isPointer, sizeOf } from '../../ir/types.ts';
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
    let kept: ReadonlySet<Statement> | undefined;
    const made = list.filter((s, i) => {
      if (!isOfRun(s)) kept = undefined;
      if (!this.idle.has(s)) return true;
      kept ??= this.keptAround(list, i);
      return kept.has(s);
    });
    this.dropped += list.length - made.length;
    return made.length === list.length ? list : made;
  }

  /** Which idle stores stay of those that may be made together with the one at `at`. */
  private keptAround(list: Body, at: number): ReadonlySet<Statement> {
    const windows = new Map<string, { readonly width: number; busy: number; all: number; readonly idle: Store[] }>();
    let from = at;
    while (isOfRun(list[from - 1])) from--;
    for (let s = list[from]; isOfRun(s); s = list[++from]) {
      const to = s.kind === 'store' ? this.to.get(s) : undefined;
      if (s.kind !== 'store' || !to) continue;
      const width = alignmentOf(to);
      const first = constantOf(to) + s.offset;
      const start = Math.floor(first / width);
      const key = `${start} ${namedBase(to)}`;
      const window = windows.get(key) ?? { width, busy: 0, all: 0, idle: [] };
      windows.set(key, window);
      const bytes = ((1 << sizeOf(s.memory)) - 1) << (first - start * width);
      window.all |= bytes;
      if (this.idle.has(s)) window.idle.push(s);
      else window.busy |= bytes;
    }
    const fewer = [...windows.values()].filter((w) => storesOf(w.all, w.width) < storesOf(w.busy, w.width));
    return new Set(fewer.flatMap((w) => w.idle));
  }
}

/** Of an address, where what it counts from is aligned. */
function alignmentOf({ terms }: Affine): number {
  let width = BigInt(widest);
  for (const { atoms, factor } of terms.values())
    if (!atoms.some(({ e }) => isPointer(e.type))) while (factor % width !== 0n) width /= 2n;
  return Number(width);
}

/** How many stores write these bytes of so many: a bit for each byte. */
function storesOf(bytes: number, width: number): number {
  if (bytes === 0) return 0;
  if (width === 1 || bytes === (1 << width) - 1) return 1;
  const half = width / 2;
  return storesOf(bytes & ((1 << half) - 1), half) + storesOf(bytes >> half, half);
}

/** Between such statements stores may wait for their neighbours. */
function isOfRun(s: Statement | undefined): s is Extract<Statement, { kind: 'store' | 'set' }> {
  return s?.kind === 'store' || s?.kind === 'set';
}
