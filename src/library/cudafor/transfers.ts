/** From elements to bytes: what the copying and filling routines of cudafor ask of a device. */
import type { CudaRuntime, ErrorCode } from '../../machine/device.ts';
import { codeOf } from '../../machine/errors.ts';

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

type Filled = { devptr: Data; pitch?: Scalar; value: Scalar; width: Scalar; height?: Scalar; isReal: boolean };

export function fillRows(cuda: CudaRuntime, filled: Filled, stream: bigint, later: boolean): ErrorCode {
  const { address, elementBytes } = filled.devptr;
  if (![1, 2, 4, 8, 16].includes(elementBytes)) return codeOf.notSupported;
  const wide = elementBytes === 16;
  if (wide && filled.value.value !== 0n && filled.value.value !== 0) return codeOf.notSupported;
  return cuda.device.fill({
    to: address,
    pitch: Number(filled.pitch?.value ?? 0) * elementBytes,
    pattern: filled.isReal ? bitsOf(Number(filled.value.value), elementBytes) : BigInt(filled.value.value),
    patternBytes: wide ? 8 : elementBytes,
    count: Number(filled.width.value) * (wide ? 2 : 1),
    height: Number(filled.height?.value ?? 1),
    stream,
    asynchronous: later,
  });
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
