/** What the parts of a kernel under construction share: where it stands, its registers, and small pieces of code. */
import type { Expression, Fn, Local, Statement } from '../../../ir/module.ts';
import type { SpecialName } from '../../../ir/operations.ts';
import type { Aliases } from '../../../opt/analysis/alias.ts';
import type { RealsOfLocals } from '../../../opt/analysis/real-values.ts';
import type { OtherAxis } from '../../../opt/kernel/exchange-axes.ts';
import type { HoistedKernel } from '../../../opt/kernel/hoist-invariants.ts';
import type { InterchangedLoops } from '../../../opt/kernel/interchange-thread-loops.ts';
import type { PrivateSum } from '../../../opt/kernel/privatise-atomics.ts';

import type { Resumable } from '../../../opt/kernel/resumable.ts';
import type { Device } from '../device.ts';
import type { BlockSize, ChunkWidth, WasmType } from '../encode/artifact.ts';
import type { Code } from '../encode/encode.ts';
import { getLocal, i32const, setLocal } from '../expression.ts';
import { branchIf, close, ifCode, jump, loopCode, open, type Writer } from '../statement.ts';
import type { VectorSetting, Waiting } from '../vector/vector-registers.ts';
import type { CoalescedBlocks } from './coalesce-blocks.ts';
import type { Region, Storage } from './storage.ts';
import type { TileGroup } from './tile-groups.ts';

export const param = { params: 0, launch: 1, first: 2, last: 3, shared: 4, scratch: 5 } as const;

export const warpSize = 32;

/** Numbers of the WebAssembly locals that hold where the code stands. */
export type Places = Readonly<
  Record<
    | 'tx'
    | 'ty'
    | 'tz'
    | 't'
    /** How many threads a row has: of one block, or of several that run as one. */
    | 'span'
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

export type InterleavedSlots = {
  /** Bytes of a cell, by slot. */
  readonly cells: ReadonlyMap<number, number>;
  /** How many cells lie between two elements of a thread: at least the lanes of a chunk, or the threads of a block. */
  readonly apart: number;
  /** The register that addresses are counted from, by the size of cells. */
  readonly bases: ReadonlyMap<number, number>;
  /** Of all of them. */
  readonly bytes: number;
};

export type KernelWriter = {
  readonly device: Device;
  readonly fn: Fn;
  readonly cut: HoistedKernel;
  readonly storage: Storage;
  /** Locals in scratch that a warp has in common (`warp-values.ts`). */
  readonly ofWarp: ReadonlySet<number>;
  /** What locals hold that are set before a region, until it ends. */
  readonly values: ReadonlyMap<number, Expression>;
  /** What is known of the reals that locals hold, in all regions. */
  readonly reals: RealsOfLocals;
  /** Of the cut kernel, and those that patches of rows add. */
  readonly locals: Local[];
  readonly code: Code;
  readonly at: Places;
  /** The local that holds the start of a scratch array, by local of the IR. */
  readonly arrays: ReadonlyMap<number, number>;
  readonly slotOffsets: readonly number[];
  readonly slotBytes: number;
  readonly slotsPerThread: boolean;
  /** Slots whose cells lie beside those of other threads. */
  readonly interleaved: InterleavedSlots | undefined;
  readonly constants: VectorSetting['constants'];
  /** How many chunks of threads it has, of lanes of four bytes and of fewer. */
  readonly chunks: { plain: number; narrow: number };
  /** Vector registers of locals, by the chunk's width. */
  readonly parts: Map<number, Map<number, readonly number[]>>;
  /** Sums of a region that wait for the end of its loops. */
  readonly waiting: Map<Region, Map<string, Waiting>>;
  readonly spills: Map<number, number>;
  /** What loops through which lanes go one after another leave behind for others. */
  readonly rows: Map<Statement, readonly number[]>;
  /** Vector registers within them, by the iterations of a chunk. */
  readonly rowParts: Map<number, Map<number, readonly number[]>>;
  /** A table of `packingOrders` in scratch, where something asks for it. */
  readonly orders: { place: number; used: boolean };
  readonly simd: boolean;
  /** The only size of blocks there will be, where it is known. */
  readonly block: BlockSize | undefined;
  /** What x is in the launch, if not x (`opt/kernel/exchange-axes.ts`). */
  readonly along: OtherAxis | undefined;
  readonly chunk: ChunkWidth | undefined;
  /** Whether two neighbouring vectors take one register. */
  readonly wide: boolean;
  /** Regions that run from the last thread to the first (`opt/kernel/fuse-reversed-regions.ts`). */
  readonly descending: ReadonlySet<string>;
  /** Where neighbouring blocks run as one. */
  readonly coalesceBlocks: CoalescedBlocks | undefined;
  /** Where neighbouring blocks run region by region together, and the register that holds how many. */
  readonly group: (TileGroup & { readonly blocks: number; readonly arrays: Map<number, number> }) | undefined;
  /** Rows end when they hold so many threads. */
  readonly rowLimit: number;
  /** Which accesses may meet, once somebody has asked. */
  aliases: Aliases | undefined;
  inWarp: boolean;
  /** How many the vector at hand has. */
  lanes: number;
  blockEnd: number;
  /** Where a block goes that waits for others. */
  blockStop: number;
  spillOffset: number;
  foldOffset: number;
  /** Where interleaved slots lie in the worker's scratch. */
  interleavedOffset: number;
  /** What the worker adds up for itself until its blocks are done. */
  /** Whether it says which blocks run. */
  readonly tells: boolean;
  readonly late: readonly PrivateSum[];
  readonly interchanged: InterchangedLoops;
  /** A kernel whose blocks wait for each other. */
  readonly phases: Resumable | undefined;
};

export const loads: Readonly<Record<WasmType, readonly number[]>> = {
  i32: [0x28, 2],
  i64: [0x29, 3],
  f32: [0x2a, 2],
  f64: [0x2b, 3],
  v128: [0xfd, 0, 4],
};

export const stores: Readonly<Record<WasmType, readonly number[]>> = {
  i32: [0x36, 2],
  i64: [0x37, 3],
  f32: [0x38, 2],
  f64: [0x39, 3],
  v128: [0xfd, 11, 4],
};

export function loadLaunch(k: Pick<KernelWriter, 'code'>, field: number): void {
  getLocal(k.code.out, param.launch);
  k.code.out.all([0x28, 2]);
  k.code.out.u32(field);
}

export function increment(k: KernelWriter, local: number, by = 1): void {
  getLocal(k.code.out, local);
  i32const(k.code.out, by);
  k.code.out.byte(0x6a);
  setLocal(k.code.out, local);
}

export function zero(k: KernelWriter, local: number): void {
  i32const(k.code.out, 0);
  setLocal(k.code.out, local);
}

/** `counter` grew; where it has reached `limit` it begins again and `carry` runs. */
export function wrapCounter(k: KernelWriter, w: Writer, counter: number, limit: number, carry: () => void): void {
  getLocal(k.code.out, counter);
  getLocal(k.code.out, limit);
  k.code.out.byte(0x46);
  open(w, ifCode);
  zero(k, counter);
  carry();
  close(w);
}

/** to = a + b */
export function sum(k: KernelWriter, a: number, b: number, to: number): void {
  const { out } = k.code;
  getLocal(out, a);
  getLocal(out, b);
  out.byte(0x6a);
  setLocal(out, to);
}

/** The end of a loop that goes on while counter < end. */
export function againBelow(k: KernelWriter, w: Writer, head: number, counter: number, end: number): void {
  getLocal(k.code.out, counter);
  getLocal(k.code.out, end);
  k.code.out.byte(0x48);
  jump(w, head, branchIf);
  close(w);
}

/** `counter` from 0 while below `limit`, which is at least 1. */
export function countedLoop(
  k: KernelWriter,
  w: Writer,
  counter: number,
  limit: number,
  body: () => void,
  step = 1,
): void {
  zero(k, counter);
  const head = open(w, loopCode);
  body();
  increment(k, counter, step);
  againBelow(k, w, head, counter, limit);
}
