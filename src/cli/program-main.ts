/** The main of an executable: runs the image that its own file carries. */
import { existsSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { children } from '../base/node-parts.ts';
import type { Image } from '../driver/link.ts';
import { unpackImage } from '../driver/pack.ts';
import { withLater } from '../driver/with-later.ts';
import { type PackedCuda, unpackCuda } from '../runtime/cuda/cuda-image.ts';
import { loadDriver, NoDriver } from '../runtime/cuda/native-driver.ts';
import { openDevices } from '../runtime/cuda/open-devices.ts';
import { type DeviceName, devicesIn, presentDevice } from './device-choice.ts';
import {
  imageIn,
  kernelsIn,
  type PackedImage,
  partsOfExecutable,
  type Settings,
  writerIn,
} from './executable-parts.ts';
import { internalErrorStatus, tellInternalError } from './internal-error.ts';
import { writerOf, writerScriptOf } from './kernel-writer.ts';
import { type LaunchSettings, launch } from './launch.ts';
import { modelName } from './model-name.ts';
import { nativeRoutinesFor } from './native-routines.ts';
import { sanitizerVariables } from './sanitizer/variables.ts';
import { koffiFor, runtimeFolderOf } from './whereabouts.ts';

declare global {
  /** The executable, put here by its starter. */
  var cufortExecutable: Buffer | undefined;
}

process.exitCode = guarded(() => main(globalThis.cufortExecutable ?? Buffer.alloc(0)));

/** What escapes the runtime is a mistake of ours: told without the bundle's lines, which Node would show. */
function guarded(run: () => number): number {
  try {
    return run();
  } catch (problem) {
    tellInternalError(problem);
    return internalErrorStatus;
  }
}

function main(whole: Buffer): number {
  const checker = process.env[sanitizerVariables.command];
  if (checker && process.env[sanitizerVariables.request]) return remade(checker, 'as-checked');
  const parts = partsOfExecutable(whole);
  const settings: Settings = JSON.parse(parts.settings);
  const model = modelName(process.env.CUFORT_MODEL ?? settings.model);
  if (!model) return 1;
  const [, command = '', ...rest] = process.argv;
  const file = realpathSync(command);
  const koffi = koffiFor(file);
  const device = deviceFor(settings);
  if (!device) return 1;
  const memory = memoryAsked(process.env.CUFORT_MEMORY);
  const packed = imageIn(parts.images, settings, device, memory) ?? imageIn(parts.images, settings, device, undefined);
  if (!packed) throw new Error('this executable is damaged');
  const writer = writerIn(parts.images, settings);
  const unpack = ({ bytes, kernels }: PackedImage): Image =>
    withLater(unpackImage(bytes), kernels && { ...kernels, bytes: kernelsIn(parts.images, settings, kernels) }, () =>
      writerOf(writer, file),
    );
  const image = unpack(packed);
  const watcher = process.env.CUFORT_REPORT_PAGES;
  if (image.managed && !image.cuda && watcher && existsSync(watcher)) return remade(watcher, 'as-watched');
  const wide = memory === undefined ? imageIn(parts.images, settings, device, 64) : undefined;
  try {
    return launch(image, {
      command,
      arguments: rest,
      model,
      devices: settings.devices ?? 1,
      threads: settings.threads,
      verbose: process.env.CUFORT_VERBOSE === '1',
      worker: { code: parts.worker },
      writer: () => writerScriptOf(writer),
      koffi,
      libraryFolders: [dirname(file), runtimeFolderOf(file)],
      ...(image.cuda && realDevices(image.cuda, koffi)),
      ...(wide && { widen: () => unpack(wide) }),
    });
  } catch (problem) {
    if (!(problem instanceof NoDriver)) throw problem;
    process.stderr.write(
      `error[no-device]: ${problem.message}\n  = help: build it without --device and CUFORT_DEVICE for the simulated device\n`,
    );
    return 1;
  }
}

/** The command makes the program anew, with what a tool needs in it, and runs it. */
function remade(command: string, how: 'as-checked' | 'as-watched'): number {
  const [, file = '', ...rest] = process.argv;
  const { status } = children().spawnSync(process.execPath, [command, how, file, file, ...rest], {
    stdio: 'inherit',
  });
  return status ?? 1;
}

function memoryAsked(text: string | undefined): 32 | 64 | undefined {
  return text === '64' ? 64 : text === '32' ? 32 : undefined;
}

/** The one that CUFORT_DEVICE names; undefined where the program was not built for it: the user has been told. */
function deviceFor(settings: Settings): DeviceName | undefined {
  const has = [...new Set(settings.images.map(({ device }) => device))];
  const asked = process.env.CUFORT_DEVICE;
  const named = asked === undefined ? has : devicesIn(asked)?.filter((name) => has.includes(name));
  if (named?.length) return presentDevice(named);
  process.stderr.write(
    `error[no-device]: CUFORT_DEVICE=${asked}, but this program was built for \`${has.join(',')}\`\n  = help: leave out CUFORT_DEVICE, or build with \`--device sim,cuda\`: then the program has code for both\n`,
  );
  return undefined;
}

function realDevices(
  cuda: PackedCuda,
  koffi: readonly string[],
): Pick<LaunchSettings, 'openDevices' | 'startDevice' | 'native'> {
  const driver = loadDriver(koffi);
  const image = unpackCuda(cuda);
  return {
    ...nativeRoutinesFor(driver, koffi, process.env),
    startDevice: image.cells.length > 0,
    openDevices: (memory, listener) => openDevices(driver, memory, image, { ...listener, verbose: false }),
  };
}
