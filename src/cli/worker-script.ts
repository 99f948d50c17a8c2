/** What the threads of a program run that starts at once, and the process that writes kernels for it. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { WriterScript } from '../runtime/sim/compiler-process.ts';

/** Beside the bundle, or among the sources. */
export function workerScript(): URL {
  const bundled = new URL('./worker.cjs', import.meta.url);
  return existsSync(bundled) ? bundled : new URL('../runtime/sim/worker.ts', import.meta.url);
}

/** Undefined where there is no bundle. */
export function writerScript(): WriterScript | undefined {
  const bundled = new URL('./kernels.cjs', import.meta.url);
  return existsSync(bundled) ? { file: fileURLToPath(bundled) } : undefined;
}
