/**
 * Addresses of device code, ordered for hoisting: what all threads share is gathered into the base pointer, what differs is one sum behind it,
 * and small constants go to the instruction. Sums and products may be taken apart freely: addresses of 32 bits wrap, and in those of 64 bits the
 * 32-bit sums of an index do not (the language says nothing of integers that overflow).
 */
import { offset, op, toInteger } from '../../../ir/build.ts';
import type { Expression, Statement } from '../../../ir/module.ts';
import { isPointer } from '../../../ir/types.ts';
import {
  changeBodies,
  changeStatement,
  eachStatement,
  isLoop,
  localsSet,
  mapEach,
  mapExpression,
  someExpression,
} from '../../../ir/walk.ts';
import type { AddressType } from '../encode/artifact.ts';

export type IsUniform = (e: Expression) => boolean;

/** How often an expression changes: 0 what threads share, 1 what a thread keeps, 2 and more what the loops around change, the innermost most. */
type RankOf = (e: Expression) => number;

export function orderAddresses(
  list: readonly Statement[],
  isUniform: IsUniform,
  address: AddressType,
  loops: readonly ReadonlySet<number>[] = [],
): readonly Statement[] {
  const rankOf: RankOf = (e) => {
    if (isUniform(e)) return 0;
    for (let d = loops.length - 1; d >= 0; d--)
      if (someExpression(e, (x) => x.kind === 'load' || (x.kind === 'local' && loops[d]!.has(x.index)))) return d + 2;
    return 1;
  };
  const change = (e: Expression): Expression => {
    if (e.kind !== 'load') return e;
    const place = order(e.from, e.offset, rankOf, address);
    return place ? { ...e, ...place } : e;
  };
  const expression = (e: Expression): Expression => mapExpression(e, change);
  const body = (b: readonly Statement[]): readonly Statement[] =>
    mapEach(b, (s): Statement => {
      const nested = isLoop(s)
        ? (x: readonly Statement[]) => orderAddresses(x, isUniform, address, [...loops, writtenIn(s)])
        : body;
      const inner = changeStatement(s, { expression, body: nested });
      if (inner.kind === 'store') {
        const place = order(inner.to, inner.offset, rankOf, address);
        return place ? { ...inner, to: place.from, offset: place.offset } : inner;
      }
      if (inner.kind === 'atomic') {
        const place = order(inner.to, 0, rankOf, address);
        return place ? { ...inner, to: behind(place.from, constant(BigInt(place.offset), address)) } : inner;
      }
      return inner;
    });
  return body(list);
}

type Place = { readonly from: Expression; readonly offset: number };

/** Bias of the constants that stay with the instruction, so that neighbours on both sides share a base. */
const window = 32768n;

/** Only what stands in loops: host code, where nothing is shared but constants. */
export function orderInLoops(list: readonly Statement[], address: AddressType): readonly Statement[] {
  const outside = (b: readonly Statement[]): readonly Statement[] => orderInLoops(b, address);
  return mapEach(list, (s) => {
    if (isLoop(s)) return changeBodies(s, (b) => orderAddresses(b, isFixed, address, [writtenIn(s)]));
    return changeBodies(s, outside);
  });
}

function isFixed(e: Expression): boolean {
  return e.kind === 'const' || e.kind === 'global' || (e.kind === 'op' && e.args.every(isFixed));
}

function writtenIn(loop: Statement): ReadonlySet<number> {
  const written = new Set<number>();
  eachStatement([loop], (s) => {
    for (const l of localsSet(s)) written.add(l);
  });
  return written;
}

function order(from: Expression, offsetBytes: number, rankOf: RankOf, address: AddressType): Place | undefined {
  const form = new Form(rankOf, address);
  form.constant = BigInt(offsetBytes);
  let base = from;
  while (base.kind === 'op' && base.op === 'offset') {
    form.add(base.args[1]!, 1n);
    base = base.args[0]!;
  }
  const baseRank = rankOf(base);
  const ranks = form.ranks();
  const highest = ranks.at(-1);
  if (highest === undefined || highest <= baseRank) {
    const far = form.constant < 0n || form.constant >= window;
    const near = far ? nearOf(form.constant) : form.constant;
    form.constant -= near;
    const all = form.total();
    return { from: all ? behind(base, all) : base, offset: Number(near) };
  }
  // The constant goes with what changes least; what is near stays with the instruction.
  const near = nearOf(form.constant);
  form.constant -= near;
  const first = form.upTo(baseRank);
  let place = first ? behind(base, first) : base;
  for (const rank of ranks) {
    const part = rank > baseRank ? form.sum((t) => t.rank === rank) : undefined;
    if (part) place = behind(place, part);
  }
  return { from: place, offset: Number(near) };
}

function nearOf(c: bigint): bigint {
  return (((c + window / 2n) % window) + window) % window;
}

function behind(base: Expression, bytes: Expression): Expression {
  return offset(base, bytes.type === 'i64' ? bytes : op('extend', [bytes]));
}

function constant(n: bigint, type: AddressType): Expression {
  return type === 'i64' ? { kind: 'const', type, value: n } : { kind: 'const', type, value: Number(n) };
}

type Term = { readonly atom: Expression; readonly rank: number; factor: bigint };

/** A sum of terms with constant factors, in numbers as wide as addresses. */
class Form {
  constant = 0n;
  readonly terms = new Map<string, Term>();
  private readonly rankOf: RankOf;
  private readonly type: AddressType;

  constructor(rankOf: RankOf, type: AddressType) {
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

  private formOf(e: Expression): Form {
    const form = new Form(this.rankOf, this.type);
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
    const c = constant(this.constant, this.type);
    return e ? op('add', [e, c]) : c;
  }
}

function times(e: Expression, factor: bigint, type: AddressType): Expression {
  if (factor === 1n) return e;
  const shift = Math.log2(Number(factor));
  if (Number.isInteger(shift) && shift > 0 && 1n << BigInt(shift) === factor)
    return op('shl', [e, constant(BigInt(shift), type)]);
  return op('mul', [e, constant(factor, type)]);
}

const keys = new WeakMap<Expression, string>();

/** Equal for expressions that compute the same from the same locals and memory. */
export function keyOf(e: Expression): string {
  const known = keys.get(e);
  if (known !== undefined) return known;
  const key = makeKey(e);
  keys.set(e, key);
  return key;
}

function makeKey(e: Expression): string {
  switch (e.kind) {
    case 'const':
      return `${Object.is(e.value, -0) ? '-0' : e.value}${e.type}`;
    case 'local':
      return `$${e.index}`;
    case 'special':
      return `%${e.name}`;
    case 'global':
    case 'function':
      return `@${e.name}${e.type}`;
    case 'slot':
      return `#${e.index}`;
    case 'dynamic-shared':
      return '#dynamic';
    case 'load':
      return `[${e.memory} ${keyOf(e.from)} ${e.offset}]`;
    case 'op':
      return `(${e.op} ${isPointer(e.type) ? e.type : ''}${e.args.map(keyOf).join(' ')})${e.type}`;
  }
}

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
  const form = new Form((e) => (varies(e) ? 1 : 0), 'i64');
  form.constant = BigInt(offsetBytes);
  let base = from;
  while (base.kind === 'op' && base.op === 'offset') {
    form.add(base.args[1]!, 1n);
    base = base.args[0]!;
  }
  return { base, constant: form.constant, terms: [...form.terms.values()].filter((t) => t.factor !== 0n) };
}
