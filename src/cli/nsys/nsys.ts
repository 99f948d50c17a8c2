/** `cufort with nsys …`: what NVIDIA's nsys does from a command line, for programs of cufort. */
import { FileProblem } from '../../driver/files.ts';
import { print } from '../print.ts';
import { version } from '../version.ts';
import { isKind, kinds, load, mayWrite } from './files.ts';
import { exportOptions } from './options.ts';
import { runNsysProfile } from './profile.ts';
import { refuse, runStats } from './stats.ts';
import { helpOf, isTrue, readWords } from './words.ts';

const usage = `usage:
  nsys profile [options] COMMAND     runs it, and records what it does
  nsys stats [options] RECORDING     tables
  nsys export [options] RECORDING    other kinds of files
  nsys status -e                     whether recording is possible
`;

export function runNsys([name, ...words]: readonly string[]): number | Promise<number> {
  switch (name) {
    case 'profile':
      return runNsysProfile(words);
    case 'stats':
      return runStats(words);
    case 'export':
      return runExport(words);
    case 'status':
      return print(status);
    case '--version':
    case '-v':
      return print(`cufort ${version}, in the place of NVIDIA Nsight Systems\n`);
    case '--help':
    case '-h':
    case 'help':
      return print(usage);
    default:
      return refuse(name === undefined ? `what is it to do?\n${usage}` : `there is no command \`${name}\`\n${usage}`);
  }
}

const status = `Timestamp counter supported: Yes

CPU Profiling Environment Check
CUDA API and device trace: OK
NVTX trace: OK
CPU Profiling Environment (process-tree): OK
`;

function runExport(words: readonly string[]): number {
  const { values, rest, unknown, problem } = readWords(words, exportOptions, true);
  const last = (name: string): string | undefined => values.get(name)?.at(-1);
  if (last('help')) return print(`usage: nsys export [options] RECORDING\n${helpOf(exportOptions)}`);
  if (problem || unknown.length > 0) return refuse(problem ?? `unrecognised option '${unknown[0]}'`);
  const [name] = rest;
  if (name === undefined) return refuse('name a recording: nsys export FILE.nsys-rep');
  const kind = last('type') ?? 'sqlite';
  if (!isKind(kind))
    throw new FileProblem(`--type takes ${Object.keys(kinds).join(', ')}, not \`${kind}\``, 'invalid-option');
  const { recording, text, base } = load(name);
  const path = last('output') ?? base + kinds[kind].ending;
  mayWrite(path, isTrue(last('force-overwrite')));
  kinds[kind].write(path, recording, text);
  if (!isTrue(last('quiet'))) print(`Generated:\n    ${path}\n`);
  return 0;
}
