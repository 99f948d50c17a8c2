/** A recording in the trace event format that ui.perfetto.dev, speedscope and chrome://tracing open. Times there are microseconds. */

import { hostSpans } from './host-spans.ts';
import { type DeviceWork, type Recording, workOf } from './recording.ts';
import { operationOf } from './reports.ts';

type TraceEvent = Readonly<Record<string, unknown>>;

/** The host is process 1; each device is one of the numbers from 100. */
const host = 1;
const deviceProcess = (ordinal: number): number => 100 + ordinal;
const hostThreads = { ranges: 1, calls: 2, procedures: 3 } as const;

export function chromeTrace(recording: Recording): string {
  const events = [...names(recording), ...hostEvents(recording), ...deviceEvents(recording), ...flows(recording)];
  return `${JSON.stringify({ displayTimeUnit: 'ns', traceEvents: events })}\n`;
}

function names(recording: Recording): readonly TraceEvent[] {
  const label = (pid: number, what: string, name: string, tid = 0): TraceEvent => ({
    ph: 'M',
    pid,
    tid,
    name: what,
    args: { name },
  });
  const streams = new Map(workOf(recording).map((w) => [`${w.device} ${w.stream}`, w]));
  return [
    label(host, 'process_name', `host: ${recording.command}`),
    label(host, 'thread_name', 'NVTX', hostThreads.ranges),
    label(host, 'thread_name', 'CUDA API', hostThreads.calls),
    ...(recording.samples.length > 0
      ? [label(host, 'thread_name', 'procedures (samples)', hostThreads.procedures)]
      : []),
    ...recording.devices.map(({ ordinal, name }) =>
      label(deviceProcess(ordinal), 'process_name', `GPU ${ordinal}: ${name}`),
    ),
    ...[...streams.values()].map(({ device, stream }) =>
      label(deviceProcess(device), 'thread_name', streamName(stream), stream),
    ),
  ];
}

/** Pages move outside of all streams. */
export function streamName(stream: number): string {
  return stream === 0 ? 'managed memory' : `stream ${stream}`;
}

function hostEvents({ calls, ranges, marks, samples }: Recording): readonly TraceEvent[] {
  const on = (tid: number, start: number): TraceEvent => ({ pid: host, tid, ts: start / 1000 });
  return [
    ...hostSpans(samples).map((span) => ({
      ...on(hostThreads.procedures, span.start),
      ph: 'X',
      dur: (span.end - span.start) / 1000,
      cat: 'sample',
      name: span.name,
    })),
    ...calls.map((e) => ({
      ...on(hostThreads.calls, e.start),
      ph: 'X',
      dur: (e.end - e.start) / 1000,
      cat: 'cuda_api',
      name: e.name,
      args: { correlation: e.correlation, result: e.result },
    })),
    ...ranges.flatMap((range, id): readonly TraceEvent[] => {
      const both = {
        pid: host,
        tid: hostThreads.ranges,
        cat: 'nvtx',
        name: range.name,
        args: argumentsOf(range.facts),
      };
      if (range.style === 'PushPop')
        return [{ ...both, ph: 'X', ts: range.start / 1000, dur: (range.end - range.start) / 1000 }];
      return [
        { ...both, ph: 'b', id, ts: range.start / 1000 },
        { ...both, ph: 'e', id, ts: range.end / 1000 },
      ];
    }),
    ...marks.map((mark) => ({
      ...on(hostThreads.ranges, mark.start),
      ph: 'i',
      s: 't',
      cat: 'nvtx',
      name: mark.name,
      args: argumentsOf(mark.facts),
    })),
  ];
}

function argumentsOf({ payload, category, categoryName }: Recording['marks'][number]['facts']): TraceEvent {
  return {
    ...(payload !== undefined && { payload }),
    ...(category !== undefined && { category: categoryName ?? category }),
  };
}

function deviceEvents(recording: Recording): readonly TraceEvent[] {
  return workOf(recording).map((work) => ({
    ph: 'X',
    pid: deviceProcess(work.device),
    tid: work.stream,
    ts: work.start / 1000,
    dur: (work.end - work.start) / 1000,
    cat: work.kind,
    name: operationOf(work),
    args: factsOf(work),
  }));
}

export function factsOf(work: DeviceWork): TraceEvent {
  const { correlation } = work;
  switch (work.kind) {
    case 'kernel':
      return {
        correlation,
        grid: work.grid.join(' x '),
        block: work.block.join(' x '),
        registers: work.registers,
        'shared memory': work.staticShared + work.dynamicShared,
      };
    case 'copy':
      return { correlation, bytes: work.bytes, from: work.from, to: work.to };
    case 'fill':
      return { correlation, bytes: work.bytes, value: work.value };
    case 'migration':
      return { bytes: work.bytes, address: `0x${work.address.toString(16)}`, cause: work.cause };
  }
}

/** Arrows from calls to what they began. */
function flows(recording: Recording): readonly TraceEvent[] {
  const calls = new Map(recording.calls.map((call) => [call.correlation, call]));
  return workOf(recording).flatMap((work, id) => {
    const call = work.kind === 'migration' ? undefined : calls.get(work.correlation);
    if (!call) return [];
    const both = { cat: 'launch', name: 'begins', id };
    return [
      { ...both, ph: 's', pid: host, tid: hostThreads.calls, ts: call.start / 1000 },
      { ...both, ph: 'f', bp: 'e', pid: deviceProcess(work.device), tid: work.stream, ts: work.start / 1000 },
    ];
  });
}
