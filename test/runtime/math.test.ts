/** The functions that Math lacks, against values computed with 40 digits (mpmath). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { doubles } from '../../src/ir/math-double.ts';
import { mathFunction } from '../../src/runtime/math.ts';

const table: readonly (readonly [name: string, tolerance: number, rows: readonly (readonly [number, number])[]])[] = [
  [
    'erf',
    2,
    [
      [-3.5, -0.9999992569016276],
      [-0.7, -0.6778011938374184],
      [1e-9, 1.1283791670955127e-9],
      [0.3, 0.3286267594591274],
      [0.99, 0.8385080695553698],
      [1.01, 0.8468104962282768],
      [2.5, 0.999593047982555],
      [7.0, 1.0],
    ],
  ],
  [
    'erfc',
    4,
    [
      [-2.0, 1.9953222650189528],
      [-0.3, 1.3286267594591274],
      [0.2, 0.7772974107895215],
      [0.6, 0.3961439091520741],
      [1.0, 0.15729920705028513],
      [2.5, 0.0004069520174449589],
      [5.0, 1.537459794428035e-12],
      [10.0, 2.088487583762545e-45],
      [26.0, 5.663192408856143e-296],
    ],
  ],
  [
    'gamma',
    4,
    [
      [-2.5, -0.9453087204829419],
      [-0.7, -4.273669982410843],
      [0.001, 999.4237724845955],
      [0.5, 1.772453850905516],
      [1.3, 0.8974706963062772],
      [2.7, 1.5446858458505939],
      [5.5, 52.34277778455352],
      [11.9, 31279623.921386234],
      [12.1, 50983227.84411616],
      [30.5, 4.822696933490909e31],
      [100.25, 2.94846628183877e156],
      [170.5, 5.56209241456e305],
    ],
  ],
  [
    'lgamma',
    4,
    [
      [1e-5, 11.512919692895826],
      [0.3, 1.0957979948180756],
      [0.9, 0.06637623973474295],
      [1.1, -0.049872441259839764],
      [1.9, -0.03898427592308336],
      [2.1, 0.04543773854448518],
      [3.5, 1.2009736023470743],
      [8.25, 9.033186919605123],
      [12.5, 18.734347511936445],
      [1000.5, 5908.674175848678],
      [10000000000.0, 220258509288.81058],
    ],
  ],
  [
    'j0',
    8,
    [
      [0.0, 1.0],
      [0.5, 0.9384698072408129],
      [2.0, 0.22389077914123567],
      [5.0, -0.1775967713143383],
      [7.9, 0.19436184484127825],
      [8.1, 0.14751745404437766],
      [20.0, 0.16702466434058316],
      [100.5, 0.054436573814413594],
    ],
  ],
  [
    'j1',
    8,
    [
      [0.1, 0.049937526036242],
      [0.5, 0.2422684576748739],
      [2.0, 0.5767248077568734],
      [5.0, -0.32757913759146523],
      [7.9, 0.2191793999217512],
      [8.1, 0.24760776698159287],
      [20.0, 0.06683312417585005],
      [100.5, -0.05779112399693202],
    ],
  ],
  [
    'y0',
    8,
    [
      [0.1, -1.5342386513503667],
      [0.5, -0.44451873350670656],
      [2.0, 0.5103756726497451],
      [5.0, -0.30851762524903376],
      [7.9, 0.20652094814437577],
      [8.1, 0.23809132870223482],
      [20.0, 0.06264059680938383],
      [100.5, -0.05806122757035575],
    ],
  ],
  [
    'y1',
    8,
    [
      [0.1, -6.4589510947020266],
      [0.5, -1.471472392670243],
      [2.0, -0.10703243154093754],
      [5.0, 0.14786314339122683],
      [7.9, -0.18172107728057313],
      [8.1, -0.13314879595249593],
      [20.0, -0.1655116143625213],
      [100.5, -0.05472610209468349],
    ],
  ],
];

/** The distance to the next number above. */
function ulp(x: number): number {
  const size = Math.max(Math.abs(x), 2 ** -1022);
  return 2 ** (Math.floor(Math.log2(size)) - 52);
}

for (const [name, tolerance, rows] of table) {
  test(`${name} is right to ${tolerance} units in the last place of max(1, result)`, () => {
    const f = mathFunction(`${name}`);
    for (const [x, expected] of rows) {
      const scale = tolerance * (name.length === 2 ? Math.max(ulp(expected), ulp(1)) : ulp(expected));
      assert.ok(Math.abs(f(x) - expected) <= scale, `${name}(${x}) = ${f(x)}, expected ${expected}`);
    }
  });
}

test('powers follow C99', () => {
  const pow = mathFunction('pow');
  assert.equal(pow(1, Number.NaN), 1);
  assert.equal(pow(-1, Number.POSITIVE_INFINITY), 1);
  assert.equal(pow(Number.NaN, 0), 1);
  assert.equal(pow(2, 10), 1024);
});

test('gamma at whole numbers is exact, at poles not a number', () => {
  const gamma = mathFunction('gamma');
  assert.equal(gamma(11), 3_628_800);
  assert.equal(gamma(171), 7.257415615307999e306);
  assert.equal(gamma(172), Number.POSITIVE_INFINITY);
  assert.ok(Number.isNaN(gamma(-3)));
});

test("what JavaScript's Math has is given as it is, which V8 calls without leaving compiled code", () => {
  for (const name of ['tan', 'asin', 'acos', 'atan', 'atan2'] as const) assert.equal(mathFunction(name), Math[name]);
  for (const name of ['sin', 'cos', 'exp', 'log', 'pow'] as const)
    assert.equal(mathFunction(`Math.${name}`), Math[name]);
});

test('sines, cosines, exponentials and logarithms are the steps of ir/math-double, and those of JavaScript outside of their range', () => {
  for (const name of ['sin', 'cos', 'exp', 'log'] as const) assert.equal(mathFunction(name), doubles[name]);
  for (const name of ['sin', 'cos'] as const) assert.equal(doubles[name](1e6), Math[name](1e6));
  assert.deepEqual([doubles.exp(1000), doubles.exp(-1000), doubles.log(0)], [Infinity, 0, -Infinity]);
  assert.ok([doubles.log(-1), doubles.sin(Infinity), doubles.exp(NaN)].every(Number.isNaN));
});

test('lengths of vectors: edges, and where squares would be too large or too small', () => {
  const hypot = mathFunction('hypot');
  const { POSITIVE_INFINITY: inf, NaN: nan, MAX_VALUE: most, MIN_VALUE: least } = Number;
  const cases = [
    [inf, nan, inf],
    [nan, -inf, inf],
    [nan, 1, nan],
    [-3, 4, 5],
    [0, -0, 0],
    [least, 0, least],
    [most, least, most],
    [3e300, 4e300, 5e300],
    [3 * 2 ** -1060, 4 * 2 ** -1060, 5 * 2 ** -1060],
    [most, most, inf],
    [1, 1e-20, 1],
  ] as const;
  for (const [x, y, length] of cases)
    for (const pair of [
      [x, y],
      [y, x],
    ] as const)
      assert.equal(hypot(...pair), length, `${pair}`);
});
