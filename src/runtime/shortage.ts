/** What happens where a program with addresses of 32 bits asks for more than they reach. */
import { maxPages, pageBytes } from './linear-memory.ts';

/** Ends a run that may be done again (`RepeatableRun`): it begins anew with addresses of 64 bits. */
export class WideMemoryWanted extends Error {
  constructor() {
    super('addresses of 64 bits are wanted');
  }
}

/** Whether `bytes` more than `used` fit a memory with addresses of 64 bits. */
export function fitsWide(used: number, bytes: number): boolean {
  return used + bytes <= maxPages.i64 * pageBytes * 0.98;
}

export const shortageMessage = [
  'note: this program was made for a memory of 4 GiB, which host and simulated devices share, and it is full',
  '  = help: run it with CUFORT_MEMORY=64, or compile it with -mcmodel=medium: then there are 16 GiB',
  '',
].join('\n');
