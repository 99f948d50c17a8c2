/** Runs a command and gathers what the programs of cufort in it tell (CUFORT_REPORT). */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { children } from '../../base/node-parts.ts';

export type Recorded = {
  /** The command's exit status. */
  readonly status: number;
  /** The report of each process, in the order in which they began. */
  readonly reports: readonly string[];
};

export async function record(
  command: readonly string[],
  environment: NodeJS.ProcessEnv,
  showOutput: boolean,
): Promise<Recorded> {
  const folder = mkdtempSync(join(tmpdir(), 'cufort-profile-'));
  try {
    const status = await spawned(command, { ...environment, CUFORT_REPORT: join(folder, '%p') }, showOutput);
    const reports = readdirSync(folder)
      .toSorted((a, b) => Number(a) - Number(b))
      .map((name) => readFileSync(join(folder, name), 'utf8'));
    return { status, reports };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function spawned([program = '', ...rest]: readonly string[], env: NodeJS.ProcessEnv, show: boolean): Promise<number> {
  return new Promise((settle) => {
    const child = children().spawn(program, rest, { stdio: show ? 'inherit' : ['inherit', 'ignore', 'inherit'], env });
    process.on('SIGINT', () => {});
    process.on('SIGTERM', (signal) => child.kill(signal));
    child.on('error', (problem) => {
      process.stderr.write(`cufort: cannot run ${program}: ${problem.message}\n`);
      settle(127);
    });
    child.on('exit', (code, signal) => settle(signal ? 128 + constants.signals[signal] : (code ?? 1)));
  });
}
