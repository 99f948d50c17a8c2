/** Addresses of 64 bits: chosen by options, by static data, or when a program asks for more than 4 GiB. `npm run test:memory64` runs everything with them. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { cufort, root } from '../cufort.ts';

/** Only simulated devices share the program's memory. */
const simulated = { CUFORT_MEMORY: '', CUFORT_DEVICE: 'sim' };

const folder = mkdtempSync(join(tmpdir(), 'cufort-'));
after(() => rmSync(folder, { recursive: true }));

const conformance = join(root, 'test/conformance');
const sample = [
  'array-expressions.f90',
  'atomics.cuf',
  'clusters.cuf',
  'cooperative-grids.cuf',
  'device-heap.cuf',
  'device-pointers.cuf',
  'device-procedures.cuf',
  'files.f90',
  'namelist-types.f90',
  'streams-events.cuf',
  'warp-functions.cuf',
];

for (const name of sample)
  test(`conformance ${name} with addresses of 64 bits`, async () => {
    const result = await cufort(['run', '--memory', '64', name], { cwd: conformance });
    assert.equal(result.stderr, '');
    assert.equal(result.stdout.trimEnd().split('\n').at(-1)?.trim(), 'PASS');
  });

function program(name: string, first: string, second: string): string {
  const path = join(folder, name);
  writeFileSync(
    path,
    `program p
  real, device, allocatable :: a(:), b(:)
  ${first}
  allocate(a(700000000))
  allocate(b(700000000)${second})
  print *, 'both'
end program
`,
  );
  return path;
}

test('a program that has shown nothing yet begins again with more memory', async () => {
  const result = await cufort(['run', program('quiet.cuf', '', '')], { env: simulated });
  assert.deepEqual([result.stdout.trim(), result.stderr, result.code], ['both', '', 0]);
});

test('one that has printed is told what to do, once', async () => {
  const path = program('loud.cuf', "print *, 'first'", '');
  const result = await cufort(['run', path], { env: simulated });
  assert.equal(result.stdout.trim(), 'first');
  assert.match(
    result.stderr,
    /^note: .*4 GiB.*\n.*CUFORT_MEMORY=64 cufort run.*-mcmodel=medium.*\n0: ALLOCATE: .*not enough memory/,
  );
  for (const how of [
    { args: ['--memory', '64'] },
    { args: ['-mcmodel=medium'] },
    { args: [], env: { CUFORT_MEMORY: '64' } },
  ]) {
    const wide = await cufort(['run', ...how.args, path], how.env ? { env: how.env } : {});
    assert.match(wide.stdout, /first\s+both/);
    assert.equal(wide.stderr, '');
  }
});

test('what no memory holds is not helped', async () => {
  const path = join(folder, 'huge.cuf');
  writeFileSync(
    path,
    `program p
  real, device, allocatable :: a(:)
  integer :: status
  allocate(a(100000000000_8), stat=status)
  print *, status /= 0
end program
`,
  );
  const result = await cufort(['run', path]);
  assert.deepEqual([result.stdout.trim(), result.stderr], ['T', '']);
});
