/** Addresses of 64 bits: chosen by options, by static data, or when a program asks for more than 4 GiB. `npm run test:memory64` runs everything with them. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { cufort, execute, root } from '../cufort.ts';

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

/** Reads, prints, writes a file and asks for the time of day before it asks for more memory than 4 GiB; `before`: what it does behind that. */
function busy(name: string, before: string): string {
  const path = join(folder, name);
  writeFileSync(
    path,
    `program busy
  implicit none
  real, device, allocatable :: a(:), b(:)
  integer :: n, unit, times(8)
  character(20) :: line
  call date_and_time(values=times)
  print '(a,i3.3)', 'milliseconds ', times(8)
  read (*, *) n
  read (*, '(a)') line
  open (newunit=unit, file='made.txt', status='new')
  write (unit, '(a)') 'first'
  print '(i0,1x,a)', n, trim(line)
  write (*, '(a)', advance='no') 'a part'
  flush (6)
  ${before}
  allocate (a(n), b(n))
  b(n) = 2
  print '(a,f4.1)', ' and the rest', b(n)
  read (*, '(a)') line
  print '(a)', trim(line)
  write (unit, '(a)') 'second'
  close (unit)
end program
`,
  );
  return path;
}

const input = '700000000\nhello\nlast\n';
const shown = /^milliseconds \d{3}\n700000000 hello\na part and the rest 2\.0\nlast\n$/;

function made(): string {
  const path = join(folder, 'made.txt');
  const text = readFileSync(path, 'utf8');
  rmSync(path);
  return text;
}

test('one that has read, printed and written begins again without anybody noticing: run at once, and as an executable', async () => {
  const path = busy('busy.cuf', '');
  const ran = await cufort(['run', path], { env: simulated, input, cwd: folder });
  assert.match(ran.stdout, shown, ran.stderr);
  assert.deepEqual([ran.stderr, ran.code, made()], ['', 0, 'first\nsecond\n']);
  const built = await cufort(['build', path, '-o', 'busy'], { env: simulated, cwd: folder });
  assert.equal(built.code, 0, built.stderr);
  for (const CUFORT_MEMORY of ['', '64']) {
    const env = { ...simulated, CUFORT_MEMORY };
    const executed = await execute(join(folder, 'busy'), [], { env, input, cwd: folder });
    assert.match(executed.stdout, shown, executed.stderr);
    assert.deepEqual([executed.stderr, executed.code, made()], ['', 0, 'first\nsecond\n']);
  }
  const env = { ...simulated, CUFORT_MEMORY: '32' };
  const narrow = await execute(join(folder, 'busy'), [], { env, input, cwd: folder });
  assert.match(narrow.stderr, /^note: .*4 GiB[\s\S]*CUFORT_MEMORY=64[\s\S]*not enough memory/);
  rmSync(join(folder, 'made.txt'));
});

test('one that has done what cannot be done twice is told what to do, once', async () => {
  writeFileSync(join(folder, 'there.txt'), 'old\n');
  const ways = {
    command: "call execute_command_line('echo told >> log.txt')",
    appended: "open (9, file='there.txt', position='append')\nwrite (9, *) 1\nclose (9)",
    removed: "open (9, file='there.txt')\nclose (9, status='delete')",
  };
  for (const [name, before] of Object.entries(ways)) {
    const path = busy(`${name}.cuf`, before);
    const result = await cufort(['run', path], { env: simulated, input, cwd: folder });
    assert.match(result.stdout, /^milliseconds \d{3}\n700000000 hello\na part$/);
    assert.match(
      result.stderr,
      /^note: .*4 GiB.*\n.*CUFORT_MEMORY=64.*-mcmodel=medium.*\n0: ALLOCATE: .*not enough memory/,
    );
    rmSync(join(folder, 'made.txt'));
  }
  const path = busy('asked.cuf', ways.command);
  for (const how of [
    { args: ['--memory', '64'] },
    { args: ['-mcmodel=medium'] },
    { args: [], env: { CUFORT_MEMORY: '64' } },
  ]) {
    const wide = await cufort(['run', ...how.args, path], { input, cwd: folder, ...(how.env && { env: how.env }) });
    assert.match(wide.stdout, shown);
    assert.equal(wide.stderr, '');
    rmSync(join(folder, 'made.txt'));
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
