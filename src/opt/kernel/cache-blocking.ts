/**
 * Long loops in which each iteration reads another row of an array, the same for all threads below each other: a few iterations are run for all threads before the next ones, so
 * that the rows are still near when the next threads want them. What threads keep from iteration to iteration is kept in memory between.
 */
import { integer, op } from '../../ir/build.ts';
import { liveBefore } from '../../ir/liveness.ts';
import type { Expression, Local, Statement } from '../../ir/module.ts';
import { type Operation, operations } from '../../ir/operations.ts';
import { countSets, countUses } from '../../ir/uniformity.ts';
import {
  eachExpression,
  eachStatement,
  expressionsOf,
  localsSetIn,
  mapStatement,
  someExpression,
} from '../../ir/walk.ts';
import { readsPanel } from './cache-blocking-loops.ts';
import { get, put, type RegionKernel } from './region-parts.ts';

type Body = readonly Statement[];
type For = Extract<Statement, { kind: 'for' }>;

/** Iterations at once. */
const height = 16;
/** Rows that lie nearer together are read in order anyway. */
const farBytes = 512;

/** The same kernel where it has no such loop. `params`: how many of the first locals are parameters. */
export function blockForCache(kernel: RegionKernel, params: number): RegionKernel {
  return new Panels(kernel, params).made();
}

/** A region as statements before a loop, the loop and those behind it, all of them within the same guards. */
type Divided = {
  readonly before: Body;
  readonly loop: For;
  readonly after: Body;
  readonly guarded: (list: Body) => Body;
};

class Panels {
  private readonly kernel: RegionKernel;
  private readonly params: number;
  private readonly locals: Local[];
  private readonly single: Set<number>;
  private readonly threads: Set<string>;

  constructor(kernel: RegionKernel, params: number) {
    this.kernel = kernel;
    this.params = params;
    this.locals = [...kernel.locals];
    this.single = new Set(kernel.single);
    this.threads = new Set(kernel.threads);
  }

  made(): RegionKernel {
    const body = this.list(this.kernel.body);
    if (this.threads.size === this.kernel.threads.size) return this.kernel;
    return { ...this.kernel, body, locals: this.locals, single: this.single, threads: this.threads };
  }

  private list(list: Body): Body {
    return list.flatMap((s): Body => {
      if (s.kind === 'block' && this.kernel.threads.has(s.label)) return this.region(s) ?? [s];
      return s.kind === 'if' ? [mapStatement(s, { expression: (e) => e, body: (b) => this.list(b) })] : [s];
    });
  }

  private region(s: Extract<Statement, { kind: 'block' }>): Body | undefined {
    const divided = this.divide(s.body);
    if (
      !divided ||
      this.isKept(s.label, divided.loop.local) ||
      !this.isLong(divided.loop, s.body) ||
      !readsPanel(divided.loop, s.body, farBytes)
    )
      return undefined;
    const { before, loop, after, guarded } = divided;
    const known = arithmeticOf(before, s.body, this.locals.length);
    const part = (name: string, list: Body): Statement => {
      const label = `${s.label}~${name}`;
      this.threads.add(label);
      return { ...s, label, body: guarded([...neededBy(list, known), ...list]) };
    };
    const rounds = this.rounds(loop, (from, trips) => part('turns', [{ ...loop, from, trips }]));
    return [{ ...s, body: guarded(before) }, ...rounds, part('after', after)];
  }

  private divide(list: Body): Divided | undefined {
    const last = list.at(-1);
    const first = list.slice(0, -1);
    if (last?.kind === 'if' && last.otherwise.length === 0 && first.every(isArithmetic)) {
      const inner = this.divide(last.then);
      return inner && { ...inner, guarded: (part) => [...first, { ...last, then: inner.guarded(part) }] };
    }
    const at = list.findIndex((s) => s.kind === 'for');
    const loop = list[at];
    if (loop?.kind !== 'for' || loop.step.kind !== 'const') return undefined;
    const [before, after] = [list.slice(0, at), list.slice(at + 1)];
    const isPlain = (s: Statement): boolean => s.kind === 'set' || (s.kind === 'store' && s.volatile !== true);
    if (![...before, ...after].every(isPlain) || !loop.body.every((s) => s.kind === 'set')) return undefined;
    return { before, loop, after, guarded: (part) => part };
  }

  /** Whether what follows a region may read a local that is set there. */
  private isKept(region: string, local: number): boolean {
    let kept = false;
    liveBefore(this.kernel.body, this.kernel.locals.length, (label, _, after) => {
      if (label === region && after.has(local)) kept = true;
    });
    return kept;
  }

  /** Whether all threads count alike, beyond what a panel holds, by a variable that only the loop knows. */
  private isLong(loop: For, region: Body): boolean {
    if (loop.trips.kind === 'const' && Number(loop.trips.value) <= 2 * height) return false;
    const written = localsSetIn(region);
    const isShared = (e: Expression): boolean =>
      !someExpression(e, (x) => {
        if (x.kind === 'local') return written.has(x.index) || !(x.index < this.params || this.single.has(x.index));
        if (x.kind === 'special') return threadSpecials.has(x.name);
        return x.kind === 'load' || x.kind === 'slot' || (x.kind === 'op' && mustStay(x));
      });
    const uses = (list: Body): number => countUses(list, this.locals.length)[loop.local]!;
    return isShared(loop.from) && isShared(loop.trips) && uses(region) === uses([loop]);
  }

  /** Around the regions: for each panel its first iteration and how many it has. */
  private rounds(loop: For, iterations: (from: Expression, trips: Expression) => Statement): Body {
    const [type, counting] = [loop.from.type, loop.trips.type];
    const variable = (name: string, of: typeof type): number => {
      const index = this.locals.push({ name, type: of }) - 1;
      this.single.add(index);
      return index;
    };
    const [left, from] = [variable('left', counting), variable('from', type)];
    const most = integer(counting, height);
    const some = op('select', [op('lt', [get(left, counting), most]), get(left, counting), most]);
    const step = Number(loop.step.kind === 'const' ? loop.step.value : 0);
    return [
      put(left, loop.trips),
      put(from, loop.from),
      {
        kind: 'for',
        label: `${loop.label}~panels`,
        local: variable('panel', counting),
        from: integer(counting, 0),
        trips: op('shr.s', [
          op('add', [get(left, counting), integer(counting, height - 1)]),
          integer(counting, Math.log2(height)),
        ]),
        step: integer(counting, 1),
        body: [
          iterations(get(from, type), some),
          put(left, op('sub', [get(left, counting), most])),
          put(from, op('add', [get(from, type), integer(type, height * step)])),
        ],
      },
    ];
  }
}

const threadSpecials: ReadonlySet<string> = new Set(['tid.x', 'tid.y', 'tid.z', 'laneid']);

function mustStay(e: Extract<Expression, { kind: 'op' }>): boolean {
  const row: Operation = operations[e.op];
  return row.expensive === true || row.partial === true;
}

/** Reads no memory and may be computed again. */
function isArithmetic(s: Statement): boolean {
  if (s.kind !== 'set') return false;
  return !someExpression(s.value, (x) => x.kind === 'load' || x.kind === 'slot' || (x.kind === 'op' && mustStay(x)));
}

/** What of `list` is computed from places and parameters alone. */
function arithmeticOf(list: Body, region: Body, locals: number): Body {
  const sets = countSets(region, locals);
  const known = new Set<number>();
  const note = (s: Statement): void => {
    if (s.kind !== 'set' || sets[s.local] !== 1 || !isArithmetic(s)) return;
    if (!someExpression(s.value, (x) => x.kind === 'local' && sets[x.index] !== 0 && !known.has(x.index)))
      known.add(s.local);
  };
  eachStatement(region, note);
  return list.filter((s) => s.kind === 'set' && known.has(s.local));
}

function neededBy(list: Body, known: Body): Body {
  const read = new Set<number>();
  const visit = (s: Statement): void => {
    for (const whole of expressionsOf(s))
      eachExpression(whole, (e) => {
        if (e.kind === 'local') read.add(e.index);
      });
  };
  eachStatement(list, visit);
  const found: Statement[] = [];
  for (const s of [...known].reverse())
    if (s.kind === 'set' && read.has(s.local)) {
      visit(s);
      found.unshift({ ...s });
    }
  return found;
}
