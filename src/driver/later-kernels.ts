/** The part of the compiler that executables carry: it writes kernels for what is known of their launches, out of what `pack-kernels.ts` put there. */
import type { KernelsLater, Layout } from '../back/wasm/encode/artifact.ts';
import { type GrowingLists, kernelsLater } from '../back/wasm/kernel/kernels.ts';
import { unpackBlanked } from './blanked.ts';
import type { CarriedKernels } from './pack-kernels.ts';

/** `grown`: the program's lists of traps and texts. */
export function laterKernels(packed: Uint8Array, layout: Layout, grown: GrowingLists): KernelsLater {
  const { program, settings } = carriedIn(packed);
  return kernelsLater(program, layout, settings, grown);
}

function carriedIn(packed: Uint8Array): CarriedKernels {
  const value = unpackBlanked(packed);
  if (!isCarried(value)) throw new Error('this executable is damaged');
  return value;
}

function isCarried(value: unknown): value is CarriedKernels {
  return typeof value === 'object' && value !== null && 'program' in value && 'settings' in value;
}
