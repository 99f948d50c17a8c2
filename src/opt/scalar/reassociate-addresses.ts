/**
 * Addresses of device code, ordered for hoisting: what all threads share is gathered into the base pointer, what differs is one sum behind it,
 * and small constants go to the instruction. Sums and products may be taken apart freely: addresses of 32 bits wrap, and in those of 64 bits the
 * 32-bit sums of an index do not (the language says nothing of integers that overflow).
 */
import { integer, offset, op, toInteger } from '../../ir/build.ts';
import type { Expression, Statement } from '../../ir/module.ts';
import { keyOf } from '../../ir/value-key.ts';
import {
  changeBodies,
  changeStatement,
  isLoop,
  localsSetIn,
  mapEach,
  mapExpression,
  someExpression,
} from '../../ir/walk.ts';
import {
  type AddressWidth,
  type Affine,
  AffineForms,
  expressionOf,
  type Operand,
  type Term,
  termsOf,
} from '../analysis/affine.ts';

export type IsUniform = (e: Expression) => boolean;
/** How often an expression changes: 0 what threads share, 1 what a thread keeps, 2 and more what the loops around change, the innermost most. */
type RankOf = (e: Expression) => number;

export function orderAddresses(
  list: readonly Statement[],
  isUniform: IsUniform,
  address: AddressWidth,
  loops: readonly ReadonlySet<number>[] = [],
): readonly Statement[] {
  const rankOf: RankOf = (e) => {
    if (isUniform(e)) return 0;
    for (let d = loops.length - 1; d >= 0; d--)
      if (someExpression(e, (x) => x.kind === 'load' || (x.kind === 'local' && loops[d]!.has(x.index)))) return d + 2;
    return 1;
  };
  const addresses = new RankedAddresses(rankOf, address);
  const change = (e: Expression): Expression => {
    if (e.kind !== 'load') return e;
    const place = addresses.order(e.from, e.offset);
    return { ...e, ...place };
  };
  const expression = (e: Expression): Expression => mapExpression(e, change);
  const body = (b: readonly Statement[]): readonly Statement[] =>
    mapEach(b, (s): Statement => {
      const nested = isLoop(s)
        ? (x: readonly Statement[]) => orderAddresses(x, isUniform, address, [...loops, localsSetIn([s])])
        : body;
      const inner = changeStatement(s, { expression, body: nested });
      if (inner.kind === 'store') {
        const place = addresses.order(inner.to, inner.offset);
        return { ...inner, to: place.from, offset: place.offset };
      }
      if (inner.kind === 'atomic') {
        const place = addresses.order(inner.to, 0);
        return { ...inner, to: behind(place.from, integer(address, place.offset)) };
      }
      return inner;
    });
  return body(list);
}

type Place = { readonly from: Expression; readonly offset: number };

/** Bias of the constants that stay with the instruction, so that neighbours on both sides share a base. */
const window = 32768n;

/** Only what stands in loops: host code, where nothing is shared but constants. */
export function orderInLoops(list: readonly Statement[], address: AddressWidth): readonly Statement[] {
  const outside = (b: readonly Statement[]): readonly Statement[] => orderInLoops(b, address);
  return mapEach(list, (s) => {
    if (isLoop(s)) return changeBodies(s, (b) => orderAddresses(b, isFixed, address, [localsSetIn([s])]));
    return changeBodies(s, outside);
  });
}

function isFixed(e: Expression): boolean {
  return e.kind === 'const' || e.kind === 'global' || (e.kind === 'op' && e.args.every(isFixed));
}

class RankedAddresses {
  private readonly rankOf: RankOf;
  private readonly type: AddressWidth;
  private readonly forms: AffineForms;

  constructor(rankOf: RankOf, type: AddressWidth) {
    this.rankOf = rankOf;
    this.type = type;
    this.forms = new AffineForms({ bits: type === 'i64' ? 64 : 32, keyOf, product: this.product });
  }

  order(from: Expression, offsetBytes: number): Place {
    const { base, sum } = this.forms.address(from, offsetBytes);
    const baseRank = this.rankOf(base);
    const ranks = this.ranks(sum);
    const near = this.highest(sum) > baseRank || isFar(sum.constant) ? nearOf(sum.constant) : sum.constant;
    // The constant goes with what changes least; what is near stays with the instruction.
    const far = { ...sum, constant: sum.constant - near };
    const first = this.upTo(far, baseRank);
    let place = first ? behind(base, first) : base;
    for (const rank of ranks) {
      const part = rank > baseRank ? this.part(far, (r) => r === rank) : undefined;
      if (part) place = behind(place, part);
    }
    return { from: place, offset: Number(near) };
  }

  /** A product of a sum with something that changes less: (x + u) * n is x*n + u*n. */
  private readonly product = (a: Operand, b: Operand): readonly [Affine, Affine] | undefined => {
    const { forms } = this;
    const [{ form: sum }, { form: by }] = this.highest(a.form) > this.highest(b.form) ? [a, b] : [b, a];
    const rank = this.highest(by);
    const fixed = this.upTo(sum, rank);
    if (!fixed || this.highest(sum) <= rank) {
      if (a.e.type === this.type) return [forms.atom(a.e), forms.atom(b.e)];
      // The low half of a product is that of the low halves.
      return this.type === 'i32' ? [forms.atom(lowHalf(a.e)), forms.atom(lowHalf(b.e))] : undefined;
    }
    const moving = this.ranks(sum).filter((r) => r > rank);
    const parts = moving.map((r) => forms.atom(this.part(sum, (x) => x === r)!));
    const rest = fixed.kind === 'const' ? { ...sum, terms: new Map() } : forms.atom(fixed);
    const all = [...parts, rest].reduce((x, y) => forms.sum(x, y));
    return [all, forms.atom(this.upTo(by, rank)!)];
  };

  private rankOfTerm(t: Term): number {
    return t.atoms.reduce((n, a) => Math.max(n, this.rankOf(a.e)), 0);
  }

  /** The ranks of the terms, from below. */
  private ranks(form: Affine): readonly number[] {
    return [...new Set([...form.terms.values()].map((t) => this.rankOfTerm(t)))].sort((a, b) => a - b);
  }

  private highest(form: Affine): number {
    return this.ranks(form).at(-1) ?? 0;
  }

  /** Terms that change no more than `rank`, and the constant. */
  private upTo(form: Affine, rank: number): Expression | undefined {
    return this.part(form, (r) => r <= rank, form.constant);
  }

  private part(form: Affine, wanted: (rank: number) => boolean, constant = 0n): Expression | undefined {
    return expressionOf({ ...termsOf(form, (t) => wanted(this.rankOfTerm(t))), constant }, this.type);
  }
}

function lowHalf(e: Expression): Expression {
  const [a] = e.kind === 'op' && (e.op === 'extend' || e.op === 'extend.u') ? e.args : [];
  return a?.type === 'i32' ? a : op('wrap', [e]);
}

const isFar = (c: bigint): boolean => c < 0n || c >= window;

function nearOf(c: bigint): bigint {
  return (((c + window / 2n) % window) + window) % window;
}

function behind(base: Expression, bytes: Expression): Expression {
  return offset(base, toInteger('i64', bytes));
}
