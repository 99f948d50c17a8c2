/** Threads that have no part in any region: whoever opens a region in another takes some, and gives them their parts. All words are those of the first block. */
import { addressAt, mostThreads, partOf, partState, partWord, setAddress, word } from './team-words.ts';

export type SpareParts = {
  readonly thread: number;
  readonly words: () => Int32Array;
  /** First thread: sees to it that there are so many threads. */
  readonly gather: (size: number) => void;
  /** What a thread that answers for others may have to do now has come up. */
  readonly ask: () => void;
  readonly wait: (done: () => boolean) => void;
};

/** Up to `count` threads with numbers below `most`: fewer where there are no more. */
export function takeSpare(parts: SpareParts, count: number, most: number): readonly number[] {
  const words = parts.words();
  const taken: number[] = [];
  for (;;) {
    takeFree(words, taken, count, most);
    const missing = Math.min(count - taken.length, most - Atomics.load(words, word.started));
    if (missing <= 0) return taken;
    if (parts.thread === 0) startMore(parts, missing);
    else {
      Atomics.add(words, word.wanted, missing);
      parts.ask();
      parts.wait(() => Atomics.load(words, word.wanted) === 0);
    }
  }
}

function takeFree(words: Int32Array, taken: number[], count: number, most: number): void {
  const end = Math.min(most, Atomics.load(words, word.started));
  for (let thread = words[word.size]!; thread < end && taken.length < count; thread++) {
    const state = partOf(thread) + partWord.state;
    if (Atomics.compareExchange(words, state, partState.free, partState.taken) === partState.free) taken.push(thread);
  }
}

/** By the first thread: what others wait for. */
export function startWanted(parts: Pick<SpareParts, 'words' | 'gather'>): boolean {
  const words = parts.words();
  const wanted = Atomics.load(words, word.wanted);
  if (wanted === 0) return false;
  startMore(parts, wanted);
  Atomics.sub(words, word.wanted, wanted);
  return true;
}

function startMore({ words, gather }: Pick<SpareParts, 'words' | 'gather'>, more: number): void {
  gather(Math.min(mostThreads, Atomics.load(words(), word.started) + more));
}

/** The threads are numbers 1, 2, … of the team whose block is at the address. */
export function giveParts(words: Int32Array, threads: readonly number[], team: number): void {
  threads.forEach((thread, i) => {
    const at = partOf(thread);
    words[at + partWord.number] = i + 1;
    setAddress(words, at + partWord.team, team);
    Atomics.store(words, at + partWord.state, partState.given);
  });
}

/** What a thread has been given. */
export function partGiven(
  words: Int32Array,
  thread: number,
): { readonly number: number; readonly team: number } | undefined {
  const at = partOf(thread);
  if (Atomics.load(words, at + partWord.state) !== partState.given) return undefined;
  return { number: words[at + partWord.number]!, team: addressAt(words, at + partWord.team) };
}

export function endPart(words: Int32Array, thread: number): void {
  Atomics.store(words, partOf(thread) + partWord.state, partState.free);
}
