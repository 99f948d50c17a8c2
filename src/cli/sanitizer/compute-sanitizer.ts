/** `compute-sanitizer OPTIONS PROGRAM`, under `cufort with`: programs of cufort that the command starts, at once or later, run with checks in them. */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { readSanitizerLine } from '../../tools/sanitizer/options.ts';
import { version } from '../version.ts';
import { sanitizerVariables } from './variables.ts';

const usage = `usage: compute-sanitizer [options] PROGRAM [arguments]
  --tool memcheck|initcheck|racecheck|synccheck
  --leak-check full|no  --report-api-errors all|explicit|no  --print-limit N  --error-exitcode N
  --show-backtrace yes|no  --destroy-on-device-error context|kernel  --log-file FILE
  --kernel-name kns=TEXT  --kernel-name-exclude kns=TEXT
`;

export function runComputeSanitizer(words: readonly string[]): number | Promise<number> {
  if (words[0] === '--version' || words[0] === '-V')
    return say(`cufort ${version}, in the place of NVIDIA (R) Compute Sanitizer\n`);
  if (words[0] === '--help' || words[0] === '-h') return say(usage);
  const { request, command, problems, warnings } = readSanitizerLine(words);
  for (const text of warnings) process.stderr.write(`warning: ${text}\n`);
  for (const text of problems) process.stderr.write(`error: ${text}\n`);
  const [program, ...args] = command;
  if (program === undefined || problems.length > 0) return 1;
  const env = {
    ...process.env,
    [sanitizerVariables.request]: JSON.stringify(request),
    [sanitizerVariables.command]: process.argv[1] ?? '',
  };
  return new Promise((settle) => {
    const child = spawn(program, args, { stdio: 'inherit', env });
    child.on('error', (problem) => {
      process.stderr.write(`error: cannot run ${program}: ${problem.message}\n`);
      settle(127);
    });
    child.on('exit', (code, signal) => settle(signal ? 128 + constants.signals[signal] : (code ?? 1)));
  });
}

function say(text: string): number {
  process.stdout.write(text);
  return 0;
}
