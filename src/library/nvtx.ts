/** The module nvtx: stretches of the host's time with names, for profilers. */
import type { CudaRuntime } from '../machine/device.ts';
import type { LibraryModule, Param, Routine, RoutineArgs } from './library-module.ts';

const label: Param = { how: 'text' };
const color: Param = { how: 'in', type: { base: 'integer', kind: 4 }, optional: 0 };
const rangeId = { base: 'derived', name: 'nvtxRangeId' } as const;

function textOf(args: RoutineArgs): string {
  const arg = args.label;
  return arg?.how === 'text' ? arg.text.trimEnd() : '';
}

let ranges = 0n;

function start(cuda: CudaRuntime, args: RoutineArgs): bigint {
  ranges += 1n;
  cuda.annotate?.('start', textOf(args), ranges);
  return ranges;
}

function end(cuda: CudaRuntime, args: RoutineArgs): void {
  const id = args.id;
  const number = id?.how === 'cell' ? id.cell.component('handle').getInteger() : 0n;
  cuda.annotate?.('end', '', number);
}

const moment = (doc: string, takes: Routine['takes'], what: 'push' | 'pop' | 'mark'): Routine => ({
  doc,
  takes,
  run: (cuda, args) => cuda.annotate?.(what, textOf(args), 0n),
});

const begin = moment('Begins a range, which may hold others.', { label, color }, 'push');
const finish = moment('Ends the range that was begun last.', {}, 'pop');

export const nvtx: LibraryModule = {
  name: 'nvtx',
  doc: 'Names for stretches of time, for profilers.',
  types: {
    nvtxRangeId: {
      doc: 'A range that was started.',
      opaque: true,
      components: [{ name: 'handle', type: { base: 'integer', kind: 8 }, default: 0 }],
    },
  },
  constants: {},
  routines: {
    nvtxStartRange: begin,
    nvtxEndRange: finish,
    nvtxRangePush: begin,
    nvtxRangePushA: begin,
    nvtxRangePop: finish,
    nvtxMark: moment('Marks a moment.', { label, color }, 'mark'),
    nvtxMarkA: moment('Marks a moment.', { label, color }, 'mark'),
    nvtxRangeStart: {
      doc: 'Starts a range that may overlap others.',
      takes: { label, color },
      gives: rangeId,
      run: start,
    },
    nvtxRangeEnd: { doc: 'Ends it.', takes: { id: { how: 'struct', type: rangeId } }, run: end },
  },
};
