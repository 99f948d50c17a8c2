/** cufort: the command. Knows the process; everything else is below. */
import { runBuild } from './build.ts';
import { runCheck } from './check.ts';
import { runExplain } from './explain.ts';
import { runInfo } from './info.ts';
import { reportFailure } from './report.ts';
import { runRun } from './run.ts';
import { version } from './version.ts';
import { runWith } from './with.ts';

const usage = `usage:
  cufort run [options] FILE... [-- ARGS]    compile, link and run at once
  cufort build [options] FILE... [-o EXE]   compile and link; EXE runs by itself
  cufort check [options] FILE...            diagnostics only
  cufort explain CODE                       what a message means, with an example
  cufort info                               the devices
  cufort with COMMAND...                    runs COMMAND with nvfortran, nvcc, mpif90 standing for cufort

options are nvfortran's: -o -c -I -module -J -D -U -cuda -Mpreprocess -Mfree -Mfixed -gpu=… -g -v
  --show source|tokens|tree|symbols|ir|wat|ptx  a stage of the compilation instead of its result
  --device sim|cuda|sim,cuda  --model NAME  --devices N  --threads N
`;

type Command = (words: readonly string[]) => number | Promise<number>;

const commands: Readonly<Record<string, Command>> = {
  run: compiling(runRun),
  build: compiling(runBuild),
  check: compiling(runCheck),
  explain: runExplain,
  info: runInfo,
  with: runWith,
  'as-nvfortran': compiling(runBuild),
  'as-nvcc': compiling(runBuild),
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
    process.stderr.write(name === undefined ? usage : `cufort: there is no command \`${name}\`\n${usage}`);
    return 1;
  }
  try {
    return await command(rest);
  } catch (problem) {
    return reportFailure(problem);
  }
}

function print(text: string): number {
  process.stdout.write(text);
  return 0;
}

/** Options that ask for no compilation stand before the program's own arguments. */
function compiling(command: Command): Command {
  return (words) => {
    const own = words.includes('--') ? words.slice(0, words.indexOf('--')) : words;
    if (own.some((w) => w === '--help' || w === '-help')) return print(usage);
    if (own.some((w) => w === '--version' || w === '-dumpversion')) return print(`${version}\n`);
    return command(words);
  };
}
