/**
 * Affine forms: a base, a constant, and atoms with constant factors, in numbers as wide as addresses. Sums and products may be taken apart freely: addresses of 32 bits wrap,
 * and in those of 64 bits the 32-bit sums of an index do not (the language says nothing of integers that overflow).
 */
import { op, toInteger } from '../../ir/build.ts';
import type { Expression } from '../../ir/module.ts';
import { keyOf } from '../../ir/value-key.ts';

/** How wide addresses are where code runs. */
export type AddressWidth = 'i32' | 'i64';

/** How often an expression changes: 0 what threads share, 1 what a thread keeps, 2 and more what the loops around change, the innermost most. */
export type RankOf = (e: Expression) => number;

/** An address as a base pointer, a constant, and atoms (i64) with constant factors. */
export type LinearAddress = {
  readonly base: Expression;
  readonly constant: bigint;
  readonly terms: readonly { readonly atom: Expression; readonly factor: bigint }[];
};

/** `varies`: what changes within a loop; products of that with what stays are atoms of their own. */
export function linearAddress(
  from: Expression,
  offsetBytes: number,
  varies: (e: Expression) => boolean,
): LinearAddress {
  const form = new AffineForm((e) => (varies(e) ? 1 : 0), 'i64');
  form.constant = BigInt(offsetBytes);
  let base = from;
  while (base.kind === 'op' && base.op === 'offset') {
    form.add(base.args[1]!, 1n);
    base = base.args[0]!;
  }
  return { base, constant: form.constant, terms: [...form.terms.values()].filter((t) => t.factor !== 0n) };
}

/** Cells of memory: so many bytes from an address. */
export type Cells = { readonly from: Expression; readonly offset: number; readonly bytes: number };

/** How many bytes the cells `b` begin behind `a`; undefined where that hangs on more than constants. Locals in them have to hold the same for both. */
export function distanceOf(a: Cells, b: Cells): bigint | undefined {
  const [x, y] = [linearAddress(a.from, a.offset, () => true), linearAddress(b.from, b.offset, () => true)];
  if (x.terms.length !== y.terms.length || keyOf(x.base) !== keyOf(y.base)) return undefined;
  const factors = new Map(x.terms.map(({ atom, factor }) => [keyOf(atom), factor]));
  if (!y.terms.every(({ atom, factor }) => factors.get(keyOf(atom)) === factor)) return undefined;
  return y.constant - x.constant;
}

/** Whether the cells are surely different ones, by their addresses. */
export function areApart(a: Cells, b: Cells): boolean {
  const distance = distanceOf(a, b);
  return distance !== undefined && (distance >= BigInt(a.bytes) || -distance >= BigInt(b.bytes));
}

type Term = { readonly atom: Expression; readonly rank: number; factor: bigint };

/** A sum of terms with constant factors, in numbers as wide as addresses. */
export class AffineForm {
  constant = 0n;
  readonly terms = new Map<string, Term>();
  private readonly rankOf: RankOf;
  private readonly type: AddressWidth;

  constructor(rankOf: RankOf, type: AddressWidth) {
    this.rankOf = rankOf;
    this.type = type;
  }

  private cut(n: bigint): bigint {
    return BigInt.asIntN(this.type === 'i64' ? 64 : 32, n);
  }

  /** Adds `e` (of 32 or 64 bits) times `factor`. */
  add(e: Expression, factor: bigint): void {
    if (e.kind === 'const') {
      this.constant = this.cut(this.constant + BigInt(e.value) * factor);
      return;
    }
    if (e.kind === 'op') {
      const [a, b] = e.args;
      switch (e.op) {
        case 'add':
        case 'sub':
          this.add(a!, factor);
          this.add(b!, e.op === 'add' ? factor : -factor);
          return;
        case 'extend':
          this.add(a!, factor);
          return;
        case 'extend.u':
        case 'wrap':
          if (this.type === 'i64') break;
          this.add(a!, factor);
          return;
        case 'shl':
          if (b!.kind !== 'const' || Number(b!.value) > 31) break;
          this.add(a!, this.cut(factor << BigInt(b!.value)));
          return;
        case 'mul':
          if (this.addProduct(a!, b!, factor)) return;
          break;
      }
    }
    this.addAtom(toInteger(this.type, e), factor);
  }

  private addAtom(atom: Expression, factor: bigint): void {
    const key = keyOf(atom);
    const old = this.terms.get(key);
    if (old) old.factor = this.cut(old.factor + factor);
    else this.terms.set(key, { atom, rank: this.rankOf(atom), factor: this.cut(factor) });
  }

  /** A product by a constant, or of a sum with something that changes less: (x + u) * n is x*n + u*n. */
  private addProduct(a: Expression, b: Expression, factor: bigint): boolean {
    const [left, right] = [this.formOf(a), this.formOf(b)];
    const byConstant = left.terms.size === 0 ? left : right.terms.size === 0 ? right : undefined;
    if (byConstant) {
      const other = byConstant === left ? right : left;
      const by = this.cut(factor * byConstant.constant);
      this.constant = this.cut(this.constant + other.constant * by);
      for (const t of other.terms.values()) this.addAtom(t.atom, t.factor * by);
      return true;
    }
    const [sum, by] = left.highest() > right.highest() ? [left, right] : [right, left];
    const n = by.total();
    const rank = by.highest();
    const rest = sum.upTo(rank);
    if (!n || !rest || sum.highest() <= rank) return false;
    for (const r of sum.ranks()) {
      const part = r > rank ? sum.sum((t) => t.rank === r) : undefined;
      if (part) this.addAtom(op('mul', [part, n]), factor);
    }
    this.addAtom(op('mul', [rest, n]), factor);
    return true;
  }

  private formOf(e: Expression): AffineForm {
    const form = new AffineForm(this.rankOf, this.type);
    form.add(e, 1n);
    return form;
  }

  /** The ranks of the terms, from below. */
  ranks(): readonly number[] {
    const found = new Set<number>();
    for (const t of this.terms.values()) if (t.factor !== 0n) found.add(t.rank);
    return [...found].sort((a, b) => a - b);
  }

  highest(): number {
    return this.ranks().at(-1) ?? 0;
  }

  sum(wanted: (t: Term) => boolean): Expression | undefined {
    const byFactor = new Map<bigint, Expression>();
    for (const t of this.terms.values()) {
      if (t.factor === 0n || !wanted(t)) continue;
      const old = byFactor.get(t.factor);
      byFactor.set(t.factor, old ? op('add', [old, t.atom]) : t.atom);
    }
    let sum: Expression | undefined;
    for (const [factor, e] of byFactor) {
      const scaled = times(e, factor, this.type);
      sum = sum ? op('add', [sum, scaled]) : scaled;
    }
    return sum;
  }

  /** Terms that change no more than `rank`, and the constant. */
  upTo(rank: number): Expression | undefined {
    return this.plusConstant(this.sum((t) => t.rank <= rank));
  }

  total(): Expression | undefined {
    return this.plusConstant(this.sum(() => true));
  }

  private plusConstant(e: Expression | undefined): Expression | undefined {
    if (this.constant === 0n) return e;
    const c = addressConstant(this.constant, this.type);
    return e ? op('add', [e, c]) : c;
  }
}

function times(e: Expression, factor: bigint, type: AddressWidth): Expression {
  if (factor === 1n) return e;
  const shift = Math.log2(Number(factor));
  if (Number.isInteger(shift) && shift > 0 && 1n << BigInt(shift) === factor)
    return op('shl', [e, addressConstant(BigInt(shift), type)]);
  return op('mul', [e, addressConstant(factor, type)]);
}

export function addressConstant(n: bigint, type: AddressWidth): Expression {
  return type === 'i64' ? { kind: 'const', type, value: n } : { kind: 'const', type, value: Number(n) };
}
