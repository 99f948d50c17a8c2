/** Atomic operations of a chunk whose old values nobody asks for: lanes that meet in one cell are combined first, cells of the block's own memory are plain. */
import type { Expression } from '../../../ir/module.ts';
import { type Joint, type NumberType, neutral, nothingOf, numberType } from '../../../ir/neutral.ts';
import { sizeOf } from '../../../ir/types.ts';
import { keyOf } from '../../../ir/value-key.ts';
import { emitAtomic } from '../atomic.ts';
import { offsetAddress } from '../encode/address-code.ts';
import { emit, emitAddress, getLocal, i32const, setLocal } from '../expression.ts';
import { close, ifCode, open } from '../statement.ts';
import { VectorPacked } from './vector-packed.ts';
import type { Atomic, Reduction } from './vector-registers.ts';
import { bitwise, extremeRows, lane, vectorRows } from './vector-rows.ts';

const joint: Readonly<Partial<Record<Atomic['how'], Joint>>> = {
  add: 'add',
  sub: 'add',
  and: 'and',
  or: 'or',
  xor: 'xor',
  min: 'min',
  max: 'max',
};

export abstract class VectorAtomic extends VectorPacked {
  protected atomic(s: Atomic): void {
    const stride = this.lanes.strideOf(s.to);
    const alone = s.to.type === 'ptr.shared' || s.to.type === 'ptr.local';
    if (s.result !== undefined && this.lanes.isRead(s.result)) {
      this.countingAtomic(s, s.result);
      return;
    }
    const of = this.reductionOf(s);
    if (of) {
      this.combinedAtomic(s, of);
      return;
    }
    if (this.active) {
      this.someLanes(this.active, [withoutResult(s)]);
      return;
    }
    const row = s.how === 'add' || s.how === 'sub' ? vectorRows[s.how] : undefined;
    const instruction = row?.[this.laneType(s.args[0]?.type ?? 'i32')];
    if (alone && s.args.length === 1 && stride === sizeOf(s.memory) && instruction !== undefined) {
      this.plainAtomic(s, instruction);
      return;
    }
    this.laneAtomics(s);
  }

  /** Where all lanes go to one cell. */
  private reductionOf({ how: name, memory, to }: Atomic): Reduction | undefined {
    const [how, type] = [joint[name], numberType(memory)];
    if (!how || !type || this.lanes.strideOf(to) !== 0) return undefined;
    return neutral[how]?.[type] === undefined ? undefined : { how, type };
  }

  protected waits(s: Atomic): boolean {
    return this.mayWait(s) && this.reductionOf(s) !== undefined;
  }

  /** The region's sums in the worker's own memory do, whose places stay the same; others in it go to memory at once. */
  private mayWait({ to }: Atomic): boolean {
    return this.s.sums > 0 && (to.type === 'ptr.shared' || to.type === 'ptr.local');
  }

  /** One operation for all lanes. */
  private combinedAtomic(s: Atomic, of: Reduction): void {
    const arg = s.args[0]!;
    const total = this.scalar(of.type);
    const isUniform = this.lanes.strideOf(arg) === 0;
    const waits = this.mayWait(s);
    if (isUniform && of.type === 'i32' && of.how === 'add' && !(this.active && waits)) {
      this.times(arg);
      if (waits) {
        const [local] = this.waitingFor(s, of, 0);
        getLocal(this.out, local!);
        this.out.byte(0x6a);
        setLocal(this.out, local!);
        return;
      }
    } else if (isUniform && !waits && idempotent.has(of.how)) emit(this.f, arg);
    else {
      this.prepare(arg);
      const parts = this.partCount(arg.type);
      const plainZeros = this.reals?.isNoNegativeZero(arg) === true;
      const waiting = waits ? this.waitingFor(s, of, this.sumsFor(of, parts)) : undefined;
      const sums = waiting ?? [this.temp()];
      if (!waiting) this.fillNeutral(of, sums[0]!);
      for (let p = 0; p < parts; p++) {
        const sum = sums[p % sums.length]!;
        const push = (): void => {
          this.part(arg, p);
          if (this.active) this.orNothing(of, this.active, p);
        };
        this.combine(of, sum, push, plainZeros);
        setLocal(this.out, sum);
      }
      if (waiting) return;
      this.acrossLanes(of, sums[0]!, plainZeros);
    }
    setLocal(this.out, this.f.local(total.index));
    emitAtomic(this.f, withoutResult({ ...s, args: [total] }));
  }

  /** How many vectors results wait in: sums of reals wait for each other, more than hide that would leave the registers, and an engine joins pairs. */
  private sumsFor({ how, type }: Reduction, parts: number): number {
    const shared = Math.ceil(Math.log2(this.s.sums)) + (how === 'add' ? 0 : 1);
    const registers = isReal(type) ? Math.max(2, chains >> shared) : 1;
    return Math.min(this.s.wide ? 2 * registers : registers, parts);
  }

  /** What all lanes share, as often as lanes take part, on the stack. */
  private times(arg: Expression): void {
    emit(this.f, arg);
    if (this.active) {
      this.bits(this.active);
      this.out.byte(0x69);
    } else i32const(this.out, this.width);
    this.out.byte(0x6c);
  }

  /** A vector and another one together, on the stack. `plainZeros`: no zero is below zero. */
  private combine({ how, type }: Reduction, a: number, pushB: () => void, plainZeros: boolean): void {
    const row = vectorRows[how]?.[type];
    if (row !== undefined) {
      getLocal(this.out, a);
      pushB();
      this.simd(row);
      return;
    }
    const b = this.temp();
    pushB();
    setLocal(this.out, b);
    const extreme = extremeRows[how]?.[type];
    if (extreme !== undefined) {
      const [first, second] = [() => getLocal(this.out, a), () => getLocal(this.out, b)];
      if (!plainZeros) {
        this.anyExtreme(how === 'max', extreme, type, first, second);
        return;
      }
      for (const l of [a, b]) getLocal(this.out, l);
      this.simd(extreme);
      for (const l of [b, a, a]) getLocal(this.out, l);
      this.simd(lane.equal[type]);
      this.simd(lane.choose);
      return;
    }
    for (const l of [a, b, a, b]) getLocal(this.out, l);
    this.simd(vectorRows[how === 'max' ? 'gt' : 'lt']![type]!);
    this.simd(lane.choose);
  }

  /** One operation for all lanes, which find what it would have given them one after another. */
  private countingAtomic(s: Atomic, result: number): void {
    const { out, active } = this;
    const [step, sum, first] = [this.scalar('i32'), this.scalar('i32'), this.scalar('i32')];
    const put = (l: { readonly index: number }): void => setLocal(out, this.f.local(l.index));
    const get = (l: { readonly index: number }): void => getLocal(out, this.f.local(l.index));
    emit(this.f, s.args[0]!);
    put(step);
    get(step);
    if (active) {
      this.bits(active);
      out.byte(0x69);
    } else i32const(out, this.width);
    out.byte(0x6c);
    put(sum);
    emitAtomic(this.f, { ...s, args: [sum], result: first.index });
    const arg = s.args[0];
    if (arg?.kind === 'const' && arg.value === 1) {
      const begin = this.scalar('i32');
      get(first);
      put(begin);
      this.numbers.set(result, { first: begin, active });
    }
    this.partsOf(result).forEach((part, p) => {
      this.lanesBefore(active?.[p]);
      get(step);
      this.simd(lane.splat.i32);
      this.simd(vectorRows.mul!.i32!);
      get(first);
      this.simd(lane.splat.i32);
      this.simd(vectorRows.add!.i32!);
      if (active) {
        getLocal(out, part);
        getLocal(out, active[p]!);
        this.simd(lane.bitselect);
      }
      setLocal(out, part);
      get(step);
      if (active) {
        this.bits([active[p]!]);
        out.byte(0x69);
      } else i32const(out, 4);
      out.byte(0x6c);
      get(first);
      out.byte(0x6a);
      put(first);
    });
  }

  /** How many lanes of a vector that take part stand before each. */
  private lanesBefore(mask: number | undefined): void {
    if (mask === undefined) {
      this.words([0, 1, 2, 3]);
      return;
    }
    // Ones below zero, added up to the lane itself, which is taken away again.
    const sums = this.temp();
    getLocal(this.out, mask);
    setLocal(this.out, sums);
    for (const bytes of [4, 8]) {
      this.words([0, 0, 0, 0]);
      getLocal(this.out, sums);
      this.simd(lane.shuffle);
      this.out.all(Array.from({ length: 16 }, (_, i) => (i < bytes ? i : 16 + i - bytes)));
      getLocal(this.out, sums);
      this.simd(vectorRows.add!.i32!);
      setLocal(this.out, sums);
    }
    getLocal(this.out, mask);
    getLocal(this.out, sums);
    this.simd(vectorRows.sub!.i32!);
  }

  private words(four: readonly number[]): void {
    this.simd(lane.constant);
    this.out.all(four.flatMap((word) => [0, 8, 16, 24].map((bits) => (word >> bits) & 0xff)));
  }

  /** Halves together, then neighbours; on the stack. */
  private acrossLanes(of: Reduction, sum: number, plainZeros: boolean): void {
    for (const first of this.isWide(of.type) ? [8] : [8, 4]) {
      this.combine(
        of,
        sum,
        () => {
          getLocal(this.out, sum);
          getLocal(this.out, sum);
          this.simd(lane.shuffle);
          this.out.all(Array.from({ length: 16 }, (_, i) => (first + i) % 16));
        },
        plainZeros,
      );
      setLocal(this.out, sum);
    }
    getLocal(this.out, sum);
    this.simd(lane.extract[of.type]);
    this.out.byte(0);
  }

  /** So many vectors, or a number that all lanes share, which hold nothing before the region's loops. */
  private waitingFor(s: Atomic, of: Reduction, vectors: number): readonly number[] {
    const key = `${vectors > 0} ${s.how} ${keyOf(s.to)}`;
    const held = this.s.waiting.get(key) ?? { atomic: s, of, vectors: vectors > 0, locals: [] };
    this.s.waiting.set(key, held);
    while (held.locals.length < Math.max(1, vectors)) {
      const local = this.f.code.local(vectors > 0 ? 'v128' : 'i32');
      if (vectors > 0) this.before.all([0xfd, lane.constant, ...neutralBytes(of)]);
      else i32const(this.before, 0);
      setLocal(this.before, local);
      held.locals.push(local);
    }
    return held.locals.slice(0, Math.max(1, vectors));
  }

  /** Behind the region's loops: halves meet, so that none waits for all before it. */
  after(): void {
    for (const { atomic, of, vectors, locals } of this.s.waiting.values()) {
      const plainZeros = this.reals?.isNoNegativeZero(atomic.args[0]!) === true;
      const total = this.scalar(of.type);
      const meet = (one: number, other: number): void => {
        this.combine(of, one, () => getLocal(this.out, other), plainZeros);
        setLocal(this.out, one);
      };
      for (let n = locals.length; n > 1; n >>= 1) {
        if (n === 2 && this.s.wide) this.storedTogether(locals.slice(0, 2));
        for (let i = 0; i < n >> 1; i++) meet(locals[i]!, locals[i + (n >> 1)]!);
      }
      const [first] = locals;
      if (vectors) this.acrossLanes(of, first!, plainZeros);
      else getLocal(this.out, first!);
      setLocal(this.out, this.f.local(total.index));
      emitAtomic(this.f, withoutResult({ ...atomic, args: [total] }));
      this.endStatement();
    }
    this.s.waiting.clear();
  }

  /** An engine joins what is stored side by side. */
  protected storedTogether(vectors: readonly number[]): void {
    this.storeParts(vectors, this.s.spill.put, this.spillPlace());
    vectors.forEach((v, i) => {
      this.s.spill.put();
      this.simd(lane.load);
      this.memory(this.spillPlace() + 16 * i);
      setLocal(this.out, v);
    });
  }

  private fillNeutral(of: Reduction, local: number): void {
    this.constant(neutralBytes(of));
    setLocal(this.out, local);
  }

  /** With a vector on the stack: nothing in the lanes that take no part. */
  private orNothing(of: Reduction, active: readonly number[], p: number): void {
    const isZero = Number(neutral[of.how]![of.type]) === 0;
    if (!isZero) this.constant(neutralBytes(of));
    this.maskPart(active, this.isWide(of.type), p);
    this.simd(isZero ? bitwise.and : lane.choose);
  }

  /** Neighbouring cells that no other worker sees. */
  private plainAtomic(s: Atomic, instruction: number): void {
    const arg = s.args[0]!;
    this.prepare(arg);
    const place = this.f.code.local(this.f.side.address);
    const offset = emitAddress(this.f, s.to, 0);
    setLocal(this.out, place);
    const parts = Array.from({ length: this.partCount(arg.type) }, (_, p) => {
      const t = this.temp();
      getLocal(this.out, place);
      this.simd(lane.load);
      this.memory(offset + 16 * p);
      this.part(arg, p);
      this.simd(instruction);
      setLocal(this.out, t);
      return t;
    });
    this.storeParts(parts, () => getLocal(this.out, place), offset);
  }

  private laneAtomics(s: Atomic): void {
    const args = s.args.map((a) => {
      this.prepare(a);
      return { parts: this.lanes.strideOf(a) === 0 ? undefined : this.inTemps(a), scalar: this.scalar(a.type), a };
    });
    for (const { parts, scalar, a } of args)
      if (!parts) {
        emit(this.f, a);
        setLocal(this.out, this.f.local(scalar.index));
      }
    const to = this.scalar(s.to.type);
    const made = withoutResult({ ...s, to, args: args.map((x) => x.scalar) });
    const eachArgument = (i: number): void => {
      for (const { parts, scalar, a } of args) {
        if (!parts) continue;
        this.extract(parts, a.type, i);
        setLocal(this.out, this.f.local(scalar.index));
      }
    };
    if (s.near && !this.active && this.f.side.address === 'i32' && this.lanes.strideOf(s.to) === undefined) {
      this.prepare(s.to);
      this.nearLanes(made, s.near, this.inTemps(s.to), eachArgument);
      return;
    }
    const each = this.active ? undefined : this.laneAddress(s.to);
    const eachLane = (use: (push: () => number, lane: number) => void): void => {
      if (each) for (let i = 0; i < this.width; i++) use(() => emitAddress(this.f, each(i), 0), i);
      else this.eachAddress(s.to, 0, use);
    };
    eachLane((push, i) => {
      offsetAddress(this.f.code, push());
      setLocal(this.out, this.f.local(to.index));
      eachArgument(i);
      emitAtomic(this.f, made);
    });
  }

  /** In the worker's own copy of an array where all lanes' places lie in it, else wherever each of them is. */
  private nearLanes(
    s: Atomic,
    { array, own, cells }: NonNullable<Atomic['near']>,
    addresses: readonly number[],
    eachArgument: (lane: number) => void,
  ): void {
    const { out } = this;
    const splat = (local: number, shift = 0): void => {
      getLocal(out, this.f.local(local));
      if (shift > 0) out.all([0x41, shift, 0x74]);
      this.simd(lane.splat.i32);
    };
    const near = addresses.map((places, p) => {
      const distances = this.temp();
      getLocal(out, places);
      splat(array);
      this.simd(vectorRows.sub!.i32!);
      setLocal(out, distances);
      getLocal(out, distances);
      splat(cells, sizeOf(s.memory) === 8 ? 3 : 2);
      this.simd(vectorRows['lt.u']!.i32!);
      if (p > 0) this.simd(bitwise.and);
      return distances;
    });
    this.simd(lane.allTrue);
    this.f.code.hint(true);
    open(this.w, ifCode);
    for (const distances of near) {
      splat(own);
      getLocal(out, distances);
      this.simd(vectorRows.add!.i32!);
      setLocal(out, distances);
    }
    const { near: _, ...plain } = s;
    const eachPlace = (places: readonly number[], space: 'ptr.local' | 'ptr.global'): void => {
      const pair = this.f.code.local('i64');
      const to = this.scalar(space);
      for (let i = 0; i < this.width; i++) {
        this.addressOf(places, pair, i);
        setLocal(out, this.f.local(to.index));
        eachArgument(i);
        emitAtomic(this.f, { ...plain, to });
      }
    };
    eachPlace(near, 'ptr.local');
    out.byte(0x05);
    eachPlace(addresses, 'ptr.global');
    close(this.w);
  }
}

/** So many sums of reals take the steps that one needs. */
const chains = 8;

const isReal = (type: NumberType): boolean => type === 'f32' || type === 'f64';

/** Those give the same however often it is done. */
const idempotent: ReadonlySet<Joint> = new Set(['and', 'or', 'min', 'max']);

/** What a lane gives that takes no part, in all lanes. */
function neutralBytes({ how, type }: Reduction): readonly number[] {
  const value = nothingOf(how, type);
  const view = new DataView(new ArrayBuffer(16));
  for (let i = 0; i < 16; i += sizeOf(type)) {
    if (type === 'i32') view.setInt32(i, Number(value), true);
    else if (type === 'i64') view.setBigInt64(i, BigInt(value), true);
    else if (type === 'f32') view.setFloat32(i, Number(value), true);
    else view.setFloat64(i, Number(value), true);
  }
  return [...new Uint8Array(view.buffer)];
}

function withoutResult({ result: _, ...s }: Atomic): Atomic {
  return s;
}
