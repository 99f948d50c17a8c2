/** The worker threads. They start when the first sizable kernel is launched, and nobody waits for them. */
import { Worker } from 'node:worker_threads';
import { header } from './control.ts';
import type { Queue } from './queue.ts';
import type { ThreadSetup } from './thread.ts';

export class Pool {
  readonly #setup: ThreadSetup;
  readonly #script: URL;
  readonly #count: number;
  #workers: Worker[] = [];

  /** `script`: of worker.ts, or what a bundler made of it. */
  constructor(setup: ThreadSetup, script: URL, count: number) {
    this.#setup = setup;
    this.#script = script;
    this.#count = count;
  }

  get isStarted(): boolean {
    return this.#workers.length > 0;
  }

  start(): void {
    for (let thread = 1; thread <= this.#count; thread++) {
      const worker = new Worker(this.#script, {
        workerData: { ...this.#setup, thread },
        env: {},
        trackUnmanagedFds: false,
      });
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
