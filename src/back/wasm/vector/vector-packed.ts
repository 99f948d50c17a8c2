/**
 * Stores by which the lanes of a warp that take part fill neighbouring cells (compaction): the place of each is the number of votes of the lanes before it. Where the votes are those of the
 * lanes that store, four lanes at a time are packed and stored together.
 */
import type { Expression, Statement } from '../../../ir/module.ts';
import { sizeOf } from '../../../ir/types.ts';
import { expressionsOf, localsSet, mapExpression, someExpression } from '../../../ir/walk.ts';
import { offsetAddress } from '../encode/address-code.ts';
import { emit, emitAddress, getLocal, i32const, setLocal } from '../expression.ts';
import { close, ifCode, open } from '../statement.ts';
import { isCheap } from './vector-cost.ts';
import { VectorPlaces } from './vector-places.ts';
import { lane } from './vector-rows.ts';

type If = Extract<Statement, { kind: 'if' }>;
type Store = Extract<Statement, { kind: 'store' }>;

/** `votes`: a bit for each lane that stores; `first`: where the first of them does. */
type Packed = { readonly votes: Expression; readonly first: Expression };

/** Numbers of the lanes of `active` that count on one by one: made of `first` as that of the first lane is. */
type Numbers = { readonly first: Expression; readonly active: readonly number[] | undefined };

export abstract class VectorPacked extends VectorPlaces {
  /** By the local that holds a lane's number. */
  protected readonly numbers = new Map<number, Numbers>();

  /** A store of the lanes that have taken numbers, to cells that these say. */
  protected storedByNumbers(s: Store): boolean {
    if (!this.s.orders || this.f.side.address !== 'i32' || (s.memory !== 'i32' && s.memory !== 'f32')) return false;
    const first = s.volatile ? undefined : this.firstNumber(s.to, sizeOf(s.memory));
    if (!first) return false;
    if (this.active) {
      const bits = this.f.code.local('i32');
      this.bits(this.active);
      setLocal(this.out, bits);
      this.storePacked(s, first, bits);
    } else {
      this.prepare(s.value);
      this.storeTogether({ ...s, to: first }, this.inTemps(s.value));
    }
    return true;
  }

  /** A local may hold a number and something that stays. */
  protected noteNumber({ local, value }: Extract<Statement, { kind: 'set' }>): void {
    const first = value.type === 'i32' ? this.firstNumber(value, 1) : undefined;
    const changes = (e: Expression): boolean =>
      e.kind === 'load' || (e.kind === 'local' && e.index >= 0 && this.s.isWritten(e.index));
    if (first && !someExpression(first, changes)) this.numbers.set(local, { first, active: this.active });
    else this.numbers.delete(local);
  }

  /** What `e` is for the first of the present lanes, where it grows by `step` from each that takes part to the next. */
  private firstNumber(e: Expression, step: number): Expression | undefined {
    if ((this.s.step ?? 1) !== 1) return undefined;
    for (const [local, { first, active }] of this.numbers) {
      const isOwn = (x: Expression): boolean => x.kind === 'local' && x.index === local;
      if (active !== this.active || !someExpression(e, isOwn)) continue;
      const numbered = (by: Expression): Expression => mapExpression(e, (x) => (isOwn(x) ? by : x));
      if (this.lanes.strideOf(numbered({ kind: 'special', type: 'i32', name: 'tid.x' })) === step)
        return numbered(first);
    }
    return undefined;
  }

  protected abstract storeTogether(s: Store, parts: readonly number[]): void;

  protected packed(s: If): boolean {
    const [before, store] = [s.then.slice(0, -1), s.then.at(-1)];
    if (!this.s.whole || this.f.side.address !== 'i32' || this.active || s.otherwise.length > 0) return false;
    const isOwn = (x: Statement): boolean =>
      x.kind === 'set' && this.lanes.wayOf(x) === 'together' && this.lanes.isPrivate(s, x.local);
    if (!before.every(isOwn)) return false;
    if (store?.kind !== 'store' || store.volatile || (store.memory !== 'i32' && store.memory !== 'f32')) return false;
    const found = this.packedPlace(store);
    const set = new Set(before.flatMap(localsSet));
    if (!found || someExpression(found.votes, (e) => e.kind === 'local' && set.has(e.index))) return false;
    const bits = this.f.code.local('i32');
    this.bitsWhere(s.condition);
    setLocal(this.out, bits);
    this.endStatement();
    getLocal(this.out, bits);
    emit(this.f, found.votes);
    this.out.byte(0x46);
    getLocal(this.out, bits);
    this.out.all([0x41, 0, 0x47, 0x71]);
    open(this.w, ifCode);
    const write = (): void => {
      this.list(before);
      this.storePacked(store, found.first, bits);
    };
    // What is cheap is computed for all lanes rather than under a mask.
    const cheap = [store.value, ...before.flatMap(expressionsOf)].every(isCheap);
    if (cheap) write();
    else this.under(this.holding(s.condition), s, write);
    this.endStatement();
    this.out.byte(0x05);
    // Without masks, which would take registers all the way.
    getLocal(this.out, bits);
    open(this.w, ifCode);
    this.lanesOfBits(bits, s.then);
    close(this.w);
    close(this.w);
    return true;
  }

  private packedPlace(s: Store): Packed | undefined {
    if (this.lanes.strideOf(s.to) !== undefined) return undefined;
    let votes: Expression | undefined;
    let counts = 0;
    const replaced = (by: Expression): Expression =>
      mapExpression(s.to, (e) => {
        const of = this.votesBefore(e);
        if (!of) return e;
        votes = of;
        counts++;
        return by;
      });
    const numbered = replaced({ kind: 'special', type: 'i32', name: 'laneid' });
    if (!votes || counts !== 1 || this.lanes.strideOf(numbered) !== sizeOf(s.memory)) return undefined;
    return { votes, first: replaced({ kind: 'const', type: 'i32', value: 0 }) };
  }

  /** What `e` counts the bits of, up to that of its own lane. */
  private votesBefore(e: Expression): Expression | undefined {
    if (e.kind !== 'op' || e.op !== 'popcount' || e.type !== 'i32') return undefined;
    const [both] = e.args;
    if (both?.kind !== 'op' || both.op !== 'and' || both.type !== 'i32') return undefined;
    const [a, b] = both.args;
    if (!a || !b) return undefined;
    for (const [votes, mask] of [
      [a, b],
      [b, a],
    ] as const)
      if (this.lanes.strideOf(votes) === 0 && this.ofEachLane(mask)?.every((m, i) => m === 2 ** i - 1)) return votes;
    return undefined;
  }

  private storePacked(s: Store, first: Expression, bits: number): void {
    const { out, f } = this;
    this.prepare(s.value);
    const values = this.inTemps(s.value);
    const one = (): number => f.code.local('i32');
    const place: Place = { bits, to: one(), cells: one(), apart: one(), last: one() };
    offsetAddress(f.code, emitAddress(f, first, s.offset));
    setLocal(out, place.to);
    this.s.spill.put();
    offsetAddress(f.code, this.spillPlace(0));
    setLocal(out, place.cells);
    this.ofBoth(place.to, place.cells, 0x6b);
    setLocal(out, place.apart);
    getLocal(out, place.cells);
    getLocal(out, bits);
    out.all([0x69, 0x41, 2, 0x74, 0x6a, 0x41, 16, 0x6b]);
    setLocal(out, place.last);
    // Where the second half has four lanes, the first has nothing to fear.
    const half = Math.floor(values.length / 2);
    getLocal(out, bits);
    i32const(out, 4 * half);
    out.all([0x76, 0x69, 0x41, 4, 0x4e]);
    open(this.w, ifCode);
    for (let p = 0; p < half; p++) this.fourLanes(values[p]!, p, place, 'fits');
    out.byte(0x05);
    for (let p = 0; p < half; p++) this.fourLanes(values[p]!, p, place, 'may fit');
    close(this.w);
    for (let p = half; p < values.length; p++) this.fourLanes(values[p]!, p, place, 'may fit');
    this.lastLanes(place);
  }

  /** Packs four lanes; they go to their place where that leaves alone what follows the last cell, and where it may not, to memory of the worker's own as well. */
  private fourLanes(value: number, p: number, place: Place, room: 'fits' | 'may fit'): void {
    const { out } = this;
    const packed = this.temp();
    getLocal(out, value);
    this.s.spill.put();
    // 16 times the four bits: the place of an order in the table.
    getLocal(out, place.bits);
    i32const(out, p === 0 ? 4 : 4 * p - 4);
    out.byte(p === 0 ? 0x74 : 0x76);
    i32const(out, 240);
    out.all([0x71, 0x6a]);
    this.simd(lane.load);
    this.memory(this.s.orders?.() ?? 0);
    this.simd(lane.permute);
    setLocal(out, packed);
    if (room === 'fits') {
      this.placeOf(p, place.to, place);
      this.vectorAt(packed);
      return;
    }
    const at = this.f.code.local('i32');
    this.placeOf(p, place.cells, place);
    out.byte(0x22);
    out.u32(at);
    this.vectorAt(packed);
    this.ofBoth(at, place.apart, 0x6a);
    getLocal(out, at);
    this.ofBoth(at, place.last, 0x4d);
    out.byte(0x1b);
    this.vectorAt(packed);
  }

  /** Where part `p` begins, counted anew each time: no part waits for the one before. */
  private placeOf(p: number, from: number, { bits }: Place): void {
    getLocal(this.out, from);
    if (p === 0) return;
    getLocal(this.out, bits);
    i32const(this.out, 2 ** (4 * p) - 1);
    this.out.all([0x71, 0x69, 0x41, 2, 0x74, 0x6a]);
  }

  private vectorAt(packed: number): void {
    getLocal(this.out, packed);
    this.simd(lane.store);
    this.memory(0);
  }

  /** The last four cells; one by one where there are fewer. */
  private lastLanes(place: Place): void {
    const { out } = this;
    const { cells, apart, last } = place;
    this.ofBoth(last, cells, 0x4f);
    open(this.w, ifCode);
    this.ofBoth(last, apart, 0x6a);
    getLocal(out, last);
    this.simd(lane.load);
    this.memory(0);
    this.simd(lane.store);
    this.memory(0);
    out.byte(0x05);
    for (const behind of [12, 8, 4]) this.lastLane(behind, place);
    close(this.w);
  }

  /** One of the last three cells, where there are as many. */
  private lastLane(behind: number, { cells, apart, last }: Place): void {
    const { out, f } = this;
    const at = f.code.local('i32');
    getLocal(out, last);
    i32const(out, 16 - behind);
    out.byte(0x6a);
    setLocal(out, at);
    this.ofBoth(at, cells, 0x4f);
    open(this.w, ifCode);
    this.ofBoth(at, apart, 0x6a);
    getLocal(out, at);
    out.all([0x28, 2, 0, 0x36, 2, 0]);
    close(this.w);
  }

  private ofBoth(a: number, b: number, instruction: number): void {
    getLocal(this.out, a);
    getLocal(this.out, b);
    this.out.byte(instruction);
  }
}

/** Who stores; where the first does; memory of the worker's own, and how far it lies from there; where in it the last four cells begin. */
type Place = {
  readonly bits: number;
  readonly to: number;
  readonly cells: number;
  readonly apart: number;
  readonly last: number;
};

/** For four bits: the bytes of the lanes that have one, in their order. */
export function packingOrders(): readonly number[] {
  return Array.from({ length: 16 }, (_, bits) => {
    const lanes = [0, 1, 2, 3].filter((l) => (bits >> l) & 1);
    return Array.from({ length: 16 }, (_, i) => 4 * (lanes[i >> 2] ?? 0) + (i & 3));
  }).flat();
}
