/** How a program ends before its last statement: thrown through its code by the runtime. */
export class ProgramExit extends Error {
  readonly code: number;
  /** For the error stream, without line end; empty for none. */
  readonly text: string;

  /** By a statement that says so: nobody looks for a mistake. */
  readonly isPlanned: boolean;

  constructor(code: number, text: string, isPlanned = false) {
    super(text);
    this.name = 'ProgramExit';
    this.code = code & 0xff;
    this.text = text;
    this.isPlanned = isPlanned;
  }
}
