/**
 * Runs commands as `cufort` of cufort.ts does, but one after another in a process that stays: by far the most time of a small program's test goes into starting the command and
 * compiling with code that V8 has seen for the first time. What a process of its own does (its start, its end, streams that are pipes or terminals) is tested in test/cli and test/run.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shellLines } from '../src/cli/deep-stack.ts';
import { cufort, environment, type Options, type Result, root } from './cufort.ts';
import type { Request } from './warm-process.ts';

/** A device of NVIDIA's keeps a kernel's failure for as long as the process lives; Windows has no descriptors to put others in the place of. */
const isPossible = process.platform !== 'win32' && (process.env.CUFORT_DEVICE ?? 'sim') === 'sim';

export const warm: typeof cufort = isPossible ? inWarmProcess : cufort;

/** Says that this has been done. */
const deep = { CUFORT_DEEP_STACK: '' };

let standing: ChildProcess | undefined;

async function inWarmProcess(args: readonly string[], options: Options = {}): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'cufort-warm-'));
  try {
    const streams = [join(folder, 'in'), join(folder, 'out'), join(folder, 'err')] as const;
    writeFileSync(streams[0], options.input ?? '');
    for (const path of streams.slice(1)) writeFileSync(path, '');
    standing ??= await started();
    const end = await answer(
      standing,
      { args, cwd: options.cwd ?? root, env: environment({ ...options.env, ...deep }), streams },
      options,
    );
    if (end.signal !== null) standing = undefined;
    return { ...end, stdout: readFileSync(streams[1], 'utf8'), stderr: readFileSync(streams[2], 'utf8') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** With the stack that recursive programs are started again for. */
async function started(): Promise<ChildProcess> {
  const script = [...shellLines, 'node=$1; shift; exec "$node" $stack "$@"'].join('\n');
  const child = spawn('/bin/sh', ['-c', script, 'sh', process.execPath, join(root, 'test/warm-process.ts')], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: environment(deep),
  });
  await once(child, 'message');
  return child;
}

/** The process stands while something is awaited from it, no longer. */
async function answer(
  child: ChildProcess,
  request: Request,
  { seconds = 300 }: Options,
): Promise<Pick<Result, 'code' | 'signal'>> {
  child.ref();
  child.channel?.ref();
  const timer = setTimeout(() => child.kill('SIGKILL'), seconds * 1000);
  try {
    return await new Promise((settle) => {
      const told = (code: number): void => settle({ code, signal: null });
      child.once('message', told);
      child.once('exit', (code, signal) => settle({ code, signal: signal ?? 'SIGTERM' }));
      child.send(request);
    });
  } finally {
    clearTimeout(timer);
    child.removeAllListeners();
    child.unref();
    child.channel?.unref();
  }
}
