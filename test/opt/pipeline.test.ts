/** Pipelines: rows run in order and again while they find something; whoever watches sees each; a pass that breaks a function is named. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Program } from '../../src/ir/link.ts';
import { link } from '../../src/ir/link.ts';
import type { Fn } from '../../src/ir/module.ts';
import { parseModule } from '../../src/ir/parse.ts';
import { type Pass, runPasses, type Watch } from '../../src/opt/passes.ts';
import { passNames } from '../../src/opt/pipeline.ts';
import { PassTimes, showPasses, verifyPasses } from '../../src/opt/watch.ts';

const text = `module "m"
kernel "k" ("p":ptr.global) () {
  local "a":i32
  local "b":i32
  $1 = 1:i32
  store i32 $0:ptr.global 0 (add:i32 $1:i32 2:i32)
}
`;

function kernelOf(): { readonly program: Program; readonly fn: Fn } {
  const module = parseModule(text);
  const { program } = link([module], ['k']);
  return { program, fn: module.functions[0]! };
}

function run(passes: readonly Pass<Fn, undefined>[], watch: Watch | undefined, times = 1): Fn {
  const { program, fn } = kernelOf();
  return runPasses([{ times, rows: passes }], fn, undefined, { target: 'ptx', program, watch }, (f) => [f]);
}

const bad = (body: Fn['body']): Pass<Fn, undefined> => ({ name: 'bad', run: (fn) => ({ ...fn, body }) });

test('a row runs again while it finds something', () => {
  let runs = 0;
  const thrice: Pass<Fn, undefined> = { name: 'thrice', run: (fn) => (runs++ < 3 ? { ...fn } : fn) };
  let tidied = 0;
  const tidy: Pass<Fn, undefined> = {
    name: 'tidy',
    afterChange: true,
    run: (fn) => {
      tidied++;
      return fn;
    },
  };
  run([thrice, tidy], undefined, 9);
  assert.deepEqual([runs, tidied], [4, 3]);
});

test('what a pass has made is shown and counted', () => {
  const texts: string[] = [];
  const times = new PassTimes();
  const empty = bad([]);
  run([{ ...empty, name: 'empty' }], (step) => {
    showPasses('empty', (t) => void texts.push(t))(step);
    times.watch(step);
  });
  assert.match(texts.join(''), /^; ptx: after empty\nkernel "k"/);
  assert.match(times.text(), /ptx empty\s+[\d.]+\s+1\s+1\s+-7\n/);
});

for (const [what, body, message] of [
  [
    'a wrong type',
    [{ kind: 'set', local: 1, value: { kind: 'const', type: 'f32', value: 1 } }],
    /local 1 \(a\) is i32, not f32/,
  ],
  ['a jump to nowhere', [{ kind: 'break', label: 'out' }], /break of out, which is not around it/],
  [
    'a read of what no path sets',
    [{ kind: 'set', local: 1, value: { kind: 'local', type: 'i32', index: 2 } }],
    /local 2 \(b\) is read where nothing sets it/,
  ],
] as const)
  test(`the verifier names the pass that made ${what}`, () => {
    assert.throws(
      () => run([bad(body)], verifyPasses),
      (e: Error) => /pass bad made of k/.test(e.message) && message.test(e.message),
    );
  });

test('names of passes are those of files and rows', () => {
  for (const names of Object.values(passNames))
    for (const name of names) assert.match(name, /^[a-z0-9]+(-[a-z0-9]+)*$/);
});
