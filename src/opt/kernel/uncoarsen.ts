/**
 * Threads that go through several cells of their own in a loop (thread coarsening: `do i = 4*t + 1, min(4*t + 4, n)`, `do k = 0, 3; i = t + k*blockDim%x`), where iterations leave each other alone:
 * blocks of as many threads more, each of which has one iteration. Neighbouring threads then go through neighbouring cells.
 */
import { add, and, i32, integer, local, op, special, toInteger } from '../../ir/build.ts';
import { liveBefore } from '../../ir/liveness.ts';
import type { BlockSize, Expression, Fn, Statement } from '../../ir/module.ts';
import { countSets } from '../../ir/uniformity.ts';
import { keyOf } from '../../ir/value-key.ts';
import {
  changeParts,
  changeStatement,
  eachExpression,
  eachStatement,
  expressionsOf,
  localsSetIn,
  someExpression,
  someExpressionIn,
  someStatement,
} from '../../ir/walk.ts';
import {
  type AddressWidth,
  type Affine,
  AffineForms,
  difference,
  expressionOf,
  growthBy,
  isConstant,
} from '../analysis/affine.ts';
import { apartIterations } from '../analysis/apart-iterations.ts';
import { fold } from '../scalar/fold.ts';
import { isSpeculable } from '../scalar/licm.ts';
import { apartKinds } from './enlarge-grid.ts';

type For = Extract<Statement, { kind: 'for' }>;
type Put = Extract<Statement, { kind: 'set' }>;
type List = readonly Statement[];

/** Iterations of a thread, and threads along x of the blocks that come of them. */
const mostIterations = 64;
const mostThreads = 8192;

/** The kernel itself where its threads do anything but such a loop. */
export function uncoarsen(kernel: Fn): Fn {
  const { blockSize, slots, body } = kernel;
  if (kernel.kind !== 'kernel' || !blockSize || slots.length > 0 || kernel.cooperative || kernel.clusterDims)
    return kernel;
  const loop = loopAtEnd(body);
  if (!loop || someExpressionIn(body, (e) => e.kind === 'special' && !places.test(e.name))) return kernel;
  const changed = new Uncoarsener(kernel, blockSize, loop).changed();
  return changed ? { ...kernel, ...changed, body: fold(changed.body) } : kernel;
}

/** The loop that is all that a list does behind numbers and conditions. */
function loopAtEnd(list: List): For | undefined {
  const inner = withoutReturn(list);
  const last = inner.at(-1);
  if (!inner.slice(0, -1).every(isBefore)) return undefined;
  if (last?.kind === 'for') return last;
  return last?.kind === 'if' && last.otherwise.length === 0 && isOfPlaces(last.condition)
    ? loopAtEnd(last.then)
    : undefined;
}

const withoutReturn = (list: List): List => (list.at(-1)?.kind === 'return' ? list.slice(0, -1) : list);

/** Whether it sets what places and parameters give, or leaves threads out by that. */
function isBefore(s: Statement): boolean {
  if (s.kind === 'set') return isOfPlaces(s.value);
  const leaves = s.kind === 'if' && s.otherwise.length === 0 && s.then.length === 1 && s.then[0]?.kind === 'return';
  return leaves && isOfPlaces(s.condition);
}

const isOfPlaces = (e: Expression): boolean => !someExpression(e, (x) => x.kind === 'load');
/** Whether nothing happens where it is computed though the loop was left. */
const mayBeInVain = (e: Expression): boolean =>
  !someExpression(e, (x) => x.kind === 'load' || (x.kind === 'op' && !isSpeculable(x)));
const isThread = (e: Expression): boolean => e.kind === 'special' && e.name === 'tid.x';
const places = /^n?(?:cta|t)id\.[xyz]$/;

/** How often the loop is gone through at most from where it begins, and what holds besides where there is an iteration. */
type Trips = { readonly from: Affine; readonly most: number; readonly conditions: readonly Expression[] };

/** How a number grows from thread to thread, and from iteration to iteration. */
type Moves = { readonly thread: bigint; readonly iteration: bigint };

/** What lies beside what a thread's iteration has: what the next one has, or what the next thread has. */
type Order = 'iterations' | 'threads';

const none: Affine = { constant: 0n, terms: new Map() };
const noMoves: Moves = { thread: 0n, iteration: 0n };

type Comparison = { readonly strict: boolean; readonly below: boolean; readonly turned: string };

/** Of `d` with 0. `strict`: it holds, or does not, from d = 0 on; `below`: it holds for small `d`; `turned`: of -d. */
const comparisons: Readonly<Record<string, Comparison>> = {
  le: { strict: false, below: true, turned: 'ge' },
  lt: { strict: true, below: true, turned: 'gt' },
  gt: { strict: false, below: false, turned: 'lt' },
  ge: { strict: true, below: false, turned: 'le' },
};

class Uncoarsener {
  private readonly kernel: Fn;
  private readonly block: BlockSize;
  private loop: For;
  private readonly sets: Uint32Array;
  /** Which iteration it is, from 0 on: a local in forms alone. */
  private readonly iteration: number;
  /** What locals hold that places, parameters and the iteration give. */
  private readonly held = new Map<number, Affine>();
  /** What locals are that are set once before the loop. */
  private readonly values = new Map<number, Expression>();
  private readonly forms = new AffineForms({ bits: 64, keyOf, known: (l) => this.held.get(l) });
  private most = 0;
  private order: Order = 'iterations';

  constructor(kernel: Fn, block: BlockSize, loop: For) {
    this.kernel = kernel;
    this.block = block;
    this.loop = loop;
    this.sets = countSets(kernel.body, kernel.locals.length);
    this.iteration = kernel.locals.length;
  }

  changed(): Pick<Fn, 'body' | 'blockSize'> | undefined {
    const { kernel, loop } = this;
    const [width, ...others] = this.block;
    const inLoop = new Set<Statement>();
    eachStatement(loop.body, (s) => inLoop.add(s));
    eachStatement(kernel.body, (s) => {
      if (s.kind !== 'set' || inLoop.has(s)) return;
      this.note(s);
      if (this.sets[s.local] === 1) this.values.set(s.local, s.value);
    });
    const step = this.forms.of(loop.step);
    const trips = isConstant(step) && loop.from.type === 'i32' ? this.tripsOf(step) : undefined;
    if (!trips || trips.most < 2 || trips.most > mostIterations || trips.most * width > mostThreads) return undefined;
    this.most = trips.most;
    const counted = this.forms.atom(local(this.iteration, 'i64'));
    const number = this.forms.sum(trips.from, counted, step.constant);
    if (!this.movesOf(number)) return undefined;
    this.held.set(loop.local, number);
    eachStatement(loop.body, (s) => {
      if (s.kind === 'set') this.note(s);
    });
    this.loop = this.withoutExit();
    if (!this.isFree()) return undefined;
    const order = this.orderOf();
    if (!order) return undefined;
    this.order = order;
    if (someExpressionIn(kernel.body, this.isLongSum)) return undefined;
    return { body: this.list(kernel.body, trips), blockSize: [width * this.most, others[0], others[1]] };
  }

  private note({ local: index, value }: Put): void {
    if (this.sets[index] !== 1 || (value.type !== 'i32' && value.type !== 'i64')) return;
    const form = this.forms.of(value);
    if (this.isSteady(form)) this.held.set(index, form);
  }

  /** Whether it is the same wherever it is computed. */
  private isSteady({ terms }: Affine): boolean {
    const changes = (e: Expression): boolean =>
      e.kind === 'load' || (e.kind === 'local' && e.index !== this.iteration && (this.sets[e.index] ?? 0) > 0);
    return ![...terms.values()].some((t) => t.atoms.some((a) => someExpression(a.e, changes)));
  }

  /** Those of `do i = max(from, low, …), min(from + c - 1, high, …)`, or a number that is known. */
  private tripsOf(step: Affine): Trips | undefined {
    const { loop } = this;
    const begin = this.forms.of(loop.from);
    const known = this.forms.of(loop.trips);
    if (isConstant(known)) return { from: begin, most: Number(known.constant), conditions: [] };
    if (step.constant !== 1n) return undefined;
    const last = this.forms.sum(this.forms.sum(known, begin), { ...none, constant: -1n });
    const [term, ...others] = last.terms.values();
    const end = term?.atoms[0]?.e;
    if (!end || others.length > 0 || term.factor !== 1n || term.atoms.length !== 1 || last.constant !== 0n)
      return undefined;
    const [starts, ends] = [this.amongOf(loop.from, 'max'), this.amongOf(end, 'min')];
    for (const start of starts) {
      const from = this.forms.of(start);
      const lengths = ends.map((e) => difference(this.forms.of(e), from));
      const most = lengths.findIndex(isConstant);
      if (most < 0) continue;
      const conditions = [
        ...starts.filter((e) => e !== start).map((e) => op('ge', [this.numberIn(e.type), e])),
        ...ends.filter((_, i) => i !== most).map((e) => op('le', [this.numberIn(e.type), e])),
      ];
      return { from, most: Number(lengths[most]!.constant) + 1, conditions };
    }
    return undefined;
  }

  /** What the greatest or the least of is taken. */
  private amongOf(e: Expression, how: 'min' | 'max'): readonly Expression[] {
    const value = e.kind === 'local' ? this.values.get(e.index) : undefined;
    if (value?.kind === 'op' && value.op === how && !someExpression(value, (x) => this.isSetAgain(x)))
      return this.amongOf(value, how);
    if (e.kind === 'op' && e.op === 'extend') return this.amongOf(e.args[0]!, how);
    return e.kind === 'op' && e.op === how ? e.args.flatMap((a) => this.amongOf(a, how)) : [e];
  }

  private isSetAgain(e: Expression): boolean {
    return e.kind === 'local' && (this.sets[e.index] ?? 0) > 1;
  }

  /** With a branch in place of an exit that all further iterations would take as well (`if (i > n) exit`). */
  private withoutExit(): For {
    const { loop } = this;
    const at = loop.body.findIndex((s) => s.kind !== 'set' || !mayBeInVain(s.value));
    const s = loop.body[at];
    const [exit, ...others] = s?.kind === 'if' && s.otherwise.length === 0 ? s.then : [];
    if (s?.kind !== 'if' || exit?.kind !== 'break' || exit.label !== loop.label || others.length > 0) return loop;
    const condition = this.whileNot(s.condition);
    if (!condition) return loop;
    const then = loop.body.slice(at + 1);
    return { ...loop, body: [...loop.body.slice(0, at), { ...s, condition, then, otherwise: [] }] };
  }

  /** The opposite of a comparison that holds from some iteration on. */
  private whileNot(e: Expression): Expression | undefined {
    const opposite = e.kind === 'op' ? opposites[e.op] : undefined;
    const [a, b] = e.kind === 'op' ? e.args : [];
    if (e.kind !== 'op' || !opposite || !a || !b || (a.type !== 'i32' && a.type !== 'i64')) return undefined;
    const form = difference(this.forms.of(a), this.forms.of(b));
    const growth = this.isSteady(form) ? this.movesOf(form)?.iteration : undefined;
    if (!growth || growth > 0n !== opposite.grows) return undefined;
    return { ...e, op: opposite.op };
  }

  private numberIn(type: Expression['type']): Expression {
    return toInteger(type === 'i64' ? 'i64' : 'i32', local(this.loop.local, 'i32'));
  }

  /** Whether iterations are by themselves, go on to the next one, and leave each other's cells alone. */
  private isFree(): boolean {
    const { kernel, loop } = this;
    const isOther = (s: Statement): boolean =>
      s.kind === 'break' || s.kind === 'continue' ? s.label === loop.label : !apartKinds.has(s.kind);
    if (someStatement(loop.body, isOther)) return false;
    const live = liveBefore(loop.body, kernel.locals.length);
    const changed = localsSetIn(loop.body);
    if (changed.has(loop.local) || [...changed].some((l) => live.has(l))) return false;
    const counter = { local: loop.local, step: loop.step, trips: integer('i64', this.most), outside: true };
    const apart = apartIterations(kernel, loop.body, [counter]);
    return apart?.kind === 'const' && apart.value === true;
  }

  /** How all cells that iterations load and store lie; undefined where some lie otherwise. */
  private orderOf(): Order | undefined {
    const found = new Set<Order | undefined>();
    let stored = false;
    const access = (at: Expression, stores: boolean): void => {
      const form = this.forms.of(at);
      // What indices that are loaded lead to lies anywhere.
      if (!this.isSteady(form)) return;
      const moves = this.movesOf(form);
      if (moves?.thread === 0n && moves.iteration === 0n) return;
      found.add(moves && this.orderBy(moves));
      stored ||= stores;
    };
    eachStatement(this.loop.body, (s) => {
      if (s.kind === 'store') access(s.to, true);
      for (const whole of expressionsOf(s))
        eachExpression(whole, (e) => {
          if (e.kind === 'load') access(e.from, false);
        });
    });
    const [order, ...others] = found;
    return stored && others.length === 0 ? order : undefined;
  }

  private orderBy({ thread, iteration }: Moves): Order | undefined {
    if (thread === 0n || iteration === 0n) return undefined;
    if (thread === BigInt(this.most) * iteration) return 'iterations';
    return iteration === BigInt(this.block[0]) * thread ? 'threads' : undefined;
  }

  /** Undefined where it grows unevenly. */
  private movesOf(form: Affine): Moves | undefined {
    const thread = growthBy(form, isThread);
    const iteration = growthBy(form, this.isIteration);
    if (!thread || !iteration || !isConstant(thread) || !isConstant(iteration)) return undefined;
    return { thread: thread.constant, iteration: iteration.constant };
  }

  private readonly isIteration = (e: Expression): boolean => e.kind === 'local' && e.index === this.iteration;

  private restOf(form: Affine): Affine {
    const isMoving = (e: Expression): boolean => isThread(e) || this.isIteration(e);
    return { ...form, terms: new Map([...form.terms].filter(([, t]) => !t.atoms.some((a) => isMoving(a.e)))) };
  }

  // ---- the kernel of more threads -------------------------------------------------------------------------------------------

  private list(list: List, trips: Trips): List {
    const inner = withoutReturn(list);
    const before = this.each(inner.slice(0, -1));
    const last = inner.at(-1)!;
    if (last.kind === 'if')
      return [...before, { ...last, condition: this.rewritten(last.condition), then: this.list(last.then, trips) }];
    const { loop } = this;
    const number = this.sumOf(this.held.get(loop.local)!, 'i32');
    const once = this.each(loop.body);
    const condition = trips.conditions.map(this.rewritten);
    const guarded: List =
      condition.length === 0 ? once : [{ kind: 'if', condition: condition.reduce(and), then: once, otherwise: [] }];
    return [...before, { kind: 'set', local: loop.local, value: number }, ...guarded];
  }

  private readonly each = (list: List): List =>
    list.map((s) => changeStatement(s, { expression: this.rewritten, body: this.each }));

  /** Of the threads that there are now. */
  private readonly rewritten = (e: Expression): Expression => {
    if (isThread(e)) return this.thread();
    if (e.kind === 'op' && isSum.has(e.op) && (e.type === 'i32' || e.type === 'i64')) {
      const isOne = (x: Expression): boolean => this.isOne(this.forms.of(x));
      if (!e.args.every(isOne) && isOne(e)) return this.sumOf(this.forms.of(e), e.type);
    }
    const asked = e.kind === 'op' && this.order === 'iterations' ? this.limitOf(e) : undefined;
    if (asked) return asked;
    return changeParts(e, this.rewritten);
  };

  /** What a comparison that all iterations of a thread have in common asks of the threads there are now: `d + g*t <= 0` is `t < (g - d)/g`. */
  private limitOf({ op: name, args }: Extract<Expression, { kind: 'op' }>): Expression | undefined {
    const [a, b] = args;
    const how = comparisons[name];
    if (!how || !a || !b || (a.type !== 'i32' && a.type !== 'i64')) return undefined;
    const form = difference(this.forms.of(a), this.forms.of(b));
    const { thread, iteration } = this.movesOf(form) ?? noMoves;
    if (thread === 0n || iteration !== 0n) return undefined;
    const { strict, below } = thread > 0n ? how : comparisons[how.turned]!;
    const growth = thread > 0n ? thread : -thread;
    const distance = this.inPlace(thread > 0n ? difference(none, this.restOf(form)) : this.restOf(form));
    const room = expressionOf({ ...distance, constant: distance.constant + growth - (strict ? 1n : 0n) }, 'i64');
    const whole = op('div', [op('max', [room ?? integer('i64', 0), integer('i64', 0)]), integer('i64', growth)]);
    const most = this.most * this.block[0];
    const limit = op('min', [op('mul', [whole, integer('i64', this.most)]), integer('i64', most)]);
    return op(below ? 'lt' : 'ge', [special('tid.x'), toInteger('i32', limit)]);
  }

  /** Whether threads and iterations come together in 64 bits: there may be more of both than ranges of places allow for. */
  private readonly isLongSum = (e: Expression): boolean => {
    if (e.kind !== 'op' || e.type !== 'i64' || !isSum.has(e.op)) return false;
    const isOne = (x: Expression): boolean => this.isOne(this.forms.of(x));
    return !e.args.every(isOne) && isOne(e);
  };

  /** Whether it grows evenly along a row of all threads. */
  private isOne(form: Affine): boolean {
    const moves = this.movesOf(form);
    if (!moves) return false;
    return (moves.thread === 0n && moves.iteration === 0n) || this.orderBy(moves) === this.order;
  }

  private sumOf(form: Affine, type: AddressWidth): Expression {
    const { thread, iteration } = this.movesOf(form) ?? noMoves;
    const sum = expressionOf(this.inPlace(this.restOf(form)), type) ?? integer(type, 0);
    const times = (e: Expression, factor: bigint): Expression => op('mul', [toInteger(type, e), integer(type, factor)]);
    if (this.orderBy({ thread, iteration }) === this.order)
      return add(sum, times(special('tid.x'), this.order === 'iterations' ? iteration : thread));
    return add(add(sum, times(this.thread(), thread)), times(this.turn(), iteration));
  }

  private inPlace(form: Affine): Affine {
    const terms = [...form.terms].map(([key, t]) => {
      const atoms = t.atoms.map((a) => ({ ...a, e: changeParts(a.e, this.rewritten) }));
      return [key, { ...t, atoms }] as const;
    });
    return { ...form, terms: new Map(terms) };
  }

  /** The number that a thread's iteration came from. */
  private thread(): Expression {
    return this.order === 'iterations'
      ? op('div', [special('tid.x'), i32(this.most)])
      : op('rem', [special('tid.x'), i32(this.block[0])]);
  }

  /** Which of its iterations it is. */
  private turn(): Expression {
    return this.order === 'iterations'
      ? op('rem', [special('tid.x'), i32(this.most)])
      : op('div', [special('tid.x'), i32(this.block[0])]);
  }
}

/** Of whole numbers. `grows`: it holds from some difference on, not up to one. */
const opposites: Readonly<Record<string, { readonly op: 'le' | 'lt' | 'ge' | 'gt'; readonly grows: boolean }>> = {
  gt: { op: 'le', grows: true },
  ge: { op: 'lt', grows: true },
  lt: { op: 'ge', grows: false },
  le: { op: 'gt', grows: false },
};

const isSum: ReadonlySet<string> = new Set(['add', 'sub', 'mul', 'shl']);
