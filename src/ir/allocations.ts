/** Whether a program asks for memory of a size that only shows while it runs, or for much. */
import { callsIn } from './calls.ts';
import type { Program } from './link.ts';
import type { Expression, Fn } from './module.ts';

/** Functions that give memory, the runtime's and C's: which arguments multiply to the number of bytes. */
const allocators: Readonly<Record<string, readonly number[]>> = {
  'memory.allocate': [0],
  'memory.allocate-block': [0],
  'device.allocate': [0],
  'device.allocate.async': [0],
  'managed.allocate': [0],
  'pinned.allocate': [0],
  malloc: [0],
  calloc: [0, 1],
  realloc: [1],
  cudaMalloc: [1],
  cudaMallocAsync: [1],
  cudaMallocHost: [1],
  cudaHostAlloc: [1],
  cudaMallocManaged: [1],
};

/** All that is of a known size, together. */
const muchBytes = 2 ** 30;

/** `isOwn`: of the user's, not of the library that comes with the compiler. */
export function allocatesUnknown(program: Program, isOwn: (fn: Fn) => boolean): boolean {
  let known = 0;
  for (const fn of program.functions.values())
    if (isOwn(fn))
      for (const s of callsIn(fn.body)) {
        if (s.kind !== 'call' || s.callee.kind !== 'direct') continue;
        const sizes = allocators[s.callee.name]?.map((k) => constant(s.args[k]));
        if (sizes) known += sizes.reduce((product, size) => product * size, 1) || 0;
      }
  return known > muchBytes;
}

/** Without end where it is not known. */
const constant = (e: Expression | undefined): number => (e?.kind === 'const' ? Number(e.value) : Infinity);
