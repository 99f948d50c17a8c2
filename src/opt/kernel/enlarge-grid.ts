/**
 * Kernels whose threads do nothing but loops by strides of the grid or of their block, one in the other, whose iterations leave each other alone: for a grid of as many blocks as all iterations
 * need, whose threads have one iteration each, or none. Such kernels are then like those that are launched so. Where nobody knows whether iterations of one loop by strides of the grid leave each
 * other alone, blocks run in rounds: those that have the first iterations of the launched blocks' threads, then those that have the second ones, as each thread would.
 */
import { add, and, eq, f64, i32, i64, local, mul, op, special, toInteger } from '../../ir/build.ts';
import { liveBefore } from '../../ir/liveness.ts';
import type { Expression, Fn, Local, Statement } from '../../ir/module.ts';
import { isComparison } from '../../ir/negated.ts';
import type { SpecialName } from '../../ir/operations.ts';
import { countSets } from '../../ir/uniformity.ts';
import { keyOf } from '../../ir/value-key.ts';
import {
  conjuncts,
  eachStatement,
  expressionsOf,
  localsSetIn,
  mapBody,
  mapExpression,
  readsLocal,
  someExpression,
  someExpressionIn,
  someStatement,
} from '../../ir/walk.ts';
import { fewThreads } from '../../machine/kernel.ts';
import { type Affine, AffineForms, type Atom, difference, growthOf, isZero, zeroForm } from '../analysis/affine.ts';
import { areAlike } from '../analysis/alike-iterations.ts';
import { apartIterations, type Counter } from '../analysis/apart-iterations.ts';
import { writesSlotsFirst } from '../analysis/exposed-slots.ts';
import { type GridAxis, type IndependentLoop, independentLoop } from '../analysis/grid-strides.ts';
import type { ThreadAxis } from '../analysis/shared-accesses.ts';
import { isSpeculable } from '../scalar/licm.ts';
import { expanded, ofFirstAndLast, variation } from './interchange-thread-loops.ts';

type For = Extract<Statement, { kind: 'for' }>;
type Put = Extract<Statement, { kind: 'set' }>;
type List = readonly Statement[];

export type EnlargedGrid = {
  /** For grids of as many blocks. */
  readonly fn: Fn;
  /** Those of `fn`, and behind them those of `blocks`. */
  readonly locals: readonly Local[];
  /** Blocks along axes, i64, 1 or more: of parameters and sizes of the launch. `local` holds it. */
  readonly blocks: ReadonlyMap<GridAxis, { readonly local: number; readonly value: Expression }>;
  /** Whether it computes the same. */
  readonly when: Expression;
  /** It does but for launches that hardly anybody makes. */
  readonly isUsual: boolean;
  /** Where blocks keep the order of their threads' iterations: they run once for each, and `launch.round` says how far they are. */
  readonly rounds: Rounds | undefined;
};

type Loop = IndependentLoop & { readonly s: For };
/** Until all of `count` is done, i64, which a local holds: as many in each round as there are blocks along an axis, or one. */
export type Rounds = { readonly local: number; readonly count: Expression; readonly by: GridAxis | undefined };

/** What stands before a loop or a branch, and it. */
type Level = { readonly before: List; readonly loop?: Loop; readonly guard?: Branch };
type Branch = Extract<Statement, { kind: 'if' }>;

/** What a new axis counts: a loop's iterations, or what another axis has counted; nothing where it has one block. */
type Counted = { readonly loop?: Loop; readonly old?: GridAxis };

/** Undefined where there are no such loops. */
export function enlargeGrid(kernel: Fn): EnlargedGrid | undefined {
  if (!mayHaveOtherBlocks(kernel)) return undefined;
  return new Enlarger(kernel).apart() ?? new Enlarger(kernel).rounds();
}

/** Whether nothing but its loops hangs on which blocks there are. */
export function mayHaveOtherBlocks(kernel: Fn): boolean {
  const isOfCluster = (e: Expression): boolean => e.kind === 'special' && e.name.startsWith('cluster.');
  if (kernel.cooperative || kernel.clusterDims) return false;
  return !someExpressionIn(kernel.body, isOfCluster);
}

export class Enlarger {
  protected readonly kernel: Fn;
  protected readonly sets: Uint32Array;
  /** What locals hold that are set once, of places and parameters; variables of loops stand for themselves. */
  protected readonly values = new Map<number, Expression>();
  protected levels: readonly Level[] = [];
  /** What an iteration of all loops does. */
  protected inner: List = [];

  constructor(kernel: Fn) {
    this.kernel = kernel;
    this.sets = countSets(kernel.body, kernel.locals.length);
  }

  apart(): EnlargedGrid | undefined {
    const { kernel } = this;
    this.descend();
    const loops = this.levels.flatMap(({ loop }) => (loop ? [loop] : []));
    const counters = this.counters();
    const alike = loops.length > 0 && this.areAlike(loops.map(({ s }) => s));
    const isFree = loops.length > 0 && this.isFree(loops, alike ? blockKinds : apartKinds);
    const places = isFree && !this.asksForBlocks(loops) ? this.placesOf(loops) : undefined;
    if (!places) return undefined;
    const outer = loops.map(({ s, step, trips }) => ({
      local: s.local,
      step,
      trips: atLeastOne(trips),
      outside: true,
    }));
    const apart = apartIterations(kernel, this.inner, [...counters, ...outer.reverse()], alike);
    const ownSlots = writesSlotsFirst(kernel, this.inner);
    if (!apart || !ownSlots) return undefined;
    const alone = this.leftOut(places);
    return {
      ...this.enlarged(places, [...alone.map(isOne), apart, ...ownSlots]),
      isUsual: [apart, ...ownSlots].every(isUsually) && alone.length === 0,
      rounds: undefined,
    };
  }

  /** Of an only loop, which begins further on in each round. */
  rounds(): EnlargedGrid | undefined {
    this.descend('first');
    const level = this.levels.at(-1);
    const loop = level?.loop;
    const from = loop && this.expand(loop.s.from);
    const isOnly = this.levels.filter((l) => l.loop).length === 1;
    const ownSlots = writesSlotsFirst(this.kernel, this.inner);
    if (!isOnly || !loop?.axis || !from || !ownSlots || !this.isFree([loop], orderedKinds)) return undefined;
    const { axis } = loop;
    const isBlock = (e: Expression): boolean => e.kind === 'special' && e.name === `ctaid.${axis}`;
    const later = mapExpression(from, (e) => (isBlock(e) ? add(e, special('launch.round')) : e));
    const inRound: Loop = { ...loop, s: { ...loop.s, from: later } };
    this.levels = [...this.levels.slice(0, -1), { ...level!, loop: inRound }];
    const made = this.enlarged(new Map([[axis, { loop: inRound, old: axis }]]), ownSlots);
    const { local: index, value: count } = made.blocks.get(axis)!;
    return { ...made, isUsual: ownSlots.every(isUsually), rounds: { local: index, count, by: axis } };
  }

  private enlarged(
    places: ReadonlyMap<GridAxis, Counted>,
    asks: readonly Expression[],
  ): Pick<EnlargedGrid, 'fn' | 'locals' | 'blocks' | 'when'> {
    const counts = [...places].map(([axis, counted]) => [axis, blocksOf(counted)] as const);
    return this.withBlocks(counts, asked(this.once(places)), asks);
  }

  /** `counts`: blocks along axes, i64. */
  protected withBlocks(
    counts: readonly (readonly [GridAxis, Expression])[],
    body: List,
    asks: readonly Expression[],
  ): Pick<EnlargedGrid, 'fn' | 'locals' | 'blocks' | 'when'> {
    const { kernel } = this;
    const locals = [...kernel.locals];
    const blocks = new Map(
      counts.map(([axis, value]) => {
        const index = locals.push({ name: `blocks ${axis}`, type: 'i64' }) - 1;
        return [axis, { local: index, value }] as const;
      }),
    );
    const sizes = axes.map((axis): readonly [GridAxis, Expression] => {
      const own = blocks.get(axis);
      return [axis, own ? local(own.local, 'i64') : special(`nctaid.${axis}`)];
    });
    const fits = and(
      sizes.map(([axis, n]) => hasFewThreads(axis, n)).reduce(and),
      hasFewBlocks(sizes.map(([, n]) => n)),
    );
    return { fn: { ...kernel, body }, locals, blocks, when: [...asks, fits].reduce(and) };
  }

  /** Finds loops and branches that are all that a list does behind numbers; the innermost ones that all threads go through alike stay what they are, and all within the first one where that is asked for. */
  private descend(until: 'first' | 'last' = 'last'): void {
    const { body } = this.kernel;
    const levels: Level[] = [];
    let inner = body.at(-1)?.kind === 'return' ? body.slice(0, -1) : body;
    for (let level = this.level(inner); level; level = this.level(inner)) {
      levels.push(level);
      inner = level.loop?.s.body ?? level.guard?.then ?? [];
      if (level.loop && level.loop.how !== 'serial') {
        this.levels = [...levels];
        this.inner = inner;
        if (until === 'first') return;
      }
    }
  }

  private level(list: List): Level | undefined {
    const before = list.slice(0, -1);
    const last = list.at(-1);
    if (!before.every((s) => s.kind === 'set' && this.note(s))) return undefined;
    if (last?.kind === 'if')
      return last.otherwise.length === 0 && this.expand(last.condition) ? { before, guard: last } : undefined;
    const loop = last?.kind === 'for' ? independentLoop(last, this.kernel, this.expand) : undefined;
    if (last?.kind !== 'for' || !loop) return undefined;
    this.values.set(last.local, local(last.local, this.kernel.locals[last.local]!.type));
    return { before, loop: { ...loop, s: last } };
  }

  /** The kernel's list, with branches in place of loops. */
  private once(places: ReadonlyMap<GridAxis, Counted>): List {
    const renamed = renaming(places);
    let made = mapBody(this.inner, renamed);
    for (const { before, loop, guard } of [...this.levels].reverse()) {
      const asked = guard?.condition ?? loop?.within;
      const condition = asked && mapExpression(asked, renamed);
      const then: List = condition ? [{ kind: 'if', condition, then: made, otherwise: [] }] : made;
      const from = loop && ({ kind: 'set', local: loop.s.local, value: beginning(loop, places, renamed) } as const);
      made = [...mapBody(before, renamed), ...(from ? [from] : []), ...then];
    }
    return made;
  }

  /** What the axes count. Loops along the grid stay where they are; others come behind what lies side by side, from the innermost one on, and behind them other numbers of blocks. */
  private placesOf(loops: readonly Loop[]): ReadonlyMap<GridAxis, Counted> | undefined {
    const counts = loops.map((loop): Counted => ({ loop, ...(loop.axis && { old: loop.axis }) }));
    const own = counts.flatMap(({ old }) => old ?? []);
    if (new Set(own).size < own.length) return undefined;
    if (own.length === loops.length) return new Map(counts.map((c) => [c.old!, c]));
    const others = axes.filter((axis) => !own.includes(axis) && this.asksFor(axis));
    const isAlongX = ({ loop, old }: Counted): boolean => (loop ? this.isAlongX(loop) : old === 'x');
    const all = [...counts.reverse(), ...others.map((old): Counted => ({ old }))];
    const first = all.find(isAlongX);
    const sorted = first ? [first, ...all.filter((c) => c !== first)] : all;
    return sorted.length > axes.length ? undefined : new Map(axes.map((axis, i) => [axis, sorted[i] ?? {}]));
  }

  private isAlongX({ s }: Loop): boolean {
    const from = this.expand(s.from);
    return from !== undefined && someExpression(from, (e) => e.kind === 'special' && e.name === 'tid.x');
  }

  private asksFor(axis: GridAxis): boolean {
    return someExpressionIn(
      this.kernel.body,
      (e) => e.kind === 'special' && (e.name === `ctaid.${axis}` || e.name === `nctaid.${axis}`),
    );
  }

  /** Axes that nothing counts any more, where some count something else. */
  private leftOut(places: ReadonlyMap<GridAxis, Counted>): readonly GridAxis[] {
    const kept = [...places.values()].map(({ old }) => old);
    return axes.filter((axis) => places.has(axis) && !kept.includes(axis));
  }

  /** Loops of an iteration that go through the same numbers in all of them. */
  protected counters(): readonly Counter[] {
    const found: Counter[] = [];
    eachStatement(this.inner, (s) => {
      if (s.kind === 'set') this.note(s);
      if (s.kind !== 'for') return;
      const [from, step, trips] = [s.from, s.step, s.trips].map(this.expand);
      const most = trips && mostOfThreads(trips);
      if (!from || !step || !most || ![from, step, most].every(this.isSteady) || isOfPlace(step)) return;
      found.unshift({ local: s.local, from, step, trips: atLeastOne(toInteger('i64', most)), outside: false });
    });
    return found;
  }

  private readonly isSteady = (e: Expression): boolean =>
    !someExpression(e, (x) => x.kind === 'local' && this.sets[x.index] !== 0);

  /** Whether more than where loops begin hangs on which block a thread is of, or how many there are. */
  private asksForBlocks(loops: readonly Loop[]): boolean {
    const changed = new Set(loops.flatMap(({ axis }) => (axis ? [`ctaid.${axis}`, `nctaid.${axis}`] : [])));
    const isOfBlocks = (e: Expression): boolean =>
      someExpression(e, (x) => {
        if (x.kind === 'special') return changed.has(x.name);
        const value = x.kind === 'local' ? this.values.get(x.index) : undefined;
        return value !== undefined && value.kind !== 'local' && isOfBlocks(value);
      });
    const guards = this.levels.flatMap(({ guard }) => (guard ? [guard.condition] : []));
    return guards.some(isOfBlocks) || someStatement(this.inner, (s) => expressionsOf(s).some(isOfBlocks));
  }

  /** Whether each iteration is by itself, and goes on to the next one. */
  protected isFree(loops: readonly { readonly s: For }[], kinds: ReadonlySet<Statement['kind']>): boolean {
    const live = liveBefore(this.inner, this.kernel.locals.length);
    if ([...localsSetIn(this.inner)].some((l) => live.has(l))) return false;
    const outside = new Set(loops.map(({ s }) => s.label));
    return !someStatement(this.inner, (s) => {
      if (s.kind === 'break' || s.kind === 'continue') return outside.has(s.label);
      return !kinds.has(s.kind);
    });
  }

  /** Whether iterations are those of whole blocks, which find nothing of each other's in shared memory. */
  protected areAlike(loops: readonly For[]): boolean {
    if (!someStatement(this.inner, (s) => s.kind === 'barrier' || s.kind === 'warp')) return false;
    const isOfBlock = (e: Expression): boolean => {
      const value = this.expand(e);
      return value !== undefined && !someExpression(value, isOfThread);
    };
    if (!loops.every((s) => [s.from, s.trips, s.step].every(isOfBlock))) return false;
    return areAlike(this.inner, {
      isOther: (e) => e.kind === 'local' && loops.some((s) => s.local === e.index),
      heldFirst: (comparison) => loops.every((s) => this.heldFirst(comparison, s)),
      isOfThread: (e) => !isOfBlock(e),
    });
  }

  /** Whether a comparison that holds in an iteration has held in the loop's first one. */
  private heldFirst(e: Expression, { local: index, step }: For): boolean {
    const [a, b] = e.kind === 'op' && isComparison(e.op) ? e.args.map(this.expand) : [];
    const by = this.expand(step);
    if (e.kind !== 'op' || !by || !a || !b || (a.type !== 'i32' && a.type !== 'i64')) return false;
    const form = difference(exact.of(a), exact.of(b));
    const growth = growthOf(form, index);
    const isWithin = ({ e: x }: Atom): boolean => x.kind === 'op' && readsLocal(x, index);
    if (!growth || [...form.terms.values()].some((t) => t.atoms.some(isWithin))) return false;
    if (isZero(growth)) return true;
    const [up, down] = [exact.of(by), difference(zeroForm, exact.of(by))];
    const [grows, falls] = [growth, difference(zeroForm, growth)];
    const goesUp = (isNeverLess(grows) && isNeverLess(up)) || (isNeverLess(falls) && isNeverLess(down));
    const goesDown = (isNeverLess(grows) && isNeverLess(down)) || (isNeverLess(falls) && isNeverLess(up));
    return e.op === 'lt' || e.op === 'le' ? goesUp : (e.op === 'gt' || e.op === 'ge') && goesDown;
  }

  protected readonly expand = (e: Expression): Expression | undefined =>
    expanded(e, this.kernel.params, this.sets, this.values);

  /** Whether it holds the same from there on, of places and parameters. */
  protected note({ local: index, value }: Put): boolean {
    const known = this.sets[index] === 1 ? this.expand(value) : undefined;
    if (known) this.values.set(index, known);
    return known !== undefined;
  }
}

/** Names of the blocks' numbers and of how many there are, where other axes count them. */
function renaming(places: ReadonlyMap<GridAxis, Counted>): (e: Expression) => Expression {
  const names = new Map<string, SpecialName>();
  for (const [axis, { old = axis }] of places) {
    if (old === axis) continue;
    names.set(`ctaid.${old}`, `ctaid.${axis}`);
    names.set(`nctaid.${old}`, `nctaid.${axis}`);
  }
  return (e) => {
    const name = e.kind === 'special' ? names.get(e.name) : undefined;
    return name ? special(name) : e;
  };
}

/** The number of a thread's only iteration. */
function beginning(
  loop: Loop,
  places: ReadonlyMap<GridAxis, Counted>,
  renamed: (e: Expression) => Expression,
): Expression {
  const from = mapExpression(loop.s.from, renamed);
  if (loop.axis) return from;
  const axis = axes.find((a) => places.get(a)?.loop === loop);
  const step = toInteger(from.type, loop.step);
  return add(from, mul(toInteger(from.type, special(`ctaid.${axis!}`)), step));
}

/** What iterations may do that leave each other alone. */
export const apartKinds: ReadonlySet<Statement['kind']> = new Set([
  'set',
  'store',
  'if',
  'switch',
  'for',
  'loop',
  'block',
  'break',
  'continue',
]);
/** What those of whole blocks may do besides, where shared memory is each iteration's own. */
export const blockKinds: ReadonlySet<Statement['kind']> = new Set([...apartKinds, 'barrier', 'warp']);
/** What iterations may do that keep their order: all but to meet other threads and to end theirs, and atomics, which may be gathered until a kernel ends. */
const orderedKinds: ReadonlySet<Statement['kind']> = new Set([...apartKinds, 'fence', 'copy', 'fill']);

/** Of what keeps iterations apart: nothing, or that extents are not below 0. */
export function isUsually(apart: Expression): boolean {
  return conjuncts(apart).every((c) => {
    const [, least] = c.kind === 'op' && c.op === 'ge' ? c.args : [];
    return c.kind === 'const' || (least?.kind === 'const' && Number(least.value) === 0);
  });
}

const exact = new AffineForms({ bits: 64, keyOf });

/** Whether it is 0 or more: of sizes of the launch. */
export function isNeverLess(form: Affine): boolean {
  const isSize = ({ e }: Atom): boolean => e.kind === 'special' && /^n(?:cta|t)id\./.test(e.name);
  return form.constant >= 0n && [...form.terms.values()].every((t) => t.factor >= 0n && t.atoms.every(isSize));
}

const isOfThread = (e: Expression): boolean =>
  e.kind === 'special' && (e.name.startsWith('tid.') || e.name.startsWith('lane'));

const isOne = (axis: GridAxis): Expression => eq(special(`nctaid.${axis}`), i32(1));

const isOfPlace = (e: Expression): boolean =>
  someExpression(e, (x) => x.kind === 'special' && !/^n(?:cta|t)id\./.test(x.name));

const threadAxes: readonly ThreadAxis[] = ['tid.x', 'tid.y', 'tid.z'];

/** Iterations of those threads of a block that have the most; undefined where that hangs on more than one axis of it. */
function mostOfThreads(trips: Expression): Expression | undefined {
  if (!isOfPlace(trips)) return trips;
  for (const along of threadAxes) {
    if (variation(trips, along) !== 'ordered') continue;
    const ends = ofFirstAndLast(trips, along);
    if (!ends.some(isOfPlace)) return ends.reduce((a, b) => op('max', [a, b]));
  }
  return undefined;
}

/** With one branch in place of those in each other that only numbers stand between. */
export function asked(list: List): List {
  const outer = list.at(-1);
  if (outer?.kind !== 'if' || outer.otherwise.length > 0) return list;
  const then = asked(outer.then);
  const inner = then.at(-1);
  const before = then.slice(0, -1);
  const joins =
    inner?.kind === 'if' &&
    inner.otherwise.length === 0 &&
    before.every((s) => s.kind === 'set' && mayBeAnywhere(s.value)) &&
    mayBeAnywhere(inner.condition);
  if (!joins) return [...list.slice(0, -1), { ...outer, then }];
  return [...list.slice(0, -1), ...before, { ...inner, condition: and(outer.condition, inner.condition) }];
}

/** Whether nothing happens where it is computed in vain. */
const mayBeAnywhere = (e: Expression): boolean =>
  !someExpression(e, (x) => x.kind === 'load' || (x.kind === 'op' && !isSpeculable(x)));

const axes: readonly GridAxis[] = ['x', 'y', 'z'];

/** i64. */
function blocksOf({ loop, old }: Counted): Expression {
  if (loop) return atLeastOne(loop.blocks);
  return old ? toInteger('i64', special(`nctaid.${old}`)) : i64(1);
}

const atLeastOne = (e: Expression): Expression => op('max', [e, i64(1)]);
const product = (numbers: readonly Expression[]): Expression =>
  numbers.map((n) => op('to.f64', [n])).reduce((a, b) => op('mul', [a, b]));

/** Whether the number of threads along an axis is one that code for blocks of a known size may count with. */
function hasFewThreads(axis: GridAxis, blocks: Expression): Expression {
  return op('le', [product([special(`ntid.${axis}`), blocks]), f64(fewThreads)]);
}

/** Whether 32 bits number all blocks. */
function hasFewBlocks(blocks: readonly Expression[]): Expression {
  return op('lt', [product(blocks), f64(2 ** 31)]);
}
