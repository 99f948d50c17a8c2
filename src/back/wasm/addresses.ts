/**
 * Addresses of device code, ordered for hoisting: what all threads share is gathered into the base pointer, what differs is one 32-bit sum behind it,
 * and small constants go to the instruction. Sums and products may be taken apart freely, because addresses wrap at 32 bits.
 */
import { offset, op } from '../../ir/build.ts';
import type { Expression, Statement } from '../../ir/module.ts';
import { isPointer } from '../../ir/types.ts';
import { eachStatement, localsSet, mapExpression, mapStatement, someExpression } from '../../ir/walk.ts';

export type IsUniform = (e: Expression) => boolean;

/** How often an expression changes: 0 what threads share, 1 what a thread keeps, 2 and more what the loops around change, the innermost most. */
type RankOf = (e: Expression) => number;

export function orderAddresses(
  list: readonly Statement[],
  isUniform: IsUniform,
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
    const place = order(e.from, e.offset, rankOf);
    return place ? { ...e, ...place } : e;
  };
  const expression = (e: Expression): Expression => mapExpression(e, change);
  const body = (b: readonly Statement[]): readonly Statement[] =>
    b.map((s) => {
      const isLoop = s.kind === 'for' || s.kind === 'loop';
      const nested = isLoop
        ? (x: readonly Statement[]) => orderAddresses(x, isUniform, [...loops, writtenIn(s)])
        : body;
      const inner = mapStatement(s, { expression, body: nested });
      if (inner.kind === 'store') {
        const place = order(inner.to, inner.offset, rankOf);
        return place ? { ...inner, to: place.from, offset: place.offset } : inner;
      }
      if (inner.kind === 'atomic') {
        const place = order(inner.to, 0, rankOf);
        return place ? { ...inner, to: offset(place.from, op('extend', [constant(place.offset)])) } : inner;
      }
      return inner;
    });
  return body(list);
}

type Place = { readonly from: Expression; readonly offset: number };

/** Bias of the constants that stay with the instruction, so that neighbours on both sides share a base. */
const window = 4096;

/** Only what stands in loops: host code, where nothing is shared but constants. */
export function orderInLoops(list: readonly Statement[]): readonly Statement[] {
  return list.map((s) => {
    if (s.kind === 'for' || s.kind === 'loop') return { ...s, body: orderAddresses(s.body, isFixed, [writtenIn(s)]) };
    return mapStatement(s, { expression: (e) => e, body: orderInLoops });
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

function order(from: Expression, offsetBytes: number, rankOf: RankOf): Place | undefined {
  const form = new Form(rankOf);
  form.constant = offsetBytes | 0;
  let base = from;
  while (base.kind === 'op' && base.op === 'offset') {
    form.add(base.args[1]!, 1);
    base = base.args[0]!;
  }
  const baseRank = rankOf(base);
  const ranks = form.ranks();
  const highest = ranks.at(-1);
  if (highest === undefined || highest <= baseRank) {
    const all = form.total();
    return { from: all ? behind(base, all) : base, offset: 0 };
  }
  // The constant goes with what changes least; what is near stays with the instruction.
  const near = (((form.constant + window / 2) % window) + window) % window;
  form.constant -= near;
  const first = form.upTo(baseRank);
  let place = first ? behind(base, first) : base;
  for (const rank of ranks) {
    const part = rank > baseRank ? form.sum((t) => t.rank === rank) : undefined;
    if (part) place = behind(place, part);
  }
  return { from: place, offset: near };
}

function behind(base: Expression, bytes: Expression): Expression {
  return offset(base, op('extend', [bytes]));
}

function constant(n: number): Expression {
  return { kind: 'const', type: 'i32', value: n | 0 };
}

type Term = { readonly atom: Expression; readonly rank: number; factor: number };

/** A sum of 32-bit terms with constant factors. */
class Form {
  constant = 0;
  readonly terms = new Map<string, Term>();
  private readonly rankOf: RankOf;

  constructor(rankOf: RankOf) {
    this.rankOf = rankOf;
  }

  /** Adds the low 32 bits of `e` times `factor`. */
  add(e: Expression, factor: number): void {
    if (e.kind === 'const') {
      this.constant = (this.constant + Math.imul(Number(BigInt.asIntN(32, BigInt(e.value))), factor)) | 0;
      return;
    }
    if (e.kind === 'op') {
      const [a, b] = e.args;
      switch (e.op) {
        case 'add':
        case 'sub':
          this.add(a!, factor);
          this.add(b!, e.op === 'add' ? factor : -factor | 0);
          return;
        case 'extend':
        case 'extend.u':
        case 'wrap':
          this.add(a!, factor);
          return;
        case 'shl':
          if (b!.kind !== 'const' || Number(b!.value) > 31) break;
          this.add(a!, Math.imul(factor, 1 << Number(b!.value)));
          return;
        case 'mul':
          if (this.addProduct(a!, b!, factor)) return;
          break;
      }
    }
    this.addAtom(low(e), factor);
  }

  private addAtom(atom: Expression, factor: number): void {
    const key = keyOf(atom);
    const old = this.terms.get(key);
    if (old) old.factor = (old.factor + factor) | 0;
    else this.terms.set(key, { atom, rank: this.rankOf(atom), factor });
  }

  /** A product by a constant, or of a sum with something that changes less: (x + u) * n is x*n + u*n. */
  private addProduct(a: Expression, b: Expression, factor: number): boolean {
    const [left, right] = [this.formOf(a), this.formOf(b)];
    const byConstant = left.terms.size === 0 ? left : right.terms.size === 0 ? right : undefined;
    if (byConstant) {
      const other = byConstant === left ? right : left;
      const by = Math.imul(factor, byConstant.constant);
      this.constant = (this.constant + Math.imul(other.constant, by)) | 0;
      for (const t of other.terms.values()) this.addAtom(t.atom, Math.imul(t.factor, by));
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
    const form = new Form(this.rankOf);
    form.add(e, 1);
    return form;
  }

  /** The ranks of the terms, from below. */
  ranks(): readonly number[] {
    const found = new Set<number>();
    for (const t of this.terms.values()) if (t.factor !== 0) found.add(t.rank);
    return [...found].sort((a, b) => a - b);
  }

  highest(): number {
    return this.ranks().at(-1) ?? 0;
  }

  sum(wanted: (t: Term) => boolean): Expression | undefined {
    const byFactor = new Map<number, Expression>();
    for (const t of this.terms.values()) {
      if (t.factor === 0 || !wanted(t)) continue;
      const old = byFactor.get(t.factor);
      byFactor.set(t.factor, old ? op('add', [old, t.atom]) : t.atom);
    }
    let sum: Expression | undefined;
    for (const [factor, e] of byFactor) {
      const scaled = times(e, factor);
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
    if (this.constant === 0) return e;
    return e ? op('add', [e, constant(this.constant)]) : constant(this.constant);
  }
}

function times(e: Expression, factor: number): Expression {
  if (factor === 1) return e;
  const shift = Math.log2(factor);
  if (Number.isInteger(shift) && shift > 0) return op('shl', [e, constant(shift)]);
  return op('mul', [e, constant(factor)]);
}

/** `e` as i32. */
function low(e: Expression): Expression {
  return e.type === 'i64' ? op('wrap', [e]) : e;
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
