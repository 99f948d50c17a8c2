/** `cufort with compute-sanitizer`: executables that were built without checks run with them. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { cufort, execute } from '../cufort.ts';

const folder = mkdtempSync(join(tmpdir(), 'cufort-'));
const program = join(folder, 'near-miss');
after(() => rmSync(folder, { recursive: true }));
before(async () => {
  const built = await cufort(['build', '-w', '-o', program, 'test/sanitizer/cases/near-miss.cuf']);
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
  const log = join(folder, 'log.txt');
  const logged = await sanitized('--log-file', log, '--show-backtrace', 'no');
  assert.equal(logged.stdout, '');
  assert.match(readFileSync(log, 'utf8'), /Invalid __global__ write/);
  assert.doesNotMatch(readFileSync(log, 'utf8'), /Host Frame/);
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
