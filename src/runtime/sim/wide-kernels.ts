/**
 * Versions of kernels for vectors of 256 bits that V8 is known to compile, made while the program goes on: a process writes and tries them. Where it has nothing to
 * write them from they are written here first, and the program waits for that.
 */
import type { AddressType, KernelsLater, LaterKernel, WrittenFor } from '../../back/wasm/encode/artifact.ts';
import { CompilerProcess, type WriterScript } from './compiler-process.ts';

/** Of traps and texts: written elsewhere, a kernel names those behind what is likely to be added here meanwhile. */
const numbersApart = 1 << 16;

type How = Omit<WrittenFor, 'instead'>;
type Started = { readonly process: CompilerProcess; readonly writes: boolean };
/** Undefined where it cannot be. */
type InTheMaking = () => LaterKernel | 'open' | undefined;

export class WideKernels {
  readonly #later: KernelsLater;
  readonly #address: AddressType;
  readonly #script: () => WriterScript | undefined;
  #started: Started | undefined;
  #numbers = 0;

  /** `script`: what writes them in the process. */
  constructor(later: KernelsLater, address: AddressType, script: () => WriterScript | undefined) {
    this.#later = later;
    this.#address = address;
    this.#script = script;
  }

  /** They will be asked for soon. */
  prepare(): void {
    this.#started ??= this.#start();
    this.#started.process.prepare();
  }

  make(kernel: number, how: How): InTheMaking {
    this.#started ??= this.#start();
    const { process, writes } = this.#started;
    return writes ? this.#elsewhere(process, kernel, how) : this.#here(process, kernel, how);
  }

  #start(): Started {
    const script = this.#later.packed && this.#script();
    const packed = script && this.#later.packed?.();
    return { process: new CompilerProcess(packed && { script, packed }), writes: packed !== undefined };
  }

  #here(process: CompilerProcess, kernel: number, how: How): InTheMaking {
    const written = this.#later.write(kernel, how);
    const verdict = process.ask(written.bytes, this.#address);
    return () => {
      const found = verdict();
      return found === 'good' ? written : found === 'bad' ? undefined : found;
    };
  }

  #elsewhere(process: CompilerProcess, kernel: number, how: How): InTheMaking {
    const { lists } = this.#later;
    const from = Math.max(this.#numbers, lists.traps.length, lists.texts.length) + numbersApart;
    this.#numbers = from;
    const written = process.write({ kernel, how, from }, this.#address);
    return () => {
      const found = written();
      if (found === 'open') return found;
      if (found === 'bad') return undefined;
      for (const [i, trap] of found.traps.entries()) lists.traps[from + i] = trap;
      for (const [i, text] of found.texts.entries()) lists.texts[from + i] = text;
      return found;
    };
  }

  stop(): void {
    this.#started?.process.stop();
  }
}
