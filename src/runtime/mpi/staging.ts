/**
 * Buffers in the memory of a GPU for a library that was built without CUDA: they come to host memory for the call, and back when it, or its request, is complete.
 */
import { keepsBuffers, type Routine } from '../../library/mpi/routines.ts';
import type { MpiCall } from '../bind/mpi.ts';
import { type Asked, footprint, writes } from './footprints.ts';
import { Pending, type Use } from './pending.ts';

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

export class Staging {
  readonly #host: StagingHost;
  readonly #pending: Pending;

  constructor(host: StagingHost) {
    this.#host = host;
    this.#pending = new Pending(host.word);
  }

  /** The same call for buffers on a device as well. `slots`: where each argument's address stands. */
  around(routine: Routine, slots: readonly number[], call: MpiCall): MpiCall {
    const buffers = routine.args.flatMap(({ kind }, i) => (kind === 'buffer' ? [i] : []));
    if (buffers.length > 0) return this.#moving(routine, slots, buffers, call);
    const watch = this.#pending.watch(routine, slots);
    if (!watch) return call;
    return (...flats) => {
      const after = watch(flats);
      const done = call(...flats);
      after?.();
      return done;
    };
  }

  #moving(routine: Routine, slots: readonly number[], buffers: readonly number[], call: MpiCall): MpiCall {
    const isNonblocking = keepsBuffers(routine);
    const host = this.#host;
    return (...flats) => {
      const onDevice = buffers.filter((b) => host.isDevice(Number(flats[slots[b] ?? 0])));
      if (onDevice.length === 0) return call(...flats);
      const places = slots.map((slot) => Number(flats[slot] ?? 0));
      const uses = onDevice.map((b) => this.#stage(routine, b, places, flats, slots));
      const done = call(...flats);
      if (isNonblocking) this.#pending.keep(routine, places, uses);
      else
        for (const use of uses) {
          use.arrive();
          use.leave();
        }
      return done;
    };
  }

  /** Puts a place on the host where the buffer's stood. */
  #stage(
    routine: Routine,
    buffer: number,
    places: readonly number[],
    flats: (number | bigint)[],
    slots: readonly number[],
  ): Use {
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
    const slot = slots[buffer] ?? 0;
    const there = place - used.from;
    flats[slot] = typeof flats[slot] === 'bigint' ? BigInt(there) : there;
    return this.#use(device, place, bytes, writes(routine, buffer));
  }

  #use(device: number, host: number, bytes: number, comesBack: boolean): Use {
    const { copy, waitForDevice, free } = this.#host;
    return {
      begin: () => {
        waitForDevice();
        if (bytes > 0) copy(host, device, bytes);
      },
      arrive: () => {
        if (comesBack && bytes > 0) copy(device, host, bytes);
      },
      leave: () => free(host),
    };
  }
}
