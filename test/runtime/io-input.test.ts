import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { IoRuntime } from '../../src/runtime/fortran-io/io-runtime.ts';
import { bytesOf, Program, textOf } from './io-memory-host.ts';

type Get = (io: IoRuntime) => unknown;
const i4: Get = (io) => Number(io.getInteger(4, -99n));
const i8: Get = (io) => io.getInteger(8, -99n);
const r4: Get = (io) => io.getReal(4, -99);
const r8: Get = (io) => io.getReal(8, -99);
const c8: Get = (io) => io.getComplex(8, -99, -99);
const l4: Get = (io) => io.getLogical(4, true);
const a =
  (length: number): Get =>
  (io) => {
    const target = bytesOf('#'.repeat(length));
    io.getText(target);
    return textOf(target);
  };

/** What one read statement gets from the input. */
function read(input: string, format: string, gets: readonly Get[]): unknown[] {
  const program = new Program(input);
  const got: unknown[] = [];
  program.read(format === '*' ? { star: 1 } : { fmt: format }, (io) => {
    for (const get of gets) got.push(get(io));
  });
  return got;
}

test('list-directed input', () => {
  const cases: readonly (readonly [string, readonly Get[], readonly unknown[]])[] = [
    ['1 2,3\n', [i4, i4, i4], [1, 2, 3]],
    ['  1\n\n 2\n', [i4, i4], [1, 2]],
    ['1,,3\n', [i4, i4, i4], [1, -99, 3]],
    [',2\n', [i4, i4], [-99, 2]],
    ['1 / 2\n', [i4, i4, r8], [1, -99, -99]],
    ['3*7 2*, 9\n', [i4, i4, i4, i4, i4, i4], [7, 7, 7, -99, -99, 9]],
    ['1.5 2 3e2 4d-1 1.5+3\n', [r8, r8, r8, r8, r8], [1.5, 2, 300, 0.4, 1500]],
    ['inf -Infinity nan NaN(1)\n', [r8, r8, r8, r8], [Infinity, -Infinity, NaN, NaN]],
    ['0.1 16777217\n', [r4, r4], [Math.fround(0.1), 16777216]],
    [
      '(1,2) ( 3.5 ,\n -4 ) 2*(5,6)\n',
      [c8, c8, c8, c8],
      [
        [1, 2],
        [3.5, -4],
        [5, 6],
        [5, 6],
      ],
    ],
    ['T F .true. .FALSE. tomato\n', [l4, l4, l4, l4, l4], [true, false, true, false, true]],
    ["'it''s' \"two\nlines\" bare,x\n", [a(4), a(8), a(4), a(3)], ["it's", 'twolines', 'bare', 'x  ']],
    ["2*'ab' c/d\n", [a(3), a(1), a(2)], ['ab ', 'a', 'c ']],
    ['9223372036854775807 -9223372036854775808\n', [i8, i8], [9223372036854775807n, -9223372036854775808n]],
    ['5\r\n6\r\n', [i4, i4], [5, 6]],
    ['7', [i4], [7]],
    ['1.9e1 -2.5 7 T 1\n', [i4, i4, c8, l4, l4], [19, -2, [7, 0], true, true]],
  ];
  for (const [input, gets, expected] of cases) assert.deepEqual(read(input, '*', gets), expected, input);
});

test('input under formats', () => {
  const cases: readonly (readonly [string, string, readonly Get[], readonly unknown[]])[] = [
    ['  12345\n', '(i4,i3)', [i4, i4], [12, 345]],
    ['1 2 3\n', '(bz,i5)', [i4], [10203]],
    ['1 2 3\n', '(i5)', [i4], [123]],
    ['12,345\n', '(2i5)', [i4, i4], [12, 345]],
    ['  234159\n', '(f8.5)', [r8], [2.34159]],
    ['  2.34159', '(f9.2)', [r8], [2.34159]],
    ['1.5E2 1.5D2\n', '(f6.0,e5.0)', [r8, r8], [150, 150]],
    ['1234\n', '(2p,f4.0)', [r8], [12.34]],
    ['T .FALSE.\n', '(l1,l8)', [l4, l4], [true, false]],
    ['hello\n', '(a2,a3)', [a(4), a(2)], ['he  ', 'lo']],
    ['hello\n', '(a)', [a(8)], ['hello   ']],
    ['FF 17 101\n', '(z2,1x,o2,1x,b3)', [i4, i4, i4], [255, 15, 5]],
    ['1\n2\n3\n', '(i1)', [i4, i4, i4], [1, 2, 3]],
    ['1\n2\n3\n4\n', '(i1/i1)', [i4, i4, i4, i4], [1, 2, 3, 4]],
    ['abcdef\n', '(t4,a1,tl3,a1,tr1,a1)', [a(1), a(1), a(1)], ['d', 'b', 'd']],
    ['12\n', '(i5,i5)', [i4, i4], [12, 0]],
    ['  1.5  2.5\n', '(2f5.1)', [c8], [[1.5, 2.5]]],
    ['1,5\n', '(dc,f3.1)', [r8], [1.5]],
  ];
  for (const [input, format, gets, expected] of cases) {
    assert.deepEqual(read(input, format, gets), expected, `${format} ${input}`);
  }
});

test('decimal to real(4) is rounded once', () => {
  // Just above and below the midpoint between 1 and the next real(4), closer than a double can tell.
  const half = '1.000000059604644775390625';
  assert.deepEqual(read(`${half} ${half}000000000000000001 ${half.slice(0, -1)}4999999999999\n`, '*', [r4, r4, r4]), [
    1,
    Math.fround(1.0000001192092896),
    1,
  ]);
  const odd = '1.000000178813934326171875';
  assert.deepEqual(read(`${odd} ${odd.slice(0, -1)}4999999999\n`, '*', [r4, r4]), [
    Math.fround(1.0000002384185791),
    Math.fround(1.0000001192092896),
  ]);
  const tiny = 2 ** -149;
  assert.deepEqual(read('7.0064923216240854e-46 7.0064923216240853e-46 1.4e-45\n', '*', [r4, r4, r4]), [tiny, 0, tiny]);
});

test('non-advancing input, size= and the end of the record', () => {
  const program = new Program('abcdef\nxy\n');
  const settings = { fmt: '(a4)', advance: 'no', hasIostat: 1, size: 1 };
  const chunks: string[] = [];
  for (let i = 0; i < 3; i += 1) {
    const iostat = program.read(settings, (io) => chunks.push(String(a(4)(io))));
    chunks.push(`${iostat}:${program.result('size')}`);
  }
  assert.deepEqual(chunks, ['abcd', '0:4', 'ef  ', '-2:2', 'xy  ', '-2:2']);
  assert.equal(program.read(settings), -1);
});

test('errors of input', () => {
  const failures: readonly (readonly [string, string, Get, number])[] = [
    ['', '*', i4, -1],
    ['\n\n', '*', i4, -1],
    ['x\n', '*', i4, 231],
    ['3000000000\n', '*', i4, 231],
    ['ab\n', '(i2)', i4, 231],
    ['1\n', '(a1)', l4, 235],
  ];
  for (const [input, format, get, expected] of failures) {
    const program = new Program(input);
    const settings = format === '*' ? { star: 1, hasIostat: 1 } : { fmt: format, hasIostat: 1 };
    assert.equal(
      program.read(settings, (io) => void get(io)),
      expected,
      input,
    );
  }
});

test('an error that nothing catches ends the program with nvfortran’s message', () => {
  const program = new Program('');
  assert.throws(() => program.read({ star: 1 }, (io) => void i4(io)), {
    name: 'FortranRuntimeError',
    exitCode: 127,
    message:
      'FIO-F-217/list-directed read/unit=5/attempt to read past end of file.\n' +
      " File name = 'stdin ',    formatted, sequential access   record = 1",
  });
  assert.throws(() => program.do('open', { unit: 9, file: 'none', status: 'old' }), {
    message: "FIO-F-209/OPEN/unit=9/'OLD' specified for file which does not exist.\n File name = none",
  });
});

test('internal input', () => {
  const { io } = new Program();
  const memory = bytesOf('12 345 6  ');
  io.start('read');
  io.setInternal(memory, 5, 2);
  io.setInteger('star', 1);
  io.setInteger('hasIostat', 1);
  io.go();
  assert.deepEqual([i4(io), i4(io), i4(io)], [12, 34, 5]);
  i4(io);
  i4(io);
  assert.equal(io.end(), -1);
});
