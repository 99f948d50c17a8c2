/** Memory and events of a simulated device that other processes of the machine use, and theirs that this one uses. */
import {
  type Address,
  type ErrorCode,
  type EventId,
  type ProcessHandle,
  type ProcessSharing,
  processHandleWords,
} from '../../machine/device.ts';
import { codeOf } from '../../machine/errors.ts';
import type { SharedFile, SharedMemory } from '../native/shared-memory.ts';
import type { DeviceMemory } from './device-memory.ts';
import { newHandle, type Streams } from './streams.ts';

/** First words of handles: `cufort` and `event` in ASCII. The others are the process, its file, and where the memory lies in it. */
const firstWords = { memory: 0x63_75_66_6f_72_74n, event: 0x65_76_65_6e_74n } as const;

type Kind = keyof typeof firstWords;
type Given = { readonly error: ErrorCode; readonly handle: ProcessHandle };
type Opened = {
  readonly key: string;
  readonly address: number;
  readonly block: number;
  readonly bytes: number;
  count: number;
};

export class SimSharing implements ProcessSharing {
  readonly #memory: DeviceMemory;
  readonly #streams: Streams;
  readonly #shared: () => SharedMemory | undefined;
  readonly #waitForAll: () => void;
  readonly #opened: Opened[] = [];

  /** `waitForAll`: until no work of any device is left. */
  constructor(memory: DeviceMemory, streams: Streams, shared: () => SharedMemory | undefined, waitForAll: () => void) {
    this.#memory = memory;
    this.#streams = streams;
    this.#shared = shared;
    this.#waitForAll = waitForAll;
  }

  giveMemory(address: Address): Given {
    const { kind, base, bytes } = this.#memory.factsOf(Number(address));
    if (kind !== 'device') return { error: codeOf.invalidValue, handle: [] };
    return this.#give('memory', Number(base), bytes);
  }

  openMemory(handle: ProcessHandle): { readonly error: ErrorCode; readonly address: Address } {
    const opened = this.#open('memory', handle);
    if (typeof opened === 'number') return { error: opened, address: 0n };
    return { error: codeOf.success, address: BigInt(opened.address) };
  }

  closeMemory(address: Address): ErrorCode {
    return this.#close(Number(address));
  }

  /** Room for an event that processes may use; 0 where they can share nothing. */
  newPage(): number {
    const shared = this.#shared();
    return shared ? this.#memory.allocateZeros(shared.pageBytes) : 0;
  }

  giveEvent(event: EventId): Given {
    const known = this.#streams.event(event);
    if (!known?.shared) return { error: codeOf.invalidResourceHandle, handle: [] };
    return this.#give('event', known.cell, this.#shared()?.pageBytes ?? 0);
  }

  openEvent(handle: ProcessHandle): { readonly error: ErrorCode; readonly event: EventId } {
    const opened = this.#open('event', handle);
    if (typeof opened === 'number') return { error: opened, event: 0n };
    const event = newHandle();
    this.#streams.addEvent(event, { timed: false, cell: opened.address, last: 0, recorded: false, shared: true });
    return { error: codeOf.success, event };
  }

  /** The event that had it is gone. False where it is this process's own. */
  leavePage(page: number): boolean {
    return this.#close(page) === codeOf.success;
  }

  /** Whether memory is not the program's to free. */
  hasOpened(address: Address): boolean {
    return this.#opened.some((opened) => opened.block === Number(address) || opened.address === Number(address));
  }

  /** All that was opened is closed, before its memory becomes others'. */
  clear(): void {
    for (const { block, bytes } of this.#opened.splice(0)) this.#shared()?.leave(block, bytes);
  }

  #give(kind: Kind, at: number, bytes: number): Given {
    const shared = this.#shared();
    if (!shared) return { error: codeOf.notSupported, handle: [] };
    this.#waitForAll();
    const given = tried(() => shared.give(at, bytes));
    if (!given) return { error: codeOf.notSupported, handle: [] };
    const facts = [given.owner, given.file, at, bytes].map(BigInt);
    const handle = [firstWords[kind], ...facts];
    return {
      error: codeOf.success,
      handle: [...handle, ...Array.from({ length: processHandleWords - handle.length }, () => 0n)],
    };
  }

  #open(kind: Kind, handle: ProcessHandle): Opened | ErrorCode {
    const [owner = 0, file = 0, from = 0, bytes = 0] = handle.slice(1).map(Number);
    if (handle[0] !== firstWords[kind]) return codeOf.invalidValue;
    if (owner === process.pid) return codeOf.deviceUninitialized;
    const key = handle.join(' ');
    const known = this.#opened.find((opened) => opened.key === key);
    const opened = known ?? this.#take(key, { owner, file }, from, bytes);
    if (typeof opened !== 'number') opened.count++;
    return opened;
  }

  #take(key: string, given: SharedFile, from: number, bytes: number): Opened | ErrorCode {
    const shared = this.#shared();
    if (!shared) return codeOf.notSupported;
    const page = shared.pageBytes;
    const start = Math.floor(from / page) * page;
    const span = Math.ceil((from + bytes) / page) * page - start;
    const block = this.#memory.allocate(span, 'device', page);
    if (block === 0) return codeOf.memoryAllocation;
    this.#waitForAll();
    if (!tried(() => shared.take(block, span, given, start) ?? true)) {
      this.#memory.freeAfterAll(block);
      return codeOf.invalidResourceHandle;
    }
    const opened = { key, address: block + from - start, block, bytes: span, count: 0 };
    this.#opened.push(opened);
    return opened;
  }

  #close(address: number): ErrorCode {
    const index = this.#opened.findIndex((opened) => opened.address === address);
    const opened = this.#opened[index];
    if (!opened) return codeOf.invalidValue;
    if (--opened.count > 0) return codeOf.success;
    this.#waitForAll();
    this.#opened.splice(index, 1);
    this.#shared()?.leave(opened.block, opened.bytes);
    this.#memory.freeAfterAll(opened.block);
    return codeOf.success;
  }
}

/** Undefined where the system refuses. */
function tried<R>(run: () => R): R | undefined {
  try {
    return run();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
