/** Where accesses go in a launch whose sizes are known: bytes from the parameter's address. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseModule } from '../../src/ir/parse.ts';
import { launchRanges } from '../../src/opt/analysis/launch-ranges.ts';

/** Of a kernel with an array of real(4) and a number `n`, in blocks of 64 threads, 4 of them. */
function reachesOf(body: string, n: number, locals = ''): readonly string[] {
  const text = `module "t"\nkernel "k" ("a":ptr.global "n":i32) () {\n${locals}\n${body}\n}\n`;
  const fn = parseModule(text).functions[0]!;
  const ranges = launchRanges(fn, { params: [undefined, BigInt(n)], grid: [4, 1, 1], block: [64, 1, 1] });
  return [...(ranges?.reaches.values() ?? [])].map((r) => (r ? `${r.base} ${r.low} ${r.high}` : 'unknown'));
}

const number = '(add:i32 (add:i32 (mul:i32 (special ctaid.x) (special ntid.x)) (special tid.x)) 1:i32)';
const element = (index: string): string =>
  `(offset:ptr.global (offset:ptr.global $0:ptr.global -4:i64) (mul:i64 (extend:i64 ${index}) 4:i64))`;
const store = (index: string): string => `store f32 ${element(index)} 0 1:f32`;

test('an access under a condition', () => {
  const guarded = `$2 = ${number}\nif (le:bool $2:i32 $1:i32) {\n${store('$2:i32')}\n}\nreturn ()`;
  assert.deepEqual(reachesOf(guarded, 200, 'local "i":i32'), ['$0 0 800']);
  assert.deepEqual(reachesOf(guarded, 1000, 'local "i":i32'), ['$0 0 1024']);
});

test('what was computed before the condition is as small as what it says', () => {
  const body = `$2 = ${number}\n$3 = (add:i32 $2:i32 1:i32)\nif (lt:bool $2:i32 $1:i32) {\n${store('$3:i32')}\n}\nreturn ()`;
  assert.deepEqual(reachesOf(body, 100, 'local "i":i32\nlocal "j":i32'), ['$0 4 400']);
});

test('a loop over the grid ends where the array does', () => {
  const trips =
    '(div:i64 (add:i64 (sub:i64 (extend:i64 $1:i32) (extend:i64 $2:i32)) (extend:i64 256:i32)) (extend:i64 256:i32))';
  const body = `$2 = ${number}\nfor "l" $3 $2:i32 ${trips} 256:i32 {\n${store('$3:i32')}\n}\nreturn ()`;
  assert.deepEqual(reachesOf(body, 1000, 'local "i":i32\nlocal "j":i32'), ['$0 0 4000']);
});

test('a loop that counts down', () => {
  const trips = '(div:i64 (add:i64 (sub:i64 1:i64 (extend:i64 $1:i32)) -1:i64) -1:i64)';
  const body = `for "l" $2 $1:i32 ${trips} -1:i32 {\n${store('$2:i32')}\n}\nreturn ()`;
  assert.deepEqual(reachesOf(body, 50, 'local "i":i32'), ['$0 0 200']);
});

test('a loop that counts by itself', () => {
  const next = '$2 = (add:i32 $2:i32 3:i32)';
  const body = `$2 = 1:i32\nloop "l" {\nif (lt:bool $1:i32 $2:i32) {\nbreak "l"\n}\n${store('$2:i32')}\n${next}\n}\nreturn ()`;
  assert.deepEqual(reachesOf(body, 50, 'local "i":i32'), ['$0 0 200']);
});

test('what is set again in a loop is not what it was before', () => {
  const body = `$2 = 1:i32\nloop "l" {\n${store('$2:i32')}\n$2 = (wrap:i32 (load i64 $0:ptr.global 0))\n}\nreturn ()`;
  assert.equal(reachesOf(body, 50, 'local "i":i32').at(0)?.startsWith('$0 0 4'), false);
});

test('what nobody comes to is not there', () => {
  const body = `if (lt:bool $1:i32 0:i32) {\n${store('1:i32')}\n}\nreturn ()`;
  assert.deepEqual(reachesOf(body, 5), []);
});

test('a launch may give a parameter more bits than it has', () => {
  const body = `${store('$1:i32')}\nreturn ()`;
  assert.deepEqual(reachesOf(body, 5 + 2 ** 40), reachesOf(body, 5));
});

test('kernels that launch others are too much to follow', () => {
  const body = 'launch "other" (1:i32 1:i32 1:i32) (1:i32 1:i32 1:i32) 0:i32 0:i64 ()\nreturn ()';
  assert.deepEqual(reachesOf(body, 5), []);
});

test('what a local was made of goes on to say something where conditions make it smaller, unless it was loaded', () => {
  const made = (from: string) =>
    `$2 = ${from}\nif (lt:bool $2:i32 $1:i32) {\n${store('(special tid.x)')}\n}\nreturn ()`;
  assert.deepEqual(reachesOf(made('(special tid.x)'), 8, 'local "i":i32'), ['$0 -4 28']);
  assert.deepEqual(reachesOf(made('(load i32 $0:ptr.global 0)'), 8, 'local "i":i32'), ['$0 0 4', '$0 -4 252']);
});
