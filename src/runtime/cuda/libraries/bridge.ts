/** What the libraries' files share: the program's memory as native code sees it, cells for results, functions by name. */
import type { CudaRuntime } from '../../../machine/device.ts';
import { ProgramExit } from '../../program-exit.ts';
import type { ProgramMemory } from '../../program-memory.ts';
import type { Driver } from '../driver-table.ts';
import { NativeMemory } from '../native-memory.ts';
import type { NativeFunction, NativeLibraries } from './native-libraries.ts';
import { type CFunction, type LibraryName, lettersOf } from './signature.ts';

/** A WebAssembly argument: all of 64 bits are bigints; addresses of host memory are numbers (signed), or bigints where the memory is large. */
export type Flat = number | bigint;

/** Bytes of the largest number, whose address C has in whole such steps. */
const scalarBytes = 16;
/** Numbers of one call. */
const scalarsAtMost = 2;

/** More than a program's memory can have, and less than any address of a device. */
const limit = 2 ** 34;

export type Surroundings = {
  readonly driver: Driver;
  readonly memory: ProgramMemory;
  readonly cuda: CudaRuntime;
  readonly libraries: NativeLibraries;
  /** CUFORT_LIBRARIES is `nvidia`: it is an error where a library is not there. */
  readonly demanded: boolean;
};

/** An address as it stands in the program. */
export function unsigned(flat: Flat): number {
  return typeof flat === 'number' && flat < 0 ? flat + 2 ** 32 : Number(flat);
}

export class Bridge {
  readonly cells: NativeMemory;
  readonly #with: Surroundings;
  readonly #base: number;
  readonly #functions = new Map<string, NativeFunction | undefined>();
  readonly #broken = new Set<LibraryName>();
  readonly #scalars: { readonly address: number; readonly bytes: Uint8Array };
  #started = false;

  constructor(surroundings: Surroundings) {
    this.#with = surroundings;
    this.cells = new NativeMemory(surroundings.driver);
    this.#scalars = this.cells.buffer(scalarBytes * (scalarsAtMost + 1));
    this.#base = Number(surroundings.driver.addressOf(surroundings.memory.memory.buffer));
  }

  /** Launches that are captured into a graph must be ours. */
  get isFree(): boolean {
    return !this.#with.cuda.graphs.isCapturing;
  }

  /** The number of the device whose context is current; the first time, makes it. */
  device(): number {
    const { device } = this.#with.cuda;
    if (!this.#started) device.memoryInfo();
    this.#started = true;
    return device.ordinal;
  }

  /** What a library is given may be addresses that it writes to. */
  touches(flats: readonly Flat[]): void {
    const { device } = this.#with.cuda;
    if (!device.touched) return;
    for (const flat of flats) if (Number.isInteger(unsigned(flat))) device.touched(BigInt(unsigned(flat)));
  }

  /** An address as native code sees it. */
  address(flat: Flat): number {
    const value = unsigned(flat);
    return value !== 0 && value < limit ? this.#base + value : value;
  }

  /** The same of a number; Fortran has those of 16 bytes at any whole 8, where C may not load them: a copy then, the `place`th of a call. */
  #scalar(flat: Flat, place: number): number {
    const address = this.address(flat);
    const value = unsigned(flat);
    if (address === value || address % scalarBytes === 0) return address;
    const first = (-this.#scalars.address & (scalarBytes - 1)) + scalarBytes * (place % scalarsAtMost);
    this.#scalars.bytes.set(this.#with.memory.bytes(value, scalarBytes), first);
    return this.#scalars.address + first;
  }

  /** What stands at an address of host memory. */
  integer(flat: Flat, bytes: 4 | 8): number {
    const { view } = this.#with.memory;
    const at = unsigned(flat);
    return bytes === 8 ? Number(view.getBigInt64(at, true)) : view.getInt32(at, true);
  }

  byte(flat: Flat): number {
    return this.#with.memory.view.getUint8(unsigned(flat));
  }

  function(wanted: CFunction): NativeFunction | undefined {
    if (this.#broken.has(wanted.library)) return undefined;
    if (!this.#functions.has(wanted.name)) {
      const found = this.#with.libraries.find(wanted);
      if (!found) this.#missing(wanted);
      this.#functions.set(wanted.name, found);
    }
    return this.#functions.get(wanted.name);
  }

  /** The library does not start on this machine: ours does all. */
  giveUp(library: LibraryName, reason: string): void {
    this.#broken.add(library);
    if (this.#with.demanded) throw new ProgramExit(1, `CUFORT_LIBRARIES is nvidia, but ${reason}`);
  }

  #missing({ library, name }: CFunction): void {
    if (this.#with.demanded)
      throw new ProgramExit(1, `CUFORT_LIBRARIES is nvidia, but lib${library} with ${name} is not found`);
  }

  /** How the arguments of a call become the C function's; undefined: an object that it does not know. */
  converter(
    takes: string,
    handle: (flat: Flat) => number | undefined,
    object: (flat: Flat) => number | undefined = handle,
  ): (flats: readonly Flat[]) => (number | bigint)[] | undefined {
    const letters = lettersOf(takes);
    return (flats) => {
      const args: (number | bigint)[] = [];
      let next = 0;
      let scalars = 0;
      for (const letter of letters) {
        const flat = flats[next++] ?? 0;
        if (letter === 'p') args.push(this.address(flat));
        else if (letter === 's') args.push(this.#scalar(flat, scalars++));
        else if (letter === 'I' || letter === 'L') args.push(this.integer(flat, 4));
        else if (letter === 'B') args.push(this.integer(flat, 8));
        else if (letter === 'h' || letter === 'r') {
          const known = letter === 'h' ? handle(flat) : object(flat);
          if (known === undefined) return undefined;
          args.push(known);
        } else if (letter === 'c') {
          args.push(this.byte(flat));
          next++;
        } else args.push(flat);
      }
      return args;
    };
  }
}
