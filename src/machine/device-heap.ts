/**
 * The heap from which kernels allocate. Its books are a variable of the device: how far the heap is filled, its size and the address where it begins (i64 each; size
 * and address 0: `ownBytes` in a variable of its own), then a list of pieces that came back for each size, which are powers of two.
 */
export const heapName = 'cufort.heap';
export const heapStateName = 'cufort.heap.state';
export const heapState = { filled: 0, size: 8, begin: 16, lists: 24 };
/** What there is unless cudaDeviceSetLimit asks for another size. */
export const ownBytes = 64 * 1024 * 1024;
/** The largest piece is two to the power of this. */
export const lastClass = 30;
export const heapStateBytes = heapState.lists + 8 * (lastClass + 1);
