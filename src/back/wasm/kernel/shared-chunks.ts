/** Chunks whose threads share more than an instruction: of several rows or planes that load the same, or of one row, of which several chunks find their places together. */
import type { Statement } from '../../../ir/module.ts';
import { type ChunkWidth, chunkWidths } from '../encode/artifact.ts';
import type { Writer } from '../statement.ts';
import type { Lanes } from '../vector/lanes.ts';
import { isWorthwhile } from '../vector/vector-cost.ts';
import type { Chunk, Plan } from './chunk.ts';
import { fewEnough } from './chunk-widths.ts';
import type { KernelWriter } from './kernel-writer.ts';
import { chunkOf, isWide, type LaneFacts, lanesOf, loopsReduced } from './region-chunk.ts';
import { type Patch, registerTiling, type TilingFacts } from './register-tiling.ts';
import { rowOf } from './row-values.ts';
import {
  inLongerRows,
  isStraight,
  meetInMemory,
  type NeighbourFacts,
  type Neighbours,
  neighbours,
} from './stencil-unroll-and-jam.ts';
import type { Region } from './storage.ts';

const rowsAtOnce = 4;
const planesAtOnce = 2;
export const pairOfRows = 2;

type Patches = Pick<Plan, 'patch' | 'planes'>;

export type ChunkSetting = {
  readonly k: KernelWriter;
  readonly w: Writer;
  readonly body: readonly Statement[];
  readonly region: Region;
  readonly lanes: Lanes;
  readonly how: LaneFacts;
};

/** Chunks of several rows that share loads, or else of two planes that do. */
export function sharingChunks(p: ChunkSetting): Patches {
  const { k, region } = p;
  if (k.block?.[1] === 1 && k.block[2] === 1) return { patch: undefined, planes: undefined };
  const kept = new Set([...region.load, ...region.save]);
  const facts = factsOf(p);
  const places = placesOf(p);
  const near = neighbours(places, rowsAtOnce, 'tid.y');
  const planes = near || kept.size > 0 ? undefined : neighbours(places, planesAtOnce, 'tid.z');
  if (planes) return { patch: undefined, planes: neighbourChunk(p, places, planes, planesAtOnce, 'tid.z') };
  const most = near ? undefined : registerTiling(facts, rowsAtOnce);
  // Of far memory four vectors of each row are held: where each takes a register, those of four rows are all that there are.
  const rows = most && isFar(most) && !k.wide && vectorsOf(p, most) === 4 ? pairOfRows : rowsAtOnce;
  const patch = rows === rowsAtOnce ? most : registerTiling(facts, rows);
  const chunk = near
    ? neighbourChunk(p, places, near, rowsAtOnce, 'tid.y')
    : patch && patchChunk(p, patch, foursOf(p, patch));
  return { patch: chunk && { ...chunk, rows }, planes: undefined };
}

/** Cache lines of 4-byte numbers: four of a row, or two of each row of a pair. */
const longThreads = 64;
const chunksAtMost = 4;

/** Chunks of a row, or of some rows that meet in memory, one after another: what finds their places is shared. They come before the usual ones. */
export function longChunk(p: ChunkSetting, rows: number, usual: Chunk): Chunk | undefined {
  const { k } = p;
  const { threads } = usual;
  if (!k.block) return undefined;
  const most = longThreads / rows;
  const length = k.coalesceBlocks ? most : Math.min(most, k.block[0] & -k.block[0]);
  const chunks = Math.min(Math.floor(length / threads), chunksAtMost);
  if (chunks < 2) return undefined;
  const facts = placesOf(p);
  if (!isStraight(facts) || (rows > 1 && !meetInMemory(facts, rows, 'tid.y'))) return undefined;
  const made = patchChunk(p, inLongerRows(facts, rows, 'tid.y', { chunks, threads }), widthOf(usual));
  if (!made) return undefined;
  const row = (): void => {
    made.row();
    usual.row();
  };
  return { ...made, threads: chunks * threads, row };
}

function widthOf({ threads }: Chunk): ChunkWidth {
  return threads >= 32 ? 8 : threads >= 16 ? 4 : threads >= 8 ? 2 : 1;
}

function placesOf(p: ChunkSetting): NeighbourFacts {
  return { ...factsOf(p), address: p.k.device.layout.address, values: p.k.values };
}

function factsOf({ k, body, region, lanes }: ChunkSetting): TilingFacts {
  const kept = new Set([...region.load, ...region.save]);
  return {
    body,
    locals: k.locals,
    differs: (l) => kept.has(l),
    common: new Set([...region.carried, ...k.cut.single]),
    isLong: (e) => lanes.strideOf(e) !== 0,
  };
}

/** What is held leaves room for chunks that are narrow: as many as make up a cache line share the arithmetic of places, if rows are made of them. */
function neighbourChunk(
  p: ChunkSetting,
  facts: NeighbourFacts,
  one: Neighbours,
  rows: number,
  place: 'tid.y' | 'tid.z',
): Chunk | undefined {
  const { k, region } = p;
  const held = fitting(one.held);
  const fours = k.chunk ?? (k.wide ? twice[held] : held);
  const threads = 4 * fours;
  const kept = region.load.length + region.save.length;
  const length = k.block?.[0] ?? 1;
  const chunks = kept > 0 ? 1 : (Math.min(stretchThreads, length & -length) / threads) | 0;
  if (chunks < 2) return patchChunk(p, one, fours);
  const chunk = patchChunk(p, inLongerRows(facts, rows, place, { chunks, threads }), fours);
  return chunk && { ...chunk, threads: chunks * threads };
}

/** Where two vectors take one register. */
const twice = { 1: 2, 2: 4, 4: 8 } as const;

/** Two cache lines of 4-byte numbers: what a row spends on its places is spent for more of them. */
const stretchThreads = 32;

/** A patch that waits for far memory takes whole cache lines, one of shared tiles what fits into registers. */
function foursOf(p: ChunkSetting, patch: Patch): ChunkWidth {
  const { k } = p;
  const wide = holdsWide(p, patch);
  const near = wide ? 1 : 2;
  if (isFar(patch)) return withinRows(k, wide ? 2 : 4);
  return k.wide ? twice[near] : near;
}

/** Vectors of 128 bits of each row. */
function vectorsOf(p: ChunkSetting, patch: Patch): number {
  return foursOf(p, patch) * (holdsWide(p, patch) ? 2 : 1);
}

function holdsWide({ k, lanes }: ChunkSetting, { rows }: Patch): boolean {
  return [...rows.values()].some(({ local }) => isWide(k, local) && lanes.strideOfLocal(local) === undefined);
}

/** No wider than what rows of the blocks consist of. */
function withinRows({ block, coalesceBlocks }: KernelWriter, fours: ChunkWidth): ChunkWidth {
  if (!block || coalesceBlocks) return fours;
  return chunkWidths.filter((n) => n <= fours && block[0] % (4 * n) === 0).at(-1) ?? fours;
}

function isFar({ shared }: Patch): boolean {
  return shared.some((type) => type !== 'ptr.shared');
}

function patchChunk(
  { k, w, region, how }: ChunkSetting,
  patch: Pick<Patch, 'body' | 'locals' | 'rows'>,
  fours: ChunkWidth,
): Chunk | undefined {
  const kept = new Set([...region.load, ...region.save]);
  k.locals.push(...patch.locals.slice(k.locals.length));
  for (const [copy, { local }] of patch.rows) if (kept.has(local)) kept.add(copy);
  const given = rowOf(patch.body, k.locals, (l) => kept.has(l));
  const lanes = lanesOf(k, given.body, region, kept, how);
  if (!lanes || !isWorthwhile(lanes, given.body)) return undefined;
  const [row, within] = loopsReduced(k, given, region, lanes, kept, how);
  return chunkOf(k, w, row, region, within, fewEnough([k.chunk ?? fours], how)[0]!, patch);
}

/** As many times four threads as the vectors that rows hold find registers for. */
function fitting(held: number): 1 | 2 | 4 {
  return held > 5 ? 1 : held > 2 ? 2 : 4;
}
