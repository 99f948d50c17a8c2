/** Intervals of locals: what is known of usual loops, and that random functions never leave theirs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { local } from '../../src/ir/build.ts';
import type { Expression, Fn, Statement } from '../../src/ir/module.ts';
import { parseModule } from '../../src/ir/parse.ts';
import { ranges } from '../../src/opt/analysis/ranges.ts';

const locals = ['i32', 'i32', 'i64', 'i64', 'i64'] as const;
/** Parameters: a number that nobody knows. */
const params = 1;

function functionOf(body: string): Fn {
  const declared = locals.map((type, i) => `local "v${i}":${type}`).join('\n');
  return parseModule(`module "t"\nkernel "k" ("n":i32) () {\n${declared}\n${body}\nreturn ()\n}\n`).functions[0]!;
}

/** Of local `index`, which is 3 or more (64 bits). */
function rangeIn(body: string, index = 3): string {
  const range = ranges(functionOf(body))(local(index, 'i64'));
  return range ? `${range.low} to ${range.high}` : 'unknown';
}

test('sums over loops that are gone through so often', () => {
  const body = (start: string): string =>
    `loop "outer" {\n${start}\nfor "a" $1 -1:i32 3:i64 1:i32 {\nfor "b" $2 -1:i32 3:i64 1:i32 {\n$3 = (add:i64 $3:i64 (and:i64 (extend:i64 $0:i32) 255:i64))\n}\n}\n}`;
  assert.equal(rangeIn(body('$3 = 0:i64')), '0 to 2295');
  assert.equal(rangeIn(`$3 = 0:i64\n${body('')}`), 'unknown');
});

test('what is doubled below a limit', () => {
  const body = `$3 = 1:i64\nloop "l" {\nif (not:bool (lt:bool $3:i64 512:i64)) {\nbreak "l"\n}\n$3 = (mul:i64 $3:i64 2:i64)\n}`;
  assert.equal(rangeIn(body), '1 to 1022');
});

test('ends of a search', () => {
  const test = '(le:bool (extend:i64 $0:i32) $5:i64)';
  const body = `$3 = 0:i64\n$4 = 20:i64\nloop "l" {\nif (not:bool (gt:bool $4:i64 (add:i64 $3:i64 1:i64))) {\nbreak "l"\n}\n$5 = (div:i64 (add:i64 $3:i64 $4:i64) 2:i64)\nif ${test} {\n$4 = $5:i64\n} else {\n$3 = $5:i64\n}\n}`;
  assert.deepEqual(
    [3, 4, 5].map((l) => rangeIn(body, l)),
    ['0 to 20', '1 to 20', '1 to 20'],
  );
});

test('the last value of a loop to a number of 32 bits', () => {
  const trips = '(div:i64 (add:i64 (sub:i64 (extend:i64 $0:i32) 1:i64) 4:i64) 4:i64)';
  const loop = `for "l" $3 1:i64 ${trips} 4:i64 {\n$4 = $3:i64\n}`;
  assert.equal(rangeIn(loop), '1 to 2147483645');
  assert.equal(rangeIn(`${loop}\n$5 = $3:i64`), '1 to 2147483649');
});

const seeds = 1500;
const steps = 400;

test('values of random functions', () => {
  let known = 0;
  for (let seed = 1; seed <= seeds; seed++) {
    const writer = new Writer(seed);
    const fn = functionOf(`${writer.start()}\n${writer.list(0, 6)}`);
    const rangeOf = ranges(fn);
    for (const n of [0n, 3n, 77n, 2n ** 31n - 1n, -(2n ** 31n)])
      run(fn, n, (l, value) => {
        const range = rangeOf(local(l, fn.locals[l]!.type));
        if (!range) return;
        known++;
        assert.ok(
          value >= range.low && value <= range.high,
          `seed ${seed}, $0 = ${n}: $${l} = ${value}, not ${range.low} to ${range.high}`,
        );
      });
  }
  assert.ok(known > 10 * seeds, `${known}`);
});

class Writer {
  #state: number;
  #labels = 0;
  /** Variables of loops around, which nobody sets in them. */
  readonly #held: number[] = [];

  constructor(seed: number) {
    this.#state = (seed * 2654435761) >>> 0 || 1;
  }

  pick(n: number): number {
    this.#state ^= this.#state << 13;
    this.#state ^= this.#state >>> 17;
    this.#state ^= this.#state << 5;
    return (this.#state >>> 0) % n;
  }

  one<T>(of: readonly T[]): T {
    return of[this.pick(of.length)]!;
  }

  /** Most locals begin with a number. */
  start(): string {
    const set = [...locals.entries()].filter(() => this.pick(12) > 0);
    return set.map(([i, type]) => `$${i + params} = ${this.constant(type)}`).join('\n');
  }

  list(depth: number, most: number): string {
    return Array.from({ length: 1 + this.pick(most) }, () => this.statement(depth)).join('\n');
  }

  statement(depth: number): string {
    const kind = depth < 3 ? this.pick(9) : this.pick(4);
    if (kind < 4) return this.set();
    if (kind < 6) return this.branch(depth);
    return kind < 8 ? this.counted(depth) : this.endless(depth);
  }

  set(): string {
    const free = locals.map((_, i) => i + params).filter((l) => !this.#held.includes(l));
    if (free.length === 0) return '';
    const l = this.one(free);
    const type = locals[l - params]!;
    return `$${l} = ${this.pick(3) === 0 ? this.constant(type) : this.pick(2) === 0 ? this.step(l, type) : this.value(type, 2)}`;
  }

  step(l: number, type: string): string {
    const self = `$${l}:${type}`;
    const name = this.one(['add', 'sub', 'mul', 'div', 'rem', 'min', 'max', 'and']);
    return `(${name}:${type} ${self} ${name === 'add' || name === 'sub' ? this.value(type, 1) : `${1 + this.pick(5)}:${type}`})`;
  }

  constant(type: string): string {
    return `${this.pick(12) - 3}:${type}`;
  }

  value(type: string, depth: number): string {
    if (depth === 0 || this.pick(4) === 0) {
      const own = [...locals.keys()].filter((i) => locals[i] === type).map((i) => `$${i + params}:${type}`);
      if (type === 'i32') own.push('$0:i32');
      return this.pick(3) === 0 ? this.constant(type) : this.one(own);
    }
    const part = (): string => this.value(type, depth - 1);
    const kind = this.pick(9);
    if (kind < 4) return `(${this.one(['add', 'sub', 'min', 'max', 'and'])}:${type} ${part()} ${part()})`;
    if (kind < 6) return `(${this.one(['mul', 'div', 'rem'])}:${type} ${part()} ${this.one([1, 2, 3, 7])}:${type})`;
    if (kind < 7) return `(select:${type} ${this.condition(1)} ${part()} ${part()})`;
    return type === 'i64'
      ? `(extend:i64 ${this.value('i32', depth - 1)})`
      : `(wrap:i32 ${this.value('i64', depth - 1)})`;
  }

  condition(depth: number): string {
    if (depth > 0 && this.pick(4) === 0)
      return this.pick(3) === 0
        ? `(not:bool ${this.condition(depth - 1)})`
        : `(${this.one(['and', 'or'])}:bool ${this.condition(depth - 1)} ${this.condition(depth - 1)})`;
    const type = this.one(['i32', 'i64']);
    return `(${this.one(['lt', 'le', 'gt', 'ge', 'eq', 'ne'])}:bool ${this.value(type, 1)} ${this.value(type, 1)})`;
  }

  branch(depth: number): string {
    const otherwise = this.pick(2) === 0 ? '' : ` else {\n${this.list(depth + 1, 3)}\n}`;
    return `if ${this.condition(1)} {\n${this.list(depth + 1, 3)}\n}${otherwise}`;
  }

  counted(depth: number): string {
    const free = locals.map((_, i) => i + params).filter((l) => !this.#held.includes(l));
    if (free.length === 0) return '';
    const l = this.one(free);
    const type = locals[l - params]!;
    const label = `l${this.#labels++}`;
    const step = this.one([1, 1, 2, -1, -3]);
    const from = this.pick(2) === 0 ? this.constant(type) : this.value(type, 1);
    const wide = type === 'i64' ? from : `(extend:i64 ${from})`;
    const to = type === 'i64' ? this.value('i64', 1) : `(extend:i64 ${this.value('i32', 1)})`;
    const distance = `(add:i64 (sub:i64 ${to} ${wide}) ${step}:i64)`;
    const trips =
      this.pick(2) === 0 ? `${this.pick(6)}:i64` : step === 1 ? distance : `(div:i64 ${distance} ${step}:i64)`;
    this.#held.push(l);
    const body = this.list(depth + 1, 3);
    this.#held.pop();
    return `for "${label}" $${l} ${from} ${trips} ${step}:${type} {\n${body}\n}`;
  }

  endless(depth: number): string {
    const label = `l${this.#labels++}`;
    const [before, after] = [this.pick(2) === 0 ? this.list(depth + 1, 2) : '', this.list(depth + 1, 3)];
    return `loop "${label}" {\n${before}\nif ${this.condition(1)} {\nbreak "${label}"\n}\n${after}\n}`;
  }
}

class Stopped extends Error {}

/** `set` gets each number that a local is set to. Runs no more than some steps. */
function run(fn: Fn, n: bigint, set: (local: number, value: bigint) => void): void {
  const values: (bigint | undefined)[] = [n];
  let left = steps;
  const assign = (l: number, value: bigint): void => {
    values[l] = value;
    set(l, value);
    if (left-- === 0) throw new Stopped();
  };
  const of = (e: Expression): bigint => {
    const value = evaluate(e, values);
    if (value === undefined) throw new Stopped();
    return value;
  };
  /** The label that is left. */
  const list = (all: readonly Statement[]): string | undefined => {
    for (const s of all) {
      if (left-- <= 0) throw new Stopped();
      const out = statement(s);
      if (out !== undefined) return out;
    }
    return undefined;
  };
  const statement = (s: Statement): string | undefined => {
    if (s.kind === 'set') assign(s.local, of(s.value));
    if (s.kind === 'if') return list(of(s.condition) ? s.then : s.otherwise);
    if (s.kind === 'break') return s.label;
    if (s.kind === 'loop') for (;;) if (list(s.body) === s.label) return undefined;
    if (s.kind === 'for') {
      const [trips, step] = [of(s.trips), of(s.step)];
      assign(s.local, of(s.from));
      for (let i = 0n; i < trips; i++) {
        list(s.body);
        const next = values[s.local]! + step;
        // Programs have no such loops.
        if (next !== cut(next, fn.locals[s.local]!.type)) throw new Stopped();
        values[s.local] = next;
        if (i + 1n < trips) set(s.local, next);
      }
    }
    return undefined;
  };
  try {
    list(fn.body);
  } catch (e) {
    if (!(e instanceof Stopped)) throw e;
  }
}

const cut = (value: bigint, type: string): bigint => BigInt.asIntN(type === 'i64' ? 64 : 32, value);

const operations: Readonly<Record<string, (a: bigint, b: bigint) => bigint | boolean>> = {
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
  div: (a, b) => a / b,
  rem: (a, b) => a % b,
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  min: (a, b) => (a < b ? a : b),
  max: (a, b) => (a > b ? a : b),
  lt: (a, b) => a < b,
  le: (a, b) => a <= b,
  gt: (a, b) => a > b,
  ge: (a, b) => a >= b,
  eq: (a, b) => a === b,
  ne: (a, b) => a !== b,
};

/** Truth values are 0 and 1; undefined where something is read that was never set. */
function evaluate(e: Expression, values: readonly (bigint | undefined)[]): bigint | undefined {
  if (e.kind === 'const') return BigInt(e.value);
  if (e.kind === 'local') return values[e.index];
  if (e.kind !== 'op') return undefined;
  const args = e.args.map((a) => evaluate(a, values));
  if (args.some((a) => a === undefined)) return undefined;
  const [a, b, c] = args;
  if (e.op === 'select') return a ? b : c;
  if (e.op === 'not') return a ? 0n : 1n;
  if (e.op === 'extend' || e.op === 'wrap') return cut(a!, e.type);
  const made = operations[e.op]!(a!, b!);
  return typeof made === 'boolean' ? BigInt(made) : e.type === 'bool' ? made & 1n : cut(made, e.type);
}
