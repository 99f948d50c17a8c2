/**
 * V8 can join two neighbouring operations on 128 bits into one on 256 (AVX2). It calls that experimental, so it is done only where CUFORT_WIDE asks for it,
 * and only after a try in this process has given the right results. Such code leaves the upper halves of the registers in use, which makes
 * scalar code that follows many times slower: `clean` is called after each kernel. Node's own AVX code for long ASCII texts resets them on its way out.
 */
import { Buffer, isAscii } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { arch, versions } from 'node:process';
import { tierUp } from './tier-up.ts';
import { inputBytes, outcomes, sample, vectors } from './wide-sample.ts';

const ascii = Buffer.alloc(256, 65);

export function clean(): void {
  isAscii(ascii);
}

/** `auto`: what is measured to be faster. */
export type WidthAsked = 128 | 256 | 'auto';

/** What CUFORT_WIDE asks for, 256 bits after a try; `refused` is told why they cannot be. */
export function widthAsked(asked: string | undefined, refused: (text: string) => void): WidthAsked {
  if (asked === undefined || asked === '') return usualWidth;
  if (asked === '128' || asked === 'auto') return asked === 'auto' ? 'auto' : 128;
  const why = asked === '256' ? problem() : `it takes 128, 256 or auto, not '${asked}'`;
  if (why === undefined) return 256;
  refused(`CUFORT_WIDE has no effect: ${why}`);
  return asked === '256' ? 128 : usualWidth;
}

const usualWidth: WidthAsked = 128;

/** Whether vectors of 256 bits may be tried beside those of 128: it costs some milliseconds to find out. */
export function mayWiden(): boolean {
  return isNewEnough() && hasAvx2() && problem() === undefined;
}

/** V8 has been right about such vectors since then, as far as is known: before, some that are extended or lie at constant places were loaded from elsewhere. */
const oldest = [14, 6] as const;

function isNewEnough(): boolean {
  const [major = 0, minor = 0] = versions.v8.split('.').map(Number);
  return major > oldest[0] || (major === oldest[0] && minor >= oldest[1]);
}

/** Processors without it only take longer to compile; where nobody can tell, it is measured. */
function hasAvx2(): boolean {
  try {
    return /^flags\s*:.*\bavx2\b/m.test(readFileSync('/proc/cpuinfo', 'latin1'));
  } catch {
    return true;
  }
}

function problem(): string | undefined {
  if (arch !== 'x64') return 'only x64 processors have such vectors';
  const plain = tryOut(false);
  const wide = tryOut(true);
  if (!plain.bytes.every((b, i) => b === wide.bytes[i])) return 'V8 computes wrong results with 256 bits';
  return wide.scalar > slower * plain.scalar ? 'scalar code stays slow after it' : undefined;
}

const slower = 8;

/** What vectors in a loop and at branches leave in memory, and how long scalar square roots take afterwards. */
function tryOut(wide: boolean): { readonly bytes: readonly number[]; readonly scalar: number } {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
  const module = new WebAssembly.Module(sample());
  const { pairs, edges, roots } = new WebAssembly.Instance(module, { env: { memory } }).exports;
  if (typeof pairs !== 'function' || typeof edges !== 'function' || typeof roots !== 'function')
    throw new TypeError('no exports');
  const inputs = new Float32Array(memory.buffer, 0, inputBytes / 4);
  inputs.forEach((_, i) => {
    inputs[i] = ((i * 37) % 101) * 0.37 - 17.5;
  });
  tierUp(pairs, wide);
  tierUp(edges, wide);
  tierUp(roots);
  let scalar = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < 5; turn++) {
    Reflect.apply(pairs, undefined, [0, vectors]);
    Reflect.apply(edges, undefined, [0, 1]);
    if (wide) clean();
    const start = performance.now();
    Reflect.apply(roots, undefined, [4000]);
    scalar = Math.min(scalar, performance.now() - start);
  }
  const all = new Uint8Array(memory.buffer);
  return { bytes: outcomes.flatMap(([from, to]) => [...all.slice(from, to)]), scalar };
}
