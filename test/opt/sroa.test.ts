import assert from 'node:assert/strict';
import { test } from 'node:test';
import { link } from '../../src/ir/link.ts';
import type { Fn } from '../../src/ir/module.ts';
import { parseModule } from '../../src/ir/parse.ts';
import { printFunction } from '../../src/ir/print.ts';
import { runPasses } from '../../src/opt/passes.ts';
import { mem2reg } from '../../src/opt/scalar/mem2reg.ts';
import { simplify } from '../../src/opt/scalar/simplify.ts';
import { sroa } from '../../src/opt/scalar/sroa.ts';
import { unrollOverSlots } from '../../src/opt/scalar/unroll.ts';

const inLocals = (fn: Fn): Fn => {
  const { program } = link([{ name: 'm', functions: [fn], globals: [], externs: [] }], [fn.name]);
  const rows = [sroa(unrollOverSlots, 'unroll-over-slots')];
  const watched = { target: 'sim', program, watch: undefined } as const;
  return simplify(mem2reg(runPasses<Fn, unknown>(rows, fn, undefined, watched, (made) => [made])));
};

const split = (body: string, slots: string): string => {
  const [fn] = parseModule(`module "m"
kernel "k" ("p":ptr.global) () {
  local "i":i32
  local "x":f32
${slots}${body}}
`).functions;
  return printFunction(inLocals(fn!));
};

const two = '  slot "a" 12 4\n  slot "b" 12 4\n';

test('a record that is filled cell by cell, copied and read becomes locals', () => {
  const text = split(
    `  fill (slot 0 ptr.local) 0:i32 12:i64
  for "l" $1 0:i32 3:i32 1:i32 {
    store f32 (offset:ptr.local (slot 0 ptr.local) (mul:i64 (extend:i64 $1:i32) 4:i64)) 0 (to.f32:f32 $1:i32)
  }
  copy (slot 1 ptr.local) (slot 0 ptr.local) 12:i64
  store f32 $0:ptr.global 0 (load f32 (slot 1 ptr.local) 8)
`,
    two,
  );
  assert.doesNotMatch(text, /\(slot|copy|for/);
});

test('a copy to memory moves all bytes', () => {
  const text = split(
    `  store f32 (slot 0 ptr.local) 4 1:f32
  copy $0:ptr.global (slot 0 ptr.local) 12:i64
`,
    two,
  );
  assert.equal(text.match(/store/g)?.length, 3);
  assert.doesNotMatch(text, /\(slot|copy/);
});

test('a slot whose cells overlap or whose place is not known stays', () => {
  const text = split(
    `  store f64 (slot 0 ptr.local) 0 1:f64
  store f32 (slot 0 ptr.local) 4 1:f32
  copy (slot 1 ptr.local) (slot 0 ptr.local) 12:i64
  store f32 $0:ptr.global 0 (load f32 (offset:ptr.local (slot 1 ptr.local) (load i64 $0:ptr.global 8)) 0)
`,
    two,
  );
  assert.match(text, /copy/);
});
