/** Regions in SIMD: 4, 8 or 16 threads that are neighbours in x run as one chunk. A value is one v128 for each four of them, or two where its lanes have 64 bits. */

import { impossible } from '../../../base/impossible.ts';
import { op } from '../../../ir/build.ts';
import type { Expression, Statement } from '../../../ir/module.ts';
import { sizeOf } from '../../../ir/types.ts';
import { isLoop, localsSet, localsSetIn, someExpressionIn } from '../../../ir/walk.ts';
import { wasmType } from '../encode/represent.ts';
import { emit, emitAddress, emitStore, getLocal, i32const, setLocal } from '../expression.ts';
import { type Gathered, gathered } from '../kernel/vote-idioms.ts';
import { close, emitFor, emitStatement, ifCode, open } from '../statement.ts';
import type { Stride } from './strides.ts';
import { VectorParts } from './vector-parts.ts';
import type { VectorRegisters } from './vector-registers.ts';
import { bitwise, type LaneType, lane } from './vector-rows.ts';
import type { Moving } from './vector-scalarised.ts';

type Store = Extract<Statement, { kind: 'store' }>;

/** `fold`: the instruction by which a vector meets the next one, or the extreme of reals that are numbers. `across`: lanes meet as well. */
type Folded = {
  readonly local: number;
  readonly fold: number | 'max' | 'min' | undefined;
  readonly across: boolean;
};

/** Vectors that a processor holds besides what it works on. */
const registers = 14;

/** In how many pieces the lanes go through a loop; 1: all together. `held`: vectors of four lanes. */
function piecesOf(held: number, body: readonly Statement[], fours: number): number {
  if (held * fours <= registers || !body.every((s) => s.kind === 'set')) return 1;
  let pieces = 1;
  while ((held * fours) / pieces > registers && fours / pieces > 2) pieces *= 2;
  return pieces;
}

/** The parts of locals that belong to some of the lanes. */
class PartsOfPiece extends Map<number, readonly number[]> {
  private readonly whole: VectorRegisters;
  private readonly index: number;
  private readonly count: number;

  constructor(whole: VectorRegisters, index: number, count: number) {
    super();
    this.whole = whole;
    this.index = index;
    this.count = count;
  }

  override get(local: number): readonly number[] {
    const all = this.whole.partsOf(local);
    const size = all.length / this.count;
    return all.slice(this.index * size, (this.index + 1) * size);
  }
}

export class VectorWriter extends VectorParts {
  protected statement(s: Statement): void {
    const loops = isLoop(s) ? 1 : 0;
    this.f.code.mark(s.at);
    this.loops += loops;
    this.write(s);
    this.loops -= loops;
  }

  private write(s: Statement): void {
    const told = gathered(s, this.s.single);
    if (told && (!told.condition || this.lanes.strideOf(told.condition) === undefined)) {
      this.tell(told);
      return;
    }
    if (this.lanes.wayOf(s) === 'apart') {
      this.apart([s]);
      return;
    }
    switch (s.kind) {
      case 'set':
        this.set(s);
        break;
      case 'store':
        this.store(s);
        break;
      case 'atomic':
        this.atomic(s);
        break;
      case 'warp':
        this.warp(s);
        break;
      case 'if':
        this.branch(s);
        return;
      case 'for':
      case 'loop':
      case 'block':
      case 'switch':
        if (!this.lanes.isParted(s) && !this.jumpsOut(s)) this.agreed(s);
        else if (s.kind === 'for' && this.mayCountTogether(s)) this.counted(s);
        else this.parted(s);
        return;
      case 'break':
      case 'continue':
        if (!this.jumped(s)) this.together(s);
        return;
      default: // else: as `Lanes.wayOf` has it, which knows no vectors for it
        this.together(s);
        return;
    }
    this.endStatement();
  }

  protected tell(told: Gathered): void {
    if (told.condition) this.prepare(told.condition);
    const mask = told.condition ? this.andActive(this.inTemps(told.condition)) : this.active;
    const target = this.f.local(told.local);
    getLocal(this.out, target);
    switch (told.how) {
      case 'flag':
        this.test(mask ?? [], 'any');
        this.out.byte(0x72);
        break;
      case 'count':
        if (mask) {
          this.bits(mask);
          this.out.byte(0x69);
        } else i32const(this.out, this.width);
        this.out.byte(0x6a);
        break;
      case 'bits':
        if (mask) this.bits(mask);
        else i32const(this.out, 2 ** this.width - 1);
        this.f.special('laneid');
        this.out.all([0x74, 0x72]);
        break;
      default:
        impossible(told.how);
    }
    setLocal(this.out, target);
    this.endStatement();
  }

  private andActive(mask: readonly number[]): readonly number[] {
    const { active } = this;
    if (!active) return mask;
    return mask.map((part, p) => {
      const t = this.temp();
      getLocal(this.out, part);
      getLocal(this.out, active[p]!);
      this.simd(bitwise.and);
      setLocal(this.out, t);
      return t;
    });
  }

  /** A statement whose control all lanes share; its bodies are vector code. */
  protected together(s: Statement): void {
    const old = this.w.body;
    this.w.body = (list) => {
      if (!this.s.narrow?.(list)) this.list(list);
    };
    emitStatement(this.w, s);
    this.w.body = old;
  }

  protected set(s: Extract<Statement, { kind: 'set' }>): void {
    if (this.lanes.strideOfLocal(s.local) !== undefined) {
      emitStatement(this.w, s);
      return;
    }
    if (this.numbers.size > 0) this.noteNumber(s);
    if (s.value.type === 'i32') this.setShorts(s.local, s.value);
    this.maskedSet(s);
    this.noteCells(s.value);
  }

  protected store(s: Extract<Statement, { kind: 'store' }>): void {
    if (s.memory === 'i8' || s.memory === 'i16') {
      this.storeNarrow(s, s.memory);
      return;
    }
    const size = sizeOf(s.memory) === 8 ? 8 : 4;
    const stride = this.lanes.strideOf(s.to);
    if (stride === undefined && this.storedByNumbers(s)) return;
    const places = this.placesOfStore(s);
    if (places) {
      this.storeAtPlaces(s, places);
      return;
    }
    if (this.active) this.prepareNeighbours(s.value);
    this.prepare(s.value);
    if (this.active) {
      this.storeActive(s, size, stride);
      return;
    }
    if (stride === size) {
      // All are loaded before the first is stored: V8 joins neighbours only then (wide.ts of the simulated device).
      this.storeTogether(s, this.inTemps(s.value));
      return;
    }
    if (stride === 0) {
      const offset = emitAddress(this.f, s.to, s.offset);
      this.laneOf(s.value, this.width - 1);
      emitStore(this.f, s.memory, offset);
      return;
    }
    const parts = this.inTemps(s.value);
    this.eachAddress(s.to, s.offset, (push, i) => {
      const offset = push();
      getLocal(this.out, parts[Math.floor((i * size) / 16)]!);
      this.simd(lane.storeLane[size]);
      this.memory(offset);
      this.out.byte(i % (16 / size));
    });
  }

  protected storeTogether(s: Store, parts: readonly number[]): void {
    const place = this.f.code.local(this.f.side.address);
    const offset = emitAddress(this.f, s.to, s.offset);
    setLocal(this.out, place);
    this.storeParts(parts, () => getLocal(this.out, place), offset);
  }

  private storeActive(s: Store, size: 4 | 8, stride: Stride): void {
    const active = this.active!;
    const back = this.s.storesBack(s);
    const own = this.ownCell(s);
    if (stride !== size) this.storeLanes(s, active);
    else if (back === 'always') this.blended(s, active, this.placeOfStore(s));
    else if (back === 'within memory') this.blendedWithinMemory(s, active);
    else if (own) this.blendedWhere(s, active, own.where);
    else this.storeRuns(s, active, this.placeOfStore(s));
  }

  /** Only the numbers of iterations part the lanes. */
  private mayCountTogether(s: Extract<Statement, { kind: 'for' }>): boolean {
    const from = this.lanes.strideOf(s.from);
    return (
      !this.active &&
      !s.uneven &&
      from !== undefined &&
      this.lanes.strideOfLocal(s.local) === from &&
      this.lanes.strideOf(s.step) === 0 &&
      !this.lanes.leavesApart(s)
    );
  }

  /** Lanes whose numbers of iterations agree count together. */
  protected counted(s: Extract<Statement, { kind: 'for' }>): void {
    if (this.lanes.isMonotone(s.trips)) {
      this.countedByEnds(s);
      return;
    }
    this.prepare(s.trips);
    const type = this.laneType(s.trips.type);
    const parts = this.inTemps(s.trips);
    const trips = this.f.code.local(wasmType(s.trips.type, this.f.side));
    getLocal(this.out, parts[0]!);
    this.simd(lane.extract[type]);
    this.out.byte(0);
    setLocal(this.out, trips);
    parts.forEach((p, i) => {
      getLocal(this.out, p);
      getLocal(this.out, trips);
      this.simd(lane.splat[type]);
      this.simd(lane.equal[type]);
      if (i > 0) this.simd(78);
    });
    this.simd(lane.allTrue);
    this.endStatement();
    open(this.w, ifCode);
    this.withTrips(s, trips);
    this.out.byte(0x05);
    this.parted(s);
    close(this.w);
  }

  /** Where the first lane's number of iterations and the last one's agree, all do. */
  protected countedByEnds(s: Extract<Statement, { kind: 'for' }>): void {
    const type = wasmType(s.trips.type, this.f.side);
    const trips = this.f.code.local(type);
    emit(this.f, s.trips);
    setLocal(this.out, trips);
    const moving = this.moving([{ kind: 'if', condition: op('eq', [s.trips, s.trips]), then: [], otherwise: [] }]);
    for (const [local, stride, of] of moving) this.grow(local, (this.width - 1) * stride, of);
    getLocal(this.out, trips);
    emit(this.f, s.trips);
    this.out.byte(type === 'i64' ? 0x51 : 0x46);
    for (const [local, stride, of] of moving) this.grow(local, (1 - this.width) * stride, of);
    open(this.w, ifCode);
    this.withTrips(s, trips);
    this.out.byte(0x05);
    this.parted(s);
    close(this.w);
  }

  private withTrips(s: Extract<Statement, { kind: 'for' }>, trips: number): void {
    this.inPieces(s, (piece) => {
      const old = this.w.body;
      this.w.body = (list) => piece.list(list);
      emitFor(this.w, s, () => getLocal(this.out, trips));
      this.w.body = old;
    });
  }

  private agreed(s: Statement): void {
    if (s.kind === 'for' && this.s.rest?.includes(s.label) && this.s.fours > 1) this.piece(0, 1).together(s);
    else if (s.kind === 'for') {
      this.inPieces(s, (piece) => piece.together(s));
      if (this.s.wide && this.s.whole && !this.active) this.joinSums(s);
    } else this.together(s);
  }

  /** Sums of loops along memory that meet by shuffles are stored nowhere else. */
  private joinSums(s: Extract<Statement, { kind: 'for' }>): void {
    const isFar = (e: Expression): boolean =>
      e.kind === 'load' && !this.isContiguous(e) && this.lanes.strideOf(e.from) !== 0;
    if (someExpressionIn(s.body, isFar)) return;
    const set = localsSetIn(s.body);
    for (const l of this.lanes.taken([s]))
      if (set.has(l) && this.lanes.strideOfLocal(l) === undefined) this.storedTogether(this.partsOf(l));
  }

  /** A loop that holds more vectors than there are registers goes through some of the lanes at a time, where nothing but sums and the like is found. */
  private inPieces(s: Extract<Statement, { kind: 'for' }>, write: (piece: VectorWriter) => void): void {
    // Other chunks are as wide as their loops let them be.
    const count = this.active || !this.s.whole ? 1 : piecesOf(this.heldIn(s), s.body, this.s.fours);
    if (count === 1) {
      write(this);
      return;
    }
    const fours = this.s.fours / count;
    // The loop may begin where its variable is.
    const scalars = [...new Set([s.local, ...s.body.flatMap(localsSet)])].filter(
      (l) => this.lanes.strideOfLocal(l) !== undefined,
    );
    const copies = scalars.map((l) => [this.f.local(l), this.copyOf(l)] as const);
    const written = scalars.flatMap((l): readonly Moving[] => {
      const stride = this.lanes.strideOfLocal(l);
      return stride ? [[this.f.local(l), stride, wasmType(this.s.locals[l]!.type, this.f.side)]] : [];
    });
    for (let i = 0; i < count; i++) {
      if (i > 0) for (const [local, copy] of copies) this.move(copy, local);
      const moving = i === 0 ? [] : [...this.moving([s]), ...written];
      const by = 4 * fours * i;
      for (const [local, stride, of] of moving) this.grow(local, by * stride, of);
      write(this.piece(i, fours));
      for (const [local, stride, of] of moving) this.grow(local, -by * stride, of);
    }
  }

  private copyOf(l: number): number {
    const copy = this.f.code.local(wasmType(this.s.locals[l]!.type, this.f.side));
    this.move(this.f.local(l), copy);
    return copy;
  }

  private move(from: number, to: number): void {
    getLocal(this.out, from);
    setLocal(this.out, to);
  }

  /** What writes some of the lanes, with their parts of each local. */
  private piece(index: number, fours: number): VectorWriter {
    const parts = new PartsOfPiece(this, index, this.s.fours / fours);
    return new VectorWriter({ ...this.s, fours, parts }, this);
  }

  /** Vectors of four lanes that live through the loop, and what one iteration finds beside them: what goes into sums at once takes a register for all lanes. */
  private heldIn(s: Extract<Statement, { kind: 'for' }>): number {
    const weight = (l: number): number => (this.isWide(this.s.locals[l]!.type) ? 2 : 1);
    const taken = this.lanes.taken([s]);
    const finds = s.body.some((x) => localsSet(x).some((l) => !taken.includes(l)));
    return taken.reduce((n, l) => n + weight(l), finds ? 1 : 0);
  }

  // Lanes one by one.

  /** After an address: the vector of an array's elements. */
  fetch(local: number, place: () => void): void {
    const { type } = this.s.locals[local]!;
    const at = this.placed(place);
    this.partsOf(local).forEach((part, p) => {
      getLocal(this.out, at);
      this.simd(lane.load);
      this.memory(16 * p);
      if (type === 'bool') {
        this.constant32([0, 0, 0, 0]);
        this.simd(56);
      }
      setLocal(this.out, part);
    });
  }

  keep(local: number, place: () => void): void {
    const { type } = this.s.locals[local]!;
    const at = this.placed(place);
    const parts = this.partsOf(local);
    this.storeAll(
      parts.length,
      () => getLocal(this.out, at),
      0,
      (p) => {
        getLocal(this.out, parts[p]!);
        if (type !== 'bool') return;
        this.constant32([1, 1, 1, 1]);
        this.simd(78);
      },
    );
  }

  /**
   * The parts of a local that four lanes have become what all parts are together. Where two vectors take one register they meet in memory: the engine joins what is stored side by side.
   */
  meet({ local, fold }: Omit<Folded, 'across'>, place: () => void): void {
    const parts = this.partsOf(local);
    const few = parts.slice(0, parts.length / this.s.fours);
    if (fold === undefined || parts.length === few.length) return;
    if (this.s.wide) {
      const at = this.placed(place);
      this.storeParts(parts, () => getLocal(this.out, at), 0);
      parts.forEach((part, p) => {
        getLocal(this.out, at);
        this.simd(lane.load);
        this.memory(16 * p);
        setLocal(this.out, part);
      });
    }
    few.forEach((part, first) => {
      const met = parts.filter((_, p) => p % few.length === first);
      this.folded(local, fold, met);
      setLocal(this.out, part);
    });
  }

  /** After an address: the vectors of a local, or the one in which all parts of four lanes meet. Where lanes meet, the first one is that of all. */
  keepMet({ local, fold, across }: Folded, place: () => void): void {
    if (fold === undefined) {
      this.keep(local, place);
      return;
    }
    const parts = this.partsOf(local);
    const type = this.laneType(this.s.locals[local]!.type);
    const all = this.temp();
    this.folded(local, fold, parts.slice(0, parts.length / this.s.fours));
    setLocal(this.out, all);
    if (across) this.lanesMeet(type, all, (a, b) => this.folded(local, fold, [a, b]));
    place();
    getLocal(this.out, all);
    this.simd(lane.store);
    this.memory(0);
    this.endStatement();
  }

  /** Halves of the vector meet, then halves of these. */
  private lanesMeet(type: LaneType, all: number, meet: (a: number, b: number) => void): void {
    const other = this.temp();
    for (let bytes = 8; bytes >= (type === 'i64' || type === 'f64' ? 8 : 4); bytes /= 2) {
      getLocal(this.out, all);
      getLocal(this.out, all);
      this.simd(lane.shuffle);
      this.out.all(Array.from({ length: 16 }, (_, i) => (i + bytes) % 16));
      setLocal(this.out, other);
      meet(all, other);
      setLocal(this.out, all);
    }
  }

  private folded(local: number, fold: number | 'max' | 'min', parts: readonly number[]): void {
    if (typeof fold === 'number') this.combined(parts, fold);
    else getLocal(this.out, this.extremeOf(fold, this.laneType(this.s.locals[local]!.type), parts));
  }

  /** An address in a register: only there V8 sees that vectors are neighbours (wide.ts of the simulated device). */
  private placed(place: () => void): number {
    const at = this.f.code.local(this.f.side.address);
    place();
    setLocal(this.out, at);
    return at;
  }
}
