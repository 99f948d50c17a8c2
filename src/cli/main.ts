/** cufort: the command. Knows the process; everything else is below. */
import { part } from '../base/part.ts';
import { isFortranSource } from '../driver/sources.ts';
import { type CommandName, commandLines } from './commands.ts';
import { DeeperStackNeeded, onDeepStack } from './deep-stack.ts';
import { print } from './print.ts';
import { progress } from './progress.ts';
import { proposal } from './proposal.ts';
import { reportFailure } from './report.ts';
import { runRun } from './run.ts';
import { version } from './version.ts';

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
  if (subject === 'options' || subject === 'environment') {
    const { asText, environmentManual, optionsManual } = part<typeof import('./manual.ts')>(
      import.meta.url,
      './manual.ts',
    );
    return asText(subject === 'options' ? optionsManual() : environmentManual());
  }
  const command = Object.keys(commandLines).find(isCommand(subject));
  return command === undefined ? usage : usageOf(command);
}

function isCommand(subject: string | undefined): (name: string) => name is CommandName {
  return (name): name is CommandName => name === subject;
}

type Command = (words: readonly string[]) => number | Promise<number>;

const commands: Readonly<Record<string, Command>> = {
  run: compiling('run', runRun),
  build: compiling('build', (words) =>
    part<typeof import('./build.ts')>(import.meta.url, './build.ts').runBuild(words),
  ),
  check: compiling('check', (words) =>
    part<typeof import('./check.ts')>(import.meta.url, './check.ts').runCheck(words),
  ),
  explain: helping('explain', (words) =>
    part<typeof import('./explain.ts')>(import.meta.url, './explain.ts').runExplain(words),
  ),
  info: helping('info', (words) => part<typeof import('./info.ts')>(import.meta.url, './info.ts').runInfo(words)),
  profile: helping('profile', (words) =>
    part<typeof import('./nsys/profile.ts')>(import.meta.url, './nsys/profile.ts').runProfile(words),
  ),
  advise: helping('advise', (words) =>
    part<typeof import('./advise.ts')>(import.meta.url, './advise.ts').runAdvise(words),
  ),
  with: helping('with', (words) => part<typeof import('./with.ts')>(import.meta.url, './with.ts').runWith(words)),
  'as-nvfortran': compiling('build', (words) =>
    part<typeof import('./build.ts')>(import.meta.url, './build.ts').runBuild(words),
  ),
  'as-nvcc': (words) => (words.includes('--version') ? asNvcc(words) : compiling('build', asNvcc)(words)),
  'as-nvc': compiling('build', (words) =>
    part<typeof import('./build.ts')>(import.meta.url, './build.ts').runBuild(words),
  ),
  'as-cc': (words) =>
    part<typeof import('./system-compiler.ts')>(import.meta.url, './system-compiler.ts').runAsC(words),
  'as-ld': (words) => part<typeof import('./ld.ts')>(import.meta.url, './ld.ts').runLd(words),
  'as-nsys': (words) => part<typeof import('./nsys/nsys.ts')>(import.meta.url, './nsys/nsys.ts').runNsys(words),
  'as-ncu': (words) => part<typeof import('./ncu/ncu.ts')>(import.meta.url, './ncu/ncu.ts').runNcu(words),
  'as-nvidia-smi': (words) => part<typeof import('./nvidia-smi.ts')>(import.meta.url, './nvidia-smi.ts').runSmi(words),
  'as-nvaccelinfo': (words) => part<typeof import('./info.ts')>(import.meta.url, './info.ts').runInfo(words),
  'as-compute-sanitizer': (words) =>
    part<typeof import('./sanitizer/compute-sanitizer.ts')>(
      import.meta.url,
      './sanitizer/compute-sanitizer.ts',
    ).runComputeSanitizer(words),
  'as-checked': (words) =>
    part<typeof import('./sanitizer/run-checked.ts')>(import.meta.url, './sanitizer/run-checked.ts').runChecked(words),
  'as-watched': (words) =>
    part<typeof import('./nsys/run-watched.ts')>(import.meta.url, './nsys/run-watched.ts').runWatched(words),
  help: ([subject]) => print(helpOn(subject)),
  '--help': () => print(usage),
  '-h': () => print(usage),
  version: () => print(`${version}\n`),
  '--version': () => print(`${version}\n`),
  '-V': () => print(`${version}\n`),
};

/** Gives the exit status. bin/cufort.js calls it. */
export async function main(words: readonly string[]): Promise<number> {
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
function asNvcc(words: readonly string[]): number {
  return part<typeof import('./nvcc.ts')>(import.meta.url, './nvcc.ts').runNvcc(words);
}

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
