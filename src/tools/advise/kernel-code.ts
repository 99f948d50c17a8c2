/**
 * A kernel of the IR as a GPU runs it: the lanes of a warp together, under masks where they part. Each statement becomes a function once; what it does is counted,
 * and the cycles are kept after which each value would be there, were the warp alone.
 */
import type { Program } from '../../ir/link.ts';
import type { Fn } from '../../ir/module.ts';
import type { Counts } from './counts.ts';
import { functionCode } from './function-code.ts';
import { FunctionContext } from './function-context.ts';
import { lanesIn, type One, warpSize } from './lanes.ts';
import { type Compiled, NotCounted, newFrame, type Stop, type Warp } from './warp-state.ts';

/** Instructions of a warp that find out where it stands, take the parameters, and end it. */
const framing = 10;

export class KernelCode {
  readonly counts: Counts;
  readonly #program: Program;
  readonly #functions = new Map<string, Compiled>();
  readonly #keys = new Map<string, number>();

  constructor(program: Program, counts: Counts) {
    this.#program = program;
    this.counts = counts;
  }

  /** The warp's way through the kernel. */
  *run(fn: Fn, w: Warp, args: readonly One[]): Generator<Stop, void> {
    const code = this.#compiled(fn);
    const f = newFrame(code, w, args, 0, true);
    this.counts.instructions.control += framing;
    this.counts.activeLanes += (framing * lanesIn(w.alive)) / warpSize;
    w.clock += framing;
    yield* code.body(f, w.alive);
    w.clock = Math.max(w.clock, w.stall);
  }

  #compiled(fn: Fn): Compiled {
    const known = this.#functions.get(fn.name);
    if (known) return known;
    const slots: number[] = [];
    let slotBytes = 0;
    for (const { size, align } of fn.slots) {
      slotBytes = Math.ceil(slotBytes / align) * align;
      slots.push(slotBytes);
      slotBytes += size;
    }
    const context = new FunctionContext(this.counts, this.#keys, slots, fn, (name) => this.#named(name));
    const made = { fn, slots, slotBytes: Math.ceil(slotBytes / 16) * 16, body: functionCode(context) };
    this.#functions.set(fn.name, made);
    return made;
  }

  #named(name: string): Compiled {
    const fn = this.#program.functions.get(name);
    if (!fn) throw new NotCounted(`it calls \`${name}\``);
    return this.#compiled(fn);
  }
}
