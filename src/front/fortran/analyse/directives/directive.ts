/** A directive of OpenACC or OpenMP: what it governs, as its model runs it. */
import type { Stmt } from '../../program.ts';
import type * as tree from '../../tree.ts';
import type { Env } from '../context.ts';
import { openacc } from './openacc.ts';
import { openmp } from './openmp/openmp.ts';
import { openmpForDevice, openmpOnDevice } from './openmp-target.ts';

export function directive(env: Env, s: tree.Directive): readonly Stmt[] {
  if (s.model === 'acc') return openacc(env, s);
  if (env.side !== 'host' || env.kernelLoop) return openmpOnDevice(env, s);
  const made = env.file.options.targets ? openmpForDevice(env, s) : undefined;
  return made ?? openmp(env, s);
}
