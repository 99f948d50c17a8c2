import { reasonOf } from './disk.ts';

let isWatched = false;

/** Text on standard output; gives the exit status of a command that did what it was asked. */
export function print(text: string): number {
  // Asking Node for the stream takes time, which programs that write by themselves do without.
  if (!isWatched) process.stdout.on('error', end);
  isWatched = true;
  process.stdout.write(text);
  return 0;
}

function end(problem: Error): never {
  // Of a socket with something in it that nobody has read, the latter is told.
  if ('code' in problem && (problem.code === 'EPIPE' || problem.code === 'ECONNRESET')) process.exit(0);
  process.stderr.write(`error[unwritable-file]: cannot write the standard output: ${reasonOf(problem)}\n`);
  process.exit(1);
}
