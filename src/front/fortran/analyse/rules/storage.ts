/** What may lie in common blocks, equivalences and namelists (Fortran 2018, 8.10). */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import * as declarationErrors from '../../errors/declarations.ts';
import type { DerivedType } from '../../program.ts';
import type * as tree from '../../tree.ts';
import type { Entry, Env } from '../context.ts';
import { rootName } from '../declarations/declare.ts';

export function* storageProblems(env: Env): Iterable<Diagnostic> {
  for (const [block, parts] of env.scope.commons) {
    const seen = new Set<string>();
    for (const { name } of parts) {
      if (seen.has(name.text)) yield declarationErrors.commonTwice(name);
      seen.add(name.text);
      const entry = env.scope.names.get(name.text);
      const why = entry && notForCommon(entry);
      if (why) yield declarationErrors.notInCommon(name, why);
    }
    yield* blockName(env, block, parts[0]?.name);
  }
  for (const block of env.scope.savedBlocks)
    if (!env.scope.commons.has(block.text)) yield declarationErrors.noSuchBlock(block);
  if (env.scope.commons.size > 1)
    for (const [name, blocks] of blocksOf(env)) if (blocks.size > 1) yield declarationErrors.commonTwice(name);
  for (const d of env.scope.equivalences)
    for (const set of d.sets) {
      if (set.length === 1 && set[0]) yield declarationErrors.aloneInEquivalence(set[0].span);
      for (const e of set) yield* broughtIntoBlock(env, e);
    }
}

/** Objects that an equivalence puts into a common block. */
function* broughtIntoBlock(env: Env, e: tree.Expression): Iterable<Diagnostic> {
  const name = rootName(e);
  const entry = name && env.scope.names.get(name.text);
  const v = entry?.meaning?.kind === 'variable' ? entry.meaning : undefined;
  const why = entry && v?.overlay?.common && entry.facts.common === undefined ? notForCommon(entry) : undefined;
  if (name && why) yield declarationErrors.notInCommon(name, why);
}

function notForCommon({ facts, meaning: v }: Entry): string | undefined {
  if (facts.dummy) return 'a dummy argument';
  if (facts.result) return 'the result of a function';
  if (v?.kind !== 'variable' || v.type.base !== 'derived') return undefined;
  if (v.type.polymorphic) return 'polymorphic';
  return v.type.type.sequence || v.type.type.bindC || v.type.type.library
    ? withDefaults(v.type.type) && 'of a type whose components have default values'
    : undefined;
}

function withDefaults(t: DerivedType): true | undefined {
  return t.components.some((c) => c.initial && !c.attributes.pointer) || undefined;
}

/** A block may not have the name of a constant or of a procedure. */
function* blockName(env: Env, block: string, first: tree.Name | undefined): Iterable<Diagnostic> {
  const entry = block === '' ? undefined : env.scope.names.get(block);
  if (!entry || !first) return;
  if (entry.meaning?.kind === 'constant') yield declarationErrors.blockName(block, 'a named constant', entry.span);
  if (entry.facts.unit || entry.facts.words.has('external'))
    yield declarationErrors.blockName(block, 'a procedure', entry.span);
}

/** In which blocks each variable lies; by the first name that says so. */
function blocksOf(env: Env): Map<tree.Name, Set<string>> {
  const byName = new Map<string, { readonly name: tree.Name; readonly blocks: Set<string> }>();
  for (const [block, parts] of env.scope.commons)
    for (const { name } of parts) {
      const known = byName.get(name.text) ?? { name, blocks: new Set<string>() };
      known.blocks.add(block);
      byName.set(name.text, known);
    }
  return new Map([...byName.values()].map(({ name, blocks }) => [name, blocks]));
}

/** Of a module: who may use the group may see its members. */
export function* namelistProblems(env: Env): Iterable<Diagnostic> {
  const { scope } = env;
  if (scope.kind !== 'module') return;
  const access = (name: string) => scope.access.get(name) ?? scope.defaultAccess;
  for (const { name, facts } of scope.names.values())
    for (const n of facts.namelist ?? [])
      if (access(name) === 'public' && access(n.text) === 'private' && scope.names.get(n.text)?.facts.typeAt)
        yield declarationErrors.privateInNamelist(name, n);
}
