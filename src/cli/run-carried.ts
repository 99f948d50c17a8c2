/** Runs what an executable of cufort carries, made anew with what a tool needs in it. */
import { dirname } from 'node:path';
import { generate } from '../driver/link.ts';
import { defaults, type Options } from '../driver/options.ts';
import type { CarriedProgram } from './carried-program.ts';
import { type LaunchSettings, launch } from './launch.ts';
import { modelName } from './model-name.ts';
import { report } from './report.ts';
import { koffiFor, runtimeFolderOf } from './whereabouts.ts';

/** `command`: as the user called it; `changes`: of the options that it was built with. */
export function runCarried(
  { file, settings, worker, options, program, diagnostics }: CarriedProgram,
  command: string,
  args: readonly string[],
  changes: Partial<Options>,
  more: Partial<LaunchSettings> = {},
): number {
  if (report(diagnostics, defaults.warnings) || !program) return 1;
  const model = modelName(process.env.CUFORT_MODEL ?? settings.model);
  if (!model) return 1;
  return launch(
    generate(program, { ...options, ...changes }, () => {}, 'later'),
    {
      command,
      arguments: args,
      model,
      devices: settings.devices ?? 1,
      threads: settings.threads,
      worker: { code: worker },
      koffi: koffiFor(file),
      libraryFolders: [dirname(file), runtimeFolderOf(file)],
      ...more,
    },
  );
}
