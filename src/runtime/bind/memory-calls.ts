/** Memory of the host and of the device, and the copies that assignments make. */

import { kernelValues } from '../../ir/launcher.ts';
import { scratch, temporary } from '../../library/runtime-calls.ts';
import { LastShape } from '../../machine/cuf-shape.ts';
import type { Device, ErrorCode } from '../../machine/device.ts';
import { codeOf, errorText } from '../../machine/errors.ts';
import { placeOfAddress } from '../linear-memory.ts';
import { ProgramExit } from '../program-exit.ts';
import type { Calls, Context } from './calls.ts';

const deviceKinds = ['device', 'managed', 'pinned'] as const;
type DeviceKind = (typeof deviceKinds)[number];

type Names = 'memory' | 'device' | 'managed' | 'pinned' | 'copy' | 'copy2d' | 'fill' | 'cuf';

export function memoryCalls({ memory, cuda, io, host, checks, trace }: Context): Calls<Names> {
  const { heap } = memory;
  /** Devices whose failure the user has been told, at the first copy that was not made. */
  const told = new Set<Device>();
  /** A copy that cannot be made ends the program; where the program has been told of a kernel's failure it does nothing but tell so once. */
  const fail = (code: ErrorCode, what: string): void => {
    const { device } = cuda;
    const text = `0: ${what} FAILED: ${code}(${errorText(code)})`;
    checks?.()?.apiError(what.includes('Memset') ? 'cudaMemset' : 'cudaMemcpy', code);
    if (device.failure() === codeOf.success || !cuda.isTold) throw new ProgramExit(127, text);
    if (told.has(device)) return;
    told.add(device);
    io.flushAll();
    host.writeError(`${text}\n`);
  };
  const shapes = new LastShape();
  const allocate = (bytes: bigint, kind: DeviceKind): bigint => {
    const address = cuda.device.allocate(Number(bytes), kind);
    if (address === 0n) refused();
    return address;
  };
  const allocateTemporary = (bytes: bigint, kind: number): bigint => {
    const { device } = cuda;
    const taken = kind === scratch ? device.takeScratch?.(Number(bytes)) : undefined;
    const address = taken ?? device.allocate(Number(bytes), 'device');
    if (address === 0n) cuda.note(refusal());
    return address;
  };
  const refusal = (): ErrorCode => cuda.device.failure() || codeOf.memoryAllocation;
  /** Without `stat=` the program ends; who has it is told. */
  const refused = (): void => {
    checks?.()?.apiError('cudaMalloc', refusal());
    cuda.note(refusal());
    cuda.tell(refusal());
  };
  const free = (address: number | bigint): void => {
    const at = typeof address === 'number' ? BigInt(placeOfAddress(address)) : address;
    if (!cuda.device.giveScratch?.(at)) cuda.note(cuda.device.free(at));
  };
  const copy = (how: Direction, to: number | bigint, from: number | bigint, bytes: bigint) =>
    copyRows(how, to, 0n, from, 0n, bytes, 1n);
  const copyRows = (
    how: Direction,
    to: number | bigint,
    toPitch: bigint,
    from: number | bigint,
    fromPitch: bigint,
    width: bigint,
    height: bigint,
  ): void => {
    const [target, source] = [addressOf(to), addressOf(from)];
    const code = cuda.device.copy({
      to: target,
      toPitch: Number(toPitch),
      from: source,
      fromPitch: Number(fromPitch),
      width: Number(width),
      height: Number(height),
      stream: cuda.defaultStream(how === 'to-device' ? target : source),
      asynchronous: false,
    });
    if (cuda.note(code) !== codeOf.success) fail(code, messages[how](target, source, width * height));
    else told.delete(cuda.device);
  };
  return {
    'memory.allocate-block': (bytes, alignment) => memory.allocate(Number(bytes), Number(alignment)),
    'memory.free-block': (address) => {
      heap.free(placeOfAddress(address));
    },
    'memory.room-in-block': (address) => BigInt(memory.roomAt(placeOfAddress(address)) ?? -1),
    'device.allocate': (bytes, kind) =>
      kind === temporary || kind === scratch
        ? allocateTemporary(bytes, kind)
        : allocate(bytes, deviceKinds[kind] ?? 'device'),
    'device.allocate.async': (bytes, stream) => {
      const address = cuda.device.allocateAsync(Number(bytes), stream);
      if (address === 0n) refused();
      return address;
    },
    'device.free': free,
    'managed.allocate': (bytes) => Number(allocate(bytes, 'managed')),
    'managed.free': free,
    'pinned.allocate': (bytes) => Number(allocate(bytes, 'pinned')),
    'pinned.free': free,
    'copy.to-device': (to, from, bytes) => copy('to-device', to, from, bytes),
    'copy.to-host': (to, from, bytes) => copy('to-host', to, from, bytes),
    'copy.on-device': (to, from, bytes) => copy('on-device', to, from, bytes),
    'copy2d.to-device': (...args) => copyRows('to-device', ...args),
    'copy2d.to-host': (...args) => copyRows('to-host', ...args),
    'copy2d.on-device': (...args) => copyRows('on-device', ...args),
    'fill.on-device': (to, pattern, patternBytes, count) => {
      const stream = cuda.defaultStream(to);
      const fill = { to, pitch: 0, pattern, patternBytes, count: Number(count), height: 1, stream };
      const code = cuda.note(cuda.device.fill({ ...fill, asynchronous: true }));
      // An assignment is done when the next statement begins, as far as programs may know.
      checks?.()?.order?.hostWaitsFor(stream);
      if (code !== codeOf.success) fail(code, `Memset (dev=${hex(to)}, size=${BigInt(patternBytes) * count})`);
    },
    'device.threads-in-turn': () => (cuda.device.threadsInTurn ? 1 : 0),
    // The simulated device lets the host use managed data at any time, as devices with concurrentManagedAccess do.
    'device.settle': () => {
      if (cuda.device.readsDescriptors) cuda.device.synchronise();
    },
    'cuf.shape': (kernel, t0, t1, t2, gx, gy, gz, bx, by, bz, result) => {
      const { device } = cuda;
      // Who looks at launches sees those of a GPU.
      const inTurn = device.threadsInTurn === true && !trace;
      const shape =
        device.openShape?.(kernel - kernelValues, [t0, t1, t2], [gx, gy, gz], [bx, by, bz]) ??
        shapes.of(t0, t1, t2, gx, gy, gz, bx, by, bz, device.model.multiProcessorCount, inTurn);
      const { view } = memory;
      const place = placeOfAddress(result);
      for (let i = 0; i < shape.length; i++) view.setInt32(place + 4 * i, shape[i]!, true);
    },
  };
}

type Direction = 'to-device' | 'to-host' | 'on-device';

/** As nvfortran's runtime words it. */
const messages: Readonly<Record<Direction, (to: bigint, from: bigint, size: bigint) => string>> = {
  'to-device': (to, from, size) => `copyin Memcpy (dev=${hex(to)}, host=${hex(from)}, size=${size})`,
  'to-host': (to, from, size) => `copyout Memcpy (host=${hex(to)}, dev=${hex(from)}, size=${size})`,
  'on-device': (to, from, size) => `copy Memcpy (dst=${hex(to)}, src=${hex(from)}, size=${size})`,
};

function addressOf(address: number | bigint): bigint {
  return typeof address === 'number' ? BigInt(placeOfAddress(address)) : address;
}

function hex(address: bigint): string {
  return address === 0n ? '(nil)' : `0x${address.toString(16)}`;
}
