/**
 * Lists whose numbers are made of cells of one or two bytes (cells of an automaton, pixels, characters as codes) in lanes of one or two bytes: sixteen or eight numbers in a register where lanes of
 * 32 bits take four. Of a number its range is known, or it is right in its low bits alone, as sums are before they are cut to their kind; only numbers whose range fits lanes with a sign, or without,
 * are compared or divided. Sums and differences that are limited to what lanes hold are saturating ones. Branches that only set are choices.
 */
import type { Expression, Statement } from '../../../ir/module.ts';
import type { OperationName } from '../../../ir/operations.ts';
import { keyOf } from '../../../ir/value-key.ts';
import { eachExpressionOf } from '../../../ir/walk.ts';

type Body = readonly Statement[];
export type Memory = 'i8' | 'i16';
type Range = { readonly least: number; readonly most: number };
/** `low`: right in the bits of lanes; `cell`: in those of the cells that are stored. */
type Value = Range | 'low' | 'cell' | 'condition';
/** How lanes are read. */
export type Form = 'signed' | 'unsigned';
/** How an operation reads its arguments; `saturated`: the sum or difference among them that is one of its form. */
export type Reading = { readonly form: Form; readonly saturated: Expression | undefined };
export type Load = Extract<Expression, { kind: 'load' }>;
export type Branch = Extract<Statement, { kind: 'if' }>;
/** How addresses and numbers grow from lane to lane; undefined: neither evenly nor not at all. */
export type StrideOf = (e: Expression) => number | undefined;

/** Numbers of instructions behind the byte 0xfd, for lanes of one byte and of two. */
export const narrowRows: Readonly<Partial<Record<OperationName, { readonly i8?: number; readonly i16: number }>>> = {
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
  shl: { i8: 107, i16: 139 },
  'shr.s': { i8: 108, i16: 140 },
  'shr.u': { i8: 109, i16: 141 },
  eq: { i8: 35, i16: 45 },
  ne: { i8: 36, i16: 46 },
  lt: { i8: 37, i16: 47 },
  gt: { i8: 39, i16: 49 },
  le: { i8: 41, i16: 51 },
  ge: { i8: 43, i16: 53 },
};
/** The same where lanes have no sign. */
export const unsignedRows: typeof narrowRows = {
  min: { i8: 119, i16: 151 },
  max: { i8: 121, i16: 153 },
  'shr.s': { i8: 109, i16: 141 },
  lt: { i8: 38, i16: 48 },
  gt: { i8: 40, i16: 50 },
  le: { i8: 42, i16: 52 },
  ge: { i8: 44, i16: 54 },
};
/** What lanes with a sign or without hold of results beyond: their least or greatest number. */
export const saturatingRows = {
  signed: { add: { i8: 111, i16: 143 }, sub: { i8: 114, i16: 146 } },
  unsigned: { add: { i8: 112, i16: 144 }, sub: { i8: 115, i16: 147 } },
} as const;
export const bytesOf = { i8: 1, i16: 2 } as const;
export const cellsOf = { i8: cells('i8'), i16: cells('i16') } as const;
const holds = {
  signed: cellsOf,
  unsigned: { i8: { least: 0, most: 0xff }, i16: { least: 0, most: 0xffff } },
} as const;

export type Shift = 'shl' | 'shr.s' | 'shr.u';
export const isShift = (op: OperationName): op is Shift => op === 'shl' || op === 'shr.s' || op === 'shr.u';
const comparisons: ReadonlySet<OperationName> = new Set(['eq', 'ne', 'lt', 'gt', 'le', 'ge']);
const joins: ReadonlySet<OperationName> = new Set(['and', 'or', 'xor']);

export type NarrowBody = {
  readonly body: Body;
  readonly lanes: number;
  /** The cells that are loaded and stored, and the lanes that numbers lie in. */
  readonly memory: Memory;
  readonly size: Memory;
  /** Of numbers that are divided, by their quotients and remainders. */
  readonly dividends: ReadonlyMap<Expression, Range>;
  /** Of comparisons with a number of any size that all lanes share: where it is cut, just outside of what theirs may be. */
  readonly limits: ReadonlyMap<Expression, Range>;
  /** Of comparisons, extremes, sizes and shifts. */
  readonly readings: ReadonlyMap<Expression, Reading>;
  /** Sides of branches that load what might not be there: they run where some lane takes them. */
  readonly guarded: ReadonlySet<Body>;
};

/** The cells that the list stores, where its numbers fit lanes of some size; strides are not looked at. */
export function narrowMemory(body: Body): Memory | undefined {
  const memory = storedBy(body);
  return memory && readerFor(body, memory, undefined) ? memory : undefined;
}

/** Undefined where the lanes must be of 32 bits. `kept`: locals that outlive the list. `backwards`: whether lanes may find their cells in memory from the last to the first. */
export function narrowBody(
  body: Body,
  lanes: number,
  strideOf: StrideOf,
  kept: (local: number) => boolean = () => false,
  backwards = false,
): NarrowBody | undefined {
  const memory = storedBy(body);
  const reader = memory && readerFor(body, memory, { strideOf, kept, backwards });
  if (!reader || (lanes * bytesOf[memory]) % 16 !== 0) return undefined;
  const { size, dividends, limits, readings, guarded } = reader;
  return { body, memory, size, lanes, dividends, limits, readings, guarded };
}

function storedBy(body: Body): Memory | undefined {
  const store = body.find((s) => s.kind === 'store');
  const memory = store?.kind === 'store' ? store.memory : undefined;
  return memory === 'i8' || memory === 'i16' ? memory : undefined;
}

function readerFor(body: Body, memory: Memory, facts: Facts | undefined): Reader | undefined {
  const sizes: readonly Memory[] = memory === 'i8' ? ['i8', 'i16'] : ['i16'];
  return sizes.map((size) => new Reader(memory, size, facts)).find((reader) => reader.isNarrow(body));
}

type Operation = Extract<Expression, { kind: 'op' }>;

/** `readings`: extremes, and what they read as saturating. */
type Limited = { readonly range: Range; readonly readings: readonly (readonly [Expression, Expression | undefined])[] };

type Facts = {
  readonly strideOf: StrideOf;
  readonly kept: (local: number) => boolean;
  readonly backwards: boolean;
};

/** Bytes from addresses that are read in any case. */
type Reach = Map<string, Range>;

function reachOf(body: Body): Reach {
  const found: Reach = new Map();
  const note = (key: string, { least, most }: Range): void => {
    const old = found.get(key);
    found.set(key, { least: Math.min(least, old?.least ?? least), most: Math.max(most, old?.most ?? most) });
  };
  for (const s of body) {
    eachExpressionOf(s, (e) => {
      if (e.kind === 'load') note(keyOf(e.from), { least: e.offset, most: e.offset });
    });
    if (s.kind !== 'if') continue;
    const [then, otherwise] = [reachOf(s.then), reachOf(s.otherwise)];
    for (const [key, a] of then) {
      const b = otherwise.get(key);
      const [least, most] = [Math.max(a.least, b?.least ?? 0), Math.min(a.most, b?.most ?? 0)];
      if (b && least <= most) note(key, { least, most });
    }
  }
  return found;
}

function joined(a: Reach, b: Reach): Reach {
  const all = new Map(a);
  for (const [key, { least, most }] of b) {
    const old = all.get(key);
    all.set(key, { least: Math.min(least, old?.least ?? least), most: Math.max(most, old?.most ?? most) });
  }
  return all;
}

/** What lanes hold: what is the same in all of them is read as such. */
class Reader {
  private readonly memory: Memory;
  readonly size: Memory;
  readonly dividends = new Map<Expression, Range>();
  readonly limits = new Map<Expression, Range>();
  readonly readings = new Map<Expression, Reading>();
  readonly guarded = new Set<Body>();
  private readonly facts: Facts | undefined;
  private readonly locals = new Map<number, Value>();
  private reached: Reach = new Map();
  /** Whether the list at hand loads what may not be there for all lanes. */
  private mayBeAbsent = false;
  private readonly scalars = new Set<number>();

  constructor(memory: Memory, size: Memory, facts: Facts | undefined) {
    this.memory = memory;
    this.size = size;
    this.facts = facts;
  }

  isNarrow(body: Body): boolean {
    this.reached = reachOf(body);
    return body.every((s) => {
      if (s.kind === 'set') return this.isScalar(s.local) ? this.setsOnce(s.local) : this.note(s.local, s.value);
      if (s.kind === 'if') return this.branch(s);
      if (s.kind !== 'store' || s.memory !== this.memory || s.volatile || !(this.isBeside(s.to) || this.isBehind(s.to)))
        return false;
      const value = this.valueOf(s.value);
      return value !== undefined && value !== 'condition';
    });
  }

  /** Counted on from lane to lane, or the same in all. */
  private isScalar(local: number): boolean {
    return this.facts !== undefined && this.facts.strideOf({ kind: 'local', type: 'i32', index: local }) !== undefined;
  }

  /** What addresses are made of stays. */
  private setsOnce(local: number): boolean {
    const isFirst = !this.scalars.has(local) && this.facts?.kept(local) === false;
    this.scalars.add(local);
    return isFirst;
  }

  private note(local: number, e: Expression): boolean {
    const value = this.facts?.kept(local) ? undefined : this.valueOf(e);
    if (value) this.locals.set(local, value);
    return value !== undefined;
  }

  /** Both sides are computed, for all lanes where their loads are there. */
  private branch(s: Branch): boolean {
    if (this.valueOf(s.condition) !== 'condition') return false;
    return [s.then, s.otherwise].every((list) => this.side(list));
  }

  private side(list: Body): boolean {
    const [around, absent] = [this.reached, this.mayBeAbsent];
    const asked = (x: Statement): Expression | undefined =>
      x.kind === 'set' ? x.value : x.kind === 'if' ? x.condition : undefined;
    const isThere = list.every((x) => this.isThere(asked(x)));
    if (!isThere) {
      this.guarded.add(list);
      this.mayBeAbsent = true;
      this.reached = joined(around, reachOf(list));
    }
    const isGood = list.every((x) => this.chosen(x));
    this.reached = around;
    this.mayBeAbsent = absent;
    return isGood;
  }

  private chosen(s: Statement): boolean {
    if (s.kind === 'if') return this.branch(s);
    if (s.kind !== 'set' || this.isScalar(s.local)) return false;
    const old = this.locals.get(s.local);
    if (!this.note(s.local, s.value)) return false;
    const joined = old && this.either(old, this.locals.get(s.local)!);
    if (joined) this.locals.set(s.local, joined);
    return old === undefined || joined !== undefined;
  }

  private isThere(e: Expression | undefined): boolean {
    if (!e) return true;
    if (e.kind === 'load') {
      const reached = this.reached.get(keyOf(e.from));
      return reached !== undefined && e.offset >= reached.least && e.offset <= reached.most;
    }
    return e.kind !== 'op' || e.args.every((a) => this.isThere(a));
  }

  private isBeside(address: Expression): boolean {
    return !this.facts || this.facts.strideOf(address) === bytesOf[this.memory];
  }

  /** Cells from the last lane's to the first one's. */
  private isBehind(address: Expression): boolean {
    return this.facts?.backwards === true && this.facts.strideOf(address) === -bytesOf[this.memory];
  }

  private isUniform(e: Expression): boolean {
    return !this.facts || this.facts.strideOf(e) === 0;
  }

  /** The same in all lanes, or growing evenly. */
  private isCounted(e: Expression): boolean {
    return this.facts?.strideOf(e) !== undefined || !this.facts;
  }

  private valueOf(e: Expression): Value | undefined {
    switch (e.kind) {
      case 'const':
        if (typeof e.value === 'boolean') return 'condition';
        return e.type === 'i32' ? this.exact(Number(e.value), Number(e.value)) : undefined;
      case 'local':
        return this.locals.get(e.index) ?? (e.type === 'i32' && this.isCounted(e) ? 'low' : undefined);
      case 'load':
        if (e.memory !== this.memory || e.volatile) return undefined;
        if (this.isBehind(e.from) && !this.mayBeAbsent) return cellsOf[e.memory];
        return this.isBeside(e.from) || this.isUniform(e.from) ? cellsOf[e.memory] : undefined;
      case 'op':
        return this.valueOfOperation(e);
      default: // else: no number that lanes of its size hold
        return undefined;
    }
  }

  /** The range, where lanes hold it. */
  private exact(least: number, most: number): Value {
    return this.formOf({ least, most }) ? { least, most } : 'low';
  }

  private fits({ least, most }: Range, form: Form): boolean {
    const all = holds[form][this.size];
    return least >= all.least && most <= all.most;
  }

  /** How lanes that hold numbers of all these ranges are read. */
  private formOf(...ranges: readonly Range[]): Form | undefined {
    return (['signed', 'unsigned'] as const).find((form) => ranges.every((r) => this.fits(r, form)));
  }

  /** Whether an operation has one way to read its arguments, wherever it stands. */
  private reads(e: Expression, form: Form | undefined, saturated?: Expression): boolean {
    const old = this.readings.get(e);
    if (!form || (old && (old.form !== form || old.saturated !== saturated))) return false;
    this.readings.set(e, { form, saturated });
    return true;
  }

  private either(a: Value, b: Value): Value | undefined {
    if (a === 'condition' || b === 'condition') return a === b ? a : undefined;
    if (typeof a !== 'object' || typeof b !== 'object') return weakest([a, b]);
    return this.exact(Math.min(a.least, b.least), Math.max(a.most, b.most));
  }

  /** Whether a comparison is one with a number of any size that all lanes share. */
  private isLimited(e: Operation): boolean {
    const limit = limitOf(e, this.facts?.strideOf);
    const of = limit && e.args.find((x) => x !== limit);
    const range = of && this.valueOf(of);
    if (typeof range !== 'object') return false;
    const around = { least: range.least - 1, most: range.most + 1 };
    const known = this.limits.get(e) ?? around;
    const all = { least: Math.min(known.least, around.least), most: Math.max(known.most, around.most) };
    if (!this.reads(e, this.formOf(all))) return false;
    this.limits.set(e, all);
    return true;
  }

  private valueOfOperation(e: Operation): Value | undefined {
    if (this.isLimited(e)) return 'condition';
    if (e.type === 'i32' && (e.op === 'min' || e.op === 'max') && !isMagnitude(e)) return this.extreme(e);
    const values = e.args.map((a) => this.valueOf(a));
    if (values.includes(undefined)) return undefined;
    const conditions = values.every((v) => v === 'condition');
    const ranges = values.filter((v) => typeof v === 'object');
    const known = ranges.length === values.length;
    const [a, b] = ranges;
    if (e.type === 'bool') {
      if (comparisons.has(e.op)) return known && this.reads(e, this.formOf(...ranges)) ? 'condition' : undefined;
      return (joins.has(e.op) || e.op === 'not' || e.op === 'select') && conditions ? 'condition' : undefined;
    }
    if (e.type !== 'i32') return undefined;
    if (e.op === 'to.i32') return conditions ? { least: 0, most: 1 } : undefined;
    if (e.op === 'select') {
      const chosen = values[0] === 'condition' ? this.either(values[1]!, values[2]!) : undefined;
      return chosen === 'condition' ? undefined : chosen;
    }
    if (values.includes('condition')) return undefined;
    if (e.op === 'div' || e.op === 'rem') return this.divided(e, values[0]!);
    if (e.op === 'sign8' || e.op === 'sign16') return this.cut(e.op === 'sign8' ? 'i8' : 'i16', values[0]!);
    if (narrowRows[e.op]?.[this.size] === undefined) return undefined;
    if (isShift(e.op)) return this.shifted(e, values[0]!);
    if (!known || !a) return unknown.has(e.op) ? weakest(values) : undefined;
    if (e.op === 'abs' && !this.reads(e, this.formOf(a))) return undefined;
    return this.computed(isMagnitude(e) ? 'abs' : e.op, a, b ?? a);
  }

  private extreme(e: Operation): Value | undefined {
    const [a, b] = e.args.map((x) => this.valueOf(x));
    if (typeof a === 'object' && typeof b === 'object' && this.reads(e, this.formOf(a, b))) return between(e.op, a, b);
    for (const form of ['signed', 'unsigned'] as const) {
      const found = this.limitedTo(form, e);
      if (!found || !this.fits(found.range, form)) continue;
      return found.readings.every(([of, saturated]) => this.reads(of, form, saturated)) ? found.range : undefined;
    }
    return undefined;
  }

  /** Extremes around a sum or difference: their range, where lanes of a form hold them but for its ends, and which of them reads what as saturating. */
  private limitedTo(form: Form, e: Expression): Limited | undefined {
    if (e.kind !== 'op' || e.type !== 'i32' || (e.op !== 'min' && e.op !== 'max')) return undefined;
    for (const [of, other] of [e.args, e.args.toReversed()] as const) {
      const limit = other && this.valueOf(other);
      if (!of || typeof limit !== 'object' || !this.fits(limit, form)) continue;
      const sum = this.sumOf(form, of);
      const inner = sum ? { range: sum, readings: [] } : this.limitedTo(form, of);
      if (!inner) continue;
      const range = between(e.op, inner.range, limit);
      return { range, readings: [...inner.readings, [e, sum ? of : undefined]] };
    }
    return undefined;
  }

  /** Of a sum or difference of numbers that lanes of a form hold. */
  private sumOf(form: Form, e: Expression): Range | undefined {
    if (e.kind !== 'op' || e.type !== 'i32' || (e.op !== 'add' && e.op !== 'sub')) return undefined;
    const [a, b] = e.args.map((x) => this.valueOf(x));
    if (typeof a !== 'object' || typeof b !== 'object' || !this.fits(a, form) || !this.fits(b, form)) return undefined;
    return e.op === 'add'
      ? { least: a.least + b.least, most: a.most + b.most }
      : { least: a.least - b.most, most: a.most - b.least };
  }

  private cut(to: Memory, of: Value): Value | undefined {
    const { least, most } = cellsOf[to];
    if (of === 'cell' && bytesOf[to] > bytesOf[this.memory]) return undefined;
    if (typeof of === 'object' && of.least >= least && of.most <= most) return of;
    return bytesOf[to] <= bytesOf[this.size] ? cellsOf[to] : undefined;
  }

  private divided(e: Operation, of: Value): Value | undefined {
    const divisor = divisorOf(e);
    if (divisor === undefined) return undefined;
    const most = Math.abs(divisor) - 1;
    if (isCellRemainder(e, this.memory))
      return typeof of === 'object' && of.least >= -most && of.most <= most ? of : 'cell';
    if (this.size !== 'i16' || typeof of !== 'object' || !this.fits(of, 'signed')) return undefined;
    const before = this.dividends.get(e) ?? of;
    this.dividends.set(e, { least: Math.min(of.least, before.least), most: Math.max(of.most, before.most) });
    if (e.op === 'rem')
      return { least: of.least < 0 ? Math.max(-most, of.least) : 0, most: of.most > 0 ? Math.min(most, of.most) : 0 };
    const ends = [Math.trunc(of.least / divisor), Math.trunc(of.most / divisor)];
    return { least: Math.min(...ends), most: Math.max(...ends) };
  }

  private shifted(e: Operation, of: Value): Value | undefined {
    const { op, args } = e;
    const by = args[1]?.kind === 'const' ? Number(args[1].value) : -1;
    if (by < 0 || by >= 8 * bytesOf[this.size] || of === 'condition') return undefined;
    if (op === 'shl') return typeof of !== 'object' ? of : this.exact(of.least * 2 ** by, of.most * 2 ** by);
    // Of a number below zero the upper bits are those of 32.
    if (typeof of !== 'object' || (op === 'shr.u' && of.least < 0) || !this.reads(e, this.formOf(of))) return undefined;
    return { least: of.least >> by, most: of.most >> by };
  }

  /** What bits of both make. */
  private joined(a: Range, b: Range): Value {
    if (a.least >= 0 && b.least >= 0) return this.exact(0, 2 ** (32 - Math.clz32(a.most | b.most)) - 1);
    return this.formOf(a, b) === 'signed' ? cellsOf[this.size] : 'low';
  }

  private computed(op: OperationName, a: Range, b: Range): Value | undefined {
    const products = [a.least * b.least, a.least * b.most, a.most * b.least, a.most * b.most];
    switch (op) {
      case 'add':
        return this.exact(a.least + b.least, a.most + b.most);
      case 'sub':
        return this.exact(a.least - b.most, a.most - b.least);
      case 'mul':
        return this.exact(Math.min(...products), Math.max(...products));
      case 'neg':
        return this.exact(-a.most, -a.least);
      case 'abs':
        return this.exact(Math.max(0, a.least, -a.most), Math.max(-a.least, a.most));
      case 'and':
        return masked(a, b) ?? cellsOf[this.size];
      default: // else: of bits
        return joins.has(op) ? this.joined(a, b) : undefined;
    }
  }
}

/** The lesser or the greater of two numbers. */
function between(op: OperationName, a: Range, b: Range): Range {
  const of = op === 'min' ? Math.min : Math.max;
  return { least: of(a.least, b.least), most: of(a.most, b.most) };
}

/** The argument of a comparison that all lanes share, and that no constant tells. */
export function limitOf({ op, args: [x, y] }: Operation, strideOf: StrideOf | undefined): Expression | undefined {
  if (!comparisons.has(op) || x?.type !== 'i32' || !y || !strideOf || x === y) return undefined;
  const limit = strideOf(x) === 0 ? x : y;
  return limit.kind !== 'const' && strideOf(limit) === 0 ? limit : undefined;
}

/** Bits of a number that is not below zero are no more than the number. */
function masked(a: Range, b: Range): Range | undefined {
  const ends = [a, b].filter((x) => x.least >= 0).map((x) => x.most);
  return ends.length === 0 ? undefined : { least: 0, most: Math.min(...ends) };
}

/** max(x, 0 - x). */
function isMagnitude({ op, args: [x, y] }: Operation): boolean {
  if (op !== 'max' || !x || y?.kind !== 'op' || y.op !== 'sub') return false;
  const [zero, of] = y.args;
  return zero?.kind === 'const' && Number(zero.value) === 0 && of !== undefined && keyOf(of) === keyOf(x);
}

/** A constant that short numbers can be divided by. */
export function divisorOf({ args }: Operation): number | undefined {
  const divisor = args[1]?.kind === 'const' ? Number(args[1].value) : 0;
  return Math.abs(divisor) >= 2 && Math.abs(divisor) < 2 ** 15 ? divisor : undefined;
}

/** By a power of two that cells do not reach: what is left has the bits of a cell from the number itself. */
export function isCellRemainder(e: Operation, memory: Memory): boolean {
  const power = Math.log2(Math.abs(divisorOf(e) ?? 0));
  return e.op === 'rem' && Number.isInteger(power) && power >= 8 * bytesOf[memory];
}

function weakest(values: readonly (Value | undefined)[]): Value {
  return values.includes('cell') ? 'cell' : 'low';
}

/** Right in their low bits whatever stands above those of what they are made of. */
const unknown: ReadonlySet<OperationName> = new Set(['add', 'sub', 'mul', 'neg', ...joins]);

function cells(memory: Memory): Range {
  const end = 2 ** (8 * bytesOf[memory] - 1);
  return { least: -end, most: end - 1 };
}
