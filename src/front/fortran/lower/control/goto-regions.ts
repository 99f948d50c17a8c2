/**
 * The loops and blocks that branches within a statement list make: a loop from a label to the last statement behind it that branches there, a block from the first statement that branches to a label up to
 * that label. What crosses is extended until each lies in or beside the other.
 */
import { bodiesOf } from '../../bodies-of.ts';
import { branchLabels } from '../../branch-labels.ts';
import type { Stmt } from '../../program.ts';

/** The statements `from` … `to` - 1. A branch to one of `labels` begins them again, one to `end` leaves them. */
export type BranchRegion = {
  readonly kind: 'loop' | 'block';
  readonly labels: readonly number[];
  readonly end: readonly number[];
  readonly from: number;
  readonly to: number;
};

type Range = { readonly kind: BranchRegion['kind']; readonly label: number; from: number; to: number };

/** Outer ones before those within. Nothing where a branch leads into the middle of a loop from outside it. */
export function branchRegions(list: readonly Stmt[]): readonly BranchRegion[] | undefined {
  const ranges = rangesOf(list);
  if (!nested(ranges)) return undefined;
  ranges.sort((a, b) => a.from - b.from || b.to - a.to || order(a) - order(b));
  const made: BranchRegion[] = [];
  for (const r of ranges) {
    // A block that ends where a region around it does is left as that one; loops that begin together are one.
    const same = made.findIndex((m) =>
      r.kind === 'block' ? m.to === r.to && m.from <= r.from : m.kind === 'loop' && m.to === r.to && m.from === r.from,
    );
    if (same < 0) made.push(joined(undefined, r));
    else made[same] = joined(made[same], r);
  }
  // A loop at the end of blocks is left where they are.
  return made.map((r, i) => {
    const ends = made.slice(0, i).flatMap((m) => (m.to === r.to && m.from <= r.from ? m.end : []));
    return r.kind === 'loop' && ends.length > 0 ? { ...r, end: [...r.end, ...ends] } : r;
  });
}

function order({ kind }: Range): number {
  return kind === 'loop' ? 0 : 1;
}

function joined(around: BranchRegion | undefined, { kind, label, from, to }: Range): BranchRegion {
  const { labels, end } = around ?? { labels: [], end: [] };
  return {
    kind: around?.kind ?? kind,
    labels: kind === 'loop' ? [...labels, label] : labels,
    end: kind === 'block' ? [...end, label] : end,
    from: around?.from ?? from,
    to,
  };
}

function rangesOf(list: readonly Stmt[]): Range[] {
  const places = new Map(list.flatMap((s, i) => (s.label === undefined ? [] : [[s.label, i] as const])));
  const loops = new Map<number, Range>();
  const blocks = new Map<number, Range>();
  list.forEach((s, from) => {
    for (const label of branchesOf(s)) {
      const at = places.get(label);
      if (at === undefined) continue;
      const known = (at <= from ? loops : blocks).get(label);
      if (at <= from) {
        if (known) known.to = from + 1;
        else loops.set(label, { kind: 'loop', label, from: at, to: from + 1 });
      } else if (!known) blocks.set(label, { kind: 'block', label, from, to: at });
    }
  });
  return [...loops.values(), ...blocks.values()];
}

function branchesOf(s: Stmt): readonly number[] {
  return [...branchLabels(s), ...bodiesOf(s).flatMap((body) => body.flatMap(branchesOf))];
}

/** Extends `ranges` until none crosses another; whether that can be. */
function nested(ranges: readonly Range[]): boolean {
  for (let changed = true; changed; ) {
    changed = false;
    for (const a of ranges) {
      for (const b of ranges) {
        if (!(a.from < b.from && b.from < a.to && a.to < b.to)) continue;
        if (b.kind === 'block') b.from = a.from;
        else if (a.kind === 'loop') a.to = b.to;
        else return false;
        changed = true;
      }
    }
  }
  return true;
}
