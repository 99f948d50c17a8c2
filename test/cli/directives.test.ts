/** What programs with directives tell: launches, copies and times, data that is missing, loops that are not independent. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { cufort } from '../cufort.ts';

const cwd = join(import.meta.dirname, 'directives');

test('directives: NVCOMPILER_ACC_NOTIFY and NVCOMPILER_ACC_TIME', async () => {
  const env = { ...process.env, NVCOMPILER_ACC_NOTIFY: '3', NVCOMPILER_ACC_TIME: '1' };
  const { stdout, stderr, code } = await cufort(['run', '-acc', 'told.f90'], { cwd, env });
  assert.equal(code, 0);
  assert.equal(stdout.trim(), '2.000000');
  assert.match(
    stderr,
    /^upload CUDA data {2}file=told\.f90 function=told line=7 device=0 threadid=1 variable=a bytes=4000$/m,
  );
  assert.match(
    stderr,
    /^launch CUDA kernel {2}file=told\.f90 function=told line=8 .*num_gangs=\d+ .*grid=\d+ block=\d+ /m,
  );
  assert.match(stderr, /^download CUDA data {2}file=told\.f90 .* variable=a bytes=4000$/m);
  assert.match(
    stderr,
    /^Accelerator Kernel Timing data\ntold\.f90\n {2}told {2}NVIDIA {2}devicenum=0\n {4}time\(us\): [\d,]+$/m,
  );
  assert.match(stderr, /^ {4}7: data region reached 1 time\n {8}7: data copyin transfers: 1$/m);
  assert.match(
    stderr,
    /^ {4}8: compute region reached 1 time\n {8}8: kernel launched 1 time\n {12}grid: \[\d+\] {2}block: \[\d+\]$/m,
  );
});

test('directives: data that should be present', async () => {
  const { stderr, code } = await cufort(['run', '-acc', 'missing.f90'], { cwd });
  assert.equal(code, 1);
  assert.match(
    stderr,
    /FATAL ERROR: data in PRESENT clause was not found on device 1: name=v(?:\(:\))? host:0x[0-9a-f]+/,
  );
  assert.match(stderr, /file:missing\.f90 double_it line:11/);
});

test('directives: a loop that is not independent', async () => {
  const { stdout } = await cufort(['run', '--check', 'race', '-acc', 'race.f90'], { cwd });
  assert.match(stdout, /Race reported between Write access at \S+ in race\.f90:9/);
});

test('directives: wrong clauses are told, each at its place', async () => {
  const { stderr, code } = await cufort(['check', '-acc', 'wrong.f90'], { cwd });
  assert.equal(code, 1);
  const told = [...stderr.matchAll(/^error\[([a-z-]+)\]: (.*)\n\s*┌─ wrong\.f90:(\d+):/gm)].map(
    ([, name, text, line]) => `${line} ${name}: ${text}`,
  );
  assert.deepEqual(
    told.toSorted((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10)),
    [
      '5 unknown-clause: directive `parallel loop` has no clause `copyinn`',
      '9 repeated-clause: clause `if` may stand only once in a directive',
      '13 collapse-depth: 3 loops are to be one, but only 2 are directly inside one another',
      '19 no-data-clause: `a` needs a data clause: the construct says `default(none)`',
      '23 unknown-directive: `parallell` begins no directive of OpenACC',
      '27 unknown-clause: directive `enter data` has no clause `copyout`',
      '28 unbalanced-parentheses: `(` is not closed',
      '32 syntax: expected a variable after `(`',
      '33 stray-directive-end: `!$acc end data` ends no directive that is open here',
      '34 syntax: expected an expression after `(`',
      '38 directive-needs-loop: a loop must follow `loop`',
      '40 unknown-clause: directive `exit data` has no clause `copyin`',
      '46 not-a-pointer: `p` is the same for all iterations, and cannot be associated',
    ],
  );
});

test('directives: the host runs OpenACC where ACC_DEVICE_TYPE says so, and there is a version for it', async () => {
  const env = { ...process.env, ACC_DEVICE_TYPE: 'host', NVCOMPILER_ACC_NOTIFY: '3' };
  const host = await cufort(['run', '-acc=gpu,host', 'told.f90'], { cwd, env });
  assert.equal(`${host.stdout.trim()} ${host.stderr}`, '2.000000 ');
  const device = await cufort(['run', '-acc=gpu,host', 'told.f90'], {
    cwd,
    env: { ...env, ACC_DEVICE_TYPE: 'nvidia' },
  });
  assert.match(device.stderr, /^launch CUDA kernel /m);
});
