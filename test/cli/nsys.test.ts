/** `cufort profile` and `cufort with nsys`: recordings, tables under nsys's heads, and the files that are made of them. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { comparedHeads } from '../../scripts/nsys-heads.ts';
import { hostSpans } from '../../src/tools/profile/host-spans.ts';
import { cufort as command, type Result } from '../cufort.ts';

const folder = mkdtempSync(join(tmpdir(), 'cufort-nsys-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const source = `module m
contains
  attributes(global) subroutine add(a, n)
    real :: a(*)
    integer, value :: n
    integer :: i
    i = blockDim%x*(blockIdx%x-1) + threadIdx%x
    if (i <= n) a(i) = a(i) + 1
  end subroutine
  recursive integer function fib(n) result(f)
    integer, value :: n
    f = n
    if (n > 1) f = fib(n - 1) + fib(n - 2)
  end function
end module
program p
  use cudafor
  use nvtx
  use m
  integer, parameter :: n = 250000
  real :: a(n)
  real, device, allocatable :: d(:)
  integer :: i, istat
  allocate(d(n))
  a = 1
  call nvtxStartRange('outer, all')
  do i = 1, 3
    call nvtxStartRange('inner')
    d = a
    call add<<<(n+255)/256, 256>>>(d, n)
    istat = cudaDeviceSynchronize()
    call nvtxEndRange
  end do
  call nvtxEndRange
  istat = cudaProfilerStart()
  a = d
  istat = cudaProfilerStop()
  !$cuf kernel do <<<*, *>>>
  do i = 1, n
    d(i) = d(i) + 1
  end do
  print *, all(a == 2) .and. fib(32) == 2178309
end program
`;

/** Of the simulated device, whose name and order are known. */
const cufort = (words: readonly string[], { cwd }: { readonly cwd: string }): Promise<Result> =>
  command(words, { cwd, env: { CUFORT_DEVICE: 'sim' } });

let profiled: Result;
before(async () => {
  writeFileSync(join(folder, 'a.cuf'), source);
  profiled = await cufort(['profile', '-o', 'r', '--export=html,chrome', 'a.cuf'], { cwd: folder });
});

const stats = async (...words: string[]): Promise<string> => {
  const result = await cufort(['as-nsys', 'stats', '-q', ...words, 'r.nsys-rep'], { cwd: folder });
  assert.deepEqual([result.stderr, result.code], ['', 0]);
  return result.stdout;
};
const csv = async (report: string): Promise<readonly string[]> =>
  (await stats('-r', report, '--format', 'csv')).trim().split('\n');

test('the program runs as it does, then the tables are shown', () => {
  assert.equal(profiled.code, 0, profiled.stderr);
  assert.match(profiled.stdout, /^ +T\nGenerated:\n {4}.*r\.nsys-rep\n {4}.*r\.html\n/);
  assert.match(
    profiled.stdout,
    / \*\* CUDA GPU Kernel Summary \(cuda_gpu_kern_sum\):\n\n Time \(%\) {2}Total Time \(ns\)/,
  );
});

test('titles and columns are those that NVIDIA documents', () => {
  assert.deepEqual(
    comparedHeads().filter(([, problem]) => problem !== ''),
    [],
  );
});

test('heads and rows', async () => {
  const means = 'Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns)';
  const kernels = await csv('cuda_gpu_kern_sum');
  assert.equal(kernels[0], `Time (%),Total Time (ns),Instances,${means},Name`);
  const row = /^\d+\.\d,\d+,(\d),\d+\.\d,\d+\.\d,\d+,\d+,\d+\.\d,(\w+)$/;
  assert.deepEqual(
    kernels
      .slice(1)
      .map((line) => row.exec(line)?.slice(1).join(' ') ?? line)
      .toSorted(),
    ['1 p_38_gpu', '3 m_add_'],
  );
  const sizes = await csv('cuda_gpu_mem_size_sum');
  assert.deepEqual(sizes, [
    'Total (MB),Count,Avg (MB),Med (MB),Min (MB),Max (MB),StdDev (MB),Operation',
    '3.000,3,1.000,1.000,1.000,1.000,0.000,[CUDA memcpy Host-to-Device]',
    '1.000,1,1.000,1.000,1.000,1.000,0.000,[CUDA memcpy Device-to-Host]',
  ]);
  const ranges = await csv('nvtx_pushpop_sum');
  assert.equal(ranges[0], `Time (%),Total Time (ns),Instances,${means},Range`);
  assert.deepEqual(
    ranges
      .slice(1)
      .map((row) => row.replace(/^.*?,\d+,(\d+),.*?\.\d,("?:)/, '$1 $2').replace(/^(\d) .*(:\w)/, '$1 $2')),
    ['1 :outer, all"', '3 :inner'],
  );
  const projected = await csv('nvtx_gpu_proj_sum');
  assert.match(
    projected[0] ?? '',
    /^Range,Style,Total Proj Time \(ns\),Total Range Time \(ns\),Range Instances,Proj Avg/,
  );
  // In the order of their times, which are anyone's.
  const [inner, outer] = projected.slice(1).toSorted().reverse();
  assert.match(outer ?? '', /^":outer, all",PushPop,.*,6,6\.0,0\.0,3\.0$/);
  assert.match(inner ?? '', /^:inner,PushPop,.*,6,2\.0,1\.0,0\.0$/);
  const trace = await csv('gputrace');
  assert.equal(
    trace[0],
    'Start (ns),Duration (ns),CorrId,GrdX,GrdY,GrdZ,BlkX,BlkY,BlkZ,Reg/Trd,StcSMem (MB),DymSMem (MB),Bytes (MB),Throughput (MB/s),SrcMemKd,DstMemKd,Device,Ctx,GreenCtx,Strm,Name',
  );
  assert.equal(trace.length, 1 + 8);
  assert.match(
    trace[1] ?? '',
    /,,,,,,,,,,1\.000,\d+\.\d{3},Pageable,Device,NVIDIA A100-SXM4-40GB \(0\),1,,7,\[CUDA memcpy/,
  );
  assert.match(trace[2] ?? '', /,977,1,1,256,1,1,\d+,0\.000,0\.000,,,,,.*,m_add_$/);
});

test('procedures of the host, from samples', async () => {
  const rows = await csv('host_sum');
  assert.equal(rows[0], 'Time (%),Self Time (ns),Total Time (ns),Samples,Procedure');
  const [, self, total] = rows.find((row) => row.endsWith(',m_fib_'))?.split(',') ?? [];
  assert.ok(Number(self) > 1e6 && Number(total) >= Number(self), rows.join('\n'));
});

test('stretches of samples: what stands in both of two side by side is one', () => {
  const sample = (start: number, ...stack: string[]) => ({ start, end: start + 10, stack: stack.toReversed() });
  const spans = hostSpans([sample(0, 'main', 'a'), sample(10, 'main', 'a', 'b'), sample(20, 'main', 'c')]);
  assert.deepEqual(spans, [
    { name: 'main', start: 0, end: 30, level: 0 },
    { name: 'a', start: 0, end: 20, level: 1 },
    { name: 'b', start: 10, end: 20, level: 2 },
    { name: 'c', start: 20, end: 30, level: 1 },
  ]);
  assert.equal(hostSpans([sample(0, 'main'), sample(1_000_000, 'main')]).length, 2);
});

const managed = `module m
contains
  attributes(global) subroutine add(a, n)
    real :: a(*)
    integer, value :: n
    integer :: i
    i = blockDim%x*(blockIdx%x-1) + threadIdx%x
    if (i <= n) a(i) = a(i) + 1
  end subroutine
end module
program p
  use cudafor
  use m
  integer, parameter :: n = 2**18, page = 2**14
  real, managed, allocatable :: a(:), b(:)
  real, managed :: fixed(4)
  integer :: i, istat
  real :: s
  allocate(a(n), b(n))
  a = 1
  do i = 1, 3
    call add<<<n/256, 256>>>(a, n)
    istat = cudaDeviceSynchronize()
    s = a(4*page) + a(5*page)
  end do
  call add<<<n/256, 256>>>(b, n)
  istat = cudaDeviceSynchronize()
  istat = cudaMemPrefetchAsync(a, n, cudaCpuDeviceId, 0)
  fixed = a(1)
  print *, s, fixed(1)
end program
`;

test('managed memory: pages that move, and the lines that missed them', async () => {
  writeFileSync(join(folder, 'managed.cuf'), managed);
  const run = await cufort(['profile', '-o', 'm', '--export=none', 'managed.cuf'], { cwd: folder });
  assert.equal(run.code, 0, run.stderr);
  const rows = async (report: string): Promise<readonly string[]> => {
    const words = ['as-nsys', 'stats', '-q', '-r', report, '--format', 'csv', 'm'];
    return (await cufort(words, { cwd: folder })).stdout.trim().split('\n');
  };
  const lines = (await rows('um_cpu_page_faults_sum')).slice(1).map((row) => row.replace(',,managed.cuf,', ' at '));
  // An array of 16 pages may lie in 17; two of them are read after each of three kernels.
  const [first = '', ...others] = lines;
  assert.match(first, /^1[67] at 20$/);
  assert.deepEqual(others, ['6 at 24', '1 at 29']);
  const [, totals = ''] = await rows('um_total_sum');
  // All of it, and twice the two that were read; those two to the host three times, all the rest by the prefetch.
  const [toDevice, toHost, byHost, byDevice] = totals.split(',').map(Number);
  const pages = Number(first.split(' ')[0]);
  assert.deepEqual(
    [toDevice, toHost],
    [(pages + 4) * 0.065536, (pages + 4) * 0.065536].map((x) => Number(x.toFixed(3))),
  );
  assert.equal(byHost, pages + 7);
  assert.ok(byDevice === 36 || byDevice === 37 || byDevice === 38, totals);
  const built = await cufort(['build', '-o', 'managed.out', 'managed.cuf'], { cwd: folder });
  assert.equal(built.code, 0, built.stderr);
  const again = await cufort(['profile', '-f', 'true', '-o', 'm', '--export=none', './managed.out'], { cwd: folder });
  assert.equal(again.code, 0, again.stderr);
  assert.deepEqual(
    (await rows('um_cpu_page_faults_sum')).slice(2).map((row) => row.replace(',,managed.cuf,', ' at ')),
    others,
  );
  const [heads, ...moves] = await rows('um_sum:rows=100');
  assert.match(heads ?? '', /^Virtual Address,HtoD Migration size \(MB\),/);
  assert.match(moves[0] ?? '', /^0x[0-9A-F]+,\d\.\d{3},/);
});

test('sums are those of the trace', async () => {
  const json = JSON.parse(await stats('-r', 'cuda_gpu_trace', '-f', 'json'));
  const sums = JSON.parse(await stats('-r', 'cuda_gpu_kern_sum', '-f', 'json'));
  const sum = sums.find((row: Record<string, unknown>) => row.Name === 'm_add_');
  const own: number[] = json
    .filter((row: Record<string, unknown>) => row.Name === 'm_add_')
    .map((row: Record<string, unknown>) => row['Duration (ns)']);
  assert.equal(
    sum['Total Time (ns)'],
    own.reduce((a, b) => a + b, 0),
  );
});

test('SQLite, with the names of nsys', async (t) => {
  const sqlite = process.getBuiltinModule?.('node:sqlite');
  if (!sqlite) return t.skip('this Node has no SQLite');
  await cufort(['as-nsys', 'export', '-t', 'sqlite', '-o', 'e.sqlite', 'r'], { cwd: folder });
  const database = new sqlite.DatabaseSync(join(folder, 'e.sqlite'), { readOnly: true });
  const rows = database
    .prepare(
      `SELECT s.value AS name, count(*) AS many, r.value AS call FROM CUPTI_ACTIVITY_KIND_KERNEL k
       JOIN StringIds s ON s.id = k.shortName
       JOIN CUPTI_ACTIVITY_KIND_RUNTIME c ON c.correlationId = k.correlationId JOIN StringIds r ON r.id = c.nameId
       GROUP BY s.value`,
    )
    .all();
  assert.deepEqual(rows.map(Object.values), [
    ['m_add_', 3, 'cudaLaunchKernel'],
    ['p_38_gpu', 1, 'cudaLaunchKernel'],
  ]);
  const copies = database
    .prepare('SELECT copyKind, srcKind, sum(bytes) AS b FROM CUPTI_ACTIVITY_KIND_MEMCPY GROUP BY copyKind')
    .all();
  assert.deepEqual(copies.map(Object.values), [
    [1, 0, 3_000_000],
    [2, 2, 1_000_000],
  ]);
  const ranges = database
    .prepare('SELECT text, count(*) AS n FROM NVTX_EVENTS WHERE eventType = 59 GROUP BY text')
    .all();
  assert.deepEqual(ranges.map(Object.values), [
    ['inner', 3],
    ['outer, all', 1],
  ]);
  database.close();
});

test('the page and the trace of events', () => {
  const page = readFileSync(join(folder, 'r.html'), 'utf8');
  const data = JSON.parse(/<script id="data" type="application\/json">(.*?)<\/script>/.exec(page)?.[1] ?? '');
  const lanes: { name: string; bars: unknown[] }[] = data.lanes;
  assert.deepEqual(
    lanes.filter(({ name }) => /NVTX|GPU/.test(name)).map(({ name, bars }) => [name, bars.length]),
    [
      ['NVTX', 1],
      ['GPU 0 stream 7', 8],
    ],
  );
  assert.deepEqual([...new Set(lanes.map(({ name }) => name))], ['NVTX', '', 'host', 'CUDA API', 'GPU 0 stream 7']);
  assert.equal(lanes[1]?.bars.length, 3);
  const { traceEvents } = JSON.parse(readFileSync(join(folder, 'r.trace.json'), 'utf8'));
  const kernels = traceEvents.filter((e: Record<string, unknown>) => e.cat === 'kernel' && e.ph === 'X');
  assert.equal(kernels.length, 4);
  const procedures = traceEvents.filter((e: Record<string, unknown>) => e.cat === 'sample');
  assert.ok(procedures.some((e: Record<string, unknown>) => e.name === 'm_fib_'));
});

test('what is refused, and parts of a run', async () => {
  const again = await cufort(['profile', '-o', 'r', 'a.cuf'], { cwd: folder });
  assert.match(again.stderr, /`r\.nsys-rep` is there: --force-overwrite=true/);
  assert.equal(again.code, 1);
  const unknown = await cufort(['as-nsys', 'stats', '-r', 'cuda_gpu_sun', 'r'], { cwd: folder });
  assert.match(unknown.stderr, /there is no report `cuda_gpu_sun`; did you mean cuda_gpu_sum\?/);
  for (const [words, message] of [
    [['-o', 'nowhere/r'], /cannot write `nowhere\/r\.nsys-rep`: there is no folder `nowhere`/],
    [['-t', 'cuda,gpu'], /error\[invalid-option\]: --trace takes cuda, nvtx and none, not `gpu`/],
    [['-y', 'soon'], /--delay takes seconds, not `soon`/],
    [['--sampling-frequency=often'], /--sampling-frequency takes a number, not `often`/],
  ] as const) {
    const { code, stdout, stderr } = await cufort(['profile', ...words, 'a.cuf'], { cwd: folder });
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, message);
  }
  const missing = await cufort(['profile', './nothing'], { cwd: folder });
  assert.match(missing.stderr, /cannot run \.\/nothing: there is no such program/);
  const silent = await cufort(['as-nsys', 'profile', '-o', 's', 'true'], { cwd: folder });
  assert.match(silent.stderr, /`true` told nothing/);
  const part = await cufort(['profile', '-o', 'p', '-c', 'cudaProfilerApi', '-t', 'cuda', 'a.cuf'], { cwd: folder });
  assert.equal(part.code, 0, part.stderr);
  assert.doesNotMatch(part.stdout, /cuda_gpu_kern_sum|nvtx_sum/);
  assert.match(part.stdout, /\n +100\.0 .* 1 .*\[CUDA memcpy Device-to-Host\]\n/);
});
