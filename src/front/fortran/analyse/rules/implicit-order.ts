/** Where `implicit` may stand, and how often (Fortran 2018, 8.7, table 5.1). */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import type { Span } from '../../../../base/source.ts';
import * as declarationErrors from '../../errors/declarations.ts';
import type * as tree from '../../tree.ts';

/** What may stand before it. */
const before: ReadonlySet<tree.Declaration['kind']> = new Set([
  'use',
  'import',
  'implicit',
  'implicit-none',
  'parameter',
  'format',
  'entry',
  // Comments to a compiler that does not know them.
  'directive',
]);

export function* implicitProblems(declarations: readonly tree.Declaration[]): Iterable<Diagnostic> {
  let other: Span | undefined;
  let none: Span | undefined;
  let rules: Span | undefined;
  for (const d of declarations) {
    if (!before.has(d.kind)) other ??= d.span;
    if (d.kind !== 'implicit' && d.kind !== 'implicit-none') continue;
    if (other) yield declarationErrors.lateImplicit(d.span, other);
    if (d.kind === 'implicit' || !d.type) {
      if (none && d.kind === 'implicit') yield declarationErrors.implicitAgain(d.span, none);
      if (d.kind === 'implicit') rules ??= d.span;
      continue;
    }
    const first = none ?? rules;
    if (first) yield declarationErrors.implicitAgain(d.span, first);
    none ??= d.span;
  }
}
