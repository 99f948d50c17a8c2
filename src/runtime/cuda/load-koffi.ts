/** The package through which native libraries are called: loaded only where a program asks for them. */
import { createRequire } from 'node:module';

export type Koffi = typeof import('koffi');

/** `from`: files (paths or file URLs) from which it may be found. */
export function loadKoffi(from: readonly string[]): Koffi | undefined {
  for (const base of from) {
    try {
      const koffi: Koffi = createRequire(base)('koffi');
      return koffi;
    } catch {
      // The next place may have it.
    }
  }
  return undefined;
}
