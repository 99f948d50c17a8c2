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

/** Koffi's own machine code, for a few calls: the package's script loads much of Node. Undefined where it lies elsewhere than usual. */
export function loadBareKoffi(from: readonly string[]): Pick<Koffi, 'address' | 'load'> | undefined {
  for (const base of from) {
    try {
      const beside = createRequire(createRequire(base).resolve('koffi'));
      const koffi: Koffi = beside(`@koromix/koffi-${process.platform}-${process.arch}`);
      if (typeof koffi.load === 'function' && typeof koffi.address === 'function') return koffi;
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
