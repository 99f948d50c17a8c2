/** Shifts of i32 lanes, each by an amount of its own: WebAssembly shifts all lanes alike, so powers of two multiply. */
import type { Expression } from '../../../ir/module.ts';
import { keyOf } from '../../../ir/value-key.ts';
import { getLocal, i32const, setLocal } from '../expression.ts';
import { lane, shiftRows } from './vector-rows.ts';
import { VectorValues } from './vector-values.ts';

type Operation = Extract<Expression, { kind: 'op' }>;

const [add, sub, mul, neg, negLong, and, equal] = [174, 177, 181, 161, 193, 78, 55];
/** The bits of -1.0 and of -(2.0**31), and where the exponent stands. */
const [minusOne, minusGreatest, mantissaBits] = [0xbf800000 | 0, 0xcf000000 | 0, 23];

export abstract class VectorShifts extends VectorValues {
  protected shiftEach(e: Operation, p: number): void {
    const [x, by] = e.args as readonly [Expression, Expression];
    if (e.op === 'shl') this.shiftUp(x, by, p);
    else this.shiftDown(x, by, e.op === 'shr.s', p);
  }

  private shiftUp(x: Expression, by: Expression, p: number): void {
    this.minusPower(by, p);
    if (x.kind !== 'const' || Number(x.value) !== 1) {
      this.part(x, p);
      this.simd(mul);
    }
    this.simd(neg);
  }

  /** What is 31 bits up in products with 2**(31 - by): of the upper ends the lower 32 bits alone are asked for, which do not show the sign. */
  private shiftDown(x: Expression, by: Expression, signed: boolean, p: number): void {
    const factor = this.temp();
    this.constant32(Array<number>(4).fill(minusGreatest));
    this.exponent(by, p);
    this.simd(sub);
    this.simd(lane.cutF32ToI32);
    // As a signed number 2**31 has no other sign.
    if (!signed) this.simd(neg);
    setLocal(this.out, factor);
    for (const product of [lane.productLow, lane.productHigh]) {
      this.part(x, p);
      getLocal(this.out, factor);
      if (product === lane.productLow) this.settle(2);
      this.simd(product[signed ? 'signed' : 'unsigned']);
      if (signed) this.simd(negLong);
      i32const(this.out, 31);
      this.simd(shiftRows['shr.u']!.i64!);
    }
    this.lowHalves();
  }

  /** Asked for in place, without a shift down. */
  protected bitOfEach(e: Operation, p: number): boolean {
    const [shifted, one] = e.args;
    if (e.op !== 'and' || e.type !== 'i32' || one?.kind !== 'const' || Number(one.value) !== 1) return false;
    if (shifted?.kind !== 'op' || this.lanes.strideOf(shifted) !== undefined || this.formOf(shifted) !== 'shifts')
      return false;
    if (shifted.op === 'shl' || this.prepared.has(keyOf(shifted)) || this.prepared.has(`${keyOf(shifted)}i32`))
      return false;
    const [x, by] = shifted.args as readonly [Expression, Expression];
    this.minusPower(by, p);
    this.simd(neg);
    this.part(x, p);
    this.simd(and);
    this.constant32([0, 0, 0, 0]);
    this.simd(equal);
    this.constant32([1, 1, 1, 1]);
    this.simd(add);
    return true;
  }

  /** -(2**by) on the stack: it is an i32 for all amounts, as 2**31 is not. */
  private minusPower(by: Expression, p: number): void {
    this.exponent(by, p);
    this.constant32(Array<number>(4).fill(minusOne));
    this.simd(add);
    this.simd(lane.cutF32ToI32);
  }

  private exponent(by: Expression, p: number): void {
    this.part(by, p);
    i32const(this.out, mantissaBits);
    this.simd(shiftRows.shl!.i32!);
  }
}
