/**
 * Loops whose number of iterations differs from thread to thread (`do j = i + 1, n`, `do j = 1, i`, `do i = thread, n, threads`) fall in two: what all lanes of a vector have in common, where they
 * count together and nobody is masked, and what some of them have more than others. The latter comes first where all end at one number, else last.
 *
 * Legal wherever it applies: each thread goes through its iterations in their order.
 */
import { i32, i64, local, op, special, toInteger } from '../../ir/build.ts';
import { liveBefore } from '../../ir/liveness.ts';
import type { Expression, Statement } from '../../ir/module.ts';
import { renamed } from '../../ir/renamed.ts';
import { countSets, countUses } from '../../ir/uniformity.ts';
import { changeBodies, eachExpressionIn, replaceEach, someExpression, someStatement } from '../../ir/walk.ts';
import type { Nest, Step } from '../nest.ts';

type Body = readonly Statement[];
type For = Extract<Statement, { kind: 'for' }>;

/** Nodes of a loop that is written twice. */
const mostNodes = 400;

export const splitTrips: Step = {
  name: 'split-trips',
  apply: (nest) => {
    const body = new Trips(nest).list(nest.body, new Set());
    return body === nest.body ? nest : { ...nest, body };
  },
};

class Trips {
  private readonly nest: Nest;
  private readonly uses: Uint32Array;
  private readonly sets: Uint32Array;
  /** What locals are that grow unevenly from lane to lane, where they and what they are made of stay as they are. */
  private readonly values = new Map<number, Expression>();

  constructor(nest: Nest) {
    this.nest = nest;
    this.uses = countUses(nest.body, nest.locals.length);
    this.sets = countSets(nest.body, nest.locals.length);
  }

  /** Below a branch that lanes take by themselves nobody knows where the vector begins. `known`: locals that are set once, before the list. */
  list(body: Body, known: ReadonlySet<number>): Body {
    const { nest } = this;
    const seen = new Set(known);
    return replaceEach(body, (s) => {
      if (s.kind === 'set' && this.sets[s.local] === 1 && !nest.kept(s.local)) {
        if (isFixed(s.value, (l) => this.sets[l] === 0 || seen.has(l))) this.values.set(s.local, s.value);
        seen.add(s.local);
      }
      if (s.kind === 'if') return nest.strideOf(s.condition) === 0 ? changeBodies(s, (b) => this.list(b, seen)) : s;
      if (s.kind !== 'for' || leaves(s)) return s;
      if (nest.strideOf(s.trips) !== 0) return this.mayFall(s) ? this.split(s) : s;
      const inner = new Set(seen);
      if (this.sets[s.local] === 1) inner.add(s.local);
      return changeBodies(s, (b) => this.list(b, inner));
    });
  }

  /** Whether the ends of a vector tell the least number of iterations, and nobody asks for the variable behind the loop. */
  private mayFall(s: For): boolean {
    const { nest, uses } = this;
    if (s.step.kind !== 'const' || nest.strideOf(s.from) === undefined || !this.isMonotone(s.trips)) return false;
    if (nest.kept(s.local) || uses[s.local] !== countUses([s], uses.length)[s.local]) return false;
    let nodes = 0;
    eachExpressionIn(s.body, () => nodes++);
    return nodes > 0 && nodes <= mostNodes;
  }

  private split(s: For): Body {
    const { nest } = this;
    const before: Statement[] = [];
    const held = (name: string, value: Expression, target = before): Expression => {
      const index = nest.locals.push({ name, type: value.type }) - 1;
      target.push({ kind: 'set', local: index, value });
      return local(index, value.type);
    };
    const [first, last] = (['first', 'last'] as const).map((end) => held(end, toInteger('i64', this.at(s.trips, end))));
    const least = held('least', op('min', [first!, last!]));
    const common = held('common', op('max', [least, i64(0)]));
    const from = held('from', s.from);
    const all = copyOf(s, nest);
    const step = s.step.kind === 'const' ? Number(s.step.value) : 1;
    const [growth, more] = [nest.strideOf(s.from)!, nest.strideOf(s.trips)];
    const own: Statement[] = [];
    const rest = held('rest', op('sub', [toInteger('i64', s.trips), common]), own);
    if (growth !== 0 && growth + (more ?? 0) * step === 0) {
      const meeting = held('meeting', this.at(s.from, step > 0 === growth > 0 ? 'last' : 'first'));
      return [...before, ...own, { ...s, from, trips: rest, uneven: true }, { ...all, from: meeting, trips: least }];
    }
    const done = toInteger(from.type, common);
    const start = op('add', [from, step === 1 ? done : op('mul', [done, s.step])]);
    const meeting = held('meeting', start, own);
    const uneven: Body = [...own, { ...s, from: meeting, trips: rest, uneven: true }];
    const differ = op('ne', [first!, last!]);
    const left: Body = more === undefined ? [{ kind: 'if', condition: differ, then: uneven, otherwise: [] }] : uneven;
    return [...before, { ...all, from, trips: common }, ...left];
  }

  /** Whether a number only grows or only shrinks from the first lane to the last. */
  private isMonotone(e: Expression): boolean {
    if (this.nest.strideOf(e) !== undefined) return true;
    if (e.kind === 'local') {
      const value = this.values.get(e.index);
      return value !== undefined && this.isMonotone(value);
    }
    if (e.kind !== 'op' || (e.type !== 'i32' && e.type !== 'i64')) return false;
    const [a, b] = e.args;
    const byShared = (): boolean => this.nest.strideOf(b!) === 0 && this.isMonotone(a!);
    switch (e.op) {
      case 'extend':
      case 'wrap':
        return this.isMonotone(a!);
      case 'div':
      case 'shr.s':
      case 'max':
      case 'min':
        return byShared();
      case 'add':
      case 'sub':
        return byShared() || (this.nest.strideOf(a!) === 0 && this.isMonotone(b!));
      default: // else: lanes between may find more or less than those at the ends
        return false;
    }
  }

  /** The value of a monotone number in one lane, which all share. */
  private at(e: Expression, lane: 'first' | 'last'): Expression {
    const stride = this.nest.strideOf(e);
    if (stride === 0) return e;
    if (stride !== undefined) {
      const place = special('chunk.lane');
      const lanes = lane === 'first' ? place : op('sub', [op('sub', [special('chunk.lanes'), i32(1)]), place]);
      const between = toInteger(e.type, Math.abs(stride) === 1 ? lanes : op('mul', [lanes, i32(Math.abs(stride))]));
      return op(stride > 0 === (lane === 'last') ? 'add' : 'sub', [e, between]);
    }
    const value = e.kind === 'local' ? this.values.get(e.index) : undefined;
    if (value) return this.at(value, lane);
    return e.kind === 'op' ? { ...e, args: e.args.map((a) => this.at(a, lane)) } : e;
  }
}

function isFixed(e: Expression, stays: (local: number) => boolean): boolean {
  return !someExpression(e, (x) => x.kind === 'load' || (x.kind === 'local' && !stays(x.index)));
}

function leaves(s: For): boolean {
  return someStatement(s.body, (x) => x.kind === 'break' || x.kind === 'continue' || x.kind === 'return');
}

/** With names of its own for what lives within an iteration. */
function copyOf(s: For, nest: Nest): For {
  const live = liveBefore([s], nest.locals.length);
  const [copy] = renamed([s], { ...nest, kept: (l) => nest.kept(l) || live.has(l) }, 'all');
  return copy?.kind === 'for' ? copy : s;
}
