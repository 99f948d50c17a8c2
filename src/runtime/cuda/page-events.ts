/**
 * What NVIDIA's module for managed memory tells of pages, for profiles: a queue of its events in memory of this process, from /dev/nvidia-uvm-tools, as NVIDIA's own profilers get them.
 * Numbers and layouts are those of the published module (uvm_ioctl.h, uvm_types.h); no interface promises them, so that a refusal leaves profiles without pages and nothing else.
 */
import type { PageEvent } from '../../machine/device.ts';
import type { System } from './driver-table.ts';
import type { NativeMemory } from './native-memory.ts';

/** UVM_TOOLS_INIT_EVENT_TRACKER and UVM_TOOLS_EVENT_QUEUE_ENABLE_EVENTS. */
const requests = { track: 56, enable: 58 } as const;
const track = { queue: 0, entries: 8, control: 16, all: 40, descriptor: 44, status: 48, bytes: 56 } as const;
const enable = { kinds: 0, status: 8, bytes: 16 } as const;
const kinds = { hostFault: 1, migration: 2, deviceFault: 3 } as const;
/** Words of the control block: what was read up to, and what was written up to. */
const control = { getAhead: 0, getBehind: 4, putBehind: 12, bytes: 528 } as const;
const entry = { bytes: 64, kind: 0, cause: 1, from: 2, to: 3, address: 8, time: 16, size: 16, begin: 24, end: 32 };

/** A power of two: what comes beyond so many between two looks is lost. */
const entries = 1 << 17;
const page = 4096;
/** Faults are told by pages of this size. */
const faultBytes = 64n << 10n;

const causes = ['user', 'user', 'fault', 'prefetch', 'eviction', 'access-counters'] as const;

export class PageEvents {
  readonly #queue: DataView;
  readonly #control: DataView;

  private constructor(queue: DataView, control_: DataView) {
    this.#queue = queue;
    this.#control = control_;
  }

  /** Undefined where the module gives no events. */
  static open(system: System, native: NativeMemory): PageEvents | undefined {
    const [queue, words] = [aligned(native, entries * entry.bytes), aligned(native, page)];
    for (const descriptor of system.descriptors('/dev/nvidia-uvm')) {
      const tools = system.open?.('/dev/nvidia-uvm-tools');
      if (tools === undefined) return undefined;
      const asked = native.buffer(track.bytes);
      const view = new DataView(asked.bytes.buffer);
      view.setBigUint64(track.queue, BigInt(queue.address), true);
      view.setBigUint64(track.entries, BigInt(entries), true);
      view.setBigUint64(track.control, BigInt(words.address), true);
      view.setUint32(track.all, 1, true);
      view.setUint32(track.descriptor, descriptor, true);
      view.setUint32(track.status, refused, true);
      const is = system.control(tools, requests.track, BigInt(asked.address));
      if (is && view.getUint32(track.status, true) === 0 && enabled(system, native, tools))
        return new PageEvents(queue.view, words.view);
      system.close?.(tools);
    }
    return undefined;
  }

  /** What came since the last call. */
  take(): readonly PageEvent[] {
    const from = this.#control.getUint32(control.getBehind, true);
    const to = this.#control.getUint32(control.putBehind, true) % entries;
    const found: PageEvent[] = [];
    // The module's times are of the clock that Node's are of.
    const now = process.hrtime.bigint();
    for (let at = from; at !== to; at = (at + 1) % entries) this.#read(at * entry.bytes, found, now);
    this.#control.setUint32(control.getAhead, to, true);
    this.#control.setUint32(control.getBehind, to, true);
    return found;
  }

  #read(at: number, found: PageEvent[], now: bigint): void {
    const queue = this.#queue;
    const ago = (offset: number): number => Number(now - queue.getBigUint64(at + offset, true)) / 1000;
    const address = queue.getBigUint64(at + entry.address, true);
    const last = found.at(-1);
    switch (queue.getUint8(at + entry.kind)) {
      case kinds.hostFault:
      case kinds.deviceFault: {
        const by = queue.getUint8(at + entry.kind) === kinds.hostFault ? 'host' : 'device';
        const start = address - (address % faultBytes);
        if (last?.kind === 'fault' && last.by === by && last.address === start) last.count++;
        else found.push({ kind: 'fault', by, address: start, time: ago(entry.time), count: 1 });
        break;
      }
      case kinds.migration: {
        const [from, to] = [queue.getUint8(at + entry.from), queue.getUint8(at + entry.to)];
        if (isHost(from) === isHost(to)) break;
        const direction = isHost(from) ? 'HtoD' : 'DtoH';
        const bytes = Number(queue.getBigUint64(at + entry.size, true));
        const [time, end] = [ago(entry.begin), ago(entry.end)];
        const cause = causes[queue.getUint8(at + entry.cause)] ?? 'user';
        // Pieces of one move.
        if (
          last?.kind === 'migration' &&
          last.direction === direction &&
          last.time === time &&
          last.address + BigInt(last.bytes) === address
        )
          last.bytes += bytes;
        else found.push({ kind: 'migration', direction, cause, address, bytes, time, end });
        break;
      }
      default: // else: nobody asked for it
    }
  }
}

/** A status that none of the module's is. */
const refused = 0xffff;

/** Processors of the host. */
function isHost(index: number): boolean {
  return index === 0 || index === 255;
}

function enabled(system: System, native: NativeMemory, tools: number): boolean {
  const asked = native.buffer(enable.bytes);
  const view = new DataView(asked.bytes.buffer);
  const wanted = Object.values(kinds).reduce((bits, kind) => bits | (1 << kind), 0);
  view.setBigUint64(enable.kinds, BigInt(wanted), true);
  view.setUint32(enable.status, refused, true);
  return system.control(tools, requests.enable, BigInt(asked.address)) && view.getUint32(enable.status, true) === 0;
}

/** Whole pages, which the module pins. */
function aligned(native: NativeMemory, bytes: number): { readonly address: number; readonly view: DataView } {
  const { address, bytes: all } = native.buffer(bytes + page);
  const skip = (page - (address % page)) % page;
  return { address: address + skip, view: new DataView(all.buffer, skip, bytes) };
}
