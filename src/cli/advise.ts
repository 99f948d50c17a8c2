/** `cufort advise`: runs a program on the simulated device, and says how its kernels would do on a GPU. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Options } from '../driver/options.ts';
import { compileInputs, linkInputs } from '../driver/program.ts';
import { extensionOf } from '../driver/sources.ts';
import type { Program } from '../ir/link.ts';
import { defaultModel, type ModelName } from '../machine/models.ts';
import { advicePage } from '../tools/advise/page.ts';
import { prepare } from '../tools/advise/prepare.ts';
import { type Advice, adviceOf, adviceText } from '../tools/advise/report.ts';
import { readArguments, reportArguments } from './arguments.ts';
import { carriedProgram } from './carried-program.ts';
import { disk } from './disk.ts';
import { type LaunchSettings, launch } from './launch.ts';
import { modelName } from './model-name.ts';
import { isTrue, readWords, type ToolOptions } from './nsys/words.ts';
import { print } from './print.ts';
import { report } from './report.ts';
import { withTries } from './try-remedies.ts';
import { workerScript } from './worker-script.ts';

const adviseOptions: ToolOptions = {
  kernel: { takes: 'NAME', says: 'only kernels whose names hold this' },
  json: { takes: 'FILE', says: 'all numbers as JSON' },
  html: { takes: 'FILE', says: 'the advice as a page' },
  format: { takes: 'text|json|html', says: 'what is printed (text)' },
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
  const format = values.get('format')?.at(-1) ?? 'text';
  if (!isFormat(format)) {
    process.stderr.write(`cufort advise: --format takes ${Object.keys(printed).join(', ')}, not \`${format}\`\n`);
    return 1;
  }
  const args = readArguments([...others, ...words.slice(own.length)]);
  if (reportArguments(args)) return 1;
  const model = modelName(args.options.model ?? process.env.CUFORT_MODEL ?? defaultModel);
  if (!model) return 1;
  const executable = args.options.inputs.find(isExecutable);
  const linked = executable === undefined ? ofSources(args.options) : ofExecutable(executable);
  if (!linked) return 1;
  const { program, options, worker } = linked;
  const only = values.get('kernel')?.at(-1);
  const { image, observe, observers, transfers } = prepare(
    program,
    options,
    model,
    (name) => !only || name.includes(only),
  );
  const status = launch(image, {
    command: args.options.inputs[0] ?? '',
    arguments: args.programArguments,
    model,
    devices: args.options.devices ?? options.devices ?? 1,
    threads: args.options.threads ?? options.threads,
    verbose: options.verbose,
    worker,
    koffi: [fileURLToPath(import.meta.url)],
    libraryFolders: [],
    observe,
  });
  const launches = observers.flatMap((observer) => observer.launches);
  const plain = adviceOf(launches, transfers, model);
  const kernel = only === undefined ? [] : [`--kernel=${only}`];
  const tries = values.get('try')?.at(-1) !== 'false' && !isTrue(values.get('quiet')?.at(-1));
  const advice =
    tries && executable === undefined ? withTries(plain, [...kernel, ...others], args.programArguments) : plain;
  const json = values.get('json')?.at(-1);
  if (json !== undefined) disk.write(json, printed.json(advice));
  const html = values.get('html')?.at(-1);
  if (html !== undefined) disk.write(html, printed.html(advice, model));
  if (!isTrue(values.get('quiet')?.at(-1))) print(printed[format](advice, model));
  return status;
}

const printed = {
  text: (advice: Advice, model: ModelName) => `\n${adviceText(advice, model)}`,
  json: (advice: Advice) => `${JSON.stringify(advice, undefined, 2)}\n`,
  html: advicePage,
} satisfies Readonly<Record<string, (advice: Advice, model: ModelName) => string>>;

function isFormat(word: string): word is keyof typeof printed {
  return Object.hasOwn(printed, word);
}

type Linked = { readonly program: Program; readonly options: Options; readonly worker: LaunchSettings['worker'] };

function ofSources(options: Options): Linked | undefined {
  const inputs = compileInputs(options, disk);
  if (report(inputs.diagnostics, options.warnings)) return undefined;
  const { program, diagnostics } = linkInputs(inputs, disk);
  if (report(diagnostics, options.warnings) || !program) return undefined;
  return { program, options, worker: workerScript() };
}

function ofExecutable(path: string): Linked | undefined {
  const carried = existsSync(path) ? carriedProgram(path) : undefined;
  if (!carried) {
    process.stderr.write(
      `error[no-sources]: \`${path}\` is no executable of this version of cufort, or holds machine code\n  = help: name its sources or objects: cufort advise FILE.cuf … -- ARGUMENTS\n`,
    );
    return undefined;
  }
  const { program, options, worker, diagnostics } = carried;
  if (report(diagnostics, options.warnings) || !program) return undefined;
  const { devices, threads } = carried.settings;
  return { program, options: { ...options, devices, threads }, worker: { code: worker } };
}

/** A program that cufort has built: a script with a bundle in it. */
function isExecutable(path: string): boolean {
  return ['', '.out', '.exe'].includes(extensionOf(path));
}
