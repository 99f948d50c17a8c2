/** One clock for all that a traced run tells, and the calls of CUDA's API: what devices do belongs to the call that is open. */
import type { Annotation, Report, ReportEvent } from '../../machine/report.ts';

export class Trace {
  readonly tell: Report;
  /** Milliseconds of `performance.now` where times are 0. */
  readonly start: number;
  readonly #ends: (() => void)[] = [];
  #correlation = 0;
  #isOpen = false;
  #isOver = false;

  constructor(tell: Report, start = performance.now()) {
    this.tell = tell;
    this.start = start;
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

  /** A call of the API: those that it makes itself are part of it. `codeOf`: the error code of its result. */
  api<T>(name: string, run: () => T, codeOf: (result: T) => number): T {
    if (this.#isOpen || this.#isOver) return run();
    this.#isOpen = true;
    this.#correlation++;
    const correlation = this.#correlation;
    const time = this.now();
    let result = 0;
    try {
      const given = run();
      result = codeOf(given);
      return given;
    } finally {
      this.#isOpen = false;
      const duration = rounded(this.now() - time);
      this.tell({ kind: 'api', time: rounded(time), duration, name, correlation, result });
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
  }
}

/** Microseconds in whole nanoseconds. */
export function rounded(time: number): number {
  return Math.round(time * 1000) / 1000;
}

/** In the order of time. */
export function byTime(events: readonly ReportEvent[]): readonly ReportEvent[] {
  return [...events].sort((a, b) => a.time - b.time);
}
