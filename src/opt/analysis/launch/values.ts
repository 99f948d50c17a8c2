/** Intervals of values and truths of conditions in one launch. */
import type { Expression } from '../../../ir/module.ts';
import type { SpecialName } from '../../../ir/operations.ts';
import type { ValueType } from '../../../ir/types.ts';
import type { Interval } from '../intervals.ts';
import * as interval from '../intervals.ts';
import { compare, isNumber, refine } from './conditions.ts';
import { type Answers, Env } from './known.ts';
import { TooMuch } from './too-much.ts';

export type Sizes = {
  readonly grid: readonly [number, number, number];
  readonly block: readonly [number, number, number];
};
/** Told of each load that is come to, with its address. */
type Loaded = (load: Extract<Expression, { kind: 'load' }>, at: Interval, env: Env) => void;

const deepest = 6;

export class Values {
  readonly #specials: ReadonlyMap<SpecialName, Interval>;
  readonly #typeOf: (local: number) => ValueType;
  readonly #loaded: Loaded;
  #quiet = 0;
  #depth = 0;

  constructor({ grid, block }: Sizes, typeOf: (local: number) => ValueType, loaded: Loaded) {
    this.#typeOf = typeOf;
    this.#loaded = loaded;
    const known = new Map<SpecialName, Interval>();
    for (const [i, axis] of (['x', 'y', 'z'] as const).entries()) {
      known.set(`tid.${axis}`, interval.between(0, block[i]! - 1));
      known.set(`ntid.${axis}`, interval.exactly(block[i]!));
      known.set(`ctaid.${axis}`, interval.between(0, grid[i]! - 1));
      known.set(`nctaid.${axis}`, interval.exactly(grid[i]!));
    }
    known.set('laneid', interval.between(0, 31));
    this.#specials = known;
  }

  /** Numbers of threads and blocks that conditions have not made smaller are those of the launch. */
  special(name: SpecialName, env: Env): Interval | undefined {
    return env.specials.get(name) ?? this.#specials.get(name);
  }

  /** What is asked of what a local was set to, where that is known and not too far away. */
  followed<T>(index: number, env: Env, ask: (made: Expression) => T): T | undefined {
    const made = env.made.get(index);
    if (!made || this.#depth >= deepest) return undefined;
    this.#depth++;
    const answer = ask(made);
    this.#depth--;
    return answer;
  }

  /** Nobody is told of what is loaded meanwhile. */
  quietly<T>(ask: () => T): T {
    this.#quiet++;
    const answer = ask();
    this.#quiet--;
    return answer;
  }

  get isQuiet(): boolean {
    return this.#quiet > 0;
  }

  /** What is known where the condition holds, or does not: false where that cannot be. */
  refine(condition: Expression, holds: boolean, env: Env): boolean {
    return this.quietly(() => refine(condition, holds, env, (e, at) => this.of(e, at)));
  }

  of(e: Expression, env: Env): Interval {
    switch (e.kind) {
      case 'const':
        return typeof e.value === 'boolean' || e.type === 'f32' || e.type === 'f64'
          ? interval.whole(e.type)
          : interval.exactly(Number(e.value));
      case 'local':
        return this.#local(e.index, env);
      case 'special':
        return this.special(e.name, env) ?? interval.whole('i32');
      case 'global':
        return interval.exactly(0, `@${e.name}`);
      case 'slot':
        return interval.exactly(0, `#${e.index}`);
      case 'dynamic-shared':
        return interval.exactly(0, '#dynamic');
      case 'function':
        return interval.whole(e.type);
      case 'load':
        this.#loaded(e, this.of(e.from, env), env);
        return e.memory === 'i8'
          ? interval.between(-128, 127)
          : e.memory === 'i16'
            ? interval.between(-32768, 32767)
            : interval.whole(e.type);
      case 'op':
        return this.#operation(e, env);
    }
  }

  #local(index: number, env: Env): Interval {
    return this.remembered(index, env.asked.intervals, () => this.#intervalOf(index, env));
  }

  /** What is asked of a local is answered once, until something changes. */
  remembered<T>(index: number, answers: Answers<T>, ask: () => T): T {
    const known = answers.get(index);
    if (known && known.depth <= this.#depth) return known.answer;
    const answer = ask();
    answers.set(index, { depth: this.#depth, answer });
    return answer;
  }

  #intervalOf(index: number, env: Env): Interval {
    const type = this.#typeOf(index);
    const value = env.values.get(index) ?? interval.whole(type);
    const again = this.followed(index, env, (made) => (made.type === 'bool' ? undefined : this.of(made, env)));
    return again ? (interval.meet(value, again) ?? value) : value;
  }

  #operation(e: Extract<Expression, { kind: 'op' }>, env: Env): Interval {
    if (e.type === 'bool') {
      this.truth(e, env);
      return interval.whole(e.type);
    }
    if (e.op === 'select') return this.#select(e, env);
    const args = e.args.map((x) => this.#look(x, env));
    const [a = interval.whole('i64'), b = interval.whole('i64')] = args;
    switch (e.op) {
      case 'add':
      case 'offset':
        return isNumber(e.type) ? interval.add(e.type, a, b) : interval.whole(e.type);
      case 'sub':
        return isNumber(e.type) ? interval.sub(e.type, a, b) : interval.whole(e.type);
      case 'mul':
        return isNumber(e.type) ? interval.mul(e.type, a, b) : interval.whole(e.type);
      case 'div':
        return isNumber(e.type) ? interval.div(e.type, a, b) : interval.whole(e.type);
      case 'rem':
        return interval.rem(e.type, a, b);
      case 'div.u':
        return a.low >= 0 && b.low > 0 ? interval.div(e.type, a, b) : interval.whole(e.type);
      case 'rem.u':
        return a.low >= 0
          ? interval.rem(e.type, a, b)
          : b.low > 0
            ? interval.between(0, b.high - 1)
            : interval.whole(e.type);
      case 'min':
        return isNumber(e.type) ? interval.least(e.type, a, b) : interval.whole(e.type);
      case 'max':
        return isNumber(e.type) ? interval.greatest(e.type, a, b) : interval.whole(e.type);
      case 'and':
        return interval.bitAnd(e.type, a, b);
      case 'shl':
        return isShift(b) ? interval.mul(e.type, a, interval.exactly(2 ** b.low)) : interval.whole(e.type);
      case 'shr.s':
        return isShift(b) && a.low >= 0
          ? interval.div(e.type, a, interval.exactly(2 ** b.low))
          : interval.whole(e.type);
      case 'shr.u':
        if (!isShift(b)) return interval.whole(e.type);
        if (a.low >= 0) return interval.div(e.type, a, interval.exactly(2 ** b.low));
        return e.type === 'i32' && b.low > 0 ? interval.between(0, 2 ** (32 - b.low) - 1) : interval.whole(e.type);
      case 'extend':
      case 'to.address':
      case 'from.address':
      case 'cast.space':
        return a;
      case 'extend.u':
        return a.low >= 0 ? a : interval.between(0, 2 ** 32 - 1);
      case 'wrap':
        return a.base === '' && a.low >= -(2 ** 31) && a.high < 2 ** 31 ? a : interval.whole('i32');
      case 'popcount':
      case 'clz':
      case 'ctz':
        return interval.between(0, 64);
      default: // else: it may be anything
        return interval.whole(e.type);
    }
  }

  #select(e: Extract<Expression, { kind: 'op' }>, env: Env): Interval {
    const [condition, yes, no] = e.args;
    if (!condition || !yes || !no) throw new TooMuch();
    const truth = this.truth(condition, env);
    const side = (of: Expression, holds: boolean): Interval | undefined => {
      if (truth === !holds) return undefined;
      const inside = new Env(env);
      return this.refine(condition, holds, inside) ? this.of(of, inside) : undefined;
    };
    const [a, b] = [side(yes, true), side(no, false)];
    return a && b ? interval.join(a, b) : (a ?? b ?? interval.whole(e.type));
  }

  // ── conditions ──

  truth(e: Expression, env: Env): boolean | undefined {
    if (e.kind === 'const') return e.value === true;
    if (e.kind === 'local') return this.followed(e.index, env, (made) => this.truth(made, env));
    if (e.kind !== 'op') {
      this.of(e, env);
      return undefined;
    }
    const [x, y] = e.args;
    if (!x) return undefined;
    if (e.op === 'not') {
      const truth = this.truth(x, env);
      return truth === undefined ? undefined : !truth;
    }
    if (!y || e.op === 'select') {
      for (const arg of e.args) this.#look(arg, env);
      return undefined;
    }
    if (x.type === 'bool') {
      const [a, b] = [this.truth(x, env), this.truth(y, env)];
      if (e.op === 'and') return a === false || b === false ? false : a && b;
      if (e.op === 'or')
        return a === true || b === true ? true : a === undefined || b === undefined ? undefined : false;
      return undefined;
    }
    const [a, b] = [this.of(x, env), this.of(y, env)];
    return isNumber(x.type) && a.base === b.base ? compare(e.op, a, b) : undefined;
  }

  #look(e: Expression, env: Env): Interval {
    if (e.type !== 'bool') return this.of(e, env);
    this.truth(e, env);
    return interval.whole('i32');
  }
}

export function isShift(by: Interval): boolean {
  return by.base === '' && by.low === by.high && by.low >= 0 && by.low < 31;
}
