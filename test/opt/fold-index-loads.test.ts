/** An index becomes part of the address that alone reads it, and of no other. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseModule } from '../../src/ir/parse.ts';
import { printFunction } from '../../src/ir/print.ts';
import { foldIndexLoads } from '../../src/opt/scalar/fold-index-loads.ts';

const place = (index: string): string => `(offset:ptr.global $1:ptr.global (extend:i64 ${index}))`;
const index = `(add:i32 (load i32 ${place('$0:i32')} 0) 1:i32)`;

function joined(body: string): string {
  const [fn] = parseModule(`module "m"
kernel "k" ("i":i32 "p":ptr.global) () {
  local "x":i32
  local "y":i32
${body}
}`).functions;
  assert.ok(fn);
  return printFunction({ ...fn, body: foldIndexLoads(fn.body, fn.locals.length, () => false) });
}

const count = `atomic add i32 device ${place('$2:i32')} (1:i32)`;
const isSet = /\$2 = /;

test('the address holds the index', () => {
  const text = joined(`$2 = ${index}\n$3 = 5:i32\n${count}`);
  assert.doesNotMatch(text, isSet);
  assert.match(text, /atomic .*\(load i32/);
});

test('in each of several places', () => {
  const once = `$2 = ${index}\n${count}\n`;
  assert.doesNotMatch(joined(once + once), isSet);
  assert.match(joined(`${once}${once}$3 = $2:i32\nstore i32 $1:ptr.global 0 $3:i32`), isSet);
});

test('not where it is read again, where memory or what it is made of changes between, nor from a branch', () => {
  const store = 'store i32 $1:ptr.global 0 1:i32';
  for (const body of [
    `$2 = ${index}\n${count}\nstore i32 $1:ptr.global 0 $2:i32`,
    `$2 = ${index}\n${store}\n${count}`,
    `$2 = ${index}\n$0 = 3:i32\n${count}`,
    `$2 = ${index}\nif (eq:bool $0:i32 1:i32) {\n${count}\n}`,
    `loop "l" {\n${count}\n$2 = ${index}\nif (eq:bool $0:i32 1:i32) {\nbreak "l"\n}\n}`,
  ])
    assert.match(joined(body), isSet, body);
});
