/** How wide chunks are: of a region, and of what is left when they are done. */
import { type Bits, liveBefore } from '../../../ir/liveness.ts';
import type { Expression, Statement } from '../../../ir/module.ts';
import { type MemoryType, sizeOf } from '../../../ir/types.ts';
import {
  eachExpressionIn,
  eachStatement,
  expressionsOf,
  isLoop,
  someExpression,
  someStatement,
} from '../../../ir/walk.ts';
import type { RegionKernel } from '../../../opt/kernel/region-parts.ts';
import { type ChunkWidth, chunkWidths } from '../encode/artifact.ts';
import { groupOf, type HeldBy } from '../vector/lane-starts.ts';
import { analyseLanes, type Lanes } from '../vector/lanes.ts';
import { processorRegisters, processorWindow } from '../vector/vector-registers.ts';
import { isRow } from './inner-loops.ts';
import type { KernelWriter } from './kernel-writer.ts';
import { narrowLists } from './narrow-lists.ts';
import { isWide, type LaneFacts } from './region-chunk.ts';
import { assignStorage, type Region } from './storage.ts';

/** In loops several chains of operations hide each other's latency, as long as they find room in registers. */
export function widths(
  k: KernelWriter,
  body: readonly Statement[],
  lanes: Lanes,
  region: Region,
): readonly ChunkWidth[] {
  if (k.chunk) return [k.chunk];
  if (narrowLists(k, body, region, lanes, 4).size > 0) return work(body, lanes) <= lightWork ? [8, 4, 1] : [4, 1];
  // A function of WebAssembly has 50,000 registers at most.
  if (work(body, lanes) > hugeWork) return [1];
  const found = widthsOfVectors(k, body, lanes);
  const widened = k.wide && !goesAlongRows(body, lanes) ? joined[found[0]] : found;
  const most = k.interleaved && !k.slotsPerThread ? k.interleaved.apart / 4 : 8;
  return widened.filter((n) => n <= most);
}

/** No wider than what was asked of the lanes holds for. */
export function fewEnough(found: readonly ChunkWidth[], { most = 4 * widest }: LaneFacts): readonly ChunkWidth[] {
  const fitting = found.filter((n) => 4 * n <= most);
  const widestOfThem = chunkWidths.filter((n) => 4 * n <= most).at(-1) ?? 1;
  return fitting.length === found.length ? found : [...new Set([widestOfThem, ...fitting])];
}

/** The smallest groups of neighbours that threads ask for their place in, where a chunk can lie within one. */
export function leastGroup(body: readonly Statement[], lanes: Lanes, heldBy: HeldBy): number | undefined {
  let least: number | undefined;
  const fewest = someStatement(body, isLoop) ? fewestLanesOfLoops : fewestLanes;
  eachExpressionIn(body, (e) => {
    if (e.kind !== 'op' || lanes.strideOf(e.args[0]!) !== 1 || lanes.strideOf(e) !== undefined) return;
    const size = groupOf(e, heldBy);
    if (size !== undefined && size >= fewest && size < 4 * widest) least = Math.min(least ?? size, size);
  });
  return least;
}

/** Chunks of four lanes have too few chains of operations, and cost as much as others besides: loops in them are worth it. */
const fewestLanes = 8;
const fewestLanesOfLoops = 4;

export const widest: ChunkWidth = 8;

/** The most that chunks of regions with interleaved slots have. `cells`: bytes of an element of those. */
export function widestWithSlots(
  kernel: RegionKernel,
  cells: ReadonlyMap<number, number>,
  how: Pick<KernelWriter, 'chunk' | 'wide' | 'block'>,
): ChunkWidth {
  if (how.chunk) return how.chunk;
  if (how.wide) return 8;
  if (!isOneRow(how)) return 4;
  const { regions } = assignStorage(kernel);
  const goes = someStatement(kernel.body, (s) => {
    const region = s.kind === 'block' ? regions.get(s.label) : undefined;
    const lanes = s.kind === 'block' && region && lanesWithSlots(kernel, region, s.body, cells);
    return lanes ? goesThroughRows(s.body, lanes) : false;
  });
  return goes ? 8 : 4;
}

function lanesWithSlots(
  kernel: RegionKernel,
  { load, save, carried }: Region,
  body: readonly Statement[],
  cells: ReadonlyMap<number, number>,
): Lanes | undefined {
  return analyseLanes({
    body,
    locals: kernel.locals.length,
    arrays: new Set([...load, ...save]),
    single: kernel.single,
    inWarp: false,
    carried: new Set(carried),
    slotStride: (slot) => cells.get(slot) ?? aloneStride,
  });
}

/** Of a slot whose cells do not lie beside those of other threads: no cell is as long. */
const aloneStride = 1 << 10;

/** What holds two vectors in a register takes twice as many. */
const joined: Readonly<Record<ChunkWidth, readonly ChunkWidth[]>> = {
  1: [2, 1],
  2: [4, 1],
  4: [8, 2, 1],
  8: [8, 2, 1],
};

type Widths = readonly [ChunkWidth, ...ChunkWidth[]];

function widthsOfVectors(k: KernelWriter, body: readonly Statement[], lanes: Lanes): Widths {
  const apart = someStatement(body, (s) => isLoop(s) && partsIterations(s, lanes));
  const held = heldAlong(k, body, lanes);
  // Where lanes leave loops at different times two chains of operations are worth more than registers.
  if (!apart && held.most >= processorRegisters) return [1];
  if (!someStatement(body, isLoop)) {
    if (held.usual * 2 > processorRegisters - 2) return [1];
    // A processor that sees the end of two chains of operations needs no more of them.
    if (held.usual * 4 > processorRegisters && 2 * work(body, lanes) <= processorWindow) return [2, 1];
    if (work(body, lanes) <= lightWork && streams(body, lanes)) return [8, 4, 1];
    return work(body, lanes) <= lightWork || !someStatement(body, (s) => parts(s, lanes)) ? [4, 1] : [2];
  }
  // The more lanes, the longer those that are done wait for the others.
  const inLoops = heldInLoops(k, body, lanes);
  if (inLoops <= 1 && !apart && work(body, lanes) <= lightWork && onlyStreams(body, lanes)) return [8, 4, 1];
  if (inLoops <= 1 && !apart && isOneRow(k) && goesThroughRows(body, lanes)) return [8, 4, 1];
  // Where one chunk is a whole row nobody comes to its memory again.
  const most = k.block?.[0] === 16 ? 4 : 3;
  return inLoops <= most && !apart && !goesAlongRows(body, lanes) ? [4, 1] : [2, 1];
}

/** Whether lanes read rows of their own: four cells of each are held at once, and more rows than a cache has ways may well drive each other out. */
function goesAlongRows(body: readonly Statement[], lanes: Lanes): boolean {
  return someStatement(
    body,
    (s) =>
      isLoop(s) &&
      s.body.some((x) =>
        expressionsOf(x).some((e) =>
          someExpression(e, (y) => y.kind === 'load' && !y.volatile && isRow({ ...y, to: y.from }, lanes)),
        ),
      ),
  );
}

/**
 * Whether lanes may well leave a loop at different times. Where a quotient of places is their number of iterations, as in loops that step over a block or grid, most agree; in a triangle, where
 * it grows by one from lane to lane, those that are done wait for few iterations.
 */
function partsIterations(s: Statement, lanes: Lanes): boolean {
  if (!lanes.isParted(s)) return false;
  if (s.kind !== 'for' || lanes.leavesApart(s) || lanes.strideOf(s.step) !== 0) return true;
  if (Math.abs(lanes.strideOf(s.trips) ?? 2) <= 1) return false;
  const counts = lanes.strideOf(s.from) !== undefined && lanes.strideOf(s.trips) === undefined;
  const trips = (s.trips.kind === 'local' && lanes.definitionOf(s.trips.index)) || s.trips;
  return !counts || !lanes.isMonotone(trips);
}

/** Whether loops read nothing but a vector or two in each iteration: the further they reach at once, the fewer jumps they make through memory. */
function onlyStreams(body: readonly Statement[], lanes: Lanes): boolean {
  return !someStatement(body, (s) => isLoop(s) && !streams(s.body, lanes));
}

/** Blocks that hold a wide chunk and no row beside it that could share what it loads. */
function isOneRow({ block }: Pick<KernelWriter, 'block'>): boolean {
  return block !== undefined && block[0] % 32 === 0 && block[1] * block[2] === 1;
}

/**
 * Whether innermost loops read neighbours' cells, and store none but those: a wide chunk asks for whole cache lines of each row of memory, has more chains of operations, and each of its
 * iterations costs as much besides as one of few lanes.
 */
function goesThroughRows(body: readonly Statement[], lanes: Lanes): boolean {
  let all = true;
  someStatement(body, (s) => {
    if (!isLoop(s) || someStatement(s.body, isLoop)) return false;
    let rows = 0;
    const along = (place: Expression, memory: MemoryType): boolean => {
      const stride = lanes.strideOf(place);
      if (stride === sizeOf(memory)) rows++;
      return stride === 0 || stride === sizeOf(memory);
    };
    const isAlong = (x: Statement): boolean =>
      (x.kind === 'set' || (x.kind === 'store' && along(x.to, x.memory))) &&
      !expressionsOf(x).some((e) => someExpression(e, (y) => y.kind === 'load' && !along(y.from, y.memory)));
    all &&= s.body.every(isAlong) && rows > 0 && work(s.body, lanes) <= lightWork;
    return !all;
  });
  return all;
}

/** Whether a list reads a vector or two and writes no more than what a block counts. */
function streams(list: readonly Statement[], lanes: Lanes): boolean {
  let found = 0;
  let others = 0;
  eachStatement(list, (x) => {
    if (x.kind !== 'set' && !isCount(x)) others++;
    for (const whole of expressionsOf(x))
      someExpression(whole, (e) => {
        if (e.kind !== 'load') return false;
        const stride = lanes.strideOf(e.from);
        if (stride === 4 || stride === 8) found++;
        else others++;
        return false;
      });
  });
  return others === 0 && found > 0 && found <= 2;
}

const isCount = (s: Statement): boolean => s.kind === 'atomic' && s.to.type === 'ptr.shared';

/** Whether lanes may well go different ways. */
function parts(s: Statement, lanes: Lanes): boolean {
  return (s.kind === 'if' && s.usual !== true && !s.either && lanes.strideOf(s.condition) !== 0) || lanes.isParted(s);
}

/** Vectors of four threads that are needed later on: at most, and on average over the operations. */
function heldAlong(
  k: KernelWriter,
  list: readonly Statement[],
  lanes: Lanes,
): { readonly most: number; readonly usual: number } {
  const vectors = k.locals.flatMap((_, l) =>
    k.cut.single.has(l) || lanes.strideOfLocal(l) !== undefined ? [] : [{ l, weight: isWide(k, l) ? 2 : 1 }],
  );
  let [most, sum, operations] = [0, 0, 0];
  const count = (s: Statement, after: Bits): void => {
    const held = vectors.reduce((n, { l, weight }) => (after.has(l) ? n + weight : n), 0);
    const done = s.kind === 'set' || s.kind === 'store' ? work([s], lanes) : 0;
    most = Math.max(most, held);
    sum += done * held;
    operations += done;
  };
  liveBefore(list, k.locals.length, () => {}, count);
  return { most, usual: sum / Math.max(operations, 1) };
}

/** Beyond so many operations the lanes of a chunk would take too many registers. */
const hugeWork = 2000;

/** Up to so many operations, whole cache lines a step are worth more than free registers. */
export const lightWork = 40;

/** Operations of vectors. */
export function work(list: readonly Statement[], lanes: Lanes): number {
  let n = 0;
  eachStatement(list, (s) => {
    for (const whole of expressionsOf(s))
      someExpression(whole, (e) => {
        if (lanes.strideOf(e) === undefined) n++;
        return false;
      });
  });
  return n;
}

/** The most vectors that a loop reads or leaves, for four threads. */
function heldInLoops(k: KernelWriter, list: readonly Statement[], lanes: Lanes): number {
  let most = 0;
  someStatement(list, (s) => {
    if (!isLoop(s)) return false;
    const held = lanes.taken([s]).reduce((n, l) => n + (isWide(k, l) ? 2 : 1), 0);
    most = Math.max(most, held);
    return false;
  });
  return most;
}
