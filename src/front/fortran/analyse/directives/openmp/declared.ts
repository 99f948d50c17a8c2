/** Directives of OpenMP in specification parts. */
import * as errors from '../../../errors/openmp.ts';
import type * as tree from '../../../tree.ts';
import type { Env } from '../../context.ts';
import { variablesOf } from './clauses.ts';

export function takeDirective(env: Env, d: tree.Directive): void {
  if (d.model === 'omp' && d.name === 'threadprivate' && d.argument) threadprivate(env, d.argument);
}

function threadprivate(env: Env, list: tree.Clause): void {
  for (const { name, variable } of variablesOf(env, list)) {
    if (variable.storage !== 'static' && !variable.overlay) env.file.report(errors.notStatic(name));
    else variable.ofThread = true;
  }
}
