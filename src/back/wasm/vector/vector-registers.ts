/** The registers of vector code: parts of locals, temporaries of a statement, constants. */

import { InternalError } from '../../../base/impossible.ts';
import type { Expression, Local, Statement } from '../../../ir/module.ts';
import type { Joint, NumberType } from '../../../ir/neutral.ts';
import { isPointer, type ValueType } from '../../../ir/types.ts';
import type { RealBounds } from '../../../opt/analysis/real-bounds.ts';
import type { RealValues } from '../../../opt/analysis/real-values.ts';
import { Bytes } from '../encode/encode.ts';
import { wasmType } from '../encode/represent.ts';
import { type Frame, getLocal, i32const } from '../expression.ts';
import type { Writer } from '../statement.ts';
import type { Lanes } from './lanes.ts';
import { bitwise, type LaneType, lane } from './vector-rows.ts';

export type Atomic = Extract<Statement, { kind: 'atomic' }>;

/** Vectors that a processor holds while it computes. */
export const processorRegisters = 16;
/** Operations that a processor looks ahead. */
export const processorWindow = 320;

/** What lanes give together, of numbers of one type. */
export type Reduction = { readonly how: Joint; readonly type: NumberType };

/** A result that waits for the end of the region's loops, of chunks of any width: vectors, or what all lanes share. */
export type Waiting = {
  readonly atomic: Atomic;
  readonly of: Reduction;
  readonly vectors: boolean;
  readonly locals: number[];
};

/** What the kernel gives to its vector regions. */
export type VectorSetting = {
  readonly w: Writer;
  readonly lanes: Lanes;
  readonly locals: readonly Local[];
  /** How many times four threads a chunk has. */
  readonly fours: number;
  /** WebAssembly locals of a local's parts, by local; kept for the whole kernel. */
  readonly parts: Map<number, readonly number[]>;
  /** Whether the region has loops: what stands outside of them leaves the registers to them. */
  readonly loops: boolean;
  /** Whether the engine joins neighbouring vectors. */
  readonly wide: boolean;
  /** Whether that is worth something to vectors of real(8) that come from numbers of four bytes, or become such. */
  readonly joinsReals: boolean;
  /** Constants in locals, by their bytes; the kernel sets them once. */
  readonly constants: Map<string, { readonly local: number; readonly bytes: readonly number[] }>;
  /** From a lane's thread to that of the next one; 1 where not given. */
  readonly step?: number | undefined;
  readonly tx: number;
  readonly t: number;
  /** The lane within its warp, where the region runs warp by warp. */
  readonly lane: number | undefined;
  readonly single: ReadonlySet<number>;
  /** An address that may always be read, with 64 KiB behind it. */
  readonly safe: number;
  /** Of a slot of the first thread: what its address is counted from, and how far those of the neighbours are apart; 0 where that stays. */
  readonly slot: (slot: number) => { readonly local: number; readonly bytes: number };
  /** Puts the address of an area for vectors that are taken apart on the stack, where there is one; gives the place of the next one. */
  readonly spill: {
    readonly there: boolean;
    readonly put: () => void;
    readonly slots: Map<number, number>;
    readonly offset: number;
  };
  /** Whether chunks are whole warps. */
  readonly whole: boolean;
  /** Loops that four lanes go through alone. */
  readonly rest?: readonly string[];
  /** The place behind the scratch's start of a table of `packingOrders`, where there may be one. */
  readonly orders: (() => number) | undefined;
  /** How many sums in the worker's own memory may wait until the region's loops are done: nothing there looks at them. */
  readonly sums: number;
  /** Those that wait, of all chunks of the region. */
  readonly waiting: Map<string, Waiting>;
  /** Where nobody else writes at the same time what the other lanes would store to, so that they may store what is there. */
  readonly storesBack: (s: Extract<Statement, { kind: 'store' }>) => 'always' | 'within memory' | 'never';
  /** What is computed for no lane at all rather than asked for. */
  readonly inVain: (value: Expression) => boolean;
  /** What is known of reals that the region computes. */
  readonly reals?: RealValues;
  readonly bounds?: (e: Expression) => RealBounds | undefined;
  /** Writes a list whose lanes are smaller than those of this writer; whether it is one. */
  readonly narrow?: (body: readonly Statement[]) => boolean;
  /** Whether a local changes within the region. */
  readonly isWritten: (local: number) => boolean;
};

/** A whole number that 16 bits hold: its registers, and what it is at least and at most. */
export type Shorts = { readonly halves: readonly number[]; readonly low: number; readonly high: number };

/** The address of the first lane, and where the lanes' cells lie behind it, if they are no neighbours. */
export type SharedAddress = { readonly place: number; readonly offset: number; readonly cells?: readonly number[] };

export class VectorRegisters {
  protected readonly s: VectorSetting;
  protected readonly width: number;
  protected readonly w: Writer;
  protected readonly f: Frame;
  protected readonly lanes: Lanes;
  protected readonly out: Bytes;
  /** Code that runs before the region's loops: copies of scalars in all lanes. */
  readonly before: Bytes;

  protected readonly splats: Map<string, number>;

  /** Parts of expressions of the present statement that are computed already. */
  protected prepared = new Map<string, readonly number[]>();
  /** Numbers of the cells that all lanes have read on their way to the present statement (`OwnCell`). */
  protected cellsRead: ReadonlySet<number> = new Set();

  /** Short whole numbers that this list has set, eight lanes in a register. */
  protected shorts: ReadonlyMap<number, Shorts> = new Map();

  /** Addresses of vectors in memory that the present statement reads, by the load's key. */
  protected addresses = new Map<string, SharedAddress>();

  protected free: number[] = [];
  protected used: number[] = [];

  protected scalars = new Map<number, number>();

  /** The lanes that take part; undefined: all. */
  protected active: readonly number[] | undefined;

  /** Masks that are held with 64-bit lanes as well. */
  protected readonly wideMasks = new Map<readonly number[], readonly number[]>();

  /** How many loops are around what is written. */
  protected loops = 0;

  /** The statement that chose them. */
  protected owner: Statement | undefined;

  /** `whole`: writes all lanes of which these are some. */
  constructor(setting: VectorSetting, whole?: VectorRegisters) {
    this.s = setting;
    this.before = whole?.before ?? new Bytes();
    this.splats = whole?.splats ?? new Map();
    this.loops = whole?.loops ?? 0;
    this.width = 4 * setting.fours;
    this.w = setting.w;
    this.lanes = setting.lanes;
    this.out = setting.w.frame.code.out;
    this.f = { ...setting.w.frame, local: (i) => (i < 0 ? this.scalars.get(i)! : setting.w.frame.local(i)) };
  }

  protected laneType(type: ValueType): LaneType {
    return isPointer(type) ? this.f.side.address : type;
  }

  protected isWide(type: ValueType): boolean {
    const lane = this.laneType(type);
    return lane === 'i64' || lane === 'f64';
  }

  protected partCount(type: ValueType): number {
    return this.isWide(type) ? 2 * this.s.fours : this.s.fours;
  }

  // Registers.

  protected temp(): number {
    const t = this.free.pop() ?? this.f.code.local('v128');
    this.used.push(t);
    return t;
  }

  protected endStatement(): void {
    this.free.push(...this.used);
    this.used = [];
    this.prepared = new Map();
    this.addresses = new Map();
  }

  partsOf(local: number): readonly number[] {
    let parts = this.s.parts.get(local);
    if (!parts) {
      const count = this.partCount(this.s.locals[local]!.type);
      parts = Array.from({ length: count }, () => this.f.code.local('v128'));
      this.s.parts.set(local, parts);
    }
    return parts;
  }

  protected simd(n: number): void {
    this.out.byte(0xfd);
    this.out.u32(n);
  }

  protected constant(bytes: readonly number[]): void {
    if (this.s.loops && this.loops === 0) {
      this.simd(lane.constant);
      this.out.all(bytes);
      return;
    }
    const key = bytes.join();
    let held = this.s.constants.get(key);
    if (!held) {
      held = { local: this.f.code.local('v128'), bytes };
      this.s.constants.set(key, held);
    }
    getLocal(this.out, held.local);
  }

  protected constant32(values: readonly number[]): void {
    this.constant([...new Uint8Array(Int32Array.from(values).buffer)]);
  }

  /** A scalar of the writer's own. */
  protected scalar(type: Expression['type']): Extract<Expression, { kind: 'local' }> {
    const index = -1 - this.scalars.size;
    this.scalars.set(index, this.f.code.local(wasmType(type, this.f.side)));
    return { kind: 'local', type, index };
  }

  // Masks.

  protected combined(parts: readonly number[], instruction: number): void {
    parts.forEach((local, i) => {
      getLocal(this.out, local);
      if (i > 0) this.simd(instruction);
    });
  }

  /** Whether any lane, or every lane, is in the mask. */
  protected test(mask: readonly number[], what: 'any' | 'all'): void {
    const instruction = what === 'any' ? bitwise.or : bitwise.and;
    const wide = this.wideMasks.get(mask);
    if (wide) {
      this.test(wide, what);
      return;
    }
    if (this.s.wide && mask.length >= 2) {
      this.halves(mask, instruction);
      this.simd(what === 'any' ? lane.anyTrue : lane.allTrueOf16);
      return;
    }
    this.combined(mask, instruction);
    this.simd(what === 'any' ? lane.anyTrue : lane.allTrue);
  }

  /** Masks of neighbours are combined side by side and meet in the end, where V8 looks for pairs to join: only there a register is taken apart. */
  private halves(mask: readonly number[], instruction: number): void {
    for (const half of [0, 1])
      this.combined(
        mask.filter((_, p) => p % 2 === half),
        instruction,
      );
    this.simd(lane.narrow[4]);
  }

  /** A bit for each lane of a mask. */
  protected bits(mask: readonly number[]): void {
    this.bitsBy(mask.length, (p) => getLocal(this.out, mask[p]!));
  }

  protected bitsBy(parts: number, push: (part: number) => void): void {
    for (let p = 0; p < parts; p += 4) {
      this.bitsOf(p, Math.min(parts - p, 4), push);
      if (p === 0) continue;
      i32const(this.out, 4 * p);
      this.out.all([0x74, 0x72]);
    }
  }

  /** Of up to four vectors: lanes that are all ones or all zeros stay so when they get narrower. */
  private bitsOf(from: number, parts: number, push: (part: number) => void): void {
    if (parts === 3) throw new InternalError('masks have 1, 2, 4 or 8 parts');
    for (let p = 0; p < parts; p += 2) {
      push(from + p);
      if (parts === 1) continue;
      push(from + p + 1);
      this.simd(lane.narrow[4]);
    }
    if (parts === 4) this.simd(lane.narrow[2]);
    this.simd(lane.bitmask[parts === 4 ? 1 : parts === 2 ? 2 : 4]);
  }

  // Memory.

  /** Vectors one behind the other. Of each two the upper one comes first: where V8 joins them (wide.ts of the simulated device), it then has nothing more to store. */
  protected storeAll(count: number, place: () => void, offset: number, value: (part: number) => void): void {
    for (let i = 0; i < count; i++) {
      const p = (i ^ 1) < count ? i ^ 1 : i;
      place();
      value(p);
      this.simd(lane.store);
      this.memory(offset + 16 * p);
    }
  }

  protected storeParts(parts: readonly number[], place: () => void, offset: number): void {
    this.storeAll(parts.length, place, offset, (p) => getLocal(this.out, parts[p]!));
  }

  protected memory(offset: number): void {
    this.out.byte(2);
    this.out.u32(offset);
  }
}
