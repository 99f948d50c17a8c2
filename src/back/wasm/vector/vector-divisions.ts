/** Division of 32-bit integers in lanes: by shifts, or in 64-bit reals, whose quotients cut towards zero are exact. */
import type { Expression } from '../../../ir/module.ts';
import type { Bytes } from '../encode/encode.ts';
import { emit, getLocal, i32const, setLocal } from '../expression.ts';
import { reciprocalOf } from './reciprocals.ts';
import { VectorCounts } from './vector-counts.ts';
import { bitwise, lane } from './vector-rows.ts';

type Operation = Extract<Expression, { kind: 'op' }>;

const [add, sub, mul, abs] = [174, 177, 181, 160];
const isGreater = 59;
const shifts = { left: 171, right: 172, rightUnsigned: 173 } as const;
const [multiplyReals, divideReals] = [242, 243];
/** A quotient that comes out a little too great is cut to the right number, since the next one is 2**-31 away at least. */
const aLittleMore = 1 + 2 ** -50;

export abstract class VectorDivisions extends VectorCounts {
  private readonly divided = new Map<string, Divisor>();

  protected prepareDivision(e: Operation, key: string): void {
    const [a, b] = e.args;
    const counted = this.countedDivision(e);
    if (counted) {
      this.prepared.set(key, counted);
      return;
    }
    const over = this.inTemps(a!);
    const power = e.op === 'rem' && b?.kind === 'const' ? powerOf(Number(b.value)) : undefined;
    if (power !== undefined && power > 0) {
      this.prepared.set(
        key,
        over.map((part) => this.lowBits(part, power)),
      );
      return;
    }
    const divide = this.byConstant(b!) ?? this.byReals(b!, e.op === 'rem');
    const parts = over.map((part, p) => {
      const t = this.temp();
      divide.quotient(part, p);
      if (e.op === 'rem') {
        divide.times(p);
        setLocal(this.out, t);
        getLocal(this.out, part);
        getLocal(this.out, t);
        this.simd(sub);
      }
      setLocal(this.out, t);
      return t;
    });
    this.prepared.set(key, parts);
  }

  /**
   * Of numbers that count on from lane to lane: the first lane's quotient and remainder are found once. A lane's own number is divided when the code is written; both
   * remainders together may reach the divisor once. Undefined where numbers may be below zero.
   */
  private countedDivision(e: Operation): readonly number[] | undefined {
    const [a, b] = e.args;
    const by = b?.kind === 'const' ? Number(b.value) : 0;
    if (!a || by < 3 || powerOf(by) !== undefined || this.lanes.strideOf(a) !== 1 || this.lanes.leastOf(a) < 0)
      return undefined;
    const { rest, quotient } = this.firstDivision(a, by);
    const isQuotient = e.op === 'div';
    const [rests, quotients] = [this.everywhere(rest), isQuotient ? this.everywhere(quotient) : undefined];
    return Array.from({ length: this.width / 4 }, (_, p) => {
      const lanes = [0, 1, 2, 3].map((i) => i + 4 * p);
      const place = this.temp();
      getLocal(this.out, rests);
      this.addConstants(lanes.map((i) => i % by));
      setLocal(this.out, place);
      getLocal(this.out, quotients ?? place);
      if (quotients !== undefined) this.addConstants(lanes.map((i) => Math.floor(i / by)));
      getLocal(this.out, place);
      this.splatConstant('i32', by - 1);
      this.simd(isGreater);
      if (quotients === undefined) {
        this.splatConstant('i32', by);
        this.simd(bitwise.and);
      }
      this.simd(sub);
      setLocal(this.out, place);
      return place;
    });
  }

  /** What the first lane has. */
  protected firstDivision(a: Expression, by: number): { readonly rest: number; readonly quotient: number } {
    const [rest, quotient] = [this.f.code.local('i32'), this.f.code.local('i32')];
    emit(this.f, a);
    setLocal(this.out, rest);
    getLocal(this.out, rest);
    i32const(this.out, by);
    this.out.byte(0x6d);
    setLocal(this.out, quotient);
    getLocal(this.out, rest);
    getLocal(this.out, quotient);
    i32const(this.out, by);
    this.out.all([0x6c, 0x6b]);
    setLocal(this.out, rest);
    return { rest, quotient };
  }

  private everywhere(scalar: number): number {
    const t = this.temp();
    getLocal(this.out, scalar);
    this.simd(lane.splat.i32);
    setLocal(this.out, t);
    return t;
  }

  /** To the vector on the stack. */
  private addConstants(values: readonly number[]): void {
    if (values.every((n) => n === 0)) return;
    this.constant32(values);
    this.simd(add);
  }

  /** x less the next multiple of a power of two towards zero. */
  private lowBits(part: number, power: number): number {
    const t = this.temp();
    getLocal(this.out, part);
    getLocal(this.out, part);
    this.addBias(part, power);
    this.constant32(Array<number>(4).fill(-(2 ** power)));
    this.simd(bitwise.and);
    this.simd(sub);
    setLocal(this.out, t);
    return t;
  }

  /** To what is on the stack: of negative numbers one less than the divisor. */
  private addBias(part: number, power: number): void {
    getLocal(this.out, part);
    if (power > 1) {
      i32const(this.out, 31);
      this.simd(shifts.right);
    }
    i32const(this.out, 32 - power);
    this.simd(shifts.rightUnsigned);
    this.simd(add);
  }

  private byConstant(b: Expression): Divider | undefined {
    if (b.kind !== 'const') return undefined;
    const n = Number(b.value);
    const power = powerOf(n);
    if (power !== undefined) return this.byShifts(power);
    return Math.abs(n) < 2 || n === -0x80000000 ? undefined : this.byProducts(n);
  }

  private byShifts(power: number): Divider {
    const shift = (instruction: number, by: number): void => {
      i32const(this.out, by);
      this.simd(instruction);
    };
    return {
      quotient: (part) => {
        getLocal(this.out, part);
        if (power > 0) this.addBias(part, power);
        shift(shifts.right, power);
      },
      times: () => shift(shifts.left, power),
    };
  }

  private byProducts(divisor: number): Divider {
    const { factor, shift } = reciprocalOf(divisor, 32);
    return {
      quotient: (part) => {
        for (const instruction of [lane.productLow.signed, lane.productHigh.signed]) {
          getLocal(this.out, part);
          this.splatConstant('i32', factor);
          this.simd(instruction);
        }
        this.simd(lane.shuffle);
        this.out.all([4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23, 28, 29, 30, 31]);
        if (divisor > 0 !== factor > 0) {
          getLocal(this.out, part);
          this.simd(divisor > 0 ? add : sub);
        }
        const q = this.temp();
        if (shift > 0) {
          i32const(this.out, shift);
          this.simd(shifts.right);
        }
        this.out.byte(0x22);
        this.out.u32(q);
        getLocal(this.out, q);
        i32const(this.out, 31);
        this.simd(shifts.rightUnsigned);
        this.simd(add);
      },
      times: () => {
        this.splatConstant('i32', divisor);
        this.simd(mul);
      },
    };
  }

  private byReals(b: Expression, remainder: boolean): Divider {
    const divisors = this.lanes.strideOf(b) === 0 ? undefined : this.divisors(b, remainder);
    const common = divisors ? undefined : this.commonDivisor(b, remainder);
    return {
      quotient: (part, p) => {
        for (const half of [0, 1]) {
          this.realHalf(part, half);
          if (common) getLocal(this.out, common.reciprocal);
          else this.realHalf(divisors![p]!, half);
          this.simd(common ? multiplyReals : divideReals);
          this.simd(lane.cutF64ToI32);
        }
        this.simd(lane.shuffle);
        this.out.all([0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23]);
      },
      times: (p) => {
        getLocal(this.out, common ? common.whole : divisors![p]!);
        this.simd(mul);
      },
    };
  }

  /** Not 0, which a device divides by as by 1; for remainders not negative, since their sign is the other number's. */
  private divisors(b: Expression, remainder: boolean): readonly number[] {
    return this.inTemps(b).map((part) => {
      const t = this.temp();
      getLocal(this.out, part);
      if (remainder) this.simd(abs);
      getLocal(this.out, part);
      this.constant32([0, 0, 0, 0]);
      this.simd(lane.equal.i32);
      this.simd(sub);
      setLocal(this.out, t);
      return t;
    });
  }

  /** What stays as it is while the region runs is divided by once, before it. */
  private commonDivisor(b: Expression, remainder: boolean): Divisor {
    if (b.kind === 'local' && !this.s.isWritten(b.index)) {
      const key = `${b.index} ${remainder}`;
      const known = this.divided.get(key);
      if (known) return known;
      getLocal(this.before, this.f.local(b.index));
      const made = this.divisor(this.before, remainder, () => this.f.code.local('v128'));
      this.divided.set(key, made);
      return made;
    }
    emit(this.f, b);
    return this.divisor(this.out, remainder, () => this.temp());
  }

  /** Of the number on the stack. */
  private divisor(out: Bytes, remainder: boolean, vector: () => number): Divisor {
    const [scalar, sign] = [this.f.code.local('i32'), this.f.code.local('i32')];
    const [whole, reciprocal] = [vector(), vector()];
    setLocal(out, scalar);
    if (remainder) {
      // |b| = (b xor sign) - sign
      getLocal(out, scalar);
      out.all([0x41, 31, 0x75]);
      setLocal(out, sign);
      for (const l of [scalar, sign]) getLocal(out, l);
      out.byte(0x73);
      getLocal(out, sign);
      out.byte(0x6b);
      setLocal(out, scalar);
    }
    // 0 becomes 1.
    getLocal(out, scalar);
    getLocal(out, scalar);
    out.all([0x45, 0x72]);
    setLocal(out, scalar);
    getLocal(out, scalar);
    this.splatInto(out, 'i32');
    setLocal(out, whole);
    out.byte(0x44);
    out.f64(aLittleMore);
    getLocal(out, scalar);
    // As a real; aLittleMore divided by that.
    out.all([0xb7, 0xa3]);
    this.splatInto(out, 'f64');
    setLocal(out, reciprocal);
    return { whole, reciprocal };
  }

  /** Two lanes of a register as reals. */
  private realHalf(part: number, half: number): void {
    getLocal(this.out, part);
    if (half === 1) {
      getLocal(this.out, part);
      this.simd(lane.shuffle);
      this.out.all([8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15]);
    }
    this.simd(lane.convertLowI32ToF64);
  }
}

/** A divisor that all lanes share, in vectors: the number and 1 over it. */
type Divisor = { readonly whole: number; readonly reciprocal: number };

/** Both leave a vector on the stack: the quotient, and what is there times the divisor. */
type Divider = { readonly quotient: (part: number, p: number) => void; readonly times: (p: number) => void };

/** k where n is 2**k and below 2**31. */
function powerOf(n: number): number | undefined {
  const power = Math.log2(n);
  return Number.isInteger(power) && power >= 0 && power < 31 ? power : undefined;
}
