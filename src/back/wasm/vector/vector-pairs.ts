/** Two cells of each lane that lie side by side, the parts of a complex number: loaded and stored as one. Of four, as along a row of each lane's own, a vector of each lane is loaded, and four are transposed. */
import type { Expression, Statement } from '../../../ir/module.ts';
import { type MemoryType, sizeOf } from '../../../ir/types.ts';
import { keyOf } from '../../../ir/value-key.ts';
import { eachExpression, someExpression } from '../../../ir/walk.ts';
import { lowBits } from '../../../opt/scalar/fold.ts';
import { emitAddress, getLocal, i32const, setLocal } from '../expression.ts';
import { gathered } from '../kernel/vote-idioms.ts';
import { behind, isOfCells } from './structures.ts';
import { componentOf, inOrder, inPlaces, vectorOf } from './three-cells.ts';
import type { Place } from './vector-addresses.ts';
import type { SharedAddress } from './vector-registers.ts';
import { bitwise, lane, shiftRows } from './vector-rows.ts';
import { wholeLanes } from './vector-splats.ts';
import { VectorWarp } from './vector-warp.ts';

type Store = Extract<Statement, { kind: 'store' }>;
type Set = Extract<Statement, { kind: 'set' }>;
type Load = Extract<Expression, { kind: 'load' }>;
type SetLoad = Set & { readonly value: Load };

/** Bytes of the lower or upper half of two vectors whose cells take turns. */
function interleaved(size: number, half: number): readonly number[] {
  const cells = 16 / size;
  return Array.from({ length: 16 }, (_, i) => {
    const cell = Math.floor(i / size);
    return ((half * cells) / 2) * size + (cell >> 1) * size + (cell % 2) * 16 + (i % size);
  });
}

/** Bytes of the first or second of each two cells of two vectors. */
function everySecond(size: number, which: number): readonly number[] {
  return Array.from({ length: 16 }, (_, i) => (2 * Math.floor(i / size) + which) * size + (i % size));
}

/** From byte `first` on, where words of two vectors of which only the lower bytes count follow each other. */
function wordBytes(first: number, most: number, bytes: number): readonly number[] {
  return Array.from({ length: 16 }, (_, i) => {
    const [part, at] = [Math.floor((first + i) / (4 * bytes)), (first + i) % (4 * bytes)];
    return i < most ? 16 * part + 4 * Math.floor(at / bytes) + (at % bytes) : -1;
  });
}

export abstract class VectorPairs extends VectorWarp {
  protected several(list: readonly Statement[], from: number): number {
    const [s, next] = [list[from], list[from + 1]];
    return (
      this.structures(list, from) ||
      this.wordCells(list, from) ||
      (this.four(list, from) && 4) ||
      (this.three(list, from) && 3) ||
      (s && next && this.two(s, next) && 2) ||
      0
    );
  }

  /** Stores to all cells of structures, each made of its neighbours in other structures as the first one is: what all lanes store lies side by side, and what they load as well. */
  private structures(list: readonly Statement[], from: number): number {
    const first = list[from];
    if (first?.kind !== 'store' || first.volatile || this.active || (this.s.step ?? 1) !== 1) return 0;
    const size = sizeOf(first.memory);
    const stride = this.lanes.strideOf(first.to) ?? 0;
    const cells = stride / size;
    if (!Number.isInteger(cells) || cells < 2) return 0;
    const isNext = (s: Statement | undefined, c: number): boolean =>
      s?.kind === 'store' && !s.volatile && keyOfStore(s) === keyOfStore(behind(first, c * size));
    for (let c = 1; c < cells; c++) if (!isNext(list[from + c], c)) return 0;
    if (!isOfCells(first, this.lanes.strideOf)) return 0;
    this.storeStructures(first, cells);
    return cells;
  }

  private storeStructures(first: Store, cells: number): void {
    const loads = new Map<string, SharedAddress>();
    eachExpression(first.value, (e) => {
      const isNew = e.kind === 'load' && this.lanes.strideOf(e) !== 0 && !loads.has(keyOf(e));
      if (e.kind === 'load' && isNew) loads.set(keyOf(e), this.firstPlace(e.from, e.offset));
    });
    const to = this.firstPlace(first.to, first.offset);
    const parts = this.partCount(first.value.type);
    for (let c = 0; c < cells; c++) {
      const done = 16 * parts * c;
      this.prepared = new Map();
      for (const [key, { place, offset }] of loads) this.addresses.set(key, { place, offset: offset + done });
      this.prepare(first.value);
      for (let p = 0; p < parts; p++) {
        const offset = this.pushPlace(to, done + 16 * p);
        this.part(first.value, p);
        this.simd(lane.store);
        this.memory(offset);
      }
    }
    this.endStatement();
  }

  /** All cells of structures of two, three or four bytes: those of a lane make a word, and words are stored side by side. */
  private wordCells(list: readonly Statement[], from: number): number {
    const first = list[from];
    if (first?.kind !== 'store' || this.active || (first.memory !== 'i8' && first.memory !== 'i16')) return 0;
    const size = sizeOf(first.memory);
    const bytes = this.lanes.strideOf(first.to) ?? 0;
    const cells = bytes / size;
    if (bytes < 2 || bytes > 4 || cells < 2 || !Number.isInteger(cells)) return 0;
    const stores = list.slice(from, from + cells).filter((s) => s.kind === 'store');
    const isNext = (s: Store, c: number): boolean =>
      s.memory === first.memory &&
      !s.volatile &&
      s.offset === first.offset + c * size &&
      keyOf(s.to) === keyOf(first.to) &&
      !someExpression(s.value, (e) => e.kind === 'load');
    if (stores.length < cells || !stores.every(isNext)) return 0;
    const values = stores.map(({ value }) => {
      const low = lowBits(value, size === 1 ? 'sign8' : 'sign16');
      this.prepare(low);
      return this.inTemps(low);
    });
    const words = values[0]!.map((_, p) =>
      this.word(
        values.map((parts) => parts[p]!),
        size,
      ),
    );
    const place = this.placeOfStore(first);
    if (bytes === 2) this.storeNarrowed(words, 2, place);
    else this.storeWords(words, bytes, place);
    this.endStatement();
    return cells;
  }

  /** The low bytes of cells, one behind the other. */
  private word(cells: readonly number[], size: number): number {
    const mask = size === 1 ? 0xff : 0xffff;
    cells.forEach((cell, c) => {
      getLocal(this.out, cell);
      if (size * (c + 1) < 4) {
        this.constant32([mask, mask, mask, mask]);
        this.simd(bitwise.and);
      }
      if (c === 0) return;
      i32const(this.out, 8 * size * c);
      this.simd(shiftRows.shl!.i32!);
      this.simd(bitwise.or);
    });
    const t = this.temp();
    setLocal(this.out, t);
    return t;
  }

  /** The lower `bytes` of each word, without gaps. */
  private storeWords(words: readonly number[], bytes: number, to: Place): void {
    const ofPart = 4 * bytes;
    const total = ofPart * words.length;
    for (let at = 0; at < total; at += 16) {
      const [part, most] = [Math.floor(at / ofPart), Math.min(16, total - at)];
      const vectors = words.slice(part, part + (at + most > ofPart * (part + 1) ? 2 : 1));
      const t = this.temp();
      for (const v of vectors) getLocal(this.out, v);
      if (bytes < 4) this.permuted(wordBytes(at - ofPart * part, most, bytes), vectors.length);
      setLocal(this.out, t);
      let done = 0;
      for (const n of [16, 8, 4] as const) {
        if (most - done < n) continue;
        const offset = this.pushPlace(to, at + done);
        getLocal(this.out, t);
        this.simd(n === 16 ? lane.store : lane.storeLane[n]);
        this.out.byte(0);
        this.out.u32(offset);
        if (n < 16) this.out.byte(done / n);
        done += n;
      }
    }
  }

  private two(s: Statement, next: Statement): boolean {
    if (!this.active && this.isStorePair(s, next)) {
      this.storePair(s, next);
      return true;
    }
    if (s.kind === 'store' && next.kind === 'store') {
      const both = this.interlocked(s, next);
      if (both) this.storeInterlocked(s, next, both);
      return both !== undefined;
    }
    if (this.isLoad(s) && this.isLoad(next) && this.isLoadPair(s, next)) {
      this.loadPair(s.value, next.value);
      this.set(s);
      this.set(next);
      this.endStatement();
      return true;
    }
    return false;
  }

  /** Cells of 4 bytes; two of 8 bytes are a vector by themselves. */
  private four(list: readonly Statement[], from: number): boolean {
    return this.fourStores(list.slice(from, from + 4)) || this.fourLoads(list.slice(from, from + 4));
  }

  /** Of each lane a vector: the cells that four iterations have found. */
  private fourStores(list: readonly Statement[]): boolean {
    const stores = list.filter((s) => s.kind === 'store');
    const [first] = stores;
    if (stores.length < 4 || !first || this.active || this.isWide(first.value.type)) return false;
    const isNext = (s: Store, i: number): boolean => i === 0 || this.isStorePair(stores[i - 1]!, s);
    if (!stores.every((s, i) => isNext(s, i) && s.value.kind === 'local')) return false;
    const parts = stores.map((s) => {
      this.prepare(s.value);
      return this.inTemps(s.value);
    });
    const rows = [this.temp(), this.temp(), this.temp(), this.temp()];
    this.eachAddress(first.to, first.offset, (push, i) => {
      if (i % 4 === 0)
        this.transposed(
          parts.map((p) => p[i >> 2]!),
          rows,
        );
      const offset = push();
      getLocal(this.out, rows[i % 4]!);
      this.simd(lane.store);
      this.memory(offset);
    });
    this.endStatement();
    return true;
  }

  private fourLoads(list: readonly Statement[]): boolean {
    const sets: SetLoad[] = [];
    for (const s of list) {
      const before = sets.at(-1);
      if (!this.isLoad(s) || (before && !this.isLoadPair(before, s))) return false;
      const reads = (e: Expression): boolean => e.kind === 'local' && sets.some((x) => x.local === e.index);
      if (this.isWide(s.value.type) || someExpression(s.value, reads)) return false;
      sets.push(s);
    }
    const [first] = sets;
    if (sets.length < 4 || !first) return false;
    const parts = sets.map((s) => Array.from({ length: this.partCount(s.value.type) }, () => this.temp()));
    const rows = [this.temp(), this.temp(), this.temp(), this.temp()];
    this.eachAddress(first.value.from, first.value.offset, (push, i) => {
      const offset = push();
      this.simd(lane.load);
      this.memory(offset);
      setLocal(this.out, rows[i % 4]!);
      if (i % 4 === 3)
        this.transposed(
          rows,
          parts.map((p) => p[i >> 2]!),
        );
    });
    sets.forEach((s, k) => void this.prepared.set(keyOf(s.value), parts[k]!));
    for (const s of sets) this.set(s);
    this.endStatement();
    return true;
  }

  /** Whole structures of three cells of 4 bytes. */
  private three(list: readonly Statement[], from: number): boolean {
    const found = list.slice(from, from + 3);
    return found.length === 3 && !this.active && (this.threeStores(found) || this.threeLoads(found));
  }

  private threeLoads(list: readonly Statement[]): boolean {
    const sets = list.filter((s) => this.isLoad(s));
    const [a, b, c] = sets;
    if (!a || !b || !c || !this.isLoadPair(a, b) || !this.isLoadPair(b, c)) return false;
    const readsFirst = someExpression(c.value, (e) => e.kind === 'local' && e.index === a.local);
    if (!this.areOfThree(a.value.memory, a.value.from) || readsFirst) return false;
    const found = sets.map((s) => Array.from({ length: this.partCount(s.value.type) }, () => this.temp()));
    const base = this.firstPlace(a.value.from, a.value.offset);
    const vectors = [this.temp(), this.temp(), this.temp()];
    for (let p = 0; p < this.partCount(a.value.type); p++) {
      vectors.forEach((v, i) => {
        const offset = this.pushPlace(base, 48 * p + 16 * i);
        this.simd(lane.load);
        this.memory(offset);
        setLocal(this.out, v);
      });
      found.forEach((parts, i) => {
        this.merged(vectors, componentOf(i));
        this.reordered(inOrder(i));
        setLocal(this.out, parts[p]!);
      });
    }
    sets.forEach((s, i) => void this.prepared.set(keyOf(s.value), found[i]!));
    for (const s of sets) this.set(s);
    this.endStatement();
    return true;
  }

  private threeStores(list: readonly Statement[]): boolean {
    const stores = list.filter((s) => s.kind === 'store');
    const [a, b, c] = stores;
    if (!a || !b || !c || !this.isStorePair(a, b) || !this.isStorePair(b, c)) return false;
    if (!this.areOfThree(a.memory, a.to) || someExpression(c.value, (e) => e.kind === 'load')) return false;
    const values = stores.map((s) => {
      this.prepare(s.value);
      return this.inTemps(s.value);
    });
    const base = this.firstPlace(a.to, a.offset);
    for (let p = 0; p < this.partCount(a.value.type); p++) {
      const places = values.map((parts, i) => {
        const t = this.temp();
        getLocal(this.out, parts[p]!);
        this.reordered(inPlaces(i));
        setLocal(this.out, t);
        return t;
      });
      for (let v = 0; v < 3; v++) {
        const offset = this.pushPlace(base, 48 * p + 16 * v);
        this.merged(places, vectorOf(v));
        this.simd(lane.store);
        this.memory(offset);
      }
    }
    this.endStatement();
    return true;
  }

  private areOfThree(memory: MemoryType, place: Expression): boolean {
    return sizeOf(memory) === 4 && this.lanes.strideOf(place) === 12;
  }

  /** On the stack: the first vector with lanes of the second, and then of the third. */
  private merged([first, ...others]: readonly number[], bytes: readonly (readonly number[])[]): void {
    getLocal(this.out, first!);
    others.forEach((v, i) => {
      getLocal(this.out, v);
      this.simd(lane.shuffle);
      this.out.all(bytes[i]!);
    });
  }

  /** Of the vector on the stack. */
  private reordered(bytes: readonly number[]): void {
    if (bytes.every((b, i) => b === i)) return;
    const t = this.temp();
    setLocal(this.out, t);
    getLocal(this.out, t);
    getLocal(this.out, t);
    this.simd(lane.shuffle);
    this.out.all(bytes);
  }

  /** Columns of four rows. */
  private transposed(rows: readonly number[], to: readonly number[]): void {
    const halves = [0, 1, 2, 3].map((i): number => {
      const t = this.temp();
      this.both(rows[i & 2]!, rows[(i & 2) + 1]!, 4, i & 1);
      setLocal(this.out, t);
      return t;
    });
    to.forEach((local, k) => {
      this.both(halves[k >> 1]!, halves[2 + (k >> 1)]!, 8, k & 1);
      setLocal(this.out, local);
    });
  }

  protected abstract set(s: Set): void;

  /** The places of a pair, whose lanes do not share it: side by side, or all over memory. */
  private isPair(a: Cell, b: Cell): boolean {
    const size = sizeOf(a.memory);
    return (
      wholeLanes.has(a.memory) &&
      wholeLanes.has(b.memory) &&
      sizeOf(b.memory) === size &&
      b.offset === a.offset + size &&
      !a.volatile &&
      !b.volatile &&
      this.lanes.strideOf(a.place) !== 0 &&
      this.lanes.strideOf(a.place) !== size &&
      keyOf(a.place) === keyOf(b.place)
    );
  }

  private isStorePair(s: Statement, next: Statement): s is Store {
    return (
      s.kind === 'store' &&
      next.kind === 'store' &&
      this.isPair({ ...s, place: s.to }, { ...next, place: next.to }) &&
      !someExpression(next.value, (e) => e.kind === 'load')
    );
  }

  private isLoad(s: Statement): s is SetLoad {
    return (
      s.kind === 'set' &&
      s.value.kind === 'load' &&
      this.lanes.strideOfLocal(s.local) === undefined &&
      this.lanes.wayOf(s) === 'together' &&
      !gathered(s, this.s.single)
    );
  }

  private isLoadPair(s: SetLoad, next: SetLoad): boolean {
    const reads = (e: Expression): boolean => e.kind === 'local' && e.index === s.local;
    return (
      this.isPair({ ...s.value, place: s.value.from }, { ...next.value, place: next.value.from }) &&
      !someExpression(next.value, reads)
    );
  }

  /** Leaves both prepared. */
  private loadPair(first: Load, second: Load): void {
    const size = this.isWide(first.type) ? 8 : 4;
    const [even, odd] = [first, second].map((e) => Array.from({ length: this.partCount(e.type) }, () => this.temp()));
    const [low, high] = [this.temp(), this.temp()];
    const split = (p: number): void => {
      [even!, odd!].forEach((parts, which) => {
        getLocal(this.out, low);
        getLocal(this.out, high);
        this.simd(lane.shuffle);
        this.out.all(everySecond(size, which));
        setLocal(this.out, parts[p]!);
      });
    };
    if (!this.active && this.lanes.strideOf(first.from) === 2 * size) this.loadNeighbours(first, low, high, split);
    else this.loadLanes(first, size, [low, high], split);
    this.prepared.set(keyOf(first), even!);
    this.prepared.set(keyOf(second), odd!);
  }

  private loadNeighbours(e: Load, low: number, high: number, split: (p: number) => void): void {
    const base = this.f.code.local(this.f.side.address);
    const offset = emitAddress(this.f, e.from, e.offset);
    setLocal(this.out, base);
    for (let p = 0; p < this.partCount(e.type); p++) {
      [low, high].forEach((t, half) => {
        getLocal(this.out, base);
        this.simd(lane.load);
        this.memory(offset + 32 * p + 16 * half);
        setLocal(this.out, t);
      });
      split(p);
    }
  }

  /** Both cells of a lane at once. */
  private loadLanes(e: Load, size: 4 | 8, halves: readonly number[], split: (p: number) => void): void {
    const perPart = 16 / size;
    this.eachAddress(e.from, e.offset, (push, i) => {
      const within = i % perPart;
      const half = halves[Math.floor((2 * within) / perPart)]!;
      const offset = push();
      if (size === 8) this.simd(lane.load);
      else if (within % 2 === 0) this.simd(lane.loadZero[8]);
      else {
        getLocal(this.out, half);
        this.simd(lane.loadLane[8]);
      }
      this.memory(offset);
      if (size === 4 && within % 2 === 1) this.out.byte(1);
      setLocal(this.out, half);
      if (within === perPart - 1) split(Math.floor(i / perPart));
    });
  }

  private storePair(s: Store, next: Statement): void {
    if (next.kind !== 'store') return;
    this.prepare(s.value);
    this.prepare(next.value);
    const [even, odd] = [this.inTemps(s.value), this.inTemps(next.value)];
    const size = this.isWide(s.value.type) ? 8 : 4;
    if (this.lanes.strideOf(s.to) === 2 * size) this.storeNeighbours(s, even, odd, size);
    else this.storeEach(s, even, odd, size);
    this.endStatement();
  }

  private storeNeighbours(s: Store, even: readonly number[], odd: readonly number[], size: 4 | 8): void {
    even.forEach((part, p) => {
      for (const half of [0, 1]) {
        const offset = emitAddress(this.f, s.to, s.offset + 32 * p + 16 * half);
        this.both(part, odd[p]!, size, half);
        this.simd(lane.store);
        this.memory(offset);
      }
    });
  }

  private storeEach(s: Store, even: readonly number[], odd: readonly number[], size: 4 | 8): void {
    const perPart = 16 / size;
    const t = this.temp();
    this.eachAddress(s.to, s.offset, (push, i) => {
      const [p, within] = [Math.floor(i / perPart), i % perPart];
      if (size === 8 || within % 2 === 0) {
        this.both(even[p]!, odd[p]!, size, Math.floor((2 * within) / perPart));
        setLocal(this.out, t);
      }
      const offset = push();
      getLocal(this.out, t);
      this.simd(size === 8 ? lane.store : lane.storeLane[8]);
      this.memory(offset);
      if (size === 4) this.out.byte(within % 2);
    });
  }

  private both(even: number, odd: number, size: number, half: number): void {
    getLocal(this.out, even);
    getLocal(this.out, odd);
    this.simd(lane.shuffle);
    this.out.all(interleaved(size, half));
  }
}

const keyOfStore = ({ memory, offset, to, value }: Store): string => `${memory} ${offset} ${keyOf(to)} ${keyOf(value)}`;

type Cell = {
  readonly memory: MemoryType;
  readonly place: Expression;
  readonly offset: number;
  readonly volatile?: boolean;
};
