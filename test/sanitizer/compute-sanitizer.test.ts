/** `cufort with compute-sanitizer`: executables that were built without checks run with them. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { cufort, execute } from '../cufort.ts';
import { warm } from '../warm.ts';

const folder = mkdtempSync(join(tmpdir(), 'cufort-'));
const program = join(folder, 'near-miss');
after(() => rmSync(folder, { recursive: true }));
before(async () => {
  const built = await warm(['build', '-w', '-o', program, 'test/sanitizer/cases/near-miss.cuf']);
  assert.equal(built.code, 0, built.stderr);
});

const sanitized = (...options: string[]) => cufort(['with', 'compute-sanitizer', ...options, program]);

test('compute-sanitizer: an executable is checked when it starts', async () => {
  const ran = await sanitized('--tool', 'memcheck', '--error-exitcode', '7', '--print-limit', '1');
  assert.match(ran.stdout, /Invalid __global__ write of size 4 bytes\n.* at m_k in near-miss\.cuf:11\n/);
  assert.match(ran.stdout, /11 \| {5}a\(i\+off\) = 7\.0/);
  assert.match(ran.stdout, /ERROR SUMMARY: 7 errors\n.*6 errors were not printed/);
  assert.equal(ran.code, 7);
});

test("compute-sanitizer: the exit status is the program's own where nobody asks for another", async () => {
  assert.equal((await sanitized()).code, 0);
});

test('compute-sanitizer: kernels by name, backtraces and errors of the API left out, a file for the reports', async () => {
  const other = await sanitized('--kernel-name', 'kns=other', '--report-api-errors', 'no');
  assert.match(other.stdout, /ERROR SUMMARY: 0 errors/);
  const log = join(folder, 'log-100%.txt');
  const logged = await sanitized('--log-file', join(folder, 'log-100%%%q{NO_SUCH}.txt'), '--show-backtrace', 'no');
  assert.equal(logged.stdout, '');
  assert.match(readFileSync(log, 'utf8'), /Invalid __global__ write/);
  assert.doesNotMatch(readFileSync(log, 'utf8'), /Host Frame/);
});

test('compute-sanitizer: findings as XML are suppressions of a later run', async () => {
  const xml = join(folder, 'found.xml');
  assert.match((await sanitized('--xml')).stderr, /--xml needs --save/);
  await sanitized('--xml', '--save', xml);
  assert.match(
    readFileSync(xml, 'utf8'),
    /<kind>Precise<\/kind>[\s\S]*<func>m_k<\/func>\s*<path>.*near-miss\.cuf<\/path>\s*<line>11</,
  );
  const all = await sanitized('--suppressions', xml, '--error-exitcode', '3');
  assert.match(all.stdout, /ERROR SUMMARY: 0 errors/);
  assert.equal(all.code, 0);
  const api = join(folder, 'api.xml');
  writeFileSync(api, '<ComputeSanitizerOutput><record><kind>Api</kind></record></ComputeSanitizerOutput>');
  assert.match((await sanitized('--suppressions', api)).stdout, /ERROR SUMMARY: 6 errors/);
  const elsewhere = readFileSync(xml, 'utf8').replaceAll('<line>11</line>', '<line>12</line>');
  writeFileSync(api, elsewhere);
  assert.match((await sanitized('--suppressions', api)).stdout, /ERROR SUMMARY: 6 errors/);
});

const ofReal = (...frames: string[]): string =>
  `<ComputeSanitizerOutput><record><kind>Precise</kind><what><text>Invalid __global__ write of size 4 bytes</text></what>
   <where><func>m_k</func><path>/elsewhere/near-miss.cuf</path><line>11</line><pc>0x90</pc></where>
   <hostStack>${frames.map((f) => `<frame><func>${f}</func><pc>0x1</pc><module>/usr/lib/x.so</module></frame>`).join('')}</hostStack>
   </record></ComputeSanitizerOutput>`;

test('compute-sanitizer: suppressions of the real one, whose stacks have frames of libraries', async () => {
  const file = join(folder, 'real.xml');
  writeFileSync(file, ofReal('cuLaunchKernel', 'main', '__libc_start_main'));
  assert.match((await sanitized('--suppressions', file)).stdout, /ERROR SUMMARY: 1 error$/m);
  writeFileSync(file, ofReal('cuLaunchKernel', 'other', '__libc_start_main'));
  assert.match((await sanitized('--suppressions', file)).stdout, /ERROR SUMMARY: 7 errors/);
});

test('compute-sanitizer: reports are kept and read again', async () => {
  const file = join(folder, 'kept.txt');
  const ran = await sanitized('--save', file);
  const read = await cufort(['with', 'compute-sanitizer', '--read', file]);
  assert.match(ran.stdout, /Invalid __global__ write/);
  assert.equal(read.stdout, ran.stdout.replace(/^ .*\n/gm, ''));
});

test('compute-sanitizer: a file that cannot be written is told of before the program runs', async () => {
  for (const option of ['--save', '--log-file']) {
    const ran = await sanitized(option, join(folder, 'no-such-folder/kept.txt'));
    assert.match(ran.stderr, /^error: cannot write .*kept\.txt: /);
    assert.equal(ran.stdout, '');
    assert.equal(ran.code, 1);
  }
});

test('compute-sanitizer: launches by number, threads from 1 on, another prefix, callers', async () => {
  const source = join(folder, 'three.cu');
  const lines = [
    '__global__ void first(int *a, int n) { if (threadIdx.x < n) a[threadIdx.x] = 1; }',
    '__global__ void second(int *a, int n) { a[threadIdx.x + (threadIdx.x == 5 ? n : 0)] = 2; }',
    'void launches(int *a) { second<<<1, 32>>>(a, 40); cudaDeviceSynchronize(); }',
    'int main() { int *a; cudaMalloc(&a, 128); for (int i = 0; i < 3; i++) { first<<<1, 32>>>(a, 32); launches(a); } }',
  ];
  writeFileSync(source, lines.join('\n'));
  const three = join(folder, 'three');
  await warm(['build', '-w', '-o', three, source]);
  const run = async (...options: string[]) =>
    (await cufort(['with', 'compute-sanitizer', '--destroy-on-device-error', 'kernel', ...options, three])).stdout;
  const errors = async (...options: string[]) => /SUMMARY: (\d+) error/.exec(await run(...options))?.[1];
  assert.equal(await errors('--launch-skip', '3'), '2');
  assert.equal(await errors('-c', '2'), '1');
  assert.equal(await errors('--kernel-name', 'kns=nothing,kne=second', '-s', '1', '-c', '1'), '1');
  assert.equal(await errors('--kernel-name-exclude', 'regex=sec.*d'), '0');
  const fortran = await run('--language', 'fortran', '--prefix', '##', '--num-callers-host', '1');
  assert.match(fortran, /^## {5}by thread \(6,1,1\) in block \(1,1,1\)$/m);
  assert.match(fortran, /Host Frame: launches/);
  assert.doesNotMatch(fortran, /Host Frame: main|=====/);
});

test('compute-sanitizer: quiet, and the status of the program', async () => {
  const source = join(folder, 'three-times.cuf');
  writeFileSync(source, 'real, device :: a(4)\na = 1\nstop 3\nend\n');
  const other = join(folder, 'status');
  await warm(['build', '-o', other, source]);
  const run = (...options: string[]) => cufort(['with', 'compute-sanitizer', ...options, other]);
  const told = await run();
  assert.match(told.stdout, /^={9} Target application returned an error\n={9} ERROR SUMMARY: 0 errors$/m);
  assert.equal(told.code, 3);
  assert.doesNotMatch((await run('--check-exit-code', 'no')).stdout, /Target/);
  assert.equal((await run('-q', '--check-exit-code', 'no')).stdout, '');
});

test('compute-sanitizer: a program that calls nothing of CUDA', async () => {
  const source = join(folder, 'nothing.f90');
  writeFileSync(source, "print *, 'nothing'\nend\n");
  await warm(['build', '-o', join(folder, 'nothing'), source]);
  const run = (...options: string[]) => cufort(['with', 'compute-sanitizer', ...options, join(folder, 'nothing')]);
  const required = await run();
  assert.match(required.stdout, /^={9} Error: Target application terminated before first instrumented API call$/m);
  assert.equal(required.code, 255);
  assert.equal((await run('--require-cuda-init', 'no')).code, 0);
});

test('compute-sanitizer: what kernels allocate', async () => {
  const source = join(folder, 'heap.cuf');
  writeFileSync(source, readFileSync('test/sanitizer/cases/heap-outside.cuf'));
  await warm(['build', '-w', '-o', join(folder, 'heap'), source]);
  const run = async (...options: string[]) =>
    (await cufort(['with', 'compute-sanitizer', ...options, join(folder, 'heap')])).stdout;
  assert.match(await run(), /Invalid __global__ read of size 4 bytes/);
  assert.match(await run('--check-device-heap', 'no'), /ERROR SUMMARY: 0 errors/);
});

test('compute-sanitizer: kernels by regular expression', async () => {
  assert.match((await sanitized('--kernel-regex', 'kns=^m_.$')).stdout, /Invalid __global__ write/);
  assert.match((await sanitized('--kernel-regex', 'kns=^k$')).stdout, /ERROR SUMMARY: 0 errors/);
  assert.match((await sanitized('--kernel-name', 'kne=m')).stdout, /ERROR SUMMARY: 0 errors/);
  assert.match((await sanitized('--kernel-regex-exclude', 'kns=_k')).stdout, /ERROR SUMMARY: 0 errors/);
  assert.match((await sanitized('--kernel-regex', 'kns=(')).stderr, /takes kns=REGULAR-EXPRESSION/);
});

test('compute-sanitizer: single hazards', async () => {
  const other = join(folder, 'race');
  await warm(['build', '-w', '-o', other, 'test/sanitizer/cases/race-block.cuf']);
  const race = (...options: string[]) =>
    cufort(['with', 'compute-sanitizer', '--tool', 'racecheck', ...options, other]);
  const hazard =
    /Potential RAW hazard detected at __shared__ 0x\w+ in block \(0,0,0\) :\n.* Write Thread \(32,0,0\) at m_sumkernel in race-block\.cuf:11\n.* Read Thread \(0,0,0\) at m_sumkernel in race-block\.cuf:15\n/;
  const single = (await race('--racecheck-report', 'hazard')).stdout;
  assert.match(single, hazard);
  assert.doesNotMatch(single, /Race reported/);
  const all = (await race('--racecheck-report', 'all')).stdout;
  assert.match(all, hazard);
  assert.match(all, /Race reported between Write access/);
});

test('compute-sanitizer: memory that nobody writes', async () => {
  const source = join(folder, 'half.cuf');
  writeFileSync(source, 'real, device, allocatable :: a(:)\nallocate(a(16))\na(1:4) = 1\nend\n');
  await warm(['build', '-o', join(folder, 'half'), source]);
  const words = ['with', 'compute-sanitizer', '--tool', 'initcheck', '--track-unused-memory', join(folder, 'half')];
  const unused = (await cufort(words)).stdout;
  assert.match(unused, /Unused memory in allocation 0x\w+ of size 64 bytes\n.*Not written 48 bytes at offset 0x10 /);
  assert.match(unused, /75\.00% of allocation were unused/);
});

test('compute-sanitizer: an option with another value is refused', async () => {
  const ran = await sanitized('--tool', 'nocheck');
  assert.match(ran.stderr, /option --tool takes memcheck, initcheck, racecheck, synccheck, not 'nocheck'/);
  assert.equal(ran.code, 1);
});

test('compute-sanitizer: the executable alone runs without checks, and holds no source', async () => {
  const ran = await execute(program, []);
  assert.doesNotMatch(ran.stdout, /=====/);
  assert.ok(!readFileSync(program).includes('a(i+off)'));
});

test('compute-sanitizer: names of functions and files, frames of host and device', async () => {
  const source = join(folder, 'names.cu');
  const lines = [
    'namespace deep { template <typename T> struct Box { T *p; __device__ void put(int i) const { p[i] = 1; } }; }',
    'template <typename T> __global__ void fill(deep::Box<T> b) { b.put(threadIdx.x + 100); }',
    'namespace { __global__ void hidden(float *p) { p[threadIdx.x + 100] = 1; } }',
    'struct Run { explicit Run(float *p) { fill<<<1, 1>>>(deep::Box<float>{p}); hidden<<<1, 1>>>(p); } };',
    'int main() { float *p; cudaMalloc(&p, 64); Run run(p); }',
  ];
  writeFileSync(source, lines.join('\n'));
  const names = join(folder, 'names');
  await warm(['build', '-w', '-o', names, source]);
  const run = async (...options: string[]) =>
    (await cufort(['with', 'compute-sanitizer', '--destroy-on-device-error', 'kernel', ...options, '--', names]))
      .stdout;
  const full = await run();
  assert.match(full, /at deep::Box<float>::put\(int\) const in names\.cu:1$/m);
  assert.match(full, /Device Frame: void fill<float>\(deep::Box<T1>\)$/m);
  assert.match(full, /at <unnamed>::hidden\(float \*\) in names\.cu:3$/m);
  assert.match(full, /Host Frame: Run::Run\(float \*\) in names\.cu:4$/m);
  const simple = await run('--demangle', 'simple', '--strip-paths', 'no', '--show-backtrace', 'device');
  assert.match(simple, /at put in \/.*\/names\.cu:1$/m);
  assert.match(simple, /at hidden in \/.*\/names\.cu:3$/m);
  assert.match(simple, /Device Frame: fill$/m);
  assert.doesNotMatch(simple, /Host Frame/);
  const mangled = await run('--demangle', 'no', '--show-backtrace', 'host');
  assert.match(mangled, /at _ZN\w*6hiddenEPf in names\.cu:3$/m);
  assert.match(mangled, /Host Frame: _ZN3RunC1EPf in names\.cu:4$/m);
  assert.doesNotMatch(mangled, /Device Frame/);
});

test('compute-sanitizer: options that change nothing say so, others are none', async () => {
  const silent = await sanitized('--nvtx', 'false', '--force-blocking-launches', '--print-level', 'auto');
  assert.match(silent.stderr, /option --nvtx changes nothing here/);
  assert.match(silent.stderr, /option --force-blocking-launches changes nothing here: launches run one after another/);
  assert.match(silent.stdout, /ERROR SUMMARY: 7 errors/);
  const unknown = await sanitized('--no-such-option');
  assert.match(unknown.stderr, /option --no-such-option is not known/);
  assert.notEqual(unknown.code, 0);
});

test('compute-sanitizer: initialisation of one space, unused memory from a share on', async () => {
  const source = join(folder, 'spaces.cu');
  const lines = [
    '__global__ void k(float *a) { __shared__ float s[32]; a[threadIdx.x] = s[threadIdx.x] + a[32 + threadIdx.x]; }',
    'int main() { float *a; cudaMalloc(&a, 256); k<<<1, 32>>>(a); cudaDeviceSynchronize(); cudaFree(a); }',
  ];
  writeFileSync(source, lines.join('\n'));
  await warm(['build', '-w', '-o', join(folder, 'spaces'), source]);
  const run = async (...options: string[]) =>
    (await cufort(['with', 'compute-sanitizer', '--tool', 'initcheck', ...options, join(folder, 'spaces')])).stdout;
  assert.match(await run(), /SUMMARY: 64 errors/);
  assert.match(await run('--initcheck-address-space', 'shared'), /SUMMARY: 32 errors/);
  const unused = ['--initcheck-address-space', 'global', '--track-unused-memory', '--unused-memory-threshold'];
  assert.match(await run(...unused, '40'), /SUMMARY: 33 errors/);
  assert.match(await run(...unused, '50'), /SUMMARY: 32 errors/);
});
