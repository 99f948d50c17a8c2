/**
 * The threads that run host code together, as each of them sees it: regions, barriers, loops that are divided, locks. Each thread has one of these, on words that all
 * share. What waits also serves: the first thread does meanwhile what others ask of the runtime.
 */
import { placeOfAddress } from '../linear-memory.ts';
import { type Settings, settingNames } from './settings.ts';
import { endPart, giveParts, partGiven, takeSpare } from './spare-threads.ts';
import { Tasks } from './tasks.ts';
import { type Loop, TeamLoops } from './team-loops.ts';
import {
  addressAt,
  loopSlots,
  loopStride,
  loopWord,
  mostLevels,
  mostThreads,
  outerAt,
  setAddress,
  teamWords,
  threadsOfLevel,
  word,
} from './team-words.ts';
import type { Waits } from './waits.ts';

/** What a thread is in a team. */
type Member = {
  readonly number: number;
  readonly size: number;
  /** Parallel regions around it, and those of them with several threads. */
  readonly level: number;
  readonly active: number;
  readonly outer: Member | undefined;
  /** Threads of this region and of all that are open around it, where each of their threads has opened one of the same size. */
  readonly all: number;
  singles: number;
  /** Loops that the team has shared so far, and the one that the thread is in. */
  loops: number;
  loop: Loop | undefined;
};

/** What the threads of a region share. */
type Block = { readonly at: number; readonly words: Int32Array; readonly tasks: Tasks };

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
  /** First thread: sees to it that there are so many threads. */
  readonly gather: (size: number) => void;
  /** Memory for good. */
  readonly allocate: (bytes: number) => number;
  /** Tells the first thread that somebody waits for it. */
  readonly ask: () => void;
  readonly settings: Settings;
  readonly cores: number;
};

/** How long a thread is awake, and asleep then, between two looks at what nobody tells of. */
const pollMicroseconds = 20;
const pollMilliseconds = 0.02;

export class Team {
  readonly #parts: TeamParts;
  readonly thread: number;
  /** Of the region that this thread is in, and of all around it. */
  #block: Block | undefined;
  #words: Int32Array = new Int32Array(0);
  #first: Block | undefined;
  /** Blocks of regions in regions, by their addresses; those of this thread's own, the outermost first. */
  readonly #blocks = new Map<number, Block>();
  readonly #own: Block[] = [];
  #opened = 0;
  #loops: TeamLoops | undefined;
  #cells: Int32Array = new Int32Array(0);
  #member: Member = alone(undefined);
  #region = 0;
  /** Threads of the last team, and of those around it. */
  #size = 1;

  constructor(parts: TeamParts) {
    this.#parts = parts;
    this.thread = parts.thread;
  }

  get #tasks(): Tasks {
    return (this.#block ?? this.#firstBlock()).tasks;
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
    const before = { ...this.settings };
    const size = this.#sizeFor(wanted, many);
    if (size <= 1) this.#runAlone(entry, frame);
    else if (this.#member.active === 0) this.#runFirst(entry, frame, size);
    else this.#runWithin(entry, frame, size);
    Object.assign(this.settings, before);
  }

  #sizeFor(wanted: number, many: boolean): number {
    const { active, level } = this.#member;
    if (!many || active >= this.settings.levels || level >= mostLevels) return 1;
    return Math.min(wanted > 0 ? wanted : this.settings.threads, this.#most);
  }

  get #most(): number {
    return Math.min(this.settings.limit, mostThreads);
  }

  #runAlone(entry: number, frame: number): void {
    const outer = this.#member;
    this.#member = { ...alone(outer), level: outer.level + 1, active: outer.active };
    this.#parts.call(entry, frame);
    this.#member = outer;
  }

  #runFirst(entry: number, frame: number, size: number): void {
    this.#enter(this.#firstBlock());
    this.#parts.gather(size);
    this.#prepare(entry, frame, size);
    Atomics.add(this.#words, word.region, 1);
    this.#takePart(entry, frame, size);
  }

  /** In a region with several threads: by those that have nothing else to do. */
  #runWithin(entry: number, frame: number, wanted: number): void {
    const first = this.#firstBlock().words;
    const spare = { ...this.#parts, words: () => first, wait: (done: () => boolean) => this.wait(done) };
    const others = takeSpare(spare, wanted - 1, this.#most);
    if (others.length === 0) return void this.#runAlone(entry, frame);
    const outer = this.#block;
    const own = this.#ownBlock();
    this.#opened++;
    this.#enter(own);
    this.#prepare(entry, frame, others.length + 1);
    giveParts(first, others, own.at);
    this.#takePart(entry, frame, others.length + 1);
    this.#opened--;
    if (outer) this.#enter(outer);
  }

  /** As the thread that has opened the region. */
  #takePart(entry: number, frame: number, size: number): void {
    this.#parts.waits().stir();
    const outer = this.#member;
    const { words } = this.#enter(this.#block ?? this.#firstBlock());
    this.#begin(memberOf(0, size, outer));
    this.#parts.call(entry, frame);
    this.#work(() => Atomics.load(words, word.running) === 0 && !this.#tasks.pending, false);
    this.#member = outer;
    this.#size = Math.max(outer.all, this.#size);
    this.#parts.serve();
  }

  #begin(member: Member): void {
    this.#size = member.all;
    this.#member = member;
    this.#tasks.begin(member.number);
  }

  #enter(block: Block): Block {
    this.#block = block;
    this.#words = block.words;
    return block;
  }

  #firstBlock(): Block {
    this.#first ??= this.#blockAt(this.#parts.control());
    return this.#first;
  }

  #ownBlock(): Block {
    const known = this.#own[this.#opened];
    if (known) return known;
    const block = this.#blockAt(this.#parts.allocate(4 * teamWords));
    block.words.fill(0, 0, teamWords);
    this.#own.push(block);
    return block;
  }

  #blockAt(at: number): Block {
    const known = this.#blocks.get(at);
    if (known) return known;
    const words = new Int32Array(this.#parts.memory(), at);
    const tasks = new Tasks({ ...this.#parts, control: () => at, words: () => words });
    const block = { at, words, tasks };
    this.#blocks.set(at, block);
    return block;
  }

  #prepare(entry: number, frame: number, size: number): void {
    const words = this.#words;
    words[word.entry] = entry;
    setAddress(words, word.frame, frame);
    words[word.size] = size;
    this.#handOn();
    this.#tasks.clear();
    words[word.running] = size - 1;
    words[word.idle] = 0;
    words[word.arrived] = 0;
    words[word.singles] = 0;
    for (let s = 0; s < loopSlots; s++) {
      const at = word.loops + s * loopStride;
      for (const field of Object.values(loopWord)) words[at + field] = 0;
    }
  }

  /** Settings, and the regions around, for those who join. */
  #handOn(): void {
    const words = this.#words;
    const outer = this.#member;
    this.settings.threads = this.#firstBlock().words[threadsOfLevel + outer.level + 1] || this.settings.threads;
    settingNames.forEach((name, i) => {
      words[word.settings + i] = this.settings[name];
    });
    words[word.levels] = outer.level;
    for (let m: Member | undefined = outer; m && m.level > 0; m = m.outer) {
      words[outerAt + 2 * (m.level - 1)] = m.number;
      words[outerAt + 2 * (m.level - 1) + 1] = m.size;
    }
  }

  /** Another thread: takes part in the region that is open, where it has not yet and belongs to it. */
  join(): boolean {
    const { words } = this.#enter(this.#firstBlock());
    const given = partGiven(words, this.thread);
    if (given) {
      this.#joinWithin(given.number, given.team);
      return true;
    }
    const region = Atomics.load(words, word.region);
    if (region === this.#region) return this.#help();
    const size = words[word.size]!;
    if (Atomics.load(words, word.region) !== region) return false;
    this.#region = region;
    if (this.thread >= size) return false;
    this.#joinAs(this.thread);
    this.#leave(words);
    return true;
  }

  #joinWithin(number: number, team: number): void {
    const { words } = this.#enter(this.#blockAt(team));
    this.#joinAs(number);
    const { words: first } = this.#enter(this.#firstBlock());
    endPart(first, this.thread);
    this.#leave(words);
  }

  #joinAs(number: number): void {
    const words = this.#words;
    settingNames.forEach((name, i) => {
      this.settings[name] = words[word.settings + i]!;
    });
    this.#begin(memberOf(number, words[word.size]!, this.#around()));
    this.#parts.call(words[word.entry]!, addressAt(words, word.frame));
    while (this.#tasks.runOne(false));
    this.#member = alone(undefined);
  }

  #leave(words: Int32Array): void {
    Atomics.add(words, word.idle, 1);
    if (Atomics.sub(words, word.running, 1) === 1) this.#parts.waits().stir();
  }

  /** What the thread that has opened the region was. */
  #around(): Member {
    const words = this.#words;
    let member = alone(undefined);
    for (let level = 1; level <= words[word.levels]!; level++) {
      const at = outerAt + 2 * (level - 1);
      const size = words[at + 1]!;
      const inner = memberOf(words[at]!, size, member);
      member = size > 1 ? inner : { ...inner, active: member.active };
    }
    return member;
  }

  /** A thread that is done with its part of the region runs tasks of others, who wait for them. */
  #help(): boolean {
    const size = this.#words[word.size]!;
    if (this.thread >= size || !this.#tasks.waiting) return false;
    this.#member = memberOf(this.thread, size, this.#around());
    Atomics.sub(this.#words, word.idle, 1);
    let helped = false;
    while (this.#tasks.runOne(false)) helped = true;
    this.#member = alone(undefined);
    Atomics.add(this.#words, word.idle, 1);
    return helped;
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

  get loops(): TeamLoops {
    this.#loops ??= new TeamLoops({
      member: () => this.#member,
      words: () => this.#words,
      settings: this.settings,
      wait: (done) => this.wait(done),
      stir: () => this.wake(),
    });
    return this.#loops;
  }

  serve(): void {
    this.#parts.serve();
  }
}

function alone(outer: Member | undefined): Member {
  return {
    number: 0,
    size: 1,
    level: 0,
    active: 0,
    outer,
    all: outer?.all ?? 1,
    singles: 0,
    loops: 0,
    loop: undefined,
  };
}

function memberOf(number: number, size: number, outer: Member): Member {
  return {
    number,
    size,
    level: outer.level + 1,
    active: outer.active + 1,
    outer,
    all: outer.all * size,
    singles: 0,
    loops: 0,
    loop: undefined,
  };
}
