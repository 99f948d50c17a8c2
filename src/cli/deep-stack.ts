/**
 * Programs that recur deeply need more stack than Node gives its main thread. The limit stands when a process starts, so that such a program is started again by a
 * shell that raises it: `stackKilobytes` where the system allows that, else what it allows.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { children } from '../base/node-parts.ts';

const stackKilobytes = 262_144;
/** Of the stack, for what is not JavaScript's or the program's. */
const reservedKilobytes = 1024;
const started = 'CUFORT_DEEP_STACK';

/** Lines of a shell that put V8's option for the stack into `stack`: empty where the system gives less than usual. */
export const shellLines: readonly string[] = [
  `ulimit -s ${stackKilobytes} 2>/dev/null || ulimit -s "$(ulimit -H -s)" 2>/dev/null`,
  'stack=$(ulimit -s)',
  `case $stack in *[!0-9]*|'') stack=${stackKilobytes};; esac`,
  `if [ "$stack" -gt 4096 ]; then stack=--stack-size=$((stack - ${reservedKilobytes})); else stack=; fi`,
];

/** Thrown where sources are nested more deeply than the stack allows, and a larger one can be had. */
export class DeeperStackNeeded extends Error {}

/** Is this the process that was started again? */
export function isDeep(): boolean {
  return process.env[started] !== undefined;
}

export function canDeepen(): boolean {
  return process.platform !== 'win32' && process.env[started] === undefined;
}

/** The same command once more, with what was compiled, where that can be handed over; gives its exit status. */
export function onDeepStack(compiled?: Uint8Array): number {
  if (compiled === undefined) return again('');
  const folder = temporaryFolder();
  try {
    return again(folder === undefined ? '' : handedOver(folder, compiled));
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  }
}

/** Undefined where there is no room for one. */
function temporaryFolder(): string | undefined {
  try {
    return mkdtempSync(join(tmpdir(), 'cufort-'));
  } catch {
    return undefined;
  }
}

/** '' where there is no room: it is compiled once more. */
function handedOver(folder: string, compiled: Uint8Array): string {
  const file = join(folder, 'image');
  try {
    writeFileSync(file, compiled);
    return file;
  } catch {
    return '';
  }
}

/** What the process that started this one has compiled. The program's own commands do not hear of it. */
export function compiledBefore(): Uint8Array | undefined {
  const file = process.env[started];
  if (!file) return undefined;
  delete process.env[started];
  return readFileSync(file);
}

function again(file: string): number {
  const script = [...shellLines, 'node=$1; shift; exec "$node" $stack "$@"'].join('\n');
  const { status, signal } = children().spawnSync(
    '/bin/sh',
    ['-c', script, 'sh', process.execPath, ...process.execArgv, ...process.argv.slice(1)],
    {
      stdio: 'inherit',
      env: { ...process.env, [started]: file },
    },
  );
  return signal ? 128 + constants.signals[signal] : (status ?? 1);
}
