/** Factors that stand for divisors, tried on all numbers of 16 bits. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reciprocalOf, roundedReciprocal } from '../../src/back/wasm/vector/reciprocals.ts';

const divisors = [2, 3, 5, 6, 7, 8, 9, 10, 11, 13, 16, 25, 29, 60, 100, 127, 128, 255, 256, 1000, 1461, 10000, 32767];
const short = (n: number): number => (n << 16) >> 16;

test('upper halves of products of 16 bits', () => {
  for (const divisor of [...divisors, ...divisors.map((d) => -d)]) {
    const { factor, shift } = reciprocalOf(divisor, 16);
    const more = divisor > 0 === factor > 0 ? 0 : Math.sign(divisor);
    for (let a = -32768; a <= 32767; a++) {
      const q: number = short(((a * factor) >> 16) + more * a) >> shift;
      assert.equal(short(q + ((q >>> 15) & 1)), Math.trunc(a / divisor) | 0, `${a}/${divisor}`);
    }
  }
});

test('rounded products of 16 bits', () => {
  let tried = 0;
  for (const divisor of divisors) {
    for (const [least, most] of [
      [0, 255],
      [-128, 127],
      [-768, 762],
      [0, 4095],
      [-4096, 4095],
      [-32768, 32767],
    ] as const) {
      const factor = roundedReciprocal(divisor, least, most);
      if (factor === undefined) continue;
      tried++;
      for (let a = least; a <= most; a++) {
        const b = a < 0 ? a + divisor - 1 : a;
        const q: number = (short(2 * b + 1 - divisor) * factor + 0x4000) >> 15;
        assert.equal(q, Math.trunc(a / divisor) | 0, `${a}/${divisor}`);
      }
    }
  }
  assert.ok(tried > divisors.length, 'most divisors of small numbers have one');
});
