/** Constants are followed through locals as far as every way agrees, and no further. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fn } from '../../src/ir/module.ts';
import { parseModule } from '../../src/ir/parse.ts';
import { printFunction } from '../../src/ir/print.ts';
import { propagateConstants } from '../../src/opt/scalar/constant-propagation.ts';

function parse(body: string): Fn {
  const [fn] = parseModule(`module "m"
host "f" ("n":i32) (i32) {
  local "x":i32
  local "y":i32
${body}
}`).functions;
  assert.ok(fn);
  return fn;
}

/** What `return` gives. */
function returned(body: string): string {
  return /return \((.*)\)/.exec(printFunction(propagateConstants(parse(body))))?.[1] ?? '';
}

const condition = '(gt:bool $0:i32 3:i32)';
const cases: Readonly<Record<string, { readonly body: string; readonly gives: string }>> = {
  'one way': { body: '  $1 = 5:i32\n  $2 = (add:i32 $1:i32 1:i32)\n  return ($2:i32)', gives: '6:i32' },
  'both branches set the same': {
    body: `  if ${condition} {\n    $1 = 5:i32\n  } else {\n    $1 = 5:i32\n  }\n  return ($1:i32)`,
    gives: '5:i32',
  },
  'one branch sets another': {
    body: `  $1 = 5:i32\n  if ${condition} {\n    $1 = 6:i32\n  }\n  return ($1:i32)`,
    gives: '$1:i32',
  },
  'a loop sets it': {
    body: `  $1 = 5:i32\n  loop "a" {\n    $2 = $1:i32\n    $1 = 6:i32\n    if ${condition} {\n      break "a"\n    }\n  }\n  return ($2:i32)`,
    gives: '$2:i32',
  },
  'a block is left before the set': {
    body: `  $1 = 5:i32\n  block "a" {\n    if ${condition} {\n      break "a"\n    }\n    $1 = 6:i32\n  }\n  return ($1:i32)`,
    gives: '$1:i32',
  },
  'a loop that leaves it alone': {
    body: `  $1 = 5:i32\n  loop "a" {\n    $2 = (add:i32 $1:i32 $0:i32)\n    if ${condition} {\n      break "a"\n    }\n  }\n  return ($1:i32)`,
    gives: '5:i32',
  },
};

for (const [name, { body, gives }] of Object.entries(cases))
  test(`constants: ${name}`, () => assert.equal(returned(body), gives));
