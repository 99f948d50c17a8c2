/** `cufort run`: compile, link and run at once; no files are written. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { noDevice } from '../driver/messages.ts';
import { compileInputs, imageOf, linkInputs } from '../driver/program.ts';
import { hasRecursion } from '../ir/recursion.ts';
import { readArguments } from './arguments.ts';
import { reportArguments } from './check.ts';
import { canDeepen, onDeepStack } from './deep-stack.ts';
import { chosenDevice } from './device-choice.ts';
import { disk } from './disk.ts';
import { launch } from './launch.ts';
import { modelName } from './model-name.ts';
import { remarks, report } from './report.ts';
import { runOnCuda } from './run-on-cuda.ts';
import { showStage } from './show.ts';

export function runRun(words: readonly string[]): number {
  const args = readArguments(words);
  if (reportArguments(args)) return 1;
  const { options } = args;
  if (options.show) return showStage(options.show, options);
  const device = chosenDevice(options);
  if (device === 'cuda') return runOnCuda(args);
  if (device !== 'sim') return report([noDevice(device)], options.warnings) ? 1 : 0;
  const model = modelName(options.model ?? process.env.CUFORT_MODEL);
  if (!model) return 1;
  const inputs = compileInputs(options, disk);
  if (report(inputs.diagnostics, options.warnings)) return 1;
  const linked = linkInputs(inputs, disk);
  if (report(linked.diagnostics, options.warnings) || !linked.program) return 1;
  const { program } = linked;
  if (canDeepen() && hasRecursion(program)) return onDeepStack();
  return launch(imageOf(program, options, remarks(options)), {
    command: options.inputs[0] ?? '',
    arguments: args.programArguments,
    model,
    devices: options.devices ?? 1,
    threads: options.threads,
    worker: workerScript(),
    koffi: fileURLToPath(import.meta.url),
    ...(options.memory === undefined && { widen: () => imageOf(program, { ...options, memory: 64 }) }),
  });
}

/** Beside the bundle, or among the sources. */
function workerScript(): URL {
  const bundled = new URL('./worker.cjs', import.meta.url);
  return existsSync(bundled) ? bundled : new URL('../runtime/sim/worker.ts', import.meta.url);
}
