/**
 * Runs a compiled program to its end, on the calling thread. Nothing here needs the event loop: all input and output is synchronous.
 */
import type {
  HostModule,
  Kernel,
  KernelModule,
  KernelsLater,
  KernelVersions,
  LaterKernel,
  Layout,
} from '../back/wasm/encode/artifact.ts';
import type { SourceLine } from '../base/line-table.ts';
import { placeOf } from '../base/source.ts';
import { FortranRuntimeError } from '../library/io-errors.ts';
import type { CudaRuntime, Device } from '../machine/device.ts';
import { codeOf, divergentBarrier, errorText } from '../machine/errors.ts';
import type { KernelParam } from '../machine/kernel.ts';
import { type DeviceModel, deviceModels, type ModelName } from '../machine/models.ts';
import type { WatchedPages } from '../machine/page-watch.ts';
import type { Report } from '../machine/report.ts';
import { backtraceOf, framePlaces, mostFrames } from './backtrace.ts';
import type { Context, ProgramHost } from './bind/calls.ts';
import type { ForeignCall } from './bind/foreign.ts';
import { hostImports } from './bind/imports.ts';
import type { MpiCall } from './bind/mpi.ts';
import { notDone } from './bind/native.ts';
import { CStreams } from './c-streams.ts';
import { CudaState } from './cuda-runtime.ts';
import { printLines } from './device-output.ts';
import type { HostFiles } from './fortran-io/host-files.ts';
import { IoRuntime } from './fortran-io/io-runtime.ts';
import { crashOf } from './host-crash.ts';
import { LentSections } from './mpi/lent-sections.ts';
import type { MpiProgram } from './mpi/mpi-calls.ts';
import { PrintedParts } from './printed-parts.ts';
import { ProgramExit } from './program-exit.ts';
import { ProgramMemory } from './program-memory.ts';
import { RepeatableRun } from './repeatable.ts';
import type { FoundProblem } from './sanitizer/found.ts';
import { checkedDevices } from './sanitizer/real-device.ts';
import { type CheckedProgram, Sanitizer } from './sanitizer/sanitizer.ts';
import { type CheckSettings, usualCheckSettings } from './sanitizer/settings.ts';
import { sectionMemory } from './section-memory.ts';
import { Sections } from './sections.ts';
import { fitsWide, shortageMessage, WideMemoryWanted } from './shortage.ts';
import type { WriterScript } from './sim/compiler-process.ts';
import { DeviceVariables } from './sim/device-variables.ts';
import { Engine, type EngineOptions } from './sim/engine.ts';
import { blockName, type Failure } from './sim/failure.ts';
import type { WorkerScript } from './sim/pool.ts';
import type { PrintedLine } from './sim/prints.ts';
import { SimDevice } from './sim/sim-device.ts';
import type { SimKernel } from './sim/sim-kernel.ts';
import { TopTiers, tierUp } from './sim/tier-up.ts';
import { visibleDevices } from './sim/visible-devices.ts';
import { widthAsked } from './sim/wide.ts';
import { WideKernels } from './sim/wide-kernels.ts';
import { FirstThread } from './team/first-thread.ts';
import { ManagedMoves } from './trace/managed-moves.ts';
import { Trace } from './trace/trace.ts';
import { tracedDevice } from './trace/traced-device.ts';

/** Host code up to this size is compiled by the top tier at once: its loops often stand in the main program, which is called once. */
const quickBytes = 128 << 10;

/** How long kernels are written for before anything is launched. */
const expectedMilliseconds = 200;
/** Where the kernels are another device's. */
const emptyModule = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

export type CompiledProgram = {
  readonly host: Pick<
    HostModule,
    'bytes' | 'imports' | 'traps' | 'tableParams' | 'tableKernels' | 'kernelArguments' | 'lines'
  >;
  readonly kernels: Pick<
    KernelModule,
    'bytes' | 'imports' | 'traps' | 'texts' | 'kernels' | 'later' | 'versions' | 'lines'
  >;
  /** Of a program that is instrumented. */
  readonly checks?: CheckedProgram;
  /** Of a program whose managed memory is watched. */
  readonly pages?: WatchedPages;
  readonly layout: Pick<
    Layout,
    'heapStart' | 'address' | 'deviceData' | 'heapState' | 'variables' | 'threads' | 'stackLow' | 'stackHigh'
  >;
};

/** `print` takes lines that kernels printed, `message` a line for the standard error output. */
export type OpenDevices = (memory: ProgramMemory, listener: DeviceListener) => readonly Device[];

/** `patience`: seconds that threads of a kernel may wait for others. */
export type DeviceListener = {
  readonly print: (lines: readonly PrintedLine[]) => void;
  readonly message: (text: string) => void;
  readonly patience: number;
  /** What is put around a device of a program that is checked. */
  readonly checked?: (
    device: Device,
    real: { readonly base: bigint; readonly placeOf: (name: string) => bigint },
  ) => Device;
  readonly managedPages?: boolean;
};

export type RunOptions = {
  /** The exported function to call. */
  readonly entry: string;
  readonly model: ModelName;
  /** How many devices are simulated. */
  readonly devices: number;
  /** Threads that run kernels, the host's included. */
  readonly threads: number;
  readonly workerScript: WorkerScript;
  /** Writes kernels in another process. */
  readonly writerScript?: () => WriterScript | undefined;
  /** Opens devices that are not simulated: at the first call that needs one. */
  readonly openDevices?: OpenDevices;
  /** What is said of a program that is instrumented. */
  readonly checks?: CheckSettings;
  /** Where its reports go; the standard output where it is missing. */
  readonly writeChecks?: (text: string) => void;
  /** Is given the same. */
  readonly copyChecks?: (text: string) => void;
  /** Gets all findings when the program has ended. */
  readonly tellFound?: (found: readonly FoundProblem[]) => void;
  /** Who wants to know what the program does. */
  readonly report?: Report;
  /** Milliseconds of `performance.now` where its times are 0. */
  readonly reportStart?: number;
  /** Whether a program that writes a report is to end now. */
  readonly isStopped?: () => boolean;
  /** Stands before each simulated device. */
  readonly observe?: (device: Device, memory: ProgramMemory) => Device;
  /** Routines of libraries that do the work of library modules. */
  readonly native?: (memory: ProgramMemory, cuda: CudaRuntime) => Context['native'];
  /** Functions of machine code that the program carries. */
  readonly foreign?: (memory: ProgramMemory) => Context['foreign'];
  /** Routines of MPI, where the program is one of several processes. */
  readonly mpi?: (program: MpiProgram) => (routine: string) => MpiCall;
  /** Files from which the package koffi may be found, by which null pointers are guarded. */
  readonly koffi?: readonly string[];
  /** Host code reads addresses of the first device's variables: it is opened before the program starts. */
  readonly startDevice?: boolean;
  /** Makes the same program with addresses of 64 bits: for one that asks for more memory than those of 32 bits reach. */
  readonly widen?: () => CompiledProgram;
};

/** Gives the exit status. */
export function runProgram(program: CompiledProgram, options: RunOptions, host: ProgramHost, files: HostFiles): number {
  const { widen, ...rest } = options;
  if (!widen || program.layout.address === 'i64') return Number(runOnce(program, rest, host, files));
  const run = new RepeatableRun(files);
  const around = run.host(host);
  const mayEnd = { ...rest, repeatable: run };
  const status = runOnce(program, mayEnd, around, run.files);
  if (status !== 'wide') return status;
  run.again();
  return Number(runOnce(widen(), rest, around, run.files));
}

function runOnce(
  program: CompiledProgram,
  options: Omit<RunOptions, 'widen'> & { readonly repeatable?: RepeatableRun },
  host: ProgramHost,
  files: HostFiles,
): number | 'wide' {
  const running = start(program, options, host, files);
  if (typeof running === 'number') return running;
  const status = running.run();
  running.stop();
  return status;
}

type OnceOptions = Parameters<typeof runOnce>[1];

/** The program before its first statement; the exit status where its memory cannot be had. */
function start(program: CompiledProgram, options: OnceOptions, host: ProgramHost, files: HostFiles): Running | number {
  try {
    return new Running(program, options, host, files);
  } catch (error) {
    if (!(error instanceof ProgramExit)) throw error;
    host.writeError(`${error.text}\n`);
    return error.code;
  }
}

class Running {
  readonly #program: CompiledProgram;
  readonly #printed = new PrintedParts();
  readonly #options: OnceOptions;
  readonly #host: ProgramHost;
  readonly #memory: ProgramMemory;
  readonly #io: IoRuntime;
  readonly #streams: CStreams;
  readonly #errors = { last: 0 };
  readonly #sections: Sections;
  readonly #cuda: CudaState;
  readonly #trace: Trace | undefined;
  readonly #pages: ManagedMoves | undefined;
  readonly #first: FirstThread;
  #hostModule: WebAssembly.Module | undefined;
  #engine: Engine | undefined;
  #exports: WebAssembly.Exports = {};
  /** The trap that the host code met. */
  #trap: number | undefined;
  #toldShortage = false;
  #sanitizer: Sanitizer | undefined;

  constructor(program: CompiledProgram, options: OnceOptions, host: ProgramHost, files: HostFiles) {
    this.#program = program;
    this.#options = options;
    this.#host = host;
    this.#memory = new ProgramMemory(program.layout.heapStart, program.layout.address, program.layout.variables);
    this.#memory.onShortage = (used, bytes) => this.#short(used, bytes);
    if (options.koffi !== undefined) this.#memory.guard(options.koffi);
    this.#first = new FirstThread({
      memory: this.#memory,
      layout: program.layout,
      cores: options.threads,
      environment: host.environment,
      threads: () => this.#theEngine(deviceModels[options.model]).hostThreads,
      exports: () => this.#exports,
      trapped: (place) => {
        this.#trap = place;
      },
    });
    this.#io = new IoRuntime(files);
    this.#streams = new CStreams(
      files,
      (errno) => {
        this.#errors.last = errno;
      },
      () => this.#io.standardOutput.flush(),
    );
    const trace = options.report && new Trace(options.report, options.reportStart, options.isStopped);
    this.#trace = trace;
    this.#pages =
      program.pages && trace && new ManagedMoves(program.pages, trace, (at, n) => this.#memory.bytes(at, n));
    this.#sections = new Sections(sectionMemory(this.#memory, () => this.#cuda));
    this.#cuda = new CudaState(
      this.#memory,
      () => this.#tracedDevices(),
      {
        call: (place, args) => this.#call(place, args),
        kernelAt: (place) => program.host.tableKernels.get(place),
        argumentsOf: (kernel) => program.host.kernelArguments.get(kernel),
      },
      trace && ((annotation) => trace.annotate(annotation)),
      program.layout.heapState,
      {
        environment: host.environment,
        write: (text) => {
          this.#io.flushAll();
          host.writeError(text);
        },
      },
    );
  }

  /** The exit status; or that it should run again in a wider memory. */
  run(): number | 'wide' {
    Error.stackTraceLimit = mostFrames;
    try {
      this.#start();
      this.#streams.closeAll();
      const status = this.#askDevices();
      return this.#finish(status);
    } catch (error) {
      if (error instanceof WideMemoryWanted) return 'wide';
      return this.#end(error);
    }
  }

  /** Closes what is open; with the sanitizer's summary where there is one. */
  #finish(status: number): number {
    const finished = this.#sanitizer?.finish(status) ?? status;
    this.#io.closeAll();
    const profile = this.#cuda.offload.profile;
    if (profile) this.#host.writeError(profile);
    if (this.#sanitizer) this.#options.tellFound?.(this.#sanitizer.found);
    return finished;
  }

  /** Work of devices that has failed without anybody asking makes the whole run a failure. */
  #askDevices(): number {
    this.#trace?.close();
    const code = this.#cuda.untoldFailure();
    if (code === codeOf.success) return 0;
    this.#io.flushAll();
    this.#host.writeError(
      `0: a kernel has failed, and the program did not ask for its error: ${code}(${errorText(code)})\n`,
    );
    return 127;
  }

  /** Where all that the program has done so far may be done again, it begins again; else its user is told what to do. */
  #short(used: number, bytes: number): void {
    if (!fitsWide(used, bytes)) return;
    if (this.#options.repeatable?.isRepeatable) throw new WideMemoryWanted();
    if (this.#toldShortage) return;
    this.#toldShortage = true;
    this.#io.flushAll();
    this.#host.writeError(shortageMessage);
  }

  stop(): void {
    this.#trace?.finish();
    this.#engine?.stop();
  }

  #start(): void {
    const { host } = this.#program;
    const context: Context = {
      memory: this.#memory,
      cuda: this.#cuda,
      io: this.#io,
      streams: this.#streams,
      errors: this.#errors,
      host: this.#host,
      ...(this.#trace && { trace: this.#trace }),
      ...(this.#pages && { pages: this.#pages }),
      team: this.#first.team,
      multicore: this.#first.multicore,
      native: this.#options.native?.(this.#memory, this.#cuda) ?? (() => () => notDone),
      mpi: this.#mpi(),
      sections: this.#sections,
      foreign: (name) => this.#foreign(name),
      checks: () => this.#sanitizer,
      sleptSeconds: () => this.#engine?.sleptSeconds ?? 0,
    };
    const trap = (place: number): void => {
      this.#trap = place;
    };
    const topTiers = new TopTiers();
    const topTier = (n: number): number => topTiers.ask(n, this.#exports[`top-tier.${n}`]);
    const { threads } = this.#program.layout;
    const among = threads && this.#first.among;
    const imports = hostImports(context, host.imports, { trap, 'top-tier': topTier, ...(among && { among }) });
    this.#hostModule = new WebAssembly.Module(host.bytes);
    this.#exports = new WebAssembly.Instance(this.#hostModule, imports).exports;
    if (threads) this.#first.start(host.imports, imports, this.#exports);
    this.#watch();
    if (this.#options.startDevice) this.#cuda.device.makeCurrent?.();
    const main = this.#exports[this.#options.entry];
    if (typeof main !== 'function') throw new RangeError(`the program has no ${this.#options.entry}`);
    if (host.bytes.length <= quickBytes) tierUp(main);
    main();
  }

  /** Where the program is instrumented. */
  #watch(): void {
    const { checks, host } = this.#program;
    if (!checks) return;
    this.#sanitizer = new Sanitizer(checks, this.#options.checks ?? usualCheckSettings, {
      memory: this.#memory,
      exported: (name) => this.#exports[name],
      write: (text) => {
        this.#options.copyChecks?.(text);
        if (this.#options.writeChecks) this.#options.writeChecks(text);
        else this.#io.writeStandardOutput(new TextEncoder().encode(text));
      },
      trace: () => {
        const error = new Error();
        let places: ReturnType<typeof framePlaces> | undefined;
        return () => {
          places ??= framePlaces(error, host.lines);
          return places;
        };
      },
    });
  }

  #print(lines: readonly PrintedLine[]): void {
    const others = this.#sanitizer?.take(lines) ?? lines;
    printLines(this.#io, this.#printed.join(others));
  }

  #mpi(): Context['mpi'] {
    const lent = new LentSections(this.#sections, (place) => (this.#memory.words[Math.floor(place / 4)] ?? 0) | 0);
    const routines = this.#options.mpi?.({
      memory: this.#memory,
      flush: () => this.#flush(),
      threads: this.#program.layout.threads && this.#first.forMpi,
      printed: this.#io.standardOutput,
      call: (place, args) => this.#call(place, args),
      sections: lent,
      synchronise: () => void this.#cuda.device.synchronise(),
      copies: this.#options.openDevices && {
        copy: (to, from, bytes) => this.#copyForMpi(to, from, bytes),
        pin: (place, bytes) => void this.#cuda.device.register(BigInt(place), bytes),
      },
    });
    return {
      told: lent.told,
      routine: routines ? (routine) => this.#onlyOnce(routines(routine)) : (routine) => lent.alone(routine),
    };
  }

  #copyForMpi(to: number, from: number, bytes: number): void {
    const row = { toPitch: bytes, fromPitch: bytes, width: bytes, height: 1 };
    const code = this.#cuda.device.copy({
      ...row,
      to: BigInt(to),
      from: BigInt(from),
      stream: this.#cuda.defaultStream(),
      asynchronous: false,
    });
    if (code !== codeOf.success)
      throw new ProgramExit(127, `mpi: a buffer on the GPU cannot be copied (error ${code})`);
  }

  /** A call of something outside that may not be as it was when the program begins again. */
  #onlyOnce<A extends readonly unknown[], R>(call: (...args: A) => R): (...args: A) => R {
    const { repeatable } = this.#options;
    if (!repeatable) return call;
    return (...args) => {
      repeatable.change();
      return call(...args);
    };
  }

  #flush(): void {
    this.#streams.flushAll();
    this.#io.flushAll();
  }

  #foreign(name: string): ForeignCall {
    const call = this.#options.foreign?.(this.#memory)(name);
    if (!call) throw new ProgramExit(127, `this program calls \`${name}\`, which is machine code, and carries none`);
    return this.#onlyOnce(call);
  }

  /** What ended the program: its output is written first, then the message. */
  #end(error: unknown): number {
    const { text, status, advice } = this.#explain(error);
    const planned = error instanceof ProgramExit && error.isPlanned;
    const backtrace = planned ? '' : backtraceOf(error, this.#program.host.lines);
    const failed = status === 0 ? this.#askDevices() : 0;
    let finished = status || failed;
    let untold = '';
    try {
      this.#streams.closeAll();
      finished = this.#finish(finished);
    } catch (problem) {
      if (!(problem instanceof FortranRuntimeError)) throw problem;
      // One that ended for another reason has told that.
      if (finished === 0) untold = `${problem.message}\n`;
      finished ||= problem.exitCode;
    }
    const more = advice && isOfFortran(backtrace) ? `${advice}\n` : '';
    if (text !== '') this.#host.writeError(`${text}\n${more}${backtrace}`);
    if (untold !== '') this.#host.writeError(untold);
    return finished;
  }

  #explain(error: unknown): { readonly text: string; readonly status: number; readonly advice?: string } {
    if (error instanceof ProgramExit) return { text: error.text, status: error.code };
    if (error instanceof FortranRuntimeError) return { text: error.message, status: error.exitCode };
    const place = this.#trap === undefined ? undefined : this.#program.host.traps[this.#trap];
    const crash = crashOf(error, place);
    if (!crash) throw error;
    return crash;
  }

  #call(place: number, args: readonly (number | bigint)[]): void {
    const { table } = this.#exports;
    const procedure = table instanceof WebAssembly.Table ? table.get(place) : undefined;
    const params = this.#program.host.tableParams[place - 1] ?? [];
    const given = params.map((type, i) => (type === 'i64' ? BigInt(args[i] ?? 0) : Number(args[i] ?? 0)));
    if (typeof procedure === 'function') procedure(...given);
  }

  #tracedDevices(): readonly Device[] {
    const { observe } = this.#options;
    const trace = this.#trace;
    const made = this.#makeDevices();
    const devices = observe ? made.map((device) => observe(device, this.#memory)) : made;
    return trace ? devices.map((device) => tracedDevice(device, trace, this.#pages)) : devices;
  }

  #makeDevices(): readonly Device[] {
    const listener = {
      print: (lines: readonly PrintedLine[]) => this.#print(lines),
      message: (text: string) => {
        this.#io.flushAll();
        this.#host.writeError(`${text}\n`);
      },
      managedPages: this.#host.environment.CUFORT_MANAGED !== 'pinned',
      patience: kernelTimeout(this.#host.environment.CUFORT_KERNEL_TIMEOUT),
    };
    if (!this.#options.openDevices) return this.#simulateDevices();
    this.#options.repeatable?.change();
    return this.#options.openDevices(this.#memory, { ...listener, ...this.#checkingDevices() });
  }

  #checkingDevices(): Pick<DeviceListener, 'checked'> {
    const [{ real, tools } = {}, sanitizer] = [this.#program.checks, this.#sanitizer];
    if (!real || !tools || !sanitizer) return {};
    const { table, window, symbols, shared } = real;
    const memory = { memory: this.#memory, init: tools.includes('init'), table, window };
    const checked = checkedDevices(sanitizer, memory);
    return {
      checked: (device, { base, placeOf }) =>
        checked({
          device,
          base,
          variables: () => [
            ...shared.map((v) => ({ ...v, at: base + BigInt(v.at), onHost: BigInt(v.at) })),
            ...symbols.map((v) => ({ ...v, at: placeOf(v.name) })),
          ],
        }),
    };
  }

  #simulateDevices(): readonly SimDevice[] {
    const model = deviceModels[this.#options.model];
    const count = visibleDevices(this.#options.devices, this.#host.environment.CUDA_VISIBLE_DEVICES);
    if (count === 0) return [];
    const engine = this.#theEngine(model);
    const variables = count > 1 ? new DeviceVariables(this.#memory, this.#program.layout.deviceData) : undefined;
    return Array.from({ length: count }, (_, ordinal) => new SimDevice(engine, model, ordinal, variables));
  }

  #tellFailure(failure: Failure, kernel: string, line: SourceLine | undefined): void {
    const trap = failure.trap > 0 ? this.#program.kernels.traps[failure.trap - 1] : undefined;
    if (trap?.at && trap.message === divergentBarrier) {
      const { block: number, gridX, gridY } = failure;
      const at = [
        (number - 1) % gridX,
        Math.floor((number - 1) / gridX) % gridY,
        Math.floor((number - 1) / gridX / gridY),
      ];
      if (this.#sanitizer?.divergentBarrier(kernel, trap.at, at)) return;
    }
    const block = blockName(failure);
    const what = trap ? trap.message : `${errorText(failure.code)} (error ${failure.code})`;
    const who = block === '' ? '' : trap ? `${block} ` : `${block}: `;
    const where = trap?.at && trap.at.source.path !== '' ? placeOf(trap.at) : line && `${line.path}:${line.line}`;
    this.#io.flushAll();
    this.#host.writeError(`kernel ${kernel} stopped: ${who}${what}${where === undefined ? '' : ` (${where})`}\n`);
  }

  /** The threads of the machine that run kernels, and the host's code beside the first one. */
  #theEngine(model: DeviceModel): Engine {
    this.#engine ??= this.#makeEngine(model);
    return this.#engine;
  }

  #makeEngine(model: DeviceModel): Engine {
    const { bytes, imports, texts, kernels, later, versions = [], lines } = this.#program.kernels;
    const width = widthAsked(this.#host.environment.CUFORT_WIDE, (text) => this.#host.writeError(`${text}\n`));
    const engine = new Engine({
      sharesMemory: this.#options.mpi !== undefined,
      memory: this.#memory,
      kernels: kernels.map((kernel) => ({ ...simKernel(kernel), id: kernel.id })),
      module: new WebAssembly.Module(bytes.length > 0 ? bytes : emptyModule),
      imports,
      ...(later && {
        later: {
          count: later.count,
          fnOf: later.fnOf,
          write: (id, how) => compiledKernel(later.write(id, how)),
        },
      }),
      // They are written for vectors of 128 bits.
      ...(width !== 256 && { versions: versions.map(compiledVersions) }),
      clockRate: model.clockRate,
      width,
      ...(width === 'auto' && later && { trials: this.#trialsOf(later) }),
      timeout: kernelTimeout(this.#host.environment.CUFORT_KERNEL_TIMEOUT),
      deviceData: this.#program.layout.deviceData,
      texts,
      // What is known of accesses is kept by one thread.
      threads: this.#sanitizer?.isSerial ? 1 : this.#options.threads,
      workerScript: this.#options.workerScript,
      print: (lines) => this.#print(lines),
      ...(this.#program.layout.threads &&
        this.#hostModule && {
          host: this.#first.code(this.#hostModule, this.#program.host.imports),
          newPlaces: () => this.#first.newPlaces(),
        }),
      lines,
      sanitizer: this.#sanitizer,
      failed: (failure, kernel, line) => this.#tellFailure(failure, kernel, line),
    });
    if (!this.#sanitizer) makeExpected(engine, later?.expected ?? versions.flatMap(expectedIn));
    return engine;
  }

  #trialsOf(later: KernelsLater): NonNullable<EngineOptions['trials']> {
    const kernels = new WideKernels(later, this.#memory.address, () => this.#options.writerScript?.());
    return {
      prepare: () => kernels.prepare(),
      make: (id, how) => {
        const making = kernels.make(id, how);
        return () => {
          const made = making();
          return typeof made === 'object' ? compiledKernel(made) : made;
        };
      },
      stop: () => kernels.stop(),
    };
  }
}

function expectedIn({ kernels, shape }: KernelVersions) {
  return kernels.map(({ id }) => ({ kernel: id, shape }));
}

/** So that no kernel is written or compiled while a program measures how long its launches take: as far as it goes in the time, since some kernels may not be launched at all. */
function makeExpected(engine: Engine, expected: NonNullable<KernelsLater['expected']>): void {
  const start = performance.now();
  for (const { kernel, shape } of expected) {
    if (performance.now() - start > expectedMilliseconds) break;
    engine.expect(kernel, shape);
  }
}

function compiledVersions({ bytes, imports, kernels, lines, shape }: KernelVersions) {
  const module = new WebAssembly.Module(bytes);
  return { module, imports, lines, shape, kernels: kernels.map((kernel) => ({ ...simKernel(kernel), id: kernel.id })) };
}

function compiledKernel({ bytes, imports, lines, kernel }: LaterKernel) {
  return { module: new WebAssembly.Module(bytes), imports, lines, kernel: simKernel(kernel) };
}

/** Seconds after which a kernel has failed whose threads all wait; for ever where 0 is asked for. */
function kernelTimeout(wanted: string | undefined): number {
  const seconds = wanted === undefined || wanted.trim() === '' ? 20 : Number(wanted);
  return seconds > 0 ? seconds : Number.POSITIVE_INFINITY;
}

/** What the simulated device must know of a compiled kernel. */
export function simKernel(kernel: Kernel): SimKernel {
  return {
    facts: {
      name: kernel.name,
      params: kernel.params.map(paramOf),
      ...(kernel.rooms && { rooms: kernel.rooms }),
      ...(kernel.nulls && { nulls: kernel.nulls }),
      sharedBytes: kernel.sharedBytes,
      constantBytes: kernel.constantBytes,
      localBytes: kernel.localBytes,
      registers: kernel.registersEstimate,
      maxThreads: kernel.launchBounds?.maxThreads ?? 1024,
      cooperative: kernel.cooperative,
    },
    scratchFixed: kernel.scratch.fixed,
    scratchPerThread: kernel.scratch.perThread,
    scratchRow: kernel.scratch.row,
    inPhases: kernel.inPhases,
    yields: kernel.yields,
    waits: kernel.waits,
    gridBarriers: kernel.gridBarriers,
    gridTrap: kernel.gridTrap,
    clusterDims: kernel.clusterDims,
    inGroups: kernel.inGroups,
    inTurns: kernel.inTurns,
    chooses: kernel.chooses,
    keepsArrays: kernel.keepsArrays,
    apart: kernel.apart,
    alone: kernel.alone,
    nearParams: kernel.nearParams,
    fixed: kernel.fixed,
    fixedCells: kernel.fixedCells,
    shapeParams: kernel.shapeParams,
    widens: kernel.widens,
    cost: kernel.costEstimate,
  };
}

function paramOf(type: Kernel['params'][number]): KernelParam {
  switch (type) {
    case 'i64':
    case 'f32':
    case 'f64':
      return type;
    case 'bool':
    case 'i32':
      return 'i32';
    default:
      return 'address';
  }
}

/** By the file of the innermost place. */
function isOfFortran(backtrace: string): boolean {
  return /^[^\n]*\.(?:cuf|f|for|ftn|f90|f95|f03|f08):\d+/i.test(backtrace);
}
