/**
 * Calls of the runtime by threads that cannot answer them themselves: a thread writes which import it calls and with what, and the first thread, whose files and devices
 * they are, makes the call as soon as it waits for something or looks. What a call throws ends the program there.
 */
import { mailOf, mailState, mailWord, mostThreads, word } from './team-words.ts';
import type { Waits } from './waits.ts';

type Value = number | bigint;
type Begun = { readonly isOver: () => boolean; readonly result: unknown };
type Failed = (thread: number, error: unknown) => unknown;
export type Call = (...args: Value[]) => unknown;

/** Of an argument or a result. */
const kinds = { none: 0, number: 1, bigint: 2 } as const;
const mostValues = (mailOf(1) - mailOf(0) - mailWord.values) / 2;

type Views = { readonly words: Int32Array; readonly numbers: Float64Array; readonly longs: BigInt64Array };

function viewsOf(memory: ArrayBufferLike, control: number): Views {
  return {
    words: new Int32Array(memory, control),
    numbers: new Float64Array(memory, control),
    longs: new BigInt64Array(memory, control),
  };
}

/** A thread's end. `failed`: where the call has ended the program; it does not return. */
export function sender(
  memory: ArrayBufferLike,
  control: number,
  thread: number,
  waits: Waits,
  pending: number,
  failed: () => never,
): (call: number, args: readonly Value[]) => unknown {
  const views = viewsOf(memory, control);
  const { words } = views;
  const cells = new Int32Array(memory);
  const mail = mailOf(thread);
  return (call, args) => {
    words[mail + mailWord.call] = call;
    words[mail + mailWord.count] = args.length;
    write(views, mail, args);
    Atomics.store(words, mail + mailWord.state, mailState.asked);
    Atomics.add(words, word.requests, 1);
    Atomics.store(cells, pending / 4, 1);
    waits.stir();
    for (;;) {
      const seen = waits.seen();
      const state = Atomics.load(words, mail + mailWord.state);
      if (state === mailState.failed) failed();
      if (state === mailState.done) break;
      waits.pause(seen, 50, 1000);
    }
    words[mail + mailWord.state] = mailState.none;
    const count = words[mail + mailWord.results]!;
    const results = read(views, mail, Math.abs(count));
    return count < 0 ? results : results[0];
  };
}

/** The first thread's end. */
export class Receiver {
  readonly #views: Views;
  readonly #waits: Waits;
  readonly #calls: readonly { readonly name: string; readonly call: Call }[];
  readonly #turns: Turns;
  #busy = false;
  /** What calls have begun that are not complete, by their threads. */
  readonly #begun = new Map<number, Begun>();

  constructor(
    memory: ArrayBufferLike,
    control: number,
    waits: Waits,
    calls: readonly { readonly name: string; readonly call: Call }[],
    turns: Turns,
  ) {
    this.#views = viewsOf(memory, control);
    this.#waits = waits;
    this.#calls = calls;
    this.#turns = turns;
  }

  /** Whether some call is under way that must be asked for. */
  get hasBegun(): boolean {
    return this.#begun.size > 0;
  }

  /**
   * Makes the calls that others wait for; `failed` is told of what one of them throws, and says what is thrown on. `underWay`: what a call has begun that will be
   * complete later, if anything.
   */
  serve(begin: (thread: number) => void, failed: Failed, underWay: () => (() => boolean) | undefined): void {
    const { words } = this.#views;
    if (this.#busy || Atomics.load(words, word.requests) === 0) return;
    this.#busy = true;
    for (let thread = 1; thread < mostThreads; thread++) this.#answer(thread, begin, failed, underWay);
    this.#busy = false;
  }

  #answer(
    thread: number,
    begin: (thread: number) => void,
    failed: Failed,
    underWay: () => (() => boolean) | undefined,
  ): void {
    const { words } = this.#views;
    const mail = mailOf(thread);
    if (Atomics.load(words, mail + mailWord.state) !== mailState.asked) return;
    const row = this.#calls[words[mail + mailWord.call]!];
    if (!row || !this.#turns.mayCall(thread, row.name)) return;
    begin(thread);
    try {
      const before = this.#begun.get(thread);
      if (before && !before.isOver()) return;
      this.#begun.delete(thread);
      const result = before ? before.result : row.call(...read(this.#views, mail, words[mail + mailWord.count]!));
      const isOver = underWay();
      if (isOver && !isOver()) return void this.#begun.set(thread, { isOver, result });
      const list = Array.isArray(result) ? result : result === undefined ? [] : [result];
      write(this.#views, mail, list);
      words[mail + mailWord.results] = Array.isArray(result) ? -list.length : list.length;
    } catch (error) {
      Atomics.sub(words, word.requests, 1);
      Atomics.store(words, mail + mailWord.state, mailState.failed);
      this.#waits.stir();
      throw failed(thread, error);
    }
    Atomics.sub(words, word.requests, 1);
    Atomics.store(words, mail + mailWord.state, mailState.done);
    this.#waits.stir();
  }
}

const beginsStatement: ReadonlySet<string> = new Set(['io.start', 'io.read-record', 'io.write-record', 'io.transfer']);

/** A statement of input or output is several calls: from its first to its last no other thread begins one. */
export class Turns {
  #owner = -1;
  #depth = 0;
  #keeps: boolean[] = [];

  mayCall(thread: number, name: string): boolean {
    return !beginsStatement.has(name) || this.#owner === -1 || this.#owner === thread;
  }

  /** `keeps`: results are asked for behind the end of the statement. */
  begin(thread: number, keeps: boolean): void {
    this.#owner = thread;
    this.#depth++;
    this.#keeps.push(keeps);
  }

  called(thread: number, name: string): void {
    if (name === 'io.end' ? this.#keeps.at(-1) === false : name === 'io.leave') this.#leave(thread);
  }

  #leave(thread: number): void {
    if (this.#owner !== thread) return;
    this.#keeps.pop();
    this.#depth--;
    if (this.#depth <= 0) this.#owner = -1;
  }
}

function write({ words, numbers, longs }: Views, mail: number, values: readonly unknown[]): void {
  if (values.length > mostValues) throw new RangeError(`a call with ${values.length} values`);
  values.forEach((value, i) => {
    const at = (mail + mailWord.values) / 2 + i;
    const kind = typeof value === 'bigint' ? kinds.bigint : typeof value === 'number' ? kinds.number : kinds.none;
    setKind(words, mail, i, kind);
    if (typeof value === 'bigint') longs[at] = value;
    else if (typeof value === 'number') numbers[at] = value;
  });
}

function read({ words, numbers, longs }: Views, mail: number, count: number): Value[] {
  return Array.from({ length: count }, (_, i) => {
    const at = (mail + mailWord.values) / 2 + i;
    return kindAt(words, mail, i) === kinds.bigint ? longs[at]! : numbers[at]!;
  });
}

/** Two bits for each value. */
function setKind(words: Int32Array, mail: number, i: number, kind: number): void {
  const at = mail + mailWord.kinds + (i >> 4);
  const shift = 2 * (i & 15);
  words[at] = (words[at]! & ~(3 << shift)) | (kind << shift);
}

function kindAt(words: Int32Array, mail: number, i: number): number {
  return (words[mail + mailWord.kinds + (i >> 4)]! >>> (2 * (i & 15))) & 3;
}
