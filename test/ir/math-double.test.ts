/** Sine, cosine, exponential and logarithm of doubles against quadruple precision, at the ends of their intervals, next to multiples of pi/2 and where they were found to be worst. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { doubles } from '../../src/ir/math-double.ts';

/** x, the double next to the value, and what that lacks. */
const values: Readonly<Record<keyof typeof doubles, readonly (readonly [number, number, number])[]>> = {
  sin: [
    [0.8561955906301382, 0.7553549453435259, 2.83e-17],
    [1.5707963267948966, 1, -1.83e-33],
    [-4.71238898038469, 1, -1.69e-32],
    [51471.85404, 3.584825930251109e-6, 1.52e-22],
    [99999.5, 0.5104916150747798, 1.05e-17],
    [-0.1, -0.09983341664682815, -3.08e-18],
    [1e-9, 1e-9, -1.67e-28],
    [0.7853981633974483, 0.7071067811865475, 4.1e-17],
    [31415.926535897932, -4.85682353956849e-13, 2.09e-29],
    [12345.678, -0.7040813137533816, -1.96e-17],
    [-77777.25, 0.745093539387013, 5.22e-17],
    [22, -0.008851309290403876, 2.85e-19],
  ],
  cos: [
    [0.7873198503244767, 0.7057466385353942, 2.7e-17],
    [1.5707963267948966, 6.123233995736766e-17, -1.5e-33],
    [-4.71238898038469, -1.8369701987210297e-16, -7.83e-33],
    [51471.85404, 0.9999999999935745, 3.83e-17],
    [99999.5, -0.8598827309222711, 2.48e-18],
    [-0.1, 0.9950041652780258, -5.5e-17],
    [1e-9, 1, -5e-19],
    [2.356194490192345, -0.7071067811865475, 2.26e-18],
    [10995.574287564275, 1, -4.03e-25],
    [12345.678, 0.7101193587160628, -2.48e-17],
    [-77777.25, -0.6669599819807285, -3.75e-17],
    [11, 0.004425697988050785, 3.24e-19],
  ],
  exp: [
    [290.78218329800353, 1.9279583258925353e126, -1.1e110],
    [700, 1.0142320547350045e304, 1.67e287],
    [-700, 9.85967654375977e-305, 8.5e-322],
    [1e-17, 1, 1e-17],
    [-1, 0.36787944117144233, -1.24e-17],
    [0.5, 1.6487212707001282, -4.73e-17],
    [10.25, 28282.541920334977, 1.61e-12],
    [-3.75, 0.023517745856009107, 1.27e-18],
    [123.456, 4.132944352778106e53, 6.7e36],
    [-300.125, 4.543270750163927e-131, -4.09e-149],
    [1e-5, 1.00001000005, 9.7e-17],
  ],
  log: [
    [1.4057114349978754, 0.3405435340581266, 1.19e-17],
    [0.7071067811865475, -0.34657359027997275, 1.08e-17],
    [1e300, 690.7755278982137, 2.37e-14],
    [3e-308, -708.0975963534979, -4.08e-14],
    [0.9999999999999999, -1.1102230246251565e-16, -6.16e-33],
    [1.0000000000000002, 2.2204460492503128e-16, 3.66e-48],
    [0.36, -1.0216512475319814, 4.01e-17],
    [2.9, 1.0647107369924282, 7.09e-17],
    [1.1, 0.09531017980432493, 5.93e-18],
  ],
};

for (const name of ['sin', 'cos', 'exp', 'log'] as const)
  test(`${name} is off by less than 0.8 units in the last place`, () => {
    for (const [x, high, low] of values[name]) {
      const unit = 2 ** (Math.floor(Math.log2(Math.abs(high))) - 52);
      const off = Math.abs(doubles[name](x) - high - low) / unit;
      assert.ok(off < 0.8, `${name}(${x}) is ${doubles[name](x)}: ${off} units`);
    }
  });

test('zeros, infinities and what is no number', () => {
  assert.ok(Object.is(doubles.sin(-0), -0));
  assert.ok(Object.is(doubles.log(1), 0));
  assert.equal(doubles.exp(-0), 1);
  assert.equal(doubles.cos(0), 1);
  assert.equal(doubles.exp(-Infinity), 0);
  assert.equal(doubles.log(0), -Infinity);
  for (const f of Object.values(doubles)) assert.ok(Number.isNaN(f(Number.NaN)));
});
