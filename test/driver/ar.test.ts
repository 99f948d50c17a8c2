import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readArchive } from '../../src/driver/ar.ts';
import { archive, type Entry } from './archive.ts';

const text = new TextDecoder();

function read(entries: readonly Entry[]): (readonly [string, string])[] | undefined {
  return readArchive(archive(entries))?.map((m) => [m.name, text.decode(m.bytes)]);
}

test('archives of GNU: short and long names, odd sizes', () => {
  const long = 'an_object_file_with_a_long_name.o';
  const entries = [
    ['/', '\0\0\0\0'],
    ['//', `${long}/\n`],
    ['a.o/', 'abc'],
    ['/0', 'long'],
    ['b.o/', ''],
  ] as const;
  assert.deepEqual(read(entries), [
    ['a.o', 'abc'],
    [long, 'long'],
    ['b.o', ''],
  ]);
});

test('archives of BSD', () => {
  const entries = [
    ['__.SYMDEF SORTED', '0000'],
    ['#1/12', 'long_name.o\0content'],
    ['a.o', 'abc'],
  ] as const;
  assert.deepEqual(read(entries), [
    ['long_name.o', 'content'],
    ['a.o', 'abc'],
  ]);
});

test('what is no archive', () => {
  const whole = archive([['a.o/', 'abcdef']]);
  assert.equal(readArchive(new TextEncoder().encode('program p\nend\n')), undefined);
  assert.equal(readArchive(whole.subarray(0, whole.length - 3)), undefined);
  assert.deepEqual(readArchive(archive([])), []);
});
