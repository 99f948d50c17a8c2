/** One clock for all that a traced run tells, and the calls of CUDA's API: what devices do belongs to the call that is open. */
import type { Annotation, Report, ReportEvent } from '../../machine/report.ts';
import { ProgramExit } from '../program-exit.ts';
import { EventLog, rounded } from './event-log.ts';

/** Microseconds. */
const askEvery = 2e5;
/** The status of a program that SIGINT ended, as a shell has it. */
const interrupted = 130;

export class Trace {
  readonly tell: Report;
  /** Milliseconds of `performance.now` where times are 0. */
  readonly start: number;
  readonly log = new EventLog();
  readonly #ends: (() => void)[] = [];
  #correlation = 0;
  #isOpen = false;
  #isOver = false;
  readonly #isStopped: () => boolean;
  /** When that is asked again. */
  #asks = askEvery;

  /** `isStopped`: somebody wants the program to end now. */
  constructor(tell: Report, start = performance.now(), isStopped: () => boolean = () => false) {
    this.tell = tell;
    this.start = start;
    this.#isStopped = isStopped;
  }

  /** Microseconds. */
  now(): number {
    return 1000 * (performance.now() - this.start);
  }

  /** The number of the API's call that is open, or was last. */
  get correlation(): number {
    return this.#correlation;
  }

  annotate(annotation: Annotation): void {
    this.tell({ kind: 'nvtx', time: rounded(this.now()), ...annotation });
  }

  /** A call of the API begins: its row of the log. -1 for those that the API makes itself, which are part of it. */
  begin(): number {
    if (this.#isOpen || this.#isOver) return -1;
    this.#isOpen = true;
    this.#correlation++;
    return this.log.api(this.#correlation);
  }

  /** It ends; `result`: its error code. */
  end(call: number, start: number, end: number, name: string, result: number): void {
    if (call < 0) return;
    this.#isOpen = false;
    this.log.placeCall(call, start, end - start, name, result);
    if (end < this.#asks) return;
    this.#asks = end + askEvery;
    if (!this.#isStopped()) return;
    this.#asks = Number.POSITIVE_INFINITY;
    throw new ProgramExit(interrupted, '', true);
  }

  /** A call of the API. `codeOf`: the error code of its result. */
  api<T>(name: string, run: () => T, codeOf: (result: T) => number): T {
    const call = this.begin();
    if (call < 0) return run();
    const start = this.now();
    let result = 0;
    try {
      const given = run();
      result = codeOf(given);
      return given;
    } finally {
      this.end(call, start, this.now(), name, result);
    }
  }

  /** `end` tells what is still open when the program is over. */
  whenEnding(end: () => void): void {
    this.#ends.push(end);
  }

  /** The program is over: what is called now it did not call. */
  close(): void {
    this.#isOver = true;
  }

  finish(): void {
    this.close();
    for (const end of this.#ends) end();
    for (const event of this.log.events()) this.tell(event);
  }
}

/** In the order of time. */
export function byTime(events: readonly ReportEvent[]): readonly ReportEvent[] {
  return [...events].sort((a, b) => a.time - b.time);
}
