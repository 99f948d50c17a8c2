/**
 * Buffers in the memory of a GPU for a library that was built without CUDA: they come to host memory for the call, and back when it, or its request, is complete.
 */
import { keepsBuffers, type Routine } from '../../library/mpi/routines.ts';
import type { MpiCall } from '../bind/mpi.ts';
import { type Asked, type Footprint, footprint, overwrites, receives, writes } from './footprints.ts';
import { Pending, type Use } from './pending.ts';
import { type BlockMemory, StagingBlocks } from './staging-blocks.ts';

/** What staging needs of the program and of the library. Places are addresses of the program; those of a device begin at `deviceStart`. */
export type StagingHost = Omit<Asked, 'places'> &
  BlockMemory & {
    readonly isDevice: (place: number) => boolean;
    readonly copy: (to: number, from: number, bytes: number) => void;
    readonly waitForDevice: () => void;
    /** Whether a status stands for none. */
    readonly ignoresStatus: (place: number) => boolean;
    /** Bytes of the message that a status tells of. */
    readonly received: (status: number) => number;
    /** The program cannot go on. */
    readonly refuse: (why: string) => never;
  };

const statusBytes = 24;

export class Staging {
  readonly #host: StagingHost;
  readonly #blocks: StagingBlocks;
  readonly #pending: Pending;
  /** Statuses where the program wants none. */
  #statuses = 0;
  #statusCount = 0;

  constructor(host: StagingHost) {
    this.#host = host;
    this.#blocks = new StagingBlocks(host);
    this.#pending = new Pending(host.word, host.ignoresStatus);
  }

  /** The same call for buffers on a device as well. `slots`: where each argument's address stands. */
  around(routine: Routine, slots: readonly number[], call: MpiCall): MpiCall {
    const buffers = routine.args.flatMap(({ kind }, i) => (kind === 'buffer' ? [i] : []));
    if (buffers.length > 0) return this.#moving(routine, slots, buffers, call);
    const watch = this.#pending.watch(routine, slots);
    if (!watch) return call;
    const status = statusOf(routine);
    return (...flats) => {
      if (this.#pending.isEmpty) return call(...flats);
      if (status >= 0) this.#wantStatus(flats, slots[status] ?? 0, this.#requests(routine, flats, slots));
      const after = watch(flats);
      const done = call(...flats);
      after?.();
      return done;
    };
  }

  #requests({ args }: Routine, flats: readonly (number | bigint)[], slots: readonly number[]): number {
    const { count, kind } = args[0] ?? {};
    return kind === 'int' && count === undefined ? this.#host.word(Number(flats[slots[0] ?? 0])) : 1;
  }

  /** Lengths of messages are known by their statuses. */
  #wantStatus(flats: (number | bigint)[], slot: number, count: number): void {
    const place = Number(flats[slot] ?? 0);
    if (!this.#host.ignoresStatus(place)) return;
    if (count > this.#statusCount) {
      this.#statusCount = 2 * count;
      this.#statuses = this.#host.allocate(statusBytes * this.#statusCount);
    }
    flats[slot] = typeof flats[slot] === 'bigint' ? BigInt(this.#statuses) : this.#statuses;
  }

  #moving(routine: Routine, slots: readonly number[], buffers: readonly number[], call: MpiCall): MpiCall {
    const isNonblocking = keepsBuffers(routine);
    const status = statusOf(routine);
    const host = this.#host;
    return (...flats) => {
      const onDevice = buffers.filter((b) => host.isDevice(Number(flats[slots[b] ?? 0])));
      if (onDevice.length === 0) return call(...flats);
      const places = slots.map((slot) => Number(flats[slot] ?? 0));
      const uses = onDevice.map((b) => this.#stage(routine, b, places, flats, slots));
      if (status >= 0) this.#wantStatus(flats, slots[status] ?? 0, 1);
      const done = call(...flats);
      if (isNonblocking) this.#pending.keep(routine, places, uses);
      else
        for (const use of uses) {
          use.arrive(status < 0 ? 0 : Number(flats[slots[status] ?? 0]));
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
    const place = this.#blocks.take(bytes);
    if (place === 0) host.refuse(`${routine.name}: no room in host memory for ${bytes} bytes of a buffer on the GPU`);
    const device = (places[buffer] ?? 0) + used.from;
    const slot = slots[buffer] ?? 0;
    const there = place - used.from;
    flats[slot] = typeof flats[slot] === 'bigint' ? BigInt(there) : there;
    return this.#use(routine, buffer, { device, host: place, used, inPlace: host.isInPlace(places[0] ?? 0) });
  }

  #use(routine: Routine, buffer: number, { device, host, used, inPlace }: Staged): Use {
    const { copy, waitForDevice, received } = this.#host;
    const bytes = used.to - used.from;
    const goes = bytes > 0 && !(used.dense && overwrites(routine, buffer, inPlace));
    const comes = bytes > 0 && writes(routine, buffer);
    const isMessage = used.dense && receives(routine, buffer);
    if (goes) copy(host, device, bytes);
    return {
      begin: () => {
        waitForDevice();
        if (goes) copy(host, device, bytes);
      },
      arrive: (status) => {
        const length = isMessage && status !== 0 ? Math.min(bytes, received(status)) : bytes;
        if (comes && length > 0) copy(device, host, length);
      },
      leave: () => this.#blocks.leave(host, bytes),
    };
  }
}

/** A buffer on the device, and its place on the host. */
type Staged = { readonly device: number; readonly host: number; readonly used: Footprint; readonly inPlace: boolean };

/** Of the argument that is the status, or the statuses; -1 where there is none. */
function statusOf({ args }: Routine): number {
  return args.findIndex(({ kind, way }) => kind === 'status' && way !== 'in');
}
