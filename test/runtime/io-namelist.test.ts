import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { IoType } from '../../src/library/io-keys.ts';
import { bytesOf, Program, textOf } from './io-memory-host.ts';

const memory = new Uint8Array(256);
const view = new DataView(memory.buffer);

type Member = {
  readonly name: string;
  readonly type: IoType;
  readonly kind: number;
  readonly address: number;
  readonly extents?: readonly number[];
};

const members: readonly Member[] = [
  { name: 'n', type: 'integer', kind: 4, address: 0 },
  { name: 'x', type: 'real', kind: 8, address: 8 },
  { name: 'flag', type: 'logical', kind: 4, address: 16 },
  { name: 'title', type: 'character', kind: 5, address: 20 },
  { name: 'a', type: 'real', kind: 4, address: 32, extents: [2, 2] },
  { name: 'z', type: 'complex', kind: 4, address: 64 },
  { name: 'p%q', type: 'integer', kind: 4, address: 72 },
];

function transfer(
  program: Program,
  operation: 'read' | 'write',
  unit: number,
  chosen: readonly Member[] = members,
): number {
  program.begin(operation, { unit, namelist: 'Group', hasIostat: 1, delim: 'quote' });
  for (const { extents = [], ...member } of chosen) {
    const strides = extents.map((_, d) => member.kind * extents.slice(0, d).reduce((a, b) => a * b, 1));
    program.io.namelistItem({ ...member, memory: () => memory, lower: extents.map(() => 1), extents, strides });
  }
  program.io.go();
  return program.io.end();
}

function fill(): void {
  memory.fill(0);
  view.setInt32(0, 7, true);
  view.setFloat64(8, 1.5, true);
  view.setInt32(16, 1, true);
  memory.set(bytesOf('ab"cd'), 20);
  [1, 2, 3, 4].forEach((v, i) => {
    view.setFloat32(32 + 4 * i, v, true);
  });
  view.setFloat32(64, 1, true);
  view.setFloat32(68, -1, true);
  view.setInt32(72, 3, true);
}

test('namelist output', () => {
  const program = new Program();
  fill();
  assert.equal(transfer(program, 'write', 6), 0);
  assert.equal(
    program.output,
    [
      ' &GROUP',
      ' N =            7,',
      ' X =    1.500000000000000     ,',
      ' FLAG =  T,',
      ' TITLE = "ab""cd",',
      ' A =    1.000000    ,',
      '        2.000000    ,',
      '        3.000000    ,',
      '        4.000000    ,',
      ' Z = (1.000000,-1.000000),',
      ' P%Q =            3',
      ' /',
      '',
    ].join('\n'),
  );
});

test('namelist input reads back what was written', () => {
  const program = new Program();
  fill();
  transfer(program, 'write', 10);
  const before = memory.slice();
  memory.fill(0);
  program.do('rewind', { unit: 10 });
  assert.equal(transfer(program, 'read', 10), 0);
  assert.deepEqual(memory, before);
});

function readText(text: string): number {
  fill();
  return transfer(new Program(text), 'read', 5);
}

test('namelist input forms', () => {
  const text = `some text
 &other n=1 /
 &group  N = 12, x=2*3 ! the last one wins? no: too many
 /`;
  assert.equal(readText(text), 233);
  assert.equal(
    readText(" $GROUP n=5 x = -1d3\n flag=f title='it''s' a(2,1)=20, a(1,2)=2*9.5 z=(3,\n4) p%q = 6 $end\n"),
    0,
  );
  assert.equal(view.getInt32(0, true), 5);
  assert.equal(view.getFloat64(8, true), -1000);
  assert.equal(view.getInt32(16, true), 0);
  assert.equal(textOf(memory.subarray(20, 25)), "it's ");
  assert.deepEqual(
    [0, 1, 2, 3].map((i) => view.getFloat32(32 + 4 * i, true)),
    [1, 20, 9.5, 9.5],
  );
  assert.deepEqual([view.getFloat32(64, true), view.getFloat32(68, true), view.getInt32(72, true)], [3, 4, 6]);
  assert.equal(readText('&group a = 1*, 8,, ! nulls keep\n 6 title(2:3)="XY"\n/\n'), 0);
  assert.deepEqual(
    [0, 1, 2, 3].map((i) => view.getFloat32(32 + 4 * i, true)),
    [1, 8, 3, 6],
  );
  assert.equal(textOf(memory.subarray(20, 25)), 'aXYcd');
  assert.equal(readText('&group a(:,2) = 7 7, n=1\n/\n'), 0);
  assert.deepEqual(
    [0, 1, 2, 3].map((i) => view.getFloat32(32 + 4 * i, true)),
    [1, 2, 7, 7],
  );
});

test('namelist errors', () => {
  assert.equal(readText('&group m=1 /\n'), 239);
  assert.equal(readText('&group n=x /\n'), 231);
  assert.equal(readText('&group a(3,1)=1 /\n'), 248);
  assert.equal(readText('&group n=1\n'), -1);
  assert.equal(readText('&others n=1 /\n'), -1);
});
