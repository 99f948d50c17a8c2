/** Runs what an executable of cufort carries, made anew with the checks that CUFORT_SANITIZER asks for. */
import { readFileSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { readCarried } from '../../driver/carried.ts';
import { libraryOf } from '../../driver/library.ts';
import { generate, linkModules } from '../../driver/link.ts';
import { defaults, type Options } from '../../driver/options.ts';
import { membersThen } from '../../driver/static-libraries.ts';
import { isCheckRequest } from '../../tools/sanitizer/options.ts';
import { disk } from '../disk.ts';
import { carriedIn, partsOfExecutable, type Settings } from '../executable-parts.ts';
import { launch } from '../launch.ts';
import { modelName } from '../model-name.ts';
import { report } from '../report.ts';
import { koffiFor, runtimeFolderOf } from '../whereabouts.ts';
import { sanitizerVariables } from './variables.ts';

/** `file`: the executable; `command`: as its user called it. */
export function runChecked([path = '', command = '', ...args]: readonly string[]): number {
  const request: unknown = JSON.parse(process.env[sanitizerVariables.request] ?? 'null');
  if (!isCheckRequest(request)) return refuse(`${sanitizerVariables.request} holds no request`);
  const file = realpathSync(path);
  const parts = partsOfExecutable(readFileSync(file));
  const settings: Settings = JSON.parse(parts.settings);
  const carried = readCarried(carriedIn(parts.images, settings), disk);
  if (!carried)
    return refuse(
      `${command} was built by another version of cufort, or holds machine code: build it with \`--check\``,
    );
  const library = libraryOf(disk).archive;
  const archive = carried.members.length > 0 ? membersThen(carried.members, library) : library;
  const { program, diagnostics } = linkModules(carried.modules, archive);
  if (report(diagnostics, defaults.warnings) || !program) return 1;
  const options: Options = { ...defaults, ...carried.options, check: new Set(request.tools) };
  const model = modelName(process.env.CUFORT_MODEL ?? settings.model);
  if (!model) return 1;
  return launch(
    generate(program, options, () => {}, true),
    {
      command,
      arguments: args,
      model,
      devices: settings.devices ?? 1,
      threads: settings.threads,
      worker: { code: parts.worker },
      koffi: koffiFor(file),
      libraryFolders: [dirname(file), runtimeFolderOf(file)],
      checks: request.settings,
    },
  );
}

function refuse(text: string): number {
  process.stderr.write(`error[sanitizer]: ${text}\n`);
  return 1;
}
