import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ModuleWriter } from '../../src/back/wasm/encode/encode.ts';
import { showWasm } from '../../src/back/wasm/encode/show.ts';

test('a module is listed as it was written', () => {
  const module = new ModuleWriter('i32');
  const code = module.code('twice', ['i32'], ['i32']);
  code.out.all([0x20, 0, 0x20, 0, 0x6a]);
  code.call(module.import('rt', 'note', ['i32'], ['i32']));
  module.add(code);
  module.export('twice');
  const listing = showWasm(module.write(16));
  assert.deepEqual(listing.split('\n').slice(0, 8), [
    '(module',
    '  (import "rt" "note" (func (param i32) (result i32)))',
    '  (import "env" "memory" (memory 0 16 shared))',
    '  (func $"twice" (param i32) (result i32)',
    '    local.get 0',
    '    local.get 0',
    '    i32.add',
    '    call $"rt.note"',
  ]);
});
