import assert from 'node:assert/strict';
import { test } from 'node:test';
import { c4, type Item, i4, i8, l4, Program, r4, r8, text } from './io-memory-host.ts';

/** One list-directed print statement. */
function print(...items: readonly Item[]): string {
  const program = new Program();
  program.write({ star: 1 }, ...items);
  return program.output;
}

const cases: readonly (readonly [string, string])[] = [
  [print(), ' \n'],
  [print(text('')), ' \n'],
  [print(text('hello')), ' hello\n'],
  [print(text('a'), text('b')), ' ab\n'],
  [print(text('n ='), i4(5)), ' n =            5\n'],
  [print(i4(-1), i4(2147483647)), '           -1   2147483647\n'],
  [print(i8(1n)), '                        1\n'],
  [print((io) => io.putInteger(7n, 2)), '       7\n'],
  [print((io) => io.putInteger(7n, 1)), '     7\n'],
  [print(l4(true), l4(false)), '  T  F\n'],
  [print(r4(1)), '    1.000000    \n'],
  [print(r8(Math.PI)), '    3.141592653589793     \n'],
  [print(r8(0.1)), '   0.1000000000000000     \n'],
  [print(r4(0.1)), '   0.1000000    \n'],
  [print(r4(-0.5), r4(1e7)), '  -0.5000000       1.0000000E+07\n'],
  [print(r4(0)), '    0.000000    \n'],
  [print(r8(1e-5)), '   1.0000000000000001E-005\n'],
  [print(r8(1e100)), '   1.0000000000000000E+100\n'],
  [print(r4(Number.NaN), r4(Number.NEGATIVE_INFINITY)), '             NaN            -Inf\n'],
  [print(c4(1, -2)), ' (1.000000,-2.000000)\n'],
  [print(text('z'), c4(1, -2)), ' z  (1.000000,-2.000000)\n'],
  // The outputs of the article "Tips for CUDA Fortran" (Monte Carlo integration).
  [print(text('Result = '), r4(3.141863)), ' Result =     3.141863    \n'],
  [print(text('Standard deviation = '), r4(5.0109735e-5)), ' Standard deviation =    5.0109735E-05\n'],
  [
    print(text('Difference from real pi value = '), r4(3.3378601e-6)),
    ' Difference from real pi value =    3.3378601E-06\n',
  ],
];

test('list-directed output looks as nvfortran writes it', () => {
  for (const [got, expected] of cases) assert.equal(got, expected);
});

test('a list-directed record is broken before an item that would pass column 79', () => {
  const lines = print(...Array.from({ length: 8 }, (_, i) => i4(i))).split('\n');
  assert.deepEqual(
    lines.map((line) => line.length),
    [79, 26, 0],
  );
  assert.equal(print(text('x'.repeat(100))), ` ${'x'.repeat(100)}\n`);
});

test('delimiters and modes of the statement', () => {
  const program = new Program();
  program.write({ star: 1, delim: 'apostrophe' }, text("it's"), text('b'));
  program.write({ star: 1, decimal: 'comma' }, r4(1.5), c4(1, 2));
  program.write({ star: 1, sign: 'plus' }, i4(3), r4(1.5));
  assert.equal(program.output, " 'it''s' 'b'\n    1,500000      (1,000000;2,000000)\n           +3   +1.500000    \n");
});

test('a list-directed write to an internal file begins with a blank', () => {
  const program = new Program();
  const memory = new Uint8Array(20);
  const io = program.begin('write', { star: 1 });
  io.setInternal(memory, 20, 1);
  io.go();
  io.putInteger(42n, 4);
  assert.equal(io.end(), 0);
  assert.equal(String.fromCharCode(...memory), '           42       ');
});
