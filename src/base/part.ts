/**
 * A part of the command that loads when it is first used: what the module at `path` exports, as seen from the file `from`. The bundle of the command holds each part
 * as a file of its own (scripts/parts.ts), so both arguments stand in the source as they are: `part<typeof import('./x.ts')>(import.meta.url, './x.ts')`.
 * For files of `cli/` and `driver/` that the runtime of executables does not hold.
 */
import { createRequire } from 'node:module';

export function part<Exports>(from: string, path: string): Exports {
  return createRequire(from)(path);
}
