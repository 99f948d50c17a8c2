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

/** Of a vector. */
const mostLanes = 32;
/** Further than a quotient's number grows from the first lane of a vector to the last. */
const farthest = 1 << 28;

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
      if (s.kind !== 'for' || s.alone || leaves(s)) return s;
      const stays = (l: number): boolean => this.sets[l] === 0 || (this.sets[l] === 1 && seen.has(l));
      if (nest.strideOf(s.trips) !== 0) return this.mayFall(s, stays) ? this.split(s) : s;
      const inner = new Set(seen);
      if (this.sets[s.local] === 1) inner.add(s.local);
      return changeBodies(s, (b) => this.list(b, inner));
    });
  }

  /** Whether the ends of a vector tell the least number of iterations, and nobody asks for the variable behind the loop. */
  private mayFall(s: For, stays: (local: number) => boolean): boolean {
    const { nest, uses } = this;
    if (nest.strideOf(s.step) !== 0 || !isFixed(s.step, stays)) return false;
    if (nest.strideOf(s.from) === undefined || !this.isMonotone(s.trips)) return false;
    if (nest.kept(s.local) || uses[s.local] !== countUses([s], uses.length)[s.local]) return false;
    let nodes = 0;
    eachExpressionIn(s.body, () => nodes++);
    return nodes > 0 && nodes <= mostNodes;
  }

  private split(s: For): Body {
    const { nest } = this;
    const before: Statement[] = [];
    const held = (name: string, value: Expression): Expression => this.held(before, name, value);
    const [first, last] = (['first', 'last'] as const).map((end) => held(end, toInteger('i64', this.at(s.trips, end))));
    const least = held('least', op('min', [first!, last!]));
    const common = held('common', op('max', [least, i64(0)]));
    const from = held('from', s.from);
    const all = copyOf(s, nest);
    const step = s.step.kind === 'const' ? Number(s.step.value) : undefined;
    const [growth, more] = [nest.strideOf(s.from)!, nest.strideOf(s.trips)];
    if (step !== undefined && growth !== 0 && growth + (more ?? 0) * step === 0) {
      const meeting = held('meeting', this.at(s.from, step > 0 === growth > 0 ? 'last' : 'first'));
      const own: Statement[] = [];
      const trips = this.rest(own, s, common);
      return [...before, ...own, { ...s, from, trips, uneven: true }, { ...all, from: meeting, trips: least }];
    }
    const done = toInteger(from.type, common);
    const start = op('add', [from, step === 1 ? done : op('mul', [done, s.step])]);
    const uneven = this.once(s, start, common) ?? this.several(s, start, common);
    const differ = op('ne', [first!, last!]);
    const left: Body = more === undefined ? [{ kind: 'if', condition: differ, then: uneven, otherwise: [] }] : uneven;
    return [...before, { ...all, from, trips: common }, ...left];
  }

  private held(target: Statement[], name: string, value: Expression): Expression {
    const index = this.nest.locals.push({ name, type: value.type }) - 1;
    target.push({ kind: 'set', local: index, value });
    return local(index, value.type);
  }

  private rest(target: Statement[], s: For, common: Expression): Expression {
    return this.held(target, 'rest', op('sub', [toInteger('i64', s.trips), common]));
  }

  /** Each lane's iterations beyond those of all. */
  private several(s: For, start: Expression, common: Expression): Body {
    const own: Statement[] = [];
    const trips = this.rest(own, s, common);
    const from = this.held(own, 'meeting', start);
    return [...own, { ...s, from, trips, uneven: true }];
  }

  /** The same where no lane has more than one. */
  private once(s: For, start: Expression, common: Expression): Body | undefined {
    const condition = this.onceMore(s.trips, common);
    const place: Statement = { kind: 'set', local: s.local, value: start };
    return condition && [{ kind: 'if', condition, then: [place, ...s.body], otherwise: [] }];
  }

  /** Whether a lane has an iteration beyond those of all, asked of its number alone; undefined where one may have several. */
  private onceMore(trips: Expression, common: Expression): Expression | undefined {
    const e = (trips.kind === 'local' && this.values.get(trips.index)) || trips;
    const [x, by] = e.kind === 'op' && e.op === 'div' ? e.args : [];
    const growth = x && this.nest.strideOf(x);
    if (!growth || by?.kind !== 'const') return undefined;
    const most = Math.min(Number(by.value), farthest);
    if (Math.abs(growth) * (mostLanes - 1) >= most) return undefined;
    const enough = op('mul', [op('add', [common, i64(1)]), i64(BigInt(by.value))]);
    const inFirst = op('sub', [toInteger('i64', this.at(x, 'first')), enough]);
    const near = op('wrap', [op('min', [op('max', [inFirst, i64(-farthest)]), i64(farthest)])]);
    const lane = special('chunk.lane');
    const grown = growth === 1 ? lane : op('mul', [lane, i32(growth)]);
    return op('ge', [op('add', [grown, near]), i32(0)]);
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
