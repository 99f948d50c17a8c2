/** Writes findings as reports, counts them, and keeps each place once for those who read them elsewhere. */
import { isOfLibrary } from '../../base/source.ts';
import type { CheckTool } from '../../machine/check-tools.ts';
import type { Backtrace, Trace } from './allocations.ts';
import { Found, type FoundProblem, isSuppressed, type Place } from './found.ts';
import { type Names, namesOf } from './names.ts';
import { bar, barLine, frameLines, grouped, reportLines } from './report-text.ts';
import type { CheckSettings } from './settings.ts';

export type Reporting = {
  /** Writes to the program's standard output. */
  readonly write: (text: string) => void;
  /** The procedures of host code that are running. */
  readonly trace: () => Trace;
};

export class Reporter {
  readonly #tools: ReadonlySet<CheckTool>;
  readonly #settings: CheckSettings;
  readonly #around: Reporting;
  readonly #found = new Found();
  readonly names: Names;
  #errors = 0;
  #shown = 0;
  /** What the next error of the API comes from. */
  #why: { readonly title: string; readonly details: readonly string[]; readonly from: Trace } | undefined;

  constructor(tools: ReadonlySet<CheckTool>, settings: CheckSettings, around: Reporting) {
    this.#tools = tools;
    this.#settings = settings;
    this.#around = around;
    this.names = namesOf(settings);
  }

  /** Each place once. */
  get found(): readonly FoundProblem[] {
    return this.#found.list();
  }

  get errors(): number {
    return this.#errors;
  }

  /** `trace`: of the host's call that it is of; the one that runs where it is not given. */
  report(kind: string, title: string, at: Place | undefined, details: readonly string[], trace?: Trace): void {
    // Libraries know of their own working storage what of it they use.
    if (kind === 'init' && at && isOfLibrary(at)) return;
    this.tellWhy();
    if (!this.keep(kind, title, details, at, trace)) return;
    this.#errors++;
    if (this.#shown >= this.#settings.printLimit) return;
    this.#shown++;
    this.#write(reportLines(title, details));
  }

  /** False where it is suppressed. */
  keep(kind: string, title: string, details: readonly string[], at: Place | undefined, trace?: Trace): boolean {
    const { path, line, column = 1, procedure = '' } = at ?? { path: '', line: 0 };
    const { suppressions, xml } = this.#settings;
    const frames = suppressions.length > 0 || xml ? (trace ?? this.#around.trace())() : [];
    const found = { kind, title, details, path, line, column, procedure, frames };
    if (isSuppressed(suppressions, found)) return false;
    this.#found.add(found);
    return true;
  }

  frames(title: string, frames: Backtrace | undefined): readonly string[] {
    const { backtraces, callers } = this.#settings;
    return backtraces && frames ? frameLines(this.names, title, callers > 0 ? frames.slice(0, callers) : frames) : [];
  }

  /** Why a call fails: told with its error, or by itself where the program is not given that. */
  later(title: string, details: readonly string[]): void {
    this.tellWhy();
    this.#why = { title, details: [title, ...details], from: this.#around.trace() };
  }

  /** What the error that is told now comes from. */
  takeWhy(): readonly string[] {
    const why = this.#why?.details ?? [];
    this.#why = undefined;
    return why;
  }

  /** By itself, where no error has told of it. */
  tellWhy(): void {
    const why = this.#why;
    this.#why = undefined;
    if (!why || !this.#tools.has('memory')) return;
    this.report('memory', why.title, why.from()[0], [
      ...this.frames('Host backtrace', why.from()),
      ...why.details.slice(1),
    ]);
  }

  /** Findings that somebody else has shown. */
  counts(errors: number, shown: number): void {
    this.#errors += errors;
    this.#shown += shown;
  }

  /** A heading or a summary. */
  line(text: string): void {
    if (!this.#settings.quiet) this.#write(barLine(text));
  }

  note(text: string): void {
    this.#write(barLine(text));
  }

  show(title: string, details: readonly string[]): void {
    this.#write(reportLines(title, details));
  }

  #write(text: string): void {
    const { prefix } = this.#settings;
    this.#around.write(prefix === bar ? text : text.replaceAll(/^=========/gm, () => prefix));
  }

  /** The summary of all but races. */
  summarise(): void {
    const errors = this.#errors;
    this.line(`ERROR SUMMARY: ${grouped(errors)} error${errors === 1 ? '' : 's'}`);
    if (errors > this.#shown)
      this.line(
        `ERROR SUMMARY: ${grouped(errors - this.#shown)} errors were not printed. Use --print-limit option to adjust the number of printed errors`,
      );
  }
}
