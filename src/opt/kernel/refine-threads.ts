/**
 * Kernels each thread of which does the work of several: `do k = 0, 3; i = (4*(blockIdx%x - 1) + k)*blockDim%x + threadIdx%x; …`, `do i = 4*(t - 1) + 1, min(4*t, n)`, or in steps of all threads
 * of the grid. Where iterations leave each other alone they become those of blocks as many times as there are, whose threads have one each: neighbours are neighbours in memory then.
 */
import { add, and, i32, i64, integer, local, mul, op, special, toInteger } from '../../ir/build.ts';
import type { Expression, Fn, Statement } from '../../ir/module.ts';
import { type Comparison, isComparison, mirrored, negated } from '../../ir/negated.ts';
import type { SpecialName } from '../../ir/operations.ts';
import { keyOf } from '../../ir/value-key.ts';
import {
  changeParts,
  changeWholes,
  eachExpression,
  eachStatement,
  expressionsOf,
  mapBody,
  mapExpression,
  someExpression,
  someExpressionIn,
} from '../../ir/walk.ts';
import {
  type AddressWidth,
  type Affine,
  AffineForms,
  type Atom,
  difference,
  expressionOf,
  growthBy,
  growthOf,
  isConstant,
  isOfLaunch,
  isZero,
  zeroForm,
} from '../analysis/affine.ts';
import { apartIterations, type Counter } from '../analysis/apart-iterations.ts';
import { writesSlotsFirst } from '../analysis/exposed-slots.ts';
import type { GridAxis } from '../analysis/grid-strides.ts';
import { withoutIdle } from './bypass-filled-tiles.ts';
import { clipped } from './clip-grid.ts';
import {
  apartKinds,
  asked,
  blockKinds,
  type EnlargedGrid,
  Enlarger,
  isNeverLess,
  isUsually,
  mayHaveOtherBlocks,
} from './enlarge-grid.ts';

type For = Extract<Statement, { kind: 'for' }>;
type List = readonly Statement[];
type Branch = Extract<Statement, { kind: 'if' }>;

/** Whose work a thread does: of `blocks` behind each other, of `threads` behind each other, of `grids` behind each other. */
type How = 'blocks' | 'threads' | 'grids';

/** How a number moves from iteration to iteration of the loop, from thread to thread and from block to block. */
type Moves = { readonly iteration: Affine; readonly thread: Affine; readonly block: Affine };

/** `trips`: of all threads, i64, at most, where the loop's variable begins with `from`. `bounds`: what holds of it besides. */
type Extent = { readonly trips: Expression; readonly from: Expression; readonly bounds: readonly Expression[] };

const axes: readonly GridAxis[] = ['x', 'y', 'z'];
const exact = new AffineForms({ bits: 64, keyOf });

/** Undefined where there is no such loop. */
export function refineThreads(kernel: Fn): EnlargedGrid | undefined {
  const last = kernel.body.filter((s) => s.kind !== 'return').at(-1);
  if (last?.kind !== 'for' && last?.kind !== 'if') return undefined;
  return mayHaveOtherBlocks(kernel) ? new Refiner(kernel).refined() : undefined;
}

class Refiner extends Enlarger {
  /** Sets and branches around the loop, from the outermost list on. */
  private readonly around: { readonly before: List; readonly guard?: Branch }[] = [];

  refined(): EnlargedGrid | undefined {
    const loop = this.find();
    const from = loop && this.expand(loop.from);
    const step = loop && this.expand(loop.step);
    if (!loop || !from || step?.kind !== 'const') return undefined;
    const extent = this.extentOf(loop, from, BigInt(step.value));
    if (!extent) return undefined;
    const along: Along = { loop, step: BigInt(step.value), ...extent };
    this.values.set(loop.local, variableOf(loop));
    for (const s of loop.body) if (s.kind === 'set') this.note(s);
    this.inner = this.withoutExits(along);
    const counters = this.counters();
    const alike = this.areAlike([loop]);
    if (!this.isFree([{ s: loop }], alike ? blockKinds : apartKinds)) return undefined;
    for (const axis of axes) {
      const how = this.howAlong(along, axis);
      const body = how && !(alike && how === 'threads') && this.ofOne(along, axis, how);
      if (how && body) return this.ofMoreBlocks({ along, axis, how, counters, alike }, body);
    }
    return undefined;
  }

  /** Where iterations leave each other alone; else one round for each, but for threads whose neighbours lie apart by as many places. */
  private ofMoreBlocks({ along, axis, how, counters, alike }: Piece, body: List): EnlargedGrid | undefined {
    const { loop, step, trips } = along;
    const kernel = { ...this.kernel, body: this.within([{ ...loop, body: this.inner }]) };
    const outer = { local: loop.local, step: integer(loop.from.type as AddressWidth, step), trips, outside: true };
    const ownSlots = writesSlotsFirst(kernel, this.inner);
    if (!ownSlots) return undefined;
    const apart = apartIterations(kernel, this.inner, [...counters, outer], alike);
    if (!apart) return how === 'threads' ? undefined : this.inRounds(along, ownSlots);
    const blocks = op('mul', [toInteger('i64', special(`nctaid.${axis}`)), trips]);
    const made = this.withBlocks([[axis, blocks]], asked(body), [op('ge', [trips, i64(1)]), apart, ...ownSlots]);
    return clipped({ ...made, isUsual: [apart, ...ownSlots].every(isUsually), rounds: undefined });
  }

  private inRounds({ loop, from, step, trips, bounds }: Along, ownSlots: readonly Expression[]): EnlargedGrid {
    const type = from.type as AddressWidth;
    const value = add(from, mul(toInteger(type, special('launch.round')), integer(type, step)));
    const body = this.within([{ kind: 'set', local: loop.local, value }, ...guarded(bounds, this.inner)]);
    const made = this.withBlocks([], asked(body), [op('ge', [trips, i64(1)]), ...ownSlots]);
    const index = made.locals.length;
    const locals = [...made.locals, { name: 'rounds', type: 'i64' } as const];
    return {
      ...made,
      locals,
      isUsual: ownSlots.every(isUsually),
      rounds: { local: index, count: trips, by: undefined },
    };
  }

  /** The only loop, which numbers and branches stand before and around. */
  private find(): For | undefined {
    const { body } = this.kernel;
    for (let list = body.at(-1)?.kind === 'return' ? body.slice(0, -1) : body; ; ) {
      const at = list.findIndex((s) => s.kind !== 'set' || !this.note(s));
      const s = at < 0 ? undefined : list[at];
      const before = list.slice(0, at);
      const rest = list.slice(at + 1);
      if (s?.kind === 'for' && rest.length === 0) {
        this.around.push({ before });
        return s;
      }
      const guard = s?.kind === 'if' && this.expand(s.condition) ? branchOf(s, rest) : undefined;
      if (!guard) return undefined;
      this.around.push({ before, guard });
      list = guard.then;
    }
  }

  /** A list in the place of the loop. */
  private within(list: List, change: (e: Expression) => Expression = (e) => e): List {
    return [...this.around].reverse().reduce<List>((made, { before, guard }) => {
      const then: List = guard ? [{ ...guard, condition: change(guard.condition), then: made }] : made;
      return [...changeWholes(before, change), ...then];
    }, list);
  }

  /** From the first number on that threads may begin with, where it is one of several; undefined where nobody knows how many iterations a thread has at most. */
  private extentOf(loop: For, from: Expression, step: bigint): Extent | undefined {
    const trips = this.expand(loop.trips);
    const long = trips && toInteger('i64', trips);
    if (!long) return undefined;
    const end = find(long, (e) => e.kind === 'op' && e.op === 'min');
    const starts = step === 1n ? amongOf(from, 'max') : [from];
    const ends = end ? amongOf(end, 'min') : [];
    // How far the last number lies beyond the end.
    const beyond = end && exact.sum(exact.sum(exact.of(long), exact.of(from)), exact.of(end), -1n);
    for (const first of starts) {
      const begun = replaced(long, from, first);
      const all = this.steadily(begun);
      const atLeast = starts.filter((e) => e !== first).map((e) => op('ge', [variableOf(loop), e]));
      if (all) return { trips: all, from: first, bounds: atLeast };
      if (!end || !beyond || !isConstant(beyond)) continue;
      for (const last of ends) {
        const most = this.steadily(replaced(begun, end, last));
        const atMost = ends.filter((e) => e !== last).map((e) => isUpTo(loop, e, beyond.constant - 1n));
        if (most) return { trips: most, from: first, bounds: [...atLeast, ...atMost] };
      }
    }
    return undefined;
  }

  /** Of parameters and sizes of the launch alone, i64. */
  private steadily(e: Expression): Expression | undefined {
    const form = exact.of(e);
    return this.isSteadyForm(form) ? (expressionOf(form, 'i64') ?? i64(0)) : undefined;
  }

  private isSteadyForm(form: Affine): boolean {
    return isOfLaunch(form, this.kernel.params, (name) => /^n(?:cta|t)id\./.test(name));
  }

  /** `if (i > n) exit` (or `return`) at the top of an iteration as a branch: where it is left once, it would be in all later iterations. */
  private withoutExits({ loop, step }: Along): List {
    const list = (body: List): List => {
      const at = body.findIndex((s) => s.kind === 'if' && s.otherwise.length === 0 && isExit(s.then, loop));
      const s = body[at];
      // What stands before it happens once more where the loop goes on.
      if (s?.kind !== 'if' || !body.slice(0, at).every((x) => x.kind === 'set')) return body;
      if (!this.staysSo(s.condition, loop, step)) return body;
      return [
        ...body.slice(0, at),
        { kind: 'if', condition: negated(s.condition), then: list(body.slice(at + 1)), otherwise: [] },
      ];
    };
    return list(loop.body);
  }

  /** Whether a comparison that holds in an iteration does in the next ones. */
  private staysSo(condition: Expression, loop: For, step: bigint): boolean {
    const [a, b] = condition.kind === 'op' ? condition.args.map(this.expand) : [];
    if (condition.kind !== 'op' || !a || !b || (a.type !== 'i32' && a.type !== 'i64')) return false;
    const moves = this.movesOf(op('sub', [a, b]), 'x', loop, step);
    if (!moves) return false;
    if (condition.op === 'gt' || condition.op === 'ge') return isNeverLess(moves.iteration);
    return (condition.op === 'lt' || condition.op === 'le') && isNeverLess(difference(zeroForm, moves.iteration));
  }

  /** Whose work a thread does: what the loop's own variable tells, or a number that is made of it. */
  private howAlong(along: Along, axis: GridAxis): How | undefined {
    const { loop, from, step, trips, bounds } = along;
    if (!someExpression(from, isAlong(axis))) return bounds.length > 0 ? undefined : this.howWithin(along, axis);
    const counts = mul(variableOf(loop), integer(from.type as AddressWidth, step));
    return this.howOf(this.movesOf(add(from, counts), axis, loop, 1n), trips, axis);
  }

  /** The kernel's list for threads of one iteration each, where the axis has more blocks. */
  private ofOne(along: Along, axis: GridAxis, how: How): List | undefined {
    const { loop, from, step, trips, bounds } = along;
    const numbers = this.numbersOf(how, axis, trips);
    const isPlaced = someExpression(from, isAlong(axis));
    const first = isPlaced ? numbers.counted(from, exact.of(i64(step))) : numbers.ofIteration(from, step);
    if (isPlaced && !first) return undefined;
    const other = (e: Expression): Expression => {
      const limit = how === 'threads' ? this.limitOf(e, along, axis, numbers) : undefined;
      if (limit) return limit;
      const parts = changeParts(e, other);
      const index = isPlaced || someExpression(parts, this.isPlace) ? undefined : this.indexOf(e, along, axis, how);
      return (index && numbers.counted(index.first, index.by)) ?? numbers.other(parts);
    };
    const set: List = first ? [{ kind: 'set', local: loop.local, value: first }] : [];
    const list = [...set, ...guarded(bounds.map(other), changeWholes(this.inner, other))];
    const made = withoutIdle(this.within(list, other), this.kernel.locals.length);
    // Of the launch's own blocks nobody knows how many there are where that says how much a thread does.
    const isOfGrid = someExpression(trips, isNamed(`nctaid.${axis}`));
    if (isOfGrid && (how !== 'threads' || someExpressionIn(made, isNamed(`nctaid.${axis}`)))) return undefined;
    const isLost = (e: Expression): boolean => isAlong(axis)(e) || (!isPlaced && isVariable(loop)(e));
    if (how === 'threads' && trips.kind !== 'const' && someExpressionIn(made, isLost)) return undefined;
    return mapBody(made, (e) => (this.isPlace(e) ? numbers.place : e));
  }

  /** A sum that counts on as blocks, threads or grids do: what it is in the first iteration, and what the next ones add. */
  private indexOf(e: Expression, { loop, from, step, trips }: Along, axis: GridAxis, how?: How): Index | undefined {
    const value = e.kind === 'op' && (e.op === 'add' || e.op === 'sub') ? this.expand(e) : undefined;
    const moves = this.movesOf(value, axis, loop, step);
    const found = this.howOf(moves, trips, axis);
    if (!value || !moves || !found || (how && found !== how)) return undefined;
    return { first: mapExpression(value, (x) => (isVariable(loop)(x) ? from : x)), by: moves.iteration, how: found };
  }

  /** What a number of the body tells of the loop: the first that counts on as blocks, threads or grids do. */
  private howWithin(along: Along, axis: GridAxis): How | undefined {
    let how: How | undefined;
    eachStatement(this.inner, (s) => {
      for (const whole of expressionsOf(s))
        eachExpression(whole, (e) => {
          how ??= this.indexOf(e, along, axis)?.how;
        });
    });
    return how;
  }

  /** Stands for a thread's or a block's number in the larger grid until all other ones are rewritten. */
  private readonly isPlace = (e: Expression): boolean => e.kind === 'local' && e.index === this.kernel.locals.length;

  /** Undefined where it does not grow evenly. `step`: of the loop's variable. */
  private movesOf(value: Expression | undefined, axis: GridAxis, loop: For, step: bigint): Moves | undefined {
    if (!value || (value.type !== 'i32' && value.type !== 'i64')) return undefined;
    const form = exact.of(value);
    const iteration = growthOf(form, loop.local);
    const thread = growthBy(form, isNamed(`tid.${axis}`));
    const block = growthBy(form, isNamed(`ctaid.${axis}`));
    const isPlaced = (e: Expression): boolean => isAlong(axis)(e) || isVariable(loop)(e);
    const isInside = ({ e }: Atom): boolean => e.kind === 'op' && someExpression(e, isPlaced);
    if (!iteration || !thread || !block) return undefined;
    if ([...form.terms.values()].some((t) => t.atoms.some(isInside))) return undefined;
    return { iteration: exact.sum(zeroForm, iteration, step), thread, block };
  }

  private howOf(moves: Moves | undefined, trips: Expression, axis: GridAxis): How | undefined {
    if (!moves || isZero(moves.iteration)) return undefined;
    const { iteration, thread, block } = moves;
    const is = (a: Affine, factors: readonly Expression[]): boolean =>
      isZero(difference(exact.of(factors.reduce((x, y) => op('mul', [x, y]))), a));
    const one = expressionOf(iteration, 'i64')!;
    if (is(thread, [one, trips]))
      return is(block, [one, trips, toInteger('i64', this.threads(axis))]) ? 'threads' : undefined;
    if (isZero(block)) return undefined;
    if (is(block, [one, trips])) return 'blocks';
    const blocks = toInteger('i64', special(`nctaid.${axis}`));
    return is(iteration, [expressionOf(block, 'i64')!, blocks]) ? 'grids' : undefined;
  }

  /** Of a block. */
  private threads(axis: GridAxis): Expression {
    const size = this.kernel.blockSize?.[axes.indexOf(axis)];
    return size === undefined ? special(`ntid.${axis}`) : i32(size);
  }

  /** Whose work a thread has, and which piece of it, of a launched block's; undefined where nobody knows how many there are. */
  private ownOf(axis: GridAxis, trips: Expression): { thread: Expression; iteration: Expression } | undefined {
    if (trips.kind !== 'const') return undefined;
    const [threads, thread] = [this.threads(axis), special(`tid.${axis}`)];
    const each = toInteger('i32', trips);
    const block = op('rem', [special(`ctaid.${axis}`), each]);
    const [all, pieces] = [Number(threads.kind === 'const' ? threads.value : Number.NaN), Number(trips.value)];
    if (all % pieces === 0)
      return {
        thread: add(mul(block, i32(all / pieces)), op('div', [thread, each])),
        iteration: op('rem', [thread, each]),
      };
    const place = add(mul(block, threads), thread);
    return { thread: op('div', [place, each]), iteration: op('rem', [place, each]) };
  }

  /** What a comparison that all iterations of a thread have in common asks of the threads there are now, from one of which on it holds or does not: `d + g*t <= 0` is `t < (g - d)/g`. */
  private limitOf(
    e: Expression,
    { loop, step, trips }: Along,
    axis: GridAxis,
    { other }: Numbers,
  ): Expression | undefined {
    if (e.kind !== 'op' || !isComparison(e.op) || trips.kind !== 'const') return undefined;
    const [a, b] = e.args.map(this.expand);
    if (!a || !b) return undefined;
    const moves = this.movesOf(op('sub', [a, b]), axis, loop, step);
    if (!moves || !isZero(moves.iteration) || !isConstant(moves.thread)) return undefined;
    const threads = toInteger('i64', this.threads(axis));
    const by = moves.thread.constant;
    if (by === 0n || !isZero(difference(moves.block, exact.of(mul(threads, i64(by)))))) return undefined;
    const still = exact.of(mapExpression(op('sub', [a, b]), (x) => (isAlong(axis)(x) ? i32(0) : x)));
    const order = orders[by > 0n ? e.op : mirrored[e.op]];
    if (!order) return undefined;
    const [distance, growth] = by > 0n ? [difference(zeroForm, still), by] : [still, -by];
    const room = expressionOf({ ...distance, constant: distance.constant + growth - (order.strict ? 1n : 0n) }, 'i64');
    const whole = op('div', [op('max', [mapExpression(room ?? i64(0), other), i64(0)]), i64(growth)]);
    const before = mul(toInteger('i64', special(`ctaid.${axis}`)), threads);
    const limit = op('max', [op('sub', [mul(whole, toInteger('i64', trips)), before]), i64(0)]);
    return op(order.below ? 'lt' : 'ge', [special(`tid.${axis}`), toInteger('i32', op('min', [limit, threads]))]);
  }

  /** How numbers are written in the larger grid. */
  private numbersOf(how: How, axis: GridAxis, trips: Expression): Numbers {
    const [block, thread] = [special(`ctaid.${axis}`), special(`tid.${axis}`)];
    const each = toInteger('i32', trips);
    const old = op('div', [special(`nctaid.${axis}`), each]);
    const place = how === 'threads' ? add(mul(block, this.threads(axis)), thread) : block;
    const isGone = { threads: isAlong(axis), blocks: isNamed(`ctaid.${axis}`), grids: () => false }[how];
    const own = how === 'threads' ? this.ownOf(axis, trips) : undefined;
    const iteration = { threads: own?.iteration, blocks: op('rem', [block, each]), grids: op('div', [block, old]) }[
      how
    ];
    const smaller = how === 'grids' ? op('rem', [block, old]) : op('div', [block, each]);
    return {
      place,
      counted: (value, by) => {
        const type = value.type as AddressWidth;
        const form = exact.of(mapExpression(value, (e) => (isGone(e) ? i32(0) : e)));
        if ([...form.terms.values()].some((t) => t.atoms.some(({ e }) => someExpression(e, isNamed(`nctaid.${axis}`)))))
          return undefined;
        const first = expressionOf(form, type) ?? integer(type, 0);
        const counted = local(this.kernel.locals.length, 'i32');
        return how === 'grids' ? first : add(first, mul(expressionOf(by, type)!, toInteger(type, counted)));
      },
      ofIteration: (from, step) => {
        const type = from.type as AddressWidth;
        return iteration && add(from, mul(toInteger(type, iteration), integer(type, step)));
      },
      other: (e) => {
        if (isNamed(`ctaid.${axis}`)(e)) return smaller;
        if (isNamed(`tid.${axis}`)(e)) return own?.thread ?? e;
        return isNamed(`nctaid.${axis}`)(e) ? old : e;
      },
    };
  }
}

/** `first`: in a thread's first iteration; `by`: what each next one adds to it. */
type Index = { readonly first: Expression; readonly by: Affine; readonly how: How };

type Numbers = {
  /** Of a thread, or of a block, along the axis. */
  readonly place: Expression;
  /** A number of the first iteration by what iterations move it, for all; undefined where it asks how many blocks there are. */
  readonly counted: (value: Expression, by: Affine) => Expression | undefined;
  /** Of the loop's variable; undefined where threads do not know which iteration is theirs. */
  readonly ofIteration: (from: Expression, step: bigint) => Expression | undefined;
  /** A place in the launch's own grid. */
  readonly other: (e: Expression) => Expression;
};

/** Of whom threads do the work. `alike`: iterations of blocks find nothing of each other's in shared memory. */
type Piece = {
  readonly along: Along;
  readonly axis: GridAxis;
  readonly how: How;
  readonly counters: readonly Counter[];
  readonly alike: boolean;
};

/** A loop that threads do others' work in. */
type Along = Extent & { readonly loop: For; readonly step: bigint };

const variableOf = (loop: For): Expression => ({ kind: 'local', type: loop.from.type, index: loop.local });
const isVariable =
  (loop: For) =>
  (e: Expression): boolean =>
    e.kind === 'local' && e.index === loop.local;
const isNamed =
  (name: SpecialName) =>
  (e: Expression): boolean =>
    e.kind === 'special' && e.name === name;
const isAlong =
  (axis: GridAxis) =>
  (e: Expression): boolean =>
    isNamed(`tid.${axis}`)(e) || isNamed(`ctaid.${axis}`)(e);
const isExit = (list: List, loop: For): boolean =>
  list.length === 1 && (list[0]?.kind === 'return' || (list[0]?.kind === 'break' && list[0].label === loop.label));

/** Whether the loop's variable is at most `end + further`. */
const isUpTo = (loop: For, end: Expression, further: bigint): Expression =>
  op('le', [toInteger('i64', variableOf(loop)), add(toInteger('i64', end), i64(further))]);

/** What the greatest or the least of is taken. */
const amongOf = (e: Expression, how: 'min' | 'max'): readonly Expression[] =>
  e.kind === 'op' && e.op === how ? e.args.flatMap((a) => amongOf(a, how)) : [e];

/** The only thing that is done from there on: what a branch does, or what threads do that it does not send home. */
function branchOf(s: Branch, rest: List): Branch | undefined {
  if (s.otherwise.length > 0) return undefined;
  if (rest.length === 0) return s;
  const leaves = s.then.length === 1 && s.then[0]?.kind === 'return';
  return leaves ? { ...s, condition: negated(s.condition), then: rest } : undefined;
}

/** Of `d` with 0. `strict`: it holds, or does not, from d = 0 on; `below`: it holds for small `d`. */
const orders: Readonly<Partial<Record<Comparison, { readonly strict: boolean; readonly below: boolean }>>> = {
  le: { strict: false, below: true },
  lt: { strict: true, below: true },
  gt: { strict: false, below: false },
  ge: { strict: true, below: false },
};

/** The outermost such expression. */
function find(e: Expression, is: (e: Expression) => boolean): Expression | undefined {
  let found: Expression | undefined;
  eachExpression(e, (x) => {
    if (is(x)) found ??= x;
  });
  return found;
}

function replaced(e: Expression, old: Expression, by: Expression): Expression {
  const key = keyOf(old);
  return mapExpression(e, (x) => (keyOf(x) === key ? by : x));
}

/** What threads do whose number keeps to the bounds. */
function guarded(bounds: readonly Expression[], list: List): List {
  return bounds.length > 0 ? [{ kind: 'if', condition: bounds.reduce(and), then: list, otherwise: [] }] : list;
}
