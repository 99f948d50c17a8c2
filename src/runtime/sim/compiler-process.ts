/**
 * A process that compiles kernels for vectors of 256 bits before this one does: V8 can end the process where it does that. Where it has what they are written from it
 * writes them, too. Its answers are asked for and never waited for. A thread of its own keeps it, since the host's thread runs the program and does not come back to its
 * event loop.
 */
import { parse } from 'node:path';
import { execArgv, execPath, kill } from 'node:process';
import type { MessagePort, Worker } from 'node:worker_threads';
import type {
  AddressType,
  AskedElsewhere,
  PackedKernels,
  WriterExports,
  WrittenElsewhere,
} from '../../back/wasm/encode/artifact.ts';
import { threads } from '../../base/node-parts.ts';
import { compileTop } from './tier-up.ts';
import { wideSample } from './wide-sample.ts';
import { type WidthTools, widthProblem } from './width-problem.ts';

/** What has become of a module: it is not known yet, it compiles, it does not or nobody can tell. */
export type Verdict = 'open' | 'good' | 'bad';

/** What writes kernels, as a CommonJS module: a file, or its text compressed by zstd, and where V8's code of that is kept. */
export type WriterScript =
  | { readonly file: string }
  | { readonly compressed: Uint8Array; readonly codeFolder: string | undefined };

export type Writer = { readonly script: WriterScript; readonly packed: PackedKernels };

/** A module that is there, or one that the process shall write. */
type Subject = { readonly address: AddressType } & (
  | { readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly asked: AskedElsewhere }
);
type Request = Subject & { readonly id: number };
/** To the thread that keeps the process, and back: which process that is, undefined where it has ended. */
type Answer = Settled | { readonly process: number | undefined };
type Settled = { readonly id: number; readonly good: boolean; readonly written?: WrittenElsewhere };

/** Flags of V8 that have a say in what it compiles, and how deeply what writes kernels may nest. */
const ofCompiler = /^--((no-?)?(experimental-)?(wasm|turbo|liftoff|enable-)|stack-size=)/;

/** `node`: what runs the process. */
export class CompilerProcess {
  readonly #node: string;
  readonly #writer: Writer | undefined;
  readonly #settled = new Map<number, Omit<Settled, 'id'>>();
  #worker: Worker | undefined;
  #port: MessagePort | undefined;
  /** As far as is known. */
  process: number | undefined;
  #asked = 0;

  constructor(writer?: Writer, node = execPath) {
    this.#writer = writer;
    this.#node = node;
  }

  /** Whether a module compiles. */
  ask(bytes: Uint8Array<ArrayBuffer>, address: AddressType): () => Verdict {
    const settled = this.#request({ bytes, address });
    return () => {
      const found = settled();
      return found ? (found.good ? 'good' : 'bad') : 'open';
    };
  }

  /** Starts it before it is asked for anything. */
  prepare(): void {
    try {
      this.#start().postMessage(null satisfies Request | null);
    } catch {
      // What is asked for will be bad.
    }
  }

  /** A module that compiles, where there is a writer. */
  write(asked: AskedElsewhere, address: AddressType): () => WrittenElsewhere | Exclude<Verdict, 'good'> {
    const settled = this.#request({ asked, address });
    return () => {
      const found = settled();
      return found ? (found.good && found.written) || 'bad' : 'open';
    };
  }

  #request(subject: Subject): () => Omit<Settled, 'id'> | undefined {
    const id = ++this.#asked;
    try {
      this.#start().postMessage({ ...subject, id } satisfies Request);
    } catch {
      // No threads may be started.
      this.#settled.set(id, { good: false });
    }
    return () => {
      this.#listen();
      return this.#settled.get(id);
    };
  }

  #start(): MessagePort {
    if (this.#port) return this.#port;
    const { port1, port2 } = new (threads().MessageChannel)();
    const args = [...execArgv.filter((word) => ofCompiler.test(word)), '-e', textOf(compileAsked)];
    this.#worker = new (threads().Worker)(`(${keepProcess})(require)`, {
      eval: true,
      workerData: { port: port2, node: this.#node, args, folder: parse(execPath).root, writer: this.#writer },
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
      if ('id' in got) this.#settled.set(got.id, got);
      else this.process = got.process;
  }

  #next(): Answer | undefined {
    return this.#port && threads().receiveMessageOnPort(this.#port)?.message;
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

/** From the process. */
type Said = 'ready' | Omit<Settled, 'id'> | null;
type CompilingModules = Pick<typeof import('node:module'), 'enableCompileCache' | 'flushCompileCache'> &
  (new (
    name: string,
  ) => {
    readonly id: string;
    readonly exports: WriterExports;
    readonly _compile: (text: string, name: string) => void;
  });

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
  const settle = (answer: Omit<Settled, 'id'>): void => {
    clearTimeout(timer);
    if (current) port.postMessage({ ...answer, id: current.id } satisfies Answer);
    current = undefined;
    goOn();
  };
  const goOn = (): void => {
    if (current) return;
    current = waiting.shift();
    if (!current) return;
    if (isHopeless) settle({ good: false });
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
      settle({ good: false });
    };
    started.on('message', (said: Said) => {
      isReady = true;
      if (said && said !== 'ready') settle(said);
    });
    started.on('error', ended);
    started.on('exit', ended);
    port.postMessage({ process: started.pid } satisfies Answer);
    started.send(workerData.writer ?? null);
    return started;
  };
  port.on('message', (request: Request | null) => {
    if (request) waiting.push(request);
    else if (!isHopeless) child ??= start();
    goOn();
  });
}

/** In the process: says 'ready' where 256 bits are right, then of each module whether it compiles. What comes first is the writer. It ends with the one that started it, or when nobody has asked for a while. */
function compileAsked(
  require: NodeJS.Require,
  compile: typeof compileTop,
  problem: typeof widthProblem,
  sample: ReturnType<typeof wideSample>,
): void {
  const { setFlagsFromString }: typeof import('node:v8') = require('node:v8');
  const { isAscii }: typeof import('node:buffer') = require('node:buffer');
  const { readFileSync }: typeof import('node:fs') = require('node:fs');
  const Module: CompilingModules = require('node:module');
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
  const load = ({ script, packed }: Writer): ReturnType<WriterExports['writeElsewhere']> => {
    if ('file' in script) return require(script.file).writeElsewhere(packed);
    const { crc32, zstdDecompressSync }: typeof import('node:zlib') = require('node:zlib');
    const { compressed, codeFolder = process.cwd() } = script;
    if (script.codeFolder !== undefined) Module.enableCompileCache(codeFolder);
    const loaded = new Module(`${codeFolder}/kernels-${crc32(compressed)}.cjs`);
    loaded._compile(String(zstdDecompressSync(compressed)), loaded.id);
    return loaded.exports.writeElsewhere(packed);
  };
  /** Code that runs once is not worth optimising. */
  const once = <T>(what: () => T): T => {
    for (const flag of ['--no-opt', '--no-maglev']) setFlagsFromString(flag);
    const made = what();
    for (const flag of ['--opt', '--maglev']) setFlagsFromString(flag);
    return made;
  };
  let write: ReturnType<typeof load> | undefined;
  let hasWritten = false;
  const writtenFor = (asked: AskedElsewhere): WrittenElsewhere | undefined => {
    if (!write || hasWritten) return write?.(asked);
    hasWritten = true;
    const written = once(() => write?.(asked));
    Module.flushCompileCache();
    return written;
  };
  const prepare = (writer: Writer): void => {
    try {
      write = once(() => load(writer));
    } catch {
      // Nothing is written.
    }
  };
  const tryOut = ({ address, ...subject }: Request): Omit<Settled, 'id'> => {
    try {
      const written = 'asked' in subject ? writtenFor(subject.asked) : undefined;
      const module = new WebAssembly.Module('bytes' in subject ? subject.bytes : written!.bytes);
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
      return { good: true, ...(written && { written }) };
    } catch {
      return { good: false };
    }
  };
  const ascii = Buffer.alloc(256, 65);
  const tools = { tierUp, clean: () => void isAscii(ascii), now: () => performance.now() };
  if (!hasAvx2() || problem(tools, sample) !== undefined) process.exit(1);
  process.send?.('ready');
  const end = (): void => process.exit(0);
  let idle = setTimeout(end, idleMilliseconds);
  process.on('disconnect', end);
  process.on('message', (request: Request | Writer | null) => {
    if (!request) return;
    if (!('id' in request)) {
      prepare(request);
      return;
    }
    clearTimeout(idle);
    process.send?.(tryOut(request));
    idle = setTimeout(end, idleMilliseconds);
  });
}
