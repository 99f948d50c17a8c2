/**
 * Addresses made of a remainder and a quotient of what is counted from lane to lane (`c(mod(t, n))`, `d(t/n)`, both in `a(mod(t, n), t/n)`): those of neighbours lie side by side, or are one,
 * but where they come to the end of a row and go on with the next one.
 */
import { offset } from '../../../ir/build.ts';
import type { Expression } from '../../../ir/module.ts';
import { keyOf } from '../../../ir/value-key.ts';
import {
  type AddressWidth,
  type Affine,
  AffineForms,
  expressionOf,
  type Term,
  termsOf,
} from '../../../opt/analysis/affine.ts';
import type { Lanes } from './lanes.ts';

/** What is counted, at least 0 in the first lane, and how many of it are a row. */
export type Counted = { readonly of: Expression; readonly cells: number };

export type WrappedPlace = Counted & {
  /** Of the first cell of the first row. */
  readonly start: Expression;
  /** Bytes from cell to cell, and from row to row. */
  readonly bytes: number;
  readonly row: number;
};

type Division = Counted & { readonly is: 'quotient' | 'remainder' };
type Facts = Pick<Lanes, 'strideOf' | 'definitionOf' | 'leastOf'>;

/** Rows have as many cells as a vector has lanes at least. */
export function wrappedPlace(
  from: Expression,
  lanes: number,
  { strideOf, definitionOf, leastOf }: Facts,
  width: AddressWidth,
): WrappedPlace | undefined {
  const known = (l: number): Affine | undefined => {
    const value = strideOf({ kind: 'local', type: 'i32', index: l }) === undefined ? definitionOf(l) : undefined;
    return value && forms.of(value);
  };
  const forms = new AffineForms({ bits: width === 'i64' ? 64 : 32, keyOf, known });
  const isShared = ({ atoms }: Term): boolean => atoms.every((a) => strideOf(a.e) === 0);
  const others = (sum: Affine): readonly Term[] => [...sum.terms.values()].filter((t) => !isShared(t));
  const divisionOf = ({ atoms: [only, more] }: Term): Division | undefined => (more ? undefined : divisionIn(only!.e));
  const { base, sum } = forms.address(from, 0);
  const found = others(sum)
    .map(divisionOf)
    .find((d) => d !== undefined);
  if (!found || strideOf(base) !== 0 || found.cells < lanes) return undefined;
  const { of, cells } = found;
  if (strideOf(of) !== 1 || leastOf(of) < 0) return undefined;
  // What grows with the number itself grows with both of its parts.
  const number = forms.of(of);
  const [even] = others(number);
  const along = (even && sum.terms.get(keyOf(even.atoms[0]!.e))?.factor) ?? 0n;
  if (!even || even.atoms.length > 1 || along % even.factor !== 0n) return undefined;
  const times = Number(along / even.factor);
  const left = forms.sum(sum, number, BigInt(-times));
  let [bytes, row] = [times, times * cells];
  for (const t of others(left)) {
    const d = divisionOf(t);
    if (!d || d.cells !== cells || keyOf(d.of) !== keyOf(of)) return undefined;
    if (d.is === 'remainder') bytes += Number(t.factor);
    else row += Number(t.factor);
  }
  const rest = expressionOf({ ...termsOf(left, isShared), constant: left.constant }, 'i64');
  return { of, cells, start: rest ? offset(base, rest) : base, bytes, row };
}

function divisionIn(e: Expression): Division | undefined {
  const [of, by] = e.kind === 'op' && e.type === 'i32' ? e.args : [];
  if (e.kind !== 'op' || !of || by?.kind !== 'const') return undefined;
  const n = Number(by.value);
  switch (e.op) {
    case 'rem':
    case 'div':
      return n > 1 ? { is: e.op === 'rem' ? 'remainder' : 'quotient', of, cells: n } : undefined;
    case 'and':
      return n > 0 && n < 2 ** 30 && (n & (n + 1)) === 0 ? { is: 'remainder', of, cells: n + 1 } : undefined;
    case 'shr.u':
    case 'shr.s':
      return n > 0 && n < 31 ? { is: 'quotient', of, cells: 2 ** n } : undefined;
    default: // else: no division
      return undefined;
  }
}
