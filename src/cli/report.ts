/** Diagnostics and failures on the terminal. */
import type { Diagnostic } from '../base/diagnostic.ts';
import { renderDiagnostic } from '../base/render.ts';
import { placeOf } from '../base/source.ts';
import { accountText } from '../driver/accounts.ts';
import { StageFailure } from '../driver/compile.ts';
import { FileProblem } from '../driver/files.ts';
import type { Options, WarningChoice } from '../driver/options.ts';
import { chooseWarnings } from '../driver/warnings.ts';
import { ProgramExit } from '../runtime/program-exit.ts';
import { canDeepen, DeeperStackNeeded } from './deep-stack.ts';
import { disk } from './disk.ts';
import { internalErrorStatus, tellInternalError } from './internal-error.ts';
import { progress } from './progress.ts';

const most = 50;

/** Prints them, errors last where there are many; true if there was an error. */
export function report(diagnostics: readonly Diagnostic[], warnings: WarningChoice): boolean {
  if (canDeepen() && diagnostics.some((d) => d.code === 'nested-too-deep')) throw new DeeperStackNeeded();
  progress.clear();
  const shown = chooseWarnings(diagnostics, warnings);
  const style = { color: process.stderr.isTTY === true && !process.env.NO_COLOR };
  const errors = shown.filter((d) => d.severity === 'error').length;
  const messages = shown.filter((d) => !d.account);
  const text = messages.slice(0, most).map((d) => renderDiagnostic(d, style));
  const accounts = accountText(shown.filter((d) => d.account));
  if (accounts !== '') text.push(accounts);
  if (messages.length > most) text.push(`… and ${messages.length - most} more messages\n`);
  if (errors > 1) text.push(`${errors} errors\n`);
  if (text.length > 0) process.stderr.write(text.join('\n'));
  return errors > 0;
}

/** Takes what the compiler tells of kernels, for -Minfo: of the user's own, not of those that come with the compiler. */
export function remarks(options: Pick<Options, 'information' | 'warnings'>): (d: Diagnostic) => void {
  if (!options.information) return () => {};
  const library = disk.libraryFolder();
  return (d) => {
    if (!d.labels[0]?.at.source.path.startsWith(library)) report([d], options.warnings);
  };
}

/** A bug of ours, or a file that cannot be written; gives the exit code. */
export function reportFailure(problem: unknown): number {
  progress.clear();
  if (problem instanceof FileProblem) {
    process.stderr.write(`error[${problem.code}]: ${problem.message}\n`);
    return 1;
  }
  if (problem instanceof ProgramExit) {
    process.stderr.write(`error[foreign-code]: ${problem.message}\n`);
    return 1;
  }
  const stage = problem instanceof StageFailure ? ` in ${problem.stage}` : '';
  const place = problem instanceof StageFailure ? `\n  at ${placeOf(problem.at)}` : '';
  tellInternalError(problem, stage, place);
  return internalErrorStatus;
}
