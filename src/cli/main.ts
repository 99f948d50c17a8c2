/** cufort: the command. Knows the process; everything else is below. */
import { isFortranSource } from '../driver/sources.ts';
import { runAdvise } from './advise.ts';
import { runBuild } from './build.ts';
import { runCheck } from './check.ts';
import { type CommandName, commandLines } from './commands.ts';
import { DeeperStackNeeded, onDeepStack } from './deep-stack.ts';
import { reasonOf } from './disk.ts';
import { runExplain } from './explain.ts';
import { runInfo } from './info.ts';
import { runLd } from './ld.ts';
import { asText, environmentManual, optionsManual } from './manual.ts';
import { runNcu } from './ncu/ncu.ts';
import { runNsys } from './nsys/nsys.ts';
import { runProfile } from './nsys/profile.ts';
import { runWatched } from './nsys/run-watched.ts';
import { runSmi } from './nvidia-smi.ts';
import { print } from './print.ts';
import { progress } from './progress.ts';
import { proposal } from './proposal.ts';
import { reportFailure } from './report.ts';
import { runRun } from './run.ts';
import { runComputeSanitizer } from './sanitizer/compute-sanitizer.ts';
import { runChecked } from './sanitizer/run-checked.ts';
import { version } from './version.ts';
import { runWith } from './with.ts';

const optionLines = `options are nvfortran's: -o -c -I -module -J -D -U -cuda -Mpreprocess -Mfree -Mfixed -gpu=… (all: cufort help options)
  --show source|tokens|tree|symbols|ir|nest|wat|ptx  a stage of the compilation instead of its result
  --show ir:after=PASS, --show ir:all          the IR after a pass of the optimiser, or after each (--device cuda: those for PTX)
  --time-passes  --verify-passes               time and growth by each pass; the IR verified after each
  --device sim|cuda|sim,cuda  --model NAME  --devices N  --threads N
`;

const usage = `usage:\n${Object.values(commandLines).map(lineOf).join('')}\n${optionLines}`;

function lineOf([form, what]: readonly [string, string]): string {
  return `  cufort ${form.padEnd(34)} ${what}\n`;
}

function usageOf(name: CommandName): string {
  const line = `usage:\n${lineOf(commandLines[name])}`;
  return name === 'run' || name === 'build' || name === 'check' ? `${line}\n${optionLines}` : line;
}

function helpOn(subject: string | undefined): string {
  if (subject === 'options') return asText(optionsManual());
  if (subject === 'environment') return asText(environmentManual());
  const command = Object.keys(commandLines).find(isCommand(subject));
  return command === undefined ? usage : usageOf(command);
}

function isCommand(subject: string | undefined): (name: string) => name is CommandName {
  return (name): name is CommandName => name === subject;
}

type Command = (words: readonly string[]) => number | Promise<number>;

const commands: Readonly<Record<string, Command>> = {
  run: compiling('run', runRun),
  build: compiling('build', runBuild),
  check: compiling('check', runCheck),
  explain: helping('explain', runExplain),
  info: helping('info', runInfo),
  profile: helping('profile', runProfile),
  advise: helping('advise', runAdvise),
  with: helping('with', runWith),
  'as-nvfortran': compiling('build', runBuild),
  'as-nvcc': compiling('build', runBuild),
  'as-ld': runLd,
  'as-nsys': runNsys,
  'as-ncu': runNcu,
  'as-nvidia-smi': runSmi,
  'as-nvaccelinfo': runInfo,
  'as-compute-sanitizer': runComputeSanitizer,
  'as-checked': runChecked,
  'as-watched': runWatched,
  help: ([subject]) => print(helpOn(subject)),
  '--help': () => print(usage),
  '-h': () => print(usage),
  version: () => print(`${version}\n`),
  '--version': () => print(`${version}\n`),
  '-V': () => print(`${version}\n`),
};

process.stdout.on('error', (problem) => {
  if ('code' in problem && problem.code === 'EPIPE') process.exit(0);
  process.stderr.write(`error[unwritable-file]: cannot write the standard output: ${reasonOf(problem)}\n`);
  process.exit(1);
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
    return problem instanceof DeeperStackNeeded ? onDeepStack() : reportFailure(problem);
  } finally {
    progress.clear();
  }
}

function noCommand(name: string): string {
  const told = `cufort: there is no command \`${name}\``;
  if (isFortranSource(name)) return `${told}; did you mean \`cufort run ${name}\`?\n`;
  const known = [...Object.keys(commandLines), 'version'];
  const meant = proposal(name.replace(/^-+/, ''), known, (near) => `\`cufort ${near}\``);
  return `${told}${meant}\n${meant === '' ? usage : ''}`;
}

/** Options that ask for no compilation stand before the program's own arguments. */
function compiling(name: CommandName, command: Command): Command {
  return (words) => {
    const own = words.includes('--') ? words.slice(0, words.indexOf('--')) : words;
    if (own.some((w) => w === '--help' || w === '-help')) return print(usageOf(name));
    if (own.some((w) => w === '--version' || w === '-dumpversion')) return print(`${version}\n`);
    return command(words);
  };
}

function helping(name: CommandName, command: Command): Command {
  return (words) => (words[0] === '--help' || words[0] === '-h' ? print(usageOf(name)) : command(words));
}
