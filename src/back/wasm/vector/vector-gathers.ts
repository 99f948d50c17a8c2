import type { Expression } from '../../../ir/module.ts';
import { sizeOf } from '../../../ir/types.ts';
import { addressConst, offsetAddress } from '../encode/address-code.ts';
import { emit, emitAddress, emitLoad, emitLow, getLocal, setLocal } from '../expression.ts';
import { close, ifCode, open } from '../statement.ts';
import { VectorAddresses } from './vector-addresses.ts';
import { lane } from './vector-rows.ts';
import { wholeLanes } from './vector-splats.ts';

export abstract class VectorGathers extends VectorAddresses {
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
  protected isWithinMemory(place: number): void {
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
    if (this.isNarrow(e)) {
      this.widened(e, parts);
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

  /** Whether lanes of a strip find short whole numbers side by side. */
  private isNarrow(e: Extract<Expression, { kind: 'load' }>): boolean {
    if ((e.memory !== 'i8' && e.memory !== 'i16') || e.volatile || this.active || this.s.wide) return false;
    return this.lanes.strideOf(e.from) === sizeOf(e.memory) && (e.memory === 'i16' || this.width % 8 === 0);
  }

  /** Eight bytes at a time. */
  private widened(e: Extract<Expression, { kind: 'load' }>, parts: readonly number[]): void {
    const place = this.f.code.local(this.f.side.address);
    offsetAddress(this.f.code, emitAddress(this.f, e.from, e.offset));
    setLocal(this.out, place);
    const [low, high] = lane.widen;
    const eight = this.temp();
    parts.forEach((t, p) => {
      if (e.memory === 'i16' || p % 2 === 0) {
        getLocal(this.out, place);
        this.simd(lane.loadWidened[sizeOf(e.memory) === 2 ? 2 : 1]);
        this.memory(e.memory === 'i16' ? 8 * p : 4 * p);
        setLocal(this.out, e.memory === 'i16' ? t : eight);
      }
      if (e.memory === 'i16') return;
      getLocal(this.out, eight);
      this.simd(p % 2 === 0 ? low : high);
      setLocal(this.out, t);
    });
  }

  protected sumOfBytes(e: Extract<Expression, { kind: 'op' }>, key: string): boolean {
    const terms = termsOf(e);
    const isByte = ({ load }: Term): boolean => load.memory === 'i8' && this.isNarrow(load);
    if (!terms || terms.length < 2 || terms.length > mostBytes || !terms.every(isByte)) return false;
    const places = terms.map(({ load }) => {
      const place = this.f.code.local(this.f.side.address);
      offsetAddress(this.f.code, emitAddress(this.f, load.from, load.offset));
      setLocal(this.out, place);
      return place;
    });
    const parts = Array.from({ length: this.partCount(e.type) }, () => this.temp());
    const halves = this.temp();
    for (let p = 0; p < parts.length; p += 2) {
      terms.forEach(({ op }, i) => {
        getLocal(this.out, places[i]!);
        this.simd(lane.loadWidened[1]);
        this.memory(4 * p);
        if (i > 0) this.simd(halfRows[op]);
      });
      setLocal(this.out, halves);
      lane.widen.forEach((extend, k) => {
        getLocal(this.out, halves);
        this.simd(extend);
        setLocal(this.out, parts[p + k]!);
      });
    }
    this.prepared.set(key, parts);
    return true;
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
}

type Term = { readonly load: Extract<Expression, { kind: 'load' }>; readonly op: 'add' | 'sub' };

/** Sums of more might not fit 16 bits. */
const mostBytes = 255;
/** Of 16 bits. */
const halfRows = { add: 142, sub: 145 } as const;

/** Of a sum of loads what is added and taken away, the first of it added. */
function termsOf(e: Expression): readonly Term[] | undefined {
  if (e.type !== 'i32') return undefined;
  if (e.kind === 'load') return [{ load: e, op: 'add' }];
  if (e.kind !== 'op' || (e.op !== 'add' && e.op !== 'sub')) return undefined;
  const [a, b] = [termsOf(e.args[0]!), termsOf(e.args[1]!)];
  if (!a || !b) return undefined;
  return [...a, ...(e.op === 'add' ? b : b.map((t): Term => ({ ...t, op: t.op === 'add' ? 'sub' : 'add' })))];
}
