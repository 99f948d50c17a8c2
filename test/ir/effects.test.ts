/** The record of effects: every kind has a row, and what each claims of accesses, order and ends. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessesOf, effectsOf, effectsOfExpression, isMeeting, isPure, spacesMeet } from '../../src/ir/effects.ts';
import type { Statement } from '../../src/ir/module.ts';
import { parseModule } from '../../src/ir/parse.ts';
import { eachStatement } from '../../src/ir/walk.ts';

const text = `module "m"
kernel "k" ("p":ptr.global "n":i32) () {
  local "a":i32
  local "b":i32
  $2 = (add:i32 (load i32 $0:ptr.global 4) $1:i32)
  store i32 $0:ptr.global 8 $2:i32
  store i32 volatile $0:ptr.global 8 $2:i32
  atomic add i32 device $0:ptr.global ((load i32 $0:ptr.global 12)) $3!
  copy (offset:ptr.global $0:ptr.global 64:i64) $0:ptr.global 16:i64
  barrier block
  fence device
  trap "no"
}
`;

function statements(): readonly Statement[] {
  const found: Statement[] = [];
  eachStatement(parseModule(text).functions[0]!.body, (s) => void found.push(s));
  return found;
}

test('what statements do', () => {
  const of = new Map(statements().map((s) => [s.kind === 'store' && s.volatile ? 'volatile' : s.kind, s]));
  const at = (kind: string) => effectsOf(of.get(kind)!);
  assert.deepEqual([isPure(at('set')), isPure(at('store')), isPure(at('volatile'))], [true, false, false]);
  assert.deepEqual([at('store').ordered, at('volatile').ordered], [undefined, true]);
  assert.deepEqual([at('barrier').syncs, at('fence').syncs, at('atomic').syncs], ['block', 'device', undefined]);
  assert.equal(isMeeting(of.get('barrier')!), true);
  assert.deepEqual([at('trap').leaves, at('trap').traps], [true, true]);
  assert.deepEqual(
    accessesOf(of.get('set')!).reads.map((r) => [r.offset, r.bytes]),
    [[4, 4]],
  );
  assert.deepEqual(
    accessesOf(of.get('atomic')!).reads.map((r) => r.offset),
    [0, 12],
  );
  assert.deepEqual(
    accessesOf(of.get('copy')!).writes.map((w) => w.bytes),
    [16],
  );
});

test('divisions of integers may trap, sums may not', () => {
  const set = statements()[0]!;
  assert.ok(set.kind === 'set' && set.value.kind === 'op');
  assert.equal(effectsOfExpression(set.value).traps, undefined);
  assert.equal(effectsOfExpression({ ...set.value, op: 'div' }).traps, true);
});

test('spaces that may hold the same cell', () => {
  assert.deepEqual(
    [
      spacesMeet('shared', 'global'),
      spacesMeet('generic', 'shared'),
      spacesMeet('host', 'shared'),
      spacesMeet(undefined, 'local'),
    ],
    [false, true, false, true],
  );
});
