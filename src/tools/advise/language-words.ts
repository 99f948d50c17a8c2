/** What advice calls things in the language of the source that it is about. */
import type { Span } from '../../base/source.ts';

export type Words = {
  readonly comment: RegExp;
  /** A literal of double precision, and the same in single precision. */
  readonly doubleLiteral: RegExp;
  readonly single: (literal: string) => string;
  /** Brackets of subscripts. */
  readonly open: '(' | '[';
  readonly x: string;
  /** The extent and subscript along which memory goes. */
  readonly fastest: 'first' | 'last';
  readonly launchBounds: string;
  readonly gridLoop: string;
  readonly warpSum: string;
  readonly sharedInteger: string;
  readonly barrier: string;
  readonly noConstant: string;
};

const fortran: Words = {
  comment: /!.*/,
  doubleLiteral: /\b\d+\.?\d*(?:d[+-]?\d+|_8|_real64|_dp)|\.\d+d[+-]?\d+/i,
  single: (literal) =>
    literal.replace(/d([+-]?\d+)/i, (_, e: string) => (Number(e) === 0 ? '' : `e${e}`)).replace(/_.*/, ''),
  open: '(',
  x: 'threadIdx%x',
  fastest: 'first',
  launchBounds: 'attributes(global) launch_bounds(256, 2)',
  gridLoop: 'do i = …, n, gridDim%x*blockDim%x',
  warpSum: '`sum` of a CUF kernel, or __shfl_xor',
  sharedInteger: 'integer, shared',
  barrier: 'syncthreads',
  noConstant: 'declare it with the device attribute in place of constant',
};

const c: Words = {
  comment: /\/\/.*/,
  doubleLiteral: /(?<![\w.])(?:\d+\.\d*|\.\d+)(?:e[+-]?\d+)?(?![\w.])|(?<![\w.])\d+e[+-]?\d+(?![\w.])/i,
  single: (literal) => `${literal}f`,
  open: '[',
  x: 'threadIdx.x',
  fastest: 'last',
  launchBounds: '__global__ void __launch_bounds__(256, 2)',
  gridLoop: 'for (i = …; i < n; i += gridDim.x * blockDim.x)',
  warpSum: '__shfl_xor_sync',
  sharedInteger: '__shared__ int',
  barrier: '__syncthreads()',
  noConstant: 'declare it with `__device__` in place of `__constant__`',
};

export function isC(path: string): boolean {
  return /\.(?:c|h|cu|cuh|cc|cpp|cxx|hpp|hh)$/i.test(path);
}

export function wordsAt({ source }: Span): Words {
  return isC(source.path) ? c : fortran;
}
