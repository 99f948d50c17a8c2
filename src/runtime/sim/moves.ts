/** Copies and fills in the shared memory, at the speed of the machine: a small module around memory.copy and memory.fill. Addresses outside of the memory throw. */
import type { AddressType } from '../../back/wasm/encode/artifact.ts';
import { addressFor } from '../linear-memory.ts';

// (module (import "env" "memory" (memory 0 65536 shared))
//   (func (export "copy") (param i32 i32 i32) …memory.copy) (func (export "fill") (param i32 i32 i32) …memory.fill)); wide: with addresses that are i64
function codeFor(address: AddressType): Uint8Array<ArrayBuffer> {
  const [type, limits, pages] = address === 'i64' ? [0x7e, 0x07, 0x10] : [0x7f, 0x03, 0x04];
  return Uint8Array.of(
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...[0x01, 0x0d, 0x02, 0x60, 0x03, type, type, type, 0x00, 0x60, 0x03, type, 0x7f, type, 0x00],
    ...[0x02, 0x12, 0x01, 0x03, 0x65, 0x6e, 0x76, 0x06, 0x6d, 0x65, 0x6d, 0x6f, 0x72, 0x79, 0x02, limits, 0x00],
    ...[0x80, 0x80, pages],
    ...[0x03, 0x03, 0x02, 0x00, 0x01],
    ...[0x07, 0x0f, 0x02, 0x04, 0x63, 0x6f, 0x70, 0x79, 0x00, 0x00, 0x04, 0x66, 0x69, 0x6c, 0x6c, 0x00, 0x01],
    ...[0x0a, 0x1a, 0x02],
    ...[0x0c, 0x00, 0x20, 0x00, 0x20, 0x01, 0x20, 0x02, 0xfc, 0x0a, 0x00, 0x00, 0x0b],
    ...[0x0b, 0x00, 0x20, 0x00, 0x20, 0x01, 0x20, 0x02, 0xfc, 0x0b, 0x00, 0x0b],
  );
}

export type Moves = {
  readonly copy: (to: number, from: number, bytes: number) => void;
  readonly fill: (to: number, byte: number, bytes: number) => void;
};

export function movesIn(memory: WebAssembly.Memory, address: AddressType): Moves {
  const module = new WebAssembly.Module(codeFor(address));
  const { copy, fill } = new WebAssembly.Instance(module, { env: { memory } }).exports;
  if (typeof copy !== 'function' || typeof fill !== 'function') throw new Error('copy and fill are not there');
  const at = addressFor(address);
  return {
    copy: (to, from, bytes) => void copy(at(to), at(from), at(bytes)),
    fill: (to, byte, bytes) => void fill(at(to), byte, at(bytes)),
  };
}

/** `count` times a pattern of 1, 2, 4 or 8 bytes: the first by hand, the rest by copies that double. */
export function fillPattern(
  moves: Moves,
  memory: DataView,
  to: number,
  pattern: bigint,
  size: number,
  count: number,
): void {
  if (count <= 0) return;
  const bytes = BigInt.asUintN(size * 8, pattern);
  const low = Number(bytes & 0xffn);
  if (bytes === BigInt(low) * repeat(size)) {
    moves.fill(to, low, size * count);
    return;
  }
  moves.fill(to, 0, size);
  for (let i = 0; i < size; i++) memory.setUint8(to + i, Number((bytes >> BigInt(8 * i)) & 0xffn));
  const total = size * count;
  for (let done = size; done < total; ) {
    const next = Math.min(done, total - done);
    moves.copy(to + done, to, next);
    done += next;
  }
}

function repeat(size: number): bigint {
  let ones = 0n;
  for (let i = 0; i < size; i++) ones = (ones << 8n) | 1n;
  return ones;
}
