/**
 * Buffers in the memory of a GPU for a library that was built without CUDA: they come to host memory for the call, and back when it, or its request, is complete.
 */
import type { Routine } from '../../library/mpi/routines.ts';
import type { MpiCall } from '../bind/mpi.ts';
import { type Asked, footprint, writes } from './footprints.ts';

/** What staging needs of the program and of the library. Places are addresses of the program; those of a device begin at `deviceStart`. */
export type StagingHost = Omit<Asked, 'places'> & {
  readonly isDevice: (place: number) => boolean;
  /** Of host memory: 0 where there is no room. */
  readonly allocate: (bytes: number) => number;
  readonly free: (place: number) => void;
  readonly copy: (to: number, from: number, bytes: number) => void;
  readonly waitForDevice: () => void;
  /** The program cannot go on. */
  readonly refuse: (why: string) => never;
};

type Staged = {
  readonly device: number;
  readonly host: number;
  readonly bytes: number;
  readonly comesBack: boolean;
};

/** What a request that is not complete uses; `isKept`: it may be started again. */
type Pending = { readonly staged: readonly Staged[]; readonly isKept: boolean };

const persistent = /_init$/;

export class Staging {
  readonly #host: StagingHost;
  readonly #pending = new Map<number, Pending>();

  constructor(host: StagingHost) {
    this.#host = host;
  }

  /** The same call for buffers on a device as well. `slots`: where each argument's address stands. */
  around(routine: Routine, slots: readonly number[], call: MpiCall): MpiCall {
    const completed = completing.get(routine.name);
    if (completed) return this.#completing(completed, slots, call);
    if (routine.name === 'mpi_start' || routine.name === 'mpi_startall')
      return this.#starting(routine.name, slots, call);
    if (routine.name === 'mpi_request_free') return this.#freeing(slots, call);
    const buffers = routine.args.flatMap(({ kind }, i) => (kind === 'buffer' ? [i] : []));
    return buffers.length === 0 ? call : this.#moving(routine, slots, buffers, call);
  }

  #moving(routine: Routine, slots: readonly number[], buffers: readonly number[], call: MpiCall): MpiCall {
    const request = routine.args.findIndex(({ kind, way }) => kind === 'request' && way === 'out');
    const host = this.#host;
    return (...flats) => {
      const onDevice = buffers.filter((b) => host.isDevice(Number(flats[slots[b] ?? 0])));
      if (onDevice.length === 0) return call(...flats);
      const places = slots.map((slot) => Number(flats[slot] ?? 0));
      const staged: Staged[] = [];
      for (const b of onDevice) this.#stage(routine, b, places, flats, slots, staged);
      const done = call(...flats);
      if (request < 0) this.#finish(staged, false);
      else this.#keep(host.word(places[request] ?? 0), staged, persistent.test(routine.name));
      return done;
    };
  }

  /** Libraries may give all that is complete at once the same request. */
  #keep(request: number, staged: readonly Staged[], isKept: boolean): void {
    const before = this.#pending.get(request)?.staged ?? [];
    this.#pending.set(request, { staged: [...before, ...staged], isKept });
  }

  /** Puts a place on the host where the buffer's stood. */
  #stage(
    routine: Routine,
    buffer: number,
    places: readonly number[],
    flats: (number | bigint)[],
    slots: readonly number[],
    staged: Staged[],
  ): void {
    const host = this.#host;
    const used =
      footprint(routine, buffer, { ...host, places }) ??
      host.refuse(
        `${routine.name}: the buffer lies in the memory of the GPU and stays in use, and this MPI library was built without CUDA: use host memory, or a library that takes device memory`,
      );
    const bytes = used.to - used.from;
    const place = host.allocate(Math.max(bytes, 1));
    if (place === 0) host.refuse(`${routine.name}: no room in host memory for ${bytes} bytes of a buffer on the GPU`);
    const device = (places[buffer] ?? 0) + used.from;
    if (bytes > 0) host.copy(place, device, bytes);
    staged.push({ device, host: place, bytes, comesBack: writes(routine, buffer) });
    const slot = slots[buffer] ?? 0;
    const there = place - used.from;
    flats[slot] = typeof flats[slot] === 'bigint' ? BigInt(there) : there;
  }

  #finish(staged: readonly Staged[], isKept: boolean): void {
    for (const s of staged) {
      if (s.comesBack && s.bytes > 0) this.#host.copy(s.device, s.host, s.bytes);
      if (!isKept) this.#host.free(s.host);
    }
  }

  #completing({ requests, done }: Completing, slots: readonly number[], call: MpiCall): MpiCall {
    const { word } = this.#host;
    return (...flats) => {
      if (this.#pending.size === 0) return call(...flats);
      const places = slots.map((slot) => Number(flats[slot] ?? 0));
      const [count, at] = requests(places, word);
      const before = Array.from({ length: count }, (_, i) => word(at + 4 * i));
      const result = call(...flats);
      for (const i of done(places, word, count)) this.#complete(before[i] ?? 0);
      return result;
    };
  }

  #complete(request: number): void {
    const pending = this.#pending.get(request);
    if (!pending) return;
    this.#finish(pending.staged, pending.isKept);
    if (!pending.isKept) this.#pending.delete(request);
  }

  /** What is sent is as it is now. */
  #starting(name: string, slots: readonly number[], call: MpiCall): MpiCall {
    const { word, copy, waitForDevice } = this.#host;
    return (...flats) => {
      const places = slots.map((slot) => Number(flats[slot] ?? 0));
      const [count, at] = name === 'mpi_start' ? [1, places[0] ?? 0] : [word(places[0] ?? 0), places[1] ?? 0];
      const all = Array.from({ length: count }, (_, i) => this.#pending.get(word(at + 4 * i))?.staged ?? []).flat();
      if (all.length > 0) waitForDevice();
      for (const s of all) if (s.bytes > 0) copy(s.host, s.device, s.bytes);
      return call(...flats);
    };
  }

  #freeing(slots: readonly number[], call: MpiCall): MpiCall {
    return (...flats) => {
      const request = this.#host.word(Number(flats[slots[0] ?? 0] ?? 0));
      const pending = this.#pending.get(request);
      const done = call(...flats);
      // The memory of one that may still be under way stays.
      if (pending?.isKept) for (const s of pending.staged) this.#host.free(s.host);
      this.#pending.delete(request);
      return done;
    };
  }
}

type Word = (place: number) => number;
type Completing = {
  /** How many, and where the first one's number stands. */
  readonly requests: (places: readonly number[], word: Word) => readonly [count: number, at: number];
  /** Which of them are complete after the call. */
  readonly done: (places: readonly number[], word: Word, count: number) => readonly number[];
};

const one: Completing['requests'] = ([at = 0]) => [1, at];
const listed: Completing['requests'] = ([count = 0, at = 0], word) => [word(count), at];
const all = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i);
const some: Completing['done'] = (places, word) =>
  all(Math.max(0, word(places[2] ?? 0))).map((i) => word((places[3] ?? 0) + 4 * i) - 1);

const completing: ReadonlyMap<string, Completing> = new Map(
  Object.entries({
    mpi_wait: { requests: one, done: () => [0] },
    mpi_test: { requests: one, done: ([, flag = 0], word) => (word(flag) === 0 ? [] : [0]) },
    mpi_waitall: { requests: listed, done: (_p, _w, count) => all(count) },
    mpi_testall: { requests: listed, done: ([, , flag = 0], word, count) => (word(flag) === 0 ? [] : all(count)) },
    mpi_waitany: { requests: listed, done: ([, , index = 0], word) => [word(index) - 1] },
    mpi_testany: {
      requests: listed,
      done: ([, , index = 0, flag = 0], word) => (word(flag) === 0 ? [] : [word(index) - 1]),
    },
    mpi_waitsome: { requests: listed, done: some },
    mpi_testsome: { requests: listed, done: some },
  } satisfies Record<string, Completing>),
);
