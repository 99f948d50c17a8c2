/** a*b + c rounded once, from whole numbers. */
const cell = new DataView(new ArrayBuffer(8));

/** A finite number as mantissa * 2^exponent. */
function parts(x: number): { readonly mantissa: bigint; readonly exponent: number } {
  cell.setFloat64(0, x);
  const bits = cell.getBigUint64(0);
  const raw = Number((bits >> 52n) & 0x7ffn);
  const low = bits & 0xfffffffffffffn;
  const size = raw === 0 ? low : low | 0x10000000000000n;
  return { mantissa: bits >> 63n ? -size : size, exponent: (raw === 0 ? 1 : raw) - 1075 };
}

export function fused(a: number, b: number, c: number, type: 'f32' | 'f64'): number {
  const plain = a * b + c;
  if (!Number.isFinite(a) || !Number.isFinite(b) || !Number.isFinite(c) || a === 0 || b === 0) return cut(plain, type);
  const [x, y, z] = [parts(a), parts(b), parts(c)];
  const exponent = Math.min(x.exponent + y.exponent, z.exponent);
  const product = (x.mantissa * y.mantissa) << BigInt(x.exponent + y.exponent - exponent);
  const sum = product + (z.mantissa << BigInt(z.exponent - exponent));
  // An exact zero: of two like zeros that zero, else +0.
  if (sum === 0n) return c === 0 ? cut(plain, type) : 0;
  return rounded(sum, exponent, type);
}

function cut(x: number, type: 'f32' | 'f64'): number {
  return type === 'f32' ? Math.fround(x) : x;
}

const formats = {
  f32: { bits: 24, least: -149, greatest: 104 },
  f64: { bits: 53, least: -1074, greatest: 971 },
} as const;

/** mantissa * 2^exponent to nearest, ties to even. */
function rounded(mantissa: bigint, exponent: number, type: 'f32' | 'f64'): number {
  const { bits, least, greatest } = formats[type];
  const negative = mantissa < 0n;
  let size = negative ? -mantissa : mantissa;
  let power = exponent;
  const excess = Math.max(size.toString(2).length - bits, least - power);
  if (excess > 0) {
    const unit = 1n << BigInt(excess);
    const rest = size & (unit - 1n);
    size >>= BigInt(excess);
    power += excess;
    if (rest * 2n > unit || (rest * 2n === unit && size % 2n === 1n)) size++;
  }
  while (size > 0n && size % 2n === 0n) {
    size >>= 1n;
    power++;
  }
  const top = power + size.toString(2).length;
  const value = top > greatest + bits ? Number.POSITIVE_INFINITY : scaled(Number(size), power);
  return negative ? -value : value;
}

/** Exact: the result is known to be a number of the format. */
function scaled(size: number, power: number): number {
  let value = size;
  let left = power;
  for (; left < -900; left += 500) value *= 2 ** -500;
  for (; left > 900; left -= 500) value *= 2 ** 500;
  return value * 2 ** left;
}
