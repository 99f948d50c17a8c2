/** The main of an executable: runs the image that its own file carries. */
import { unpackImage } from '../driver/pack.ts';
import { partsOfExecutable, type Settings } from './executable-parts.ts';
import { launch } from './launch.ts';
import { modelName } from './model-name.ts';

declare global {
  /** The text of the executable, put here by its starter. */
  var cufortExecutable: string | undefined;
}

process.exitCode = main(globalThis.cufortExecutable ?? '');

function main(text: string): number {
  const parts = partsOfExecutable(text);
  const settings: Settings = JSON.parse(parts.settings);
  const model = modelName(process.env.CUFORT_MODEL ?? settings.model);
  if (!model) return 1;
  const [, command, ...rest] = process.argv;
  return launch(unpackImage(parts.image), {
    command: command ?? '',
    arguments: rest,
    model,
    devices: settings.devices ?? 1,
    threads: settings.threads,
    worker: { code: parts.worker },
  });
}
