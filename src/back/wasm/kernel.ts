/**
 * One kernel as a function that runs blocks one after another. Each region of the cut kernel becomes a loop over the threads of the block
 * (over z, y and x, so that neighbours in x follow each other), or over the lanes of a warp.
 */
import { InternalError } from '../../base/impossible.ts';
import type { Fn, Statement } from '../../ir/module.ts';
import { expressionsOf, someExpression, someStatement } from '../../ir/walk.ts';
import type { CutKernel } from '../../passes/cut-parts.ts';
import { type HoistedKernel, hoist } from '../../passes/hoist.ts';
import { rematerialise } from '../../passes/rematerialise.ts';
import { unjump } from '../../passes/unjump.ts';
import { offsetAddress } from './address-code.ts';
import { keyOf, orderAddresses } from './addresses.ts';
import { type AddressType, launchRecord, type StripWidth } from './artifact.ts';
import {
  type Device,
  deviceHooks,
  functionValue,
  globalAddress,
  hiddenParams,
  launchFields,
  onDevice,
} from './device.ts';
import { Bytes, type Code } from './encode.ts';
import { type Frame, getLocal, setLocal } from './expression.ts';
import { placeSlots } from './host.ts';
import { eachBlock, eachLane, eachThread, eachWarp, inStrips, type Strip } from './kernel-loops.ts';
import { goOn, inPhases, pause, phasesOf } from './kernel-phases.ts';
import {
  element,
  fetch,
  keep,
  placeScratch,
  planScratch,
  recursionStack,
  type Scratch,
  slotPlace,
} from './kernel-scratch.ts';
import { emitSpecial, places } from './kernel-specials.ts';
import { type KernelWriter, loadLaunch, loads, param } from './kernel-writer.ts';
import { analyseLanes, isWorthwhile } from './lanes.ts';
import { emitStatements, jump, type Writer, writer } from './statement.ts';
import { assignStorage, type Region } from './storage.ts';
import { VectorWriter } from './vector.ts';

export type WrittenKernel = {
  readonly code: Code;
  readonly scratch: { readonly fixed: number; readonly perThread: number };
  readonly locals: number;
  /** Whether it is called again where its blocks wait for each other. */
  readonly inPhases: boolean;
};

export function writeKernel(
  device: Device,
  fn: Fn,
  whole: CutKernel,
  has: {
    readonly shared: number;
    readonly calls: boolean;
    readonly simd: boolean;
    readonly strip: StripWidth | undefined;
  },
): WrittenKernel {
  const { address } = device.side;
  const code = device.module.code(fn.name, [address, address, 'i32', 'i32', address, address], []);
  const straight = ready(whole, fn.params, address);
  const storage = assignStorage(straight);
  const phases = phasesOf(straight, fn, storage);
  const cut = phases ? { ...straight, body: phases.body, locals: phases.locals } : straight;
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
    arrays: new Map(storage.arrays.map((l) => [l, code.local(address)])),
    slotOffsets,
    slotBytes,
    slotsPerThread: slotBytes > 0 && cut.threads.size > 1,
    constants: new Map(),
    parts: new Map(),
    spills: new Map(),
    simd: has.simd,
    strip: has.strip,
    inWarp: false,
    blockEnd: 0,
    blockStop: 0,
    spillOffset: 0,
    phases,
  };
  const localOf = (index: number): number => {
    let l = locals.get(index);
    if (l === undefined) {
      l = code.local(onDevice(device, cut.locals[index]!.type));
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
  if (phases) goOn(k, phases, localOf);
  const body = (): void => emitStatements(w, cut.body);
  eachBlock(k, w, phases ? () => inPhases(k, w, body) : body);
  code.insert(constantsAt, vectorConstants(k));
  return {
    code,
    scratch: { fixed: scratch.fixed, perThread: scratch.perThread },
    locals: locals.size,
    inPhases: phases !== undefined,
  };
}

/** Addresses put in order and what stays the same moved out of the regions. */
function ready(cut: CutKernel, params: number, address: AddressType): HoistedKernel {
  const straight = { ...cut, body: unjump(cut.body, new Set([...cut.threads, ...cut.warps])) };
  const again = rematerialise(straight, params);
  const ordered: CutKernel = { ...again, body: orderAddresses(again.body, cut.uniformity.isUniform, address) };
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
      getLocal(code.out, k.slotsPerThread ? at.slot : at.slots);
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
    barrier: () => {},
  });
  return writer(frame, hooks);
}

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

function emitRegionBlock(k: KernelWriter, w: Writer, s: Extract<Statement, { kind: 'block' }>): boolean {
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
  const strips = k.simd ? vectorRegion(k, w, s.body, region) : [];
  if (k.inWarp) eachLane(k, w, strips[0], body);
  else if (strips.length > 0) inStrips(k, w, strips, body);
  else eachThread(k, w, body);
  return true;
}

/** How to write the region for several threads at once, where that is worth it: wide strips first. */
function vectorRegion(
  k: KernelWriter,
  w: Writer,
  body: readonly Statement[],
  region: Region | undefined,
): readonly Strip[] {
  if (!region) return [];
  const count = k.cut.locals.length;
  const arrays = new Set([...region.load, ...region.save]);
  const lanes = analyseLanes({
    body,
    locals: count,
    arrays,
    single: k.cut.single,
    carried: new Set(region.carried),
    inWarp: k.inWarp,
  });
  if (!lanes || !isWorthwhile(lanes, body)) return [];
  return stripsOf(k, body).map((fours): Strip => {
    const writer = new VectorWriter({
      w,
      lanes,
      locals: k.cut.locals,
      fours,
      parts: partsFor(k, fours),
      constants: k.constants,
      tx: k.at.tx,
      t: k.at.t,
      lane: k.inWarp ? k.at.lane : undefined,
      single: k.cut.single,
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

/** In loops several chains of operations hide each other's latency. */
function stripsOf(k: KernelWriter, body: readonly Statement[]): readonly StripWidth[] {
  if (k.strip) return [k.strip];
  return someStatement(body, (s) => s.kind === 'for' || s.kind === 'loop') ? [4, 1] : [2];
}

function partsFor(k: KernelWriter, fours: number): Map<number, readonly number[]> {
  const known = k.parts.get(fours) ?? new Map<number, readonly number[]>();
  k.parts.set(fours, known);
  return known;
}
