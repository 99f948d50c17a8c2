/**
 * Makes src/library/fortran/curand/curand_sobol_tables.cuf from what NVIDIA's library tells (FOLDER/vectors.bin, scrambled.bin and constants.bin, written by
 * `test/library-curand/record FOLDER tables`): node scripts/curand-tables.ts FOLDER
 * With `jump` instead of a folder: prints the jump of src/library/fortran/curand/curand_mt.cuf.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const dimensions = 20000;
const scrambledDimensions = 400;

const [what = ''] = process.argv.slice(2);
if (what === 'jump') console.log(rows(packLowestFirst(jump(2048), 19937)).join('\n'));
else writeFileSync(join(import.meta.dirname, '../src/library/fortran/curand/curand_sobol_tables.cuf'), tables(what));

function tables(folder: string): string {
  const vectors = words(join(folder, 'vectors.bin'));
  const scrambled = words(join(folder, 'scrambled.bin'));
  const constants = words(join(folder, 'constants.bin'));
  const plain: number[] = [];
  for (let d = 1; d < dimensions; d++) recipe(plain, vectors.subarray(d * 64, d * 64 + 64), degreeOf(d));
  const scramble: number[] = [];
  for (let d = 0; d < scrambledDimensions; d++) {
    put(scramble, constants[d] ?? 0n, 64);
    const images = imagesOf(vectors.subarray(d * 64, d * 64 + 64), scrambled.subarray(d * 64, d * 64 + 64));
    for (let bit = 63; bit > 0; bit--) put(scramble, images[bit] ?? 0n, bit);
  }
  return `!> Tables of curand_sobol, made by scripts/curand-tables.ts: six bits to a character from '0', most significant bits first.
module curand_sobol_tables
  implicit none

  integer, parameter :: sobol_dimensions = ${dimensions}, scrambled_dimensions = ${scrambledDimensions}
  !> Per dimension from the second (primitive polynomials in their order, initial numbers of Joe and Kuo, new-joe-kuo-6): the inner coefficients of the
  !> polynomial, then of the initial numbers the second without its last bit (1 bit), the third (2 bits) and so on.
${constant('sobol_recipes', plain)}
  !> Per dimension: the constant (64 bits), then what the lower triangular matrix makes of the highest bit without that bit (63 bits), of the next (62) and so on.
${constant('sobol_scrambling', scramble)}
end module curand_sobol_tables
`;
}

function words(file: string): BigUint64Array {
  const bytes = readFileSync(file);
  return new BigUint64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

/** Most significant of `count` bits first. */
function put(bits: number[], value: bigint, count: number): void {
  for (let i = count - 1; i >= 0; i--) bits.push(Number((value >> BigInt(i)) & 1n));
}

/** There is a polynomial of degree d for each of the phi(2^d - 1) / d primitive ones. */
function degreeOf(dimension: number): number {
  let first = 1;
  for (let degree = 1; ; degree++) {
    first += totient(2 ** degree - 1) / degree;
    if (dimension < first) return degree;
  }
}

function totient(n: number): number {
  let rest = n;
  let result = n;
  for (let p = 2; p * p <= rest; p++) {
    if (rest % p !== 0) continue;
    while (rest % p === 0) rest /= p;
    result -= result / p;
  }
  return rest > 1 ? result - result / rest : result;
}

/** Numbers v[i] of the first bits; then v[i] = the sum of a[k] v[i-k], v[i-d] and v[i-d] shifted by d, from whose first the a[k] are read off. */
function recipe(bits: number[], v: BigUint64Array, degree: number): void {
  const at = (i: number) => v[i] ?? 0n;
  let rest = at(degree) ^ at(0) ^ (at(0) >> BigInt(degree));
  for (let k = 1; k < degree; k++) {
    const isIn = (rest >> BigInt(64 - (degree - k + 1))) & 1n;
    if (isIn) rest ^= at(degree - k);
    bits.push(Number(isIn));
  }
  if (rest !== 0n) throw new RangeError('no sequence of Sobol');
  for (let i = 1; i < degree; i++) put(bits, at(i) >> BigInt(64 - i), i);
}

/** What a linear map makes of each bit, from what it makes of independent vectors. */
function imagesOf(from: BigUint64Array, to: BigUint64Array): readonly bigint[] {
  const basis = new Map<number, readonly [vector: bigint, image: bigint]>();
  for (let i = 0; i < 64; i++) {
    let [vector, image] = [from[i] ?? 0n, to[i] ?? 0n];
    while (vector) {
      const bit = vector.toString(2).length - 1;
      const known = basis.get(bit);
      if (!known) {
        basis.set(bit, [vector, image]);
        break;
      }
      vector ^= known[0];
      image ^= known[1];
    }
  }
  const images: bigint[] = [];
  for (let bit = 0; bit < 64; bit++) {
    const [vector, image] = basis.get(bit) ?? [0n, 0n];
    images.push(images.reduce((sum, other, low) => ((vector >> BigInt(low)) & 1n ? sum ^ other : sum), image));
  }
  return images;
}

function constant(name: string, bits: readonly number[]): string {
  let text = '';
  for (let i = 0; i < bits.length; i += 6)
    text += String.fromCharCode(48 + [0, 1, 2, 3, 4, 5].reduce((code, k) => code * 2 + (bits[i + k] ?? 0), 0));
  const lines = rows(text).map((row) => `    '${row.padEnd(112, '0')}'`);
  return `  character(112), parameter :: ${name}(${lines.length}) = [ &\n${lines.join(', &\n')}]`;
}

function rows(text: string): readonly string[] {
  return text.match(/.{1,112}/g) ?? [];
}

function packLowestFirst(polynomial: bigint, bits: number): string {
  let text = '';
  for (let i = 0; i < bits + 43; i += 6) text += String.fromCharCode(48 + Number((polynomial >> BigInt(i)) & 63n));
  return text;
}

/** x**(2**power) modulo the characteristic polynomial of MT19937, which Berlekamp and Massey find in its numbers. */
function jump(power: number): bigint {
  const degree = 19937;
  const polynomial = characteristic(degree);
  const low: bigint[] = [];
  for (let i = 0; i < degree; i++) if ((polynomial >> BigInt(i)) & 1n) low.push(BigInt(i));
  const mask = (1n << BigInt(degree)) - 1n;
  let q = 2n;
  for (let k = 0; k < power; k++) {
    q = BigInt(`0b${[...q.toString(2)].join('0')}`);
    for (let high = q >> BigInt(degree); high; high = q >> BigInt(degree)) {
      q &= mask;
      for (const shift of low) q ^= high << shift;
    }
  }
  return q;
}

function characteristic(degree: number): bigint {
  let connection = 1n;
  let before = 1n;
  let length = 0;
  let gap = 1n;
  let seen = 0n;
  for (const [i, bit] of lowestBits(2 * degree + 200).entries()) {
    seen = (seen << 1n) | bit;
    const isOff = [...(connection & seen).toString(2)].filter((c) => c === '1').length % 2 === 1;
    if (!isOff) {
      gap++;
      continue;
    }
    const kept = connection;
    connection ^= before << gap;
    if (2 * length <= i) {
      length = i + 1 - length;
      before = kept;
      gap = 1n;
    } else gap++;
  }
  const mirrored = connection.toString(2).padStart(degree + 1, '0');
  return BigInt(`0b${[...mirrored].reverse().join('')}`);
}

function lowestBits(count: number): readonly bigint[] {
  const x = new Uint32Array(count + 1248).fill(5489, 0, 1);
  const at = (i: number) => x[i] ?? 0;
  for (let i = 1; i < 624; i++) x[i] = Math.imul(1812433253, at(i - 1) ^ (at(i - 1) >>> 30)) + i;
  for (let i = 624; i < x.length; i++) {
    const y = (at(i - 624) & 0x80000000) | (at(i - 623) & 0x7fffffff);
    x[i] = at(i - 227) ^ (y >>> 1) ^ (y & 1 ? 0x9908b0df : 0);
  }
  return Array.from(x.subarray(1248), (value) => BigInt(value & 1));
}
