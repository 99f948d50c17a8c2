/**
 * Loops whose variables count through arrays of a thread are unrolled where such an array disappears by that: every place in it becomes a constant, and each of its cells a local. The question is
 * what the array needs, not how long a loop is.
 */
import type { Expression, Fn, Statement } from '../../ir/module.ts';
import { isPointer } from '../../ir/types.ts';
import { bodiesOf, eachPartOf, eachStatement, localsSet } from '../../ir/walk.ts';
import type { SlotCost } from '../cost.ts';
import { unrolled } from './unroll.ts';

type For = Extract<Statement, { readonly kind: 'for' }>;

export function unrollForSlots(fn: Fn, cost: SlotCost): Fn {
  if (fn.slots.length === 0) return fn;
  const needs = new Needs(fn, cost).find();
  const chosen = affordable(fn, needs, cost);
  if (chosen.size === 0) return fn;
  return unrolled(fn, (loop) => chosen.has(loop.label));
}

/** The loops that must go so that the slot does. */
type Need = { readonly slot: number; readonly loops: ReadonlySet<string> };

class Needs {
  private readonly fn: Fn;
  private readonly cost: SlotCost;
  private readonly loops = new Map<string, For>();
  /** The loop that counts in a local, where it is the only one that sets it. */
  private readonly counters = new Map<number, For>();
  private readonly values = new Map<number, Expression[]>();
  private readonly other = new Set<number>();
  private readonly open = new Set<number>();
  /** Of each slot that is only used at places that can become constants. */
  private readonly found = new Map<number, Set<string>>();
  private readonly escaped = new Set<number>();

  constructor(fn: Fn, cost: SlotCost) {
    this.fn = fn;
    this.cost = cost;
  }

  find(): readonly Need[] {
    const { fn } = this;
    for (let l = 0; l < fn.params; l++) this.other.add(l);
    eachStatement(fn.body, (s) => {
      if (s.kind === 'for') {
        this.loops.set(s.label, s);
        if (this.counters.has(s.local) || this.values.has(s.local)) this.other.add(s.local);
        this.counters.set(s.local, s);
      } else if (s.kind === 'set') {
        if (this.counters.has(s.local)) this.other.add(s.local);
        const known = this.values.get(s.local);
        if (known) known.push(s.value);
        else this.values.set(s.local, [s.value]);
      } else for (const l of localsSet(s)) this.other.add(l);
    });
    eachStatement(fn.body, (s) => this.uses(s));
    return [...this.found].flatMap(([slot, loops]) => {
      if (this.escaped.has(slot) || loops.size === 0 || fn.slots[slot]!.size > this.cost.bytes) return [];
      return this.canGo(loops) ? [{ slot, loops }] : [];
    });
  }

  private uses(s: Statement): void {
    switch (s.kind) {
      case 'set': {
        // An address that is kept in a local goes where the local does.
        const loops = new Set<string>();
        const slot = isPointer(s.value.type) && this.isOnlyAddress(s.local) ? this.base(s.value, loops) : undefined;
        if (!slot) this.visit(s.value);
        return;
      }
      case 'store':
        this.access(s.to, s.volatile === true);
        this.visit(s.value);
        return;
      case 'copy':
      case 'fill': {
        const known = s.bytes.kind === 'const';
        this.access(s.to, !known);
        if (s.kind === 'copy') this.access(s.from, !known);
        return;
      }
      default: // else: a slot that stands anywhere else is one whose address goes away
        eachPartOf(s, (e) => this.visit(e));
    }
  }

  private visit(e: Expression): void {
    if (e.kind === 'slot') this.escaped.add(e.index);
    else if (e.kind === 'local' && isPointer(e.type)) this.goesAway(e);
    else if (e.kind === 'load') this.access(e.from, e.volatile === true);
    else if (e.kind === 'op') for (const a of e.args) this.visit(a);
  }

  private access(address: Expression, stays: boolean): void {
    const loops = new Set<string>();
    const slot = this.base(address, loops);
    if (slot === undefined) {
      this.visit(address);
      return;
    }
    if (slot.known && !stays) {
      const known = this.found.get(slot.index) ?? new Set();
      this.found.set(slot.index, known);
      for (const l of loops) known.add(l);
    } else this.escaped.add(slot.index);
  }

  /** What such a local holds, wherever it is used. */
  private goesAway(e: Extract<Expression, { readonly kind: 'local' }>): void {
    const slot = this.base(e, new Set());
    if (slot) this.escaped.add(slot.index);
  }

  /** Whether statements set the local, and all of them to addresses in one slot. */
  private isOnlyAddress(local: number): boolean {
    if (this.other.has(local) || this.counters.has(local) || this.open.has(local)) return false;
    this.open.add(local);
    const slots = this.values.get(local)?.map((v) => this.base(v, new Set())?.index) ?? [];
    this.open.delete(local);
    return slots[0] !== undefined && slots.every((s) => s === slots[0]);
  }

  private base(e: Expression, loops: Set<string>): { readonly index: number; readonly known: boolean } | undefined {
    if (e.kind === 'slot') return { index: e.index, known: true };
    if (e.kind === 'local' && isPointer(e.type) && this.isOnlyAddress(e.index)) {
      this.open.add(e.index);
      const all = this.values.get(e.index)!.map((v) => this.base(v, loops)!);
      this.open.delete(e.index);
      return { index: all[0]!.index, known: all.every((x) => x.known) };
    }
    if (e.kind !== 'op' || (e.op !== 'offset' && e.op !== 'cast.space')) return undefined;
    const below = this.base(e.args[0]!, loops);
    if (!below || e.op === 'cast.space') return below;
    return { index: below.index, known: this.becomesConstant(e.args[1]!, loops) && below.known };
  }

  /** Whether `e` is a constant when `loops`, which are added to, are unrolled. */
  private becomesConstant(e: Expression, loops: Set<string>): boolean {
    if (e.kind === 'const') return true;
    if (e.kind === 'op') return e.args.every((a) => this.becomesConstant(a, loops));
    if (e.kind !== 'local' || this.other.has(e.index)) return false;
    const counter = this.counters.get(e.index);
    if (counter) {
      loops.add(counter.label);
      return true;
    }
    // What a local holds is known where all that it is set to is; not where it is set from itself.
    if (this.open.has(e.index)) return false;
    this.open.add(e.index);
    const known = this.values.get(e.index)?.every((v) => this.becomesConstant(v, loops)) ?? false;
    this.open.delete(e.index);
    return known;
  }

  /** Whether the loops have, or will have, a constant number of iterations; those around them that decide are added. */
  private canGo(loops: Set<string>): boolean {
    for (const label of loops) {
      const loop = this.loops.get(label)!;
      if (![loop.from, loop.step, loop.trips].every((e) => this.becomesConstant(e, loops))) return false;
      if (loop.trips.kind === 'const' && Number(loop.trips.value) > this.cost.iterations) return false;
    }
    return true;
  }
}

/** Loops whose bounds depend on those around them, as in triangles, run half as often as those do. `around`: how often the longest of them runs; 0 where that is not known. */
function tripsOf(loop: For, around: number): number {
  if (loop.trips.kind === 'const') return Math.max(1, Number(loop.trips.value));
  return around > 0 ? Math.ceil(around / 2) : 8;
}

/** The loops of as many slots as the function has room for, the cheapest first. */
function affordable(fn: Fn, needs: readonly Need[], cost: SlotCost): ReadonlySet<string> {
  const costOf = (loops: ReadonlySet<string>): number => sizeWith(fn.body, loops, 0);
  const chosen = new Set<string>();
  for (const { loops } of [...needs].sort((a, b) => costOf(a.loops) - costOf(b.loops))) {
    const all = new Set([...chosen, ...loops]);
    if (costOf(all) <= cost.nodes) for (const l of loops) chosen.add(l);
  }
  return chosen;
}

function sizeWith(list: readonly Statement[], loops: ReadonlySet<string>, around: number): number {
  let n = 0;
  for (const s of list) {
    n++;
    eachPartOf(s, (e) => (n += nodesOf(e)));
    const iterations = s.kind === 'for' && loops.has(s.label) ? tripsOf(s, around) : 1;
    n += iterations * bodiesOf(s).reduce((sum, b) => sum + sizeWith(b, loops, Math.max(around, iterations)), 0);
  }
  return n;
}

function nodesOf(e: Expression): number {
  if (e.kind === 'op') return e.args.reduce((n, a) => n + nodesOf(a), 1);
  return e.kind === 'load' ? 1 + nodesOf(e.from) : 1;
}
