/** Recorded results, and whether a value is as close to one as its row promises. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** By case: integers and logicals as numbers, text in brackets, reals as the hexadecimal digits of their bits. */
export const expected: ReadonlyMap<string, string> = linesOf(
  readFileSync(join(import.meta.dirname, 'expected.txt'), 'utf8'),
);

/** `id result` lines. */
export function linesOf(text: string): ReadonlyMap<string, string> {
  return new Map(
    text
      .split('\n')
      .filter((l) => l.includes(' '))
      .map((l): [string, string] => [l.slice(0, l.indexOf(' ')), l.slice(l.indexOf(' ') + 1)]),
  );
}

const cell = new DataView(new ArrayBuffer(8));

export function realOf(hex: string): number {
  if (hex.length === 8) cell.setUint32(0, Number.parseInt(hex, 16));
  else cell.setBigUint64(0, BigInt(`0x${hex}`));
  return hex.length === 8 ? cell.getFloat32(0) : cell.getFloat64(0);
}

export function isReal(text: string): boolean {
  return /^(?:[0-9A-F]{8}|[0-9A-F]{16})(?: |$)/.test(text);
}

/** As people read it. */
export function shown(text: string): string {
  return isReal(text) ? text.split(' ').map(realOf).join(', ') : text;
}

/** Reals in the bits' digits `wanted`. A complex function's parts are compared by the size of the whole. */
export function closeReals(values: readonly number[], wanted: string, ulp: number): boolean {
  const parts = wanted.split(' ').map(realOf);
  const kind = wanted.length === 8 || wanted.length === 17 ? 4 : 8;
  if (values.length === 1) return distance(values[0] ?? Number.NaN, parts[0] ?? 0, kind) <= ulp;
  const size = Math.hypot(...parts) * (kind === 4 ? 2 ** -23 : 2 ** -52);
  return values.every((x, i) => Object.is(x, parts[i]) || Math.abs(x - (parts[i] ?? 0)) <= (ulp + 1) * size);
}

/** How far two numbers are apart, in units of the last place of their kind. */
function distance(a: number, b: number, kind: number): number {
  return Object.is(a, b) ? 0 : Math.abs(Number(order(a, kind) - order(b, kind)));
}

function order(x: number, kind: number): bigint {
  if (kind === 4) cell.setFloat32(0, x);
  else cell.setFloat64(0, x);
  const bits = kind === 4 ? BigInt(cell.getInt32(0)) : cell.getBigInt64(0);
  const least = kind === 4 ? -(2n ** 31n) : -(2n ** 63n);
  return bits < 0n ? least - bits : bits;
}
