/** Which loads of a shared or local array surely find what the kernel has written before. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseModule } from '../../src/ir/parse.ts';
import { initialisedLoads } from '../../src/opt/analysis/initialised-loads.ts';
import { launchRanges } from '../../src/opt/analysis/launch-ranges.ts';

const x = '(special tid.x)';
const y = '(special tid.y)';
const sum = (a: string, b: string): string => `(add:i32 ${a} ${b})`;
const times = (a: string, n: number): string => `(mul:i32 ${a} ${n}:i32)`;
const at = (index: string): string =>
  `(offset:ptr.shared (global "s" ptr.shared) (mul:i64 (extend:i64 ${index}) 4:i64))`;
const own = (index: string): string => `(offset:ptr.local (slot 0 ptr.local) (mul:i64 (extend:i64 ${index}) 4:i64))`;
const put = (place: string): string => `store f32 ${place} 0 1:f32`;
const get = (place: string): string => `store f32 $0:ptr.global 0 (load f32 ${place} 0)`;
const loop = (label: string, local: number, trips: string, body: string): string =>
  `for "${label}" $${local} 0:i32 ${trips} 1:i32 {\n${body}\n}`;
const barrier = 'barrier block';
const when = (condition: string, then: string, otherwise?: string): string =>
  `if ${condition} {\n${then}\n}${otherwise === undefined ? '' : ` else {\n${otherwise}\n}`}`;

/** In blocks of 16 by 4 threads: how many of the loads are known, of how many; `n` is 5. */
function known(...body: string[]): string {
  const locals = 'local "i":i32\nlocal "j":i32\nslot "l" 32 4';
  const kernel = `kernel "k" ("a":ptr.global "n":i32) () {\n${locals}\n${body.join('\n')}\nreturn ()\n}`;
  const text = `module "t"\nglobal "s" shared define size 512 align 16\n${kernel}\n`;
  const fn = parseModule(text).functions[0]!;
  const ranges = launchRanges(fn, { params: [undefined, 5n], grid: [4, 1, 1], block: [16, 4, 1] })!;
  const found = initialisedLoads(fn, ranges, [16, 4, 1], () => undefined);
  return `${found.size} of ${ranges.reaches.size - [...body.join('\n').matchAll(/store/g)].length}`;
}

const tile = sum(x, times(y, 16));
const padded = sum(x, times(y, 17));

test('a tile that all threads fill is theirs behind the barrier', () => {
  assert.equal(known(put(at(tile)), barrier, get(at(sum(y, times(x, 4))))), '1 of 1');
  assert.equal(known(put(at(tile)), get(at(sum(y, times(x, 4))))), '0 of 1');
  assert.equal(known(put(at(tile)), barrier, get(at(sum(tile, '1:i32')))), '0 of 1');
});

test('gaps of a padded tile stay unwritten', () => {
  assert.equal(known(put(at(padded)), barrier, get(at(sum(times(y, 17), '15:i32')))), '1 of 1');
  assert.equal(known(put(at(padded)), barrier, get(at(sum(times(y, 17), '16:i32')))), '0 of 1');
});

test('what a thread has written itself needs no barrier', () => {
  assert.equal(known(put(at(tile)), get(at(tile))), '1 of 1');
  assert.equal(known(put(at(sum(tile, '1:i32'))), get(at(tile))), '0 of 1');
});

test('branches: both sides, or the threads of one', () => {
  const few = `(lt:bool ${x} 4:i32)`;
  assert.equal(
    known(when('(lt:bool (load i32 $0:ptr.global 0) 1:i32)', put(at(tile)), put(at(tile))), barrier, get(at(tile))),
    '1 of 2',
  );
  assert.equal(known(when(few, put(at(x))), barrier, get(at('3:i32'))), '1 of 1');
  assert.equal(known(when(few, put(at(x))), barrier, get(at('4:i32'))), '0 of 1');
  assert.equal(known(when(`(lt:bool ${tile} 4:i32)`, put(at(x))), barrier, get(at('0:i32'))), '0 of 1');
});

test('halves of a row that different threads fill make it whole', () => {
  const halo = when(`(lt:bool ${x} 2:i32)`, put(at(sum(x, '16:i32'))));
  assert.equal(known(put(at(x)), halo, barrier, get(at(sum(x, '2:i32')))), '1 of 1');
  assert.equal(known(put(at(x)), halo, barrier, get(at(sum(x, '3:i32')))), '0 of 1');
});

test('threads that have returned fill nothing', () => {
  const leave = when(`(lt:bool 9:i32 ${x})`, 'return ()');
  assert.equal(known(leave, put(at(x)), barrier, get(at('9:i32'))), '1 of 1');
  assert.equal(known(leave, put(at(x)), barrier, get(at('10:i32'))), '0 of 1');
});

test('loops that run to their ends', () => {
  const fill = (trips: string): string => loop('f', 2, trips, put(own('$2:i32')));
  const read = loop('r', 3, '5:i32', get(own('$3:i32')));
  assert.equal(known(fill('5:i32'), read), '1 of 1');
  assert.equal(known(fill('$1:i32'), read), '1 of 1');
  assert.equal(known(fill('4:i32'), read), '0 of 1');
  assert.equal(known(fill(x), read), '0 of 1');
  const early = loop(
    'f',
    2,
    '5:i32',
    `${when('(lt:bool (load i32 $0:ptr.global 0) 1:i32)', 'break "f"')}\n${put(own('$2:i32'))}`,
  );
  assert.equal(known(early, read), '0 of 2');
});

test('a way out of the loop around leaves the rest of an inner one undone', () => {
  const inner = loop(
    'f',
    2,
    '5:i32',
    `${put(own('$2:i32'))}\n${when('(lt:bool (load i32 $0:ptr.global 0) 1:i32)', 'break "b"')}`,
  );
  assert.equal(known(`block "b" {\n${inner}\n}`, get(own('4:i32'))), '0 of 2');
});

test('a tile in a loop is filled in each iteration before it is read', () => {
  const step = `${put(at(tile))}\n${barrier}\n${get(at(sum(y, times(x, 4))))}\n${barrier}`;
  assert.equal(known(loop('t', 2, '$1:i32', step)), '1 of 1');
  const late = `${get(at(tile))}\n${put(at(tile))}`;
  assert.equal(known(loop('t', 2, '$1:i32', late)), '0 of 1');
});
