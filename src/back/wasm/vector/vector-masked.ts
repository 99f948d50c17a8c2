/**
 * Control flow that parts lanes. A mask holds the lanes that take part; what the others have is kept by selecting. A jump puts its lanes into a mask
 * of its own (`gone`) until they come to where it leads; each construct that it leaves on the way takes them out of its own mask.
 * Code under a mask runs only while at least one lane takes part, so that values that all lanes share may be computed as scalars.
 */
import type { Expression, Statement } from '../../../ir/module.ts';
import { bodiesOf } from '../../../ir/walk.ts';
import { wasmType } from '../encode/represent.ts';
import { emit, getLocal, i32const, setLocal } from '../expression.ts';
import { branchIf, close, ifCode, jump, loopCode, open } from '../statement.ts';
import { type Ends, endsOf } from './ends.ts';
import { gains, isCheap } from './lanes.ts';
import { VectorApart } from './vector-apart.ts';
import { bitwise, lane } from './vector-rows.ts';

type Of<K extends Statement['kind']> = Extract<Statement, { kind: K }>;
type Mask = readonly number[];

/** So many statements are written twice: for strips whose lanes all take a branch, and under a mask. */
const twiceAtMost = 40;

const plainAtMost = 4;

export abstract class VectorMasked extends VectorApart {
  /** Lanes that jumped, by `break label` or `continue label`. */
  private readonly gone = new Map<string, Mask>();
  private readonly crossings = new WeakMap<Statement, ReadonlySet<string>>();

  protected abstract statement(s: Statement): void;
  /** Writes two statements as one, where that is possible. */
  protected abstract two(s: Statement, next: Statement): boolean;
  protected abstract together(s: Statement): void;
  /** Writes a condition by which lanes store side by side, where that is possible. */
  protected abstract packed(s: Of<'if'>): boolean;

  list(list: readonly Statement[]): void {
    for (let i = 0; i < list.length; i++) {
      const [s, next] = [list[i]!, list[i + 1]];
      if (next && this.two(s, next)) {
        i++;
        continue;
      }
      this.statement(s);
      const left = this.leave(s);
      if (s.kind === 'break' || s.kind === 'continue') return;
      const rest = list.slice(i + 1);
      if (!left || rest.length === 0) continue;
      if (this.isPlain(rest)) continue;
      this.test(this.active ?? [], 'any');
      open(this.w, ifCode);
      this.list(rest);
      close(this.w);
      return;
    }
  }

  /** Takes out of the mask the lanes that jumped out of `s`; whether there may be some. */
  private leave(s: Statement): boolean {
    if (!this.active) return false;
    let some = false;
    for (const key of this.crossing(s)) {
      const gone = this.gone.get(key);
      if (!gone) continue;
      some = true;
      this.change(this.active, this.active, bitwise.andNot, gone);
    }
    return some;
  }

  /** Whether lanes may jump out of `s` into a mask, so that it may be left with none. */
  protected jumpsOut(s: Statement): boolean {
    return this.active !== undefined && [...this.crossing(s)].some((key) => this.gone.has(key));
  }

  /** The jumps that lead out of `s`. */
  private crossing(s: Statement): ReadonlySet<string> {
    if (s.kind === 'break' || s.kind === 'continue') return new Set([`${s.kind} ${s.label}`]);
    let found = this.crossings.get(s);
    if (found) return found;
    const keys = new Set(bodiesOf(s).flatMap((b) => b.flatMap((x) => [...this.crossing(x)])));
    if ('label' in s) for (const kind of ['break', 'continue']) keys.delete(`${kind} ${s.label}`);
    found = keys;
    this.crossings.set(s, found);
    return found;
  }

  /** Whether the jump is one of masks. */
  protected jumped(s: Of<'break' | 'continue'>): boolean {
    const gone = this.gone.get(`${s.kind} ${s.label}`);
    if (!gone || !this.active) return false;
    this.change(gone, gone, bitwise.or, this.active);
    return true;
  }

  /** Whether a statement may run with no lane at all: it only sets locals to what is cheap to compute, or says who jumps. */
  private readonly isHarmless = (s: Statement): boolean => {
    if (s.kind === 'set') return isCheap(s.value) && this.lanes.wayOf(s) === 'together';
    return (s.kind === 'break' || s.kind === 'continue') && this.gone.has(`${s.kind} ${s.label}`);
  };

  /** Cheaper to run in vain than to ask whether any lane is there. */
  private isPlain(list: readonly Statement[]): boolean {
    return list.length <= plainAtMost && list.every(this.isHarmless);
  }

  // Masks.

  protected newMask(): Mask {
    return Array.from({ length: this.s.fours }, () => this.f.code.local('v128'));
  }

  /** to = a; or to = a op b. */
  private change(to: Mask, a: Mask, instruction?: number, b: Mask = []): void {
    to.forEach((local, p) => {
      getLocal(this.out, a[p]!);
      if (instruction !== undefined) {
        getLocal(this.out, b[p]!);
        this.simd(instruction);
      }
      setLocal(this.out, local);
    });
  }

  private fill(mask: Mask, value: 0 | -1): void {
    for (const local of mask) {
      this.constant32([value, value, value, value]);
      setLocal(this.out, local);
    }
  }

  /** The lanes that take part, in registers of their own. */
  private present(): Mask {
    const mask = this.newMask();
    if (this.active) this.change(mask, this.active);
    else this.fill(mask, -1);
    return mask;
  }

  /** The lanes of a truth value, in registers of their own. */
  protected holding(condition: Expression): Mask {
    this.prepare(condition);
    const mask = this.newMask();
    mask.forEach((local, p) => {
      this.part(condition, p);
      setLocal(this.out, local);
    });
    this.endStatement();
    return mask;
  }

  /** `write` with these lanes alone; `owner` is the statement that chose them. */
  protected under(mask: Mask, owner: Statement, write: () => void): void {
    const [active, old] = [this.active, this.owner];
    this.active = mask;
    this.owner = owner;
    write();
    this.active = active;
    this.owner = old;
  }

  private underAny(mask: Mask, owner: Statement, list: readonly Statement[]): void {
    if (list.length === 0) return;
    if (!this.isWorthMask(list)) {
      this.test(mask, 'any');
      open(this.w, ifCode);
      this.someLanes(mask, list);
      close(this.w);
      return;
    }
    const plain = this.isPlain(list);
    if (!plain) {
      this.test(mask, 'any');
      open(this.w, ifCode);
    }
    this.under(mask, owner, () => this.list(list));
    if (!plain) close(this.w);
  }

  /** Whether lanes gain by running the statements together; those that jump must. */
  private isWorthMask(list: readonly Statement[]): boolean {
    return this.isPlain(list) || list.some((s) => this.crossing(s).size > 0) || gains(this.lanes, list);
  }

  // Statements.

  protected maskedSet(s: Of<'set'>): void {
    const { active } = this;
    this.prepare(s.value);
    const parts = this.partsOf(s.local);
    const blend = active && !(this.owner && this.lanes.isPrivate(this.owner, s.local));
    const wide = this.isWide(s.value.type);
    parts.forEach((local, p) => {
      this.part(s.value, p);
      if (!blend) return;
      getLocal(this.out, local);
      this.wideMask((q) => getLocal(this.out, active[q]!), wide, p);
      this.simd(lane.choose);
    });
    for (let p = parts.length - 1; p >= 0; p--) setLocal(this.out, parts[p]!);
  }

  protected branch(s: Of<'if'>): void {
    if (this.lanes.strideOf(s.condition) === 0) {
      this.together(s);
      return;
    }
    const alone = this.loneLane(s);
    if (alone) {
      this.forLoneLane(s, alone);
      return;
    }
    if (this.packed(s)) return;
    if (s.usual && !this.active) {
      this.usually(s);
      return;
    }
    const twice = !this.active && !this.isPlain(s.then) && count(s.then) <= twiceAtMost;
    const ends = twice ? endsOf(s.condition, this.lanes.strideOf) : undefined;
    if (ends) {
      this.betweenEnds(s, ends);
      return;
    }
    const yes = this.holding(s.condition);
    const outer = this.active;
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

  private usually(s: Of<'if'>): void {
    const limits = limitsOf(s.condition);
    const yes = limits ? undefined : this.holding(s.condition);
    if (limits) this.areBelow(limits);
    else this.test(yes ?? [], 'all');
    this.f.code.hint(true);
    open(this.w, ifCode);
    this.list(s.then);
    this.out.byte(0x05);
    this.sides(s, yes ?? this.holding(s.condition), undefined);
    close(this.w);
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

  private betweenEnds(s: Of<'if'>, { compares, place, of, stride, upwards }: Ends): void {
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
    wraps();
    this.out.all([0x45, 0x71]);
    open(this.w, ifCode);
    this.list(s.then);
    this.out.byte(0x05);
    const alone = s.otherwise.length === 0;
    if (alone) {
      holds(any);
      wraps();
      this.out.byte(0x72);
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
    } else
      no.forEach((local, p) => {
        getLocal(this.out, yes[p]!);
        this.simd(bitwise.not);
        setLocal(this.out, local);
      });
    this.underAny(yes, s, s.then);
    this.underAny(no, s, s.otherwise);
  }

  /** A place counted on from lane to lane that has to be a certain one: a single lane takes the branch, by itself. */
  private loneLane(s: Of<'if'>): { readonly place: Expression; readonly wanted: Expression } | undefined {
    const c = s.condition;
    if (c.kind !== 'op' || c.op !== 'eq' || s.otherwise.length > 0 || this.crossing(s).size > 0) return undefined;
    const [a, b] = c.args;
    if (!a || !b || a.type !== 'i32') return undefined;
    const strides = [this.lanes.strideOf(a), this.lanes.strideOf(b)];
    if (strides[0] === 1 && strides[1] === 0) return { place: a, wanted: b };
    return strides[0] === 0 && strides[1] === 1 ? { place: b, wanted: a } : undefined;
  }

  private forLoneLane(
    s: Of<'if'>,
    { place, wanted }: { readonly place: Expression; readonly wanted: Expression },
  ): void {
    const first = this.lanes.firstOf(place);
    if (first !== undefined && wanted.kind === 'const') {
      this.forKnownLane(s, Number(wanted.value) - first);
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
    this.oneLane(index, s.then);
    this.active = old;
    close(this.w);
  }

  private forKnownLane(s: Of<'if'>, index: number): void {
    if (index < 0 || index >= this.width) return;
    const { active } = this;
    this.active = undefined;
    if (active) {
      this.extract(active, 'bool', index);
      open(this.w, ifCode);
    }
    this.knownLane(index, s.then);
    if (active) close(this.w);
    this.active = active;
  }

  protected parted(s: Of<'loop' | 'for' | 'block' | 'switch'>): void {
    switch (s.kind) {
      case 'block':
        this.partedBlock(s);
        break;
      case 'switch':
        this.partedSwitch(s);
        break;
      case 'loop':
        this.partedLoop(s);
        break;
      case 'for':
        this.partedFor(s);
        break;
    }
  }

  private opened(key: string): Mask {
    const mask = this.newMask();
    this.gone.set(key, mask);
    this.fill(mask, 0);
    return mask;
  }

  private partedBlock(s: Of<'block'>): void {
    this.opened(`break ${s.label}`);
    this.under(this.present(), s, () => this.list(s.body));
    this.gone.delete(`break ${s.label}`);
  }

  private partedSwitch(s: Of<'switch'>): void {
    const rest = this.present();
    const value = this.held(s.value);
    for (const c of s.cases) {
      const mask = this.newMask();
      mask.forEach((local, p) => {
        c.values.forEach((v, i) => {
          getLocal(this.out, value[p]!);
          this.constant32([v, v, v, v]);
          this.simd(lane.equal.i32);
          if (i > 0) this.simd(bitwise.or);
        });
        if (c.values.length === 0) this.constant32([0, 0, 0, 0]);
        getLocal(this.out, rest[p]!);
        this.simd(bitwise.and);
        setLocal(this.out, local);
        getLocal(this.out, rest[p]!);
        getLocal(this.out, local);
        this.simd(bitwise.andNot);
        setLocal(this.out, rest[p]!);
      });
      this.underAny(mask, s, c.body);
    }
    this.underAny(rest, s, s.otherwise);
  }

  /** A value in registers that no statement takes away. */
  private held(e: Expression): Mask {
    this.prepare(e);
    const parts = Array.from({ length: this.partCount(e.type) }, () => this.f.code.local('v128'));
    parts.forEach((local, p) => {
      this.part(e, p);
      setLocal(this.out, local);
    });
    this.endStatement();
    return parts;
  }

  private partedLoop(s: Of<'loop'>): void {
    const running = this.present();
    const gone = this.opened(`break ${s.label}`);
    const head = open(this.w, loopCode);
    this.turn(s, running, gone);
    this.test(running, 'any');
    jump(this.w, head, branchIf);
    close(this.w);
    this.gone.delete(`break ${s.label}`);
  }

  /** The body once for the lanes of `running`; those that left the loop leave the mask. */
  private turn(s: Of<'loop' | 'for'>, running: Mask, left: Mask): void {
    const continues = this.hasContinue(s);
    if (continues) this.opened(`continue ${s.label}`);
    const mask = this.newMask();
    this.change(mask, running);
    this.under(mask, s, () => this.list(s.body));
    this.gone.delete(`continue ${s.label}`);
    this.change(running, running, bitwise.andNot, left);
    for (const key of this.crossing(s)) {
      const gone = this.gone.get(key);
      if (gone) this.change(running, running, bitwise.andNot, gone);
    }
  }

  private hasContinue(s: Of<'loop' | 'for'>): boolean {
    return s.body.some((x) => this.crossing(x).has(`continue ${s.label}`));
  }

  /** Each lane counts its own turns where their numbers differ. */
  private partedFor(s: Of<'for'>): void {
    const running = this.present();
    const left = this.turnsOf(s);
    const step = this.stepOf(s);
    this.under(running, s, () => this.startCounter(s));
    const gone = this.opened(`break ${s.label}`);
    left.some(running);
    open(this.w, ifCode);
    const head = open(this.w, loopCode);
    this.turn(s, running, gone);
    this.under(running, s, step);
    left.next();
    left.some(running);
    jump(this.w, head, branchIf);
    close(this.w);
    close(this.w);
    this.gone.delete(`break ${s.label}`);
  }

  private startCounter(s: Of<'for'>): void {
    this.set({ kind: 'set', local: s.local, value: s.from });
    this.endStatement();
  }

  protected abstract set(s: Of<'set'>): void;

  /** variable = variable + step, with a step that was found before the first turn. */
  private stepOf(s: Of<'for'>): () => void {
    const { type } = s.step;
    if (this.lanes.strideOf(s.step) === 0) {
      const held = this.f.code.local(wasmType(type, this.f.side));
      emit(this.f, s.step);
      setLocal(this.out, held);
      if (this.lanes.strideOfLocal(s.local) !== undefined)
        return () => {
          getLocal(this.out, this.f.local(s.local));
          getLocal(this.out, held);
          this.out.byte(type === 'i64' ? 0x7c : 0x6a);
          setLocal(this.out, this.f.local(s.local));
        };
      return () =>
        this.grow128(s, () => {
          getLocal(this.out, held);
          this.simd(lane.splat[this.laneType(type)]);
        });
    }
    const parts = this.held(s.step);
    return () => this.grow128(s, (p) => getLocal(this.out, parts[p]!));
  }

  private grow128(s: Of<'for'>, step: (part: number) => void): void {
    const wide = this.isWide(s.step.type);
    this.partsOf(s.local).forEach((local, p) => {
      getLocal(this.out, local);
      step(p);
      this.simd(wide ? 206 : 174);
      getLocal(this.out, local);
      this.wideMask((q) => getLocal(this.out, this.active![q]!), wide, p);
      this.simd(lane.choose);
      setLocal(this.out, local);
    });
  }

  /** `some` takes lanes without turns out and says on the stack whether any lane has one; `next` counts. */
  private turnsOf(s: Of<'for'>): { readonly some: (running: Mask) => void; readonly next: () => void } {
    const { type } = s.trips;
    const wide = type === 'i64';
    if (this.lanes.strideOf(s.trips) === 0) {
      const left = this.f.code.local(wasmType(type, this.f.side));
      emit(this.f, s.trips);
      setLocal(this.out, left);
      return {
        some: (running) => {
          getLocal(this.out, left);
          this.out.all(wide ? [0x42, 0, 0x55] : [0x41, 0, 0x4a]);
          this.test(running, 'any');
          this.out.byte(0x71);
        },
        next: () => {
          getLocal(this.out, left);
          this.out.all(wide ? [0x42, 1, 0x7d] : [0x41, 1, 0x6b]);
          setLocal(this.out, left);
        },
      };
    }
    const left = this.held(s.trips);
    return {
      some: (running) => {
        running.forEach((local, p) => {
          this.above(left, wide, p);
          getLocal(this.out, local);
          this.simd(bitwise.and);
          setLocal(this.out, local);
        });
        this.test(running, 'any');
      },
      next: () => {
        for (const local of left) {
          getLocal(this.out, local);
          if (wide) this.constant([...new Uint8Array(BigInt64Array.from([1n, 1n]).buffer)]);
          else this.constant32([1, 1, 1, 1]);
          this.simd(wide ? 209 : 177);
          setLocal(this.out, local);
        }
      },
    };
  }

  /** Which lanes of part `p` are above 0. */
  private above(parts: Mask, wide: boolean, p: number): void {
    const compare = (part: number): void => {
      getLocal(this.out, parts[part]!);
      this.constant32([0, 0, 0, 0]);
      this.simd(wide ? 217 : 59);
    };
    if (!wide) {
      compare(p);
      return;
    }
    compare(2 * p);
    compare(2 * p + 1);
    this.lowHalves();
  }
}

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

function count(list: readonly Statement[]): number {
  return list.reduce((n, s) => n + 1 + bodiesOf(s).reduce((m, b) => m + count(b), 0), 0);
}
