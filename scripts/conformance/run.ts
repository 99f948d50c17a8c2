/** A command run to its end, with a limit of time. */
import { spawnSync } from 'node:child_process';

export type Run = {
  /** The exit code; -1 where a signal or the limit of time ended it. */
  readonly code: number;
  readonly out: string;
  readonly error: string;
  readonly late: boolean;
};

export type Place = { readonly folder: string; readonly seconds: number; readonly environment?: NodeJS.ProcessEnv };

const mostOutput = 16 * 1024 * 1024;

export function run(words: readonly string[], place: Place): Run {
  const [command = '', ...rest] = words;
  const result = spawnSync(command, rest, {
    cwd: place.folder,
    timeout: place.seconds * 1000,
    killSignal: 'SIGKILL',
    env: place.environment ?? process.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: mostOutput,
    encoding: 'latin1',
  });
  const late = result.error !== undefined && 'code' in result.error && result.error.code === 'ETIMEDOUT';
  return { code: result.status ?? -1, out: result.stdout ?? '', error: result.stderr ?? '', late };
}

/** What a user would read first of the messages of a run that failed. */
export function firstMessage({ error, code, late, out }: Run): string {
  if (late) return 'takes too long';
  const lines = `${error}\n${out.split('\n').slice(-3).join('\n')}`.split('\n').filter((line) => line.trim() !== '');
  const told = lines.find((line) => /^(error\[|internal error|runtime error|FATAL)/i.test(line)) ?? lines[0];
  return told?.trim().slice(0, 160) ?? `ends with code ${code}`;
}
