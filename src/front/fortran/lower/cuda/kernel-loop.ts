/** `!$cuf kernel do`: the body becomes a kernel; whatever the grid, its threads go over all turns. */
import { add, bool, i32, i64, local, mul, op, special } from '../../../../ir/build.ts';
import type { Expression, Triple } from '../../../../ir/module.ts';
import type { SpecialName } from '../../../../ir/operations.ts';
import { layoutOf, valueTypeOf } from '../../layout.ts';
import type { Expr, Stmt, Variable } from '../../program.ts';
import { indexVariable } from '../arrays/array-constructor.ts';
import type { Context } from '../context.ts';
import { tripCount } from '../control/loops.ts';
import { placeText, text } from '../directives/mapped.ts';
import { namesOfCycles } from '../statement-names.ts';
import { plainOf } from '../value.ts';
import { registerPlace } from '../variables/variables.ts';
import { tripleOf } from './cuda-launch.ts';
import { type Outline, outlineKernel } from './kernel-outline.ts';
import { combineResults, reductionsOf, startReductions, writePartials } from './kernel-reduction.ts';
import { anyNumber, fewBlocks, type Shape, shapeOf } from './launch-shape.ts';

type KernelLoop = Stmt & { readonly kind: 'kernel-loop' };

/** A loop as the host knows it before the launch; the innermost first, which is x. */
export type Turns = {
  readonly index: Variable;
  readonly from: Expression;
  readonly step: Expression;
  /** i64, not below 0. */
  readonly trips: Expression;
};

export function lowerKernelLoop(ctx: Context, s: KernelLoop): void {
  ctx.scope(() => {
    const loops = s.loops.map((l) => turnsOf(ctx, l)).reverse();
    const some = loops.map((l) => op('lt', [i64(0), l.trips])).reduce((a, b) => op('and', [a, b]), bool(true));
    const shared = s.shared ? ctx.keep(op('wrap', [ctx.parts.index(ctx, s.shared)])) : i32(0);
    const stream = streamOf(ctx, s);
    const grid = wantedOf(ctx, s.grid, s.reductions.length > 0 ? fewBlocks : anyNumber);
    const block = wantedOf(ctx, s.block, anyNumber);
    ctx.if(some, () => launchLoop(ctx, s, loops, grid, block, shared, stream));
  });
}

function streamOf(ctx: Context, s: KernelLoop): Expression {
  if (s.queue) return ctx.keep(ctx.runtime('offload.stream', ctx.parts.index(ctx, s.queue))[0] ?? i64(0), 'stream');
  return s.stream ? ctx.keep(ctx.parts.index(ctx, s.stream)) : i64(0);
}

function turnsOf(ctx: Context, l: KernelLoop['loops'][number]): Turns {
  const from = ctx.keep(plainOf(ctx.parts.scalar(ctx, l.from)), 'from');
  const to = ctx.keep(plainOf(ctx.parts.scalar(ctx, l.to)), 'to');
  const step = l.step ? ctx.keep(plainOf(ctx.parts.scalar(ctx, l.step)), 'step') : one(from);
  const trips = tripCount(from, to, step);
  const wide = trips.type === 'i64' ? trips : op('extend', [trips]);
  return { index: l.index, from, step, trips: ctx.keep(op('max', [wide, i64(0)]), 'trips') };
}

function one(like: Expression): Expression {
  return like.type === 'i64' ? i64(1) : i32(1);
}

/** The sizes asked for; `any` where the runtime chooses. */
function wantedOf(ctx: Context, list: readonly (Expr | 'star')[], any: Expression): Triple {
  const first = list[0];
  if (first === undefined || (first === 'star' && list.length === 1)) return [any, any, any];
  if (first !== 'star' && list.length === 1) return tripleOf(ctx, first);
  const size = (e: Expr | 'star' | undefined): Expression =>
    e === undefined ? i32(1) : e === 'star' ? any : ctx.keep(op('wrap', [ctx.parts.index(ctx, e)]), 'size');
  return [size(list[0]), size(list[1]), size(list[2])];
}

function launchLoop(
  ctx: Context,
  s: KernelLoop,
  loops: readonly Turns[],
  grid: Triple,
  block: Triple,
  shared: Expression,
  stream: Expression,
): void {
  const name = ctx.kernelName();
  const reductions = reductionsOf(ctx, s.reductions);
  const launch = shapeOf(ctx, name, loops, grid, block);
  const partials = startReductions(ctx, reductions, launch.grid);
  const made = outlineKernel(ctx, name, (o) => {
    const sums = reductions.map((r) => r.bind(o));
    bindPrivates(o.kernel, s.privates);
    loopNest(o, loops, launch, reductions.length > 0 ? countedLoop : spreadLoop, () => turn(o.kernel, s));
    writePartials(o, reductions, sums, partials);
  });
  const told = s.ofDirective ? tellLaunch(ctx, name, launch) : undefined;
  ctx.emit({
    kind: 'launch',
    kernel: { kind: 'direct', name },
    grid: launch.grid,
    block: launch.block,
    shared,
    stream,
    args: made.args,
  });
  if (told) ctx.if(told, () => ctx.runtime('offload.launched', stream));
  combineResults(ctx, reductions, partials, launch.grid, stream, s.ofDirective === true);
}

/** Whether somebody wants to know when the kernel is done. What is told costs a question where nobody listens. */
function tellLaunch(ctx: Context, name: string, { grid, block }: Shape): Expression {
  const timed = ctx.variable('timed', 'i32');
  ctx.set(timed.index, ctx.runtime('offload.tells')[0] ?? i32(0));
  const isTimed = op('ne', [local(timed.index, 'i32'), i32(0)]);
  ctx.if(isTimed, () => {
    const told = [...text(ctx, placeText(ctx)), ...text(ctx, name), ...grid, ...block];
    ctx.set(timed.index, ctx.runtime('offload.launching', ...told)[0] ?? i32(0));
  });
  return isTimed;
}

const axes: readonly {
  readonly tid: SpecialName;
  readonly ntid: SpecialName;
  readonly ctaid: SpecialName;
  readonly nctaid: SpecialName;
}[] = [
  { tid: 'tid.x', ntid: 'ntid.x', ctaid: 'ctaid.x', nctaid: 'nctaid.x' },
  { tid: 'tid.y', ntid: 'ntid.y', ctaid: 'ctaid.y', nctaid: 'nctaid.y' },
  { tid: 'tid.z', ntid: 'ntid.z', ctaid: 'ctaid.z', nctaid: 'nctaid.z' },
];

export type SpreadLoop = (o: Outline, l: Turns, k: number, shape: Shape, body: () => void) => void;

/** Loops beyond the third run in each thread. */
export function loopNest(
  o: Outline,
  loops: readonly Turns[],
  shape: Shape,
  spread: SpreadLoop,
  body: () => void,
): void {
  const descend = (k: number): void => {
    if (k < 0) body();
    else if (k < 3) spread(o, loops[k]!, k, shape, () => descend(k - 1));
    else sequentialLoop(o, loops[k]!, () => descend(k - 1));
  };
  descend(loops.length - 1);
}

/**
 * Rounds that all threads make together: in each one, a thread takes the turn with its own number, if there is one. The number of rounds is the same for
 * all threads.
 */
export function spreadLoop(o: Outline, l: Turns, k: number, shape: Shape, body: () => void): void {
  const kernel = o.kernel;
  const { rounds, trips, fit, take } = roundsOf(o, l, k, shape);
  const { tid, ntid, ctaid, nctaid } = axes[k]!;
  const first = add(mul(fit(special(ctaid)), fit(special(ntid))), fit(special(tid)));
  const all = mul(fit(special(ntid)), fit(special(nctaid)));
  const round = kernel.newLocal('round', 'i32');
  const list = kernel.capture(() => {
    const mine = kernel.keep(add(mul(fit(local(round, 'i32')), all), first), 'turn');
    kernel.if(op('lt', [mine, trips]), () => {
      take(mine);
      body();
    });
  });
  const label = kernel.freshLabel('rounds');
  kernel.emit({ kind: 'for', label, local: round, from: i32(0), trips: rounds, step: i32(1), body: list });
}

/** The same, where there are mostly many rounds: each thread knows how many are its own, and what a block does in all of them lies side by side. */
export function countedLoop(o: Outline, l: Turns, k: number, shape: Shape, body: () => void): void {
  const kernel = o.kernel;
  const { rounds, trips, fit, take } = roundsOf(o, l, k, shape);
  const { tid, ntid, ctaid } = axes[k]!;
  const threads = fit(special(ntid));
  const first = kernel.keep(add(mul(mul(fit(special(ctaid)), fit(rounds)), threads), fit(special(tid))), 'first');
  const round = kernel.newLocal('round', 'i32');
  const wide = trips.type === 'i64';
  const number = (n: number): Expression => (wide ? i64(n) : i32(n));
  const left = op('div', [op('sub', [op('add', [op('sub', [trips, first]), threads]), number(1)]), threads]);
  const count = op('min', [op('max', [left, number(0)]), fit(rounds)]);
  const list = kernel.capture(() => {
    take(kernel.keep(add(first, mul(fit(local(round, 'i32')), threads)), 'turn'));
    body();
  });
  const label = kernel.freshLabel('rounds');
  const own = wide ? op('wrap', [count]) : count;
  kernel.emit({ kind: 'for', label, local: round, from: i32(0), trips: own, step: i32(1), body: list });
}

type Rounds = {
  /** Of the block, and of the loop. */
  readonly rounds: Expression;
  readonly trips: Expression;
  /** A number of turns in the type of the loop's. */
  readonly fit: (turns: Expression) => Expression;
  /** Sets the loop's variable for a turn. */
  readonly take: (turn: Expression) => void;
};

function roundsOf(o: Outline, l: Turns, k: number, shape: Shape): Rounds {
  const wide = valueTypeOf(l.index.type) === 'i64';
  const fit = (x: Expression): Expression => (wide && x.type === 'i32' ? op('extend', [x]) : x);
  const all = op('extend', [op('mul', [shape.grid[k]!, shape.block[k]!])]);
  const roundsOnHost = op('div', [op('sub', [op('add', [l.trips, all]), i64(1)]), all]);
  const rounds = o.pass(op('wrap', [roundsOnHost]), 'rounds');
  const trips = o.pass(wide ? l.trips : op('wrap', [l.trips]), 'trips');
  const from = o.pass(l.from, 'from');
  const step = o.pass(l.step, 'step');
  const set = indexVariable(o.kernel, l.index);
  return {
    rounds,
    trips,
    fit,
    take: (turn) => {
      const value = add(from, mul(turn, step));
      set(wide ? value : op('extend', [value]));
    },
  };
}

function sequentialLoop(o: Outline, l: Turns, body: () => void): void {
  const kernel = o.kernel;
  const wide = valueTypeOf(l.index.type) === 'i64';
  const trips = o.pass(l.trips, 'trips');
  const from = o.pass(l.from, 'from');
  const step = o.pass(l.step, 'step');
  const set = indexVariable(kernel, l.index);
  kernel.count(trips, (i) => {
    const value = add(from, mul(wide ? i : op('wrap', [i]), step));
    set(wide ? value : op('extend', [value]));
    body();
  });
}

/** One turn; `cycle` of the loops that became threads ends it. */
function turn(kernel: Context, s: KernelLoop): void {
  const names = namesOfCycles(s.body);
  if (names.size === 0) {
    kernel.parts.statements(kernel, s.body);
    return;
  }
  const label = kernel.freshLabel('turn');
  for (const name of names) kernel.constructs.set(name, { exit: label, cycle: { kind: 'break', label } });
  kernel.block(label, () => kernel.parts.statements(kernel, s.body));
}

/** Objects of derived type are taken as they are before the loop instead: their allocatable components are shared. */
function bindPrivates(kernel: Context, privates: readonly Variable[]): void {
  for (const v of privates) {
    const layout = layoutOf(v.type);
    if (kernel.places.has(v) || v.type.base === 'derived' || v.type.base === 'any' || !layout || v.shape) continue;
    if (v.type.base !== 'character' && !kernel.addressed.has(v)) kernel.bind(v, registerPlace(kernel, v));
    else {
      const length = v.type.base === 'character' ? { length: i64(layout.size) } : {};
      kernel.bind(v, {
        kind: 'memory',
        address: kernel.slot(v.name, Math.max(1, layout.size), layout.align),
        ...length,
      });
    }
  }
}
