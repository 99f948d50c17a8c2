/** Branches that lanes take or do not take: written twice where all may go the same way, found from both ends where lanes count up, for one lane where only one can. */
import { and } from '../../../ir/build.ts';
import type { Expression, Statement } from '../../../ir/module.ts';
import {
  bodiesOf,
  conjuncts,
  eachExpression,
  eachExpressionIn,
  eachStatement,
  expressionsOf,
  someStatement,
} from '../../../ir/walk.ts';
import { emit, getLocal, i32const, setLocal } from '../expression.ts';
import { close, ifCode, open } from '../statement.ts';
import { differing, type EvenRun, emitEvenRun, gainOf } from './even-runs.ts';
import { type Ends, endsOf } from './monotone-conditions.ts';
import { type Mask, VectorMasks } from './vector-masks.ts';
import { bitwise, lane } from './vector-rows.ts';

type Of<K extends Statement['kind']> = Extract<Statement, { kind: K }>;

const orders: ReadonlySet<string> = new Set(['lt', 'le', 'gt', 'ge']);

/** So many statements are written twice: for chunks whose lanes all take a branch, and under a mask. */
export const twiceAtMost = 40;

export abstract class VectorBranches extends VectorMasks {
  protected branch(s: Of<'if'>): void {
    this.noteCells(s.condition);
    if (this.lanes.strideOf(s.condition) === 0) {
      this.together(s);
      return;
    }
    if (s.either) {
      this.evenly(s);
      return;
    }
    if (this.loneLane(s)) return;
    if (this.packed(s)) return;
    if (s.usual && !this.active) {
      this.usually(s);
      return;
    }
    const twice = !this.active && !this.isPlain(s.then) && count(s.then) <= twiceAtMost && !s.then.every(this.blends);
    const ends = twice ? endsOf(s.condition, this.lanes) : undefined;
    if (ends) {
      this.betweenEnds(s, ends);
      return;
    }
    const yes = this.holdingFor(s);
    const outer = this.active;
    if (!outer && this.seldomTaken(s)) {
      this.test(yes, 'any');
      open(this.w, ifCode);
      this.sides(s, yes, outer);
      this.out.byte(0x05);
      this.list(s.otherwise);
      close(this.w);
      return;
    }
    if (twice) {
      this.test(yes, 'all');
      open(this.w, ifCode);
      this.list(s.then);
      this.out.byte(0x05);
      this.sides(s, yes, outer);
      close(this.w);
      return;
    }
    this.sides(s, yes, outer);
  }

  /** Whether most is done where the condition does not hold, as behind `if (edge) … else …`: for all lanes alike that side needs no mask. */
  private seldomTaken({ then, otherwise }: Of<'if'>): boolean {
    return nodes(otherwise) > nodes(then) && !this.isPlain(otherwise) && count(otherwise) <= twiceAtMost;
  }

  /** `then` where its condition holds for all lanes, be they those of a mask or not; else the other side, which is right for all. */
  private evenly(s: Of<'if'>): void {
    this.asksAll(s);
    this.f.code.hint(true);
    open(this.w, ifCode);
    if (this.active || !this.s.narrow?.(s.then)) this.list(s.then);
    this.out.byte(0x05);
    this.list(s.otherwise);
    close(this.w);
  }

  /** Whether the condition of an `either` holds for all lanes, on the stack. */
  asksAll({ condition }: Of<'if'>): void {
    const [known, rest] = condition.kind === 'op' && condition.op === 'or' ? condition.args : [];
    if (known?.kind === 'local' && rest && this.lanes.strideOf(known) === 0) {
      // Where it is known for the whole block nothing else is asked.
      getLocal(this.out, this.f.local(known.index));
      this.out.all([0x04, 0x7f]);
      i32const(this.out, 1);
      this.out.byte(0x05);
      this.inAllLanes(rest);
      this.out.byte(0x0b);
    } else this.inAllLanes(condition);
    this.endStatement();
  }

  /** How many threads the run goes on for, as an i64 on the stack. */
  runs(run: EvenRun): void {
    emitEvenRun(this.f, run);
    this.endStatement();
  }

  /** Whether comparisons of numbers that count on hold from one end of the chunk to the other, on the stack. */
  private inAllLanes(e: Expression): void {
    if (this.neverMeet(e)) return;
    if (this.lanes.strideOf(e) === 0) {
      emit(this.f, e);
      return;
    }
    if (e.kind === 'op' && e.type === 'bool' && (e.op === 'and' || e.op === 'or')) {
      for (const a of e.args) this.inAllLanes(a);
      this.out.byte(e.op === 'and' ? 0x71 : 0x72);
      return;
    }
    const growth = this.growthOf(e);
    const isLess = e.kind === 'op' && (e.op === 'lt' || e.op === 'le');
    // One end is the nearer one for all comparisons of less and greater.
    const ends = growth === undefined ? [0, this.width - 1] : [growth > 0 === isLess ? this.width - 1 : 0];
    const moving = this.moving([{ kind: 'if', condition: e, then: [], otherwise: [] }]);
    for (const [i, at] of ends.entries()) {
      if (at > 0) for (const [local, stride, of] of moving) this.grow(local, at * stride, of);
      emit(this.f, e);
      if (i > 0) this.out.byte(0x71);
      if (at > 0) for (const [local, stride, of] of moving) this.grow(local, -at * stride, of);
    }
  }

  /** By how much the left side of a comparison of less or greater gains on its right side from lane to lane; undefined where that is not known, or where it is another one. */
  private growthOf(e: Expression): number | undefined {
    const [a, b] = e.kind === 'op' && orders.has(e.op) ? e.args : [];
    return a && b && gainOf(a, b, this.lanes);
  }

  /** `a < b or a > b`: where the first lane's `b - a` is no lane's growth. One comparison of numbers without signs. */
  private neverMeet(e: Expression): boolean {
    const [a, b] = (e.kind === 'op' && e.op === 'or' && differing(e.args)) || [];
    const growth = a && b && gainOf(a, b, this.lanes);
    if (!growth || a.type !== 'i32') return false;
    for (const x of growth > 0 ? [b, a] : [a, b]) emit(this.f, x);
    this.out.byte(0x6b);
    i32const(this.out, (this.width - 1) * Math.abs(growth));
    this.out.byte(0x4b);
    return true;
  }

  /** Whether a statement costs about the same under a mask as without. */
  private readonly blends = (s: Statement): boolean => {
    if (s.kind !== 'store') return this.isPlain([s]);
    const isOfHost = s.to.type === 'ptr.host' && this.s.storesBack(s) !== 'never';
    return (isOfHost || this.ownCell(s) !== undefined) && this.s.inVain(s.value);
  };

  private usually(s: Of<'if'>): void {
    const limits = limitsOf(s.condition);
    const wide = limits ? undefined : this.wideHolding(s.condition);
    const yes = limits || wide ? undefined : this.holding(s.condition);
    if (limits) this.areBelow(limits);
    else this.test(wide ?? yes ?? [], 'all');
    this.f.code.hint(true);
    open(this.w, ifCode);
    this.list(s.then);
    this.out.byte(0x05);
    const lanes = yes ?? this.holding(s.condition);
    this.clear(s);
    this.sides(s, lanes, undefined);
    close(this.w);
  }

  /** What both sides only set begins anew: selecting would keep what an earlier chunk left in registers through the loop over chunks. */
  private clear(s: Of<'if'>): void {
    const read = new Set<number>();
    eachStatement([...s.then, ...s.otherwise], (x) => {
      for (const whole of expressionsOf(x))
        eachExpression(whole, (e) => {
          if (e.kind === 'local') read.add(e.index);
        });
    });
    const otherwise = alwaysSet(s.otherwise);
    for (const local of alwaysSet(s.then)) {
      if (read.has(local) || !otherwise.has(local) || this.lanes.strideOfLocal(local) !== undefined) continue;
      for (const part of this.partsOf(local)) {
        this.constant32([0, 0, 0, 0]);
        setLocal(this.out, part);
      }
    }
  }

  /** Whether all lanes are: they are asked together, what each of them says is found out only where they differ. */
  private areBelow(limits: ReadonlyMap<number, readonly Expression[]>): void {
    const values = [...limits.values()].flat();
    for (const e of values) this.prepare(e);
    const halves = this.s.wide && this.s.fours >= 2;
    this.reach(limits, 0, halves ? 2 : 1);
    if (halves) {
      this.reach(limits, 1, 2);
      this.simd(lane.narrow[4]);
    }
    this.simd(lane.anyTrue);
    this.out.byte(0x45);
    this.endStatement();
  }

  /** Which lanes are not below, of the parts from `from` on, `step` apart. */
  private reach(limits: ReadonlyMap<number, readonly Expression[]>, from: number, step: number): void {
    let first = true;
    for (const [limit, list] of limits) {
      list.forEach((e, i) => {
        for (let p = from; p < this.s.fours; p += step) {
          this.part(e, p);
          if (i > 0 || p > from) this.simd(lane.greatest);
        }
      });
      this.constant32(Array<number>(4).fill(limit - 1));
      this.simd(lane.greater);
      if (!first) this.simd(bitwise.or);
      first = false;
    }
  }

  private betweenEnds(s: Of<'if'>, { compares, place, of, stride, upwards, mayWrap }: Ends): void {
    const held = (): number => this.f.code.local('i32');
    const [first, last, other] = [held(), held(), held()];
    emit(this.f, of[place]!);
    setLocal(this.out, first);
    getLocal(this.out, first);
    i32const(this.out, stride * (this.width - 1));
    this.out.byte(0x6a);
    setLocal(this.out, last);
    emit(this.f, of[1 - place]!);
    setLocal(this.out, other);
    const holds = (end: number): void => {
      for (const l of place === 0 ? [end, other] : [other, end]) getLocal(this.out, l);
      this.out.byte(compares);
    };
    const wraps = (): void => {
      for (const l of stride > 0 ? [last, first] : [first, last]) getLocal(this.out, l);
      this.out.byte(0x48);
    };
    const [all, any] = upwards ? [first, last] : [last, first];
    holds(all);
    if (mayWrap) {
      wraps();
      this.out.all([0x45, 0x71]);
    }
    open(this.w, ifCode);
    this.list(s.then);
    this.out.byte(0x05);
    const alone = s.otherwise.length === 0;
    if (alone) {
      holds(any);
      if (mayWrap) {
        wraps();
        this.out.byte(0x72);
      }
      open(this.w, ifCode);
    }
    this.sides(s, this.holding(s.condition), undefined);
    if (alone) close(this.w);
    close(this.w);
  }

  protected sides(s: Of<'if'>, yes: Mask, outer: Mask | undefined): void {
    const no = this.newMask();
    if (outer) {
      this.change(no, outer, bitwise.andNot, yes);
      this.change(yes, outer, bitwise.and, yes);
    } else {
      this.negate(no, yes);
      const wide = this.wideMasks.get(yes);
      if (wide && s.otherwise.length > 0) {
        const others = wide.map(() => this.f.code.local('v128'));
        this.negate(others, wide);
        this.wideMasks.set(no, others);
      }
    }
    this.underAny(yes, s, s.then);
    this.underAny(no, s, s.otherwise);
  }

  private negate(to: Mask, mask: Mask): void {
    to.forEach((local, p) => {
      getLocal(this.out, mask[p]!);
      this.simd(bitwise.not);
      setLocal(this.out, local);
    });
  }

  /** A place counted on from lane to lane that has to be a certain one: a single lane takes the branch, by itself. */
  private loneLane(s: Of<'if'>): boolean {
    if (s.otherwise.length > 0 || this.crossing(s).size > 0) return false;
    const conditions = conjuncts(s.condition);
    for (const c of conditions) {
      const alone = this.loneOf(c);
      if (!alone) continue;
      const rest = conditions.filter((other) => other !== c);
      this.forLoneLane(rest.length === 0 ? s.then : [{ ...s, condition: rest.reduce(and) }], alone);
      return true;
    }
    return false;
  }

  private loneOf(c: Expression): Lone | undefined {
    if (c.kind !== 'op' || c.op !== 'eq') return undefined;
    const [a, b] = c.args;
    if (!a || !b || a.type !== 'i32') return undefined;
    const strides = [this.lanes.strideOf(a), this.lanes.strideOf(b)];
    if (strides[0] === 1 && strides[1] === 0) return { place: a, wanted: b };
    return strides[0] === 0 && strides[1] === 1 ? { place: b, wanted: a } : undefined;
  }

  private forLoneLane(then: readonly Statement[], { place, wanted }: Lone): void {
    const first = this.lanes.firstOf(place);
    if (first !== undefined && wanted.kind === 'const') {
      this.forKnownLane(then, Number(wanted.value) - first);
      return;
    }
    const index = this.f.code.local('i32');
    emit(this.f, wanted);
    emit(this.f, place);
    this.out.all([0x6b, 0x22]);
    this.out.u32(index);
    i32const(this.out, this.width);
    this.out.byte(0x49);
    const { active } = this;
    if (active) {
      this.bits(active);
      getLocal(this.out, index);
      this.out.all([0x76, 0x71]);
    }
    open(this.w, ifCode);
    const old = this.active;
    this.active = undefined;
    this.oneLane(index, then);
    this.active = old;
    close(this.w);
  }

  private forKnownLane(then: readonly Statement[], index: number): void {
    if (index < 0 || index >= this.width) return;
    const { active } = this;
    this.active = undefined;
    if (active) {
      this.extract(active, 'bool', index);
      open(this.w, ifCode);
    }
    this.knownLane(index, then);
    if (active) close(this.w);
    this.active = active;
  }
}

/** A number that grows by one from lane to lane, and the one that it is in the lane. */
type Lone = { readonly place: Expression; readonly wanted: Expression };

/** Of a condition that says of whole numbers that they are below constants: the numbers by their limits. */
function limitsOf(condition: Expression, found = new Map<number, Expression[]>()): typeof found | undefined {
  if (condition.kind !== 'op') return undefined;
  const [a, b] = condition.args;
  if (condition.op === 'and') return limitsOf(a!, found) && limitsOf(b!, found);
  if (condition.op !== 'lt' || a?.type !== 'i32' || b?.kind !== 'const') return undefined;
  const limit = Number(b.value);
  found.set(limit, [...(found.get(limit) ?? []), a]);
  return found;
}

/** What a list of statements sets in any case. */
function alwaysSet(list: readonly Statement[]): ReadonlySet<number> {
  const found = new Set<number>();
  for (const s of list) {
    if (someStatement([s], (x) => x.kind !== 'set' && x.kind !== 'if')) break;
    if (s.kind === 'set') found.add(s.local);
    else if (s.kind === 'if') for (const l of alwaysSet(s.then)) if (alwaysSet(s.otherwise).has(l)) found.add(l);
  }
  return found;
}

function nodes(list: readonly Statement[]): number {
  let n = 0;
  eachExpressionIn(list, () => n++);
  return n;
}

export function count(list: readonly Statement[]): number {
  return list.reduce((n, s) => n + 1 + bodiesOf(s).reduce((m, b) => m + count(b), 0), 0);
}
