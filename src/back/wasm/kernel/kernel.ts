/**
 * One kernel as a function that runs blocks one after another. Each region of the cut kernel becomes a loop over the threads of the block
 * (over z, y and x, so that neighbours in x follow each other), or over the lanes of a warp.
 */

import { InternalError } from '../../../base/impossible.ts';
import { isWarpBarrier } from '../../../ir/effects.ts';
import type { Expression, Fn, Statement } from '../../../ir/module.ts';
import type { SpecialName } from '../../../ir/operations.ts';
import { mayWait } from '../../../ir/waiting-loops.ts';
import { changeBodies, replaceEach, someStatement } from '../../../ir/walk.ts';
import { realsOfLocals } from '../../../opt/analysis/real-values.ts';
import { exchanged, type OtherAxis } from '../../../opt/kernel/exchange-axes.ts';
import type { HoistedKernel } from '../../../opt/kernel/hoist-invariants.ts';
import type { InterchangedLoops } from '../../../opt/kernel/interchange-thread-loops.ts';
import type { Interleaved } from '../../../opt/kernel/interleave-slots.ts';
import type { PrivateSum } from '../../../opt/kernel/privatise-atomics.ts';
import type { PrivateHistograms } from '../../../opt/kernel/privatise-histograms.ts';
import type { RegionKernel } from '../../../opt/kernel/region-parts.ts';
import type { Watched } from '../../../opt/passes.ts';
import { placeValues, regionsOf, schedule, straightened, withInterleavedSlots } from '../../../opt/pipeline.ts';
import {
  type Device,
  deviceHooks,
  functionValue,
  globalAddress,
  hiddenParams,
  launchFields,
  onDevice,
} from '../device.ts';
import { offsetAddress } from '../encode/address-code.ts';
import {
  type AddressType,
  type BlockSize,
  blocksOfRow,
  type ChunkWidth,
  launchRecord,
  type Scratch as NeededScratch,
} from '../encode/artifact.ts';
import { Bytes, type Code } from '../encode/encode.ts';
import { type Frame, getLocal, i32const, setLocal } from '../expression.ts';
import { alignUp } from '../layout.ts';
import { placeSlots, withSlotsInUse } from '../slots.ts';
import { emitStatements, jump, type Writer, writer } from '../statement.ts';
import { packingOrders } from '../vector/vector-packed.ts';
import { blockGroups, eachGroup } from './block-groups.ts';
import { widest, widestWithSlots } from './chunk-widths.ts';
import { type CoalescedBlocks, coalesceBlocks } from './coalesce-blocks.ts';
import { startGroups } from './group-loops.ts';
import { gainsByWidth } from './joined-vectors.ts';
import { eachBlock, eachThread } from './kernel-loops.ts';
import { goOn, inPhases, phasesOf, usesClusters } from './kernel-phases.ts';
import { emitRegionBlock, runsInWholeWarps } from './kernel-regions.ts';
import { baseOfSlot, placeScratch, planScratch, recursionStack, type Scratch } from './kernel-scratch.ts';
import { emitSpecial, places } from './kernel-specials.ts';
import { type KernelWriter, loadLaunch, loads, param, stores } from './kernel-writer.ts';
import { distributeLoop } from './loop-distribution.ts';
import { aliasesOf } from './region-chunk.ts';
import { assignStorage } from './storage.ts';
import { emitThreadRow } from './thread-rows.ts';
import { isOfBlock, type TileGroup, tileBytes } from './tile-groups.ts';
import { warpValues } from './warp-values.ts';

/** Rows longer than this gain nothing; where threads keep values in memory, these should stay near. */
const longRow = 16384;
const nearRow = 1024;
/** A good part of a core's second cache. */
const nearBytes = 1 << 18;
/** Where each iteration of a loop reads such a row somewhere else. */
const longestRow = 131072;

export type WrittenKernel = {
  readonly code: Code;
  readonly scratch: NeededScratch;
  readonly locals: number;
  /** Whether it is called again where its blocks wait for each other. */
  readonly inPhases: boolean;
  /** Whether its loops go iteration by iteration through blocks that run as one. */
  readonly inTurns: boolean;
  /** Whether vectors of 256 bits may make it faster. */
  readonly widens: boolean;
  /** Its code only chooses between others. */
  readonly chooses?: true;
  /** Whether some of its blocks run their first regions together. */
  readonly inGroups: boolean;
};

export function writeKernel(
  device: Device,
  given: Fn,
  whole: RegionKernel,
  has: {
    readonly block: BlockSize | undefined;
    /** Threads of the launch's blocks. */
    readonly launched: BlockSize | undefined;
    readonly along: OtherAxis | undefined;
    readonly shared: number;
    readonly calls: boolean;
    readonly simd: boolean;
    readonly chunk: ChunkWidth | undefined;
    readonly wide: boolean;
    readonly late: readonly PrivateSum[];
    readonly merged: PrivateHistograms | undefined;
    readonly interchanged: InterchangedLoops;
    readonly group: TileGroup | undefined;
    /** Whether its tiles are left out and its blocks run as one in rows. */
    readonly forwarded: boolean;
    /** Whether it says which blocks run; else its caller does. */
    readonly tells: boolean;
    readonly watched: Watched;
  },
): WrittenKernel {
  const { address } = device.side;
  const fn = withSlotsInUse(given, whole.body);
  const code = device.module.code(fn.name, [address, address, 'i32', 'i32', address, address], []);
  const placed = (coalesces: boolean) => {
    const { kernel, rows, descending } = inRows(whole, fn, { ...has, coalesces });
    const beside = interleavedIn(kernel, fn, rows !== undefined, has);
    const given = beside ? { ...kernel, body: beside.body } : kernel;
    const straight = ready(given, fn, address, has.watched, has.group && isOfBlock);
    return { rows, descending, beside, straight, storage: assignStorage(straight) };
  };
  const usual = placed(has.simd);
  // A worker has room for arrays of blocks that lie side by side along the launch's x.
  const isWrongRow = has.along !== undefined && usual.rows !== undefined && usual.storage.arrays.length > 0;
  const { rows, descending, beside, straight, storage } = isWrongRow ? placed(false) : usual;
  const phases = phasesOf(straight, fn, storage);
  const cut = phases ? { ...straight, body: phases.body, locals: phases.locals } : straight;
  const inTurns = !phases && rows !== undefined && has.interchanged.iterations.size > 0;
  const at = places(code);
  const locals = new Map<number, number>();
  const { interleaved, offsets: slotOffsets, bytes: slotBytes } = slotsOf(fn, beside, code);
  const bytesOfSlots = fn.slots.reduce((n, s) => n + s.size, 0);
  const slotsPerThread = bytesOfSlots > 0 && cut.threads.size > 1;
  const perThread = storage.arrays.length + (slotsPerThread ? bytesOfSlots / 8 : 0);
  const k: KernelWriter = {
    device,
    fn,
    cut,
    storage,
    ofWarp: warpValues(cut, storage),
    values: straight.values,
    reals: realsOfLocals([...cut.launch, ...cut.body], fn.params),
    locals: [...cut.locals],
    code,
    at,
    arrays: new Map(storage.arrays.map((l) => [l, code.local(address)])),
    slotOffsets,
    slotBytes,
    slotsPerThread,
    interleaved,
    constants: new Map(),
    chunks: { plain: 0, narrow: 0 },
    parts: new Map(),
    waiting: new Map(),
    spills: new Map(),
    rows: new Map(),
    rowParts: new Map(),
    orders: { place: 0, used: false },
    simd: has.simd,
    block: has.block,
    along: has.along,
    descending,
    late: has.late,
    tells: has.tells,
    interchanged: has.interchanged,
    chunk: has.chunk,
    wide: has.wide,
    coalesceBlocks: phases ? undefined : rows,
    group: has.group && { ...has.group, blocks: code.local('i32'), arrays: new Map() },
    rowLimit: perThread > 0 ? rowOfArrays(perThread, has.block) : inTurns ? longestRow : longRow,
    aliases: undefined,
    inWarp: false,
    lanes: 1,
    blockEnd: 0,
    blockStop: 0,
    spillOffset: 0,
    foldOffset: 0,
    interleavedOffset: 0,
    phases,
  };
  const localOf = (index: number): number => {
    let l = locals.get(index);
    if (l === undefined) {
      l = code.local(onDevice(device, k.locals[index]!.type));
      locals.set(index, l);
    }
    return l;
  };
  const scratch = planScratch(k, has.calls);
  k.spillOffset = scratch.spill;
  k.foldOffset = scratch.folds;
  k.orders.place = scratch.orders;
  const w = kernelFrame(k, localOf, scratch, has.calls);
  prologue(k, w, localOf, scratch, has.shared);
  startGroups(k, scratch.fixed);
  for (const name of has.merged?.zeroed ?? []) zeroShared(k, w, name);
  const groups =
    phases || rows || has.group || has.merged || fn.slots.length > 0
      ? undefined
      : blockGroups(straight, storage, has.block);
  emitStatements(w, groups ? cut.launch.filter((s) => !groups.places.includes(s)) : cut.launch);
  if (has.late.some((s) => s.perThread && s.begin)) spanBlock(k);
  eachOwn(k, w, has.late, (s) => s.begin);
  const constantsAt = code.out.length;
  if (phases) goOn(k, phases, localOf);
  const body = (): void => emitStatements(w, cut.body);
  if (groups) eachGroup(k, w, groups, has.shared, scratch.perThread);
  else eachBlock(k, w, phases ? () => inPhases(k, w, body) : body);
  spanBlock(k);
  if (has.merged) eachThread(k, w, () => emitStatements(w, has.merged?.settle ?? []));
  eachOwn(k, w, has.late, (s) => s.settle);
  code.insert(constantsAt, vectorConstants(k));
  return {
    code,
    scratch: {
      fixed: scratch.fixed + (has.group ? tileBytes(has.group) : 0),
      perThread: scratch.perThread,
      ...(k.coalesceBlocks && scratch.perThread > 0 && { row: rowOfLaunch(k, has.launched) }),
    },
    locals: locals.size,
    inPhases: phases !== undefined,
    inTurns: inTurns || (has.group !== undefined && storage.arrays.length > 0),
    inGroups: groups !== undefined,
    widens: gainsByWidth(k),
  };
}

/** The longest row in threads of the launch's blocks, of which the code may make others. */
function rowOfLaunch({ rowLimit, block }: KernelWriter, launched: BlockSize | undefined): number {
  return block && launched ? blocksOfRow(rowLimit, block[0], Number.POSITIVE_INFINITY) * launched[0] : rowLimit;
}

/** A row of blocks whose threads' arrays, so many words of 8 bytes each, stay near: it has as many threads more as its blocks have rows. */
function rowOfArrays(words: number, block: BlockSize | undefined): number {
  const rows = block ? block[1] * block[2] : 1;
  return Math.max(1, Math.min(nearRow, Math.floor(nearBytes / (rows * words * 8))));
}

/** Rows of a block's own threads, for what is done once for a worker. */
function spanBlock({ code, at }: KernelWriter): void {
  getLocal(code.out, at.specials.get('ntid.x')!);
  setLocal(code.out, at.span);
}

/** What is done to each cell that a worker has of sums. */
function eachOwn(
  k: KernelWriter,
  w: Writer,
  sums: readonly PrivateSum[],
  what: (s: PrivateSum) => Statement | undefined,
): void {
  for (const sum of sums) {
    const s = what(sum);
    if (s && sum.perThread) eachThread(k, w, () => emitStatements(w, [s]));
    else if (s) emitStatements(w, [s]);
  }
}

/** Cells of a block's threads begin in different sets of a cache. */
const cellsBetween = 16;

/** Arrays of threads beside their neighbours': for as many lanes as a chunk has, or for a block whose threads keep them from region to region. */
function interleavedIn(
  kernel: RegionKernel,
  fn: Fn,
  inRows: boolean,
  has: {
    readonly simd: boolean;
    readonly block: BlockSize | undefined;
    readonly chunk: ChunkWidth | undefined;
    readonly wide: boolean;
    readonly watched: Watched;
  },
): (Interleaved & { readonly apart: number }) | undefined {
  if (!has.simd || fn.slots.length === 0 || kernel.whole.size > 0) return undefined;
  const rests = (s: Statement): boolean => s.kind === 'barrier' || (s.kind === 'loop' && mayWait(s));
  if (someStatement(kernel.body, rests) || someStatement(fn.body, usesClusters)) return undefined;
  const isKept = kernel.threads.size > 1;
  if (isKept && (!has.block || inRows)) return undefined;
  const [x, y, z] = has.block ?? [1, 1, 1];
  const inner = (apart: number): (Interleaved & { readonly apart: number }) | undefined => {
    const made = withInterleavedSlots(fn, kernel, apart, has.watched);
    return made && { ...made, apart };
  };
  if (isKept) return inner(alignUp(x * y * z, 16) + cellsBetween);
  const wide = inner(4 * widest);
  const most = wide ? 4 * widestWithSlots({ ...kernel, body: wide.body }, wide.cells, has) : 0;
  return !wide || wide.apart === most ? wide : inner(most);
}

/** Where slots lie. */
function slotsOf(fn: Fn, beside: (Interleaved & { readonly apart: number }) | undefined, code: Code) {
  if (!beside) {
    const { offsets, size } = placeSlots(fn.slots);
    return { offsets, bytes: size, interleaved: undefined };
  }
  const { cells, apart } = beside;
  const alone = placeSlots(fn.slots.map((s, i) => (cells.has(i) ? { ...s, size: 0 } : s)));
  const together = placeSlots(fn.slots.map((s, i) => ({ ...s, size: cells.has(i) ? s.size * apart : 0, align: 64 })));
  const bases = new Map([...new Set(cells.values())].map((size) => [size, code.local(code.address)]));
  return {
    offsets: fn.slots.map((_, i) => (cells.has(i) ? together : alone).offsets[i]!),
    bytes: alone.size,
    interleaved: { cells, apart, bases, bytes: together.size },
  };
}

/** The kernel for blocks whose x holds whole warps, where all lanes come to the functions of warps together. */
export function inWholeWarps(
  interchanged: InterchangedLoops,
  address: AddressType,
  checkBarriers: boolean,
  watched: Watched,
): RegionKernel | undefined {
  const { fn } = interchanged;
  if (!someStatement(fn.body, (s) => s.kind === 'warp' || isWarpBarrier(s))) return undefined;
  if (someStatement(fn.body, (s) => s.kind === 'barrier' && (s.scope === 'grid' || s.scope === 'cluster')))
    return undefined;
  const { whole } = regionsOf(interchanged, { checkBarriers, warps: 'together' }, watched);
  const runs = runsInWholeWarps(ready(straightened(whole), fn, address, watched));
  return runs ? { ...whole, body: withoutWarpBarriers(whole.body) } : undefined;
}

/** Lanes that run together need not wait for each other. */
function withoutWarpBarriers(list: readonly Statement[]): readonly Statement[] {
  return replaceEach(list, (s) => (isWarpBarrier(s) ? [] : changeBodies(s, withoutWarpBarriers)));
}

/** Where neighbouring blocks can run as one, in the order that suits long rows. */
function inRows(
  whole: RegionKernel,
  fn: Fn,
  has: {
    readonly simd: boolean;
    readonly coalesces: boolean;
    readonly block: BlockSize | undefined;
    readonly merged: PrivateHistograms | undefined;
    readonly interchanged: InterchangedLoops;
    readonly forwarded: boolean;
    readonly watched: Watched;
  },
): { kernel: RegionKernel; rows: CoalescedBlocks | undefined; descending: ReadonlySet<string> } {
  const straight = straightened(whole);
  const rows = has.coalesces
    ? coalesceBlocks(whole, {
        iterations: has.interchanged.iterations,
        counts: has.merged !== undefined,
        forwarded: has.forwarded,
      })
    : undefined;
  const setting = { params: fn.params, simd: has.simd, block: has.block, rows };
  const { kernel, descending } = schedule(fn, straight, setting, has.watched);
  if (!rows) return { kernel, rows, descending };
  if (!rows.loops) return { kernel: distributeLoop(kernel), rows, descending };
  return { kernel, rows: kernel === straight ? undefined : rows, descending };
}

/** Addresses put in order and what stays the same moved out of the regions. */
function ready(
  cut: RegionKernel,
  fn: Fn,
  address: AddressType,
  watched: Watched,
  ofBlock: (e: Expression) => boolean = () => false,
): HoistedKernel {
  const arrays = (kernel: RegionKernel): readonly number[] => assignStorage(kernel).arrays;
  return placeValues(fn, cut, { params: fn.params, address, ofBlock, arrays }, watched);
}

function vectorConstants(k: KernelWriter): Bytes {
  const out = new Bytes();
  for (const { local, bytes } of k.constants.values()) {
    out.all([0xfd, 12, ...bytes]);
    setLocal(out, local);
  }
  const orders = k.orders.used ? packingOrders() : [];
  for (let at = 0; at < orders.length; at += 16) {
    getLocal(out, param.scratch);
    out.all([0xfd, 12, ...orders.slice(at, at + 16), ...stores.v128.slice(0, 3)]);
    out.u32(k.orders.place + at);
  }
  return out;
}

function kernelFrame(k: KernelWriter, localOf: (index: number) => number, scratch: Scratch, calls: boolean): Writer {
  const { code, at, device } = k;
  const frame: Frame = {
    side: device.side,
    module: device.module,
    code,
    local: localOf,
    special: (name) => emitSpecial(k, name),
    global: (name) => globalAddress(device, code, () => getLocal(code.out, param.shared), name),
    slot: (index) => {
      getLocal(code.out, baseOfSlot(k, index));
      offsetAddress(code, k.slotOffsets[index]!);
    },
    dynamicShared: () => getLocal(code.out, at.dynamic),
    blockStride: () => loadLaunch(k, launchRecord.blockStride),
    functionValue: (name) => functionValue(device, name),
  };
  const scratchPlace = (offset: number): void => {
    getLocal(code.out, param.scratch);
    offsetAddress(code, offset);
  };
  const hooks = deviceHooks(device, () => scratchPlace(scratch.print), {
    return: (w) => jump(w, k.blockEnd),
    hidden: () => {
      if (!calls) return;
      const values: readonly number[] = [
        at.tx,
        at.ty,
        at.tz,
        at.bx,
        at.by,
        at.bz,
        param.launch,
        param.shared,
        at.dynamic,
      ];
      for (const v of values) getLocal(code.out, v);
      scratchPlace(scratch.stack);
      scratchPlace(scratch.stack + recursionStack);
      if (values.length + 2 !== hiddenParams.length) throw new InternalError('hidden parameters');
    },
    block: (w, s) => emitRegionBlock(k, w, s),
    for: (w, s) => emitThreadRow(k, w, s, () => aliasesOf(k)),
    barrier: () => {},
  });
  return writer(frame, hooks);
}

function zeroShared(k: KernelWriter, w: Writer, name: string): void {
  const { out } = k.code;
  w.frame.global(name);
  i32const(out, 0);
  i32const(out, k.device.program.globals.get(name)?.size ?? 0);
  if (k.code.address === 'i64') out.byte(0xad);
  // memory.fill
  out.all([0xfc, 11, 0]);
}

const blockAxes: readonly SpecialName[] = ['ntid.x', 'ntid.y', 'ntid.z'];

/** Everything that is the same for all blocks. */
function prologue(
  k: KernelWriter,
  w: Writer,
  localOf: (index: number) => number,
  scratch: Scratch,
  sharedBytes: number,
): void {
  const { out } = k.code;
  const sizes = new Map(k.block?.map((n, axis) => [blockAxes[axis], n]));
  for (const [name, local] of k.at.specials) {
    const field = launchFields[name];
    if (field === undefined) continue;
    const known = sizes.get(name);
    if (known === undefined) loadLaunch(k, (k.along && launchFields[exchanged(name, k.along)]) ?? field);
    else i32const(out, known);
    setLocal(out, local);
  }
  const n = (axis: 'x' | 'y' | 'z', of: 'ntid' | 'nctaid'): number => k.at.specials.get(`${of}.${axis}`)!;
  getLocal(out, n('x', 'ntid'));
  getLocal(out, n('y', 'ntid'));
  out.byte(0x6c);
  getLocal(out, n('z', 'ntid'));
  out.byte(0x6c);
  setLocal(out, k.at.threads);
  getLocal(out, param.shared);
  offsetAddress(k.code, sharedBytes);
  setLocal(out, k.at.dynamic);
  for (let i = 0; i < k.fn.params; i++) {
    const type = onDevice(k.device, k.fn.locals[i]!.type);
    getLocal(out, param.params);
    out.all(loads[type]);
    out.u32(i * 8);
    setLocal(out, localOf(i));
  }
  placeScratch(k, localOf, scratch);
  // bx, by, bz from the first block's number.
  getLocal(out, param.first);
  getLocal(out, n('x', 'nctaid'));
  out.byte(0x70);
  setLocal(out, k.at.bx);
  getLocal(out, param.first);
  getLocal(out, n('x', 'nctaid'));
  out.byte(0x6e);
  getLocal(out, n('y', 'nctaid'));
  out.byte(0x70);
  setLocal(out, k.at.by);
  getLocal(out, param.first);
  getLocal(out, n('x', 'nctaid'));
  getLocal(out, n('y', 'nctaid'));
  out.all([0x6c, 0x6e]);
  setLocal(out, k.at.bz);
  void w;
}
