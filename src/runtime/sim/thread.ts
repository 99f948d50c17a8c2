/** What each thread has that runs commands, the host's and the workers': its view of the queue, the kernels' instance and an executor. */
import { hrtime } from 'node:process';
import { mathFunction } from '../math.ts';
import { Executor, type KernelFunction } from './executor.ts';
import { movesIn } from './moves.ts';
import { PrintWriter } from './prints.ts';
import { Queue } from './queue.ts';

/** Plain data and shared objects: it is sent to the workers as it is. */
export type ThreadSetup = {
  readonly memory: WebAssembly.Memory;
  /** Address of the control block. */
  readonly control: number;
  /** 0 is the host's. */
  readonly thread: number;
  readonly module: WebAssembly.Module;
  /** Exported names by kernel number. */
  readonly kernels: readonly string[];
  readonly imports: readonly { readonly module: string; readonly name: string }[];
};

export type Thread = { readonly queue: Queue; readonly executor: Executor };

/** `drain`: how this thread makes room for output, where it can. */
export function makeThread(setup: ThreadSetup, drain?: () => void): Thread {
  const { memory, control, thread } = setup;
  const queue = new Queue(memory, control, thread);
  const prints = new PrintWriter(memory, queue.words, control, drain);
  let functions: readonly KernelFunction[] | undefined;
  const kernel = (id: number): KernelFunction => {
    functions ??= instantiate(setup, executor, prints);
    const found = functions[id];
    if (!found) throw new RangeError(`no kernel ${id}`);
    return found;
  };
  const executor: Executor = new Executor(memory, queue, control, thread, movesIn(memory), kernel);
  return { queue, executor };
}

function instantiate(setup: ThreadSetup, executor: Executor, prints: PrintWriter): readonly KernelFunction[] {
  const imports: Record<string, Record<string, WebAssembly.ImportValue>> = { env: { memory: setup.memory } };
  for (const { module, name } of setup.imports) {
    imports[module] ??= {};
    imports[module][name] = importOf(module, name, executor, prints);
  }
  const { exports } = new WebAssembly.Instance(setup.module, imports);
  return setup.kernels.map((name) => {
    const found = exports[name];
    if (typeof found !== 'function') throw new RangeError(`kernel ${name} is not exported`);
    return (...args: number[]) => void found(...args);
  });
}

function importOf(
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
      return (place = 0) => {
        executor.trapPlace = place + 1;
      };
    case 'clock':
      return () => hrtime.bigint();
    default:
      throw new RangeError(`kernels may not import ${module}.${name}`);
  }
}
