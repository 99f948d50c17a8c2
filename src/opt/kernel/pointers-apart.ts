/**
 * Pointers of a kernel that may lead to the same memory (those of C; pointers and targets of Fortran) seldom do: the kernel as if they never did, for launches that see that what it stores to was
 * allocated apart from all else that it is given.
 */
import { accessesOf } from '../../ir/effects.ts';
import type { Apart, Fn, Statement } from '../../ir/module.ts';
import { isPointer } from '../../ir/types.ts';
import { eachStatement, someExpressionIn, someStatement } from '../../ir/walk.ts';
import { aliasesOf } from '../analysis/alias.ts';

/** Each launch asks for each pair. */
const pairsAtMost = 64;

/** The same kernel where it stores to what nobody can tell. Variables that it names are apart from all that is allocated. */
export function pointersApart(kernel: Fn): Fn {
  const { overlapping, ...fn } = kernel;
  if (!overlapping || someStatement(kernel.body, (s) => s.kind === 'call' || s.kind === 'launch')) return kernel;
  const stored = storedThrough(fn);
  if (!stored) return kernel;
  const pointers = fn.locals.slice(0, fn.params).flatMap((l, i) => (isPointer(l.type) ? [i] : []));
  const mayMeet = (p: number, q: number): boolean => overlapping.includes(p) || overlapping.includes(q);
  const apart = pointers.flatMap((p, i) =>
    pointers
      .slice(i + 1)
      .flatMap((q): readonly Apart[] => ((stored.has(p) || stored.has(q)) && mayMeet(p, q) ? [[p, q, 'memory']] : [])),
  );
  const named = someExpressionIn(kernel.body, (e) => e.kind === 'global' && e.type === 'ptr.global');
  const all = named ? [...apart, ...overlapping.map((p): Apart => [p, p, 'variables'])] : apart;
  return all.length > 0 && all.length <= pairsAtMost ? { ...fn, apart: all } : kernel;
}

/** The parameters that lead to what is written; undefined where something else may. */
function storedThrough(fn: Fn): ReadonlySet<number> | undefined {
  const aliases = aliasesOf(fn);
  const stored = new Set<number>();
  let known = true;
  const note = (s: Statement): void => {
    for (const { from } of accessesOf(s).writes) {
      const root = from && aliases.rootOf(from);
      const name = root?.name;
      if (name?.startsWith('$')) stored.add(Number(name.slice(1)));
      else if (!name?.startsWith('@') && root?.space !== 'shared' && root?.space !== 'local') known = false;
    }
  };
  eachStatement(fn.body, note);
  return known ? stored : undefined;
}
