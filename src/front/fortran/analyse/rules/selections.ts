/** Rules on the blocks of a selection: none is chosen by the value or type of another one (Fortran 2018, 11.1.9.1, 11.1.11.1). */

import type { Diagnostic } from '../../../../base/diagnostic.ts';
import type { Span } from '../../../../base/source.ts';
import * as controlErrors from '../../errors/control.ts';
import type { CaseValue, Expr, Type } from '../../program.ts';
import { sameType } from '../types.ts';

export function* overlaps(
  cases: readonly { readonly ranges: readonly CaseValue[] | undefined; readonly at: Span }[],
): Iterable<Diagnostic> {
  let other: Span | undefined;
  const seen: { readonly range: CaseValue; readonly at: Span }[] = [];
  for (const c of cases) {
    if (!c.ranges) {
      if (other) yield controlErrors.caseTwice(c.at, other);
      other = c.at;
      continue;
    }
    for (const range of c.ranges) {
      const first = seen.find((s) => meet(s.range, range));
      const at = range.low?.span ?? range.high?.span ?? c.at;
      if (first) yield controlErrors.caseTwice(at, first.at);
      seen.push({ range, at });
    }
  }
}

type Known = bigint | string | boolean;

const known = (e: Expr | undefined): Known | undefined =>
  e?.kind === 'constant' && (typeof e.value === 'bigint' || typeof e.value === 'boolean' || typeof e.value === 'string')
    ? e.value
    : undefined;

function meet(a: CaseValue, b: CaseValue): boolean {
  return !before(a.high, b.low) && !before(b.high, a.low) && !isEmpty(a) && !isEmpty(b);
}

function isEmpty(c: CaseValue): boolean {
  return before(c.high, c.low);
}

/** Is the end of one range less than the beginning of another? */
function before(high: Expr | undefined, low: Expr | undefined): boolean {
  const [a, b] = [known(high), known(low)];
  if (a === undefined || b === undefined) return false;
  if (typeof a !== 'string' || typeof b !== 'string') return typeof a === 'boolean' ? a !== b : a < b;
  const length = Math.max(a.length, b.length);
  return a.padEnd(length) < b.padEnd(length);
}

export function sameGuard(a: Type, b: Type): boolean {
  if (a.base === 'derived' && b.base === 'derived') return a.type === b.type && a.polymorphic === b.polymorphic;
  return sameType(a, b);
}
