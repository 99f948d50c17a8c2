/**
 * Loops in which the threads of a block walk through memory side by side (`do i = threadIdx%x + …, n, blockDim%x*gridDim%x`), or its rows do (`do j = threadIdx%y, n,
 * blockDim%y`): each iteration is run by all threads before the next one begins, so that a block reads whole rows. A barrier at the start of the body says so. Along x it stands in as many iterations
 * as all threads have, and a loop without it does the iterations that only some have; along y it stands where all rows have the same number of iterations.
 */
import { add, and, eq, i32, integer, op, special, sub } from '../../ir/build.ts';
import { liveBefore } from '../../ir/liveness.ts';
import type { Expression, Fn, Local, Statement } from '../../ir/module.ts';
import type { ValueType } from '../../ir/types.ts';
import { countSets } from '../../ir/uniformity.ts';
import type { KeyOf } from '../../ir/value-key.ts';
import {
  bodiesOf,
  copyOf,
  eachExpression,
  eachStatement,
  expressionsOf,
  hasAtMost,
  localsSet,
  localsSetIn,
  mapExpression,
  someExpression,
  someStatement,
} from '../../ir/walk.ts';
import {
  type Affine,
  AffineForms,
  constantOf,
  growthOf,
  isOfPlanes,
  isZero,
  loadsApart,
  nameOf,
  plus,
} from '../analysis/affine.ts';
import { holdsTiles, type ThreadAxis } from '../analysis/shared-accesses.ts';
import { worthSharing } from '../cost.ts';

type For = Extract<Statement, { kind: 'for' }>;
export type Values = ReadonlyMap<number, Expression>;
type Place = 'tid.x' | 'tid.y' | 'tid.z' | 'ctaid.x';

export type InterchangedLoops = {
  readonly fn: Fn;
  /** How many neighbouring blocks run as one from here: a local that the back end sets. Undefined where they may not. */
  readonly blocks: number | undefined;
  /** Locals that hold how many iterations the threads of these blocks have at least and at most, and variables of loops that all of them go through together. */
  readonly iterations: ReadonlySet<number>;
};

/** Longer bodies compute more than they read. */
const statementsAtMost = 8;
/** Of each thread, from iteration to iteration: they go through memory, where loops step over the grid and several iterations run together. */
const keptAtMost = 2;
const iterationsTogether = 4;

export function interchangeThreadLoops(kernel: Fn, keyOf: KeyOf): InterchangedLoops {
  const held = holdsTiles(kernel);
  const locals: Local[] = [...kernel.locals];
  const sets = countSets(kernel.body, kernel.locals.length);
  const values = new Map<number, Expression>();
  const iterations = new Set<number>();
  const blocks = locals.push({ name: 'blocks', type: 'i32' }) - 1;
  let overBlocks = true;
  const body = kernel.body.flatMap((s, i): readonly Statement[] => {
    if (s.kind === 'set' && sets[s.local] === 1) {
      const value = expanded(s.value, kernel.params, sets, values);
      if (value) values.set(s.local, value);
    }
    if (s.kind !== 'for' || !(isShort(s) || findsRows(s))) return [s];
    const kept = keptIn(s, locals.length);
    if (kept > keptAtMost) return [s];
    const alike = (e: Expression): boolean => {
      const value = expanded(e, kernel.params, sets, values);
      return value !== undefined && places.every((a) => variation(value, a) === 'same');
    };
    const inIteration = withFences(s.body, alike);
    if (!inIteration) return [s];
    const trips = expanded(s.trips, kernel.params, sets, values);
    const step = expanded(s.step, kernel.params, sets, values);
    const from = expanded(s.from, kernel.params, sets, values);
    if (!trips || !step || !from || !axes.every((a) => variation(step, a) === 'same') || isNarrow(step)) return [s];
    const along = axes.find((a) => variation(from, a) === 'ordered' && isAlong(a, trips, step));
    if (!along || (kept > 0 && (along !== 'tid.x' || !isOverGrid(step)))) return [s];
    const after = liveBefore(kernel.body.slice(i + 1), locals.length).has(s.local);
    const number = (name: string, type = s.trips.type): number => locals.push({ name, type }) - 1;
    if (along === 'tid.y') {
      overBlocks = false;
      if (held && !gainsFromRows(s, keyOf)) return [s];
      const first = placed(trips, 'tid.y', i32(0));
      return [rowsInIterations(s, inIteration, first, sameRows(trips), number('iteration', s.step.type), after)];
    }
    const ordered = variation(trips, 'ctaid.x') !== 'other';
    overBlocks &&= ordered;
    const together = kept > 0 ? iterationsTogether : 1;
    const to = {
      fewest: number('fewest'),
      most: number('most'),
      iteration: number('iteration', s.step.type),
      together,
      after,
    };
    for (const n of [to.fewest, to.most]) iterations.add(n);
    return inTurns(s, inIteration, endsOf(trips, ordered ? blocks : undefined), to);
  });
  if (locals.length === kernel.locals.length + 1) return { fn: kernel, blocks: undefined, iterations };
  return { fn: { ...kernel, locals, body }, blocks: overBlocks ? blocks : undefined, iterations };
}

/** Fewer rows have little to share for what an iteration costs. */
const rowsAtLeast = 4;

/** Along which neighbours take each other's places. */
const axes = ['tid.x', 'tid.y'] as const;
export const places = [...axes, 'ctaid.x'] as const;

/** Whether the threads along an axis share the turns out among them, or each row of threads takes as many, some rows further on each time. */
function isAlong(axis: (typeof axes)[number], trips: Expression, step: Expression): boolean {
  const kind = variation(trips, axis);
  if (kind !== 'same' || axis !== 'tid.y') return kind === 'ordered';
  return step.kind === 'const' && Number(step.value) >= rowsAtLeast;
}

/** An iteration in which one fence stands between what all threads do; undefined where not all of them come to it. */
function withFences(body: readonly Statement[], alike: (e: Expression) => boolean): readonly Statement[] | undefined {
  const list = body.map((s): Statement | undefined => {
    if (s.kind === 'fence') return { ...s, together: true };
    if (!someStatement([s], (x) => x.kind === 'fence')) return s;
    if (s.kind !== 'if' || !alike(s.condition)) return undefined;
    const [then, otherwise] = [withFences(s.then, alike), withFences(s.otherwise, alike)];
    return then && otherwise && { ...s, then, otherwise };
  });
  const found = list.filter((s) => s !== undefined);
  return found.length === list.length ? found : undefined;
}

function rowsInIterations(
  s: For,
  body: readonly Statement[],
  trips: Expression,
  together: Expression,
  iteration: number,
  after: boolean,
): Statement {
  const loop = inBarriers(s, body, iteration, trips);
  const then = after ? [loop, placeAt(s, get(iteration, s.step.type))] : [loop];
  return { kind: 'if', condition: together, then, otherwise: copyOf([s]) };
}

/** Whether all rows of threads, of which there are some, have the same number of iterations. */
function sameRows(trips: Expression): Expression {
  const first = placed(trips, 'tid.y', i32(0));
  const last = placed(trips, 'tid.y', sub(special('ntid.y'), i32(1)));
  return and(eq(first, last), op('ge', [special('ntid.y'), i32(rowsAtLeast)]));
}

type Interchange = {
  readonly fewest: number;
  readonly most: number;
  readonly iteration: number;
  /** How many iterations run between two barriers. */
  readonly together: number;
  /** Whether the loop's variable is read after it. */
  readonly after: boolean;
};

function inTurns(
  s: For,
  body: readonly Statement[],
  ends: readonly Expression[],
  to: Interchange,
): readonly Statement[] {
  const { type } = s.trips;
  const [fewest, most] = [get(to.fewest, type), get(to.most, type)];
  const done = type === s.step.type ? fewest : op(s.step.type === 'i64' ? 'extend' : 'wrap', [fewest]);
  const rest: Statement = {
    ...s,
    from: add(s.from, op('mul', [done, s.step])),
    trips: sub(s.trips, fewest),
    body: copyOf(s.body),
  };
  const least = op('max', [ends.reduce((a, b) => op('min', [a, b])), integer(type, 0)]);
  return [
    { kind: 'set', local: to.fewest, value: least },
    { kind: 'set', local: to.most, value: ends.reduce((a, b) => op('max', [a, b]), fewest) },
    ...(to.together > 1
      ? [{ kind: 'set', local: to.fewest, value: op('and', [fewest, integer(type, -to.together)]) } as const]
      : []),
    inBarriers(s, body, to.iteration, fewest, to.together),
    {
      kind: 'if',
      condition: eq(most, fewest),
      then: to.after ? [placeAt(s, done)] : [],
      otherwise: [{ kind: 'barrier', scope: 'block' }, rest],
    },
  ];
}

/** Iteration by iteration, so many of them, or some `together`. */
function inBarriers(s: For, body: readonly Statement[], iteration: number, trips: Expression, together = 1): Statement {
  const { type } = s.step;
  const at = get(iteration, type);
  const iterations = Array.from({ length: together }, (_, i) => [
    placeAt(s, i === 0 ? at : add(at, integer(type, i))),
    ...(i === 0 ? body : copyOf(body)),
  ]);
  return {
    ...s,
    local: iteration,
    from: integer(type, 0),
    trips: together === 1 ? trips : op('shr.s', [trips, integer(trips.type, Math.log2(together))]),
    step: integer(type, together),
    body: [{ kind: 'barrier', scope: 'block' }, ...iterations.flat()],
  };
}

/** The loop's variable in turn `n`. */
function placeAt(s: For, n: Expression): Statement {
  return { kind: 'set', local: s.local, value: add(s.from, op('mul', [n, s.step])) };
}

function get(index: number, type: ValueType): Expression {
  return { kind: 'local', type, index };
}

/**
 * How many iterations the first and the last thread have, of a block or of all `blocks` from this one: a number that only grows or only shrinks is least for one of them
 * and greatest for the other.
 */
export function endsOf(trips: Expression, blocks: number | undefined): readonly Expression[] {
  const ends = (e: Expression, name: Place, first: Expression, last: Expression): readonly Expression[] =>
    variation(e, name) === 'same' ? [e] : [placed(e, name, first), placed(e, name, last)];
  const ofBlock = variation(trips, 'tid.x') === 'same' ? [trips] : ofFirstAndLast(trips, 'tid.x');
  if (blocks === undefined) return ofBlock;
  const block = special('ctaid.x');
  return ofBlock.flatMap((e) => ends(e, 'ctaid.x', block, add(block, sub(get(blocks, 'i32'), i32(1)))));
}

const extents = { 'tid.x': 'ntid.x', 'tid.y': 'ntid.y', 'tid.z': 'ntid.z' } as const;

/** What the first and the last thread of a block along an axis find. */
export function ofFirstAndLast(e: Expression, along: ThreadAxis): readonly Expression[] {
  return [i32(0), sub(special(extents[along]), i32(1))].map((at) => placed(e, along, at));
}

function placed(e: Expression, name: Place, x: Expression): Expression {
  return mapExpression(e, (y) => (y.kind === 'special' && y.name === name ? x : y));
}

export type Growing = {
  readonly load: Extract<Expression, { kind: 'load' }>;
  readonly form: Affine;
  /** From iteration to iteration. */
  readonly growth: Affine;
};

/** The loads of a loop, and of branches there, whose places move with its variable. */
export function growing(loop: For, forms: AffineForms, held: Map<number, Affine>): readonly Growing[] {
  const found: Growing[] = [];
  const visit = (list: readonly Statement[]): void => {
    for (const s of list) {
      for (const whole of expressionsOf(s))
        eachExpression(whole, (e) => {
          if (e.kind !== 'load') return;
          const form = plus(forms.of(e.from), e.offset);
          const growth = growthOf(form, loop.local);
          if (growth && !isZero(growth)) found.push({ load: e, form, growth });
        });
      if (s.kind === 'set' && s.value.type.startsWith('i')) held.set(s.local, forms.of(s.value));
      if (s.kind !== 'if') continue;
      for (const branch of bodiesOf(s)) visit(branch);
      for (const l of localsSetIn([s])) held.delete(l);
    }
  };
  visit(loop.body);
  return found;
}

/** Whether rows of threads that take an iteration together share what they load, or lie far from each other. */
function gainsFromRows(loop: For, keyOf: KeyOf): boolean {
  const held = new Map<number, Affine>();
  const forms = new AffineForms({ bits: 32, keyOf: loadsApart(keyOf), known: (l) => held.get(l) });
  const loads = growing(loop, forms, held);
  return rowsShare(loads, forms) || loads.some(isOfFarRows);
}

/** Whether neighbouring iterations load much from the same places. */
function rowsShare(loads: readonly Growing[], forms: AffineForms): boolean {
  const named = new Set<string>();
  for (const { load, form: first, growth } of loads) {
    let form = first;
    for (let row = 0; row < rowsAtLeast; row++) {
      named.add(`${load.memory} ${nameOf(form)}`);
      form = forms.sum(form, growth);
    }
  }
  return worthSharing(loads.length * rowsAtLeast, named.size);
}

/**
 * Whether each row lies in pages of its own: iterations by vector chunks come to all of them for each vector chunk. Rows that share pages are fetched in time by the processor, which
 * follows several streams then.
 */
export function isOfFarRows({ load, growth }: Growing): boolean {
  return load.from.type !== 'ptr.shared' && (constantOf(growth) >= pageBytes || isOfPlanes(growth));
}

export const pageBytes = 4096;

/** Whether an iteration is little more than reading and a sum, or waits at a fence. */
function isShort(s: For): boolean {
  let statements = 0;
  let reads = false;
  let plain = true;
  eachStatement(s.body, (x) => {
    statements++;
    // Chunks would each wait at a fence of their own.
    if (x.kind === 'fence') reads = true;
    else if (x.kind !== 'set' && x.kind !== 'store' && x.kind !== 'atomic' && x.kind !== 'if') plain = false;
    for (const e of expressionsOf(x)) if (someExpression(e, isNear(s.local))) reads = true;
  });
  return plain && reads && statements <= statementsAtMost;
}

/** Elements: shorter rows are not worth a loop of their own. */
export const shortestRow = 16;

/** As `shortestRow`, for powers of two: vector chunks lie within such rows, and shifts divide by them. */
const shortestAlignedRow = 64;

/** Whether rows of so many elements, a constant, are worth a loop. */
export function isRowLength(elements: number): boolean {
  return elements >= ((elements & (elements - 1)) === 0 ? shortestAlignedRow : shortestRow);
}

/** Whether vector chunks lie within rows of so many elements, which are no rows of a loop. */
export function isOfChunks(elements: number): boolean {
  return elements >= leastChunk && elements < shortestAlignedRow && (elements & (elements - 1)) === 0;
}

/** Threads. */
const leastChunk = 8;

/** Whether an iteration finds its row by division: all threads go through a row together then (`delinearise.ts`). */
function findsRows({ local, body }: For): boolean {
  const own = new Set([local]);
  const isOwn = (e: Expression): boolean => someExpression(e, (x) => x.kind === 'local' && own.has(x.index));
  return someStatement(body, (s) => {
    if (s.kind === 'set' && isOwn(s.value)) own.add(s.local);
    return expressionsOf(s).some((whole) =>
      someExpression(whole, (e) => {
        if (e.kind !== 'op' || e.op !== 'div') return false;
        const [of, by] = e.args;
        return isOwn(of!) && !isOwn(by!) && (by!.kind !== 'const' || isRowLength(Number(by!.value)));
      }),
    );
  });
}

/** How many locals each thread hands from iteration to iteration. */
function keptIn(s: For, locals: number): number {
  const set = new Set<number>();
  eachStatement(s.body, (x) => {
    for (const l of localsSet(x)) set.add(l);
  });
  const live = liveBefore(s.body, locals);
  return [...set].filter((l) => live.has(l)).length;
}

/** Whether the next iteration reads behind what all blocks read in this one: in other pages, as a rule. */
function isOverGrid(step: Expression): boolean {
  return someExpression(step, (e) => e.kind === 'special' && e.name === 'nctaid.x');
}

/** A load from a place that the loop's variable gives. */
const isNear =
  (local: number) =>
  (e: Expression): boolean =>
    e.kind === 'load' && someExpression(e.from, (x) => x.kind === 'local' && x.index === local);

/** Without locals that are set; undefined where they hold more than places and parameters, or it would become long. */
export function expanded(e: Expression, params: number, sets: Uint32Array, values: Values): Expression | undefined {
  const whole = (x: Expression): Expression | undefined => {
    if (x.kind === 'local') return x.index < params && sets[x.index] === 0 ? x : values.get(x.index);
    if (x.kind === 'const' || x.kind === 'special') return x;
    if (x.kind !== 'op') return undefined;
    const args = x.args.map(whole).filter((a) => a !== undefined);
    return args.length === x.args.length ? { ...x, args } : undefined;
  };
  const made = whole(e);
  return made && hasAtMost(made, mostParts) ? made : undefined;
}

/** Of what is made of other numbers again and again, as sums of two numbers before it are: each doubles it. */
const mostParts = 500;

/** Over the threads of a block, or over its neighbours: the same in all, only growing or only shrinking along a place, or neither. */
export function variation(e: Expression, along: Place): 'same' | 'ordered' | 'other' {
  if (e.kind === 'special') {
    if (e.name === along) return 'ordered';
    const other = e.name === 'laneid' || e.name.startsWith('cluster') || e.name.startsWith('tid.');
    return other && !(along === 'ctaid.x' && e.name === 'tid.x') ? 'other' : 'same';
  }
  if (e.kind !== 'op') return 'same';
  const args = e.args.map((a) => variation(a, along));
  if (args.every((a) => a === 'same')) return 'same';
  if (args.includes('other') || e.type === 'f32' || e.type === 'f64') return 'other';
  const [a, b] = args;
  switch (e.op) {
    case 'extend':
      return 'ordered';
    case 'add':
    case 'sub':
    case 'mul':
    case 'max':
    case 'min':
      return a === 'same' || b === 'same' ? 'ordered' : 'other';
    case 'div':
      return b === 'same' ? 'ordered' : 'other';
    default: // else: nothing is known
      return 'other';
  }
}

/** Whether the places of one iteration lie among those of the next. */
function isNarrow(step: Expression): boolean {
  return step.kind === 'const' && Math.abs(Number(step.value)) < rowsAtLeast;
}
