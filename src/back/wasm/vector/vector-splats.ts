/** Vectors that are made of scalars: what all lanes share, what grows from lane to lane, what a lane's number tells. */
import type { Expression } from '../../../ir/module.ts';
import type { MemoryType, ValueType } from '../../../ir/types.ts';
import { keyOf } from '../../../ir/value-key.ts';
import type { Bytes } from '../encode/encode.ts';
import { emit, emitAddress, getLocal, setLocal } from '../expression.ts';
import { VectorRegisters } from './vector-registers.ts';
import { type LaneType, lane } from './vector-rows.ts';

export const wholeLanes: ReadonlySet<MemoryType> = new Set<MemoryType>(['i32', 'i64', 'f32', 'f64']);

/** On numbers of a lane that are known. */
const laneOperations: Readonly<Record<string, (a: number, b: number) => number>> = {
  add: (a, b) => (a + b) | 0,
  sub: (a, b) => (a - b) | 0,
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
  not: (a) => ~a,
  shl: (a, b) => a << b,
};

const comparisons: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  eq: (a, b) => a === b,
  ne: (a, b) => a !== b,
  lt: (a, b) => a < b,
  le: (a, b) => a <= b,
  gt: (a, b) => a > b,
  ge: (a, b) => a >= b,
};

export abstract class VectorSplats extends VectorRegisters {
  /** What the lanes of a warp have, where their numbers alone tell. */
  protected ofEachLane(e: Expression): readonly number[] | undefined {
    if (!this.s.whole || e.type !== 'i32') return undefined;
    if (e.kind === 'const') return Array<number>(this.width).fill(Number(e.value));
    const [start, stride] = [this.lanes.firstOf(e), this.lanes.strideOf(e)];
    if (start !== undefined && stride !== undefined)
      return Array.from({ length: this.width }, (_, i) => start + i * stride);
    if (e.kind !== 'op') return undefined;
    const of = laneOperations[e.op];
    const [a, b] = e.args;
    const first = of && a ? this.ofEachLane(a) : undefined;
    if (!of || !first) return undefined;
    if (!b) return first.map((x) => of(x, 0));
    const shifts = e.op === 'shl' && this.lanes.isLaneNumber(b);
    const second = shifts ? first.map((_, i) => i) : this.ofEachLane(b);
    return second && first.map((x, i) => of(x, second[i]!));
  }

  /** In which lanes of a warp a condition holds, where their numbers alone tell. */
  protected holdsInLanes(e: Expression): readonly boolean[] | undefined {
    if (!this.s.whole || e.kind !== 'op' || e.type !== 'bool') return undefined;
    const [a, b] = e.args;
    const compares = comparisons[e.op];
    if (compares) {
      const [x, y] = [this.ofEachLane(a!), this.ofEachLane(b!)];
      return x && y && x.map((n, i) => compares(n, y[i]!));
    }
    const [x, y] = e.args.map((z) => this.holdsInLanes(z));
    if (e.op === 'not') return x?.map((is) => !is);
    if (e.op === 'and') return x && y && x.map((is, i) => is && y[i]!);
    return e.op === 'or' ? x && y && x.map((is, i) => is || y[i]!) : undefined;
  }

  protected laneId(p: number): void {
    getLocal(this.out, this.s.t);
    this.simd(lane.splat.i32);
    this.constant32([0, 1, 2, 3].map((i) => i + 4 * p));
    this.simd(174);
    this.constant32([31, 31, 31, 31]);
    this.simd(78);
  }

  protected splat(e: Expression): void {
    const type = this.laneType(e.type);
    if (e.kind === 'const') {
      this.splatConstant(e.type, e.value);
      return;
    }
    if (e.kind === 'local' && !this.s.isWritten(e.index)) {
      const key = `${e.index}`;
      let held = this.splats.get(key);
      if (held === undefined) {
        held = this.f.code.local('v128');
        this.splats.set(key, held);
        getLocal(this.before, this.f.local(e.index));
        this.splatInto(this.before, type);
        setLocal(this.before, held);
      }
      getLocal(this.out, held);
      return;
    }
    if (e.kind === 'load' && wholeLanes.has(e.memory) && !e.volatile) {
      const offset = emitAddress(this.f, e.from, e.offset);
      this.simd(lane.loadSplat[this.isWide(e.type) ? 8 : 4]);
      this.memory(offset);
      return;
    }
    emit(this.f, e);
    this.splatInto(this.out, type);
  }

  /** A truth value becomes all ones or all zeros. */
  protected splatInto(out: Bytes, type: LaneType): void {
    if (type === 'bool') {
      // 0 - x
      out.all([0x41, 0x7f, 0x6c]);
    }
    out.byte(0xfd);
    out.u32(lane.splat[type]);
  }

  protected splatConstant(type: ValueType, value: number | bigint | boolean): void {
    switch (this.laneType(type)) {
      case 'bool':
        this.constant32(Array<number>(4).fill(value ? -1 : 0));
        return;
      case 'i32':
        this.constant32(Array<number>(4).fill(Number(BigInt.asIntN(32, BigInt(value)))));
        return;
      case 'i64':
        this.constant([...new Uint8Array(BigInt64Array.from([BigInt(value), BigInt(value)]).buffer)]);
        return;
      case 'f32':
        this.constant([...new Uint8Array(Float32Array.from(Array<number>(4).fill(Number(value))).buffer)]);
        return;
      case 'f64':
        this.constant([...new Uint8Array(Float64Array.from([Number(value), Number(value)]).buffer)]);
        return;
    }
  }

  /** The first thread's value in all lanes, which all parts share, and the steps from there. */
  protected affine(e: Expression, stride: number, p: number): void {
    this.firstInAll(e);
    if (!this.isWide(e.type)) {
      this.constant32([0, 1, 2, 3].map((i) => Math.imul(i + 4 * p, stride)));
      this.simd(174);
      return;
    }
    const steps = [2 * p, 2 * p + 1].map((i) => BigInt(i * stride));
    this.constant([...new Uint8Array(BigInt64Array.from(steps).buffer)]);
    this.simd(206);
  }

  private firstInAll(e: Expression): void {
    const key = `first ${keyOf(e)}`;
    const known = this.prepared.get(key)?.[0];
    if (known !== undefined) {
      getLocal(this.out, known);
      return;
    }
    emit(this.f, e);
    this.simd(this.isWide(e.type) ? lane.splat.i64 : lane.splat.i32);
    if (this.partCount(e.type) === 1) return;
    const t = this.temp();
    this.prepared.set(key, [t]);
    this.out.byte(0x22);
    this.out.u32(t);
  }
}
