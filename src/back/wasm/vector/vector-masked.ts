/** What lanes do under masks: assignments, blocks that some leave, and loops, each lane in its own number of iterations. */
import { local, op } from '../../../ir/build.ts';
import type { Expression, Statement } from '../../../ir/module.ts';
import { isPointer } from '../../../ir/types.ts';
import { expressionsOf, localsSetIn, someExpression, someStatement } from '../../../ir/walk.ts';
import { wasmType } from '../encode/represent.ts';
import { emit, getLocal, i32const, setLocal } from '../expression.ts';
import { gathered } from '../kernel/vote-idioms.ts';
import { branchIf, close, ifCode, jump, loopCode, open } from '../statement.ts';
import { isDivision, isSlow, laneForm } from './lane-forms.ts';
import { count, twiceAtMost, VectorBranches } from './vector-branches.ts';
import type { Mask } from './vector-masks.ts';
import { bitwise, lane, vectorRows } from './vector-rows.ts';
import type { Moving } from './vector-scalarised.ts';

type Of<K extends Statement['kind']> = Extract<Statement, { kind: K }>;

/** Statements that a lane runs by itself as with the others. */
const ownKinds: ReadonlySet<Statement['kind']> = new Set([
  ...(['set', 'store', 'if', 'switch', 'for', 'loop', 'block', 'break', 'continue'] as const),
]);

/** Before, a loop may well end soon. */
const earlyIterations = 8;

/** `rest`: the iterations of a loop that lanes have left, for each of them by itself; `early`: how many more lanes take together in any case. */
type Alone = { readonly rest: Of<'loop' | 'for'>; readonly early: number };

export abstract class VectorMasked extends VectorBranches {
  protected maskedSet(s: Of<'set'>): void {
    const { active } = this;
    if (active) this.prepareNeighbours(s.value);
    this.prepare(s.value);
    const parts = this.partsOf(s.local);
    const blend = active && !(this.owner && this.lanes.isPrivate(this.owner, s.local));
    const more = blend ? addedTo(s) : undefined;
    if (active && more) {
      this.addMasked(s, more, active);
      return;
    }
    const wide = this.isWide(s.value.type);
    parts.forEach((local, p) => {
      this.part(s.value, p);
      if (!blend) return;
      getLocal(this.out, local);
      this.maskPart(active, wide, p);
      this.simd(lane.choose);
    });
    for (let p = parts.length - 1; p >= 0; p--) setLocal(this.out, parts[p]!);
  }

  /** Lanes that take no part add nothing. */
  private addMasked(s: Of<'set'>, more: Expression, active: Mask): void {
    if (s.value.kind !== 'op') return;
    const wide = this.isWide(s.value.type);
    const instruction = vectorRows[s.value.op]![this.laneType(s.value.type)]!;
    this.prepare(more);
    this.partsOf(s.local).forEach((local, p) => {
      getLocal(this.out, local);
      this.part(more, p);
      this.maskPart(active, wide, p);
      this.simd(bitwise.and);
      this.simd(instruction);
      setLocal(this.out, local);
    });
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
        this.unlessFew(s, () => this.partedLoop(s));
        break;
      case 'for':
        this.unlessFew(s, () => this.partedFor(s));
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
    const alone = this.aloneFor(this.mayGoAlone(s) ? s : undefined);
    const head = open(this.w, loopCode);
    this.iteration(s, running, gone);
    this.test(running, 'any');
    this.repeat(s, running, head, alone);
    close(this.w);
    this.gone.delete(`break ${s.label}`);
  }

  /** `together` for a loop that more than a quarter of the lanes come to; fewer go through it one by one where it reads or writes memory: under a mask each lane's place is asked for by itself. */
  private unlessFew(s: Of<'loop' | 'for'>, together: () => void): void {
    if (!this.active || !this.standsAlone(s) || !this.reachesMemory(s)) {
      together();
      return;
    }
    const present = this.present();
    const bits = this.f.code.local('i32');
    this.bits(present);
    setLocal(this.out, bits);
    getLocal(this.out, bits);
    this.out.byte(0x69);
    i32const(this.out, this.width / 4);
    this.out.byte(0x4c);
    open(this.w, ifCode);
    getLocal(this.out, bits);
    open(this.w, ifCode);
    this.lanesOfBits(bits, [s]);
    close(this.w);
    this.out.byte(0x05);
    together();
    close(this.w);
  }

  /** Before the loop that `rest` continues. */
  private aloneFor(rest: Of<'loop' | 'for'> | undefined): Alone | undefined {
    if (!rest) return undefined;
    const early = this.f.code.local('i32');
    i32const(this.out, earlyIterations);
    setLocal(this.out, early);
    return { early, rest };
  }

  /** With a condition on the stack: to the head of a loop; the last quarter of the lanes goes on one by one. */
  private repeat(s: Of<'loop' | 'for'>, running: Mask, head: number, alone: Alone | undefined): void {
    if (!alone) {
      jump(this.w, head, branchIf);
      return;
    }
    const bits = this.f.code.local('i32');
    const { early, rest } = alone;
    open(this.w, ifCode);
    this.grow(early, -1);
    getLocal(this.out, early);
    i32const(this.out, 0);
    this.out.byte(0x4a);
    jump(this.w, head, branchIf);
    this.bits(running);
    setLocal(this.out, bits);
    getLocal(this.out, bits);
    this.out.byte(0x69);
    i32const(this.out, this.width / 4);
    this.out.byte(0x4a);
    jump(this.w, head, branchIf);
    this.lanesOfBits(bits, [rest], this.lanes.left([s]), s.kind === 'for' ? this.counterOf(s) : []);
    close(this.w);
  }

  /** A variable that is the same in all lanes, or counts along them: each lane begins with its own. */
  private counterOf(s: Of<'for'>): readonly Moving[] {
    const stride = this.lanes.strideOfLocal(s.local);
    return stride === undefined ? [] : [[this.f.local(s.local), stride, wasmType(s.from.type, this.f.side)]];
  }

  /** Whether a lane may go on with the iterations that it has left by itself. */
  private mayGoAlone(s: Of<'loop' | 'for'>): boolean {
    return this.standsAlone(s) && this.isQuickerAlone(s);
  }

  /** Whether a lane can go through a loop by itself, in code that is not long. */
  private standsAlone(s: Of<'loop' | 'for'>): boolean {
    if (this.crossing(s).size > 0 || count(s.body) > twiceAtMost) return false;
    return !someStatement(
      s.body,
      (x) => !ownKinds.has(x.kind) || this.lanes.wayOf(x) === 'apart' || gathered(x, this.s.single) !== undefined,
    );
  }

  /** Whether an iteration reaches places of each lane's own. */
  private reachesMemory(s: Of<'loop' | 'for'>): boolean {
    const own = (e: Expression): boolean => e.kind === 'load' && this.lanes.strideOf(e.from) !== 0;
    return someStatement(
      s.body,
      (x) =>
        (x.kind === 'store' && this.lanes.strideOf(x.to) !== 0) || expressionsOf(x).some((e) => someExpression(e, own)),
    );
  }

  /** Whether an iteration of one lane has far less to do than one of all: where vectors divide, are taken apart, or lie anywhere in memory. */
  private isQuickerAlone(s: Of<'loop' | 'for'>): boolean {
    const takesLong = (e: Expression): boolean => {
      if (this.lanes.strideOf(e) !== undefined) return false;
      if (e.kind === 'load') return this.lanes.strideOf(e.from) === undefined && !this.lanes.stepOf(e.from);
      if (e.kind !== 'op' || isPointer(e.type)) return false;
      const from = this.laneType(e.args[0]!.type);
      return (isDivision(e.op) && from === 'i32') || isSlow(laneForm(e, from, this.lanes));
    };
    return someStatement(s.body, (x) => expressionsOf(x).some((e) => someExpression(e, takesLong)));
  }

  /** The iterations that are left where the variable has counted on; undefined where they do not follow from it. */
  private restOf(s: Of<'for'>): Of<'for'> | undefined {
    const step = s.step.kind === 'const' ? Number(s.step.value) : 0;
    if (s.trips.kind === 'const' && Number(s.trips.value) <= 2 * earlyIterations) return undefined;
    if (Math.abs(step) !== 1 || !this.mayGoAlone(s)) return undefined;
    const written = localsSetIn(s.body).add(s.local);
    const stays = (e: Expression): boolean =>
      !someExpression(e, (x) => x.kind === 'load' || (x.kind === 'local' && written.has(x.index)));
    if (localsSetIn(s.body).has(s.local) || !stays(s.from) || !stays(s.trips)) return undefined;
    const at = local(s.local, s.from.type);
    const done = op('sub', step > 0 ? [at, s.from] : [s.from, at]);
    const wide = s.trips.type === 'i64' && done.type === 'i32' ? op('extend.u', [done]) : done;
    return wide.type === s.trips.type ? { ...s, from: at, trips: op('sub', [s.trips, wide]) } : undefined;
  }

  /** The body once for the lanes of `running`; those that left the loop leave the mask. */
  private iteration(s: Of<'loop' | 'for'>, running: Mask, left: Mask): void {
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

  /** Each lane counts its own iterations where their numbers differ. */
  private partedFor(s: Of<'for'>): void {
    const running = this.present();
    const left = this.iterationsOf(s);
    const step = this.stepOf(s);
    this.under(running, s, () => this.startCounter(s));
    const gone = this.opened(`break ${s.label}`);
    left.some(running);
    open(this.w, ifCode);
    const alone = this.aloneFor(this.restOf(s));
    const head = open(this.w, loopCode);
    this.iteration(s, running, gone);
    // Where all lanes leave together, a variable that they share stays what it was.
    const leaves = someStatement(s.body, (x) => x.kind === 'break' || x.kind === 'continue');
    if (leaves) {
      this.test(running, 'any');
      open(this.w, ifCode);
    }
    this.under(running, s, step);
    left.next();
    left.some(running);
    this.repeat(s, running, head, alone);
    if (leaves) close(this.w);
    close(this.w);
    close(this.w);
    this.gone.delete(`break ${s.label}`);
  }

  private startCounter(s: Of<'for'>): void {
    this.set({ kind: 'set', local: s.local, value: s.from });
    this.endStatement();
  }

  protected abstract set(s: Of<'set'>): void;

  /** variable = variable + step, with a step that was found before the first iteration. */
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
  private iterationsOf(s: Of<'for'>): { readonly some: (running: Mask) => void; readonly next: () => void } {
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

/** What is added to a whole number, or put to its bits, where zero changes nothing. */
function addedTo({ local, value }: Of<'set'>): Expression | undefined {
  if (value.kind !== 'op' || (value.type !== 'i32' && value.type !== 'i64')) return undefined;
  const [a, b] = value.args;
  const isIt = (e: Expression | undefined): boolean => e?.kind === 'local' && e.index === local;
  const reads = (e: Expression): boolean => someExpression(e, isIt);
  if (!a || !b || (value.op !== 'add' && value.op !== 'sub' && value.op !== 'or' && value.op !== 'xor'))
    return undefined;
  if (isIt(a)) return reads(b) ? undefined : b;
  return isIt(b) && value.op !== 'sub' && !reads(a) ? a : undefined;
}
