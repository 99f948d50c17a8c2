/** What lanes compute together: one instruction for a part of a vector, or a few. */
import { InternalError } from '../../../base/impossible.ts';
import type { Expression } from '../../../ir/module.ts';
import { keyOf } from '../../../ir/value-key.ts';
import type { RealValues } from '../../../opt/analysis/real-values.ts';
import { emit, emitLow, getLocal, i32const, setLocal } from '../expression.ts';
import { pushArguments } from '../registers-needed.ts';
import { isPowers, type LaneForm, laneForm } from './lane-forms.ts';
import { bitwise, extremeRows, type LaneType, lane, shiftRows, vectorRows } from './vector-rows.ts';
import { VectorSplats } from './vector-splats.ts';
import { type WideProduct, wideProductIn } from './wide-products.ts';

const lowRows: Readonly<Record<string, number>> = { add: 174, sub: 177, mul: 181, and: 78, or: 80, xor: 81 };

/** V8 loads the bits of such instructions from memory each time, by a pointer from there; a constant of ours is in a register. */
const signs: Readonly<Record<string, { readonly low: number; readonly high: number; readonly instruction: number }>> = {
  abs: { low: -1, high: 0x7fffffff, instruction: bitwise.and },
  neg: { low: 0, high: -0x80000000, instruction: bitwise.xor },
};

type Operation = Extract<Expression, { kind: 'op' }>;
type Extreme = { readonly number: number; readonly first: Expression; readonly second: Expression };

/** 2**first, and another power added to it or taken away. */
type Powers = { readonly first: number; readonly second?: { readonly how: 'add' | 'sub'; readonly power: number } };

function powersIn(e: Expression): Powers | undefined {
  if (e.kind !== 'const' || e.type !== 'i64') return undefined;
  const n = BigInt(e.value);
  const exponent = (x: bigint): number => (x > 0n && (x & (x - 1n)) === 0n ? x.toString(2).length - 1 : -1);
  const low = n & -n;
  const [lowest, rest, above] = [exponent(low), exponent(n - low), exponent(n + low)];
  if (n <= 1n) return undefined;
  if (n === low) return { first: lowest };
  if (rest >= 0) return { first: rest, second: { how: 'add', power: lowest } };
  return above >= 0 ? { first: above, second: { how: 'sub', power: lowest } } : undefined;
}

const amountKey = (e: Expression): string => `shifts by ${keyOf(e)}`;

/** Places of pairs in the room for one vector: those that are stored to again are joined once. */
const pairsAtOnce = 8;

export abstract class VectorOperations extends VectorSplats {
  /** What is known of reals there. */
  protected reals = this.s.reals;

  /** Part `p` of `e` on the stack. */
  protected abstract part(e: Expression, p: number): void;

  /** A shift by amounts of each lane's own. */
  protected abstract shiftEach(e: Operation, p: number): void;
  /** One bit of each lane (`(x >> k) & 1`), where that is what `e` is. */
  protected abstract bitOfEach(e: Operation, p: number): boolean;

  /** Part `p` of the sum of how many bits of several numbers are 1; of a sum, where it holds such. */
  protected abstract bitCounts(of: readonly Expression[], p: number): void;
  protected abstract sumOfCounts(e: Operation, p: number): boolean;

  protected formOf(e: Operation): LaneForm {
    return laneForm(e, this.laneType(e.args[0]!.type), this.lanes);
  }

  protected operation(e: Extract<Expression, { kind: 'op' }>, p: number): void {
    const from = this.laneType(e.args[0]!.type);
    const number = vectorRows[e.op]?.[from];
    if (number !== undefined) {
      if (e.type === 'bool' && this.isWide(e.args[0]!.type)) {
        this.narrowed(e, number, p);
        return;
      }
      const powers = e.op === 'mul' && from === 'i64' ? powersIn(e.args[1]!) : undefined;
      if (powers) {
        this.byPowers(e.args[0]!, powers, p);
        return;
      }
      const product = wideProductIn(e);
      if (product) {
        this.wideProduct(product, p);
        return;
      }
      const doubled = doubledIn(e);
      if (doubled) {
        const x = this.temp();
        this.part(doubled, p);
        setLocal(this.out, x);
        getLocal(this.out, x);
        getLocal(this.out, x);
        this.simd(vectorRows.add?.[from] ?? number);
        return;
      }
      if (this.counts(e, p) || this.bitOfEach(e, p) || this.sumOfCounts(e, p)) return;
      this.partsOnStack(e.args, p);
      const sign = signs[e.op];
      if (sign && e.type !== 'i32' && e.type !== 'i64') {
        this.constant32(from === 'f32' ? Array<number>(4).fill(sign.high) : [sign.low, sign.high, sign.low, sign.high]);
        this.simd(sign.instruction);
      } else this.simd(number);
      return;
    }
    const shift = shiftRows[e.op]?.[from];
    if (shift !== undefined && isPowers(e, this.lanes)) {
      this.part(e.args[0]!, p);
      emit(this.f, e.args[1]!);
      this.simd(shift);
      this.constant32([0, 1, 2, 3].map((i) => 1 << (4 * p + i)));
      this.simd(181);
      return;
    }
    if (shift !== undefined && this.formOf(e) === 'shifts') {
      this.shiftEach(e, p);
      return;
    }
    if (shift !== undefined) {
      this.part(e.args[0]!, p);
      // V8 joins shifts by the same node, which a constant is.
      const amount = this.prepared.get(amountKey(e.args[1]!));
      if (amount) getLocal(this.out, amount[0]!);
      else this.amount(e.args[1]!);
      this.simd(shift);
      return;
    }
    const extreme = extremeRows[e.op]?.[from];
    if (extreme !== undefined) {
      this.extreme(e, extreme, from, p);
      return;
    }
    this.special(e, from, p);
  }

  /** Of shifts, an i32 on the stack. */
  private amount(e: Expression): void {
    if (this.isWide(e.type)) emitLow(this.f, e);
    else emit(this.f, e);
  }

  /** What all lanes are shifted by is found once for all parts where V8 joins them. */
  protected prepareAmount(e: Operation): void {
    const by = e.args[1];
    if (!this.s.wide || by?.kind !== 'op' || this.lanes.strideOf(by) !== 0) return;
    if (shiftRows[e.op]?.[this.laneType(e.args[0]!.type)] === undefined || this.formOf(e) === 'shifts') return;
    const key = amountKey(by);
    if (this.prepared.has(key)) return;
    const held = this.f.code.local('i32');
    this.amount(by);
    setLocal(this.out, held);
    this.prepared.set(key, [held]);
  }

  /** Whether lanes count by one where a condition holds: a mask is all ones, which is -1. */
  private counts(e: Extract<Expression, { kind: 'op' }>, p: number): boolean {
    const count = countOf(e);
    if (!count || this.lanes.strideOf(count.condition) !== undefined) return false;
    this.part(count.number, p);
    this.part(count.condition, p);
    this.simd(vectorRows[count.up ? 'sub' : 'add']!.i32!);
    return true;
  }

  /** A product with the sum or the difference of two powers of two: 64-bit lanes are multiplied by three products of 32 bits. */
  private byPowers(x: Expression, { first, second }: Powers, p: number): void {
    const t = this.temp();
    this.part(x, p);
    setLocal(this.out, t);
    const shifted = (by: number): void => {
      getLocal(this.out, t);
      if (by === 0) return;
      i32const(this.out, by);
      this.simd(shiftRows.shl!.i64!);
    };
    shifted(first);
    if (!second) return;
    shifted(second.power);
    this.simd(vectorRows[second.how]!.i64!);
  }

  /** Part `p` of products of 64 bits. */
  private wideProduct({ factors, sign }: WideProduct, p: number): void {
    this.partsOnStack(factors, p >> 1);
    if (p % 2 === 0) this.settle(2);
    this.simd((p % 2 === 0 ? lane.productLow : lane.productHigh)[sign]);
  }

  /** The upper 32 bits of products of 64. */
  private highProduct(factors: readonly Expression[], sign: WideProduct['sign'], p: number): void {
    for (const instruction of [lane.productLow, lane.productHigh]) {
      this.partsOnStack(factors, p);
      this.simd(instruction[sign]);
    }
    this.highHalves();
  }

  /** Parts `p` on the stack. */
  private partsOnStack(args: readonly Expression[], p: number): void {
    pushArguments(
      args,
      (a) => this.part(a, p),
      () => {
        const early = this.temp();
        setLocal(this.out, early);
        return () => getLocal(this.out, early);
      },
    );
  }

  /** A comparison of 64-bit lanes: the low halves of both results side by side. */
  protected narrowed(e: Extract<Expression, { kind: 'op' }>, number: number, p: number): void {
    for (const half of [2 * p, 2 * p + 1]) {
      this.partsOnStack(e.args, half);
      this.simd(number);
    }
    this.lowHalves();
  }

  protected lowHalves(): void {
    this.simd(lane.shuffle);
    this.out.all([0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27]);
  }

  private highHalves(): void {
    this.simd(lane.shuffle);
    this.out.all([4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23, 28, 29, 30, 31]);
  }

  /**
   * In one instruction where the first of it is surely a number (it is the result where the other is none) and zeros of two signs do not meet; in four where they may, none of which takes longer than one step. Else
   * x = b is a number ? b : a; then x = a ? both bits (zeros of two signs) : the extreme of x and a, which is x where a is no number.
   */
  protected extreme(e: Extract<Expression, { kind: 'op' }>, number: number, type: LaneType, p: number): void {
    const plain = this.plainOrder(e);
    if (plain) {
      this.partsOnStack(plain, p);
      this.simd(number);
      return;
    }
    const [first, second] = e.args as readonly [Expression, Expression];
    const [a, b] = [() => this.part(first, p), () => this.part(second, p)];
    const { reals } = this;
    // As whole numbers sizes have the same order, and what is no number is greater than all.
    if (e.op === 'min' && type === 'f32' && reals?.isSize(first) && reals.isSize(second)) {
      a();
      b();
      this.simd(vectorRows.min!.i32!);
      return;
    }
    if (reals?.isNumber(first) || reals?.isNumber(second)) {
      const [x, y] = reals.isNumber(first) ? [a, b] : [b, a];
      this.extremeOfNumber(e.op === 'max', number, type, x, y);
      return;
    }
    this.anyExtreme(e.op === 'max', number, type, a, b);
  }

  protected anyExtreme(greatest: boolean, number: number, type: LaneType, a: () => void, b: () => void): void {
    const x = this.temp();
    b();
    a();
    b();
    b();
    this.simd(lane.equal[type]);
    this.simd(lane.choose);
    setLocal(this.out, x);
    const both = (instruction: number): void => {
      getLocal(this.out, x);
      a();
      this.simd(instruction);
    };
    both(greatest ? bitwise.and : bitwise.or);
    both(number);
    both(lane.equal[type]);
    this.simd(lane.choose);
  }

  /** The extreme of several vectors of numbers. */
  protected extremeOf(of: 'max' | 'min', type: LaneType, [first, ...others]: readonly number[]): number {
    return others.reduce((a, b) => this.extremeOfTwo(of, type, a, () => getLocal(this.out, b)), first!);
  }

  private extremeOfTwo(of: 'max' | 'min', type: LaneType, a: number, put: () => void): number {
    const [b, found] = [this.f.code.local('v128'), this.f.code.local('v128')];
    put();
    setLocal(this.out, b);
    const number = extremeRows[of]?.[type] ?? 0;
    this.extremeOfNumber(
      of === 'max',
      number,
      type,
      () => getLocal(this.out, a),
      () => getLocal(this.out, b),
    );
    setLocal(this.out, found);
    return found;
  }

  /** `x` is a number. Where both are equal, the sign of zero is that of both bits (greatest) or of either (least): the other's bits come in there. */
  private extremeOfNumber(greatest: boolean, number: number, type: LaneType, x: () => void, y: () => void): void {
    x();
    y();
    this.simd(number);
    x();
    y();
    this.simd(lane.equal[type]);
    y();
    this.simd(greatest ? bitwise.andNot : bitwise.and);
    this.simd(greatest ? bitwise.andNot : bitwise.or);
  }

  /** The arguments in the order in which one instruction has their extreme, where there is one. */
  protected plainOrder(e: Extract<Expression, { kind: 'op' }>, reals = this.reals): readonly Expression[] | undefined {
    const [first, second] = e.args as readonly [Expression, Expression];
    if (isPlainExtreme(e.op, first, second, reals)) return [first, second];
    return isPlainExtreme(e.op, second, first, reals) ? [second, first] : undefined;
  }

  /** A choice of the greater or the smaller of two reals, as the instruction that makes it: `x < y ? y : x` and its like. */
  private chosenExtreme(e: Extract<Expression, { kind: 'op' }>): Extreme | undefined {
    const [c, yes, no] = e.args;
    const from = this.laneType(e.type);
    if (c?.kind !== 'op' || !yes || !no || (from !== 'f32' && from !== 'f64')) return undefined;
    if (c.op !== 'lt' && c.op !== 'gt') return undefined;
    const [low, high] = c.op === 'lt' ? c.args : [...c.args].reverse();
    const same = (x: Expression | undefined, y: Expression): boolean => x !== undefined && keyOf(x) === keyOf(y);
    if (same(high, yes) && same(low, no)) return { number: extremeRows.max?.[from] ?? 0, first: no, second: yes };
    if (same(low, yes) && same(high, no)) return { number: extremeRows.min?.[from] ?? 0, first: no, second: yes };
    return undefined;
  }

  /** Whether an i32 surely holds a real, with room for what rounding adds. */
  private fits(e: Expression): boolean {
    const bounds = this.s.bounds?.(e);
    return bounds !== undefined && bounds.low > -(2 ** 30) && bounds.high < 2 ** 30;
  }

  protected special(e: Extract<Expression, { kind: 'op' }>, from: LaneType, p: number): void {
    const [a, b, c] = e.args;
    switch (e.op) {
      case 'fma':
        this.fused(e, from === 'f64' ? 'f64' : 'f32', p);
        return;
      case 'rsqrt':
        this.splatConstant(e.type, 1);
        this.part(a!, p);
        this.simd(from === 'f32' ? 227 : 239);
        this.simd(from === 'f32' ? 231 : 243);
        return;
      case 'popcount':
        this.bitCounts([a!], p);
        return;
      case 'mul.high':
      case 'mul.high.u':
        this.highProduct(e.args, e.op === 'mul.high' ? 'signed' : 'unsigned', p);
        return;
      case 'copysign': {
        this.part(b!, p);
        this.part(a!, p);
        if (from === 'f32') this.constant32(Array<number>(4).fill(-0x80000000));
        else this.constant32([0, -0x80000000, 0, -0x80000000]);
        this.simd(lane.bitselect);
        return;
      }
      case 'select': {
        if (this.counts(e, p)) return;
        const lanes = this.isWide(e.type) ? 2 : 4;
        const truths = this.holdsInLanes(a!)?.slice(lanes * p, lanes * p + lanes);
        if (truths?.every((is) => is === truths[0])) {
          this.part(truths[0] ? b! : c!, p);
          return;
        }
        const chosen = this.chosenExtreme(e);
        if (chosen) {
          this.part(chosen.first, p);
          this.part(chosen.second, p);
          this.simd(chosen.number);
          return;
        }
        this.part(b!, p);
        this.part(c!, p);
        if (this.isWide(e.type) && this.isWideCondition(a!)) this.wideCondition(a!, p);
        else this.wideMask((q) => this.part(a!, q), this.isWide(e.type), p);
        this.simd(lane.choose);
        return;
      }
      case 'extend':
      case 'extend.u': {
        this.part(a!, p >> 1);
        this.extended(p, e.op === 'extend' ? 'signed' : 'unsigned');
        return;
      }
      case 'wrap':
        this.low(a!, p);
        return;
      case 'offset':
        this.part(a!, p);
        if (this.f.side.address === 'i64') this.part(b!, p);
        else this.low(b!, p);
        this.simd(this.f.side.address === 'i64' ? 206 : 174);
        return;
      case 'to.address':
        if (this.f.side.address === 'i64') {
          this.part(a!, p);
          return;
        }
        this.part(a!, p >> 1);
        this.extended(p, 'unsigned');
        return;
      case 'from.address':
        if (this.f.side.address === 'i64') this.part(a!, p);
        else this.low(a!, p);
        return;
      case 'cast.space':
      case 'bitcast':
        this.part(a!, p);
        return;
      case 'sign8':
      case 'sign16':
        this.part(a!, p);
        for (const shift of [171, 172]) {
          i32const(this.out, e.op === 'sign8' ? 24 : 16);
          this.simd(shift);
        }
        return;
      case 'to.i32':
        if (from === 'bool') {
          this.part(a!, p);
          this.constant32([1, 1, 1, 1]);
          this.simd(78);
          return;
        }
        if (from === 'f32') {
          this.part(a!, p);
          this.simd(this.fits(a!) ? lane.cutF32ToI32 : lane.truncF32ToI32);
          return;
        }
        this.joined(a!, this.fits(a!) ? lane.cutF64ToI32 : lane.truncF64ToI32, p);
        return;
      case 'to.u32':
        if (from === 'f32') {
          this.part(a!, p);
          this.simd(lane.truncF32ToU32);
          return;
        }
        this.joined(a!, lane.truncF64ToU32, p);
        return;
      case 'to.f32':
        if (from === 'f64') {
          this.joined(a!, lane.demote, p);
          return;
        }
        this.part(a!, p);
        this.simd(lane.convertI32ToF32);
        return;
      case 'to.f64':
        if (from === 'i64') {
          this.realOfLong(a!, true, p);
          return;
        }
        if (from === 'i32' && this.s.wide) {
          this.realOfWord(a!, true, p);
          return;
        }
        this.part(a!, p >> 1);
        if (p % 2 === 1) this.highHalf(a!, p >> 1);
        this.simd(from === 'f32' ? lane.promoteLow : lane.convertLowI32ToF64);
        if (from === 'f32' && this.s.joinsReals) this.asHalf();
        return;
      case 'u.to.f32':
        this.part(a!, p);
        this.simd(lane.convertU32ToF32);
        return;
      case 'u.to.f64':
        if (from === 'i64') {
          this.realOfLong(a!, false, p);
          return;
        }
        if (this.s.wide) {
          this.realOfWord(a!, false, p);
          return;
        }
        this.part(a!, p >> 1);
        if (p % 2 === 1) this.highHalf(a!, p >> 1);
        this.simd(lane.convertLowU32ToF64);
        return;
      default:
        throw new InternalError(`operation ${e.op} has no vector form`);
    }
  }

  /** A number of 32 bits as the last bits of 2**52, one with a sign 2**31 higher: V8 joins such vectors, and no conversions of two lanes. */
  private realOfWord(e: Expression, signed: boolean, p: number): void {
    const both = (low: number, high: number): void => this.constant32([low, high, low, high]);
    this.part(e, p >> 1);
    this.extended(p, 'unsigned');
    both(signed ? -0x80000000 : 0, 0x43300000);
    this.simd(bitwise.xor);
    both(signed ? -0x80000000 : 0, 0x43300000);
    this.simd(vectorRows.sub!.f64!);
  }

  /** The halves of a 64-bit number as the last bits of 2**84 and of 2**52; their sum is rounded once. A number with a sign is taken 2**63 higher. */
  private realOfLong(e: Expression, signed: boolean, p: number): void {
    const x = this.temp();
    this.part(e, p);
    setLocal(this.out, x);
    const both = (low: number, high: number): void => this.constant32([low, high, low, high]);
    getLocal(this.out, x);
    i32const(this.out, 32);
    this.simd(shiftRows['shr.u']!.i64!);
    both(signed ? -0x80000000 : 0, 0x45300000);
    this.simd(bitwise.xor);
    both(signed ? 0x80100000 - 0x100000000 : 0x00100000, 0x45300000);
    this.simd(vectorRows.sub!.f64!);
    getLocal(this.out, x);
    both(-1, 0);
    this.simd(bitwise.and);
    both(0, 0x43300000);
    this.simd(bitwise.or);
    this.simd(vectorRows.add!.f64!);
  }

  /** With the first factor's sign turned there is an instruction of its own. */
  private fused(e: Extract<Expression, { kind: 'op' }>, type: 'f32' | 'f64', p: number): void {
    const parts = operandsOf(e);
    this.partsOnStack(parts, p);
    this.simd((parts[0] === e.args[0] ? lane.fma : lane.fnma)[type]);
  }

  /** Whether comparisons of 64-bit lanes make up a condition, so that its lanes have 64 bits as well. */
  protected isWideCondition(e: Expression): boolean {
    if (e.kind !== 'op' || this.lanes.strideOf(e) !== undefined || this.prepared.has(keyOf(e))) return false;
    if (this.prepared.has(`${keyOf(e)}${e.type}`)) return false;
    const from = this.laneType(e.args[0]!.type);
    if (from === 'bool') return vectorRows[e.op]?.bool !== undefined && e.args.every((a) => this.isWideCondition(a));
    return e.type === 'bool' && this.isWide(e.args[0]!.type) && vectorRows[e.op]?.[from] !== undefined;
  }

  /** Part `p` of such a condition as 64-bit lanes. */
  protected wideCondition(e: Expression, p: number): void {
    if (e.kind !== 'op') throw new InternalError(`${e.kind} as a condition of 64 bits`);
    const from = this.laneType(e.args[0]!.type);
    for (const a of e.args) from === 'bool' ? this.wideCondition(a, p) : this.part(a, p);
    this.simd(vectorRows[e.op]![from]!);
  }

  /** The part of a mask in registers for part `p` of a value. */
  protected maskPart(mask: readonly number[], wide: boolean, p: number): void {
    const held = wide ? this.wideMasks.get(mask) : undefined;
    if (held) getLocal(this.out, held[p]!);
    else this.wideMask((q) => getLocal(this.out, mask[q]!), wide, p);
  }

  /** The part of a mask for part `p` of a value. */
  protected wideMask(push: (part: number) => void, wide: boolean, p: number): void {
    push(wide ? p >> 1 : p);
    if (wide) this.extended(p, 'signed');
  }

  /**
   * Before what takes the lower halves of vectors, which are on the stack. Where V8 (13.6, 14.6) joins vectors, it makes one instruction of both halves and looks for the vector in a register of 128 bits, which
   * it has not made where the vector is half of a joined one whose other uses are joined too: the process ends. A lane that nobody asks for makes it, and is dropped. V8's flag is one for
   * the process, so that it may meet code that was not written for it.
   */
  protected settle(vectors: number): void {
    const held = Array.from({ length: vectors }, () => {
      const t = this.temp();
      setLocal(this.out, t);
      return t;
    }).reverse();
    for (const t of held) {
      getLocal(this.out, t);
      this.simd(lane.extract.i32);
      this.out.all([0, 0x1a]);
    }
    for (const t of held) getLocal(this.out, t);
  }

  /** With a vector on the stack: the half of it that is part `p`, as i64. */
  private extended(p: number, sign: 'signed' | 'unsigned'): void {
    if (p % 2 === 0) this.settle(1);
    this.simd(p % 2 === 0 ? lane.extendLow[sign] : lane.extendHigh[sign]);
  }

  /** With a vector on the stack: its high half low. The second argument of the shuffle does not matter. */
  protected highHalf(e: Expression, p: number): void {
    this.part(e, p);
    this.simd(lane.shuffle);
    this.out.all([8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15]);
  }

  /** Both parts converted into low halves, then put together. */
  protected joined(e: Expression, instruction: number, p: number): void {
    const halves = [2 * p, 2 * p + 1];
    const pair = this.s.joinsReals && this.isComputed(e) ? this.storedPair(e, halves) : undefined;
    halves.forEach((half, i) => {
      if (pair === undefined) this.part(e, half);
      else {
        this.s.spill.put();
        this.simd(lane.load);
        this.memory(pair + 16 * i);
      }
      this.simd(instruction);
    });
    this.simd(lane.shuffle);
    this.out.all([0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23]);
  }

  /** Whether lanes have values of their own that arithmetic makes. */
  private isComputed(e: Expression): boolean {
    return this.s.spill.there && this.lanes.strideOf(e) === undefined && e.kind !== 'load';
  }

  /** Two vectors side by side in memory: V8 joins what is stored, and no conversions of two lanes. Where they lie. */
  private storedPair(e: Expression, halves: readonly number[]): number {
    const parts = halves.map((half) => {
      const t = this.temp();
      this.part(e, half);
      setLocal(this.out, t);
      return t;
    });
    this.pairs = (this.pairs + 1) % pairsAtOnce;
    const offset = this.s.spill.offset + 32 * this.pairs;
    this.storeParts(parts, this.s.spill.put, offset);
    return offset;
  }

  private pairs = 0;

  /** With a vector on the stack that V8 would not join: as one whose first lane is put in by itself, two of which become one of 256 bits. */
  private asHalf(): void {
    const t = this.temp();
    this.out.byte(0x22);
    this.out.u32(t);
    getLocal(this.out, t);
    this.simd(lane.extract.f64);
    this.out.byte(0);
    this.simd(lane.replace.f64);
    this.out.byte(0);
  }

  /** The low 32 bits of i64 lanes, without making the i64 where sums and products allow it. */
  protected low(e: Expression, p: number): void {
    if (this.lanes.strideOf(e) === undefined && e.kind === 'op' && !this.prepared.has(keyOf(e))) {
      const [a, b] = e.args;
      const number = lowRows[e.op];
      if (number !== undefined) {
        this.low(a!, p);
        this.low(b!, p);
        this.simd(number);
        return;
      }
      if (e.op === 'extend' || e.op === 'extend.u') {
        this.part(a!, p);
        return;
      }
    }
    if (this.lanes.strideOf(e) === 0) {
      this.lowOfAll(e);
      return;
    }
    const upper = this.prepared.has(keyOf(e)) ? undefined : upperHalfIn(e);
    if (upper && this.lanes.strideOf(upper) === undefined) {
      this.part(upper, 2 * p);
      this.part(upper, 2 * p + 1);
      this.highHalves();
      return;
    }
    this.part(e, 2 * p);
    this.part(e, 2 * p + 1);
    this.lowHalves();
  }

  /** Of an i64 that all lanes share. */
  private lowOfAll(e: Expression): void {
    if (e.kind === 'const') {
      this.splatConstant('i32', e.value);
      return;
    }
    emit(this.f, e);
    this.out.byte(0xa7);
    this.simd(lane.splat.i32);
  }
}

/** What is shifted by 32 bits. */
function upperHalfIn(e: Expression): Expression | undefined {
  if (e.kind !== 'op' || (e.op !== 'shr.u' && e.op !== 'shr.s')) return undefined;
  const [x, by] = e.args;
  return by?.kind === 'const' && BigInt(by.value) === 32n ? x : undefined;
}

type Count = { readonly number: Expression; readonly condition: Expression; readonly up: boolean };

/** Of c ? n + 1 : n, n + (c ? 1 : 0), and the same with -1. */
function countOf(e: Extract<Expression, { kind: 'op' }>): Count | undefined {
  if (e.type !== 'i32') return undefined;
  const [a, b, c] = e.args;
  if (e.op === 'select') {
    if (b?.kind !== 'op' || b.op !== 'add' || keyOf(b.args[0]!) !== keyOf(c!)) return undefined;
    return stepOfOne(c!, a!, b.args[1]!);
  }
  const isZero = (x: Expression | undefined): boolean => x?.kind === 'const' && Number(x.value) === 0;
  if (e.op !== 'add' || b?.kind !== 'op' || b.op !== 'select' || !isZero(b.args[2])) return undefined;
  return stepOfOne(a!, b.args[0]!, b.args[1]!);
}

function stepOfOne(number: Expression, condition: Expression, by: Expression): Count | undefined {
  const step = by.kind === 'const' ? Number(by.value) : 0;
  return step === 1 || step === -1 ? { number, condition, up: step === 1 } : undefined;
}

/** Of a product of reals with 2: sums leave the places that multiply to others. */
function doubledIn(e: Extract<Expression, { kind: 'op' }>): Expression | undefined {
  if (e.op !== 'mul' || (e.type !== 'f32' && e.type !== 'f64')) return undefined;
  const isTwo = (x: Expression | undefined): boolean => x?.kind === 'const' && x.value === 2;
  const [a, b] = e.args;
  return isTwo(b) ? a : isTwo(a) ? b : undefined;
}

/** Whether the instruction, which gives `x` where the two are equal or no numbers, has the extreme of both. */
function isPlainExtreme(name: string, x: Expression, y: Expression, reals: RealValues | undefined): boolean {
  if (!reals?.isNumber(x)) return false;
  if (x.kind === 'const' && Number(x.value) !== 0) return true;
  if (name === 'max') return reals.isNoNegativeZero(x);
  return reals.isNoNegativeZero(x) && reals.isNoNegativeZero(y);
}

/** What the instruction takes: the sign of a product is its own. */
export function operandsOf({ op, args }: Extract<Expression, { kind: 'op' }>): readonly Expression[] {
  const [a, ...others] = args;
  return op === 'fma' && a?.kind === 'op' && a.op === 'neg' ? [a.args[0]!, ...others] : args;
}
