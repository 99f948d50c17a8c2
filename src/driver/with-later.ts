/** An image whose kernels are written while it runs: read by executables, so it must not import the compiler. */
import type { KernelsLater } from '../back/wasm/encode/artifact.ts';
import type { Image, KernelsInside } from './link.ts';

/** What `later-kernels.ts` exports. */
export type KernelWriter = Pick<typeof import('./later-kernels.ts'), 'laterKernels'>;

/** `load` gives the writer, when the first kernel is to be written. */
export function withLater(image: Image, inside: KernelsInside | undefined, load: () => KernelWriter): Image {
  if (!inside) return image;
  const { kernels, layout } = image;
  const grown = { traps: [...kernels.traps], texts: [...kernels.texts] };
  let made: KernelsLater | undefined;
  const real = (): KernelsLater => {
    made ??= load().laterKernels(inside.bytes, layout, grown);
    return made;
  };
  const later: KernelsLater = {
    count: inside.count,
    fnOf: (kernel) => real().fnOf(kernel),
    write: (...args) => real().write(...args),
    lists: grown,
    packed: () => ({ bytes: new Uint8Array(inside.bytes), layout }),
  };
  return { ...image, kernels: { ...kernels, ...grown, later } };
}
