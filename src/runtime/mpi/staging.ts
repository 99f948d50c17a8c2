/**
 * Buffers in the memory of a GPU for a library that was built without CUDA: they come to host memory for the call, and back when it, or its request, is complete.
 */
import { keepsBuffers, type Routine } from '../../library/mpi/routines.ts';
import type { MpiCall } from '../bind/mpi.ts';
import { placeOfAddress } from '../linear-memory.ts';
import type { MpiCopies } from './device-copies.ts';
import { type Asked, type Footprint, footprint, overwrites, receives, writes } from './footprints.ts';
import { Pending, type Use } from './pending.ts';
import { envelopeBytes, type Messages, Pieces } from './pieces.ts';
import { type BlockMemory, StagingBlocks } from './staging-blocks.ts';

/** What staging needs of the program and of the library. Places are addresses of the program; those of a device begin at `deviceStart`. */
export type StagingHost = Omit<Asked, 'places'> &
  Omit<BlockMemory, 'pin'> &
  MpiCopies & {
    readonly isDevice: (place: number) => boolean;
    readonly waitForDevice: () => void;
    /** Whether a status stands for none. */
    readonly ignoresStatus: (place: number) => boolean;
    /** Bytes of the message that a status tells of. */
    readonly received: (status: number) => number;
    readonly setReceived: (status: number, bytes: number) => void;
    readonly setWord: (place: number, value: number) => void;
    /** Undefined where messages go as they are. */
    readonly messages: Messages | undefined;
    /** Whether the program uses nothing that would show that long messages go in pieces. */
    readonly seesNoEnvelopes: () => boolean;
    /** Places of the number of an envelope's bytes, and of their type. */
    readonly envelopeCount: number;
    readonly byteType: number;
    readonly now: () => number;
    /** The program cannot go on. */
    readonly refuse: (why: string) => never;
  };

const statusBytes = 24;

export class Staging {
  readonly #host: StagingHost;
  readonly #blocks: StagingBlocks;
  readonly #pending: Pending;
  readonly #pieces: Pieces | undefined;
  /** Statuses where the program wants none. */
  #statuses = 0;
  #statusCount = 0;

  constructor(host: StagingHost) {
    this.#host = host;
    this.#blocks = new StagingBlocks(host);
    this.#pending = new Pending(host.word, host.ignoresStatus);
    const { messages } = host;
    this.#pieces = messages && new Pieces({ ...host, messages, blocks: this.#blocks });
  }

  /** The same call for buffers on a device as well. `slots`: where each argument's address stands. */
  around(routine: Routine, slots: readonly number[], call: MpiCall): MpiCall {
    const buffers = routine.args.flatMap(({ kind }, i) => (kind === 'buffer' ? [i] : []));
    if (startsMpi.test(routine.name)) return this.#starting(call);
    if (routine.name === 'mpi_finalize') return this.#finishing(call);
    if (sends.test(routine.name))
      return this.#sending(routine, slots, this.#moving(routine, slots, buffers, call), call);
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

  #starting(call: MpiCall): MpiCall {
    return (...flats) => {
      const done = call(...flats);
      this.#pieces?.start(this.#host.seesNoEnvelopes());
      return done;
    };
  }

  #finishing(call: MpiCall): MpiCall {
    return (...flats) => {
      this.#pieces?.finish();
      return call(...flats);
    };
  }

  /** `whole`: the call that stages the message as one. */
  #sending(routine: Routine, slots: readonly number[], whole: MpiCall, call: MpiCall): MpiCall {
    const pieces = this.#pieces;
    if (!pieces) return whole;
    const host = this.#host;
    const isNonblocking = keepsBuffers(routine);
    return (...flats) => {
      const places = slots.map((slot) => placeOfAddress(flats[slot] ?? 0));
      const [buffer = 0, , , to = 0, , comm = 0] = places;
      const used = this.sendsPieces(routine, flats) ? footprint(routine, 0, { ...host, places }) : undefined;
      if (!used) return whole(...flats);
      const settle = pieces.send(
        buffer + used.from,
        used.to - used.from,
        host.word(comm),
        host.word(to),
        (envelope) => {
          const instead = [...flats];
          for (const [i, place] of [envelope, host.envelopeCount, host.byteType].entries()) {
            const slot = slots[i] ?? 0;
            instead[slot] = typeof flats[slot] === 'bigint' ? BigInt(place) : place;
          }
          call(...instead);
        },
      );
      if (isNonblocking)
        this.#pending.keep(routine, places, [{ begin: () => undefined, arrive: settle, leave: () => undefined }]);
      else settle();
      return 1;
    };
  }

  /** Whether the message of a sending routine with these arguments first goes in pieces. */
  sendsPieces(routine: Routine, flats: readonly (number | bigint)[]): boolean {
    const host = this.#host;
    const places = flats.slice(0, 4).map(placeOfAddress);
    const [buffer = 0, , , to = 0] = places;
    if (!this.#pieces?.isOn || !host.isDevice(buffer) || host.word(to) < 0) return false;
    const used = footprint(routine, 0, { ...host, places });
    return used?.dense === true && this.#pieces.splits(used.to - used.from);
  }

  #requests({ args }: Routine, flats: readonly (number | bigint)[], slots: readonly number[]): number {
    const { count, kind } = args[0] ?? {};
    return kind === 'int' && count === undefined ? this.#host.word(placeOfAddress(flats[slots[0] ?? 0] ?? 0)) : 1;
  }

  /** Lengths of messages are known by their statuses. */
  #wantStatus(flats: (number | bigint)[], slot: number, count: number): void {
    const place = placeOfAddress(flats[slot] ?? 0);
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
    const messages = buffers.filter((b) => receives(routine, b));
    return (...flats) => {
      const isDevice = (b: number) => host.isDevice(Number(flats[slots[b] ?? 0]));
      const onDevice = buffers.filter(isDevice);
      const onHost = this.#pieces?.isOn ? messages.filter((b) => !isDevice(b)) : [];
      if (onDevice.length === 0 && onHost.length === 0) return call(...flats);
      const places = slots.map((slot) => placeOfAddress(flats[slot] ?? 0));
      const uses = [
        ...onDevice.map((b) => this.#stage(routine, b, places, flats, slots)),
        ...onHost.map((b) => this.#envelopes(routine, b, places)),
      ];
      if (status >= 0) this.#wantStatus(flats, slots[status] ?? 0, 1);
      const done = call(...flats);
      if (isNonblocking) this.#pending.keep(routine, places, uses);
      else
        for (const use of uses) {
          use.arrive(status < 0 ? 0 : placeOfAddress(flats[slots[status] ?? 0] ?? 0));
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
    const landing = this.#landing(routine, buffer, places, there);
    return this.#use(routine, buffer, { device, host: place, used, inPlace: host.isInPlace(places[0] ?? 0), landing });
  }

  #use(routine: Routine, buffer: number, { device, host, used, inPlace, landing }: Staged): Use {
    const { copy, waitForDevice, begin, wait } = this.#host;
    const bytes = used.to - used.from;
    const goes = bytes > 0 && !(used.dense && overwrites(routine, buffer, inPlace));
    const comes = bytes > 0 && writes(routine, buffer);
    const isMessage = receives(routine, buffer);
    const arrive = (status: number): void => {
      let last: number | undefined;
      const length = this.#length(status, bytes, landing, (at, n) => {
        last = begin(device + at, host + at, n);
      });
      if (last !== undefined) wait(last);
      else copy(device, host, used.dense ? length : bytes);
    };
    if (goes) copy(host, device, bytes);
    return {
      begin: () => {
        waitForDevice();
        if (goes) copy(host, device, bytes);
      },
      arrive: (status) => {
        if (comes && isMessage && status !== 0) arrive(status);
        else if (comes) copy(device, host, bytes);
      },
      leave: () => this.#blocks.leave(host, bytes),
    };
  }

  /** For a buffer on the host: what comes may be an envelope. */
  #envelopes(routine: Routine, buffer: number, places: readonly number[]): Use {
    const landing = this.#landing(routine, buffer, places, places[buffer] ?? 0);
    return {
      begin: () => undefined,
      arrive: (status) => {
        if (status !== 0) this.#length(status, landing.used.to - landing.used.from, landing, () => undefined);
      },
      leave: () => undefined,
    };
  }

  #landing(routine: Routine, buffer: number, places: readonly number[], place: number): Landing {
    const host = this.#host;
    const used = footprint(routine, buffer, { ...host, places }) ?? { from: 0, to: 0, dense: true };
    const word = (pattern: RegExp): number => {
      const at = routine.args.findIndex(({ name }, i) => i > buffer && pattern.test(name));
      return host.word(places[at] ?? 0);
    };
    return { place, used, count: word(/count$/), datatype: word(/^(recv)?(data)?type$/) };
  }

  /** Bytes of a message that has come; pieces come now, and are told of where they lie as in the buffer. */
  #length(status: number, most: number, landing: Landing, arrived: (at: number, length: number) => void): number {
    const { received, setReceived, refuse } = this.#host;
    const pieces = this.#pieces;
    const bytes = Math.min(most, received(status));
    if (!pieces?.isOn || bytes !== envelopeBytes) return bytes;
    const { place, used, count, datatype } = landing;
    const flat = used.dense ? place + used.from : this.#flat(landing);
    if (!pieces.isEnvelope(flat, bytes)) return bytes;
    const whole = pieces.bytesOf(flat);
    if (used.dense) {
      if (whole > most) refuse(`MPI_ERR_TRUNCATE: a message of ${whole} bytes came to a buffer of ${most}`);
      pieces.receive(flat, flat, arrived);
    } else {
      const block = this.#blocks.take(whole);
      pieces.receive(flat, block, () => undefined);
      this.#host.messages?.unpack(block, whole, place, count, datatype);
      this.#blocks.leave(block, whole);
    }
    setReceived(status, whole);
    return whole;
  }

  /** The first bytes of a buffer with gaps, one behind the other. */
  #flat({ place, used, count, datatype }: Landing): number {
    const bytes = Math.max(used.to - used.from, envelopeBytes);
    const block = this.#blocks.take(bytes);
    this.#host.messages?.pack(place, count, datatype, block, bytes);
    this.#blocks.leave(block, bytes);
    return block;
  }
}

/** Where a message comes to, as the library sees it. */
type Landing = { readonly place: number; readonly used: Footprint; readonly count: number; readonly datatype: number };

/** A buffer on the device, and its place on the host. */
type Staged = {
  readonly device: number;
  readonly host: number;
  readonly used: Footprint;
  readonly inPlace: boolean;
  readonly landing: Landing;
};

const startsMpi = /^mpi_init(_thread)?$/;
/** Messages that may go in pieces. */
const sends = /^mpi_i?[sr]?send$/;

/** Of the argument that is the status, or the statuses; -1 where there is none. */
function statusOf({ args }: Routine): number {
  return args.findIndex(({ kind, way }) => kind === 'status' && way !== 'in');
}
