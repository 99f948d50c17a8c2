/**
 * One kernel as a function that runs blocks one after another. Each region of the cut kernel becomes a loop over the threads of the block
 * (over z, y and x, so that neighbours in x follow each other), or over the lanes of a warp.
 */
import { InternalError } from '../../base/impossible.ts';
import type { Fn, Statement } from '../../ir/module.ts';
import type { SpecialName } from '../../ir/operations.ts';
import { eachStatement, expressionsOf, someExpression, someStatement } from '../../ir/walk.ts';
import type { CutKernel } from '../../passes/cut.ts';
import { type HoistedKernel, hoist } from '../../passes/hoist.ts';
import { rematerialise } from '../../passes/rematerialise.ts';
import { unjump } from '../../passes/unjump.ts';
import { keyOf, orderAddresses } from './addresses.ts';
import { launchRecord, type WasmType } from './artifact.ts';
import {
  type Device,
  deviceHooks,
  functionValue,
  globalAddress,
  hiddenParams,
  launchFields,
  onDevice,
  printBytes,
} from './device.ts';
import { Bytes, Code } from './encode.ts';
import { type Frame, getLocal, i32const, setLocal } from './expression.ts';
import { placeSlots } from './host.ts';
import { alignUp } from './layout.ts';
import {
  blockCode,
  branchIf,
  close,
  emitStatements,
  ifCode,
  jump,
  loopCode,
  open,
  type Writer,
  writer,
} from './statement.ts';
import { analyseLanes, isWorthwhile } from './lanes.ts';
import { spillBytes, type VectorSetting, VectorWriter } from './vector.ts';
import { assignStorage, type Region, type Storage } from './storage.ts';

export type WrittenKernel = {
  readonly code: Code;
  readonly scratch: { readonly fixed: number; readonly perThread: number };
  readonly locals: number;
};

const recursionStack = 1 << 16;
const exchangeArea = 256;
const warpSize = 32;
const param = { params: 0, launch: 1, first: 2, last: 3, shared: 4, scratch: 5 } as const;

/** Numbers of the WebAssembly locals that hold where the code stands. */
type Places = Readonly<
  Record<
    | 'tx'
    | 'ty'
    | 'tz'
    | 't'
    | 'bx'
    | 'by'
    | 'bz'
    | 'threads'
    | 'dynamic'
    | 'lane'
    | 'lanes'
    | 'warp'
    | 'wx'
    | 'wy'
    | 'wz'
    | 'slots'
    | 'slot',
    number
  >
> & { readonly specials: ReadonlyMap<SpecialName, number> };

type KernelWriter = {
  readonly device: Device;
  readonly fn: Fn;
  readonly cut: CutKernel;
  readonly storage: Storage;
  readonly code: Code;
  readonly at: Places;
  /** The local that holds the start of a scratch array, by local of the IR. */
  readonly arrays: ReadonlyMap<number, number>;
  readonly slotOffsets: readonly number[];
  readonly slotBytes: number;
  readonly slotsPerThread: boolean;
  readonly constants: VectorSetting['constants'];
  /** Vector registers of locals, by the strip's width. */
  readonly parts: Map<number, Map<number, readonly number[]>>;
  readonly spills: Map<number, number>;
  readonly simd: boolean;
  inWarp: boolean;
  blockEnd: number;
  spillOffset: number;
};

export function writeKernel(
  device: Device,
  fn: Fn,
  whole: CutKernel,
  has: { readonly shared: number; readonly calls: boolean; readonly simd: boolean },
): WrittenKernel {
  const code = new Code(fn.name, ['i32', 'i32', 'i32', 'i32', 'i32', 'i32'], []);
  const cut = ready(whole, fn.params);
  const storage = assignStorage(cut);
  const at = places(code);
  const locals = new Map<number, number>();
  const { offsets: slotOffsets, size: slotBytes } = placeSlots(fn.slots);
  const k: KernelWriter = {
    device,
    fn,
    cut,
    storage,
    code,
    at,
    arrays: new Map(storage.arrays.map((l) => [l, code.local('i32')])),
    slotOffsets,
    slotBytes,
    slotsPerThread: slotBytes > 0 && cut.threads.size > 1,
    constants: new Map(),
    parts: new Map(),
    spills: new Map(),
    simd: has.simd,
    inWarp: false,
    blockEnd: 0,
    spillOffset: 0,
  };
  const localOf = (index: number): number => {
    let l = locals.get(index);
    if (l === undefined) {
      l = code.local(onDevice(cut.locals[index]!.type));
      locals.set(index, l);
    }
    return l;
  };
  const scratch = planScratch(k, has.calls);
  k.spillOffset = scratch.spill;
  const w = kernelFrame(k, localOf, scratch, has.calls);
  prologue(k, w, localOf, scratch, has.shared);
  emitStatements(w, cut.launch);
  const constantsAt = code.out.length;
  eachBlock(k, w, () => emitStatements(w, cut.body));
  code.insert(constantsAt, vectorConstants(k));
  return { code, scratch: { fixed: scratch.fixed, perThread: scratch.perThread }, locals: locals.size };
}

/** Addresses put in order and what stays the same moved out of the regions. */
function ready(cut: CutKernel, params: number): HoistedKernel {
  const straight = { ...cut, body: unjump(cut.body, new Set([...cut.threads, ...cut.warps])) };
  const again = rematerialise(straight, params);
  const ordered: CutKernel = { ...again, body: orderAddresses(again.body, cut.uniformity.isUniform) };
  const arrays = new Set(assignStorage(ordered).arrays);
  const shared = (l: number): boolean => l < cut.locals.length && !cut.uniformity.varying.has(l) && !arrays.has(l);
  return hoist(ordered, params, shared, keyOf);
}

function vectorConstants(k: KernelWriter): Bytes {
  const out = new Bytes();
  for (const { local, bytes } of k.constants.values()) {
    out.all([0xfd, 12, ...bytes]);
    setLocal(out, local);
  }
  return out;
}

function places(code: Code): Places {
  const one = (): number => code.local('i32');
  const specials = new Map<SpecialName, number>();
  const at = {
    tx: one(),
    ty: one(),
    tz: one(),
    t: one(),
    bx: one(),
    by: one(),
    bz: one(),
    threads: one(),
    dynamic: one(),
    lane: one(),
    lanes: one(),
    warp: one(),
    wx: one(),
    wy: one(),
    wz: one(),
    slots: one(),
    slot: one(),
    specials,
  };
  const known: readonly (readonly [SpecialName, number])[] = [
    ['tid.x', at.tx],
    ['tid.y', at.ty],
    ['tid.z', at.tz],
    ['ctaid.x', at.bx],
    ['ctaid.y', at.by],
    ['ctaid.z', at.bz],
    ['ntid.x', one()],
    ['ntid.y', one()],
    ['ntid.z', one()],
    ['nctaid.x', one()],
    ['nctaid.y', one()],
    ['nctaid.z', one()],
  ];
  for (const [name, local] of known) specials.set(name, local);
  return at;
}

type Scratch = {
  readonly fixed: number;
  readonly perThread: number;
  readonly exchange: number;
  readonly print: number;
  readonly stack: number;
  readonly slots: number;
  readonly spill: number;
  readonly arrayOffsets: ReadonlyMap<number, number>;
};

/** First what exists once, then the arrays (8-byte elements before 4-byte ones), then the slots of each thread. */
function planScratch(k: KernelWriter, calls: boolean): Scratch {
  const prints: Extract<Statement, { kind: 'print' }>[] = [];
  eachStatement(k.fn.body, (s) => {
    if (s.kind === 'print') prints.push(s);
  });
  const exchange = 0;
  const print = k.cut.exchange ? 2 * exchangeArea : 0;
  const stack = print + printBytes(prints);
  const slots = stack + (calls ? recursionStack : 0);
  const spill = alignUp(slots + (k.slotsPerThread ? 16 : k.slotBytes), 16);
  const fixed = spill + (k.simd ? spillBytes * k.cut.locals.length : 0);
  const arrayOffsets = new Map<number, number>();
  let perThread = 0;
  for (const size of [8, 4])
    for (const l of k.storage.arrays)
      if (elementSize(k, l) === size) {
        arrayOffsets.set(l, perThread);
        perThread += size;
      }
  if (k.slotsPerThread) perThread += k.slotBytes;
  return { fixed, perThread, exchange, print, stack, slots, spill, arrayOffsets };
}

function elementSize(k: KernelWriter, local: number): 4 | 8 {
  const type = onDevice(k.cut.locals[local]!.type);
  return type === 'i64' || type === 'f64' ? 8 : 4;
}

function kernelFrame(k: KernelWriter, localOf: (index: number) => number, scratch: Scratch, calls: boolean): Writer {
  const { code, at, device } = k;
  const frame: Frame = {
    side: 'device',
    module: device.module,
    code,
    local: localOf,
    special: (name) => emitSpecial(k, name),
    global: (name) => globalAddress(device, code, () => getLocal(code.out, param.shared), name),
    slot: (index) => {
      getLocal(code.out, k.slotsPerThread ? at.slot : at.slots);
      if (k.slotOffsets[index] === 0) return;
      i32const(code.out, k.slotOffsets[index]!);
      code.out.byte(0x6a);
    },
    dynamicShared: () => getLocal(code.out, at.dynamic),
    functionValue: (name) => functionValue(device, name),
  };
  const scratchPlace = (offset: number): void => {
    getLocal(code.out, param.scratch);
    i32const(code.out, offset);
    code.out.byte(0x6a);
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
    barrier: (w, s) => {
      if (s.scope === 'grid' || s.scope === 'cluster')
        w.frame.code.call(device.module.import('rt', `${s.scope}Barrier`, [], []));
    },
  });
  return writer(frame, hooks);
}

function emitSpecial(k: KernelWriter, name: SpecialName): void {
  const { out } = k.code;
  const known = k.at.specials.get(name);
  if (known !== undefined) return getLocal(out, known);
  switch (name) {
    case 'laneid':
      if (k.inWarp) return getLocal(out, k.at.lane);
      getLocal(out, k.at.t);
      out.all([0x41, 31, 0x71]);
      return;
    case 'cluster.rank':
      return emitClusterRank(k);
    case 'cluster.size':
      return emitClusterSize(k);
    default:
      throw new InternalError(`${name} is not held`);
  }
}

const clusterAxes = [
  [launchRecord.clusterX, 'bx'],
  [launchRecord.clusterY, 'by'],
  [launchRecord.clusterZ, 'bz'],
] as const;

function loadLaunch(k: KernelWriter, field: number): void {
  getLocal(k.code.out, param.launch);
  k.code.out.all([0x28, 2]);
  k.code.out.u32(field);
}

function emitClusterSize(k: KernelWriter): void {
  clusterAxes.forEach(([field], i) => {
    loadLaunch(k, field);
    if (i > 0) k.code.out.byte(0x6c);
  });
}

/** (bz % cz * cy + by % cy) * cx + bx % cx */
function emitClusterRank(k: KernelWriter): void {
  const { out } = k.code;
  i32const(out, 0);
  for (const [field, block] of [...clusterAxes].reverse()) {
    loadLaunch(k, field);
    out.byte(0x6c);
    getLocal(out, k.at[block]);
    loadLaunch(k, field);
    out.all([0x70, 0x6a]);
  }
}

const loads: Readonly<Record<WasmType, readonly number[]>> = {
  i32: [0x28, 2],
  i64: [0x29, 3],
  f32: [0x2a, 2],
  f64: [0x2b, 3],
  v128: [0xfd, 0, 4],
};
const stores: Readonly<Record<WasmType, readonly number[]>> = {
  i32: [0x36, 2],
  i64: [0x37, 3],
  f32: [0x38, 2],
  f64: [0x39, 3],
  v128: [0xfd, 11, 4],
};

/** Everything that is the same for all blocks. */
function prologue(
  k: KernelWriter,
  w: Writer,
  localOf: (index: number) => number,
  scratch: Scratch,
  sharedBytes: number,
): void {
  const { out } = k.code;
  for (const [name, local] of k.at.specials) {
    const field = launchFields[name];
    if (field === undefined) continue;
    loadLaunch(k, field);
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
  i32const(out, sharedBytes);
  out.byte(0x6a);
  setLocal(out, k.at.dynamic);
  for (let i = 0; i < k.fn.params; i++) {
    const type = onDevice(k.fn.locals[i]!.type);
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

function placeScratch(k: KernelWriter, localOf: (index: number) => number, scratch: Scratch): void {
  const { out } = k.code;
  for (const [l, base] of k.arrays) {
    getLocal(out, param.scratch);
    i32const(out, scratch.fixed);
    out.byte(0x6a);
    getLocal(out, k.at.threads);
    i32const(out, scratch.arrayOffsets.get(l)!);
    out.all([0x6c, 0x6a]);
    setLocal(out, base);
  }
  if (k.slotsPerThread) {
    // Aligned up: the fixed part has room for it.
    getLocal(out, param.scratch);
    i32const(out, scratch.fixed);
    out.byte(0x6a);
    getLocal(out, k.at.threads);
    i32const(out, scratch.perThread - k.slotBytes);
    out.all([0x6c, 0x6a]);
    i32const(out, 15);
    out.byte(0x6a);
    i32const(out, -16);
    out.byte(0x71);
    setLocal(out, k.at.slots);
  } else if (k.slotBytes > 0) {
    getLocal(out, param.scratch);
    i32const(out, scratch.slots);
    out.byte(0x6a);
    setLocal(out, k.at.slots);
  }
  const { exchange } = k.cut;
  if (!exchange) return;
  for (const [local, offset] of [
    [exchange.write, scratch.exchange],
    [exchange.read, scratch.exchange + exchangeArea],
  ] as const) {
    getLocal(out, param.scratch);
    i32const(out, offset);
    out.byte(0x6a);
    setLocal(out, localOf(local));
  }
}

function increment(k: KernelWriter, local: number, by = 1): void {
  getLocal(k.code.out, local);
  i32const(k.code.out, by);
  k.code.out.byte(0x6a);
  setLocal(k.code.out, local);
}

function zero(k: KernelWriter, local: number): void {
  i32const(k.code.out, 0);
  setLocal(k.code.out, local);
}

/** `counter` grew; where it has reached `limit` it begins again and `carry` runs. */
function wrapCounter(k: KernelWriter, w: Writer, counter: number, limit: number, carry: () => void): void {
  getLocal(k.code.out, counter);
  getLocal(k.code.out, limit);
  k.code.out.byte(0x46);
  open(w, ifCode);
  zero(k, counter);
  carry();
  close(w);
}

function eachBlock(k: KernelWriter, w: Writer, body: () => void): void {
  const { out } = k.code;
  const n = (axis: 'x' | 'y'): number => k.at.specials.get(`nctaid.${axis}`)!;
  const end = open(w, blockCode);
  getLocal(out, param.first);
  getLocal(out, param.last);
  out.byte(0x4e);
  jump(w, end, branchIf);
  const head = open(w, loopCode);
  k.blockEnd = open(w, blockCode);
  body();
  close(w);
  increment(k, k.at.bx);
  wrapCounter(k, w, k.at.bx, n('x'), () => {
    increment(k, k.at.by);
    wrapCounter(k, w, k.at.by, n('y'), () => increment(k, k.at.bz));
  });
  increment(k, param.first);
  getLocal(out, param.first);
  getLocal(out, param.last);
  out.byte(0x48);
  jump(w, head, branchIf);
  close(w);
  close(w);
}

function emitRegionBlock(k: KernelWriter, w: Writer, s: Extract<Statement, { kind: 'block' }>): boolean {
  if (k.cut.warps.has(s.label)) {
    eachWarp(k, w, s.body);
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
  const strips = k.inWarp || !k.simd ? [] : vectorRegion(k, w, s.body, region);
  if (k.inWarp) eachLane(k, w, body);
  else if (strips.length > 0) inStrips(k, w, strips, body);
  else eachThread(k, w, body);
  return true;
}

/** How to write the region for several threads at once, where that is worth it: wide strips first. */
function vectorRegion(k: KernelWriter, w: Writer, body: readonly Statement[], region: Region | undefined): readonly Strip[] {
  if (!region) return [];
  const count = k.cut.locals.length;
  const arrays = new Set([...region.load, ...region.save]);
  const lanes = analyseLanes({ body, locals: count, arrays, single: k.cut.single, carried: new Set(region.carried) });
  if (!lanes || !isWorthwhile(lanes, body)) return [];
  // In loops several chains of operations hide each other's latency.
  const loops = someStatement(body, (s) => s.kind === 'for' || s.kind === 'loop');
  return (loops ? [4, 1] : [2]).map((fours): Strip => {
    const writer = new VectorWriter({
      w,
      lanes,
      locals: k.cut.locals,
      fours,
      parts: partsFor(k, fours),
      constants: k.constants,
      tx: k.at.tx,
      t: k.at.t,
      spill: { put: () => getLocal(k.code.out, param.scratch), slots: k.spills, offset: k.spillOffset },
      isWritten: (l) => region.written.has(l),
    });
    return {
      threads: 4 * fours,
      before: writer.before,
      write: () => {
        for (const l of region.load) writer.fetch(l, () => element(k, l));
        writer.list(body);
        for (const l of region.save) writer.keep(l, () => element(k, l));
      },
    };
  });
}

function partsFor(k: KernelWriter, fours: number): Map<number, readonly number[]> {
  const known = k.parts.get(fours) ?? new Map<number, readonly number[]>();
  k.parts.set(fours, known);
  return known;
}

type Strip = { readonly threads: number; readonly before: Bytes; readonly write: () => void };

/** In x as many strips as there is room for, the widest first, then the threads that are left. */
function inStrips(k: KernelWriter, w: Writer, strips: readonly Strip[], body: () => void): void {
  const { out } = k.code;
  const { at } = k;
  const start = out.length;
  const nx = at.specials.get('ntid.x')!;
  /** While tx + threads <= nx. */
  const fits = (threads: number): void => {
    getLocal(out, at.tx);
    i32const(out, threads);
    out.byte(0x6a);
    getLocal(out, nx);
    out.byte(0x4c);
  };
  const loop = (threads: number, write: () => void): void => {
    fits(threads);
    open(w, ifCode);
    const head = open(w, loopCode);
    write();
    increment(k, at.t, threads);
    increment(k, at.tx, threads);
    fits(threads);
    jump(w, head, branchIf);
    close(w);
    close(w);
  };
  zero(k, at.t);
  countedLoop(k, w, at.tz, at.specials.get('ntid.z')!, () => {
    countedLoop(k, w, at.ty, at.specials.get('ntid.y')!, () => {
      zero(k, at.tx);
      for (const s of strips) loop(s.threads, s.write);
      loop(1, body);
    });
  });
  for (const s of strips) k.code.insert(start, s.before);
}

function slotPlace(k: KernelWriter): void {
  const { out } = k.code;
  getLocal(out, k.at.slots);
  getLocal(out, k.at.t);
  i32const(out, k.slotBytes);
  out.all([0x6c, 0x6a]);
  setLocal(out, k.at.slot);
}

function element(k: KernelWriter, local: number): void {
  const { out } = k.code;
  getLocal(out, k.arrays.get(local)!);
  getLocal(out, k.at.t);
  i32const(out, elementSize(k, local) === 8 ? 3 : 2);
  out.all([0x74, 0x6a]);
}

function fetch(k: KernelWriter, w: Writer, region: Region): void {
  for (const l of region.load) {
    element(k, l);
    k.code.out.all(loads[onDevice(k.cut.locals[l]!.type)]);
    k.code.out.byte(0);
    setLocal(k.code.out, w.frame.local(l));
  }
}

function keep(k: KernelWriter, w: Writer, region: Region): void {
  for (const l of region.save) {
    element(k, l);
    getLocal(k.code.out, w.frame.local(l));
    k.code.out.all(stores[onDevice(k.cut.locals[l]!.type)]);
    k.code.out.byte(0);
  }
}

/** `counter` from 0 while below `limit`, which is at least 1. */
function countedLoop(k: KernelWriter, w: Writer, counter: number, limit: number, body: () => void): void {
  zero(k, counter);
  const head = open(w, loopCode);
  body();
  increment(k, counter);
  getLocal(k.code.out, counter);
  getLocal(k.code.out, limit);
  k.code.out.byte(0x48);
  jump(w, head, branchIf);
  close(w);
}

function eachThread(k: KernelWriter, w: Writer, body: () => void): void {
  const n = (axis: 'x' | 'y' | 'z'): number => k.at.specials.get(`ntid.${axis}`)!;
  zero(k, k.at.t);
  countedLoop(k, w, k.at.tz, n('z'), () => {
    countedLoop(k, w, k.at.ty, n('y'), () => {
      countedLoop(k, w, k.at.tx, n('x'), () => {
        body();
        increment(k, k.at.t);
      });
    });
  });
}

/** Warps one after another; wx, wy, wz is the first thread of the next. */
function eachWarp(k: KernelWriter, w: Writer, body: readonly Statement[]): void {
  const { out } = k.code;
  const { at } = k;
  for (const local of [at.warp, at.wx, at.wy, at.wz]) zero(k, local);
  const head = open(w, loopCode);
  // lanes = min(32, threads - warp)
  getLocal(out, at.threads);
  getLocal(out, at.warp);
  out.byte(0x6b);
  i32const(out, warpSize);
  getLocal(out, at.threads);
  getLocal(out, at.warp);
  out.byte(0x6b);
  i32const(out, warpSize);
  out.all([0x48, 0x1b]);
  setLocal(out, at.lanes);
  k.inWarp = true;
  emitStatements(w, body);
  k.inWarp = false;
  increment(k, at.warp, warpSize);
  warpStart(k);
  getLocal(out, at.warp);
  getLocal(out, at.threads);
  out.byte(0x48);
  jump(w, head, branchIf);
  close(w);
}

/** x = w % nx, y = w / nx % ny, z = w / nx / ny. */
function warpStart(k: KernelWriter): void {
  const { out } = k.code;
  const { at } = k;
  const [nx, ny] = [at.specials.get('ntid.x')!, at.specials.get('ntid.y')!];
  getLocal(out, at.warp);
  getLocal(out, nx);
  out.byte(0x70);
  setLocal(out, at.wx);
  getLocal(out, at.warp);
  getLocal(out, nx);
  out.byte(0x6e);
  getLocal(out, ny);
  out.byte(0x70);
  setLocal(out, at.wy);
  getLocal(out, at.warp);
  getLocal(out, nx);
  getLocal(out, ny);
  out.all([0x6c, 0x6e]);
  setLocal(out, at.wz);
}

function eachLane(k: KernelWriter, w: Writer, body: () => void): void {
  const { out } = k.code;
  const { at } = k;
  const copy = (from: number, to: number): void => {
    getLocal(out, from);
    setLocal(out, to);
  };
  copy(at.warp, at.t);
  copy(at.wx, at.tx);
  copy(at.wy, at.ty);
  copy(at.wz, at.tz);
  countedLoop(k, w, at.lane, at.lanes, () => {
    body();
    increment(k, at.t);
    increment(k, at.tx);
    wrapCounter(k, w, at.tx, at.specials.get('ntid.x')!, () => {
      increment(k, at.ty);
      wrapCounter(k, w, at.ty, at.specials.get('ntid.y')!, () => increment(k, at.tz));
    });
  });
}
