/**
 * Memory outside of the program's from which the driver takes a launch: its shape (CUlaunchConfig), its parameters and the pointers to them.
 * One for all launches: the driver has taken everything over when it returns. Nothing is allocated for a launch, and no bigint is made.
 */
import { impossible } from '../../base/impossible.ts';
import type { LaunchFact } from '../../machine/kernel.ts';
import type { Driver, DriverCalls } from './driver-table.ts';

/** A kernel may have 32,764 bytes of parameters; a structure goes in parts of at least 4. */
const maxParams = 8192;
/** Upper words from which on an address is one of a device: see host-memory.ts. */
const hostHigh = 4;
/** Words (of 4 bytes) in CUlaunchConfig: grid xyz, block xyz, bytes of shared memory, a gap, then stream, attributes, number of attributes. */
const word = { grid: 0, block: 3, shared: 6, stream: 8, attributes: 10, count: 12 } as const;
const configBytes = 64;
/** CUlaunchAttribute: its id and, 8 bytes on, its value. */
const attributeBytes = 80;
const cooperativeId = 2;

export class LaunchBuffer {
  readonly #words: Uint32Array;
  readonly #bigs: BigUint64Array;
  readonly #params: number;
  readonly #config: number;
  readonly #pointers: number;
  readonly #baseLow: number;
  readonly #baseHigh: number;

  /** `base`: where the program's memory begins. */
  constructor(driver: Driver, base: bigint) {
    this.#baseLow = Number(base & 0xffffffffn);
    this.#baseHigh = Number(base >> 32n);
    const params = configBytes + attributeBytes;
    const pointers = params + 8 * maxParams;
    const buffer = new ArrayBuffer(pointers + 8 * maxParams);
    this.#words = new Uint32Array(buffer);
    this.#bigs = new BigUint64Array(buffer);
    this.#config = Number(driver.addressOf(buffer));
    this.#params = params / 4;
    this.#pointers = this.#config + pointers;
    for (let i = 0; i < maxParams; i++) this.#bigs[pointers / 8 + i] = BigInt(this.#config + params + 8 * i);
    this.#words[configBytes / 4] = cooperativeId;
    this.#words[configBytes / 4 + 2] = 1;
    this.#bigs[word.attributes / 2] = BigInt(this.#config + configBytes);
  }

  setShape(gx: number, gy: number, gz: number, bx: number, by: number, bz: number): void {
    const words = this.#words;
    words[word.grid] = gx;
    words[word.grid + 1] = gy;
    words[word.grid + 2] = gz;
    words[word.block] = bx;
    words[word.block + 1] = by;
    words[word.block + 2] = bz;
  }

  setRest(sharedBytes: number, stream: bigint, cooperative: boolean): void {
    this.#words[word.shared] = sharedBytes;
    this.#bigs[word.stream / 2] = stream;
    this.#words[word.count] = cooperative ? 1 : 0;
  }

  /**
   * Takes `count` parameters over from word `at` of the program's memory on; those in `addresses` that are offsets in that memory get its base. First launches are
   * interpreted by V8, so that nothing is done for each parameter here but what must be.
   */
  takeParams(memory: Uint32Array, at: number, count: number, addresses: readonly number[]): void {
    this.#words.set(memory.subarray(at, at + 2 * count), this.#params);
    for (const index of addresses) this.#moveAddress(this.#params + 2 * index);
  }

  /** As takeParams, of one. */
  takeParam(index: number, memory: Uint32Array, at: number, isAddress: boolean): void {
    const to = this.#params + 2 * index;
    this.#words[to] = memory[at]!;
    this.#words[to + 1] = memory[at + 1]!;
    if (isAddress) this.#moveAddress(to);
  }

  /** An address that is an offset in the program's memory gets its base. */
  #moveAddress(to: number): void {
    const words = this.#words;
    const low = words[to]!;
    const high = words[to + 1]!;
    if (high >= hostHigh || (low | high) === 0) return;
    const sum = low + this.#baseLow;
    words[to] = sum;
    words[to + 1] = high + this.#baseHigh + (sum >= 0x1_0000_0000 ? 1 : 0);
  }

  /** Parameters that the runtime itself makes. */
  setParams(values: readonly bigint[]): void {
    values.forEach((value, i) => {
      this.setParam(i, value);
    });
  }

  setParam(index: number, value: bigint): void {
    this.#bigs[this.#params / 2 + index] = BigInt.asUintN(64, value);
  }

  /** Whether what is asked of the shape and the parameters, which have all been set, holds. */
  holds(facts: readonly LaunchFact[]): boolean {
    for (const fact of facts) if (!this.#holds(fact)) return false;
    return true;
  }

  #holds(fact: LaunchFact): boolean {
    if (fact.is === 'width') return this.#words[word.block] === fact.number;
    const low = this.#words[this.#params + 2 * fact.param]!;
    const high = this.#words[this.#params + 2 * fact.param + 1]!;
    switch (fact.is) {
      case 'equal':
        return low === fact.number && high === 0;
      case 'multiple':
        return low % fact.number === 0;
      case 'narrow':
        return high === (low < 0x8000_0000 ? 0 : 0xffff_ffff);
      default:
        return impossible(fact);
    }
  }

  launch(calls: DriverCalls, handle: number): number {
    return calls.cuLaunchKernelEx(this.#config, handle, this.#pointers, 0);
  }
}
