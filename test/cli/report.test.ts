/** What a run tells in its report: device work within its calls of the API, bytes and kinds of memory, streams. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { cufort } from '../cufort.ts';

const folder = mkdtempSync(join(tmpdir(), 'cufort-report-'));
after(() => rmSync(folder, { recursive: true, force: true }));

type Event = Readonly<Record<string, unknown>> & { readonly kind: string; readonly time: number };

const source = `module m
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
  integer, parameter :: n = 1000
  real :: a(n)
  real, device, allocatable :: d(:)
  real, pinned, allocatable :: h(:)
  integer(cuda_stream_kind) :: s
  integer :: istat
  allocate(d(n), h(n))
  istat = cudaStreamCreate(s)
  a = 1
  d = a
  call add<<<4, 256, 0, s>>>(d, n)
  istat = cudaMemcpyAsync(h, d, n, s)
  istat = cudaStreamSynchronize(s)
  d = 0
  call add<<<4, 2000>>>(d, n)
  istat = cudaDeviceSynchronize()
  print *, all(h == 2)
  deallocate(d)
end program
`;

test('work on the device, calls, allocations', async () => {
  writeFileSync(join(folder, 'a.cuf'), source);
  const result = await cufort(['run', 'a.cuf'], { cwd: folder, env: { CUFORT_REPORT: '%q{WHERE}.txt', WHERE: 'r' } });
  assert.deepEqual([result.stdout.trim(), result.code], ['T', 0]);
  const events = readFileSync(join(folder, 'r.txt'), 'utf8')
    .trim()
    .split('\n')
    .map((line): Event => JSON.parse(line));
  const work = events.filter(({ kind }) => ['kernel', 'copy', 'fill'].includes(kind));
  assert.deepEqual(
    work.map((e) => [e.kind, e.name ?? e.direction ?? e.memory, e.bytes ?? e.grid, e.stream, e.from, e.to]),
    [
      ['copy', 'HtoD', 4000, 7, 'Pageable', 'Device'],
      ['kernel', 'm.add', [4, 1, 1], 13, undefined, undefined],
      ['copy', 'DtoH', 4000, 13, 'Device', 'Pinned'],
      ['fill', 'Device', 4000, 7, undefined, undefined],
    ],
  );
  const calls = events.filter(({ kind }) => kind === 'api');
  for (const { correlation, time } of work) {
    const call = calls.find((c) => c.correlation === correlation);
    assert.ok(call && call.time <= time + 50, `${correlation}: begun by a call`);
  }
  assert.deepEqual(
    calls.map(({ name, result }) => (result === 0 ? name : `${name}=${result}`)),
    [
      'cudaMalloc',
      'cudaMallocHost',
      'cudaStreamCreate',
      'cudaMemcpy',
      'cudaLaunchKernel',
      'cudaMemcpyAsync',
      'cudaStreamSynchronize',
      'cudaMemsetAsync',
      'cudaLaunchKernel=9',
      'cudaDeviceSynchronize',
      'cudaFree',
    ],
  );
  const allocations = events.filter(({ kind }) => kind === 'allocation');
  assert.deepEqual(
    allocations.map((e) => [e.what, e.memory, e.bytes]),
    [
      ['allocate', 'Device', 4000],
      ['allocate', 'Pinned', 4000],
      ['free', 'Device', 4000],
    ],
  );
  assert.deepEqual(
    events.map(({ time }) => time),
    events.map(({ time }) => time).toSorted((a, b) => a - b),
  );
});

test('a program that is interrupted ends with its report', async () => {
  const source = [
    'program p',
    '  use cudafor',
    '  integer :: k, istat',
    '  do k = 1, 100000000',
    '    istat = cudaDeviceSynchronize()',
    '  end do',
    "  print *, 'not stopped'",
    'end program',
  ].join('\n');
  writeFileSync(join(folder, 'long.cuf'), source);
  writeFileSync(join(folder, 'stop'), '');
  const env = { CUFORT_REPORT: 'long.txt', CUFORT_REPORT_STOP: 'stop' };
  const { code, stdout } = await cufort(['run', 'long.cuf'], { cwd: folder, env });
  assert.deepEqual([code, stdout], [130, '']);
  const lines = readFileSync(join(folder, 'long.txt'), 'utf8').trim().split('\n');
  assert.match(lines.at(-1) ?? '', /"kind":"program".*"what":"end"/);
});
