/** `intrinsic :: name` of something that is none (Fortran 2018, C854). */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import { intrinsics } from '../../../../library/intrinsics/table.ts';
import * as declarationErrors from '../../errors/declarations.ts';
import { isIntrinsic } from '../calls/intrinsic-calls.ts';
import { isSystemRoutine } from '../calls/system-routines.ts';
import type { Entry } from '../context.ts';
import { nearest } from '../suggest.ts';

export function unknownIntrinsic({ facts, name, env }: Entry): Diagnostic | undefined {
  const at = facts.words.get('intrinsic');
  if (!at || isIntrinsic(name) || isSystemRoutine(env, name) || facts.generics) return undefined;
  return declarationErrors.noSuchIntrinsic(name, at, nearest(name, intrinsics.keys()));
}
