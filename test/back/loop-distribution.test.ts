/** Threads that write several rows write one after the other; the cells of a structure are no rows. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { distributeLoop } from '../../src/back/wasm/kernel/loop-distribution.ts';
import { parseModule } from '../../src/ir/parse.ts';
import { formRegions } from '../../src/opt/kernel/form-regions.ts';

/** How many regions such stores become. */
function regions(size: number, at: readonly string[]): number {
  const cell = (behind: string): string =>
    `(offset:ptr.global (offset:ptr.global $0:ptr.global ${behind}) (mul:i64 (extend:i64 (special tid.x)) ${size}:i64))`;
  const stores = at.map((behind, i) => `  store i32 ${cell(behind)} 0 (load i32 $1:ptr.global ${4 * i})`);
  const fn = parseModule(`module "m"
kernel "k" ("a":ptr.global "b":ptr.global "n":i64) () {
${stores.join('\n')}
}
`).functions[0]!;
  return distributeLoop(formRegions(fn)).threads.size;
}

test('rows that lie apart', () => assert.equal(regions(4, ['0:i64', '$2:i64', '4096:i64']), 3));
test('cells of one structure', () => assert.equal(regions(12, ['-4:i64', '0:i64', '4:i64']), 1));

/** How many regions a list becomes. */
function regionsOf(...body: readonly string[]): number {
  const fn = parseModule(`module "m"
kernel "k" ("a":ptr.global "b":ptr.global "n":i64) () {
  local "row":i32
  local "sum":f32
${body.join('\n')}
}
`).functions[0]!;
  return distributeLoop(formRegions(fn)).threads.size;
}

const row = (n: string): string =>
  `(offset:ptr.global $0:ptr.global (mul:i64 (extend:i64 (add:i32 (special tid.x) (mul:i32 ${n} 512:i32))) 4:i64))`;
const guarded = (n: string, value = '1:f32'): string => `if (lt:bool ${n} 9:i32) {\nstore f32 ${row(n)} 0 ${value}\n}`;

test('rows behind guards', () => {
  assert.equal(regionsOf(guarded('(special tid.y)'), '$3 = (add:i32 (special tid.y) 8:i32)', guarded('$3:i32')), 2);
});
test('what a branch leaves to the next one', () => {
  const sums = `if (lt:bool (special tid.y) 9:i32) {\n$4 = 2:f32\nstore f32 ${row('(special tid.y)')} 0 $4:f32\n}`;
  assert.equal(regionsOf(sums, guarded('(add:i32 (special tid.y) 8:i32)', '$4:f32')), 1);
});
