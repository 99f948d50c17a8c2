import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nowhere } from '../../src/base/source.ts';
import { add, i32, i64, load, local, mul, ne, offset, op, special, wide } from '../../src/ir/build.ts';
import type { Expression, Fn, Module, Statement } from '../../src/ir/module.ts';
import { type Operation, type OperationName, operations, type Signature, type Value } from '../../src/ir/operations.ts';
import type { ValueType } from '../../src/ir/types.ts';
import { agrees, combinations, inputs, isOverflow } from './inputs.ts';
import { boot } from './machine.ts';

const rows: Readonly<Record<string, Operation>> = operations;
const isOperationName = (name: string): name is OperationName => name in operations;
type Numeric = 'i32' | 'i64' | 'f32' | 'f64';
const memoryOf = (t: ValueType): Numeric => (t === 'i64' || t === 'f32' || t === 'f64' ? t : 'i32');
const bytesOf = (t: ValueType): number => (t === 'i64' || t === 'f64' ? 8 : 4);

/** Kernel: r(i) = op(x(i), …) over arrays, a thread an element. */
function kernelOf(name: OperationName, takes: readonly ValueType[], gives: ValueType, k: number): Fn {
  const i = add(mul(special('ctaid.x'), special('ntid.x')), special('tid.x'));
  const cell = (p: number, t: ValueType): Expression => offset(local(p, 'ptr.global'), mul(wide(i), i64(bytesOf(t))));
  const args = takes.map((t, p) => {
    const x = load(memoryOf(t), cell(p, t));
    return t === 'bool' ? ne(x, i32(0)) : x;
  });
  const value: Expression = { kind: 'op', op: name, type: gives, args };
  const store: Statement = {
    kind: 'store',
    memory: memoryOf(gives),
    to: cell(takes.length, gives),
    offset: 0,
    value: gives === 'bool' ? op('to.i32', [value]) : value,
  };
  return {
    name: `${name} ${k}`,
    kind: 'kernel',
    params: takes.length + 1,
    results: [],
    locals: [...takes, gives].map((_, p) => ({ name: `x${p}`, type: 'ptr.global' })),
    slots: [],
    body: [store],
    at: nowhere,
  };
}

type Case = {
  readonly fn: Fn;
  readonly name: string;
  readonly takes: readonly ValueType[];
  readonly gives: ValueType;
  readonly signature: Signature;
};

function cases(): Case[] {
  const made: Case[] = [];
  for (const [name, row] of Object.entries(rows))
    row.signatures.forEach((signature, k) => {
      const takes = signature.takes.filter((t) => t !== 'pointer');
      if (takes.length < signature.takes.length || signature.gives === 'pointer' || !isOperationName(name)) return;
      made.push({
        fn: kernelOf(name, takes, signature.gives, k),
        name,
        takes,
        gives: signature.gives,
        signature,
      });
    });
  return made;
}

function put(view: DataView, type: ValueType, at: number, v: Value): void {
  if (type === 'i64') view.setBigInt64(at, BigInt(v), true);
  else if (type === 'f64') view.setFloat64(at, Number(v), true);
  else if (type === 'f32') view.setFloat32(at, Number(v), true);
  else view.setInt32(at, Number(v), true);
}

function take(view: DataView, type: ValueType, at: number): Value {
  if (type === 'i64') return view.getBigInt64(at, true);
  if (type === 'f64') return view.getFloat64(at, true);
  return type === 'f32' ? view.getFloat32(at, true) : view.getInt32(at, true);
}

test('SIMD lanes mean what the table of operations says', () => {
  const all = cases();
  const null64 = op('from.address', [i64(0)], 'ptr.global');
  const main: Fn = {
    name: 'main',
    kind: 'host',
    params: 0,
    results: [],
    locals: [],
    slots: [],
    at: nowhere,
    body: all.map(
      (c): Statement => ({
        kind: 'launch',
        kernel: { kind: 'direct', name: c.fn.name },
        grid: [i32(1), i32(1), i32(1)],
        block: [i32(1), i32(1), i32(1)],
        shared: i32(0),
        stream: i64(0),
        args: Array<Expression>(c.fn.params).fill(null64),
      }),
    ),
  };
  const module: Module = { name: 'vector', functions: [...all.map((c) => c.fn), main], globals: [], externs: [] };
  const m = boot(module, ['main']);
  const arrays = [0, 1, 2, 3].map(() => m.allocate(8 * 8192));
  for (const { fn, name, takes, gives, signature } of all) {
    const { meaning } = signature;
    if (!meaning) continue;
    const rowsOfArgs = combinations(takes.map((t) => inputs[t]!)).filter(
      (args) => Reflect.apply(meaning, undefined, args) !== undefined && !isOverflow(name, args),
    );
    rowsOfArgs.forEach((args, i) => {
      args.forEach((v, p) => {
        put(m.view, takes[p]!, arrays[p]! + bytesOf(takes[p]!) * i, v);
      });
    });
    const threads = 62;
    m.launch(
      fn.name,
      [Math.ceil(rowsOfArgs.length / threads), 1, 1],
      [threads, 1, 1],
      [...takes.map((_, p) => arrays[p]!), arrays[3]!],
    );
    rowsOfArgs.forEach((args, i) => {
      const want: Value | undefined = Reflect.apply(meaning, undefined, args);
      const got = take(m.view, gives, arrays[3]! + bytesOf(gives) * i);
      const close = name === 'rsqrt' || rows[name]?.expensive === true;
      assert.ok(
        want !== undefined && agrees(got, want, gives, close),
        `${name}(${args.join(', ')}) of ${takes.join(', ')} is ${want}, not ${got}`,
      );
    });
  }
});
