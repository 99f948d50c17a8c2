/** Copies between host and GPU for MPI, in a stream of their own: the host may send one piece while the next one comes. */
import type { Device, EventId, StreamId } from '../../machine/device.ts';
import { codeOf } from '../../machine/errors.ts';
import { ProgramExit } from '../program-exit.ts';

/** Between the memories of the host and of devices. */
export type MpiCopies = {
  /** Done when it returns. */
  readonly copy: (to: number, from: number, bytes: number) => void;
  /** Begins a copy behind those begun before; gives its number. */
  readonly begin: (to: number, from: number, bytes: number) => number;
  /** Waits for the copy of that number, and those before it. */
  readonly wait: (copy: number) => void;
  /** Makes copies to and from a place of the host fast. */
  readonly pin: (place: number, bytes: number) => void;
};

/** More copies than are under way at a time: an event is used again then. */
const events = 64;

type Lane = { readonly device: Device; readonly stream: StreamId; readonly events: readonly EventId[]; next: number };

/** `current`: the device that the program works on, with its default stream. */
export function deviceCopies(current: () => { readonly device: Device; readonly stream: StreamId }): MpiCopies {
  const lanes = new Map<number, Lane>();
  let last: Lane | undefined;

  function lane(): Lane {
    const { device } = current();
    const known = lanes.get(device.ordinal);
    if (known && device.knowsStream(known.stream)) return known;
    const made = {
      device,
      stream: device.createStream(false, 0),
      events: Array.from({ length: events }, () => device.createEvent(false)),
      next: 0,
    };
    lanes.set(device.ordinal, made);
    return made;
  }

  function issue(device: Device, to: number, from: number, bytes: number, stream: StreamId, later: boolean): void {
    const row = { toPitch: bytes, fromPitch: bytes, width: bytes, height: 1 };
    check(device.copy({ ...row, to: BigInt(to), from: BigInt(from), stream, asynchronous: later }));
  }

  return {
    copy: (to, from, bytes) => {
      const { device, stream } = current();
      issue(device, to, from, bytes, stream, false);
    },
    begin: (to, from, bytes) => {
      last = lane();
      const number = last.next++ % events;
      issue(last.device, to, from, bytes, last.stream, true);
      check(last.device.recordEvent(last.events[number] ?? 0n, last.stream));
      return number;
    },
    wait: (copy) => {
      if (last) check(last.device.synchroniseEvent(last.events[copy] ?? 0n));
    },
    pin: (place, bytes) => void current().device.register(BigInt(place), bytes),
  };
}

function check(code: number): void {
  if (code !== codeOf.success) throw new ProgramExit(127, `mpi: a buffer on the GPU cannot be copied (error ${code})`);
}
