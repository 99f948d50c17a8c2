/** Files with the library as it was built for these sources: where they have changed since, its modules are compiled when they are asked for. */
import { builtLibrary } from '../scripts/library.ts';
import { disk } from '../src/cli/disk.ts';
import type { Files } from '../src/driver/files.ts';

const library = builtLibrary();

export const builtDisk: Files = { ...disk, compiledLibrary: () => library };
