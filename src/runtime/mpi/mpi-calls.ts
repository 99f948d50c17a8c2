/**
 * From a call of the program to one of the library: addresses become the processor's, variables that stand for something become the library's own, and
 * values that libraries number differently go through cells of their own.
 */

import { InternalError } from '../../base/impossible.ts';
import { type ConstantKind, type ConstantRow, constants } from '../../library/mpi/constants.ts';
import { type Argument, isText, mpiRoutine, type Routine, routineOfForm, slotsOf } from '../../library/mpi/routines.ts';
import type { MpiCall } from '../bind/mpi.ts';
import { setCell } from '../native/call-stubs.ts';
import { ProgramExit } from '../program-exit.ts';
import type { ProgramMemory } from '../program-memory.ts';
import { Callbacks, type CallProcedure } from './callbacks.ts';
import { Collectives } from './collectives.ts';
import { type DatatypeBounds, datatypeBounds } from './datatype-bounds.ts';
import { type Translation, translationOf } from './flavours.ts';
import type { LentSections } from './lent-sections.ts';
import type { MpiLibrary } from './mpi-library.ts';
import { deviceStart, type MpiMemory } from './mpi-memory.ts';
import { neighbours, partners } from './partners.ts';
import type { MpiPlaces } from './places.ts';
import { type Printed, plainCall } from './plain-call.ts';
import { isCollective, type MpiThreads, type PolledHost, polledCall } from './polled-calls.ts';
import { Staging, type StagingHost } from './staging.ts';
import { Windows } from './windows.ts';

/** Puts what an argument becomes into `native`; gives what is to be done after the call, if anything. */
type Pass = (place: number, places: readonly number[], native: number[]) => (() => void) | undefined;

/** What the program does at some calls beside the library's work. */
export type MpiSurroundings = Omit<MpiProgram, 'memory'> & {
  readonly memory: MpiMemory;
  readonly library: MpiLibrary;
  readonly places: MpiPlaces;
};

/** Between the memories of the host and of devices. */
export type MpiCopies = {
  readonly copy: (to: number, from: number, bytes: number) => void;
  /** Makes copies to and from a place of the host fast. */
  readonly pin: (place: number, bytes: number) => void;
};

/** A running program, as its MPI sees it. */
export type MpiProgram = {
  readonly memory: ProgramMemory;
  /** Writes what the program has printed. */
  readonly flush: () => void;
  /** What it has printed: a library that ends the process, or whose launcher does, knows nothing of it. */
  readonly printed: Printed;
  readonly call: CallProcedure;
  readonly sections: LentSections;
  /** Undefined where there is one. */
  readonly threads: MpiThreads | undefined;
  /** Waits for the current device. */
  readonly synchronise: () => void;
  /** Undefined where the memories of the host and of devices are one. */
  readonly copies: MpiCopies | undefined;
};

const statusWords = 6;

export class MpiCalls {
  readonly #surroundings: MpiSurroundings;
  readonly #callbacks: Callbacks;
  readonly #windows: Windows;
  /** Where a device has memory of its own that the library does not reach. */
  readonly #staging: Staging | undefined;
  /** Threads may call at the same time. */
  #multiple = false;
  /** Addresses of the program that stand for something: the library's address. */
  readonly #sentinels = new Map<number, number>();

  constructor(surroundings: MpiSurroundings) {
    this.#surroundings = surroundings;
    for (const [name, place] of surroundings.places.sentinels) {
      const there = surroundings.library.sentinel(name);
      if (there !== undefined) this.#sentinels.set(place, there);
    }
    this.#callbacks = new Callbacks(surroundings.library, surroundings.memory, surroundings.call);
    const create = this.#call(routineOf('mpi_win_create'));
    this.#windows = new Windows(surroundings.memory, surroundings.library, create);
    const { copies } = surroundings;
    this.#staging = copies && !surroundings.memory.takesDevice ? new Staging(this.#stagingHost(copies)) : undefined;
  }

  /** For an import of a program, by the name of its function in IR. */
  bind(name: string): MpiCall {
    const plain = routineOfForm(name.slice(name.indexOf('.') + 1));
    const routine = plain === undefined ? undefined : mpiRoutine(plain);
    if (!routine) return () => 0;
    const onDevice = hasDeviceBuffers(name);
    const call = this.#own(routine) ?? this.#amongThreads(routine, onDevice);
    return onDevice ? this.#afterDevice(call) : call;
  }

  #staged(routine: Routine, onHost: boolean): MpiCall {
    const call = this.#call(routine, onHost);
    const staged = this.#staging?.around(routine, slotsOf(routine), call) ?? call;
    return this.#surroundings.sections.around(routine, staged);
  }

  /** Where several threads may call, one that waits lets the others' calls go on. */
  #amongThreads(routine: Routine, onDevice: boolean): MpiCall {
    const call = this.#staged(routine, !onDevice);
    const { threads } = this.#surroundings;
    // Nonblocking collectives of libraries do not take all that the others take from a device.
    if (!threads || (onDevice && isCollective(routine) && !this.#staging)) return call;
    if (routine.name === 'mpi_init_thread') return this.#starting(call);
    const begin = polledCall(routine, this.#polledHost(onDevice));
    if (!begin) return call;
    const always = isCollective(routine);
    return (...flats) => {
      if (!this.#multiple || !(always || threads.areMany())) return call(...flats);
      threads.until(begin(flats));
      return 1;
    };
  }

  #starting(call: MpiCall): MpiCall {
    const { memory, library } = this.#surroundings;
    return (...flats) => {
      const done = call(...flats);
      const provided = memory.word(placeOf(flats[1] ?? 0));
      this.#multiple = provided === library.flavour.ofProgram(constants.thread.MPI_THREAD_MULTIPLE);
      return done;
    };
  }

  #polledHost(onDevice: boolean): PolledHost {
    const { memory, places } = this.#surroundings;
    const [, noStatus = 0] = places.sentinels.find(([name]) => name === 'mpi_status_ignore') ?? [];
    const calls = new Map<string, MpiCall>();
    return {
      word: (place) => memory.word(place),
      setWord: (place, value) => memory.setWord(place, value),
      allocate: (bytes) => memory.program.allocate(bytes),
      free: (place) => void memory.program.heap.free(place),
      call:
        (routine) =>
        (...flats) => {
          const known = calls.get(routine.name) ?? this.#staged(routine, !onDevice);
          calls.set(routine.name, known);
          return known(...flats);
        },
      noStatus,
    };
  }

  #stagingHost(copies: MpiCopies): StagingHost {
    const { memory, library, synchronise } = this.#surroundings;
    const collectives = new Collectives(memory, library);
    const datatypes = translationOf('datatype', library.flavour);
    const known = new Map<number, DatatypeBounds>();
    const lasting = new Set(Object.values(constants.datatype).map((row) => library.flavour.ofProgram(row)));
    const bounds = (datatype: number) => datatypeBounds(datatypes?.to(datatype) ?? datatype, memory, library);
    return {
      ...copies,
      word: (place) => memory.word(place),
      long: (place) => Number(memory.program.view.getBigInt64(place, true)),
      bounds: (datatype) => {
        if (!lasting.has(datatype)) return bounds(datatype);
        const found = known.get(datatype) ?? bounds(datatype);
        known.set(datatype, found);
        return found;
      },
      rank: (comm) => collectives.rank(comm),
      parts: (comm, way) =>
        way === 'all'
          ? partners(comm, collectives)
          : neighbours(comm, way === 'incoming', collectives, memory, library),
      isInPlace: (place) => this.#sentinels.has(place),
      isDevice: (place) => place >= deviceStart,
      allocate: (bytes) => memory.program.allocate(bytes),
      free: (place) => void memory.program.heap.free(place),
      ignoresStatus: (place) => place === 0 || this.#sentinels.has(place),
      received: this.#received(),
      waitForDevice: synchronise,
      refuse: (why) => {
        throw new ProgramExit(127, `mpi: ${why}`);
      },
    };
  }

  /** Bytes of the message that a status tells of. */
  #received(): (status: number) => number {
    const { memory, library } = this.#surroundings;
    const ask = this.#call(routineOf('mpi_get_elements_x'));
    const [byte, count] = [memory.program.allocate(16), memory.program.allocate(16)];
    memory.setWord(byte, library.flavour.ofProgram(constants.datatype.MPI_BYTE));
    return (status) => {
      ask(status, byte, count, 0);
      return Number(memory.program.view.getBigInt64(count, true));
    };
  }

  /** Buffers on the device are as the work that was launched before leaves them: the library copies without knowing of streams. */
  #afterDevice(call: MpiCall): MpiCall {
    const { synchronise } = this.#surroundings;
    return (...flats) => {
      synchronise();
      return call(...flats);
    };
  }

  /** What the runtime does itself, or beside the library. */
  #own(routine: Routine): MpiCall | undefined {
    const windows = this.#windows;
    switch (routine.name) {
      case 'mpi_get_address':
        return this.#address(routine);
      case 'mpi_win_allocate':
        return placesOnly(routine, ([size = 0, unit = 0, info = 0, comm = 0, pointer = 0, win = 0, error = 0]) =>
          windows.allocate(size, unit, info, comm, pointer, win, error),
        );
      case 'mpi_win_allocate_shared':
        return placesOnly(routine, ([size = 0, unit = 0, info = 0, comm = 0, pointer = 0, win = 0, error = 0]) =>
          windows.share(size, unit, info, comm, pointer, win, error),
        );
      case 'mpi_win_shared_query':
        return placesOnly(routine, ([win = 0, rank = 0, size = 0, unit = 0, pointer = 0, error = 0]) =>
          windows.query(win, rank, size, unit, pointer, error),
        );
      // Of the interface that the program was compiled with.
      case 'mpi_get_version':
        return placesOnly(routine, ([version = 0, subversion = 0, error = 0]) => {
          this.#surroundings.memory.setWord(version, constants.plain.MPI_VERSION[0]);
          this.#surroundings.memory.setWord(subversion, constants.plain.MPI_SUBVERSION[0]);
          if (error !== 0) this.#surroundings.memory.setWord(error, 0);
        });
      case 'mpi_win_free':
        return this.#freeing(routine);
      case 'mpi_attr_get':
      case 'mpi_comm_get_attr':
      case 'mpi_win_get_attr':
        return this.#attribute(routine);
      default:
        return undefined;
    }
  }

  /** Some attributes of MPI's own are ranks, or stand for none, or other constants; those of windows that the runtime has made are its own. */
  #attribute(routine: Routine): MpiCall {
    const call = this.#call(routine);
    const { memory, library } = this.#surroundings;
    const isLong = routine.args[2]?.kind === 'aint';
    const byKey = new Map(
      attributes(routine.name).flatMap(([row, kind]) => {
        const translation = translationOf(kind, library.flavour);
        return translation ? [[library.flavour.ofProgram(row), translation.from] as const] : [];
      }),
    );
    const ofWindow = routine.name === 'mpi_win_get_attr' ? this.#windowAttributes() : new Map<number, never>();
    if (byKey.size + ofWindow.size === 0) return call;
    return (...flats) => {
      const done = call(...flats);
      const [of = 0, key = 0, value = 0, flag = 0] = flats.map(placeOf);
      const asked = memory.word(key);
      if (memory.word(flag) === 0) return done;
      const { view } = memory.program;
      const given = isLong ? Number(view.getBigInt64(value, true)) : memory.word(value);
      const own = ofWindow.get(asked)?.(memory.word(of), given) ?? byKey.get(asked)?.(given | 0);
      if (own === undefined) return done;
      if (isLong) view.setBigInt64(value, BigInt(own), true);
      else memory.setWord(value, own);
      return done;
    };
  }

  /** By their keys, of a window's number and what the library gives. */
  #windowAttributes(): ReadonlyMap<number, (win: number, given: number) => number | undefined> {
    const { memory, library } = this.#surroundings;
    const { MPI_WIN_BASE, MPI_WIN_CREATE_FLAVOR } = constants.key;
    const { ofProgram } = library.flavour;
    const flavour = (win: number): number | undefined => {
      const row = this.#windows.flavour(win);
      return row && ofProgram(row);
    };
    return new Map([
      [ofProgram(MPI_WIN_BASE), (_: number, given: number) => memory.ownPlace(given)],
      [ofProgram(MPI_WIN_CREATE_FLAVOR), flavour],
    ]);
  }

  #freeing(routine: Routine): MpiCall {
    const call = this.#call(routine);
    return (...flats) => {
      const win = this.#surroundings.memory.word(placeOf(flats[0] ?? 0));
      const done = call(...flats);
      this.#windows.free(win);
      return done;
    };
  }

  /** `onHost`: no buffer lies on a device. */
  #call(routine: Routine, onHost = false): MpiCall {
    if (this.#isPlain(routine)) return this.#plain(routine, onHost);
    const { memory, printed } = this.#surroundings;
    const texts = routine.args.filter(isText).length;
    let native: ((given: readonly number[]) => void) | undefined;
    const passes = [...routine.args.map((arg) => this.#passing(arg, routine)), this.#error()];
    const slots = slotsOf(routine);
    const flushes = flushing.has(routine.name);
    return (...flats) => {
      native ??= flushes
        ? this.#surroundings.library.slow(routine.name, passes.length + texts)
        : this.#surroundings.library.required(routine.name, passes.length + texts);
      if (flushes) this.#surroundings.flush();
      else if (printed.isDirty) printed.flush();
      const places = slots.map((slot) => placeOf(flats[slot] ?? 0));
      const mark = memory.mark;
      const given: number[] = [];
      const after: (() => void)[] = [];
      for (let i = 0; i < passes.length; i++) {
        const last = passes[i]?.(places[i] ?? 0, places, given);
        if (last) after.push(last);
      }
      for (let i = 0; i < routine.args.length; i++)
        if (isText(routine.args[i])) given.push(Number(flats[(slots[i] ?? 0) + 1]));
      native(given);
      for (const step of after) step();
      memory.release(mark);
      return 1;
    };
  }

  /** Nothing but addresses, which only move. */
  #isPlain({ name, args }: Routine): boolean {
    const { flavour } = this.#surroundings.library;
    const changes = ({ kind }: Argument) =>
      kind === 'call' || (kind === 'status' && flavour.status) || translationOf(kind, flavour);
    return !flushing.has(name) && !translationOf('error', flavour) && !args.some((arg) => isText(arg) || changes(arg));
  }

  /** The way of most calls. Addresses of 64 bits and those of a device come as such. */
  #plain(routine: Routine, onHost: boolean): MpiCall {
    const { memory, library, printed } = this.#surroundings;
    const sentinels = this.#sentinels;
    const stands = routine.args.map(({ kind }) => kind === 'status' || sentinelKinds.has(kind));
    const last = routine.args.length;
    const unheard = memory.program.allocate(8);
    const first = Math.min(...sentinels.keys());
    const native = library.call(routine.name, last + 1);
    const special = (i: number, place: number): void => setCell(native.cells, i, address(i, place));
    const isPlainNumbers = onHost && memory.program.address === 'i32';
    const quick = plainCall({
      native,
      base: memory.base,
      mayStand: [...stands, true],
      first,
      span: Math.max(...sentinels.keys()) - first,
      special,
      printed,
      state: library,
    });
    if (isPlainNumbers) return quick;
    return (...flats) => {
      if (printed.isDirty) printed.flush();
      for (let i = 0; i <= last; i++) special(i, placeOf(flats[i] ?? 0));
      library.run(native);
      return 1;
    };

    function address(i: number, place: number): number {
      if (i === last) return memory.native(place || unheard);
      if (!stands[i]) return memory.native(place);
      return sentinels.get(place) ?? (place === 0 ? 0 : memory.native(place));
    }
  }

  /** The processor's address: with MPI_BOTTOM, datatypes and windows mean that. */
  #address(routine: Routine): MpiCall {
    const { memory } = this.#surroundings;
    return placesOnly(routine, ([location = 0, address = 0, error = 0]) => {
      const { view } = memory.program;
      view.setBigInt64(address, BigInt(this.#sentinels.has(location) ? 0 : memory.native(location)), true);
      if (error !== 0) memory.setWord(error, 0);
    });
  }

  #passing(arg: Argument, routine: Routine): Pass {
    const { memory, library } = this.#surroundings;
    if (arg.kind === 'call') return (place, _, native) => void native.push(this.#callbacks.addressOf(place, arg.form));
    if (arg.kind === 'status') return this.#status(arg, routine);
    if (arg.name === 'index' && library.flavour.noIndex !== undefined) return this.#index(library.flavour.noIndex);
    const translation = translationOf(arg.kind, library.flavour);
    if (translation) return this.#translated(arg, routine, translation);
    if (sentinelKinds.has(arg.kind))
      return (place, _, native) =>
        void native.push(this.#sentinels.get(place) ?? (place === 0 ? 0 : memory.native(place)));
    return (place, _, native) => void native.push(memory.native(place));
  }

  /** The place of a request in a list. `none`: the library's where there is none. */
  #index(none: number): Pass {
    const { memory } = this.#surroundings;
    const [MPI_UNDEFINED] = constants.plain.MPI_UNDEFINED;
    return (place, _, native) => {
      native.push(memory.native(place));
      return () => {
        if (memory.word(place) === none) memory.setWord(place, MPI_UNDEFINED);
      };
    };
  }

  #translated(arg: Argument, routine: Routine, { to, from }: Translation): Pass {
    const { memory } = this.#surroundings;
    const count = countOf(arg, routine, this.#surroundings);
    const stays = arg.count !== undefined && /^mpi_i(?!nfo|nter)/.test(routine.name);
    const takes = arg.way !== 'out';
    const gives = arg.way !== 'in';
    return (place, places, native) => {
      const n = count(places);
      // The library may read an array of handles until the operation is complete.
      const cells = stays ? memory.program.allocate(4 * n + 4) : memory.take(n);
      if (takes) for (let i = 0; i < 4 * n; i += 4) memory.setWord(cells + i, to(memory.word(place + i)));
      native.push(memory.native(cells));
      if (!gives) return undefined;
      return () => {
        for (let i = 0; i < 4 * n; i += 4) memory.setWord(place + i, from(memory.word(cells + i)));
      };
    };
  }

  #status(arg: Argument, routine: Routine): Pass {
    const { memory, library } = this.#surroundings;
    const order = library.flavour.status;
    if (!order) return (place, _, native) => void native.push(this.#sentinels.get(place) ?? memory.native(place));
    const ranks = translationOf('rank', library.flavour);
    const errors = translationOf('error', library.flavour);
    const tags = translationOf('tag', library.flavour);
    const translations = [
      [0, ranks],
      [1, tags],
      [2, errors],
    ] as const;
    const count = countOf(arg, routine, this.#surroundings);
    return (place, places, native) => {
      const known = this.#sentinels.get(place);
      if (known !== undefined) return void native.push(known);
      const n = count(places);
      const cells = memory.take(n * order.length);
      for (let k = 0; k < n; k++)
        for (const [i, at] of order.entries())
          memory.setWord(cells + 4 * (k * order.length + at), memory.word(place + 4 * (k * statusWords + i)));
      // What the library leaves as it is comes back as it was.
      for (let k = 0; k < n; k++)
        for (const [i, translation] of translations) {
          const cell = cells + 4 * (k * order.length + (order[i] ?? 0));
          memory.setWord(cell, translation?.to(memory.word(cell)) ?? memory.word(cell));
        }
      native.push(memory.native(cells));
      if (arg.way === 'in') return undefined;
      return () => {
        for (let k = 0; k < n; k++)
          for (const [i, at] of order.entries()) {
            const word = memory.word(cells + 4 * (k * order.length + at));
            const own = translations.find(([field]) => field === i)?.[1]?.from(word);
            memory.setWord(place + 4 * (k * statusWords + i), own ?? word);
          }
      };
    };
  }

  /** Where the program does not want to know, somebody must. */
  #error(): Pass {
    const { memory, library } = this.#surroundings;
    const errors = translationOf('error', library.flavour);
    return (place, _, native) => {
      const cell = place === 0 || errors ? memory.take(1) : place;
      native.push(memory.native(cell));
      if (!errors || place === 0) return undefined;
      return () => memory.setWord(place, errors.from(memory.word(cell)));
    };
  }
}

const sentinelKinds: ReadonlySet<string> = new Set<string>(['buffer', 'weights', 'errcodes', 'words']);

/** Attributes whose values are constants of a kind. */
function attributes(routine: string): readonly (readonly [row: ConstantRow, kind: ConstantKind])[] {
  const { MPI_HOST, MPI_IO, MPI_WIN_CREATE_FLAVOR, MPI_WIN_MODEL } = constants.key;
  if (!routine.includes('win'))
    return [
      [MPI_HOST, 'rank'],
      [MPI_IO, 'rank'],
    ];
  return [
    [MPI_WIN_CREATE_FLAVOR, 'flavour'],
    [MPI_WIN_MODEL, 'model'],
  ];
}

/** What is printed before must be seen before. */
const flushing: ReadonlySet<string> = new Set(['mpi_abort', 'mpi_finalize', 'mpi_init', 'mpi_init_thread']);

/** Of a form of a routine (`routineOfForm`). */
function hasDeviceBuffers(name: string): boolean {
  return /_h*d[hd]*$/.test(name);
}

function routineOf(name: string): Routine {
  const routine = mpiRoutine(name);
  if (!routine) throw new InternalError(`the table of MPI's routines has no ${name}`);
  return routine;
}

/** A routine that needs only where its arguments stand. */
function placesOnly(routine: Routine, run: (places: readonly number[]) => void): MpiCall {
  const slots = slotsOf(routine);
  return (...flats) => {
    run(slots.map((slot) => placeOf(flats[slot] ?? 0)));
    return 1;
  };
}

function placeOf(flat: number | bigint): number {
  const place = Number(flat);
  return place < 0 ? place + 2 ** 32 : place;
}

/** How many values an argument has in a call. */
function countOf(
  arg: Argument,
  routine: Routine,
  { memory, library }: MpiSurroundings,
): (places: readonly number[]) => number {
  if (arg.count === undefined) return () => 1;
  const at = routine.args.findIndex(({ name }) => name === arg.count);
  const collectives = new Collectives(memory, library);
  const comm = (places: readonly number[]) => commOf(routine, places, memory);
  if (arg.count === 'in' || arg.count === 'out')
    return (places) => neighbours(comm(places), arg.count === 'in', collectives, memory, library);
  if (arg.count === 'comm') return (places) => partners(comm(places), collectives);
  return (places) => memory.word(places[at] ?? 0);
}

function commOf({ args }: Routine, places: readonly number[], memory: MpiMemory): number {
  return memory.word(places[args.findIndex(({ kind }) => kind === 'comm')] ?? 0);
}
