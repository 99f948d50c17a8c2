/** The worker threads. They start when the first sizable kernel is launched, and nobody waits for them. */
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { header } from './control.ts';
import type { Queue } from './queue.ts';
import type { KernelCode, ThreadSetup } from './thread.ts';

/** Where worker.ts is, or its text as a bundler made it (CommonJS). */
export type WorkerScript = URL | { readonly code: string };

export class Pool {
  readonly #setup: ThreadSetup;
  readonly #script: WorkerScript;
  readonly #count: number;
  #workers: Worker[] = [];
  #ports: MessagePort[] = [];
  readonly #codes: KernelCode[];

  constructor(setup: ThreadSetup, script: WorkerScript, count: number) {
    this.#setup = setup;
    this.#script = script;
    this.#count = count;
    this.#codes = [...setup.codes];
  }

  get isStarted(): boolean {
    return this.#workers.length > 0;
  }

  start(): void {
    for (let thread = 1; thread <= this.#count; thread++) {
      const { port1, port2 } = new MessageChannel();
      port1.unref();
      this.#ports.push(port1);
      const workerData = { ...this.#setup, codes: this.#codes, thread, more: port2 };
      const isUrl = this.#script instanceof URL;
      const source = this.#script instanceof URL ? this.#script : this.#script.code;
      const worker = new Worker(source, {
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
