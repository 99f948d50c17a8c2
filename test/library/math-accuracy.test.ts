/**
 * The math functions of library/fortran against math-reference.txt: name, argument and 25 digits of the result for real(8), then for real(4)
 * (made with mpmath; two arguments where the function has two).
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { compileHost, layoutProgram } from '../../src/back/wasm/compile.ts';
import { disk } from '../../src/cli/disk.ts';
import { compileLibrary } from '../../src/driver/library.ts';
import { link } from '../../src/ir/link.ts';
import type { Fn } from '../../src/ir/module.ts';
import { type OperationName, operations } from '../../src/ir/operations.ts';
import { mathFunction } from '../../src/library/math-functions.ts';
import { inlineInto } from '../../src/opt/scalar/inline.ts';
import { mem2reg } from '../../src/opt/scalar/mem2reg.ts';
import { simplify } from '../../src/opt/scalar/simplify.ts';

/** Units in the last place. What is not named: 2 for real(8), 1 for real(4). */
const bounds: Readonly<Record<string, number>> = { erfc: 4, gamma: 6, lgamma: 4 };
const bounds4: Readonly<Record<string, number>> = {
  ...{ erf: 1.61, sin: 1.55, cos: 1.55, asin: 1.4, acos: 1.2, atan: 1.5, atan2: 2, sinh: 1.7, cosh: 1.4 },
};

const lines = readFileSync(join(import.meta.dirname, 'math-reference.txt'), 'utf8')
  .trim()
  .split('\n');
const names = [...new Set(lines.map((l) => l.split(' ')[0] ?? ''))];

function isOperation(name: string): name is OperationName {
  return Object.hasOwn(operations, name);
}

type Call = (...args: readonly number[]) => number;

/** Each function as one of a host program, with what it calls inside. */
function compileAll(): ReadonlyMap<string, Call> {
  const modules = new Set(names.map((n) => (isOperation(n) ? (mathFunction(n, 8)?.module ?? '') : '')));
  const functions = new Map<string, Fn>();
  for (const unit of compileLibrary([...modules], disk))
    for (const f of unit.module.functions) functions.set(f.name, f);
  const roots = names.flatMap((n) =>
    isOperation(n) ? ([4, 8] as const).map((bytes) => mathFunction(n, bytes)?.symbol ?? '') : [],
  );
  const hosts = roots.map((root): Fn => {
    const fn = functions.get(root);
    assert.ok(fn, root);
    return { ...simplify(mem2reg(simplify(inlineInto(fn, functions)))), kind: 'host' };
  });
  const { program } = link([{ name: 'math', functions: hosts, globals: [], externs: [] }], roots);
  const { bytes, imports } = compileHost(program, layoutProgram(program));
  const memory = new WebAssembly.Memory({ initial: 256, maximum: 65536, shared: true });
  const wanted: WebAssembly.Imports = { env: { memory } };
  for (const i of imports) wanted[i.module] = { ...wanted[i.module], [i.name]: () => 0 };
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), wanted);
  return new Map(
    roots.map((root) => {
      const call = exports[root];
      assert.ok(typeof call === 'function');
      return [root, (...args) => Number(call(...args))] as const;
    }),
  );
}

type Fraction = { readonly top: bigint; readonly bottom: bigint };

function ofDecimal(text: string): Fraction {
  const [, sign, whole, rest = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/.exec(text) ?? [];
  assert.ok(whole !== undefined, text);
  const digits = BigInt(whole + rest) * (sign === '-' ? -1n : 1n);
  const power = Number(exponent) - rest.length;
  return power >= 0
    ? { top: digits * 10n ** BigInt(power), bottom: 1n }
    : { top: digits, bottom: 10n ** BigInt(-power) };
}

const cell = new DataView(new ArrayBuffer(8));

function ofNumber(x: number): Fraction {
  cell.setFloat64(0, x);
  const bits = cell.getBigUint64(0);
  const exponent = Number((bits >> 52n) & 2047n);
  const mantissa = (bits & 0xfffffffffffffn) | (exponent > 0 ? 1n << 52n : 0n);
  const power = Math.max(exponent, 1) - 1075;
  const top = x < 0 ? -mantissa : mantissa;
  return power >= 0 ? { top: top << BigInt(power), bottom: 1n } : { top, bottom: 1n << BigInt(-power) };
}

/** Distance of `found` from `exact` in units of the last of `digits` binary places. */
function ulps(found: number, exact: string, digits: 24 | 53): number {
  const least = digits === 53 ? -1074 : -149;
  const unit = 2 ** Math.max(Math.floor(Math.log2(Math.abs(Number(exact)))) - digits + 1, least);
  const [a, b, u] = [ofNumber(found), ofDecimal(exact), ofNumber(unit)];
  const top = (a.top * b.bottom - b.top * a.bottom) * u.bottom * 1_000_000n;
  return Math.abs(Number(top / (a.bottom * b.bottom * u.top))) / 1e6;
}

const calls = compileAll();

for (const name of names)
  test(`${name}: accuracy`, () => {
    if (!isOperation(name)) throw new Error(name);
    const worst = { r8: 0, r4: 0 };
    for (const line of lines) {
      const [of, ...fields] = line.split(' ');
      if (of !== name) continue;
      const half = fields.length / 2;
      for (const [kind, bytes, digits, from] of [
        ['r8', 8, 53, 0],
        ['r4', 4, 24, half],
      ] as const) {
        const args = fields.slice(from, from + half - 1).map(Number);
        const exact = fields[from + half - 1] ?? '';
        const huge = Math.abs(Number(exact)) > (bytes === 4 ? 3e38 : 1e308);
        const tiny = bytes === 4 && Math.abs(Number(exact)) < 1e-44;
        if (huge || tiny) continue;
        const symbol = mathFunction(name, bytes)?.symbol ?? '';
        worst[kind] = Math.max(worst[kind], ulps(calls.get(symbol)?.(...args) ?? Number.NaN, exact, digits));
      }
    }
    assert.ok(worst.r8 <= (bounds[name] ?? 2), `real(8): ${worst.r8} units`);
    assert.ok(worst.r4 <= (bounds4[name] ?? 1), `real(4): ${worst.r4} units`);
  });

const plain: Readonly<Record<string, (x: number) => number>> = {
  ...{ exp: Math.exp, expm1: Math.expm1, log: Math.log, log2: Math.log2, log10: Math.log10, log1p: Math.log1p },
  ...{ sin: Math.sin, cos: Math.cos, tan: Math.tan, asin: Math.asin, acos: Math.acos, atan: Math.atan },
  ...{ sinh: Math.sinh, cosh: Math.cosh, tanh: Math.tanh, asinh: Math.asinh, acosh: Math.acosh, atanh: Math.atanh },
  cbrt: Math.cbrt,
  exp2: (x) => 2 ** x,
  exp10: (x) => 10 ** x,
};

/** Zeros, infinities, no number, subnormal and huge numbers. */
const oddNumbers: Readonly<Record<4 | 8, readonly number[]>> = {
  8: [0, -0, Infinity, -Infinity, Number.NaN, 5e-324, -5e-324, 2e-310, -2e-310, 1e308, -1e308, 1.7976931348623157e308],
  4: [0, -0, Infinity, -Infinity, Number.NaN, 1e-45, -1e-45, 3e-40, -3e-40, 3e38, -3e38, 3.4028234663852886e38].map(
    Math.fround,
  ),
};

function expectLike(found: number, wanted: number, bytes: 4 | 8, what: string): void {
  const exact = bytes === 4 ? Math.fround(wanted) : wanted;
  if (!Number.isFinite(exact) || exact === 0) {
    assert.ok(Object.is(found, exact), `${what}: ${found}, not ${exact}`);
    return;
  }
  const error = Math.abs(found - exact) / Math.max(Math.abs(exact), bytes === 4 ? 1e-38 : 1e-307);
  assert.ok(error < (bytes === 4 ? 3e-7 : 2e-15), `${what}: ${found}, not ${exact}`);
}

for (const [name, of] of Object.entries(plain))
  test(`${name}: odd numbers`, () => {
    if (!isOperation(name)) throw new Error(name);
    for (const bytes of [4, 8] as const)
      for (const x of oddNumbers[bytes]) {
        const found = calls.get(mathFunction(name, bytes)?.symbol ?? '')?.(x) ?? 99;
        expectLike(found, of(x), bytes, `${name}(${Object.is(x, -0) ? '-0' : x}) of real(${bytes})`);
      }
  });

/** As C has it: JavaScript differs for bases of 1 and -1. */
function power(x: number, y: number): number {
  if (x === 1 || y === 0) return 1;
  return x === -1 && Math.abs(y) === Infinity ? 1 : x ** y;
}

test('pow: odd numbers', () => {
  for (const bytes of [4, 8] as const) {
    const some = [...oddNumbers[bytes], 1, -1, 0.5, -0.5, 2, -2, 3, -3];
    for (const x of some)
      for (const y of some) {
        const found = calls.get(mathFunction('pow', bytes)?.symbol ?? '')?.(x, y) ?? 99;
        const name = (n: number): string => (Object.is(n, -0) ? '-0' : String(n));
        expectLike(found, power(x, y), bytes, `${name(x)}**${name(y)} of real(${bytes})`);
      }
  }
});
