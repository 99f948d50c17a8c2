/** Which parameters of a kernel give its code a shape. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ShapeParam } from '../../src/ir/module.ts';
import { parseModule } from '../../src/ir/parse.ts';
import { shapeParameters } from '../../src/opt/analysis/shape-parameters.ts';

/** Of a kernel with an array, a number of 32 bits and one of 64 as its parameters 0 to 2. */
function found(...body: readonly string[]): readonly ShapeParam[] {
  const head = ['local "t":i32', 'local "i":i32'];
  const text = `module "m"\nkernel "k" ("a":ptr.global "n":i32 "m":i64) () {\n${[...head, ...body, 'return ()'].join('\n')}\n}\n`;
  return shapeParameters([...parseModule(text).functions.values()][0]!);
}

const small = 16;
/** Of so many cells of 8. */
const bytes = 128;
const any = 2 ** 31 - 1;

test('how often a loop is gone through, by way of locals', () => {
  const loop = (trips: string): string => `for "l" $4 0:i32 ${trips} 1:i32 {\nstore i32 $0:ptr.global 0 $4:i32\n}`;
  assert.deepEqual(found('$3 = (sub:i32 $1:i32 1:i32)', loop('$3:i32')), [{ param: 1, most: small }]);
  assert.deepEqual(found(loop('$2:i64')), [{ param: 2, most: small }]);
  assert.deepEqual(found('$3 = (sub:i32 $1:i32 (special tid.x))', loop('$3:i32')), []);
  assert.deepEqual(found('$3 = (load i32 $0:ptr.global 0)', loop('(min:i32 $3:i32 $1:i32)')), []);
});

test('loops that are left by a number that is halved', () => {
  const halves = (from: string): readonly string[] => [
    `$3 = ${from}`,
    'loop "l" {\nif (eq:bool $3:i32 0:i32) {\nbreak "l"\n}\n$3 = (shr.s:i32 $3:i32 1:i32)\n}',
  ];
  assert.deepEqual(found(...halves('$1:i32')), [{ param: 1, most: small }]);
  assert.deepEqual(found(...halves('(add:i32 $1:i32 (special tid.x))')), []);
});

test('distances of cells and divisors', () => {
  const store = (value: string): string => `store i32 $0:ptr.global 0 ${value}`;
  assert.deepEqual(found(store('(mul:i32 (special tid.x) $1:i32)')), [{ param: 1, most: small }]);
  assert.deepEqual(found(store('(mul:i32 (mul:i32 $1:i32 4:i32) (special tid.x))')), [{ param: 1, most: small }]);
  assert.deepEqual(found(store('(wrap:i32 (mul:i64 (extend:i64 (special tid.x)) $2:i64))')), [
    { param: 2, most: bytes },
  ]);
  assert.deepEqual(found(store('(rem:i32 (special tid.x) $1:i32)')), [{ param: 1, most: any }]);
  assert.deepEqual(found(store('(div:i32 $1:i32 (special tid.x))')), []);
  assert.deepEqual(found(store('(mul:i32 $1:i32 $1:i32)')), []);
});
