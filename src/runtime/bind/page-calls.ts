/** What host code tells of pages of managed memory that it needs. */
import type { Calls, Context } from './calls.ts';

export function pageCalls({ memory, pages }: Context): Calls<'pages'> {
  return {
    'pages.host-uses': (address, bytes, text, length) =>
      pages?.hostUses(Number(address), Number(bytes), memory.text(text, length)),
  };
}
