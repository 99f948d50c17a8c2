/** Atomic operations of a strip whose old values nobody asks for: lanes that meet in one cell are combined first, cells of the block's own memory are plain. */
import type { Statement } from '../../../ir/module.ts';
import { sizeOf } from '../../../ir/types.ts';
import { keyOf } from '../../../ir/value-key.ts';
import { emitAtomic } from '../atomic.ts';
import { offsetAddress } from '../encode/address-code.ts';
import { emit, emitAddress, getLocal, i32const, setLocal } from '../expression.ts';
import { close, ifCode, open } from '../statement.ts';
import { VectorPacked } from './vector-packed.ts';
import { bitwise, lane, vectorRows } from './vector-rows.ts';

type Atomic = Extract<Statement, { kind: 'atomic' }>;

/** The operation that puts two lanes together. */
type Joint = 'add' | 'and' | 'or' | 'min' | 'max';
const joint: Readonly<Partial<Record<Atomic['how'], Joint>>> = {
  add: 'add',
  sub: 'add',
  and: 'and',
  or: 'or',
  min: 'min',
  max: 'max',
};

/** What a lane gives that takes no part. */
const nothing: Readonly<Record<Joint, number>> = { add: 0, and: -1, or: 0, min: 0x7fffffff, max: -0x80000000 };

/** A sum that waits for the end of the region's loops: of vectors, or of what all lanes share. */
type Waiting = { readonly atomic: Atomic; readonly form: 'vector' | 'scalar'; readonly local: number };

export abstract class VectorAtomic extends VectorPacked {
  private readonly waiting = new Map<string, Waiting>();

  protected atomic(s: Atomic): void {
    const stride = this.lanes.strideOf(s.to);
    const alone = s.to.type === 'ptr.shared' || s.to.type === 'ptr.local';
    const how = joint[s.how];
    if (s.result !== undefined && this.lanes.isRead(s.result)) {
      this.countingAtomic(s, s.result);
      return;
    }
    if (stride === 0 && s.memory === 'i32' && how) {
      this.combinedAtomic(s, how);
      return;
    }
    if (this.active) {
      this.someLanes(this.active, [withoutResult(s)]);
      return;
    }
    const row = s.how === 'add' || s.how === 'sub' ? vectorRows[s.how] : undefined;
    const type = this.laneType(s.args[0]?.type ?? 'i32');
    if (alone && s.args.length === 1 && stride === sizeOf(s.memory) && row?.[type] !== undefined) {
      this.plainAtomic(s, row[type]);
      return;
    }
    this.laneAtomics(s);
  }

  /** One operation for all lanes. */
  private combinedAtomic(s: Atomic, how: Joint): void {
    const arg = s.args[0]!;
    const waits = how === 'add' && this.s.sumsWait;
    const total = this.scalar('i32');
    if (this.lanes.strideOf(arg) === 0) {
      emit(this.f, arg);
      if (how === 'add') {
        if (this.active) {
          this.bits(this.active);
          this.out.byte(0x69);
        } else i32const(this.out, this.width);
        this.out.byte(0x6c);
      }
      if (waits) {
        this.addTo(this.waitingFor(s, 'scalar'), () => this.out.byte(0x6a));
        return;
      }
    } else {
      this.prepare(arg);
      const parts = this.inTemps(arg);
      parts.forEach((part, p) => {
        getLocal(this.out, part);
        this.neutral(how, p);
        if (p > 0) this.simd(vectorRows[how]!.i32!);
      });
      if (waits) {
        this.addTo(this.waitingFor(s, 'vector'), () => this.simd(vectorRows.add!.i32!));
        return;
      }
      const sum = this.temp();
      setLocal(this.out, sum);
      this.acrossLanes(sum, how);
    }
    setLocal(this.out, this.f.local(total.index));
    emitAtomic(this.f, withoutResult({ ...s, args: [total] }));
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

  /** Halves together, then neighbours. */
  private acrossLanes(sum: number, how: Joint): void {
    for (const first of [8, 4]) {
      getLocal(this.out, sum);
      getLocal(this.out, sum);
      getLocal(this.out, sum);
      this.simd(lane.shuffle);
      this.out.all(Array.from({ length: 16 }, (_, i) => (first + i) % 16));
      this.simd(vectorRows[how]!.i32!);
      setLocal(this.out, sum);
    }
    getLocal(this.out, sum);
    this.simd(lane.extract.i32);
    this.out.byte(0);
  }

  /** Zero before the region's loops. */
  private waitingFor(s: Atomic, form: Waiting['form']): number {
    const key = `${form} ${s.how} ${keyOf(s.to)}`;
    const known = this.waiting.get(key);
    if (known) return known.local;
    const local = this.f.code.local(form === 'vector' ? 'v128' : 'i32');
    this.waiting.set(key, { atomic: s, form, local });
    if (form === 'vector') this.before.all([0xfd, 12, ...Array<number>(16).fill(0)]);
    else i32const(this.before, 0);
    setLocal(this.before, local);
    return local;
  }

  /** With a value on the stack. */
  private addTo(local: number, add: () => void): void {
    getLocal(this.out, local);
    add();
    setLocal(this.out, local);
  }

  /** Behind the region's loops. */
  after(): void {
    for (const { atomic, form, local } of this.waiting.values()) {
      const total = this.scalar('i32');
      if (form === 'vector') this.acrossLanes(local, 'add');
      else getLocal(this.out, local);
      setLocal(this.out, this.f.local(total.index));
      emitAtomic(this.f, withoutResult({ ...atomic, args: [total] }));
    }
  }

  /** With a vector on the stack: what lanes that take no part give instead. */
  private neutral(how: Joint, p: number): void {
    if (!this.active) return;
    this.words(Array<number>(4).fill(nothing[how]));
    getLocal(this.out, this.active[p]!);
    this.simd(lane.bitselect);
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

function withoutResult({ result: _, ...s }: Atomic): Atomic {
  return s;
}
