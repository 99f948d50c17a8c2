/** NVIDIA's libraries for a program on a real device: CUFORT_LIBRARIES chooses between them and ours. */
import type { Driver } from '../runtime/cuda/driver-table.ts';
import { nativeLibraries } from '../runtime/cuda/libraries/native-libraries.ts';
import { openNativeRoutines } from '../runtime/cuda/libraries/native-routines.ts';
import { loadKoffi } from '../runtime/native/load-koffi.ts';
import type { RunOptions } from '../runtime/program.ts';

/** Unset: NVIDIA's where they are installed. `nvidia`: an error where they are not. `own`: ours. */
export function nativeRoutinesFor(
  driver: Driver,
  koffiFrom: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Pick<RunOptions, 'native'> {
  const wanted = environment.CUFORT_LIBRARIES;
  const koffi = wanted === 'own' ? undefined : loadKoffi(koffiFrom);
  if (!koffi) return {};
  const libraries = nativeLibraries(koffi, environment);
  return {
    native: (memory, cuda) => openNativeRoutines({ driver, memory, cuda, libraries, demanded: wanted === 'nvidia' }),
  };
}
