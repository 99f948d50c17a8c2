import assert from 'node:assert/strict';
import { test } from 'node:test';
import { and, i32, not, op, or } from '../../src/ir/build.ts';
import type { Expression } from '../../src/ir/module.ts';
import { negated } from '../../src/ir/negated.ts';
import { parseModule } from '../../src/ir/parse.ts';
import { printFunction } from '../../src/ir/print.ts';
import { licmLoads } from '../../src/opt/scalar/licm-loads.ts';
import { unjump } from '../../src/opt/scalar/unjump.ts';

const host = (body: string) =>
  parseModule(
    `module "m"\nglobal "d" host define size 64 align 8\nhost "f" ("n":i32) () {\n  local "i":i32\n${body}\n}\n`,
  ).functions[0]!;

const loop = (statement: string): string => `for "l" $1 1:i32 $0:i32 1:i32 {\n${statement}\n}`;

test('a descriptor is read before a loop that stores numbers', () => {
  const text = printFunction(licmLoads(host(loop('store f64 (load ptr.host (global "d" ptr.host) 0) 0 1:f64'))));
  assert.match(text, /\$2 = \(load ptr\.host \(global "d" ptr\.host\) 0\)\n\s+for/);
});

test('a descriptor is read in each iteration where the loop may change it', () => {
  for (const also of ['store i64 (global "d" ptr.host) 8 1:i64', 'fill (global "d" ptr.host) 0:i32 8:i64']) {
    const text = printFunction(
      licmLoads(host(loop(`store f64 (load ptr.host (global "d" ptr.host) 0) 0 1:f64\n${also}`))),
    );
    assert.match(text, /for .*\n\s+store f64 \(load ptr\.host/);
  }
});

test('a jump to the end of a block becomes the other side of a branch', () => {
  const fn = host('block "b" {\nif (lt:bool $0:i32 1:i32) {\nbreak "b"\n}\n$1 = 2:i32\n}');
  const text = printFunction({ ...fn, body: unjump(fn.body, new Set()) });
  assert.match(text, /if \(ge:bool \$0:i32 1:i32\) \{\n\s+\$1 = 2:i32\n\s+\}/);
  assert.doesNotMatch(text, /break/);
});

test('the opposite of a comparison of reals is no other comparison, but for equality', () => {
  const [x, y] = [0, 1].map((index): Expression => ({ kind: 'local', type: 'f64', index }));
  assert.deepEqual(negated(op('lt', [x!, y!])), not(op('lt', [x!, y!])));
  assert.deepEqual(negated(op('eq', [x!, y!])), op('ne', [x!, y!]));
  const [i, j] = [i32(1), { kind: 'local', type: 'i32', index: 2 } as const];
  const either = or(op('lt', [x!, y!]), not(op('le', [i, j])));
  assert.deepEqual(negated(either), and(not(op('lt', [x!, y!])), op('le', [i, j])));
});
