/** What each thread has that runs commands, the host's and the workers': its view of the queue, the kernels' instance and an executor. */
import { hrtime } from 'node:process';
import { type AddressType, chosenVersion, runningBlock, versionName } from '../../back/wasm/encode/artifact.ts';
import { assertionBit } from '../../machine/errors.ts';
import { mathFunction } from '../math.ts';
import type { HostCode, ThreadPlaces } from '../team/host-code.ts';
import { Costs } from './costs.ts';
import { Executor, type KernelFunction } from './executor.ts';
import { movesIn } from './moves.ts';
import { PrintWriter } from './prints.ts';
import { Queue } from './queue.ts';
import { tierUp } from './tier-up.ts';
import { clean } from './wide.ts';

/** Plain data and shared objects: it is sent to the workers as it is. */
export type ThreadSetup = {
  readonly memory: WebAssembly.Memory;
  readonly address: AddressType;
  /** Address of the control block. */
  readonly control: number;
  /** Address of what kernels take. */
  readonly costs: number;
  /** 0 is the host's. */
  readonly thread: number;
  /** How many kernels there are, or may come to be. */
  readonly kernels: number;
  readonly codes: readonly KernelCode[];
  /** kHz */
  readonly clockRate: number;
  /** Seconds after which a kernel whose threads all wait has failed. */
  readonly timeout: number;
  /** The host's code, where several threads run it, and what this thread has for that. */
  readonly host?: HostCode;
  readonly places?: ThreadPlaces;
};

/** A compiled module and the kernels that it exports, by number. */
export type KernelCode = {
  readonly module: WebAssembly.Module;
  readonly imports: readonly { readonly module: string; readonly name: string }[];
  readonly names: readonly (readonly [number: number, name: string])[];
  /** Compiled for vectors of 256 bits. */
  readonly wide: boolean;
};

/** What instrumented kernels call. */
export type KernelChecks = {
  /** Units of a launch begin to run: its number among all. */
  readonly begin: (order: number) => void;
  readonly function: (name: string) => WebAssembly.ImportValue | undefined;
};

export type Thread = {
  readonly queue: Queue;
  readonly executor: Executor;
  /** Compiles a kernel for all threads. */
  readonly prepare: (kernel: number) => void;
  /** Compiles that version of its code that a launch with these parameters runs. */
  readonly prepareChosen: (kernel: number, params: number, record: number) => void;
  /** Kernels that were written later. */
  readonly add: (code: KernelCode) => void;
};

/** `drain`: how this thread makes room for output, where it can; `more`: where it finds code that was written later. */
export function makeThread(
  setup: ThreadSetup,
  drain?: () => void,
  more?: () => KernelCode | undefined,
  checks?: KernelChecks,
): Thread {
  const { memory, address, control, thread } = setup;
  const queue = new Queue(memory, control, thread);
  const prints = new PrintWriter(memory, queue.words, control, drain);
  const places = new Map<number, { readonly code: KernelCode; readonly name: string }>();
  const instances = new Map<KernelCode, WebAssembly.Exports>();
  const add = (code: KernelCode): void => {
    for (const [id, name] of code.names) places.set(id, { code, name });
  };
  setup.codes.forEach(add);
  const exported = (id: number): WebAssembly.ExportValue | undefined => {
    for (let code = places.has(id) ? undefined : more?.(); code; code = places.has(id) ? undefined : more?.())
      add(code);
    const place = places.get(id);
    if (!place) return undefined;
    const exports = instances.get(place.code) ?? instantiate(setup, place.code, executor, prints, checks);
    instances.set(place.code, exports);
    return exports[place.name];
  };
  const isWide = (id: number): boolean => places.get(id)?.code.wide === true;
  const known: KernelFunction[] = [];
  const kernel = (id: number): KernelFunction => {
    known[id] ??= cleaned(callOf(exported(id), id, address), isWide(id));
    return known[id];
  };
  const blocks = (id: number): readonly [number, number] => {
    const exports = instancesOf(id);
    return [numberIn(exports?.[runningBlock.first]), numberIn(exports?.[runningBlock.count])];
  };
  const instancesOf = (id: number): WebAssembly.Exports | undefined => {
    const place = places.get(id);
    return place && instances.get(place.code);
  };
  const executor: Executor = new Executor({
    memory,
    queue,
    control,
    thread,
    moves: movesIn(memory, address),
    kernel,
    blocks,
    costs: new Costs(memory, setup.costs, setup.kernels),
    timeout: setup.timeout,
    begin: checks?.begin,
  });
  const prepared = new Set<WebAssembly.ExportValue>();
  const prepare = (id: number): void => tierUp(exported(id), isWide(id));
  const prepareChosen = (id: number, params: number, record: number): void => {
    kernel(id)(params, record, 0, 0, 0, 0);
    const exports = instancesOf(id);
    const version = exports?.[versionName(numberIn(exports[chosenVersion]))];
    if (!version || prepared.has(version)) return;
    prepared.add(version);
    tierUp(version, isWide(id));
  };
  return { queue, executor, prepare, prepareChosen, add };
}

function numberIn(global: WebAssembly.ExportValue | undefined): number {
  return global instanceof WebAssembly.Global ? Number(global.value) : 0;
}

function cleaned(call: KernelFunction, wide: boolean): KernelFunction {
  if (!wide) return call;
  return (params, launch, first, last, shared, scratch) => {
    try {
      call(params, launch, first, last, shared, scratch);
    } finally {
      clean();
    }
  };
}

function callOf(exported: WebAssembly.ExportValue | undefined, id: number, address: AddressType): KernelFunction {
  if (typeof exported !== 'function') throw new RangeError(`kernel ${id} is not exported`);
  if (address === 'i64')
    return (params, launch, first, last, shared, scratch) => {
      exported(BigInt(params), BigInt(launch), first, last, BigInt(shared), BigInt(scratch));
    };
  return (params, launch, first, last, shared, scratch) => {
    exported(params, launch, first, last, shared, scratch);
  };
}

function instantiate(
  setup: ThreadSetup,
  code: KernelCode,
  executor: Executor,
  prints: PrintWriter,
  checks: KernelChecks | undefined,
): WebAssembly.Exports {
  const imports: Record<string, Record<string, WebAssembly.ImportValue>> = { env: { memory: setup.memory } };
  for (const { module, name } of code.imports) {
    imports[module] ??= {};
    imports[module][name] = checks?.function(name) ?? importOf(setup, module, name, executor, prints);
  }
  return new WebAssembly.Instance(code.module, imports).exports;
}

function importOf(
  setup: ThreadSetup,
  module: string,
  name: string,
  executor: Executor,
  prints: PrintWriter,
): (...args: number[]) => unknown {
  if (module === 'math') return mathFunction(name);
  switch (name) {
    case 'print':
      return (items = 0, count = 0, block = 0) => prints.write(executor.order, items, count, block);
    case 'trap':
      return (place = 0, block = 0) => {
        executor.trapPlace = (place & ~assertionBit) + 1;
        executor.isAssertion = (place & assertionBit) !== 0;
        executor.trapBlock = block + 1;
      };
    case 'wait':
      return (place = 0, block = 0, turns = 0) => executor.wait(place, block, turns);
    case 'clock':
      return (nanoseconds) => (nanoseconds ? hrtime.bigint() : cycles(setup.clockRate));
    default:
      throw new RangeError(`kernels may not import ${module}.${name}`);
  }
}

function cycles(clockRate: number): bigint {
  return (hrtime.bigint() * BigInt(clockRate)) / 1_000_000n;
}
