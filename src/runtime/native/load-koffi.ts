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

/** Why it cannot be had. */
export function koffiProblem(from: readonly string[]): string {
  for (const base of from) {
    try {
      createRequire(base)('koffi');
    } catch (problem) {
      const [first = ''] = String(problem instanceof Error ? problem.message : problem).split('\n');
      if (!first.startsWith('Cannot find module')) return first;
    }
  }
  return 'it is not installed';
}
