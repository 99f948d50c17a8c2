/** Arguments of kernels by their addresses, as cudaLaunchKernel and nodes of graphs have them, and as launches take them: 8 bytes for each parameter. */
import { kernelValues } from '../../ir/launcher.ts';
import type { Address, CudaRuntime, ErrorCode, GraphLaunch, Triple } from '../../machine/device.ts';
import { codeOf } from '../../machine/errors.ts';
import type { ArgumentPart } from '../../machine/kernel.ts';
import type { Cell, Param, Routine } from '../library-module.ts';
import { call, count, streamOf, struct } from './define.ts';

type Scalar = { readonly value: number | bigint };
type Place = { readonly cell: Cell };
type LaunchArgs = {
  readonly func: Place;
  readonly grid: Place;
  readonly block: Place;
  readonly args: Place;
  readonly shared: Scalar;
  readonly stream: Scalar;
};

const pointer = (name: string) =>
  ({ how: 'struct', type: { base: 'derived', name, module: 'iso_c_binding' }, given: true }) as const satisfies Param;

const takes = {
  func: pointer('c_funptr'),
  grid: struct('dim3'),
  block: struct('dim3'),
  args: pointer('c_ptr'),
  shared: count,
  stream: count,
} as const;

export const launchRoutines: Readonly<Record<string, Routine>> = {
  cudaLaunchKernel: call({
    doc: 'Launches the kernel `func` (c_funloc of it) with the arguments that `args` has the addresses of.',
    takes,
    run: (cuda, args) => launchAt(cuda, args, false),
  }),
  cudaLaunchCooperativeKernel: call({
    doc: 'The same, all blocks at once.',
    takes,
    run: (cuda, args) => launchAt(cuda, args, true),
  }),
};

const addressIn = ({ cell }: Place): Address => cell.component('handle').getInteger();

function launchAt(cuda: CudaRuntime, given: LaunchArgs, cooperative: boolean): ErrorCode {
  const { func, grid, block, args, shared, stream } = given;
  const kernel = cuda.kernelAt(addressIn(func));
  if (kernel === undefined) return codeOf.invalidDeviceFunction;
  const params = packedArguments(cuda, kernel, addressIn(args));
  if (params === undefined) return codeOf.invalidDeviceFunction;
  const code = cuda.device.launch({
    kernel,
    grid: tripleIn(grid.cell),
    block: tripleIn(block.cell),
    sharedBytes: Number(shared.value),
    params,
    stream: streamOf(cuda, stream),
    ...(cooperative && { cooperative }),
  });
  cuda.freeHost(params);
  return code;
}

/** Of a kernel of Fortran each parameter is an argument. */
function partsOf(cuda: CudaRuntime, kernel: number): readonly ArgumentPart[] | undefined {
  const own = cuda.argumentsOf(kernel);
  if (own) return own;
  return cuda.device.kernel(kernel)?.params.map((_, argument) => ({ argument, offset: 0, bytes: 8, as: 'bits' }));
}

/** In new memory of the host; undefined where there is no such kernel. */
export function packedArguments(cuda: CudaRuntime, kernel: number, places: Address): Address | undefined {
  const parts = partsOf(cuda, kernel);
  if (!parts) return undefined;
  const packed = cuda.allocateHost(8 * Math.max(1, parts.length));
  for (const [i, part] of parts.entries()) {
    const from = cuda.readInteger(places + BigInt(8 * part.argument), 8) + BigInt(part.offset);
    cuda.writeInteger(packed + BigInt(8 * i), 8, asParameter(cuda.readInteger(from, part.bytes), part));
  }
  return packed;
}

/** The addresses of arguments that are made of what a launch takes, in new memory. */
function unpackedArguments(cuda: CudaRuntime, kernel: number, packed: Address): Address {
  const parts = partsOf(cuda, kernel) ?? [];
  const sizes: number[] = [];
  for (const { argument, offset, bytes } of parts) sizes[argument] = Math.max(sizes[argument] ?? 0, offset + bytes);
  const places = cuda.allocateHost(8 * Math.max(1, sizes.length));
  for (const [i, size] of sizes.entries())
    cuda.writeInteger(places + BigInt(8 * i), 8, cuda.allocateHost(Math.max(8, size ?? 0)));
  for (const [i, part] of parts.entries()) {
    const to = cuda.readInteger(places + BigInt(8 * part.argument), 8) + BigInt(part.offset);
    cuda.writeInteger(to, part.bytes, asArgument(cuda.readInteger(packed + BigInt(8 * i), 8), part));
  }
  return places;
}

function asParameter(read: bigint, { bytes, as }: ArgumentPart): bigint {
  if (as === 'signed') return read;
  const bits = BigInt.asUintN(8 * bytes, read);
  return as === 'half' ? singleBits(Number(bits)) : bits;
}

function asArgument(bits: bigint, { as }: ArgumentPart): bigint {
  return as === 'half' ? halfBits(Number(BigInt.asUintN(32, bits))) : bits;
}

const floats = new Float32Array(1);
const words = new Uint32Array(floats.buffer);

function singleBits(half: number): bigint {
  const [exponent, fraction] = [(half >> 10) & 31, half & 1023];
  const size =
    exponent === 31
      ? fraction === 0
        ? Number.POSITIVE_INFINITY
        : Number.NaN
      : exponent === 0
        ? fraction * 2 ** -24
        : (1 + fraction / 1024) * 2 ** (exponent - 15);
  floats[0] = half & 0x8000 ? -size : size;
  return BigInt(words[0]!);
}

/** Of a single that is the value of a half. */
function halfBits(single: number): bigint {
  words[0] = single;
  const sign = single >>> 31 ? 0x8000 : 0;
  const size = Math.abs(floats[0]!);
  if (Number.isNaN(size)) return BigInt(sign | 0x7e00);
  if (size === Number.POSITIVE_INFINITY) return BigInt(sign | 0x7c00);
  if (size < 2 ** -14) return BigInt(sign | Math.round(size * 2 ** 24));
  const exponent = Math.floor(Math.log2(size));
  return BigInt(sign | ((exponent + 15) << 10) | Math.round((size / 2 ** exponent - 1) * 1024));
}

/** A launch as cudaKernelNodeParams has it; the arguments are taken over now, as they are. */
export function launchIn(cuda: CudaRuntime, p: Cell): GraphLaunch | undefined {
  const kernel = cuda.kernelAt(p.component('func').component('handle').getInteger());
  if (kernel === undefined) return undefined;
  const params = packedArguments(cuda, kernel, p.component('kernelParams').component('handle').getInteger());
  if (params === undefined) return undefined;
  return {
    kernel,
    grid: tripleIn(p.component('gridDim')),
    block: tripleIn(p.component('blockDim')),
    sharedBytes: Number(p.component('sharedMemBytes').getInteger()),
    params,
  };
}

export function writeLaunch(cuda: CudaRuntime, p: Cell, launch: GraphLaunch): void {
  p.component('func')
    .component('handle')
    .setInteger(kernelValues + launch.kernel);
  setTriple(p.component('gridDim'), launch.grid);
  setTriple(p.component('blockDim'), launch.block);
  p.component('sharedMemBytes').setInteger(launch.sharedBytes);
  p.component('kernelParams')
    .component('handle')
    .setInteger(unpackedArguments(cuda, launch.kernel, launch.params));
  p.component('extra').component('handle').setInteger(0n);
}

function tripleIn(cell: Cell): Triple {
  const of = (name: string): number => Number(cell.component(name).getInteger());
  return { x: of('x'), y: of('y'), z: of('z') };
}

function setTriple(cell: Cell, { x, y, z }: Triple): void {
  for (const [name, value] of Object.entries({ x, y, z })) cell.component(name).setInteger(value);
}
