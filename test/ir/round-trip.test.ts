import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Module } from '../../src/ir/module.ts';
import { parseModule } from '../../src/ir/parse.ts';
import { printModule } from '../../src/ir/print.ts';
import { deserialise, serialise } from '../../src/ir/serialise.ts';
import { verifyModule } from '../../src/ir/verify.ts';
import { randomKernel } from '../back/random-kernel.ts';

const module: Module = {
  name: 'random',
  functions: Array.from({ length: 40 }, (_, seed) => randomKernel(seed + 1)),
  globals: [],
  externs: [],
};

test('random kernels are valid', () => {
  assert.deepEqual(verifyModule(module), []);
});

test('text that is printed is read back', () => {
  const text = printModule(module);
  assert.equal(printModule(parseModule(text)), text);
});

test('what is serialised comes back', () => {
  assert.equal(printModule(deserialise(serialise(module))), printModule(module));
});

test('what most likely is found stands in the text', () => {
  const text = `module "m"
host "main" ("a":ptr.host) (i64) {
  return ((load i64 usually 16 $0:ptr.host 48))
}
`;
  assert.equal(printModule(parseModule(text)).trim(), text.trim());
});
