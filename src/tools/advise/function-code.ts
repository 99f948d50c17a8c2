/** The body of a function as code for the lanes of a warp: they go together, under masks where they part. */
import { nowhere } from '../../base/source.ts';
import type { Statement } from '../../ir/module.ts';
import { bodiesOf, localsSetIn } from '../../ir/walk.ts';
import { isPredicated, isUnrolled } from './code-shapes.ts';
import { ExpressionCode } from './expression-code.ts';
import type { FunctionContext } from './function-context.ts';
import { applied, blankOf, has, laneOf, lanesIn, maskOf, meaningOf, warpSize } from './lanes.ts';
import { SimpleCode } from './simple-code.ts';
import { type VectorsOf, vectorsFor } from './vectors.ts';
import {
  assign,
  type Evaluate,
  mostTrips,
  NotCounted,
  noteLeft,
  type Step,
  type Steps,
  settle,
  taken,
  wait,
  within,
} from './warp-state.ts';

export function functionCode(context: FunctionContext): Steps {
  return new FunctionCode(context).list(context.fn.body);
}

class FunctionCode {
  readonly #context: FunctionContext;
  readonly #expressions: ExpressionCode;
  readonly #simple: SimpleCode;
  readonly #vectorsIn: VectorsOf;

  constructor(context: FunctionContext) {
    this.#context = context;
    this.#expressions = new ExpressionCode(context);
    this.#simple = new SimpleCode(context, this.#expressions);
    this.#vectorsIn = vectorsFor(context.fn);
  }

  list(statements: readonly Statement[]): Steps {
    for (const [one, cell] of this.#vectorsIn(statements)) this.#context.vectors.set(one, cell);
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
    const before = this.#context.at;
    if (s.at && s.at !== nowhere && s.at.source.path !== '') {
      this.#context.at = s.at;
      this.#context.line = this.#context.counts.line(s.at);
    }
    const step = bodiesOf(s).length > 0 ? { steps: this.#compound(s) } : this.#simple.of(s);
    if (bodiesOf(s).length > 0) this.#context.at = before;
    return step;
  }

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
    const condition = this.#expressions.expression(s.condition);
    const count = this.#context.counter();
    const branch = this.#context.counts.branch(this.#context.at);
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
    const value = this.#expressions.expression(s.value);
    const count = this.#context.counter();
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
    const body = this.#iteration(s);
    const count = this.#context.counter();
    const branch = this.#context.counts.branch(s.at ?? this.#context.at);
    return function* (f, mask) {
      let active = mask;
      f.w.loops.push({ from: f.w.steps, of: Number.NaN, done: 0 });
      while (active !== 0) {
        noteLeft(branch, mask, active);
        active = (yield* body(f, active)) | taken(f, `continue ${s.label}`);
        if (active !== 0) count(f, active, 0);
        settle(f.w);
        yield 'iteration';
      }
      f.w.loops.pop();
      return taken(f, `break ${s.label}`);
    };
  }

  #iteration(s: Extract<Statement, { kind: 'loop' | 'for' }>): Steps {
    const changing = localsSetIn([s]);
    this.#context.changing.push(changing);
    const body = this.list(s.body);
    this.#context.changing.pop();
    return body;
  }

  #for(s: Extract<Statement, { kind: 'for' }>): Steps {
    const [from, trips, step] = [s.from, s.trips, s.step].map((e) => this.#expressions.expression(e)) as [
      Evaluate,
      Evaluate,
      Evaluate,
    ];
    const type = s.from.type;
    const add = meaningOf('add', [type, type], type);
    const blank = blankOf(type);
    const body = this.#iteration(s);
    const count = this.#context.counter();
    const together = isUnrolled(s) ? 4 : 1;
    const branch = this.#context.counts.branch(s.at ?? this.#context.at);
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
        yield 'iteration';
        active = within(many, n, rest);
        done |= rest & ~active;
        progress.done = n;
      }
      f.w.loops.pop();
      return done;
    };
  }
}

const meeting = 2;

const leaving = new Set<Statement['kind']>(['break', 'continue', 'return']);
