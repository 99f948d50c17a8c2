/**
 * CUDA arrays: what textures were made of, seen by host code alone in Fortran. They lie in rows without gaps in device memory. Places and widths are elements of the
 * data that is copied, or of the array where there is no other.
 */
import type { Copy, CudaArray, CudaRuntime, ErrorCode } from '../../machine/device.ts';
import { codeOf } from '../../machine/errors.ts';
import type { Cell, Routine } from '../library-module.ts';
import { call, count, data, exactStream, given, optionalInt, outInt, stream, streamOf, struct } from './define.ts';
import type { Data, Scalar } from './transfers.ts';

const array = struct('cudaArrayPtr');
const format = struct('cudaChannelFormatDesc');
const kdir = optionalInt(4);
/** A rectangle into an array, and out of one. */
const intoArray = { dsta: array, dstx: count, dsty: count, src: data, spitch: count, width: count, height: count };
const outOfArray = { dst: data, dpitch: count, srca: array, srcx: count, srcy: count, width: count, height: count };
const channels = ['x', 'y', 'z', 'w'] as const;

type Place = { readonly array: CudaArray; readonly x: Scalar; readonly y: Scalar };
type Side = { readonly address: bigint; readonly pitch: number };

export const arrayRoutines: Readonly<Record<string, Routine>> = {
  cudaMallocArray: call({
    doc: 'Allocates an array of width and height elements.',
    takes: { carray: array, cdesc: format, width: count, height: { ...count, optional: 0 } },
    run: (cuda, { carray, cdesc, width, height }) =>
      allocate(cuda, carray.cell, cdesc.cell, [Number(width.value), Number(height.value), 0]),
  }),
  cudaMalloc3DArray: call({
    doc: 'Allocates an array of up to three dimensions; the extent is in elements.',
    takes: { carray: array, cdesc: format, cext: given('cudaExtent'), flags: optionalInt(0) },
    run: (cuda, { carray, cdesc, cext }) =>
      allocate(
        cuda,
        carray.cell,
        cdesc.cell,
        ['width', 'height', 'depth'].map((n) => Number(cext.cell.component(n).getInteger())),
      ),
  }),
  cudaFreeArray: call({
    doc: 'Frees an array.',
    takes: { carray: array },
    run(cuda, { carray }) {
      const handle = carray.cell.component('handle').getInteger();
      if (handle === 0n) return codeOf.success;
      return cuda.arrays.delete(handle) ? cuda.device.free(handle) : codeOf.invalidValue;
    },
  }),
  cudaGetChannelDesc: call({
    doc: 'The format of the elements of an array.',
    takes: { cdesc: format, carray: array },
    run: (cuda, { cdesc, carray }) => known(cuda, carray, (a) => setFormat(cdesc.cell, a)),
  }),
  cudaArrayGetInfo: call({
    doc: 'Format, extent and flags of an array.',
    takes: { cdesc: format, cext: struct('cudaExtent'), flags: outInt, carray: array },
    run: (cuda, { cdesc, cext, flags, carray }) =>
      known(cuda, carray, (a) => {
        cext.cell.component('width').setInteger(a.width);
        cext.cell.component('height').setInteger(a.height);
        cext.cell.component('depth').setInteger(a.depth);
        flags.cell.setInteger(0);
        return setFormat(cdesc.cell, a);
      }),
  }),
  cudaMemcpyToArray: call({
    doc: 'Copies elements into an array, row after row.',
    takes: { dsta: array, dstx: count, dsty: count, src: data, count, kdir },
    run: (cuda, { dsta, dstx, dsty, src, count: n }) =>
      known(cuda, dsta, (a) => copyRun(cuda, at({ array: a, x: dstx, y: dsty }, src), src.address, n, src)),
  }),
  cudaMemcpyFromArray: call({
    doc: 'Copies elements out of an array, row after row.',
    takes: { dst: data, srca: array, srcx: count, srcy: count, count, kdir },
    run: (cuda, { dst, srca, srcx, srcy, count: n }) =>
      known(cuda, srca, (a) => copyRun(cuda, dst.address, at({ array: a, x: srcx, y: srcy }, dst), n, dst)),
  }),
  cudaMemcpyArrayToArray: call({
    doc: 'Copies elements from one array into another, row after row.',
    takes: { dsta: array, dstx: count, dsty: count, srca: array, srcx: count, srcy: count, count, kdir },
    run: (cuda, p) =>
      known(cuda, p.dsta, (to) =>
        known(cuda, p.srca, (from) => {
          const [a, b] = [at({ array: to, x: p.dstx, y: p.dsty }, to), at({ array: from, x: p.srcx, y: p.srcy }, to)];
          return copyRun(cuda, a, b, p.count, to);
        }),
      ),
  }),
  cudaMemcpy2DToArray: call({
    doc: 'Copies a rectangle into an array.',
    takes: { ...intoArray, kdir },
    run: (cuda, p) => toArray(cuda, p, cuda.defaultStream(), false),
  }),
  cudaMemcpy2DToArrayAsync: call({
    doc: 'The same without waiting.',
    takes: {
      ...intoArray,
      kdir,
      stream,
    },
    also: [{ ...intoArray, stream: exactStream }],
    run: (cuda, p) => toArray(cuda, p, streamOf(cuda, p.stream), true),
  }),
  cudaMemcpy2DFromArray: call({
    doc: 'Copies a rectangle out of an array.',
    takes: { ...outOfArray, kdir },
    run: (cuda, p) => fromArray(cuda, p, cuda.defaultStream(), false),
  }),
  cudaMemcpy2DFromArrayAsync: call({
    doc: 'The same without waiting.',
    takes: {
      ...outOfArray,
      kdir,
      stream,
    },
    also: [{ ...outOfArray, stream: exactStream }],
    run: (cuda, p) => fromArray(cuda, p, streamOf(cuda, p.stream), true),
  }),
  cudaMemcpy2DArrayToArray: call({
    doc: 'Copies a rectangle from one array into another.',
    takes: {
      ...{ dsta: array, dstx: count, dsty: count, srca: array, srcx: count, srcy: count },
      ...{ width: count, height: count, kdir },
    },
    run: (cuda, p) =>
      known(cuda, p.dsta, (to) =>
        known(cuda, p.srca, (from) => {
          const [a, b] = [at({ array: to, x: p.dstx, y: p.dsty }, to), at({ array: from, x: p.srcx, y: p.srcy }, to)];
          const sides = [
            { address: a, pitch: pitchOf(to) },
            { address: b, pitch: pitchOf(from) },
          ] as const;
          return copyRectangle(cuda, ...sides, p, to.elementBytes, cuda.defaultStream(), false);
        }),
      ),
  }),
};

function allocate(cuda: CudaRuntime, to: Cell, format: Cell, extents: readonly number[]): ErrorCode {
  const bits = channels.map((c) => Number(format.component(c).getInteger()));
  const elementBytes = bits.reduce((a, b) => a + b, 0) / 8;
  const [width = 0, height = 0, depth = 0] = extents;
  if (width <= 0 || height < 0 || depth < 0 || ![1, 2, 4, 8, 16].includes(elementBytes)) return codeOf.invalidValue;
  const address = cuda.device.allocate(width * Math.max(1, height) * Math.max(1, depth) * elementBytes, 'device');
  if (address === 0n) return codeOf.memoryAllocation;
  const kind = Number(format.component('f').getInteger());
  cuda.arrays.set(address, { address, width, height, depth, elementBytes, bits, kind });
  to.component('handle').setInteger(address);
  return codeOf.success;
}

function known(cuda: CudaRuntime, arg: { readonly cell: Cell }, then: (a: CudaArray) => ErrorCode): ErrorCode {
  const found = cuda.arrays.get(arg.cell.component('handle').getInteger());
  return found ? then(found) : codeOf.invalidResourceHandle;
}

function setFormat(to: Cell, a: CudaArray): ErrorCode {
  channels.forEach((c, i) => {
    to.component(c).setInteger(a.bits[i] ?? 0);
  });
  to.component('f').setInteger(a.kind);
  return codeOf.success;
}

export const pitchOf = (a: CudaArray): number => a.width * a.elementBytes;

function at({ array: a, x, y }: Place, { elementBytes }: { readonly elementBytes: number }): bigint {
  return a.address + BigInt(Number(x.value) * elementBytes + Number(y.value) * pitchOf(a));
}

function copyRun(
  cuda: CudaRuntime,
  to: bigint,
  from: bigint,
  { value }: Scalar,
  { elementBytes }: { readonly elementBytes: number },
): ErrorCode {
  const width = Number(value) * elementBytes;
  if (width < 0) return codeOf.invalidValue;
  const copy: Copy = {
    to,
    toPitch: width,
    from,
    fromPitch: width,
    width,
    height: 1,
    stream: cuda.defaultStream(),
    asynchronous: false,
  };
  return cuda.device.copy(copy);
}

type Rectangle = { readonly width: Scalar; readonly height: Scalar };
type ToArray = Rectangle & {
  readonly dsta: { readonly cell: Cell };
  readonly dstx: Scalar;
  readonly dsty: Scalar;
  readonly src: Data;
  readonly spitch: Scalar;
};
type FromArray = Rectangle & {
  readonly srca: { readonly cell: Cell };
  readonly srcx: Scalar;
  readonly srcy: Scalar;
  readonly dst: Data;
  readonly dpitch: Scalar;
};

function toArray(cuda: CudaRuntime, p: ToArray, id: bigint, later: boolean): ErrorCode {
  return known(cuda, p.dsta, (a) => {
    const to = { address: at({ array: a, x: p.dstx, y: p.dsty }, p.src), pitch: pitchOf(a) };
    const from = { address: p.src.address, pitch: Number(p.spitch.value) * p.src.elementBytes };
    return copyRectangle(cuda, to, from, p, p.src.elementBytes, id, later);
  });
}

function fromArray(cuda: CudaRuntime, p: FromArray, id: bigint, later: boolean): ErrorCode {
  return known(cuda, p.srca, (a) => {
    const from = { address: at({ array: a, x: p.srcx, y: p.srcy }, p.dst), pitch: pitchOf(a) };
    const to = { address: p.dst.address, pitch: Number(p.dpitch.value) * p.dst.elementBytes };
    return copyRectangle(cuda, to, from, p, p.dst.elementBytes, id, later);
  });
}

function copyRectangle(
  cuda: CudaRuntime,
  to: Side,
  from: Side,
  { width, height }: Rectangle,
  elementBytes: number,
  id: bigint,
  asynchronous: boolean,
): ErrorCode {
  const bytes = Number(width.value) * elementBytes;
  if (bytes > to.pitch || bytes > from.pitch) return codeOf.invalidPitchValue;
  return cuda.device.copy({
    to: to.address,
    toPitch: to.pitch,
    from: from.address,
    fromPitch: from.pitch,
    width: bytes,
    height: Number(height.value),
    stream: id,
    asynchronous,
  });
}
