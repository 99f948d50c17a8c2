/** Stands before a simulated device: some blocks of each new launch are looked at, before the device runs all of them. */
import type { Program } from '../../ir/link.ts';
import type { Fn } from '../../ir/module.ts';
import { eachExpressionIn } from '../../ir/walk.ts';
import type { Copy, Device, Launch } from '../../machine/device.ts';
import type { DeviceModel } from '../../machine/models.ts';
import { chooseLoopShape } from '../../runtime/cuda/loop-shape.ts';
import { withOwnCalls } from '../../runtime/device-calls.ts';
import { type Place, runBlock } from './block.ts';
import { BlockMemory, sharedBase } from './block-memory.ts';
import { Counts } from './counts.ts';
import type { Gpu } from './gpu.ts';
import { KernelCode } from './kernel-code.ts';
import type { One } from './lanes.ts';
import type { Range } from './managed-pages.ts';
import { type Occupancy, occupancyOf } from './occupancy.ts';
import { registersOf } from './registers.ts';
import { SectorCache } from './sector-cache.ts';
import type { TransferBook } from './transfers.ts';
import { BudgetSpent, NotCounted } from './warp-state.ts';

/** A launch that was looked at, and others with the same shape and the same values. */
export type Observed = {
  readonly kernel: string;
  readonly fn: Fn;
  readonly launch: Launch;
  readonly counts: Counts;
  readonly occupancy: Occupancy;
  readonly registers: number;
  /** Without a bound. */
  readonly wantedRegisters: number;
  readonly shared: number;
  readonly allocationBytes: Map<number, number>;
  times: number;
  /** Where the host launched it first. */
  readonly launchedAt: string;
  /** Why it was not counted, or not to its end. */
  problem?: string;
};

export type Watched = {
  /** As the passes for PTX leave it. */
  readonly program: Program;
  readonly kernels: ReadonlyMap<string, Fn>;
  readonly addresses: ReadonlyMap<string, number>;
  readonly model: DeviceModel;
  readonly gpu: Gpu;
  readonly wanted: (kernel: string) => boolean;
  /** The memory of the program as it is now. */
  readonly view: () => DataView;
  readonly transfers: TransferBook;
  /** Variables of the device, which it does not know as allocations. */
  readonly variables: readonly Range[];
};

/** Blocks of a launch that are looked at: fewer where the first of them, far from each other, are alike. */
const sampledBlocks = 12;
const order = [0, 11, 4, 8, 2, 6, 10, 1, 3, 5, 7, 9];
const alikeBlocks = 4;
const alike = 0.02;
/** Steps of warps that they may take in all, and after which no block more is begun. */
const budget = 2_000_000;
const enough = 1_000_000;
/** Launches of a kernel that differ. */
const mostVariants = 40;

export class Observer {
  readonly launches: Observed[] = [];
  readonly #watched: Watched;
  readonly #known = new Map<string, Observed>();
  readonly #managed = new Map<Fn, Set<string>>();
  readonly #shared = new Map<string, { readonly offsets: ReadonlyMap<string, number>; readonly bytes: number }>();

  constructor(watched: Watched) {
    this.#watched = watched;
  }

  observe(device: Device): Device {
    const launch = (given: Launch): number => {
      this.#launched(device, given);
      return device.launch(given);
    };
    const copy = (given: Copy): number => {
      this.#watched.transfers.note(device, given);
      return device.copy(given);
    };
    const { pages } = this.#watched.transfers;
    const waited = (code: number): number => {
      pages.waited();
      return code;
    };
    const { model } = this.#watched;
    // Loops whose shape is left to us get that of a GPU.
    const openShape: NonNullable<Device['openShape']> = (_, trips, grid, block) =>
      chooseLoopShape(trips, grid, block, model.multiProcessorCount, (threads) =>
        Math.max(1, Math.floor(model.maxThreadsPerMultiProcessor / threads)),
      );
    return withOwnCalls(device, {
      launch,
      copy,
      openShape,
      synchronise: () => waited(device.synchronise()),
      synchroniseStream: (stream) => waited(device.synchroniseStream(stream)),
      synchroniseEvent: (event) => waited(device.synchroniseEvent(event)),
    });
  }

  #launched(device: Device, launch: Launch): void {
    const facts = device.kernel(launch.kernel);
    const fn = facts && this.#watched.kernels.get(facts.name);
    if (!facts || !fn || !this.#watched.wanted(facts.name)) return;
    const { grid, block, sharedBytes } = launch;
    const args = this.#arguments(fn, launch);
    this.#watched.transfers.pages.launched(device, facts.name, this.#addressesOf(fn, args));
    const scalars = args.filter((_, i) => !fn.locals[i]?.type.startsWith('ptr.'));
    const key = [facts.name, ...Object.values(grid), ...Object.values(block), sharedBytes, ...scalars].join(' ');
    const known = this.#known.get(key) ?? this.#like(facts.name);
    if (known) {
      known.times++;
      return;
    }
    const threads = block.x * block.y * block.z;
    const shared = facts.sharedBytes + sharedBytes;
    const registers = registersOf(fn);
    const observed: Observed = {
      kernel: facts.name,
      fn,
      launch: { ...launch },
      counts: new Counts(),
      occupancy: occupancyOf(this.#watched.model, threads, registers.given, shared),
      registers: registers.given,
      wantedRegisters: registers.wanted,
      shared,
      allocationBytes: new Map(),
      times: 1,
      launchedAt: this.#watched.transfers.place(),
    };
    this.#known.set(key, observed);
    this.launches.push(observed);
    if (threads < 1 || threads > 1024 || grid.x * grid.y * grid.z < 1) return;
    device.synchronise();
    this.#look(device, observed, args);
  }

  /** Of what it is given, and of managed variables that it names. */
  #addressesOf(fn: Fn, args: readonly One[]): readonly number[] {
    const { program, addresses } = this.#watched;
    const given = args.filter((_, i) => fn.locals[i]?.type.startsWith('ptr.')).map(Number);
    const known = this.#managed.get(fn) ?? new Set<string>();
    if (!this.#managed.has(fn))
      eachExpressionIn(fn.body, (e) => {
        if (e.kind === 'global' && program.globals.get(e.name)?.placement === 'managed') known.add(e.name);
      });
    this.#managed.set(fn, known);
    return [...given, ...[...known].flatMap((name) => addresses.get(name) ?? [])];
  }

  /** Where a kernel has too many variants: its first. */
  #like(kernel: string): Observed | undefined {
    const same = this.launches.filter((o) => o.kernel === kernel);
    return same.length >= mostVariants ? same[0] : undefined;
  }

  #arguments(fn: Fn, { params }: Launch): readonly One[] {
    const view = this.#watched.view();
    return fn.locals.slice(0, fn.params).map(({ type }, i) => {
      const at = Number(params) + 8 * i;
      switch (type) {
        case 'bool':
          return view.getInt32(at, true) !== 0;
        case 'i32':
          return view.getInt32(at, true);
        case 'i64':
          return view.getBigInt64(at, true);
        case 'f32':
          return view.getFloat32(at, true);
        case 'f64':
          return view.getFloat64(at, true);
        default:
          return Number(view.getBigUint64(at, true));
      }
    });
  }

  #look(device: Device, observed: Observed, args: readonly One[]): void {
    const { counts, fn, launch, occupancy } = observed;
    const { gpu, program } = this.#watched;
    const { offsets, bytes } = this.#sharedOf(fn);
    const { x, y, z } = launch.grid;
    const blocks = x * y * z;
    const many = Math.min(sampledBlocks, blocks);
    const localBytes = Math.max(
      4096,
      [...program.functions.values(), fn].reduce((most, f) => Math.max(most, slotBytes(f)), 0) * 4,
    );
    const cacheBytes =
      (gpu.first - (gpu.unified ? occupancy.blocks * observed.shared : 0)) / Math.min(occupancy.blocks, blocks);
    const threadBytes = fn.slots.reduce((sum, { size }) => sum + size, 0);
    const { block } = launch;
    const localShare = Math.min(1, cacheBytes / Math.max(1, threadBytes * block.x * block.y * block.z));
    const allocationOf = this.#allocations(device, observed);
    const spent = { left: budget };
    const numberOf = (n: number): number => Math.floor(((n + 0.5) * blocks) / many);
    const run = (into: Counts, code: KernelCode, number: number): number => {
      const at = { x: number % x, y: Math.floor(number / x) % y, z: Math.floor(number / (x * y)) };
      const place: Place = { grid: launch.grid, block: launch.block, at };
      const state = {
        counts: into,
        cache: new SectorCache(cacheBytes),
        latencies: gpu.latencies,
        secondBytes: gpu.second,
        allocationOf,
        localShare,
        memory: new BlockMemory(this.#watched.view(), bytes + launch.sharedBytes, localBytes),
        addressOf: (name: string) => this.#addressOf(name, offsets),
        staticShared: bytes,
        budget: spent,
      };
      return runBlock(code, fn, state, place, args);
    };
    const numbers = many < sampledBlocks ? Array.from({ length: many }, (_, n) => n) : order;
    try {
      this.#reach(counts, blocks, spent, (into, number) => run(into, new KernelCode(program, into), number));
      spent.left = budget;
      const code = new KernelCode(program, counts);
      for (const n of numbers) {
        counts.blockCycles.push(run(counts, code, numberOf(n)));
        if (isEnough(counts.blockCycles, budget - spent.left)) break;
      }
    } catch (problem) {
      if (problem instanceof BudgetSpent) observed.problem = stopped(counts, problem);
      else if (problem instanceof NotCounted) observed.problem = problem.message;
      else if (problem instanceof RangeError) observed.problem = `it goes beyond its memory (${problem.message})`;
      else throw problem;
    }
  }

  /** The first and the last block tell how far accesses reach, which latencies depend on, and whether the ends of the grid differ. */
  #reach(counts: Counts, blocks: number, spent: { left: number }, run: (into: Counts, number: number) => number): void {
    const reach = new Counts();
    spent.left = enough;
    try {
      counts.endCycles = [...new Set([0, blocks - 1])].map((number) => run(reach, number));
    } catch (problem) {
      if (!(problem instanceof BudgetSpent)) throw problem;
      if (problem.share > 0) counts.endCycles = [problem.cycles / problem.share];
    }
    for (const [allocation, extent] of reach.extents) counts.extents.set(allocation, { ...extent });
  }

  #addressOf(name: string, shared: ReadonlyMap<string, number>): number {
    const offset = shared.get(name);
    if (offset !== undefined) return sharedBase + offset;
    const address = this.#watched.addresses.get(name);
    if (address === undefined) throw new NotCounted(`it uses \`${name}\``);
    return address;
  }

  /** Where the shared variables of a kernel lie in its block. */
  #sharedOf(fn: Fn): { readonly offsets: ReadonlyMap<string, number>; readonly bytes: number } {
    const known = this.#shared.get(fn.name);
    if (known) return known;
    const offsets = new Map<string, number>();
    let bytes = 0;
    for (const global of this.#watched.program.globals.values()) {
      if (global.placement !== 'shared' || !global.name.startsWith(`${fn.name}.`)) continue;
      bytes = Math.ceil(bytes / global.align) * global.align;
      offsets.set(global.name, bytes);
      bytes += global.size;
    }
    for (const global of this.#watched.program.globals.values()) {
      if (global.placement !== 'shared' || offsets.has(global.name)) continue;
      bytes = Math.ceil(bytes / global.align) * global.align;
      offsets.set(global.name, bytes);
      bytes += global.size;
    }
    const made = { offsets, bytes: Math.ceil(bytes / 16) * 16 };
    this.#shared.set(fn.name, made);
    return made;
  }

  /** The allocation of an address, by where it begins; its bytes are noted. */
  #allocations(device: Device, { allocationBytes }: Observed): (address: number) => number {
    let from = 0;
    let to = 0;
    const ranges: (readonly [number, number])[] = [];
    return (address) => {
      if (address >= from && address < to) return from;
      const variable = this.#watched.variables.find(({ base, bytes }) => address >= base && address < base + bytes);
      const known = ranges.find(([a, b]) => address >= a && address < b) ?? (variable && rangeOf(variable));
      const facts = known ? undefined : device.pointerFacts(BigInt(address));
      [from, to] = known ?? [Number(facts?.base ?? 0n), Number(facts?.base ?? 0n) + (facts?.bytes ?? 0)];
      if (address < from || address >= to) [from, to] = [address - (address % 4096), address - (address % 4096) + 4096];
      if (!known) ranges.push([from, to]);
      allocationBytes.set(from, to - from);
      return from;
    };
  }
}

/** The rest of the block is taken to be like what was looked at, where its loops tell how much that is. */
function stopped(counts: Counts, { share, cycles }: BudgetSpent): string {
  const whole = counts.blockCycles.length;
  const isKnown = share > leastShare;
  if (isKnown) {
    counts.blocks += share - 1;
    if (whole === 0) counts.blockCycles.push(cycles / share);
  }
  const part = isKnown && whole === 0 ? `: ${(100 * share).toFixed(0)} % of one stand for the rest` : '';
  return `its blocks run too long to be looked at to their end${part}`;
}

/** Of less of a block nothing can be told. */
const leastShare = 0.002;

function isEnough(cycles: readonly number[], steps: number): boolean {
  if (cycles.length > 1 && steps > enough) return true;
  const most = Math.max(...cycles);
  if (cycles.length === 1) return steps > budget / 2;
  return cycles.length === alikeBlocks && most - Math.min(...cycles) <= alike * most;
}

function rangeOf({ base, bytes }: Range): readonly [number, number] {
  return [base, base + bytes];
}

function slotBytes(fn: Fn): number {
  return fn.slots.reduce((sum, { size }) => sum + size + 16, 0);
}
