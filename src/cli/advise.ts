/** `cufort advise`: runs a program on the simulated device, and says how its kernels would do on a GPU. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compileInputs, linkInputs } from '../driver/program.ts';
import { defaultModel } from '../machine/models.ts';
import { prepare } from '../tools/advise/prepare.ts';
import { adviceOf, adviceText } from '../tools/advise/report.ts';
import { readArguments } from './arguments.ts';
import { reportArguments } from './check.ts';
import { disk } from './disk.ts';
import { launch } from './launch.ts';
import { modelName } from './model-name.ts';
import { readWords, type ToolOptions } from './nsys/words.ts';
import { report } from './report.ts';

const adviseOptions: ToolOptions = {
  kernel: { takes: 'NAME', says: 'only kernels whose names hold this' },
  json: { takes: 'FILE', says: 'all numbers as JSON' },
};

export function runAdvise(words: readonly string[]): number {
  const { values, unknown, rest, problem } = readWords(words, adviseOptions, true);
  if (problem !== undefined) {
    process.stderr.write(`cufort advise: ${problem}\n`);
    return 1;
  }
  const args = readArguments([...unknown, ...rest]);
  if (reportArguments(args)) return 1;
  const { options } = args;
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
  const advice = adviceOf(launches, transfers, model);
  const json = values.get('json')?.at(-1);
  if (json !== undefined) disk.write(json, `${JSON.stringify(advice, undefined, 2)}\n`);
  process.stdout.write(`\n${adviceText(advice, model)}`);
  return status;
}

/** Beside the bundle, or among the sources. */
function workerScript(): URL {
  const bundled = new URL('./worker.cjs', import.meta.url);
  return existsSync(bundled) ? bundled : new URL('../runtime/sim/worker.ts', import.meta.url);
}
