/** How far lanes lie apart where only the program knows: rows of a matrix within planes that a loop counts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyseLanes } from '../../src/back/wasm/vector/lanes.ts';
import type { Statement } from '../../src/ir/module.ts';
import { parseModule } from '../../src/ir/parse.ts';
import { keyOf } from '../../src/ir/value-key.ts';

const bodyOf = (text: string): readonly Statement[] =>
  parseModule(`module "m"
kernel "k" ("a":ptr.global "n":i32 "m":i32) () {
  local "row":ptr.global
  local "plane":ptr.global
  local "k":i32
${text}
}
`).functions[0]!.body;

const stepOf = (body: readonly Statement[], local: number): string | undefined => {
  const none: ReadonlySet<number> = new Set();
  const facts = { body, locals: 6, arrays: none, single: none, inWarp: false, carried: none, slotStride: undefined };
  const step = analyseLanes(facts)?.stepOf({ kind: 'local', type: 'ptr.global', index: local });
  return step && keyOf(step);
};

const row = '$3 = (offset:ptr.global $0:ptr.global (extend:i64 (mul:i32 (special tid.x) $1:i32)))';
const loopOver = (plane: string): string => `  ${row}
  for "loop" $5 0:i32 $2:i32 1:i32 {
    $4 = ${plane}
    store i32 $4:ptr.global 0 $5:i32
  }`;

test('what all lanes add is no part of it, though it changes from iteration to iteration', () => {
  const body = bodyOf(loopOver('(offset:ptr.global $3:ptr.global (extend:i64 (mul:i32 $5:i32 $2:i32)))'));
  assert.equal(stepOf(body, 4), stepOf(body, 3));
  assert.notEqual(stepOf(body, 4), undefined);
});

test('what they are multiplied by is', () => {
  const body = bodyOf(loopOver('(offset:ptr.global $0:ptr.global (extend:i64 (mul:i32 (special tid.x) $5:i32)))'));
  assert.equal(stepOf(body, 4), undefined);
});
