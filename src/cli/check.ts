/** `cufort check`: diagnostics only; `--show` of any stage. */
import { compileInputs } from '../driver/program.ts';
import { readArguments, reportArguments } from './arguments.ts';
import { disk } from './disk.ts';
import { report } from './report.ts';
import { showStage } from './show.ts';

export function runCheck(words: readonly string[]): number {
  const args = readArguments(words);
  if (reportArguments(args)) return 1;
  if (args.options.show) return showStage(args.options.show, args.options);
  const { diagnostics } = compileInputs(args.options, disk);
  return report(diagnostics, args.options.warnings) ? 1 : 0;
}
