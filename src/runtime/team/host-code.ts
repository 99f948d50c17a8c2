/** What threads that run the host's code need, tell, and are for the first one. */
import type { Waits } from './waits.ts';

/** The host's module, for all threads; sent to them as it is. */
export type HostCode = {
  readonly module: WebAssembly.Module;
  readonly imports: readonly { readonly module: string; readonly name: string }[];
  /** Address of the words that all share. */
  readonly control: number;
  /** Address of a word that is not 0 while somebody waits for the first thread. */
  readonly pending: number;
  readonly cores: number;
};

/** What is one thread's alone. */
export type ThreadPlaces = {
  readonly stackLow: number;
  readonly stackHigh: number;
  /** Bytes from the first thread's own variables to this one's. */
  readonly ownOffset: number;
};

/** What ended a thread. `ending`: nothing of its own, but a call that it made. */
export type ThreadFailure = {
  readonly kind: 'error' | 'ending';
  readonly name: string;
  readonly message: string;
  readonly stack: string;
  readonly trap: number | undefined;
};

/** Where the other threads are. */
export type Threads = {
  readonly waits: Waits;
  /** Starts threads with numbers below `count`, where they are not there yet. */
  readonly start: (count: number) => void;
  /** What a thread has told last. */
  readonly failure: (thread: number) => ThreadFailure | undefined;
};
