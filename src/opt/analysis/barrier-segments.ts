/**
 * Which accesses of a kernel threads of a block may make at the same time: code between two barriers is a segment, and where ways meet (behind branches, at the ends of loops)
 * segments become one.
 */
import type { Statement } from '../../ir/module.ts';
import { bodiesOf, eachExpressionOf } from '../../ir/walk.ts';
import { sourceOf } from './copy-source.ts';

/** Gives the segment of an access; the same number for those that may meet. */
export function barrierSegments(body: readonly Statement[]): (access: object) => number | undefined {
  const walk = new Walk();
  walk.list(body, walk.fresh());
  return (access) => {
    const segment = walk.segments.get(access);
    return segment === undefined ? undefined : walk.find(segment);
  };
}

class Walk {
  readonly segments = new Map<object, number>();
  readonly #parents: number[] = [];
  /** Segments that ways to the end of a loop or block, or to its next iteration, come from. */
  readonly #exits = new Map<string, number[]>();

  fresh(): number {
    return this.#parents.push(this.#parents.length) - 1;
  }

  find(segment: number): number {
    let at = segment;
    while (this.#parents[at] !== at) at = this.#parents[at]!;
    return at;
  }

  #join(a: number, b: number): number {
    const [x, y] = [this.find(a), this.find(b)];
    this.#parents[y] = x;
    return x;
  }

  list(list: readonly Statement[], from: number): number {
    let at = from;
    for (const s of list) at = this.#statement(s, at);
    return at;
  }

  #statement(s: Statement, at: number): number {
    this.#place(s, at);
    if (s.kind === 'copy') this.#place(sourceOf(s), at);
    eachExpressionOf(s, (e) => {
      if (e.kind === 'load') this.#place(e, at);
    });
    switch (s.kind) {
      case 'barrier':
        return s.scope === 'warp' ? at : this.fresh();
      case 'break':
      case 'continue':
        this.#exits.set(s.label, [...(this.#exits.get(s.label) ?? []), at]);
        return at;
      case 'for':
      case 'loop':
      case 'block': {
        const end = this.list(s.body, at);
        const ways = [...(this.#exits.get(s.label) ?? []), ...(s.kind === 'block' ? [] : [at])];
        return ways.reduce((a, b) => this.#join(a, b), end);
      }
      default: // else: its parts come one of them, or one after another
        return bodiesOf(s)
          .map((body) => this.list(body, at))
          .reduce((a, b) => this.#join(a, b), at);
    }
  }

  #place(access: object, at: number): void {
    const known = this.segments.get(access);
    this.segments.set(access, known === undefined ? at : this.#join(known, at));
  }
}
