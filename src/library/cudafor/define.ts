/** How the rows of cudafor are written: kinds of parameters, and routines that give an error code. */
import type { CudaRuntime, ErrorCode } from '../../machine/device.ts';
import { codeOf } from '../../machine/errors.ts';
import type { Param, Routine, RoutineArg, RowType } from '../library-module.ts';

export const integer: RowType = { base: 'integer', kind: 4 };
export const long: RowType = { base: 'integer', kind: 8 };
export const real: RowType = { base: 'real', kind: 4 };
export const double: RowType = { base: 'real', kind: 8 };
export const complex: RowType = { base: 'complex', kind: 4 };

export const derived = (name: string): RowType => ({ base: 'derived', name });

/** An integer by value. */
export const int = { how: 'in', type: integer } as const satisfies Param;
/** A count or a handle: integer(8) by value, any kind is taken. */
export const count = { how: 'in', type: long } as const satisfies Param;
export const optionalInt = (value: number) => ({ how: 'in', type: integer, optional: value }) as const satisfies Param;
/** Left out: the default stream (see `streamOf`). */
export const stream = { how: 'in', type: long, optional: -1 } as const satisfies Param;
/** Only an integer(cuda_stream_kind) matches: where an integer in this place means something else. */
export const exactStream = { how: 'in', type: long, optional: -1, exactKind: true } as const satisfies Param;
/** A default integer that is set; any kind is taken. */
export const outInt = { how: 'out', type: integer, anyKind: true } as const satisfies Param;
export const outLong = { how: 'out', type: long, anyKind: true } as const satisfies Param;
export const outReal = { how: 'out', type: real, anyKind: true } as const satisfies Param;
export const data = { how: 'data' } as const satisfies Param;
export const device = { how: 'device' } as const satisfies Param;
export const kernel = { how: 'kernel' } as const satisfies Param;
export const procedure = { how: 'procedure' } as const satisfies Param;
export const textOut = { how: 'textOut' } as const satisfies Param;
export const text = { how: 'text' } as const satisfies Param;
export const struct = <const N extends string>(name: N) =>
  ({ how: 'struct', type: derived(name) }) as const satisfies Param;
/** An object that is only read. */
export const given = <const N extends string>(name: N) =>
  ({ how: 'struct', type: derived(name), given: true }) as const satisfies Param;
export const newDevice = (...extents: string[]) => ({ how: 'newDevice', extents }) as const satisfies Param;
export const newHost = (...extents: string[]) => ({ how: 'newHost', extents }) as const satisfies Param;

type ArgOf = {
  in: Extract<RoutineArg, { how: 'value' }>;
  kernel: Extract<RoutineArg, { how: 'value' }>;
  procedure: Extract<RoutineArg, { how: 'value' }>;
  out: Extract<RoutineArg, { how: 'cell' }>;
  struct: Extract<RoutineArg, { how: 'cell' }>;
  textOut: Extract<RoutineArg, { how: 'cell' }>;
  newDevice: Extract<RoutineArg, { how: 'cell' }>;
  newHost: Extract<RoutineArg, { how: 'cell' }>;
  text: Extract<RoutineArg, { how: 'text' }>;
  device: Extract<RoutineArg, { how: 'device' }>;
  data: Extract<RoutineArg, { how: 'data' }>;
};
type Params = Readonly<Record<string, Param>>;
type Args<T extends Params> = { readonly [K in keyof T]: ArgOf[T[K]['how']] };

/** A function that gives a CUDA error code, which the runtime remembers for cudaGetLastError. Parameters that not all of `also` have are optional in `run`. */
export function call<T extends Params, A extends Params = T>(row: {
  readonly doc: string;
  readonly takes: T;
  readonly also?: readonly A[];
  readonly callable?: boolean;
  readonly run: (cuda: CudaRuntime, args: Args<T>) => ErrorCode;
}): Routine {
  return {
    doc: row.doc,
    takes: row.takes,
    gives: integer,
    ...(row.also && { also: row.also }),
    ...(row.callable && { callable: true }),
    run: (cuda: CudaRuntime, args: Args<T>) =>
      cuda.note(cuda.devices.length === 0 ? codeOf.noDevice : row.run(cuda, args)),
  };
}

/** The stream that an argument names; left out or 0: the default one. */
export function streamOf(cuda: CudaRuntime, arg: { readonly value: number | bigint } | undefined): bigint {
  const id = BigInt(arg?.value ?? -1);
  return id === -1n || id === 0n ? cuda.defaultStream() : id;
}
