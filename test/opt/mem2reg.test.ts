/** Slots become locals: the function does what it did, and names none of those that it may lose. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileHost, layoutProgram } from '../../src/back/wasm/compile.ts';
import { link } from '../../src/ir/link.ts';
import type { Fn } from '../../src/ir/module.ts';
import { parseModule } from '../../src/ir/parse.ts';
import { printFunction } from '../../src/ir/print.ts';
import { mem2reg } from '../../src/opt/scalar/mem2reg.ts';

/** Runs `f(a)` on 16 cells of i32, 1, 2, 3 … */
function run(fn: Fn): readonly number[] {
  const { program, diagnostics } = link([{ name: 'm', functions: [fn], globals: [], externs: [] }], [fn.name]);
  assert.deepEqual(diagnostics, []);
  const layout = layoutProgram(program);
  const { bytes, imports } = compileHost(program, layout);
  const memory = new WebAssembly.Memory({
    initial: Math.ceil((layout.heapStart + 131072) / 65536),
    maximum: 65536,
    shared: true,
  });
  const wanted: WebAssembly.Imports = { env: { memory } };
  for (const i of imports) wanted[i.module] = { ...wanted[i.module], [i.name]: () => 0 };
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), wanted);
  const cells = new Int32Array(memory.buffer, layout.heapStart, 16);
  cells.forEach((_, i) => {
    cells[i] = i + 1;
  });
  const call = exports[fn.name];
  assert.ok(typeof call === 'function');
  call(layout.heapStart);
  return [...cells];
}

function parse(body: string): Fn {
  const [fn] = parseModule(`module "m"
host "f" ("a":ptr.host) () {
  local "p":ptr.host
  local "q":ptr.host
  slot "s" 24 8
  slot "t" 24 8
  slot "u" 8 4
${body}
}`).functions;
  assert.ok(fn);
  return fn;
}

const cell = (slot: number, offset: number): string => `(offset:ptr.host (slot ${slot} ptr.host) ${offset}:i64)`;

const cases: Readonly<Record<string, { readonly body: string; readonly left: readonly number[] }>> = {
  'an object read, changed and written': {
    left: [],
    body: `  $1 = (slot 0 ptr.host)
  copy $1:ptr.host $0:ptr.host 24:i64
  store i32 ${cell(0, 4)} 0 (add:i32 (load i32 ${cell(0, 4)} 0) 100:i32)
  $2 = (offset:ptr.host $0:ptr.host 32:i64)
  copy $2:ptr.host $1:ptr.host 24:i64`,
  },
  'objects in objects': {
    left: [],
    body: `  copy (slot 0 ptr.host) $0:ptr.host 24:i64
  copy (slot 2 ptr.host) ${cell(0, 8)} 8:i64
  store f32 ${cell(2, 4)} 0 1.5:f32
  copy (slot 1 ptr.host) (slot 0 ptr.host) 24:i64
  copy ${cell(1, 16)} (slot 2 ptr.host) 8:i64
  copy (offset:ptr.host $0:ptr.host 32:i64) (slot 1 ptr.host) 24:i64`,
  },
  'cells that do not fit stay in memory': {
    left: [0],
    body: `  copy (slot 0 ptr.host) $0:ptr.host 24:i64
  store i32 ${cell(0, 4)} 0 7:i32
  store i64 $0:ptr.host 32 (load i64 (slot 0 ptr.host) 0)
  copy (slot 1 ptr.host) (slot 0 ptr.host) 24:i64
  copy (offset:ptr.host $0:ptr.host 40:i64) (slot 1 ptr.host) 24:i64`,
  },
};

for (const [name, { body, left }] of Object.entries(cases))
  test(`promote: ${name}`, () => {
    const before = parse(`${body}\n  return ()`);
    const after = mem2reg(before);
    const text = printFunction(after)
      .split('\n')
      .filter((l) => !l.startsWith('  slot '))
      .join('\n');
    assert.deepEqual(
      [0, 1, 2].filter((s) => text.includes(`(slot ${s} `)),
      left,
      text,
    );
    assert.deepEqual(run(after), run(before));
  });

test('where accesses must be aligned, what lies at any address is loaded and stored in pieces', () => {
  const fn = parse(`  copy (slot 0 ptr.host) (offset:ptr.host $0:ptr.host 1:i64) 12:i64
  store i64 ${cell(0, 0)} 0 (add:i64 (load i64 ${cell(0, 0)} 0) 3:i64)
  copy (offset:ptr.host $0:ptr.host 33:i64) (slot 0 ptr.host) 12:i64
  return ()`);
  const made = mem2reg(fn, 'aligned');
  assert.doesNotMatch(printFunction(made), /(load|store) i(16|32|64)/);
  assert.deepEqual(run(made), run(fn));
  assert.match(printFunction(mem2reg(fn)), /load i64/);
});
