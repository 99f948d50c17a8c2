/** `cufort with COMMAND`: the command runs with nvfortran, nvcc, mpif90 … on PATH standing for cufort. */
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

const fortranNames = ['nvfortran', 'pgfortran', 'pgf90', 'pgf95', 'mpif90', 'mpifort', 'mpif77'];
const cNames = ['nvcc', 'nvc', 'nvc++', 'pgcc'];

/** `self` is the script that starts cufort. Gives the command's exit status. */
export async function runWith(command: readonly string[], self: string): Promise<number> {
  const [program, ...rest] = command;
  if (program === undefined) {
    console.error('usage: cufort with COMMAND…, for example: cufort with make');
    return 1;
  }
  const folder = mkdtempSync(join(tmpdir(), 'cufort-with-'));
  try {
    for (const name of fortranNames) shim(folder, name, self, 'as-nvfortran');
    for (const name of cNames) shim(folder, name, self, 'as-nvcc');
    return await spawned(program, rest, { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH ?? ''}` });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function shim(folder: string, name: string, self: string, command: string): void {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\nexec '${quoted(process.execPath)}' '${quoted(self)}' ${command} "$@"\n`);
  chmodSync(path, 0o755);
}

function quoted(text: string): string {
  return text.replaceAll("'", "'\\''");
}

function spawned(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  return new Promise((settle) => {
    const child = spawn(program, args, { stdio: 'inherit', env });
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
