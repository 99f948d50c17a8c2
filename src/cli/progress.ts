/** One line of the terminal that says what a long command is at: nothing of it where nobody looks (pipes, files). */

export type Terminal = { readonly isTTY?: boolean; readonly columns?: number; write(text: string): unknown };

/** Milliseconds of a command for which nothing is said. */
const patience = 1000;
const eraseLine = '\r\x1b[K';

export class Progress {
  /** Made when it is needed: that takes time. */
  readonly #terminal: () => Terminal;
  readonly #now: () => number;
  #isShown = false;

  /** `now`: milliseconds since the command began. */
  constructor(terminal: () => Terminal, now: () => number = () => performance.now()) {
    this.#terminal = terminal;
    this.#now = now;
  }

  say(step: string): void {
    if (this.#now() < patience || process.env.TERM === 'dumb') return;
    const terminal = this.#terminal();
    if (!terminal.isTTY) return;
    const width = (terminal.columns || 80) - 1;
    const line = step.length > width ? `${step.slice(0, width - 1)}…` : step;
    terminal.write(eraseLine + line);
    this.#isShown = true;
  }

  /** Before anything else is written, and at the end. */
  clear(): void {
    if (this.#isShown) this.#terminal().write(eraseLine);
    this.#isShown = false;
  }
}

export const progress = new Progress(() => process.stderr);
