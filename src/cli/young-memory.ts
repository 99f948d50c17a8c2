/**
 * V8 as a small compilation wants it, and as a large one or the program does. bin/bundle.js begins with the first. The part of the heap in which objects begin stays as small as
 * it begins: loading the command makes many objects that stay, for which V8 would make it eight times as large. And no code is optimised: that takes 7 MB, and as much time as it saves where a compilation is short.
 */
import { setFlagsFromString } from 'node:v8';
import { whenWorkIsLong } from '../base/long-work.ts';

/** Bytes of sources, and of the compiled library: a third of a megabyte of it is read by most programs. */
const much = { sources: 65_536, library: 524_288 };
const bytesRead = { sources: 0, library: 0 };
let grows = false;
let optimises = false;

function set(flags: readonly string[]): void {
  for (const flag of flags) setFlagsFromString(flag);
}

/** For a program that runs, and for work that goes on for long. */
export function youngMemoryGrows(): void {
  workIsLong();
  if (!optimises) set(['--opt']);
  optimises = true;
}

/** V8's best code takes a fifth of the processor's time of a compilation of some seconds, and is not won back in it; its second best is. */
function workIsLong(): void {
  if (!grows) set(['--semi-space-growth-factor=2', '--maglev']);
  grows = true;
}

/** Code that ran so long goes on running: what optimising takes is soon won. */
whenWorkIsLong([
  [600, workIsLong],
  [5000, youngMemoryGrows],
]);

export function bytesWereRead(of: keyof typeof much, bytes: number): void {
  bytesRead[of] += bytes;
  if (bytesRead[of] > much[of]) workIsLong();
}
