/**
 * Loops in which all threads go through the planes of an array together (`do k = 1, nz` over `a(i, j, k)`), a few numbers in their hands: each iteration is run by all threads before the next
 * one begins, so that a row of blocks reads whole rows of memory. A barrier at the start of the body says so; the guard around the loop goes into it.
 * Where rows of threads go through the planes by grid strides (`do k = threadIdx%z, nz, blockDim%z*gridDim%z`), all of them do as many iterations together as each has, also of such loops within; a loop
 * without a barrier does what some have left.
 */
import { add, and, eq, i32, integer, local, op, special, sub } from '../../ir/build.ts';
import { isPlainBarrier } from '../../ir/effects.ts';
import { liveBefore } from '../../ir/liveness.ts';
import type { Expression, Fn, Local, Statement } from '../../ir/module.ts';
import { sizeOf, type ValueType } from '../../ir/types.ts';
import { countSets, countUses } from '../../ir/uniformity.ts';
import type { KeyOf } from '../../ir/value-key.ts';
import {
  copyOf,
  eachExpression,
  eachStatement,
  expressionsOf,
  isLoop,
  localsSetIn,
  mapBody,
  someExpression,
  someStatement,
} from '../../ir/walk.ts';
import { type Affine, AffineForms, constantOf, expressionOf, loadsApart } from '../analysis/affine.ts';
import type { ThreadAxis } from '../analysis/shared-accesses.ts';
import {
  endsOf,
  expanded,
  type Growing,
  growing,
  type InterchangedLoops,
  isOfFarRows,
  ofFirstAndLast,
  pageBytes,
  places,
  type Values,
  variation,
} from './interchange-thread-loops.ts';
import { unqueueLoads } from './unqueue-loads.ts';

type For = Extract<Statement, { kind: 'for' }>;
type Of<K extends Expression['kind']> = Extract<Expression, { kind: K }>;
type List = readonly Statement[];

function mayDivideByZero(e: Expression): boolean {
  return someExpression(e, (x) => x.kind === 'op' && (x.op === 'div' || x.op === 'rem') && !isOfSizes(x.args[1]!));
}

/** Whether it is a product of sizes of blocks and grids. */
function isOfSizes(e: Expression): boolean {
  if (e.kind === 'const') return Number(e.value) > 0;
  if (e.kind === 'special') return e.name.startsWith('n');
  return e.kind === 'op' && (e.op === 'mul' || e.op === 'extend') && e.args.every(isOfSizes);
}

const ofThreadAxes: readonly ThreadAxis[] = ['tid.x', 'tid.y', 'tid.z'];
const isLoad = (e: Expression): boolean => e.kind === 'load';

const ofThreads = ['tid.x', 'tid.y', 'tid.z', 'laneid', 'cluster.rank'] as const;

/** A loop that rows of threads go through by grid strides, of places and parameters. */
type GridStride = {
  readonly from: Expression;
  readonly trips: Expression;
  readonly step: Expression;
  readonly along: ThreadAxis;
};

/** `when`: what has to hold, where each row does not surely lie in pages of its own. */
type StridedRows = { readonly stride: GridStride; readonly when: Expression | undefined };

/** Whether a row of the grid has so many threads. */
const hasThreads = (least: number): Expression =>
  op('ge', [op('mul', [special('ntid.x'), special('nctaid.x')]), i32(least)]);

/** What each thread keeps from iteration to iteration goes through memory then. */
const keptAtMost = 6;

/** What all threads of a row load in an iteration that is worth a loop of its own. */
const loadsOfRow = 300;
/** Threads of such a row; those at its ends may be left out. */
const fewestOfRow = 48;

/** What threads only read in all iterations of loops within loops, from memory. */
const readAtMost = 2;

/** Iterations that run as one, where threads keep numbers from each to the next: these stay in registers meanwhile. */
const keptTogether = 4;
/** So many rows may such iterations load and store each: a processor follows a few at a time. */
const rowsOfKept = 4;

/** Bytes from row to row from which on each part of a row is fetched from memory by itself. */
const rowBytes = 1024;
/** Rows that lie a multiple of so many bytes apart have two places in the nearest cache. */
const wayBytes = 2048;

/** Planes whose rows a processor follows all at a time. */
const fewPlanes = 4;

/** Arrays of the threads' own, of a whole block: more would not stay near from iteration to iteration. */
const slotBytesAtMost = 1 << 17;

/** Undefined where there is no such loop. `threads`: of a block. */
export function interchangePlaneLoops(kernel: Fn, threads: number, keyOf: KeyOf): InterchangedLoops | undefined {
  const slotBytes = kernel.slots.reduce((n, { size }) => n + size, 0);
  const { body, together } = withoutBarriers(kernel.body);
  if (slotBytes * threads > slotBytesAtMost) return undefined;
  if (someStatement(body, isOther)) return sumsOfRows(kernel, keyOf);
  const whole = { ...kernel, body };
  const unqueued = unqueueLoads(whole, keyOf, alikeIn(whole));
  if (unqueued) {
    const planes = new PlaneLoops(unqueued.fn, keyOf, together, unqueued.numbers);
    const fn = planes.interchanged();
    // Elsewhere a queue is the better way.
    if ([...unqueued.loops, ...together].every((l) => planes.found.has(l)))
      return { fn, blocks: planes.blocks, iterations: planes.found };
  }
  const planes = new PlaneLoops(whole, keyOf, together);
  const fn = planes.interchanged();
  const good = planes.found.size > 0 && [...together].every((l) => planes.found.has(l));
  return good ? { fn, blocks: planes.blocks, iterations: planes.found } : undefined;
}

/** Of kernels whose threads meet elsewhere, loops that only add up what rows hold. */
function sumsOfRows(kernel: Fn, keyOf: KeyOf): InterchangedLoops | undefined {
  const planes = new PlaneLoops(kernel, keyOf, new Set(), new Map(), 'sums');
  const fn = planes.interchanged();
  return planes.found.size > 0 ? { fn, blocks: planes.blocks, iterations: planes.found } : undefined;
}

/** Without the barriers that loops at the top begin each iteration with; `together`: the variables of these loops. */
function withoutBarriers(body: List): { readonly body: List; readonly together: ReadonlySet<number> } {
  const together = new Set<number>();
  const made = body.map((s) => {
    if (s.kind !== 'for' || !isPlainBarrier(s.body[0], 'block') || together.has(s.local)) return s;
    together.add(s.local);
    return { ...s, body: s.body.slice(1) };
  });
  return { body: together.size > 0 ? made : body, together };
}

/** Whether all threads of a kernel find the same in an iteration of a loop. */
function alikeIn(kernel: Fn): (e: Expression, loop: For) => boolean {
  const sets = countSets(kernel.body, kernel.locals.length);
  const values = new Map<number, Expression>();
  eachStatement(kernel.body, (s) => {
    const value = s.kind === 'set' && sets[s.local] === 1 ? expanded(s.value, kernel.params, sets, values) : undefined;
    if (s.kind === 'set' && value) values.set(s.local, value);
  });
  return (e, loop) => {
    const counter = local(loop.local, kernel.locals[loop.local]!.type);
    const value = expanded(e, kernel.params, sets, new Map([...values, [loop.local, counter]]));
    return value !== undefined && isAlike(value);
  };
}

const kinds: ReadonlySet<Statement['kind']> = new Set([
  'set',
  'store',
  'if',
  'for',
  'return',
  'block',
  'break',
  'continue',
  'loop',
]);

/** What waits for others, is seen by them in an order, or is a block's own. */
function isOther(s: Statement): boolean {
  if (!kinds.has(s.kind) || (s.kind === 'store' && s.volatile)) return true;
  return expressionsOf(s).some((e) =>
    someExpression(e, (x) => x.type === 'ptr.shared' || (x.kind === 'load' && x.volatile === true)),
  );
}

class PlaneLoops {
  readonly found = new Set<number>();
  /** How many blocks run as one, where a loop along x asks. */
  blocks: number | undefined;
  private readonly kernel: Fn;
  private readonly keyOf: KeyOf;
  private readonly together: ReadonlySet<number>;
  private readonly numbers: ReadonlyMap<number, number>;
  private readonly which: 'all' | 'sums';
  private readonly locals: Local[];
  private readonly sets: Uint32Array;
  /** What locals hold that are set once, of places and parameters. */
  private readonly values = new Map<number, Expression>();
  /** Of these, those that every thread has set. */
  private outside: Values = this.values;

  /** `together`: variables of loops whose iterations wait for each other as it is. `numbers`: locals that are the same in all threads, with the variable of the loop that they count iterations of. `which`: the loops that are asked. */
  constructor(
    kernel: Fn,
    keyOf: KeyOf,
    together: ReadonlySet<number>,
    numbers: ReadonlyMap<number, number> = new Map(),
    which: 'all' | 'sums' = 'all',
  ) {
    this.kernel = kernel;
    this.which = which;
    this.together = together;
    this.locals = [...kernel.locals];
    this.keyOf = keyOf;
    this.numbers = numbers;
    this.sets = countSets(kernel.body, kernel.locals.length);
  }

  interchanged(): Fn {
    const body = this.list(this.kernel.body, undefined);
    return { ...this.kernel, locals: this.locals, body };
  }

  /** A list whose loops over planes stand outside of the guard. */
  private list(list: List, guard: Expression | undefined): List {
    const made: Statement[] = [];
    let open: Statement[] = [];
    const close = (): void => {
      made.push(...guarded(open, guard));
      open = [];
    };
    for (const s of list) {
      if (s.kind === 'set') this.note(s.local, s.value);
      const parts = this.isOfAll(s) ? [s] : this.parts(s, guard);
      if (!parts) {
        open.push(s);
        continue;
      }
      close();
      made.push(...parts);
    }
    close();
    return made;
  }

  private note(local: number, value: Expression): void {
    const known = this.sets[local] === 1 ? this.expand(value, this.values) : undefined;
    if (known) this.values.set(local, known);
  }

  private parts(s: Statement, guard: Expression | undefined): List | undefined {
    const isAsked = s.kind === 'for' && (this.which === 'all' || this.onlySums(s));
    const how = isAsked ? this.goesThroughPlanes(s, guard !== undefined) : undefined;
    if (s.kind === 'for' && how) {
      this.found.add(s.local);
      const own = guarded(
        s.body.filter((x) => !this.isOfAll(x)),
        guard,
      );
      // Nothing but these reads them, at its beginning.
      const ofAll = s.body.filter((x) => this.isOfAll(x));
      const each: For = { ...s, body: [{ kind: 'barrier', scope: 'block' }, ...own, ...ofAll] };
      const together =
        ofAll.length === 0 && this.handsOnAlongFewRows(s) ? this.severalTogether(s, each, guard) : [each];
      if (how === 'always') return together;
      if ('stride' in how) return this.inLongRows(s, how, guard);
      const alone = guarded(copyOf([this.withOwnVariable(s)]), guard);
      return [{ kind: 'if', condition: how.far, then: together, otherwise: alone }];
    }
    if (s.kind === 'for' && this.which === 'all' && someStatement(s.body, isLoop)) return this.planesOfRows(s, guard);
    if (s.kind !== 'if' || guard || s.otherwise.length > 0) return undefined;
    const condition = this.expand(s.condition);
    if (!condition) return undefined;
    const before = this.found.size;
    const together = isAlike(condition);
    if (!together) this.outside = new Map(this.values);
    const made = this.list(s.then, together ? undefined : s.condition);
    if (!together) this.outside = this.values;
    if (this.found.size === before) return undefined;
    return together ? [{ ...s, then: made }] : made;
  }

  /** Whether threads only add up what rows hold. */
  private onlySums(s: For): boolean {
    const isOther = (e: Expression): boolean =>
      e.type === 'ptr.shared' || (e.kind === 'load' && e.volatile === true) || e.kind === 'slot';
    return (
      !this.together.has(s.local) &&
      s.body.every((x) => x.kind === 'set' && !someExpression(x.value, isOther)) &&
      this.kept(s) > 0
    );
  }

  /** Whether each iteration leaves numbers to the next one, and goes through few rows. */
  private handsOnAlongFewRows(s: For): boolean {
    if (this.onlySums(s)) return true;
    // A branch of one iteration by itself may become the bounds of its rows.
    if (someStatement(s.body, (x) => x.kind === 'if')) return false;
    const live = liveBefore(s.body, this.kernel.locals.length);
    if (this.isReadOutside(s) || ![...localsSetIn(s.body)].some((l) => live.has(l) && !this.numbers.has(l)))
      return false;
    const rows = new Set<string>();
    eachStatement(s.body, (x) => {
      if (x.kind === 'store') rows.add(`store ${this.keyOf(x.to)}`);
      for (const whole of expressionsOf(x))
        eachExpression(whole, (e) => {
          if (e.kind === 'load') rows.add(this.keyOf(e));
        });
    });
    return rows.size <= rowsOfKept;
  }

  /** Iterations of which some run as one, and then what is left of them, `each` by itself. */
  private severalTogether(s: For, each: For, guard: Expression | undefined): List {
    const { from, trips, step } = s;
    const iteration = local(this.locals.push({ name: 'iteration', type: step.type }) - 1, step.type);
    this.found.add(iteration.index);
    const whole = op('and', [op('max', [trips, integer(trips.type, 0)]), integer(trips.type, -keptTogether)]);
    return [
      this.inSteps(s, { from, trips, step }, iteration, guard, []),
      { ...each, from: add(from, op('mul', [asType(whole, step.type), step])), trips: sub(trips, whole) },
    ];
  }

  /** Some iterations as one, which are counted from 0: what threads keep stays in registers meanwhile. */
  private inSteps(
    s: For,
    { from, trips, step }: Pick<For, 'from' | 'trips' | 'step'>,
    iteration: Of<'local'>,
    guard: Expression | undefined,
    places: List,
  ): For {
    const { type } = step;
    const nth = (i: number): Expression => (i === 0 ? iteration : add(iteration, integer(type, i)));
    const all = Array.from({ length: keptTogether }, (_, i) =>
      copyOf([...places, { kind: 'set', local: s.local, value: add(from, op('mul', [nth(i), step])) }, ...s.body]),
    );
    return {
      ...s,
      label: `${s.label}~strided`,
      local: iteration.index,
      from: integer(type, 0),
      trips: op('shr.s', [trips, integer(trips.type, Math.log2(keptTogether))]),
      step: integer(type, keptTogether),
      body: [{ kind: 'barrier', scope: 'block' }, ...guarded(all.flat(), guard)],
    };
  }

  /** Whether it sets a number of all threads. */
  private isOfAll(s: Statement): boolean {
    return s.kind === 'set' && this.numbers.has(s.local);
  }

  private expand(e: Expression, values = this.outside): Expression | undefined {
    return expanded(e, this.kernel.params, this.sets, values);
  }

  /** The variable of the loop is one for all threads elsewhere. */
  private withOwnVariable(s: For): For {
    const own = this.locals.push({ ...this.locals[s.local]! }) - 1;
    const to = local(own, this.locals[own]!.type);
    return { ...s, local: own, body: mapBody(s.body, (e) => (e.kind === 'local' && e.index === s.local ? to : e)) };
  }

  /** `far`: what has to hold, where only the launch tells how far the next iteration reads. */
  private goesThroughPlanes(
    s: For,
    isGuarded: boolean,
  ): 'always' | { readonly far: Expression } | StridedRows | undefined {
    const ends = [s.from, s.trips, s.step].map((e) => this.expand(e));
    const alike = (e: Expression | undefined): boolean => e !== undefined && isAlike(e) && !(isGuarded && mayFail(e));
    if (!ends.every(alike)) return this.gridStrideThroughPlanes(s);
    if (!s.body.every(isPlain)) return undefined;
    if (this.together.has(s.local)) return 'always';
    if (s.trips.kind === 'const' && Number(s.trips.value) <= fewPlanes) return undefined;
    const kept = this.kept(s);
    if (kept > keptAtMost) return undefined;
    const rows = this.loads(s).filter(isAlongRows);
    const moving = rows.filter((g) => g.growth.terms.size > 0);
    const stores = someStatement(s.body, (x) => x.kind === 'store' && (moving.length > 1 || x.to.type !== 'ptr.local'));
    if (rows.some(isOfFarRows) || (stores && moving.length > 0)) return 'always';
    if (moving.length < kept || !this.isOfOneRow() || this.isReadOutside(s)) return undefined;
    if (loadsIndices(s.body)) {
      const row = this.distance(moving, isGuarded);
      return row && { far: op('ge', [row, i32(pageBytes)]) };
    }
    const far = this.onlySums(s) ? this.meetsInCache(moving, ends[2]!) : undefined;
    return far && { far };
  }

  /** Loops within loops, the innermost of which store along rows (`do k = 1, nz; do j = 1, ny; b(i, j, k) = …`): all threads do each iteration of the innermost one together. */
  private planesOfRows(s: For, guard: Expression | undefined): List | undefined {
    const { outside } = this;
    const loops: number[] = [];
    const made = this.rowsOf(s, guard, [], loops);
    this.outside = outside;
    for (const l of loops) {
      this.values.delete(l);
      if (made) this.found.add(l);
    }
    if (!made) return undefined;
    const alone = guarded(copyOf([this.withOwnVariables(s)]), guard);
    return [{ kind: 'if', condition: hasThreads(this.leastThreads(s)), then: [made], otherwise: alone }];
  }

  /** Threads of a row that load enough in an iteration for it to be worth a loop of its own. */
  private leastThreads(s: For): number {
    return Math.max(fewestOfRow, Math.ceil(loadsOfRow / Math.max(1, this.allLoads(s).length)));
  }

  private withOwnVariables(s: For): For {
    const own = this.withOwnVariable(s);
    return { ...own, body: own.body.map((x) => (x.kind === 'for' ? this.withOwnVariables(x) : x)) };
  }

  /** `places`: what locals are set to around the loop. `loops`: takes the variables of all loops. */
  private rowsOf(s: For, guard: Expression | undefined, places: List, loops: number[]): For | undefined {
    const ends = [s.from, s.trips, s.step].map((e) => this.expand(e));
    const [from, trips, step] = ends;
    if (!from || !trips || !step || !ends.every((e) => e && isAlike(e) && !(guard && mayFail(e)))) return undefined;
    const header = { ...s, from, trips, step };
    if (s.body.every(isPlain)) {
      if (!this.storesAlongRows(s)) return undefined;
      loops.push(s.local);
      return {
        ...header,
        body: [{ kind: 'barrier', scope: 'block' }, ...guarded(copyOf([...places, ...s.body]), guard)],
      };
    }
    loops.push(s.local);
    const counter = local(s.local, s.from.type);
    this.values.set(s.local, counter);
    const around = new Map([...this.outside, [s.local, counter]]);
    this.outside = around;
    const own = [...places];
    const body: Statement[] = [];
    for (const x of s.body) {
      if (
        x.kind === 'set' &&
        this.sets[x.local] === 1 &&
        !someExpression(x.value, isLoad) &&
        !this.isReadBehind(x, s)
      ) {
        const value = this.expand(x.value);
        if (value) around.set(x.local, value);
        this.note(x.local, x.value);
        own.push(x);
        continue;
      }
      const inner = x.kind === 'for' ? this.rowsOf(x, guard, own, loops) : undefined;
      if (!inner) return undefined;
      this.outside = around;
      body.push(inner);
    }
    return { ...header, body };
  }

  /** Whether iterations leave nothing to each other, and each reads and stores in another row. */
  private storesAlongRows(s: For): boolean {
    if ((s.trips.kind === 'const' && Number(s.trips.value) <= fewPlanes) || this.kept(s) > readAtMost) return false;
    const live = liveBefore(s.body, this.kernel.locals.length);
    if ([...localsSetIn(s.body)].some((l) => live.has(l))) return false;
    if (!someStatement(s.body, (x) => x.kind === 'store' && x.to.type !== 'ptr.local')) return false;
    return this.loads(s).some((g) => isAlongRows(g) && (g.growth.terms.size > 0 || constantOf(g.growth) !== 0));
  }

  /** Rows of threads that go through planes or rows by grid strides (`do k = threadIdx%z, n, blockDim%z*gridDim%z`). Rows that may lie near each other are gone through together where enough threads do. */
  private gridStrideThroughPlanes(s: For): StridedRows | undefined {
    const stride = this.kernel.slots.length === 0 ? this.gridStrideOf(s, ['tid.y', 'tid.z']) : undefined;
    if (!stride) return undefined;
    const rows = this.allLoads(s).filter(isAlongRows);
    if (this.kept(s) > 0) {
      const meets = this.meetsInCache(rows, stride.step);
      return meets && { stride, when: and(hasThreads(fewestOfRow), meets) };
    }
    if (rows.some(isOfFarRows)) return { stride, when: undefined };
    return rows.some((g) => g.growth.terms.size > 0) ? { stride, when: hasThreads(fewestOfRow) } : undefined;
  }

  /** Bytes from row to row, for which the launch has to be asked. */
  private distance(rows: readonly Growing[], isGuarded: boolean): Expression | undefined {
    const moving = rows.filter((g) => g.growth.terms.size > 0);
    const growths = moving.map(({ growth }) => this.expand(expressionOf(growth, 'i32') ?? i32(0)));
    return growths.find((e) => e && isAlike(e) && !(isGuarded && mayFail(e)));
  }

  /** Whether rows lie so that the parts of them that a few threads read one after the other take the same places in the nearest cache. */
  private meetsInCache(rows: readonly Growing[], step: Expression): Expression | undefined {
    const row = this.distance(rows, true);
    if (!row || step.type !== 'i32') return undefined;
    return and(op('ge', [row, i32(rowBytes)]), eq(op('and', [op('mul', [row, step]), i32(wayBytes - 1)]), i32(0)));
  }

  private inLongRows(s: For, { stride, when }: StridedRows, guard: Expression | undefined): List {
    const alone = when ? guarded(copyOf([this.withOwnVariables(s)]), guard) : [];
    const together = this.gridStrided(s, stride, guard);
    return when ? [{ kind: 'if', condition: when, then: together, otherwise: alone }] : together;
  }

  /** Undefined where the iterations are not those of one axis of the block. */
  private gridStrideOf(s: For, axes: readonly ThreadAxis[]): GridStride | undefined {
    const [from, trips, step] = [s.from, s.trips, s.step].map((e) => this.expand(e, this.values));
    if (
      !from ||
      !trips ||
      !step ||
      !isAlike(step) ||
      [from, trips, step].some(mayDivideByZero) ||
      !s.body.every(isPlainOrLoop)
    )
      return undefined;
    const asked = new Set<string>();
    for (const e of [from, trips])
      eachExpression(e, (x) => {
        if (x.kind === 'special') asked.add(x.name);
      });
    const along = axes.find((axis) => asked.has(axis));
    if (!along || ofThreads.some((name) => asked.has(name) && name !== along)) return undefined;
    if (asked.has('ctaid.x') && (along !== 'tid.x' || variation(trips, 'ctaid.x') !== 'ordered')) return undefined;
    if (variation(trips, along) !== 'ordered' || this.isReadOutside(s)) return undefined;
    if (this.kept(s) > (this.onlySums(s) ? keptAtMost : 0)) return undefined;
    return { from, trips, step, along };
  }

  /** As many iterations as all rows have are run by all threads, one after the other; then each does what it has left. */
  private gridStrided(
    s: For,
    { from, trips, step, along }: GridStride,
    guard: Expression | undefined,
    places: List = [],
  ): List {
    const number = (name: string, type: ValueType): number => this.locals.push({ name, type }) - 1;
    const { type } = trips;
    const [fewest, most] = [local(number('fewest', type), type), local(number('most', type), type)];
    const iteration = local(number('iteration', step.type), step.type);
    const ends = this.ends(trips, along);
    const least = op('max', [ends.reduce((a, b) => op('min', [a, b])), integer(type, 0)]);
    const placeAt = (n: Expression): Statement => ({
      kind: 'set',
      local: s.local,
      value: add(from, op('mul', [n, step])),
    });
    for (const l of [fewest, most, iteration]) this.found.add(l.index);
    this.values.set(iteration.index, iteration);
    this.values.set(s.local, add(from, op('mul', [iteration, step])));
    const sums = this.kept(s) > 0;
    const together: For = sums
      ? this.inSteps(s, { from, trips: fewest, step }, iteration, guard, places)
      : {
          ...s,
          // What threads have left goes different ways.
          label: `${s.label}~strided`,
          local: iteration.index,
          from: integer(step.type, 0),
          trips: fewest,
          step: integer(step.type, 1),
          body: this.iterationOf(s, [...places, placeAt(iteration)], guard),
        };
    const rest = {
      ...this.withOwnVariable(s),
      from: add(from, op('mul', [asType(fewest, step.type), step])),
      trips: sub(trips, fewest),
    };
    return [
      { kind: 'set', local: fewest.index, value: sums ? op('and', [least, integer(type, -keptTogether)]) : least },
      { kind: 'set', local: most.index, value: ends.reduce((a, b) => op('max', [a, b])) },
      together,
      {
        kind: 'if',
        condition: op('gt', [most, fewest]),
        then: [{ kind: 'barrier', scope: 'block' }, ...guarded(copyOf([...places, rest]), guard)],
        otherwise: [],
      },
    ];
  }

  /** How many iterations the first and the last thread along an axis have, along x those of all blocks that run as one. */
  private ends(trips: Expression, along: ThreadAxis): readonly Expression[] {
    if (along === 'tid.x') {
      this.blocks ??= this.locals.push({ name: 'blocks', type: 'i32' }) - 1;
      return endsOf(trips, this.blocks);
    }
    return ofFirstAndLast(trips, along);
  }

  /** What an iteration does for all threads; of a loop around nothing but another one, each of that one's. */
  private iterationOf(s: For, places: List, guard: Expression | undefined): List {
    const inner = s.body.at(-1);
    const sets = s.body.slice(0, -1);
    if (inner?.kind === 'for' && sets.every((x) => x.kind === 'set' && !someExpression(x.value, isLoad))) {
      for (const x of sets) if (x.kind === 'set') this.note(x.local, x.value);
      const stride = this.gridStrideOf(inner, ofThreadAxes);
      if (stride) return this.gridStrided(inner, stride, guard, [...places, ...sets]);
    }
    return [{ kind: 'barrier', scope: 'block' }, ...guarded(copyOf([...places, ...s.body]), guard)];
  }

  /** Whether blocks have no other rows of threads, which might share what this one reads. */
  private isOfOneRow(): boolean {
    const isOther = (e: Expression): boolean => e.kind === 'special' && (e.name === 'tid.y' || e.name === 'tid.z');
    return !someStatement(this.kernel.body, (s) => expressionsOf(s).some((e) => someExpression(e, isOther)));
  }

  /** Whether the variable of the loop is read behind it. */
  private isReadOutside(s: For): boolean {
    return this.isReadBehind(s, s);
  }

  private isReadBehind({ local }: { readonly local: number }, s: For): boolean {
    const uses = (list: List): number => countUses(list, this.kernel.locals.length)[local]!;
    return uses(this.kernel.body) !== uses([s]);
  }

  /** How much a thread keeps: what an iteration leaves to the next one, and what all of them read that is not found again from the thread's place. */
  private kept(s: For): number {
    const set = localsSetIn(s.body);
    const live = liveBefore(s.body, this.kernel.locals.length);
    const isKept = (_: unknown, l: number): boolean =>
      l >= this.kernel.params &&
      l !== s.local &&
      !this.numbers.has(l) &&
      live.has(l) &&
      (set.has(l) || !this.values.has(l));
    return this.kernel.locals.filter(isKept).length;
  }

  /** Those of loops in the loop as well, in their first iterations. */
  private allLoads(s: For): readonly Growing[] {
    const body = (list: List): List =>
      list.flatMap((x) => (x.kind === 'for' ? [{ kind: 'set', local: x.local, value: x.from }, ...body(x.body)] : [x]));
    return this.loads({ ...s, body: body(s.body) });
  }

  private loads(s: For): readonly Growing[] {
    const held = new Map<number, Affine>();
    const forms = new AffineForms({ bits: 32, keyOf: loadsApart(this.keyOf), known: (l) => held.get(l) });
    for (const [l, value] of this.values) if (value.type.startsWith('i')) held.set(l, forms.of(value));
    for (const [n, counter] of this.numbers)
      if (counter === s.local) held.set(n, forms.of(local(counter, this.kernel.locals[counter]!.type)));
    return growing(s, forms, held);
  }
}

/** A number of iterations. */
function asType(trips: Expression, type: ValueType): Expression {
  return trips.type === type ? trips : op(type === 'i64' ? 'extend' : 'wrap', [trips]);
}

function guarded(list: List, guard: Expression | undefined): List {
  if (!guard || list.length === 0) return list;
  return copyOf([{ kind: 'if', condition: guard, then: list, otherwise: [] }]);
}

/** Whether all threads find the same, and those of the blocks beside them along x. */
const isAlike = (e: Expression): boolean => places.every((a) => variation(e, a) === 'same');

/** Whether it is only computed where the guard lets it. */
function mayFail(e: Expression): boolean {
  return someExpression(e, (x) => x.kind === 'op' && (x.op === 'div' || x.op === 'rem') && x.args[1]?.kind !== 'const');
}

const isPlainOrLoop = (s: Statement): boolean => isPlain(s) || (s.kind === 'for' && s.body.every(isPlainOrLoop));

const isPlain = (s: Statement): boolean =>
  s.kind === 'set' || s.kind === 'store' || (s.kind === 'if' && s.then.every(isPlain) && s.otherwise.every(isPlain));

/** Whether it loads from places that loads decide: it waits for these, and the processor is not many iterations ahead then. */
function loadsIndices(list: List): boolean {
  const loaded = new Set<number>();
  const isLoaded = (e: Expression): boolean =>
    someExpression(e, (x) => x.kind === 'load' || (x.kind === 'local' && loaded.has(x.index)));
  return someStatement(list, (s) => {
    if (s.kind === 'set' && isLoaded(s.value)) loaded.add(s.local);
    return expressionsOf(s).some((e) => someExpression(e, (x) => x.kind === 'load' && isLoaded(x.from)));
  });
}

/** Whether neighbours read side by side. */
function isAlongRows({ form, load }: Growing): boolean {
  const [alongX, more] = [...form.terms.values()].filter((t) => t.atoms.some((a) => mentions(a.e)));
  return !more && alongX?.atoms.length === 1 && Number(alongX.factor) === sizeOf(load.memory);
}

const mentions = (e: Expression): boolean => someExpression(e, (x) => x.kind === 'special' && x.name === 'tid.x');
