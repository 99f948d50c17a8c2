/** How a region of a kernel is written: thread by thread, in strips of neighbours, or in patches of several rows. */
import { InternalError } from '../../../base/impossible.ts';
import { type Bits, liveBefore } from '../../../ir/liveness.ts';
import type { Expression, Statement } from '../../../ir/module.ts';
import { eachStatement, expressionsOf, isLoop, someExpression, someStatement } from '../../../ir/walk.ts';
import type { CutKernel } from '../../../passes/cut-parts.ts';
import { onDevice } from '../device.ts';
import type { StripWidth } from '../encode/artifact.ts';
import { getLocal } from '../expression.ts';
import { emitStatements, type Writer } from '../statement.ts';
import { analyseLanes, type Lanes, type Refusal, warpsTogether } from '../vector/lanes.ts';
import { VectorWriter } from '../vector/vector.ts';
import { isCheap, isWorthwhile } from '../vector/worthwhile.ts';
import { walksDown } from './columns.ts';
import { eachOfGroup } from './group-loops.ts';
import { type Guarded, guardOf } from './guards.ts';
import { innerLoops } from './inner-loops.ts';
import { eachLane, eachThread, eachWarp, inStrips } from './kernel-loops.ts';
import { pause } from './kernel-phases.ts';
import { element, fetch, keep, slotPlace } from './kernel-scratch.ts';
import { type KernelWriter, param } from './kernel-writer.ts';
import { movedRow } from './moved-rows.ts';
import { type Patch, patchOf } from './patch.ts';
import { sumsWait } from './region-sums.ts';
import { alone, inStripsOf } from './remarks.ts';
import type { RowLocals } from './row-copies.ts';
import { inLongerRows, type NeighbourFacts, type Neighbours, neighbours } from './row-loads.ts';
import { turnOf } from './row-turns.ts';
import { type Row, rowOf } from './row-values.ts';
import { sharedLoads } from './shared-loads.ts';
import { assignStorage, type Region } from './storage.ts';
import type { Plan, Strip } from './strip.ts';
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
  const usesSlot = k.slotsPerThread && usesSlots(s.body);
  const body = (): void => {
    if (usesSlot) slotPlace(k);
    if (region) fetch(k, w, region);
    emitStatements(w, s.body);
    if (region) keep(k, w, region);
  };
  if (region && k.descending.has(s.label)) {
    inDescent(k, w, k.simd ? planOf(k, w, s.body, region, false).strips : [], body);
    return true;
  }
  const plan = k.simd && region ? planOf(k, w, s.body, region) : undefined;
  if (k.inWarp) eachLane(k, w, plan?.strips[0], body);
  else if (plan && (plan.guard || plan.strips.length > 0)) {
    if (k.group?.rows.has(s.label) && goRowByRow(plan, s.body))
      inStrips(k, w, plan, body, (part) => eachOfGroup(k, w, part));
    else eachOfGroup(k, w, () => inStrips(k, w, plan, body));
  } else eachOfGroup(k, w, () => eachThread(k, w, body));
  return true;
}

/** Whether all blocks of a group have the same rows. */
function goRowByRow({ guard, down, planes }: Plan, body: readonly Statement[]): boolean {
  if (down || planes || guard?.byRow || someStatement(body, (s) => s.kind === 'atomic')) return false;
  const bounds = guard ? [...guard.x, ...guard.y].flatMap((b) => [b.thread, b.other]) : [];
  const all = guard ? [...bounds, ...guard.always, ...guard.before.map((s) => s.value)] : [];
  return !all.some((e) => someExpression(e, isOfBlock));
}

/** All threads of a block of one row: what a guard says they ask themselves. */
function inDescent(k: KernelWriter, w: Writer, strips: readonly Strip[], body: () => void): void {
  inStrips(
    k,
    w,
    { guard: undefined, strips, patch: undefined, planes: undefined, down: false, descending: true },
    body,
  );
}

/** What threads compute from their places is computed again where it is read. */
function leavesNothing(k: KernelWriter, body: readonly Statement[], region: Region): boolean {
  if (region.save.length > 0 || region.carried.length > 0) return false;
  return body.every((s) => s.kind === 'set' && !k.cut.single.has(s.local));
}

/** Strips of whole warps, where x has no other threads. */
function inWholeWarps(k: KernelWriter, w: Writer, given: readonly Statement[], region: Region): void {
  const kept = keptBy(region);
  const guard = guardOfWarps(given, k.block, (l) => kept(l) || k.cut.single.has(l));
  const row = rowOf(sharedLoads(guard?.body ?? given, k.locals), k.locals, kept);
  const { body } = row;
  const arrays = [...region.load, ...region.save].filter((l) => !k.ofWarp.has(l));
  const lanes = lanesOf(k, body, region, new Set(arrays), { wholeWarps: true, aligned: true });
  if (!lanes) throw new InternalError('a whole warp that cannot run together');
  const whole = strip(k, w, row, region, lanes, 8, undefined, true);
  inStrips(k, w, { guard, strips: [whole], patch: undefined, planes: undefined, down: false }, () => {});
}

function ordersOf(k: KernelWriter): number {
  k.orders.used = true;
  return k.orders.place;
}

/** Whether all lanes of a warp come to its functions together. */
export function runsInWholeWarps(kernel: CutKernel): boolean {
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

function usesSlots(body: readonly Statement[]): boolean {
  return someStatement(body, (x) => expressionsOf(x).some((e) => someExpression(e, (y) => y.kind === 'slot')));
}

const rowsAtOnce = 4;
/** Of panels, whose memory is near: whole cache lines of few rows find room in registers. */
const rowsOfPanels = 2;
const planesAtOnce = 2;

/** `narrows`: whether a guard's bounds are those of the loops. */
function planOf(k: KernelWriter, w: Writer, body: readonly Statement[], region: Region, narrows = true): Plan {
  const guard = k.inWarp || !narrows ? undefined : guarded(k, body, region);
  const straight = sharedLoads(guard?.body ?? body, k.locals);
  // Lanes of a warp may come from several rows.
  const given = k.inWarp ? { before: [], body: straight } : rowOf(straight, k.locals, keptBy(region));
  const inner = given.body;
  // A row that begins later than its first thread begins anywhere.
  const aligned = !guard?.x.some((b) => b.low);
  const how = { wholeWarps: false, aligned };
  let why: Refusal | 'no-gain' = 'no-gain';
  const kept = new Set([...region.load, ...region.save]);
  const lanes = lanesOf(k, inner, region, kept, how, (reason) => {
    why = reason;
  });
  if (!lanes || !isWorthwhile(lanes, inner)) {
    k.device.remark(alone(k.fn.name, inner, why));
    return { guard, strips: [], patch: undefined, planes: undefined, down: false };
  }
  const down = !k.inWarp && !guard?.byRow && walksDown(straight, lanes);
  const fours = down && !k.strip ? narrow : widths(k, inner, lanes);
  const [row, within] = loopsReduced(k, given, region, lanes, kept, how);
  const threads = fours.map((n) => 4 * n);
  k.device.remark(inStripsOf(k.fn.name, inner, lanes, threads));
  const strips = fours.map((n) => strip(k, w, row, region, within, n, undefined));
  const moved = k.blockRows && !down ? movedRow(inner, region, lanes) : undefined;
  const together =
    down || k.inWarp || guard?.byRow
      ? { patch: undefined, planes: undefined }
      : patches({ k, w, body: straight, region, lanes, how });
  const [, rows, planes] = k.block ?? [1, 1, 1];
  const inRows = k.blockRows && rows > 1 && planes === 1 && !down && !moved && !together.patch && !guard?.byRow;
  const turn = inRows ? turnOf(inner, region, lanes) : undefined;
  return { guard, strips, down, moved, turn, ...together };
}

/** Few columns at a time, so that all their cache lines stay near. */
const narrow: readonly StripWidth[] = [2, 1];

function guarded(k: KernelWriter, body: readonly Statement[], region: Region): Guarded | undefined {
  const { single, uniformity } = k.cut;
  // What each thread keeps for itself no register holds before its turn, though it be the same in all of them.
  const ofThread = new Set(region.load);
  return guardOf({
    body,
    isShared: (l) => single.has(l) || !(uniformity.varying.has(l) || ofThread.has(l)),
    kept: new Set([...region.save, ...region.carried, ...single]),
  });
}

function lanesOf(
  k: KernelWriter,
  body: readonly Statement[],
  region: Region,
  arrays: ReadonlySet<number>,
  how: { readonly wholeWarps: boolean; readonly aligned: boolean },
  refused: (why: Refusal) => void = () => {},
): Lanes | undefined {
  const carried = new Set(region.carried);
  const { single } = k.cut;
  const { inWarp, slotBytes } = k;
  return analyseLanes({ body, locals: k.locals.length, arrays, single, carried, inWarp, slotBytes, refused, ...how });
}

type Patches = Pick<Plan, 'patch' | 'planes'>;

type PatchSetting = {
  readonly k: KernelWriter;
  readonly w: Writer;
  readonly body: readonly Statement[];
  readonly region: Region;
  readonly lanes: Lanes;
  readonly how: { readonly wholeWarps: boolean; readonly aligned: boolean };
};

/** Strips of several rows that share loads, or else of two planes that do. */
function patches(p: PatchSetting): Patches {
  const { k, body, region, lanes } = p;
  const kept = new Set([...region.load, ...region.save]);
  const facts = {
    body,
    locals: k.locals,
    differs: (l: number): boolean => kept.has(l),
    common: new Set([...region.carried, ...k.cut.single]),
    isLong: (e: Expression): boolean => lanes.strideOf(e) !== 0,
  };
  const places = { ...facts, address: k.device.layout.address, values: k.values };
  const near = neighbours(places, rowsAtOnce, 'tid.y');
  const planes = near || kept.size > 0 ? undefined : neighbours(places, planesAtOnce, 'tid.z');
  if (planes) return { patch: undefined, planes: neighbourStrip(p, places, planes, planesAtOnce, 'tid.z') };
  const rows = !near && k.blockRows?.loops && !k.wide ? rowsOfPanels : rowsAtOnce;
  const patch = near ? undefined : patchOf(facts, rows);
  const strip = near
    ? neighbourStrip(p, places, near, rowsAtOnce, 'tid.y')
    : patch && patchStrip(p, patch, foursOf(p, patch));
  return { patch: strip && { ...strip, rows }, planes: undefined };
}

/** What is held leaves room for strips that are narrow: as many as make up a cache line share the arithmetic of places, if rows are made of them. */
function neighbourStrip(
  p: PatchSetting,
  facts: NeighbourFacts,
  one: Neighbours,
  rows: number,
  place: 'tid.y' | 'tid.z',
): Strip | undefined {
  const { k, region } = p;
  const held = fitting(one.held);
  const fours = k.strip ?? (k.wide ? twice[held] : held);
  const threads = 4 * fours;
  const kept = region.load.length + region.save.length;
  const length = k.block?.[0] ?? 1;
  const strips = kept > 0 ? 1 : (Math.min(stretchThreads, length & -length) / threads) | 0;
  if (strips < 2) return patchStrip(p, one, fours);
  const strip = patchStrip(p, inLongerRows(facts, rows, place, { strips, threads }), fours);
  return strip && { ...strip, threads: strips * threads };
}

/** Where two vectors take one register. */
const twice = { 1: 2, 2: 4, 4: 8 } as const;

/** Two cache lines of 4-byte numbers: what a row spends on its places is spent for more of them. */
const stretchThreads = 32;

/** A patch that waits for far memory takes whole cache lines, one of shared tiles what fits into registers. */
function foursOf({ k, lanes }: PatchSetting, patch: Patch): StripWidth {
  const wide = [...patch.rows.values()].some(
    ({ local }) => isWide(k, local) && lanes.strideOfLocal(local) === undefined,
  );
  const far = patch.shared.some((type) => type !== 'ptr.shared');
  const near = wide ? 1 : 2;
  if (far) return wide ? 2 : 4;
  return k.wide ? twice[near] : near;
}

function patchStrip(
  { k, w, region, how }: PatchSetting,
  patch: Pick<Patch, 'body' | 'locals' | 'rows'>,
  fours: StripWidth,
): Strip | undefined {
  const kept = new Set([...region.load, ...region.save]);
  k.locals.push(...patch.locals.slice(k.locals.length));
  for (const [copy, { local }] of patch.rows) if (kept.has(local)) kept.add(copy);
  const given = rowOf(patch.body, k.locals, (l) => kept.has(l));
  const lanes = lanesOf(k, given.body, region, kept, how);
  if (!lanes || !isWorthwhile(lanes, given.body)) return undefined;
  const [row, within] = loopsReduced(k, given, region, lanes, kept, how);
  return strip(k, w, row, region, within, k.strip ?? fours, patch);
}

/** The same with its innermost loops as they run best, and what its lanes look like then. */
function loopsReduced(
  k: KernelWriter,
  row: Row,
  region: Region,
  lanes: Lanes,
  kept: ReadonlySet<number>,
  how: { readonly wholeWarps: boolean; readonly aligned: boolean },
): readonly [Row, Lanes] {
  const stays = new Set([...kept, ...region.carried, ...k.cut.single]);
  const body = innerLoops(row.body, k.locals, { lanes, kept: (l) => stays.has(l), wide: k.wide });
  const within = body === row.body ? undefined : lanesOf(k, body, region, kept, how);
  return within ? [{ ...row, body }, within] : [row, lanes];
}

/** As many times four threads as the vectors that rows hold find registers for. */
function fitting(held: number): 1 | 2 | 4 {
  return held > 5 ? 1 : held > 2 ? 2 : 4;
}

function strip(
  k: KernelWriter,
  w: Writer,
  row: Row,
  region: Region,
  lanes: Lanes,
  fours: StripWidth,
  patch: { readonly rows: RowLocals } | undefined,
  whole = false,
): Strip {
  const own = k.cut.locals.length;
  const kept = new Set([...region.load, ...region.save]);
  const writer = new VectorWriter({
    w,
    lanes,
    locals: k.locals,
    fours,
    parts: partsFor(k, fours),
    loops: someStatement(row.body, isLoop),
    wide: k.wide,
    constants: k.constants,
    tx: k.at.tx,
    t: k.at.t,
    lane: k.inWarp ? k.at.lane : undefined,
    single: k.cut.single,
    safe: k.device.layout.stackLow,
    slot: { local: k.slotsPerThread ? k.at.slot : k.at.slots, bytes: k.slotBytes },
    spill: { there: true, put: () => getLocal(k.code.out, param.scratch), slots: k.spills, offset: k.spillOffset },
    sumsWait: !k.inWarp && sumsWait(row.body, (l) => l < own && !region.written.has(l) && !kept.has(l)),
    orders: whole ? () => ordersOf(k) : undefined,
    inVain: isCheap,
    // Memory that no other worker sees.
    storesBack: ({ to }) => (to.type === 'ptr.shared' || to.type === 'ptr.local' ? 'always' : 'never'),
    isWritten: (l) => l >= own || region.written.has(l) || k.ofWarp.has(l),
  });
  const copies = [...(patch?.rows ?? [])];
  const each = (list: readonly number[], use: (local: number, place: () => void) => void): void => {
    for (const l of list) {
      if (k.ofWarp.has(l)) continue;
      use(l, () => element(k, l));
      for (const [copy, { local, row }] of copies) if (local === l) use(copy, () => element(k, l, row));
    }
  };
  return {
    threads: 4 * fours,
    before: writer.before,
    after: () => writer.after(),
    row: () => emitStatements(w, row.before),
    write: () => {
      if (k.slotsPerThread && usesSlots(row.body)) slotPlace(k);
      fetch(k, w, { load: region.load.filter((l) => k.ofWarp.has(l)) });
      each(region.load, (l, place) => writer.fetch(l, place));
      writer.list(row.body);
      keep(k, w, { save: region.save.filter((l) => k.ofWarp.has(l)) });
      each(region.save, (l, place) => writer.keep(l, place));
    },
  };
}

/** In loops several chains of operations hide each other's latency, as long as they find room in registers. */
function widths(k: KernelWriter, body: readonly Statement[], lanes: Lanes): readonly StripWidth[] {
  if (k.strip) return [k.strip];
  // A function of WebAssembly has 50,000 registers at most.
  if (work(body, lanes) > hugeWork) return [1];
  const found = widthsOfVectors(k, body, lanes);
  return k.wide ? joined[found[0]] : found;
}

/** What holds two vectors in a register takes twice as many. */
const joined: Readonly<Record<StripWidth, readonly StripWidth[]>> = {
  1: [2, 1],
  2: [4, 1],
  4: [8, 2, 1],
  8: [8, 2, 1],
};

type Widths = readonly [StripWidth, ...StripWidth[]];

function widthsOfVectors(k: KernelWriter, body: readonly Statement[], lanes: Lanes): Widths {
  const apart = someStatement(body, (s) => isLoop(s) && partsTurns(s, lanes));
  // Where lanes leave loops at different times two chains of operations are worth more than registers.
  if (!apart && heldAtOnce(k, body, lanes) > registers) return [1];
  if (!someStatement(body, isLoop)) {
    if (work(body, lanes) <= lightWork && streams(body, lanes)) return [8, 4, 1];
    return work(body, lanes) <= lightWork || !someStatement(body, (s) => parts(s, lanes)) ? [4, 1] : [2];
  }
  // The more lanes, the longer those that are done wait for the others.
  const held = heldInLoops(k, body, lanes);
  if (held <= 1 && !apart && work(body, lanes) <= lightWork && onlyStreams(body, lanes)) return [8, 4, 1];
  return held <= 3 && !apart ? [4, 1] : [2, 1];
}

/** Whether lanes may well leave a loop at different times. Where a quotient of places is their number of turns, as in loops that step over a block or grid, most agree. */
function partsTurns(s: Statement, lanes: Lanes): boolean {
  if (!lanes.isParted(s)) return false;
  if (s.kind !== 'for' || lanes.leavesApart(s) || lanes.strideOf(s.step) !== 0) return true;
  const counts = lanes.strideOf(s.from) !== undefined && lanes.strideOf(s.trips) === undefined;
  return !counts || !lanes.isMonotone(s.trips);
}

/** Whether loops read nothing but a vector or two in each turn: the further they reach at once, the fewer jumps they make through memory. */
function onlyStreams(body: readonly Statement[], lanes: Lanes): boolean {
  return !someStatement(body, (s) => isLoop(s) && !streams(s.body, lanes));
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
  return (s.kind === 'if' && s.usual !== true && lanes.strideOf(s.condition) !== 0) || lanes.isParted(s);
}

/** Vectors that a processor holds while it computes. */
const registers = 16;

/** The most vectors of one place that are needed later on, for four threads. */
function heldAtOnce(k: KernelWriter, list: readonly Statement[], lanes: Lanes): number {
  const vectors = k.locals.flatMap((_, l) =>
    k.cut.single.has(l) || lanes.strideOfLocal(l) !== undefined ? [] : [{ l, weight: isWide(k, l) ? 2 : 1 }],
  );
  let most = 0;
  const count = (_: Statement, after: Bits): void => {
    most = Math.max(
      most,
      vectors.reduce((n, { l, weight }) => (after.has(l) ? n + weight : n), 0),
    );
  };
  liveBefore(list, k.locals.length, () => {}, count);
  return most;
}

/** Beyond so many operations the lanes of a strip would take too many registers. */
const hugeWork = 2000;

/** Up to so many operations, whole cache lines a step are worth more than free registers. */
const lightWork = 40;

function work(list: readonly Statement[], lanes: Lanes): number {
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

/** Locals that outlive a region. */
function keptBy(region: Region): (local: number) => boolean {
  const kept = new Set([...region.load, ...region.save, ...region.carried]);
  return (l) => kept.has(l);
}

/** Whether a vector of four takes two registers. */
function isWide(k: KernelWriter, local: number): boolean {
  const type = onDevice(k.device, k.locals[local]!.type);
  return type === 'i64' || type === 'f64';
}

function partsFor(k: KernelWriter, fours: number): Map<number, readonly number[]> {
  const known = k.parts.get(fours) ?? new Map<number, readonly number[]>();
  k.parts.set(fours, known);
  return known;
}
