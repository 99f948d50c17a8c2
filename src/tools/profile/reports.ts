/** The reports of `nsys stats` by name: what each shows of a recording, under nsys's heads. */
import { errorName } from '../../machine/errors.ts';
import { hostColumns, hostRows } from './host-spans.ts';
import { hostFaultRows, managedRows, managedTotals } from './managed-memory.ts';
import { projectionRows, projectionTrace } from './projection.ts';
import { stackOf } from './range-stack.ts';
import { type DeviceWork, type Range, type Recording, workOf } from './recording.ts';
import { grouped, meanCells, meanColumns, statisticsOf, summaryColumns, summaryRows } from './statistics.ts';
import type { Cell, Column, Table } from './table.ts';

type Row = {
  readonly title: string;
  readonly doc: string;
  readonly columns: readonly Column[];
  /** `most`: of a report that shows some rows alone. */
  readonly rows: (recording: Recording, most: number) => readonly (readonly Cell[])[];
  /** What a recording lacks in which there are none. */
  readonly lacks: string;
};

const text = (head: string): Column => ({ head, holds: 'text' });
const count = (head: string): Column => ({ head, holds: numbers.has(head) ? 'name' : 'count' });
/** They tell things apart. */
const numbers = new Set(['PID', 'TID', 'Pid', 'Tid', 'CorrId', 'CorrID', 'DevId', 'Ctx', 'Strm', 'RangeId']);
const time = (head: string): Column => ({ head, holds: 'time' });
const size = (head: string): Column => ({ head, holds: 'size' });
const number = (head: string): Column => ({ head, holds: 'number' });

const kernelData = 'CUDA kernel data';
const gpuData = 'CUDA trace data';
const rangeData = 'NV Tools Extension (NVTX) data';
const unifiedData = 'CUDA Unified Memory data';

export const reports: Readonly<Record<string, Row>> = {
  cuda_api_sum: {
    title: 'CUDA API Summary',
    doc: 'calls of the CUDA API by their time',
    columns: summaryColumns('Num Calls', text('Name')),
    rows: ({ calls }) => summaryRows(calls, nameOf, (e) => [e.name]),
    lacks: gpuData,
  },
  cuda_api_trace: {
    title: 'CUDA API Trace',
    doc: 'each call of the CUDA API',
    columns: [
      time('Start'),
      time('Duration'),
      text('Name'),
      text('Result'),
      count('CorrID'),
      count('Pid'),
      count('Tid'),
      count('T-Pri'),
      text('Thread Name'),
    ],
    rows: (recording) =>
      recording.calls.map((e) => [
        e.start,
        e.end - e.start,
        e.name,
        errorName(e.result),
        e.correlation,
        recording.process,
        recording.process,
        20,
        'main',
      ]),
    lacks: gpuData,
  },
  cuda_gpu_kern_sum: {
    title: 'CUDA GPU Kernel Summary',
    doc: 'kernels by their time',
    columns: summaryColumns('Instances', text('Name')),
    rows: ({ kernels }) => summaryRows(kernels, nameOf, (e) => [e.name]),
    lacks: kernelData,
  },
  cuda_gpu_kern_gb_sum: {
    title: 'CUDA GPU Kernel/Grid/Block Summary',
    doc: 'kernels and their launch shapes by their time',
    columns: summaryColumns('Instances', text('GridXYZ'), text('BlockXYZ'), text('Name')),
    rows: ({ kernels }) =>
      summaryRows(
        kernels,
        (e) => `${e.name} ${e.grid} ${e.block}`,
        (e) => [shapeText(e.grid), shapeText(e.block), e.name],
      ),
    lacks: kernelData,
  },
  cuda_gpu_mem_time_sum: {
    title: 'CUDA GPU MemOps Summary (by Time)',
    doc: 'copies and fills by their time',
    columns: summaryColumns('Count', text('Operation')),
    rows: (recording) => summaryRows(memoryWork(recording), operationOf, (e) => [operationOf(e)]),
    lacks: 'GPU memory data',
  },
  cuda_gpu_mem_size_sum: {
    title: 'CUDA GPU MemOps Summary (by Size)',
    doc: 'copies and fills by their bytes',
    columns: [size('Total'), count('Count'), ...meanColumns('size'), text('Operation')],
    rows: (recording) =>
      [...grouped(memoryWork(recording), operationOf)]
        .map(([operation, work]) => ({ operation, bytes: statisticsOf(work.map(bytesOf)) }))
        .toSorted((a, b) => b.bytes.total - a.bytes.total)
        .map(({ operation, bytes }) => [bytes.total, bytes.count, ...meanCells(bytes), operation]),
    lacks: 'GPU memory data',
  },
  cuda_gpu_sum: {
    title: 'CUDA GPU Summary (Kernels/MemOps)',
    doc: 'kernels, copies and fills by their time',
    columns: summaryColumns('Instances', text('Category'), text('Operation')),
    rows: (recording) => summaryRows(workOf(recording), operationOf, (e) => [categoryOf(e), operationOf(e)]),
    lacks: gpuData,
  },
  cuda_api_gpu_sum: {
    title: 'CUDA Summary (API/Kernels/MemOps)',
    doc: 'calls of the CUDA API, kernels, copies and fills by their time',
    columns: summaryColumns('Instances', text('Category'), text('Operation')),
    rows: (recording) =>
      summaryRows([...recording.calls, ...workOf(recording)], bothName, (e) => [categoryOf(e), bothName(e)]),
    lacks: gpuData,
  },
  cuda_gpu_trace: {
    title: 'CUDA GPU Trace',
    doc: 'each kernel, copy and fill',
    columns: [
      time('Start'),
      time('Duration'),
      ...['CorrId', 'GrdX', 'GrdY', 'GrdZ', 'BlkX', 'BlkY', 'BlkZ', 'Reg/Trd'].map(count),
      size('StcSMem'),
      size('DymSMem'),
      size('Bytes'),
      number('Throughput (MB/s)'),
      text('SrcMemKd'),
      text('DstMemKd'),
      text('Device'),
      count('Ctx'),
      text('GreenCtx'),
      count('Strm'),
      text('Name'),
    ],
    rows: (recording) => workOf(recording).map((work) => traceRow(work, recording)),
    lacks: gpuData,
  },
  cuda_kern_exec_sum: {
    title: 'CUDA Kernel Launch & Exec Time Summary',
    doc: 'launches: the call, the wait in the queue, the kernel',
    columns: [
      ...['PID', 'TID', 'DevId', 'Count', 'QCount'].map(count),
      ...['T', 'A', 'Q', 'K'].flatMap((part) => meanColumns('time', part)),
      text('API Name'),
      text('Kernel Name'),
    ],
    rows: launchRows,
    lacks: kernelData,
  },
  cuda_kern_exec_trace: {
    title: 'CUDA Kernel Launch & Exec Time Trace',
    doc: 'each launch: the call, the wait in the queue, the kernel',
    columns: [
      ...['API Start', 'API Dur', 'Queue Start', 'Queue Dur', 'Kernel Start', 'Kernel Dur', 'Total Dur'].map(time),
      ...['PID', 'TID', 'DevId'].map(count),
      ...['API Function', 'GridXYZ', 'BlockXYZ', 'Kernel Name'].map(text),
    ],
    rows: launchTrace,
    lacks: kernelData,
  },
  nvtx_kern_sum: {
    title: 'NVTX Range Kernel Summary',
    doc: 'kernels by the ranges in which they were launched',
    columns: [
      text('NVTX Range'),
      text('Style'),
      ...['PID', 'TID', 'NVTX Inst', 'Kern Inst'].map(count),
      time('Total Time'),
      ...meanColumns('time'),
      text('Kernel Name'),
    ],
    rows: rangeKernels,
    lacks: rangeData,
  },
  nvtx_sum: {
    title: 'NVTX Range Summary',
    doc: 'ranges of NVTX by their time',
    columns: summaryColumns('Instances', text('Style'), text('Range')),
    rows: ({ ranges }) =>
      summaryRows(
        ranges,
        (r) => `${r.style} ${r.name}`,
        (r) => [r.style, r.name],
      ),
    lacks: rangeData,
  },
  nvtx_pushpop_sum: {
    title: 'NVTX Push/Pop Range Summary',
    doc: 'ranges that nest by their time',
    columns: summaryColumns('Instances', text('Range')),
    rows: ({ ranges }) => summaryRows(ofStyle(ranges, 'PushPop'), nameOf, (r) => [r.name]),
    lacks: rangeData,
  },
  nvtx_startend_sum: {
    title: 'NVTX Start/End Range Summary',
    doc: 'ranges that need not nest by their time',
    columns: summaryColumns('Instances', text('Range')),
    rows: ({ ranges }) => summaryRows(ofStyle(ranges, 'StartEnd'), nameOf, (r) => [r.name]),
    lacks: rangeData,
  },
  nvtx_pushpop_trace: {
    title: 'NVTX Push/Pop Range Trace',
    doc: 'each range that nests',
    columns: [
      ...['Start', 'End', 'Duration', 'DurChild', 'DurNonChild'].map(time),
      text('Name'),
      ...['PID', 'TID', 'Lvl', 'NumChild', 'RangeId'].map(count),
      text('ParentId'),
      text('RangeStack'),
      text('NameTree'),
    ],
    rows: rangeTrace,
    lacks: rangeData,
  },
  nvtx_gpu_proj_sum: {
    title: 'NVTX GPU Projection Summary',
    doc: 'ranges from the first to the last work of the device that they began',
    columns: [
      text('Range'),
      text('Style'),
      time('Total Proj Time'),
      time('Total Range Time'),
      count('Range Instances'),
      ...meanColumns('time', 'Proj '),
      count('Total GPU Ops'),
      number('Avg GPU Ops'),
      number('Avg Range Lvl'),
      number('Avg Num Child'),
    ],
    rows: projectionRows,
    lacks: rangeData,
  },
  nvtx_gpu_proj_trace: {
    title: 'NVTX GPU Projection Trace',
    doc: 'each range, and the work of the device that it began',
    columns: [
      text('Name'),
      ...['Projected Start', 'Projected Duration', 'Orig Start', 'Orig Duration'].map(time),
      text('Style'),
      ...['PID', 'TID', 'NumGPUOps', 'Lvl', 'NumChild', 'RangeId'].map(count),
      text('ParentId'),
      text('RangeStack'),
    ],
    rows: projectionTrace,
    lacks: rangeData,
  },
  host_sum: {
    title: 'Host Procedure Summary (by Samples)',
    doc: 'procedures of the host by their time, from samples; what is in brackets is none of the program (nsys shows this in its window alone)',
    columns: hostColumns,
    rows: hostRows,
    lacks: 'samples of the host',
  },
  um_sum: {
    title: 'Unified Memory Analysis Summary',
    doc: 'pages of managed memory that moved',
    columns: [
      text('Virtual Address'),
      size('HtoD Migration size'),
      size('DtoH Migration size'),
      count('CPU Page Faults'),
      count('GPU Page Faults'),
      number('Migration Throughput (MB/s)'),
    ],
    rows: managedRows,
    lacks: unifiedData,
  },
  um_cpu_page_faults_sum: {
    title: 'Unified Memory CPU Page Faults Summary',
    doc: 'lines of the host that used managed memory which was not there',
    columns: [count('CPU Page Faults'), text('CPU Instruction Address'), text('Source File'), text('Source Line')],
    rows: hostFaultRows,
    lacks: unifiedData,
  },
  um_total_sum: {
    title: 'Unified Memory Totals Summary',
    doc: 'how much managed memory moved',
    columns: [
      size('Total HtoD Migration Size'),
      size('Total DtoH Migration Size'),
      count('Total CPU Page Faults'),
      count('Total GPU PageFaults'),
      text('Minimum Virtual Address'),
      text('Maximum Virtual Address'),
    ],
    rows: managedTotals,
    lacks: unifiedData,
  },
};

/** What `nsys stats` shows where nobody chooses. */
export const usualReports = [
  'nvtx_sum',
  'cuda_api_sum',
  'cuda_gpu_kern_sum',
  'cuda_gpu_mem_time_sum',
  'cuda_gpu_mem_size_sum',
  'um_sum',
  'um_total_sum',
  'um_cpu_page_faults_sum',
] as const;

/** Names of before 2023. */
export const formerNames: Readonly<Record<string, string>> = {
  cudaapisum: 'cuda_api_sum',
  cudaapitrace: 'cuda_api_trace',
  gpukernsum: 'cuda_gpu_kern_sum',
  gpukerngbsum: 'cuda_gpu_kern_gb_sum',
  gpumemtimesum: 'cuda_gpu_mem_time_sum',
  gpumemsizesum: 'cuda_gpu_mem_size_sum',
  gpusum: 'cuda_gpu_sum',
  gputrace: 'cuda_gpu_trace',
  kernexecsum: 'cuda_kern_exec_sum',
  apigpusum: 'cuda_api_gpu_sum',
  kernexectrace: 'cuda_kern_exec_trace',
  nvtxkernsum: 'nvtx_kern_sum',
  umcpupagefaults: 'um_cpu_page_faults_sum',
  nvtxsum: 'nvtx_sum',
  nvtxppsum: 'nvtx_pushpop_sum',
  nvtxpptrace: 'nvtx_pushpop_trace',
  nvtxsesum: 'nvtx_startend_sum',
  nvtxgpuproj: 'nvtx_gpu_proj_trace',
  umsum: 'um_sum',
  umtotalsum: 'um_total_sum',
};

/** Undefined where there is no such report. What follows a colon are arguments of nsys's scripts. */
export function reportNamed(name: string): string | undefined {
  const [plain = ''] = name.split(':');
  const known = formerNames[plain] ?? plain;
  return Object.hasOwn(reports, known) ? known : undefined;
}

/** `rows=N` behind a colon: of reports that show ten rows. */
export function tableOf(name: string, recording: Recording): Table {
  const { title, columns, rows } = reports[reportNamed(name) ?? name]!;
  const most = Number(/:rows=(\d+)/.exec(name)?.[1] ?? 10);
  return { name: reportNamed(name) ?? name, title, columns, rows: rows(recording, most) };
}

/** Extents in columns of four. */
function shapeText(extents: readonly number[]): string {
  return extents.map((n) => String(n).padStart(4)).join(' ');
}

function nameOf({ name }: { readonly name: string }): string {
  return name;
}

function ofStyle(ranges: readonly Range[], style: Range['style']): readonly Range[] {
  return ranges.filter((range) => range.style === style);
}

function memoryWork({ copies, fills, migrations }: Recording): readonly DeviceWork[] {
  return [...copies, ...fills, ...migrations];
}

function bytesOf(work: DeviceWork): number {
  return work.kind === 'kernel' ? 0 : work.bytes;
}

const directions: Readonly<Record<string, string>> = {
  HtoD: 'Host-to-Device',
  DtoH: 'Device-to-Host',
  DtoD: 'Device-to-Device',
  HtoH: 'Host-to-Host',
};

export function operationOf(work: DeviceWork): string {
  if (work.kind === 'kernel') return work.name;
  if (work.kind === 'fill') return '[CUDA memset]';
  const way = directions[work.direction] ?? work.direction;
  return work.kind === 'migration' ? `[CUDA memcpy Unified ${way}]` : `[CUDA memcpy ${way}]`;
}

function traceRow(work: DeviceWork, { devices }: Recording): readonly Cell[] {
  const duration = work.end - work.start;
  const device = devices.find(({ ordinal }) => ordinal === work.device);
  const begin = [work.start, duration, work.correlation];
  const end = [`${device?.name ?? ''} (${work.device})`, 1, '', work.stream, operationOf(work)];
  if (work.kind === 'kernel')
    return [
      ...begin,
      ...work.grid,
      ...work.block,
      work.registers,
      work.staticShared,
      work.dynamicShared,
      ...nothing(4),
      ...end,
    ];
  const speed = duration === 0 ? undefined : (1000 * work.bytes) / duration;
  const [from, to] = kindsOf(work);
  return [...begin, ...nothing(9), work.bytes, speed, from, to, ...end];
}

function kindsOf(work: Exclude<DeviceWork, { readonly kind: 'kernel' }>): readonly Cell[] {
  switch (work.kind) {
    case 'copy':
      return [work.from, work.to];
    case 'fill':
      return [work.memory, undefined];
    case 'migration':
      return ['Managed', 'Managed'];
  }
}

function nothing(many: number): readonly undefined[] {
  return Array.from({ length: many }, () => undefined);
}

type Done = DeviceWork | Recording['calls'][number];

function bothName(e: Done): string {
  return e.kind === 'api' ? e.name : operationOf(e);
}

function categoryOf({ kind }: Done): string {
  return kind === 'api' ? 'CUDA_API' : kind === 'kernel' ? 'CUDA_KERNEL' : 'MEMORY_OPER';
}

type LaunchOf = { readonly kernel: Recording['kernels'][number]; readonly call: Recording['calls'][number] };

function launchesOf({ kernels, calls }: Recording): readonly LaunchOf[] {
  const byNumber = new Map(calls.map((call) => [call.correlation, call]));
  return kernels.flatMap((kernel) => {
    const call = byNumber.get(kernel.correlation);
    return call ? [{ kernel, call }] : [];
  });
}

function launchTrace(recording: Recording): readonly (readonly Cell[])[] {
  const { process } = recording;
  return launchesOf(recording).map(({ kernel, call }) => {
    const wait = kernel.start - call.end;
    return [
      call.start,
      call.end - call.start,
      ...(wait >= 0 ? [call.end, wait] : nothing(2)),
      kernel.start,
      kernel.end - kernel.start,
      Math.max(kernel.end, call.end) - call.start,
      process,
      process,
      kernel.device,
      call.name,
      shapeText(kernel.grid),
      shapeText(kernel.block),
      kernel.name,
    ];
  });
}

/** By the ranges' names; a kernel belongs to all ranges around the call that launched it. */
function rangeKernels(recording: Recording): readonly (readonly Cell[])[] {
  const launches = launchesOf(recording);
  const inside = recording.ranges.flatMap((range, place) =>
    launches
      .filter(({ call }) => call.start >= range.start && call.end <= range.end)
      .map(({ kernel }) => ({ range, place, kernel })),
  );
  return [...grouped(inside, ({ range, kernel }) => `${range.style} ${range.name} ${kernel.name}`).values()]
    .map((group) => {
      const { range, kernel } = group[0]!;
      const times = statisticsOf(group.map((g) => g.kernel.end - g.kernel.start));
      const ranges = new Set(group.map(({ place }) => place)).size;
      const numbers = [recording.process, recording.process, ranges, group.length];
      const cells = [range.name, range.style, ...numbers, times.total, ...meanCells(times), kernel.name];
      return { name: range.name, total: times.total, cells };
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : b.total - a.total))
    .map(({ cells }) => cells);
}

function launchRows(recording: Recording): readonly (readonly Cell[])[] {
  const { process } = recording;
  return [
    ...grouped(launchesOf(recording), ({ kernel, call }) => `${call.name} ${kernel.name} ${kernel.device}`).values(),
  ]
    .map((group) => {
      const { kernel, call } = group[0]!;
      const whole = statisticsOf(group.map((l) => Math.max(l.kernel.end, l.call.end) - l.call.start));
      const asked = statisticsOf(group.map((l) => l.call.end - l.call.start));
      const waits = group.map((l) => l.kernel.start - l.call.end).filter((wait) => wait > 0);
      const queued = statisticsOf(waits);
      const ran = statisticsOf(group.map((l) => l.kernel.end - l.kernel.start));
      const numbers = [process, process, kernel.device, group.length, waits.length];
      const times = [whole, asked, queued, ran].flatMap(meanCells);
      return { total: whole.total, cells: [...numbers, ...times, call.name, kernel.name] };
    })
    .toSorted((a, b) => b.total - a.total)
    .map(({ cells }) => cells);
}

function rangeTrace({ ranges, process }: Recording): readonly (readonly Cell[])[] {
  return ranges.flatMap((range, place) => {
    if (range.style !== 'PushPop') return [];
    const children = ranges.filter(({ parent }) => parent === place);
    const inside = children.reduce((sum, child) => sum + child.end - child.start, 0);
    const whole = range.end - range.start;
    return [
      [
        range.start,
        range.end,
        whole,
        inside,
        whole - inside,
        range.name,
        process,
        process,
        range.level,
        children.length,
        place + 1,
        range.parent === undefined ? '' : String(range.parent + 1),
        stackOf(ranges, place),
        `${'--'.repeat(range.level)}${range.name}`,
      ],
    ];
  });
}
