/**
 * Kernels whose threads do nothing but loops by strides of the grid, one in the other, whose iterations leave each other alone: for a grid of as many blocks as all iterations need, whose
 * threads have one iteration each, or none. Such kernels are then like those that are launched so.
 */
import { and, f64, i32, i64, local, op, special, sub, toInteger } from '../../ir/build.ts';
import { liveBefore } from '../../ir/liveness.ts';
import type { Expression, Fn, Local, Statement } from '../../ir/module.ts';
import { countSets } from '../../ir/uniformity.ts';
import {
  eachStatement,
  expressionsOf,
  localsSetIn,
  mapExpression,
  someExpression,
  someStatement,
} from '../../ir/walk.ts';
import { fewThreads } from '../../machine/kernel.ts';
import { apartIterations, type Counter } from '../analysis/apart-iterations.ts';
import { type GridAxis, type GridStride, gridStrideOf } from '../analysis/grid-strides.ts';
import { isSpeculable } from '../scalar/licm.ts';
import { expanded, variation } from './interchange-thread-loops.ts';

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
  /** It does but for grids of more blocks than there may be. */
  readonly isUsual: boolean;
};

type Loop = GridStride & { readonly s: For };

/** Undefined where there are no such loops. */
export function enlargeGrid(kernel: Fn): EnlargedGrid | undefined {
  if (kernel.slots.length > 0 || kernel.cooperative || kernel.clusterDims) return undefined;
  return new Enlarger(kernel).enlarged();
}

class Enlarger {
  private readonly kernel: Fn;
  private readonly sets: Uint32Array;
  /** What locals hold that are set once, of places and parameters; variables of loops stand for themselves. */
  private readonly values = new Map<number, Expression>();
  private readonly loops: Loop[] = [];
  private readonly guards: Expression[] = [];

  constructor(kernel: Fn) {
    this.kernel = kernel;
    this.sets = countSets(kernel.body, kernel.locals.length);
  }

  enlarged(): EnlargedGrid | undefined {
    const { kernel, loops } = this;
    const end = kernel.body.at(-1)?.kind === 'return' ? kernel.body.length - 1 : kernel.body.length;
    const body = this.once(kernel.body.slice(0, end));
    if (!body || this.asksForBlocks()) return undefined;
    const locals = [...kernel.locals];
    const blocks = new Map(
      loops.map(({ axis, blocks: value }) => {
        const index = locals.push({ name: `blocks ${axis}`, type: 'i64' }) - 1;
        return [axis, { local: index, value: atLeastOne(value) }] as const;
      }),
    );
    const outer = loops.map(({ s, step, trips }) => ({
      local: s.local,
      step,
      trips: atLeastOne(trips),
      outside: true,
    }));
    const apart = apartIterations(kernel, this.inner, [...this.counters(), ...outer.reverse()]);
    if (!apart) return undefined;
    const sizes = axes.map((axis): readonly [GridAxis, Expression] => {
      const own = blocks.get(axis);
      return [axis, own ? local(own.local, 'i64') : special(`nctaid.${axis}`)];
    });
    const fits = and(
      sizes.map(([axis, n]) => hasFewThreads(axis, n)).reduce(and),
      hasFewBlocks(sizes.map(([, n]) => n)),
    );
    return {
      fn: { ...kernel, body: asked(body) },
      locals,
      blocks,
      when: and(apart, fits),
      isUsual: apart.kind === 'const',
    };
  }

  /** What an iteration of all loops does. */
  private get inner(): List {
    return this.loops.at(-1)?.s.body ?? [];
  }

  /** Loops of an iteration that go through the same numbers in all of them. */
  private counters(): readonly Counter[] {
    const found: Counter[] = [];
    eachStatement(this.inner, (s) => {
      if (s.kind === 'set') this.note(s);
      if (s.kind !== 'for') return;
      const [from, step, trips] = [s.from, s.step, s.trips].map(this.expand);
      const most = trips && mostOfThreads(trips);
      if (!from || !step || !most || ![from, step, most].every(this.isSteady) || isOfPlace(step)) return;
      found.unshift({ local: s.local, step, trips: atLeastOne(toInteger('i64', most)), outside: false });
    });
    return found;
  }

  private readonly isSteady = (e: Expression): boolean =>
    !someExpression(e, (x) => x.kind === 'local' && this.sets[x.index] !== 0);

  /** Whether more than where loops begin hangs on which block a thread is of, or how many there are. */
  private asksForBlocks(): boolean {
    const changed = new Set(this.loops.flatMap(({ axis }) => [`ctaid.${axis}`, `nctaid.${axis}`]));
    const isOfBlocks = (e: Expression): boolean =>
      someExpression(e, (x) => {
        if (x.kind === 'special') return changed.has(x.name);
        const value = x.kind === 'local' ? this.values.get(x.index) : undefined;
        return value !== undefined && value.kind !== 'local' && isOfBlocks(value);
      });
    return this.guards.some(isOfBlocks) || someStatement(this.inner, (s) => expressionsOf(s).some(isOfBlocks));
  }

  /** Whether each iteration is by itself, and goes on to the next one. */
  private isFree({ body, label }: For): boolean {
    const live = liveBefore(body, this.kernel.locals.length);
    if ([...localsSetIn(body)].some((l) => live.has(l))) return false;
    const outside = new Set([label, ...this.loops.map(({ s }) => s.label)]);
    return !someStatement(body, (s) => {
      if (s.kind === 'break' || s.kind === 'continue') return outside.has(s.label);
      return !kinds.has(s.kind);
    });
  }

  private readonly expand = (e: Expression): Expression | undefined =>
    expanded(e, this.kernel.params, this.sets, this.values);

  /** Whether it holds the same from there on, of places and parameters. */
  private note({ local: index, value }: Put): boolean {
    const known = this.sets[index] === 1 ? this.expand(value) : undefined;
    if (known) this.values.set(index, known);
    return known !== undefined;
  }

  /** With branches in place of the loops; undefined where there is more than loops and numbers. */
  private once(list: List): List | undefined {
    const before = list.slice(0, -1);
    const last = list.at(-1);
    if (!before.every((s) => s.kind === 'set' && this.note(s))) return undefined;
    if (last?.kind === 'if' && last.otherwise.length === 0 && this.expand(last.condition)) {
      this.guards.push(last.condition);
      const then = this.once(last.then);
      return then && [...before, { ...last, then }];
    }
    const stride = last?.kind === 'for' ? gridStrideOf(last, this.expand) : undefined;
    if (last?.kind !== 'for' || !stride || this.loops.some(({ axis }) => axis === stride.axis)) return undefined;
    this.loops.push({ ...stride, s: last });
    this.values.set(last.local, local(last.local, this.kernel.locals[last.local]!.type));
    const found = this.loops.length;
    const loops = this.once(last.body);
    const then = loops ?? (this.loops.length === found && this.isFree(last) ? last.body : undefined);
    const from: Statement = { kind: 'set', local: last.local, value: last.from };
    return then && [...before, from, { kind: 'if', condition: stride.within, then, otherwise: [] }];
  }
}

const kinds: ReadonlySet<Statement['kind']> = new Set([
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

const isOfPlace = (e: Expression): boolean =>
  someExpression(e, (x) => x.kind === 'special' && !/^n(?:cta|t)id\./.test(x.name));

const alongBlock = [
  ['tid.x', 'ntid.x'],
  ['tid.y', 'ntid.y'],
  ['tid.z', 'ntid.z'],
] as const;

/** Iterations of those threads of a block that have the most; undefined where that hangs on more than one axis of it. */
function mostOfThreads(trips: Expression): Expression | undefined {
  if (!isOfPlace(trips)) return trips;
  for (const [tid, extent] of alongBlock) {
    if (variation(trips, tid) !== 'ordered') continue;
    const ends = [i32(0), sub(special(extent), i32(1))].map((at) =>
      mapExpression(trips, (e) => (e.kind === 'special' && e.name === tid ? at : e)),
    );
    if (!ends.some(isOfPlace)) return ends.reduce((a, b) => op('max', [a, b]));
  }
  return undefined;
}

/** With one branch in place of those in each other that only numbers stand between. */
function asked(list: List): List {
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
