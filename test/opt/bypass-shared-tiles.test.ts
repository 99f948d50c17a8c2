import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseModule } from '../../src/ir/parse.ts';
import { printFunction } from '../../src/ir/print.ts';
import { keyOf } from '../../src/ir/value-key.ts';
import { type BypassedTiles, bypassSharedTiles } from '../../src/opt/kernel/bypass-shared-tiles.ts';

/** A kernel for blocks of 32 by 4 threads: 16 rows of `pitch` bytes go to a tile, `border` stands between two barriers, and `use` is stored in each iteration. */
const forward = (use: string, border = '', pitch = 512): BypassedTiles | undefined => {
  const row = '(extend:i64 $2:i32)';
  const x = '(mul:i64 (extend:i64 (special tid.x)) 4:i64)';
  const [fn] = parseModule(`module "m"
global "tile" shared define size 2560 align 16
kernel "k" ("p":ptr.global "q":ptr.global) () {
  local "j":i32
  $2 = 0:i32
  for "fill" $2 (special tid.y) 4:i64 4:i32 {
    store f32 (offset:ptr.shared (global "tile" ptr.shared) (add:i64 (mul:i64 ${row} 128:i64) ${x})) 256 (load f32 (offset:ptr.global $0:ptr.global (add:i64 (mul:i64 ${row} ${pitch}:i64) ${x})) 0)
  }
  barrier block
${border}  barrier block
  $2 = (special tid.y)
  for "use" $2 (special tid.y) 4:i64 4:i32 {
    store f32 (offset:ptr.global $1:ptr.global (add:i64 (mul:i64 ${row} ${pitch}:i64) ${x})) 0 ${use}
  }
  return ()
}
`).functions;
  return bypassSharedTiles(fn!, 4, keyOf);
};

/** What the tile holds so many rows from the thread's own. */
const tile = (rows: number, x = '(mul:i64 (extend:i64 (special tid.x)) 4:i64)'): string =>
  `(load f32 (offset:ptr.shared (global "tile" ptr.shared) (add:i64 (mul:i64 (extend:i64 (add:i32 $2:i32 ${rows}:i32)) 128:i64) ${x})) 256)`;

/** Row -1 of the tile is row 15, row 16 is row 0. */
const around = `  if (eq:bool (special tid.y) 0:i32) {
    store f32 (offset:ptr.shared (global "tile" ptr.shared) (mul:i64 (extend:i64 (special tid.x)) 4:i64)) 128 (load f32 (offset:ptr.shared (global "tile" ptr.shared) (mul:i64 (extend:i64 (special tid.x)) 4:i64)) 2176)
    store f32 (offset:ptr.shared (global "tile" ptr.shared) (mul:i64 (extend:i64 (special tid.x)) 4:i64)) 2304 (load f32 (offset:ptr.shared (global "tile" ptr.shared) (mul:i64 (extend:i64 (special tid.x)) 4:i64)) 256)
  }
`;

test('rows of a tile are loaded from where they came', () => {
  const made = forward(`(add:f32 ${tile(0)} ${tile(0)})`);
  assert.deepEqual(made?.apart, [[0, 1]]);
  assert.doesNotMatch(printFunction(made.fn), /shared|barrier|select/);
});

test('turns that come to a border choose the row that it is a copy of', () => {
  const made = forward(`(sub:f32 ${tile(1)} ${tile(-1)})`, around);
  const text = printFunction(made!.fn);
  assert.doesNotMatch(text, /shared|barrier/);
  assert.deepEqual(
    text.match(/for "[^"]*"/g),
    ['first', 'inner', 'last'].map((part) => `for "use.${part}"`),
  );
  assert.equal(text.match(/select/g)?.length, 2);
});

test('a tile stays where rows are read that nobody has written', () => {
  assert.equal(forward(tile(-1)), undefined);
});

test('a tile stays where threads read the columns of others', () => {
  assert.equal(forward(tile(0, '(mul:i64 (extend:i64 (sub:i32 31:i32 (special tid.x))) 4:i64)')), undefined);
});

test('a tile stays where rows lie far apart', () => {
  assert.equal(forward(tile(0), '', 65536), undefined);
});

test('a tile stays where filled rows are written again', () => {
  assert.equal(forward(tile(0), around.replace(')) 128 (load', ')) 512 (load')), undefined);
});
