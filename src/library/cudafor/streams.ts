/** Streams. */
import type { CudaRuntime } from '../../machine/device.ts';
import { codeOf } from '../../machine/errors.ts';
import type { Param, Routine } from '../library-module.ts';
import { call, count, data, int, long, optionalInt, outInt, procedure, stream, streamOf, struct } from './define.ts';
import { mayMove } from './transfers.ts';

type Value = { readonly value: number | bigint };
/** An integer, or data: then its address. */
type UserData = Value | { readonly address: bigint };
type CallbackArgs = { readonly stream: Value; readonly callback: Value; readonly userdata: UserData };
type HostFuncArgs = { readonly stream: Value; readonly fn: Value; readonly userdata: UserData };

const addressIn = (data: UserData): bigint => ('address' in data ? data.address : BigInt(data.value));

/** A stream that is made. */
const newStream = {
  how: 'out',
  type: long,
  doc: 'streams have a kind of their own: integer(cuda_stream_kind) :: stream',
} as const satisfies Param;

/** Flags of which one frees it from the order with the default stream; 0 is the least priority, lower numbers come first. */
function newStreamOf(
  cuda: CudaRuntime,
  made: { setInteger(value: bigint): void },
  flags: number | bigint,
  priority: number | bigint,
): number {
  if (Number(flags) !== 0 && Number(flags) !== 1) return codeOf.invalidValue;
  made.setInteger(cuda.device.createStream(Number(flags) === 0, Math.max(-5, Math.min(0, Number(priority)))));
  return codeOf.success;
}

export const streamRoutines: Readonly<Record<string, Routine>> = {
  cudaStreamCreate: call({
    doc: 'Makes a stream, ordered with the default stream; flags and a priority may be given as to the longer names.',
    takes: { stream: newStream, flags: { ...int, optional: 0 }, priority: { ...int, optional: 0 } },
    run: (cuda, { stream: made, flags, priority }) => newStreamOf(cuda, made.cell, flags.value, priority.value),
  }),
  cudaStreamCreateWithFlags: call({
    doc: 'Makes a stream; cudaStreamNonBlocking frees it from the order with the default stream.',
    takes: { stream: newStream, flags: int },
    run: (cuda, { stream: made, flags }) => newStreamOf(cuda, made.cell, flags.value, 0),
  }),
  cudaStreamCreateWithPriority: call({
    doc: 'Makes a stream with a priority (0 is the least, lower numbers come first).',
    takes: { stream: newStream, flags: int, priority: int },
    run: (cuda, { stream: made, flags, priority }) => newStreamOf(cuda, made.cell, flags.value, priority.value),
  }),
  cudaStreamDestroy: call({
    doc: 'Lets a stream go; its work still completes.',
    takes: { stream: count },
    run: (cuda, { stream: id }) => cuda.device.destroyStream(BigInt(id.value)),
  }),
  cudaStreamSynchronize: call({
    doc: 'Waits for the work of a stream.',
    takes: { stream },
    callable: true,
    run: (cuda, { stream: id }) => cuda.device.synchroniseStream(streamOf(cuda, id)),
  }),
  cudaStreamQuery: call({
    doc: 'Whether the work of a stream is done: cudaSuccess or cudaErrorNotReady.',
    takes: { stream },
    run: (cuda, { stream: id }) => cuda.device.queryStream(streamOf(cuda, id)),
  }),
  cudaStreamWaitEvent: call({
    doc: 'Later work of the stream waits for an event.',
    takes: { stream: count, event: struct('cudaEvent'), flags: optionalInt(0) },
    run: (cuda, { stream: id, event }) =>
      cuda.device.waitForEvent(streamOf(cuda, id), event.cell.component('handle').getInteger()),
  }),
  cudaStreamGetPriority: call({
    doc: 'The priority of a stream.',
    takes: { stream: count, priority: outInt },
    run: (cuda, { stream: id, priority }) =>
      whereKnown(cuda, id.value, (known) => priority.cell.setInteger(cuda.device.streamPriority(known))),
  }),
  cudaStreamGetFlags: call({
    doc: 'The flags of a stream.',
    takes: { stream: count, flags: outInt },
    run: (cuda, { stream: id, flags }) =>
      whereKnown(cuda, id.value, (known) => flags.cell.setInteger(cuda.device.streamIsBlocking(known) ? 0 : 1)),
  }),
  cudaStreamAttachMemAsync: call({
    doc: 'Ties managed memory to a stream: nothing to do where all may use it at once.',
    takes: { stream: count, devptr: data, length: { ...count, optional: 0 }, flags: optionalInt(4) },
    run: (cuda, { stream: id, devptr }) =>
      mayMove(cuda, devptr.address) ? whereKnown(cuda, id.value, () => {}) : codeOf.invalidValue,
  }),
  cudaStreamAddCallback: call({
    doc: 'Calls a procedure (stream, status, data) on the host once the work so far is done.',
    takes: { stream: count, callback: procedure, userdata: { ...count, optional: 0 }, flags: optionalInt(0) },
    also: [{ stream: count, callback: procedure, userdata: data, flags: optionalInt(0) }],
    run: (cuda, { stream: id, callback, userdata }: CallbackArgs) =>
      cuda.device.hostCallback(streamOf(cuda, id), () =>
        cuda.callProcedure(BigInt(callback.value), [BigInt(id.value), 0, addressIn(userdata)]),
      ),
  }),
  cudaLaunchHostFunc: call({
    doc: 'Calls a procedure (data) on the host once the work so far is done.',
    takes: { stream: count, fn: procedure, userdata: { ...count, optional: 0 } },
    also: [{ stream: count, fn: procedure, userdata: data }],
    run: (cuda, { stream: id, fn, userdata }: HostFuncArgs) => {
      const then = () => cuda.callProcedure(BigInt(fn.value), [addressIn(userdata)]);
      return cuda.device.hostCallback(streamOf(cuda, id), then, BigInt(fn.value), addressIn(userdata));
    },
  }),
  cudaforSetDefaultStream: call({
    doc: 'The stream of later work that names none; or of work with one array.',
    takes: { stream: count },
    also: [{ devptr: data, stream: count }],
    callable: true,
    run(cuda, args: { stream: { value: number | bigint }; devptr?: { address: bigint } }) {
      cuda.setDefaultStream(BigInt(args.stream.value), args.devptr?.address);
      return codeOf.success;
    },
  }),
  cudaforGetDefaultStream: {
    doc: 'The stream of work that names none; or of work with one array.',
    takes: {},
    also: [{ devptr: data }],
    gives: long,
    run: (cuda, { devptr }) => cuda.defaultStream(devptr?.how === 'data' ? devptr.address : undefined),
  },
};

function whereKnown(cuda: CudaRuntime, id: number | bigint, then: (stream: bigint) => void): number {
  const stream = streamOf(cuda, { value: id });
  if (!cuda.device.knowsStream(stream)) return codeOf.invalidResourceHandle;
  then(stream);
  return codeOf.success;
}
