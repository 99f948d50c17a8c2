/** A command of NVIDIA's that something of cufort stands for: itself, where programs run on NVIDIA's devices. */
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { children } from '../base/node-parts.ts';
import { standInFolder } from './stand-ins.ts';

/** Gives its exit status; undefined where it is not on PATH. */
export function realTool(name: string, words: readonly string[]): number | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name));
  const real = folders.find((path) => !dirname(path).endsWith(standInFolder) && existsSync(path));
  return real === undefined ? undefined : (children().spawnSync(real, words, { stdio: 'inherit' }).status ?? 1);
}
