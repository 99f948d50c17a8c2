/** What the parts of a function's code share while it is made: where it stands, what it counts into, which loads go together. */
import type { Span } from '../../base/source.ts';
import type { Expression, Fn, Statement } from '../../ir/module.ts';
import { isPointer, spaceOf } from '../../ir/types.ts';
import { bodiesOf } from '../../ir/walk.ts';
import { designatorOf } from '../../opt/check/check-sites.ts';
import type { Counts, Line, Site } from './counts.ts';
import { lanesIn, warpSize } from './lanes.ts';
import type { Cell } from './vectors.ts';
import { type Compiled, type Frame, issue, spend } from './warp-state.ts';

export class FunctionContext {
  readonly counts: Counts;
  readonly fn: Fn;
  /** Where slots begin. */
  readonly slots: readonly number[];
  /** Numbers of expressions whose values are remembered, of all functions of the kernel. */
  readonly keys: Map<string, number>;
  readonly named: (name: string) => Compiled;
  at: Span;
  line: Line;
  /** Loads of neighbouring cells that go as one. */
  readonly vectors = new Map<Expression | Statement, Cell>();
  /** Locals that each of the loops around sets. */
  readonly changing: Set<number>[] = [];

  constructor(
    counts: Counts,
    keys: Map<string, number>,
    slots: readonly number[],
    fn: Fn,
    named: (name: string) => Compiled,
  ) {
    this.counts = counts;
    this.keys = keys;
    this.slots = slots;
    this.fn = fn;
    this.named = named;
    this.at = fn.at;
    this.line = counts.line(fn.at);
  }

  /** One instruction of control. */
  counter(): (f: Frame, mask: number, ready: number) => number {
    const { instructions } = this.counts;
    const counts = this.counts;
    const line = this.line;
    return (f, mask, ready) => {
      instructions.control++;
      line.instructions++;
      counts.activeLanes += lanesIn(mask) / warpSize;
      spend(f.w);
      return issue(f.w, 1, ready);
    };
  }

  /** An access is counted by its site. */
  accessCounter(): (f: Frame, mask: number, ready: number) => number {
    const line = this.line;
    const counts = this.counts;
    return (f, mask, ready) => {
      line.instructions++;
      counts.activeLanes += lanesIn(mask) / warpSize;
      spend(f.w);
      return issue(f.w, 1, ready);
    };
  }

  site(what: Site['what'], address: Expression, bytes: number, isReal = false): Site {
    const base = this.#baseOf(address);
    const space = isPointer(address.type) ? spaceOf(address.type) : 'global';
    const kind = space === 'shared' || space === 'constant' || space === 'local' ? space : 'global';
    // Passes move loads to other statements: what names them tells where they stand.
    return this.counts.site({
      at: designatorOf(address) ?? this.at,
      what,
      space: kind,
      base,
      bytes,
      indirect: this.#isIndirect(address),
      isReal,
    });
  }

  /** An index of the address is loaded; addresses themselves may be. */
  #isIndirect(e: Expression, depth = 0): boolean {
    if (e.kind === 'load') return !isPointer(e.type) || this.#isIndirect(e.from, depth);
    if (e.kind === 'op') return e.args.some((a) => this.#isIndirect(a, depth));
    if (e.kind !== 'local' || depth > 4 || e.index < this.fn.params) return false;
    return this.#setsOf(e.index).some((value) => this.#isIndirect(value, depth + 1));
  }

  /** What a local is set to, in all places. */
  #setsOf(local: number): readonly Expression[] {
    const sets: Expression[] = [];
    const look = (list: readonly Statement[]): void => {
      for (const s of list) {
        if (s.kind === 'set' && s.local === local) sets.push(s.value);
        for (const body of bodiesOf(s)) look(body);
      }
    };
    look(this.fn.body);
    return sets;
  }

  /** The parameter or variable that an address begins with. */
  #baseOf(e: Expression, depth = 0): number | string | undefined {
    if (e.kind === 'global') return e.name;
    if (e.kind === 'dynamic-shared') return '';
    if (e.kind === 'op') return e.args[0] && this.#baseOf(e.args[0], depth);
    if (e.kind === 'load') return this.#baseOf(e.from, depth);
    if (e.kind !== 'local' || depth > 8) return undefined;
    if (e.index < this.fn.params) return e.index;
    const [first] = this.#setsOf(e.index);
    return first && this.#baseOf(first, depth + 1);
  }
}
