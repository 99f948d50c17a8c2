/**
 * Arithmetic of intervals: what comes out holds all that numbers of both give. The texts of all results stand in intervals.txt, as no one is to be wider than it was;
 * `WRITE=1` writes them.
 */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import * as interval from '../../src/opt/analysis/intervals.ts';

type Interval = interval.Interval;
type Two = (type: 'i32' | 'i64', a: Interval, b: Interval) => Interval | undefined;

const top = 2 ** 31;
const samples: readonly Interval[] = [
  interval.exactly(0),
  interval.exactly(3),
  interval.between(-5, 7),
  interval.between(16, 40),
  { base: '', low: -6, high: 18, unit: 8, rest: 2 },
  { base: '', low: 4, high: 20, unit: 4, rest: 0 },
  interval.between(top - 2, top - 1),
  interval.whole('i32'),
  interval.whole('i64'),
  { base: '', low: 5, high: 2 ** 53, unit: 1, rest: 0 },
  { base: '', low: -(2 ** 53), high: -5, unit: 1, rest: 0 },
  interval.exactly(4, '$0'),
  { base: '$0', low: 0, high: 64, unit: 4, rest: 0 },
  interval.exactly(8, '$1'),
];
/** The same for all types. */
const untyped = new Set(['join', 'meet', 'three steps']);

const operations: Readonly<Record<string, Two>> = {
  join: (_, a, b) => interval.join(a, b),
  meet: (_, a, b) => interval.meet(a, b),
  widen: (type, a, b) => interval.widen(a, b, type),
  add: interval.add,
  sub: interval.sub,
  mul: interval.mul,
  div: interval.div,
  rem: interval.rem,
  least: interval.least,
  greatest: interval.greatest,
  and: interval.bitAnd,
  'three steps': (_, a, b) => interval.progress(a, b, 3),
};

/** What numbers give; undefined: nothing that is looked at. */
const meanings: Readonly<Record<string, (a: number, b: number) => number | undefined>> = {
  join: (a) => a,
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
  div: (a, b) => (b > 0 ? Math.trunc(a / b) : undefined),
  rem: (a, b) => (b > 0 ? a % b : undefined),
  least: Math.min,
  greatest: Math.max,
  and: (a, b) => Number(BigInt.asIntN(64, BigInt(a) & BigInt(b))),
  'three steps': (a, b) => a + 2 * b,
};

const text = (a: Interval | undefined): string =>
  a ? `${a.base}[${a.low}, ${a.high}]${a.unit > 1 ? ` ${a.rest} mod ${a.unit}` : ''}` : 'nothing';

test('results are as narrow as they were', () => {
  const path = join(import.meta.dirname, 'intervals.txt');
  const lines: string[] = [];
  for (const [name, of] of Object.entries(operations))
    for (const type of untyped.has(name) ? (['i64'] as const) : (['i32', 'i64'] as const))
      for (const a of samples)
        lines.push(`${name} ${type} ${text(a)}: ${samples.map((b) => text(of(type, a, b))).join(', ')}`);
  for (const a of samples) {
    lines.push(`${text(a)}: ${[1, 2, 4, 8, 16].filter((n) => interval.isAligned(a, n)).join(' ')}`);
    lines.push(
      `${text(a)} is whole: ${['i32', 'i64'].filter((t) => interval.isWhole(a, t === 'i32' ? 'i32' : 'i64')).join(' ')}`,
    );
    lines.push(`${text(a)} is ${samples.map((b) => (interval.isSame(a, b) ? '=' : '.')).join('')}`);
  }
  const made = `${lines.join('\n')}\n`;
  if (process.env.WRITE) writeFileSync(path, made);
  else assert.equal(made, readFileSync(path, 'utf8'));
});

const modulo = (n: number, by: number): number => ((n % by) + by) % by;

/** Some of the numbers of an interval, counted from its base. */
function membersOf({ low, high, unit, rest }: Interval): readonly number[] {
  const from = Math.max(low, -1000);
  const found: number[] = [];
  for (let n = from; n <= Math.min(high, from + 40); n++) if (modulo(n, unit) === rest) found.push(n);
  return found;
}

test('results hold all that comes out', () => {
  const plain = samples.filter((s) => s.base === '' && membersOf(s).length > 0);
  for (const [name, means] of Object.entries(meanings))
    for (const a of plain)
      for (const b of plain) {
        const of = operations[name]!('i64', a, b)!;
        for (const x of membersOf(a))
          for (const y of membersOf(b)) {
            const n = means(x, y);
            if (n === undefined) continue;
            const isIn = n >= of.low && n <= of.high && ((n % of.unit) + of.unit) % of.unit === of.rest;
            assert.ok(
              isIn || Math.abs(n) > 2 ** 50,
              `${name} ${text(a)} ${text(b)}: ${x}, ${y} give ${n}, not in ${text(of)}`,
            );
          }
      }
});
