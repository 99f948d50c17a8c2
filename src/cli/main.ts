/** cufort: the command. Knows the process; everything else is below. */
import { isFortranSource } from '../driver/sources.ts';
import { runBuild } from './build.ts';
import { runCheck } from './check.ts';
import { runExplain } from './explain.ts';
import { runInfo } from './info.ts';
import { proposal } from './proposal.ts';
import { reportFailure } from './report.ts';
import { runRun } from './run.ts';
import { version } from './version.ts';
import { runWith } from './with.ts';

/** What each command is called with, and what it does. */
const lines = {
  run: ['run [options] FILE... [-- ARGS]', 'compile, link and run at once'],
  build: ['build [options] FILE... [-o EXE]', 'compile and link; EXE runs by itself'],
  check: ['check [options] FILE...', 'diagnostics only'],
  explain: ['explain CODE', 'what a message means, with an example'],
  info: ['info', 'the devices'],
  with: ['with COMMAND...', 'runs COMMAND with nvfortran, nvcc, mpif90 standing for cufort'],
} as const;
type Named = keyof typeof lines;

const optionLines = `options are nvfortran's: -o -c -I -module -J -D -U -cuda -Mpreprocess -Mfree -Mfixed -gpu=… -g -v
  --show source|tokens|tree|symbols|ir|wat|ptx  a stage of the compilation instead of its result
  --device sim|cuda|sim,cuda  --model NAME  --devices N  --threads N
`;

const usage = `usage:\n${Object.values(lines).map(lineOf).join('')}\n${optionLines}`;

function lineOf([form, what]: readonly [string, string]): string {
  return `  cufort ${form.padEnd(34)} ${what}\n`;
}

function usageOf(name: Named): string {
  const line = `usage:\n${lineOf(lines[name])}`;
  return name === 'run' || name === 'build' || name === 'check' ? `${line}\n${optionLines}` : line;
}

type Command = (words: readonly string[]) => number | Promise<number>;

const commands: Readonly<Record<string, Command>> = {
  run: compiling('run', runRun),
  build: compiling('build', runBuild),
  check: compiling('check', runCheck),
  explain: helping('explain', runExplain),
  info: helping('info', runInfo),
  with: helping('with', runWith),
  'as-nvfortran': compiling('build', runBuild),
  'as-nvcc': compiling('build', runBuild),
  help: () => print(usage),
  '--help': () => print(usage),
  '-h': () => print(usage),
  version: () => print(`${version}\n`),
  '--version': () => print(`${version}\n`),
  '-V': () => print(`${version}\n`),
};

process.stdout.on('error', (problem) => {
  if ('code' in problem && problem.code === 'EPIPE') process.exit(0);
});

void main(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});

async function main(words: readonly string[]): Promise<number> {
  const [name, ...rest] = words;
  const command = name === undefined ? undefined : commands[name];
  if (!command) {
    process.stderr.write(name === undefined ? usage : noCommand(name));
    return 1;
  }
  try {
    return await command(rest);
  } catch (problem) {
    return reportFailure(problem);
  }
}

function noCommand(name: string): string {
  const told = `cufort: there is no command \`${name}\``;
  if (isFortranSource(name)) return `${told}; did you mean \`cufort run ${name}\`?\n`;
  const known = [...Object.keys(lines), 'help', 'version'];
  const meant = proposal(name.replace(/^-+/, ''), known, (near) => `\`cufort ${near}\``);
  return `${told}${meant}\n${meant === '' ? usage : ''}`;
}

function print(text: string): number {
  process.stdout.write(text);
  return 0;
}

/** Options that ask for no compilation stand before the program's own arguments. */
function compiling(name: Named, command: Command): Command {
  return (words) => {
    const own = words.includes('--') ? words.slice(0, words.indexOf('--')) : words;
    if (own.some((w) => w === '--help' || w === '-help')) return print(usageOf(name));
    if (own.some((w) => w === '--version' || w === '-dumpversion')) return print(`${version}\n`);
    return command(words);
  };
}

function helping(name: Named, command: Command): Command {
  return (words) => (words[0] === '--help' || words[0] === '-h' ? print(usageOf(name)) : command(words));
}
