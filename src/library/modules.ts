/** All modules that come with the compiler, by lower-case name: one line each. */
import { cooperativeGroups } from './cudadevice/groups.ts';
import { cudadevice } from './cudadevice/module.ts';
import { cufortPipeline } from './cudadevice/pipeline.ts';
import { cudafor, cudaRuntimeApi } from './cudafor/module.ts';
import { ieeeFeatures, ieeeFlags, ieeeValues } from './ieee.ts';
import { isoCBinding } from './iso-c-binding.ts';
import { isoFortranEnv } from './iso-fortran-env.ts';
import { libm } from './libm.ts';
import type { LibraryModule } from './library-module.ts';
import { nvtx } from './nvtx.ts';
import { ompLib, ompLibKinds } from './omp-lib.ts';
import { openaccRoutines } from './openacc-routines.ts';

export const libraryModules: ReadonlyMap<string, LibraryModule> = new Map(
  [
    cudafor,
    cudaRuntimeApi,
    cudadevice,
    cooperativeGroups,
    cufortPipeline,
    isoCBinding,
    isoFortranEnv,
    ieeeFlags,
    ieeeValues,
    ieeeFeatures,
    libm,
    nvtx,
    ompLib,
    ompLibKinds,
    openaccRoutines,
    //
  ].map((module) => [module.name.toLowerCase(), module]),
);
