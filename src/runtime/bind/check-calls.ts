/** What instrumented code tells the sanitizer, and asks it. */
import type { Calls, Context } from './calls.ts';

export function checkCalls({ memory, checks }: Context): Calls<'check'> {
  return {
    'check.host': (address, text, length) => checks?.()?.hostAccess(Number(address), memory.text(text, length)),
    'check.page': (address) => BigInt(checks?.()?.races?.page(Number(address)) ?? 0),
    'check.before': (work) => toInteger(checks?.()?.races?.isBefore(work)),
    'check.released': (slot) => toInteger(checks?.()?.races?.isReleased(Number(slot))),
    'check.gives': () => toInteger(checks?.()?.races?.hasFenced),
    'check.look': () => checks?.()?.races?.look(),
    'check.collision': (slot, isWrite) => checks?.()?.races?.collide(Number(slot), isWrite !== 0),
  };
}

function toInteger(holds: boolean | undefined): number {
  return holds ? 1 : 0;
}
