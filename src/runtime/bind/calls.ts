/** What the runtime's functions look like to WebAssembly: derived from their rows, so that the compiler checks that each is there and takes what compiled code passes. */

import type { ValueType } from '../../ir/types.ts';
import type { RuntimeCallName, runtimeCalls } from '../../library/runtime-calls.ts';
import type { CudaRuntime } from '../../machine/device.ts';
import type { CStreams } from '../c-streams.ts';
import type { IoRuntime } from '../fortran-io/io-runtime.ts';
import type { HostSystem } from '../host-system.ts';
import type { ProgramMemory } from '../program-memory.ts';
import type { Sanitizer } from '../sanitizer/sanitizer.ts';
import type { Sections } from '../sections.ts';
import type { Team } from '../team/team.ts';
import type { ManagedMoves } from '../trace/managed-moves.ts';
import type { Trace } from '../trace/trace.ts';
import type { ForeignCall } from './foreign.ts';
import type { MpiCall } from './mpi.ts';

/** On the host, addresses of host memory are i32, of device memory i64; an i32 arrives signed. */
type ValueOf<T extends ValueType> = T extends 'i32' | 'f32' | 'f64' | 'bool' | 'ptr.host' ? number : bigint;
type Values<T extends readonly ValueType[]> = { -readonly [K in keyof T]: ValueOf<T[K]> };
type Result<G extends readonly ValueType[]> = G extends readonly [infer One extends ValueType]
  ? ValueOf<One>
  : Values<G>;

type Rows = typeof runtimeCalls;
export type CallFunction<N extends RuntimeCallName> = Rows[N]['gives'] extends readonly []
  ? (...args: Values<Rows[N]['takes']>) => void
  : (...args: Values<Rows[N]['takes']>) => Result<Rows[N]['gives']>;

/** The calls whose names begin with one of these words. */
export type Calls<P extends string> = {
  readonly [N in RuntimeCallName as N extends `${P}.${string}` ? N : never]: CallFunction<N>;
};

/** What the calls work on. */
export type Context = {
  readonly memory: ProgramMemory;
  readonly cuda: CudaRuntime;
  readonly io: IoRuntime;
  readonly host: ProgramHost;
  /** Where somebody wants to know what the program does. */
  readonly trace?: Trace;
  /** Where pages of managed memory are, of a program in which they are watched. */
  readonly pages?: ManagedMoves;
  readonly streams: CStreams;
  readonly team: Team;
  /** The program's directives count, even where none opens a region. */
  readonly multicore: () => void;
  /** The number of the system's last error. */
  readonly errors: { last: number };
  /** For a routine of a library module: what a library of the machine does in its place (driver/native-routines.ts). */
  readonly native: (routine: string) => (...args: (number | bigint)[]) => number;
  /** A routine of MPI (driver/mpi-routines.ts). */
  readonly mpi: { readonly routine: (name: string) => MpiCall; readonly told: () => void };
  /** Copies of sections with gaps. */
  readonly sections: Sections;
  /** A function of machine code, by the name that the program calls. */
  readonly foreign: (name: string) => ForeignCall;
  /** Who watches an instrumented program. */
  readonly checks?: () => Sanitizer | undefined;
  /** How long the host thread has slept for devices: CUDA's host spins there. */
  readonly sleptSeconds: () => number;
};

/** What a program sees of its surroundings. */
export type ProgramHost = {
  /** As the user called it, and what follows. */
  readonly command: string;
  readonly arguments: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Writes to the error stream at once. */
  readonly writeError: (text: string) => void;
  /** Runs a command in a shell: its exit status, or undefined where that is not possible. */
  readonly execute?: (command: string, wait: boolean) => number | undefined;
  /** Where the program runs. */
  readonly system?: HostSystem;
};
