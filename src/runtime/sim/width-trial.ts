/**
 * Launches of one kernel with vectors of 128 bits and of 256 in turn, and which of the two is faster. No launch runs twice, so what is compared is never quite the
 * same work. Of four launches in a row each width has two, the outer or the inner ones, so that neither gains by work that grows or shrinks; and which of them changes after
 * every third four, so that neither gains by the rhythm of a program's launches.
 */

export type Width = 128 | 256;

/** Launches of which each width has two: they are compared with each other alone. */
const group = 4;
/** So much faster 256 bits must be to be taken. */
const gain = 0.03;
/** Groups in a row in which a width has the same places. */
const alike = 3;
/** Groups that agree, and by so much, are believed early. */
const few = alike + 1;
const clearly = 0.1;
/** One of so many groups, at each end, may say something else. */
const outliers = 8;
/** Otherwise as many as this, or as are done in some seconds. */
const many = 2 * alike;
const most = 4 * alike;
/** Where all of them are shorter than a trial should be, unless they agree. */
const mostShort = 84 * alike;
/** Nanoseconds of threads: shorter trials are mostly noise, longer ones are a burden. */
const shortest = 40e6;
const longest = 2e9;
/** A width that is half as long again in all of them needs less. */
const plainly = Math.log(1.5);
const shortestPlain = 2e6;
/** A launch that takes so long, so many times as long as the one before it, needs no second; two of them in one group need no other group. */
const hopeless = 20e6;
const hopelessly = 2.5;

export class WidthTrial {
  readonly #samples: (number | undefined)[] = [];
  /** Groups that are whole, and what they say, in order of size. */
  #groups = 0;
  readonly #logs: number[] = [];
  #next = 0;
  /** Nanoseconds of threads that its launches took. */
  #spent = 0;
  outcome: Width | undefined;
  /** Launches of which it is known what they took. */
  known = 0;

  /** The next launch's number and width; undefined where enough of them are under way. */
  next(): { readonly index: number; readonly width: Width } | undefined {
    if (this.outcome !== undefined || this.#next >= group * mostShort) return undefined;
    const index = this.#next++;
    return { index, width: widthOf(index) };
  }

  /** What a launch took: in all, and for a block. 0 where nobody knows. */
  note(index: number, nanoseconds: number, ofBlock: number): void {
    this.known++;
    this.#spent += nanoseconds;
    this.#samples[index] = ofBlock;
    if (this.outcome !== undefined) return;
    const before = this.#groups;
    for (; this.#isWhole(this.#groups); this.#groups++) insert(this.#logs, this.#logOf(this.#groups));
    if (this.#isHopeless(index, nanoseconds)) this.outcome = 128;
    else if (this.#groups > before) this.#decide(this.#groups, this.#logs);
  }

  #isHopeless(index: number, nanoseconds: number): boolean {
    const [first = 0, second = 0, third = 0, last = 0] = this.#samples;
    if (index === 1 && nanoseconds > hopeless) return first > 0 && second > hopelessly * first;
    if (this.#groups !== 1 || this.#spent < shortestPlain || first === 0 || last === 0) return false;
    return Math.min(second, third) > hopelessly * Math.max(first, last);
  }

  #decide(groups: number, logs: readonly number[]): void {
    const isClear = agree(logs, clearly);
    const isLong = this.#spent >= (agree(logs, plainly) ? shortestPlain : shortest);
    // Otherwise each width has had all places as often as the other.
    if (!isClear && groups % (2 * alike) !== 0 && this.#spent < longest) return;
    const isEnough = isLong && (this.#spent >= longest ? logs.length > 0 : logs.length >= (isClear ? few : many));
    if (isEnough || groups >= (isLong || isClear ? most : mostShort)) this.outcome = faster(logs);
  }

  #isWhole(of: number): boolean {
    for (let i = 0; i < group; i++) if (this.#samples[of * group + i] === undefined) return false;
    return true;
  }

  /** How much longer 256 bits take, as a logarithm. */
  #logOf(of: number): number | undefined {
    let sum = 0;
    for (let i = of * group; i < (of + 1) * group; i++) {
      const sample = this.#samples[i] ?? 0;
      if (sample <= 0) return undefined;
      sum += (widthOf(i) === 256 ? 1 : -1) * Math.log(sample);
    }
    return sum / 2;
  }
}

function widthOf(index: number): Width {
  const isInner = index % group === 1 || index % group === 2;
  const isTurned = Math.floor(index / group / alike) % 2 === 1;
  return isInner !== isTurned ? 256 : 128;
}

/** Whether one width is faster by so much in all groups, or in most of many: the first runs code that is cold, and the system interrupts some. */
function agree(logs: readonly number[], by: number): boolean {
  const out = Math.floor(logs.length / outliers);
  return logs.length > 0 && (logs[out]! > by || logs[logs.length - 1 - out]! < -by);
}

/** Into a list in order of size. */
function insert(logs: number[], log: number | undefined): void {
  if (log === undefined) return;
  let at = logs.length;
  while (at > 0 && logs[at - 1]! > log) at--;
  logs.splice(at, 0, log);
}

/** By the middle of what groups say. */
function faster(logs: readonly number[]): Width {
  if (logs.length === 0) return 128;
  const middle = (logs[(logs.length - 1) >> 1]! + logs[logs.length >> 1]!) / 2;
  return middle < -gain ? 256 : 128;
}
