/** What requests, windows and files use until they are complete. */
import type { Routine } from '../../library/mpi/routines.ts';
import { placeOfAddress } from '../linear-memory.ts';

/** Something that a call has begun to use. */
export type Use = {
  /** Work on it begins: a persistent request is started. */
  readonly begin: () => void;
  /** Work on it is complete. `status`: where the program's status of it stands; 0 where there is none. */
  readonly arrive: (status: number) => void;
  /** It is needed no longer. */
  readonly leave: () => void;
};

/** What comes after a call of the library. */
export type After = () => void;
/** Looks at a call before it is made; gives what comes after it, if anything. */
export type Watch = (flats: readonly (number | bigint)[]) => After | undefined;

type Word = (place: number) => number;
const statusBytes = 24;
/** What began with one call; `isKept`: it may be started again. */
type Uses = { readonly uses: readonly Use[]; readonly isKept: boolean; arrived: boolean };

const persistent = /_init$/;

export class Pending {
  readonly #word: Word;
  readonly #pending = new Map<string, Uses>();
  readonly #ignores: (status: number) => boolean;

  /** `ignores`: of a status's place, whether it stands for none. */
  constructor(word: Word, ignores: (status: number) => boolean = () => true) {
    this.#word = word;
    this.#ignores = ignores;
  }

  get isEmpty(): boolean {
    return this.#pending.size === 0;
  }

  /** What a call uses whose arguments stand at `places`, when it is done. */
  keep(routine: Routine, places: readonly number[], uses: readonly Use[]): void {
    const key = this.#keyOf(routine, places);
    // Libraries may give all that is complete at once the same request.
    const before = this.#pending.get(key)?.uses ?? [];
    this.#pending.set(key, { uses: [...before, ...uses], isKept: persistent.test(routine.name), arrived: false });
  }

  /** What ends or begins uses at calls of a routine; undefined where it does neither. `slots`: where each argument's address stands. */
  watch({ name, args }: Routine, slots: readonly number[]): Watch | undefined {
    const placed = (run: (places: readonly number[]) => After | undefined): Watch => {
      return (flats) =>
        this.#pending.size === 0 ? undefined : run(slots.map((slot) => placeOfAddress(flats[slot] ?? 0)));
    };
    const completed = completing.get(name);
    const status = args.findIndex(({ kind }) => kind === 'status');
    if (completed) return placed((places) => this.#completing(completed, places, this.#given(places[status])));
    if (name === 'mpi_start') return placed(([at = 0]) => this.#starting(1, at));
    if (name === 'mpi_startall') return placed(([count = 0, at = 0]) => this.#starting(this.#word(count), at));
    if (name === 'mpi_request_free') return placed(([at = 0]) => this.#freeing(this.#word(at)));
    if (!synchronising.test(name)) return undefined;
    const owner = args.findIndex(({ kind }) => kind === 'win' || kind === 'file');
    const kind = args[owner]?.kind ?? '';
    return placed((places) => this.#ending(`${kind} ${this.#word(places[owner] ?? 0)}`));
  }

  #given(status = 0): number {
    return this.#ignores(status) ? 0 : status;
  }

  #keyOf({ args }: Routine, places: readonly number[]): string {
    const request = args.findIndex(({ kind, way }) => kind === 'request' && way === 'out');
    const owner = request < 0 ? args.findIndex(({ kind }) => kind === 'win' || kind === 'file') : request;
    return `${args[owner]?.kind} ${this.#word(places[owner] ?? 0)}`;
  }

  #completing({ requests, done, stays }: Completing, places: readonly number[], statuses: number): After {
    const word = this.#word;
    const [count, at] = requests(places, word);
    const before = Array.from({ length: count }, (_, i) => `request ${word(at + 4 * i)}`);
    return () => {
      for (const [k, i] of done(places, word, count).entries())
        this.#complete(before[i] ?? '', stays === true, statuses === 0 ? 0 : statuses + k * statusBytes);
    };
  }

  #complete(key: string, stays: boolean, status: number): void {
    const pending = this.#pending.get(key);
    if (!pending) return;
    if (!pending.arrived) for (const use of pending.uses) use.arrive(status);
    pending.arrived = true;
    if (stays || pending.isKept) return;
    for (const use of pending.uses) use.leave();
    this.#pending.delete(key);
  }

  /** What is sent is as it is now. */
  #starting(count: number, at: number): undefined {
    for (let i = 0; i < count; i++) {
      const pending = this.#pending.get(`request ${this.#word(at + 4 * i)}`);
      if (!pending) continue;
      pending.arrived = false;
      for (const use of pending.uses) use.begin();
    }
  }

  #freeing(request: number): After {
    const key = `request ${request}`;
    const pending = this.#pending.get(key);
    return () => {
      // The memory of one that may still be under way stays.
      if (pending?.isKept) for (const use of pending.uses) use.leave();
      this.#pending.delete(key);
    };
  }

  #ending(key: string): After {
    return () => this.#complete(key, false, 0);
  }
}

/** All of a window's transfers, or the split one of a file, are complete here, in this process. */
const synchronising = /^mpi_(win_(fence|complete|unlock|unlock_all|flush\w*|free)|file_\w+_end|file_close)$/;

type Completing = {
  /** How many, and where the first one's number stands. */
  readonly requests: (places: readonly number[], word: Word) => readonly [count: number, at: number];
  /** Which of them are complete after the call. */
  readonly done: (places: readonly number[], word: Word, count: number) => readonly number[];
  /** The request remains. */
  readonly stays?: boolean;
};

const one: Completing['requests'] = ([at = 0]) => [1, at];
const listed: Completing['requests'] = ([count = 0, at = 0], word) => [word(count), at];
const all = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i);
const tested: Completing['done'] = ([, flag = 0], word) => (word(flag) === 0 ? [] : [0]);
const some: Completing['done'] = (places, word) =>
  all(Math.max(0, word(places[2] ?? 0))).map((i) => word((places[3] ?? 0) + 4 * i) - 1);

const completing: ReadonlyMap<string, Completing> = new Map(
  Object.entries({
    mpi_wait: { requests: one, done: () => [0] },
    mpi_test: { requests: one, done: tested },
    mpi_request_get_status: { requests: one, done: tested, stays: true },
    mpi_waitall: { requests: listed, done: (_p, _w, count) => all(count) },
    mpi_testall: { requests: listed, done: ([, , flag = 0], word, count) => (word(flag) === 0 ? [] : all(count)) },
    mpi_waitany: { requests: listed, done: ([, , index = 0], word) => [word(index) - 1] },
    mpi_testany: {
      requests: listed,
      done: ([, , index = 0, flag = 0], word) => (word(flag) === 0 ? [] : [word(index) - 1]),
    },
    mpi_waitsome: { requests: listed, done: some },
    mpi_testsome: { requests: listed, done: some },
  } satisfies Record<string, Completing>),
);
