import type { Expression } from '../../../ir/module.ts';
import { type MemoryType, sizeOf } from '../../../ir/types.ts';
import { keyOf } from '../../../ir/value-key.ts';
import { eachExpression } from '../../../ir/walk.ts';
import { addressConst, offsetAddress } from '../encode/address-code.ts';
import { emit, emitAddress, emitLoad, emitLow, getLocal, i32const, setLocal } from '../expression.ts';
import { close, ifCode, open } from '../statement.ts';
import { VectorAddresses } from './vector-addresses.ts';
import type { SharedAddress } from './vector-registers.ts';
import { lane, shiftRows } from './vector-rows.ts';
import { wholeLanes } from './vector-splats.ts';

type Load = Extract<Expression, { kind: 'load' }>;

export abstract class VectorGathers extends VectorAddresses {
  /** Neighbours in memory: at once where those that take no part have memory beside them that may be read. */
  private neighbours(e: Load, key: string): void {
    const parts = Array.from({ length: this.partCount(e.type) }, () => this.temp());
    this.prepared.set(key, parts);
    if (isNear(e)) this.loadTogether(e, parts);
    else this.allNeighbours([{ e, parts }]);
  }

  /** All vectors of neighbours that a statement reads under a mask: whether they may be read is asked once. */
  protected prepareNeighbours(whole: Expression): void {
    const found = new Map<string, Load>();
    eachExpression(whole, (e) => {
      if (e.kind === 'load' && this.lanes.strideOf(e) === undefined && this.isContiguous(e) && !isNear(e))
        found.set(keyOf(e), e);
    });
    for (const key of found.keys()) if (this.prepared.has(key)) found.delete(key);
    if (found.size < 2) return;
    const loads = [...found].map(([key, e]) => {
      const parts = Array.from({ length: this.partCount(e.type) }, () => this.temp());
      this.prepared.set(key, parts);
      return { e, parts };
    });
    this.allNeighbours(loads);
  }

  private allNeighbours(loads: readonly { readonly e: Load; readonly parts: readonly number[] }[]): void {
    const places = loads.map(({ e }) => {
      const place = this.f.code.local(this.f.side.address);
      offsetAddress(this.f.code, emitAddress(this.f, e.from, e.offset));
      setLocal(this.out, place);
      return place;
    });
    this.areWithinMemory(places);
    open(this.w, ifCode);
    loads.forEach(({ parts }, i) => void this.loadFrom(places[i]!, 0, parts));
    this.out.byte(0x05);
    for (const { e, parts } of loads) this.gatherLanes(e, parts);
    close(this.w);
  }

  protected isWithinMemory(place: number): void {
    this.areWithinMemory([place]);
  }

  /** Whether these pages and the next ones are memory, and not the first one, which may be guarded: then a chunk's vectors may be read, whichever of its lanes take part. */
  private areWithinMemory(places: readonly number[]): void {
    const wide = this.f.side.address === 'i64';
    const most = this.f.code.local(this.f.side.address);
    // memory.size - 2
    this.out.all([0x3f, 0, ...(wide ? [0x42, 2, 0x7d] : [0x41, 2, 0x6b])]);
    setLocal(this.out, most);
    places.forEach((place, i) => {
      getLocal(this.out, place);
      // (place >>> 16) - 1 < most, without signs
      this.out.all(wide ? [0x42, 16, 0x88, 0x42, 1, 0x7d] : [0x41, 16, 0x76, 0x41, 1, 0x6b]);
      getLocal(this.out, most);
      this.out.byte(wide ? 0x54 : 0x49);
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
    if (this.isNarrow(e)) this.narrowNeighbours(e, parts);
    else if (places) this.gatherCells(e, places, parts);
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
    const address = { ...this.firstPlace(e.from, e.offset), cells };
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
    if (windows.length === 1) {
      const t = this.temp();
      setLocal(this.out, t);
      getLocal(this.out, t);
      getLocal(this.out, t);
    }
    this.simd(lane.shuffle);
    this.out.all(bytesOf(own, size, windows));
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

  /** Loaded at once where the lanes' places turn out to be neighbours. */
  private gatherPlaced(e: Load, parts: readonly number[]): void {
    const step = this.lanes.stepOf(e.from);
    if (step) this.stepsBy(step, this.isWide(e.type) ? 8 : 4);
    else this.areNeighbours(e);
    this.out.all([0x04, 0x40]);
    const { place, offset } = this.firstPlace(e.from, e.offset);
    this.loadFrom(place, offset, parts);
    this.out.byte(0x05);
    this.gatherLanes(e, parts);
    this.out.byte(0x0b);
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
  private isNarrow(e: Load): boolean {
    if ((e.memory !== 'i8' && e.memory !== 'i16') || e.volatile || this.s.wide) return false;
    return this.lanes.strideOf(e.from) === sizeOf(e.memory);
  }

  /** Under a mask where what all lanes would read is memory. */
  private narrowNeighbours(e: Load, parts: readonly number[]): void {
    const place = this.f.code.local(this.f.side.address);
    offsetAddress(this.f.code, emitAddress(this.f, e.from, e.offset));
    setLocal(this.out, place);
    const asks = this.active && !isNear(e);
    if (asks) {
      this.isWithinMemory(place);
      open(this.w, ifCode);
    }
    this.widened(e.memory === 'i16' ? 'i16' : 'i8', place, parts);
    if (!asks) return;
    this.out.byte(0x05);
    this.gatherLanes(e, parts);
    close(this.w);
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

  /** Sums and products of bytes or halves side by side, which 16 bits hold: twice as many lanes in a vector as of the 32 bits that they are computed in. */
  protected asShorts(e: Expression, key: string): boolean {
    const tree = this.shortTree(e);
    if (!tree || (tree.leaves < 2 && !isUnsigned(e))) return false;
    this.prepared.set(key, this.ofShorts(this.shortsOf(e, tree, () => this.temp())));
    return true;
  }

  /** Keeps short whole numbers as such for those who compute with them: widened they are seldom asked for. */
  protected setShorts(local: number, e: Expression): void {
    const tree = e.kind === 'const' || !this.lanes.isSetOnce(local) ? undefined : this.shortTree(e);
    if (!tree) return;
    const halves = this.shortsOf(e, tree, () => this.f.code.local('v128'));
    this.shorts = new Map([...this.shorts, [local, { halves, low: tree.low, high: tree.high }]]);
    this.prepared.set(keyOf(e), this.ofShorts(halves));
  }

  private shortTree(e: Expression): ShortTree | undefined {
    if (this.active || this.s.wide || this.width % 8 !== 0) return undefined;
    return shortTree(e, { isNarrow: (x) => this.isNarrow(x), ofLocal: (l) => this.shorts.get(l) });
  }

  private shortsOf(e: Expression, { loads }: ShortTree, register: () => number): readonly number[] {
    const places = new Map(loads.map((x) => [x, this.loadedFrom(x)]));
    return Array.from({ length: this.width / 8 }, (_, half) => {
      const eight = register();
      this.eightShorts(e, places, half);
      setLocal(this.out, eight);
      return eight;
    });
  }

  private ofShorts(halves: readonly number[]): readonly number[] {
    return halves.flatMap((eight) =>
      lane.widen.map((widen) => {
        const t = this.temp();
        getLocal(this.out, eight);
        this.simd(widen);
        setLocal(this.out, t);
        return t;
      }),
    );
  }

  private loadedFrom(e: Load): number {
    const place = this.f.code.local(this.f.side.address);
    offsetAddress(this.f.code, emitAddress(this.f, e.from, e.offset));
    setLocal(this.out, place);
    return place;
  }

  /** Eight lanes of 16 bits, on the stack. */
  private eightShorts(e: Expression, places: ReadonlyMap<Expression, number>, half: number): void {
    const loaded = unsignedLoad(e) ?? e;
    const place = places.get(loaded);
    if (loaded.kind === 'load' && place !== undefined) {
      getLocal(this.out, place);
      const bytes = loaded === e ? lane.loadWidened[1] : lane.loadUnsigned;
      this.simd(loaded.memory === 'i8' ? bytes : lane.load);
      this.memory((loaded.memory === 'i8' ? 8 : 16) * half);
    } else if (e.kind === 'local') getLocal(this.out, this.shorts.get(e.index)!.halves[half]!);
    else if (e.kind === 'const') {
      const n = Number(e.value) & 0xffff;
      this.constant32(Array<number>(4).fill(n | (n << 16)));
    } else if (e.kind === 'op') {
      for (const a of e.args) this.eightShorts(a, places, half);
      if (e.op === 'sign8')
        for (const shift of lane.shiftShorts) {
          i32const(this.out, 8);
          this.simd(shift);
        }
      else if (e.op !== 'sign16') this.simd(lane.ofShorts[e.op === 'add' ? 'add' : e.op === 'sub' ? 'sub' : 'mul']);
    }
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
function windowsOf(places: readonly number[], size: number, memory: readonly [number, number]): readonly number[] {
  const [low, high] = [Math.min(...places), Math.max(...places) + size];
  const fits = (at: number): boolean => at >= memory[0] && at + 16 <= memory[1];
  if (high - low <= 16) return [low, high - 16].filter(fits).slice(0, 1);
  // Two cells of eight bytes come as quickly one by one.
  if (high - low > 32 || !fits(low) || size === 8) return [];
  return [low, fits(low + 16) ? low + 16 : high - 16];
}

/** The cells in lanes of at least four bytes, at their upper ends. */
function bytesOf(places: readonly number[], size: number, [first, second]: readonly number[]): readonly number[] {
  return places.flatMap((at) => {
    const from = at - first! + size <= 16 ? at - first! : 16 + at - second!;
    return Array.from({ length: Math.max(size, 4) }, (_, i) => from + Math.max(0, i - Math.max(0, 4 - size)));
  });
}

/** `leaves`: numbers that it is made of, besides constants. */
type ShortTree = {
  readonly loads: readonly Load[];
  readonly leaves: number;
  readonly low: number;
  readonly high: number;
};

type ShortFacts = {
  readonly isNarrow: (e: Load) => boolean;
  readonly ofLocal: (local: number) => Pick<ShortTree, 'low' | 'high'> | undefined;
};

/** Sums, differences and products of narrow loads, short locals and constants, that 16 bits hold or that are cut to them. */
function shortTree(e: Expression, facts: ShortFacts): ShortTree | undefined {
  const tree = anyTree(e, facts);
  return tree && tree.low >= -0x8000 && tree.high <= 0x7fff ? tree : undefined;
}

/** A byte without its sign. */
function unsignedLoad(e: Expression): Load | undefined {
  const [a, b] = e.kind === 'op' && e.op === 'and' ? e.args : [];
  return a?.kind === 'load' && a.memory === 'i8' && b?.kind === 'const' && Number(b.value) === 0xff ? a : undefined;
}

const isUnsigned = (e: Expression): boolean => unsignedLoad(e) !== undefined;

/** The same where 16 bits may not hold it: the lower ones are right all the same. */
function anyTree(e: Expression, facts: ShortFacts): ShortTree | undefined {
  if (e.type !== 'i32') return undefined;
  if (e.kind === 'const') return { loads: [], leaves: 0, low: Number(e.value), high: Number(e.value) };
  if (e.kind === 'local') {
    const known = facts.ofLocal(e.index);
    return known && { loads: [], leaves: 1, low: known.low, high: known.high };
  }
  const loaded = unsignedLoad(e) ?? e;
  if (loaded.kind === 'load') {
    if (!facts.isNarrow(loaded)) return undefined;
    const [low, high] = loaded !== e ? [0, 0xff] : loaded.memory === 'i8' ? [-0x80, 0x7f] : [-0x8000, 0x7fff];
    return { loads: [loaded], leaves: 1, low, high };
  }
  if (e.kind !== 'op') return undefined;
  const [a, b] = e.args.map((x) => anyTree(x, facts));
  if (!a) return undefined;
  if (e.op === 'sign8') return { ...a, low: -0x80, high: 0x7f };
  if (e.op === 'sign16') return { ...a, low: -0x8000, high: 0x7fff };
  if (!b) return undefined;
  const tree = { loads: [...a.loads, ...b.loads], leaves: a.leaves + b.leaves };
  if (e.op === 'add') return { ...tree, low: a.low + b.low, high: a.high + b.high };
  if (e.op === 'sub') return { ...tree, low: a.low - b.high, high: a.high - b.low };
  if (e.op !== 'mul') return undefined;
  const ends = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high];
  return { ...tree, low: Math.min(...ends), high: Math.max(...ends) };
}

/** In memory of a block or a thread, which has more behind it. */
function isNear({ from }: Load): boolean {
  return from.type === 'ptr.shared' || from.type === 'ptr.local';
}
