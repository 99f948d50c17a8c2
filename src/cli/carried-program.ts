/** The program that an executable of cufort was linked from, linked anew: tools make it again with what they need in it. */
import { readFileSync, realpathSync } from 'node:fs';
import type { Diagnostic } from '../base/diagnostic.ts';
import { readCarried } from '../driver/carried.ts';
import { libraryOf } from '../driver/library.ts';
import { linkModules } from '../driver/link.ts';
import { defaults, type Options } from '../driver/options.ts';
import { membersThen } from '../driver/static-libraries.ts';
import type { Program } from '../ir/link.ts';
import { disk } from './disk.ts';
import { carriedIn, partsOfExecutable, type Settings } from './executable-parts.ts';

export type CarriedProgram = {
  /** The executable, behind links. */
  readonly file: string;
  readonly settings: Settings;
  /** The code of its worker threads. */
  readonly worker: string;
  readonly options: Options;
  readonly program: Program | undefined;
  readonly diagnostics: readonly Diagnostic[];
};

/** Undefined where it was built by another version of cufort, or holds machine code. */
export function carriedProgram(path: string): CarriedProgram | undefined {
  const file = realpathSync(path);
  const { images, settings: text, worker } = partsOfExecutable(readFileSync(file));
  const settings: Settings = JSON.parse(text);
  const carried = readCarried(carriedIn(images, settings), disk);
  if (!carried) return undefined;
  const library = libraryOf(disk).archive;
  const archive = carried.members.length > 0 ? membersThen(carried.members, library) : library;
  const { program, diagnostics } = linkModules(carried.modules, carried.members, archive);
  return { file, settings, worker, options: { ...defaults, ...carried.options }, program, diagnostics };
}
