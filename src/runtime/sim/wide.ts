/**
 * V8 can join two neighbouring operations on 128 bits into one on 256 (AVX2). It calls that experimental: it is done only after a try has given the right results,
 * where CUFORT_WIDE asks for nothing else after a process of its own has compiled the same (compiler-process.ts). Such code leaves the upper halves of the registers in
 * use, which makes scalar code that follows many times slower: `clean` is called after each kernel. Node's own AVX code for long ASCII texts resets them on its way out.
 */
import { Buffer, isAscii } from 'node:buffer';
import { arch, versions } from 'node:process';
import { tierUp } from './tier-up.ts';
import { wideSample } from './wide-sample.ts';
import { widthProblem } from './width-problem.ts';

const ascii = Buffer.alloc(256, 65);

export function clean(): void {
  isAscii(ascii);
}

/** `auto`: what is measured to be faster. */
export type WidthAsked = 128 | 256 | 'auto';

/** What CUFORT_WIDE asks for, 256 bits after a try; `refused` is told why they cannot be. */
export function widthAsked(asked: string | undefined, refused: (text: string) => void): WidthAsked {
  if (asked === undefined || asked === '' || asked === 'auto') return usualWidth();
  if (asked === '128') return 128;
  const why = asked === '256' ? problem() : `it takes 128, 256 or auto, not '${asked}'`;
  if (why === undefined) return 256;
  refused(`CUFORT_WIDE has no effect: ${why}`);
  return asked === '256' ? 128 : usualWidth();
}

function usualWidth(): WidthAsked {
  return canWiden() ? 'auto' : 128;
}

/** Whether it is worth finding out more. */
export function canWiden(): boolean {
  return arch === 'x64' && isNewEnough();
}

/** V8 has been right about such vectors since then, as far as is known: before, some that are extended or lie at constant places were loaded from elsewhere. */
const oldest = [14, 6] as const;

function isNewEnough(): boolean {
  const [major = 0, minor = 0] = versions.v8.split('.').map(Number);
  return major > oldest[0] || (major === oldest[0] && minor >= oldest[1]);
}

function problem(): string | undefined {
  if (arch !== 'x64') return 'only x64 processors have such vectors';
  return widthProblem({ tierUp, clean, now: () => performance.now() }, wideSample());
}
