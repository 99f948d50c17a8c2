import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesOf, i4, i8, Program, r8, text, textOf } from './io-memory-host.ts';

const getInteger = (into: number[]) => (io: Program['io']) => void into.push(Number(io.getInteger(4, -99n)));

test('sequential formatted files: fort.N, rewind, backspace, endfile, append', () => {
  const program = new Program();
  for (const n of [1, 2, 3]) program.write({ unit: 11, fmt: '(i0)' }, i4(n));
  program.do('rewind', { unit: 11 });
  const got: number[] = [];
  program.read({ unit: 11, star: 1 }, getInteger(got));
  program.read({ unit: 11, star: 1 }, getInteger(got));
  program.do('backspace', { unit: 11 });
  program.read({ unit: 11, star: 1 }, getInteger(got));
  assert.deepEqual(got, [1, 2, 2]);
  program.write({ unit: 11, fmt: '(i0)' }, i4(9));
  program.do('close', { unit: 11 });
  assert.equal(program.host.text('fort.11'), '1\n2\n9\n');
  program.do('open', { unit: 11, file: 'fort.11', position: 'append', action: 'write' });
  program.write({ unit: 11, fmt: '(a)' }, text('end'));
  program.do('rewind', { unit: 11 });
  program.do('close', { unit: 11 });
  assert.equal(program.host.text('fort.11'), '1\n2\n9\nend\n');
  program.do('open', { unit: 12, file: 'fort.11' });
  program.read({ unit: 12, star: 1 }, getInteger(got));
  program.do('endfile', { unit: 12 });
  program.do('close', { unit: 12 });
  assert.equal(program.host.text('fort.11'), '1\n');
});

test('reading past the end, and backspace behind it', () => {
  const program = new Program();
  program.write({ unit: 10, fmt: '(i0)' }, i4(4));
  program.do('rewind', { unit: 10 });
  const got: number[] = [];
  const once = () => program.read({ unit: 10, star: 1, hasIostat: 1 }, getInteger(got));
  assert.deepEqual([once(), once(), once()], [0, -1, -1]);
  program.do('backspace', { unit: 10 });
  program.write({ unit: 10, fmt: '(i0)' }, i4(5));
  program.do('close', { unit: 10 });
  assert.equal(program.host.text('fort.10'), '4\n5\n');
});

test('status, scratch, newunit and delete', () => {
  const program = new Program();
  const open = (settings: object) => program.do('open', { unit: 20, hasIostat: 1, ...settings });
  assert.equal(open({ file: 'a', status: 'old' }), 209);
  assert.equal(open({ file: 'a', status: 'new' }), 0);
  assert.equal(program.do('open', { unit: 21, file: 'a', hasIostat: 1 }), 207);
  program.do('close', { unit: 20, status: 'delete' });
  assert.equal(program.host.exists('a'), false);
  assert.equal(open({ file: 'b', status: 'replace' }), 0);
  assert.equal(open({ file: 'c', status: 'sometimes' }), 201);
  assert.equal(open({ status: 'scratch', file: 'd' }), 206);
  assert.equal(open({ access: 'direct', file: 'd' }), 203);
  assert.equal(program.do('open', { newunit: 1, file: 'e' }), 0);
  assert.equal(program.result('newunit'), -13);
  assert.equal(program.do('open', { newunit: 1, status: 'scratch' }), 0);
  const scratch = program.result('newunit');
  program.write({ unit: scratch, fmt: '(i3)' }, i4(8));
  program.do('rewind', { unit: scratch });
  const got: number[] = [];
  program.read({ unit: scratch, fmt: '(i3)' }, getInteger(got));
  assert.deepEqual(got, [8]);
  assert.equal(program.do('open', { newunit: 1, hasIostat: 1 }), 258);
});

test('action and form are kept', () => {
  const program = new Program();
  program.write({ unit: 10, fmt: '(i0)' }, i4(1));
  program.do('close', { unit: 10 });
  program.do('open', { unit: 10, file: 'fort.10', action: 'read' });
  assert.equal(program.write({ unit: 10, star: 1, hasIostat: 1 }, i4(1)), 204);
  program.do('open', { unit: 11, file: 'x', action: 'write' });
  assert.equal(program.read({ unit: 11, star: 1, hasIostat: 1 }), 214);
  assert.equal(program.write({ unit: 11, hasIostat: 1 }, i4(1)), 215);
});

test('unformatted sequential records have 4-byte markers', () => {
  const program = new Program();
  program.do('open', { unit: 30, file: 'u', form: 'unformatted' });
  const io = program.begin('write', { unit: 30 });
  io.go();
  io.putBytes(Uint8Array.of(1, 0, 0, 0, 2, 0, 0, 0), 4);
  io.end();
  program.write({ unit: 30 }, i8(3n), r8(1));
  const written = '\x08\0\0\0\x01\0\0\0\x02\0\0\0\x08\0\0\0\x10\0\0\0\x03\0\0\0\0\0\0\0\0\0\0\0\0\0\xf0\x3f\x10\0\0\0';
  program.do('flush', { unit: 30 });
  assert.equal(program.host.text('u')?.replace('\xf0', 'ð'), written.replace('\xf0', 'ð'));
  program.do('backspace', { unit: 30 });
  const got: number[] = [];
  program.read({ unit: 30 }, (r) => void got.push(Number(r.getInteger(8, 0n)), r.getReal(8, 0)));
  program.do('rewind', { unit: 30 });
  program.read({ unit: 30 }, getInteger(got));
  program.read({ unit: 30 }, getInteger(got));
  assert.deepEqual(got, [3, 1, 1, 3]);
  const past = program.read({ unit: 30, hasIostat: 1 });
  assert.equal(past, -1);
  program.do('rewind', { unit: 30 });
  assert.equal(
    program.read({ unit: 30, hasIostat: 1 }, (r) => {
      r.getBytes(new Uint8Array(12), 4);
    }),
    219,
  );
});

test('convert swaps markers and elements', () => {
  const program = new Program();
  program.do('open', { unit: 30, file: 'u', form: 'unformatted', convert: 'big_endian' });
  const io = program.begin('write', { unit: 30 });
  io.go();
  io.putBytes(Uint8Array.of(1, 0, 0, 0, 2, 0, 0, 0), 4);
  io.putText(bytesOf('ab'));
  io.end();
  program.do('rewind', { unit: 30 });
  assert.equal(program.host.text('u'), '\0\0\0\x0a\0\0\0\x01\0\0\0\x02ab\0\0\0\x0a');
  const got: number[] = [];
  program.read({ unit: 30 }, (r) => {
    getInteger(got)(r);
    getInteger(got)(r);
  });
  assert.deepEqual(got, [1, 2]);
});

test('direct access', () => {
  const program = new Program();
  program.do('open', { unit: 40, file: 'd', access: 'direct', recl: 8, form: 'unformatted' });
  for (const n of [3, 1]) program.write({ unit: 40, rec: n }, i4(10 * n));
  const got: number[] = [];
  program.read({ unit: 40, rec: 3 }, getInteger(got));
  program.read({ unit: 40, rec: 1 }, getInteger(got));
  assert.deepEqual(got, [30, 10]);
  assert.equal(program.read({ unit: 40, rec: 4, hasIostat: 1 }), 253);
  assert.equal(program.write({ unit: 40, rec: 2, hasIostat: 1 }, i8(1n), i4(1)), 219);
  program.do('inquire', { unit: 40 });
  assert.deepEqual([program.result('recl'), program.result('nextrec'), program.result('size')], [8, 3, 24]);
  program.do('open', { unit: 41, file: 'f', access: 'direct', recl: 6, form: 'formatted' });
  program.write({ unit: 41, rec: 2, fmt: '(i3)' }, i4(7));
  program.do('close', { unit: 41 });
  assert.equal(program.host.text('f'), '\0\0\0\0\0\0  7   ');
});

test('stream access', () => {
  const program = new Program();
  program.do('open', { unit: 50, file: 's', access: 'stream' });
  program.write({ unit: 50 }, i4(65), text('xyz'));
  program.write({ unit: 50, pos: 2 }, text('B'));
  program.do('inquire', { unit: 50 });
  assert.deepEqual([program.result('pos'), program.result('size')], [3, 7]);
  const target = new Uint8Array(3);
  program.read({ unit: 50, pos: 5 }, (io) => io.getText(target));
  assert.equal(textOf(target), 'xyz');
  assert.equal(
    program.read({ unit: 50, hasIostat: 1 }, (io) => io.getText(target)),
    -1,
  );
  program.do('open', { unit: 51, file: 't', access: 'stream', form: 'formatted' });
  program.write({ unit: 51, fmt: '(a/a)' }, text('one'), text('two'));
  program.do('close', { unit: 51 });
  assert.equal(program.host.text('t'), 'one\ntwo\n');
});

test('inquire', () => {
  const program = new Program();
  program.do('inquire', { file: 'nowhere' });
  assert.deepEqual([program.result('exist'), program.result('opened'), program.result('number')], [0, 0, -1]);
  assert.equal(program.resultText('access'), 'UNDEFINED');
  program.do('open', { unit: 8, file: 'here', action: 'readwrite' });
  program.write({ unit: 8, fmt: '(a)' }, text('12345'));
  program.do('inquire', { file: 'here' });
  assert.deepEqual([program.result('exist'), program.result('opened'), program.result('number')], [1, 1, 8]);
  assert.deepEqual(
    (['access', 'form', 'action', 'name', 'position', 'read', 'sequential', 'direct', 'delim', 'pad'] as const).map(
      (key) => program.resultText(key),
    ),
    ['SEQUENTIAL', 'FORMATTED', 'READWRITE', 'here', 'APPEND', 'YES', 'YES', 'NO', 'NONE', 'YES'],
  );
  assert.equal(program.result('size'), 6);
  program.do('inquire', { unit: 6 });
  assert.deepEqual([program.result('opened'), program.resultText('action')], [1, 'WRITE']);
  program.begin('iolength').go();
  program.io.putInteger(1n, 4);
  program.io.putBytes(new Uint8Array(40), 8);
  program.io.end();
  assert.equal(program.result('iolength'), 44);
});

test('what is left open is completed and closed at the end', () => {
  const program = new Program();
  program.do('open', { unit: 8, file: 'here' });
  program.write({ unit: 8, fmt: '(a)', advance: 'no' }, text('part'));
  program.write({ fmt: '(a)', advance: 'no' }, text('prompt'));
  program.io.closeAll();
  assert.equal(program.host.text('here'), 'part\n');
  assert.equal(program.host.standardOutput.text, 'prompt');
});

test('unit 6 may be a file, and printf still writes to the screen', () => {
  const program = new Program();
  program.write({ fmt: '(a)' }, text('screen'));
  program.do('open', { unit: 6, file: 'six' });
  program.write({ fmt: '(a)' }, text('file'));
  program.io.writeStandardOutput(bytesOf('printf\n'));
  program.io.closeAll();
  assert.equal(program.host.text('six'), 'file\n');
  assert.equal(program.host.standardOutput.text, 'screen\nprintf\n');
});
