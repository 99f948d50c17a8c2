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

export function youngMemoryGrows(): void {
  if (!grows) for (const flag of ['--semi-space-growth-factor=2', '--opt', '--maglev']) setFlagsFromString(flag);
  grows = true;
}

/** Code that ran so long goes on running: what optimising takes is soon won. */
const longMilliseconds = 600;
whenWorkIsLong(longMilliseconds, youngMemoryGrows);

export function bytesWereRead(of: keyof typeof much, bytes: number): void {
  bytesRead[of] += bytes;
  if (bytesRead[of] > much[of]) youngMemoryGrows();
}
