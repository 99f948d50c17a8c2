/** Clauses of a directive, by name. */
import type { Variable } from '../../../program.ts';
import type * as tree from '../../../tree.ts';
import type { Env } from '../../context.ts';
import { nameMeaning } from '../../expressions/references.ts';
import { meaningOf } from '../../scope.ts';

export function clausesNamed(s: tree.Directive, name: string): readonly tree.Clause[] {
  return [...s.clauses, ...s.endClauses].filter((c) => c.name === name);
}

export function hasClause(s: tree.Directive, name: string): boolean {
  return clausesNamed(s, name).length > 0;
}

/** The value in the parentheses of a clause that takes one. */
export function givenIn(s: tree.Directive, name: string): tree.Expression | undefined {
  const value = clausesNamed(s, name)[0]?.items[0]?.value;
  return value && value.kind !== 'star' && value.kind !== 'common-name' ? value : undefined;
}

/** What a clause of one word says: `default(none)`. */
export function wordOf(s: tree.Directive, name: string): string | undefined {
  const value = givenIn(s, name);
  return value?.kind === 'name' ? value.text : undefined;
}

/** A variable that a clause names, as it is known outside of the directive; `section`: what is reduced of it. */
export type Named = { readonly name: tree.Name; readonly variable: Variable; readonly section?: tree.Expression };

/** Those of all clauses of this name, members of common blocks one by one. */
export function variablesIn(env: Env, s: tree.Directive, clause: string): readonly Named[] {
  return clausesNamed(s, clause).flatMap((c) => variablesOf(env, c));
}

export function variablesOf(env: Env, c: tree.Clause): readonly Named[] {
  return c.items.flatMap((i): readonly Named[] => {
    const { value } = i;
    if (value.kind === 'star') return [];
    if (value.kind === 'common-name') return membersOf(env, value.name);
    const name = baseName(value);
    const variable = name && variableNamed(env, name);
    if (!name || !variable) return [];
    return [{ name, variable, ...(value.kind !== 'name' && { section: value }) }];
  });
}

function baseName(e: tree.Expression): tree.Name | undefined {
  if (e.kind === 'name') return e;
  return e.kind === 'call-or-index' ? baseName(e.base) : undefined;
}

/** Of a name that may have an implicit type. */
export function variableNamed(env: Env, name: tree.Name): Variable | undefined {
  const found = env.file.expression(env, name);
  if (found?.kind === 'variable') return found.variable;
  const meaning = nameMeaning(env, name.text);
  return meaning?.kind === 'variable' ? meaning : undefined;
}

function membersOf(env: Env, block: tree.Name): readonly Named[] {
  for (let scope: Env['scope'] | undefined = env.scope; scope; scope = scope.parent) {
    const parts = scope.commons.get(block.text);
    if (!parts) continue;
    const { names } = scope;
    return parts.flatMap((part): readonly Named[] => {
      const entry = names.get(part.name.text);
      const meaning = entry && meaningOf(entry);
      return meaning?.kind === 'variable' ? [{ name: { ...part.name, span: block.span }, variable: meaning }] : [];
    });
  }
  return [];
}
