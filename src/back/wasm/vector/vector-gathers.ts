import type { Expression } from '../../../ir/module.ts';
import { type MemoryType, sizeOf } from '../../../ir/types.ts';
import { keyOf } from '../../../ir/value-key.ts';
import { eachExpression } from '../../../ir/walk.ts';
import { addressConst, offsetAddress } from '../encode/address-code.ts';
import { emit, emitAddress, emitLoad, emitLow, getLocal, i32const, setLocal } from '../expression.ts';
import { guardBytes } from '../layout.ts';
import { close, ifCode, open } from '../statement.ts';
import type { Place } from './vector-addresses.ts';
import type { SharedAddress } from './vector-registers.ts';
import { bitwise, lane, shiftRows } from './vector-rows.ts';
import { wholeLanes } from './vector-splats.ts';
import { VectorWraps } from './vector-wraps.ts';
import type { WrappedPlace } from './wrapped-places.ts';

type Load = Extract<Expression, { kind: 'load' }>;
/** What is loaded for all lanes where memory allows it: neighbours, or `cells` that lie so many bytes behind the first lane's. */
type LoadOfAll = { readonly e: Load; readonly parts: readonly number[]; readonly cells?: readonly number[] };

/** So far apart at most lie cells that are read together, and memory goes on further behind all data. */
const furthest = 1 << 15;

export abstract class VectorGathers extends VectorWraps {
  /** Neighbours in memory: at once where those that take no part have memory beside them that may be read. */
  private neighbours(e: Load, key: string): void {
    const parts = Array.from({ length: this.partCount(e.type) }, () => this.temp());
    this.prepared.set(key, parts);
    if (isNear(e)) this.loadTogether(e, parts);
    else this.loadWithinMemory([{ e, parts }]);
  }

  /** All vectors of neighbours that a statement reads under a mask: whether they may be read is asked once. */
  protected prepareNeighbours(whole: Expression): void {
    const found = new Map<string, Load>();
    eachExpression(whole, (e) => {
      if (e.kind !== 'load' || this.lanes.strideOf(e) !== undefined || isNear(e)) return;
      if (this.isContiguous(e) || this.cellsOfMasked(e)) found.set(keyOf(e), e);
    });
    for (const key of found.keys()) if (this.prepared.has(key)) found.delete(key);
    if (found.size < 2) return;
    const loads = [...found].map(([key, e]) => {
      const parts = Array.from({ length: this.partCount(e.type) }, () => this.temp());
      this.prepared.set(key, parts);
      return this.ofAll(e, parts);
    });
    this.loadWithinMemory(loads);
  }

  private ofAll(e: Load, parts: readonly number[]): LoadOfAll {
    const cells = this.isContiguous(e) ? undefined : this.cellsOfMasked(e);
    return cells ? { e, parts, cells } : { e, parts };
  }

  /** All lanes' cells, those without neighbours near enough that one question answers for all of them. */
  private cellsOfMasked(e: Load): readonly number[] | undefined {
    if (isNear(e)) return undefined;
    const cells = this.cellsOf(e);
    return cells && Math.max(...cells) - Math.min(...cells) <= furthest ? cells : undefined;
  }

  private loadWithinMemory(loads: readonly LoadOfAll[]): void {
    const places = loads.map(({ e, cells }) => {
      const { place, offset } = this.firstPlace(e.from, e.offset);
      getLocal(this.out, place);
      offsetAddress(this.f.code, offset + Math.min(0, ...(cells ?? [])));
      setLocal(this.out, place);
      return place;
    });
    this.areWithinMemory(places);
    this.either(
      () =>
        loads.forEach(({ e, parts, cells }, i) => {
          const place = places[i]!;
          if (cells) this.loadCells(e, cells, parts, { place, offset: -Math.min(0, ...cells) });
          else this.loadFrom(place, 0, parts);
        }),
      () => {
        for (const { e, parts } of loads) this.gatherLanes(e, parts);
      },
    );
  }

  /** By the condition on the stack; what is found on one way only is not there behind both. */
  private either(then: () => void, otherwise: () => void): void {
    const { prepared, addresses } = this;
    const alone = (write: () => void): void => {
      this.prepared = new Map(prepared);
      this.addresses = new Map(addresses);
      write();
    };
    open(this.w, ifCode);
    alone(then);
    this.out.byte(0x05);
    alone(otherwise);
    close(this.w);
    this.prepared = prepared;
    this.addresses = addresses;
  }

  protected isWithinMemory(place: number): void {
    this.areWithinMemory([place]);
  }

  /**
   * Whether a chunk's vectors may be read there, whichever of its lanes take part: one that does reads near there, and behind all data memory goes on (`runtime/heap.ts`). Only before it
   * lies what may be guarded.
   */
  private areWithinMemory(places: readonly number[]): void {
    places.forEach((place, i) => {
      getLocal(this.out, place);
      addressConst(this.f.code, guardBytes);
      this.out.byte(this.f.side.address === 'i64' ? 0x5a : 0x4f);
      if (i > 0) this.out.byte(0x71);
    });
  }

  private loadTogether(e: Load, parts: readonly number[]): void {
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

  protected gather(e: Load, key: string): void {
    if (this.active && this.isContiguous(e)) {
      this.neighbours(e, key);
      return;
    }
    const parts = Array.from({ length: this.partCount(e.type) }, () => this.temp());
    const places = this.active && isNear(e) ? this.placesOfLoad(e) : undefined;
    const wrap = this.wrapOf(e);
    if (this.isNarrow(e)) this.narrowNeighbours(e, parts);
    else if (places) this.gatherCells(e, places, parts);
    else if (this.active && this.cellsOfMasked(e)) this.loadWithinMemory([this.ofAll(e, parts)]);
    else if (wrap) this.gatherWrapped(e, wrap, parts);
    else if (!this.active && this.isPlaced(e)) this.gatherPlaced(e, parts);
    else this.gatherLanes(e, parts);
    this.prepared.set(key, parts);
  }

  private placesOfLoad(e: Load): readonly number[] | undefined {
    if (!wholeLanes.has(e.memory) || e.volatile) return undefined;
    return this.lanes.strideOf(e.from) === undefined ? this.lanes.placesOf(e.from, this.width) : undefined;
  }

  protected cellsOf(e: Load): readonly number[] | undefined {
    const stride = this.lanes.strideOf(e.from);
    if (e.volatile || stride === 0) return undefined;
    const cells =
      stride === undefined ? this.placesOfLoad(e) : Array.from({ length: this.width }, (_, lane) => lane * stride);
    if (!cells || wholeLanes.has(e.memory)) return cells;
    if (!(e.memory in signShift) || e.type !== 'i32' || this.isNarrow(e)) return undefined;
    const parts = Array.from({ length: this.partCount(e.type) }, (_, p) => this.windows(e, cells, p));
    return parts.every((w) => w.length > 0) ? cells : undefined;
  }

  /** Where the lanes' cells lie, of all lanes that take part or have memory as well. */
  protected gatherCells(e: Load, cells: readonly number[], parts: readonly number[]): void {
    this.loadCells(e, cells, parts, this.firstPlace(e.from, e.offset));
  }

  private loadCells(e: Load, cells: readonly number[], parts: readonly number[], first: Place): void {
    const address = { ...first, cells };
    parts.forEach((t, p) => {
      this.cellsOfPart(e, address, p);
      setLocal(this.out, t);
    });
  }

  /** Vectors that hold all cells of a part. */
  private windows(e: Load, cells: readonly number[], p: number): readonly number[] {
    const size = sizeOf(e.memory);
    const all = isNear(e)
      ? ([-Infinity, Infinity] as const)
      : ([Math.min(...cells), Math.max(...cells) + size] as const);
    return windowsOf(this.ofPart(e, cells, p), size, all);
  }

  private ofPart(e: Load, cells: readonly number[], p: number): readonly number[] {
    const lanes = this.width / this.partCount(e.type);
    return cells.slice(p * lanes, (p + 1) * lanes);
  }

  /** Part `p` on the stack: of one or two vectors that hold all of its cells and reach no further than those of others; else lane by lane. */
  protected cellsOfPart(e: Load, address: SharedAddress, p: number): void {
    const own = this.ofPart(e, address.cells ?? [], p);
    const size = sizeOf(e.memory);
    const windows = this.windows(e, address.cells ?? [], p);
    if (windows.length === 0) this.laneAfterLane(own, size === 8 ? 8 : 4, address);
    else this.ofWindows(own, windows, size, address);
    const shift = signShift[e.memory];
    if (shift === undefined) return;
    i32const(this.out, shift);
    this.simd(shiftRows['shr.s']!.i32!);
  }

  private ofWindows(own: readonly number[], windows: readonly number[], size: number, address: SharedAddress): void {
    for (const at of windows) {
      const offset = this.pushPlace(address, at);
      this.simd(lane.load);
      this.memory(offset);
    }
    if (areNeighbours(own, size) && size >= 4) return;
    if (size < 4) {
      this.permuted(bytesOf(own, size, windows, 4), windows.length);
      return;
    }
    if (windows.length === 1) {
      const t = this.temp();
      setLocal(this.out, t);
      getLocal(this.out, t);
      getLocal(this.out, t);
    }
    this.simd(lane.shuffle);
    this.out.all(bytesOf(own, size, windows, size));
  }

  /** Bytes of one or two vectors on the stack, wherever they lie; nothing where `bytes` has -1. An instruction for each vector, its places in a register, where a shuffle of bytes makes them anew each time. */
  protected permuted(bytes: readonly number[], vectors: number): void {
    const within = (first: number): readonly number[] =>
      bytes.map((b) => (b >= first && b < first + 16 ? b - first : 0x80));
    if (vectors > 1) {
      const second = this.temp();
      this.constant(within(16));
      this.simd(lane.permute);
      setLocal(this.out, second);
      this.constant(within(0));
      this.simd(lane.permute);
      getLocal(this.out, second);
      this.simd(bitwise.or);
      return;
    }
    this.constant(within(0));
    this.simd(lane.permute);
  }

  private laneAfterLane(own: readonly number[], size: 4 | 8, address: SharedAddress): void {
    const t = this.temp();
    own.forEach((at, i) => {
      const offset = this.pushPlace(address, at);
      if (i > 0) getLocal(this.out, t);
      this.simd(i > 0 ? lane.loadLane[size] : lane.loadZero[size]);
      this.memory(offset);
      if (i > 0) this.out.byte(i);
      if (i < own.length - 1) setLocal(this.out, t);
    });
  }

  /** Where vectors may reach beyond a row, what lies before it has to be memory. */
  private gatherWrapped(e: Load, wrap: WrappedPlace, parts: readonly number[]): void {
    const lanes = 16 / sizeOf(e.memory);
    this.prepareWrapped(wrap, lanes, parts.length);
    if (!this.active && (this.staysWithin(wrap, lanes) || this.reachesBack(wrap) === 0)) {
      this.loadWrapped(e, wrap, parts);
      return;
    }
    this.isBehindStart(e, wrap, parts.length);
    this.either(
      () => this.loadWrapped(e, wrap, parts),
      () => (this.active ? this.gatherLanes(e, parts) : this.wrappedLanes(e, wrap, parts)),
    );
  }

  /** Loaded at once where the lanes' places turn out to be neighbours. */
  private gatherPlaced(e: Load, parts: readonly number[]): void {
    const step = this.lanes.stepOf(e.from);
    if (step) this.stepsBy(step, this.isWide(e.type) ? 8 : 4);
    else this.areNeighbours(e);
    this.either(
      () => {
        const { place, offset } = this.firstPlace(e.from, e.offset);
        this.loadFrom(place, offset, parts);
      },
      () => this.gatherLanes(e, parts),
    );
  }

  /** Whether the lanes' places are found by arithmetic alone, so that they may well be neighbours (an index that is turned around, or kept within bounds). */
  private isPlaced(e: Load): boolean {
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
  private areNeighbours(e: Load): void {
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

  private gatherLanes(e: Load, parts: readonly number[]): void {
    const whole = wholeLanes.has(e.memory) && !e.volatile;
    const type = this.laneType(e.type);
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

  /** Whether lanes of a chunk find short whole numbers side by side. */
  protected isNarrow(e: Load): boolean {
    if ((e.memory !== 'i8' && e.memory !== 'i16') || e.volatile || this.s.wide) return false;
    return this.lanes.strideOf(e.from) === sizeOf(e.memory);
  }

  /** Under a mask where what all lanes would read is memory. */
  private narrowNeighbours(e: Load, parts: readonly number[]): void {
    const place = this.f.code.local(this.f.side.address);
    offsetAddress(this.f.code, emitAddress(this.f, e.from, e.offset));
    setLocal(this.out, place);
    const together = (): void => this.widened(e.memory === 'i16' ? 'i16' : 'i8', place, parts);
    if (!this.active || isNear(e)) {
      together();
      return;
    }
    this.isWithinMemory(place);
    this.either(together, () => this.gatherLanes(e, parts));
  }

  /** Eight bytes at a time, or the four that there are. */
  private widened(memory: 'i8' | 'i16', place: number, parts: readonly number[]): void {
    const [low, high] = lane.widen;
    const [only] = parts;
    if (memory === 'i8' && parts.length === 1 && only !== undefined) {
      getLocal(this.out, place);
      this.simd(lane.loadZero[4]);
      this.memory(0);
      this.simd(lane.widenBytes);
      this.simd(low);
      setLocal(this.out, only);
      return;
    }
    const eight = this.temp();
    parts.forEach((t, p) => {
      if (memory === 'i16' || p % 2 === 0) {
        getLocal(this.out, place);
        this.simd(lane.loadWidened[memory === 'i16' ? 2 : 1]);
        this.memory(memory === 'i16' ? 8 * p : 4 * p);
        setLocal(this.out, memory === 'i16' ? t : eight);
      }
      if (memory === 'i16') return;
      getLocal(this.out, eight);
      this.simd(p % 2 === 0 ? low : high);
      setLocal(this.out, t);
    });
  }
}

export const areNeighbours = (places: readonly number[], size: number): boolean =>
  places.every((at, i) => at === places[0]! + i * size);

/** Bytes and halves are put at the upper end of a lane, and then down with their signs. */
const signShift: Readonly<Partial<Record<MemoryType, number>>> = { i8: 24, i16: 16 };

/**
 * Where one or two vectors begin that hold all cells at these places and nothing outside of `memory`; none where they lie further apart. The first begins at the first cell, if it can:
 * a processor hands on what was just stored where it was stored as a whole.
 */
export function windowsOf(
  places: readonly number[],
  size: number,
  memory: readonly [number, number],
): readonly number[] {
  const [low, high] = [Math.min(...places), Math.max(...places) + size];
  const fits = (at: number): boolean => at >= memory[0] && at + 16 <= memory[1];
  if (high - low <= 16)
    return [low, high - 16, memory[0]].filter((at) => fits(at) && at <= low && at + 16 >= high).slice(0, 1);
  // Two cells of eight bytes come as quickly one by one.
  if (high - low > 32 || !fits(low) || size === 8) return [];
  return [low, fits(low + 16) ? low + 16 : high - 16];
}

/** The cells in lanes of `bytes` bytes, at their upper ends, of one or two vectors side by side. */
export function bytesOf(
  places: readonly number[],
  size: number,
  [first, second]: readonly number[],
  bytes: number,
): readonly number[] {
  return places.flatMap((at) => {
    const from = at - first! + size <= 16 ? at - first! : 16 + at - second!;
    return Array.from({ length: bytes }, (_, i) => from + Math.max(0, i - (bytes - size)));
  });
}

/** In memory of a block or a thread, which has more behind it. */
export function isNear({ from }: Load): boolean {
  return from.type === 'ptr.shared' || from.type === 'ptr.local';
}
