/** The worker threads. They start when the first sizable kernel is launched, and nobody waits for them. */
import { Worker } from 'node:worker_threads';
import { header } from './control.ts';
import type { Queue } from './queue.ts';
import type { ThreadSetup } from './thread.ts';

/** Where worker.ts is, or its text as a bundler made it (CommonJS). */
export type WorkerScript = URL | { readonly code: string };

export class Pool {
  readonly #setup: ThreadSetup;
  readonly #script: WorkerScript;
  readonly #count: number;
  #workers: Worker[] = [];

  constructor(setup: ThreadSetup, script: WorkerScript, count: number) {
    this.#setup = setup;
    this.#script = script;
    this.#count = count;
  }

  get isStarted(): boolean {
    return this.#workers.length > 0;
  }

  start(): void {
    for (let thread = 1; thread <= this.#count; thread++) {
      const workerData = { ...this.#setup, thread };
      const isUrl = this.#script instanceof URL;
      const source = this.#script instanceof URL ? this.#script : this.#script.code;
      const worker = new Worker(source, { workerData, env: {}, trackUnmanagedFds: false, eval: !isUrl });
      worker.unref();
      this.#workers.push(worker);
    }
  }

  /** Ends the workers, also in the middle of a kernel. */
  stop(queue: Queue): void {
    Atomics.store(queue.words, header.quit, 1);
    queue.stir();
    for (const worker of this.#workers) void worker.terminate();
    this.#workers = [];
  }
}
