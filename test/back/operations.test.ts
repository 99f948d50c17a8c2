import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nowhere } from '../../src/base/source.ts';
import type { Fn, Module } from '../../src/ir/module.ts';
import { type Operation, type OperationName, operations, type Signature, type Value } from '../../src/ir/operations.ts';
import type { ValueType } from '../../src/ir/types.ts';
import { boot } from './machine.ts';

const rows: Readonly<Record<string, Operation>> = operations;
const max32 = 2 ** 31 - 1;
const max64 = 2n ** 63n - 1n;
const reals = [0, -0, 1, -1, 0.5, 1.5, 2.5, -2.5, 1e10, -1e10, 3e9, 1e30, 1e-40, 16777217, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN];
const inputs: Readonly<Record<string, readonly Value[]>> = {
  bool: [false, true],
  i32: [0, 1, -1, 2, 7, 31, 255, -128, 65535, max32, -max32 - 1, 0x12345678],
  i64: [0n, 1n, -1n, 2n, 63n, 255n, 4294967296n, 0x123456789abcdef0n, 9007199791611905n, max64, -max64 - 1n],
  f32: reals.map(Math.fround),
  f64: reals,
};

const isOperationName = (name: string): name is OperationName => name in operations;

type Case = { readonly fn: Fn; readonly signature: Signature; readonly name: string };

function cases(): Case[] {
  const made: Case[] = [];
  for (const [name, row] of Object.entries(rows))
    row.signatures.forEach((signature, k) => {
      const takes: ValueType[] = [];
      for (const t of signature.takes) if (t !== 'pointer') takes.push(t);
      if (takes.length < signature.takes.length || signature.gives === 'pointer' || !isOperationName(name)) return;
      const fn: Fn = {
        name: `${name} ${k}`,
        kind: 'host',
        params: takes.length,
        results: [signature.gives],
        locals: takes.map((type, i) => ({ name: `x${i}`, type })),
        slots: [],
        at: nowhere,
        body: [
          {
            kind: 'return',
            values: [{ kind: 'op', op: name, type: signature.gives, args: takes.map((type, index) => ({ kind: 'local', type, index })) }],
          },
        ],
      };
      made.push({ fn, signature, name });
    });
  return made;
}

function combinations(lists: readonly (readonly Value[])[]): Value[][] {
  return lists.reduce<Value[][]>((all, list) => all.flatMap((row) => list.map((v) => [...row, v])), [[]]);
}

/** What wasm gives for a bool is a number. */
const asWasm = (v: Value): number | bigint => (typeof v === 'boolean' ? Number(v) : v);

function agrees(got: unknown, want: Value, gives: string, close: boolean): boolean {
  if (typeof want === 'boolean') return got === Number(want);
  if (typeof want === 'bigint' || typeof got !== 'number') return got === want;
  if (close && Number.isFinite(want) && Math.abs(want) > 1e-37) return Math.abs(got - want) <= Math.abs(want) * (gives === 'f32' ? 3e-7 : 1e-15);
  return Object.is(got, want) || (close && Math.abs(got - want) < 1e-37) || (got === 0 && want === 0 && close);
}

test('WebAssembly means what the table of operations says', () => {
  const all = cases();
  const module: Module = { name: 'operations', functions: all.map((c) => c.fn), globals: [], externs: [] };
  const m = boot(module, all.map((c) => c.fn.name));
  let compared = 0;
  for (const { fn, signature, name } of all) {
    const { meaning } = signature;
    // The math library is the runtime's; here its functions are stand-ins.
    if (!meaning || rows[name]?.expensive) continue;
    for (const args of combinations(signature.takes.map((t) => inputs[t]!))) {
      const want: Value | undefined = Reflect.apply(meaning, undefined, args);
      if (want === undefined || isOverflow(name, args)) continue;
      const got = m.call(fn.name, ...args.map(asWasm));
      assert.ok(agrees(got, want, signature.gives, name === 'rsqrt'), `${name}(${args.join(', ')}) of ${signature.takes.join(', ')} is ${want}, not ${got}`);
      compared++;
    }
  }
  assert.ok(compared > 5000);
});

/** The least integer by -1 is not defined. */
function isOverflow(name: string, args: readonly Value[]): boolean {
  return (name === 'div' || name === 'rem') && (args[1] === -1 || args[1] === -1n) && (args[0] === -max32 - 1 || args[0] === -max64 - 1n);
}
