/**
 * Loops around a barrier in which threads take up what others left in shared memory iterations before (antidiagonals of a tile). Where each needs only what it did itself and what threads before it
 * did (or behind it), the first thread goes through the block: all iterations of one thread, then those of the next. The order of statements keeps what the barriers kept; a row of cells is walked
 * from end to end, and what goes from cell to cell stays in registers. Only for blocks of one row of a known size, and where threads side by side don't store side by side.
 */
import { eq, i32, local, special } from '../../ir/build.ts';
import { isPlainBarrier } from '../../ir/effects.ts';
import { liveBefore } from '../../ir/liveness.ts';
import type { BlockSize, Expression, Fn, Local, Statement } from '../../ir/module.ts';
import { analyseUniformity } from '../../ir/uniformity.ts';
import {
  changeBodies,
  eachExpressionIn,
  eachStatement,
  isLoop,
  localsSetIn,
  mapExpression,
  mapStatement,
  replaceEach,
  someStatement,
} from '../../ir/walk.ts';
import { nearCarried } from '../cost.ts';
import { clipped, comparisonsOf, isBand } from '../scalar/clip-loops.ts';
import { joinBranches } from '../scalar/join-branches.ts';
import { lateExtremes } from '../scalar/late-extremes.ts';
import { commonPredictively } from '../scalar/predictive-commoning.ts';
import { walkPointers } from '../scalar/walk-pointers.ts';
import { numbersOf } from './shared-places.ts';
import { orderOfThreads, type ThreadOrder } from './thread-order.ts';

type For = Extract<Statement, { kind: 'for' }>;

export function interchangeBarrierLoops(kernel: Fn, [threads, rows, planes]: BlockSize): Fn {
  if (rows * planes !== 1 || threads < 2 || !someStatement(kernel.body, isCandidate) || endsEarly(kernel))
    return kernel;
  const made = new Interchange(kernel, threads);
  const body = made.list(kernel.body);
  return body === kernel.body ? kernel : { ...kernel, locals: made.locals, body };
}

/** Whether threads may have ended before the others. */
function endsEarly({ body }: Fn): boolean {
  return someStatement(body, (s) => s.kind === 'return' && s !== body.at(-1));
}

const isBarrier = (s: Statement | undefined): boolean => isPlainBarrier(s, 'block');

/** Whether nothing but quick computing, loading and storing stands between the barriers of its body. */
function isCandidate(s: Statement): s is For {
  if (s.kind !== 'for' || !s.body.some(isBarrier)) return false;
  const rest = s.body.filter((x) => !isBarrier(x));
  if (someStatement(rest, (x) => (x.kind === 'store' ? x.volatile === true : !plain.has(x.kind)))) return false;
  let quick = true;
  eachStatement(rest, (x) => {
    if (x.kind === 'store') quick &&= isQuick(x.value);
    if (x.kind === 'set') quick &&= isQuick(x.value);
  });
  return quick;
}

const plain: ReadonlySet<Statement['kind']> = new Set(['set', 'if']);

/** Whether it takes a cycle or two: one cell waits for the other, where lanes of vectors wait together. */
function isQuick(e: Expression): boolean {
  if (e.kind !== 'op') return e.type !== 'f32' && e.type !== 'f64';
  return quickly.has(e.op) && e.args.every(isQuick);
}

const quickly: ReadonlySet<string> = new Set(
  'add sub and or xor not shl shr.s shr.u min max select eq ne lt le gt ge extend wrap abs neg'.split(' '),
);

class Interchange {
  readonly locals: Local[];
  private readonly kernel: Fn;
  private readonly threads: number;
  private readonly numbers: ReadonlyMap<number, Expression>;
  private readonly varying: ReadonlySet<number>;

  constructor(kernel: Fn, threads: number) {
    this.kernel = kernel;
    this.threads = threads;
    this.locals = [...kernel.locals];
    this.numbers = numbersOf(kernel);
    this.varying = analyseUniformity(kernel).varying;
  }

  readonly list = (list: readonly Statement[]): readonly Statement[] => {
    const out: Statement[] = [];
    for (const [i, s] of list.entries()) {
      const made = isCandidate(s) ? this.ofFirstThread(s) : undefined;
      if (!made) {
        out.push(changeBodies(s, this.list));
        continue;
      }
      if (!isBarrier(out.at(-1))) out.push(barrier());
      out.push(made);
      if (!isBarrier(list[i + 1])) out.push(barrier());
    }
    return out.length === list.length && out.every((s, i) => s === list[i]) ? list : out;
  };

  /** All of its iterations, thread by thread; undefined where they may not be taken so, or nothing comes of it. */
  private ofFirstThread(s: For): Statement | undefined {
    const whole = { ...s, body: joinBranches(s.body.filter((x) => !isBarrier(x))) };
    // Rows of other lengths each end with a jump that no processor foresees.
    if (!isBand(whole) || !this.isClosed(whole) || this.isReadOutside(s)) return undefined;
    const order = orderOfThreads(s, this.kernel, {
      threads: this.threads,
      varying: this.varying,
      guards: comparisonsOf(whole),
    });
    const loop = order && clipped(whole, this.locals);
    return loop && this.threadByThread(loop, s.label, order);
  }

  /** Whether the first thread knows, or finds, what the others bring along. */
  private isClosed(s: For): boolean {
    const set = localsSetIn([s]);
    const brought = liveBefore([s], this.locals.length);
    return this.locals.every(
      (_, l) => !brought.has(l) || (!set.has(l) && (!this.varying.has(l) || this.numbers.has(l))),
    );
  }

  private isReadOutside(s: For): boolean {
    const set = localsSetIn([s]);
    const reads = (list: readonly Statement[]): number => {
      let n = 0;
      eachExpressionIn(list, (e) => {
        if (e.kind === 'local' && set.has(e.index)) n++;
      });
      return n;
    };
    return reads(this.kernel.body) !== reads([s]);
  }

  private threadByThread(loop: readonly Statement[], label: string, order: ThreadOrder): Statement {
    const thread = this.fresh('thread', 'i32');
    const names = new Map<number, Expression>();
    const numbers: Statement[] = [];
    const own = (whole: Expression): Expression =>
      mapExpression(whole, (e) => {
        if (e.kind === 'special' && e.name === 'tid.x') return thread;
        return e.kind === 'local' ? (names.get(e.index) ?? e) : e;
      });
    for (const [l, value] of this.numbers) {
      if (!this.varying.has(l)) continue;
      const name = this.fresh(this.locals[l]!.name, this.locals[l]!.type);
      numbers.push({ kind: 'set', local: name.index, value: own(value) });
      names.set(l, name);
    }
    const body = (list: readonly Statement[]): readonly Statement[] =>
      list.map((x) => mapStatement(x, { expression: own, body }));
    const used = new Set<number>();
    const inner = body(loop);
    for (const list of [inner, [...numbers].reverse()])
      eachExpressionIn(list, (e) => {
        if (e.kind === 'local') used.add(e.index);
      });
    const all: Statement = {
      kind: 'for',
      label: `${label}.threads`,
      local: thread.index,
      from: i32(order === 'ascending' ? 0 : this.threads - 1),
      trips: i32(this.threads),
      step: i32(order === 'ascending' ? 1 : -1),
      body: [...numbers.filter((x) => x.kind === 'set' && used.has(x.local)), ...inner],
    };
    const carried = commonPredictively({ ...this.kernel, locals: this.locals, body: [all] }, nearCarried);
    this.locals.splice(0, this.locals.length, ...carried.locals);
    const then = this.walked(lateExtremes(carried.body));
    return { kind: 'if', condition: eq(special('tid.x'), i32(0)), then, otherwise: [] };
  }

  private readonly walked = (list: readonly Statement[]): readonly Statement[] =>
    replaceEach(list, (x) =>
      x.kind === 'for' && !someStatement(x.body, isLoop) ? walkPointers(x, this.locals) : changeBodies(x, this.walked),
    );

  private fresh(name: string, type: Local['type']): Extract<Expression, { kind: 'local' }> {
    return local(this.locals.push({ name, type }) - 1, type);
  }
}

const barrier = (): Statement => ({ kind: 'barrier', scope: 'block' });
