/**
 * A driver without a GPU, made from the same table as the real one: every call's arguments are checked against their types, memory of both sides is
 * plain buffers, and kernels are functions of the test.
 */
import assert from 'node:assert/strict';
import {
  type ArgumentType,
  type Driver,
  type DriverCalls,
  type DriverFunction,
  driverTable,
} from '../../src/runtime/cuda/driver-table.ts';

type Arg = number | bigint;
export type FakeLaunch = {
  readonly symbol: string;
  readonly grid: readonly number[];
  readonly block: readonly number[];
  readonly sharedBytes: number;
  readonly stream: bigint;
  readonly cooperative: boolean;
  /** Parameter `i` as 8 bytes. */
  readonly param: (i: number) => DataView;
};
export type FakeKernel = (launch: FakeLaunch, memory: FakeDriver) => void;

const limits: Readonly<Record<ArgumentType, readonly [bigint, bigint]>> = {
  i32: [-(2n ** 31n), 2n ** 31n - 1n],
  u32: [0n, 2n ** 32n - 1n],
  f32: [0n, 0n],
  u64: [0n, 2n ** 64n - 1n],
  size: [0n, 2n ** 48n],
  address: [0n, 2n ** 48n],
  handle: [0n, 2n ** 48n],
  byte: [0n, 255n],
  half: [0n, 65535n],
  record: [0n, 2n ** 48n],
};

export class FakeDriver implements Driver {
  readonly calls: DriverCalls;
  /** Names of the functions called, in order. */
  readonly log: DriverFunction[] = [];
  readonly kernels = new Map<string, FakeKernel>();
  /** Calls of cuMemAlloc and cuMemFree. */
  allocated = 0;
  freed = 0;
  readonly launches: FakeLaunch[] = [];
  /** What a function gives instead of being done. */
  readonly failures = new Map<DriverFunction, number>();
  /** What waiting gives: a kernel's failure. */
  pending = 0;
  /** Events are not done until somebody waits for them. */
  pendingEvents = false;
  devices = 1;
  capability: readonly [number, number] = [9, 0];
  /** Where memory of the driver's pools lies, where that is not with the rest. */
  poolStart: bigint | undefined;
  /** As cuDriverGetVersion says it. */
  version = 13_000;
  rejectModule = '';
  rejectCode = 218;
  /** What the compiler says where it is asked to be verbose. */
  information = '';
  ptx = '';
  /** Where a checked program has its table of memory, in the host's memory. */
  memoryTable = 0;
  readonly #regions: { readonly from: bigint; readonly bytes: Uint8Array; freed: boolean }[] = [];
  readonly #known = new WeakMap<ArrayBufferLike, bigint>();
  readonly #names: string[] = [''];
  readonly #symbols = new Map<string, bigint>();
  #nextHost = 0x7f00_0000_0000n;
  #nextDevice = 0x7e00_0000_0000n;
  #nextHandle = 0x5000n;

  constructor() {
    const calls: Partial<Record<DriverFunction, DriverCalls[DriverFunction]>> = {};
    for (const name of Object.keys(driverTable)) {
      assert.ok(isName(name));
      calls[name] = (...args) => this.#call(name, args);
    }
    assert.ok(isWhole(calls));
    this.calls = calls;
  }

  addressOf(buffer: ArrayBufferLike): bigint {
    const known = this.#known.get(buffer);
    if (known !== undefined) return known;
    const from = this.#nextHost;
    this.#nextHost += 0x2_0000_0000n;
    this.#known.set(buffer, from);
    this.#regions.push({ from, bytes: new Uint8Array(buffer), freed: false });
    return from;
  }

  /** The bytes at an address of either side. */
  at(address: Arg, length: number): DataView {
    const a = BigInt(address);
    const region = this.#regions.find((r) => !r.freed && a >= r.from && a < r.from + BigInt(r.bytes.length));
    assert.ok(region, `no memory at 0x${a.toString(16)}`);
    const offset = Number(a - region.from);
    assert.ok(offset + length <= region.bytes.length, `0x${a.toString(16)}: ${length} bytes go too far`);
    return new DataView(region.bytes.buffer, region.bytes.byteOffset + offset, length);
  }

  /** The address of a variable of the module. */
  variable(symbol: string): bigint {
    const address = this.#symbols.get(symbol);
    assert.ok(address !== undefined, symbol);
    return address;
  }

  text(address: Arg): string {
    let text = '';
    for (let i = 0n; ; i++) {
      const code = this.at(BigInt(address) + i, 1).getUint8(0);
      if (code === 0) return text;
      text += String.fromCharCode(code);
    }
  }

  #call(name: DriverFunction, args: readonly Arg[]): number {
    this.log.push(name);
    const types: readonly ArgumentType[] = driverTable[name];
    assert.equal(args.length, types.length, `${name}: number of arguments`);
    types.forEach((type, i) => {
      const value = BigInt(args[i]!);
      const [low, high] = limits[type];
      assert.ok(value >= low && value <= high, `${name}: argument ${i + 1} is ${value}, not ${type}`);
    });
    const failure = this.failures.get(name);
    if (failure !== undefined) return failure;
    return this.#done[name]?.(...args) ?? 0;
  }

  #allocate(bytes: number): bigint {
    const from = this.#nextDevice;
    this.#nextDevice += BigInt(Math.ceil(bytes / 512) * 512 + 512);
    this.#regions.push({ from, bytes: new Uint8Array(bytes), freed: false });
    return from;
  }

  #put(address: bigint, text: string): void {
    [...text].forEach((c, i) => {
      this.at(address + BigInt(i), 1).setUint8(0, c.charCodeAt(0));
    });
  }

  #record(at: Arg, value: Arg): number {
    const words = this.at(at, 64);
    words.setBigUint64(0, BigInt(value), true);
    words.setBigUint64(56, 99n, true);
    return 0;
  }

  #open(cell: Arg, record: Arg): number {
    const words = this.at(record, 64);
    if (words.getBigUint64(56, true) !== 99n) return 400;
    this.at(cell, 8).setBigUint64(0, words.getBigUint64(0, true), true);
    return 0;
  }

  #handle(cell: Arg): number {
    this.#nextHandle += 16n;
    this.at(cell, 8).setBigUint64(0, this.#nextHandle, true);
    return 0;
  }

  #copy(to: Arg, from: Arg, bytes: Arg): number {
    const n = Number(bytes);
    const source = this.at(from, n);
    const target = this.at(to, n);
    new Uint8Array(target.buffer, target.byteOffset, n).set(new Uint8Array(source.buffer, source.byteOffset, n));
    return 0;
  }

  #isDevice(address: Arg, bytes: Arg): boolean {
    const [from, to] = [BigInt(address), BigInt(address) + BigInt(bytes)];
    return this.#regions.some(
      (r) => !r.freed && r.from < 0x7f00_0000_0000n && from >= r.from && to <= r.from + BigInt(r.bytes.length),
    );
  }

  #fill(to: Arg, value: Arg, bytesOfOne: number, count: number): number {
    for (let i = 0; i < count; i++) {
      const cell = this.at(BigInt(to) + BigInt(i * bytesOfOne), bytesOfOne);
      if (bytesOfOne === 1) cell.setUint8(0, Number(value));
      else if (bytesOfOne === 2) cell.setUint16(0, Number(value), true);
      else cell.setUint32(0, Number(value), true);
    }
    return 0;
  }

  #launch(at: Arg, handle: Arg, params: Arg): number {
    const symbol = this.#names[Number(handle) - 1000] ?? '';
    const config = this.at(at, 56);
    const words = [0, 1, 2, 3, 4, 5].map((i) => config.getUint32(4 * i, true));
    const attributes = config.getUint32(48, true);
    const attribute = attributes > 0 ? this.at(config.getBigUint64(40, true), 12).getUint32(0, true) : 0;
    const launch: FakeLaunch = {
      symbol,
      grid: words.slice(0, 3),
      block: words.slice(3),
      sharedBytes: config.getUint32(24, true),
      stream: config.getBigUint64(32, true),
      cooperative: attribute === 2,
      param: (i) => this.at(this.at(BigInt(params) + BigInt(8 * i), 8).getBigUint64(0, true), 8),
    };
    this.launches.push(launch);
    this.kernels.get(symbol)?.(launch, this);
    return 0;
  }

  readonly #done: Partial<DriverCalls> = {
    cuDriverGetVersion: (cell) => {
      this.at(cell!, 4).setInt32(0, this.version, true);
      return 0;
    },
    cuDeviceGetCount: (cell) => {
      this.at(cell!, 4).setInt32(0, this.devices, true);
      return this.devices === 0 ? 100 : 0;
    },
    cuDeviceGet: (cell, ordinal) => {
      this.at(cell!, 4).setInt32(0, Number(ordinal), true);
      return 0;
    },
    cuDeviceGetName: (address) => {
      [...'Fake GPU\0'].forEach((c, i) => {
        this.at(BigInt(address!) + BigInt(i), 1).setUint8(0, c.charCodeAt(0));
      });
      return 0;
    },
    cuDeviceGetAttribute: (cell, attribute) => {
      const values: Readonly<Record<number, number>> = {
        75: this.capability[0],
        76: this.capability[1],
        16: 132,
        39: 2048,
        89: 1,
      };
      this.at(cell!, 4).setInt32(0, values[Number(attribute)] ?? 7, true);
      return 0;
    },
    cuDeviceTotalMem_v2: (cell) => {
      this.at(cell!, 8).setBigUint64(0, 1n << 37n, true);
      return 0;
    },
    cuDevicePrimaryCtxRetain: (cell) => this.#handle(cell!),
    cuModuleLoadDataEx: (cell, image, count, keys, values) => {
      const option = (key: number): bigint => {
        for (let i = 0; i < Number(count); i++)
          if (this.at(Number(keys) + 4 * i, 4).getInt32(0, true) === key)
            return this.at(Number(values) + 8 * i, 8).getBigUint64(0, true);
        return 0n;
      };
      if (this.rejectModule !== '') {
        this.#put(option(5), this.rejectModule);
        return this.rejectCode;
      }
      if (option(12) === 1n) this.#put(option(3), this.information);
      this.ptx = this.text(image!);
      return this.#handle(cell!);
    },
    cuModuleGetFunction: (cell, _module, name) => {
      const symbol = this.text(name!);
      if (!this.ptx.includes(`.entry ${symbol}(`)) return 500;
      this.#names.push(symbol);
      this.at(cell!, 8).setBigUint64(0, BigInt(1000 + this.#names.length - 1), true);
      return 0;
    },
    cuModuleGetGlobal_v2: (cell, size, _module, name) => {
      const symbol = this.text(name!);
      const found = new RegExp(`\\.(?:b8|u64|u32) ${symbol.replaceAll('$', '\\$')}(?:\\[(\\d+)\\])?`).exec(this.ptx);
      if (!found) return 500;
      const bytes = Number(found[1] ?? 8);
      const known = this.#symbols.get(symbol) ?? this.#allocate(bytes);
      this.#symbols.set(symbol, known);
      this.at(cell!, 8).setBigUint64(0, known, true);
      this.at(size!, 8).setBigUint64(0, BigInt(bytes), true);
      return 0;
    },
    cuFuncGetAttribute: (cell, attribute) => {
      this.at(cell!, 4).setInt32(0, attribute === 0 ? 1024 : 0, true);
      return 0;
    },
    cuLaunchKernelEx: (config, handle, params) => this.#launch(config!, handle!, params!),
    cuMemAllocAsync: (cell, bytes) => {
      this.at(cell!, 8).setBigUint64(0, this.poolStart ?? this.#allocate(Number(bytes)), true);
      return 0;
    },
    cuMemAlloc_v2: (cell, bytes) => {
      this.allocated++;
      this.at(cell!, 8).setBigUint64(0, this.#allocate(Number(bytes)), true);
      return 0;
    },
    cuMemFree_v2: (address) => {
      this.freed++;
      const region = this.#regions.find((r) => r.from === BigInt(address!));
      if (!region || region.freed) return 1;
      region.freed = true;
      return 0;
    },
    cuMemcpy: (to, from, bytes) => this.#copy(to!, from!, bytes!),
    cuMemcpyAsync: (to, from, bytes) => this.#copy(to!, from!, bytes!),
    cuMemcpyHtoDAsync_v2: (to, from, bytes) => (this.#isDevice(to!, bytes!) ? this.#copy(to!, from!, bytes!) : 1),
    cuMemcpyDtoHAsync_v2: (to, from, bytes) => (this.#isDevice(from!, bytes!) ? this.#copy(to!, from!, bytes!) : 1),
    cuMemcpyDtoDAsync_v2: (to, from, bytes) =>
      this.#isDevice(to!, bytes!) && this.#isDevice(from!, bytes!) ? this.#copy(to!, from!, bytes!) : 1,
    cuMemcpy2DAsync_v2: (address) => {
      const field = (i: number): bigint => this.at(BigInt(address!) + BigInt(8 * i), 8).getBigUint64(0, true);
      // For memory of the host, its own field holds the address.
      const place = (first: number): bigint => field(field(first + 2) === 1n ? first + 3 : first + 4);
      const [fromPitch, toPitch, width, height] = [6, 13, 14, 15].map(field);
      const [from, to] = [place(0), place(7)];
      for (let row = 0n; row < height!; row++) this.#copy(to! + row * toPitch!, from! + row * fromPitch!, width!);
      return 0;
    },
    cuMemsetD8Async: (to, value, count) => this.#fill(to!, value!, 1, Number(count)),
    cuMemsetD16Async: (to, value, count) => this.#fill(to!, value!, 2, Number(count)),
    cuMemsetD32Async: (to, value, count) => this.#fill(to!, value!, 4, Number(count)),
    cuStreamCreateWithPriority: (cell) => this.#handle(cell!),
    cuEventCreate: (cell) => this.#handle(cell!),
    cuCtxSynchronize: () => this.pending,
    cuStreamSynchronize: () => this.pending,
    cuEventQuery: () => (this.pendingEvents ? 600 : 0),
    cuDeviceCanAccessPeer: (cell) => {
      this.at(cell!, 4).setInt32(0, 1, true);
      return 0;
    },
    cuEventElapsedTime: (cell) => {
      this.at(cell!, 4).setFloat32(0, 1.5, true);
      return 0;
    },
    // A handle holds what it stands for, and in its last word that it is one.
    cuIpcGetMemHandle: (record, address) => this.#record(record!, address!),
    cuIpcGetEventHandle: (record, event) => this.#record(record!, event!),
    cuIpcOpenMemHandle_v2: (cell, record) => this.#open(cell!, record!),
    cuIpcOpenEventHandle: (cell, record) => this.#open(cell!, record!),
  };
}

function isName(name: string): name is DriverFunction {
  return Object.hasOwn(driverTable, name);
}

function isWhole(calls: Partial<Record<DriverFunction, DriverCalls[DriverFunction]>>): calls is DriverCalls {
  return Object.keys(driverTable).every((name) => Object.hasOwn(calls, name));
}
