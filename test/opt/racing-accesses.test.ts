/** Which stores of random kernels with barriers in loops may race, against running all threads: those of two threads at one place with no barrier between. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fn, Statement } from '../../src/ir/module.ts';
import { parseModule } from '../../src/ir/parse.ts';
import { eachStatement } from '../../src/ir/walk.ts';
import { launchRanges } from '../../src/opt/analysis/launch-ranges.ts';
import { RacingAccesses } from '../../src/opt/check/racing-accesses.ts';
import { callFunction } from '../reference/interpreter.ts';

const array = 1 << 20;
const kernels = Number(process.env.RACING ?? 100);

type Visit = {
  readonly mark: number;
  readonly at: number;
  readonly thread: number;
  readonly block: number;
  readonly epoch: number;
};

function visitsOf(fn: Fn, grid: number, block: number): readonly Visit[] {
  const visits: Visit[] = [];
  let now = { thread: 0, block: 0, epoch: 0 };
  // Stores write the number that they are known by.
  const setFloat32 = (at: number, mark: number): void => void visits.push({ mark, at: at - array, ...now });
  const view = Object.assign(new DataView(new ArrayBuffer(8)), { setFloat32 });
  const world = { view, functions: new Map<string, Fn>(), addressOf: () => 0, slots: 0 };
  for (let b = 0; b < grid; b++)
    for (let t = 0; t < block; t++) {
      now = { thread: t, block: b, epoch: 0 };
      const special = { 'tid.x': t, 'ctaid.x': b, 'ntid.x': block, 'nctaid.x': grid };
      const run = callFunction(world, fn, [array], { special, block: b, path: [] });
      while (!run.next().done) now = { ...now, epoch: now.epoch + 1 };
    }
  return visits;
}

function random(seed: number): (n: number) => number {
  let state = (seed * 2654435761) >>> 0 || 1;
  return (n) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % n;
  };
}

/** Locals: 1 counts, 2 is halved or doubled, 3 goes on from the thread's number. */
function kernel(seed: number): string {
  const pick = random(seed);
  const one = <T>(of: readonly T[]): T => of[pick(of.length)]!;
  let marks = 0;
  const number = (): string =>
    one(['$1:i32', '$2:i32', '$2:i32', '(special tid.x)', '(special tid.x)', `${pick(5)}:i32`]);
  const index = (): string =>
    one([
      '(special tid.x)',
      '$3:i32',
      `(add:i32 (mul:i32 (add:i32 $1:i32 ${pick(2)}:i32) 40:i32) ${one(['(special tid.x)', '(sub:i32 5:i32 (special tid.x))'])})`,
      `(add:i32 (special tid.x) ${number()})`,
      `(sub:i32 (mul:i32 ${number()} 7:i32) ${number()})`,
      `(add:i32 (mul:i32 $1:i32 ${pick(9)}:i32) (mul:i32 (special tid.x) ${1 + pick(8)}:i32))`,
      `(add:i32 $3:i32 (mul:i32 (special ctaid.x) ${one([6, 50])}:i32))`,
    ]);
  const store = (): string =>
    `store f32 (offset:ptr.global $0:ptr.global (mul:i64 (extend:i64 ${index()}) 4:i64)) 0 ${++marks}:f32`;
  const some = (): string => {
    const stores = Array.from({ length: 1 + pick(2) }, store).join('\n');
    return pick(2) === 0
      ? stores
      : `if (${one(['lt', 'le', 'eq'])}:bool ${number()} ${number()}) {\n${stores}\n} else {\n}`;
  };
  const barrier = (): string => (pick(4) === 0 ? '' : 'barrier block');
  const body = (depth: number): string =>
    `${some()}\n${barrier()}\n${pick(3) === 0 && depth === 0 ? loop(1) : some()}\n${barrier()}`;
  const loop = (depth: number): string => {
    const label = `l${depth}`;
    switch (depth === 1 ? 0 : pick(4)) {
      case 0:
        return depth === 1
          ? `$3 = (special tid.x)\nloop "${label}" {\nif (le:bool 12:i32 $3:i32) {\nbreak "${label}"\n} else {\n}\n${some()}\n$3 = (add:i32 $3:i32 (special ntid.x))\n}`
          : `for "${label}" $1 ${pick(3)}:i32 ${1 + pick(4)}:i64 ${one([1, 2, -1])}:i32 {\n${body(depth)}\n}`;
      case 1:
        return `$2 = 4:i32\nloop "${label}" {\nif (lt:bool $2:i32 1:i32) {\nbreak "${label}"\n} else {\n}\n${body(depth)}\n$2 = (div:i32 $2:i32 2:i32)\n${some()}\n}`;
      case 2:
        return `$1 = 0:i32\nloop "${label}" {\nif (le:bool 3:i32 $1:i32) {\nbreak "${label}"\n} else {\n}\n${body(depth)}\n$1 = (add:i32 $1:i32 1:i32)\n${pick(2) === 0 ? some() : ''}\n}`;
      default:
        return `$2 = 1:i32\nloop "${label}" {\nif (le:bool 6:i32 $2:i32) {\nbreak "${label}"\n} else {\n}\n${body(depth)}\n$2 = (mul:i32 $2:i32 2:i32)\n}`;
    }
  };
  const start = '$1 = 0:i32\n$2 = 3:i32\n$3 = (special tid.x)';
  const all = `${start}\n${some()}\n${barrier()}\n${loop(0)}\n${barrier()}\n${some()}\n${loop(0).replaceAll('"l', '"m')}\nreturn ()`;
  return `module "t"\nkernel "k" ("a":ptr.global) () {\nlocal "i":i32\nlocal "h":i32\nlocal "s":i32\n${all}\n}\n`;
}

function racesOf(visits: readonly Visit[]): ReadonlySet<number> {
  const racing = new Set<number>();
  for (const at of Map.groupBy(visits, (v) => v.at).values())
    for (const v of at)
      for (const w of at)
        if (v.block !== w.block || (v.thread !== w.thread && v.epoch === w.epoch)) racing.add(v.mark).add(w.mark);
  return racing;
}

test('stores that race are among those that may', () => {
  const count = { stores: 0, racing: 0, said: 0 };
  for (let seed = 1; seed <= kernels; seed++) {
    const text = kernel(seed);
    const fn = parseModule(text).functions[0]!;
    for (const grid of [1, 2]) {
      const ranges = launchRanges(fn, { params: [undefined], grid: [grid, 1, 1], block: [6, 1, 1] });
      assert.ok(ranges, `kernel ${seed}`);
      const said = new RacingAccesses(fn).in(ranges, () => ({ memory: 'a', at: 0 }));
      const races = racesOf(visitsOf(fn, grid, 6));
      eachStatement(fn.body, (s: Statement) => {
        if (s.kind !== 'store') return;
        const mark = s.value.kind === 'const' ? Number(s.value.value) : 0;
        count.stores++;
        count.racing += races.has(mark) ? 1 : 0;
        count.said += said.has(s) ? 1 : 0;
        assert.ok(said.has(s) || !races.has(mark), `kernel ${seed}, ${grid} blocks, store ${mark}\n${text}`);
      });
    }
  }
  assert.ok(count.said - count.racing < 0.12 * count.stores, JSON.stringify(count));
});
