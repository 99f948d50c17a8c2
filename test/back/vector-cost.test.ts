/** Which regions lanes gain from: those that compute, and not those that mostly reach here and there, each lane in as many iterations as it likes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyseLanes } from '../../src/back/wasm/vector/lanes.ts';
import { isWorthwhile } from '../../src/back/wasm/vector/vector-cost.ts';
import { parseModule } from '../../src/ir/parse.ts';

function gains(text: string): boolean {
  const fn = parseModule(`module "m"
kernel "k" ("a":ptr.global "b":ptr.global "n":i32) () {
  local "t":i32
  local "k":i32
  local "l":i32
  local "x":f64
  local "y":f64
  local "at":ptr.global
  slot "v" 128 4
${text}
}
`).functions[0]!;
  const none: ReadonlySet<number> = new Set();
  const facts = { arrays: none, single: none, inWarp: false, carried: none, slotStride: () => 4 };
  const lanes = analyseLanes({ body: fn.body, locals: fn.locals.length + fn.params, ...facts });
  assert.ok(lanes);
  return isWorthwhile(lanes, fn.body);
}

const own = (index: string): string => `(offset:ptr.local (slot 0 ptr.local) (mul:i64 (extend:i64 ${index}) 4:i64))`;
const cell = (array: string, index: string, size: number): string =>
  `(offset:ptr.global ${array} (mul:i64 (extend:i64 ${index}) ${size}:i64))`;

test('insertion into a list of its own: each thread by itself', () => {
  const body = `  for "outer" $4 1:i32 $2:i32 1:i32 {
    $3 = (load i32 ${cell('$0:ptr.global', '(add:i32 (special tid.x) $4:i32)', 4)} 0)
    $5 = $4:i32
    loop "inner" {
      if (le:bool $5:i32 0:i32) {
        break "inner"
      }
      if (le:bool (load i32 ${own('(sub:i32 $5:i32 1:i32)')} 0) $3:i32) {
        break "inner"
      }
      store i32 ${own('$5:i32')} 0 (load i32 ${own('(sub:i32 $5:i32 1:i32)')} 0)
      $5 = (sub:i32 $5:i32 1:i32)
      continue "inner"
    }
    store i32 ${own('$5:i32')} 0 $3:i32
  }`;
  assert.equal(gains(body), false);
});

const rows = (sums: string): string => `  $3 = (load i32 ${cell('$0:ptr.global', '(special tid.x)', 4)} 0)
  $6 = 0:f64
  for "row" $4 $3:i32 (extend:i64 (load i32 ${cell('$0:ptr.global', '(special tid.x)', 4)} 4096)) 1:i32 {
    $8 = ${cell('$1:ptr.global', '$4:i32', 24)}
${sums}
  }
  store f64 ${cell('$1:ptr.global', '(special tid.x)', 8)} 0 $6:f64`;

test('products of what rows of its own hold: each thread by itself', () => {
  const product = '(mul:f64 (load f64 $8:ptr.global 0) (load f64 $8:ptr.global 8))';
  assert.equal(gains(rows(`    $6 = (add:f64 $6:f64 ${product})`)), false);
});

test('much arithmetic on what such rows hold: lanes', () => {
  const root = '(sqrt:f64 (add:f64 (mul:f64 $7:f64 $7:f64) 1:f64))';
  const many = Array.from({ length: 6 }, () => `    $6 = (add:f64 (mul:f64 $6:f64 $7:f64) ${root})`);
  assert.equal(gains(rows(['    $7 = (load f64 $8:ptr.global 0)', ...many].join('\n'))), true);
});
