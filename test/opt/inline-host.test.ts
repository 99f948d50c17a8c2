import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileHost, layoutProgram } from '../../src/back/wasm/compile.ts';
import { link, type Program } from '../../src/ir/link.ts';
import { parseModule } from '../../src/ir/parse.ts';
import { printFunction } from '../../src/ir/print.ts';
import { inlineSmallHost } from '../../src/opt/scalar/inline-host.ts';
import { simplify } from '../../src/opt/scalar/simplify.ts';

function programOf(text: string): Program {
  const { program, diagnostics } = link([parseModule(`module "m"\n${text}`)], ['main']);
  assert.deepEqual(diagnostics, []);
  return program;
}

const twice = `host "twice" ("x":f32) (f32) {
  return ((mul:f32 $0:f32 2:f32))
}
`;
const caller = `host "main" ("p":ptr.host) () {
  local "r":f32
  call "twice" ((load f32 $0:ptr.host 0)) ($1)
  store f32 $0:ptr.host 0 $1:f32
  return ()
}
`;

test('a small function goes into its caller and is left out', () => {
  const made = inlineSmallHost(programOf(twice + caller));
  assert.deepEqual(
    made.map((fn) => fn.name),
    ['main'],
  );
  assert.doesNotMatch(printFunction(made[0]!), /call/);
});

test('functions that call themselves, and those with long loops, stay', () => {
  const again = twice.replace('  return', '  local "r":f32\n  call "twice" ($0:f32) ($1)\n  return');
  assert.equal(inlineSmallHost(programOf(again + caller)).length, 2);
  const loop = `  local "i":i32
  for "l" $1 0:i32 1000:i32 1:i32 {
    $0 = (add:f32 $0:f32 1:f32)
  }
`;
  assert.equal(inlineSmallHost(programOf(twice.replace('  return', `${loop}  return`) + caller)).length, 2);
});

test('where each iteration writes or launches, calls of longer functions stay', () => {
  const store = '  store f32 $0:ptr.host 0 (mul:f32 (load f32 $0:ptr.host 0) 2:f32)\n';
  const work = `host "work" ("p":ptr.host) () {\n${store.repeat(80)}  return ()\n}\n`;
  const calls = (before: string, inner: string): number => {
    const text = `extern "io.begin" runtime () ()
${work}host "main" ("p":ptr.host) () {
  local "i":i32
  local "j":i32
  for "a" $1 0:i32 1000:i32 1:i32 {
${before}    block "b" {
${inner}    }
  }
  return ()
}
`;
    const made = inlineSmallHost(programOf(text));
    return [
      ...made
        .map(printFunction)
        .join('')
        .matchAll(/call "work"/g),
    ].length;
  };
  const call = '      call "work" ($0:ptr.host) ()\n';
  const written = '    block "w" {\n      call "io.begin" () ()\n    }\n';
  assert.equal(calls('', call), 0);
  assert.equal(calls(written, call), 1);
  assert.equal(calls(written, `      for "c" $2 0:i32 9:i32 1:i32 {\n  ${call}      }\n`), 0);
  assert.equal(calls('    if (eq:bool $1:i32 0:i32) {\n      call "io.begin" () ()\n    }\n', call), 0);
});

test('a function that is called once and loops over calls asks for good code, one that is called in a loop does not', () => {
  const work = (name: string, inner: string) => `host "${name}" ("x":f32) (f32) {
  local "i":i32
  local "j":i32
  for "a" $1 0:i32 1000:i32 1:i32 {
    for "b" $2 0:i32 1000:i32 1:i32 {
      $0 = (add:f32 $0:f32 1:f32)
    }
${inner}  }
  return ($0:f32)
}
`;
  const text =
    work('often', '') + work('seldom', '    call "often" ($0:f32) ($0)\n') + caller.replace('twice', 'seldom');
  const program = programOf(text);
  const module = new WebAssembly.Module(compileHost(program, layoutProgram(program)).bytes);
  const asking = WebAssembly.Module.exports(module).filter((e) => e.name.startsWith('top-tier.'));
  assert.equal(asking.length, 1);
});

test('the variable of a loop that is left to where it is read keeps its local', () => {
  const [fn] = parseModule(`module "m"
host "f" ("n":i32) (i32) {
  local "i":i32
  block "end" {
    for "l" $1 1:i32 $0:i32 1:i32 {
      if (gt:bool $1:i32 5:i32) {
        break "end"
      }
    }
    $1 = -1:i32
  }
  return ($1:i32)
}
`).functions;
  assert.match(printFunction(simplify(fn!)), /for "l" \$1 /);
});
