/** Copies of boxes between pitched memory and CUDA arrays. */
import type { Copy, CudaArray, CudaRuntime, ErrorCode } from '../../machine/device.ts';
import { codeOf } from '../../machine/errors.ts';
import type { Cell } from '../library-module.ts';

export function copy3D(cuda: CudaRuntime, p: Cell, stream: bigint, later: boolean): ErrorCode {
  const slices = copiesOfBox(cuda, p);
  if (typeof slices === 'number') return slices;
  for (const [k, slice] of slices.entries()) {
    const code = cuda.device.copy({ ...slice, stream, asynchronous: later || k + 1 < slices.length });
    if (code !== codeOf.success) return code;
  }
  return codeOf.success;
}

/** Every byte of the box becomes the value's last one; slices lie `ysize` rows apart. */
export function fillBox(
  cuda: CudaRuntime,
  memory: Cell,
  value: bigint,
  extent: Cell,
  stream: bigint,
  later: boolean,
): ErrorCode {
  const pitch = number(memory, 'pitch');
  const base = memory.component('ptr').component('handle').getInteger();
  const [width, height, depth] = [number(extent, 'width'), number(extent, 'height'), number(extent, 'depth')];
  if (width > pitch) return codeOf.invalidPitchValue;
  for (let k = 0; k < depth; k++) {
    const to = base + BigInt(k) * BigInt(pitch * number(memory, 'ysize'));
    const slice = { to, pitch, pattern: value & 255n, patternBytes: 1, count: width, height, stream };
    const code = cuda.device.fill({ ...slice, asynchronous: later || k + 1 < depth });
    if (code !== codeOf.success) return code;
  }
  return codeOf.success;
}

type Side = { readonly address: bigint; readonly pitch: number; readonly slice: bigint; readonly elementBytes: number };

/** One copy for each slice, or why not. Where an array takes part, the width is elements of it. */
export function copiesOfBox(cuda: CudaRuntime, p: Cell): readonly Omit<Copy, 'stream' | 'asynchronous'>[] | ErrorCode {
  const to = side(cuda, p, 'dstArray', 'dstPtr', 'dstPos');
  const from = side(cuda, p, 'srcArray', 'srcPtr', 'srcPos');
  if (!to || !from) return codeOf.invalidResourceHandle;
  const extent = p.component('extent');
  const [width, height, depth] = [number(extent, 'width'), number(extent, 'height'), number(extent, 'depth')];
  return Array.from({ length: Math.max(0, depth) }, (_, k) => ({
    to: to.address + BigInt(k) * to.slice,
    toPitch: to.pitch,
    from: from.address + BigInt(k) * from.slice,
    fromPitch: from.pitch,
    width: width * Math.max(to.elementBytes, from.elementBytes),
    height,
  }));
}

/** Where the box begins; the size of an element is 1 for pitched memory, whose places are bytes. */
function side(cuda: CudaRuntime, p: Cell, array: string, pointer: string, position: string): Side | undefined {
  const handle = p.component(array).component('handle').getInteger();
  const at = p.component(position);
  if (handle === 0n) return { ...corner(p.component(pointer), at), elementBytes: 1 };
  const found = cuda.arrays.get(handle);
  return found && cornerOfArray(found, at);
}

function cornerOfArray(a: CudaArray, at: Cell): Side {
  const pitch = a.width * a.elementBytes;
  const slice = BigInt(pitch * Math.max(1, a.height));
  const inSlice = number(at, 'x') * a.elementBytes + number(at, 'y') * pitch;
  const address = a.address + BigInt(inSlice) + BigInt(number(at, 'z')) * slice;
  return { address, pitch, slice, elementBytes: a.elementBytes };
}

function corner(memory: Cell, at: Cell): Omit<Side, 'elementBytes'> {
  const pitch = number(memory, 'pitch');
  const slice = BigInt(pitch * number(memory, 'ysize'));
  const base = memory.component('ptr').component('handle').getInteger();
  const address = base + BigInt(number(at, 'x') + number(at, 'y') * pitch) + BigInt(number(at, 'z')) * slice;
  return { address, pitch, slice };
}

const number = (cell: Cell, name: string) => Number(cell.component(name).getInteger());
