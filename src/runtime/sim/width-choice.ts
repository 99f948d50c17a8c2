/**
 * Whether a kernel runs with vectors of 128 bits or of 256: measured for each version of a kernel that is launched often, and each order of magnitude of its grids. It begins
 * with 128; once its launches have taken long enough to be worth a second version, the two take turns (`WidthTrial`), and the faster stays.
 */
import type { Version } from './sim-kernel.ts';
import { type Width, WidthTrial } from './width-trial.ts';

/** Nanoseconds that launches have lasted before it is worth writing a second version: a few times what that takes, and the program waits for it. */
const usuallyHot = 60e6;
/** What was found is looked at again after so many times what the trial took, and then ever more rarely. */
const firstDoubt = 25;
const laterDoubts = 4;
/** Launches of a trial that nobody has waited for: what the first took is known before there are many more. */
const inFlight = 8;

/** A launch that takes part in a trial: where what it takes will be found. */
export type Sample = { place?: { readonly slot: number; readonly sequence: number }; nanoseconds?: number };
export type Chosen = { readonly version: Version; readonly sample?: Sample };

type Pending = { readonly sample: Sample; readonly index: number; readonly blocks: number };
type Size = {
  lasted: number;
  trial: WidthTrial | undefined;
  begunAt: number;
  width: Width;
  doubtAt: number;
  doubt: number;
  pending: Pending[];
};
/** A second version in the making: undefined where there will be none. */
export type InTheMaking = () => Version | 'later' | undefined;
type Known = { wide: InTheMaking | Version | undefined; tried: boolean; readonly sizes: Map<number, Size> };

export class WidthChoice {
  readonly #versions = new Map<number, Known>();
  readonly #widen: (version: Version) => InTheMaking | undefined;
  readonly #hot: number;
  readonly #taken: (sample: Sample) => number | 'running' | 'lost';

  /** `widen`: the same for 256 bits; undefined where that gains nothing or cannot be. `taken`: nanoseconds of threads. `hot`: how long a kernel's launches last before it is tried. */
  constructor(
    widen: (version: Version) => InTheMaking | undefined,
    taken: (sample: Sample) => number | 'running' | 'lost',
    hot = usuallyHot,
  ) {
    this.#widen = widen;
    this.#taken = taken;
    this.#hot = hot;
  }

  /** What runs a launch of so many blocks, which will last about so long. */
  choose(version: Version, blocks: number, nanoseconds: number): Chosen {
    const known = this.#known(version.number);
    if (known.tried && !known.wide) return { version };
    const size = this.#sizeOf(known, blocks);
    size.lasted += nanoseconds;
    if (size.trial) this.#settle(size);
    if (!size.trial && size.lasted < size.doubtAt && size.width === 128) return { version };
    const wide = this.#wideOf(known, version);
    if (!wide) return { version };
    if (!size.trial && size.lasted < size.doubtAt) return { version: wide };
    if (!size.trial) {
      size.trial = new WidthTrial();
      size.begunAt = size.lasted;
    }
    const next = size.pending.length < inFlight ? size.trial.next() : undefined;
    if (!next) return { version };
    const sample: Sample = {};
    size.pending.push({ sample, index: next.index, blocks });
    return { version: next.width === 256 ? wide : version, sample };
  }

  #wideOf(known: Known, version: Version): Version | undefined {
    if (!known.tried) known.wide = this.#widen(version);
    known.tried = true;
    if (typeof known.wide !== 'function') return known.wide;
    const made = known.wide();
    if (made === 'later') return undefined;
    known.wide = made;
    return made;
  }

  #known(number: number): Known {
    let known = this.#versions.get(number);
    if (!known) {
      known = { wide: undefined, tried: false, sizes: new Map() };
      this.#versions.set(number, known);
    }
    return known;
  }

  /** Takes what launches took that are done, and the outcome once there is one. */
  #settle(size: Size): void {
    const trial = size.trial!;
    size.pending = size.pending.filter(({ sample, index, blocks }) => {
      const taken = this.#taken(sample);
      if (taken === 'running') return true;
      const nanoseconds = taken === 'lost' ? 0 : taken;
      trial.note(index, nanoseconds, nanoseconds / blocks);
      return false;
    });
    if (trial.outcome === undefined) return;
    size.width = trial.outcome;
    size.doubtAt = size.lasted + size.doubt * Math.max(size.lasted - size.begunAt, this.#hot);
    size.doubt *= laterDoubts;
    size.trial = undefined;
    size.pending = [];
  }

  /** Of grids of this order of magnitude. */
  #sizeOf({ sizes }: Known, blocks: number): Size {
    const magnitude = Math.round(Math.log2(blocks) / 2);
    let size = sizes.get(magnitude);
    if (!size) {
      size = {
        lasted: 0,
        trial: undefined,
        begunAt: 0,
        width: 128,
        doubtAt: this.#hot,
        doubt: firstDoubt,
        pending: [],
      };
      sizes.set(magnitude, size);
    }
    return size;
  }
}
