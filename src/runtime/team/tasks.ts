/**
 * Tasks that wait to be run, by whichever thread of the team has time: at barriers, at the end of the region, and where their parent waits for them. A task is a function of the host's table and the
 * cells that it gets, which are copied. What a thread runs itself from start to end is no task here, nor is what finds no place: it runs at once.
 */
import { placeOfAddress } from '../linear-memory.ts';
import { mostTasks, mostThreads, queueAt, taskCells, taskStride, tasksAt, taskWord, word } from './team-words.ts';
import type { Waits } from './waits.ts';

/** So many waiting tasks for each thread are enough. */
const enough = 16;

export type TaskParts = {
  readonly words: () => Int32Array;
  readonly memory: () => ArrayBufferLike;
  /** Address of the words. */
  readonly control: () => number;
  readonly waits: () => Waits;
  readonly call: (entry: number, frame: number) => void;
};

/** Threads stand for the tasks that the region has given them; those of a group count in a task that is none. */
export class Tasks {
  readonly #parts: TaskParts;
  /** What this thread is doing. */
  #own = 0;
  #group = -1;

  constructor(parts: TaskParts) {
    this.#parts = parts;
  }

  /** Of a thread that begins a region. */
  begin(thread: number): void {
    this.#own = thread;
    this.#group = -1;
  }

  /** Before a region opens. */
  clear(): void {
    const words = this.#parts.words();
    if (words[word.tasksReady] === 1) return;
    words[word.tasksReady] = 1;
    for (let id = mostThreads; id < mostThreads + mostTasks; id++)
      words[placeOf(id) + taskWord.parent] = id + 1 < mostThreads + mostTasks ? id + 1 : -1;
    words[word.freeTask] = mostThreads;
  }

  get pending(): boolean {
    return Atomics.load(this.#parts.words(), word.tasksPending) !== 0;
  }

  get waiting(): boolean {
    return Atomics.load(this.#parts.words(), word.tasksQueued) !== 0;
  }

  /** Whether the task waits now; else it is to be run at once. `size`: threads of the team. */
  add(entry: number, frame: number, cells: number, size: number): boolean {
    const words = this.#parts.words();
    if (size === 1 || cells > taskCells) return false;
    // While all have work, a task that is made is the next that this thread would run.
    if (Atomics.load(words, word.idle) <= 0 || Atomics.load(words, word.tasksQueued) >= enough * size) return false;
    const id = this.#locked(() => {
      const free = this.#take();
      if (free < 0) return free;
      const at = placeOf(free);
      words[at + taskWord.entry] = entry;
      words[at + taskWord.parent] = this.#own;
      words[at + taskWord.group] = this.#group;
      words[at + taskWord.done] = 0;
      const from = new Int32Array(this.#parts.memory(), placeOfAddress(frame), 2 * cells);
      words.set(from, at + taskWord.cells);
      this.#count(this.#own, 1);
      if (this.#group >= 0) this.#count(this.#group, 1);
      Atomics.add(words, word.tasksPending, 1);
      words[queueAt + words[word.tasksQueued]!] = free;
      Atomics.add(words, word.tasksQueued, 1);
      return free;
    });
    if (id >= 0) this.#parts.waits().stir();
    return id >= 0;
  }

  /** Runs one that waits, if there is one; `mine`: of those that what this thread does has made, itself or by others. */
  runOne(mine: boolean): boolean {
    const words = this.#parts.words();
    if (Atomics.load(words, word.tasksQueued) === 0) return false;
    const id = this.#locked(() => this.#next(mine));
    if (id < 0) return false;
    const [own, group] = [this.#own, this.#group];
    const at = placeOf(id);
    this.#own = id;
    this.#group = words[at + taskWord.group]!;
    this.#parts.call(words[at + taskWord.entry]!, this.#parts.control() + 4 * (at + taskWord.cells));
    this.#own = own;
    this.#group = group;
    this.#end(id);
    return true;
  }

  /** Whether the tasks made by what this thread does are done. */
  get childrenDone(): boolean {
    return Atomics.load(this.#parts.words(), placeOf(this.#own) + taskWord.children) === 0;
  }

  /** A group begins; gives the one around it. */
  beginGroup(): number {
    const outer = this.#group;
    const id = this.#locked(() => this.#take());
    // Without a place for it all tasks are waited for.
    this.#group = id;
    return outer;
  }

  get groupDone(): boolean {
    if (this.#group < 0) return this.childrenDone;
    return Atomics.load(this.#parts.words(), placeOf(this.#group) + taskWord.children) === 0;
  }

  endGroup(outer: number): void {
    const id = this.#group;
    this.#group = outer;
    if (id >= 0) this.#locked(() => this.#release(id));
  }

  #end(id: number): void {
    const words = this.#parts.words();
    const at = placeOf(id);
    const parent = words[at + taskWord.parent]!;
    const group = words[at + taskWord.group]!;
    const seen = this.#locked(() => {
      words[at + taskWord.done] = 1;
      if (words[at + taskWord.children] === 0) this.#release(id);
      const siblings = this.#count(parent, -1);
      if (parent >= mostThreads && siblings === 0 && words[placeOf(parent) + taskWord.done] === 1)
        this.#release(parent);
      const others = group < 0 ? 1 : this.#count(group, -1);
      return Atomics.sub(words, word.tasksPending, 1) === 1 || siblings === 0 || others === 0;
    });
    if (seen) this.#parts.waits().stir();
  }

  /** The newest of one's own, the oldest of all; -1: none. */
  #next(mine: boolean): number {
    const words = this.#parts.words();
    const queued = words[word.tasksQueued]!;
    for (let i = 0; i < queued; i++) {
      const at = queueAt + (mine ? queued - 1 - i : i);
      const id = words[at]!;
      if (mine && !this.#isMine(id)) continue;
      words.copyWithin(at, at + 1, queueAt + queued);
      Atomics.sub(words, word.tasksQueued, 1);
      return id;
    }
    return -1;
  }

  #isMine(id: number): boolean {
    const words = this.#parts.words();
    let parent = words[placeOf(id) + taskWord.parent]!;
    while (parent >= mostThreads && parent !== this.#own) parent = words[placeOf(parent) + taskWord.parent]!;
    return parent === this.#own;
  }

  #count(id: number, more: number): number {
    return Atomics.add(this.#parts.words(), placeOf(id) + taskWord.children, more) + more;
  }

  #take(): number {
    const words = this.#parts.words();
    const id = words[word.freeTask]!;
    if (id < 0) return -1;
    words[word.freeTask] = words[placeOf(id) + taskWord.parent]!;
    words[placeOf(id) + taskWord.children] = 0;
    return id;
  }

  #release(id: number): void {
    const words = this.#parts.words();
    words[placeOf(id) + taskWord.parent] = words[word.freeTask]!;
    words[word.freeTask] = id;
  }

  #locked<T>(run: () => T): T {
    const words = this.#parts.words();
    for (let tries = 1; Atomics.compareExchange(words, word.taskLock, 0, 1) !== 0; tries++)
      if (tries % 64 === 0) Atomics.wait(words, word.taskLock, 1, 0.05);
    try {
      return run();
    } finally {
      Atomics.store(words, word.taskLock, 0);
    }
  }
}

function placeOf(id: number): number {
  return tasksAt + id * taskStride;
}
