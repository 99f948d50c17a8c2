/** A loop whose iterations the threads of a team share. Iterations of nested loops are counted as one row, the innermost the fastest. */
import { add, f64, i32, i64, local, lt, mul, op } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import { loopSchedules } from '../../../../library/runtime-calls.ts';
import type { TeamAct, Variable } from '../../program.ts';
import type { Context } from '../context.ts';
import { tripCount } from '../control/loops.ts';
import { fitInteger } from '../convert.ts';
import { variableAddress } from '../designator.ts';
import { lowerIndex } from '../expression.ts';
import { storeValue } from '../memory.ts';
import { plain, plainOf } from '../value.ts';

type Loop = Extract<TeamAct, { readonly how: 'loop' }>;

/** One of the loops: its trips are not negative (i64). */
type Level = {
  readonly index: Variable;
  readonly first: Expression;
  readonly step: Expression;
  readonly trips: Expression;
};

const dealt = new Set([loopSchedules.indexOf('static'), loopSchedules.indexOf('auto')]);

export function lowerTeamLoop(ctx: Context, act: Loop, body: () => void): void {
  const levels = act.loops.map((l) => levelOf(ctx, l));
  const total = ctx.keep(
    levels.map((l) => l.trips).reduce((a, b) => mul(a, b)),
    'total',
  );
  const last = act.last.length > 0 ? ctx.variable('last', 'i32') : undefined;
  if (last) ctx.set(last.index, i32(0));
  const chunk = (from: Expression, to: Expression): void => {
    if (last) ctx.if(op('and', [op('eq', [to, total]), lt(from, to)]), () => ctx.set(last.index, i32(1)));
    iterations(ctx, act, levels, from, to, body);
  };
  if (dealt.has(act.schedule) && !act.chunk && !act.ordered) shareEvenly(ctx, total, chunk);
  else shareByPieces(ctx, act, total, chunk);
  if (last) ctx.if(op('ne', [last, i32(0)]), () => ctx.parts.statements(ctx, act.last));
}

function levelOf(ctx: Context, l: Loop['loops'][number]): Level {
  const first = ctx.keep(plainOf(ctx.parts.scalar(ctx, l.from)), 'from');
  const end = ctx.keep(plainOf(ctx.parts.scalar(ctx, l.to)), 'to');
  const one: Expression = first.type === 'i64' ? i64(1) : i32(1);
  const step = l.step ? ctx.keep(plainOf(ctx.parts.scalar(ctx, l.step)), 'step') : one;
  const trips = tripCount(first, end, step);
  const wide = trips.type === 'i64' ? trips : op('extend', [trips]);
  return { index: l.index, first, step, trips: ctx.keep(op('max', [wide, i64(0)]), 'trips') };
}

/** Each thread has one stretch; those of the first threads may be longer by one. */
function shareEvenly(ctx: Context, total: Expression, chunk: (from: Expression, to: Expression) => void): void {
  const number = ctx.keep(op('extend', [ctx.runtime('team.number')[0] ?? i32(0)]), 'number');
  const size = ctx.keep(op('extend', [ctx.runtime('team.size')[0] ?? i32(1)]), 'size');
  const share = ctx.keep(op('div', [total, size]), 'share');
  const more = ctx.keep(op('sub', [total, mul(share, size)]), 'more');
  const from = ctx.keep(add(mul(number, share), op('min', [number, more])), 'from');
  const own = ctx.variable('own', 'i64');
  ctx.set(own.index, share);
  ctx.if(lt(number, more), () => ctx.set(own.index, add(share, i64(1))));
  chunk(from, ctx.keep(add(from, own), 'end'));
}

function shareByPieces(
  ctx: Context,
  act: Loop,
  total: Expression,
  chunk: (from: Expression, to: Expression) => void,
): void {
  const size = act.chunk ? ctx.keep(lowerIndex(ctx, act.chunk), 'chunk') : i64(0);
  ctx.runtime('team.loop', i32(act.schedule), size, total, i32(act.ordered ? 1 : 0));
  const label = ctx.freshLabel('pieces');
  ctx.loop(label, () => {
    const from = ctx.keep(op('to.i64', [ctx.runtime('team.next')[0] ?? f64(-1)]), 'from');
    ctx.if(lt(from, i64(0)), () => ctx.break(label));
    chunk(from, ctx.keep(op('to.i64', [ctx.runtime('team.end')[0] ?? f64(0)]), 'end'));
  });
  ctx.runtime('team.loop-end');
}

/** Iterations `from` up to `to` of the row. */
function iterations(
  ctx: Context,
  act: Loop,
  levels: readonly Level[],
  from: Expression,
  to: Expression,
  body: () => void,
): void {
  const innermost = levels.at(-1);
  if (!innermost) return;
  if (levels.length === 1 && !act.ordered) return void stretch(ctx, act, innermost, from, op('sub', [to, from]), body);
  const at = ctx.variable('at', 'i64');
  ctx.set(at.index, from);
  const label = ctx.freshLabel('rows');
  ctx.loop(label, () => {
    ctx.if(op('ge', [at, to]), () => ctx.break(label));
    const place = ctx.keep(at, 'place');
    const start = ctx.keep(placeOuter(ctx, levels, place), 'start');
    const left = op('min', [op('sub', [innermost.trips, start]), op('sub', [to, place])]);
    const count = ctx.keep(act.ordered ? i64(1) : left, 'count');
    const outer = ctx.iteration;
    ctx.iteration = act.ordered ? place : undefined;
    stretch(ctx, act, innermost, start, count, body);
    ctx.iteration = outer;
    if (act.ordered) ctx.runtime('team.turn-end', place);
    ctx.set(at.index, add(place, count));
  });
}

/** Sets the indices of the outer loops for a place in the row; gives the place in the innermost. */
function placeOuter(ctx: Context, levels: readonly Level[], place: Expression): Expression {
  let rest = place;
  let inner = place;
  for (let i = levels.length - 1; i >= 0; i--) {
    const level = levels[i]!;
    const isLast = i === levels.length - 1;
    const own = i === 0 ? rest : ctx.keep(op('rem', [rest, level.trips]));
    if (i > 0) rest = ctx.keep(op('div', [rest, level.trips]));
    if (isLast) inner = own;
    else setIndex(ctx, level, indexAt(level, own));
  }
  return inner;
}

/** Iterations of the innermost loop. */
function stretch(ctx: Context, act: Loop, level: Level, from: Expression, count: Expression, body: () => void): void {
  const place = ctx.placeOf(level.index);
  const { type } = level.first;
  const counter = place.kind === 'register' ? place.local : ctx.newLocal(level.index.name, type);
  const label = ctx.freshLabel(act.name);
  ctx.constructs.set(act.name, { exit: label, cycle: { kind: 'continue', label } });
  const start = ctx.keep(indexAt(level, from), 'start');
  const list = ctx.capture(() => {
    if (place.kind !== 'register') setIndex(ctx, level, local(counter, type));
    body();
  });
  ctx.emit({ kind: 'for', label, local: counter, from: start, trips: count, step: level.step, body: list });
  if (place.kind !== 'register') return void setIndex(ctx, level, local(counter, type));
  const kind = level.index.type.base === 'integer' ? level.index.type.kind : 4;
  if (kind < 4) ctx.set(counter, fitInteger(local(counter, type), kind));
}

function indexAt(level: Level, iteration: Expression): Expression {
  const { first, step } = level;
  if (first.type === 'i64') return add(first, mul(iteration, step));
  return add(first, mul(op('wrap', [iteration]), step));
}

function setIndex(ctx: Context, { index }: Level, value: Expression): void {
  const place = ctx.placeOf(index);
  if (place.kind === 'register') ctx.set(place.local, value);
  else storeValue(ctx, index.type, variableAddress(ctx, index), plain(value));
}
