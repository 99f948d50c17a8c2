/**
 * Kernels each thread of which does the work of several: `do k = 0, 3; i = (4*(blockIdx%x - 1) + k)*blockDim%x + threadIdx%x; …`, `do i = 4*(t - 1) + 1, min(4*t, n)`, or in steps of all threads
 * of the grid. Where iterations leave each other alone they become those of blocks as many times as there are, whose threads have one each: neighbours are neighbours in memory then.
 */
import { add, and, i32, i64, integer, mul, op, special, toInteger } from '../../ir/build.ts';
import type { Expression, Fn, Statement } from '../../ir/module.ts';
import { negated } from '../../ir/negated.ts';
import type { SpecialName } from '../../ir/operations.ts';
import { keyOf } from '../../ir/value-key.ts';
import {
  changeBodies,
  changeStatement,
  eachExpression,
  eachStatement,
  expressionsOf,
  mapBody,
  mapExpression,
  replaceEach,
  someExpression,
  someExpressionIn,
  someStatement,
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
} from '../analysis/affine.ts';
import { apartIterations } from '../analysis/apart-iterations.ts';
import type { GridAxis } from '../analysis/grid-strides.ts';
import { withoutIdle } from './bypass-filled-tiles.ts';
import { apartKinds, asked, type EnlargedGrid, Enlarger, isUsually, mayHaveOtherBlocks } from './enlarge-grid.ts';

type For = Extract<Statement, { kind: 'for' }>;
type List = readonly Statement[];
type Put = Extract<Statement, { kind: 'set' }>;
type Operation = Extract<Expression, { kind: 'op' }>;

/** Whose work a thread does: of `blocks` behind each other, of `threads` behind each other, of `grids` behind each other. */
type How = 'blocks' | 'threads' | 'grids';

/** How a number moves from iteration to iteration of the loop, from thread to thread and from block to block. */
type Moves = { readonly iteration: Affine; readonly thread: Affine; readonly block: Affine };

/** `trips`: of all threads, i64, at most. `bounds`: what the loop's variable is at most besides, i64. */
type Extent = { readonly trips: Expression; readonly bounds: readonly Expression[] };

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
  private readonly around: { readonly before: List; readonly guard?: Extract<Statement, { kind: 'if' }> }[] = [];

  refined(): EnlargedGrid | undefined {
    const loop = this.find();
    const from = loop && this.expand(loop.from);
    const step = loop && this.expand(loop.step);
    const extent = loop && this.extentOf(loop);
    if (!loop || !from || step?.kind !== 'const' || !extent) return undefined;
    const along: Along = { loop, from, step: BigInt(step.value), ...extent };
    this.values.set(loop.local, variableOf(loop));
    for (const s of loop.body) if (s.kind === 'set') this.note(s);
    this.inner = this.withoutExits(along);
    if (!this.isFree([{ s: loop }], apartKinds)) return undefined;
    for (const axis of axes) {
      const how = this.howAlong(along, axis);
      const body = how && this.ofOne(along, axis, how);
      if (how && body) return this.ofMoreBlocks(along, axis, how, body);
    }
    return undefined;
  }

  /** Where iterations leave each other alone; else one round for each, but for threads whose neighbours lie apart by as many places. */
  private ofMoreBlocks(along: Along, axis: GridAxis, how: How, body: List): EnlargedGrid | undefined {
    const { loop, step, trips } = along;
    const kernel = { ...this.kernel, body: this.within([{ ...loop, body: this.inner }]) };
    const outer = { local: loop.local, step: integer(loop.from.type as AddressWidth, step), trips, outside: true };
    const apart = apartIterations(kernel, this.inner, [...this.counters(), outer]);
    if (!apart) return how === 'threads' ? undefined : this.inRounds(along);
    const blocks = op('mul', [toInteger('i64', special(`nctaid.${axis}`)), trips]);
    const made = this.withBlocks([[axis, blocks]], asked(body), [op('ge', [trips, i64(1)]), apart]);
    return { ...made, isUsual: isUsually(apart), rounds: undefined };
  }

  private inRounds({ loop, from, step, trips, bounds }: Along): EnlargedGrid {
    const type = from.type as AddressWidth;
    const value = add(from, mul(toInteger(type, special('launch.round')), integer(type, step)));
    const body = this.within([{ kind: 'set', local: loop.local, value }, ...guarded(loop, bounds, this.inner)]);
    const made = this.withBlocks([], asked(body), [op('ge', [trips, i64(1)])]);
    const index = made.locals.length;
    const locals = [...made.locals, { name: 'rounds', type: 'i64' } as const];
    return { ...made, locals, isUsual: true, rounds: { local: index, count: trips, by: undefined } };
  }

  /** The only loop, which numbers and branches stand before and around. */
  private find(): For | undefined {
    const { body } = this.kernel;
    for (let list = body.at(-1)?.kind === 'return' ? body.slice(0, -1) : body; ; ) {
      const before = list.slice(0, -1);
      const last = list.at(-1);
      if (!before.every((s) => s.kind === 'set' && this.note(s))) return undefined;
      if (last?.kind === 'for') {
        this.around.push({ before });
        return last;
      }
      if (last?.kind !== 'if' || last.otherwise.length > 0 || !this.expand(last.condition)) return undefined;
      this.around.push({ before, guard: last });
      list = last.then;
    }
  }

  /** A list in the place of the loop. */
  private within(list: List, change: (e: Expression) => Expression = (e) => e): List {
    return [...this.around].reverse().reduce<List>((made, { before, guard }) => {
      const then: List = guard ? [{ ...guard, condition: mapExpression(guard.condition, change), then: made }] : made;
      return [...mapBody(before, change), ...then];
    }, list);
  }

  /** Undefined where nobody knows how many iterations a thread has at most. */
  private extentOf(loop: For): Extent | undefined {
    const trips = this.expand(loop.trips);
    const long = trips && toInteger('i64', trips);
    if (!long) return undefined;
    const steadily = (e: Expression): Expression | undefined => {
      const form = exact.of(e);
      return this.isSteadyForm(form) ? (expressionOf(form, 'i64') ?? i64(0)) : undefined;
    };
    const all = steadily(long);
    if (all) return { trips: all, bounds: [] };
    let least: Operation | undefined;
    eachExpression(long, (e) => {
      if (e.kind === 'op' && e.op === 'min') least ??= e;
    });
    const ends = least;
    const from = this.expand(loop.from);
    if (!ends || !from) return undefined;
    // How far the last number lies beyond that.
    const beyond = exact.sum(exact.sum(exact.of(long), exact.of(from)), exact.of(ends), -1n);
    const key = keyOf(ends);
    if (!isConstant(beyond)) return undefined;
    for (const [i, end] of ends.args.entries()) {
      const most = steadily(mapExpression(long, (e) => (keyOf(e) === key ? end : e)));
      const bound = add(toInteger('i64', ends.args[1 - i]!), i64(beyond.constant - 1n));
      if (most) return { trips: most, bounds: [bound] };
    }
    return undefined;
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
    const isUp = (form: Affine): boolean =>
      form.constant >= 0n && [...form.terms.values()].every((t) => t.factor >= 0n && t.atoms.every(isSize));
    if (!moves) return false;
    if (condition.op === 'gt' || condition.op === 'ge') return isUp(moves.iteration);
    return (condition.op === 'lt' || condition.op === 'le') && isUp(difference(exact.of(i64(0)), moves.iteration));
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
    const rewritten = new Set<number>(isPlaced ? [loop.local] : []);
    const first = isPlaced ? numbers.counted(from, exact.of(i64(step))) : numbers.ofIteration(from, step);
    if (isPlaced && !first) return undefined;
    const inner = isPlaced ? this.inner : this.withIndices(along, axis, how, numbers, rewritten);
    const isOwn = (s: Statement): boolean => s.kind === 'set' && rewritten.has(s.local);
    const others = (list: List): List =>
      replaceEach(list, (s) =>
        isOwn(s) ? s : changeStatement(s, { expression: (e) => mapExpression(e, numbers.other), body: others }),
      );
    const ends = bounds.map((b) => mapExpression(b, numbers.other));
    const set: List = first ? [{ kind: 'set', local: loop.local, value: first }] : [];
    const list = [...set, ...guarded(loop, ends, others(inner))];
    const made = withoutIdle(this.within(list, numbers.other), this.kernel.locals.length);
    // Of the launch's own blocks nobody knows how many there are where that says how much a thread does.
    const isOfGrid = someExpression(trips, isNamed(`nctaid.${axis}`));
    if (isOfGrid && (how !== 'threads' || someExpressionIn(made, isNamed(`nctaid.${axis}`)))) return undefined;
    return how !== 'threads' || this.isWhole(made, loop, axis, rewritten) ? made : undefined;
  }

  /** An iteration where numbers that count on as blocks, threads or grids do are those of the larger grid. `rewritten` gets their locals. */
  private withIndices(along: Along, axis: GridAxis, how: How, numbers: Numbers, rewritten: Set<number>): List {
    const { loop, from, step, trips } = along;
    const index = (s: Put): Put => {
      const value = this.sets[s.local] === 1 ? this.expand(s.value) : undefined;
      const moves = this.movesOf(value, axis, loop, step);
      if (!value || !moves || this.howOf(moves, trips, axis) !== how) return s;
      const atFirst = mapExpression(value, (e) => (isVariable(loop)(e) ? from : e));
      const made = numbers.counted(atFirst, moves.iteration);
      if (!made) return s;
      rewritten.add(s.local);
      return { ...s, value: made };
    };
    return replaceEach(this.inner, (s) => deepSets(s, index));
  }

  /** What a number of the body tells of the loop: the first that counts on as blocks, threads or grids do. */
  private howWithin({ loop, step, trips }: Along, axis: GridAxis): How | undefined {
    let how: How | undefined;
    eachStatement(this.inner, (s) => {
      if (how || s.kind !== 'set' || this.sets[s.local] !== 1) return;
      how = this.howOf(this.movesOf(this.expand(s.value), axis, loop, step), trips, axis);
    });
    return how;
  }

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
    return { iteration: exact.sum({ constant: 0n, terms: new Map() }, iteration, step), thread, block };
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

  /** How numbers are written in the larger grid. */
  private numbersOf(how: How, axis: GridAxis, trips: Expression): Numbers {
    const [block, thread] = [special(`ctaid.${axis}`), special(`tid.${axis}`)];
    const each = toInteger('i32', trips);
    const old = op('div', [special(`nctaid.${axis}`), each]);
    const place = how === 'threads' ? add(mul(block, this.threads(axis)), thread) : block;
    const isGone = { threads: isAlong(axis), blocks: isNamed(`ctaid.${axis}`), grids: () => false }[how];
    const iteration = { threads: undefined, blocks: op('rem', [block, each]), grids: op('div', [block, old]) }[how];
    const smaller = { threads: block, blocks: op('div', [block, each]), grids: op('rem', [block, old]) }[how];
    return {
      counted: (value, by) => {
        const type = value.type as AddressWidth;
        const form = exact.of(mapExpression(value, (e) => (isGone(e) ? i32(0) : e)));
        if ([...form.terms.values()].some((t) => t.atoms.some(({ e }) => someExpression(e, isNamed(`nctaid.${axis}`)))))
          return undefined;
        const first = expressionOf(form, type) ?? integer(type, 0);
        return how === 'grids' ? first : add(first, mul(expressionOf(by, type)!, toInteger(type, place)));
      },
      ofIteration: (from, step) => {
        const type = from.type as AddressWidth;
        return iteration && add(from, mul(toInteger(type, iteration), integer(type, step)));
      },
      other: (e) => {
        if (isNamed(`ctaid.${axis}`)(e)) return smaller;
        return isNamed(`nctaid.${axis}`)(e) ? old : e;
      },
    };
  }

  /** Whether nobody reads numbers of threads that do others' work. */
  private isWhole(made: List, loop: For, axis: GridAxis, rewritten: ReadonlySet<number>): boolean {
    const isLost = (e: Expression): boolean => isAlong(axis)(e) || (isVariable(loop)(e) && !rewritten.has(loop.local));
    const isOwn = (s: Statement): boolean => s.kind === 'set' && rewritten.has(s.local);
    return !someStatement(made, (s) => !isOwn(s) && expressionsOf(s).some((whole) => someExpression(whole, isLost)));
  }
}

type Numbers = {
  /** A number of the first iteration by what iterations move it, for all; undefined where it asks how many blocks there are. */
  readonly counted: (value: Expression, by: Affine) => Expression | undefined;
  /** Of the loop's variable; undefined where threads do not know which iteration is theirs. */
  readonly ofIteration: (from: Expression, step: bigint) => Expression | undefined;
  /** A place in the launch's own grid. */
  readonly other: (e: Expression) => Expression;
};

/** A loop that threads do others' work in. */
type Along = Extent & { readonly loop: For; readonly from: Expression; readonly step: bigint };

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
const isSize = ({ e }: Atom): boolean => e.kind === 'special' && /^n(?:cta|t)id\./.test(e.name);
const isExit = (list: List, loop: For): boolean =>
  list.length === 1 && (list[0]?.kind === 'return' || (list[0]?.kind === 'break' && list[0].label === loop.label));

/** What threads do whose number is none beyond the bounds. */
function guarded(loop: For, bounds: readonly Expression[], list: List): List {
  const asks = bounds.map((b) => op('le', [toInteger('i64', variableOf(loop)), b]));
  return asks.length > 0 ? [{ kind: 'if', condition: asks.reduce(and), then: list, otherwise: [] }] : list;
}

/** With the sets in it changed. */
function deepSets(s: Statement, change: (s: Put) => Put): Statement {
  return s.kind === 'set' ? change(s) : changeBodies(s, (list) => replaceEach(list, (x) => deepSets(x, change)));
}
