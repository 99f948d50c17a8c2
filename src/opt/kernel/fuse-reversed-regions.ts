/**
 * A region in which threads only read, and one behind it in which each writes its own place in shared memory (`x = s(t) + s(t - k)`, a barrier, `s(t) = x`): where
 * nobody reads the places of threads behind it, both run as one, from the last thread to the first; where nobody reads those of threads before it, from the first to the last. What threads
 * hold meanwhile stays in registers.
 */
import type { Expression, Statement } from '../../ir/module.ts';
import { keyOf } from '../../ir/value-key.ts';
import {
  bodiesOf,
  changeBodies,
  eachExpression,
  eachStatement,
  expressionsOf,
  localsSetIn,
  someExpression,
} from '../../ir/walk.ts';
import type { RegionKernel } from './region-parts.ts';
import { type Place, placeOf, valuesOf } from './shared-places.ts';

type Region = Extract<Statement, { readonly kind: 'block' }>;

/** The kernel with such regions as one, and their labels. Only for blocks of one row. */
export function fuseReversedRegions(kernel: RegionKernel): {
  readonly kernel: RegionKernel;
  readonly descending: ReadonlySet<string>;
} {
  const values = valuesOf(kernel.body, kernel.locals.length);
  const descending = new Set<string>();
  let fused = false;
  const threads = new Set(kernel.threads);
  const isRegion = (s: Statement | undefined): s is Region =>
    s?.kind === 'block' && kernel.threads.has(s.label) && !kernel.whole.has(s.label);
  const list = (statements: readonly Statement[]): readonly Statement[] => {
    const out: Statement[] = [];
    for (let i = 0; i < statements.length; i++) {
      const [first, second] = [statements[i]!, statements[i + 1]];
      const order =
        isRegion(first) && isRegion(second) ? orderOf(first.body, second.body, values, kernel.single) : undefined;
      if (isRegion(first) && isRegion(second) && order) {
        if (order === 'descending') descending.add(first.label);
        fused = true;
        threads.delete(second.label);
        out.push({ ...first, body: inOneGuard(first.body, second.body) });
        i++;
      } else if (first.kind === 'for' || first.kind === 'loop' || first.kind === 'if') {
        out.push(changeBodies(first, list));
      } else out.push(first);
    }
    return out;
  };
  const body = list(kernel.body);
  return fused ? { kernel: { ...kernel, body, threads }, descending } : { kernel, descending };
}

type Order = 'ascending' | 'descending';

/** In which both run as one; undefined where they may not. */
function orderOf(
  reads: readonly Statement[],
  writes: readonly Statement[],
  values: ReadonlyMap<number, Expression>,
  single: ReadonlySet<number>,
): Order | undefined {
  const plain = (s: Statement): boolean =>
    (s.kind === 'set' && !single.has(s.local)) || (s.kind === 'if' && bodiesOf(s).every((b) => b.every(plain)));
  if (!reads.every(plain)) return undefined;
  const written: Place[] = [];
  const stores = (s: Statement): boolean => {
    if (s.kind === 'if') return bodiesOf(s).every((b) => b.every(stores));
    if (s.kind !== 'store') return plain(s);
    const place = s.volatile || s.to.type !== 'ptr.shared' ? undefined : placeOf(s.to, s.offset, values);
    if (place) written.push(place);
    return place !== undefined;
  };
  if (!writes.every(stores) || written.length === 0) return undefined;
  const orders = new Set<Order>(['descending', 'ascending']);
  const meet = (read: Place | undefined): void => {
    for (const w of written) {
      if (read && w.root !== read.root) continue;
      const even = read && w.step === read.step && w.step > 0;
      if (!even || read.behind > w.behind) orders.delete('descending');
      if (!even || read.behind < w.behind) orders.delete('ascending');
    }
  };
  eachStatement(reads, (s) => {
    for (const whole of expressionsOf(s))
      eachExpression(whole, (e) => {
        if (e.kind !== 'load' || e.from.type === 'ptr.global') return;
        meet(e.volatile || e.from.type !== 'ptr.shared' ? undefined : placeOf(e.from, e.offset, values));
      });
  });
  return orders.values().next().value;
}

/** Both bodies; where each ends with a branch that the same condition opens, in one branch. */
function inOneGuard(reads: readonly Statement[], writes: readonly Statement[]): readonly Statement[] {
  const [first, second] = [reads.at(-1), writes.at(-1)];
  const both = [...reads, ...writes];
  if (first?.kind !== 'if' || second?.kind !== 'if' || first.otherwise.length + second.otherwise.length > 0)
    return both;
  const between = writes.slice(0, -1);
  const read = new Set<number>();
  eachExpression(second.condition, (e) => {
    if (e.kind === 'local') read.add(e.index);
  });
  const changed = localsSetIn([...first.then, ...between]);
  const moves = someExpression(second.condition, (e) => e.kind === 'load') || [...read].some((l) => changed.has(l));
  if (moves || between.length > 0 || keyOf(first.condition) !== keyOf(second.condition)) return both;
  return [...reads.slice(0, -1), { ...first, then: [...first.then, ...second.then] }];
}
