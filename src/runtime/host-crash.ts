/** What a trap in host code is to its user: a message and an exit status as a shell shows for the signal. */
import { placeOf, type Span } from '../base/source.ts';

/** `advice`: how a program of Fortran can be made to say more. */
type Crash = { readonly text: string; readonly status: number; readonly advice?: string };
type Place = { readonly message: string; readonly at: Span | undefined };

/** Undefined where the exception is none of WebAssembly's: a bug of ours. */
export function crashOf(error: unknown, trap: Place | undefined): Crash | undefined {
  if (error instanceof RangeError && /call stack/.test(error.message))
    return { text: `Segmentation fault: the host program uses too much stack${functionIn(error)}`, status: 139 };
  if (!(error instanceof WebAssembly.RuntimeError)) return undefined;
  if (trap)
    return {
      text: `0: ${trap.message}${trap.at && trap.at.source.path !== '' ? ` (${placeOf(trap.at)})` : ''}`,
      status: 127,
    };
  if (/divi(de|sion) by zero|remainder by zero|divide result/.test(error.message))
    return { text: `Floating point exception: integer division${functionIn(error)}`, status: 136 };
  return {
    text: `Segmentation fault: host code used an address that is not its own${functionIn(error)}`,
    status: 139,
    advice:
      '  An array or pointer without memory, or a subscript out of bounds: compiled with -Mbounds -Mchkptr, it says which.',
  };
}

/** The innermost function of the program, by the names in the module. */
function functionIn(error: Error): string {
  const name = /at (?:async )?([^\s(]+) \(wasm:/.exec(error.stack ?? '')?.[1];
  return name === undefined || name.startsWith('wasm-function') ? '' : ` in ${name.replace(/^.*\./, '')}`;
}
