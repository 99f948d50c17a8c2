/** Which kernels may gain by vectors of 256 bits, where an engine joins neighbouring ones of 128 (wide.ts of the simulated device). */
import type { KernelWriter } from './kernel-writer.ts';

/** Lanes of one or two bytes fill vectors of 128 bits with four times as many threads: for joined ones, they would be written in lanes of four. */
export function gainsByWidth({ chunks }: Pick<KernelWriter, 'chunks'>): boolean {
  return chunks.plain > 0 && chunks.narrow === 0;
}
