/**
 * The heap from which kernels allocate. Its books are a variable of the device: how far the heap is filled, its size and the address where it begins (i64 each; size
 * and address 0: `ownBytes` in a variable of its own), then lists of pieces that came back. Sizes are powers of two; for each there are as many lists as arenas, so
 * that threads that allocate at once do not wait for each other at one list.
 */
export const heapName = 'cufort.heap';
/** Functions of the device: bytes to address (null where there is no room), and an address of theirs (or null). */
export const heapFunctions = { allocate: 'cufort.heap.allocate', free: 'cufort.heap.free' } as const;
export const heapStateName = 'cufort.heap.state';
export const heapState = { filled: 0, size: 8, begin: 16, lists: 24 };
/** What there is unless cudaDeviceSetLimit asks for another size. */
export const ownBytes = 64 * 1024 * 1024;
/** The largest piece is two to the power of this. */
export const lastClass = 30;
/** A power of two. A thread's place in the grid says which is its own. */
export const arenas = 512;
/** Of all arenas of a size class, 8 bytes each. */
export const classBytes = 8 * arenas;
export const heapStateBytes = heapState.lists + classBytes * (lastClass + 1);
