/**
 * Bodies of host loops whose numbers all have one or two bytes (cells of an automaton, pixels, characters as codes) in lanes of that size: sixteen or eight numbers in a register where lanes of 32
 * bits take four. A number is exact, or right in its low bits, as sums are before they are cut to their kind; only exact ones are compared.
 */
import type { Expression, Statement } from '../../../ir/module.ts';
import type { OperationName } from '../../../ir/operations.ts';
import { emit, emitAddress, getLocal, i32const, setLocal } from '../expression.ts';
import type { Writer } from '../statement.ts';
import { lane } from './vector-rows.ts';

type Body = readonly Statement[];
type Value = 'exact' | 'low' | 'condition';
type Memory = 'i8' | 'i16';
/** How addresses and numbers grow from lane to lane; undefined: neither evenly nor not at all. */
type StrideOf = (e: Expression) => number | undefined;

/** Numbers of instructions behind the byte 0xfd, for lanes of one byte and of two. */
const rows: Readonly<Partial<Record<OperationName, { readonly i8?: number; readonly i16: number }>>> = {
  add: { i8: 110, i16: 142 },
  sub: { i8: 113, i16: 145 },
  mul: { i16: 149 },
  neg: { i8: 97, i16: 129 },
  abs: { i8: 96, i16: 128 },
  min: { i8: 118, i16: 150 },
  max: { i8: 120, i16: 152 },
  and: { i8: 78, i16: 78 },
  or: { i8: 80, i16: 80 },
  xor: { i8: 81, i16: 81 },
  not: { i8: 77, i16: 77 },
  eq: { i8: 35, i16: 45 },
  ne: { i8: 36, i16: 46 },
  lt: { i8: 37, i16: 47 },
  gt: { i8: 39, i16: 49 },
  le: { i8: 41, i16: 51 },
  ge: { i8: 43, i16: 53 },
};
const splat = { i8: 15, i16: 16 } as const;
const loadSplat = { i8: 7, i16: 8 } as const;
const choose = { i8: 265, i16: 266 } as const;
const bytesOf = { i8: 1, i16: 2 } as const;

const comparisons: ReadonlySet<OperationName> = new Set(['eq', 'ne', 'lt', 'gt', 'le', 'ge']);
const bitwise: ReadonlySet<OperationName> = new Set(['and', 'or', 'xor']);
const sums: ReadonlySet<OperationName> = new Set(['add', 'sub', 'mul', 'neg', 'abs']);

export type NarrowBody = { readonly body: Body; readonly memory: Memory; readonly lanes: number };

/** The size of all numbers that the body stores, where no other comes in; strides are not looked at. */
export function narrowMemory(body: Body): Memory | undefined {
  const store = body.find((s) => s.kind === 'store');
  const memory = store?.kind === 'store' ? store.memory : undefined;
  if (memory !== 'i8' && memory !== 'i16') return undefined;
  return new Reader(memory, undefined).isNarrow(body) ? memory : undefined;
}

/** Undefined where the lanes must be of 32 bits. */
export function narrowBody(body: Body, turns: number, strideOf: StrideOf): NarrowBody | undefined {
  const memory = narrowMemory(body);
  if (!memory || (turns * bytesOf[memory]) % 16 !== 0) return undefined;
  return new Reader(memory, strideOf).isNarrow(body) ? { body, memory, lanes: turns } : undefined;
}

/** What lanes hold: what is the same in all of them is read as such. */
class Reader {
  private readonly memory: Memory;
  private readonly strideOf: StrideOf | undefined;
  private readonly locals = new Map<number, Value>();

  constructor(memory: Memory, strideOf: StrideOf | undefined) {
    this.memory = memory;
    this.strideOf = strideOf;
  }

  isNarrow(body: Body): boolean {
    return body.every((s) => {
      if (s.kind === 'set') {
        const value = this.valueOf(s.value);
        if (value) this.locals.set(s.local, value);
        return value !== undefined;
      }
      if (s.kind !== 'store' || s.memory !== this.memory || s.volatile || !this.isBeside(s.to)) return false;
      const value = this.valueOf(s.value);
      return value === 'exact' || value === 'low';
    });
  }

  private isBeside(address: Expression): boolean {
    return !this.strideOf || this.strideOf(address) === bytesOf[this.memory];
  }

  private valueOf(e: Expression): Value | undefined {
    switch (e.kind) {
      case 'const':
        if (typeof e.value === 'boolean') return 'condition';
        return e.type === 'i32' ? (this.fits(Number(e.value)) ? 'exact' : 'low') : undefined;
      case 'local':
        return this.locals.get(e.index) ?? (e.type === 'i32' && this.isUniform(e) ? 'low' : undefined);
      case 'load': {
        if (e.memory !== this.memory || e.volatile) return undefined;
        return this.isBeside(e.from) || this.isUniform(e.from) ? 'exact' : undefined;
      }
      case 'op':
        return this.valueOfOperation(e);
      default:
        return undefined;
    }
  }

  private fits(n: number): boolean {
    const end = 2 ** (8 * bytesOf[this.memory] - 1);
    return n >= -end && n < end;
  }

  private isUniform(e: Expression): boolean {
    return !this.strideOf || this.strideOf(e) === 0;
  }

  private valueOfOperation(e: Extract<Expression, { kind: 'op' }>): Value | undefined {
    const values = e.args.map((a) => this.valueOf(a));
    if (values.includes(undefined)) return undefined;
    const all = (is: Value): boolean => values.every((v) => v === is);
    const numbers = !values.includes('condition');
    if (e.type === 'bool') {
      if (comparisons.has(e.op)) return all('exact') ? 'condition' : undefined;
      if (e.op === 'select') return all('condition') ? 'condition' : undefined;
      return (bitwise.has(e.op) || e.op === 'not') && all('condition') ? 'condition' : undefined;
    }
    if (e.type !== 'i32') return undefined;
    if (e.op === (this.memory === 'i8' ? 'sign8' : 'sign16')) return numbers ? 'exact' : undefined;
    if (e.op === 'to.i32') return all('condition') ? 'exact' : undefined;
    if (e.op === 'select') {
      if (values[0] !== 'condition' || values[1] === 'condition' || values[2] === 'condition') return undefined;
      return values[1] === 'exact' && values[2] === 'exact' ? 'exact' : 'low';
    }
    if (!numbers || rows[e.op]?.[this.memory] === undefined) return undefined;
    if (bitwise.has(e.op)) return all('exact') ? 'exact' : 'low';
    if (e.op === 'min' || e.op === 'max') return all('exact') ? 'exact' : undefined;
    // The greatest magnitude is one more than fits.
    return sums.has(e.op) && (e.op !== 'abs' || all('exact')) ? 'low' : undefined;
  }
}

export function writeNarrow(w: Writer, { body, memory, lanes }: NarrowBody, strideOf: StrideOf): void {
  new NarrowWriter(w, memory, (lanes * bytesOf[memory]) / 16, strideOf).list(body);
}

class NarrowWriter {
  private readonly w: Writer;
  private readonly memory: Memory;
  private readonly parts: number;
  private readonly strideOf: StrideOf;
  /** The parts of locals. */
  private readonly held = new Map<number, readonly number[]>();

  constructor(w: Writer, memory: Memory, parts: number, strideOf: StrideOf) {
    this.w = w;
    this.memory = memory;
    this.parts = parts;
    this.strideOf = strideOf;
  }

  list(body: Body): void {
    const { out } = this.w.frame.code;
    for (const s of body) {
      this.w.frame.code.mark(s.at);
      if (s.kind === 'set') this.held.set(s.local, this.inRegisters(s.value));
      else if (s.kind === 'store') {
        // Other lanes may load what these store.
        const values = this.inRegisters(s.value);
        for (const [p, value] of values.entries()) {
          const offset = emitAddress(this.w.frame, s.to, s.offset + 16 * p);
          getLocal(out, value);
          this.simd(lane.store);
          this.place(offset);
        }
      }
    }
  }

  private inRegisters(e: Expression): readonly number[] {
    return Array.from({ length: this.parts }, (_, p) => {
      const register = this.w.frame.code.local('v128');
      this.value(e, p);
      setLocal(this.w.frame.code.out, register);
      return register;
    });
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
        i32const(out, typeof e.value === 'boolean' ? (e.value ? -1 : 0) : Number(e.value));
        this.simd(splat[this.memory]);
        return;
      case 'local': {
        const held = this.held.get(e.index);
        if (held) getLocal(out, held[p]!);
        else {
          emit(this.w.frame, e);
          this.simd(splat[this.memory]);
        }
        return;
      }
      case 'load': {
        const uniform = this.strideOf(e.from) === 0;
        const offset = emitAddress(this.w.frame, e.from, e.offset + (uniform ? 0 : 16 * p));
        this.simd(uniform ? loadSplat[this.memory] : lane.load);
        this.place(offset);
        return;
      }
      case 'op':
        this.operation(e, p);
        return;
      default: // else: no number of a narrow body
        return;
    }
  }

  private operation(e: Extract<Expression, { kind: 'op' }>, p: number): void {
    const [a, b, c] = e.args;
    if (e.op === 'select') {
      for (const x of [b!, c!, a!]) this.value(x, p);
      this.simd(choose[this.memory]);
      return;
    }
    for (const x of e.args) this.value(x, p);
    if (e.op === 'to.i32') {
      i32const(this.w.frame.code.out, 1);
      this.simd(splat[this.memory]);
      this.simd(rows.and!.i16);
    } else if (e.op !== 'sign8' && e.op !== 'sign16') this.simd(rows[e.op]![this.memory]!);
  }
}
