import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nowhere } from '../../src/base/source.ts';
import type { Fn, Module } from '../../src/ir/module.ts';
import { type Operation, type OperationName, operations, type Signature, type Value } from '../../src/ir/operations.ts';
import type { ValueType } from '../../src/ir/types.ts';
import { agrees, combinations, inputs, isOverflow } from './inputs.ts';
import { boot } from './machine.ts';

const rows: Readonly<Record<string, Operation>> = operations;
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
            values: [
              {
                kind: 'op',
                op: name,
                type: signature.gives,
                args: takes.map((type, index) => ({ kind: 'local', type, index })),
              },
            ],
          },
        ],
      };
      made.push({ fn, signature, name });
    });
  return made;
}

/** What wasm gives for a bool is a number. */
const asWasm = (v: Value): number | bigint => (typeof v === 'boolean' ? Number(v) : v);

test('WebAssembly means what the table of operations says', () => {
  const all = cases();
  const module: Module = { name: 'operations', functions: all.map((c) => c.fn), globals: [], externs: [] };
  const m = boot(
    module,
    all.map((c) => c.fn.name),
  );
  let compared = 0;
  for (const { fn, signature, name } of all) {
    const { meaning } = signature;
    // The math library is the runtime's; here its functions are stand-ins.
    if (!meaning || rows[name]?.expensive) continue;
    for (const args of combinations(signature.takes.map((t) => inputs[t]!))) {
      const want: Value | undefined = Reflect.apply(meaning, undefined, args);
      if (want === undefined || isOverflow(name, args)) continue;
      const got = m.call(fn.name, ...args.map(asWasm));
      assert.ok(
        agrees(got, want, signature.gives, name === 'rsqrt'),
        `${name}(${args.join(', ')}) of ${signature.takes.join(', ')} is ${want}, not ${got}`,
      );
      compared++;
    }
  }
  assert.ok(compared > 5000);
});
