/** Where output cannot go: one message, a status that says so, and nothing half-written. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, openSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { command, cufort, execute } from '../cufort.ts';

const cwd = mkdtempSync(join(tmpdir(), 'cufort-outputs-'));
after(() => rmSync(cwd, { recursive: true, force: true }));

before(async () => {
  const many = 'do i = 1, 200000\n  print *, i\nend do\nend\n';
  const long =
    "integer(8) :: i, n\nn = 0\nprint '(a)', 'begin'\nflush (6)\ndo i = 1, 10_8**13\nn = n + i*i/3\nend do\nprint *, n\nend\n";
  writeFileSync(join(cwd, 'many.f90'), many);
  writeFileSync(join(cwd, 'long.f90'), long);
  for (const name of ['many', 'long']) {
    const built = await cufort(['build', `${name}.f90`, '-o', name], { cwd });
    assert.equal(built.code, 0, built.stderr);
  }
});

type End = { readonly code: number | null; readonly signal: string | null; readonly stderr: string };

/** Standard output goes to `out`: a file, or a pipe of which only the first part is read. `then`: once something has come. */
function run(
  program: string,
  args: readonly string[],
  out: number | 'pipe',
  then?: (kill: NodeJS.Process['kill'], pid: number) => void,
): Promise<End> {
  return new Promise((settle) => {
    const child = spawn(program, args, { cwd, stdio: ['ignore', out, 'pipe'] });
    let stderr = '';
    child.stderr?.on('data', (data: Buffer) => (stderr += data.toString()));
    child.stdout?.once('data', () => {
      if (then) then(process.kill.bind(process), child.pid ?? 0);
      else child.stdout?.destroy();
    });
    child.on('close', (code, signal) => settle({ code, signal, stderr }));
  });
}

const noFull = existsSync('/dev/full') ? false : 'there is no /dev/full';

test('a full disk is told to the statement that asks, or ends the program at its end', { skip: noFull }, async () => {
  const forms = { lines: "'(a)', iostat=ios) 'a line'", records: 'iostat=ios) x', lists: '*, iostat=ios) x(1:2)' };
  for (const [name, write] of Object.entries(forms)) {
    const form = name === 'records' ? 'unformatted' : 'formatted';
    const text = [
      'integer :: u, i, ios, first\nreal(8) :: x(100) = 1\nfirst = 0\n',
      `open(newunit=u, file='/dev/full', form='${form}', action='write')\n`,
      `do i = 1, 100000\nwrite(u, ${write}\nif (ios /= 0) exit\nend do\n`,
      "close(u, iostat=first)\nprint '(2i4)', ios, first\nend\n",
    ].join('');
    writeFileSync(join(cwd, `${name}.f90`), text);
    const { code, stdout, stderr } = await cufort(['run', `${name}.f90`], { cwd });
    assert.equal(stderr, '');
    assert.match(stdout, /^ {2}28/);
    assert.equal(code, 0);
  }
  const open = "open(7, file='/dev/full', action='write')\nwrite(7, *) 1\n";
  writeFileSync(join(cwd, 'left.f90'), `${open}print '(a)', 'done'\nend\n`);
  const left = await cufort(['run', 'left.f90'], { cwd });
  assert.equal(left.stdout, 'done\n');
  assert.match(left.stderr, /^FIO\/stdio: No space left on device\nFIO-F-\/CLOSE\/unit=7\//);
  assert.equal(left.code, 127);
});

test('a full disk ends a program, and a command that prints', { skip: noFull }, async () => {
  const full = openSync('/dev/full', 'w');
  const exe = await run(join(cwd, 'many'), [], full);
  assert.equal(exe.code, 127);
  assert.match(exe.stderr, /No space left on device/);
  const shown = await run(process.execPath, [command, 'run', '--show', 'ir', 'many.f90'], full);
  assert.deepEqual(shown, {
    code: 1,
    signal: null,
    stderr: 'error[unwritable-file]: cannot write the standard output: no space is left on the disk\n',
  });
});

test('a reader that goes ends a program as SIGPIPE does, without a word', async () => {
  for (const [program, ...args] of [[join(cwd, 'many')], [process.execPath, command, 'run', 'many.f90']])
    assert.deepEqual(await run(program ?? '', args, 'pipe'), { code: 141, signal: null, stderr: '' });
});

test('so does one that leaves something unread', async () => {
  const child = spawn(process.execPath, [command, 'run', 'many.f90'], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let stderr = '';
  child.stderr.on('data', (data: Buffer) => (stderr += data.toString()));
  child.stdout.once('readable', () => child.stdout.destroy());
  const code = await new Promise((settle) => child.once('close', settle));
  assert.deepEqual({ code, stderr }, { code: 141, stderr: '' });
});

test('an interrupt ends a program that computes', async () => {
  for (const [program, ...args] of [[join(cwd, 'long')], [process.execPath, command, 'run', 'long.f90']]) {
    const { code, signal, stderr } = await run(program ?? '', args, 'pipe', (kill, pid) => kill(pid, 'SIGINT'));
    assert.ok(signal === 'SIGINT' || code === 130, `${signal} ${code}`);
    assert.equal(stderr, '');
  }
});

test('what cannot be written is told, and leaves nothing behind', async () => {
  mkdirSync(join(cwd, 'folder'));
  const before = readdirSync(cwd).length;
  for (const output of ['folder', 'nowhere/x', 'many.f90/x']) {
    const built = await cufort(['build', 'many.f90', '-o', output], { cwd });
    assert.equal(built.code, 1);
    assert.match(built.stderr, /^error\[unwritable-file\]: cannot write `[^`]*`: [^\n]*\n$/);
  }
  assert.equal(readdirSync(cwd).length, before);
});

test('devices are written to, and stay devices', { skip: noFull }, async () => {
  const built = await cufort(['build', 'many.f90', '-o', '/dev/null'], { cwd });
  assert.equal(built.code, 0, built.stderr);
  assert.ok(statSync('/dev/null').isCharacterDevice());
  const full = await cufort(['build', '-c', 'many.f90', '-o', '/dev/full'], { cwd });
  assert.equal(full.stderr, 'error[unwritable-file]: cannot write `/dev/full`: no space is left on the disk\n');
  assert.ok(statSync('/dev/full').isCharacterDevice());
});

test('builds of one executable at the same time leave a whole one', async () => {
  const all = await Promise.all(Array.from({ length: 3 }, () => cufort(['build', 'many.f90', '-o', 'same'], { cwd })));
  assert.deepEqual(
    all.map((b) => b.code),
    [0, 0, 0],
  );
  assert.equal((await execute(join(cwd, 'same'), [])).stdout.split('\n').length, 200001);
  assert.deepEqual(
    readdirSync(cwd).filter((f) => f.endsWith('.tmp')),
    [],
  );
});

test('objects of sources of the same name would replace each other: told before one is written', async () => {
  for (const folder of ['first', 'second']) {
    mkdirSync(join(cwd, folder));
    writeFileSync(join(cwd, folder, 'part.f90'), `subroutine ${folder}\nend\n`);
  }
  const { code, stderr } = await cufort(['build', '-c', 'first/part.f90', 'second/part.f90'], { cwd });
  assert.equal(code, 1);
  assert.match(
    stderr,
    /^error\[same-object-file\]: `first\/part.f90` and `second\/part.f90` would both be written to `part.o`/,
  );
  assert.equal(existsSync(join(cwd, 'part.o')), false);
});
