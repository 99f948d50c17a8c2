/**
 * Queues of loads (`below = here; here = above; above = a(i, j, k + 2)`): where all threads run an iteration before the next one begins, what a thread hands on goes through memory twice. What
 * comes from cells that the kernel does not write is loaded again where it is read; only which iteration's cell it is goes on, and that is one number for all threads.
 */
import { add, and, integer, local, not, op } from '../../ir/build.ts';
import { liveBefore } from '../../ir/liveness.ts';
import type { Expression, Fn, Local, Statement } from '../../ir/module.ts';
import { countSets, countUses } from '../../ir/uniformity.ts';
import type { KeyOf } from '../../ir/value-key.ts';
import {
  eachExpressionIn,
  eachExpressionOf,
  eachStatement,
  localsSet,
  localsSetIn,
  mapBody,
  mapExpression,
  mapStatement,
  someExpression,
  withLocal,
} from '../../ir/walk.ts';
import { AffineForms, difference, growthOf, isZero, ratioOf } from '../analysis/affine.ts';
import { type Aliases, aliasesOf } from '../analysis/alias.ts';
import { put } from './region-parts.ts';

type For = Extract<Statement, { kind: 'for' }>;
type SetOf = Extract<Statement, { kind: 'set' }>;
type Load = Extract<Expression, { kind: 'load' }>;
type List = readonly Statement[];

export type UnqueuedLoads = {
  readonly fn: Fn;
  /** Locals that hold which iteration a number comes from, with the variable of that loop. */
  readonly numbers: ReadonlyMap<number, number>;
  /** Variables of the loops that had queues. */
  readonly loops: ReadonlySet<number>;
};

/** What goes from iteration to iteration: loads of one address, `at` an iteration. `first`: which one it is as the loop begins. */
type Queue = {
  readonly head: Load;
  readonly first: ReadonlyMap<number, bigint>;
  readonly members: ReadonlySet<number>;
};

/** `isAlike`: whether all threads find the same in an iteration of the loop. Undefined where there are no queues. */
export function unqueueLoads(
  kernel: Fn,
  keyOf: KeyOf,
  isAlike: (e: Expression, loop: For) => boolean,
): UnqueuedLoads | undefined {
  const unqueue = new Unqueue(kernel, keyOf, isAlike);
  const body = unqueue.list(kernel.body);
  const { numbers, loops, locals } = unqueue;
  return numbers.size > 0 ? { fn: { ...kernel, body, locals }, numbers, loops } : undefined;
}

class Unqueue {
  readonly numbers = new Map<number, number>();
  readonly loops = new Set<number>();
  readonly locals: Local[];
  private readonly kernel: Fn;
  private readonly sets: Uint32Array;
  private readonly uses: Uint32Array;
  private readonly aliases: Aliases;
  private readonly forms: AffineForms;
  private readonly isAlike: (e: Expression, loop: For) => boolean;

  constructor(kernel: Fn, keyOf: KeyOf, isAlike: (e: Expression, loop: For) => boolean) {
    this.kernel = kernel;
    this.locals = [...kernel.locals];
    this.sets = countSets(kernel.body, kernel.locals.length);
    this.uses = countUses(kernel.body, kernel.locals.length);
    this.aliases = aliasesOf(kernel);
    this.forms = new AffineForms({ bits: 32, keyOf });
    this.isAlike = isAlike;
  }

  list(body: List): List {
    let made: Statement[] = [];
    for (const s of body) {
      const queues = s.kind === 'for' ? this.queuesOf(s, made) : [];
      if (s.kind !== 'for' || queues.length === 0) {
        made.push(mapStatement(s, { expression: (e) => e, body: (b) => this.list(b) }));
        continue;
      }
      this.loops.add(s.local);
      let loop = s;
      for (const q of queues) [made, loop] = this.without(q, made, loop);
      made.push(loop);
    }
    return made;
  }

  private queuesOf(loop: For, before: List): readonly Queue[] {
    const set = alikeSets(loop, (e) => this.isAlike(e, loop));
    if (!set) return [];
    const live = liveBefore(loop.body, this.locals.length);
    return [...set.values()].flatMap((s) => {
      const head = s?.value;
      if (head?.kind !== 'load' || !this.mayBeLoadedAgain(head, loop)) return [];
      const members = followersOf(s!.local, set);
      const first = this.firstOf(
        head,
        loop,
        before,
        [...members].filter((m) => live.has(m)),
      );
      return first && first.size > 0 && this.isOnlyIn(members, loop, before) ? [{ head, first, members }] : [];
    });
  }

  /** Whether the loop's variable alone moves its place, and nobody writes there. */
  private mayBeLoadedAgain(head: Load, loop: For): boolean {
    const growth = growthOf(this.forms.of(head.from), loop.local);
    if (head.volatile || !growth || isZero(growth) || !this.aliases.isFixed(this.aliases.rootOf(head.from)))
      return false;
    const set = localsSetIn([loop]);
    const isFixed = (l: number): boolean =>
      l === loop.local || (!set.has(l) && this.sets[l]! <= (l < this.kernel.params ? 0 : 1));
    return !someExpression(head.from, (e) => e.kind === 'load' || (e.kind === 'local' && !isFixed(e.index)));
  }

  /** Which iteration's cells they hold before the first one; undefined where that is none. */
  private firstOf(head: Load, loop: For, before: List, live: readonly number[]): Queue['first'] | undefined {
    const growth = growthOf(this.forms.of(head.from), loop.local)!;
    const zero = integer(this.locals[loop.local]!.type, 0);
    const start = this.forms.of(withLocal(head.from, loop.local, zero));
    const found = new Map<number, bigint>();
    const iterationOf = (e: Expression): bigint | undefined => {
      if (e.kind === 'local') return found.get(e.index);
      if (e.kind !== 'load' || e.memory !== head.memory || e.offset !== head.offset || e.volatile) return undefined;
      return ratioOf(difference(this.forms.of(e.from), start), growth);
    };
    for (const s of before) {
      const at = s.kind === 'set' ? iterationOf(s.value) : undefined;
      eachStatement([s], (x) => {
        for (const l of localsSet(x)) found.delete(l);
      });
      if (s.kind === 'set' && at !== undefined) found.set(s.local, at);
    }
    if (!live.every((m) => found.has(m) && this.sets[m] === 2)) return undefined;
    return new Map(live.map((m) => [m, found.get(m)!]));
  }

  /** Whether nothing but the loop and what leads to it knows of them. */
  private isOnlyIn(members: ReadonlySet<number>, loop: For, before: List): boolean {
    const leading = before.filter((s) => s.kind === 'set' && members.has(s.local));
    const own = countUses([loop, ...leading], this.locals.length);
    return [...members].every((m) => own[m] === this.uses[m]);
  }

  private without({ head, first, members }: Queue, before: List, loop: For): [Statement[], For] {
    const { type } = this.locals[loop.local]!;
    const numbers = new Map<number, number>();
    for (const m of members) numbers.set(m, this.numberOf(loop, `${this.locals[m]!.name}.from`));
    const counter = this.numberOf(loop, 'count');
    const number = (m: number): Expression => local(numbers.get(m)!, type);
    const inLoop = (e: Expression): Expression => withLocal(e, loop.local, local(counter, type));
    const again = (m: number): Statement => put(m, { ...head, from: withLocal(head.from, loop.local, number(m)) });
    const noted = (s: SetOf, when: Expression | undefined): Statement => {
      const now = s.value.kind === 'local' ? number(s.value.index) : local(counter, type);
      return put(numbers.get(s.local)!, when ? op('select', [inLoop(when), now, number(s.local)]) : now);
    };
    const begin = [...first].map(([m, at]) => put(numbers.get(m)!, integer(type, at)));
    const body = loadedWhereRead(withoutDeadSets([...[...first.keys()].map(again), ...loop.body], members), members);
    const on = put(counter, add(local(counter, type), loop.step));
    return [
      [...before.filter((s) => s.kind !== 'set' || !members.has(s.local)), ...begin, put(counter, loop.from)],
      { ...loop, body: [...body, ...notes(loop.body, members, noted), on] },
    ];
  }

  private numberOf(loop: For, name: string): number {
    const number = this.locals.push({ name, type: this.locals[loop.local]!.type }) - 1;
    this.numbers.set(number, loop.local);
    return number;
  }
}

/** The only statements of a loop that set a local, under conditions that all threads find the same; undefined where it does more than setting and storing. */
function alikeSets(loop: For, isAlike: (e: Expression) => boolean): ReadonlyMap<number, SetOf | undefined> | undefined {
  const found = new Map<number, SetOf | undefined>();
  const visit = (list: List, alike: boolean): boolean =>
    list.every((s) => {
      if (s.kind === 'store') return true;
      if (s.kind === 'set') {
        found.set(s.local, alike && !found.has(s.local) ? s : undefined);
        return true;
      }
      if (s.kind !== 'if') return false;
      const below = alike && isAlike(s.condition);
      return visit(s.then, below) && visit(s.otherwise, below);
    });
  return visit(loop.body, true) ? found : undefined;
}

/** A local and those that get what it held. */
function followersOf(head: number, sets: ReadonlyMap<number, SetOf | undefined>): ReadonlySet<number> {
  const found = new Set([head]);
  for (const m of found) for (const [l, s] of sets) if (s?.value.kind === 'local' && s.value.index === m) found.add(l);
  return found;
}

/** A body whose members nobody reads behind it. */
function withoutDeadSets(body: List, members: ReadonlySet<number>): List {
  const live = new Set<number>();
  const reads = (s: Statement, of: Set<number>): void =>
    eachExpressionOf(s, (e) => {
      if (e.kind === 'local' && members.has(e.index)) of.add(e.index);
    });
  const visit = (list: List, after: Set<number>): List => {
    const made: Statement[] = [];
    for (const s of list.toReversed()) {
      if (s.kind === 'if') {
        const other = new Set(after);
        const [then, otherwise] = [visit(s.then, after), visit(s.otherwise, other)];
        for (const l of other) after.add(l);
        if (then.length + otherwise.length === 0 && s.then.length + s.otherwise.length > 0) continue;
        reads({ ...s, then: [], otherwise: [] }, after);
        made.push({ ...s, then, otherwise });
        continue;
      }
      if (s.kind === 'set' && members.has(s.local) && !after.delete(s.local)) continue;
      reads(s, after);
      made.push(s);
    }
    return made.reverse();
  };
  return visit(body, live);
}

/** A body without locals that are set once and read once: registers are short where all loads stand at its beginning. */
function loadedWhereRead(body: List, members: ReadonlySet<number>): List {
  const reads = new Map<number, number>();
  const values = new Map<number, Expression | undefined>();
  eachExpressionIn(body, (e) => {
    if (e.kind === 'local') reads.set(e.index, (reads.get(e.index) ?? 0) + 1);
  });
  eachStatement(body, (s) => {
    if (s.kind === 'set' && members.has(s.local))
      values.set(s.local, s.value.kind === 'load' && !values.has(s.local) ? s.value : undefined);
  });
  const isMoved = (l: number): boolean => reads.get(l) === 1 && values.get(l) !== undefined;
  const rest = body.filter((s) => s.kind !== 'set' || !isMoved(s.local));
  if (rest.length === body.length) return body;
  const change = (e: Expression): Expression =>
    mapExpression(e, (x) => (x.kind === 'local' && isMoved(x.index) ? values.get(x.index)! : x));
  return mapBody(rest, change);
}

/** What is left of the body where only the members' numbers are kept: sets, of which some happen under a condition. */
function notes(
  body: List,
  members: ReadonlySet<number>,
  noted: (s: SetOf, when: Expression | undefined) => Statement,
  when?: Expression,
): List {
  const both = (c: Expression): Expression => (when ? and(when, c) : c);
  return body.flatMap((s): List => {
    if (s.kind === 'set') return members.has(s.local) ? [noted(s, when)] : [];
    if (s.kind !== 'if') return [];
    return [
      ...notes(s.then, members, noted, both(s.condition)),
      ...notes(s.otherwise, members, noted, both(not(s.condition))),
    ];
  });
}
