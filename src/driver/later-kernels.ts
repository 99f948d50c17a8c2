/** The part of the compiler that executables carry: it writes kernels for what is known of their launches, out of what `pack-kernels.ts` put there. */
import type { GrowingLists, KernelsLater, Layout, WriterExports } from '../back/wasm/encode/artifact.ts';
import { kernelsLater } from '../back/wasm/kernel/kernels.ts';
import { unpackBlanked } from './blanked.ts';
import type { CarriedKernels } from './pack-kernels.ts';

/** `grown`: the program's lists of traps and texts. */
export function laterKernels(packed: Uint8Array, layout: Layout, grown: GrowingLists): KernelsLater {
  const { program, settings } = carriedIn(packed);
  return kernelsLater(program, layout, settings, grown);
}

/** The same in a process of its own, for one that goes on meanwhile. */
export const writeElsewhere: WriterExports['writeElsewhere'] = ({ bytes, layout }) => {
  const { traps, texts } = { traps: [], texts: [] } satisfies GrowingLists;
  const { write } = laterKernels(bytes, layout, { traps, texts });
  return ({ kernel, how, from }) => {
    traps.length = from;
    texts.length = from;
    const { lines, ...written } = write(kernel, how);
    const table = typeof lines === 'function' ? lines() : lines;
    return { ...written, lines: table, traps: traps.slice(from), texts: texts.slice(from) };
  };
};

function carriedIn(packed: Uint8Array): CarriedKernels {
  const value = unpackBlanked(packed);
  if (!isCarried(value)) throw new Error('this executable is damaged');
  return value;
}

function isCarried(value: unknown): value is CarriedKernels {
  return typeof value === 'object' && value !== null && 'program' in value && 'settings' in value;
}
