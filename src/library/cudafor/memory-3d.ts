/** Copies of boxes between pitched memory. Arrays of CUDA (for textures) are not supported. */
import type { CudaRuntime, ErrorCode } from '../../machine/device.ts';
import { codeOf } from '../../machine/errors.ts';
import type { Cell } from '../library-module.ts';

export function copy3D(cuda: CudaRuntime, p: Cell, stream: bigint, later: boolean): ErrorCode {
  if (handle(p, 'srcArray') !== 0n || handle(p, 'dstArray') !== 0n) return codeOf.notSupported;
  const to = corner(p, 'dstPtr', 'dstPos');
  const from = corner(p, 'srcPtr', 'srcPos');
  const extent = p.component('extent');
  const [width, height, depth] = [number(extent, 'width'), number(extent, 'height'), number(extent, 'depth')];
  for (let k = 0; k < depth; k++) {
    const code = cuda.device.copy({
      to: to.address + BigInt(k) * to.slice,
      toPitch: to.pitch,
      from: from.address + BigInt(k) * from.slice,
      fromPitch: from.pitch,
      width,
      height,
      stream,
      asynchronous: later || k + 1 < depth,
    });
    if (code !== codeOf.success) return code;
  }
  return codeOf.success;
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
