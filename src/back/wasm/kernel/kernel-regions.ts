/** How a region of a kernel is written: thread by thread, in chunks of neighbours, or in patches of several rows. */
import { InternalError } from '../../../base/impossible.ts';
import { i32, op, special } from '../../../ir/build.ts';
import { liveBefore } from '../../../ir/liveness.ts';
import type { Expression, Statement } from '../../../ir/module.ts';
import {
  bodiesOf,
  eachStatement,
  expressionsOf,
  isLoop,
  localsSet,
  localsSetIn,
  someExpression,
  someStatement,
} from '../../../ir/walk.ts';
import { mayRunTwice } from '../../../nest/legality.ts';
import type { Axis, Nest } from '../../../nest/nest.ts';
import { plan } from '../../../nest/plan.ts';
import { type StridedGuard, stridedGuard } from '../../../nest/strided-guard.ts';
import type { HoistedKernel } from '../../../opt/kernel/hoist-invariants.ts';
import { withoutDead } from '../../../opt/scalar/simplify.ts';
import { type ChunkWidth, chunkWidths } from '../encode/artifact.ts';
import { emitStatements, type Writer } from '../statement.ts';
import { type Lanes, type Refusal, warpsTogether } from '../vector/lanes.ts';
import { isWorthwhile } from '../vector/vector-cost.ts';
import type { Chunk, Plan, Whole } from './chunk.ts';
import { fewEnough, leastGroup, lightWork, widths, work } from './chunk-widths.ts';
import { asks, fewestMasked, fixedThreads } from './fixed-chunks.ts';
import { asOneRow } from './flat-rows.ts';
import { eachOfGroup } from './group-loops.ts';
import { type Guarded, guardOf } from './guards.ts';
import { isColumnMajor } from './interchange-x-y.ts';
import { eachLane, eachThread, eachWarp, inChunks } from './kernel-loops.ts';
import { pause } from './kernel-phases.ts';
import { fetch, keep, slotPlace } from './kernel-scratch.ts';
import { type KernelWriter, warpSize } from './kernel-writer.ts';
import { memcpyIdiom } from './memcpy-idiom.ts';
import { narrowLists } from './narrow-lists.ts';
import {
  aliasesOf,
  asksWhere,
  chunkOf,
  keptBy,
  type LaneFacts,
  lanesOf,
  loopsReduced,
  usesSlots,
} from './region-chunk.ts';
import { alone, inChunksOf } from './remarks.ts';
import { type Row, rowOf } from './row-values.ts';
import { walksRows } from './row-walks.ts';
import { longChunk, pairOfRows, sharingChunks } from './shared-chunks.ts';
import { sharedLoads } from './shared-loads.ts';
import { assignStorage, type Region } from './storage.ts';
import { threadRows } from './thread-rows.ts';
import { isOfBlock } from './tile-groups.ts';
import { guardOfWarps } from './warp-guards.ts';
import { lanesOfWarp } from './warp-values.ts';

export function emitRegionBlock(k: KernelWriter, w: Writer, s: Extract<Statement, { kind: 'block' }>): boolean {
  if (k.cut.warps.has(s.label)) {
    eachWarp(k, w, s.body);
    return true;
  }
  const stop = k.phases?.pauses.get(s.label);
  if (k.phases && stop) {
    pause(k, w, k.phases, stop);
    return true;
  }
  if (!k.cut.threads.has(s.label)) return false;
  const region = k.storage.regions.get(s.label);
  if (k.cut.whole.has(s.label) || [...(region?.load ?? []), ...(region?.save ?? [])].some((l) => k.ofWarp.has(l))) {
    if (region) inWholeWarps(k, w, s.body, region);
    return true;
  }
  if (region && leavesNothing(k, s.body, region)) return true;
  const once = region && onceForBlock(k, s.body, region);
  if (once) {
    eachOfGroup(k, w, () => emitStatements(w, once));
    return true;
  }
  const flat = region && k.simd && !k.group?.rows.has(s.label) ? asOneRow(k, s.body, region) : undefined;
  if (flat) emitThreads(flat.flat, w, { ...s, body: flat.body }, region);
  else emitThreads(k, w, s, region);
  return true;
}

/** A region that runs thread by thread, in chunks or one by one. */
function emitThreads(
  k: KernelWriter,
  w: Writer,
  { label, body: list }: Extract<Statement, { kind: 'block' }>,
  region: Region | undefined,
): void {
  const usesSlot = k.slotsPerThread && usesSlots(list);
  const body = (): void => {
    if (usesSlot) slotPlace(k);
    if (region) fetch(k, w, region);
    emitStatements(w, list);
    if (region) keep(k, w, region);
  };
  if (region && k.descending.has(label)) {
    const plan = k.simd ? planOf(k, w, list, region, false) : undefined;
    emitStatements(w, plan?.first ?? []);
    inDescent(k, w, plan?.chunks ?? [], body);
    return;
  }
  const plan = k.simd && region ? planOf(k, w, list, region) : undefined;
  if (k.inWarp) {
    emitStatements(w, plan?.first ?? []);
    eachLane(k, w, plan?.chunks[0], body);
  } else if (plan && (plan.guard || plan.chunks.length > 0)) {
    const ofEach: Whole = (part) =>
      eachOfGroup(k, w, (block) => {
        emitStatements(w, plan.first ?? []);
        part(block);
      });
    const blocks = k.group?.rows.has(label) ? rowByRow(k, plan, list) : 'none';
    if (blocks === 'none') ofEach(() => inChunks(k, w, plan, body));
    else inChunks(k, w, plan, body, ofEach, blocks === 'wide');
  } else eachOfGroup(k, w, () => eachThread(k, w, body));
}

/** Which blocks of a group have the same rows: all of them, or those that no edge of an array cuts. */
function rowByRow(k: KernelWriter, plan: Plan, body: readonly Statement[]): 'all' | 'wide' | 'none' {
  const { guard, down, planes } = plan;
  if (down || planes || guard?.byRow || someStatement(body, (s) => s.kind === 'atomic')) return 'none';
  if (!guard) return 'all';
  const differ = (list: readonly Expression[]): boolean => list.some((e) => someExpression(e, isOfBlock));
  const before = guard.before.map((s) => s.value);
  if (guard.always.length > 0 && differ([...guard.always, ...before])) return 'none';
  if (!differ([...[...guard.x, ...guard.y].flatMap((b) => [b.thread, b.other]), ...before])) return 'all';
  return fixedThreads(k, plan) && k.group!.most <= 32 ? 'wide' : 'none';
}

/** All threads of a block of one row: what a guard says they ask themselves. */
function inDescent(k: KernelWriter, w: Writer, chunks: readonly Chunk[], body: () => void): void {
  inChunks(
    k,
    w,
    { guard: undefined, chunks, patch: undefined, planes: undefined, down: false, descending: true },
    body,
  );
}

/** What threads compute from their places is computed again where it is read. */
function leavesNothing(k: KernelWriter, body: readonly Statement[], region: Region): boolean {
  if (region.save.length > 0 || region.carried.length > 0) return false;
  return body.every((s) => s.kind === 'set' && !k.cut.single.has(s.local));
}

/** What a region sets, where that is the same for all threads and nothing else is left by it (`mean = s(1)/n` behind a barrier, a sum over what blocks left): one thread does it. */
function onceForBlock(k: KernelWriter, body: readonly Statement[], region: Region): readonly Statement[] | undefined {
  const { single, uniformity } = k.cut;
  if (k.inWarp || region.load.length + region.save.length > 0) return undefined;
  const kept = new Set([...single, ...region.carried]);
  const needed = withoutDead(body, k.locals.length, kept);
  const isOnce = (s: Statement): boolean => {
    if (!expressionsOf(s).every(uniformity.isUniform)) return false;
    if (s.kind === 'set') return !k.ofWarp.has(s.local);
    return (s.kind === 'for' || s.kind === 'if') && bodiesOf(s).every((b) => b.every(isOnce));
  };
  if (!needed.every(isOnce)) return undefined;
  // Counts of threads (votes) go on from thread to thread.
  const set = localsSetIn(needed);
  const before = liveBefore(needed, k.locals.length);
  return [...set].some((l) => before.has(l)) ? undefined : needed;
}

/** Chunks of whole warps, where x has no other threads. */
function inWholeWarps(k: KernelWriter, w: Writer, given: readonly Statement[], region: Region): void {
  const kept = keptBy(region);
  const guard = guardOfWarps(given, k.block, (l) => kept(l) || k.cut.single.has(l));
  const whole = rowOf(sharedLoads(guard?.body ?? given, k.locals), k.locals, kept);
  const arrays = new Set([...region.load, ...region.save].filter((l) => !k.ofWarp.has(l)));
  const how = { wholeWarps: true, aligned: true, before: whole.before };
  const lanes = lanesOf(k, whole.body, region, arrays, how);
  if (!lanes) throw new InternalError('a whole warp that cannot run together');
  const [planned, plannedLanes, first] = nested(k, whole, region, lanes, arrays, how);
  const [row, within] = loopsReduced(k, planned, region, plannedLanes, arrays, how);
  const chunk = chunkOf(k, w, row, region, within, 8, undefined, { whole: true });
  eachOfGroup(k, w, () => {
    emitStatements(w, first);
    inChunks(k, w, { guard, chunks: [chunk], patch: undefined, planes: undefined, down: false }, () => {});
  });
}

/** Whether all lanes of a warp come to its functions together. */
export function runsInWholeWarps(kernel: HoistedKernel): boolean {
  const { regions } = assignStorage(kernel);
  let runs = true;
  eachStatement(kernel.body, (s) => {
    const region = s.kind === 'block' && kernel.whole.has(s.label) ? regions.get(s.label) : undefined;
    if (s.kind !== 'block' || !region) return;
    const lanes = lanesOfWarp(kernel, region, s.body, new Set());
    if (!lanes || !warpsTogether(lanes, s.body)) runs = false;
  });
  return runs;
}

/** `narrows`: whether a guard's bounds are those of the loops. */
function planOf(k: KernelWriter, w: Writer, body: readonly Statement[], region: Region, narrows = true): Plan {
  const guard = k.inWarp || !narrows ? undefined : guarded(k, body, region);
  // A row that begins later than its first thread begins anywhere.
  const aligned = !guard?.x.some((b) => b.low);
  const whole = sharedLoads(guard ? withoutGuard(k, guard.body, region) : body, k.locals);
  const strided = narrows ? stridedIn(k, whole, region) : undefined;
  const straight = strided?.body ?? whole;
  // Lanes of a warp may come from several rows.
  const given = k.inWarp ? { before: [], body: straight } : rowOf(straight, k.locals, keptBy(region));
  const inner = given.body;
  const anyChunk = { wholeWarps: false, aligned: aligned && !strided, step: strided?.step, before: given.before };
  let why: Refusal | 'no-gain' = 'no-gain';
  const kept = new Set([...region.load, ...region.save]);
  const ofAny = lanesOf(k, inner, region, kept, anyChunk, (reason) => {
    why = reason;
  });
  const group = ofAny && anyChunk.aligned && !k.chunk ? leastGroup(inner, ofAny, (l) => k.values.get(l)) : undefined;
  const how = { ...anyChunk, most: group };
  const lanes = group ? lanesOf(k, inner, region, kept, how) : ofAny;
  const along = lanes && !strided ? alongRows(k, given, lanes, region, kept) : given;
  const lanesAlong = lanes && along !== given ? lanesOf(k, along.body, region, kept, how) : lanes;
  if (
    !lanes ||
    !lanesAlong ||
    (along === given && !isWorthwhile(lanes, inner, region.load.length + region.save.length))
  ) {
    k.device.remark(alone(k.fn.name, inner, why));
    return { guard, chunks: [], patch: undefined, planes: undefined, down: false };
  }
  const down = !k.inWarp && !guard?.byRow && !strided && isColumnMajor(straight, k.locals.length, lanes);
  const [planned, plannedLanes, first] = nested(k, along, region, lanesAlong, kept, how);
  const [row, within] = loopsReduced(k, planned, region, plannedLanes, kept, how);
  // What a straight list is about to hold counts; of loops that are unrolled, the iterations as they were.
  const isStraight = planned === given && !someStatement(inner, isLoop);
  const measured = isStraight ? widths(k, row.body, within, region) : widths(k, inner, lanes, region);
  const fours = fewEnough(down && !k.chunk ? narrow : measured, how);
  const threads = fours.map((n) => 4 * n);
  k.device.remark(inChunksOf(k.fn.name, inner, lanes, threads));
  const lengths = between(fours).map((n) => chunkOf(k, w, row, region, within, n, undefined, how));
  const usual = lengths.filter((s) => threads.includes(s.threads / (how.step ?? 1)));
  if (strided) return { guard, chunks: usual, patch: undefined, planes: undefined, down, first, strided };
  const moved = k.coalesceBlocks && !down ? memcpyIdiom(inner, region, lanes) : undefined;
  const setting = { k, w, body: straight, region, lanes, how };
  // Rows would share loads of numbers of 32 bits.
  const isNarrow = narrowLists(k, row.body, region, within, 4).size > 0;
  const apart = down || k.inWarp || guard?.byRow || isNarrow || along !== given;
  const together = apart ? { patch: undefined, planes: undefined } : sharingChunks(setting);
  const walks =
    along === given &&
    narrows &&
    !k.inWarp &&
    !down &&
    !isNarrow &&
    !moved &&
    !together.planes &&
    walksRows(inner, region, lanes);
  const [, rows, planes] = k.block ?? [1, 1, 1];
  const inRows = k.coalesceBlocks && rows > 1 && planes === 1 && !together.patch && !guard?.byRow;
  const long = walks ? longChunk(setting, 1, usual[0]!) : undefined;
  const pair = walks && inRows ? longChunk(setting, pairOfRows, usual[0]!) : undefined;
  const overlaps = narrows && !k.inWarp && !down && mayOverlap(k, straight, region, lanes);
  const light = work(inner, lanes) <= lightWork;
  const all = (chunks: readonly Chunk[]): readonly Chunk[] => (long ? [long, ...chunks] : chunks);
  const made: Plan = {
    guard,
    aligned,
    chunks: all(usual),
    lengths: all(lengths),
    down,
    moved,
    pair,
    overlaps,
    light,
    first,
    ...together,
  };
  return { ...made, rest: restOfRow(k, w, made, body, region) };
}

/** For rows of a known length whose last threads fill no chunk, where going through loops by themselves would take them longer. */
function restOfRow(
  k: KernelWriter,
  w: Writer,
  plan: Plan,
  body: readonly Statement[],
  region: Region,
): Chunk | undefined {
  const fixed = plan.overlaps || k.inWarp || !someStatement(body, isLoop) ? undefined : fixedThreads(k, plan);
  if (!fixed || asks(fixed) || fixed.x.high - fixed.x.low <= 0) return undefined;
  const { low, high } = fixed.x;
  const left = (high - low) % 4;
  if (left < fewestMasked) return undefined;
  const exists = high - left + 4 <= fixed.block[0];
  const keeps = region.load.length + region.save.length + region.carried.length > 0;
  if (!exists && (keeps || usesSlots(body))) return undefined;
  const isIn = op('lt', [special('tid.x'), i32(high)]);
  const masked: readonly Statement[] = exists ? body : [{ kind: 'if', condition: isIn, then: body, otherwise: [] }];
  // What is found once for a row is that of the first chunk.
  const row = { before: [], body: sharedLoads(masked, k.locals) };
  const how = { wholeWarps: false, aligned: low === 0 };
  const kept = new Set([...region.load, ...region.save]);
  const lanes = lanesOf(k, row.body, region, kept, how);
  if (!lanes) return undefined;
  const [reduced, within] = loopsReduced(k, row, region, lanes, kept, how);
  return chunkOf(k, w, reduced, region, within, 1, undefined);
}

/** A row whose threads go along rows of memory of their own. */
function alongRows(k: KernelWriter, row: Row, lanes: Lanes, region: Region, kept: ReadonlySet<number>): Row {
  const stays = new Set([...kept, ...region.carried, ...k.ofWarp, ...k.cut.single]);
  const body = threadRows(k, row.body, { lanes, kept: (l) => stays.has(l), aliases: () => aliasesOf(k) });
  return body === row.body ? row : { ...row, body };
}

/** Threads of such rows that keep anything are counted on one by one. */
function stridedIn(k: KernelWriter, body: readonly Statement[], region: Region): StridedGuard | undefined {
  if (k.inWarp || region.load.length + region.save.length + region.carried.length > 0 || usesSlots(body))
    return undefined;
  const lanes = lanesOf(k, body, region, new Set(), { wholeWarps: false, aligned: false });
  const asksLanes = (e: Expression): boolean => e.kind === 'special' && e.name === 'laneid';
  if (!lanes || someStatement(body, (s) => expressionsOf(s).some((e) => someExpression(e, asksLanes))))
    return undefined;
  return stridedGuard(body, lanes);
}

/** All widths from the widest to the narrowest. */
function between(fours: readonly ChunkWidth[]): readonly ChunkWidth[] {
  const [most, least] = [fours[0] ?? 1, fours.at(-1) ?? 1];
  return chunkWidths.filter((n) => n <= most && n >= least).reverse();
}

/** What only the guard asked for is found by nobody any more. */
function withoutGuard(k: KernelWriter, body: readonly Statement[], region: Region): readonly Statement[] {
  const kept = [...region.save, ...region.carried, ...k.cut.single];
  for (let before = body; ; ) {
    const after = withoutDead(before, k.locals.length, kept);
    if (after === before) return after;
    before = after;
  }
}

/** Whether chunks may begin anywhere and threads run twice. */
function mayOverlap(k: KernelWriter, body: readonly Statement[], region: Region, lanes: Lanes): boolean {
  const asks = (e: Expression): boolean => asksWhere(e, lanes);
  if (someStatement(body, (s) => expressionsOf(s).some((e) => someExpression(e, asks)))) return false;
  return mayRunTwice(body, aliasesOf(k), { taken: region.load, left: region.save, single: k.cut.single });
}

/** A row after the steps that nests of loops go through. */
function nested(
  k: KernelWriter,
  row: Row,
  region: Region,
  lanes: Lanes,
  kept: ReadonlySet<number>,
  how: LaneFacts,
): readonly [Row, Lanes, readonly Statement[]] {
  const stays = new Set([...kept, ...region.carried, ...k.ofWarp, ...k.cut.single]);
  // A row of blocks has no corners that are known.
  const [x, y, z] = (!k.coalesceBlocks && k.block) || [];
  const axes: readonly Axis[] = k.inWarp
    ? [{ name: 'lane', extent: warpSize, how: 'vector' }]
    : [
        { name: 'thread.z', extent: z, how: 'serial' },
        { name: 'thread.y', extent: y, how: 'serial' },
        { name: 'thread.x', extent: x, how: 'vector', step: how.step },
      ];
  const { strideOf } = lanes;
  const { name } = k.fn;
  const known = k.cut.locals.length;
  const ofRow = new Set(row.before.flatMap(localsSet));
  const { single, uniformity } = k.cut;
  const isShared = (l: number): boolean => single.has(l) || !(uniformity.varying.has(l) || region.load.includes(l));
  let last = lanes;
  const analysed = (nest: Nest): Nest | undefined => {
    const found = lanesOf(k, nest.body, region, kept, how);
    if (!found) return undefined;
    last = found;
    return { ...nest, strideOf: found.strideOf };
  };
  const given = {
    name,
    axes,
    body: row.body,
    locals: k.locals,
    strideOf,
    kept: (l: number) => stays.has(l),
    same: (l: number) => l < known && !region.written.has(l) && !ofRow.has(l) && isShared(l),
    first: [],
  };
  const { body, first } = plan(given, analysed, k.device.nest);
  return [body === row.body ? row : { ...row, body }, last, first];
}

/** Few columns at a time, so that all their cache lines stay near. */
const narrow: readonly ChunkWidth[] = [2, 1];

function guarded(k: KernelWriter, body: readonly Statement[], region: Region): Guarded | undefined {
  const { single, uniformity } = k.cut;
  // What each thread keeps for itself no register holds before its turn, though it be the same in all of them.
  const ofThread = new Set(region.load);
  return guardOf({
    body,
    isShared: (l) => single.has(l) || !(uniformity.varying.has(l) || ofThread.has(l)),
    kept: new Set([...region.save, ...region.carried, ...single]),
    heldBefore: (l) => k.values.get(l),
  });
}
