/**
 * Whether a kernel runs with vectors of 128 bits or of 256: measured for each version of a kernel that is launched often, and each order of magnitude of its grids. It begins
 * with 128; once its launches have taken long enough to be worth a second version, the two take turns (`WidthTrial`), and the faster stays.
 */
import type { Sample } from './launch-samples.ts';
import type { Version } from './sim-kernel.ts';
import { WidthTrial } from './width-trial.ts';

/** Nanoseconds that launches have lasted before it is worth writing a second version, and the part of that after which what writes it is got ready. */
const usuallyHot = 30e6;
const partPrepared = 1 / 3;
/** What was found is looked at again after so many times what the trial took, and then ever more rarely. */
const firstDoubt = 25;
const laterDoubts = 4;
/** Nanoseconds of launches after which it is asked again whether a second version is made. */
const askedAgain = 1e6;
/** Launches of a trial that nobody has waited for: what the first took is known before there are many more, and then as many as are known. */
const inFlight = 8;

export type Chosen = { readonly version: Version; readonly sample?: Sample };

type Pending = { readonly sample: Sample; readonly index: number; readonly blocks: number };
/** Grids of one order of magnitude. */
type Size = {
  lasted: number;
  trial: WidthTrial | undefined;
  begunAt: number;
  /** What runs until there is doubt. */
  chosen: Chosen;
  doubtAt: number;
  doubt: number;
  pending: Pending[];
};
/** A second version in the making: undefined where there will be none. */
export type InTheMaking = () => Version | 'later' | undefined;
type Known = {
  readonly narrow: Chosen;
  wide: InTheMaking | Version | undefined;
  prepared: boolean;
  tried: boolean;
  readonly sizes: Map<number, Size>;
  /** Of the last launch. */
  blocks: number;
  size: Size | undefined;
};

/** `prepare`: versions may be asked for soon. `widen`: the same for 256 bits; undefined where that gains nothing or cannot be. `taken`: nanoseconds of threads. */
export type WidthMeans = {
  readonly prepare: (version: Version) => void;
  readonly widen: (version: Version) => InTheMaking | undefined;
  readonly taken: (sample: Sample) => number | 'running' | 'lost';
};

/** Launches of a few microseconds go through `choose`: what is usual is found at once. */
export class WidthChoice {
  readonly #versions: (Known | undefined)[] = [];
  readonly #means: WidthMeans;
  readonly #hot: number;

  /** `hot`: how long a kernel's launches last before it is tried. */
  constructor(means: WidthMeans, hot = usuallyHot) {
    this.#means = means;
    this.#hot = hot;
  }

  /** What runs a launch of so many blocks, which will last about so long. */
  choose(version: Version, blocks: number, nanoseconds: number): Chosen {
    const known = this.#known(version);
    if (known.tried && !known.wide) return known.narrow;
    const size = known.blocks === blocks && known.size ? known.size : this.#sizeOf(known, blocks);
    size.lasted += nanoseconds;
    if (!known.prepared && size.lasted >= partPrepared * this.#hot) {
      known.prepared = true;
      this.#means.prepare(version);
    }
    if (size.trial) this.#settle(known, size);
    if (!size.trial && size.lasted < size.doubtAt) return size.chosen;
    const wide = this.#wideOf(known, size, version);
    if (!wide) return known.narrow;
    if (!size.trial) {
      size.trial = new WidthTrial();
      size.begunAt = size.lasted;
    }
    const next = size.pending.length < Math.max(inFlight, size.trial.known) ? size.trial.next() : undefined;
    if (!next) return known.narrow;
    const sample: Sample = {};
    size.pending.push({ sample, index: next.index, blocks });
    return { version: next.width === 256 ? wide : version, sample };
  }

  #wideOf(known: Known, size: Size, version: Version): Version | undefined {
    if (!known.tried) known.wide = this.#means.widen(version);
    known.tried = true;
    if (typeof known.wide !== 'function') return known.wide;
    const made = known.wide();
    if (made === 'later') {
      size.doubtAt = size.lasted + askedAgain;
      return undefined;
    }
    known.wide = made;
    return made;
  }

  #known(version: Version): Known {
    const { number } = version;
    let known = this.#versions[number];
    if (!known) {
      const narrow = { version };
      known = { narrow, wide: undefined, prepared: false, tried: false, sizes: new Map(), blocks: 0, size: undefined };
      this.#versions[number] = known;
    }
    return known;
  }

  /** Takes what launches took that are done, and the outcome once there is one. */
  #settle({ narrow, wide }: Known, size: Size): void {
    const trial = size.trial!;
    size.pending = size.pending.filter(({ sample, index, blocks }) => {
      const taken = this.#means.taken(sample);
      if (taken === 'running') return true;
      const nanoseconds = taken === 'lost' ? 0 : taken;
      trial.note(index, nanoseconds, nanoseconds / blocks);
      return false;
    });
    if (trial.outcome === undefined) return;
    size.chosen = trial.outcome === 256 && typeof wide === 'object' ? { version: wide } : narrow;
    size.doubtAt = size.lasted + size.doubt * Math.max(size.lasted - size.begunAt, this.#hot);
    size.doubt *= laterDoubts;
    size.trial = undefined;
    size.pending = [];
  }

  #sizeOf(known: Known, blocks: number): Size {
    const magnitude = Math.round(Math.log2(blocks) / 2);
    let size = known.sizes.get(magnitude);
    if (!size) {
      size = {
        lasted: 0,
        trial: undefined,
        begunAt: 0,
        chosen: known.narrow,
        doubtAt: this.#hot,
        doubt: firstDoubt,
        pending: [],
      };
      known.sizes.set(magnitude, size);
    }
    known.blocks = blocks;
    known.size = size;
    return size;
  }
}
