/**
 * A real device under the sanitizer: what memory it has stands in a table that its kernels read (`machine/check-tools.ts`), in memory of the host that both share. Allocations
 * lie apart, so that a neighbour does not hide a near miss.
 */
import { memoryTable } from '../../machine/check-tools.ts';
import type { Address, Device, Launch } from '../../machine/device.ts';
import type { ProgramMemory } from '../program-memory.ts';
import { lastLaunch, type Sanitizer } from './sanitizer.ts';

export type RealMemory = {
  readonly memory: ProgramMemory;
  /** Where the table lies in the host's memory. */
  readonly table: number;
  /** Where the host's memory begins for the device. */
  readonly base: bigint;
  /** Variables that kernels may use: where they are on the device, and their sizes. */
  readonly variables: () => Iterable<readonly [Address, number]>;
};

const gap = 256;

export function checkedDevice(
  device: Device,
  sanitizer: Sanitizer,
  { memory, table, base, variables }: RealMemory,
): Device {
  const live = new Map<bigint, number>();
  let isKnown = false;
  const add = (address: Address, bytes: number, kind: 'device' | 'managed' | 'pinned'): Address => {
    if (address === 0n) return address;
    const at = kind === 'device' ? address : base + address;
    live.set(at, bytes);
    isKnown = false;
    sanitizer.allocated(Number(at), bytes, kind);
    return address;
  };
  const remove = (address: Address): void => {
    for (const at of [address, base + address]) {
      if (!live.delete(at)) continue;
      isKnown = false;
      sanitizer.freed(Number(at));
      return;
    }
    if (address !== 0n) sanitizer.invalidFree(Number(address), 'cudaFree');
  };
  /** Kernels that run read the table: they are waited for. */
  const write = (): void => {
    if (isKnown) return;
    device.synchronise();
    const all = [...live, ...variables()].sort(([a], [b]) => (a < b ? -1 : 1)).slice(0, memoryTable.most);
    const { view } = memory;
    view.setBigInt64(table, BigInt(all.length), true);
    all.forEach(([at, bytes], i) => {
      view.setBigInt64(table + 16 * (i + 1), at, true);
      view.setBigInt64(table + 16 * (i + 1) + 8, at + BigInt(bytes), true);
    });
    isKnown = true;
  };
  const own: Partial<Device> = {
    allocate: (bytes, kind) => add(device.allocate(bytes + gap, kind), bytes, kind),
    allocateAsync: (bytes, stream) => add(device.allocateAsync(bytes + gap, stream), bytes, 'device'),
    free(address) {
      remove(address);
      return device.free(address);
    },
    freeAsync(address, stream) {
      remove(address);
      return device.freeAsync(address, stream);
    },
    register(address, bytes) {
      live.set(base + address, bytes);
      isKnown = false;
      return device.register(address, bytes);
    },
    unregister(address) {
      live.delete(base + address);
      isKnown = false;
      return device.unregister(address);
    },
    launch(launch) {
      write();
      noteLaunch(device, sanitizer, launch);
      return device.launch(launch);
    },
  };
  return new Proxy(device, {
    get(target, name) {
      // All launches are seen.
      if (name === 'launchQuickly') return undefined;
      const mine: unknown = Reflect.get(own, name);
      if (mine !== undefined) return mine;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** What kernels tell bears no number of a launch here: it is of the last one. */
function noteLaunch(device: Device, sanitizer: Sanitizer, { kernel, grid, block, sharedBytes }: Launch): void {
  sanitizer.launched(lastLaunch, {
    kernel: device.kernel(kernel)?.name ?? '',
    grid: [grid.x, grid.y, grid.z],
    block: [block.x, block.y, block.z],
    fail: () => {},
    sharedBytes,
    blockBytes: sharedBytes,
  });
}
