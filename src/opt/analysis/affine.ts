/**
 * Affine forms of whole numbers and addresses: a constant, and products of atoms with constant factors. Two that lead to the same place, or to places a constant apart, are known for that
 * whatever they were written as. Sums and products may be taken apart freely: numbers wrap at the width of a form, and in one of 64 bits the 32-bit sums of an index do not (the language
 * says nothing of integers that overflow).
 */
import { integer, op, toInteger } from '../../ir/build.ts';
import type { Expression } from '../../ir/module.ts';
import type { SpecialName } from '../../ir/operations.ts';
import { isPointer } from '../../ir/types.ts';
import { type KeyOf, keyOf } from '../../ir/value-key.ts';
import { someExpression } from '../../ir/walk.ts';

/** How wide addresses are where code runs. */
export type AddressWidth = 'i32' | 'i64';

/** A value that is not taken apart; one of fewer bits than the form counts with its sign. */
export type Atom = { readonly key: string; readonly e: Expression };
/** A product of atoms. */
export type Term = { readonly atoms: readonly Atom[]; readonly factor: bigint };
/** Terms by the keys of their products; none has the factor 0. */
export type Affine = { readonly constant: bigint; readonly terms: ReadonlyMap<string, Term> };

/** No terms, and nothing besides. */
export const zeroForm: Affine = { constant: 0n, terms: new Map() };

/** An address as what offsets are added to, and their sum. */
export type Address = { readonly base: Expression; readonly sum: Affine };

/** What is multiplied, and its form. */
export type Operand = { readonly e: Expression; readonly form: Affine };

export type AffineRules = {
  readonly bits: 32 | 64;
  /** Equal for atoms of the same value. */
  readonly keyOf: KeyOf;
  /** What a local holds; undefined where its name is all there is to say. */
  readonly known?: (local: number) => Affine | undefined;
  /** The two forms that are multiplied out; undefined where the product is an atom. Neither of the operands is a constant. */
  readonly product?: (a: Operand, b: Operand, forms: AffineForms) => readonly [Affine, Affine] | undefined;
  /** Whether sums of 32 bits stay as they are but for their constants. */
  readonly keepsHalves?: boolean;
};

/** Longer sums are not multiplied out. */
const termsAtMost = 24;

export class AffineForms {
  private readonly rules: AffineRules;

  constructor(rules: AffineRules) {
    this.rules = rules;
  }

  of(e: Expression): Affine {
    if (e.kind === 'const' && typeof e.value !== 'boolean')
      return { constant: BigInt.asIntN(this.rules.bits, BigInt(e.value)), terms: nothing };
    const sum = new Sum();
    this.collect(e, 1n, sum);
    return sum.finished(this.rules.bits);
  }

  /** a + factor * b. */
  sum(a: Affine, b: Affine, factor = 1n): Affine {
    const sum = new Sum();
    sum.add(a, 1n);
    sum.add(b, factor);
    return sum.finished(this.rules.bits);
  }

  atom(e: Expression): Affine {
    const key = this.rules.keyOf(e);
    return { constant: 0n, terms: new Map().set(key, { atoms: [{ key, e }], factor: 1n }) };
  }

  address(from: Expression, offsetBytes: number): Address {
    const sum = new Sum();
    sum.constant = BigInt(offsetBytes);
    const offsets: Expression[] = [];
    let base = from;
    for (; base.kind === 'op' && base.op === 'offset'; base = base.args[0]!) offsets.push(base.args[1]!);
    for (const e of offsets.reverse()) this.collect(e, 1n, sum);
    return { base, sum: sum.finished(this.rules.bits) };
  }

  private collect(e: Expression, factor: bigint, sum: Sum): void {
    if (e.kind === 'const' && typeof e.value !== 'boolean') {
      sum.constant += factor * BigInt(e.value);
      return;
    }
    const held = e.kind === 'local' ? this.rules.known?.(e.index) : undefined;
    if (held) sum.add(held, factor);
    else if (e.kind !== 'op' || !isWhole(e) || !this.collectOperation(e, factor, sum)) {
      const key = this.rules.keyOf(e);
      sum.addTerm(key, [{ key, e }], factor);
    }
  }

  /** Whether there is more to the operation than that it is an atom. */
  private collectOperation(e: Extract<Expression, { kind: 'op' }>, factor: bigint, sum: Sum): boolean {
    const [a, b] = e.args;
    switch (e.op) {
      case 'add':
      case 'offset':
      case 'sub':
        this.collect(a!, factor, sum);
        this.collect(b!, e.op === 'sub' ? -factor : factor, sum);
        return true;
      case 'mul':
        return this.collectProduct(a!, b!, factor, sum);
      case 'shl':
        if (b!.kind !== 'const' || Number(b!.value) > 31) return false;
        this.collect(a!, factor << BigInt(b!.value), sum);
        return true;
      case 'extend':
        if (this.rules.keepsHalves) this.collectHalf(e, factor, sum);
        else this.collect(a!, factor, sum);
        return true;
      case 'wrap':
      case 'extend.u':
        if (this.rules.bits === 64) return false;
        this.collect(a!, factor, sum);
        return true;
      case 'cast.space':
        if (!isPointer(a!.type)) return false;
        this.collect(a!, factor, sum);
        return true;
      default: // else: an opaque term
        return false;
    }
  }

  private collectProduct(a: Expression, b: Expression, factor: bigint, sum: Sum): boolean {
    const [left, right] = [this.of(a), this.of(b)];
    const constant = left.terms.size === 0 ? left : right.terms.size === 0 ? right : undefined;
    if (constant) {
      sum.add(constant === left ? right : left, factor * constant.constant);
      return true;
    }
    const choose = this.rules.product ?? allTerms;
    const parts = choose({ e: a, form: left }, { e: b, form: right }, this);
    if (parts) sum.addProduct(parts[0], parts[1], factor);
    return parts !== undefined;
  }

  private collectHalf(e: Extract<Expression, { kind: 'op' }>, factor: bigint, sum: Sum): void {
    const { rest, constant } = splitHalf(e.args[0]!);
    sum.constant += factor * BigInt(constant);
    sum.add(this.atom(constant === 0 ? e : { ...e, args: [rest] }), factor);
  }
}

/** A sum of 32 bits without its constant part. */
function splitHalf(e: Expression): { readonly rest: Expression; readonly constant: number } {
  if (e.kind !== 'op' || (e.op !== 'add' && e.op !== 'sub')) return { rest: e, constant: 0 };
  const sign = e.op === 'add' ? 1 : -1;
  const [a, b] = e.args;
  if (sign > 0 && a!.kind === 'const') return plusHalf(splitHalf(b!), Number(a!.value));
  if (b!.kind === 'const') return plusHalf(splitHalf(a!), sign * Number(b!.value));
  const [left, right] = [splitHalf(a!), splitHalf(b!)];
  if (left.constant === 0 && right.constant === 0) return { rest: e, constant: 0 };
  return { rest: { ...e, args: [left.rest, right.rest] }, constant: left.constant + sign * right.constant };
}

function plusHalf(x: { readonly rest: Expression; readonly constant: number }, n: number) {
  return { rest: x.rest, constant: x.constant + n };
}

/** An address or a number that is part of one without its constant part, sums of 32 bits taken apart as those of its form are. */
export function splitPlace(e: Expression): { readonly rest: Expression; readonly constant: number } {
  const whole = { rest: e, constant: 0 };
  if (e.kind === 'const' && isWhole(e) && Number.isSafeInteger(Number(e.value)))
    return { rest: integer(e.type === 'i64' ? 'i64' : 'i32', 0), constant: Number(e.value) };
  if (e.kind !== 'op' || !takenApart.has(e.op)) return whole;
  const [a, b] = e.args;
  const by = b?.kind === 'const' ? Number(b.value) : undefined;
  const left = splitPlace(a!);
  if (e.op === 'shl' || e.op === 'mul') {
    if (by === undefined || left.constant === 0) return whole;
    const times = e.op === 'shl' ? 2 ** (by & 31) : by;
    return {
      rest: isNothing(left.rest) ? left.rest : { ...e, args: [left.rest, b!] },
      constant: left.constant * times,
    };
  }
  const right = b ? splitPlace(b) : { rest: undefined, constant: 0 };
  if (left.constant === 0 && right.constant === 0) return whole;
  const constant = left.constant + (e.op === 'sub' ? -right.constant : right.constant);
  if (right.rest && isNothing(right.rest)) return { rest: left.rest, constant };
  if (right.rest && e.op === 'add' && isNothing(left.rest)) return { rest: right.rest, constant };
  return { rest: { ...e, args: right.rest ? [left.rest, right.rest] : [left.rest] }, constant };
}

const takenApart: ReadonlySet<string> = new Set(['add', 'sub', 'offset', 'shl', 'mul', 'extend']);
const isNothing = (e: Expression): boolean => e.kind === 'const' && Number(e.value) === 0;

// ---- products ---------------------------------------------------------------------------------------------------------------

function allTerms({ form: a }: Operand, { form: b }: Operand): readonly [Affine, Affine] | undefined {
  return sizeOf(a) * sizeOf(b) > termsAtMost ? undefined : [a, b];
}

/**
 * Products of sums with what is `fixed`, such as extents: what neighbours in an array have in common becomes the same terms. Fixed sums are one atom each, and those of fixed factors come
 * first in their products.
 */
export function byFixed(fixed: (e: Expression) => boolean, most = unlimited): NonNullable<AffineRules['product']> {
  return (a, b, forms) => {
    for (const [x, y] of [
      [a, b],
      [b, a],
    ] as const) {
      if (!fixed(y.e)) continue;
      const by = y.form.constant === 0n && y.form.terms.size === 1 ? y.form : forms.atom(y.e);
      const terms = [...x.form.terms.values()];
      const length = [...by.terms.values()][0]!.atoms.length;
      if (terms.length <= most.terms && terms.every((t) => t.atoms.length + length <= most.atoms)) return [by, x.form];
    }
    return undefined;
  };
}

const unlimited = { terms: Number.POSITIVE_INFINITY, atoms: Number.POSITIVE_INFINITY };

// ---- sums -------------------------------------------------------------------------------------------------------------------

class Sum {
  constant = 0n;
  private readonly terms = new Map<string, { readonly atoms: readonly Atom[]; factor: bigint }>();

  add(form: Affine, factor: bigint): void {
    this.constant += form.constant * factor;
    for (const [key, t] of form.terms) this.addTerm(key, t.atoms, t.factor * factor);
  }

  addProduct(a: Affine, b: Affine, factor: bigint): void {
    this.constant += a.constant * b.constant * factor;
    if (a.constant !== 0n) for (const [key, t] of b.terms) this.addTerm(key, t.atoms, a.constant * t.factor * factor);
    for (const [key, s] of a.terms) {
      if (b.constant !== 0n) this.addTerm(key, s.atoms, b.constant * s.factor * factor);
      for (const t of b.terms.values()) {
        const atoms = [...s.atoms, ...t.atoms];
        this.addTerm(keyOfProduct(atoms), atoms, s.factor * t.factor * factor);
      }
    }
  }

  addTerm(key: string, atoms: readonly Atom[], factor: bigint): void {
    const old = this.terms.get(key);
    if (old) old.factor += factor;
    else this.terms.set(key, { atoms, factor });
  }

  finished(bits: 32 | 64): Affine {
    for (const [key, t] of this.terms) {
      t.factor = BigInt.asIntN(bits, t.factor);
      if (t.factor === 0n) this.terms.delete(key);
    }
    return { constant: BigInt.asIntN(bits, this.constant), terms: this.terms };
  }
}

const nothing: Affine['terms'] = new Map();

/** In any order. */
export function keyOfProduct(atoms: readonly Atom[]): string {
  const [first, second] = atoms;
  if (atoms.length === 1) return first!.key;
  if (atoms.length === 2)
    return first!.key <= second!.key ? `${first!.key} * ${second!.key}` : `${second!.key} * ${first!.key}`;
  return atoms
    .map((a) => a.key)
    .sort()
    .join(' * ');
}

function isWhole({ type }: Expression): boolean {
  return type !== 'f32' && type !== 'f64' && type !== 'bool';
}

function sizeOf(form: Affine): number {
  return form.terms.size + (form.constant === 0n ? 0 : 1);
}

// ---- questions --------------------------------------------------------------------------------------------------------------

export function isConstant(form: Affine): boolean {
  return form.terms.size === 0;
}

export function isZero(form: Affine): boolean {
  return isConstant(form) && form.constant === 0n;
}

export function constantOf(form: Affine): number {
  return Number(form.constant);
}

export function plus(form: Affine, constant: number): Affine {
  return { ...form, constant: form.constant + BigInt(constant) };
}

/** What is left of it where products of what `is` holds for are left out. */
export function withoutTerms(form: Affine, is: (e: Expression) => boolean): Affine {
  return { ...termsOf(form, (t) => !t.atoms.some((a) => is(a.e))), constant: form.constant };
}

/** The name of a place but for the constant in it. */
export function namedBase(form: Affine): string {
  if (form.terms.size === 1) for (const [key, t] of form.terms) return `${t.factor} ${key}`;
  return [...form.terms]
    .map(([key, t]) => `${t.factor} ${key}`)
    .sort()
    .join(' + ');
}

export function nameOf(form: Affine): string {
  return `${form.constant} ${namedBase(form)}`;
}

/** By how much a place moves where a local grows by one; undefined where it does not grow evenly. */
export function growthOf(form: Affine, local: number): Affine | undefined {
  return growthBy(form, (e) => e.kind === 'local' && e.index === local);
}

/** By how much it grows where what `is` holds for grows by one; undefined where it does not grow evenly. */
export function growthBy(form: Affine, is: (e: Expression) => boolean): Affine | undefined {
  let constant = 0n;
  const terms = new Map<string, Term>();
  for (const { atoms, factor } of form.terms.values()) {
    const rest = atoms.filter((a) => !is(a.e));
    if (rest.length === atoms.length) continue;
    if (rest.length < atoms.length - 1) return undefined;
    if (rest.length === 0) constant += factor;
    else terms.set(keyOfProduct(rest), { atoms: rest, factor });
  }
  return { constant, terms };
}

/** Whether it is made of parameters that stay as they come, and of sizes that `isSize` holds for. */
export function isOfLaunch({ terms }: Affine, params: number, isSize: (name: SpecialName) => boolean): boolean {
  const isOther = (e: Expression): boolean => {
    if (e.kind === 'special') return !isSize(e.name);
    return e.kind === 'local' ? e.index >= params : e.kind !== 'const' && e.kind !== 'op';
  };
  return [...terms.values()].every((t) => t.atoms.every(({ e }) => !someExpression(e, isOther)));
}

/** Whether it holds a product of extents that are not known, as the distance of planes does. */
export function isOfPlanes(form: Affine): boolean {
  return [...form.terms.values()].some((t) => t.atoms.length > 1);
}

/** How many times `b` the form is; undefined where it is no multiple. */
export function ratioOf(form: Affine, b: Affine): bigint | undefined {
  const [first] = b.terms;
  const part = first ? (form.terms.get(first[0])?.factor ?? 0n) : form.constant;
  const whole = first ? first[1].factor : b.constant;
  if (whole === 0n || part % whole !== 0n) return undefined;
  return isZero(exact.sum(form, b, -part / whole)) ? part / whole : undefined;
}

/** Undefined where a remainder would be left. */
export function divided(form: Affine, by: bigint): Affine | undefined {
  const terms = new Map<string, Term>();
  for (const [key, t] of form.terms) {
    if (t.factor % by !== 0n) return undefined;
    terms.set(key, { ...t, factor: t.factor / by });
  }
  return form.constant % by === 0n ? { constant: form.constant / by, terms } : undefined;
}

/** The product of a term's atoms, in order. */
export function productOf(t: Term, type: AddressWidth): Expression {
  return t.atoms.map((a) => toInteger(type, a.e)).reduce((x, y) => op('mul', [x, y]));
}

/** Terms that `is` holds for. */
export function termsOf(form: Affine, is: (t: Term) => boolean): Affine {
  return { constant: 0n, terms: new Map([...form.terms].filter(([, t]) => is(t))) };
}

/** The sum as an expression, terms with one factor together; undefined where it is nothing. */
export function expressionOf(form: Affine, type: AddressWidth): Expression | undefined {
  const byFactor = new Map<bigint, Expression>();
  for (const t of form.terms.values()) {
    const old = byFactor.get(t.factor);
    const product = productOf(t, type);
    byFactor.set(t.factor, old ? op('add', [old, product]) : product);
  }
  const parts = [...byFactor].map(([factor, e]) => times(e, factor, type));
  if (form.constant !== 0n) parts.push(integer(type, form.constant));
  return parts.length === 0 ? undefined : parts.reduce((a, b) => op('add', [a, b]));
}

function times(e: Expression, factor: bigint, type: AddressWidth): Expression {
  if (factor === 1n) return e;
  const shift = factor.toString(2).length - 1;
  if (factor === 1n << BigInt(shift)) return op('shl', [e, integer(type, shift)]);
  return op('mul', [e, integer(type, factor)]);
}

/** Keys that tell loads of the same cell apart: what memory holds may change. */
export function loadsApart(keys: KeyOf): KeyOf {
  let count = 0;
  return (e) => (someExpression(e, (x) => x.kind === 'load') ? `?${count++}` : keys(e));
}

// ---- addresses --------------------------------------------------------------------------------------------------------------

/** Cells of memory: so many bytes from an address. */
export type Cells = { readonly from: Expression; readonly offset: number; readonly bytes: number };

const exact = new AffineForms({ bits: 64, keyOf });

/** The sum of values times factors. */
export function combined(parts: readonly (readonly [Expression, bigint])[]): Affine {
  return parts.reduce((sum, [e, factor]) => exact.sum(sum, exact.of(e), factor), zeroForm);
}

/** a - b. */
export function difference(a: Affine, b: Affine): Affine {
  return exact.sum(a, b, -1n);
}

/** Whether they differ by a constant. */
export function haveSameTerms(a: Affine, b: Affine): boolean {
  return isConstant(difference(a, b));
}

/** An address in a loop, with products of what `varies` in it and what does not. */
export function addressIn(
  from: Expression,
  offsetBytes: number,
  varies: (e: Expression) => boolean,
  width: AddressWidth = 'i64',
): Address {
  const bits = width === 'i64' ? 64 : 32;
  return new AffineForms({ bits, keyOf, product: byFixed((e) => !varies(e)) }).address(from, offsetBytes);
}

/** How many bytes the cells `b` begin behind `a`; undefined where that hangs on more than constants. Locals in them have to hold the same for both. */
export function distanceOf(a: Cells, b: Cells): bigint | undefined {
  const apart = difference(exact.of(b.from), exact.of(a.from));
  return isConstant(apart) ? apart.constant + BigInt(b.offset - a.offset) : undefined;
}

/** Whether the cells are surely different ones, by their addresses. */
export function areApart(a: Cells, b: Cells): boolean {
  const distance = distanceOf(a, b);
  return distance !== undefined && (distance >= BigInt(a.bytes) || -distance >= BigInt(b.bytes));
}

/** Whether two expressions of the same locals, memory being as it was, have one value; false where that is not seen. */
export function isSameValue(a: Expression, b: Expression): boolean {
  if (a.type !== b.type) return false;
  if (a.kind === 'load')
    return b.kind === 'load' && a.memory === b.memory && a.offset === b.offset && isSameValue(a.from, b.from);
  if (a.type === 'i32' || a.type === 'i64' || a.type === 'ptr.global') {
    const distance = combined([
      [a, 1n],
      [b, -1n],
    ]);
    if (isZero(distance)) return true;
  }
  if (a.kind !== 'op' || b.kind !== 'op') return keyOf(a) === keyOf(b);
  return a.op === b.op && a.args.length === b.args.length && a.args.every((x, i) => isSameValue(x, b.args[i]!));
}
