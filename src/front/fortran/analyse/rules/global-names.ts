/** Names that the whole program knows: of modules, main programs and external procedures, and those that C sees (Fortran 2018, 19.2). */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import type { Span } from '../../../../base/source.ts';
import * as nameErrors from '../../errors/names.ts';
import type { Procedure, Variable } from '../../program.ts';
import type * as tree from '../../tree.ts';
import type { NamedCall } from '../context.ts';

type Known = { readonly what: string; readonly at: Span };

export function* unitNameTwice(units: readonly tree.ProgramUnit[]): Iterable<Diagnostic> {
  const seen = new Map<string, Known>();
  for (const u of units) {
    const what = sorts[u.kind];
    if (what === undefined || !('name' in u) || !u.name) continue;
    const before = seen.get(u.name.text);
    if (before && !(before.what === 'a procedure' && what === 'a procedure'))
      yield nameErrors.globalNameTwice(u.name.text, what, u.name.span, before);
    seen.set(u.name.text, before ?? { what, at: u.name.span });
  }
}

const sorts: Readonly<Partial<Record<tree.ProgramUnit['kind'], string>>> = {
  program: 'a main program',
  module: 'a module',
  subroutine: 'a procedure',
  function: 'a procedure',
};

/** Main programs are not called, and modules are no procedures. */
export function* callsOfUnits(units: readonly tree.ProgramUnit[], calls: readonly NamedCall[]): Iterable<Diagnostic> {
  for (const u of units) {
    const what = u.kind === 'program' || u.kind === 'module' ? sorts[u.kind] : undefined;
    if (what === undefined || !('name' in u) || !u.name) continue;
    for (const c of calls)
      if (c.name === u.name.text) yield nameErrors.callOfUnit(u.name.text, what, c.at, u.name.span);
  }
}

/** What is defined under a name of C, and what the whole program knows by that name anyway. */
export function* bindNameTwice(
  units: readonly tree.ProgramUnit[],
  procedures: readonly Procedure[],
  variables: readonly Variable[],
): Iterable<Diagnostic> {
  const seen = new Map<string, Known & { readonly ofC: boolean }>();
  for (const u of units)
    if (u.kind === 'module') seen.set(u.name.text, { what: 'a module', at: u.name.span, ofC: false });
  const all = [
    ...variables.flatMap((v) =>
      v.bindName !== undefined && !v.imported && !v.overlay
        ? [{ name: v.bindName, what: 'a variable', at: v.span, ofC: true }]
        : [],
    ),
    ...procedures.flatMap((p) =>
      p.body && p.linkName !== '' && (p.bindC || p.origin === 'external')
        ? [{ name: p.linkName, what: 'a procedure', at: p.span, ofC: p.bindC }]
        : [],
    ),
  ];
  for (const one of all) {
    const before = seen.get(one.name);
    if (before && before.at !== one.at && (before.ofC || one.ofC))
      yield nameErrors.globalNameTwice(one.name, one.what, one.at, before, 'in C ');
    else seen.set(one.name, one);
  }
}
