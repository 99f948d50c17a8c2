/** Expressions of a function as code for the lanes of a warp: values, when they are there, what computing them takes. */
import type { Expression } from '../../ir/module.ts';
import { sizeOf } from '../../ir/types.ts';
import { keyOf } from '../../ir/value-key.ts';
import { eachExpression, eachExpressionIn, someExpression } from '../../ir/walk.ts';
import { access } from './accesses.ts';
import { localBase, localStride, sharedBase } from './block-memory.ts';
import { branching } from './code-shapes.ts';
import type { FunctionContext } from './function-context.ts';
import { costOf, isDivision } from './instruction-costs.ts';
import { applied, blankOf, has, isMany, type Lanes, lanesIn, meaningOf, warpSize } from './lanes.ts';
import { isAligned } from './vectors.ts';
import { type Evaluate, type Frame, issue, NotCounted, noteAgain, placed, spend, wait } from './warp-state.ts';

export class ExpressionCode {
  readonly #context: FunctionContext;
  /** How often an expression stands in the function, by its key. */
  readonly #times = new Map<string, number>();

  constructor(context: FunctionContext) {
    this.#context = context;
    eachExpressionIn(context.fn.body, (e) => {
      if (e.kind === 'op' || e.kind === 'load') this.#times.set(keyOf(e), (this.#times.get(keyOf(e)) ?? 0) + 1);
    });
  }

  expression(e: Expression): Evaluate {
    switch (e.kind) {
      case 'const':
        return (f) => {
          f.w.ready = 0;
          return e.value;
        };
      case 'local':
        return (f) => {
          f.w.ready = f.ready[e.index]!;
          return f.locals[e.index];
        };
      case 'special':
        return (f) => {
          f.w.ready = 0;
          return f.w.special[e.name];
        };
      case 'slot': {
        const offset = this.#context.slots[e.index] ?? 0;
        return (f) => {
          f.w.ready = 0;
          return Array.from(
            { length: warpSize },
            (_, lane) => localBase + (f.w.first + lane) * localStride + f.slotsAt + offset,
          );
        };
      }
      case 'global':
        return (f) => {
          f.w.ready = 0;
          return f.w.block.addressOf(e.name);
        };
      case 'dynamic-shared':
        return (f) => {
          f.w.ready = 0;
          return sharedBase + f.w.block.staticShared;
        };
      case 'load':
        return this.#remembered(e, this.#load(e));
      case 'op':
        return this.#remembered(e, this.#operation(e));
      case 'function':
        throw new NotCounted('it uses addresses of procedures');
    }
  }

  #operation(e: Extract<Expression, { kind: 'op' }>): Evaluate {
    const args = e.args.map((a) => this.expression(a));
    const meaning = meaningOf(
      e.op,
      e.args.map((a) => a.type),
      e.type,
    );
    if (!meaning) throw new NotCounted(`it uses the operation \`${e.op}\``);
    const cost = costOf(e);
    const { instructions } = this.#context.counts;
    const counts = this.#context.counts;
    const line = this.#context.line;
    const isDouble = cost.unit === 'fp64';
    const branches = branching.has(e.op) && (e.type === 'f32' || e.type === 'f64');
    const blank = blankOf(e.type);
    const divides = isDivision(e);
    return (f, mask) => {
      const { w } = f;
      let ready = 0;
      const values: Lanes[] = [];
      for (const arg of args) {
        values.push(arg(f, mask));
        if (w.ready > ready) ready = w.ready;
      }
      const result = applied(meaning, values, mask, blank);
      if (cost.count > 0) {
        const many = cost.count + (cost.integers ?? 0);
        instructions[cost.unit] += cost.count;
        instructions.int += cost.integers ?? 0;
        instructions.special += cost.special ?? 0;
        line.instructions += many;
        if (isDouble) line.doubles += many;
        if (divides) line.divisions += many;
        const lanes = lanesIn(mask);
        counts.activeLanes += (many * lanes) / warpSize;
        if (isDouble) counts.doubleFlops += cost.flops * lanes;
        else counts.flops += cost.flops * lanes;
        spend(w);
        const start = issue(w, many, ready);
        if (branches) wait(w, start);
        ready = start + cost.latency;
      }
      w.ready = ready;
      return result;
    };
  }

  #load(e: Extract<Expression, { kind: 'load' }>): Evaluate {
    const from = this.expression(e.from);
    const cell = this.#context.vectors.get(e);
    const vector = cell?.vector;
    const isFirst = vector !== undefined && !vector.isBegun;
    if (vector) vector.isBegun = true;
    const site = this.#context.site('load', e.from, sizeOf(e.memory));
    const wide = isFirst ? this.#context.site('load', e.from, vector.bytes) : undefined;
    const count = this.#context.accessCounter();
    const blank = blankOf(e.type);
    const there = (f: Frame, at: Lanes, mask: number): number => {
      const known = vector && !isFirst ? f.vectors.get(vector) : undefined;
      if (known !== undefined) return known;
      const base = wide && cell ? placed(at, -cell.from, mask) : at;
      const isWide = wide !== undefined && vector !== undefined && isAligned(base, vector.bytes, mask);
      const start = count(f, mask, f.w.ready);
      noteAgain(f, isWide ? wide : site, isWide ? base : at);
      const ready = start + access(isWide ? wide : site, isWide ? base : at, mask, f.w.block);
      if (isWide) f.vectors.set(vector, ready);
      else if (vector && isFirst) f.vectors.delete(vector);
      return ready;
    };
    return (f, mask) => {
      const at = placed(from(f, mask), e.offset, mask);
      const ready = there(f, at, mask);
      const { memory } = f.w.block;
      f.w.ready = ready;
      if (!isMany(at)) return memory.load(e.memory, Number(at));
      const result = blank.slice();
      for (let lane = 0; lane < warpSize; lane++)
        if (has(mask, lane)) result[lane] = memory.load(e.memory, Number(at[lane]));
      return result;
    };
  }

  /** What stands several times, or stays as it is in a loop, is computed once for the same locals: a compiler does so too. */
  #remembered(e: Expression, evaluate: Evaluate): Evaluate {
    // Quotients and roots branch off for numbers that are not normal: ptxas computes each anew.
    if (e.kind === 'op' && branching.has(e.op) && (e.type === 'f32' || e.type === 'f64')) return evaluate;
    if ((this.#times.get(keyOf(e)) ?? 0) < 2 && !this.#isInvariant(e)) return evaluate;
    const key = `${this.#context.fn.name} ${keyOf(e)}`;
    const id = this.#context.keys.get(key) ?? this.#context.keys.size;
    this.#context.keys.set(key, id);
    const locals = new Set<number>();
    let loads = false;
    let volatile = false;
    eachExpression(e, (part) => {
      if (part.kind === 'local') locals.add(part.index);
      if (part.kind === 'load') {
        loads = true;
        volatile ||= part.volatile === true;
      }
    });
    if (volatile) return evaluate;
    const involved = [...locals];
    return (f, mask) => {
      let stamp = loads ? f.w.stores : 0;
      for (const local of involved) stamp += f.versions[local]!;
      const known = f.memo[id];
      if (known && known.stamp === stamp && (mask & ~known.mask) === 0) {
        f.w.ready = known.ready;
        return known.value;
      }
      const value = evaluate(f, mask);
      f.memo[id] = { stamp, mask, value, ready: f.w.ready };
      return value;
    };
  }

  #isInvariant(e: Expression): boolean {
    const changing = this.#context.changing.at(-1);
    return changing !== undefined && !someExpression(e, (part) => part.kind === 'local' && changing.has(part.index));
  }
}
