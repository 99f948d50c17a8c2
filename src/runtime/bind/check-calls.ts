/** What instrumented host code tells the sanitizer. */
import type { Calls, Context } from './calls.ts';

export function checkCalls({ memory, checks }: Context): Calls<'check'> {
  return {
    'check.host': (address, text, length) => checks?.()?.hostAccess(Number(address), memory.text(text, length)),
  };
}
