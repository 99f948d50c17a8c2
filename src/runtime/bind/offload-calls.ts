/** Data and queues of directives, as compiled code asks for them. */
import type { Area } from '../../machine/offload.ts';
import { placeOfAddress } from '../linear-memory.ts';
import type { Calls, Context } from './calls.ts';

export function offloadCalls({ memory, cuda }: Context): Calls<'offload'> {
  const { offload } = cuda;
  const text = (address: number, length: bigint): string =>
    Buffer.from(memory.bytes(placeOfAddress(address), Number(length))).toString('latin1');
  const area = (cell: number, name: number, nameBytes: bigint, place: number, placeBytes: bigint): Area => {
    const at = placeOfAddress(cell);
    const word = (i: number): bigint => memory.view.getBigInt64(at + 8 * i, true);
    const rank = Number(word(3));
    const extents: number[] = [];
    const strides: number[] = [];
    for (let i = 0; i < rank; i++) {
      extents.push(Number(word(4 + 2 * i)));
      strides.push(Number(word(5 + 2 * i)));
    }
    return {
      base: word(0),
      start: word(1),
      elementBytes: Number(word(2)),
      extents,
      strides,
      // Read where somebody is told: texts of most are never needed.
      get name() {
        return text(name, nameBytes);
      },
      get place() {
        return text(place, placeBytes);
      },
    };
  };
  const host = (address: number): bigint => BigInt(placeOfAddress(address));
  return {
    'offload.enter': (cell, name, n, place, p, how, queue) => offload.enter(area(cell, name, n, place, p), how, queue),
    'offload.exit': (cell, name, n, place, p, how, queue) => offload.exit(area(cell, name, n, place, p), how, queue),
    'offload.update': (cell, name, n, place, p, how, queue) =>
      offload.update(area(cell, name, n, place, p), how & 1 ? 'device' : 'host', (how & 2) !== 0, queue),
    'offload.attach': (descriptor, bytes, cell, target) =>
      offload.attach(host(descriptor), Number(bytes), host(cell), target),
    'offload.detach': (cell, last) => offload.detach(host(cell), last !== 0),
    'offload.find': (address, bytes) => offload.find(host(address), Number(bytes)) ?? 0n,
    'offload.stream': (queue) => offload.stream(queue),
    'offload.wait': (one, queue, inQueue, later) => {
      if (inQueue) offload.waitIn(one ? queue : undefined, later);
      else offload.wait(one ? queue : undefined);
    },
    'offload.begin': (device) => {
      if (device === -2) return offload.onHost ? 0 : 1;
      return offload.begin(device < 0 ? undefined : device) ? 1 : 0;
    },
    'offload.end': () => offload.end(),
    'offload.set': (what, value) => {
      if (what === 0) cuda.note(cuda.setDevice(Number(value)));
      else if (what === 1) offload.defaultQueue = value;
      else if (what === 2) offload.targets = true;
      else offload.hostVersions(value === 1n);
    },
    'offload.tells': () => (offload.tells ? 1 : 0),
    'offload.launching': (place, p, kernel, k, ...shape) => offload.launching(text(place, p), text(kernel, k), shape),
    'offload.launched': (stream) => offload.launched(stream),
  };
}
