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
