/** Device, managed and pinned memory; copies and fills. Counts, widths and pitches are elements of the destination, or bytes for c_devptr and c_ptr. */
import type { CudaRuntime } from '../../machine/device.ts';
import { codeOf } from '../../machine/errors.ts';
import type { Param, Routine } from '../library-module.ts';
import {
  call,
  complex,
  count,
  data,
  device,
  double,
  exactStream,
  given,
  int,
  newDevice,
  newHost,
  optionalInt,
  outInt,
  outLong,
  real,
  stream,
  streamOf,
  struct,
} from './define.ts';
import { copy3D, fillBox } from './memory-3d.ts';
import { copyFor, copyRows, type Data, fillRows, isAgainst, mayMove, ownerOf, type Scalar } from './transfers.ts';

const kdir = optionalInt(4);
const realValue = { how: 'in', type: double } as const satisfies Param;
const singleValue = { how: 'in', type: real } as const satisfies Param;
const complexValue = { how: 'out', type: complex, anyKind: true, given: true } as const satisfies Param;
type Value = { readonly value: number | bigint };

export const memoryRoutines: Readonly<Record<string, Routine>> = {
  cudaMalloc: call({
    doc: 'Allocates device memory.',
    takes: { devptr: newDevice('count'), count },
    run: (cuda, { devptr, count: n }) =>
      place(devptr.cell, cuda.device.allocate(Number(n.value) * devptr.elementBytes, 'device'), cuda.device.failure()),
  }),
  cudaMallocAsync: call({
    doc: 'Allocates device memory in the order of a stream.',
    takes: { devptr: newDevice('count'), count, stream },
    run: (cuda, { devptr, count: n, stream: id }) =>
      place(devptr.cell, cuda.device.allocateAsync(Number(n.value) * devptr.elementBytes, streamOf(cuda, id))),
  }),
  cudaMallocManaged: call({
    doc: 'Allocates memory for host and device.',
    takes: { devptr: newDevice('count'), count, flags: optionalInt(1) },
    run: (cuda, { devptr, count: n }) =>
      place(devptr.cell, cuda.device.allocate(Number(n.value) * devptr.elementBytes, 'managed'), cuda.device.failure()),
  }),
  cudaMallocPitch: call({
    doc: 'Allocates rows that each begin at a good place; the pitch is in elements.',
    takes: { devptr: newDevice('pitch', 'height'), pitch: outLong, width: count, height: count },
    run(cuda, { devptr, pitch, width, height }) {
      const row = Math.ceil((Number(width.value) * devptr.elementBytes) / 512) * 512;
      pitch.cell.setInteger(Math.floor(row / devptr.elementBytes));
      return place(devptr.cell, cuda.device.allocate(row * Number(height.value), 'device'));
    },
  }),
  cudaMalloc3D: call({
    doc: 'Allocates pitched memory for a box; the extent is in bytes, rows and slices.',
    takes: { pitchedptr: struct('cudaPitchedPtr'), cext: given('cudaExtent') },
    run(cuda, { pitchedptr, cext }) {
      const [width, height, depth] = ['width', 'height', 'depth'].map((n) =>
        Number(cext.cell.component(n).getInteger()),
      );
      const pitch = Math.ceil((width ?? 0) / 512) * 512;
      pitchedptr.cell.component('pitch').setInteger(pitch);
      pitchedptr.cell.component('xsize').setInteger(width ?? 0);
      pitchedptr.cell.component('ysize').setInteger(height ?? 0);
      const address = cuda.device.allocate(pitch * (height ?? 0) * (depth ?? 0), 'device');
      return place(pitchedptr.cell.component('ptr').component('handle'), address);
    },
  }),
  cudaMallocHost: call({
    doc: 'Allocates page-locked host memory.',
    takes: { hostptr: newHost('count'), count },
    run: (cuda, { hostptr, count: n }) =>
      place(hostptr.cell, cuda.device.allocate(Number(n.value) * hostptr.elementBytes, 'pinned')),
  }),
  cudaHostAlloc: call({
    doc: 'Allocates page-locked host memory.',
    takes: { hostptr: newHost('count'), count, flags: optionalInt(0) },
    run: (cuda, { hostptr, count: n }) =>
      place(hostptr.cell, cuda.device.allocate(Number(n.value) * hostptr.elementBytes, 'pinned')),
  }),
  cudaFree: call({
    doc: 'Frees device memory.',
    takes: { devptr: data },
    run: (cuda, { devptr }) => cuda.device.free(devptr.address),
  }),
  cudaFreeAsync: call({
    doc: 'Frees device memory in the order of a stream.',
    takes: { devptr: data, stream },
    run: (cuda, { devptr, stream: id }) => cuda.device.freeAsync(devptr.address, streamOf(cuda, id)),
  }),
  cudaFreeHost: call({
    doc: 'Frees page-locked host memory.',
    takes: { hostptr: data },
    run: (cuda, { hostptr }) => cuda.device.free(hostptr.address),
  }),
  cudaHostRegister: call({
    doc: 'Page-locks host memory that exists.',
    takes: { hostptr: data, count, flags: optionalInt(0) },
    run: (cuda, { hostptr, count: n }) => cuda.device.register(hostptr.address, Number(n.value) * hostptr.elementBytes),
  }),
  cudaHostUnregister: call({
    doc: 'Ends what cudaHostRegister began.',
    takes: { hostptr: data },
    run: (cuda, { hostptr }) => cuda.device.unregister(hostptr.address),
  }),
  cudaHostGetDevicePointer: call({
    doc: 'The address at which the device sees mapped host memory.',
    takes: { devptr: newDevice(), hostptr: data, flags: optionalInt(0) },
    run: (_, { devptr, hostptr }) => place(devptr.cell, hostptr.address),
  }),
  cudaHostGetFlags: call({
    doc: 'The flags of page-locked host memory.',
    takes: { flags: outInt, hostptr: data },
    run(cuda, { flags, hostptr }) {
      if (cuda.device.pointerFacts(hostptr.address).kind !== 'pinned') return codeOf.invalidValue;
      flags.cell.setInteger(3);
      return codeOf.success;
    },
  }),
  cudaGetSymbolAddress: call({
    doc: 'The address of device data.',
    takes: { devptr: struct('c_devptr'), symbol: device },
    run: (_, { devptr, symbol }) => place(devptr.cell.component('handle'), symbol.address),
  }),
  cudaGetSymbolSize: call({
    doc: 'The bytes of device data.',
    takes: { size: outLong, symbol: { ...device, whole: true } },
    run(_, { size, symbol }) {
      size.cell.setInteger(symbol.elementBytes);
      return codeOf.success;
    },
  }),
  cudaMemcpy: call({
    doc: 'Copies, and waits. Sections with gaps go through a copy without.',
    takes: { dst: { ...data, packed: 'out' }, src: { ...data, packed: 'in' }, count, kdir },
    run: (cuda, { dst, src, count: n, kdir: way }) =>
      Number(n.value) > 0 && isAgainst(cuda, dst, src, way)
        ? codeOf.invalidValue
        : copyFor(cuda, dst, src, Number(n.value), 0n, false),
  }),
  cudaMemcpyAsync: call({
    doc: 'Copies in the order of a stream.',
    takes: { dst: data, src: data, count, stream: exactStream },
    also: [{ dst: data, src: data, count, kdir: int, stream }],
    run: (cuda, { dst, src, count: n, stream: id }) =>
      copyFor(cuda, dst, src, Number(n.value), streamOf(cuda, id), true),
  }),
  ...peerCopies(),
  cudaMemcpy2D: call({
    doc: 'Copies a rectangle, and waits.',
    takes: { dst: data, dpitch: count, src: data, spitch: count, width: count, height: count, kdir },
    run: (cuda, args) => copyRows(cuda, args, 0n, false),
  }),
  cudaMemcpy2DAsync: call({
    doc: 'Copies a rectangle in the order of a stream.',
    takes: { dst: data, dpitch: count, src: data, spitch: count, width: count, height: count, stream: exactStream },
    also: [{ dst: data, dpitch: count, src: data, spitch: count, width: count, height: count, kdir: int, stream }],
    run: (cuda, args) => copyRows(cuda, args, streamOf(cuda, args.stream), true),
  }),
  cudaMemcpy3D: call({
    doc: 'Copies a box of pitched memory, and waits.',
    takes: { p: struct('cudaMemcpy3DParms') },
    run: (cuda, { p }) => copy3D(cuda, p.cell, 0n, false),
  }),
  cudaMemcpy3DAsync: call({
    doc: 'Copies a box of pitched memory in the order of a stream.',
    takes: { p: struct('cudaMemcpy3DParms'), stream },
    run: (cuda, { p, stream: id }) => copy3D(cuda, p.cell, streamOf(cuda, id), true),
  }),
  ...symbolCopies(),
  cudaMemset: call({
    doc: 'Sets elements to a value (bytes for c_devptr).',
    takes: { devptr: data, value: count, count },
    also: [realValue, singleValue, complexValue].map((value) => ({ devptr: data, value, count })),
    run: (cuda, { devptr, value, count: n }) => fillRows(cuda, { devptr, value, width: n }, 0n, false),
  }),
  cudaMemsetAsync: call({
    doc: 'Sets elements to a value in the order of a stream.',
    takes: { devptr: data, value: count, count, stream },
    also: [realValue, singleValue, complexValue].map((value) => ({ devptr: data, value, count, stream })),
    run: (cuda, { devptr, value, count: n, stream: id }) =>
      fillRows(cuda, { devptr, value, width: n }, streamOf(cuda, id), true),
  }),
  cudaMemset2D: call({
    doc: 'Sets a rectangle to a value.',
    takes: { devptr: data, pitch: count, value: count, width: count, height: count },
    also: [realValue, singleValue, complexValue].map((value) => ({
      devptr: data,
      pitch: count,
      value,
      width: count,
      height: count,
    })),
    run: (cuda, args) => fillRows(cuda, args, 0n, false),
  }),
  cudaMemset2DAsync: call({
    doc: 'Sets a rectangle to a value in the order of a stream.',
    takes: { devptr: data, pitch: count, value: count, width: count, height: count, stream },
    also: [realValue, singleValue, complexValue].map((value) => ({
      devptr: data,
      pitch: count,
      value,
      width: count,
      height: count,
      stream,
    })),
    run: (cuda, args) => fillRows(cuda, args, streamOf(cuda, args.stream), true),
  }),
  cudaMemset3D: call({
    doc: 'Sets the bytes of a box of pitched memory.',
    takes: { pitchdevptr: struct('cudaPitchedPtr'), value: count, cext: given('cudaExtent') },
    run: (cuda, { pitchdevptr, value, cext }) =>
      fillBox(cuda, pitchdevptr.cell, BigInt(value.value), cext.cell, 0n, false),
  }),
  cudaMemset3DAsync: call({
    doc: 'Sets the bytes of a box of pitched memory in the order of a stream.',
    takes: { pitchdevptr: struct('cudaPitchedPtr'), value: count, cext: given('cudaExtent'), stream },
    run: (cuda, { pitchdevptr, value, cext, stream: id }) =>
      fillBox(cuda, pitchdevptr.cell, BigInt(value.value), cext.cell, streamOf(cuda, id), true),
  }),
  cudaMemGetInfo: call({
    doc: 'Free and total bytes of device memory.',
    takes: { free: outLong, total: outLong },
    run(cuda, args) {
      const { free, total } = cuda.device.memoryInfo();
      args.free.cell.setInteger(free);
      args.total.cell.setInteger(total);
      return codeOf.success;
    },
  }),
  cudaMemAdvise: call({
    doc: 'Says how managed memory will be used: a hint.',
    takes: { devptr: data, count, advice: int, device: int },
    run: (cuda, { devptr, advice }) =>
      Number(advice.value) >= 1 && Number(advice.value) <= 6 && mayMove(cuda, devptr.address)
        ? codeOf.success
        : codeOf.invalidValue,
  }),
  cudaMemRangeGetAttribute: call({
    doc: 'An attribute of managed memory (cudaMemRangeAttribute…): where it was advised to be is not kept.',
    takes: { data: outInt, datasize: count, attribute: int, devptr: data, count },
    run(_, { data: cell, attribute }) {
      cell.cell.setInteger(Number(attribute.value) === 1 ? 0 : -2);
      return codeOf.success;
    },
  }),
  cudaMemPrefetchAsync: call({
    doc: 'Moves managed memory to where it will be used: a hint.',
    takes: { devptr: data, count, device: int, stream },
    run: (cuda, { devptr, count: n, device: to }) => {
      const ordinal = Number(to.value);
      const device = ordinal === -1 ? cuda.device : cuda.devices[ordinal];
      if (!device) return codeOf.invalidDevice;
      if (!mayMove(cuda, devptr.address)) return codeOf.invalidValue;
      device.prefetch?.(devptr.address, Number(n.value) * devptr.elementBytes, ordinal !== -1);
      return codeOf.success;
    },
  }),
  cudaPointerGetAttributes: call({
    doc: 'Where an address points.',
    takes: { attr: struct('cudaPointerAttributes'), ptr: data },
    run(cuda, { attr, ptr }) {
      const { device, facts } = ownerOf(cuda, ptr.address);
      const { kind } = facts;
      const type = { unregistered: 0, pinned: 1, device: 2, managed: 3 }[kind];
      const set = (name: string, value: number | bigint) => attr.cell.component(name).setInteger(value);
      set('type', type);
      set('memoryType', type);
      set('device', kind === 'unregistered' ? -2 : device.ordinal);
      set('isManaged', kind === 'managed' ? 1 : 0);
      set('hostPointer', kind === 'device' ? 0n : ptr.address);
      attr.cell
        .component('devicePointer')
        .component('handle')
        .setInteger(kind === 'unregistered' ? 0n : ptr.address);
      return codeOf.success;
    },
  }),
};

/** Sets the cell of a new pointer; no room is an error. */
/** `failed`: what ended the device's work. */
function place(cell: { setInteger(value: bigint): void }, address: bigint, failed = 0): number {
  cell.setInteger(address);
  return address === 0n ? failed || codeOf.memoryAllocation : codeOf.success;
}

function peerCopies(): Record<string, Routine> {
  const peers = { dst: data, dstdev: int, src: data, srcdev: int, count };
  const copy = (
    cuda: CudaRuntime,
    args: { dst: Data; dstdev: Value; src: Data; srcdev: Value; count: Value },
    id: bigint,
    later: boolean,
  ) => {
    if (!cuda.devices[Number(args.dstdev.value)] || !cuda.devices[Number(args.srcdev.value)])
      return codeOf.invalidDevice;
    return copyFor(cuda, args.dst, args.src, Number(args.count.value), id, later);
  };
  return {
    cudaMemcpyPeer: call({
      doc: 'Copies from one device to another.',
      takes: peers,
      run: (cuda, args) => copy(cuda, args, 0n, false),
    }),
    cudaMemcpyPeerAsync: call({
      doc: 'Copies from one device to another in the order of a stream.',
      takes: { ...peers, stream },
      run: (cuda, args) => copy(cuda, args, streamOf(cuda, args.stream), true),
    }),
  };
}

function symbolCopies(): Record<string, Routine> {
  const to = { symbol: device, src: data, count, offset: { ...count, optional: 0 }, kdir };
  const from = { dst: data, symbol: device, count, offset: { ...count, optional: 0 }, kdir };
  const target = (symbol: { address: bigint; elementBytes: number }, offset: Value): Data => ({
    address: symbol.address + BigInt(offset.value),
    elementBytes: symbol.elementBytes,
  });
  const n = (value: Scalar) => Number(value.value);
  return {
    cudaMemcpyToSymbol: call({
      doc: 'Copies to device data; the offset is in bytes.',
      takes: to,
      run: (cuda, a) => copyFor(cuda, target(a.symbol, a.offset), a.src, n(a.count), 0n, false),
    }),
    cudaMemcpyFromSymbol: call({
      doc: 'Copies from device data; the offset is in bytes.',
      takes: from,
      run: (cuda, a) => copyFor(cuda, a.dst, target(a.symbol, a.offset), n(a.count), 0n, false),
    }),
    cudaMemcpyToSymbolAsync: call({
      doc: 'Copies to device data in the order of a stream.',
      takes: { ...to, stream },
      run: (cuda, a) => copyFor(cuda, target(a.symbol, a.offset), a.src, n(a.count), streamOf(cuda, a.stream), true),
    }),
    cudaMemcpyFromSymbolAsync: call({
      doc: 'Copies from device data in the order of a stream.',
      takes: { ...from, stream },
      run: (cuda, a) => copyFor(cuda, a.dst, target(a.symbol, a.offset), n(a.count), streamOf(cuda, a.stream), true),
    }),
  };
}
