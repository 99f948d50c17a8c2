/** Programs that end otherwise than by their last statement: where they were, and what a shell is told. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { cufort, execute } from '../cufort.ts';

const cwd = join(import.meta.dirname, 'abnormal-ends');
const folder = mkdtempSync(join(tmpdir(), 'cufort-ends-'));
after(() => rmSync(folder, { recursive: true, force: true }));

before(async () => {
  for (const [name, ...words] of [['with', '-g'], ['without']]) {
    const built = await cufort(['build', ...words, 'ends.f90', '-J', folder, '-o', join(folder, name ?? '')], { cwd });
    assert.equal(built.code, 0, built.stderr);
  }
});

const main = '  in the main program at ends.f90:59\n';
const chosen = (line: number) => `  in chosen at ends.f90:${line}\n${main}`;

const ends: Readonly<Record<string, readonly [code: number, stderr: RegExp, trace: string]>> = {
  remainder: [136, /^Floating point exception: integer division in chosen\n$/, chosen(17)],
  null: [
    139,
    /^Segmentation fault: .* in chosen\n {2}An array or pointer without memory, .*-Mbounds -Mchkptr.*\n$/,
    chosen(19),
  ],
  library: [127, /^FIO-F-231\/list-directed read\/internal file/, chosen(44)],
  stop: [3, /^ERROR STOP 3\n$/, chosen(23)],
  file: [127, /^FIO-F-209\/OPEN[\s\S]*not\/there\n$/, chosen(25)],
  twice: [127, /^0: ALLOCATE: array already allocated \(line 28\)\n$/, chosen(28)],
  planned: [4, /^ {4}4\n$/, ''],
  internal: [127, /^FIO-F-235\//, chosen(38)],
};

for (const [how, [code, stderr, trace]] of Object.entries(ends))
  test(`an executable with lines (-g) tells where it was: ${how}`, async () => {
    const ran = await execute(join(folder, 'with'), [how]);
    assert.equal(ran.code, code, ran.stderr);
    assert.ok(ran.stderr.endsWith(trace), `${ran.stderr} ends with ${trace}`);
    assert.match(ran.stderr.slice(0, ran.stderr.length - trace.length), stderr);
  });

test('one without lines tells what happened', async () => {
  const ran = await execute(join(folder, 'without'), ['twice']);
  assert.equal(ran.stderr, '0: ALLOCATE: array already allocated (line 28)\n');
});

test('cufort run tells lines in any case, also of a recursion without end', async () => {
  const ran = await cufort(['run', 'ends.f90', '-J', folder, '--', 'deep'], { cwd });
  assert.match(ran.stderr, /too much stack[^\n]*\n {2}in deep at ends\.f90:50 \(\d+ times\)\n {2}…\n$/);
  assert.ok(ran.code === 127 || ran.code === 139, String(ran.code));
});

test('a copy from a device that has failed ends a program that did not ask', async () => {
  const ran = await cufort(['run', '-w', 'failure-and-copy.cuf', '-J', folder], { cwd });
  assert.equal(ran.stdout, '');
  assert.equal(ran.code, 127);
  assert.match(
    ran.stderr,
    /^kernel kernels\.through stopped: block 1: an illegal memory access was encountered \(error 700\) \(failure-and-copy\.cuf:9\)\n0: copyout Memcpy \(.*\) FAILED: 700\(.*\)\n {2}in the main program at failure-and-copy\.cuf:20\n$/,
  );
});

test('so does memory for a sum that a failed device does not give', async () => {
  const ran = await cufort(['run', '-w', 'failure-and-sum.cuf', '-J', folder], { cwd });
  assert.equal(ran.stdout, '');
  assert.equal(ran.code, 127);
  assert.match(ran.stderr, /^kernel kernels\.through stopped: .*\n0: copyout Memcpy \(.*\) FAILED: 700\(/);
});

test('data that a directive expects on the device and that is not there is named, with its line', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cufort-present-'));
  try {
    const source = `program p
real :: x(10), y(10)
integer :: i
!$acc enter data copyin(y(1:5))
!$acc parallel loop present(x)
do i = 1, 10
x(i) = i
end do
end program
`;
    writeFileSync(join(folder, 'a.f90'), source);
    writeFileSync(join(folder, 'b.f90'), source.replace('present(x)', 'copy(y)').replace('x(i) = i', 'y(i) = i'));
    const missing = await cufort(['run', '-acc', 'a.f90'], { cwd: folder });
    assert.equal(missing.code, 1);
    assert.match(
      missing.stderr,
      /^FATAL ERROR: data in PRESENT clause was not found on device 1: name=x host:0x[0-9a-f]+$/m,
    );
    assert.match(missing.stderr, /^ file:a\.f90 p line:5$/m);
    const partly = await cufort(['run', '-acc', 'b.f90'], { cwd: folder });
    assert.match(partly.stderr, /^FATAL ERROR: variable in data clause is partially present on the device: name=y$/m);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
