/** Commands of the queue that launch a kernel: what is written for the threads that run it, and the memory it works in. */
import { blocksOfGroup, blocksOfRow } from '../../back/wasm/encode/artifact.ts';
import type { Launch, StreamId } from '../../machine/device.ts';
import type { KernelFacts } from '../../machine/kernel.ts';
import { field, getLong, kinds, modes, setLong } from './control.ts';
import type { DeviceMemory } from './device-memory.ts';
import type { Engine } from './engine.ts';
import { sizeOf } from './launch-check.ts';
import { unitsOf } from './launch-size.ts';
import type { SimKernel, Version } from './sim-kernel.ts';
import { modeOf } from './sim-kernel.ts';
import type { Streams } from './streams.ts';

/** Blocks that wait for others keep their memory: so much in all, so many in a thread, and so many whose calls are nested. */
const waitingBytes = 128 << 20;
const mostParked = 4096;
const deepest = 100;
const noCluster = [1, 1, 1] as const;

/** A launch like an earlier one. */
type Again = {
  readonly gx: number;
  readonly gy: number;
  readonly gz: number;
  readonly stream: StreamId;
  readonly params: number;
};

export class LaunchCommands {
  readonly #engine: Engine;
  readonly #memory: DeviceMemory;
  readonly #streams: Streams;
  readonly #ordinal: number;

  constructor(engine: Engine, memory: DeviceMemory, streams: Streams, ordinal: number) {
    this.#engine = engine;
    this.#memory = memory;
    this.#streams = streams;
    this.#ordinal = ordinal;
  }

  /** Whether threads may wait for what the host writes while the kernel runs: then the host leaves it to others. */
  waitsForHost(kernel: SimKernel, launch: Launch): boolean {
    if (this.#engine.threads === 1 || !(kernel.waits || kernel.yields)) return false;
    const { view } = this.#engine;
    return kernel.facts.params.some((type, i) => {
      const address = type === 'address' ? Number(view.getBigInt64(Number(launch.params) + 8 * i, true)) : 0;
      return address > 0 && this.#memory.factsOf(address).kind !== 'device' && !this.#engine.isStaticData(address);
    });
  }

  /** 1 where no other kernel or copy of the program runs meanwhile, 2 where nobody else writes to the memory that the kernel asks about: hosts, devices, processes. */
  exclusivity({ alone }: SimKernel, stream: StreamId, params: number): 0 | 1 | 2 {
    const engine = this.#engine;
    if (!alone || engine.books.length > 1 || !this.#streams.isOnlyOrder(stream)) return 0;
    if (engine.sharesMemory) return 1;
    const isOfDevice = (param: number): boolean => {
      const address = Number(engine.view.getBigInt64(params + 8 * param, true));
      return engine.isStaticData(address) || this.#memory.factsOf(address).kind === 'device';
    };
    return alone.every(isOfDevice) ? 2 : 1;
  }

  /** Writes a kernel's command: its number, launch record, parameters and working storage. */
  prepare(slot: number, { kernel, number }: Version, launch: Launch): boolean {
    const engine = this.#engine;
    const { words } = engine.queue;
    const { grid, block } = launch;
    const ofShared = Math.ceil((kernel.facts.sharedBytes + launch.sharedBytes) / 64) * 64;
    const ofArrays = kernel.scratchPerThread * sizeOf(block);
    const group = kernel.inGroups ? blocksOfGroup(ofShared + ofArrays) : 1;
    const shared = ofShared * group;
    const together = group * blocksOfRow(kernel.scratchRow, block.x, grid.x);
    const scratch = kernel.scratchFixed + ofArrays * together;
    const ofBlock = shared + Math.ceil(scratch / 64) * 64 + 64;
    const cluster = kernel.clusterDims ?? noCluster;
    const all = kernel.gridBarriers ? this.#placeBlocks(sizeOf(grid), ofBlock, shared) : 0;
    const mode = modeOf(kernel);
    const most = mode === modes.yields ? mostParked : deepest;
    const room = Math.max(1, Math.min(most, sizeOf(grid), Math.floor(waitingBytes / engine.threads / ofBlock)));
    const depth = mode === modes.waits || mode === modes.yields ? room : 1;
    const ofCluster = kernel.gridBarriers ? 1 : cluster[0] * cluster[1] * cluster[2];
    const copies = mode === modes.plain ? 1 : mode === modes.phases ? ofCluster : depth;
    if (all < 0 || !engine.placeArena(slot, ofBlock * copies)) return false;
    if (all > 0) engine.sanitizer?.ofBlocks(all, sizeOf(grid) * ofBlock);
    engine.sanitizer?.launched(words[slot + field.order]!, {
      kernel: kernel.facts.name,
      grid: [grid.x, grid.y, grid.z],
      block: [block.x, block.y, block.z],
      cluster,
      fail: () => engine.fail(this.#ordinal),
      sharedBytes: shared,
      blockBytes: ofBlock,
    });
    words[slot + field.kind] = kinds.kernel;
    words[slot + field.subject] = number;
    words[slot + field.total] = unitsOf(kernel, launch);
    words[slot + field.waiting] = 0;
    words[slot + field.spent] = 0;
    words[slot + field.gridTrap] = (kernel.gridTrap ?? -1) + 1;
    words[slot + field.sharedBytes] = shared;
    const record = slot + field.record;
    words[record] = grid.x;
    words[record + 1] = grid.y;
    words[record + 2] = grid.z;
    words[record + 3] = block.x;
    words[record + 4] = block.y;
    words[record + 5] = block.z;
    words[record + 6] = launch.sharedBytes;
    for (let i = 0; i < 3; i++) words[record + 7 + i] = cluster[i]!;
    words[slot + field.next] = unitsOf(kernel, launch);
    words[slot + field.mode] = mode;
    words[slot + field.threads] = sizeOf(block);
    words[slot + field.depth] = depth;
    words[slot + field.hostless] = this.waitsForHost(kernel, launch) ? 1 : 0;
    words[slot + field.blockStride] = ofBlock;
    words[slot + field.alone] = this.exclusivity(kernel, launch.stream, Number(launch.params));
    setLong(words, slot + field.blocksAt, all);
    setLong(words, slot + field.params, this.#takeParams(slot, kernel.facts, Number(launch.params)));
    return true;
  }

  /** A copy of what `prepare` has written, without parameters. */
  copyOf(slot: number): Int32Array {
    return this.#engine.queue.words.slice(slot, slot + field.inlineParams);
  }

  /** Writes such a command again, for another grid and other parameters. */
  repeat(slot: number, command: Int32Array, of: Version, again: Again): void {
    const { words } = this.#engine.queue;
    const { gx, gy, gz, stream, params } = again;
    words.set(command, slot);
    words[slot + field.alone] = this.exclusivity(of.kernel, stream, params);
    words[slot + field.total] = gx * gy * gz;
    words[slot + field.next] = gx * gy * gz;
    const record = slot + field.record;
    words[record] = gx;
    words[record + 1] = gy;
    words[record + 2] = gz;
    this.#engine.placeAgain(slot);
    setLong(words, slot + field.params, this.#takeParams(slot, of.kernel.facts, params));
  }

  /** Memory for all blocks of a grid whose blocks wait for each other: its address, or -1 where there is no room. */
  #placeBlocks(blocks: number, ofBlock: number, stateAt: number): number {
    const address = this.#engine.heap.allocate(blocks * ofBlock, 4096, {
      kind: 'unregistered',
      device: this.#ordinal,
    });
    if (address === 0) return -1;
    const { view } = this.#engine;
    for (let i = 0; i < blocks; i++) view.setInt32(address + i * ofBlock + stateAt, 0, true);
    return address;
  }

  /** Gives the memory of the blocks back once the command is done. */
  freeBlocks(slot: number, sequence: number): void {
    const address = getLong(this.#engine.queue.words, slot + field.blocksAt);
    if (address > 0) this.#memory.freeOwnAfter(sequence, address);
  }

  /** Copies the parameters; null addresses become one that traps. The room behind some of them follows. */
  #takeParams(slot: number, facts: KernelFacts, from: number): number {
    const engine = this.#engine;
    const count = facts.params.length;
    const to = engine.paramsOf(slot, count + (facts.rooms?.length ?? 0));
    const { view } = engine;
    for (let i = 0; i < count; i++) {
      const [low, high] = [view.getInt32(from + 8 * i, true), view.getInt32(from + 8 * i + 4, true)];
      const isNull = facts.params[i] === 'address' && !facts.nulls && engine.isNull(low, high) && !engine.sanitizer;
      if (isNull) view.setBigInt64(to + 8 * i, engine.poison, true);
      else {
        view.setInt32(to + 8 * i, low, true);
        view.setInt32(to + 8 * i + 4, high, true);
      }
    }
    facts.rooms?.forEach((param, k) => {
      const room = engine.roomAt(Number(view.getBigInt64(from + 8 * param, true)));
      view.setBigInt64(to + 8 * (count + k), BigInt(room ?? -1), true);
    });
    return to;
  }
}
