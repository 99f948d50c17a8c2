/** A worker thread: takes part in teams of the host and takes commands of the simulated device from the queue until it is told to quit. */
import { writeSync } from 'node:fs';
import { type MessagePort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import type { ThreadFailure } from '../team/host-code.ts';
import { threadTeam } from '../team/thread-team.ts';
import { header } from './control.ts';
import { type KernelCode, makeThread, type ThreadSetup } from './thread.ts';

const spinMicroseconds = 80;

work(workerData);

function work(setup: ThreadSetup & { readonly more: MessagePort }): void {
  // This thread never comes back to its event loop.
  const more = (): KernelCode | undefined => receiveMessageOnPort(setup.more)?.message;
  const { queue, executor } = makeThread(setup, undefined, more);
  const { words } = queue;
  const { host, places, memory, address, thread } = setup;
  const tell = (failure: ThreadFailure): void => setup.more.postMessage(failure);
  const waits = queue.waits();
  const team = host && places ? threadTeam({ memory, address, thread, host, places, waits, tell }) : undefined;
  let spin = spinMicroseconds;
  while (Atomics.load(words, header.quit) === 0) {
    const seen = Atomics.load(words, header.generation);
    if (team?.join()) {
      spin = team.spin();
      continue;
    }
    // Teams may have more threads than kernels.
    const work = thread < words[header.threads]! ? queue.take() : undefined;
    if (work) attempt(() => executor.run(work));
    else queue.pause(seen, spin, Number.POSITIVE_INFINITY);
    spin = spinMicroseconds;
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
