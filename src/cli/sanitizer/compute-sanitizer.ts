/** `compute-sanitizer OPTIONS PROGRAM`, under `cufort with`: programs of cufort that the command starts, at once or later, run with checks in them. */
import { appendFileSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { children } from '../../base/node-parts.ts';
import type { Suppression } from '../../runtime/sanitizer/found.ts';
import { readSanitizerLine } from '../../tools/sanitizer/options.ts';
import { readSuppressions } from '../../tools/sanitizer/records.ts';
import { reasonOf } from '../disk.ts';
import { print } from '../print.ts';
import { version } from '../version.ts';
import { sanitizerVariables } from './variables.ts';

const usage = `usage: compute-sanitizer [options] PROGRAM [arguments]
  --tool memcheck|initcheck|racecheck|synccheck
  --leak-check full|no  --report-api-errors all|explicit|no  --print-limit N  --error-exitcode N
  --show-backtrace yes|host|device|no  --demangle full|simple|no  --strip-paths yes|no  --destroy-on-device-error context|kernel  --log-file FILE
  --kernel-name kns=TEXT|kne=NAME  --kernel-name-exclude …  --kernel-regex kns=EXPRESSION  --kernel-regex-exclude …
  --launch-skip N  --launch-count N  --language c|fortran  --num-callers-host N  --padding N  --prefix TEXT
  --print-level info|warn|error|fatal  --racecheck-report hazard|analysis|all  --racecheck-detect-level warn|error
  --track-unused-memory  --unused-memory-threshold N  --initcheck-address-space global|shared|all  --check-device-heap yes|no
  --require-cuda-init yes|no  --suppressions FILE  --save FILE  --xml  --read FILE
`;

export function runComputeSanitizer(words: readonly string[]): number | Promise<number> {
  if (words[0] === '--version' || words[0] === '-v' || words[0] === '-V')
    return say(`${version}, in the place of NVIDIA (R) Compute Sanitizer\n`);
  if (words[0] === '--help' || words[0] === '-h') return say(usage);
  const { request, read, suppressions, command, problems, warnings } = readSanitizerLine(words);
  for (const text of warnings) process.stderr.write(`warning: ${text}\n`);
  for (const text of problems) process.stderr.write(`error: ${text}\n`);
  const suppressed = suppressions === undefined ? [] : suppressionsIn(suppressions);
  if (problems.length > 0 || !suppressed) return 1;
  if (read !== undefined) return show(read);
  const [program, ...args] = command;
  if (program === undefined) return 1;
  const { save, logFile } = request.settings;
  if (![save, logFile].every(isWritable)) return 1;
  const settings = { ...request.settings, suppressions: suppressed };
  const env = {
    ...process.env,
    [sanitizerVariables.request]: JSON.stringify({ ...request, settings }),
    [sanitizerVariables.command]: process.argv[1] ?? '',
  };
  return new Promise((settle) => {
    const child = children().spawn(program, args, { stdio: 'inherit', env });
    child.on('error', (problem) => {
      process.stderr.write(`error: cannot run ${program}: ${problem.message}\n`);
      settle(127);
    });
    child.on('exit', (code, signal) => settle(signal ? 128 + constants.signals[signal] : (code ?? 1)));
  });
}

/** Undefined where there are none: the user has been told why. */
function suppressionsIn(path: string): readonly Suppression[] | undefined {
  const text = textOf(path);
  const found = text === undefined ? undefined : readSuppressions(text);
  if (text !== undefined && !found) process.stderr.write(`error: ${path} is no file that --xml --save has written\n`);
  return found;
}

/** Before the program runs; names with a part that only the program knows are seen when it writes. */
function isWritable(path: string | undefined): boolean {
  if (path === undefined || path.includes('%')) return true;
  try {
    appendFileSync(path, '');
    return true;
  } catch (problem) {
    process.stderr.write(`error: cannot write ${path}: ${reasonOf(problem)}\n`);
    return false;
  }
}

function show(path: string): number {
  const text = textOf(path);
  return text === undefined ? 1 : say(text);
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    process.stderr.write(`error: cannot read ${path}\n`);
    return undefined;
  }
}

function say(text: string): number {
  print(text);
  return 0;
}
