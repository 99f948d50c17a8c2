/** The module cudafor: the CUDA runtime API for host code. */
import type { LibraryModule } from '../library-module.ts';
import { arrayRoutines } from './arrays.ts';
import { constants } from './constants.ts';
import { deviceRoutines } from './device.ts';
import { errorRoutines } from './errors.ts';
import { eventRoutines } from './events.ts';
import { executionRoutines } from './execution.ts';
import { graphNodeParamRoutines } from './graph-node-params.ts';
import { graphNodeRoutines } from './graph-nodes.ts';
import { graphRoutines } from './graphs.ts';
import { ipcRoutines } from './ipc.ts';
import { launchRoutines } from './kernel-arguments.ts';
import { memoryRoutines } from './memory.ts';
import { poolRoutines } from './memory-pools.ts';
import { occupancyRoutines } from './occupancy.ts';
import { streamRoutines } from './streams.ts';
import { types } from './types.ts';
import { versionRoutines } from './version.ts';

export const cudafor: LibraryModule = {
  name: 'cudafor',
  doc: 'The CUDA runtime API for host code.',
  includes: ['iso_c_binding'],
  types,
  constants,
  routines: {
    ...deviceRoutines,
    ...errorRoutines,
    ...streamRoutines,
    ...eventRoutines,
    ...memoryRoutines,
    ...poolRoutines,
    ...ipcRoutines,
    ...arrayRoutines,
    ...executionRoutines,
    ...occupancyRoutines,
    ...graphRoutines,
    ...graphNodeRoutines,
    ...graphNodeParamRoutines,
    ...launchRoutines,
    ...versionRoutines,
  },
};

/** The name that flang has for it. */
export const cudaRuntimeApi: LibraryModule = {
  name: 'cuda_runtime_api',
  doc: 'The same as cudafor: flang has the runtime API under this name.',
  includes: ['cudafor'],
  types: {},
  constants: {},
  routines: {},
};
