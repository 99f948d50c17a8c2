/**
 * Memory and events of other processes. No device of this runtime shares its memory with other processes: a simulated one lies in the program's own memory, and ranks of MPI
 * that run on one GPU copy through the host. The routines say so with cudaErrorNotSupported.
 */
import { codeOf } from '../../machine/errors.ts';
import type { Routine } from '../library-module.ts';
import { call, data, optionalInt, struct } from './define.ts';

const memory = struct('cudaIpcMemHandle');
const event = struct('cudaEvent');
const eventHandle = struct('cudaIpcEventHandle');
const run = () => codeOf.notSupported;

export const ipcRoutines: Readonly<Record<string, Routine>> = {
  cudaIpcGetMemHandle: call({
    doc: 'What another process needs to use device memory: not supported.',
    takes: { handle: memory, devptr: data },
    run,
  }),
  cudaIpcOpenMemHandle: call({
    doc: 'Device memory of another process: not supported.',
    takes: { devptr: struct('c_devptr'), handle: memory, flags: optionalInt(1) },
    run,
  }),
  cudaIpcCloseMemHandle: call({
    doc: 'Lets memory of another process go: not supported.',
    takes: { devptr: data },
    run,
  }),
  cudaIpcGetEventHandle: call({
    doc: 'What another process needs to wait for an event: not supported.',
    takes: { handle: eventHandle, event },
    run,
  }),
  cudaIpcOpenEventHandle: call({
    doc: 'An event of another process: not supported.',
    takes: { event, handle: eventHandle },
    run,
  }),
};
