import assert from 'node:assert/strict';
import { test } from 'node:test';
import { link } from '../../src/ir/link.ts';
import { parseModule } from '../../src/ir/parse.ts';

const main = (body: string): string => `host "main" () () {\n${body}\n}\n`;

test('what nothing reaches is dropped', () => {
  const a = parseModule(`module "a"\nextern "f" object () ()\n${main('call "f" () ()')}`);
  const b = parseModule('module "b"\nhost "f" () () {\n}\nhost "g" () () {\n}\n');
  const { program, diagnostics } = link([a, b], ['main']);
  assert.deepEqual(diagnostics, []);
  assert.deepEqual([...program.functions.keys()].sort(), ['f', 'main']);
});

test('undefined and doubly defined symbols are named', () => {
  const a = parseModule(`module "a"\nextern "f" object () ()\n${main('call "f" () ()')}host "h" () () {\n}\n`);
  const b = parseModule('module "b"\nhost "h" () () {\n}\n');
  const codes = link([a, b], ['main', 'h']).diagnostics.map((d) => `${d.code} ${d.message}`);
  assert.deepEqual(codes.length, 1 + codes.filter((c) => c.startsWith('multiple')).length);
  assert.ok(codes.some((c) => c === 'undefined-symbol no source or object defines `f`'));
});

test('of common storage the largest wins', () => {
  const use = '$0 = (load i32 (global "c" ptr.host) 0)';
  const a = parseModule(
    `module "a"\nglobal "c" host common size 8 align 4\nhost "main" () () {\n  local "x":i32\n${use}\n}\n`,
  );
  const b = parseModule('module "b"\nglobal "c" host common size 32 align 8\n');
  assert.equal(link([a, b], ['main']).program.globals.get('c')?.size, 32);
});
