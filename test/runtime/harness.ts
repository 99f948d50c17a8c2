/** The runtime without a compiled host program: routines called with flat arguments. */
import type { TestContext } from 'node:test';
import { compileKernels, layoutProgram } from '../../src/back/wasm/compile.ts';
import { link } from '../../src/ir/link.ts';
import { parseModule } from '../../src/ir/parse.ts';
import { deviceModels } from '../../src/machine/models.ts';
import type { Context, ProgramHost } from '../../src/runtime/bind/calls.ts';
import { routineImport } from '../../src/runtime/bind/routines.ts';
import { CStreams } from '../../src/runtime/c-streams.ts';
import { CudaState } from '../../src/runtime/cuda-runtime.ts';
import { IoRuntime } from '../../src/runtime/fortran-io/io-runtime.ts';
import { simKernel } from '../../src/runtime/program.ts';
import { ProgramMemory } from '../../src/runtime/program-memory.ts';
import { sectionMemory } from '../../src/runtime/section-memory.ts';
import { Sections } from '../../src/runtime/sections.ts';
import { Engine } from '../../src/runtime/sim/engine.ts';
import { SimDevice } from '../../src/runtime/sim/sim-device.ts';
import type { SimKernel } from '../../src/runtime/sim/sim-kernel.ts';
import { FirstThread } from '../../src/runtime/team/first-thread.ts';
import { MemoryHost } from './io-memory-host.ts';
import { workerScript } from './run-ir.ts';

export type Harness = {
  readonly memory: ProgramMemory;
  readonly device: SimDevice;
  readonly engine: Engine;
  readonly call: (name: string, ...args: (number | bigint)[]) => unknown;
  /** The address of 64 fresh bytes. */
  readonly cell: () => number;
  readonly int: (address: number) => number;
  readonly long: (address: number) => bigint;
};

/** Kernels written as IR text; the host program is empty but names them all. */
function compile(text: string) {
  const names = Array.from(text.matchAll(/kernel "([^"]+)"/g), (m) => m[1]!);
  const taken = names.map((name) => `  $0 = (function "${name}" ptr.host)`).join('\n');
  const main = `host "main" () () {\n  local "k":ptr.host\n${taken}\n}`;
  const { program, diagnostics } = link([parseModule(`module "test"\n${text}\n${main}\n`)], ['main']);
  if (diagnostics.length > 0) throw new Error(diagnostics.map((d) => d.message).join('\n'));
  const layout = layoutProgram(program);
  return { ...compileKernels(program, layout), heapStart: layout.heapStart };
}

const emptyModule = Uint8Array.of(0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00);

export const plainKernel: SimKernel = {
  facts: {
    name: 'k',
    params: [],
    sharedBytes: 0,
    constantBytes: 0,
    localBytes: 0,
    registers: 20,
    maxThreads: 1024,
    cooperative: false,
  },
  scratchFixed: 0,
  scratchPerThread: 0,
  inPhases: false,
  inGroups: false,
  inTurns: false,
  yields: false,
  waits: false,
  gridBarriers: false,
  clusterDims: undefined,
  cost: 10,
};

export function harness(
  t: TestContext,
  options: { readonly devices?: number; readonly threads?: number; readonly kernels?: string } = {},
): Harness {
  const compiled = options.kernels === undefined ? undefined : compile(options.kernels);
  const memory = new ProgramMemory(compiled?.heapStart ?? 1 << 20);
  const engine = new Engine({
    sharesMemory: false,
    memory,
    kernels: compiled?.kernels.map((k) => ({ ...simKernel(k), id: k.id })) ?? [{ ...plainKernel, id: 0 }],
    module: new WebAssembly.Module(compiled?.bytes ?? emptyModule),
    imports: compiled?.imports ?? [],
    clockRate: 1_000_000,
    width: 128,
    timeout: 20,
    deviceData: [],
    texts: [],
    threads: options.threads ?? 2,
    workerScript,
    print: () => {},
    lines: undefined,
    failed: () => {},
  });
  t.after(() => engine.stop());
  const devices = Array.from({ length: options.devices ?? 1 }, (_, i) => new SimDevice(engine, deviceModels.a100, i));
  const cuda = new CudaState(memory, () => devices, { call: () => {}, ...noKernels });
  const context = { ...contextOf({}, memory), cuda };
  return {
    memory,
    engine,
    device: devices[0]!,
    call: (name, ...args) => {
      const routine = routineImport(context, `cudafor.${name}`);
      if (!routine) throw new Error(`no routine ${name}`);
      return routine(...args);
    },
    cell: () => memory.allocate(64),
    int: (address) => memory.view.getInt32(address, true),
    long: (address) => memory.view.getBigInt64(address, true),
  };
}

const noKernels = { kernelAt: () => undefined, argumentsOf: () => undefined };

/** What runtime calls work on, without devices. */
export function contextOf(surroundings: Partial<ProgramHost> = {}, memory = new ProgramMemory(1 << 20)): Context {
  const host = { command: '', arguments: [], environment: {}, writeError: () => {}, ...surroundings };
  const cuda = new CudaState(memory, () => [], { call: () => {}, ...noKernels });
  const native = () => () => 0;
  const files = new MemoryHost();
  const streams = new CStreams(
    files,
    () => {},
    () => {},
  );
  const errors = { last: 0 };
  const foreign = () => () => undefined;
  const mpi = { routine: () => () => 0, told: () => {} };
  const sections = new Sections(sectionMemory(memory, () => cuda));
  const { team } = new FirstThread({
    memory,
    layout: { stackLow: 0, stackHigh: 0 },
    cores: 1,
    environment: {},
    threads: () => {
      throw new Error('no threads');
    },
    exports: () => ({}),
    trapped: () => {},
  });
  const io = new IoRuntime(files);
  return {
    memory,
    cuda,
    io,
    streams,
    errors,
    host,
    team,
    multicore: () => {},
    sleptSeconds: () => 0,
    native,
    foreign,
    mpi,
    sections,
  };
}
