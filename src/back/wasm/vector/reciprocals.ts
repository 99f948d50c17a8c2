/** Division of whole numbers by constants: the upper half of a product with a multiple of the reciprocal (H. Warren, Hacker's Delight, 10-1). */

/** For divisors of at least 2 or at most -2, of numbers of so many bits: the factor, as a number of as many, and the shift that follows. */
export function reciprocalOf(divisor: number, bits: 16 | 32): { readonly factor: number; readonly shift: number } {
  const d = BigInt(Math.abs(divisor));
  const half = 1n << BigInt(bits - 1);
  // The greatest number whose remainder is d - 1.
  const limit = half + (divisor < 0 ? 1n : 0n);
  const greatest = limit - 1n - (limit % d);
  for (let p = BigInt(bits); ; p++) {
    const power = 1n << p;
    const rest = d - (power % d);
    if (power <= greatest * rest) continue;
    const factor = (power + rest) / d;
    return { factor: Number(BigInt.asIntN(bits, divisor < 0 ? -factor : factor)), shift: Number(p) - bits };
  }
}

/**
 * The factor f by which numbers of 16 bits from `least` to `most` are divided with one rounded product: trunc(a/d) is (2b + 1 - d)*f/2**15 rounded, where b is a, and d - 1 more below zero. Of
 * what the product lacks, 1/(2d) is too much. For positive divisors.
 */
export function roundedReciprocal(divisor: number, least: number, most: number): number | undefined {
  if (divisor < 2) return undefined;
  const factor = Math.round(2 ** 14 / divisor);
  const lacks = Math.abs(2 * divisor * factor - 2 ** 15);
  const ends = [least < 0 ? 2 * least + 1 - divisor : 1 - divisor, 2 * most + 1 - divisor].map(Math.abs);
  const greatest = Math.max(...ends);
  return greatest < 2 ** 15 && greatest * lacks < 2 ** 15 ? factor : undefined;
}
