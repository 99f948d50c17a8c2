/**
 * Tasks that any thread of the team may run, later: what they share with the procedure around they reach by its address, so that they can wait only where that is what the language says. Scalars that are
 * not shared are copied when the task is made. All other tasks run at once, in the thread that meets them.
 */
import type { Variable } from '../../../program.ts';
import type * as tree from '../../../tree.ts';
import type { Env, Scope } from '../../context.ts';
import { nameMeaning } from '../../expressions/references.ts';
import { hasClause, type Named, variablesIn, wordOf } from './clauses.ts';
import { loopVariablesIn, namesIn } from './names.ts';

/** Clauses by which tasks wait for each other, or that want them at once. */
const atOnce = ['depend', 'final', 'in_reduction', 'detach', 'iterator', 'allocate', 'affinity'];

/** What is copied when the task is made; undefined where it has to run at once. */
export function copiedForTask(env: Env, s: tree.Directive): readonly Named[] | undefined {
  const word = wordOf(s, 'default');
  if (atOnce.some((clause) => hasClause(s, clause)) || word === 'private' || word === 'firstprivate') return undefined;
  const first = variablesIn(env, s, 'firstprivate');
  const copied = [...first];
  const listed = new Set(
    [...first, ...variablesIn(env, s, 'shared'), ...variablesIn(env, s, 'private')].map((n) => n.name.text),
  );
  for (const name of loopVariablesIn(s.body)) listed.add(name.text);
  for (const name of namesIn(s.body).values()) {
    const variable = listed.has(name.text) ? undefined : variableOf(env, name);
    if (!variable) continue;
    const how = word === undefined ? sharingOf(env, name.text, variable) : 'shared';
    if (how === 'unknown') return undefined;
    if (how === 'own') copied.push({ name, variable });
  }
  return copied.every((n) => isPlain(n.variable)) ? copied : undefined;
}

function variableOf(env: Env, name: tree.Name): Variable | undefined {
  const found = nameMeaning(env, name.text);
  return found?.kind === 'variable' ? found : undefined;
}

/** OpenMP 5.2, 5.1.1: how a task finds a variable that no clause of it names. */
function sharingOf(env: Env, text: string, v: Variable): 'shared' | 'own' | 'unknown' {
  if (v.storage === 'static' || v.ofThread) return 'shared';
  if (v.storage === 'associate' || v.storage === 'index') return 'unknown';
  for (let scope: Scope | undefined = env.scope; scope; scope = scope.parent) {
    const isHere = scope.names.has(text);
    if (scope === env.region) return isHere ? 'own' : 'shared';
    if (!isHere && scope.kind === 'block') continue;
    if (!isHere || (v.storage === 'dummy' && scope.kind !== 'block')) return dummyOrHost(v, isHere);
    return 'own';
  }
  return 'unknown';
}

/** Outside of a region's text: a dummy argument is what the caller's variable is. */
function dummyOrHost(v: Variable, isHere: boolean): 'shared' | 'own' | 'unknown' {
  if (!isHere) return 'unknown';
  if (v.attributes.value || (v.attributes.intent === 'in' && !v.shape)) return 'own';
  return v.shape ? 'shared' : 'unknown';
}

/** A scalar that is nothing but its value. */
function isPlain(v: Variable): boolean {
  const { pointer, allocatable, target, volatile, optional } = v.attributes;
  if (v.shape || v.procedure || v.pointee || v.codimensions || v.overlay) return false;
  if (pointer || allocatable || target || volatile || optional) return false;
  return v.type.base !== 'derived' && v.type.base !== 'character';
}
