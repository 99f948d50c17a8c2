/** Copies of boxes between pitched memory. */
import type { Copy, CudaRuntime, ErrorCode } from '../../machine/device.ts';
import { codeOf } from '../../machine/errors.ts';
import type { Cell } from '../library-module.ts';

export function copy3D(cuda: CudaRuntime, p: Cell, stream: bigint, later: boolean): ErrorCode {
  const slices = copiesOfBox(p);
  if (typeof slices === 'number') return slices;
  for (const [k, slice] of slices.entries()) {
    const code = cuda.device.copy({ ...slice, stream, asynchronous: later || k + 1 < slices.length });
    if (code !== codeOf.success) return code;
  }
  return codeOf.success;
}

/** One copy for each slice, or why not. */
export function copiesOfBox(p: Cell): readonly Omit<Copy, 'stream' | 'asynchronous'>[] | ErrorCode {
  if (handle(p, 'srcArray') !== 0n || handle(p, 'dstArray') !== 0n) return codeOf.notSupported;
  const to = corner(p, 'dstPtr', 'dstPos');
  const from = corner(p, 'srcPtr', 'srcPos');
  const extent = p.component('extent');
  const [width, height, depth] = [number(extent, 'width'), number(extent, 'height'), number(extent, 'depth')];
  return Array.from({ length: Math.max(0, depth) }, (_, k) => ({
    to: to.address + BigInt(k) * to.slice,
    toPitch: to.pitch,
    from: from.address + BigInt(k) * from.slice,
    fromPitch: from.pitch,
    width,
    height,
  }));
}

function corner(p: Cell, pointer: string, position: string) {
  const memory = p.component(pointer);
  const at = p.component(position);
  const pitch = number(memory, 'pitch');
  const slice = BigInt(pitch * number(memory, 'ysize'));
  const base = memory.component('ptr').component('handle').getInteger();
  const address = base + BigInt(number(at, 'x') + number(at, 'y') * pitch) + BigInt(number(at, 'z')) * slice;
  return { address, pitch, slice };
}

const number = (cell: Cell, name: string) => Number(cell.component(name).getInteger());
const handle = (cell: Cell, name: string) => cell.component(name).component('handle').getInteger();
