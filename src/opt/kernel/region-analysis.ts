/** Before a list is cut: which statements hold a cut, whose threads part, and which locals steer what stands around the regions. */
import { i32, i64, lt, op } from '../../ir/build.ts';
import type { Bits } from '../../ir/liveness.ts';
import type { Expression, Statement } from '../../ir/module.ts';
import type { ValueType } from '../../ir/types.ts';
import type { Uniformity } from '../../ir/uniformity.ts';
import {
  bodiesOf,
  eachExpression,
  expressionsOf,
  isLoop,
  localsSet,
  mapStatement,
  readsLocal,
  someExpression,
} from '../../ir/walk.ts';
import { get, isCut, type Level, type Made, newLocal, type Of, put, when } from './region-parts.ts';

type Around = { readonly label: string | undefined; readonly alike: boolean };

export class RegionAnalysis {
  protected readonly level: Level;
  protected readonly made: Made;
  protected readonly uniformity: Uniformity;
  protected readonly input: readonly Statement[];
  /** Loops and blocks that are cut, by label; and those whose threads part. */
  protected readonly cutLabels = new Set<string>();

  protected readonly parting = new Set<string>();

  protected readonly cuts = new WeakSet<Statement>();

  protected readonly crossing = new WeakSet<Statement>();

  /** Locals that may not be held around the regions. */
  protected readonly notOwned: Bits;

  protected owned = new Set<number>();

  protected readonly places = new Map<string, number>();

  /** Places behind which nothing is cut. */
  protected readonly ending: number[] = [];

  protected skip = -1;
  protected out: Statement[] = [];
  /** To run before the open region. */
  protected ahead: Statement[] = [];
  protected open: Statement[] = [];
  /** Statements of the open region that only threads that take part run. */
  protected group: Statement[] = [];
  protected groupLabel = '';
  protected groupMasked = false;

  constructor(level: Level, input: readonly Statement[], made: Made, uniformity: Uniformity, notOwned: Bits) {
    this.level = level;
    this.made = made;
    this.uniformity = uniformity;
    this.notOwned = notOwned;
    this.input = input;
  }

  protected analyse(input: readonly Statement[]): readonly Statement[] {
    let body = input;
    this.mark(body);
    for (;;) {
      const before = this.parting.size;
      this.findParting(body, []);
      if (this.parting.size > before) continue;
      const plain = this.withoutPartingCounts(body);
      if (plain === body) return body;
      body = plain;
      this.mark(body);
    }
  }

  protected mark(list: readonly Statement[]): void {
    const cutsOf = (s: Statement): boolean => {
      let holds = isCut(s, this.level);
      for (const b of bodiesOf(s)) for (const x of b) if (cutsOf(x)) holds = true;
      if (!holds) return false;
      this.cuts.add(s);
      if (isLoop(s) || s.kind === 'block') this.cutLabels.add(s.label);
      return true;
    };
    for (const s of list) cutsOf(s);
    const crosses = (s: Statement): boolean => {
      let holds = this.cuts.has(s) || s.kind === 'return';
      if (s.kind === 'break' || s.kind === 'continue') holds = this.cutLabels.has(s.label);
      for (const b of bodiesOf(s)) for (const x of b) if (crosses(x)) holds = true;
      if (holds) this.crossing.add(s);
      return holds;
    };
    for (const s of list) crosses(s);
  }

  /** `around`: the constructs that a jump may leave; `alike` where their control stands around the regions. */
  protected findParting(list: readonly Statement[], around: readonly Around[]): void {
    for (const s of list) {
      if (!this.crossing.has(s)) continue;
      if (s.kind === 'break' || s.kind === 'continue') this.leave(s.label, around);
      else if (s.kind === 'return') this.leave(undefined, around);
      else {
        if (s.kind === 'for' && this.cuts.has(s) && ![s.from, s.trips, s.step].every(this.uniformity.isUniform))
          this.parting.add(s.label);
        const next = [...around, this.aroundOf(s)];
        for (const b of bodiesOf(s)) this.findParting(b, next);
      }
    }
  }

  protected aroundOf(s: Statement): Around {
    if (s.kind === 'if') return { label: undefined, alike: this.uniformity.isUniform(s.condition) };
    if (isLoop(s) || s.kind === 'block')
      return { label: s.label, alike: this.cuts.has(s) && !this.parting.has(s.label) };
    return { label: undefined, alike: false };
  }

  protected leave(label: string | undefined, around: readonly Around[]): void {
    const from = label === undefined ? 0 : around.findIndex((a) => a.label === label);
    const left = around.slice(Math.max(0, from));
    if (left.every((a) => a.alike)) return;
    for (const a of left) if (a.label !== undefined && this.cutLabels.has(a.label)) this.parting.add(a.label);
  }

  /** A counted loop whose threads part counts in each thread. */
  protected withoutPartingCounts(list: readonly Statement[]): readonly Statement[] {
    let changed = false;
    const made = list.flatMap((s): readonly Statement[] => {
      if (!this.cuts.has(s)) return [s];
      const inner = mapStatement(s, { expression: (e) => e, body: (b) => this.withoutPartingCounts(b) });
      const same = bodiesOf(s).every((b, i) => b === bodiesOf(inner)[i]);
      if (!same) changed = true;
      if (inner.kind !== 'for' || !this.parting.has(inner.label)) return [same ? s : inner];
      changed = true;
      return this.counting(inner);
    });
    return changed ? made : list;
  }

  protected counting(s: Of<'for'>): readonly Statement[] {
    const wideTrips = s.trips.type === 'i64';
    const one = wideTrips ? i64(1) : i32(1);
    const left = this.threadLocal('trips', s.trips.type);
    const step = this.threadLocal('step', s.step.type);
    const iteration = `${s.label}~iteration`;
    const retarget = (list: readonly Statement[]): readonly Statement[] =>
      list.map((x) =>
        x.kind === 'continue' && x.label === s.label
          ? { ...x, kind: 'break', label: iteration }
          : mapStatement(x, { expression: (e) => e, body: retarget }),
      );
    const variable = get(s.local, s.from.type);
    return [
      put(left, s.trips),
      put(step, s.step),
      put(s.local, s.from),
      {
        kind: 'loop',
        label: s.label,
        body: [
          when(lt(get(left, s.trips.type), one), [{ kind: 'break', label: s.label }]),
          { kind: 'block', label: iteration, body: retarget(s.body) },
          put(s.local, op('add', [variable, get(step, s.step.type)])),
          put(left, op('sub', [get(left, s.trips.type), one])),
        ],
      },
    ];
  }

  protected threadLocal(name: string, type: ValueType): number {
    const index = newLocal(this.made, name, type);
    this.uniformity.varying.add(index);
    return index;
  }

  /** Locals that steer branches and loops around the regions or go on from what they were, and that are only set there: they are held there too. */
  protected findOwned(body: readonly Statement[]): void {
    const good = new Map<number, Expression[]>();
    const bad = new Set<number>();
    const wanted = new Set<number>();
    const want = (e: Expression): void =>
      eachExpression(e, (x) => {
        if (x.kind === 'local') wanted.add(x.index);
      });
    const visit = (list: readonly Statement[], alike: boolean): void => {
      for (const s of list) {
        if (alike && s.kind === 'set') good.set(s.local, [...(good.get(s.local) ?? []), s.value]);
        else for (const l of localsSet(s)) bad.add(l);
        const cutHere = alike && this.crossing.has(s);
        const around = this.aroundOf(s);
        if (cutHere && around.alike) for (const e of expressionsOf(s)) want(e);
        for (const b of bodiesOf(s)) visit(b, cutHere && around.alike && this.cuts.has(s));
      }
    };
    visit(body, true);
    const owned = new Set<number>();
    for (const l of good.keys())
      if (!bad.has(l) && !this.uniformity.varying.has(l) && !this.notOwned.has(l)) owned.add(l);
    for (let changed = true; changed; ) {
      changed = false;
      for (const l of owned)
        if (!good.get(l)!.every((e) => this.isAround(e, owned))) {
          owned.delete(l);
          changed = true;
        }
    }
    for (const l of owned) if (good.get(l)!.some((e) => readsLocal(e, l))) wanted.add(l);
    // What was one of these in an iteration before, or was made of one.
    const derived = new Set(wanted);
    for (let changed = true; changed; ) {
      const before = derived.size;
      for (const l of owned) if (good.get(l)!.some((e) => readsAny(e, owned, derived))) derived.add(l);
      changed = derived.size > before;
    }
    for (const l of owned) if (good.get(l)!.length > 1 && derived.has(l)) wanted.add(l);
    for (let changed = true; changed; ) {
      const before = wanted.size;
      for (const l of [...wanted]) if (owned.has(l)) for (const e of good.get(l)!) want(e);
      changed = wanted.size > before;
    }
    for (const l of owned) if (!wanted.has(l)) owned.delete(l);
    this.owned = owned;
    for (const l of owned) this.made.single.add(l);
  }

  /** Whether `e` can be computed around the regions: it reads no memory and nothing that threads hold. */
  protected isAround(e: Expression, owned: ReadonlySet<number> = this.owned): boolean {
    if (!this.uniformity.isUniform(e)) return false;
    return !someExpression(
      e,
      (x) => x.kind === 'load' || (x.kind === 'local' && !this.made.single.has(x.index) && !owned.has(x.index)),
    );
  }

  // The open region.
}

function readsAny(e: Expression, owned: ReadonlySet<number>, wanted: ReadonlySet<number>): boolean {
  return someExpression(e, (x) => x.kind === 'local' && owned.has(x.index) && wanted.has(x.index));
}
