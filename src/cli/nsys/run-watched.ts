/** Runs what an executable of cufort carries, made anew so that it tells of its pages of managed memory. */
import { carriedProgram } from '../carried-program.ts';
import { runCarried } from '../run-carried.ts';

/** `path`: the executable; `command`: as its user called it. */
export function runWatched([path = '', command = '', ...args]: readonly string[]): number {
  const carried = carriedProgram(path);
  if (!carried) {
    process.stderr.write(
      `nsys: ${command} was built by another version of cufort, or holds machine code: its managed memory is watched where sources are profiled\n`,
    );
    return 1;
  }
  return runCarried(carried, command, args, { pages: true });
}
