import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseModule } from '../../src/ir/parse.ts';
import { boot } from './machine.ts';

/** Threads iterate on numbers of their own until these grow large, at most 50 times: with a counted loop in f32, with an open one in f64. */
const text = `module "m"
kernel "k" ("r":ptr.global) () {
  local "i":i32
  local "x":f32
  local "count":i32
  local "iteration":i32
  local "d":f64
  local "t":f64
  $1 = (add:i32 (mul:i32 (special ctaid.x) (special ntid.x)) (special tid.x))
  $2 = (mul:f32 (to.f32:f32 $1:i32) 0.0625:f32)
  $3 = 0:i32
  for "a" $4 1:i32 50:i32 1:i32 {
    if (lt:bool 100:f32 $2:f32) {
      $3 = (add:i32 $3:i32 1000:i32)
      break "a"
    }
    $2 = (add:f32 (mul:f32 $2:f32 $2:f32) 0.25:f32)
    $3 = (add:i32 $3:i32 1:i32)
    if (lt:bool $2:f32 0.5:f32) {
      $3 = (add:i32 $3:i32 100:i32)
    } else {
      $3 = (sub:i32 $3:i32 1:i32)
      $3 = (add:i32 $3:i32 2:i32)
    }
  }
  $5 = (to.f64:f64 $1:i32)
  loop "b" {
    if (lt:bool 500:f64 $5:f64) {
      break "b"
    }
    $6 = (add:f64 $5:f64 1:f64)
    $5 = (mul:f64 $6:f64 1.5:f64)
    $3 = (add:i32 $3:i32 1:i32)
  }
  store i32 (offset:ptr.global $0:ptr.global (mul:i64 (extend:i64 $1:i32) 8:i64)) 0 $3:i32
  store i32 (offset:ptr.global $0:ptr.global (mul:i64 (extend:i64 $1:i32) 8:i64)) 4 (to.i32:i32 $5:f64)
}
host "main" () () {
  launch "k" (1:i32 1:i32 1:i32) (1:i32 1:i32 1:i32) 0:i32 0:i64 (0:i64)
}
`;

function results(simd: boolean): number[] {
  const m = boot(parseModule(text), ['main'], {}, { simd });
  const r = m.allocate(8 * 210);
  m.launch('k', [3, 1, 1], [70, 1, 1], [r]);
  return Array.from({ length: 420 }, (_, i) => m.view.getInt32(r + 4 * i, true));
}

test('loops that lanes leave at different iterations give what single threads give', () => {
  const alone = results(false);
  assert.ok(new Set(alone).size > 20);
  assert.deepEqual(results(true), alone);
});
