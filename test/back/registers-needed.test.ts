/** In which order the arguments of operations are worked out. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pushArguments } from '../../src/back/wasm/registers-needed.ts';
import { local, op } from '../../src/ir/build.ts';
import type { Expression } from '../../src/ir/module.ts';

/** A stack machine's code for `e`: loads by name, operations, and values that are set aside. */
function codeOf(e: Expression): string {
  const code: string[] = [];
  let aside = 0;
  const push = (x: Expression): void => {
    if (x.kind === 'load') code.push(`a${x.offset}`);
    else if (x.kind === 'local') code.push(`$${x.index}`);
    else if (x.kind === 'op') {
      pushArguments(x.args, push, () => {
        const name = `t${aside++}`;
        code.push(`=${name}`);
        return () => void code.push(name);
      });
      code.push(x.op);
    }
  };
  push(e);
  return code.join(' ');
}

const cell = (offset: number): Expression => ({
  kind: 'load',
  type: 'f32',
  memory: 'f32',
  from: local(0, 'ptr.global'),
  offset,
});
const x = local(1, 'f32');

test('a chain of sums loads each of its cells where it adds it', () => {
  const chain = op('fma', [cell(0), cell(4), op('fma', [cell(8), cell(12), x])]);
  assert.equal(codeOf(chain), 'a8 a12 $1 fma =t0 a0 a4 t0 fma');
});

test('arguments that take as many registers as each other keep their order', () => {
  const twice = op('sub', [op('mul', [cell(0), x]), op('mul', [cell(4), x])]);
  assert.equal(codeOf(twice), 'a0 $1 mul a4 $1 mul sub');
});

test('the deeper side of a difference comes first', () => {
  const deep = op('sub', [cell(0), op('add', [op('mul', [cell(4), cell(8)]), op('mul', [cell(12), cell(16)])])]);
  assert.equal(codeOf(deep), 'a4 a8 mul a12 a16 mul add =t0 a0 t0 sub');
});
