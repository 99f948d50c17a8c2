/** From elements to bytes: what the copying and filling routines of cudafor ask of a device. */
import type { CudaRuntime, Device, ErrorCode, PointerFacts } from '../../machine/device.ts';
import { codeOf } from '../../machine/errors.ts';
import type { Cell } from '../library-module.ts';

export type Data = { readonly address: bigint; readonly elementBytes: number };
export type Scalar = { readonly value: number | bigint };

export function copyFor(
  cuda: CudaRuntime,
  to: Data,
  from: Data,
  count: number,
  stream: bigint,
  later: boolean,
): ErrorCode {
  if (count < 0) return codeOf.invalidValue;
  const width = count * to.elementBytes;
  return cuda.device.copy({
    to: to.address,
    toPitch: width,
    from: from.address,
    fromPitch: width,
    width,
    height: 1,
    stream,
    asynchronous: later,
  });
}

/** What each direction of a copy (cudaMemcpyHostToHost is 0) wants of where it goes to and comes from. */
const directions: readonly (readonly ['host' | 'device', 'host' | 'device'])[] = [
  ['host', 'host'],
  ['device', 'host'],
  ['host', 'device'],
  ['device', 'device'],
];

/** Whether memory that is only the device's, or that the device knows nothing of, stands on the wrong side. */
export function isAgainst(cuda: CudaRuntime, to: Data, from: Data, direction: Scalar): boolean {
  const wanted = directions[Number(direction.value)];
  if (!wanted) return false;
  return [to, from].some(({ address }, i) => {
    const { kind } = ownerOf(cuda, address).facts;
    return wanted[i] === 'host' ? kind === 'device' : kind === 'unregistered';
  });
}

/** The device whose memory it is, the current one where several know it or none does: a GPU knows nothing of the memory of another. */
export function ownerOf(
  { device, devices }: Pick<CudaRuntime, 'device' | 'devices'>,
  address: bigint,
): { readonly device: Device; readonly facts: PointerFacts } {
  const own = device.pointerFacts(address);
  if (own.kind !== 'unregistered' || device.isHost?.(address)) return { device, facts: own };
  for (const other of devices) {
    const facts = other === device ? own : other.pointerFacts(address);
    if (facts.kind !== 'unregistered') return { device: other, facts };
  }
  return { device, facts: own };
}

/** Memory of a device alone stays there. */
export function mayMove(cuda: CudaRuntime, address: bigint): boolean {
  return ownerOf(cuda, address).facts.kind !== 'device';
}

type Rows = { dst: Data; dpitch: Scalar; src: Data; spitch: Scalar; width: Scalar; height: Scalar };

export function copyRows(cuda: CudaRuntime, rows: Rows, stream: bigint, later: boolean): ErrorCode {
  const bytes = (n: Scalar) => Number(n.value) * rows.dst.elementBytes;
  const [toPitch, fromPitch, width] = [bytes(rows.dpitch), bytes(rows.spitch), bytes(rows.width)];
  if (width > toPitch || width > fromPitch) return codeOf.invalidPitchValue;
  return cuda.device.copy({
    to: rows.dst.address,
    toPitch,
    from: rows.src.address,
    fromPitch,
    width,
    height: Number(rows.height.value),
    stream,
    asynchronous: later,
  });
}

/** A real came as a number, an integer as a bigint, a complex value as its place. */
type Filling = Scalar | { readonly how: 'cell'; readonly cell: Cell };
type Filled = { devptr: Data; pitch?: Scalar; value: Filling; width: Scalar; height?: Scalar };

export function fillRows(cuda: CudaRuntime, filled: Filled, stream: bigint, later: boolean): ErrorCode {
  const { address, elementBytes } = filled.devptr;
  const patterns = patternsOf(filled.value, elementBytes);
  if (!patterns) return codeOf.notSupported;
  const [pitch, count, height] = [
    Number(filled.pitch?.value ?? 0),
    Number(filled.width.value),
    Number(filled.height?.value ?? 1),
  ];
  const [pattern = 0n, second = pattern] = patterns;
  const shared = { stream, asynchronous: later };
  if (second === pattern) {
    const each = elementBytes === 16 ? 2 : 1;
    const patternBytes = elementBytes / each;
    return cuda.device.fill({
      to: address,
      pitch: pitch * elementBytes,
      pattern,
      patternBytes,
      count: count * each,
      height,
      ...shared,
    });
  }
  // Halves that differ: each of them is a row of its own, one element apart from the next.
  for (let row = 0; row < height; row++)
    for (const [i, half] of [pattern, second].entries()) {
      const to = address + BigInt(row * pitch * elementBytes + 8 * i);
      const code = cuda.device.fill({
        to,
        pitch: elementBytes,
        pattern: half,
        patternBytes: 8,
        count: 1,
        height: count,
        ...shared,
      });
      if (code !== codeOf.success) return code;
    }
  return codeOf.success;
}

/** The bytes of an element: one pattern, or two of 8 bytes. */
function patternsOf(value: Filling, bytes: number): bigint[] | undefined {
  if (![1, 2, 4, 8, 16].includes(bytes)) return undefined;
  if ('cell' in value) {
    const [re, im] = [0, 1].map((part) => bitsOf(value.cell.getReal(part), bytes / 2));
    if (re === undefined || im === undefined || bytes < 8) return undefined;
    return bytes === 16 ? [re, im] : [re | (im << BigInt(4 * bytes))];
  }
  const isReal = typeof value.value === 'number';
  if (bytes === 16) return value.value === 0 || value.value === 0n ? [0n] : undefined;
  return [isReal ? bitsOf(Number(value.value), bytes) : BigInt(value.value)];
}

function bitsOf(value: number, bytes: number): bigint {
  const cell = new DataView(new ArrayBuffer(8));
  if (bytes === 4) {
    cell.setFloat32(0, value, true);
    return BigInt(cell.getUint32(0, true));
  }
  if (bytes === 2) {
    cell.setFloat16(0, value, true);
    return BigInt(cell.getUint16(0, true));
  }
  cell.setFloat64(0, value, true);
  return cell.getBigUint64(0, true);
}
