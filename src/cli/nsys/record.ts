/** Runs a command and gathers what the programs of cufort in it tell (CUFORT_REPORT). */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
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
    const stop = join(folder, 'stop');
    const told = { CUFORT_REPORT: join(folder, '%p'), CUFORT_REPORT_STOP: stop };
    const status = await spawned(command, { ...environment, ...told }, showOutput, stop);
    const reports = reportsIn(folder).map((name) => wholeLines(readFileSync(join(folder, name), 'utf8')));
    return { status, reports };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Their names are numbers of processes. */
function reportsIn(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => /^\d+$/.test(name))
    .toSorted((a, b) => Number(a) - Number(b));
}

/** A program that was killed while it wrote has left a part of a line. */
function wholeLines(text: string): string {
  return text.slice(0, text.lastIndexOf('\n') + 1);
}

/** Milliseconds in which a program that is interrupted must begin with its report. */
const lastMilliseconds = 5000;

/** `stop`: the file that tells the program to end. */
function spawned(
  [program = '', ...rest]: readonly string[],
  env: NodeJS.ProcessEnv,
  show: boolean,
  stop: string,
): Promise<number> {
  return new Promise((settle) => {
    const child = children().spawn(program, rest, { stdio: show ? 'inherit' : ['inherit', 'ignore', 'inherit'], env });
    process.on('SIGINT', () => {
      if (existsSync(stop)) child.kill('SIGTERM');
      writeFileSync(stop, '');
      setTimeout(() => {
        if (reportsIn(dirname(stop)).length === 0) child.kill('SIGTERM');
      }, lastMilliseconds).unref();
    });
    process.on('SIGTERM', (signal) => child.kill(signal));
    child.on('error', (problem) => {
      const missing = 'code' in problem && problem.code === 'ENOENT';
      process.stderr.write(
        `cufort: cannot run ${program}: ${missing ? 'there is no such program' : problem.message}\n`,
      );
      settle(127);
    });
    child.on('exit', (code, signal) => settle(signal ? 128 + constants.signals[signal] : (code ?? 1)));
  });
}
