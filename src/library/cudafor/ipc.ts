/** Memory and events of other processes of the machine. Handles are 64 bytes, which a process gets and another one, that has been sent them, opens. */
import { type CudaRuntime, type ProcessHandle, type ProcessSharing, processHandleWords } from '../../machine/device.ts';
import { codeOf } from '../../machine/errors.ts';
import type { Cell, Routine } from '../library-module.ts';
import { call, data, optionalInt, struct } from './define.ts';

const memory = struct('cudaIpcMemHandle');
const event = struct('cudaEvent');
const eventHandle = struct('cudaIpcEventHandle');

/** cudaErrorNotSupported where processes can share nothing. */
function sharing(cuda: CudaRuntime, run: (with_: ProcessSharing) => number): number {
  const { sharing: found } = cuda.device;
  return found ? run(found) : codeOf.notSupported;
}

function wordsOf(cell: Cell): ProcessHandle {
  return Array.from({ length: processHandleWords }, (_, i) => cell.component('reserved', i).getInteger());
}

function setWords(cell: Cell, handle: ProcessHandle): void {
  for (const [i, word] of handle.entries()) cell.component('reserved', i).setInteger(word);
}

export const ipcRoutines: Readonly<Record<string, Routine>> = {
  cudaIpcGetMemHandle: call({
    doc: 'What another process needs to use device memory.',
    takes: { handle: memory, devptr: data },
    run: (cuda, { handle, devptr }) =>
      sharing(cuda, (between) => {
        const given = between.giveMemory(devptr.address);
        if (given.error === codeOf.success) setWords(handle.cell, given.handle);
        return given.error;
      }),
  }),
  cudaIpcOpenMemHandle: call({
    doc: 'Device memory of another process.',
    takes: { devptr: struct('c_devptr'), handle: memory, flags: optionalInt(1) },
    run: (cuda, { devptr, handle }) =>
      sharing(cuda, (between) => {
        const { error, address } = between.openMemory(wordsOf(handle.cell));
        if (error === codeOf.success) devptr.cell.component('handle').setInteger(address);
        return error;
      }),
  }),
  cudaIpcCloseMemHandle: call({
    doc: 'Lets memory of another process go.',
    takes: { devptr: data },
    run: (cuda, { devptr }) => sharing(cuda, (between) => between.closeMemory(devptr.address)),
  }),
  cudaIpcGetEventHandle: call({
    doc: 'What another process needs to use an event that was made with cudaEventInterprocess.',
    takes: { handle: eventHandle, event },
    run: (cuda, { handle, event: of }) =>
      sharing(cuda, (between) => {
        const given = between.giveEvent(of.cell.component('handle').getInteger());
        if (given.error === codeOf.success) setWords(handle.cell, given.handle);
        return given.error;
      }),
  }),
  cudaIpcOpenEventHandle: call({
    doc: 'An event of another process; cudaEventDestroy lets it go.',
    takes: { event, handle: eventHandle },
    run: (cuda, { event: made, handle }) =>
      sharing(cuda, (between) => {
        const { error, event: id } = between.openEvent(wordsOf(handle.cell));
        if (error === codeOf.success) made.cell.component('handle').setInteger(id);
        return error;
      }),
  }),
};
