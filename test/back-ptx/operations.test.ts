/** Every signature of every operation is written, and NVIDIA's assembler takes the text. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compilePtx } from '../../src/back/ptx/compile.ts';
import { hasInstructions, rows } from '../../src/back/ptx/rows.ts';
import { nowhere } from '../../src/base/source.ts';
import { link } from '../../src/ir/link.ts';
import type { Expression, Fn, Local, Module, Statement } from '../../src/ir/module.ts';
import { type Operation, type OperationName, operations, specials } from '../../src/ir/operations.ts';
import { isPointer, type PointerType, type ValueType } from '../../src/ir/types.ts';
import { assemble, missing } from './ptxas.ts';

const table: Readonly<Record<string, Operation>> = operations;
const isName = (name: string): name is OperationName => Object.hasOwn(rows, name);

/** A kernel that applies every operation to its parameters and stores what comes out. */
function kernelOfAll(name: string, skip: (op: OperationName, type: string) => boolean): Fn {
  const types: ValueType[] = ['ptr.global', 'bool', 'i32', 'i64', 'f32', 'f64', 'ptr.shared', 'ptr.generic'];
  const locals: Local[] = types.map((type) => ({ name: `p.${type}`, type }));
  const body: Statement[] = [];
  let at = 0;
  const pointers: PointerType[] = ['ptr.global', 'ptr.shared', 'ptr.generic'];
  const store = (value: Expression): void => {
    const plain: Expression = value.type === 'bool' ? { kind: 'op', type: 'i32', op: 'to.i32', args: [value] } : value;
    if (plain.type === 'bool') throw new Error('a truth value is no cell');
    const to: Expression = { kind: 'local', type: 'ptr.global', index: 0 };
    body.push({ kind: 'store', memory: plain.type, to, offset: at, value: plain });
    at += 8;
  };
  const argument = (type: ValueType): Expression => ({ kind: 'local', type, index: types.indexOf(type) });
  for (const op in table) {
    if (!isName(op)) throw new Error(op);
    for (const s of table[op]?.signatures ?? [])
      for (const pointer of s.takes.includes('pointer') || s.gives === 'pointer' ? pointers : pointers.slice(0, 1)) {
        const real = (t: ValueType | 'pointer'): ValueType => (t === 'pointer' ? pointer : t);
        if (skip(op, real(s.takes[0] ?? 'i32'))) continue;
        store({ kind: 'op', type: real(s.gives), op, args: s.takes.map((t) => argument(real(t))) });
      }
  }
  for (const name of Object.keys(specials)) {
    const found = specialNames.find((s) => s === name);
    if (found && !found.startsWith('cluster')) store({ kind: 'special', type: 'i32', name: found });
  }
  return { name, kind: 'kernel', params: types.length, results: [], locals, slots: [], body, at: nowhere };
}

const specialNames = [
  'tid.x',
  'tid.y',
  'tid.z',
  'ctaid.x',
  'ctaid.y',
  'ctaid.z',
  'ntid.x',
  'ntid.y',
  'ntid.z',
  'nctaid.x',
  'nctaid.y',
  'nctaid.z',
  'laneid',
] as const;

function textOf(fn: Fn, options: { capability: number; fast?: boolean; flush?: boolean }): string {
  const module: Module = { name: 'all', functions: [fn], globals: [], externs: [] };
  const { program } = link([module], [fn.name]);
  return compilePtx({ program, kernels: program.kernels, functions: [] }, { ...options, managed: new Map() }).text;
}

/** Functions of the math library are calls, made before the back end sees them. */
const isMath = (op: OperationName, type: string): boolean => !hasInstructions(op, type);

for (const capability of [75, 80, 90, 100])
  test(`all operations for sm_${capability}`, { skip: missing }, () => {
    const fn = kernelOfAll(
      'all',
      (op, type) => isMath(op, type) || (op.startsWith('cluster') && (capability < 90 || type !== 'ptr.shared')),
    );
    assert.equal(assemble(textOf(fn, { capability }), `sm_${capability}`), '');
  });

test('approximations and flushed denormals', { skip: missing }, () => {
  const fast = ['div', 'sqrt', 'sin', 'cos', 'tan', 'exp', 'exp2', 'exp10', 'log', 'log2', 'log10', 'pow'];
  const fn = kernelOfAll('all', (op, type) =>
    type === 'f32' ? isMath(op, type) && !fast.includes(op) : isMath(op, type) || op.startsWith('cluster'),
  );
  assert.equal(assemble(textOf(fn, { capability: 90, fast: true, flush: true }), 'sm_90'), '');
});

test('every operation has a row, and pointers are addresses', () => {
  for (const op in table) assert.ok(isName(op), op);
  assert.ok(isPointer('ptr.shared'));
});
