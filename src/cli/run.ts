/** `cufort run`: compile, link and run at once; no files are written. */

import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InternalError } from '../base/impossible.ts';
import { part } from '../base/part.ts';
import { laterKernels } from '../driver/later-kernels.ts';
import type { Image } from '../driver/link.ts';
import { noDevice } from '../driver/messages.ts';
import type { Options } from '../driver/options.ts';
import { packImage, unpackImage } from '../driver/pack.ts';
import { compileInputs, imageOf, imageToKeep, imageToRun, linkInputs } from '../driver/program.ts';
import { withLater } from '../driver/with-later.ts';
import type { Program } from '../ir/link.ts';
import { hasRecursion } from '../ir/recursion.ts';
import { readArguments, reportArguments } from './arguments.ts';
import { canDeepen, compiledBefore, onDeepStack } from './deep-stack.ts';
import { chosenDevice } from './device-choice.ts';
import { disk } from './disk.ts';
import { type LaunchSettings, launch } from './launch.ts';
import { modelName } from './model-name.ts';
import { remarks, report } from './report.ts';
import { workerScript, writerScript } from './worker-script.ts';

export function runRun(words: readonly string[]): number {
  const args = readArguments(words);
  if (reportArguments(args)) return 1;
  const { options } = args;
  if (options.show)
    return part<typeof import('./show.ts')>(import.meta.url, './show.ts').showStage(options.show, options);
  const device = chosenDevice(options);
  if (device === 'cuda')
    return part<typeof import('./run-on-cuda.ts')>(import.meta.url, './run-on-cuda.ts').runOnCuda(args);
  if (device !== 'sim') return report([noDevice(device.unknown)], options.warnings) ? 1 : 0;
  const model = modelName(options.model ?? process.env.CUFORT_MODEL);
  if (!model) return 1;
  const before = compiledBefore();
  const settings = (widen: () => Image): LaunchSettings => ({
    command: options.inputs[0] ?? '',
    arguments: args.programArguments,
    model,
    devices: options.devices ?? 1,
    threads: options.threads,
    verbose: options.verbose,
    worker: workerScript(),
    writer: writerScript,
    koffi: [fileURLToPath(import.meta.url)],
    libraryFolders: [dirname(options.output ?? '')],
    ...(options.check && { tellFound: (found) => tellFoundLater(found, options.checkFormat) }),
    ...(options.memory === undefined && { widen }),
  });
  const wide = (program: Program): Image => imageToRun(program, { ...options, memory: 64 });
  if (before !== undefined)
    return launch(
      ready(unpackImage(before)),
      settings(() => wide(known(compiled(options)))),
    );
  const program = compiled(options);
  if (!program) return 1;
  if (canDeepen() && hasRecursion(program))
    return onDeepStack(packImage(imageToHandOver(program, { ...options, debug: true })));
  return launch(
    options.information ? imageOf(program, options, remarks(options)) : imageToRun(program, options),
    settings(() => wide(program)),
  );
}

const tellFoundLater: typeof import('./sanitizer/tell-found.ts').tellFound = (...of) =>
  part<typeof import('./sanitizer/tell-found.ts')>(import.meta.url, './sanitizer/tell-found.ts').tellFound(...of);

/** For the process that is started again: it writes kernels when they are first needed. */
function imageToHandOver(program: Program, options: Options): Image {
  return options.information ? imageOf(program, options, remarks(options)) : imageToKeep(program, options, () => false);
}

function ready(image: Image): Image {
  return withLater(image, image.kernels.carried, () => ({ laterKernels }));
}

/** Undefined where that fails: the user has been told why. */
function compiled(options: Options): Program | undefined {
  const inputs = compileInputs(options, disk);
  if (report(inputs.diagnostics, options.warnings)) return undefined;
  const linked = linkInputs(inputs, disk);
  return report(linked.diagnostics, options.warnings) ? undefined : linked.program;
}

function known(program: Program | undefined): Program {
  if (!program) throw new InternalError('the program does not compile a second time');
  return program;
}
