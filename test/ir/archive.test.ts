/** Modules in one byte string: a program takes from it what it reaches and no module defines. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openArchive, packArchive } from '../../src/ir/archive.ts';
import { packDirectory, searchDirectory } from '../../src/ir/directory.ts';
import { link } from '../../src/ir/link.ts';
import type { Module } from '../../src/ir/module.ts';
import { parseModule } from '../../src/ir/parse.ts';

const source = { path: 'lib.cuf', text: 'one\ntwo\n' };
const at = { source, from: 4, to: 7 };
const parsed = parseModule(
  `module "lib"
extern "print" runtime () ()
global "data" host define size 16 align 8
host "f" () () {
  local "x":i32
$0 = (load i32 (global "data" ptr.host) 0)
call "g" () ()
}
host "g" () () {
call "print" () ()
}
host "unused" () () {
}
`,
);
const library: Module = { ...parsed, functions: parsed.functions.map((f) => ({ ...f, at })) };
const bytes = packArchive('key', [library], new Map([['lib', 'what use needs']]));
const pieceOf = (all: Uint8Array) => (from: number, to: number) => Buffer.from(all).subarray(from, to);
const open = () => openArchive(pieceOf(bytes), 'key', (path) => ({ path, text: source.text }));

test('pieces come back as they were', () => {
  const archive = open();
  assert.deepEqual(
    archive?.function('f'),
    library.functions.find((f) => f.name === 'f'),
  );
  assert.deepEqual(archive?.global('data'), library.globals[0]);
  assert.deepEqual(archive?.extern('print'), library.externs[0]);
  assert.equal(archive?.text('lib'), 'what use needs');
  for (const name of ['nothing', 'toString', '__proto__']) {
    assert.equal(archive?.function(name), undefined);
    assert.equal(archive?.text(name), undefined);
  }
});

test('a program takes what it reaches', () => {
  const own = parseModule(`module "a"\nextern "f" object () ()\nhost "main" () () {\ncall "f" () ()\n}\n`);
  const { program, diagnostics } = link([own], ['main'], open());
  assert.deepEqual(diagnostics, []);
  assert.deepEqual([...program.functions.keys()].sort(), ['f', 'g', 'main']);
  assert.deepEqual([...program.globals.keys()], ['data']);
  assert.deepEqual([...program.externs.keys()], ['print']);
});

test('what a module defines is not taken', () => {
  const own = parseModule(
    `module "a"\nextern "f" object () ()\nhost "main" () () {\ncall "f" () ()\n}\nhost "g" () () {\n}\n`,
  );
  const { program } = link([own], ['main'], open());
  assert.deepEqual(program.functions.get('g')?.body, []);
  assert.equal(program.externs.size, 0);
});

test('an archive for another compiler is none', () => {
  assert.equal(
    openArchive(pieceOf(bytes), 'other key', (path) => ({ path, text: '' })),
    undefined,
  );
  assert.equal(
    openArchive(pieceOf(new Uint8Array(100)), 'key', (path) => ({ path, text: '' })),
    undefined,
  );
});

test('a directory finds each of its names and no others', () => {
  const names = ['', 'a', 'aa', 'ab', 'b', 'module.procedure', 'modul', 'größe', 'größer', '名', '__proto__'];
  const places = new Map(names.map((name, i): [string, [number, number]] => [name, [i, 70_000 * i]]));
  const find = searchDirectory(Buffer.from(packDirectory(places)));
  for (const [name, place] of places) assert.deepEqual(find(name), place, name);
  for (const name of ['A', 'ac', 'module.', 'module.procedure2', 'gr', 'größ', 'zzz'])
    assert.equal(find(name), undefined, name);
  assert.equal(searchDirectory(Buffer.from(packDirectory(new Map())))('a'), undefined);
});
