/** A loaded MPI library: its Fortran routines as functions of addresses. */
import { callWith, type NativeCall, passedCall } from '../native/call-stubs.ts';
import type { Koffi } from '../native/load-koffi.ts';
import { ProgramExit } from '../program-exit.ts';
import { type Bindings, fortranBindings, type Loaded, type TakesAddresses } from './bindings.ts';
import type { Flavour } from './flavours.ts';
import type { SentinelName } from './places.ts';

export class MpiLibrary {
  readonly flavour: Flavour;
  readonly koffi: Koffi;
  /** Whether routines may call procedures of the program by now. */
  callsBack = false;
  readonly #library: Loaded;
  #device: boolean | undefined;
  readonly #known = new Map<string, NativeCall>();
  readonly #bindings: Bindings;
  readonly #copy: (to: number, from: number, bytes: number) => void;

  /** `bindings`: others than Fortran's. */
  constructor(koffi: Koffi, library: Loaded, flavour: Flavour, bindings?: (library: MpiLibrary) => Bindings) {
    this.koffi = koffi;
    this.#library = library;
    this.flavour = flavour;
    this.#bindings = bindings?.(this) ?? fortranBindings(koffi, library, flavour);
    this.#copy = koffi.load(null).func('memcpy', 'void', ['int64_t', 'int64_t', 'size_t']);
  }

  /** Whether it takes addresses of a GPU's memory. */
  takesDevice(): boolean {
    this.#device ??= this.#asksForCuda();
    return this.#device;
  }

  #asksForCuda(): boolean {
    try {
      return Number(this.#library.func('MPIX_Query_cuda_support', 'int', [])()) !== 0;
    } catch {
      return false;
    }
  }

  /** Bytes from one address of the processor to another. */
  copy(to: number, from: number, bytes: number): void {
    if (bytes > 0) this.#copy(to, from, bytes);
  }

  /** A routine that every library has, called with addresses or lengths. */
  required(name: string, count: number): (given: readonly number[]) => void {
    const routine = this.call(name, count);
    const { cells } = routine;
    const call = (): number => this.run(routine);
    return (given) => void callWith({ cells, call }, given);
  }

  /** One that does more than messages: it starts and ends what the process has. */
  slow(name: string, count: number): (given: readonly number[]) => void {
    const routine = this.call(name, count);
    return (given) => void callWith(routine, given);
  }

  /** From now on routines may call procedures of the program. */
  expectCallbacks(): void {
    this.callsBack = true;
  }

  /** Calls a routine with what stands in its cells. */
  run({ call, direct }: NativeCall): number {
    return direct && !this.callsBack ? direct() : call();
  }

  /** A routine by its name in Fortran, with `count` arguments of which all are addresses or lengths. One that the library lacks ends the program when it is called. */
  call(name: string, count: number): NativeCall {
    const known = this.#known.get(name) ?? this.#bindings.find(name, count) ?? this.#missing(name, count);
    this.#known.set(name, known);
    return known;
  }

  #missing(name: string, count: number): NativeCall {
    return passedCall(() => {
      throw new ProgramExit(127, `mpi: ${this.flavour.title} has no routine ${name}`);
    }, count);
  }

  /** Where the library has the variable that stands for something. Undefined where it knows none. */
  sentinel(name: SentinelName): number | undefined {
    return this.#bindings.sentinel(name);
  }

  /** An address by which it calls a procedure whose arguments have these kinds. */
  callable(kinds: readonly string[], run: TakesAddresses): number {
    this.expectCallbacks();
    return this.#bindings.callable(kinds, run);
  }
}
