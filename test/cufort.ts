/** Runs the command as a user does, with the IR verified after each pass. */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';

export type Result = {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
};

export const root = join(import.meta.dirname, '..');
export const command = join(root, 'bin/cufort.js');

const { isNewest }: { readonly isNewest: (file: string, sources: string) => boolean } = createRequire(import.meta.url)(
  '../bin/is-newest.js',
);
/** Asked once for all that a test runs. */
const fresh = isNewest(join(root, 'dist/cufort.cjs'), join(root, 'src'));

export type Options = {
  readonly cwd?: string;
  readonly input?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly seconds?: number;
};

export function cufort(args: readonly string[], options: Options = {}): Promise<Result> {
  return execute(process.execPath, [command, ...args], options);
}

export function environment(more: NodeJS.ProcessEnv | undefined): NodeJS.ProcessEnv {
  return { ...process.env, NO_COLOR: '1', CUFORT_VERIFY_PASSES: '1', ...(fresh && { CUFORT_FRESH: '1' }), ...more };
}

export function execute(program: string, args: readonly string[], options: Options = {}): Promise<Result> {
  return new Promise((settle, fail) => {
    const child = spawn(program, args, {
      cwd: options.cwd ?? root,
      env: environment(options.env),
      stdio: 'pipe',
    });
    let stdout = '';
    let stderr = '';
    const timer = setTimeout(() => child.kill('SIGKILL'), (options.seconds ?? 300) * 1000);
    child.stdout.on('data', (data: Buffer) => (stdout += data.toString('utf8')));
    child.stderr.on('data', (data: Buffer) => (stderr += data.toString('utf8')));
    child.on('error', fail);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      settle({ code, signal, stdout, stderr });
    });
    child.stdin.on('error', () => {});
    child.stdin.end(options.input ?? '');
  });
}
