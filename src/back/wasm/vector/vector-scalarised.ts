/** Statements that each lane runs by itself, with the vectors that it needs taken apart in memory. */
import type { Statement } from '../../../ir/module.ts';
import { bodiesOf, expressionsOf, localsSet, someExpression } from '../../../ir/walk.ts';
import { addIndex } from '../encode/address-code.ts';
import type { WasmType } from '../encode/artifact.ts';
import { wasmType } from '../encode/represent.ts';
import { getLocal, i32const, setLocal } from '../expression.ts';
import { close, emitStatement, open } from '../statement.ts';
import { VectorPieces } from './vector-pieces.ts';

import { type LaneType, lane } from './vector-rows.ts';

/** A vector that is taken apart: up to 32 lanes of 8 bytes. */
export const spillBytes = 256;

const scalarLoads: Readonly<Record<LaneType, readonly number[]>> = {
  bool: [0x28, 2],
  i32: [0x28, 2],
  i64: [0x29, 3],
  f32: [0x2a, 2],
  f64: [0x2b, 3],
};

const scalarStores: Readonly<Record<LaneType, readonly number[]>> = {
  bool: [0x36, 2],
  i32: [0x36, 2],
  i64: [0x37, 3],
  f32: [0x38, 2],
  f64: [0x39, 3],
};

/** A scalar that stands for the first lane. */
export type Moving = readonly [local: number, stride: number, type?: WasmType];

export class VectorScalarised extends VectorPieces {
  /** Runs scalar code once for each lane, with the vectors that it needs taken apart in memory. */
  protected apart(list: readonly Statement[]): void {
    if (this.active) {
      this.someLanes(this.active, list);
      return;
    }
    const { code } = this.f;
    const taken = this.lanes.taken(list);
    const left = this.lanes.left(list);
    const both = [...new Set([...taken, ...left])];
    const moving = this.moving(list);
    this.s.spill.slots.clear();
    for (const l of both) this.spillAll(l);
    const index = code.local('i32');
    i32const(this.out, 0);
    setLocal(this.out, index);
    const head = open(this.w, 0x03);
    for (const l of both) this.fetchLane(l, index);
    this.asScalars(list);
    for (const l of left) this.keepLane(l, index);
    for (const [local, stride, type] of moving) this.grow(local, stride, type);
    this.grow(index, 1);
    getLocal(this.out, index);
    i32const(this.out, this.width);
    this.out.byte(0x48);
    this.out.byte(0x0d);
    this.out.u32(this.w.depth - head);
    close(this.w);
    for (const [local, stride, type] of moving) this.grow(local, -this.width * stride, type);
    for (const l of left) this.reload(l);
  }

  /** As `apart`, only for the lanes of a mask that is not empty. */
  protected someLanes(mask: readonly number[], list: readonly Statement[]): void {
    const index = this.f.code.local('i32');
    this.lanesOf(list, index, (each) => this.eachBit(mask, this.f.code.local('i32'), index, each));
  }

  /** As `apart`, only for the lane of this number. */
  protected oneLane(index: number, list: readonly Statement[]): void {
    this.lanesOf(list, index, (each) => each());
  }

  /** The same for a lane whose number is known now: what others find is not needed for it. */
  protected knownLane(index: number, list: readonly Statement[]): void {
    const left = this.lanes.left(list);
    const moving = this.moving(list);
    for (const l of new Set([...this.lanes.taken(list), ...left])) {
      this.extract(this.partsOf(l), this.s.locals[l]!.type, index);
      setLocal(this.out, this.f.local(l));
    }
    for (const [local, stride, type] of moving) if (index > 0) this.grow(local, index * stride, type);
    this.asScalars(list);
    for (const [local, stride, type] of moving) if (index > 0) this.grow(local, -index * stride, type);
    for (const l of left) this.replace(l, index);
  }

  private replace(local: number, index: number): void {
    const { type } = this.s.locals[local]!;
    const parts = this.partsOf(local);
    const each = this.width / parts.length;
    const part = parts[Math.floor(index / each)]!;
    getLocal(this.out, part);
    if (type === 'bool') i32const(this.out, 0);
    getLocal(this.out, this.f.local(local));
    if (type === 'bool') this.out.byte(0x6b);
    this.simd(lane.replace[this.laneType(type)]);
    this.out.byte(index % each);
    setLocal(this.out, part);
  }

  /** As `apart`, only for the lanes of these bits, which are used up. `more`: scalars that go from lane to lane, too. */
  protected lanesOfBits(
    bits: number,
    list: readonly Statement[],
    left = this.lanes.left(list),
    more: readonly Moving[] = [],
  ): void {
    const index = this.f.code.local('i32');
    this.lanesOf(list, index, (each) => this.eachSet(bits, index, each), left, more);
  }

  /** `visit` runs what it is given for lanes whose numbers it puts into `index`. */
  private lanesOf(
    list: readonly Statement[],
    index: number,
    visit: (each: () => void) => void,
    left = this.lanes.left(list),
    more: readonly Moving[] = [],
  ): void {
    const { code } = this.f;
    const both = [...new Set([...this.lanes.taken(list), ...left])];
    const moving = [...this.moving(list), ...more];
    this.s.spill.slots.clear();
    for (const l of both) this.spillAll(l);
    const first = moving.map(([local, , type]) => {
      const held = code.local(type ?? 'i32');
      getLocal(this.out, local);
      setLocal(this.out, held);
      return held;
    });
    visit(() => {
      moving.forEach(([local, stride, type], i) => {
        getLocal(this.out, first[i]!);
        this.steps(index, stride, type);
        setLocal(this.out, local);
      });
      for (const l of both) this.fetchLane(l, index);
      this.asScalars(list);
      for (const l of left) this.keepLane(l, index);
    });
    moving.forEach(([local], i) => {
      getLocal(this.out, first[i]!);
      setLocal(this.out, local);
    });
    for (const l of left) this.reload(l);
  }

  /** `use` with `index` set to each lane of a mask that is not empty. */
  protected eachBit(mask: readonly number[], bits: number, index: number, use: () => void): void {
    this.bits(mask);
    setLocal(this.out, bits);
    this.eachSet(bits, index, use);
  }

  /** The same for bits that are not all zero; they are used up. */
  protected eachSet(bits: number, index: number, use: () => void): void {
    const head = open(this.w, 0x03);
    getLocal(this.out, bits);
    this.out.byte(0x68);
    setLocal(this.out, index);
    use();
    // bits & (bits - 1)
    getLocal(this.out, bits);
    getLocal(this.out, bits);
    this.out.all([0x41, 1, 0x6b, 0x71, 0x22]);
    this.out.u32(bits);
    this.out.byte(0x0d);
    this.out.u32(this.w.depth - head);
    close(this.w);
  }

  /** Adds index * stride to what is on the stack. */
  protected steps(index: number, stride: number, type: WasmType = 'i32'): void {
    getLocal(this.out, index);
    if (type === 'i64') {
      this.out.all([0xac, 0x42]);
      this.out.s64(BigInt(stride));
      this.out.all([0x7e, 0x7c]);
      return;
    }
    i32const(this.out, stride);
    this.out.all([0x6c, 0x6a]);
  }

  private asScalars(list: readonly Statement[]): void {
    const old = this.w.body;
    this.w.body = (inner) => {
      for (const s of inner) emitStatement(this.w, s);
    };
    for (const s of list) emitStatement(this.w, s);
    this.w.body = old;
  }

  /** Scalars that stand for the first lane: they go from lane to lane. */
  protected moving(list: readonly Statement[]): readonly Moving[] {
    const found = new Map<number, Moving>();
    const written = new Set<number>();
    const visit = (inner: readonly Statement[]): void => {
      for (const s of inner) {
        for (const l of localsSet(s)) written.add(l);
        for (const e of expressionsOf(s))
          someExpression(e, (x) => {
            const stride = x.kind === 'local' ? this.lanes.strideOfLocal(x.index) : undefined;
            if (x.kind === 'slot') {
              const { local, bytes } = this.s.slot(x.index);
              if (bytes > 0) found.set(-1 - local, [local, bytes, this.f.side.address]);
            }
            if (x.kind === 'local' && stride)
              found.set(x.index, [this.f.local(x.index), stride, wasmType(x.type, this.f.side)]);
            return false;
          });
        for (const b of bodiesOf(s)) visit(b);
      }
    };
    visit(list);
    for (const l of written) found.delete(l);
    const counters = this.s.lane === undefined ? [this.s.tx, this.s.t] : [this.s.tx, this.s.t, this.s.lane];
    return [...found.values(), ...counters.map((c) => [c, this.s.step ?? 1] as const)];
  }

  protected grow(local: number, by: number, type: WasmType = 'i32'): void {
    getLocal(this.out, local);
    if (type === 'i64') {
      this.out.byte(0x42);
      this.out.s64(BigInt(by));
      this.out.byte(0x7c);
    } else {
      i32const(this.out, by);
      this.out.byte(0x6a);
    }
    setLocal(this.out, local);
  }

  protected spillOffset(local: number): number {
    let slot = this.s.spill.slots.get(local);
    if (slot === undefined) {
      slot = this.s.spill.slots.size;
      this.s.spill.slots.set(local, slot);
    }
    return this.s.spill.offset + spillBytes * slot;
  }

  /** Room for vectors, outside `apart`. */
  protected spillPlace(which = 0): number {
    return this.s.spill.offset + spillBytes * which;
  }

  protected spillAll(local: number): void {
    this.storeParts(this.partsOf(local), this.s.spill.put, this.spillOffset(local));
  }

  protected reload(local: number): void {
    this.partsOf(local).forEach((part, p) => {
      this.s.spill.put();
      this.simd(lane.load);
      this.memory(this.spillOffset(local) + 16 * p);
      setLocal(this.out, part);
    });
  }

  protected lanePlace(local: number, index: number): void {
    this.s.spill.put();
    getLocal(this.out, index);
    i32const(this.out, this.isWide(this.s.locals[local]!.type) ? 3 : 2);
    this.out.byte(0x74);
    addIndex(this.f.code);
  }

  protected fetchLane(local: number, index: number): void {
    const { type } = this.s.locals[local]!;
    this.lanePlace(local, index);
    this.out.all(scalarLoads[this.laneType(type)]);
    this.out.u32(this.spillOffset(local));
    if (type === 'bool') this.out.all([0x41, 1, 0x71]);
    setLocal(this.out, this.f.local(local));
  }

  protected keepLane(local: number, index: number): void {
    const { type } = this.s.locals[local]!;
    this.lanePlace(local, index);
    if (type === 'bool') i32const(this.out, 0);
    getLocal(this.out, this.f.local(local));
    if (type === 'bool') this.out.byte(0x6b);
    this.out.all(scalarStores[this.laneType(type)]);
    this.out.u32(this.spillOffset(local));
  }

  // Expressions.
}
