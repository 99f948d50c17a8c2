/** How much kernels may allocate: cudaDeviceSetLimit writes it into the books of their heap. */
import type { Layout } from '../back/wasm/encode/artifact.ts';
import type { Address, CudaRuntime, ErrorCode } from '../machine/device.ts';
import { heapState, heapStateBytes, ownBytes } from '../machine/device-heap.ts';
import { codeOf } from '../machine/errors.ts';

export type HeapState = NonNullable<Layout['heapState']>;

const headBytes = heapState.lists;
const sizeAt = BigInt(heapState.size);
const beginAt = BigInt(heapState.begin);
/** Pieces have sizes of powers of two, so that so much more may be needed. */
const spare = 2;

/** As cudaDeviceSetLimit has it, the size must be set before kernels have allocated. */
export function setHeapSize(cuda: CudaRuntime, state: HeapState | undefined, bytes: number): ErrorCode {
  const at = state && addressOf(cuda, state);
  if (!at) return codeOf.success;
  const head = cuda.allocateHost(headBytes);
  const code = change(cuda, at, head, bytes);
  cuda.freeHost(head);
  return code;
}

function change(cuda: CudaRuntime, at: Address, head: Address, bytes: number): ErrorCode {
  const failed = move(cuda, head, at);
  if (failed) return failed;
  if (cuda.readInteger(head, 8) !== 0n) return codeOf.invalidValue;
  cuda.device.free(cuda.readInteger(head + beginAt, 8));
  const wanted = spare * bytes;
  const begin = wanted <= ownBytes ? 0n : cuda.device.allocate(wanted, 'device');
  cuda.writeInteger(head + sizeAt, 8, begin === 0n ? BigInt(Math.min(wanted, ownBytes)) : BigInt(wanted));
  cuda.writeInteger(head + beginAt, 8, begin);
  const moved = move(cuda, at, head);
  return moved === codeOf.success && wanted > ownBytes && begin === 0n ? codeOf.memoryAllocation : moved;
}

/** The simulated device keeps its variables when it is reset: the heap begins anew. */
export function resetHeap(cuda: CudaRuntime, state: HeapState | undefined): void {
  if (!state || state.isCell) return;
  const row = { pitch: heapStateBytes, pattern: 0n, patternBytes: 8, count: heapStateBytes / 8, height: 1 };
  cuda.device.fill({ to: BigInt(state.at), ...row, stream: 0n, asynchronous: false });
}

/** Where the state lies on the current device; undefined before the program is there. */
function addressOf(cuda: CudaRuntime, state: HeapState): Address | undefined {
  // The devices fill the cells.
  if (cuda.devices.length === 0) return undefined;
  return state.isCell ? cuda.readInteger(BigInt(state.at), 8) : BigInt(state.at);
}

function move(cuda: CudaRuntime, to: Address, from: Address): ErrorCode {
  const run = {
    toPitch: headBytes,
    fromPitch: headBytes,
    width: headBytes,
    height: 1,
    stream: 0n,
    asynchronous: false,
  };
  return cuda.device.copy({ to, from, ...run });
}
