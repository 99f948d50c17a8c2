/**
 * The part of V8's heap in which objects begin. bin/bundle.js keeps it as small as it begins, since loading the command makes many objects that stay, for which V8 would make it eight times as
 * large: a sixteenth of the memory of a small compilation. It may grow from where much is compiled, or the program runs.
 */
import { setFlagsFromString } from 'node:v8';

/** Bytes of sources. */
const much = 65_536;
let bytesRead = 0;
let grows = false;

export function youngMemoryGrows(): void {
  if (!grows) setFlagsFromString('--semi-space-growth-factor=2');
  grows = true;
}

export function sourceRead(bytes: number): void {
  bytesRead += bytes;
  if (bytesRead > much) youngMemoryGrows();
}
