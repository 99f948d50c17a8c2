/** Routines of the library modules that go to NVIDIA's libraries: which they are, and what carries them out. */
import { notDone } from '../../bind/native.ts';
import { Bridge, type Flat, type Surroundings } from './bridge.ts';
import { cublasRows } from './cublas-rows.ts';
import { CufftPlans } from './cufft-plans.ts';
import { cufftRows } from './cufft-rows.ts';
import { CurandGenerators } from './curand-generators.ts';
import { curandRows } from './curand-rows.ts';
import { cusolverRows } from './cusolver-rows.ts';
import { cusparseRows } from './cusparse-rows.ts';
import { type HandleCalls, Handles } from './handles.ts';
import { LibraryObjects } from './library-objects.ts';
import type { NativeRow } from './signature.ts';

const rows: readonly NativeRow[] = [...cublasRows, ...cufftRows, ...cusolverRows, ...curandRows, ...cusparseRows];

/** By the name of the routine in IR. */
export const nativeRoutines: ReadonlyMap<string, NativeRow> = new Map(rows.map((row) => [row.routine, row]));

const cublasCalls: HandleCalls = {
  create: { library: 'cublas', name: 'cublasCreate_v2', takes: 'p' },
  destroy: { library: 'cublas', name: 'cublasDestroy_v2', takes: 'h' },
  stream: { library: 'cublas', name: 'cublasSetStream_v2', takes: 'hl' },
  scalars: { library: 'cublas', name: 'cublasSetPointerMode_v2', takes: 'hi' },
  math: { library: 'cublas', name: 'cublasSetMathMode', takes: 'hi' },
};
const cusolverCalls: HandleCalls = {
  create: { library: 'cusolver', name: 'cusolverDnCreate', takes: 'p' },
  destroy: { library: 'cusolver', name: 'cusolverDnDestroy', takes: 'h' },
  stream: { library: 'cusolver', name: 'cusolverDnSetStream', takes: 'hl' },
};

const cusparseCalls: HandleCalls = {
  create: { library: 'cusparse', name: 'cusparseCreate', takes: 'p' },
  destroy: { library: 'cusparse', name: 'cusparseDestroy', takes: 'h' },
  stream: { library: 'cusparse', name: 'cusparseSetStream', takes: 'hl' },
  scalars: { library: 'cusparse', name: 'cusparseSetPointerMode', takes: 'hi' },
};

/** For an import of a program: takes the routine's arguments, gives its status or `notDone`. */
export type NativeRoutine = (...flats: readonly Flat[]) => number;

export function openNativeRoutines(surroundings: Surroundings): (routine: string) => NativeRoutine {
  const bridge = new Bridge(surroundings);
  const cublas = new Handles(bridge, 'cublas', cublasCalls);
  const cusolver = new LibraryObjects(bridge, 'cusolver', cusolverCalls);
  const cufft = new CufftPlans(bridge);
  const curand = new CurandGenerators(bridge);
  const cusparse = new LibraryObjects(bridge, 'cusparse', cusparseCalls);
  const owners = [
    { rows: cublasRows, owner: cublas },
    { rows: cusolverRows, owner: cusolver },
    { rows: cufftRows, owner: cufft },
    { rows: curandRows, owner: curand },
    { rows: cusparseRows, owner: cusparse },
  ];
  return (routine) => {
    for (const { rows: own, owner } of owners) {
      const row = own.find((r) => r.routine === routine);
      if (row) return entry(row, telling(bridge, owner.bind(row)));
    }
    return () => notDone;
  };
}

/** Whoever watches what is written of memory does not see what libraries do with what they are given. */
function telling(bridge: Bridge, call: (flats: readonly Flat[]) => number): (flats: readonly Flat[]) => number {
  return (flats) => {
    bridge.touches(flats);
    return call(flats);
  };
}

/** After ours has run, its status comes last. */
function entry(row: NativeRow, call: (flats: readonly Flat[]) => number): NativeRoutine {
  if (row.when === 'before') return (...flats) => call(flats);
  return (...flats) => (flats.at(-1) === 0 ? call(flats.slice(0, -1)) : notDone);
}
