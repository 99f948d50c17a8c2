/** The module cudadevice: what device code can call. Its names are known in device code without `use`. */
import type { LibraryModule } from '../library-module.ts';
import { arithmeticRoutines } from './arithmetic.ts';
import { atomicRoutines } from './atomics.ts';
import { conversionRoutines } from './conversions.ts';
import { memoryRoutines } from './memory.ts';
import { roundingRoutines } from './rounding.ts';
import { specificRoutines } from './specific-names.ts';
import { synchroniseRoutines } from './synchronise.ts';
import { warpRoutines } from './warp.ts';

export const cudadevice: LibraryModule = {
  name: 'cudadevice',
  doc: 'Procedures of device code.',
  includes: ['cooperative_groups'],
  types: {},
  constants: {},
  routines: {
    ...synchroniseRoutines,
    ...warpRoutines,
    ...atomicRoutines,
    ...memoryRoutines,
    ...arithmeticRoutines,
    ...specificRoutines,
    ...roundingRoutines,
    ...conversionRoutines,
  },
};
