import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesOf, c4, type Item, i4, i8, l4, Program, r4, r8, text, textOf } from './io-memory-host.ts';

/** Format, items, and what is written. */
const cases: readonly (readonly [string, readonly Item[], string])[] = [
  ['(i5)', [i4(42)], '   42\n'],
  ['(i5.3)', [i4(7)], '  007\n'],
  ['(i0)', [i4(-123)], '-123\n'],
  ['(i2)', [i4(100)], '**\n'],
  ['(i4.0)', [i4(0)], '    \n'],
  ['(sp,i5)', [i4(9)], '   +9\n'],
  ['(3i4)', [i4(1), i4(2), i4(3)], '   1   2   3\n'],
  ['(i3,1x,i3)', [i4(1), i4(2), i4(3), i4(4), i4(5)], '  1   2\n  3   4\n  5\n'],
  ['(z8,1x,o6,1x,b8.4)', [i4(255), i4(64), i4(5)], '      FF    100     0101\n'],
  ['(z8)', [i4(-1)], 'FFFFFFFF\n'],
  ['(z0,o5.5)', [i4(48879), i4(8)], 'BEEF00010\n'],
  ['(b3)', [i4(9)], '***\n'],
  ['(a)', [text('hello')], 'hello\n'],
  ['(a3,a8,a)', [text('hello'), text('abc'), text('x')], 'hel     abcx\n'],
  ['(5a2)', [text('a'), text('bcd')], ' abc\n'],
  ['(l1,l3,l5)', [l4(true), l4(false), l4(true)], 'T  F    T\n'],
  ["('x=',f6.2,' y=',f6.2)", [r8(1.5), r8(-22.257)], 'x=  1.50 y=-22.26\n'],
  ["(2(i2,','),i3)", [i4(1), i4(2), i4(3)], ' 1, 2,  3\n'],
  ['(a,(i3,i3))', [text('h'), i4(1), i4(2), i4(3), i4(4)], 'h  1  2\n  3  4\n'],
  ['(i2,2(1x,f4.1))', [i4(1), r8(2.0), r8(3.0), r8(4.0), r8(5.0)], ' 1  2.0  3.0\n  4.0  5.0\n'],
  ["(*(i0,:,','))", [i4(1), i4(2), i4(3)], '1,2,3\n'],
  ["(*(i0,','))", [i4(1), i4(2), i4(3)], '1,2,3,\n'],
  ['(i2/i2//i2)', [i4(1), i4(2), i4(3)], ' 1\n 2\n\n 3\n'],
  ['(3/,i2)', [i4(1)], '\n\n\n 1\n'],
  ['(i3,t10,i3,t2,i1)', [i4(1), i4(2), i4(3)], ' 31        2\n'],
  ['(a,tl2,a)', [text('abcd'), text('X')], 'abXd\n'],
  ['(a,tr3,a,2x)', [text('ab'), text('c')], 'ab   c\n'],
  ['(5x,a)', [text('q')], '     q\n'],
  ['(a,10x)', [text('q')], 'q\n'],
  ['(1p,e12.4,0p,f8.3)', [r8(1234.5), r8(1234.5)], '  1.2345E+031234.500\n'],
  ['(1pe12.4,f10.2)', [r8(12.5), r8(12.5)], '  1.2500E+01    125.00\n'],
  [
    '(e12.4,d12.4,es12.4,en12.4)',
    [r8(12345.678), r8(0.00012), r8(98765.4), r8(12345.678)],
    '  0.1235E+05  0.1200D-03  9.8765E+04 12.3457E+03\n',
  ],
  ['(e10.3e3,es10.2e4)', [r8(1.5), r8(2.5)], '0.150E+0012.50E+0000\n'],
  ['(e12.4)', [r8(1e-300)], '  0.1000-299\n'],
  ['(f8.3,f5.1,f3.1)', [r8(3.24159), r8(-0.04), r8(100.0)], '   3.242 -0.0***\n'],
  [
    '(g12.4,g12.4,g12.4,g12.4)',
    [r8(0.01), r8(0.5), r8(12346.0), r8(99999.9)],
    '  0.1000E-01  0.5000      0.1235E+05  0.1000E+06\n',
  ],
  ['(g0,1x,i0)', [i4(5), i4(6)], '5 6\n'],
  ['(g10.3,g10.3)', [i4(12), text('ab')], '        12        ab\n'],
  ['(dc,f6.2,dp,f6.2)', [r8(1.5), r8(1.5)], '  1,50  1.50\n'],
  ['(rd,f5.1,ru,f5.1,rz,f5.1)', [r8(1.25), r8(1.21), r8(-1.29)], '  1.2  1.3 -1.2\n'],
  ['(5hhello,i2)', [i4(1)], 'hello 1\n'],
  ["(\"its \",'don''t')", [], "its don't\n"],
  [
    '(2(a,i1,2(f4.1)))',
    [text('a'), i4(1), r8(1.0), r8(2.0), text('b'), i4(2), r8(3.0), r8(4.0)],
    'a1 1.0 2.0b2 3.0 4.0\n',
  ],
  ['(f10.2, 3x, a)', [r4(0.1), text('z')], '      0.10   z\n'],
  ['(f20.12)', [r4(0.1)], '      0.100000001490\n'],
  ['(f30.20)', [r8(0.1)], '        0.10000000000000000555\n'],
  ['(f0.3,1x,f0.1)', [r8(12.3456), r8(-1.0)], '12.346 -1.0\n'],
  ['( 1 0 x , i 3 )', [i4(3)], '            3\n'],
  ["(i3,:,'end')", [i4(3)], '  3\n'],
  ["(i3,'end')", [i4(3)], '  3end\n'],
  ["('a','b')", [], 'ab\n'],
  ['(a,i3)', [text('only')], 'only\n'],
  ['(f6.0,f2.0)', [r8(2.6), r8(3.4)], '    3.3.\n'],
  ['(2p,f8.2,e12.3)', [r8(1.234), r8(1.234)], '  123.40   12.34E-01\n'],
  ['(-1p,f8.3,e12.3)', [r8(12.34), r8(12.34)], '   1.234   0.012E+03\n'],
  ['(es9.2)', [r8(9.999)], ' 1.00E+01\n'],
  ['(en12.3)', [r8(999999.9)], '   1.000E+06\n'],
  ['(en10.1)', [r8(0.00045)], ' 450.0E-06\n'],
  ['(g9.2)', [r8(0.0)], '  0.0    \n'],
  ['(e9.2)', [r8(0.0)], ' 0.00E+00\n'],
  ['(ss,i3,sp,i3,s,i3)', [i4(1), i4(2), i4(3)], '  1 +2  3\n'],
  ['(2(i2,3(i1)))', [i4(1), i4(2), i4(3), i4(4), i4(5), i4(6), i4(7), i4(8)], ' 1234 5678\n'],
  ['(i1,(i2,i2),i3)', [i4(1), i4(2), i4(3), i4(4), i4(5), i4(6), i4(7)], '1 2 3  4\n 5 6  7\n'],
];

test('output under formats', () => {
  for (const [format, items, expected] of cases) {
    const program = new Program();
    program.write({ fmt: format }, ...items);
    assert.equal(program.output, expected, format);
  }
});

test('where nvfortran differs: halves go away from zero, F0.d has its zero, edits without widths have defaults', () => {
  const nvfortran: readonly (readonly [string, readonly Item[], string])[] = [
    ['(f6.0,f5.1)', [r8(2.5), r8(0.25)], '    3.  0.3'],
    ['(f0.2,1x,f0.2)', [r8(0.5), r8(-0.25)], '0.50 -0.25'],
    ['(i)', [i4(5)], '           5'],
    ['(i)', [i8(5n)], '                       5'],
    ['(f)', [r4(1.5)], '      1.5000000'],
    ['(e)', [r8(1.5)], '   0.1500000000000000E+01'],
    ['(l)', [l4(true)], ' T'],
    ['(g0,a)', [r4(3.14159274), text('|')], '3.141593|'],
    ['(g0)', [r8(1e-5)], '0.1000000000000000E-04'],
    ['(g0)', [r8(0)], '0.'],
    ['(g0.3)', [r8(3.24159)], '3.24'],
    ['(es12.3e3)', [r8(1.5)], '  1.500E+000'],
    ['(3f4.1)', [c4(1, 2), r4(3)], ' 1.0 2.0 3.0'],
  ];
  for (const [format, items, expected] of nvfortran)
    assert.equal(new Program().format(format, ...items), expected, format);
});

test('errors in formats', () => {
  const errors: readonly (readonly [string, number])[] = [
    ['i5', 240],
    ['(i5', 222],
    ['(q5)', 226],
    ["('abc)", 224],
    ['(0i5)', 254],
    ['(f5)', 249],
    ['(t)', 223],
    ['(i5,?)', 251],
    ['(a)', 235],
    ["('x')", 246],
    ["(*('x'))", 246],
  ];
  for (const [format, number] of errors) {
    const item = format === '(a)' ? [] : [i4(1)];
    const program = new Program();
    const real = format === '(a)' ? program.write({ fmt: '(i3)', hasIostat: 1 }, r8(1)) : 0;
    const iostat = real || program.write({ fmt: format, hasIostat: 1 }, ...item);
    assert.equal(iostat, number, format);
  }
});

test('non-advancing output', () => {
  const program = new Program();
  program.write({ fmt: '(a)', advance: 'no' }, text('ab'));
  program.write({ fmt: '(2x)', advance: 'no' });
  program.write({ fmt: '(t2,i1)' }, i4(7));
  program.write({ fmt: '(a,$)' }, text('prompt: '));
  program.write({ star: 1 }, i4(1));
  assert.equal(program.output, 'ab   7\nprompt:             1\n');
});

test('internal files', () => {
  const memory = new Uint8Array(12).fill(35);
  const { io } = new Program();
  io.start('write');
  io.setInternal(memory, 4, 3);
  io.setText('fmt', bytesOf('(i3)'));
  io.setInteger('hasIostat', 1);
  io.go();
  for (const i of [1n, 2n]) io.putInteger(i, 4);
  assert.equal(io.end(), 0);
  assert.equal(textOf(memory), '  1   2 ####');
  io.start('write');
  io.setInternal(memory, 4, 1);
  io.setText('fmt', bytesOf('(a)'));
  io.setInteger('hasIostat', 1);
  io.setInteger('hasIomsg', 1);
  io.go();
  io.putText(bytesOf('hello'));
  assert.equal(io.end(), 219);
  const message = new Uint8Array(50);
  io.resultText('iomsg', message);
  assert.equal(textOf(message).trimEnd(), 'attempt to read/write past end of record');
});

test('statements nest', () => {
  const program = new Program();
  const { io } = program;
  program.begin('write', { star: 1 }).go();
  io.putText(bytesOf('outer'));
  program.write({ unit: 0, fmt: '(a)' }, text('inner'));
  assert.equal(program.format('(i3)', i4(5)), '  5');
  io.putInteger(1n, 4);
  io.end();
  assert.equal(program.output, ' outer            1\n');
  assert.equal(program.host.standardError.text, 'inner\n');
});
