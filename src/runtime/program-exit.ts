/** How a program ends before its last statement: thrown through its code by the runtime. */
export class ProgramExit extends Error {
  readonly code: number;
  /** For the error stream, without line end; empty for none. */
  readonly text: string;

  constructor(code: number, text: string) {
    super(text);
    this.name = 'ProgramExit';
    this.code = code & 0xff;
    this.text = text;
  }
}
