/**
 * A process that compiles kernels for vectors of 256 bits before this one does: V8 can end the process where it does that. Its answers are asked for and never waited
 * for. A thread of its own keeps it, since the host's thread runs the program and does not come back to its event loop.
 */
import { parse } from 'node:path';
import { execArgv, execPath, kill } from 'node:process';
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { AddressType } from '../../back/wasm/encode/artifact.ts';
import { compileTop } from './tier-up.ts';
import { wideSample } from './wide-sample.ts';
import { type WidthTools, widthProblem } from './width-problem.ts';

/** What has become of a module: it is not known yet, it compiles, it does not or nobody can tell. */
export type Verdict = 'open' | 'good' | 'bad';

export type TrialCompiler = {
  readonly ask: (bytes: Uint8Array<ArrayBuffer>, address: AddressType) => () => Verdict;
  readonly stop: () => void;
};

type Request = { readonly id: number; readonly bytes: Uint8Array<ArrayBuffer>; readonly address: AddressType };
/** To the thread that keeps the process, and back: which process that is, undefined where it has ended. */
type Answer = { readonly id: number; readonly good: boolean } | { readonly process: number | undefined };

/** Flags of V8 that have a say in what it compiles. */
const ofCompiler = /^--(no-?)?(experimental-)?(wasm|turbo|liftoff|enable-)/;

/** `node`: what runs the process. */
export class CompilerProcess implements TrialCompiler {
  readonly #node: string;
  readonly #verdicts = new Map<number, Verdict>();
  #worker: Worker | undefined;
  #port: MessagePort | undefined;
  /** As far as is known. */
  process: number | undefined;
  #asked = 0;

  constructor(node = execPath) {
    this.#node = node;
  }

  ask(bytes: Uint8Array<ArrayBuffer>, address: AddressType): () => Verdict {
    const id = ++this.#asked;
    this.#verdicts.set(id, 'open');
    try {
      this.#start().postMessage({ id, bytes, address } satisfies Request);
    } catch {
      // No threads may be started.
      this.#verdicts.set(id, 'bad');
    }
    return () => {
      this.#listen();
      return this.#verdicts.get(id)!;
    };
  }

  #start(): MessagePort {
    if (this.#port) return this.#port;
    const { port1, port2 } = new MessageChannel();
    const args = [...execArgv.filter((word) => ofCompiler.test(word)), '-e', textOf(compileAsked)];
    this.#worker = new Worker(`(${keepProcess})(require)`, {
      eval: true,
      workerData: { port: port2, node: this.#node, args, folder: parse(execPath).root },
      transferList: [port2],
    });
    this.#worker.unref();
    // Without listeners these would end the program.
    this.#worker.on('error', () => {});
    port1.unref();
    this.#port = port1;
    return port1;
  }

  #listen(): void {
    for (let got = this.#next(); got; got = this.#next())
      if ('id' in got) this.#verdicts.set(got.id, got.good ? 'good' : 'bad');
      else this.process = got.process;
  }

  #next(): Answer | undefined {
    return this.#port && receiveMessageOnPort(this.#port)?.message;
  }

  /** Ends the process also while it compiles. */
  stop(): void {
    this.#listen();
    try {
      if (this.process !== undefined) kill(this.process, 'SIGKILL');
    } catch {
      // It is no more.
    }
    void this.#worker?.terminate();
    this.#port?.close();
    this.#port = undefined;
  }
}

function textOf(main: typeof compileAsked): string {
  return `(${main})(require, ${compileTop}, ${widthProblem}, ${JSON.stringify(wideSample())})`;
}

// What follows runs elsewhere, by its text: it uses what comes in and nothing else.

/** In the thread: one request at a time goes to the process. One that ends it is bad; all are where it never gets as far as the first. */
function keepProcess(require: NodeJS.Require): void {
  const { spawn }: typeof import('node:child_process') = require('node:child_process');
  const { workerData }: typeof import('node:worker_threads') = require('node:worker_threads');
  const port: MessagePort = workerData.port;
  /** Whoever takes so long will not answer. */
  const longestMilliseconds = 30_000;
  const waiting: Request[] = [];
  let timer: NodeJS.Timeout | undefined;
  let child: import('node:child_process').ChildProcess | undefined;
  let current: Request | undefined;
  let isHopeless = false;
  const settle = (good: boolean): void => {
    clearTimeout(timer);
    if (current) port.postMessage({ id: current.id, good } satisfies Answer);
    current = undefined;
    goOn();
  };
  const goOn = (): void => {
    if (current) return;
    current = waiting.shift();
    if (!current) return;
    if (isHopeless) settle(false);
    else {
      child ??= start();
      const asked = child;
      asked.send(current);
      timer = setTimeout(() => asked.kill('SIGKILL'), longestMilliseconds);
    }
  };
  const start = (): import('node:child_process').ChildProcess => {
    const started = spawn(workerData.node, workerData.args, {
      // A process that V8 ends leaves no file where the program runs.
      cwd: workerData.folder,
      // Where this is not a Node that takes -e, the program that starts in its place asks for no other.
      env: { ...process.env, CUFORT_WIDE: '128' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
      windowsHide: true,
    });
    let isReady = false;
    const ended = (): void => {
      if (child !== started) return;
      child = undefined;
      port.postMessage({ process: undefined } satisfies Answer);
      if (!isReady) isHopeless = true;
      settle(false);
    };
    started.on('message', (said) => {
      isReady = true;
      if (typeof said === 'boolean') settle(said);
    });
    started.on('error', ended);
    started.on('exit', ended);
    port.postMessage({ process: started.pid } satisfies Answer);
    return started;
  };
  port.on('message', (request: Request) => {
    waiting.push(request);
    goOn();
  });
}

/** In the process: says 'ready' where 256 bits are right, then of each module whether it compiles. It ends with the one that started it, or when nobody has asked for a while. */
function compileAsked(
  require: NodeJS.Require,
  compile: typeof compileTop,
  problem: typeof widthProblem,
  sample: ReturnType<typeof wideSample>,
): void {
  const { setFlagsFromString }: typeof import('node:v8') = require('node:v8');
  const { isAscii }: typeof import('node:buffer') = require('node:buffer');
  const { readFileSync }: typeof import('node:fs') = require('node:fs');
  const idleMilliseconds = 5000;
  process.title = 'cufort compiler';
  const tierUp: WidthTools['tierUp'] = (exported, wide) => compile(setFlagsFromString, exported, wide);
  /** Processors without AVX2 only take longer to compile; where nobody can tell, it is measured. */
  const hasAvx2 = (): boolean => {
    try {
      return /^flags\s*:.*\bavx2\b/m.test(readFileSync('/proc/cpuinfo', 'latin1'));
    } catch {
      return true;
    }
  };
  const tryOut = ({ bytes, address }: Request): boolean => {
    try {
      const module = new WebAssembly.Module(bytes);
      // What V8 compiles depends on what the module says of its memory, not on this one.
      const size = address === 'i64' ? { address, initial: 0n, maximum: 0n } : { initial: 0, maximum: 0 };
      const memory: WebAssembly.Memory = Reflect.construct(WebAssembly.Memory, [{ ...size, shared: true }]);
      const imports: Record<string, Record<string, WebAssembly.ImportValue>> = {};
      for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
        imports[from] ??= {};
        imports[from][name] = kind === 'memory' ? memory : () => 0;
      }
      const { exports } = new WebAssembly.Instance(module, imports);
      for (const exported of Object.values(exports)) if (typeof exported === 'function') tierUp(exported, true);
      return true;
    } catch {
      return false;
    }
  };
  const ascii = Buffer.alloc(256, 65);
  const tools = { tierUp, clean: () => void isAscii(ascii), now: () => performance.now() };
  if (!hasAvx2() || problem(tools, sample) !== undefined) process.exit(1);
  process.send?.('ready');
  const end = (): void => process.exit(0);
  let idle = setTimeout(end, idleMilliseconds);
  process.on('disconnect', end);
  process.on('message', (request: Request) => {
    clearTimeout(idle);
    process.send?.(tryOut(request));
    idle = setTimeout(end, idleMilliseconds);
  });
}
