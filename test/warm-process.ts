/**
 * A process of `warm.ts`: does one command after another by the same `main` that bin/cufort.js calls. Each has standard streams that are files of its own, and the working directory and
 * environment that it is given.
 */
import { closeSync, openSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import koffi from 'koffi';

export type Request = {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Files for the standard input, output and error output. */
  readonly streams: readonly [input: string, output: string, errors: string];
};

type Command = { readonly main: (words: readonly string[]) => Promise<number> };

const root = join(import.meta.dirname, '..');
const bundle = join(root, 'dist/cufort.cjs');
const { runBundle }: { readonly runBundle: (path: string) => Command } = createRequire(import.meta.url)(
  '../bin/bundle.js',
);

/** Node has none. Closed and opened anew, a descriptor may become another thread's. */
const dup2 = koffi.load(null).func('int dup2(int, int)');

// The bundle has code for programs with kernels, and what starts others names the command by it.
process.argv = [process.execPath, join(root, 'bin/cufort.js'), 'run', '-cuda'];
const command: Command = process.env.CUFORT_FRESH === '1' ? runBundle(bundle) : await import('../src/cli/main.ts');

process.on('disconnect', () => process.exit());
process.on('message', (request: Request) => {
  void perform(request).then((code) => process.send?.(code));
});
process.send?.('ready');

async function perform({ args, cwd, env, streams }: Request): Promise<number> {
  for (const [n, path] of streams.entries()) {
    const file = openSync(path, n === 0 ? 'r' : 'w');
    dup2(file, n);
    closeSync(file);
  }
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
  return await command.main(args);
}
