/** Whether V8 is right about vectors of 256 bits here, and fast: what a sample leaves in memory is compared with what it leaves in 128. */
import type { WideSample } from './wide-sample.ts';

export type WidthTools = {
  readonly tierUp: (exported: unknown, wide: boolean) => void;
  /** Resets the upper halves of registers. */
  readonly clean: () => void;
  readonly now: () => number;
};

/** Undefined where all is well. Self-contained: its text also runs in a process of its own (compiler-process.ts). */
export function widthProblem({ tierUp, clean, now }: WidthTools, sample: WideSample): string | undefined {
  const slower = 8;
  /** What vectors in a loop and at branches leave in memory, and how long scalar square roots take afterwards. */
  const tryOut = (wide: boolean): { readonly bytes: readonly number[]; readonly scalar: number } => {
    const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
    const module = new WebAssembly.Module(Uint8Array.from(sample.bytes));
    const { pairs, edges, roots } = new WebAssembly.Instance(module, { env: { memory } }).exports;
    if (typeof pairs !== 'function' || typeof edges !== 'function' || typeof roots !== 'function')
      throw new TypeError('no exports');
    const inputs = new Float32Array(memory.buffer, 0, sample.inputBytes / 4);
    inputs.forEach((_, i) => {
      inputs[i] = ((i * 37) % 101) * 0.37 - 17.5;
    });
    tierUp(pairs, wide);
    tierUp(edges, wide);
    tierUp(roots, false);
    let scalar = Number.POSITIVE_INFINITY;
    for (let turn = 0; turn < 5; turn++) {
      Reflect.apply(pairs, undefined, [0, sample.vectors]);
      Reflect.apply(edges, undefined, [0, 1]);
      if (wide) clean();
      const start = now();
      Reflect.apply(roots, undefined, [4000]);
      scalar = Math.min(scalar, now() - start);
    }
    const all = new Uint8Array(memory.buffer);
    return { bytes: sample.outcomes.flatMap(([from, to]) => [...all.slice(from, to)]), scalar };
  };
  const plain = tryOut(false);
  const wide = tryOut(true);
  if (!plain.bytes.every((b, i) => b === wide.bytes[i])) return 'V8 computes wrong results with 256 bits';
  return wide.scalar > slower * plain.scalar ? 'scalar code stays slow after it' : undefined;
}
