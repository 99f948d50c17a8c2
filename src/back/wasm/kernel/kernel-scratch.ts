/** A worker's scratch memory: what exists once, the arrays that keep threads' values from region to region, and threads' slots. */
import type { Fn, Statement } from '../../../ir/module.ts';
import { eachStatement, someStatement } from '../../../ir/walk.ts';
import type { PrivateSum } from '../../../opt/kernel/privatise-atomics.ts';
import type { RegionKernel } from '../../../opt/kernel/region-parts.ts';
import { onDevice, printBytes } from '../device.ts';
import { addIndex, addressConst, offsetAddress } from '../encode/address-code.ts';
import type { Bytes } from '../encode/encode.ts';
import { getLocal, i32const, setLocal } from '../expression.ts';
import { alignUp } from '../layout.ts';
import type { Writer } from '../statement.ts';
import { packingOrders } from '../vector/vector-packed.ts';
import { spillBytes } from '../vector/vector-scalarised.ts';
import { stateBytes } from './kernel-phases.ts';
import { type KernelWriter, loads, param, stores } from './kernel-writer.ts';
import type { Region } from './storage.ts';

export const recursionStack = 1 << 16;

const exchangeArea = 256;

/** Of vectors whose lanes a thread puts together (`thread-rows.ts`). */
export const foldBytes = 1024;

const mostLanes = 32;

/** Of a local in a patch of rows, and what the rows share. */
const copiesAtMost = 5;

export type Scratch = {
  readonly fixed: number;
  readonly perThread: number;
  readonly exchange: number;
  readonly print: number;
  readonly stack: number;
  readonly slots: number;
  readonly interleaved: number;
  readonly spill: number;
  readonly folds: number;
  /** A table of `packingOrders`. */
  readonly orders: number;
  readonly arrayOffsets: ReadonlyMap<number, number>;
  /** Of late sums: of one cell from the start, of a cell for each thread behind the fixed part. */
  readonly sums: ReadonlyMap<PrivateSum, number>;
};

/** First what exists once, then the arrays (8-byte elements before 4-byte ones), then the slots of each thread. */
export function planScratch(k: KernelWriter, calls: boolean): Scratch {
  const prints: Extract<Statement, { kind: 'print' }>[] = [];
  eachStatement(k.cut.body, (s) => {
    if (s.kind === 'print') prints.push(s);
  });
  const exchange = k.phases ? stateBytes(k.phases) : 0;
  const print = exchange + (k.cut.exchange ? 2 * exchangeArea : 0);
  const stack = print + printBytes(prints);
  const slots = stack + (calls ? recursionStack : 0);
  const interleaved = alignUp(slots + (k.slotsPerThread ? 16 : k.slotBytes * (k.simd ? mostLanes : 1)), 64);
  const spill = alignUp(interleaved + (k.interleaved?.bytes ?? 0), 16);
  const folds = spill + (k.simd ? spillBytes * k.cut.locals.length * copiesAtMost : 0);
  const cells = folds + (k.simd ? foldBytes : 0);
  const sums = new Map<PrivateSum, number>();
  const common = k.late.filter((s) => !s.perThread);
  let next = cells;
  for (const s of common) {
    sums.set(s, next);
    next += alignUp(s.array?.bytes ?? 8, 8);
  }
  const orders = alignUp(next, 16);
  const fixed = orders + (packs(k.cut) ? packingOrders().length : 0);
  const arrayOffsets = new Map<number, number>();
  let perThread = 0;
  let ofGroup = 0;
  for (const size of [8, 4]) {
    for (const s of k.late)
      if (s.perThread && s.size === size) {
        sums.set(s, perThread);
        perThread += size;
      }
    for (const l of k.storage.arrays)
      if (elementSize(k, l) === size) {
        arrayOffsets.set(l, k.group ? ofGroup : perThread);
        if (k.group) ofGroup += size;
        else perThread += size;
      }
  }
  if (k.slotsPerThread) perThread += k.slotBytes;
  return { fixed, perThread, exchange, print, stack, slots, interleaved, spill, folds, orders, arrayOffsets, sums };
}

/** Whether lanes may store side by side what only some of them have. */
export function packs({ whole, body }: RegionKernel): boolean {
  return whole.size > 0 || someStatement(body, (s) => s.kind === 'atomic' && s.result !== undefined);
}

function elementSize(k: KernelWriter, local: number): 4 | 8 {
  const type = onDevice(k.device, k.cut.locals[local]!.type);
  return type === 'i64' || type === 'f64' ? 8 : 4;
}

export function placeScratch(k: KernelWriter, localOf: (index: number) => number, scratch: Scratch): void {
  const { out } = k.code;
  placeOfGroup(k, scratch);
  const threads = k.coalesceBlocks && scratch.perThread > 0 ? threadsOfRow(k, k.rowLimit) : k.at.threads;
  /** Behind the fixed part, `bytes` for each thread. */
  const behind = (bytes: number): void => {
    getLocal(out, param.scratch);
    offsetAddress(k.code, scratch.fixed);
    getLocal(out, threads);
    i32const(out, bytes);
    out.byte(0x6c);
    addIndex(k.code);
  };
  for (const [l, base] of k.group ? [] : k.arrays) {
    behind(scratch.arrayOffsets.get(l)!);
    setLocal(out, base);
  }
  placeInterleaved(k, scratch);
  if (k.slotsPerThread) {
    // Aligned up: the fixed part has room for it.
    behind(scratch.perThread - k.slotBytes);
    offsetAddress(k.code, 15);
    addressConst(k.code, -16);
    out.byte(k.code.address === 'i64' ? 0x83 : 0x71);
    setLocal(out, k.at.slots);
  } else if (k.slotBytes > 0) {
    getLocal(out, param.scratch);
    offsetAddress(k.code, scratch.slots);
    setLocal(out, k.at.slots);
  }
  for (const [s, offset] of scratch.sums) {
    if (s.perThread) behind(offset);
    else {
      getLocal(out, param.scratch);
      offsetAddress(k.code, offset);
    }
    setLocal(out, localOf(s.own));
    if (s.array) countCells(k, s, localOf(s.array.cells));
    getLocal(out, localOf(s.own));
    i32const(out, 0);
    if (s.array) {
      getLocal(out, localOf(s.array.cells));
      i32const(out, s.size);
      out.byte(0x6c);
    } else if (s.perThread) {
      getLocal(out, k.at.threads);
      i32const(out, s.size);
      out.byte(0x6c);
    } else i32const(out, s.size);
    if (k.code.address === 'i64') out.byte(0xac);
    // memory.fill
    out.all([0xfc, 11, 0]);
  }
  const { exchange } = k.cut;
  if (!exchange) return;
  for (const [local, offset] of [
    [exchange.write, scratch.exchange],
    [exchange.read, scratch.exchange + exchangeArea],
  ] as const) {
    getLocal(out, param.scratch);
    offsetAddress(k.code, offset);
    setLocal(out, localOf(local));
  }
}

/** How many cells the launch has found room for. */
function countCells(k: KernelWriter, sum: PrivateSum, cells: number): void {
  const { out } = k.code;
  loadRoom(k.fn, k.late, sum, out);
  i32const(out, sum.size === 8 ? 3 : 2);
  out.all([0xac, 0x87, 0xa7]);
  setLocal(out, cells);
}

/** Bytes from where an array begins to the end of its memory, which the launch gives behind the parameters. */
export function loadRoom({ params }: Fn, sums: readonly PrivateSum[], sum: PrivateSum, out: Bytes): void {
  const index = sums.filter((s) => s.array).indexOf(sum);
  getLocal(out, param.params);
  out.all([0x29, 3]);
  out.u32(8 * (params + index));
}

/** Blocks that run together keep their arrays behind their shared memory. */
function placeOfGroup({ group, block }: KernelWriter, { arrayOffsets }: Scratch): void {
  if (!group || !block) return;
  const threads = block[0] * block[1] * block[2];
  for (const [l, offset] of arrayOffsets) group.arrays.set(l, group.kept + offset * threads);
}

/** `blocksOfRow` times the threads of a block. */
function threadsOfRow(k: KernelWriter, limit: number): number {
  const { out } = k.code;
  const [most, blocks] = [k.code.local('i32'), k.code.local('i32')];
  i32const(out, limit - 1);
  getLocal(out, k.at.specials.get('ntid.x')!);
  out.all([0x6d, 0x41, 1, 0x6a]);
  setLocal(out, most);
  getLocal(out, k.at.specials.get('nctaid.x')!);
  setLocal(out, blocks);
  for (const l of [most, blocks, most, blocks]) getLocal(out, l);
  out.all([0x48, 0x1b]);
  getLocal(out, k.at.threads);
  out.byte(0x6c);
  setLocal(out, most);
  return most;
}

/** Slots of the thread `t`. */
export function slotPlace(k: KernelWriter): void {
  const { out } = k.code;
  const place = (base: () => void, bytes: number, to: number): void => {
    base();
    getLocal(out, k.at.t);
    i32const(out, bytes);
    out.byte(0x6c);
    addIndex(k.code);
    setLocal(out, to);
  };
  if (k.slotBytes > 0) place(() => getLocal(out, k.at.slots), k.slotBytes, k.at.slot);
  for (const [size, base] of k.interleaved?.bases ?? [])
    place(
      () => {
        getLocal(out, param.scratch);
        offsetAddress(k.code, k.interleavedOffset);
      },
      size,
      base,
    );
}

/** The first thread's, where all use the same. */
function placeInterleaved(k: KernelWriter, { interleaved }: Scratch): void {
  k.interleavedOffset = interleaved;
  for (const base of k.interleaved?.bases.values() ?? []) {
    getLocal(k.code.out, param.scratch);
    offsetAddress(k.code, interleaved);
    setLocal(k.code.out, base);
  }
}

/** How far the slots of neighbouring threads are apart. */
export function strideOfSlot(k: KernelWriter, slot: number): number {
  return k.interleaved?.cells.get(slot) ?? k.slotBytes;
}

/** The register that the address of a slot is counted from. */
export function baseOfSlot(k: KernelWriter, slot: number): number {
  const size = k.interleaved?.cells.get(slot);
  const base = size === undefined ? undefined : k.interleaved?.bases.get(size);
  return base ?? (k.slotsPerThread ? k.at.slot : k.at.slots);
}

/** The place of a local of the thread `t`, or of its neighbour `rows` further in y. */
export function element(k: KernelWriter, local: number, rows = 0): void {
  const { out } = k.code;
  if (k.group) {
    getLocal(out, param.shared);
    offsetAddress(k.code, k.group.arrays.get(local)!);
  } else getLocal(out, k.arrays.get(local)!);
  getLocal(out, k.at.t);
  if (rows > 0) {
    i32const(out, rows);
    getLocal(out, k.at.span);
    out.all([0x6c, 0x6a]);
  }
  i32const(out, elementSize(k, local) === 8 ? 3 : 2);
  out.byte(0x74);
  addIndex(k.code);
}

export function fetch(k: KernelWriter, w: Writer, region: Pick<Region, 'load'>): void {
  for (const l of region.load) {
    element(k, l);
    k.code.out.all(loads[onDevice(k.device, k.cut.locals[l]!.type)]);
    k.code.out.byte(0);
    setLocal(k.code.out, w.frame.local(l));
  }
}

export function keep(k: KernelWriter, w: Writer, region: Pick<Region, 'save'>): void {
  for (const l of region.save) {
    element(k, l);
    getLocal(k.code.out, w.frame.local(l));
    k.code.out.all(stores[onDevice(k.device, k.cut.locals[l]!.type)]);
    k.code.out.byte(0);
  }
}
