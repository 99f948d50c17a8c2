/** The width of vectors changes no result; where 256 bits cannot be, or V8 fails on them, the program runs all the same. */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { canWiden, widthAsked } from '../../src/runtime/sim/wide.ts';
import { cufort, execute, type Result, root } from '../cufort.ts';

const folder = join(root, 'test/conformance');

for (const name of ['divergent-loops.cuf', 'device-mathematics.cuf', 'integer-lanes.cuf', 'mixed-precision.cuf'])
  test(`256 bits ${name}`, async () => {
    const args = ['run', '--device', 'sim', name];
    const usual = await cufort(args, { cwd: folder, env: { CUFORT_WIDE: '128' } });
    const wide = await cufort(args, { cwd: folder, env: { CUFORT_WIDE: '256' } });
    assert.equal(wide.code, 0, wide.stderr);
    assert.equal(wide.stdout, usual.stdout);
  });

/** Kernels that are launched often enough to be tried in both widths: two sizes of blocks, results that go from launch to launch, atomics. */
const often = `module work
contains
  attributes(global) subroutine smooth(a, b, n, s)
    real :: a(*), b(*)
    integer, value :: n
    real, value :: s
    integer :: i, k
    real :: x
    i = threadIdx%x + (blockIdx%x - 1)*blockDim%x
    if (i <= n) then
      x = a(i)
      do k = 1, 40
        x = x + s*(sqrt(abs(x)) - x*x)
      end do
      b(i) = x
    end if
  end subroutine
  attributes(global) subroutine totals(a, t, n)
    real :: a(*)
    integer :: t(*)
    integer, value :: n
    integer :: i, r
    i = threadIdx%x + (blockIdx%x - 1)*blockDim%x
    if (i <= n) r = atomicadd(t(mod(i, 8) + 1), int(a(i)*100.0))
  end subroutine
end module
program often
  use work
  use cudafor
  integer, parameter :: n = 20000
  real, device :: a(n), b(n)
  integer, device :: t(8)
  real :: h(n)
  integer :: i, ierr, m(8)
  h = [(0.001*i, i = 1, n)]
  a = h
  t = 0
  do i = 1, 1500
    call smooth<<<(n + 127)/128, 128>>>(a, b, n, 0.01)
    call smooth<<<(n/2 + 63)/64, 64>>>(b, a, n/2, 0.02)
    call totals<<<(n + 127)/128, 128>>>(b, t, n)
    if (mod(i, 20) == 0) ierr = cudaDeviceSynchronize()
  end do
  h = b
  m = t
  print *, h(1:n:1999), m
end program
`;

/** A folder with that program, and what its processes that compile for 256 bits run first: a file says that there was one. */
function prepared(t: TestContext, preload = '') {
  const folder = mkdtempSync(join(tmpdir(), 'cufort-wide-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'often.cuf'), often);
  const marker = join(folder, 'compiles');
  const isCompiler = `process.execArgv.includes('-e')`;
  writeFileSync(
    join(folder, 'preload.cjs'),
    `if (${isCompiler}) { require('node:fs').writeFileSync(${JSON.stringify(marker)}, ''); ${preload} }`,
  );
  const run = (width: string, program = 'often.cuf') =>
    cufort(['run', '--device', 'sim', program], {
      cwd: folder,
      env: { CUFORT_WIDE: width, NODE_OPTIONS: `--require ${join(folder, 'preload.cjs')}` },
    });
  return { folder, run, hasCompiled: () => existsSync(marker) };
}

test('what is tried in both widths has the same results', async (t) => {
  const { run, hasCompiled } = prepared(t);
  const usual = await run('128');
  assert.equal(usual.code, 0, usual.stderr);
  assert.ok(!hasCompiled());
  for (const width of ['', '256']) {
    const other = await run(width);
    assert.equal(other.code, 0, other.stderr);
    assert.equal(other.stdout, usual.stdout);
  }
  assert.equal(hasCompiled(), canWiden());
});

test('a program goes on where the process that compiles for 256 bits is ended, or never answers', async (t) => {
  const preloads = ['process.abort()', 'process.exit(0)', 'for (;;);', 'process.send(null); process.abort()'];
  const usual = await prepared(t).run('128');
  for (const preload of preloads) {
    const { run, hasCompiled } = prepared(t, preload);
    const { code, stdout, stderr } = await run('');
    assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: usual.stdout, stderr: '' });
    assert.equal(hasCompiled(), canWiden());
  }
});

test('kernels that take little time start no process, whatever was expected of their first launch', async (t) => {
  const { folder, run, hasCompiled } = prepared(t);
  const seldom = often.replace('do i = 1, 1500', 'do i = 1, 2');
  const mostlyBeyond = seldom.replace('do i = 1, 2', 'do i = 1, 1').replaceAll('(n + 127)/128', '1000000');
  for (const [name, text] of Object.entries({ 'seldom.cuf': seldom, 'beyond.cuf': mostlyBeyond })) {
    writeFileSync(join(folder, name), text);
    assert.equal((await run('', name)).code, 0);
    assert.ok(!hasCompiled());
  }
});

/** What kernels say by numbers that the whole program shares: texts, and where they failed. */
const telling = `#include <cassert>
#include <cstdio>
__global__ void told(float *a, const float *b, int n, int last) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float x = b[i];
  for (int k = 0; k < 40; k++) x += 0.02f * (sqrtf(fabsf(x)) - x * x);
  a[i] = x;
  if (last && i == 7) printf("place %d of %d: %.5f\\n", i, n, x);
}
__global__ void asserted(float *a, const float *b, int n, int last) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float x = b[i];
  for (int k = 0; k < 40; k++) x += 0.01f * (sqrtf(fabsf(x)) - x * x);
  a[i] = x;
  assert(!last || i < n - 5);
}
int main() {
  const int n = 20000, times = 4000;
  float *a, *b;
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&b, n * sizeof(float));
  for (int i = 1; i <= times; i++) {
    told<<<(n + 127) / 128, 128>>>(a, b, n, i == times);
    asserted<<<(n + 127) / 128, 128>>>(b, a, n, i == times);
    if (i % 20 == 0) cudaDeviceSynchronize();
  }
  printf("%s\\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
`;

test('a version that another process wrote tells the same, in an executable and in none', async (t) => {
  const { folder } = prepared(t);
  writeFileSync(join(folder, 'telling.cu'), telling);
  const built = await cufort(['build', 'telling.cu', '-o', 'telling'], { cwd: folder });
  assert.equal(built.code, 0, built.stderr);
  // Of code that an executable carries the column is not known.
  const line = ({ stderr, ...result }: Result) => ({ ...result, stderr: stderr.replace(/(cu:17):\d+/, '$1') });
  const run = (env: NodeJS.ProcessEnv) =>
    cufort(['run', '--device', 'sim', 'telling.cu'], { cwd: folder, env: { ...env, CUFORT_MEMORY: '32' } });
  const start = (env: NodeJS.ProcessEnv) =>
    execute(join(folder, 'telling'), [], { cwd: folder, env: { ...env, CUFORT_MEMORY: '64' } });
  for (const result of [run, start]) {
    const usual = line(await result({ CUFORT_WIDE: '128' }));
    assert.match(usual.stderr, /block 157 assertion `!last \|\| i < n - 5' failed \(telling.cu:17/);
    assert.match(usual.stdout, /place 7 of 20000/);
    assert.deepEqual(line(await result({ CUFORT_WIDE: '' })), usual);
  }
});

test('other widths are refused', () => {
  const told: string[] = [];
  const tell = (text: string): void => void told.push(text);
  const usual = canWiden() ? 'auto' : 128;
  assert.equal(widthAsked(undefined, tell), usual);
  assert.equal(widthAsked('128', tell), 128);
  assert.equal(widthAsked('auto', tell), usual);
  assert.deepEqual(told, []);
  assert.equal(widthAsked('512', tell), usual);
  assert.deepEqual(told, ["CUFORT_WIDE has no effect: it takes 128, 256 or auto, not '512'"]);
});
