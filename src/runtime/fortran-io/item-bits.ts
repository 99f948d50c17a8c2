/** The bits of an item of a given kind, for the edits that see bits (B, O, Z and A of numbers). Little-endian. */
const view = new DataView(new ArrayBuffer(8));

export function integerBits(value: bigint, kind: number): bigint {
  return BigInt.asUintN(8 * kind, value);
}

export function realBits(value: number, kind: number): bigint {
  switch (kind) {
    case 2:
      view.setFloat16(0, value);
      return BigInt(view.getUint16(0));
    case 4:
      view.setFloat32(0, value);
      return BigInt(view.getUint32(0));
    default:
      view.setFloat64(0, value);
      return view.getBigUint64(0);
  }
}

export function realFromBits(bits: bigint, kind: number): number {
  switch (kind) {
    case 2:
      view.setUint16(0, Number(BigInt.asUintN(16, bits)));
      return view.getFloat16(0);
    case 4:
      view.setUint32(0, Number(BigInt.asUintN(32, bits)));
      return view.getFloat32(0);
    default:
      view.setBigUint64(0, BigInt.asUintN(64, bits));
      return view.getFloat64(0);
  }
}

const scratch = new Uint8Array(view.buffer);

export function bytesOfBits(bits: bigint, size: number): Uint8Array {
  if (size <= 8) {
    view.setBigUint64(0, bits, true);
    return scratch.slice(0, size);
  }
  const bytes = new Uint8Array(size);
  for (let i = 0, rest = bits; i < size; i += 1, rest >>= 8n) bytes[i] = Number(rest & 255n);
  return bytes;
}

export function bitsOfBytes(bytes: Uint8Array): bigint {
  if (bytes.length <= 8) {
    scratch.fill(0);
    scratch.set(bytes);
    return view.getBigUint64(0, true);
  }
  let bits = 0n;
  for (let i = bytes.length - 1; i >= 0; i -= 1) bits = (bits << 8n) | BigInt(bytes[i]!);
  return bits;
}

/** One item as it lies in memory: what set… puts there and …In takes. */
export const item = new Uint8Array(16);
const inside = new DataView(item.buffer);

export function setInteger(value: bigint): void {
  inside.setBigUint64(0, value, true);
}

export function integerIn(kind: number): bigint {
  switch (kind) {
    case 1:
      return BigInt(inside.getInt8(0));
    case 2:
      return BigInt(inside.getInt16(0, true));
    case 4:
      return BigInt(inside.getInt32(0, true));
    default:
      return inside.getBigInt64(0, true);
  }
}

export function setReal(value: number, kind: number): void {
  if (kind === 2) inside.setFloat16(0, value, true);
  else if (kind === 4) inside.setFloat32(0, value, true);
  else inside.setFloat64(0, value, true);
}

export function realIn(kind: number): number {
  if (kind === 2) return inside.getFloat16(0, true);
  return kind === 4 ? inside.getFloat32(0, true) : inside.getFloat64(0, true);
}
