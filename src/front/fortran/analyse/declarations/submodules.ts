/** Submodules: in the scope of the module or submodule that they extend, in this file or another. */
import * as nameErrors from '../../errors/names.ts';
import type { Procedure } from '../../program.ts';
import { submoduleName } from '../../submodule-name.ts';
import type * as tree from '../../tree.ts';
import type { Env } from '../context.ts';
import { collect } from './declare.ts';
import { setHomes } from './homes.ts';
import { containedBodies, environmentNamed, interfaceOf, submoduleScope, usesOf } from './modules.ts';
import { declareContained } from './procedures.ts';
import { finishSpecification } from './specification.ts';
import { unreadable } from './use.ts';

export function analyseSubmodule(root: Env, unit: tree.Submodule): readonly Procedure[] {
  const extended = unit.parent ? submoduleName(unit.ancestor.text, unit.parent.text) : unit.ancestor.text;
  const parent = parentOf(root, unit, extended);
  if (!parent) return [];
  const scope = submoduleScope(parent.scope, unit.name.text);
  const env: Env = { ...parent, scope };
  collect(env, unit.specification);
  for (const p of unit.contains) declareContained(env, p);
  finishSpecification(env);
  const name = submoduleName(unit.ancestor.text, unit.name.text);
  root.file.moduleEnvs.set(name, env);
  root.file.variables.push(...scope.locals);
  const held = {
    ...interfaceOf(env, { text: name, span: unit.name.span }),
    uses: usesOf(scope),
    extended: { name: extended, as: unit.name.text },
  };
  setHomes(held);
  root.file.submodules.push(held);
  return containedBodies(env, unit.contains);
}

/** Undefined, and told, where nothing of the name is found. */
function parentOf(root: Env, { ancestor, parent }: tree.Submodule, extended: string): Env | undefined {
  const { file } = root;
  const problem = file.moduleEnvs.has(extended) ? undefined : file.options.modules(extended)?.problem;
  if (problem) {
    unreadable(root, parent ?? ancestor, problem);
    return undefined;
  }
  const found = environmentNamed(root, extended, ancestor);
  if (!found) {
    const searched = file.options.searched ?? [];
    file.report(
      parent
        ? nameErrors.missingSubmodule(ancestor, parent, extended, searched)
        : nameErrors.missingModule(ancestor, searched, undefined),
    );
  }
  return found;
}
