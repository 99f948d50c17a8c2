/** The address of each lane, where they are no neighbours. */
import { offset, op } from '../../../ir/build.ts';
import type { Expression } from '../../../ir/module.ts';
import { type Operation, operations } from '../../../ir/operations.ts';
import { isPointer, type ValueType } from '../../../ir/types.ts';
import { keyOf } from '../../../ir/value-key.ts';
import { mapExpression } from '../../../ir/walk.ts';
import { addAddress, addressConst, offsetAddress } from '../encode/address-code.ts';
import { emit, emitAddress, emitLow, getLocal, i32const, setLocal } from '../expression.ts';
import { VectorDivisions } from './vector-divisions.ts';
import { lane } from './vector-rows.ts';

export type Place = { readonly place: number; readonly offset: number };

export abstract class VectorAddresses extends VectorDivisions {
  /** `use` for each lane, with what puts its address on the stack (and gives the constant that is left); lanes that take no part have another address. */
  protected eachAddress(e: Expression, offset: number, use: (push: () => number, lane: number) => void): void {
    const stride = this.lanes.strideOf(e);
    const places = stride === undefined && !this.active ? this.lanes.placesOf(e, this.width) : undefined;
    if (places) {
      const base = this.firstPlace(e, offset);
      for (let i = 0; i < this.width; i++) use(() => this.pushPlace(base, places[i]!), i);
      return;
    }
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

  /** The first lane's address, in a register and a constant. */
  protected firstPlace(e: Expression, offset: number): Place {
    const place = this.f.code.local(this.f.side.address);
    const rest = this.firstAddress(e, offset);
    setLocal(this.out, place);
    return { place, offset: rest };
  }

  /** The address so many bytes behind one, on the stack; gives the constant that is left. */
  protected pushPlace({ place, offset }: Place, behind: number): number {
    getLocal(this.out, place);
    const at = offset + behind;
    if (at >= 0 && at < 0x10000) return at;
    offsetAddress(this.f.code, behind);
    return offset;
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
  protected firstAddress(e: Expression, offset: number): number {
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

  protected safeAddresses(e: Expression): readonly number[] {
    const active = this.active!;
    const wide = this.isWide(e.type);
    return Array.from({ length: this.partCount(e.type) }, (_, p) => {
      const t = this.temp();
      this.part(e, p);
      addressConst(this.f.code, this.s.safe);
      this.simd(lane.splat[this.f.side.address]);
      this.maskPart(active, wide, p);
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
