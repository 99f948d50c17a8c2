/** Statements without bodies as code for the lanes of a warp. */
import type { Statement } from '../../ir/module.ts';
import { loadedType, sizeOf } from '../../ir/types.ts';
import { access } from './accesses.ts';
import { combined } from './atomic-meaning.ts';
import type { ExpressionCode } from './expression-code.ts';
import type { FunctionContext } from './function-context.ts';
import { has, laneOf, lanesIn, maskOf, merged, type One, warpSize } from './lanes.ts';
import { exchange } from './warp-exchange.ts';
import {
  assign,
  type Evaluate,
  leave,
  NotCounted,
  newFrame,
  noteAgain,
  type Plain,
  placed,
  type Step,
  type Steps,
  settle,
} from './warp-state.ts';

export class SimpleCode {
  readonly #context: FunctionContext;
  readonly #expressions: ExpressionCode;

  constructor(context: FunctionContext, expressions: ExpressionCode) {
    this.#context = context;
    this.#expressions = expressions;
  }

  of(s: Statement): Step {
    switch (s.kind) {
      case 'set': {
        const value = this.#expressions.expression(s.value);
        return {
          plain: (f, mask) => {
            const v = value(f, mask);
            assign(f, s.local, v, mask, f.w.ready);
            return mask;
          },
        };
      }
      case 'store':
        return { plain: this.#store(s) };
      case 'atomic':
        return { plain: this.#atomic(s) };
      case 'break':
      case 'continue':
        return {
          plain: (f, mask) => {
            leave(f, `${s.kind} ${s.label}`, mask);
            return 0;
          },
        };
      case 'return':
        return { plain: this.#return(s.values.map((e) => this.#expressions.expression(e))) };
      case 'barrier':
        return this.#barrier(s);
      case 'warp':
        return { plain: this.#warp(s) };
      case 'call':
        return { steps: this.#call(s) };
      case 'copy':
      case 'fill':
        return { plain: this.#bytes(s) };
      case 'fence':
      case 'print':
        return { plain: (_, mask) => mask };
      case 'read-clock':
        return {
          plain: (f, mask) => {
            assign(f, s.result, s.clock === 'clock' ? f.w.clock | 0 : BigInt(Math.round(f.w.clock)), mask, f.w.clock);
            return mask;
          },
        };
      case 'trap':
        return {
          plain: () => {
            throw new NotCounted(`it stops: ${s.message}`);
          },
        };
      default:
        throw new NotCounted(`it has a statement \`${s.kind}\``);
    }
  }

  #return(values: readonly Evaluate[]): Plain {
    return (f, mask) => {
      const given = values.map((value) => value(f, mask));
      f.results = given.map((value, i) => merged(f.results[i], value, mask));
      if (f.isKernel) f.w.alive &= ~mask;
      return 0;
    };
  }

  #store(s: Extract<Statement, { kind: 'store' }>): Plain {
    const [to, value] = [this.#expressions.expression(s.to), this.#expressions.expression(s.value)];
    const cell = this.#context.vectors.get(s);
    const site = this.#context.site('store', s.to, cell?.vector.bytes ?? sizeOf(s.memory));
    const count = this.#context.accessCounter();
    return (f, mask) => {
      const v = value(f, mask);
      const ready = f.w.ready;
      const at = placed(to(f, mask), s.offset, mask);
      if (!cell || cell.isLast) {
        const whole = cell ? placed(at, -cell.from, mask) : at;
        count(f, mask, Math.max(ready, f.w.ready));
        noteAgain(f, site, whole);
        access(site, whole, mask, f.w.block);
      }
      f.w.stores++;
      for (let lane = 0; lane < warpSize; lane++)
        if (has(mask, lane)) f.w.block.memory.store(s.memory, Number(laneOf(at, lane)), laneOf(v, lane) ?? 0);
      return mask;
    };
  }

  #atomic(s: Extract<Statement, { kind: 'atomic' }>): Plain {
    const to = this.#expressions.expression(s.to);
    const args = s.args.map((e) => this.#expressions.expression(e));
    const site = this.#context.site('atomic', s.to, sizeOf(s.memory), s.memory === 'f32' || s.memory === 'f64');
    const count = this.#context.accessCounter();
    const type = loadedType(s.memory);
    return (f, mask) => {
      const values = args.map((arg) => arg(f, mask));
      const at = to(f, mask);
      count(f, mask, f.w.ready);
      const latency = access(site, at, mask, f.w.block);
      f.w.stores++;
      const olds: One[] = [];
      for (let lane = 0; lane < warpSize; lane++) {
        if (!has(mask, lane)) continue;
        const place = Number(laneOf(at, lane));
        const old = f.w.block.memory.load(s.memory, place);
        olds[lane] = old;
        const own = values.map((value) => laneOf(value, lane));
        f.w.block.memory.store(s.memory, place, combined(s.how, type, old, own) ?? 0);
      }
      if (s.result !== undefined) assign(f, s.result, olds, mask, f.w.clock + latency);
      return mask;
    };
  }

  #barrier(s: Extract<Statement, { kind: 'barrier' }>): Step {
    const count = this.#context.counter();
    if (s.scope === 'warp') return { plain: (_, mask) => mask };
    if (s.scope !== 'block') throw new NotCounted(`its blocks wait for each other`);
    const value = s.reduce && this.#expressions.expression(s.reduce.value);
    const { reduce } = s;
    return {
      *steps(f, mask) {
        const yes = value ? lanesIn(maskOf(value(f, mask), mask)) : 0;
        count(f, mask, 0);
        settle(f.w);
        f.w.vote = [yes, lanesIn(mask)];
        f.w.stores++;
        yield 'barrier';
        const [all, lanes] = f.w.vote;
        const is = reduce?.how === 'or' ? all > 0 : all === lanes;
        if (reduce) assign(f, reduce.result, reduce.how === 'count' ? all : Number(is), mask, f.w.clock);
        return mask;
      },
    };
  }

  #warp(s: Extract<Statement, { kind: 'warp' }>): Plain {
    const args = s.args.map((e) => this.#expressions.expression(e));
    const words = s.args.some(({ type }) => type === 'f64' || type === 'i64') ? 2 : 1;
    const count = this.#context.counter();
    return (f, mask) => {
      const values = args.map((arg) => arg(f, mask));
      const ready = f.w.ready;
      for (let word = 0; word < words; word++) count(f, mask, ready);
      f.w.block.counts.exchanges += words;
      const [result, second] = exchange(s.how, values, mask);
      const there = Math.max(f.w.clock, ready) + shuffleLatency;
      assign(f, s.result, result, mask, there);
      if (s.result2 !== undefined) assign(f, s.result2, second, mask, there);
      return mask;
    };
  }

  #call(s: Extract<Statement, { kind: 'call' }>): Steps {
    const { callee } = s;
    if (callee.kind !== 'direct') throw new NotCounted('it calls procedures by pointers');
    const args = s.args.map((e) => this.#expressions.expression(e));
    const named = this.#context.named;
    const [slotBytes, count] = [Math.ceil(this.#slotBytes() / 16) * 16, this.#context.counter()];
    return function* (f, mask) {
      const code = named(callee.name);
      const values = args.map((arg) => arg(f, mask));
      count(f, mask, f.w.ready);
      const own = newFrame(code, f.w, values, f.slotsAt + slotBytes, false);
      yield* code.body(own, mask);
      s.results.forEach((local, i) => {
        assign(f, local, own.results[i], mask, f.w.clock);
      });
      return mask;
    };
  }

  #slotBytes(): number {
    const last = this.#context.fn.slots.length - 1;
    return last < 0 ? 0 : (this.#context.slots[last] ?? 0) + (this.#context.fn.slots[last]?.size ?? 0);
  }

  /** As loads and stores of 4 bytes. */
  #bytes(s: Extract<Statement, { kind: 'copy' | 'fill' }>): Plain {
    const [to, bytes] = [this.#expressions.expression(s.to), this.#expressions.expression(s.bytes)];
    const other = this.#expressions.expression(s.kind === 'copy' ? s.from : s.byte);
    const written = this.#context.site('store', s.to, 4);
    const read = s.kind === 'copy' ? this.#context.site('load', s.from, 4) : undefined;
    const count = this.#context.accessCounter();
    return (f, mask) => {
      const [target, source, length] = [to(f, mask), other(f, mask), bytes(f, mask)];
      const { memory } = f.w.block;
      let words = 0;
      for (let lane = 0; lane < warpSize; lane++) {
        if (!has(mask, lane)) continue;
        const [at, from, many] = [target, source, length].map((v) => Number(laneOf(v, lane))) as [
          number,
          number,
          number,
        ];
        words = Math.max(words, Math.ceil(many / 4));
        const taken = Array.from({ length: many }, (_, i) => (s.kind === 'copy' ? memory.load('i8', from + i) : from));
        taken.forEach((byte, i) => {
          memory.store('i8', at + i, byte);
        });
      }
      for (let word = 0; word < words; word++) {
        count(f, mask, 0);
        access(written, placed(target, 4 * word, mask), mask, f.w.block);
        if (read) access(read, placed(source, 4 * word, mask), mask, f.w.block);
      }
      f.w.stores++;
      return mask;
    };
  }
}

const shuffleLatency = 24;
