/** How many iterations of a host loop make a chunk, and how the loop over the chunks counts. */
import { i64, integer, mul, op, toInteger } from '../../../ir/build.ts';
import type { Expression, Statement } from '../../../ir/module.ts';
import { sizeOf } from '../../../ir/types.ts';
import { hasBodies } from '../../../ir/walk.ts';
import { narrowMemory } from '../vector/narrow-lanes.ts';
import { type CollapsedComponents, collapseComponents } from './collapse-components.ts';
import { type CellFacts, cellsInPairs } from './loop-cells.ts';
import { accessesIn } from './loop-references.ts';

type For = Extract<Statement, { kind: 'for' }>;

/** Iterations of a chunk: more where little is done in each, since WebAssembly's loops cost something. */
export const few = 8;
export const many = 16;
const smallBody = 3;
/** Iterations of one vector. */
export const leastAtOnce = 4;
/** Bytes of a chunk's cells: four vectors; two where more is in registers than a pair that is read and one that is written. */
const chunkBytes = 64;
const onePairEach = 4;

/** So many iterations (or cells) run at once; some such chunks together do so many iterations. */
export type Plan = {
  readonly body: readonly Statement[];
  readonly lanes: number;
  readonly iterations: number;
  readonly cells: CollapsedComponents | undefined;
};

/** How iterations go together: cell by cell of structures whose cells are alike, neighbouring cells in pairs, or as they are. */
export function planned(
  body: readonly Statement[],
  facts: CellFacts,
  /** Iterations at most, where they are known. */
  { most, sums }: { readonly most: number; readonly sums: number },
): Plan {
  if (body.some(hasBodies)) return { body, lanes: few, iterations: few, cells: undefined };
  const cells = sums > 0 ? undefined : collapseComponents(body, facts);
  if (cells) {
    const lanes = chunkBytes / cells.size;
    const iterations = lanes / commonDivisor(lanes, cells.cells);
    return { body: cells.body, lanes, iterations, cells };
  }
  const paired = cellsInPairs(body, facts);
  const isShort = sums === 0 && most >= many && narrowMemory(body) !== undefined;
  if (isShort) return { body, lanes: many, iterations: many, cells: undefined };
  const small = body.length <= smallBody && most >= 4 * many;
  const lanes = paired !== body ? lanesOfPairs(paired, sums) : small ? many : few;
  return { body: paired, lanes, iterations: lanes, cells: undefined };
}

function lanesOfPairs(body: readonly Statement[], sums: number): number {
  const accesses = accessesIn(body);
  const bytes = accesses.length + sums <= onePairEach ? chunkBytes : chunkBytes / 2;
  return bytes / Math.max(...accesses.map((a) => sizeOf(a.memory)));
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b);
}

/** Of a loop that runs in vectors: the variable's first value, how many iterations there are, and how far it goes in each. */
type Iterations = { readonly first: Expression; readonly trips: Expression; readonly step: number };

type Counts = Pick<For, 'local' | 'from' | 'trips' | 'step'>;

export function overIterations(s: For, { lanes }: Plan, lane: Expression, loop: Iterations): Counts {
  const { type } = s.from;
  return {
    local: s.local,
    from: op('add', [loop.first, op('mul', [toInteger(type, lane), integer(type, loop.step)])]),
    trips: op('shr.u', [loop.trips, integer(s.trips.type, Math.log2(lanes))]),
    step: integer(type, loop.step * lanes),
  };
}

/** Whether a vector of the iterations that are left is worth code of its own, and can be. */
export function hasRest({ body, cells, lanes }: Plan): boolean {
  return !cells && lanes > leastAtOnce && accessesIn(body).every((a) => sizeOf(a.memory) >= 4);
}

/** What is left behind the chunks, a vector at a time. */
export function overRest(s: For, { lanes }: Plan, lane: Expression, loop: Iterations): Counts {
  const { type } = s.from;
  const count = s.trips.type;
  const done = op('and', [loop.trips, integer(count, -lanes)]);
  const before = op('mul', [op('add', [toInteger(type, done), toInteger(type, lane)]), integer(type, loop.step)]);
  return {
    local: s.local,
    from: op('add', [loop.first, before]),
    trips: op('shr.u', [op('and', [loop.trips, integer(count, lanes - 1)]), integer(count, Math.log2(leastAtOnce))]),
    step: integer(type, loop.step * leastAtOnce),
  };
}

/** The last vector of all, where fewer iterations than it has are left: it runs some of them again. */
export function overTail(s: For, lane: Expression, loop: Iterations): Counts {
  const { type } = s.from;
  const count = s.trips.type;
  const last = op('sub', [toInteger(type, loop.trips), integer(type, leastAtOnce)]);
  const before = op('mul', [op('add', [last, toInteger(type, lane)]), integer(type, loop.step)]);
  const isLeft = op('ne', [op('and', [loop.trips, integer(count, leastAtOnce - 1)]), integer(count, 0)]);
  return {
    local: s.local,
    from: op('add', [loop.first, before]),
    trips: op('select', [isLeft, integer(count, 1), integer(count, 0)]),
    step: integer(type, loop.step),
  };
}

export function overCells(
  { lanes, iterations }: Plan,
  cells: CollapsedComponents,
  lane: Expression,
  trips: Expression,
): Counts {
  const together = op('shr.u', [toInteger('i64', trips), i64(Math.log2(iterations))]);
  return {
    local: cells.variable,
    from: toInteger('i64', lane),
    trips: mul(together, i64((iterations * cells.cells) / lanes)),
    step: i64(lanes),
  };
}
