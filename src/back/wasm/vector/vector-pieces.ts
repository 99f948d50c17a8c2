/** Where vectors meet scalars: addresses of single lanes, gathered loads, operations that only scalars have. */
import { offset, op } from '../../../ir/build.ts';
import type { Expression } from '../../../ir/module.ts';
import { type Operation, operations } from '../../../ir/operations.ts';
import { isPointer, sizeOf, type ValueType } from '../../../ir/types.ts';
import { mapExpression } from '../../../ir/walk.ts';
import { addAddress, addressConst, offsetAddress } from '../encode/address-code.ts';
import { emit, emitAddress, emitLoad, emitLow, emitStore, getLocal, i32const, setLocal } from '../expression.ts';
import { close, ifCode, open } from '../statement.ts';
import { keyOf } from './addresses.ts';
import { VectorDivisions } from './vector-divisions.ts';
import { lane } from './vector-rows.ts';
import { wholeLanes } from './vector-values.ts';

export class VectorPieces extends VectorDivisions {
  /** `use` for each lane, with what puts its address on the stack (and gives the constant that is left); lanes that take no part have another address. */
  protected eachAddress(e: Expression, offset: number, use: (push: () => number, lane: number) => void): void {
    const stride = this.lanes.strideOf(e);
    const step = stride === undefined ? this.lanes.stepOf(e) : undefined;
    if (step) {
      this.eachStep(e, step, offset, use);
      return;
    }
    if (stride !== undefined) {
      const bits = this.active ? this.activeBits() : 0;
      const base = this.f.code.local(this.f.side.address);
      const rest = emitAddress(this.f, e, offset);
      setLocal(this.out, base);
      if (this.active) {
        for (let i = 0; i < this.width; i++)
          use(() => {
            getLocal(this.out, base);
            offsetAddress(this.f.code, i * stride);
            this.elseSafe(bits, i);
            return rest;
          }, i);
        return;
      }
      for (let i = 0; i < this.width; i++)
        use(() => {
          getLocal(this.out, base);
          const at = rest + i * stride;
          if (at >= 0 && at < 0x10000) return at;
          offsetAddress(this.f.code, i * stride);
          return rest;
        }, i);
      return;
    }
    this.prepare(e);
    const addresses = this.active ? this.safeAddresses(e) : this.inTemps(e);
    if (this.f.side.address === 'i32') {
      this.eachOfPairs(addresses, offset, use);
      return;
    }
    for (let i = 0; i < this.width; i++)
      use(() => {
        this.extract(addresses, e.type, i);
        if (offset >= 0 && offset < 0x10000) return offset;
        offsetAddress(this.f.code, offset);
        return 0;
      }, i);
  }

  /** The address of a lane, on the stack, after that of the lane before; `pair` holds two. */
  protected addressOf(addresses: readonly number[], pair: number, lane: number): void {
    if (lane % 2 === 0) {
      getLocal(this.out, addresses[lane >> 2]!);
      this.out.all([0xfd, 29, (lane >> 1) & 1, 0x22]);
      this.out.u32(pair);
      this.out.byte(0xa7);
    } else {
      getLocal(this.out, pair);
      this.out.all([0x42, 32, 0x88, 0xa7]);
    }
  }

  /** Two at a time: it costs less to part two lanes than to take each of them out of the vector. */
  private eachOfPairs(
    addresses: readonly number[],
    offset: number,
    use: (push: () => number, lane: number) => void,
  ): void {
    const pair = this.f.code.local('i64');
    for (let i = 0; i < this.width; i++)
      use(() => {
        this.addressOf(addresses, pair, i);
        if (offset >= 0 && offset < 0x10000) return offset;
        offsetAddress(this.f.code, offset);
        return 0;
      }, i);
  }

  /** Lanes that lie apart by what the program knows: the first one's address, to which steps are added. */
  private eachStep(
    e: Expression,
    step: Expression,
    offset: number,
    use: (push: () => number, lane: number) => void,
  ): void {
    const bits = this.active ? this.activeBits() : 0;
    const [place, by] = [this.f.code.local(this.f.side.address), this.f.code.local(this.f.side.address)];
    const rest = this.firstAddress(e, offset);
    setLocal(this.out, place);
    if (this.f.side.address === 'i64') emit(this.f, step);
    else emitLow(this.f, step);
    setLocal(this.out, by);
    for (let i = 0; i < this.width; i++) {
      if (i > 0) {
        getLocal(this.out, place);
        getLocal(this.out, by);
        addAddress(this.f.code);
        setLocal(this.out, place);
      }
      use(() => {
        getLocal(this.out, place);
        if (!this.active) return rest;
        this.elseSafe(bits, i);
        return rest;
      }, i);
    }
  }

  /** The address of each lane by itself, where that costs less than taking it out of a vector: a step or two behind an index in memory. */
  protected laneAddress(e: Expression): ((lane: number) => Expression) | undefined {
    const load = onlyLoad(e, this.lanes.strideOf);
    if (!load || this.prepared.has(keyOf(load))) return undefined;
    const first = this.scalar(load.from.type);
    const rest = emitAddress(this.f, load.from, load.offset);
    setLocal(this.out, this.f.local(first.index));
    const step = this.lanes.strideOf(load.from) ?? 0;
    const inLane = (x: Expression, i: number): Expression => {
      if (x === load) return { ...load, from: first, offset: rest + i * step };
      const stride = this.lanes.strideOf(x);
      if (stride !== undefined) return grown(x, i * stride);
      return x.kind === 'op' ? { ...x, args: x.args.map((a) => inLane(a, i)) } : x;
    };
    return (i) => inLane(e, i);
  }

  /** The address on the stack where the lane's bit is set, else the safe one. */
  private elseSafe(bits: number, lane: number): void {
    addressConst(this.f.code, this.s.safe);
    getLocal(this.out, bits);
    i32const(this.out, 1 << lane);
    this.out.all([0x71, 0x1b]);
  }

  /** The address in the first lane, on the stack; gives the constant that is left. */
  private firstAddress(e: Expression, offset: number): number {
    const known = new Map<number, Expression>();
    const scalar = mapExpression(e, (x) => {
      if (x.kind !== 'local' || this.lanes.strideOfLocal(x.index) !== undefined) return x;
      let first = known.get(x.index);
      if (!first) {
        const held = this.scalar(x.type);
        this.extract(this.partsOf(x.index), x.type, 0);
        setLocal(this.out, this.f.local(held.index));
        first = held;
        known.set(x.index, first);
      }
      return first;
    });
    return emitAddress(this.f, scalar, offset);
  }

  /** A bit for each lane that takes part. */
  protected activeBits(): number {
    const bits = this.f.code.local('i32');
    this.bits(this.active!);
    setLocal(this.out, bits);
    return bits;
  }

  private safeAddresses(e: Expression): readonly number[] {
    const active = this.active!;
    const wide = this.isWide(e.type);
    return Array.from({ length: this.partCount(e.type) }, (_, p) => {
      const t = this.temp();
      this.part(e, p);
      addressConst(this.f.code, this.s.safe);
      this.simd(lane.splat[this.f.side.address]);
      this.wideMask((q) => getLocal(this.out, active[q]!), wide, p);
      this.simd(lane.choose);
      setLocal(this.out, t);
      return t;
    });
  }

  /** Neighbours in memory: at once where those that take no part have memory beside them that may be read. */
  private neighbours(e: Extract<Expression, { kind: 'load' }>, key: string): void {
    const parts = Array.from({ length: this.partCount(e.type) }, () => this.temp());
    this.prepared.set(key, parts);
    if (e.from.type === 'ptr.shared' || e.from.type === 'ptr.local') {
      this.loadTogether(e, parts);
      return;
    }
    const place = this.f.code.local(this.f.side.address);
    offsetAddress(this.f.code, emitAddress(this.f, e.from, e.offset));
    setLocal(this.out, place);
    this.isWithinMemory(place);
    open(this.w, ifCode);
    this.loadFrom(place, 0, parts);
    this.out.byte(0x05);
    this.gatherLanes(e, parts);
    close(this.w);
  }

  /** Whether this page and the next are memory, and not the first one, which may be guarded: then a strip's vectors may be read, whichever of its lanes take part. */
  private isWithinMemory(place: number): void {
    const wide = this.f.side.address === 'i64';
    getLocal(this.out, place);
    // (place >>> 16) - 1 < memory.size - 2, without signs
    this.out.all(wide ? [0x42, 16, 0x88, 0x42, 1, 0x7d] : [0x41, 16, 0x76, 0x41, 1, 0x6b]);
    this.out.all(wide ? [0x3f, 0, 0x42, 2, 0x7d, 0x54] : [0x3f, 0, 0x41, 2, 0x6b, 0x49]);
  }

  private loadTogether(e: Extract<Expression, { kind: 'load' }>, parts: readonly number[]): void {
    const place = this.f.code.local(this.f.side.address);
    const offset = emitAddress(this.f, e.from, e.offset);
    setLocal(this.out, place);
    this.loadFrom(place, offset, parts);
  }

  private loadFrom(place: number, offset: number, parts: readonly number[]): void {
    parts.forEach((t, p) => {
      getLocal(this.out, place);
      this.simd(lane.load);
      this.memory(offset + 16 * p);
      setLocal(this.out, t);
    });
  }

  protected gather(e: Extract<Expression, { kind: 'load' }>, key: string): void {
    if (this.active && this.isContiguous(e)) {
      this.neighbours(e, key);
      return;
    }
    const parts = Array.from({ length: this.partCount(e.type) }, () => this.temp());
    if (!this.active && this.isPlaced(e)) this.gatherPlaced(e, parts);
    else this.gatherLanes(e, parts);
    this.prepared.set(key, parts);
  }

  /** Loaded at once where the lanes' places turn out to be neighbours. */
  private gatherPlaced(e: Extract<Expression, { kind: 'load' }>, parts: readonly number[]): void {
    const step = this.lanes.stepOf(e.from);
    if (step) this.stepsBy(step, this.isWide(e.type) ? 8 : 4);
    else this.areNeighbours(e);
    this.out.all([0x04, 0x40]);
    const place = this.f.code.local(this.f.side.address);
    const offset = this.firstAddress(e.from, e.offset);
    setLocal(this.out, place);
    parts.forEach((t, p) => {
      getLocal(this.out, place);
      this.simd(lane.load);
      this.memory(offset + 16 * p);
      setLocal(this.out, t);
    });
    this.out.byte(0x05);
    this.gatherLanes(e, parts);
    this.out.byte(0x0b);
  }

  /** Whether the lanes' places are found by arithmetic alone, so that they may well be neighbours (an index that is turned around, or kept within bounds). */
  private isPlaced(e: Extract<Expression, { kind: 'load' }>): boolean {
    return (
      this.laneType(e.from.type) === 'i32' &&
      wholeLanes.has(e.memory) &&
      !e.volatile &&
      this.lanes.strideOf(e.from) === undefined &&
      this.lanes.isArithmetic(e.from)
    );
  }

  private stepsBy(step: Expression, bytes: number): void {
    if (this.f.side.address === 'i64') {
      emit(this.f, step);
      addressConst(this.f.code, bytes);
      this.out.byte(0x51);
    } else {
      emitLow(this.f, step);
      addressConst(this.f.code, bytes);
      this.out.byte(0x46);
    }
  }

  /** Whether each lane's address lies one element behind the one before. */
  private areNeighbours(e: Extract<Expression, { kind: 'load' }>): void {
    this.prepare(e.from);
    const addresses = this.inTemps(e.from);
    const size = this.isWide(e.type) ? 8 : 4;
    const first = this.temp();
    getLocal(this.out, addresses[0]!);
    getLocal(this.out, addresses[0]!);
    this.simd(lane.shuffle);
    this.out.all([0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]);
    setLocal(this.out, first);
    addresses.forEach((a, p) => {
      getLocal(this.out, a);
      getLocal(this.out, first);
      this.constant32([0, 1, 2, 3].map((i) => size * (4 * p + i)));
      this.simd(174);
      this.simd(55);
      if (p > 0) this.simd(78);
    });
    this.simd(lane.allTrue);
  }

  private gatherLanes(e: Extract<Expression, { kind: 'load' }>, parts: readonly number[]): void {
    const whole = wholeLanes.has(e.memory) && !e.volatile;
    const type = this.laneType(e.type);
    if (whole && !this.active && !this.isWide(e.type) && this.lanes.strideOf(e.from) === 8) {
      this.everyOther(e, parts);
      return;
    }
    for (const t of parts) {
      this.constant32([0, 0, 0, 0]);
      setLocal(this.out, t);
    }
    this.eachAddress(e.from, e.offset, (push, i) => {
      const size = this.isWide(e.type) ? 8 : 4;
      const t = parts[Math.floor((i * size) / 16)]!;
      if (whole) {
        const offset = push();
        getLocal(this.out, t);
        this.simd(lane.loadLane[size]);
        this.memory(offset);
        this.out.byte(i % (16 / size));
      } else {
        getLocal(this.out, t);
        emitLoad(this.f, e.memory, push());
        this.simd(lane.replace[type]);
        this.out.byte(i % (16 / size));
      }
      setLocal(this.out, t);
    });
  }

  /** Cells of four bytes with one between each two: of two vectors that reach no further than the last cell. */
  private everyOther(e: Extract<Expression, { kind: 'load' }>, parts: readonly number[]): void {
    const base = this.f.code.local(this.f.side.address);
    const rest = emitAddress(this.f, e.from, e.offset);
    setLocal(this.out, base);
    parts.forEach((t, p) => {
      for (const behind of [0, 12]) {
        const at = rest + 32 * p + behind;
        const fits = at >= 0 && at < 0x10000;
        getLocal(this.out, base);
        if (!fits) offsetAddress(this.f.code, 32 * p + behind);
        this.simd(lane.load);
        this.memory(fits ? at : rest);
      }
      this.simd(lane.shuffle);
      this.out.all([0, 1, 2, 3, 8, 9, 10, 11, 20, 21, 22, 23, 28, 29, 30, 31]);
      setLocal(this.out, t);
    });
  }

  /** An operation without a vector form, as scalars. */
  protected laneByLane(e: Extract<Expression, { kind: 'op' }>, key: string): void {
    for (const a of e.args) this.prepare(a);
    const divides = this.active !== undefined && mayTrap(e);
    const sources = e.args.map((a, i) => {
      if (this.lanes.strideOf(a) === 0) return undefined;
      return divides && i === 1 ? this.safeDivisors(a) : this.inTemps(a);
    });
    const scalars = e.args.map((a, i): Expression => (sources[i] === undefined ? a : this.scalar(a.type)));
    const scalar: Expression = { ...e, args: scalars };
    const parts = Array.from({ length: this.partCount(e.type) }, () => this.temp());
    const takeLane = (i: number): void =>
      scalars.forEach((x, k) => {
        const from = sources[k];
        if (!from || x.kind !== 'local') return;
        this.extract(from, x.type, i);
        setLocal(this.out, this.f.local(x.index));
      });
    this.prepared.set(key, parts);
    const row: Operation = operations[e.op];
    if (row.expensive && this.s.spill.there && (e.type === 'f32' || e.type === 'f64')) {
      this.throughMemory(scalar, e.type, parts, takeLane);
      return;
    }
    for (const t of parts) {
      this.constant32([0, 0, 0, 0]);
      setLocal(this.out, t);
    }
    for (let i = 0; i < this.width; i++) {
      takeLane(i);
      const perPart = this.width / parts.length;
      const t = parts[Math.floor(i / perPart)]!;
      getLocal(this.out, t);
      emit(this.f, scalar);
      if (e.type === 'bool') this.out.all([0x41, 0x7f, 0x6c]);
      this.simd(lane.replace[this.laneType(e.type)]);
      this.out.byte(i % perPart);
      setLocal(this.out, t);
    }
  }

  /** What costs a call meets the other lanes in memory, where V8 finds neighbours to join (wide.ts of the simulated device). */
  private throughMemory(
    e: Expression,
    type: 'f32' | 'f64',
    parts: readonly number[],
    takeLane: (i: number) => void,
  ): void {
    const size = sizeOf(type);
    for (let i = 0; i < this.width; i++) {
      takeLane(i);
      this.s.spill.put();
      emit(this.f, e);
      emitStore(this.f, type, this.s.spill.offset + size * i);
    }
    parts.forEach((t, p) => {
      this.s.spill.put();
      this.simd(lane.load);
      this.memory(this.s.spill.offset + 16 * p);
      setLocal(this.out, t);
    });
  }

  /** Lanes that take no part divide by 1. */
  private safeDivisors(e: Expression): readonly number[] {
    const active = this.active!;
    return Array.from({ length: this.partCount(e.type) }, (_, p) => {
      const t = this.temp();
      this.part(e, p);
      this.splatConstant(e.type, 1);
      this.wideMask((q) => getLocal(this.out, active[q]!), this.isWide(e.type), p);
      this.simd(lane.choose);
      setLocal(this.out, t);
      return t;
    });
  }

  protected extract(parts: readonly number[], type: ValueType, i: number): void {
    const perPart = this.width / parts.length;
    getLocal(this.out, parts[Math.floor(i / perPart)]!);
    this.simd(lane.extract[this.laneType(type)]);
    this.out.byte(i % perPart);
    if (type === 'bool') this.out.all([0x41, 1, 0x71]);
  }

  /** One lane of `e` as a scalar. */
  protected laneOf(e: Expression, i: number): void {
    if (this.lanes.strideOf(e) === 0) {
      emit(this.f, e);
      return;
    }
    this.extract(this.inTemps(e), e.type, i);
  }

  // Scratch arrays.
}

/** Whether a whole number may be divided by none. */
function mayTrap(e: Extract<Expression, { kind: 'op' }>): boolean {
  const row: Operation = operations[e.op];
  return row.partial === true && (e.type === 'i32' || e.type === 'i64');
}

/** Beyond so many operations vectors are worth their parting. */
const fewSteps = 5;

/** The load at an even stride that alone makes lanes of `e` differ otherwise than by one. */
function onlyLoad(
  e: Expression,
  strideOf: (e: Expression) => number | undefined,
): Extract<Expression, { kind: 'load' }> | undefined {
  let found: Extract<Expression, { kind: 'load' }> | undefined;
  let steps = 0;
  const isSimple = (x: Expression): boolean => {
    if (strideOf(x) !== undefined) return true;
    if (x.kind === 'op') {
      const row: Operation = operations[x.op];
      if (steps++ === fewSteps || row.expensive === true || row.partial === true) return false;
      return x.args.every(isSimple);
    }
    if (x.kind !== 'load' || found || x.volatile || strideOf(x.from) === undefined) return false;
    found = x;
    return true;
  };
  return isSimple(e) ? found : undefined;
}

function grown(e: Expression, by: number): Expression {
  if (by === 0) return e;
  if (isPointer(e.type)) return offset(e, { kind: 'const', type: 'i64', value: BigInt(by) });
  return op('add', [
    e,
    e.type === 'i64' ? { kind: 'const', type: 'i64', value: BigInt(by) } : { kind: 'const', type: 'i32', value: by },
  ]);
}
