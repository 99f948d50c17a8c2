/** Names for one form of a generic device function, as CUDA's own functions have them: `sincosf`, `__clzll`. */
import type { Routine } from '../library-module.ts';
import { arithmeticRoutines } from './arithmetic.ts';

/** Of the forms of `routine`: first single precision or integer(4), then double precision or integer(8). */
function form(routine: Routine, number: 0 | 1): Routine {
  const { also = [], givesEach, ...rest } = routine;
  const gives = givesEach?.[number] ?? rest.gives;
  return { ...rest, takes: [rest.takes, ...also][number] ?? rest.takes, ...(gives && { gives }) };
}

export const specificRoutines = {
  sincosf: form(arithmeticRoutines.sincos, 0),
  sincospif: form(arithmeticRoutines.sincospi, 0),
  sinpif: form(arithmeticRoutines.sinpi, 0),
  cospif: form(arithmeticRoutines.cospi, 0),
  rsqrtf: form(arithmeticRoutines.rsqrt, 0),
  signbitf: form(arithmeticRoutines.signbit, 0),
  __popcll: form(arithmeticRoutines.__popc, 1),
  __clzll: form(arithmeticRoutines.__clz, 1),
  __ffsll: form(arithmeticRoutines.__ffs, 1),
  __brevll: form(arithmeticRoutines.__brev, 1),
} satisfies Record<string, Routine>;
