/** Runs what an executable of cufort carries, made anew with the checks that CUFORT_SANITIZER asks for. */
import { isCheckRequest } from '../../tools/sanitizer/options.ts';
import { carriedProgram } from '../carried-program.ts';
import { runCarried } from '../run-carried.ts';
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
  return runCarried(carried, command, args, { check: new Set(request.tools) }, { checks: request.settings });
}

function refuse(text: string): number {
  process.stderr.write(`error[sanitizer]: ${text}\n`);
  return 1;
}
