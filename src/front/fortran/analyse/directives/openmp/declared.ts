/** Directives of OpenMP in specification parts. */
import * as errors from '../../../errors/openmp.ts';
import type * as tree from '../../../tree.ts';
import type { Env } from '../../context.ts';
import { typeOf } from '../../declarations/type-specs.ts';
import { variablesOf } from './clauses.ts';
import { declareReduction } from './reductions.ts';

export function takeDirective(env: Env, d: tree.Directive): void {
  if (d.model !== 'omp' || !d.argument) return;
  if (d.name === 'threadprivate') threadprivate(env, d.argument);
  if (d.name === 'declare reduction') reduction(env, d, d.argument);
}

function reduction(env: Env, d: tree.Directive, of: tree.Clause): void {
  const types = (of.types ?? []).flatMap((t) => typeOf(env, t) ?? []);
  const initializer = d.clauses.find((c) => c.name === 'initializer')?.statement;
  if (of.statement && of.operator !== undefined)
    declareReduction({ env, operator: of.operator, types, combiner: of.statement, initializer });
}

function threadprivate(env: Env, list: tree.Clause): void {
  for (const { name, variable } of variablesOf(env, list)) {
    if (variable.storage !== 'static' && !variable.overlay) env.file.report(errors.notStatic(name));
    else variable.ofThread = true;
  }
}
