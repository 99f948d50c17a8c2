/** Runs what an executable of cufort carries, made anew with the checks that CUFORT_SANITIZER asks for. */
import { dirname } from 'node:path';
import { generate } from '../../driver/link.ts';
import { defaults, type Options } from '../../driver/options.ts';
import { isCheckRequest } from '../../tools/sanitizer/options.ts';
import { carriedProgram } from '../carried-program.ts';
import { launch } from '../launch.ts';
import { modelName } from '../model-name.ts';
import { report } from '../report.ts';
import { koffiFor, runtimeFolderOf } from '../whereabouts.ts';
import { sanitizerVariables } from './variables.ts';

/** `file`: the executable; `command`: as its user called it. */
export function runChecked([path = '', command = '', ...args]: readonly string[]): number {
  const request: unknown = JSON.parse(process.env[sanitizerVariables.request] ?? 'null');
  if (!isCheckRequest(request)) return refuse(`${sanitizerVariables.request} holds no request`);
  const carried = carriedProgram(path);
  if (!carried)
    return refuse(
      `${command} was built by another version of cufort, or holds machine code: build it with \`--check\``,
    );
  const { file, settings, program } = carried;
  if (report(carried.diagnostics, defaults.warnings) || !program) return 1;
  const options: Options = { ...carried.options, check: new Set(request.tools) };
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
      worker: { code: carried.worker },
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
