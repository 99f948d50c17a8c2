/** Loops whose iterations a team shares, as one of its threads sees them: which iterations it runs, and whose turn it is in ordered ones. */
import { loopSchedules } from '../../library/runtime-calls.ts';
import type { Settings } from './settings.ts';
import { loopSlots, loopStride, loopWord, word } from './team-words.ts';

type Schedule = (typeof loopSchedules)[number];

/** A loop that the thread is in. `slot`: its words, where the team shares some. */
export type Loop = {
  readonly how: 'whole' | 'static' | 'dynamic' | 'guided';
  readonly trips: number;
  readonly chunk: number;
  readonly slot: number | undefined;
  readonly use: number;
  at: number;
  end: number;
};

/** What a thread is in its team, and its place among the loops of the region. */
type Looping = { readonly number: number; readonly size: number; loops: number; loop: Loop | undefined };

export type LoopParts = {
  readonly member: () => Looping;
  readonly words: () => Int32Array;
  readonly settings: Settings;
  readonly wait: (done: () => boolean) => void;
  readonly stir: () => void;
};

/** The largest number of pieces that are counted in one word. */
const mostPieces = 2 ** 30;

export class TeamLoops {
  readonly #parts: LoopParts;

  constructor(parts: LoopParts) {
    this.#parts = parts;
  }

  /** `schedule`: the place in `loopSchedules`, 0 for what the environment or the program has set. */
  begin(schedule: number, chunk: number, trips: number, ordered: boolean): void {
    const member = this.#parts.member();
    const { size } = member;
    const { settings } = this.#parts;
    const named = loopSchedules[schedule === 0 ? settings.schedule : schedule] ?? 'static';
    const given = schedule === 0 ? settings.chunk : chunk;
    const how = size === 1 ? 'whole' : howOf(named);
    const shared = size > 1 && (ordered || how === 'dynamic' || how === 'guided');
    const number = shared ? member.loops++ : 0;
    const use = Math.floor(number / loopSlots);
    const slot = shared ? word.loops + (number % loopSlots) * loopStride : undefined;
    if (slot !== undefined) this.#use(slot, use);
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
  #use(slot: number, use: number): void {
    const words = this.#parts.words();
    const turn = slot + loopWord.turn;
    if (Atomics.load(words, turn) >= 2 * use) return;
    this.#parts.wait(() => Atomics.load(words, turn) >= 2 * use);
  }

  /** The next iterations of this thread are from the result to `loopEnd`; -1: none. */
  next(): number {
    const { loop, size } = this.#parts.member();
    if (!loop) return -1;
    switch (loop.how) {
      case 'whole':
        return took(loop, loop.at, loop.trips, loop.trips);
      case 'static':
        return took(loop, loop.at, loop.at + loop.chunk, loop.at + loop.chunk * size);
      case 'dynamic': {
        const from = Atomics.add(this.#parts.words(), (loop.slot ?? 0) + loopWord.next, 1) * loop.chunk;
        return took(loop, from, from + loop.chunk, 0);
      }
      default:
        return this.#nextGuided(loop, size);
    }
  }

  /** A share of what is left, in units that fit a word. */
  #nextGuided(loop: Loop, size: number): number {
    const words = this.#parts.words();
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
    return this.#parts.member().loop?.end ?? 0;
  }

  leave(): void {
    const member = this.#parts.member();
    const slot = member.loop?.slot;
    const use = member.loop?.use ?? 0;
    member.loop = undefined;
    if (slot === undefined) return;
    const words = this.#parts.words();
    if (Atomics.add(words, slot + loopWord.gone, 1) + 1 < member.size) return;
    words[slot + loopWord.gone] = 0;
    words[slot + loopWord.next] = 0;
    words[slot + loopWord.ordered] = 0;
    Atomics.store(words, slot + loopWord.turn, 2 * use + 2);
    this.#parts.stir();
  }

  turn(iteration: number): void {
    const slot = this.#parts.member().loop?.slot;
    if (slot === undefined) return;
    const words = this.#parts.words();
    const at = slot + loopWord.ordered;
    const isOver = (): boolean => ((Atomics.load(words, at) - iteration) | 0) >= 0;
    if (!isOver()) this.#parts.wait(isOver);
  }

  endTurn(iteration: number): void {
    const slot = this.#parts.member().loop?.slot;
    if (slot === undefined) return;
    this.turn(iteration);
    // Its turn may be over already.
    if (((Atomics.load(this.#parts.words(), slot + loopWord.ordered) - iteration) | 0) > 0) return;
    Atomics.store(this.#parts.words(), slot + loopWord.ordered, (iteration + 1) | 0);
    this.#parts.stir();
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
