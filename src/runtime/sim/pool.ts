/** The worker threads, of kernels and of the host's code. They start when the first sizable kernel is launched or the first team gathers, and nobody waits for them. */
import type { MessagePort, Worker } from 'node:worker_threads';
import { threads } from '../../base/node-parts.ts';
import type { ThreadFailure, ThreadPlaces } from '../team/host-code.ts';
import { header } from './control.ts';
import type { Queue } from './queue.ts';
import type { KernelCode, ThreadSetup } from './thread.ts';

/** Where worker.ts is, or its text as a bundler made it (CommonJS). */
export type WorkerScript = URL | { readonly code: string };

export class Pool {
  readonly #setup: ThreadSetup;
  readonly #script: WorkerScript;
  readonly #count: number;
  readonly #newPlaces: (() => ThreadPlaces) | undefined;
  #workers: Worker[] = [];
  #ports: MessagePort[] = [];
  readonly #codes: KernelCode[];

  /** `newPlaces`: what one more thread that runs the host's code has alone. */
  constructor(setup: ThreadSetup, script: WorkerScript, count: number, newPlaces?: () => ThreadPlaces) {
    this.#newPlaces = newPlaces;
    this.#setup = setup;
    this.#script = script;
    this.#count = count;
    this.#codes = [...setup.codes];
  }

  get isStarted(): boolean {
    return this.#workers.length >= this.#count && this.#workers.length > 0;
  }

  /** Those that run kernels. */
  start(): void {
    this.startUpTo(this.#count);
  }

  /** Workers 1 to `count`, as far as they are not there. */
  startUpTo(count: number): void {
    for (let thread = this.#workers.length + 1; thread <= count; thread++) {
      const { port1, port2 } = new (threads().MessageChannel)();
      port1.unref();
      this.#ports.push(port1);
      const places = this.#newPlaces?.();
      const workerData = { ...this.#setup, codes: this.#codes, thread, more: port2, ...(places && { places }) };
      const isUrl = this.#script instanceof URL;
      const source = this.#script instanceof URL ? this.#script : this.#script.code;
      const worker = new (threads().Worker)(source, {
        workerData,
        transferList: [port2],
        env: {},
        trackUnmanagedFds: false,
        eval: !isUrl,
      });
      worker.unref();
      this.#workers.push(worker);
    }
  }

  /** What a worker has told of its end. */
  failure(thread: number): ThreadFailure | undefined {
    const port = this.#ports[thread - 1];
    return port && threads().receiveMessageOnPort(port)?.message;
  }

  /** Before the first launch of these kernels. */
  add(code: KernelCode): void {
    this.#codes.push(code);
    for (const port of this.#ports) port.postMessage(code);
  }

  /** Ends the workers, also in the middle of a kernel. */
  stop(queue: Queue): void {
    Atomics.store(queue.words, header.quit, 1);
    queue.stir();
    for (const worker of this.#workers) void worker.terminate();
    for (const port of this.#ports) port.close();
    this.#workers = [];
    this.#ports = [];
  }
}
