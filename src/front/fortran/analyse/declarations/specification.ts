/** The end of a specification part: every name is evaluated, storage is shared out, data statements are taken in. */
import * as declarationErrors from '../../errors/declarations.ts';
import type { Procedure } from '../../program.ts';
import type { Entry, Env } from '../context.ts';
import { takeDeclaredData } from '../directives/declared-data.ts';
import { takeDirective } from '../directives/openmp/declared.ts';
import { attributeConflict, misplacedWord } from '../rules/attributes.ts';
import { bindingProblems, genericProblems } from '../rules/bindings.ts';
import { redefinitions } from '../rules/defined-operators.ts';
import { ambiguityOf, boundAmbiguities, overrideProblems } from '../rules/generics.ts';
import { typeProblems, variableProblem } from '../rules/interoperable.ts';
import { redeclared } from '../rules/redeclared.ts';
import { sharedValueProblems } from '../rules/shared-values.ts';
import { namelistProblems, storageProblems } from '../rules/storage.ts';
import { typeNameProblems } from '../rules/unit-names.ts';
import { implicitTypeOf, meaningOf } from '../scope.ts';
import { takeData } from './data.ts';
import { isIncomplete } from './incomplete.ts';
import { shareStorage } from './storage.ts';

const placingWords: ReadonlySet<string> = new Set([
  'device',
  'managed',
  'unified',
  'pinned',
  'constant',
  'shared',
  'texture',
]);

export function finishSpecification(env: Env): void {
  const { scope } = env;
  for (const entry of [...scope.types.values()]) if (!entry.meaning) env.file.resolveType(entry);
  withoutPlacedNothings(env);
  for (const entry of [...scope.names.values()]) if (!entry.meaning) meaningOf(entry);
  for (const entry of scope.operators.values()) if (!entry.meaning) meaningOf(entry);
  shareStorage(env);
  for (const d of scope.data) takeData(env, d);
  for (const d of scope.directives) {
    takeDirective(env, d);
    takeDeclaredData(env, d);
  }
  checkGenerics(env);
  checkEntries(env);
}

/** `attributes(device) :: q` alone declares nothing: who uses the name is told that it is not declared. */
function withoutPlacedNothings(env: Env): void {
  for (const entry of [...env.scope.names.values()]) {
    if (!isPlacedNothing(entry)) continue;
    env.file.report(declarationErrors.placedNothing(entry.name, entry.span));
    env.scope.names.delete(entry.name);
  }
}

function isPlacedNothing(entry: Entry): boolean {
  const { env, facts, name } = entry;
  const { words, ...others } = facts;
  if (entry.meaning || words.size === 0 || Object.values(others).some((x) => x !== undefined && x !== false))
    return false;
  return [...words.keys()].every((w) => placingWords.has(w)) && implicitTypeOf(env, name) === undefined;
}

/** What is wrong with single names: attributes that exclude each other, places in storage, names that a module has given. */
function checkEntries(env: Env): void {
  const { report } = env.file;
  for (const entry of env.scope.names.values()) {
    const problem =
      entry.meaning?.kind === 'error'
        ? undefined
        : (attributeConflict(entry) ?? misplacedWord(entry) ?? variableProblem(entry));
    if (problem) report(problem);
  }
  for (const d of storageProblems(env)) report(d);
  for (const d of sharedValueProblems(env)) report(d);
  for (const d of redeclared(env)) report(d);
  for (const d of typeNameProblems(env)) report(d);
  for (const d of namelistProblems(env)) report(d);
}

/** What can be told when the signatures of all procedures are known. */
function checkGenerics(env: Env): void {
  const { scope } = env;
  const named: Iterable<Entry> =
    scope.operators.size > 0 ? [...scope.names.values(), ...scope.operators.values()] : scope.names.values();
  for (const { name, meaning, facts } of named) {
    if (meaning?.kind !== 'generic' || !facts.generics) continue;
    const problem = ambiguityOf(meaning);
    if (problem) env.file.report(problem);
    const own = meaning.procedures.filter((p): p is Procedure => p.kind === 'procedure' && !isIncomplete(p));
    for (const d of genericProblems(name, own)) env.file.report(d);
    if (scope.operators.has(name) && scope.operators.get(name)?.meaning === meaning)
      for (const d of redefinitions(name, own)) env.file.report(d);
  }
  // Types of other files were looked at there; module files do not keep which bindings a type has from its parent.
  for (const { meaning, facts, env: home } of scope.types.values())
    if (meaning?.kind === 'derived-type' && facts.definition && home.scope === scope && !meaning.template)
      for (const d of [
        ...overrideProblems(meaning),
        ...boundAmbiguities(meaning),
        ...bindingProblems(meaning, facts.definition, env.scope.kind === 'module'),
        ...typeProblems(meaning),
      ])
        env.file.report(d);
}
