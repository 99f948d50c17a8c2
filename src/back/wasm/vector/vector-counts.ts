/** How many bits of each lane are 1: looked up for four bits at a time, and added up as bytes where several such numbers are added. */
import type { Expression } from '../../../ir/module.ts';
import { keyOf } from '../../../ir/value-key.ts';
import { getLocal, i32const, setLocal } from '../expression.ts';
import { lane, shiftRows, vectorRows } from './vector-rows.ts';
import { VectorShifts } from './vector-shifts.ts';

type Operation = Extract<Expression, { kind: 'op' }>;

/** Bytes hold the sums of so many numbers of 64 bits. */
const mostCounts = 15;
/** Four bits hold the sums of so many counts of four. */
const countsOfFour = 3;
/** Bytes of the lower and of the upper halves of numbers of 64 bits in two vectors. */
const lower = [0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27];
const halves = [lower, lower.map((n) => n + 4)];

export abstract class VectorCounts extends VectorShifts {
  /** Part `p` of a sum in which several numbers are counts; whether it is one. */
  protected override sumOfCounts(e: Operation, p: number): boolean {
    if (e.op !== 'add' || e.type !== 'i32') return false;
    const terms = this.termsOf(e);
    const counts = terms.filter((t) => this.isCount(t));
    if (counts.length < 2 || counts.length > mostCounts) return false;
    this.bitCounts(
      counts.flatMap((t) => (t.kind === 'op' ? [t.args[0]!] : [])),
      p,
    );
    for (const t of terms) {
      if (counts.includes(t)) continue;
      this.part(t, p);
      this.simd(vectorRows.add!.i32!);
    }
    return true;
  }

  private termsOf(e: Expression): readonly Expression[] {
    const isSum =
      e.kind === 'op' && e.op === 'add' && !this.prepared.has(keyOf(e)) && this.lanes.strideOf(e) === undefined;
    return isSum ? e.args.flatMap((a) => this.termsOf(a)) : [e];
  }

  private isCount(e: Expression): boolean {
    return (
      e.kind === 'op' && e.op === 'popcount' && !this.prepared.has(keyOf(e)) && this.lanes.strideOf(e) === undefined
    );
  }

  /** Part `p` of the sum of the counts of numbers. */
  protected override bitCounts(of: readonly Expression[], p: number): void {
    const long = of.filter((x) => this.isWide(x.type));
    const short = of.filter((x) => !this.isWide(x.type));
    if (short.length > 0) this.ofBytes(short, p);
    if (long.length > 0) {
      const sums = [2 * p, 2 * p + 1].map((part) => {
        const t = this.temp();
        this.ofBytes(long, part);
        setLocal(this.out, t);
        return t;
      });
      for (const lanes of halves) {
        for (const t of sums) getLocal(this.out, t);
        this.simd(lane.shuffle);
        this.out.all(lanes);
      }
      this.simd(lane.ofBytes.add);
      if (short.length > 0) this.simd(lane.ofBytes.add);
    }
    for (const n of lane.sumsOfBytes) this.simd(n);
  }

  /** The sum of the counts of each byte. */
  private ofBytes(of: readonly Expression[], part: number): void {
    for (let first = 0; first < of.length; first += countsOfFour) {
      if (this.s.wide) this.byBits(of.slice(first, first + countsOfFour), part);
      else
        of.slice(first, first + countsOfFour).forEach((x, i) => {
          this.lookedUp(x, part);
          if (i > 0) this.simd(lane.ofBytes.add);
        });
      if (first > 0) this.simd(lane.ofBytes.add);
    }
  }

  private lookedUp(e: Expression, part: number): void {
    const x = this.inTemp(() => this.part(e, part));
    const four = (shifted: boolean): void => {
      this.constant([0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4]);
      this.bitsOfEach(x, shifted ? 4 : 0, 0x0f);
      this.simd(lane.permute);
    };
    four(false);
    four(true);
    this.simd(lane.ofBytes.add);
  }

  /** V8 joins no look-ups. */
  private byBits(of: readonly Expression[], part: number): void {
    of.forEach((e, i) => {
      const x = this.inTemp(() => this.part(e, part));
      const pairs = this.inTemp(() => {
        getLocal(this.out, x);
        this.bitsOfEach(x, 1, 0x55);
        this.simd(vectorRows.sub!.i32!);
      });
      this.bitsOfEach(pairs, 0, 0x33);
      this.bitsOfEach(pairs, 2, 0x33);
      this.simd(vectorRows.add!.i32!);
      if (i > 0) this.simd(vectorRows.add!.i32!);
    });
    const fours = this.temp();
    setLocal(this.out, fours);
    this.bitsOfEach(fours, 0, 0x0f);
    this.bitsOfEach(fours, 4, 0x0f);
    this.simd(vectorRows.add!.i32!);
  }

  private inTemp(write: () => void): number {
    const t = this.temp();
    write();
    setLocal(this.out, t);
    return t;
  }

  /** (x >> by) & mask, of each byte. */
  private bitsOfEach(x: number, by: number, mask: number): void {
    getLocal(this.out, x);
    if (by > 0) {
      i32const(this.out, by);
      this.simd(shiftRows['shr.u']!.i32!);
    }
    this.constant(Array<number>(16).fill(mask));
    this.simd(vectorRows.and!.i32!);
  }
}
