/** Loops whose iterations follow from constants become their iterations; others stay. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fn } from '../../src/ir/module.ts';
import { parseModule } from '../../src/ir/parse.ts';
import { printFunction } from '../../src/ir/print.ts';
import { farWhileUnrolling, nearWhileUnrolling } from '../../src/opt/cost.ts';
import { unrollWhile } from '../../src/opt/scalar/unroll-while.ts';

/** `f(a, n)`: a points to cells of i32; $2 and $3 are i32. */
function parse(body: string): Fn {
  const text = `module "m"\nhost "f" ("a":ptr.host "n":i32) () {
  local "i":i32
  local "k":i32
${body}
}`;
  const [fn] = parseModule(text).functions;
  assert.ok(fn);
  return fn;
}

const halving = (from: string): Fn =>
  parse(`  $3 = ${from}
  loop "L" {
    if (not:bool (ge:bool $3:i32 1:i32)) {
      break "L"
    }
    store i32 $0:ptr.host 0 $3:i32
    $3 = (div:i32 $3:i32 2:i32)
  }
  return ()`);

test('a distance that is halved', () => {
  const text = printFunction(unrollWhile(halving('4:i32'), nearWhileUnrolling));
  assert.deepEqual(
    [...text.matchAll(/store i32 \$0:ptr.host 0 (\S+)/g)].map((m) => m[1]),
    ['4:i32', '2:i32', '1:i32'],
  );
  assert.doesNotMatch(text, /loop/);
});

test('a loop that is left in its middle, behind what is computed', () => {
  const fn = parse(`  $2 = 1:i32
  loop "L" {
    $3 = (shl:i32 1:i32 $2:i32)
    store i32 $0:ptr.host 0 $3:i32
    if (ge:bool $3:i32 8:i32) {
      break "L"
    }
    store i32 $0:ptr.host 4 $3:i32
    $2 = (add:i32 $2:i32 1:i32)
  }
  return ()`);
  const text = printFunction(unrollWhile(fn, nearWhileUnrolling));
  assert.deepEqual(
    [...text.matchAll(/store i32 \$0:ptr.host (\d) (\S+)/g)].map((m) => `${m[1]} ${m[2]}`),
    ['0 2:i32', '4 2:i32', '0 4:i32', '4 4:i32', '0 8:i32'],
  );
  assert.doesNotMatch(text, /loop/);
});

test('no constant, or too many turns', () => {
  for (const from of ['$1:i32', '1000000000:i32']) {
    const fn = halving(from);
    assert.equal(unrollWhile(fn, nearWhileUnrolling), fn);
  }
});

test('a loop that is left from within', () => {
  const fn = parse(`  $3 = 4:i32
  loop "L" {
    if (lt:bool $3:i32 1:i32) {
      break "L"
    }
    if (eq:bool $1:i32 $3:i32) {
      break "L"
    }
    $3 = (div:i32 $3:i32 2:i32)
  }
  return ()`);
  assert.equal(unrollWhile(fn, nearWhileUnrolling), fn);
});

test('loops in the iterations that end after constant numbers of iterations as well', () => {
  const fn = parse(`  $2 = 2:i32
  loop "K" {
    if (gt:bool $2:i32 4:i32) {
      break "K"
    }
    $3 = (div:i32 $2:i32 2:i32)
    loop "J" {
      if (le:bool $3:i32 0:i32) {
        break "J"
      }
      store i32 $0:ptr.host 0 (add:i32 (mul:i32 $2:i32 10:i32) $3:i32)
      $3 = (div:i32 $3:i32 2:i32)
    }
    $2 = (mul:i32 $2:i32 2:i32)
  }
  return ()`);
  const stored = (text: string): readonly (string | undefined)[] =>
    [...text.matchAll(/store i32 \$0:ptr.host 0 (\S+)/g)].map((m) => m[1]);
  const text = printFunction(unrollWhile(fn, farWhileUnrolling));
  assert.deepEqual(stored(text), ['21:i32', '42:i32', '41:i32']);
  assert.doesNotMatch(text, /loop/);
  assert.match(printFunction(unrollWhile(fn, nearWhileUnrolling)), /loop/);
  assert.match(printFunction(unrollWhile(fn, { ...farWhileUnrolling, nested: 5 })), /loop/);
});
