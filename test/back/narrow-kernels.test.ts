/** Random kernels over cells of one and two bytes, whose numbers lie in lanes of that size where their ranges fit, against the same thread by thread. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nowhere } from '../../src/base/source.ts';
import { add, i32, i64, load, local, lt, mul, offset, op, special, wide } from '../../src/ir/build.ts';
import type { Expression, Fn, Module, Statement } from '../../src/ir/module.ts';
import { interpret } from '../reference/threads.ts';
import { boot, type Dims } from './machine.ts';
import { type Random, randomSource } from './random-kernel.ts';

const count = Number(process.env.CUFORT_RANDOM_KERNELS ?? 40);
const first = Number(process.env.CUFORT_RANDOM_FIRST ?? 1);
type Memory = 'i8' | 'i16';

/** Locals: a, b, u, the thread, three numbers, a condition. */
const [a, b, u, place] = [local(0, 'ptr.global'), local(1, 'ptr.global'), local(2, 'i32'), local(3, 'i32')] as const;
const numbers = [4, 5, 6] as const;
const flag = 7;

class Kernel {
  private readonly r: Random;
  private readonly memory: Memory;
  private readonly bytes: number;

  constructor(seed: number) {
    this.r = randomSource(seed);
    this.memory = this.r(3) === 0 ? 'i16' : 'i8';
    this.bytes = this.memory === 'i8' ? 1 : 2;
  }

  made(): Fn {
    const thread = add(mul(special('ctaid.x'), special('ntid.x')), special('tid.x'));
    const body: Statement[] = [{ kind: 'set', local: 3, value: thread }];
    for (const l of numbers)
      body.push({ kind: 'set', local: l, value: load(this.memory, this.cell(a), this.bytes * l) });
    body.push({ kind: 'set', local: flag, value: lt(local(numbers[0], 'i32'), i32(3)) });
    for (const l of numbers) body.push({ kind: 'set', local: l, value: this.number(2) });
    for (let n = 1 + this.r(4); n > 0; n--) body.push(this.statement(2));
    body.push(this.store(this.number(2)));
    const guarded: Statement = { kind: 'if', condition: lt(place, i32(250)), then: body.slice(1), otherwise: [] };
    const types = ['ptr.global', 'ptr.global', 'i32', 'i32', 'i32', 'i32', 'i32', 'bool'] as const;
    const locals = types.map((type, i) => ({ name: `l${i}`, type }));
    return {
      name: 'narrow',
      kind: 'kernel',
      params: 3,
      results: [],
      locals,
      slots: [],
      at: nowhere,
      body: [body[0]!, guarded],
    };
  }

  private cell(base: Expression): Expression {
    return offset(base, mul(wide(place), i64(this.bytes)));
  }

  /** The first thread's lies last. */
  private cellBehind(base: Expression, last: number): Expression {
    return offset(base, mul(wide(op('sub', [i32(last), place])), i64(this.bytes)));
  }

  private store(value: Expression): Statement {
    const to = this.r(5) === 0 ? this.cellBehind(b, 290) : this.cell(b);
    return { kind: 'store', memory: this.memory, to, offset: 0, value };
  }

  private statement(depth: number): Statement {
    const l = this.pick(numbers);
    if (depth > 0 && this.r(2) === 0) {
      const list = (most: number): readonly Statement[] =>
        Array.from({ length: this.r(most + 1) }, () => this.statement(depth - 1));
      return {
        kind: 'if',
        condition: this.condition(1),
        then: [this.statement(depth - 1), ...list(1)],
        otherwise: list(2),
      };
    }
    if (this.r(5) === 0) return { kind: 'set', local: flag, value: this.condition(2) };
    return { kind: 'set', local: l, value: this.number(2) };
  }

  private number(depth: number): Expression {
    const two = (): readonly [Expression, Expression] => [this.number(depth - 1), this.number(depth - 1)];
    switch (this.r(depth === 0 ? 6 : 16)) {
      case 0:
        return i32(this.r(9) - 4);
      case 1:
        return this.r(4) === 0 ? u : i32(this.r(400) - 200);
      case 2:
        return local(this.pick(numbers), 'i32');
      case 3:
        if (this.r(4) === 0) return load(this.memory, this.cellBehind(a, 400), this.bytes * this.r(4));
        return load(this.memory, this.cell(a), this.bytes * this.r(4));
      case 4:
        return load(this.memory, this.cell(a), this.bytes * this.r(4));
      case 5:
        return op('and', [
          load(this.memory, this.cell(a), this.bytes * this.r(4)),
          i32(this.memory === 'i8' ? 255 : 65535),
        ]);
      case 14: {
        const sum = op(this.pick(['add', 'sub'] as const), two());
        const [least, most] = this.pick(this.limits());
        return op('max', [i32(least), this.r(3) === 0 ? sum : op('min', [sum, i32(most)])]);
      }
      case 15:
        return op(this.pick(['min', 'max'] as const), two());
      case 6:
        return op(this.pick(['and', 'or', 'xor'] as const), two());
      case 7:
        return op(this.pick(['shl', 'shr.s', 'shr.u'] as const), [this.number(depth - 1), i32(this.r(5))]);
      case 8:
        return op(this.memory === 'i8' || this.r(3) === 0 ? 'sign8' : 'sign16', [this.number(depth - 1)]);
      case 9:
        return op('select', [this.condition(depth - 1), ...two()]);
      case 10:
        return op('to.i32', [this.condition(depth - 1)]);
      case 11: {
        const x = this.number(depth - 1);
        return op('max', [x, op('sub', [i32(0), x])]);
      }
      default:
        return op(this.pick(['add', 'sub', 'mul'] as const), two());
    }
  }

  /** What lanes hold, and some numbers within. */
  private limits(): readonly (readonly [number, number])[] {
    const end = 2 ** (8 * this.bytes - 1);
    return [
      [-end, end - 1],
      [0, 2 * end - 1],
      [1 - end, 100],
      [3, end],
      [0, 2 * end],
    ];
  }

  private condition(depth: number): Expression {
    if (depth > 0 && this.r(3) === 0) {
      if (this.r(3) === 0) return op('not', [this.condition(depth - 1)]);
      return op(this.pick(['and', 'or'] as const), [this.condition(depth - 1), this.condition(depth - 1)]);
    }
    if (this.r(6) === 0) return local(flag, 'bool');
    const at = Math.max(0, depth - 1);
    return op(this.pick(['eq', 'ne', 'lt', 'gt', 'le', 'ge'] as const), [this.number(at), this.number(at)]);
  }

  private pick<T>(among: readonly T[]): T {
    return among[this.r(among.length)]!;
  }
}

test('random kernels over short cells mean what their threads mean', () => {
  for (let seed = first; seed < first + count; seed++) {
    const kernel = new Kernel(seed).made();
    const module: Module = { name: 'narrow', functions: [kernel, launcher(kernel)], globals: [], externs: [] };
    const m = boot(module, ['main'], {}, {});
    const [from, to] = [m.allocate(1024), m.allocate(1024)];
    const expected = new DataView(new ArrayBuffer(1 << 18));
    const r = randomSource(seed + 77);
    for (let i = 0; i < 1024; i++) {
      const byte = r(3) === 0 ? r(6) : r(256);
      m.view.setUint8(from + i, byte);
      expected.setUint8((1 << 16) + i, byte);
    }
    const [grid, block, extra] = [[4, 1, 1], [64, 1, 1], r(300) - 150] satisfies [Dims, Dims, number];
    m.launch(kernel.name, grid, block, [from, to, extra]);
    interpret({ view: expected, functions: new Map(), addressOf: () => 0, slots: 1 << 17 }, kernel, grid, block, [
      1 << 16,
      (1 << 16) + 1024,
      extra,
    ]);
    for (let i = 0; i < 600; i++)
      assert.equal(
        m.view.getUint8(to + i),
        expected.getUint8((1 << 16) + 1024 + i),
        `seed ${seed}, byte ${i}: CUFORT_RANDOM_KERNELS=1 CUFORT_RANDOM_FIRST=${seed} node --test test/back/narrow-kernels.test.ts`,
      );
  }
});

function launcher(kernel: Fn): Fn {
  const none = op('from.address', [i64(0)], 'ptr.global');
  const one = [i32(1), i32(1), i32(1)] as const;
  const launch: Statement = {
    kind: 'launch',
    kernel: { kind: 'direct', name: kernel.name },
    grid: one,
    block: one,
    shared: i32(0),
    stream: i64(0),
    args: [none, none, i32(0)],
  };
  return { name: 'main', kind: 'host', params: 0, results: [], locals: [], slots: [], at: nowhere, body: [launch] };
}
