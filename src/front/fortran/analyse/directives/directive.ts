/** A directive of OpenACC or OpenMP: what it governs, as its model runs it. */
import type { Stmt } from '../../program.ts';
import type * as tree from '../../tree.ts';
import type { Env } from '../context.ts';
import { openacc } from './openacc.ts';
import { openmp } from './openmp/openmp.ts';

export function directive(env: Env, s: tree.Directive): readonly Stmt[] {
  if (s.model === 'acc') return openacc(env, s);
  if (env.side === 'host' && !env.kernelLoop) return openmp(env, s);
  return env.file.statements(env, s.body);
}
