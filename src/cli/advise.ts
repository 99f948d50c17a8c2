/** `cufort advise`: runs a program on the simulated device, and says how its kernels would do on a GPU. */
import { fileURLToPath } from 'node:url';
import { compileInputs, linkInputs } from '../driver/program.ts';
import { extensionOf } from '../driver/sources.ts';
import { defaultModel } from '../machine/models.ts';
import { prepare } from '../tools/advise/prepare.ts';
import { adviceOf, adviceText } from '../tools/advise/report.ts';
import { readArguments } from './arguments.ts';
import { reportArguments } from './check.ts';
import { disk } from './disk.ts';
import { launch } from './launch.ts';
import { modelName } from './model-name.ts';
import { isTrue, readWords, type ToolOptions } from './nsys/words.ts';
import { report } from './report.ts';
import { withTries } from './try-remedies.ts';
import { workerScript } from './worker-script.ts';

const adviseOptions: ToolOptions = {
  kernel: { takes: 'NAME', says: 'only kernels whose names hold this' },
  json: { takes: 'FILE', says: 'all numbers as JSON' },
  try: { takes: 'true|false', says: 'simple remedies are tried on a copy of the program (true)' },
  quiet: { short: 'q', takes: 'flag', says: 'no text' },
};

export function runAdvise(words: readonly string[]): number {
  const split = words.indexOf('--');
  const own = split < 0 ? words : words.slice(0, split);
  const { values, others, problem } = readWords(own, adviseOptions, true);
  if (problem !== undefined) {
    process.stderr.write(`cufort advise: ${problem}\n`);
    return 1;
  }
  const args = readArguments([...others, ...words.slice(own.length)]);
  if (reportArguments(args)) return 1;
  const { options } = args;
  const built = options.inputs.find(isExecutable);
  if (built !== undefined) {
    process.stderr.write(
      `error[no-sources]: \`${built}\` is an executable, which does not hold what is looked at\n  = help: name its sources or objects: cufort advise FILE.cuf … -- ARGUMENTS\n`,
    );
    return 1;
  }
  const model = modelName(options.model ?? process.env.CUFORT_MODEL ?? defaultModel);
  if (!model) return 1;
  const inputs = compileInputs(options, disk);
  if (report(inputs.diagnostics, options.warnings)) return 1;
  const { program, diagnostics } = linkInputs(inputs, disk);
  if (report(diagnostics, options.warnings) || !program) return 1;
  const only = values.get('kernel')?.at(-1);
  const { image, observe, observers, transfers } = prepare(
    program,
    options,
    model,
    (name) => !only || name.includes(only),
  );
  const status = launch(image, {
    command: options.inputs[0] ?? '',
    arguments: args.programArguments,
    model,
    devices: options.devices ?? 1,
    threads: options.threads,
    verbose: options.verbose,
    worker: workerScript(),
    koffi: [fileURLToPath(import.meta.url)],
    libraryFolders: [],
    observe,
  });
  const launches = observers.flatMap((observer) => observer.launches);
  const plain = adviceOf(launches, transfers, model);
  const kernel = only === undefined ? [] : [`--kernel=${only}`];
  const tries = values.get('try')?.at(-1) !== 'false' && !isTrue(values.get('quiet')?.at(-1));
  const advice = tries ? withTries(plain, [...kernel, ...others], args.programArguments) : plain;
  const json = values.get('json')?.at(-1);
  if (json !== undefined) disk.write(json, `${JSON.stringify(advice, undefined, 2)}\n`);
  if (!isTrue(values.get('quiet')?.at(-1))) process.stdout.write(`\n${adviceText(advice, model)}`);
  return status;
}

/** A program that cufort has built: a script with a bundle in it. */
function isExecutable(path: string): boolean {
  return extensionOf(path) === '' || extensionOf(path) === '.out' || extensionOf(path) === '.exe';
}
