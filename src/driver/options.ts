/** What a compilation is asked to do: nvfortran's options, as values. */

import type { ChunkWidth } from '../back/wasm/encode/artifact.ts';
import type { Limits } from '../front/c/parse/instantiation.ts';
import type { Escapes } from '../front/fortran/cook-statements.ts';
import type { CheckTools } from '../machine/check-tools.ts';
import type { Watch } from '../opt/passes.ts';

export type Options = {
  readonly inputs: readonly string[];
  readonly output: string | undefined;
  /** --standalone: with the Node that it runs on beside it. */
  readonly standalone: boolean;
  /** -c: stop at objects. */
  readonly compileOnly: boolean;
  /** A rule for make with what an object is made of, written beside it. */
  readonly dependencies: { readonly asked: boolean; readonly file?: string; readonly target?: string };
  /** -r: the objects become one. */
  readonly relocatable: boolean;
  /** -cuda, -Mcuda, -nocuda; undefined: by the file's extension. */
  readonly cuda: boolean | undefined;
  readonly form: 'free' | 'fixed' | undefined;
  readonly preprocess: boolean | undefined;
  readonly defines: readonly string[];
  readonly undefines: readonly string[];
  readonly includePaths: readonly string[];
  /** -module, -J: where module files go, and where they are looked for first. */
  readonly modulePath: string | undefined;
  readonly libraries: readonly string[];
  /** Whose numbers of MPI's handles the program has; undefined: those that run on any library. */
  readonly mpi?: 'mpich';
  readonly libraryPaths: readonly string[];
  /** -rpath, -Wl,-rpath,: where a program looks for shared libraries first; `$ORIGIN` is its folder. */
  readonly runPaths: readonly string[];
  readonly cudaLibraries: readonly string[];
  readonly optimise: 0 | 1 | 2 | 3 | 4;
  /** -fast, -Mvect: host code may take sums of reals in another order. */
  readonly reassociate: boolean;
  /** -g, -traceback: executables know the lines of their code. */
  readonly debug: boolean;
  readonly verbose: boolean;
  readonly warnings: WarningChoice;
  /** -Minfo. */
  readonly information: boolean;
  /** -Minstrument. */
  readonly instrument: boolean;
  readonly defaultInteger: 2 | 4 | 8;
  readonly defaultReal: 4 | 8;
  /** What a backslash in characters begins: -Mnobackslash (the default), -fbackslash, -Mbackslash. */
  readonly escapes: Escapes;
  /** -mp: OpenMP's conditional lines and directives are read; threads of the host run its regions. */
  readonly openmp: boolean;
  /** -stdpar=multicore, -Mconcur: what threads of the host share without directives. */
  readonly threadsShare: { readonly concurrent: boolean; readonly loops: 'none' | 'outer' | 'all' };
  /** -acc, -ta, -mp=gpu, -stdpar: what the user expects to run on a device. */
  readonly offload: readonly Offload[];
  /** Who runs compute constructs of OpenACC; without any it is a GPU. */
  readonly accelerators: readonly Accelerator[];
  /** -Mbounds: subscripts are checked while the program runs. */
  readonly bounds: boolean;
  /** -Mchkptr: so are pointers and allocatables that are followed. */
  readonly pointers: boolean;
  /** -Mallocatable=03 (the default); =95: assignment does not allocate. */
  readonly reallocates: boolean;
  /** -Msave: local variables of procedures keep their values. */
  readonly saved: boolean;
  /** -Mdclchk: all names must be declared. */
  readonly declared: boolean;
  /** -Ktrap: exceptions of IEEE 754 that end the program: 1 invalid, 2 division by zero, 4 overflow, 8 underflow, 16 inexact. */
  readonly trap: number;
  /** -byteswapio: unformatted files have the other order of bytes. */
  readonly swapBytes: boolean;
  /** -Mdlines: lines of fixed form that begin with D are statements. */
  readonly debugLines: boolean;
  /** The process has a large stack: sources may be nested deeply. */
  readonly deep: boolean;
  /** -Mextend: lines of fixed form reach to column 132. */
  readonly extend: boolean;
  /** -include: headers of C that are read before each source. */
  readonly includes: readonly string[];
  /** -x: what sources of C, C++ and CUDA are, whatever their names say. */
  readonly language: CLanguage | undefined;
  /** -ftemplate-depth, -fconstexpr-depth: what is not given is as g++ has it. */
  readonly depths: Partial<Limits>;
  readonly gpu: GpuOptions;
  /** --show. */
  readonly show: Stage | undefined;
  /** --device, --model, --devices, --threads. */
  readonly device: string | undefined;
  readonly model: string | undefined;
  readonly devices: number | undefined;
  readonly threads: number | undefined;
  /** CUFORT_STRIP: how many v128 a chunk of threads fills on the simulated device; undefined: chosen for each region. */
  readonly chunk: ChunkWidth | undefined;
  /** CUFORT_KERNEL_TIMEOUT is set: it ends all loops of kernels that take longer, not those alone that wait for other threads. */
  readonly watchLoops: boolean;
  /** The program tells which pages of managed memory it uses. */
  readonly pages: boolean;
  /** Sees each pass of the optimiser: --show ir:…, --time-passes, --verify-passes. */
  readonly watchPasses: Watch | undefined;
  /** --format: how the sanitizer tells what it has found, besides its reports; of SARIF the file. */
  readonly checkFormat: CheckFormat;
  /** --schedule: threads and blocks run in another order. */
  readonly schedule: number | undefined;
  /** --check: what the sanitizer looks for while the program runs. */
  readonly check: CheckTools | undefined;
  /** Takes regions of kernels as nests of loops: --show nest. */
  readonly showNest: ((text: string) => void) | undefined;
  /** --memory, -mcmodel, CUFORT_MEMORY: bits of an address of host and simulated devices; undefined: as the program's static data need. */
  readonly memory: 32 | 64 | undefined;
};

export const cLanguages = ['c', 'c++', 'cu'] as const;
export type CLanguage = (typeof cLanguages)[number];

export type CheckFormat = { readonly kind: 'text' | 'github' } | { readonly kind: 'sarif'; readonly path: string };

export type Offload = 'openacc' | 'openmp' | 'stdpar';
export const accelerators = ['gpu', 'host', 'multicore'] as const;
export type Accelerator = (typeof accelerators)[number];

/** -w, -W…, -Werror: which warnings are shown, and which stop the compilation. Codes in words, as messages have them. */
export type WarningChoice = {
  readonly shown: boolean;
  /** -Wall, -Minfo: advice too. */
  readonly remarks: boolean;
  readonly on: readonly string[];
  readonly off: readonly string[];
  /** -Werror, or -Werror=code for some. */
  readonly errors: 'all' | readonly string[];
};

export const usualWarnings: WarningChoice = { shown: true, remarks: false, on: [], off: [], errors: [] };

export type GpuOptions = {
  readonly computeCapability: number | undefined;
  /** Where nothing is said it depends on what runs on the device. */
  readonly managed: boolean | undefined;
  /** Devices reach all data of the host. */
  readonly unified: boolean;
  readonly fma: boolean;
  readonly fastmath: boolean;
  readonly flushz: boolean;
  readonly ptxinfo: boolean;
  readonly keep: boolean;
  readonly maxregcount: number | undefined;
  readonly loadcache: 'L1' | 'L2';
};

export const stages = ['source', 'tokens', 'tree', 'symbols', 'ir', 'nest', 'wat', 'ptx'] as const;
export type Stage = (typeof stages)[number] | `ir:${string}`;

export const defaults: Options = {
  inputs: [],
  output: undefined,
  standalone: false,
  compileOnly: false,
  dependencies: { asked: false },
  relocatable: false,
  cuda: undefined,
  form: undefined,
  preprocess: undefined,
  defines: [],
  undefines: [],
  includePaths: [],
  modulePath: undefined,
  libraries: [],
  libraryPaths: [],
  runPaths: [],
  cudaLibraries: [],
  optimise: 2,
  reassociate: false,
  debug: false,
  verbose: false,
  warnings: usualWarnings,
  information: false,
  instrument: false,
  defaultInteger: 4,
  defaultReal: 4,
  escapes: 'c',
  openmp: false,
  threadsShare: { concurrent: false, loops: 'none' },
  offload: [],
  accelerators: [],
  bounds: false,
  pointers: false,
  reallocates: true,
  saved: false,
  declared: false,
  trap: 0,
  swapBytes: false,
  debugLines: false,
  deep: false,
  extend: false,
  includes: [],
  language: undefined,
  depths: {},
  gpu: {
    computeCapability: undefined,
    managed: undefined,
    unified: false,
    fma: true,
    fastmath: false,
    flushz: false,
    ptxinfo: false,
    keep: false,
    maxregcount: undefined,
    loadcache: 'L1',
  },
  show: undefined,
  device: undefined,
  model: undefined,
  devices: undefined,
  threads: undefined,
  chunk: undefined,
  watchLoops: false,
  pages: false,
  watchPasses: undefined,
  check: undefined,
  schedule: undefined,
  checkFormat: { kind: 'text' },
  showNest: undefined,
  memory: undefined,
};

/** Whose directives host code stands in for the device. */
export function offloading(options: Pick<Options, 'offload'>): ('openacc' | 'openmp')[] {
  return [...new Set(options.offload)].filter((o) => o !== 'stdpar');
}

/** Whose directives are read, and become kernels. */
export function directivesRead(options: Pick<Options, 'offload'>): ('acc' | 'omp')[] {
  const models = { openacc: 'acc', openmp: 'omp' } as const;
  return (['openacc', 'openmp'] as const).flatMap((o) => (options.offload.includes(o) ? [models[o]] : []));
}

/** Whether threads of the host share loops that no directive names. */
export function sharesLoops({ threadsShare }: Pick<Options, 'threadsShare'>): boolean {
  return threadsShare.concurrent || threadsShare.loops !== 'none';
}

/** Whether several threads may run host code. */
export function runsThreads(options: Pick<Options, 'openmp' | 'threadsShare' | 'accelerators'>): boolean {
  return options.openmp || sharesLoops(options) || options.accelerators.includes('multicore');
}

/** Which versions of OpenACC's compute constructs there are. */
export function openaccVersions({ accelerators: named }: Pick<Options, 'accelerators'>) {
  const host = named.includes('multicore') ? 'threads' : named.includes('host') ? 'serial' : 'none';
  return { device: host === 'none' || named.includes('gpu'), host } as const;
}

/** Whose directives are read, for threads of the host. */
export function threadDirectives(options: Pick<Options, 'openmp' | 'offload'>): 'omp'[] {
  return options.openmp && !options.offload.includes('openmp') ? ['omp'] : [];
}

/** Do loops of the host become kernels, also in sources that are no CUDA Fortran? */
export function offloads(options: Pick<Options, 'offload'>): boolean {
  return directivesRead(options).length > 0 || options.offload.includes('stdpar');
}

/** Allocatable arrays lie in managed memory: as nvfortran has it, also where `do concurrent` runs on the device. */
export function managesAllocatables(options: Pick<Options, 'gpu' | 'offload'>): boolean {
  return options.gpu.managed ?? options.offload.includes('stdpar');
}

/** Do devices reach all data of the host? */
export function reachesHost(options: Pick<Options, 'gpu'>): boolean {
  return options.gpu.unified;
}
