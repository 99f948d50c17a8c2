/** The main of an executable: runs the image that its own file carries. */
import { unpackImage } from '../driver/pack.ts';
import { type PackedCuda, unpackCuda } from '../runtime/cuda/cuda-image.ts';
import { loadDriver, NoDriver } from '../runtime/cuda/native-driver.ts';
import { openDevices } from '../runtime/cuda/open-devices.ts';
import { partsOfExecutable, type Settings } from './executable-parts.ts';
import { type LaunchSettings, launch } from './launch.ts';
import { modelName } from './model-name.ts';
import { nativeRoutinesFor } from './native-routines.ts';

declare global {
  /** The executable, put here by its starter. */
  var cufortExecutable: Buffer | undefined;
}

process.exitCode = main(globalThis.cufortExecutable ?? Buffer.alloc(0));

function main(file: Buffer): number {
  const parts = partsOfExecutable(file);
  const settings: Settings = JSON.parse(parts.settings);
  const model = modelName(process.env.CUFORT_MODEL ?? settings.model);
  if (!model) return 1;
  const [, command, ...rest] = process.argv;
  const image = unpackImage(parts.image);
  try {
    return launch(image, {
      command: command ?? '',
      arguments: rest,
      model,
      devices: settings.devices ?? 1,
      threads: settings.threads,
      worker: { code: parts.worker },
      koffi: settings.koffi,
      ...(image.cuda && realDevices(image.cuda, settings.koffi)),
    });
  } catch (problem) {
    if (!(problem instanceof NoDriver)) throw problem;
    process.stderr.write(
      `error[no-device]: ${problem.message}\n  = help: build it without --device and CUFORT_DEVICE for the simulated device\n`,
    );
    return 1;
  }
}

function realDevices(cuda: PackedCuda, koffi: string): Pick<LaunchSettings, 'openDevices' | 'startDevice' | 'native'> {
  const driver = loadDriver([koffi]);
  const image = unpackCuda(cuda);
  return {
    ...nativeRoutinesFor(driver, [koffi], process.env),
    startDevice: image.cells.length > 0,
    openDevices: (memory, listener) => openDevices(driver, memory, image, { ...listener, verbose: false }),
  };
}
