/** Edge cases of every type, and how results are compared. */
import type { Value } from '../../src/ir/operations.ts';

const max32 = 2 ** 31 - 1;
const max64 = 2n ** 63n - 1n;
const reals = [
  0,
  -0,
  1,
  -1,
  0.5,
  1.5,
  2.5,
  -2.5,
  1e10,
  -1e10,
  3e9,
  1e30,
  1e-40,
  16777217,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  Number.NaN,
];

export const inputs: Readonly<Record<string, readonly Value[]>> = {
  bool: [false, true],
  i32: [0, 1, -1, 2, 7, 31, 255, -128, 65535, max32, -max32 - 1, 0x12345678],
  i64: [0n, 1n, -1n, 2n, 63n, 255n, 4294967296n, 0x123456789abcdef0n, 9007199791611905n, max64, -max64 - 1n],
  f32: reals.map(Math.fround),
  f64: reals,
};

export function combinations(lists: readonly (readonly Value[])[]): Value[][] {
  return lists.reduce<Value[][]>((all, list) => all.flatMap((row) => list.map((v) => [...row, v])), [[]]);
}

export function agrees(got: unknown, want: Value, gives: string, close: boolean): boolean {
  if (typeof want === 'boolean') return got === Number(want);
  if (typeof want === 'bigint' || typeof got !== 'number') return got === want;
  if (close && Number.isFinite(want) && Math.abs(want) > 1e-37)
    return Math.abs(got - want) <= Math.abs(want) * (gives === 'f32' ? 3e-7 : 1e-15);
  return Object.is(got, want) || (close && Math.abs(got - want) < 1e-37) || (got === 0 && want === 0 && close);
}

/** The least integer by -1 is not defined. */
export function isOverflow(name: string, args: readonly Value[]): boolean {
  return (
    (name === 'div' || name === 'rem') &&
    (args[1] === -1 || args[1] === -1n) &&
    (args[0] === -max32 - 1 || args[0] === -max64 - 1n)
  );
}
