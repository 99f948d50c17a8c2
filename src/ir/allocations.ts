/** Whether a program asks for memory of a size that only shows while it runs, or for much. */
import type { Program } from './link.ts';
import type { Fn } from './module.ts';
import { eachStatement } from './walk.ts';

/** Functions of the runtime that give memory; the first argument is the number of bytes. */
const allocators: ReadonlySet<string> = new Set([
  'memory.allocate',
  'memory.allocate-block',
  'device.allocate',
  'device.allocate.async',
  'managed.allocate',
  'pinned.allocate',
]);

/** All that is of a known size, together. */
const muchBytes = 2 ** 30;

/** `isOwn`: of the user's, not of the library that comes with the compiler. */
export function allocatesUnknown(program: Program, isOwn: (fn: Fn) => boolean): boolean {
  let known = 0;
  let isUnknown = false;
  for (const fn of program.functions.values())
    if (isOwn(fn))
      eachStatement(fn.body, (s) => {
        if (s.kind !== 'call' || s.callee.kind !== 'direct' || !allocators.has(s.callee.name)) return;
        const [bytes] = s.args;
        if (bytes?.kind === 'const') known += Number(bytes.value);
        else isUnknown = true;
      });
  return isUnknown || known > muchBytes;
}
