/** Random loops and places: where iterations are said to leave each other alone, none of them touches a cell that another one stores to. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Expression, Fn, Statement } from '../../src/ir/module.ts';
import { parseModule } from '../../src/ir/parse.ts';
import { apartIterations, type Counter } from '../../src/opt/analysis/apart-iterations.ts';
import { type Random, randomSource } from '../back/random-kernel.ts';
import { evaluated } from './evaluated.ts';

type For = Extract<Statement, { kind: 'for' }>;

/** Locals 1 and 2 are the parameters n and m; 3 and 4 count the loops that are to be apart, 5 and 6 those within. */
const names = { n: '$1:i32', m: '$2:i32', o: '$3:i32', p: '$4:i32', j: '$5:i32', k: '$6:i32' } as const;

test('what is said to be apart is', () => {
  let said = 0;
  for (let seed = 0; seed < 6000; seed++) {
    const r = randomSource(seed * 29 + 11);
    const fn = kernelOf(r);
    const [outer, next] = loopsOf(fn);
    const isTwo = seed % 2 === 0;
    const body = isTwo ? next!.body : outer!.body;
    const outside = isTwo ? [outer!, next!] : [outer!];
    const inside = loopsOf({ ...fn, body }).map((s) => counterOf(s, false));
    const claim = apartIterations(fn, body, [...inside.reverse(), ...outside.reverse().map((s) => counterOf(s, true))]);
    if (!claim) continue;
    for (const [n, m] of [
      [3, 4],
      [7, 2],
      [1, 1],
      [5, 9],
      [-2, 3],
    ] as const) {
      if (
        evaluated(
          claim,
          new Map([
            [1, n],
            [2, m],
          ]),
        ) !== 1
      )
        continue;
      said++;
      const met = firstMeeting(fn, n, m, isTwo);
      assert.equal(met, undefined, `seed ${seed}, n = ${n}, m = ${m}`);
    }
  }
  assert.ok(said > 1000, `${said} claims`);
});

const one = <T>(r: Random, list: readonly T[]): T => list[r(list.length)]!;

function kernelOf(r: Random): Fn {
  const loop = (local: string, body: string): string => {
    const isBack = r(4) === 0;
    const trips = one(r, ['3', '4', '(extend:i64 $1:i32)', '(sub:i64 (extend:i64 $2:i32) 1:i64)']);
    const from = one(r, ['0:i32', '1:i32', '2:i32', names.n, `(sub:i32 ${names.m} 1:i32)`]);
    return `for "${local}" ${local.split(':')[0]} ${from} ${/^\d/.test(trips) ? `${trips}:i64` : trips} ${isBack ? '-1' : 1 + (r(4) === 0 ? 1 : 0)}:i32 {\n${body}}\n`;
  };
  const shape = one(r, shapes);
  const store = (...within: readonly ('j' | 'k')[]): string => {
    const place = (): string => placeOf(r, shape, ['o', 'p', ...within]);
    return `store i32 ${place()} 0 (load i32 ${place()} 0)\n`;
  };
  const inner = one(r, [
    () => store(),
    () => loop(names.j, store('j')),
    () => loop(names.j, store('j')) + store() + loop(names.k, store('k')),
    () => loop(names.j, loop(names.k, store('j', 'k'))),
  ])();
  const text = `module "m"\nkernel "k" ("a":ptr.global "n":i32 "m":i32) () {\n${'local "c":i32\n'.repeat(4)}${loop(names.o, loop(names.p, inner))}return ()\n}\n`;
  return [...parseModule(text).functions.values()][0]!;
}

/** How much each counter moves places: by cells. */
const shapes = [
  { o: '1', p: 'n', j: 'nm', k: 'n' },
  { o: '1', p: 'n', j: 'n', k: 'n' },
  { o: 'n', p: 'nm', j: '1', k: '1' },
  { o: 'n', p: '1', j: '2', k: 'n' },
  { o: '4', p: 'n', j: '1', k: '1' },
  { o: 'q', p: 'n', j: '1', k: 'nm' },
  { o: 'nm', p: 'n', j: '1', k: '1' },
] as const;
type Shape = (typeof shapes)[number];

const long = (e: string): string => `(extend:i64 ${e})`;
const extents: Readonly<Record<string, string>> = {
  '1': '1:i64',
  '2': '2:i64',
  '4': '4:i64',
  n: `(max:i64 ${long(names.n)} 0:i64)`,
  nm: `(mul:i64 (max:i64 ${long(names.n)} 0:i64) (max:i64 ${long(names.m)} 0:i64))`,
};

function placeOf(r: Random, shape: Shape, counters: readonly (keyof Shape)[]): string {
  const term = (e: string, by: string): string => {
    const moved = one(r, [e, e, e, `(add:i32 ${e} 1:i32)`, `(sub:i32 ${e} 1:i32)`, one(r, ['1:i32', names.n, e])]);
    // By rows and columns: the remainder and the quotient of one number.
    if (by === 'q')
      return `(add:i64 ${long(`(rem:i32 ${e} ${names.n})`)} (mul:i64 ${long(`(div:i32 ${e} ${names.n})`)} ${extents.n}))`;
    return `(mul:i64 ${long(moved)} ${extents[by]})`;
  };
  const parts = counters.map((c) => term(names[c], shape[c]));
  const sum = parts.reduce((a, b) => `(add:i64 ${a} ${b})`);
  return `(offset:ptr.global $0:ptr.global (mul:i64 ${sum} 4:i64))`;
}

function loopsOf({ body }: { readonly body: readonly Statement[] }): For[] {
  return body.flatMap((s): For[] => (s.kind === 'for' ? [s, ...loopsOf(s)] : []));
}

function counterOf({ local, from, step, trips }: For, outside: boolean): Counter {
  const most: Expression = {
    kind: 'op',
    type: 'i64',
    op: 'max',
    args: [trips, { kind: 'const', type: 'i64', value: 1n }],
  };
  return { local, from, step, trips: most, outside };
}

/** A cell that two iterations touch, one of which stores to it. */
function firstMeeting(fn: Fn, n: number, m: number, isTwo: boolean): number | undefined {
  const cells = new Map<number, { readonly by: string; readonly stored: boolean }[]>();
  const values = new Map([[0, 0], [1, n], [2, m], ...[3, 4, 5, 6].map((l): [number, number] => [l, 0])]);
  let met: number | undefined;
  const touch = (at: number, stored: boolean): void => {
    const by = isTwo ? `${values.get(3)} ${values.get(4)}` : `${values.get(3)}`;
    const seen = cells.get(at) ?? [];
    if (seen.some((x) => x.by !== by && (x.stored || stored))) met ??= at;
    seen.push({ by, stored });
    cells.set(at, seen);
  };
  const run = (list: readonly Statement[]): void => {
    for (const s of list) {
      if (s.kind === 'store') {
        if (s.value.kind === 'load') touch(evaluated(s.value.from, values), false);
        touch(evaluated(s.to, values), true);
      }
      if (s.kind !== 'for') continue;
      const [from, trips, step] = [s.from, s.trips, s.step].map((e) => evaluated(e, values));
      for (let i = 0; i < trips!; i++) {
        values.set(s.local, from! + i * step!);
        run(s.body);
      }
    }
  };
  run(fn.body);
  return met;
}
