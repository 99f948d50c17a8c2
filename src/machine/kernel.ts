/** What is known of a compiled kernel besides its code, on any device. */

/** How an argument lies in its 8 bytes of the parameter block; an address is one of device memory, where null must not be touched. */
export type KernelParam = 'i32' | 'i64' | 'f32' | 'f64' | 'address';

/**
 * What a launch is asked of a parameter (8 bytes; those that the runtime adds stand behind those of the program): whether it is a positive number below 2^31, a multiple of a
 * power of two, or fits 32 bits with its sign. Or how many threads lie side by side along x in a block.
 */
export type LaunchFact =
  | { readonly param: number; readonly is: 'equal' | 'multiple'; readonly number: number }
  | { readonly param: number; readonly is: 'narrow' }
  | { readonly is: 'width'; readonly number: number };

/**
 * A parameter of a kernel of C among its arguments, as cudaLaunchKernel is given them by their addresses: of which of them it is a part, how far into it, in how many bytes; a whole
 * number of few bytes has its sign where `signed`, `half` is one of 16 bits that goes as one of 32.
 */
export type ArgumentPart = {
  readonly argument: number;
  readonly offset: number;
  readonly bytes: 1 | 2 | 4 | 8;
  readonly as: 'bits' | 'signed' | 'half';
};

/** The kernel's number, as launches name it, is its place in the device's list. */
export type KernelFacts = {
  readonly name: string;
  readonly params: readonly KernelParam[];
  /** Of which of them, addresses, the kernel is told the bytes to the end of their memory, in as many i64 behind them. */
  readonly rooms?: readonly number[];
  /** Null addresses stay what they are. */
  readonly nulls?: boolean;
  /** Static shared memory of a block. */
  readonly sharedBytes: number;
  /** For cudaFuncGetAttributes: constant data, local memory of a thread, registers of a thread (an estimate on the simulated device). */
  readonly constantBytes: number;
  readonly localBytes: number;
  readonly registers: number;
  /** From launch bounds, else 1024. */
  readonly maxThreads: number;
  /** All blocks must be alive at once. */
  readonly cooperative: boolean;
};

/** The name of the kernel that a loop or a statement of a procedure becomes; `nth`: of those of the line, from 1. */
export function nameOfStatements(procedure: string, line: number, nth: number): string {
  return `${procedure}.${line}_gpu${nth === 1 ? '' : `.${nth}`}`;
}

export function isOfStatements(kernel: string): boolean {
  return /\.\d+_gpu(\.\d+)?$/.test(kernel);
}

/** How far from 0 the numbers are that launches give to code that counts with 32 bits in place of 64: there is room for the sum of two, and for what lies near it. */
export const nearNumber = 2 ** 30 - 2 ** 16;

/** Threads along each axis of the grids for which code is written that knows the size of its blocks. */
export const fewThreads = nearNumber;

/** Before the shared memory of a worker of the simulated device and behind its scratch memory, in bytes: whoever takes no part may load there, and lanes store there what is there. */
export const scratchMargin = 1024;
