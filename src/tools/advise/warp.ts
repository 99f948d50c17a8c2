/**
 * A kernel of the IR as a GPU runs it: the lanes of a warp together, under masks where they part. Each statement becomes a function once; what it does is counted,
 * and the cycles are kept after which each value would be there, were the warp alone.
 */
import { nowhere, type Span } from '../../base/source.ts';
import type { Program } from '../../ir/link.ts';
import type { Expression, Fn, Statement } from '../../ir/module.ts';
import { isPointer, loadedType, sizeOf, spaceOf } from '../../ir/types.ts';
import { keyOf } from '../../ir/value-key.ts';
import { bodiesOf, eachExpression, eachExpressionIn, eachStatement, localsSet, someExpression } from '../../ir/walk.ts';
import { designatorOf } from '../../opt/check/check-sites.ts';
import { access, type Surroundings } from './accesses.ts';
import { combined } from './atomic-meaning.ts';
import { type BlockMemory, localBase, localStride, sharedBase } from './block-memory.ts';
import type { Branch, Counts, Line, Site } from './counts.ts';
import { costOf, isDivision } from './instruction-costs.ts';
import {
  applied,
  blankOf,
  has,
  isMany,
  type Lanes,
  laneOf,
  lanesIn,
  maskOf,
  meaningOf,
  merged,
  type One,
  warpSize,
} from './lanes.ts';
import { type Cell, isAligned, type Vector, type VectorsOf, vectorsFor } from './vectors.ts';
import { exchange } from './warp-exchange.ts';

/** Why a kernel cannot be looked at. */
export class NotCounted extends Error {}
/** It takes too long. `share`: what part of the block was looked at, where its loops tell, and `cycles` of its slowest warp so far. */
export class BudgetSpent extends Error {
  share = Number.NaN;
  cycles = 0;
}

/** What all warps of a block share. */
export type BlockState = Surroundings & {
  readonly memory: BlockMemory;
  readonly addressOf: (global: string) => number;
  readonly staticShared: number;
  readonly budget: { left: number };
};

export type Warp = {
  readonly block: BlockState;
  readonly special: Readonly<Record<string, Lanes>>;
  /** The first thread's number in the block. */
  readonly first: number;
  alive: number;
  clock: number;
  /** When the last instruction of this stretch could begin. */
  stall: number;
  /** When the value that was computed last is there. */
  ready: number;
  /** Grows with each store. */
  stores: number;
  /** Instructions so far, and the loops that it is in, the outermost first. */
  steps: number;
  readonly loops: LoopProgress[];
  /** At a barrier that reduces: how many lanes say yes and how many there are; behind it, those of the block. */
  vote: readonly [yes: number, lanes: number];
};

/** `of`: iterations in all, NaN where nobody knows; `from`: steps of the warp before the loop. */
type LoopProgress = { readonly from: number; readonly of: number; done: number };

type Frame = {
  readonly w: Warp;
  readonly locals: Lanes[];
  readonly ready: number[];
  readonly versions: number[];
  readonly memo: (Memo | undefined)[];
  /** When the vectors that were loaded last are there. */
  readonly vectors: Map<Vector, number>;
  /** Where each load and store went last. */
  readonly last: Map<Site, Lanes>;
  /** Where slots begin in the memory of a thread. */
  readonly slotsAt: number;
  readonly isKernel: boolean;
  readonly left: Map<string, number>;
  results: Lanes[];
};
type Memo = { readonly stamp: number; readonly mask: number; readonly value: Lanes; readonly ready: number };

type Evaluate = (f: Frame, mask: number) => Lanes;
type Plain = (f: Frame, mask: number) => number;
export type Stop = 'turn' | 'barrier';
type Steps = (f: Frame, mask: number) => Generator<Stop, number>;
type Step = { readonly plain: Plain } | { readonly steps: Steps };

type Compiled = {
  readonly fn: Fn;
  readonly body: Steps;
  readonly slots: readonly number[];
  readonly slotBytes: number;
};

/** Instructions of a warp that find out where it stands, take the parameters, and end it. */
const framing = 10;

export class KernelCode {
  readonly counts: Counts;
  readonly #program: Program;
  readonly #functions = new Map<string, Compiled>();
  readonly #keys = new Map<string, number>();

  constructor(program: Program, counts: Counts) {
    this.#program = program;
    this.counts = counts;
  }

  /** The warp's way through the kernel. */
  *run(fn: Fn, w: Warp, args: readonly One[]): Generator<Stop, void> {
    const code = this.#compiled(fn);
    const f = newFrame(code, w, args, 0, true);
    this.counts.instructions.control += framing;
    w.clock += framing;
    yield* code.body(f, w.alive);
    w.clock = Math.max(w.clock, w.stall);
  }

  #compiled(fn: Fn): Compiled {
    const known = this.#functions.get(fn.name);
    if (known) return known;
    const slots: number[] = [];
    let slotBytes = 0;
    for (const { size, align } of fn.slots) {
      slotBytes = Math.ceil(slotBytes / align) * align;
      slots.push(slotBytes);
      slotBytes += size;
    }
    const compiler = new Compiler(this.counts, this.#keys, slots, fn, (name) => this.#named(name));
    const made = { fn, slots, slotBytes: Math.ceil(slotBytes / 16) * 16, body: compiler.list(fn.body) };
    this.#functions.set(fn.name, made);
    return made;
  }

  #named(name: string): Compiled {
    const fn = this.#program.functions.get(name);
    if (!fn) throw new NotCounted(`it calls \`${name}\``);
    return this.#compiled(fn);
  }
}

function newFrame({ fn }: Compiled, w: Warp, args: readonly Lanes[], slotsAt: number, isKernel: boolean): Frame {
  const many = fn.locals.length;
  return {
    w,
    locals: fn.locals.map(({ type }, i) =>
      i < args.length ? args[i] : type === 'bool' ? false : type === 'i64' ? 0n : 0,
    ),
    ready: new Array<number>(many).fill(0),
    versions: new Array<number>(many).fill(0),
    memo: [],
    vectors: new Map(),
    last: new Map(),
    slotsAt,
    isKernel,
    left: new Map(),
    results: [],
  };
}

class Compiler {
  readonly #counts: Counts;
  readonly #keys: Map<string, number>;
  readonly #slots: readonly number[];
  readonly #fn: Fn;
  readonly #named: (name: string) => Compiled;
  #at: Span;
  #line: Line;
  /** How often an expression stands in the function, by its key. */
  readonly #times = new Map<string, number>();
  /** Loads of neighbouring cells that go as one. */
  readonly #vectors = new Map<Expression | Statement, Cell>();
  readonly #vectorsIn: VectorsOf;
  /** Locals that each of the loops around sets. */
  readonly #changing: Set<number>[] = [];

  constructor(
    counts: Counts,
    keys: Map<string, number>,
    slots: readonly number[],
    fn: Fn,
    named: (name: string) => Compiled,
  ) {
    this.#counts = counts;
    this.#keys = keys;
    this.#slots = slots;
    this.#fn = fn;
    this.#named = named;
    this.#at = fn.at;
    this.#line = counts.line(fn.at);
    this.#vectorsIn = vectorsFor(fn);
    eachExpressionIn(fn.body, (e) => {
      if (e.kind === 'op' || e.kind === 'load') this.#times.set(keyOf(e), (this.#times.get(keyOf(e)) ?? 0) + 1);
    });
  }

  list(statements: readonly Statement[]): Steps {
    for (const [one, cell] of this.#vectorsIn(statements)) this.#vectors.set(one, cell);
    const steps = statements.map((s) => this.#statement(s));
    return function* (f, given) {
      let mask = given;
      for (const step of steps) {
        if (mask === 0) return 0;
        mask = 'plain' in step ? step.plain(f, mask) : yield* step.steps(f, mask);
      }
      return mask;
    };
  }

  #statement(s: Statement): Step {
    const before = this.#at;
    if (s.at && s.at !== nowhere && s.at.source.path !== '') {
      this.#at = s.at;
      this.#line = this.#counts.line(s.at);
    }
    const step = bodiesOf(s).length > 0 ? { steps: this.#compound(s) } : this.#simple(s);
    if (bodiesOf(s).length > 0) this.#at = before;
    return step;
  }

  // ---- statements with bodies ---------------------------------------------------------------------------------------------

  #compound(s: Statement): Steps {
    switch (s.kind) {
      case 'if':
        return this.#if(s);
      case 'switch':
        return this.#switch(s);
      case 'block': {
        const body = this.list(s.body);
        return function* (f, mask) {
          const rest = yield* body(f, mask);
          return rest | taken(f, `break ${s.label}`);
        };
      }
      case 'loop':
        return this.#loop(s);
      case 'for':
        return this.#for(s);
      default:
        throw new NotCounted(`it has a statement \`${s.kind}\``);
    }
  }

  #if(s: Extract<Statement, { kind: 'if' }>): Steps {
    const condition = this.expression(s.condition);
    const count = this.#counter();
    const branch = this.#counts.branch(this.#at);
    const then = this.list(s.then);
    const otherwise = this.list(s.otherwise);
    const isShort = s.otherwise.length === 0;
    const isFlat = isPredicated(s);
    const leaves = isShort && s.then.length === 1 && leaving.has(s.then[0]!.kind);
    return function* (f, mask) {
      const yes = maskOf(condition(f, mask), mask);
      if (!isFlat) {
        count(f, mask, f.w.ready);
        // Where lanes may part, the place at which they meet again is kept and waited at.
        if (yes !== 0 && yes !== mask) for (let more = 0; more < meeting; more++) count(f, mask, 0);
        wait(f.w, f.w.ready);
      }
      const no = mask & ~yes;
      branch.runs++;
      branch.lanes += lanesIn(mask);
      if (yes !== 0 && no !== 0 && !leaves) {
        branch.divergent++;
        branch.lost += isShort ? lanesIn(no) : lanesIn(mask);
      }
      let rest = 0;
      if (yes !== 0) rest |= yield* then(f, yes);
      if (no !== 0) rest |= yield* otherwise(f, no);
      return rest;
    };
  }

  #switch(s: Extract<Statement, { kind: 'switch' }>): Steps {
    const value = this.expression(s.value);
    const count = this.#counter();
    const cases = s.cases.map((c) => ({ values: c.values, body: this.list(c.body) }));
    const otherwise = this.list(s.otherwise);
    return function* (f, mask) {
      const v = value(f, mask);
      count(f, mask, f.w.ready);
      wait(f.w, f.w.ready);
      let left = mask;
      let rest = 0;
      for (const { values, body } of cases) {
        let mine = 0;
        for (let lane = 0; lane < warpSize; lane++)
          if (has(left, lane) && values.includes(Number(laneOf(v, lane)))) mine |= 1 << lane;
        left &= ~mine;
        if (mine !== 0) rest |= yield* body(f, mine);
      }
      return left === 0 ? rest : rest | (yield* otherwise(f, left));
    };
  }

  #loop(s: Extract<Statement, { kind: 'loop' }>): Steps {
    const body = this.#turn(s);
    const count = this.#counter();
    const branch = this.#counts.branch(s.at ?? this.#at);
    return function* (f, mask) {
      let active = mask;
      f.w.loops.push({ from: f.w.steps, of: Number.NaN, done: 0 });
      while (active !== 0) {
        noteLeft(branch, mask, active);
        active = (yield* body(f, active)) | taken(f, `continue ${s.label}`);
        if (active !== 0) count(f, active, 0);
        settle(f.w);
        yield 'turn';
      }
      f.w.loops.pop();
      return taken(f, `break ${s.label}`);
    };
  }

  #turn(s: Extract<Statement, { kind: 'loop' | 'for' }>): Steps {
    const changing = new Set(s.kind === 'for' ? [s.local] : []);
    eachStatement(s.body, (inner) => {
      for (const local of localsSet(inner)) changing.add(local);
    });
    this.#changing.push(changing);
    const body = this.list(s.body);
    this.#changing.pop();
    return body;
  }

  #for(s: Extract<Statement, { kind: 'for' }>): Steps {
    const [from, trips, step] = [s.from, s.trips, s.step].map((e) => this.expression(e)) as [
      Evaluate,
      Evaluate,
      Evaluate,
    ];
    const type = s.from.type;
    const add = meaningOf('add', [type, type], type);
    const blank = blankOf(type);
    const body = this.#turn(s);
    const count = this.#counter();
    const together = isUnrolled(s) ? 4 : 1;
    const branch = this.#counts.branch(s.at ?? this.#at);
    return function* (f, mask) {
      const many = trips(f, mask);
      let ready = f.w.ready;
      const by = step(f, mask);
      let v = from(f, mask);
      ready = Math.max(ready, f.w.ready);
      wait(f.w, ready);
      assign(f, s.local, v, mask, f.w.clock);
      let active = within(many, 0, mask);
      let done = mask & ~active;
      const progress = { from: f.w.steps, of: mostTrips(many, active), done: 0 };
      f.w.loops.push(progress);
      for (let n = 1; active !== 0; n++) {
        noteLeft(branch, mask, active);
        const rest = (yield* body(f, active)) | taken(f, `continue ${s.label}`);
        done |= taken(f, `break ${s.label}`);
        if (rest !== 0) {
          v = applied(add!, [v, by], rest, blank);
          assign(f, s.local, v, rest, f.w.clock);
          count(f, rest, 0);
          count(f, rest, 0);
        }
        if (n % together === 0) settle(f.w);
        yield 'turn';
        active = within(many, n, rest);
        done |= rest & ~active;
        progress.done = n;
      }
      f.w.loops.pop();
      return done;
    };
  }

  // ---- statements without -------------------------------------------------------------------------------------------------

  #simple(s: Statement): Step {
    switch (s.kind) {
      case 'set': {
        const value = this.expression(s.value);
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
        return { plain: this.#return(s.values.map((e) => this.expression(e))) };
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
    const [to, value] = [this.expression(s.to), this.expression(s.value)];
    const cell = this.#vectors.get(s);
    const site = this.#site('store', s.to, cell?.vector.bytes ?? sizeOf(s.memory));
    const count = this.#accessCounter();
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
    const to = this.expression(s.to);
    const args = s.args.map((e) => this.expression(e));
    const site = this.#site('atomic', s.to, sizeOf(s.memory), s.memory === 'f32' || s.memory === 'f64');
    const count = this.#accessCounter();
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
    const count = this.#counter();
    if (s.scope === 'warp') return { plain: (_, mask) => mask };
    if (s.scope !== 'block') throw new NotCounted(`its blocks wait for each other`);
    const value = s.reduce && this.expression(s.reduce.value);
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
    const args = s.args.map((e) => this.expression(e));
    const words = s.args.some(({ type }) => type === 'f64' || type === 'i64') ? 2 : 1;
    const count = this.#counter();
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
    const args = s.args.map((e) => this.expression(e));
    const named = this.#named;
    const [slotBytes, count] = [Math.ceil(this.#slotBytes() / 16) * 16, this.#counter()];
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
    const last = this.#fn.slots.length - 1;
    return last < 0 ? 0 : (this.#slots[last] ?? 0) + (this.#fn.slots[last]?.size ?? 0);
  }

  /** As loads and stores of 4 bytes. */
  #bytes(s: Extract<Statement, { kind: 'copy' | 'fill' }>): Plain {
    const [to, bytes] = [this.expression(s.to), this.expression(s.bytes)];
    const other = this.expression(s.kind === 'copy' ? s.from : s.byte);
    const written = this.#site('store', s.to, 4);
    const read = s.kind === 'copy' ? this.#site('load', s.from, 4) : undefined;
    const count = this.#accessCounter();
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

  // ---- expressions --------------------------------------------------------------------------------------------------------

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
        const offset = this.#slots[e.index] ?? 0;
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
    const { instructions } = this.#counts;
    const counts = this.#counts;
    const line = this.#line;
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
    const cell = this.#vectors.get(e);
    const vector = cell?.vector;
    const isFirst = vector !== undefined && !vector.isBegun;
    if (vector) vector.isBegun = true;
    const site = this.#site('load', e.from, sizeOf(e.memory));
    const wide = isFirst ? this.#site('load', e.from, vector.bytes) : undefined;
    const count = this.#accessCounter();
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
    const key = `${this.#fn.name} ${keyOf(e)}`;
    const id = this.#keys.get(key) ?? this.#keys.size;
    this.#keys.set(key, id);
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
    const changing = this.#changing.at(-1);
    return changing !== undefined && !someExpression(e, (part) => part.kind === 'local' && changing.has(part.index));
  }

  // ---- counting -----------------------------------------------------------------------------------------------------------

  /** One instruction of control. */
  #counter(): (f: Frame, mask: number, ready: number) => number {
    const { instructions } = this.#counts;
    const counts = this.#counts;
    const line = this.#line;
    return (f, mask, ready) => {
      instructions.control++;
      line.instructions++;
      counts.activeLanes += lanesIn(mask) / warpSize;
      spend(f.w);
      return issue(f.w, 1, ready);
    };
  }

  /** An access is counted by its site. */
  #accessCounter(): (f: Frame, mask: number, ready: number) => number {
    const line = this.#line;
    const counts = this.#counts;
    return (f, mask, ready) => {
      line.instructions++;
      counts.activeLanes += lanesIn(mask) / warpSize;
      spend(f.w);
      return issue(f.w, 1, ready);
    };
  }

  #site(what: Site['what'], address: Expression, bytes: number, isReal = false): Site {
    const base = this.#baseOf(address);
    const space = isPointer(address.type) ? spaceOf(address.type) : 'global';
    const kind = space === 'shared' || space === 'constant' || space === 'local' ? space : 'global';
    // Passes move loads to other statements: what names them tells where they stand.
    return this.#counts.site({
      at: designatorOf(address) ?? this.#at,
      what,
      space: kind,
      base,
      bytes,
      indirect: this.#isIndirect(address),
      isReal,
    });
  }

  /** An index of the address is loaded; addresses themselves may be. */
  #isIndirect(e: Expression, depth = 0): boolean {
    if (e.kind === 'load') return !isPointer(e.type) || this.#isIndirect(e.from, depth);
    if (e.kind === 'op') return e.args.some((a) => this.#isIndirect(a, depth));
    if (e.kind !== 'local' || depth > 4 || e.index < this.#fn.params) return false;
    return this.#setsOf(e.index).some((value) => this.#isIndirect(value, depth + 1));
  }

  /** What a local is set to, in all places. */
  #setsOf(local: number): readonly Expression[] {
    const sets: Expression[] = [];
    const look = (list: readonly Statement[]): void => {
      for (const s of list) {
        if (s.kind === 'set' && s.local === local) sets.push(s.value);
        for (const body of bodiesOf(s)) look(body);
      }
    };
    look(this.#fn.body);
    return sets;
  }

  /** The parameter or variable that an address begins with. */
  #baseOf(e: Expression, depth = 0): number | string | undefined {
    if (e.kind === 'global') return e.name;
    if (e.kind === 'dynamic-shared') return '';
    if (e.kind === 'op') return e.args[0] && this.#baseOf(e.args[0], depth);
    if (e.kind === 'load') return this.#baseOf(e.from, depth);
    if (e.kind !== 'local' || depth > 8) return undefined;
    if (e.index < this.#fn.params) return e.index;
    const [first] = this.#setsOf(e.index);
    return first && this.#baseOf(first, depth + 1);
  }
}

const meeting = 2;

/** Made under a predicate in place of a branch. */
function isPredicated(s: Statement): boolean {
  if (s.kind !== 'if') return false;
  const all = [...s.then, ...s.otherwise];
  return all.length <= 4 && all.every(isPlainSet);
}

function isPlainSet(s: Statement): boolean {
  let loads = 0;
  if (s.kind === 'set')
    eachExpression(s.value, (e) => {
      if (e.kind === 'load') loads++;
    });
  return s.kind === 'set' && loads === 0;
}

const leaving = new Set<Statement['kind']>(['break', 'continue', 'return']);

/** Lanes that have left a loop wait for the others. */
function noteLeft(branch: Branch, entered: number, active: number): void {
  branch.runs++;
  branch.lanes += lanesIn(entered);
  if (active === entered) return;
  branch.divergent++;
  branch.lost += lanesIn(entered & ~active);
}

function noteAgain({ last }: Frame, site: Site, at: Lanes): void {
  if (site.space !== 'global') return;
  if (isSame(last.get(site), at)) site.again++;
  else last.set(site, at);
}

function isSame(a: Lanes, b: Lanes): boolean {
  if (!isMany(a) || !isMany(b)) return a === b;
  return a.every((place, lane) => place === b[lane]);
}

const branching = new Set(['div', 'sqrt', 'sin', 'cos', 'tan', 'pow']);

/** A short loop that only reads: ptxas takes four iterations at once, and their loads together. */
function isUnrolled(s: Extract<Statement, { kind: 'for' }>): boolean {
  if (s.label.endsWith('~several') || s.body.length > 8) return false;
  let operations = 0;
  eachExpressionIn(s.body, (e) => {
    if (e.kind === 'op') operations++;
  });
  if (operations > mostUnrolled) return false;
  // Quotients and roots branch off for numbers that are not normal: nothing moves across them.
  let branches = false;
  eachExpressionIn(s.body, (e) => {
    branches ||= e.kind === 'op' && branching.has(e.op) && e.type !== 'i32' && e.type !== 'i64';
  });
  return !branches && s.body.every((inner) => inner.kind === 'set' || isPredicated(inner));
}

/** Operations of an iteration that is taken four times at once. */
const mostUnrolled = 14;
const shuffleLatency = 24;

function mostTrips(trips: Lanes, mask: number): number {
  let most = 0;
  for (let lane = 0; lane < warpSize; lane++) if (has(mask, lane)) most = Math.max(most, Number(laneOf(trips, lane)));
  return most;
}

/** Steps that a warp will have made at its end, were the rest of its loops like what it did of them; NaN where they do not tell. */
export function stepsInAll({ steps, loops }: Pick<Warp, 'steps' | 'loops'>): number {
  const share = loops.reduceRight((part, { done, of }) => (done + part) / of, 0);
  const before = loops[0]?.from ?? Number.NaN;
  return before + (steps - before) / share;
}

function spend(w: Warp): void {
  w.steps++;
  w.block.budget.left--;
  if (w.block.budget.left < 0) throw new BudgetSpent('too long');
}

/** When an instruction begins: after those before it, and when its operands are there. */
function issue(w: Warp, many: number, ready: number): number {
  w.clock += many;
  const start = ready > w.clock ? ready : w.clock;
  if (start > w.stall) w.stall = start;
  return start;
}

/** What comes next needs a value. */
function wait(w: Warp, ready: number): void {
  if (ready > w.clock) w.clock = ready;
}

/** What comes next begins when all before it has begun. */
function settle(w: Warp): void {
  if (w.stall > w.clock) w.clock = w.stall;
}

function assign(f: Frame, local: number, value: Lanes, mask: number, ready: number): void {
  f.locals[local] = mask === f.w.alive ? value : merged(f.locals[local], value, mask);
  f.versions[local]!++;
  f.ready[local] = ready;
}

function leave(f: Frame, how: string, mask: number): void {
  f.left.set(how, (f.left.get(how) ?? 0) | mask);
}

function taken(f: Frame, how: string): number {
  const mask = f.left.get(how) ?? 0;
  if (mask !== 0) f.left.delete(how);
  return mask;
}

/** The lanes whose count of iterations is larger. */
function within(trips: Lanes, done: number, mask: number): number {
  let found = 0;
  for (let lane = 0; lane < warpSize; lane++)
    if (has(mask, lane) && Number(laneOf(trips, lane)) > done) found |= 1 << lane;
  return found;
}

function placed(address: Lanes, offset: number, mask: number): Lanes {
  if (offset === 0) return address;
  return applied((a) => Number(a) + offset, [address], mask, blankOf('ptr.global'));
}
