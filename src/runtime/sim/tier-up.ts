/**
 * WebAssembly code starts in V8's baseline tier, and a call that runs long stays in it to its end. This compiles an exported function with the optimising tier at once.
 * It is done by a function that V8 offers to tests (`%WasmTierUpFunction`): flags such as --no-liftoff would concern all modules of the process,
 * and V8 fails on modules that were compiled under both. Where V8 does not know it, the code tiers up by itself.
 */
import { setFlagsFromString } from 'node:v8';

/**
 * Milliseconds that a program may spend on good code at once, and the share of its time from then on: a thousand procedures that are called once each are not
 * worth theirs.
 */
const atOnce = 250;
const share = 0.25;
/** Who is refused so often is called often: V8 sees that, too. */
const mostRefusals = 100;

/** Good code for host functions that ask for it when they are entered. */
export class TopTiers {
  readonly #compile: (exported: unknown) => void;
  readonly #now: () => number;
  readonly #start: number;
  readonly #refusals = new Map<number, number>();
  #spent = 0;

  constructor(compile: (exported: unknown) => void = (f) => tierUp(f), now = () => performance.now()) {
    this.#compile = compile;
    this.#now = now;
    this.#start = now();
  }

  /** 1: the function need not ask again. */
  ask(n: number, exported: unknown): number {
    const now = this.#now();
    if (this.#spent > Math.max(atOnce, share * (now - this.#start))) return this.#refuse(n);
    this.#compile(exported);
    this.#spent += this.#now() - now;
    return 1;
  }

  #refuse(n: number): number {
    const refusals = (this.#refusals.get(n) ?? 0) + 1;
    this.#refusals.set(n, refusals);
    return refusals > mostRefusals ? 1 : 0;
  }
}

/** `wide`: with vectors of 256 bits (wide.ts). */
export function tierUp(exported: unknown, wide = false): void {
  compileTop(setFlagsFromString, exported, wide);
}

/**
 * Self-contained: its text also runs in a process of its own (compiler-process.ts).
 *
 * The lower half of a joined vector is the joined value itself to V8's allocator of registers. Where one gap between instructions loads such a value from its slot
 * in both widths, the last pass over moves loads it once, by whichever move comes first, and copies it from there: 128 bits, where that was the narrow one, and the
 * upper half is lost. Without that pass (turbo-move-optimization) each move reads the slot in its own width. It stays off: another thread may be between the two
 * phases of a compilation that look at these flags.
 */
export function compileTop(setFlags: (flag: string) => void, exported: unknown, wide: boolean): void {
  try {
    if (wide) for (const flag of ['--no-turbo-move-optimization', '--experimental-wasm-revectorize']) setFlags(flag);
    setFlags('--allow-natives-syntax');
    new Function('f', '%WasmTierUpFunction(f)')(exported);
  } catch {
    // The engine has no such function.
  } finally {
    if (wide) setFlags('--no-experimental-wasm-revectorize');
    setFlags('--no-allow-natives-syntax');
  }
}

/**
 * Functions that V8 finds to be hot are compiled by the threads that run them, from now on, not behind their backs: a compilation that began elsewhere while the
 * flags for 256 bits are set would see them.
 */
export function tierUpInTurn(): void {
  setFlagsFromString('--wasm-sync-tier-up');
}
