/** How a region of a kernel is written: thread by thread, in strips of neighbours, or in patches of several rows. */
import type { Statement } from '../../ir/module.ts';
import { expressionsOf, someExpression, someStatement } from '../../ir/walk.ts';
import type { StripWidth } from './artifact.ts';
import { onDevice } from './device.ts';
import { getLocal } from './expression.ts';
import { type Guarded, guardOf } from './guards.ts';
import { eachLane, eachThread, eachWarp, inStrips, type Plan, type Strip } from './kernel-loops.ts';
import { pause } from './kernel-phases.ts';
import { element, fetch, keep, slotPlace } from './kernel-scratch.ts';
import { type KernelWriter, param } from './kernel-writer.ts';
import { analyseLanes, isWorthwhile, type Lanes } from './lanes.ts';
import { type Patch, patchOf } from './patch.ts';
import { emitStatements, type Writer } from './statement.ts';
import type { Region } from './storage.ts';
import { VectorWriter } from './vector.ts';

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
  const usesSlot =
    k.slotsPerThread &&
    someStatement(s.body, (x) => expressionsOf(x).some((e) => someExpression(e, (y) => y.kind === 'slot')));
  const body = (): void => {
    if (usesSlot) slotPlace(k);
    if (region) fetch(k, w, region);
    emitStatements(w, s.body);
    if (region) keep(k, w, region);
  };
  const plan = k.simd && region ? planOf(k, w, s.body, region) : undefined;
  if (k.inWarp) eachLane(k, w, plan?.strips[0], body);
  else if (plan && (plan.guard || plan.strips.length > 0)) inStrips(k, w, plan, body);
  else eachThread(k, w, body);
  return true;
}

const rowsAtOnce = 4;

function planOf(k: KernelWriter, w: Writer, body: readonly Statement[], region: Region): Plan {
  const guard = k.inWarp ? undefined : guarded(k, body, region);
  const inner = guard?.body ?? body;
  const lanes = lanesOf(k, inner, region, new Set([...region.load, ...region.save]));
  if (!lanes || !isWorthwhile(lanes, inner)) return { guard, strips: [], patch: undefined };
  const strips = widths(k, inner, lanes).map((fours) => strip(k, w, inner, region, lanes, fours, undefined));
  return { guard, strips, patch: k.inWarp || guard?.byRow ? undefined : patchStrip(k, w, inner, region, lanes) };
}

function guarded(k: KernelWriter, body: readonly Statement[], region: Region): Guarded | undefined {
  const { single, uniformity } = k.cut;
  return guardOf({
    body,
    isShared: (l) => single.has(l) || !uniformity.varying.has(l),
    kept: new Set([...region.save, ...region.carried, ...single]),
  });
}

function lanesOf(
  k: KernelWriter,
  body: readonly Statement[],
  region: Region,
  arrays: ReadonlySet<number>,
): Lanes | undefined {
  const carried = new Set(region.carried);
  return analyseLanes({ body, locals: k.locals.length, arrays, single: k.cut.single, carried, inWarp: k.inWarp });
}

function patchStrip(
  k: KernelWriter,
  w: Writer,
  body: readonly Statement[],
  region: Region,
  lanes: Lanes,
): Plan['patch'] {
  const kept = new Set([...region.load, ...region.save]);
  const patch = patchOf(
    {
      body,
      locals: k.locals,
      differs: (l) => kept.has(l),
      common: new Set([...region.carried, ...k.cut.single]),
      isLong: (e) => lanes.strideOf(e) !== 0,
    },
    rowsAtOnce,
  );
  if (!patch) return undefined;
  k.locals.push(...patch.locals.slice(k.locals.length));
  for (const [copy, { local }] of patch.rows) if (kept.has(local)) kept.add(copy);
  const patchLanes = lanesOf(k, patch.body, region, kept);
  if (!patchLanes || !isWorthwhile(patchLanes, patch.body)) return undefined;
  const wide = [...patch.rows.values()].some(
    ({ local }) => isWide(k, local) && lanes.strideOfLocal(local) === undefined,
  );
  // A patch that waits for far memory takes whole cache lines, one of shared tiles what fits into registers.
  const far = patch.shared.some((type) => type !== 'ptr.shared');
  const fours = k.strip ?? (far ? (wide ? 2 : 4) : wide ? 1 : 2);
  return { ...strip(k, w, patch.body, region, patchLanes, fours, patch), rows: rowsAtOnce };
}

function strip(
  k: KernelWriter,
  w: Writer,
  body: readonly Statement[],
  region: Region,
  lanes: Lanes,
  fours: StripWidth,
  patch: Patch | undefined,
): Strip {
  const own = k.cut.locals.length;
  const writer = new VectorWriter({
    w,
    lanes,
    locals: k.locals,
    fours,
    parts: partsFor(k, fours),
    constants: k.constants,
    tx: k.at.tx,
    t: k.at.t,
    lane: k.inWarp ? k.at.lane : undefined,
    single: k.cut.single,
    spill: { put: () => getLocal(k.code.out, param.scratch), slots: k.spills, offset: k.spillOffset },
    isWritten: (l) => l >= own || region.written.has(l),
  });
  const copies = [...(patch?.rows ?? [])];
  const each = (list: readonly number[], use: (local: number, place: () => void) => void): void => {
    for (const l of list) {
      use(l, () => element(k, l));
      for (const [copy, { local, row }] of copies) if (local === l) use(copy, () => element(k, l, row));
    }
  };
  return {
    threads: 4 * fours,
    before: writer.before,
    write: () => {
      each(region.load, (l, place) => writer.fetch(l, place));
      writer.list(body);
      each(region.save, (l, place) => writer.keep(l, place));
    },
  };
}

/** In loops several chains of operations hide each other's latency, as long as they find room in registers. */
function widths(k: KernelWriter, body: readonly Statement[], lanes: Lanes): readonly StripWidth[] {
  if (k.strip) return [k.strip];
  if (!someStatement(body, (s) => s.kind === 'for' || s.kind === 'loop')) return [2];
  return heldInLoops(k, body, lanes) <= 3 ? [4, 1] : [2, 1];
}

/** The most vectors that a loop reads or leaves, for four threads. */
function heldInLoops(k: KernelWriter, list: readonly Statement[], lanes: Lanes): number {
  let most = 0;
  someStatement(list, (s) => {
    if (s.kind !== 'for' && s.kind !== 'loop') return false;
    const held = lanes.taken([s]).reduce((n, l) => n + (isWide(k, l) ? 2 : 1), 0);
    most = Math.max(most, held);
    return false;
  });
  return most;
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
