/** Procedures that directives make callable on the device: `!$acc routine`, `!$omp declare target`. */
import type * as tree from '../../tree.ts';
import type { Env, Scope } from '../context.ts';

const directives: ReadonlySet<string> = new Set(['routine', 'declare target', 'begin declare target']);

const isPure: ReadonlySet<string> = new Set(['pure', 'elemental']);

/** A directive in the procedure itself, or one around it that names it. */
export function isRoutine(env: Env, unit: tree.Subroutine | tree.FunctionUnit): boolean {
  // Loops `do concurrent` call pure procedures alone.
  if (env.file.options.stdpar && unit.prefixes.some((p) => p.kind === 'prefix-word' && isPure.has(p.word))) return true;
  if (unit.specification.some((d) => d.kind === 'directive' && directives.has(d.name) && means(d, unit.name.text)))
    return true;
  if (env.file.onDevice.procedures.has(unit.name.text)) return true;
  for (let s: Scope | undefined = env.scope; s; s = s.parent) if (s.routines?.has(unit.name.text)) return true;
  return false;
}

/** Without names it is the procedure that it stands in. */
function means(d: tree.Directive, name: string): boolean {
  const names = namesIn(d);
  return names.length === 0 ? true : names.includes(name);
}

/** The names in the parentheses of the directive, and in `to` and `enter`. */
export function namesIn(d: tree.Directive): readonly string[] {
  const lists = [
    ...(d.argument ? [d.argument] : []),
    ...d.clauses.filter((c) => c.name === 'to' || c.name === 'enter'),
  ];
  return lists.flatMap((c) => c.items.flatMap((i) => (i.value.kind === 'name' ? [i.value.text] : [])));
}

/** A directive among declarations that names procedures of this scope. */
export function declareRoutines(env: Env, d: tree.Directive): void {
  if (!directives.has(d.name)) return;
  for (const name of namesIn(d)) env.scope.routines?.add(name);
}
