/**
 * Addresses of device code, ordered for hoisting: what all threads share is gathered into the base pointer, what differs is one sum behind it,
 * and small constants go to the instruction. Sums and products may be taken apart freely: addresses of 32 bits wrap, and in those of 64 bits the
 * 32-bit sums of an index do not (the language says nothing of integers that overflow).
 */
import { offset, op } from '../../ir/build.ts';
import type { Expression, Statement } from '../../ir/module.ts';
import {
  changeBodies,
  changeStatement,
  eachStatement,
  isLoop,
  localsSet,
  mapEach,
  mapExpression,
  someExpression,
} from '../../ir/walk.ts';
import { type AddressWidth, AffineForm, addressConstant, type RankOf } from '../analysis/affine.ts';

export type IsUniform = (e: Expression) => boolean;

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
        return place ? { ...inner, to: behind(place.from, addressConstant(BigInt(place.offset), address)) } : inner;
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

function order(from: Expression, offsetBytes: number, rankOf: RankOf, address: AddressWidth): Place | undefined {
  const form = new AffineForm(rankOf, address);
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
