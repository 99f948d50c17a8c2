/** The WebAssembly of operations beside their meaning in the table. */
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

export type Compared = { readonly signature: string; readonly wrong: readonly string[]; readonly count: number };

/** Every signature that a host program can call: `operation number`. Functions of the math library are the runtime's: here they are stand-ins. */
export function compareOperations(): readonly Compared[] {
  const all = cases().filter(({ name, signature }) => signature.meaning && !rows[name]?.expensive);
  const module: Module = { name: 'operations', functions: all.map((c) => c.fn), globals: [], externs: [] };
  const roots = all.map((c) => c.fn.name);
  const m = boot(module, roots);
  return all.map(({ fn, signature, name }) => {
    const wrong: string[] = [];
    let count = 0;
    for (const args of combinations(signature.takes.map((t) => inputs[t]!))) {
      const want: Value | undefined = signature.meaning && Reflect.apply(signature.meaning, undefined, args);
      if (want === undefined || isOverflow(name, args)) continue;
      const got = m.call(fn.name, ...args.map(asWasm));
      if (!agrees(got, want, signature.gives, name === 'rsqrt'))
        wrong.push(`${name}(${args.join(', ')}) of ${signature.takes.join(', ')} is ${want}, not ${got}`);
      count++;
    }
    return { signature: fn.name, wrong, count };
  });
}
