/** Unrolled functions do what the loops did: both versions run as host code and leave the same memory. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileHost, layoutProgram } from '../../src/back/wasm/compile.ts';
import { link } from '../../src/ir/link.ts';
import type { Expression, Fn, Statement } from '../../src/ir/module.ts';
import { parseModule } from '../../src/ir/parse.ts';
import { printFunction } from '../../src/ir/print.ts';
import { eachExpression, eachStatement, expressionsOf } from '../../src/ir/walk.ts';
import { simplify } from '../../src/opt/scalar/simplify.ts';
import { unroll } from '../../src/opt/scalar/unroll.ts';

const cells = 64;

function run(fn: Fn, n: number): readonly number[] {
  const { program, diagnostics } = link([{ name: 'm', functions: [fn], globals: [], externs: [] }], [fn.name]);
  assert.deepEqual(diagnostics, []);
  const layout = layoutProgram(program);
  const { bytes, imports } = compileHost(program, layout);
  const pages = Math.ceil((layout.heapStart + 4 * cells) / 65536);
  const memory = new WebAssembly.Memory({ initial: pages, maximum: 65536, shared: true });
  const wanted: WebAssembly.Imports = { env: { memory } };
  for (const i of imports) wanted[i.module] = { ...wanted[i.module], [i.name]: () => 0 };
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), wanted);
  const call = exports[fn.name];
  assert.ok(typeof call === 'function');
  call(layout.heapStart, n);
  return [...new Int32Array(memory.buffer, layout.heapStart, cells)];
}

function loops(fn: Fn): number {
  let n = 0;
  eachStatement(fn.body, (s) => {
    if (s.kind === 'for') n++;
  });
  return n;
}

/** `f(a, n)`: a points to cells of i32. Locals 2 to 5 are i32. */
function parse(body: string): Fn {
  const text = `module "m"\nhost "f" ("a":ptr.host "n":i32) () {
  local "i":i32
  local "j":i32
  local "x":i32
  local "s":i32
${body}
}`;
  const [fn] = parseModule(text).functions;
  assert.ok(fn);
  return fn;
}

const at = (index: string): string => `(offset:ptr.host $0:ptr.host (mul:i64 (extend:i64 ${index}) 4:i64))`;

const cases: Readonly<Record<string, { readonly body: string; readonly left: number }>> = {
  'constant turns': {
    left: 0,
    body: `  $5 = 0:i32
  for "L" $2 1:i32 5:i32 3:i32 {
    $5 = (add:i32 $5:i32 $2:i32)
    store i32 ${at('$2:i32')} 0 $5:i32
  }
  store i32 $0:ptr.host 0 $2:i32`,
  },
  'no turn': {
    left: 0,
    body: `  for "L" $2 4:i32 0:i32 1:i32 {
    store i32 $0:ptr.host 4 1:i32
  }
  store i32 $0:ptr.host 0 $2:i32`,
  },
  'continue and break': {
    left: 0,
    body: `  for "L" $2 0:i32 8:i32 1:i32 {
    if (eq:bool $2:i32 2:i32) {
      continue "L"
    }
    if (eq:bool $2:i32 $1:i32) {
      break "L"
    }
    store i32 ${at('$2:i32')} 0 (add:i32 $2:i32 10:i32)
  }
  store i32 $0:ptr.host 60 $2:i32`,
  },
  'one in another': {
    left: 0,
    body: `  for "L" $2 0:i32 3:i32 1:i32 {
    for "M" $3 0:i32 4:i32 1:i32 {
      if (gt:bool $3:i32 $2:i32) {
        break "M"
      }
      store i32 ${at('(add:i32 (mul:i32 $2:i32 4:i32) $3:i32)')} 0 (add:i32 $2:i32 (mul:i32 $3:i32 100:i32))
    }
  }`,
  },
  'guarded turns': {
    left: 2,
    body: `  for "L" $2 0:i32 $1:i32 1:i32 {
    $4 = (mul:i32 $2:i32 2:i32)
    if (lt:bool $4:i32 21:i32) {
      store i32 ${at('$4:i32')} 0 (add:i32 $4:i32 1:i32)
    }
  }
  store i32 $0:ptr.host 252 $2:i32`,
  },
  'turns that take something over go one by one': {
    left: 2,
    body: `  $4 = 1:i32
  for "L" $2 0:i32 $1:i32 1:i32 {
    $4 = (add:i32 (mul:i32 $4:i32 3:i32) 1:i32)
    if (lt:bool $4:i32 1000000:i32) {
      store i32 ${at('$2:i32')} 0 $4:i32
    }
  }`,
  },
};

for (const [name, { body, left }] of Object.entries(cases))
  test(`unroll: ${name}`, () => {
    const fn = parse(body);
    const made = simplify(unroll(fn));
    assert.equal(loops(made), left, printFunction(made));
    for (const n of [-1, 0, 1, 3, 4, 5, 7, 8, 9, 11]) assert.deepEqual(run(made, n), run(fn, n), `n = ${n}`);
  });

test('unroll: every iteration has its own loads', () => {
  const fn = parse(`  for "L" $2 0:i32 4:i32 1:i32 {
    $4 = (add:i32 $4:i32 (load i32 $0:ptr.host 0))
    store i32 $0:ptr.host 0 $4:i32
  }`);
  const loads: Expression[] = [];
  eachStatement(unroll(fn).body, (s) => {
    for (const whole of expressionsOf(s))
      eachExpression(whole, (e) => {
        if (e.kind === 'load') loads.push(e);
      });
  });
  assert.equal(loads.length, 4);
  assert.equal(new Set(loads).size, 4);
});

test('no statement stands in two places: analyses keep what they find by object', () => {
  const { body } = unroll(
    parseModule(`module "m"
kernel "k" ("a":ptr.global "n":i32) () {
  local "i":i32
  local "x":i32
  for "over" $2 0:i32 (extend:i64 $1:i32) 1:i32 {
    $3 = (load i32 (offset:ptr.global $0:ptr.global (mul:i64 (extend:i64 $2:i32) 4:i64)) 0)
    store i32 (offset:ptr.global $0:ptr.global (mul:i64 (extend:i64 $2:i32) 4:i64)) 0 (add:i32 $3:i32 1:i32)
  }
  return ()
}`).functions[0]!,
  );
  const seen = new Set<Statement>();
  eachStatement(body, (s) => {
    assert.ok(!seen.has(s), `a ${s.kind} stands twice`);
    seen.add(s);
  });
  assert.ok(seen.size > 8);
});
