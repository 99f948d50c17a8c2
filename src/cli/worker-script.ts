/** What the threads of a program run that starts at once. */
import { existsSync } from 'node:fs';

/** Beside the bundle, or among the sources. */
export function workerScript(): URL {
  const bundled = new URL('./worker.cjs', import.meta.url);
  return existsSync(bundled) ? bundled : new URL('../runtime/sim/worker.ts', import.meta.url);
}
