/**
 * What threads that run host code share: offsets in 32-bit words from the start of a team's block. The first thread opens regions around all others in the block that is
 * always there; other threads join those that their numbers belong to. Whoever opens a region with several threads in such a region has a block of its own for it, up to
 * `teamWords`, and assigns threads to it that have nothing else to do.
 */

import { placeOfAddress } from '../linear-memory.ts';

/** Threads in all: the first one is the program's own. */
export const mostThreads = 128;
/** Regions around a region with several threads. */
export const mostLevels = 64;

export const word = {
  /** The number of the region that is open, or was last. */
  region: 0,
  /** Of the region: the function in the table, what it gets (two words), threads. */
  entry: 1,
  frame: 2,
  size: 4,
  /** Numbers that a thread takes along from the one that opens the region. */
  settings: 5,
  /** Threads of the team, without the first, that are not done. */
  running: 16,
  /** Threads that have come to the barrier, and how many barriers there were. */
  arrived: 32,
  barriers: 33,
  /** How many `single` regions some thread has taken. */
  singles: 34,
  /** An address for the others (two words). */
  shared: 36,
  /** 1 when a thread has met an error that ends the program. */
  failed: 48,
  /** How many requests of threads wait for the first one. */
  requests: 49,
  /** Tasks: a lock, 1 when the first of those that are free is known, that one, how many wait, and how many are not done. */
  taskLock: 50,
  tasksReady: 51,
  freeTask: 52,
  tasksQueued: 53,
  tasksPending: 54,
  /** Threads of the region that have nothing to do. */
  idle: 55,
  /** Of the first block: threads that have been started, how many more regions in regions wait for. */
  started: 56,
  wanted: 57,
  /** Regions around this one. */
  levels: 58,
  loops: 64,
} as const;

/** Loops that a team may be in at the same time: threads need not wait for each other behind one. */
export const loopSlots = 8;
/** Words of a loop's slot. */
export const loopStride = 64;
/**
 * `turn`: 2j where the j-th loop of this slot may begin, 2j + 1 once it has. `next`: what is handed out, in pieces. `gone`: threads that are done with it.
 * `ordered`: the iteration whose turn it is.
 */
export const loopWord = { turn: 0, next: 16, gone: 32, ordered: 48 } as const;

/** Tasks that are not done: those of threads, by their numbers, and others. `parent`: of one that is free the next one. */
export const tasksAt = word.loops + loopSlots * loopStride;
export const mostTasks = 512;
export const taskStride = 64;
export const taskWord = { entry: 0, parent: 1, group: 2, done: 3, children: 4, cells: 8 } as const;
/** Of 8 bytes. */
export const taskCells = (taskStride - taskWord.cells) / 2;
/** Those that wait, the oldest first. */
export const queueAt = tasksAt + (mostThreads + mostTasks) * taskStride;

/** Of the regions around, the outermost first: the number of the thread that has opened the next one, and how many there are. */
export const outerAt = queueAt + mostTasks;

/** Words of a block that is for one region in another. */
export const teamWords = outerAt + 2 * mostLevels;

/** Threads of a region by the regions around it, as the environment has them; 0: not said. */
export const threadsOfLevel = teamWords;

/** Of a thread: its part in a region in another. `team`: the block's address (two words). */
const partsAt = threadsOfLevel + mostLevels;
const partWords = 4;
export const partWord = { state: 0, number: 1, team: 2 } as const;
export const partState = { free: 0, taken: 1, given: 2 } as const;

export function partOf(thread: number): number {
  return partsAt + thread * partWords;
}

/** Of a thread: its request, and blocks that others have freed and that are its own. */
const threadsAt = partOf(mostThreads);
export const mailWords = 160;
export const mailWord = { state: 0, call: 1, count: 2, results: 3, freed: 4, kinds: 8, values: 16 } as const;
export const mailState = { none: 0, asked: 1, done: 2, failed: 3 } as const;

export function mailOf(thread: number): number {
  return threadsAt + thread * mailWords;
}

/** Which thread's heap has a page: a byte each, behind all words. */
export const ownersAt = 4 * mailOf(mostThreads);

export function addressAt(words: Int32Array, at: number): number {
  return (words[at]! >>> 0) + (words[at + 1]! >>> 0) * 2 ** 32;
}

export function setAddress(words: Int32Array, at: number, address: number): void {
  const place = placeOfAddress(address);
  words[at] = place | 0;
  words[at + 1] = Math.floor(place / 2 ** 32);
}
