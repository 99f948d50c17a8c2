/** `cufort run --device cuda`: the kernels on the machine's GPU. */
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InternalError } from '../base/impossible.ts';
import { type CudaProgram, generateForCuda, imageForCuda, noKernels } from '../driver/cuda.ts';
import { noDriver } from '../driver/messages.ts';
import type { Options } from '../driver/options.ts';
import { packImage, unpackImage } from '../driver/pack.ts';
import { compileInputs, linkInputs } from '../driver/program.ts';
import { hasRecursion } from '../ir/recursion.ts';
import { defaultModel } from '../machine/models.ts';
import { unpackCuda } from '../runtime/cuda/cuda-image.ts';
import type { Driver } from '../runtime/cuda/driver-table.ts';
import { loadDriver, NoDriver } from '../runtime/cuda/native-driver.ts';
import { openDevices } from '../runtime/cuda/open-devices.ts';
import type { Arguments } from './arguments.ts';
import { canDeepen, compiledBefore, onDeepStack } from './deep-stack.ts';
import { disk } from './disk.ts';
import { keepPtx } from './keep.ts';
import { launch } from './launch.ts';
import { nativeRoutinesFor } from './native-routines.ts';
import { report } from './report.ts';
import { tellFound } from './sanitizer/tell-found.ts';
import { workerScript } from './worker-script.ts';

export function runOnCuda({ options, programArguments }: Arguments): number {
  let driver: Driver;
  try {
    driver = loadDriver([import.meta.url]);
  } catch (problem) {
    if (!(problem instanceof NoDriver)) throw problem;
    report([noDriver(problem.message)], options.warnings);
    return 1;
  }
  const program = programFor(options);
  if (typeof program === 'number') return program;
  const { image, ...host } = program;
  try {
    return launch(
      { ...host, kernels: noKernels },
      {
        command: options.inputs[0] ?? '',
        arguments: programArguments,
        model: defaultModel,
        devices: 1,
        threads: 1,
        verbose: options.verbose,
        koffi: [fileURLToPath(import.meta.url)],
        libraryFolders: [dirname(options.output ?? '')],
        worker: workerScript(),
        ...nativeRoutinesFor(driver, [import.meta.url], process.env),
        ...(options.check && { tellFound: (found) => tellFound(found, options.checkFormat) }),
        startDevice: image.cells.length > 0,
        openDevices: (memory, listener) =>
          openDevices(driver, memory, image, { ...listener, verbose: options.gpu.ptxinfo, explains: options.verbose }),
      },
    );
  } catch (problem) {
    if (!(problem instanceof NoDriver)) throw problem;
    report([noDriver(problem.message)], options.warnings);
    return 1;
  }
}

/** The program for the device; or the exit status where it does not compile, or has run with more stack. */
function programFor(options: Options): CudaProgram | number {
  const before = compiledBefore();
  if (before !== undefined) {
    const { cuda, ...host } = unpackImage(before);
    if (!cuda) throw new InternalError('a program without code for the device');
    return { ...host, image: unpackCuda(cuda) };
  }
  const inputs = compileInputs(options, disk);
  if (report(inputs.diagnostics, options.warnings)) return 1;
  const { program, diagnostics } = linkInputs(inputs, disk);
  if (report(diagnostics, options.warnings) || !program) return 1;
  if (canDeepen() && hasRecursion(program))
    return onDeepStack(packImage(imageForCuda(program, options, disk, keepPtx(options))));
  return generateForCuda(program, options, disk, keepPtx(options));
}
