/** Names of program units, which cannot be declared again inside of them (Fortran 2018, 19.3.1, 15.6.2.2). */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import * as declarationErrors from '../../errors/declarations.ts';
import * as nameErrors from '../../errors/names.ts';
import type * as tree from '../../tree.ts';
import type { Entry, Env, Facts } from '../context.ts';

function isDeclared(f: Facts): boolean {
  return (
    f.typeAt !== undefined || f.shape !== undefined || f.words.size > 0 || f.common !== undefined || f.data === true
  );
}

/** The name of a subroutine, or of a function whose result has another one. */
export function ownNameProblem(env: Env, unit: tree.Subroutine | tree.FunctionUnit): Diagnostic | undefined {
  const result = unit.kind === 'function' ? unit.result?.text : undefined;
  const entry = env.scope.names.get(unit.name.text);
  if (entry?.facts.unit) return nameErrors.duplicateDeclaration(entry.facts.unit.name, unit.name.span);
  if (unit.kind === 'function' && (result === undefined || result === unit.name.text)) return undefined;
  if (!entry || entry.facts.dummy || entry.facts.result || !isDeclared(entry.facts)) return undefined;
  const at = entry.facts.typeAt ?? [...entry.facts.words.values()][0] ?? entry.span;
  return declarationErrors.namesTheProcedure(unit.name.text, at, unit.name.span, result);
}

/** A module or main program. */
export function unitNameProblem(env: Env, name: tree.Name, what: string): Diagnostic | undefined {
  const entry = env.scope.names.get(name.text);
  if (!entry || !(isDeclared(entry.facts) || entry.facts.unit)) return undefined;
  return declarationErrors.namesTheUnit(name.text, what, entry.facts.typeAt ?? entry.span);
}

/** A type and something else of one name; a generic may give values of the type. */
export function* typeNameProblems(env: Env): Iterable<Diagnostic> {
  for (const type of env.scope.types.values()) {
    const d = type.facts.definition;
    const { kind, owner } = env.scope;
    if (d && kind === 'procedure' && owner?.name === type.name)
      yield nameErrors.duplicateDeclaration(d.name, owner.span);
    const other: Entry | undefined = d && env.scope.names.get(type.name);
    if (!d || !other || other.facts.generics || !(isDeclared(other.facts) || other.facts.unit || other.facts.dummy))
      continue;
    if (other.facts.words.size > 0 && [...other.facts.words.keys()].every((w) => w === 'public' || w === 'private'))
      continue;
    yield nameErrors.duplicateDeclaration(d.name, other.facts.typeAt ?? other.span);
  }
}
