/** `cufort with COMMAND`: the command runs with nvfortran, nvcc, mpif90 … on PATH standing for cufort. */
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { children } from '../base/node-parts.ts';
import { FileProblem } from '../driver/files.ts';
import { nodeVariable, standInFolder } from './stand-ins.ts';

/** Gives the command's exit status. */
export function runWith(command: readonly string[]): number | Promise<number> {
  const [program, ...rest] = command;
  if (program === undefined) {
    console.error('usage: cufort with COMMAND…, for example: cufort with make');
    return 1;
  }
  const folder = standIns();
  const path = `${folder}${delimiter}${process.env.PATH ?? ''}`;
  const toolkit = dirname(folder);
  // CMake and configure look for gfortran beside the C compiler before they look along PATH.
  const compiler = process.env.FC ?? 'nvfortran';
  const env = { CUDA_PATH: toolkit, CUDA_HOME: toolkit, ...process.env };
  return spawned(program, rest, { ...env, PATH: path, FC: compiler, [nodeVariable]: process.execPath });
}

function standIns(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const folder = [join(here, standInFolder), join(here, '../../dist', standInFolder)].find((at) => existsSync(at));
  if (!folder)
    throw new FileProblem(`cufort is not built: run \`npm run prepare\` where it is (no dist/${standInFolder})`);
  return folder;
}

function spawned(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  return new Promise((settle) => {
    const child = children().spawn(program, args, { stdio: 'inherit', env });
    const pass = (signal: NodeJS.Signals) => child.kill(signal);
    const ignore = () => {};
    process.on('SIGINT', ignore);
    process.on('SIGTERM', pass);
    child.on('error', (problem) => {
      console.error(`cufort: cannot run ${program}: ${problem.message}`);
      settle(127);
    });
    child.on('exit', (code, signal) => settle(signal ? 128 + constants.signals[signal] : (code ?? 1)));
  });
}
