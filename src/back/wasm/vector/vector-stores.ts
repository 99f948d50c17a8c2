/** Stores of some lanes: what they store and where is found for all lanes together, then only those that take part store. */
import type { Expression, Statement } from '../../../ir/module.ts';
import { sizeOf } from '../../../ir/types.ts';
import { keyOf } from '../../../ir/value-key.ts';
import { someExpression } from '../../../ir/walk.ts';
import { lowBits } from '../../../opt/scalar/fold.ts';
import { addIndex, offsetAddress } from '../encode/address-code.ts';
import { emit, emitAddress, emitLoad, emitStore, getLocal, i32const, setLocal } from '../expression.ts';
import { close, ifCode, open } from '../statement.ts';
import type { Place } from './vector-addresses.ts';
import { VectorMasked } from './vector-masked.ts';
import { bitwise, lane } from './vector-rows.ts';

type Store = Extract<Statement, { kind: 'store' }>;
type Load = Extract<Expression, { kind: 'load' }>;

export abstract class VectorStores extends VectorMasked {
  /** Where the first lane stores. */
  protected placeOfStore(s: Store): Place {
    const place = this.f.code.local(this.f.side.address);
    const offset = emitAddress(this.f, s.to, s.offset);
    setLocal(this.out, place);
    return { place, offset };
  }

  /** `blended` where the other lanes have memory as well. */
  protected blendedWithinMemory(s: Store, mask: readonly number[]): void {
    this.prepare(s.value);
    this.inTemps(s.value);
    const place = this.f.code.local(this.f.side.address);
    offsetAddress(this.f.code, emitAddress(this.f, s.to, s.offset));
    setLocal(this.out, place);
    this.isWithinMemory(place);
    open(this.w, ifCode);
    this.blended(s, mask, { place, offset: 0 });
    this.out.byte(0x05);
    this.storeLanes(s, mask);
    close(this.w);
  }

  /** `blended` where the launch has it so. */
  protected blendedWhere(s: Store, mask: readonly number[], where: Expression): void {
    this.prepare(s.value);
    this.inTemps(s.value);
    const place = this.placeOfStore(s);
    emit(this.f, where);
    open(this.w, ifCode);
    this.blended(s, mask, place);
    this.out.byte(0x05);
    this.storeRuns(s, mask, place);
    close(this.w);
  }

  /** In memory that nobody else writes meanwhile, the other lanes store what is there. */
  protected blended(s: Store, mask: readonly number[], { place, offset }: Place): void {
    this.prepare(s.value);
    // All are loaded before the first is stored, as V8 wants it (`storeAll`).
    const parts = Array.from({ length: this.partCount(s.value.type) }, (_, p) => {
      const t = this.temp();
      this.part(s.value, p);
      getLocal(this.out, place);
      this.simd(lane.load);
      this.memory(offset + 16 * p);
      this.maskPart(mask, this.isWide(s.value.type), p);
      this.simd(lane.choose);
      setLocal(this.out, t);
      return t;
    });
    this.storeParts(parts, () => getLocal(this.out, place), offset);
  }

  /** Side by side in memory that others may write meanwhile: whole vectors where all of their lanes take part, else those lanes that do. */
  protected storeRuns(s: Store, mask: readonly number[], { place, offset }: Place): void {
    this.prepare(s.value);
    const values = this.inTemps(s.value);
    const size = sizeOf(s.memory) === 8 ? 8 : 4;
    const each = 16 / size;
    const bits = this.f.code.local('i32');
    this.bits(mask);
    setLocal(this.out, bits);
    getLocal(this.out, bits);
    i32const(this.out, 2 ** this.width - 1 === 2 ** 32 - 1 ? -1 : 2 ** this.width - 1);
    this.out.byte(0x46);
    open(this.w, ifCode);
    this.storeParts(values, () => getLocal(this.out, place), offset);
    this.out.byte(0x05);
    // Every other lane: in each row of a chequered plane.
    const patterns = each === 4 && this.asks(alternates) ? [0x55555555, 0xaaaaaaaa] : [];
    for (const pattern of patterns) {
      const lanes = pattern & (2 ** (this.width - 1) * 2 - 1);
      getLocal(this.out, bits);
      i32const(this.out, lanes | 0);
      this.out.byte(0x46);
      open(this.w, ifCode);
      for (let i = pattern === 0x55555555 ? 0 : 1; i < this.width; i += 2)
        this.storeLane(s, values, i, { place, offset });
      this.out.byte(0x05);
    }
    // Branches that nobody can foresee cost more than stores for nothing.
    if (this.asks((e) => e.kind === 'load')) this.storeSome(s, values, bits, { place, offset });
    else this.storeByBranches(s, values, bits, { place, offset });
    for (const _ of patterns) close(this.w);
    close(this.w);
  }

  /** Whether some part of the innermost condition is of a kind. */
  private asks(is: (e: Expression) => boolean): boolean {
    const { owner } = this;
    const whole = (e: Expression): boolean =>
      someExpression(e, (x) => {
        const made = x.kind === 'local' ? this.lanes.definitionOf(x.index) : undefined;
        return is(x) || (made !== undefined && whole(made));
      });
    return owner?.kind === 'if' && whole(owner.condition);
  }

  /** Those that take no part store into scratch memory. */
  private storeSome(s: Store, values: readonly number[], bits: number, { place, offset }: Place): void {
    const [at, spill] = [this.f.code.local(this.f.side.address), this.f.code.local(this.f.side.address)];
    getLocal(this.out, place);
    offsetAddress(this.f.code, offset);
    setLocal(this.out, at);
    this.s.spill.put();
    offsetAddress(this.f.code, this.spillPlace(0));
    setLocal(this.out, spill);
    const chosen = this.f.code.local(this.f.side.address);
    for (let i = 0; i < this.width; i++) {
      for (const l of [at, spill, bits]) getLocal(this.out, l);
      i32const(this.out, (1 << i) | 0);
      this.out.all([0x71, 0x1b]);
      setLocal(this.out, chosen);
      this.storeLane(s, values, i, { place: chosen, offset: 0 });
    }
  }

  private storeLane(s: Store, values: readonly number[], i: number, { place, offset }: Place): void {
    const size = sizeOf(s.memory) === 8 ? 8 : 4;
    const each = 16 / size;
    getLocal(this.out, place);
    getLocal(this.out, values[Math.floor(i / each)]!);
    this.simd(lane.storeLane[size]);
    this.memory(offset + size * i);
    this.out.byte(i % each);
  }

  private storeByBranches(s: Store, values: readonly number[], bits: number, at: Place): void {
    const each = sizeOf(s.memory) === 8 ? 2 : 4;
    values.forEach((value, p) => {
      const own = ((2 ** each - 1) << (p * each)) | 0;
      this.some(bits, own, true, () => {
        getLocal(this.out, at.place);
        getLocal(this.out, value);
        this.simd(lane.store);
        this.memory(at.offset + 16 * p);
        this.out.byte(0x05);
        for (let i = p * each; i < (p + 1) * each; i++)
          this.some(bits, (1 << i) | 0, false, () => this.storeLane(s, values, i, at));
      });
    });
  }

  /** `write` where all (or some) of these bits are set. */
  private some(bits: number, wanted: number, all: boolean, write: () => void): void {
    getLocal(this.out, bits);
    i32const(this.out, wanted);
    this.out.byte(0x71);
    if (all) {
      i32const(this.out, wanted);
      this.out.byte(0x46);
    }
    open(this.w, ifCode);
    write();
    close(this.w);
  }

  /** Low bytes of whole numbers: side by side as one vector, or half or a quarter of one; else each lane's by itself. */
  protected storeNarrow(given: Store, memory: 'i8' | 'i16'): void {
    const s = { ...given, value: lowBits(given.value, memory === 'i8' ? 'sign8' : 'sign16') };
    const size = sizeOf(memory);
    const stride = this.lanes.strideOf(s.to);
    if (!this.active && stride && this.isScattered(s.value, memory)) {
      this.copyLanes(s, s.value, stride);
      return;
    }
    this.prepare(s.value);
    const values = this.inTemps(s.value);
    if (!this.active && stride && stride !== size) {
      this.storeSpread(values, stride, size, this.placeOfStore(s));
      return;
    }
    if (!this.active && stride === undefined) {
      this.storeScattered(s, values, size);
      return;
    }
    if (stride === size && !this.active) {
      this.storeNarrowed(values, size, this.placeOfStore(s));
      return;
    }
    if (stride === size && this.active && !this.s.wide) {
      this.test(this.active, 'all');
      open(this.w, ifCode);
      this.storeNarrowed(values, size, this.placeOfStore(s));
      this.out.byte(0x05);
      this.storeFewNarrow(s, values, this.active, memory);
      close(this.w);
      return;
    }
    this.storeFewNarrow(s, values, this.active ?? this.present(), memory);
  }

  /** Whether it is what each lane finds in a table, of the size in which it is stored. */
  private isScattered(e: Expression, memory: 'i8' | 'i16'): e is Load {
    if (e.kind !== 'load' || e.memory !== memory || e.volatile || this.prepared.has(keyOf(e))) return false;
    return this.lanes.strideOf(e.from) === undefined && !this.lanes.stepOf(e.from);
  }

  /** From there to where it is stored, lane by lane: bytes would be put into vectors one by one, and packed. */
  private copyLanes(s: Store, e: Load, stride: number): void {
    const to = this.placeOfStore(s);
    this.eachAddress(e.from, e.offset, (push, i) => {
      const offset = this.pushPlace(to, i * stride);
      emitLoad(this.f, e.memory, push());
      emitStore(this.f, s.memory, offset);
    });
  }

  /** Cells that lie apart, where all lanes store. */
  private storeSpread(values: readonly number[], stride: number, size: number, to: Place): void {
    for (let i = 0; i < this.width; i++) {
      const offset = this.pushPlace(to, i * stride);
      getLocal(this.out, values[i >> 2]!);
      this.simd(size === 1 ? lane.storeLane[1] : lane.storeLane[2]);
      this.out.byte(0);
      this.out.u32(offset);
      this.out.byte((i % 4) * (4 / size));
    }
  }

  /** Cells that each lane finds, where all lanes store. */
  private storeScattered(s: Store, values: readonly number[], size: number): void {
    this.eachAddress(s.to, s.offset, (push, i) => {
      const offset = push();
      getLocal(this.out, values[i >> 2]!);
      this.simd(size === 1 ? lane.storeLane[1] : lane.storeLane[2]);
      this.out.byte(0);
      this.out.u32(offset);
      this.out.byte((i % 4) * (4 / size));
    });
  }

  private storeFewNarrow(s: Store, values: readonly number[], mask: readonly number[], memory: 'i8' | 'i16'): void {
    if (this.lanes.strideOf(s.to) === undefined) {
      this.prepare(s.to);
      this.inTemps(s.to);
    }
    const bits = this.f.code.local('i32');
    this.bits(mask);
    setLocal(this.out, bits);
    // Nobody may take part where all lanes go another way.
    getLocal(this.out, bits);
    open(this.w, ifCode);
    this.storeFew(s, values, bits, memory === 'i8' ? [0x3a, 0] : [0x3b, 0]);
    close(this.w);
  }

  protected storeNarrowed(values: readonly number[], size: number, { place, offset }: Place): void {
    const keep = size === 1 ? 0xff : 0xffff;
    const parts = values.map((v) => {
      const t = this.temp();
      getLocal(this.out, v);
      this.constant32([keep, keep, keep, keep]);
      this.simd(bitwise.and);
      setLocal(this.out, t);
      return t;
    });
    const halves = (list: readonly number[], instruction: number): readonly number[] =>
      Array.from({ length: Math.ceil(list.length / 2) }, (_, i) => {
        const t = this.temp();
        getLocal(this.out, list[2 * i]!);
        getLocal(this.out, list[2 * i + 1] ?? list[2 * i]!);
        this.simd(instruction);
        setLocal(this.out, t);
        return t;
      });
    const short = halves(parts, lane.narrowUnsigned[4]);
    const packed = size === 1 ? halves(short, lane.narrowUnsigned[2]) : short;
    let left = values.length * 4 * size;
    packed.forEach((t, p) => {
      const bytes = Math.min(16, left);
      left -= bytes;
      getLocal(this.out, place);
      getLocal(this.out, t);
      this.simd(bytes === 16 ? lane.store : lane.storeLane[bytes === 8 ? 8 : 4]);
      this.out.byte(0);
      this.out.u32(offset + 16 * p);
      if (bytes < 16) this.out.byte(0);
    });
  }

  protected storeLanes(s: Store, mask: readonly number[]): void {
    this.prepare(s.value);
    const values = this.inTemps(s.value);
    if (this.lanes.strideOf(s.to) === undefined) {
      this.prepare(s.to);
      this.inTemps(s.to);
    }
    const bits = this.f.code.local('i32');
    this.bits(mask);
    setLocal(this.out, bits);
    if (this.f.side.address === 'i64') {
      this.storeFew(s, values, bits);
      return;
    }
    // Many lanes in no order: the branches of a loop would cost more than stores for nothing.
    getLocal(this.out, bits);
    this.out.byte(0x69);
    i32const(this.out, this.width / 4);
    this.out.byte(0x4a);
    open(this.w, ifCode);
    this.storeMany(s, values, mask);
    this.out.byte(0x05);
    this.storeFew(s, values, bits);
    close(this.w);
  }

  /** Each lane stores; those that take no part store into scratch memory. */
  private storeMany(s: Store, values: readonly number[], mask: readonly number[]): void {
    const size = sizeOf(s.memory) === 8 ? 8 : 4;
    const addresses = mask.map((local, p) => {
      const t = this.temp();
      this.part(s.to, p);
      if (s.offset !== 0) {
        this.constant32(Array<number>(4).fill(s.offset));
        this.simd(174);
      }
      this.s.spill.put();
      i32const(this.out, this.spillPlace(0));
      this.out.byte(0x6a);
      this.simd(lane.splat.i32);
      getLocal(this.out, local);
      this.simd(lane.choose);
      setLocal(this.out, t);
      return t;
    });
    const pair = this.f.code.local('i64');
    for (let i = 0; i < this.width; i++) {
      this.addressOf(addresses, pair, i);
      getLocal(this.out, values[Math.floor((i * size) / 16)]!);
      this.simd(lane.storeLane[size]);
      this.memory(0);
      this.out.byte(i % (16 / size));
    }
  }

  /** Lane after lane of those that take part. */
  protected storeFew(s: Store, values: readonly number[], bits: number, narrow?: readonly number[]): void {
    const size = sizeOf(s.memory) === 8 ? 8 : 4;
    const stride = this.lanes.strideOf(s.to);
    const base = this.f.code.local(this.f.side.address);
    let offset = s.offset;
    if (stride === undefined) this.toMemory(this.inTemps(s.to), 1);
    else {
      offset = emitAddress(this.f, s.to, s.offset);
      setLocal(this.out, base);
    }
    this.toMemory(values, 0);
    const index = this.f.code.local('i32');
    const wide = this.f.side.address === 'i64';
    this.eachSet(bits, index, () => {
      if (stride === undefined) {
        this.element(index, wide ? 8 : 4);
        this.out.all(wide ? [0x29, 3] : [0x28, 2]);
        this.out.u32(this.spillPlace(1));
      } else {
        getLocal(this.out, base);
        this.steps(index, stride, this.f.side.address);
      }
      this.element(index, size);
      this.out.all(size === 8 ? [0x29, 3] : [0x28, 2]);
      this.out.u32(this.spillPlace(0));
      this.out.all(narrow ?? (size === 8 ? [0x37, 2] : [0x36, 2]));
      this.out.u32(offset);
    });
  }

  protected toMemory(parts: readonly number[], place: number): void {
    this.storeParts(parts, this.s.spill.put, this.spillPlace(place));
  }

  protected element(index: number, size: 4 | 8): void {
    this.s.spill.put();
    getLocal(this.out, index);
    i32const(this.out, size === 8 ? 3 : 2);
    this.out.byte(0x74);
    addIndex(this.f.code);
  }
}

/** The lowest bit of a place, or a remainder by two. */
function alternates(e: Expression): boolean {
  if (e.kind !== 'op' || (e.op !== 'rem' && e.op !== 'and')) return false;
  const by = e.args[1];
  return by?.kind === 'const' && Number(by.value) === (e.op === 'rem' ? 2 : 1);
}
