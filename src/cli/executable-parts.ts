/** How an executable is divided, and what it remembers of its build. Read by the executable itself, so it must not import the compiler. */
import type { DeviceName } from './device-choice.ts';

export const marks = {
  start: '#cufort:start',
  runtime: '#cufort:runtime',
  worker: '#cufort:worker',
  settings: '#cufort:settings',
  image: '#cufort:image',
} as const;

export type Settings = {
  /** The devices it was built for, and the bytes of the image for each, one after another; a second one for a device is for a larger memory. */
  readonly images: readonly {
    readonly device: DeviceName;
    readonly memory: 32 | 64;
    readonly bytes: number;
    readonly kernels?: KernelsPart;
  }[];
  readonly model: string | undefined;
  readonly devices: number | undefined;
  readonly threads: number | undefined;
  /** Bytes behind the images: the modules that it was linked from (driver/carried.ts). */
  readonly carried?: number;
  /** Bytes behind these: the compressed script that writes kernels (driver/later-kernels.ts); then follow what it writes kernels from. */
  readonly writer?: number;
};

/** How many kernels an image may write while it runs, and where behind the writer they are. */
export type KernelsPart = { readonly count: number; readonly at: number; readonly bytes: number };

/** The parts of an executable: text, and packed images at its end. */
export function partsOfExecutable(file: Buffer): {
  readonly worker: string;
  readonly settings: string;
  readonly images: Uint8Array;
} {
  const end = file.indexOf(`\n${marks.image}\n`);
  const between = (from: string, to: string) =>
    file.toString('utf8', file.indexOf(`\n${from}\n`) + from.length + 2, file.indexOf(`\n${to}\n`));
  return {
    worker: between(marks.worker, marks.settings),
    settings: between(marks.settings, marks.image),
    images: file.subarray(end + marks.image.length + 2),
  };
}

/** What stands behind the images. */
export function carriedIn(images: Uint8Array, settings: Settings): Uint8Array {
  const from = endOfImages(settings);
  return images.subarray(from, from + (settings.carried ?? 0));
}

/** The compressed script that writes kernels. */
export function writerIn(images: Uint8Array, settings: Settings): Uint8Array {
  const from = endOfImages(settings) + (settings.carried ?? 0);
  return images.subarray(from, from + (settings.writer ?? 0));
}

/** What it writes the kernels of an image from: those of several images may be the same. */
export function kernelsIn(images: Uint8Array, settings: Settings, { at, bytes }: KernelsPart): Uint8Array {
  const from = endOfImages(settings) + (settings.carried ?? 0) + (settings.writer ?? 0) + at;
  return images.subarray(from, from + bytes);
}

function endOfImages({ images }: Settings): number {
  return images.reduce((n, { bytes }) => n + bytes, 0);
}

/** The image for a device, in a memory of that width where there is one of several. */
export function imageIn(
  images: Uint8Array,
  settings: Settings,
  device: DeviceName,
  memory: 32 | 64 | undefined,
): PackedImage | undefined {
  let from = 0;
  for (const { device: name, memory: own, bytes, kernels } of settings.images) {
    if (name === device && (memory === undefined || memory === own))
      return { bytes: images.subarray(from, from + bytes), kernels };
    from += bytes;
  }
  return undefined;
}

export type PackedImage = { readonly bytes: Uint8Array; readonly kernels: KernelsPart | undefined };
