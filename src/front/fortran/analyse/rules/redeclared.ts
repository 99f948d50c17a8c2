/** Names that a scope declares although they come from a module that it uses (Fortran 2018, 14.2.2, 19.3.1). */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import * as nameErrors from '../../errors/names.ts';
import type * as tree from '../../tree.ts';
import type { Entry, Env } from '../context.ts';
import { nameThere } from '../scope.ts';

export function* redeclared(env: Env): Iterable<Diagnostic> {
  const uses = env.scope.uses.filter((u) => u.library === undefined);
  if (uses.length === 0) return;
  for (const entry of env.scope.names.values()) {
    if (!declaresItself(entry)) continue;
    for (const u of uses) {
      const there = nameThere(u, entry.name);
      const other = there === undefined ? undefined : u.from.find(there);
      if (!other || other === entry.meaning || other.kind === 'generic' || other.kind === 'library-routine') continue;
      yield nameErrors.redeclared(entry.name, entry.facts.typeAt ?? entry.span, u);
      break;
    }
  }
  for (const entry of env.scope.types.values()) {
    const u = entry.facts.definition && uses.find((x) => typeThere(x, entry.name));
    if (u) yield nameErrors.redeclared(entry.name, entry.span, u);
  }
}

function typeThere(u: Env['scope']['uses'][number], name: string): boolean {
  const there = nameThere(u, name);
  return there !== undefined && u.from.findType(there) !== undefined;
}

function declaresItself({ facts }: Entry): boolean {
  if (facts.generics || facts.interfaceBody || facts.statementFunction) return false;
  // A separate procedure is the one of its interface.
  if (facts.unit?.kind !== 'module-procedure' && facts.unit?.prefixes.some(isModuleWord)) return false;
  if (facts.common !== undefined || facts.equivalenced || facts.data) return true;
  return facts.typeAt !== undefined || facts.unit !== undefined || facts.value !== undefined;
}

const isModuleWord = (p: tree.Prefix) => p.kind === 'prefix-word' && p.word === 'module';
