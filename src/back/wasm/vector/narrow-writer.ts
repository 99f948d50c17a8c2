/** Writes the lists that `narrow-lanes.ts` finds. */
import { i32, op } from '../../../ir/build.ts';
import type { Expression, Statement } from '../../../ir/module.ts';
import { localsSetIn } from '../../../ir/walk.ts';
import { addressConst, isWithinPages, offsetAddress, pagesBut } from '../encode/address-code.ts';
import { emit, emitAddress, getLocal, i32const, setLocal } from '../expression.ts';
import { guardBytes } from '../layout.ts';
import { emitStatement, type Writer } from '../statement.ts';
import {
  type Branch,
  bytesOf,
  cellsOf,
  divisorOf,
  type Form,
  isCellRemainder,
  isShift,
  type Load,
  limitOf,
  type Memory,
  type NarrowBody,
  narrowRows,
  type Shift,
  type StrideOf,
  saturatingRows,
  unsignedRows,
} from './narrow-lanes.ts';
import { reciprocalOf, roundedReciprocal } from './reciprocals.ts';
import { bitwise, lane } from './vector-rows.ts';

type Body = readonly Statement[];

const splat = { i8: 15, i16: 16 } as const;
const loadSplat = { i8: 7, i16: 8 } as const;
const choose = { i8: 265, i16: 266 } as const;

/** Vectors that are set before the loop, by their bytes. */
type Constants = Map<string, { readonly local: number; readonly bytes: readonly number[] }>;

export function writeNarrow(w: Writer, narrow: NarrowBody, strideOf: StrideOf, constants: Constants): void {
  new NarrowWriter(w, narrow, strideOf, constants).list(narrow.body);
}

class NarrowWriter {
  private readonly w: Writer;
  private readonly memory: Memory;
  private readonly size: Memory;
  private readonly parts: number;
  private readonly dividends: NarrowBody['dividends'];
  private readonly limits: NarrowBody['limits'];
  private readonly readings: NarrowBody['readings'];
  private readonly guarded: NarrowBody['guarded'];
  private readonly strideOf: StrideOf;
  private readonly constants: Constants;
  /** Whether lanes that take no part may have no memory where the others load. */
  private someTake = false;
  /** The sides of branches around the list at hand. */
  private readonly sides: { readonly condition: readonly number[]; readonly isThen: boolean }[] = [];
  /** The parts of locals. */
  private readonly held = new Map<number, readonly number[]>();

  constructor(w: Writer, narrow: NarrowBody, strideOf: StrideOf, constants: Constants) {
    const { memory, size, lanes, dividends, limits, readings, guarded } = narrow;
    this.dividends = dividends;
    this.limits = limits;
    this.readings = readings;
    this.guarded = guarded;
    this.constants = constants;
    this.w = w;
    this.memory = memory;
    this.size = size;
    this.parts = (lanes * bytesOf[size]) / 16;
    this.strideOf = strideOf;
  }

  list(body: Body): void {
    for (const s of body) {
      this.w.frame.code.mark(s.at);
      if (s.kind === 'store') this.store(s);
      else if (s.kind === 'if') this.branch(s);
      else if (s.kind === 'set' && this.isScalar(s.local)) emitStatement(this.w, s);
      else if (s.kind === 'set') this.held.set(s.local, this.inRegisters(s.value));
    }
  }

  private isScalar(index: number): boolean {
    return !this.held.has(index) && this.strideOf({ kind: 'local', type: 'i32', index }) !== undefined;
  }

  private store(s: Extract<Statement, { kind: 'store' }>): void {
    // Other lanes may load what these store.
    const values = this.packed(this.inRegisters(this.lowBitsOf(s.value)));
    const size = bytesOf[this.memory];
    const isBackwards = this.strideOf(s.to) === -size;
    for (const [p, value] of values.entries()) {
      const offset = emitAddress(this.w.frame, s.to, s.offset + (isBackwards ? size - 16 * (p + 1) : 16 * p));
      getLocal(this.w.frame.code.out, value);
      if (isBackwards) this.reverse();
      this.simd(lane.store);
      this.place(offset);
    }
  }

  /** Only the low bytes of what is packed are stored. */
  private lowBitsOf(e: Expression): Expression {
    const isCut = e.kind === 'op' && e.op === (this.memory === 'i8' ? 'sign8' : 'sign16');
    return isCut ? this.lowBitsOf(e.args[0]!) : e;
  }

  /** In the size of cells: the low bytes of two vectors in one. */
  private packed(values: readonly number[]): readonly number[] {
    if (this.memory === this.size) return values;
    const { out } = this.w.frame.code;
    return Array.from({ length: values.length / 2 }, (_, i) =>
      this.inRegister(() => {
        for (const value of [values[2 * i]!, values[2 * i + 1]!]) {
          getLocal(out, value);
          this.splatConstant(0xff);
          this.simd(bitwise.and);
        }
        this.simd(lane.narrowUnsigned[2]);
      }),
    );
  }

  /** Where lanes do not take part what they set keeps its value, or has none. */
  private branch(s: Branch): void {
    const condition = this.inRegisters(s.condition);
    const sides = [s.then, s.otherwise] as const;
    sides.forEach((list, side) => {
      if (this.guarded.has(list)) this.whereTaken(list, condition, side === 0);
      else this.side(list, condition, side === 0);
    });
  }

  /** Whether some lane takes a side, and those around it. */
  private asksWhether(condition: readonly number[], isThen: boolean): void {
    const { out } = this.w.frame.code;
    condition.forEach((c, p) => {
      getLocal(out, c);
      if (!isThen) this.simd(bitwise.not);
      for (const outer of this.sides) {
        getLocal(out, outer.condition[p]!);
        this.simd(outer.isThen ? bitwise.and : bitwise.andNot);
      }
      if (p > 0) this.simd(bitwise.or);
    });
    this.simd(lane.anyTrue);
  }

  private side(list: Body, condition: readonly number[], isThen: boolean): void {
    const before = new Map(this.held);
    this.sides.push({ condition, isThen });
    this.list(list);
    this.sides.pop();
    for (const l of localsSetIn(list)) {
      const [old, now] = [before.get(l), this.held.get(l)!];
      if (old) this.held.set(l, isThen ? this.blended(now, old, condition) : this.blended(old, now, condition));
    }
  }

  /** Where some lane takes the side; what it sets lies in the same registers behind it, either way. */
  private whereTaken(list: Body, condition: readonly number[], isThen: boolean): void {
    const { out } = this.w.frame.code;
    const copied = (of: readonly number[] | undefined, to: readonly number[]): void =>
      of?.forEach((r, p) => {
        getLocal(out, r);
        setLocal(out, to[p]!);
      });
    const results = new Map(
      [...localsSetIn(list)].map((l) => [l, condition.map(() => this.w.frame.code.local('v128'))] as const),
    );
    for (const [l, to] of results) copied(this.held.get(l), to);
    this.asksWhether(condition, isThen);
    out.all([0x04, 0x40]);
    const around = this.someTake;
    this.someTake = true;
    this.side(list, condition, isThen);
    this.someTake = around;
    for (const [l, to] of results) {
      copied(this.held.get(l), to);
      this.held.set(l, to);
    }
    out.byte(0x0b);
  }

  private blended(yes: readonly number[], no: readonly number[], condition: readonly number[]): readonly number[] {
    return condition.map((c, p) =>
      this.inRegister(() => {
        for (const l of [yes[p]!, no[p]!, c]) getLocal(this.w.frame.code.out, l);
        this.simd(choose[this.size]);
      }),
    );
  }

  private inRegisters(e: Expression): readonly number[] {
    return Array.from({ length: this.parts }, (_, p) => this.inRegister(() => this.value(e, p)));
  }

  private inRegister(put: () => void): number {
    const register = this.w.frame.code.local('v128');
    put();
    setLocal(this.w.frame.code.out, register);
    return register;
  }

  private simd(instruction: number): void {
    const { out } = this.w.frame.code;
    out.byte(0xfd);
    out.u32(instruction);
  }

  private place(offset: number): void {
    const { out } = this.w.frame.code;
    out.byte(0);
    out.u32(offset);
  }

  private value(e: Expression, p: number): void {
    const { out } = this.w.frame.code;
    switch (e.kind) {
      case 'const':
        this.splatConstant(typeof e.value === 'boolean' ? (e.value ? -1 : 0) : Number(e.value));
        return;
      case 'local': {
        const held = this.held.get(e.index);
        if (held) getLocal(out, held[p]!);
        else this.counted(e, p);
        return;
      }
      case 'load':
        this.load(e, p);
        return;
      case 'op':
        this.operation(e, p);
        return;
      default: // else: no number of a narrow body
        return;
    }
  }

  /** From what the first lane has. */
  private counted(e: Expression, p: number): void {
    emit(this.w.frame, e);
    this.simd(splat[this.size]);
    const stride = this.strideOf(e) ?? 0;
    if (stride === 0) return;
    const lanes = 16 / bytesOf[this.size];
    this.constant(Array.from({ length: lanes }, (_, i) => stride * (p * lanes + i)));
    this.simd(narrowRows.add![this.size]!);
  }

  /** `unsigned`: of bytes that go into 16 bits each. */
  private load(e: Load, p: number, unsigned = false): void {
    const isSame = this.memory === this.size;
    if (this.strideOf(e.from) === -bytesOf[this.memory]) {
      this.loadBackwards(e, p, unsigned);
      return;
    }
    if (this.strideOf(e.from) !== 0) {
      const widened = unsigned ? lane.loadUnsigned : lane.loadWidened[1];
      const behind = (isSame ? 16 : 8) * p;
      const instruction = isSame ? lane.load : widened;
      if (this.someTake) this.loadWhereMemoryIs(e, behind, instruction);
      else this.place(this.started(e, behind, instruction));
    } else if (isSame) this.place(this.started(e, 0, loadSplat[this.size]));
    else {
      emit(this.w.frame, e);
      this.simd(splat[this.size]);
    }
  }

  /** From the last lane's cell on. */
  private loadBackwards(e: Load, p: number, unsigned: boolean): void {
    const isSame = this.memory === this.size;
    const bytes = isSame ? 16 : 8;
    this.place(this.started(e, bytesOf[this.memory] - bytes * (p + 1), isSame ? lane.load : lane.loadZero[8]));
    this.reverse(bytes);
    if (!isSame) this.simd(unsigned ? lane.widenUnsigned : lane.widenBytes);
  }

  /** The cells in the first bytes of a vector the other way round. */
  private reverse(bytes: 8 | 16 = 16): void {
    const { out } = this.w.frame.code;
    const vector = this.w.frame.code.local('v128');
    const size = bytesOf[this.memory];
    setLocal(out, vector);
    for (const x of [vector, vector]) getLocal(out, x);
    this.simd(lane.shuffle);
    const from = (i: number): number => (i < bytes ? bytes - size - (i - (i % size)) + (i % size) : i);
    out.all(Array.from({ length: 16 }, (_, i) => from(i)));
  }

  /** At once where this page and the next one are memory, and not the first one, which may be guarded; else cell by cell. */
  private loadWhereMemoryIs(e: Load, behind: number, instruction: number): void {
    const { code } = this.w.frame;
    const { out } = code;
    const at = code.local(code.address);
    const cell = code.local(code.address);
    const cells = code.local('v128');
    const size = bytesOf[this.memory];
    offsetAddress(code, emitAddress(this.w.frame, e.from, e.offset + behind));
    setLocal(out, at);
    isWithinPages(code, at, () => pagesBut(code, 2));
    out.all([0x04, 0x7b]);
    getLocal(out, at);
    this.simd(instruction);
    this.place(0);
    out.byte(0x05);
    for (let l = 0; l * size < (instruction === lane.load ? 16 : 8); l++) {
      getLocal(out, at);
      offsetAddress(code, l * size);
      setLocal(out, cell);
      getLocal(out, cell);
      addressConst(code, guardBytes);
      isWithinPages(code, cell, () => pagesBut(code, 1));
      out.byte(0x1b);
      getLocal(out, cells);
      this.simd(lane.loadLane[size]);
      this.place(0);
      out.byte(l);
      setLocal(out, cells);
    }
    getLocal(out, cells);
    if (instruction !== lane.load) this.simd(instruction === lane.loadUnsigned ? lane.widenUnsigned : lane.widenBytes);
    out.byte(0x0b);
  }

  private started(e: Load, behind: number, instruction: number): number {
    const offset = emitAddress(this.w.frame, e.from, e.offset + behind);
    this.simd(instruction);
    return offset;
  }

  private operation(e: Extract<Expression, { kind: 'op' }>, p: number): void {
    const [a, b, c] = e.args;
    if (e.op === 'select') {
      for (const x of [b!, c!, a!]) this.value(x, p);
      this.simd(choose[this.size]);
      return;
    }
    const byte = this.unsignedByte(e);
    if (byte) {
      this.load(byte, p, true);
      return;
    }
    const masked = this.wholeByte(e);
    if (masked) {
      this.value(masked, p);
      return;
    }
    const reading = this.readings.get(e);
    if (isShift(e.op)) {
      this.value(a!, p);
      const isPlain = reading?.form === 'unsigned' && e.op === 'shr.s';
      this.shift(isPlain ? 'shr.u' : e.op, b!.kind === 'const' ? Number(b!.value) : 0);
      return;
    }
    if (e.op === 'abs' && reading?.form === 'unsigned') {
      this.value(a!, p);
      return;
    }
    if (e.op === 'div' || e.op === 'rem') {
      if (isCellRemainder(e, this.memory)) this.value(a!, p);
      else this.division(e, p);
      return;
    }
    const limits = this.limits.get(e);
    const limit = limits && limitOf(e, this.strideOf);
    for (const x of e.args)
      if (x === limit) this.limited(x, limits);
      else if (x === reading?.saturated) this.saturated(x, reading.form, p);
      else this.value(x, p);
    if (e.op === 'to.i32') {
      this.splatConstant(1);
      this.simd(bitwise.and);
    } else if (e.op === 'sign8' && this.size === 'i16') {
      this.shift('shl', 8);
      this.shift('shr.s', 8);
    } else if (e.op !== 'sign8' && e.op !== 'sign16') {
      const rows = reading?.form === 'unsigned' && unsignedRows[e.op] ? unsignedRows : narrowRows;
      this.simd(rows[e.op]![this.size]!);
    }
  }

  private saturated(e: Expression, form: Form, p: number): void {
    if (e.kind !== 'op' || (e.op !== 'add' && e.op !== 'sub')) return;
    for (const x of e.args) this.value(x, p);
    this.simd(saturatingRows[form][e.op][this.size]);
  }

  /** What keeps all bits of a lane. */
  private wholeByte({ op, args: [x, y] }: Extract<Expression, { kind: 'op' }>): Expression | undefined {
    if (op !== 'and' || this.size !== 'i8') return undefined;
    const isMask = (e: Expression | undefined): boolean => e?.kind === 'const' && (Number(e.value) & 0xff) === 0xff;
    return isMask(y) ? x : isMask(x) ? y : undefined;
  }

  private limited(e: Expression, { least, most } = cellsOf.i16): void {
    emit(this.w.frame, op('min', [op('max', [e, i32(least)]), i32(most)]));
    this.simd(splat[this.size]);
  }

  /** Of `and(load, 255)`, where bytes lie beside each other. */
  private unsignedByte({ op, args }: Extract<Expression, { kind: 'op' }>): Load | undefined {
    const isMask = (e: Expression | undefined): boolean => e?.kind === 'const' && Number(e.value) === 0xff;
    const of = isMask(args[1]) ? args[0] : isMask(args[0]) ? args[1] : undefined;
    if (op !== 'and' || of?.kind !== 'load' || this.memory === this.size) return undefined;
    return this.strideOf(of.from) === 0 ? undefined : of;
  }

  private division(e: Extract<Expression, { kind: 'op' }>, p: number): void {
    const { out } = this.w.frame.code;
    const divisor = divisorOf(e) ?? 2;
    const of = this.inRegister(() => this.value(e.args[0]!, p));
    const { least, most } = this.dividends.get(e) ?? cellsOf.i16;
    const factor = roundedReciprocal(divisor, least, most);
    if (e.op === 'rem') getLocal(out, of);
    const power = Math.log2(divisor);
    if (Number.isInteger(power)) this.halved(of, power, least < 0);
    else if (factor === undefined) this.longQuotient(of, divisor);
    else this.shortQuotient(of, divisor, factor, least < 0);
    if (e.op === 'div') return;
    this.splatConstant(divisor);
    this.simd(narrowRows.mul!.i16);
    this.simd(narrowRows.sub!.i16);
  }

  /** By a power of two, towards zero. */
  private halved(of: number, power: number, signed: boolean): void {
    getLocal(this.w.frame.code.out, of);
    if (signed) {
      getLocal(this.w.frame.code.out, of);
      if (power > 1) this.shift('shr.s', 15);
      this.shift('shr.u', 16 - power);
      this.simd(narrowRows.add!.i16);
    }
    this.shift('shr.s', power);
  }

  private shortQuotient(of: number, divisor: number, factor: number, signed: boolean): void {
    const { out } = this.w.frame.code;
    const from = signed
      ? this.inRegister(() => {
          getLocal(out, of);
          getLocal(out, of);
          this.shift('shr.s', 15);
          this.splatConstant(divisor - 1);
          this.simd(bitwise.and);
          this.simd(narrowRows.add!.i16);
        })
      : of;
    for (const x of [from, from]) getLocal(out, x);
    this.simd(narrowRows.add!.i16);
    this.splatConstant(1 - divisor);
    this.simd(narrowRows.add!.i16);
    this.splatConstant(factor);
    this.simd(lane.shortProductRounded);
  }

  private longQuotient(of: number, divisor: number): void {
    const { out } = this.w.frame.code;
    const { factor, shift } = reciprocalOf(divisor, 16);
    const rough = this.inRegister(() => {
      for (const instruction of [lane.shortProductLow, lane.shortProductHigh]) {
        getLocal(out, of);
        this.splatConstant(factor);
        this.simd(instruction);
      }
      this.simd(lane.shuffle);
      out.all([2, 3, 6, 7, 10, 11, 14, 15, 18, 19, 22, 23, 26, 27, 30, 31]);
      if (divisor > 0 !== factor > 0) {
        getLocal(out, of);
        this.simd(narrowRows[divisor > 0 ? 'add' : 'sub']!.i16);
      }
      if (shift > 0) this.shift('shr.s', shift);
    });
    for (const x of [rough, rough]) getLocal(out, x);
    this.shift('shr.u', 15);
    this.simd(narrowRows.add!.i16);
  }

  private splatConstant(n: number): void {
    this.constant(Array<number>(16 / bytesOf[this.size]).fill(n));
  }

  /** The low bits of these numbers. */
  private constant(numbers: readonly number[]): void {
    const bytes = numbers.flatMap((n) => (this.size === 'i8' ? [n & 0xff] : [n & 0xff, (n >> 8) & 0xff]));
    const key = bytes.join();
    let held = this.constants.get(key);
    if (!held) {
      held = { local: this.w.frame.code.local('v128'), bytes };
      this.constants.set(key, held);
    }
    getLocal(this.w.frame.code.out, held.local);
  }

  private shift(op: Shift, by: number): void {
    i32const(this.w.frame.code.out, by);
    this.simd(narrowRows[op]![this.size]!);
  }
}
