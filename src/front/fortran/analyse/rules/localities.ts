/** Rules on what `do concurrent` says of its variables (Fortran 2018, 11.1.7.5; C1124 to C1130). */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import type { Span } from '../../../../base/source.ts';
import * as controlErrors from '../../errors/control.ts';
import type { Expr, Stmt, Variable } from '../../program.ts';
import type * as tree from '../../tree.ts';
import { eachVariable, events } from '../walk-program.ts';

type Concurrent = Extract<tree.LoopControl, { kind: 'concurrent' }>;

/** Names that are given two localities, or that the heading counts with. */
export function* localityProblems({ header, locality }: Concurrent): Iterable<Diagnostic> {
  if (locality.length === 0) return;
  const seen = new Map(header.indices.map((i) => [i.variable.text, i.variable.span] as const));
  for (const l of locality) {
    if (l.kind === 'default-none') continue;
    for (const n of l.names) {
      const before = seen.get(n.text);
      if (before) yield controlErrors.localityTwice(n, before);
      seen.set(n.text, n.span);
    }
  }
}

/** With `default(none)`: variables of which the heading says nothing. */
export function* unnamedVariables({ locality }: Concurrent, body: readonly Stmt[], loop: Span): Iterable<Diagnostic> {
  if (!locality.some((l) => l.kind === 'default-none')) return;
  const named = new Set(locality.flatMap((l) => (l.kind === 'default-none' ? [] : l.names.map((n) => n.text))));
  const found = new Map<Variable, Span>();
  const see = (v: Variable, at: Expr): void => {
    const inside = v.span.source === loop.source && v.span.from >= loop.from && v.span.to <= loop.to;
    const own = v.storage === 'index' || v.storage === 'associate' || inside || v.procedure !== undefined;
    if (!own && !named.has(v.name) && !found.has(v)) found.set(v, at.span);
  };
  for (const e of events(body)) {
    if (e.kind === 'read') eachVariable(e.value, see);
    if (e.kind === 'write') eachVariable(e.to, see);
  }
  for (const [v, at] of found) yield controlErrors.localityMissing(v, at);
}
