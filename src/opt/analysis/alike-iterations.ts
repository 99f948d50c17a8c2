/**
 * Whether iterations of a block go through shared memory in the same way: its threads store to the same places in all of them, and load from those that the first one loads from. Then none finds
 * there what another one has left: the first one would have found, and used, what nobody had stored.
 */
import type { Expression, Statement } from '../../ir/module.ts';
import { isPointer, type Space, spaceOf } from '../../ir/types.ts';
import { keyOf } from '../../ir/value-key.ts';
import { bodiesOf, conjuncts, expressionsOf, labelsIn, localsSet, partsOf, someExpression } from '../../ir/walk.ts';

type List = readonly Statement[];
type Store = Extract<Statement, { kind: 'store' }>;

export type Iterations = {
  /** Whether it is another one in another iteration: what counts them, the number of a block. */
  readonly isOther: (e: Expression) => boolean;
  /** Whether a comparison that holds in an iteration does in the first one. */
  readonly heldFirst: (comparison: Expression) => boolean;
  /** Whether it may be another one for another thread of the block. */
  readonly isOfThread: (e: Expression) => boolean;
};

/** Which iterations come to a place: all; each only where the first one does; or nobody knows. */
type When = 'all' | 'first' | 'unknown';

/** `list`: of one iteration, nothing before it stores to shared memory. */
export function areAlike(list: List, iterations: Iterations): boolean {
  const walk = new Walk(list, iterations);
  return walk.list(walk.within(list), 'all');
}

class Walk {
  private readonly iterations: Iterations;
  /** Locals that may hold something else in another iteration, and those that hold what was in shared memory. */
  private readonly differing = new Set<number>();
  private readonly shared = new Set<number>();

  constructor(list: List, iterations: Iterations) {
    this.iterations = iterations;
    for (let before = -1; before < this.differing.size + this.shared.size; ) {
      before = this.differing.size + this.shared.size;
      this.spread(list, false);
    }
  }

  /** What is done under conditions that keep whole blocks from doing anything, as they do from some iteration on. */
  within(list: List): List {
    const at = list.findIndex((s) => s.kind !== 'set' || this.isOfShared(s.value));
    const s = list[at];
    if (s?.kind !== 'if' || s.otherwise.length > 0 || at < list.length - 1) return list;
    const isOfBlock = conjuncts(s.condition).every((c) => !this.differs(c) || this.iterations.heldFirst(c));
    return isOfBlock && !this.iterations.isOfThread(s.condition) ? this.within(s.then) : list;
  }

  list(list: List, given: When): boolean {
    let when = given;
    return list.every((s) => {
      const isFine = this.statement(s, when);
      if (this.mayLeave([s], labelsIn([s]))) when = 'unknown';
      return isFine;
    });
  }

  private statement(s: Statement, when: When): boolean {
    const isRendezvous = s.kind === 'barrier' || s.kind === 'warp';
    if (when !== 'all' && (isRendezvous || isSharedStore(s))) return false;
    if (isSharedStore(s) && this.differs(s.to)) return false;
    if (s.kind === 'if') return this.branch(s, when);
    const isFine = expressionsOf(s).every((e) => this.expression(e, when));
    const inner = this.isUneven(s) ? 'unknown' : when;
    return isFine && bodiesOf(s).every((body) => this.list(body, inner));
  }

  /** Whether what is in it happens more or less often in other iterations. */
  private isUneven(s: Statement): boolean {
    return expressionsOf(s).some(this.differs) || bodiesOf(s).some((body) => this.mayLeave(body, none));
  }

  private branch({ condition, then, otherwise }: Extract<Statement, { kind: 'if' }>, when: When): boolean {
    const differs = this.differs(condition);
    const isFine = this.expression(condition, when);
    const other = differs ? 'unknown' : when;
    if (!differs || when !== 'all' || !this.storeAlike(then, otherwise))
      return isFine && this.list(then, this.under(condition, when)) && this.list(otherwise, other);
    const values = (list: List): List => list.filter((s) => !isSharedStore(s));
    return isFine && this.list(values(then), this.under(condition, when)) && this.list(values(otherwise), other);
  }

  /** Whether both ways of a branch store to the same places, which are the same in all iterations, what was not in shared memory. */
  private storeAlike(then: List, otherwise: List): boolean {
    const [a, b] = [then.filter(isSharedStore), otherwise.filter(isSharedStore)];
    const places = (list: readonly Store[]): string =>
      list.map((s) => `${keyOf(s.to)} ${s.offset} ${s.memory}`).join('\n');
    const isPlain = (s: Store): boolean => !this.differs(s.to) && !this.isOfShared(s.value);
    return places(a) === places(b) && [...a, ...b].every(isPlain);
  }

  /** Where a condition holds. */
  private under(condition: Expression, when: When): When {
    const differing = conjuncts(condition).filter(this.differs);
    if (when === 'unknown' || differing.length === 0) return when;
    return differing.every((c) => !this.isOfShared(c) && this.iterations.heldFirst(c)) ? 'first' : 'unknown';
  }

  /** Whether what was in shared memory is used where the first iteration uses it, and comes from the same place. */
  private expression(e: Expression, when: When): boolean {
    if (!this.isOfShared(e)) return true;
    if (when === 'unknown') return false;
    if (e.kind === 'load' && isShared(e.from) && this.differs(e.from)) return false;
    const [condition, then, otherwise] = e.kind === 'op' ? e.args : [];
    if (e.kind !== 'op' || !condition || !choosing.has(e.op) || !this.differs(condition))
      return partsOf(e).every((x) => this.expression(x, when));
    if (e.op !== 'select') return false;
    return (
      this.expression(condition, when) &&
      this.expression(then!, this.under(condition, when)) &&
      this.expression(otherwise!, 'unknown')
    );
  }

  private spread(list: List, isUnder: boolean): void {
    let under = isUnder;
    for (const s of list) {
      const all = expressionsOf(s);
      const differs = under || all.some(this.differs) || telling.has(s.kind);
      for (const l of localsSet(s)) {
        if (differs) this.differing.add(l);
        if (all.some(this.isOfShared)) this.shared.add(l);
      }
      for (const body of bodiesOf(s)) this.spread(body, under || this.isUneven(s));
      under ||= this.mayLeave([s], labelsIn([s]));
    }
  }

  /** Whether some iterations jump, but to what is `within`. */
  private mayLeave(list: List, within: ReadonlySet<string>): boolean {
    return list.some(
      (s) =>
        (expressionsOf(s).some(this.differs) && bodiesOf(s).some((body) => leaves(body, within))) ||
        bodiesOf(s).some((body) => this.mayLeave(body, within)),
    );
  }

  private readonly differs = (e: Expression): boolean =>
    someExpression(
      e,
      (x) => x.kind === 'load' || (x.kind === 'local' && this.differing.has(x.index)) || this.iterations.isOther(x),
    );

  private readonly isOfShared = (e: Expression): boolean =>
    someExpression(e, (x) => (x.kind === 'load' && isNear(x.from)) || (x.kind === 'local' && this.shared.has(x.index)));
}

/** What takes one argument or the other by what the first one is. */
const choosing: ReadonlySet<string> = new Set(['select', 'and', 'or']);
/** Statements whose results nobody knows beforehand. */
const telling: ReadonlySet<Statement['kind']> = new Set(['warp', 'barrier', 'atomic', 'call', 'read-clock']);
const isIn =
  (spaces: ReadonlySet<Space>) =>
  ({ type }: Expression): boolean =>
    isPointer(type) && spaces.has(spaceOf(type));
const isShared = isIn(new Set<Space>(['shared', 'generic']));
const isSharedStore = (s: Statement): s is Store => s.kind === 'store' && isShared(s.to);
/** Where what was in shared memory may be kept. */
const isNear = isIn(new Set<Space>(['shared', 'generic', 'local']));
const none: ReadonlySet<string> = new Set();

function leaves(list: List, within: ReadonlySet<string>): boolean {
  return list.some(
    (s) =>
      s.kind === 'return' ||
      ((s.kind === 'break' || s.kind === 'continue') && !within.has(s.label)) ||
      bodiesOf(s).some((body) => leaves(body, within)),
  );
}
