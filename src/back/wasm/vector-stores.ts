/** Stores of some lanes: what they store and where is found for all lanes together, then only those that take part store. */
import type { Expression, Statement } from '../../ir/module.ts';
import { sizeOf } from '../../ir/types.ts';
import { addIndex } from './address-code.ts';
import { emitAddress, getLocal, i32const, setLocal } from './expression.ts';
import { isCheap } from './lanes.ts';
import { VectorMasked } from './vector-masked.ts';
import { lane } from './vector-rows.ts';

type Store = Extract<Statement, { kind: 'store' }>;

export class VectorStores extends VectorMasked {
  /** Whether lanes that take no part may compute all of `list` too, where some lane takes part. */
  protected isForSome(list: readonly Statement[]): boolean {
    return (
      list.length <= 8 &&
      list.every((s) => {
        if (this.lanes.wayOf(s) !== 'together') return false;
        if (s.kind === 'set') return this.isSafe(s.value) && !this.s.single.has(s.local);
        return s.kind === 'store' && this.lanes.strideOf(s.to) !== 0 && this.isSafe(s.to) && this.isSafe(s.value);
      })
    );
  }

  /** Loads of shared memory next to one that a lane does need stay within memory. */
  private isSafe(e: Expression): boolean {
    if (isCheap(e)) return true;
    if (e.kind === 'load')
      return (
        (e.from.type === 'ptr.shared' || e.from.type === 'ptr.local') &&
        !e.volatile &&
        this.lanes.strideOf(e.from) === sizeOf(e.memory) &&
        isCheap(e.from)
      );
    return e.kind === 'op' && isCheap({ ...e, args: [] }) && e.args.every((a) => this.isSafe(a));
  }

  protected stores(list: readonly Statement[], mask: readonly number[]): void {
    for (const s of list) {
      if (s.kind === 'set') this.maskedSet(s, mask);
      if (s.kind !== 'store') continue;
      const alone = s.to.type === 'ptr.shared' || s.to.type === 'ptr.local';
      if (alone && this.lanes.strideOf(s.to) === sizeOf(s.memory)) this.blended(s, mask);
      else this.storeLanes(s, mask);
      this.endStatement();
    }
  }

  /** In memory that no other worker sees, the other lanes store what is there. */
  private blended(s: Store, mask: readonly number[]): void {
    this.prepare(s.value);
    const place = this.f.code.local(this.f.side.address);
    const offset = emitAddress(this.f, s.to, s.offset);
    setLocal(this.out, place);
    for (let p = 0; p < this.partCount(s.value.type); p++) {
      getLocal(this.out, place);
      this.part(s.value, p);
      getLocal(this.out, place);
      this.simd(lane.load);
      this.memory(offset + 16 * p);
      this.wideMask((q) => getLocal(this.out, mask[q]!), this.isWide(s.value.type), p);
      this.simd(lane.bitselect);
      this.simd(lane.store);
      this.memory(offset + 16 * p);
    }
  }

  private storeLanes(s: Store, mask: readonly number[]): void {
    const size = sizeOf(s.memory) === 8 ? 8 : 4;
    this.prepare(s.value);
    const values = this.inTemps(s.value);
    const stride = this.lanes.strideOf(s.to);
    const base = this.f.code.local(this.f.side.address);
    let offset = s.offset;
    if (stride === undefined) {
      this.prepare(s.to);
      this.toMemory(this.inTemps(s.to), 1);
    } else {
      offset = emitAddress(this.f, s.to, s.offset);
      setLocal(this.out, base);
    }
    this.toMemory(values, 0);
    const [bits, index] = [this.f.code.local('i32'), this.f.code.local('i32')];
    const wide = this.f.side.address === 'i64';
    this.eachBit(mask, bits, index, () => {
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
      this.out.all(size === 8 ? [0x37, 2] : [0x36, 2]);
      this.out.u32(offset);
    });
  }

  protected toMemory(parts: readonly number[], place: number): void {
    parts.forEach((part, p) => {
      this.s.spill.put();
      getLocal(this.out, part);
      this.simd(lane.store);
      this.memory(this.spillPlace(place) + 16 * p);
    });
  }

  protected element(index: number, size: 4 | 8): void {
    this.s.spill.put();
    getLocal(this.out, index);
    i32const(this.out, size === 8 ? 3 : 2);
    this.out.byte(0x74);
    addIndex(this.f.code);
  }
}
