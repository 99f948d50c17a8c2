/** Random lists that store to and load from a slot: where they are said to write first what they read, they do. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fn, Statement } from '../../src/ir/module.ts';
import { parseModule } from '../../src/ir/parse.ts';
import { writesSlotsFirst } from '../../src/opt/analysis/exposed-slots.ts';
import { type Random, randomSource } from '../back/random-kernel.ts';
import { evaluated } from './evaluated.ts';

type List = readonly Statement[];

const cells = 8;
/** Parameters n and m; locals that loops count, that are set on the way, and that hold what is loaded. */
const [n, m, o, i, j] = ['$0:i32', '$1:i32', '$2:i32', '$3:i32', '$4:i32'];
const [held, loaded] = [5, 6];

test('what is said to be written first is', () => {
  const said = new Map([0, 1, 2, 3].map((kind) => [kind, 0]));
  for (let seed = 0; seed < 20000; seed++) {
    const fn = kernelOf(randomSource(seed * 31 + 5));
    const claim = writesSlotsFirst(fn, fn.body);
    if (!claim) continue;
    for (const [a, b] of [
      [3, 4],
      [8, 2],
      [1, 1],
      [5, 8],
      [-2, 3],
      [0, 7],
    ] as const) {
      const given = new Map([a, b, 0, 0, 0, 0, 0].entries());
      if (claim.some((c) => evaluated(c, given) !== 1)) continue;
      const run = new Run(given);
      run.list(fn.body);
      if (run.leftSlot) continue;
      assert.equal(run.exposed, undefined, `seed ${seed}, n = ${a}, m = ${b}`);
      const kind = Math.min(claim.length, 1) + (run.read ? 2 : 0);
      said.set(kind, said.get(kind)! + 1);
    }
  }
  assert.ok(said.get(2)! > 500 && said.get(3)! > 300, [...said].join(' '));
});

const one = <T>(r: Random, list: readonly T[]): T => list[r(list.length)]!;

function kernelOf(r: Random): Fn {
  const text = `module "m"\nkernel "k" ("n":i32 "m":i32) () {\nslot "a" ${4 * cells} 4\n${'local "c":i32\n'.repeat(5)}${firstCells(r)}${listOf(r, [], 3)}return ()\n}\n`;
  return [...parseModule(text).functions.values()][0]!;
}

/** Cells one behind the other, by themselves or in loops. */
function firstCells(r: Random): string {
  const store = (at: string): string => `store i32 ${addressOf(at)} 0 1:i32\n`;
  return Array.from({ length: r(3) }, () =>
    one(r, [
      () => store('0:i32'),
      () => store('0:i32') + store('1:i32'),
      () => loopOf(r, i!, [], 0, store(i!)),
      () => loopOf(r, i!, [], 0, store(i!) + store(`(add:i32 ${i} 1:i32)`)),
      () => loopOf(r, i!, [], 0, store(i!) + statementOf(r, [i!], 0)),
      () => `for "x" $2 0:i32 2:i64 1:i32 {\n${loopOf(r, i!, [], 0, store(`(add:i32 ${i} (mul:i32 ${o} 4:i32))`))}}\n`,
    ])(),
  ).join('');
}

/** `loops`: variables of loops around. `depth`: of loops and branches that may stand in it. */
function listOf(r: Random, loops: readonly string[], depth: number): string {
  return Array.from({ length: 1 + r(3) }, () => statementOf(r, loops, depth)).join('');
}

function statementOf(r: Random, loops: readonly string[], depth: number): string {
  const free = [o, i, j].filter((l) => !loops.includes(l!));
  const kinds = depth > 0 ? 'sslssLLLLchb' : 'ssslc';
  switch (kinds[r(kinds.length)]) {
    case 'l':
      return `$${loaded} = (load i32 ${placeOf(r, loops)} 0)\n`;
    case 'h':
      return `$${held} = ${numberOf(r, loops)}\n`;
    case 'c': // A jump, where there is something to leave.
      return loops.length > 0
        ? `if ${conditionOf(r, loops)} {\n${one(r, ['break', 'continue'])} "${loops[r(2) * (loops.length - 1)]}"\n}\n`
        : '';
    case 'b':
      return `if ${conditionOf(r, loops)} {\n${listOf(r, loops, depth - 1)}} else {\n${listOf(r, loops, depth - 1)}}\n`;
    case 'L':
      return free.length > 0 ? loopOf(r, one(r, free)!, loops, depth) : '';
    default: // else: a store
      return `store i32 ${placeOf(r, loops)} 0 1:i32\n`;
  }
}

function loopOf(r: Random, variable: string, loops: readonly string[], depth: number, given?: string): string {
  const step = one(r, ['1', '1', '1', '2', '-1', '-1', '-2']);
  const last = one(r, [n, m, `${cells - 1}:i32`, `(sub:i32 ${n} 1:i32)`])!;
  const from = step.startsWith('-') ? last : one(r, ['0:i32', '0:i32', '1:i32', '2:i32', ...loops]);
  const trips = one(r, [`(extend:i64 ${n})`, `(sub:i64 (extend:i64 ${m}) 1:i64)`, `${cells}:i64`, '4:i64', '2:i64']);
  return `for "${variable}" ${variable.split(':')[0]} ${from} ${trips} ${step}:i32 {\n${given ?? listOf(r, [...loops, variable], depth - 1)}}\n`;
}

function numberOf(r: Random, loops: readonly string[]): string {
  const whole = one(r, [...loops, ...loops, n, '0:i32', '1:i32', `${cells - 1}:i32`, `$${held}:i32`])!;
  const other = one(r, [...loops, m, '4:i32']);
  return one(r, [
    whole,
    whole,
    whole,
    `(add:i32 ${whole} 1:i32)`,
    `(sub:i32 ${whole} 1:i32)`,
    `(sub:i32 ${m} ${whole})`,
    `(mul:i32 ${whole} 2:i32)`,
    `(add:i32 (mul:i32 ${whole} 4:i32) ${other})`,
    `$${loaded}:i32`,
  ]);
}

const addressOf = (at: string): string => `(offset:ptr.local (slot 0 ptr.local) (mul:i64 (extend:i64 ${at}) 4:i64))`;
const placeOf = (r: Random, loops: readonly string[]): string => addressOf(numberOf(r, loops));
const conditionOf = (r: Random, loops: readonly string[]): string =>
  `(${one(r, ['lt', 'eq', 'ge'])}:bool ${numberOf(r, loops)} ${one(r, [n, '3:i32', m])})`;

/** What happens statement by statement, until the slot is left. */
class Run {
  readonly values: Map<number, number>;
  readonly written = new Set<number>();
  exposed: number | undefined;
  read = false;
  leftSlot = false;

  constructor(given: ReadonlyMap<number, number>) {
    this.values = new Map(given);
  }

  /** Which loop is left, or goes on, by a jump. */
  list(list: List): { readonly label: string; readonly isBreak: boolean } | undefined {
    for (const s of list) {
      if (s.kind === 'break' || s.kind === 'continue') return { label: s.label, isBreak: s.kind === 'break' };
      const jump = this.statement(s);
      if (jump) return jump;
    }
    return undefined;
  }

  private statement(s: Statement) {
    if (s.kind === 'store') this.written.add(this.cellOf(s.to));
    if (s.kind === 'set' && s.value.kind === 'load') {
      const cell = this.cellOf(s.value.from);
      this.read = true;
      if (!this.written.has(cell)) this.exposed ??= cell;
      this.values.set(s.local, this.written.size % cells);
    } else if (s.kind === 'set') this.values.set(s.local, evaluated(s.value, this.values));
    if (s.kind === 'if') return this.list(evaluated(s.condition, this.values) === 1 ? s.then : s.otherwise);
    return s.kind === 'for' ? this.loop(s) : undefined;
  }

  private loop(s: Extract<Statement, { kind: 'for' }>) {
    const [from, trips, step] = [s.from, s.trips, s.step].map((e) => evaluated(e, this.values));
    let k = 0;
    for (; k < trips!; k++) {
      this.values.set(s.local, from! + k * step!);
      const jump = this.list(s.body);
      if (jump && jump.label !== s.label) return jump;
      if (jump?.isBreak) return undefined;
    }
    this.values.set(s.local, from! + k * step!);
    return undefined;
  }

  private cellOf(address: Parameters<typeof evaluated>[0]): number {
    const at = evaluated(address, this.values) / 4;
    if (at < 0 || at >= cells) this.leftSlot = true;
    return at;
  }
}
