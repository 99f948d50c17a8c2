/**
 * Where no thread of a block is near an edge, that is found out once, before the region, in place of for each vector: the condition of an `either` branch (`version-edges.ts`) is asked of the
 * block's corners. It is made of comparisons of even growth, each of which holds for all threads where it does for those at the corners.
 */
import { and, i32, op, or } from '../../ir/build.ts';
import type { Expression, Statement } from '../../ir/module.ts';
import { countSets } from '../../ir/uniformity.ts';
import { keyOf } from '../../ir/value-key.ts';
import { eachStatement, mapStatement, someExpression } from '../../ir/walk.ts';
import { folded } from '../../opt/scalar/fold.ts';
import type { Nest, Step } from '../nest.ts';

type Place = 'tid.x' | 'tid.y' | 'tid.z';
/** A thread's number along each axis. */
type Corner = Readonly<Record<Place, number>>;

export const hoistEdges: Step = {
  name: 'hoist-edges',
  apply: (nest) => {
    const corners = cornersOf(nest);
    return corners ? new Hoisted(nest, corners).made() : nest;
  },
};

/** Undefined where only a launch tells how large blocks are. */
function cornersOf({ axes }: Nest): readonly Corner[] | undefined {
  const extent = (name: string): number | undefined => axes.find((a) => a.name === name)?.extent;
  const [x, y, z] = [extent('thread.x'), extent('thread.y'), extent('thread.z')];
  if (x === undefined || y === undefined || z === undefined) return undefined;
  const ends = (n: number): readonly number[] => (n > 1 ? [0, n - 1] : [0]);
  return ends(x).flatMap((a) => ends(y).flatMap((b) => ends(z).map((c) => ({ 'tid.x': a, 'tid.y': b, 'tid.z': c }))));
}

class Hoisted {
  private readonly nest: Nest;
  private readonly corners: readonly Corner[];
  /** What locals are that are set once. */
  private readonly values = new Map<number, Expression>();
  private readonly written = new Set<number>();
  private readonly first: Statement[] = [];
  /** The locals that hold what was found, by the condition. */
  private readonly flags = new Map<string, Expression>();

  constructor(nest: Nest, corners: readonly Corner[]) {
    this.nest = nest;
    this.corners = corners;
    const sets = countSets(nest.body, nest.locals.length);
    sets.forEach((n, l) => {
      if (n > 0) this.written.add(l);
    });
    eachStatement(nest.body, (s) => {
      if (s.kind === 'set' && sets[s.local] === 1 && !nest.kept(s.local)) this.values.set(s.local, s.value);
    });
  }

  made(): Nest {
    const body = this.list(this.nest.body);
    return this.first.length === 0 ? this.nest : { ...this.nest, body, first: [...this.nest.first, ...this.first] };
  }

  private list(list: readonly Statement[]): readonly Statement[] {
    return list.map((s) => {
      const inner = mapStatement(s, { expression: (e) => e, body: (b) => this.list(b) });
      if (inner.kind !== 'if' || !inner.either) return inner;
      const flag = this.flagOf(inner.condition);
      return flag ? { ...inner, condition: or(flag, inner.condition) } : inner;
    });
  }

  private flagOf(condition: Expression): Expression | undefined {
    const key = keyOf(condition);
    const known = this.flags.get(key);
    if (known) return known;
    const value = this.atCorners(condition);
    if (!value) return undefined;
    const index = this.nest.locals.push({ name: 'inside', type: 'bool' }) - 1;
    this.first.push({ kind: 'set', local: index, value });
    const flag: Expression = { kind: 'local', type: 'bool', index };
    this.flags.set(key, flag);
    return flag;
  }

  private atCorners(e: Expression): Expression | undefined {
    if (e.kind === 'local') return !this.written.has(e.index) && this.nest.same(e.index) ? e : undefined;
    if (e.kind !== 'op' || e.type !== 'bool') return undefined;
    if (e.op === 'and' || e.op === 'or') {
      const args = e.args.map((a) => this.atCorners(a)).filter((a) => a !== undefined);
      return args.length === e.args.length ? { ...e, args } : undefined;
    }
    const sides = e.args.map((a) => this.sum(a));
    if (!compared.has(e.op) || sides.some((a) => a === undefined)) return undefined;
    const found = new Map<string, Expression>();
    for (const corner of this.corners) {
      const here = op(
        e.op,
        sides.map((a) => at(a!, corner)),
      );
      found.set(keyOf(here), here);
    }
    return [...found.values()].reduce(and);
  }

  /** As a sum of places of threads times constants and of what stays the same; undefined where it is none. */
  private sum(e: Expression): Expression | undefined {
    switch (e.kind) {
      case 'const':
        return e;
      case 'special':
        return e.name === 'laneid' ? undefined : e;
      case 'local': {
        if (!this.written.has(e.index)) return this.nest.same(e.index) ? e : undefined;
        const value = this.values.get(e.index);
        return value && this.sum(value);
      }
      case 'op': {
        if (e.type !== 'i32' || !sums.has(e.op)) return undefined;
        const args = e.args.map((a) => this.sum(a)).filter((a) => a !== undefined);
        if (args.length < e.args.length) return undefined;
        const moving = args.filter((a) => someExpression(a, (x) => x.kind === 'special' && isPlace(x.name)));
        const other = args.find((a) => !moving.includes(a));
        if (e.op === 'mul' && moving.length > 0 && other?.kind !== 'const') return undefined;
        if (e.op === 'shl' && (moving.includes(args[1]!) || (moving.length > 0 && args[1]?.kind !== 'const')))
          return undefined;
        return { ...e, args };
      }
      default: // else: it may be found anew for each thread
        return undefined;
    }
  }
}

const compared: ReadonlySet<string> = new Set(['lt', 'le', 'gt', 'ge']);
const sums: ReadonlySet<string> = new Set(['add', 'sub', 'mul', 'shl']);

const isPlace = (name: string): name is Place => name === 'tid.x' || name === 'tid.y' || name === 'tid.z';

function at(e: Expression, corner: Corner): Expression {
  if (e.kind === 'special' && isPlace(e.name)) return i32(corner[e.name]);
  return e.kind === 'op' ? folded({ ...e, args: e.args.map((a) => at(a, corner)) }) : e;
}
