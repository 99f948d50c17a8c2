/** A worker thread of the simulated device: takes commands from the queue until it is told to quit. */
import { writeSync } from 'node:fs';
import { type MessagePort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { header } from './control.ts';
import { type KernelCode, makeThread, type ThreadSetup } from './thread.ts';

const spinMicroseconds = 80;

work(workerData);

function work(setup: ThreadSetup & { readonly more: MessagePort }): void {
  // This thread never comes back to its event loop.
  const more = (): KernelCode | undefined => receiveMessageOnPort(setup.more)?.message;
  const { queue, executor } = makeThread(setup, undefined, more);
  const { words } = queue;
  while (Atomics.load(words, header.quit) === 0) {
    const seen = Atomics.load(words, header.generation);
    const work = queue.take();
    if (work) attempt(() => executor.run(work));
    else queue.pause(seen, spinMicroseconds, Number.POSITIVE_INFINITY);
  }
}

/** Unexpected exceptions cannot reach the host, which may be asleep: they are told here, and the device has failed. */
function attempt(run: () => void): void {
  try {
    run();
  } catch (error) {
    writeSync(2, `internal error on a device thread: ${error instanceof Error ? error.message : error}\n`);
  }
}
