/**
 * How the addresses that accesses count from are aligned. Variables and slots are declared so; of the addresses that a launch passes nothing is known when code is written, but nearly all lie at the
 * start of an array. A kernel that could access neighbours together is written twice: once on the assumption that its addresses are multiples of 16, with what a launch has to
 * be asked for it.
 */
import type { Expression, Fn } from '../../ir/module.ts';
import { isPointer } from '../../ir/types.ts';
import { countSets } from '../../ir/uniformity.ts';
import { eachExpressionIn, eachStatement } from '../../ir/walk.ts';
import type { LaunchFact } from '../../machine/kernel.ts';
import type { AlignmentOf } from '../../opt/analysis/congruence.ts';
import type { HostCell, PtxOptions } from './artifact.ts';

/** For which launches a function is written. `aligned`: those whose addresses are; `facts`: what else holds of them; `cells`: what they pass in any case. */
export type Version = {
  readonly aligned: boolean;
  readonly facts: readonly LaunchFact[];
  readonly cells: readonly HostCell[];
};

/** What a launch passes: a parameter, or a cell of the host's data that follows the parameters. */
type Source = Parameters<AlignmentOf>[0];

const assumed = 16n;
/** Locals and sums between an address and what it counts from. */
const longestWay = 8;

export class Alignment {
  /** Whether an assumption would have let accesses go together. */
  missed = false;
  readonly #managed: PtxOptions['managed'];
  readonly #fn: Fn;
  readonly #assume: boolean;
  /** What other parameters are multiples of. */
  readonly #multiples: ReadonlyMap<number, number>;
  readonly #cellOf: (e: Expression) => number | undefined;
  readonly #asked = new Map<number, number>();
  readonly #values: ReadonlyMap<number, Expression>;
  /** Addresses as numbers: what is known of sums may hang on any of them. */
  readonly #mixes: boolean;

  /** `cellOf`: which parameter a load of the host's data becomes. */
  constructor(
    managed: PtxOptions['managed'],
    fn: Fn,
    { aligned, facts }: Version,
    cellOf: (e: Expression) => number | undefined,
  ) {
    this.#managed = managed;
    this.#fn = fn;
    this.#assume = aligned && fn.kind === 'kernel';
    this.#multiples = new Map(facts.flatMap((f) => (f.is === 'multiple' ? [[f.param, f.number] as const] : [])));
    this.#cellOf = cellOf;
    this.#values = onlyValues(fn);
    let mixes = false;
    eachExpressionIn(fn.body, (e) => {
      if (e.kind === 'op' && e.op === 'to.address') mixes = true;
    });
    this.#mixes = mixes;
  }

  /** The bytes that an address is surely, or by assumption, a multiple of. */
  readonly of: AlignmentOf = (e) => {
    if (e.kind === 'local' || e.kind === 'load') {
      const source = this.#assume ? this.#sourceOf(e) : undefined;
      if (source === undefined) return 1n;
      return isPointer(e.type) ? assumed : BigInt(this.#multiples.get(source) ?? 1);
    }
    // Variables are declared with 16 bytes; slots that are smaller are not loaded so widely. Managed ones lie in the host program's memory.
    const at = e.kind === 'global' ? this.#managed.get(e.name) : undefined;
    return at === undefined || at % Number(assumed) === 0 ? assumed : 1n;
  };

  /** Whether accesses of `bytes` from such a base may go together: `known` tells whether they are aligned, by all that is assumed. */
  has(base: Expression, bytes: number, known: boolean): boolean {
    if (!known) {
      if (this.#fn.kind === 'kernel' && !this.#assume) this.missed ||= this.#rootOf(base) !== undefined;
      return false;
    }
    if (!this.#assume) return true;
    const root = this.#mixes ? undefined : this.#rootOf(base);
    for (const param of root === undefined ? this.#all() : root === 'own' ? [] : [root])
      this.#asked.set(param, Math.max(bytes, this.#asked.get(param) ?? 0));
    return true;
  }

  /** What was assumed. */
  facts(): readonly LaunchFact[] {
    return [...this.#asked].map(([param, number]) => ({ param, is: 'multiple', number }));
  }

  /** The parameter of a launch that an address counts from; `own` for what the program declares. Undefined where nobody can tell. */
  #rootOf(base: Expression, depth = 0): number | 'own' | undefined {
    if (depth > longestWay) return undefined;
    switch (base.kind) {
      case 'global':
      case 'slot':
      case 'dynamic-shared':
        return 'own';
      case 'local': {
        const value = this.#values.get(base.index);
        return value ? this.#rootOf(value, depth + 1) : this.#sourceOf(base);
      }
      case 'load':
        return this.#sourceOf(base);
      case 'op':
        return base.op === 'offset' || base.op === 'cast.space' ? this.#rootOf(base.args[0]!, depth + 1) : undefined;
      default: // else: nobody can tell
        return undefined;
    }
  }

  #sourceOf(e: Source): number | undefined {
    if (e.kind === 'load') return this.#cellOf(e);
    return e.kind === 'local' && e.index < this.#fn.params ? e.index : undefined;
  }

  /** All that an assumption was made of. */
  #all(): readonly number[] {
    const found = new Set<number>();
    this.#fn.locals.slice(0, this.#fn.params).forEach(({ type }, i) => {
      if (isPointer(type)) found.add(i);
    });
    eachExpressionIn(this.#fn.body, (e) => {
      const source = e.kind === 'load' && isPointer(e.type) ? this.#sourceOf(e) : undefined;
      if (source !== undefined) found.add(source);
    });
    return [...found];
  }
}

/** What locals are set to that are set once. */
function onlyValues(fn: Fn): ReadonlyMap<number, Expression> {
  const sets = countSets(fn.body, fn.locals.length);
  const values = new Map<number, Expression>();
  eachStatement(fn.body, (s) => {
    if (s.kind === 'set' && sets[s.local] === 1 && s.local >= fn.params) values.set(s.local, s.value);
  });
  return values;
}
