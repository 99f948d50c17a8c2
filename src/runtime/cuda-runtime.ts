/** The CUDA runtime's state for a program: its devices, the current one, the last error, default streams. Devices are made at the first call that needs one. */

import { kernelValues } from '../ir/launcher.ts';
import type { Address, CudaArray, CudaRuntime, Device, ErrorCode, StreamId } from '../machine/device.ts';
import { codeOf, errorText } from '../machine/errors.ts';
import type { ArgumentPart } from '../machine/kernel.ts';
import { type HeapState, resetHeap, setHeapSize } from './device-heap.ts';
import { Graphs } from './graphs.ts';
import { OffloadState, type Told } from './offload/offload.ts';
import { ProgramExit } from './program-exit.ts';
import type { ProgramMemory } from './program-memory.ts';

/** The host procedures in the program's table, by their places. */
export type Procedures = {
  readonly call: (place: number, args: readonly (number | bigint)[]) => void;
  /** The number of the kernel that it launches, if it is the value of one. */
  readonly kernelAt: (place: number) => number | undefined;
  readonly argumentsOf: (kernel: number) => readonly ArgumentPart[] | undefined;
};

export class CudaState implements CudaRuntime {
  readonly #memory: ProgramMemory;
  readonly #make: () => readonly Device[];
  readonly #procedures: Procedures;
  readonly graphs: Graphs;
  readonly offload: OffloadState;
  readonly arrays = new Map<bigint, CudaArray>();
  readonly annotate: CudaRuntime['annotate'];
  #devices: readonly Device[] | undefined;
  #current = 0;
  /** What ACC_DEVICE_NUM says. */
  readonly #first: number;
  #last: ErrorCode = 0;
  #defaultStream: StreamId = 0n;
  readonly #streamsOfData = new Map<Address, StreamId>();
  /** Devices of whose failure the program has been told. */
  readonly #told = new Set<number>();
  readonly #settings = new Map<string, bigint>();
  readonly #heapState: HeapState | undefined;

  constructor(
    memory: ProgramMemory,
    make: () => readonly Device[],
    procedures: Procedures,
    annotate?: CudaRuntime['annotate'],
    heapState?: HeapState,
    told: Told = { environment: {}, write: () => {} },
  ) {
    this.offload = new OffloadState(this, told);
    this.#first = Number(told.environment.ACC_DEVICE_NUM ?? 0) || 0;
    this.#heapState = heapState;
    this.annotate = annotate;
    this.#memory = memory;
    this.#make = make;
    this.#procedures = procedures;
    this.graphs = new Graphs((from, bytes) => {
      const to = memory.allocate(bytes);
      memory.bytes(to, bytes).set(memory.bytes(Number(from), bytes));
      return BigInt(to);
    });
  }

  get devices(): readonly Device[] {
    if (!this.#devices) {
      this.#devices = this.#make();
      if (this.#first > 0 && this.#devices[this.#first]) this.setDevice(this.#first);
    }
    return this.#devices;
  }

  /** Code that needs a device ends the program where there is none; library routines give cudaErrorNoDevice before. */
  get device(): Device {
    const device = this.devices[this.#current];
    if (!device) throw new ProgramExit(127, `0: ${errorText(codeOf.noDevice)}`);
    return this.graphs.isCapturing ? this.graphs.recording(device) : device;
  }

  setDevice(ordinal: number): ErrorCode {
    if (!this.devices[ordinal]) return codeOf.invalidDevice;
    this.#current = ordinal;
    this.device.makeCurrent?.();
    return codeOf.success;
  }

  note(code: ErrorCode): ErrorCode {
    if (code !== codeOf.success && code !== codeOf.notReady) this.#last = code;
    return code;
  }

  tell(code: ErrorCode): void {
    if (code !== codeOf.success && code === this.#devices?.[this.#current]?.failure()) this.#told.add(this.#current);
  }

  get isTold(): boolean {
    return this.#told.has(this.#current);
  }

  /** At the program's end, once all work is done: the error of a device that nobody has asked for. */
  untoldFailure(): ErrorCode {
    for (const [ordinal, device] of (this.#devices ?? []).entries()) {
      // One that is begun only now would tell of the failure of another.
      const code = device.failure() || (device.isUnused ? codeOf.success : device.synchronise());
      if (code !== codeOf.success && !this.#told.has(ordinal)) return code;
    }
    return codeOf.success;
  }

  lastError(clear: boolean): ErrorCode {
    const last = this.#last;
    if (clear && last !== this.#devices?.[this.#current]?.failure()) this.#last = codeOf.success;
    return last;
  }

  allocateHost(bytes: number): Address {
    return BigInt(this.#memory.allocate(bytes));
  }

  freeHost(address: Address): void {
    this.#memory.heap.free(Number(address));
  }

  readInteger(address: Address, bytes: 1 | 2 | 4 | 8): bigint {
    const { view } = this.#memory;
    const at = Number(address);
    switch (bytes) {
      case 1:
        return BigInt(view.getInt8(at));
      case 2:
        return BigInt(view.getInt16(at, true));
      case 4:
        return BigInt(view.getInt32(at, true));
      default:
        return view.getBigInt64(at, true);
    }
  }

  writeInteger(address: Address, bytes: 1 | 2 | 4 | 8, value: bigint): void {
    const { view } = this.#memory;
    const at = Number(address);
    switch (bytes) {
      case 1:
        view.setInt8(at, Number(BigInt.asIntN(8, value)));
        return;
      case 2:
        view.setInt16(at, Number(BigInt.asIntN(16, value)), true);
        return;
      case 4:
        view.setInt32(at, Number(BigInt.asIntN(32, value)), true);
        return;
      default:
        view.setBigInt64(at, value, true);
    }
  }

  callProcedure(address: Address, args: readonly (number | bigint)[]): void {
    this.#procedures.call(Number(address), args);
  }

  kernelAt(address: Address): number | undefined {
    const number = Number(address) - kernelValues;
    return number >= 0 ? number : this.#procedures.kernelAt(Number(address));
  }

  argumentsOf(kernel: number): readonly ArgumentPart[] | undefined {
    return this.#procedures.argumentsOf(kernel);
  }

  defaultStream(address?: Address): StreamId {
    const own = address === undefined ? undefined : this.#streamsOfData.get(address);
    return own ?? this.#defaultStream;
  }

  setDefaultStream(stream: StreamId, address?: Address): void {
    if (address === undefined) this.#defaultStream = stream;
    else this.#streamsOfData.set(address, stream);
  }

  setting(name: string): bigint | undefined {
    return this.#settings.get(`${this.#current} ${name}`);
  }

  setSetting(name: string, value: bigint): void {
    this.#settings.set(`${this.#current} ${name}`, value);
  }

  setHeapSize(bytes: number): ErrorCode {
    return setHeapSize(this, this.#heapState, bytes);
  }

  resetHeap(): void {
    resetHeap(this, this.#heapState);
  }
}
