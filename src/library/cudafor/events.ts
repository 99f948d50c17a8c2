/** Events. */
import { codeOf } from '../../machine/errors.ts';
import type { Cell, Routine } from '../library-module.ts';
import { call, int, outReal, stream, streamOf, struct } from './define.ts';

const event = struct('cudaEvent');
const idOf = (arg: { readonly cell: Cell }) => arg.cell.component('handle').getInteger();

/** cudaEventDisableTiming and cudaEventInterprocess. */
const disableTiming = 2;
const interprocess = 4;

export const eventRoutines: Readonly<Record<string, Routine>> = {
  cudaEventCreate: call({
    doc: 'Makes an event.',
    takes: { event },
    run(cuda, { event: made }) {
      made.cell.component('handle').setInteger(cuda.device.createEvent(true));
      return codeOf.success;
    },
  }),
  cudaEventCreateWithFlags: call({
    doc: 'Makes an event; cudaEventDisableTiming: one that takes no time; with cudaEventInterprocess also for other processes.',
    takes: { event, flags: int },
    run(cuda, { event: made, flags }) {
      const timed = (Number(flags.value) & disableTiming) === 0;
      const forProcesses = (Number(flags.value) & interprocess) !== 0;
      if (timed && forProcesses) return codeOf.invalidValue;
      const id = cuda.device.createEvent(timed, forProcesses);
      if (id === 0n) return cuda.device.failure() || codeOf.notSupported;
      made.cell.component('handle').setInteger(id);
      return codeOf.success;
    },
  }),
  cudaEventRecord: call({
    doc: 'The event happens when the work of the stream so far is done.',
    takes: { event, stream },
    run: (cuda, { event: of, stream: id }) => cuda.device.recordEvent(idOf(of), streamOf(cuda, id)),
  }),
  cudaEventQuery: call({
    doc: 'Whether the event has happened: cudaSuccess or cudaErrorNotReady.',
    takes: { event },
    run(cuda, { event: of }) {
      const state = cuda.device.eventState(idOf(of));
      if (state === 'unknown') return codeOf.invalidResourceHandle;
      return state === 'pending' ? codeOf.notReady : cuda.device.failure();
    },
  }),
  cudaEventSynchronize: call({
    doc: 'Waits until the event has happened.',
    takes: { event },
    run: (cuda, { event: of }) => cuda.device.synchroniseEvent(idOf(of)),
  }),
  cudaEventElapsedTime: call({
    doc: 'Milliseconds between two events.',
    takes: { time: outReal, start: event, end: event },
    run(cuda, { time, start, end }) {
      const { error, milliseconds } = cuda.device.elapsed(idOf(start), idOf(end));
      if (error === codeOf.success) time.cell.setReal(milliseconds);
      return error;
    },
  }),
  cudaEventDestroy: call({
    doc: 'Lets an event go.',
    takes: { event },
    run: (cuda, { event: of }) => cuda.device.destroyEvent(idOf(of)),
  }),
};
