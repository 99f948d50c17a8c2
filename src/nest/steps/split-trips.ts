/**
 * Loops whose iterations grow or shrink in number from thread to thread (`do j = i + 1, n`, `do j = 1, i`) fall in two: what all lanes of a vector have in common, where they count one variable
 * together and nobody is masked, and what some of them have more than others. The latter comes first where all end at one number, and last where all begin at one.
 *
 * Legal wherever it applies: each thread goes through its iterations in their order.
 */
import { i64, integer, local, op, special, toInteger } from '../../ir/build.ts';
import { liveBefore } from '../../ir/liveness.ts';
import type { Expression, Statement } from '../../ir/module.ts';
import { countUses } from '../../ir/uniformity.ts';
import { changeBodies, eachExpressionIn, replaceEach, someStatement } from '../../ir/walk.ts';
import type { Nest, Step } from '../nest.ts';
import { renamed } from '../renamed.ts';

type Body = readonly Statement[];
type For = Extract<Statement, { kind: 'for' }>;

/** Nodes of a loop that is written twice. */
const mostNodes = 400;

export const splitTrips: Step = {
  name: 'split-trips',
  apply: (nest) => {
    const uses = countUses(nest.body, nest.locals.length);
    // Below a branch that lanes take by themselves nobody knows where the vector begins.
    const list = (body: Body): Body =>
      replaceEach(body, (s) => {
        if (s.kind === 'if') return nest.strideOf(s.condition) === 0 ? changeBodies(s, list) : s;
        if (s.kind !== 'for' || leaves(s)) return s;
        if (nest.strideOf(s.trips) === 0) return changeBodies(s, list);
        return mayFall(s, nest, uses) ? split(s, nest) : s;
      });
    const body = list(nest.body);
    return body === nest.body ? nest : { ...nest, body };
  },
};

function leaves(s: For): boolean {
  return someStatement(s.body, (x) => x.kind === 'break' || x.kind === 'continue' || x.kind === 'return');
}

/** Whether all lanes begin at one number or end at one, and nobody asks for the variable behind the loop. */
function mayFall(s: For, nest: Nest, uses: Uint32Array): boolean {
  const [from, trips] = [nest.strideOf(s.from), nest.strideOf(s.trips)];
  if (s.from.type !== 'i32' || s.step.kind !== 'const' || !trips || from === undefined) return false;
  if (from !== 0 && from + trips * Number(s.step.value) !== 0) return false;
  if (nest.kept(s.local) || uses[s.local] !== countUses([s], uses.length)[s.local]) return false;
  let nodes = 0;
  eachExpressionIn(s.body, () => nodes++);
  return nodes > 0 && nodes <= mostNodes;
}

function split(s: For, nest: Nest): Body {
  const before: Statement[] = [];
  const held = (name: string, value: Expression): Expression => {
    const index = nest.locals.push({ name, type: value.type }) - 1;
    before.push({ kind: 'set', local: index, value });
    return local(index, value.type);
  };
  const growth = nest.strideOf(s.trips)!;
  const more = held('more', moreThanLeast(growth));
  const trips = held('trips', toInteger('i64', s.trips));
  const least = held('least', op('sub', [trips, op('extend', [more])]));
  const from = held('from', s.from);
  const all = copyOf(s, nest);
  if (nest.strideOf(s.from) !== 0) {
    const common = op('max', [least, i64(0)]);
    const first: For = { ...s, from, trips: held('first', op('sub', [trips, common])) };
    const start = op('add', [from, op('mul', [more, s.step])]);
    const meeting = held('meeting', start);
    return [...before, first, { ...all, from: meeting, trips: least }];
  }
  const common = held('common', op('max', [least, i64(0)]));
  const start = held('meeting', op('add', [from, op('mul', [op('wrap', [common]), s.step])]));
  const rest = held('rest', op('sub', [trips, common]));
  return [...before, { ...all, from, trips: common }, { ...s, from: start, trips: rest }];
}

/** With names of its own for what lives within an iteration. */
function copyOf(s: For, nest: Nest): For {
  const live = liveBefore([s], nest.locals.length);
  const [copy] = renamed([s], { ...nest, kept: (l) => nest.kept(l) || live.has(l) }, 'all');
  return copy?.kind === 'for' ? copy : s;
}

/** How many iterations a lane has more than the one that has least, of a vector whose lanes each have `growth` more than the one before. */
function moreThanLeast(growth: number): Expression {
  const lane = special('chunk.lane');
  const behind = growth > 0 ? lane : op('sub', [op('sub', [special('chunk.lanes'), integer('i32', 1)]), lane]);
  return Math.abs(growth) === 1 ? behind : op('mul', [behind, integer('i32', Math.abs(growth))]);
}
