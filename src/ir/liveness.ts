/** Which locals a later statement may still read. */
import type { Expression, Statement } from './module.ts';
import { eachPartOf, localsSet } from './walk.ts';

/** A set of small numbers. */
export class Bits {
  private readonly words: number[];
  constructor(size: number | number[]) {
    this.words = typeof size === 'number' ? new Array<number>((size + 31) >> 5).fill(0) : size;
  }
  /** False beyond its size too. */
  has(i: number): boolean {
    const word = i >> 5;
    return word < this.words.length && ((this.words[word]! >>> (i & 31)) & 1) === 1;
  }
  add(i: number): void {
    this.words[i >> 5]! |= 1 << (i & 31);
  }
  delete(i: number): void {
    this.words[i >> 5]! &= ~(1 << (i & 31));
  }
  copy(): Bits {
    return new Bits(this.words.slice());
  }
  /** Adds all of `other`; whether that changed anything. */
  join(other: Bits): boolean {
    let changed = 0;
    for (let i = 0; i < this.words.length; i++) {
      const old = this.words[i]!;
      const now = old | other.words[i]!;
      changed |= old ^ now;
      this.words[i] = now;
    }
    return changed !== 0;
  }
}

/** Called for each labelled block with what is live before and after it. */
export type BlockVisitor = (label: string, before: Bits, after: Bits) => void;

/** Called for each statement that sets locals, with what is live after it; in loops several times, the last with the full set. */
export type SetVisitor = (s: Statement, after: Bits) => void;

/** Called for each statement with bodies, with what is live after it and, for loops, where an iteration begins; in loops several times, the last with the full sets. */
export type JoinVisitor = (s: Statement, after: Bits, iteration?: Bits) => void;

type Walk = {
  readonly sets: SetVisitor;
  readonly joins: JoinVisitor | undefined;
  readonly breaks: Map<string, Bits>;
  readonly continues: Map<string, Bits>;
  /** What was live where iterations of a loop begin, when it was walked last: sets only grow, so the next walk goes on from there. */
  readonly iterations: Map<Statement, Bits>;
  readonly count: number;
  readonly visit: BlockVisitor;
};

/** What is live before `list`, when nothing is live after it. Where loops are walked several times, `visit` sees the last (full) sets last. */
export function liveBefore(
  list: readonly Statement[],
  locals: number,
  visit: BlockVisitor = () => {},
  sets: SetVisitor = () => {},
  joins?: JoinVisitor,
): Bits {
  const walk: Walk = {
    sets,
    joins,
    breaks: new Map(),
    continues: new Map(),
    iterations: new Map(),
    count: locals,
    visit,
  };
  return before(list, new Bits(locals), walk);
}

function before(list: readonly Statement[], after: Bits, walk: Walk): Bits {
  let live = after.copy();
  for (let i = list.length - 1; i >= 0; i--) live = beforeStatement(list[i]!, live, walk);
  return live;
}

function use(live: Bits, e: Expression): void {
  if (e.kind === 'local') live.add(e.index);
  else if (e.kind === 'op') for (const a of e.args) use(live, a);
  else if (e.kind === 'load') use(live, e.from);
}

/** May change `live` in place. */
function beforeStatement(s: Statement, live: Bits, walk: Walk): Bits {
  switch (s.kind) {
    case 'if': {
      walk.joins?.(s, live);
      const result = before(s.then, live, walk);
      result.join(s.otherwise.length === 0 ? live : before(s.otherwise, live, walk));
      use(result, s.condition);
      return result;
    }
    case 'switch': {
      walk.joins?.(s, live);
      const result = before(s.otherwise, live, walk);
      for (const c of s.cases) result.join(before(c.body, live, walk));
      use(result, s.value);
      return result;
    }
    case 'block': {
      walk.joins?.(s, live);
      walk.breaks.set(s.label, live);
      const result = before(s.body, live, walk);
      walk.visit(s.label, result, live);
      return result;
    }
    case 'loop': {
      walk.breaks.set(s.label, live);
      const head = walk.iterations.get(s)?.copy() ?? new Bits(walk.count);
      walk.continues.set(s.label, head);
      while (head.join(before(s.body, head, walk)));
      walk.iterations.set(s, head);
      walk.joins?.(s, live, head);
      return head.copy();
    }
    case 'for': {
      walk.sets(s, live);
      walk.breaks.set(s.label, live);
      const iteration = live.copy();
      iteration.add(s.local);
      const known = walk.iterations.get(s);
      if (known) iteration.join(known);
      walk.continues.set(s.label, iteration);
      while (iteration.join(before(s.body, iteration, walk)));
      walk.iterations.set(s, iteration);
      walk.joins?.(s, live, iteration);
      const result = iteration.copy();
      result.delete(s.local);
      eachPartOf(s, (e) => use(result, e));
      return result;
    }
    case 'break':
      return (walk.breaks.get(s.label) ?? new Bits(walk.count)).copy();
    case 'continue':
      return (walk.continues.get(s.label) ?? new Bits(walk.count)).copy();
    case 'return': {
      const result = new Bits(walk.count);
      for (const e of s.values) use(result, e);
      return result;
    }
    case 'trap':
      return new Bits(walk.count);
    default: // else: what `localsSet` and `eachPartOf` say of each kind
      if (s.kind === 'set') {
        walk.sets(s, live);
        live.delete(s.local);
        use(live, s.value);
        return live;
      }
      for (const l of localsSet(s)) live.delete(l);
      eachPartOf(s, (e) => use(live, e));
      return live;
  }
}
