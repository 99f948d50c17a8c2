/**
 * The threads that run host code together, as each of them sees it: regions, barriers, loops that are divided, locks. Each thread has one of these, on words that all
 * share. What waits also serves: the first thread does meanwhile what others ask of the runtime.
 */
import { loopSchedules } from '../../library/runtime-calls.ts';
import { placeOfAddress } from '../linear-memory.ts';
import { type Settings, settingNames } from './settings.ts';
import { Tasks } from './tasks.ts';
import { loopSlots, loopStride, loopWord, mostThreads, word } from './team-words.ts';
import type { Waits } from './waits.ts';

type Schedule = (typeof loopSchedules)[number];

/** What a thread is in a team. */
type Member = {
  readonly number: number;
  readonly size: number;
  /** Parallel regions around it, and those of them with several threads. */
  readonly level: number;
  readonly active: number;
  readonly outer: Member | undefined;
  singles: number;
  loops: number;
  loop: Loop | undefined;
};

/** A loop that the thread is in. `slot`: its words, where the team shares some. */
type Loop = {
  readonly how: 'whole' | 'static' | 'dynamic' | 'guided';
  readonly trips: number;
  readonly chunk: number;
  readonly slot: number | undefined;
  readonly use: number;
  at: number;
  end: number;
};

export type TeamParts = {
  readonly thread: number;
  readonly memory: () => ArrayBufferLike;
  /** Address of the words that all share; undefined until the first region opens. */
  readonly control: () => number;
  readonly waits: () => Waits;
  /** Runs the function at this place of the host module's table. */
  readonly call: (entry: number, frame: number) => void;
  /** What this thread does for others whenever it waits. True where something is under way that nobody tells of: it is to be asked again soon. */
  readonly serve: () => boolean;
  /** First thread: sees to it that there are so many threads; gives how many there are. */
  readonly gather: (size: number) => number;
  readonly settings: Settings;
  readonly cores: number;
};

/** How long a thread is awake, and asleep then, between two looks at what nobody tells of. */
const pollMicroseconds = 20;
const pollMilliseconds = 0.02;

/** The largest number of pieces that are counted in one word. */
const mostPieces = 2 ** 30;

export class Team {
  readonly #parts: TeamParts;
  readonly thread: number;
  #words: Int32Array = new Int32Array(0);
  #cells: Int32Array = new Int32Array(0);
  #member: Member = alone(undefined);
  #region = 0;
  /** Threads of the last team. */
  #size = 1;
  #opened = false;
  readonly #tasks: Tasks;

  constructor(parts: TeamParts) {
    this.#parts = parts;
    this.thread = parts.thread;
    this.#tasks = new Tasks({ ...parts, words: () => this.#words });
  }

  get settings(): Settings {
    return this.#parts.settings;
  }
  get cores(): number {
    return this.#parts.cores;
  }
  get number(): number {
    return this.#member.number;
  }
  get size(): number {
    return this.#member.size;
  }
  get level(): number {
    return this.#member.level;
  }
  get active(): number {
    return this.#member.active;
  }

  /** The member that this thread was at a level; undefined where there is none. */
  at(level: number): { readonly number: number; readonly size: number } | undefined {
    let member: Member | undefined = this.#member;
    while (member && member.level > level) member = member.outer;
    return member?.level === level ? member : undefined;
  }

  // ---- regions ----------------------------------------------------------------------------------------------------

  /** Each thread of a team calls the function; all of them are done when this returns. */
  run(entry: number, frame: number, wanted: number, many: boolean): void {
    const size = this.#sizeFor(wanted, many);
    if (size <= 1) return void this.#runAlone(entry, frame);
    this.#open(entry, frame, size);
    const outer = this.#member;
    this.#size = size;
    this.#member = memberOf(0, size, outer);
    this.#tasks.begin(0);
    this.#parts.call(entry, frame);
    const words = this.#words;
    this.#work(() => Atomics.load(words, word.running) === 0 && !this.#tasks.pending, false);
    this.#member = outer;
    this.#parts.serve();
  }

  #sizeFor(wanted: number, many: boolean): number {
    if (!many || this.thread !== 0 || this.#member.active > 0 || this.settings.levels < 1) return 1;
    const size = Math.min(wanted > 0 ? wanted : this.settings.threads, this.settings.limit, mostThreads);
    if (size <= 1) return 1;
    return this.#parts.gather(size);
  }

  #runAlone(entry: number, frame: number): void {
    const outer = this.#member;
    this.#member = { ...alone(outer), level: outer.level + 1, active: outer.active };
    this.#parts.call(entry, frame);
    this.#member = outer;
  }

  #open(entry: number, frame: number, size: number): void {
    if (!this.#opened) this.#look();
    const words = this.#words;
    words[word.entry] = entry;
    setAddress(words, word.frame, frame);
    words[word.size] = size;
    settingNames.forEach((name, i) => {
      words[word.settings + i] = this.settings[name];
    });
    this.#tasks.clear();
    words[word.running] = size - 1;
    words[word.idle] = 0;
    words[word.arrived] = 0;
    words[word.singles] = 0;
    for (let s = 0; s < loopSlots; s++) {
      const at = word.loops + s * loopStride;
      for (const field of Object.values(loopWord)) words[at + field] = 0;
    }
    Atomics.add(words, word.region, 1);
    this.#parts.waits().stir();
  }

  /** Another thread: takes part in the region that is open, where it has not yet and belongs to it. */
  join(): boolean {
    if (!this.#opened) this.#look();
    const words = this.#words;
    const region = Atomics.load(words, word.region);
    if (region === this.#region) return this.#help();
    const size = words[word.size]!;
    if (Atomics.load(words, word.region) !== region) return false;
    this.#region = region;
    if (this.thread >= size) return false;
    settingNames.forEach((name, i) => {
      this.settings[name] = words[word.settings + i]!;
    });
    this.#size = size;
    this.#member = memberOf(this.thread, size, alone(undefined));
    this.#tasks.begin(this.thread);
    this.#parts.call(words[word.entry]!, addressAt(words, word.frame));
    while (this.#tasks.runOne(false));
    this.#member = alone(undefined);
    Atomics.add(words, word.idle, 1);
    if (Atomics.sub(words, word.running, 1) === 1) this.#parts.waits().stir();
    return true;
  }

  /** A thread that is done with its part of the region runs tasks of others, who wait for them. */
  #help(): boolean {
    const size = this.#words[word.size]!;
    if (this.thread >= size || !this.#tasks.waiting) return false;
    this.#member = memberOf(this.thread, size, alone(undefined));
    Atomics.sub(this.#words, word.idle, 1);
    let helped = false;
    while (this.#tasks.runOne(false)) helped = true;
    this.#member = alone(undefined);
    Atomics.add(this.#words, word.idle, 1);
    return helped;
  }

  #look(): void {
    this.#words = new Int32Array(this.#parts.memory(), this.#parts.control());
    this.#opened = true;
  }

  // ---- waiting ----------------------------------------------------------------------------------------------------

  /** Microseconds awake: none where others of the team need the processor. */
  get spin(): number {
    return this.#size > this.#parts.cores ? 0 : this.settings.spin;
  }

  /** Whether a region with several threads is open. */
  get isOpen(): boolean {
    return this.#member.size > 1 || this.#member.active > 0;
  }

  /** Asks again and again, and does what others ask for meanwhile. */
  poll(done: () => boolean): void {
    const waits = this.#parts.waits();
    for (;;) {
      const seen = waits.seen();
      if (done()) return;
      this.#parts.serve();
      if (this.isOpen) waits.pause(seen, this.spin > 0 ? pollMicroseconds : 0, pollMilliseconds);
    }
  }

  wait(done: () => boolean): void {
    this.#until(done, undefined);
  }

  /** The same, with tasks to do meanwhile. */
  #work(done: () => boolean, mine: boolean): void {
    this.#until(done, () => this.#tasks.runOne(mine));
  }

  /** `help`: does a piece of work, if there is any; who has none is idle. */
  #until(done: () => boolean, help: (() => boolean) | undefined): void {
    const waits = this.#parts.waits();
    const { spin } = this;
    for (;;) {
      const seen = waits.seen();
      if (done()) return;
      const isUnderWay = this.#parts.serve();
      if (help?.()) continue;
      if (done()) return;
      if (help) Atomics.add(this.#words, word.idle, 1);
      if (isUnderWay) waits.pause(seen, Math.min(spin, pollMicroseconds), pollMilliseconds);
      else waits.pause(seen, spin, 1000);
      if (help) Atomics.sub(this.#words, word.idle, 1);
    }
  }

  /** Until all of the team have come, and all tasks are done. */
  barrier(): void {
    const { size } = this.#member;
    if (size === 1) return;
    const words = this.#words;
    const seen = Atomics.load(words, word.barriers);
    Atomics.add(words, word.arrived, 1);
    const isOver = (): boolean => {
      if (Atomics.load(words, word.barriers) !== seen) return true;
      if (Atomics.load(words, word.arrived) !== size || this.#tasks.pending) return false;
      if (Atomics.compareExchange(words, word.arrived, size, 0) !== size) return false;
      Atomics.add(words, word.barriers, 1);
      this.#parts.waits().stir();
      return true;
    };
    if (!isOver()) this.#work(isOver, false);
  }

  // ---- tasks ------------------------------------------------------------------------------------------------------

  /** Whether somebody will run the function; else the caller does. */
  task(entry: number, frame: number, cells: number, wanted: boolean): boolean {
    return wanted && this.#tasks.add(entry, frame, cells, this.#member.size);
  }

  /** Until the tasks that this one has made are done. */
  taskWait(): void {
    if (this.#member.size === 1) this.#parts.serve();
    else this.#work(() => this.#tasks.childrenDone, true);
  }

  /** The number of the group around. */
  taskGroup(): number {
    return this.#member.size === 1 ? -1 : this.#tasks.beginGroup();
  }

  taskGroupEnd(outer: number): void {
    if (this.#member.size === 1) return;
    this.#work(() => this.#tasks.groupDone, true);
    this.#tasks.endGroup(outer);
  }

  single(): boolean {
    const member = this.#member;
    if (member.size === 1) return true;
    const own = member.singles++;
    return Atomics.compareExchange(this.#words, word.singles, own, own + 1) === own;
  }

  share(address: number): void {
    if (this.#member.size > 1) setAddress(this.#words, word.shared, address);
    else this.#alone = address;
  }

  #alone = 0;

  shared(): number {
    return this.#member.size > 1 ? addressAt(this.#words, word.shared) : this.#alone;
  }

  // ---- locks: 0 free, 1 taken, 2 taken and waited for -------------------------------------------------------------

  enter(address: number | bigint): void {
    // Who asks again and again for a value under a lock may wait for what others ask of this thread.
    if (this.thread === 0) this.#parts.serve();
    const cell = this.cell(address);
    const cells = this.#cells;
    if (Atomics.compareExchange(cells, cell, 0, 1) === 0) return;
    this.wait(() => Atomics.exchange(cells, cell, 2) === 0);
  }

  tryEnter(address: number | bigint): boolean {
    const cell = this.cell(address);
    return Atomics.compareExchange(this.#cells, cell, 0, 1) === 0;
  }

  leave(address: number | bigint): void {
    const cell = this.cell(address);
    if (Atomics.exchange(this.#cells, cell, 0) === 2) this.wake();
  }

  wake(): void {
    this.#parts.waits().stir();
  }

  /** The place of a word in `cells`. */
  cell(address: number | bigint): number {
    const at = placeOfAddress(address);
    if (at + 8 > this.#cells.byteLength) this.#cells = new Int32Array(this.#parts.memory());
    return Math.floor(at / 4);
  }

  get cells(): Int32Array {
    return this.#cells;
  }

  // ---- loops ------------------------------------------------------------------------------------------------------

  /** `schedule`: the place in `loopSchedules`, 0 for what the environment or the program has set. */
  loop(schedule: number, chunk: number, trips: number, ordered: boolean): void {
    const member = this.#member;
    const { size } = member;
    const named = loopSchedules[schedule === 0 ? this.settings.schedule : schedule] ?? 'static';
    const given = schedule === 0 ? this.settings.chunk : chunk;
    const how = size === 1 ? 'whole' : howOf(named);
    const shared = size > 1 && (ordered || how === 'dynamic' || how === 'guided');
    const number = shared ? member.loops++ : 0;
    const use = Math.floor(number / loopSlots);
    const slot = shared ? word.loops + (number % loopSlots) * loopStride : undefined;
    if (slot !== undefined) this.#begin(slot, use);
    const base = { how, trips, slot, use } as const;
    if (how === 'static' && given < 1) {
      const share = Math.floor(trips / size);
      const more = trips % size;
      const first = member.number * share + Math.min(member.number, more);
      const own = share + (member.number < more ? 1 : 0);
      member.loop = { ...base, chunk: Math.max(own, 1), at: own > 0 ? first : trips, end: 0 };
    } else {
      const least = Math.ceil(trips / mostPieces);
      const pieces = Math.max(given, least, 1);
      member.loop = { ...base, chunk: pieces, at: how === 'static' ? member.number * pieces : 0, end: 0 };
    }
  }

  /** The slot's earlier loop has ended for all. */
  #begin(slot: number, use: number): void {
    const words = this.#words;
    const turn = slot + loopWord.turn;
    if (Atomics.load(words, turn) >= 2 * use) return;
    this.wait(() => Atomics.load(words, turn) >= 2 * use);
  }

  /** The next iterations of this thread are from the result to `loopEnd`; -1: none. */
  next(): number {
    const { loop, size } = this.#member;
    if (!loop) return -1;
    switch (loop.how) {
      case 'whole':
        return took(loop, loop.at, loop.trips, loop.trips);
      case 'static':
        return took(loop, loop.at, loop.at + loop.chunk, loop.at + loop.chunk * size);
      case 'dynamic': {
        const from = Atomics.add(this.#words, (loop.slot ?? 0) + loopWord.next, 1) * loop.chunk;
        return took(loop, from, from + loop.chunk, 0);
      }
      default:
        return this.#nextGuided(loop, size);
    }
  }

  /** A share of what is left, in units that fit a word. */
  #nextGuided(loop: Loop, size: number): number {
    const words = this.#words;
    const at = (loop.slot ?? 0) + loopWord.next;
    const unit = Math.max(1, Math.ceil(loop.trips / mostPieces));
    const total = Math.ceil(loop.trips / unit);
    const least = Math.max(1, Math.ceil(loop.chunk / unit));
    for (;;) {
      const from = Atomics.load(words, at);
      if (from >= total) return -1;
      const to = Math.min(total, from + Math.max(least, Math.ceil((total - from) / size)));
      if (Atomics.compareExchange(words, at, from, to) === from) return took(loop, from * unit, to * unit, 0);
    }
  }

  end(): number {
    return this.#member.loop?.end ?? 0;
  }

  endLoop(): void {
    const member = this.#member;
    const slot = member.loop?.slot;
    const use = member.loop?.use ?? 0;
    member.loop = undefined;
    if (slot === undefined) return;
    const words = this.#words;
    if (Atomics.add(words, slot + loopWord.gone, 1) + 1 < member.size) return;
    words[slot + loopWord.gone] = 0;
    words[slot + loopWord.next] = 0;
    words[slot + loopWord.ordered] = 0;
    Atomics.store(words, slot + loopWord.turn, 2 * use + 2);
    this.#parts.waits().stir();
  }

  turn(iteration: number): void {
    const slot = this.#member.loop?.slot;
    if (slot === undefined) return;
    const words = this.#words;
    const at = slot + loopWord.ordered;
    const isOver = (): boolean => ((Atomics.load(words, at) - iteration) | 0) >= 0;
    if (!isOver()) this.wait(isOver);
  }

  endTurn(iteration: number): void {
    const slot = this.#member.loop?.slot;
    if (slot === undefined) return;
    this.turn(iteration);
    // Its turn may be over already.
    if (((Atomics.load(this.#words, slot + loopWord.ordered) - iteration) | 0) > 0) return;
    Atomics.store(this.#words, slot + loopWord.ordered, (iteration + 1) | 0);
    this.#parts.waits().stir();
  }

  serve(): void {
    this.#parts.serve();
  }
}

function howOf(schedule: Schedule): 'static' | 'dynamic' | 'guided' {
  return schedule === 'dynamic' || schedule === 'guided' ? schedule : 'static';
}

function took(loop: Loop, from: number, to: number, next: number): number {
  if (from >= loop.trips) return -1;
  loop.end = Math.min(to, loop.trips);
  loop.at = next;
  return from;
}

function alone(outer: Member | undefined): Member {
  return { number: 0, size: 1, level: 0, active: 0, outer, singles: 0, loops: 0, loop: undefined };
}

function memberOf(number: number, size: number, outer: Member): Member {
  return {
    number,
    size,
    level: outer.level + 1,
    active: outer.active + 1,
    outer,
    singles: 0,
    loops: 0,
    loop: undefined,
  };
}

function addressAt(words: Int32Array, at: number): number {
  return (words[at]! >>> 0) + (words[at + 1]! >>> 0) * 2 ** 32;
}

function setAddress(words: Int32Array, at: number, address: number): void {
  const place = placeOfAddress(address);
  words[at] = place | 0;
  words[at + 1] = Math.floor(place / 2 ** 32);
}
