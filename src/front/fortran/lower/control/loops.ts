/** Counted loops, while loops, endless ones. */
import { i32, i64, local, op } from '../../../../ir/build.ts';
import type { Expression, Statement } from '../../../../ir/module.ts';
import { memoryTypeOf } from '../../layout.ts';
import type { Expr, Stmt, Variable } from '../../program.ts';
import type { Context } from '../context.ts';
import { fitInteger } from '../convert.ts';
import { variableAddress } from '../designator.ts';
import { storeValue } from '../memory.ts';
import { plain, plainOf } from '../value.ts';

type Do = Stmt & { readonly kind: 'do' };

export function lowerDo(ctx: Context, s: Do): void {
  if (s.index.type.base === 'real') realDo(ctx, s);
  else countedLoop(ctx, s.index, s.from, s.to, s.step, s.name, () => ctx.parts.statements(ctx, s.body));
}

/** The integer loop of a do construct or an implied do. The index keeps its value after the loop. */
export function countedLoop(
  ctx: Context,
  index: Variable,
  from: Expr,
  to: Expr,
  step: Expr | undefined,
  name: string | undefined,
  body: () => void,
): void {
  const first = ctx.keep(plainOf(ctx.parts.scalar(ctx, from)), 'from');
  const last = ctx.keep(plainOf(ctx.parts.scalar(ctx, to)), 'to');
  const by = step ? ctx.keep(plainOf(ctx.parts.scalar(ctx, step)), 'step') : one(first);
  const place = ctx.placeOf(index);
  const counter = place.kind === 'register' ? place.local : ctx.newLocal(index.name, first.type);
  const label = ctx.freshLabel(name ?? 'do');
  if (name !== undefined) ctx.constructs.set(name, { exit: label, cycle: { kind: 'continue', label } });
  const list = ctx.capture(() => {
    if (place.kind !== 'register') storeIndex(ctx, index, local(counter, first.type));
    body();
  });
  ctx.emit(forStatement(label, counter, first, tripCount(first, last, by), by, list));
  const kind = index.type.base === 'integer' ? index.type.kind : 4;
  if (place.kind !== 'register') storeIndex(ctx, index, local(counter, first.type));
  else if (kind < 4) ctx.set(counter, fitInteger(local(counter, first.type), kind));
}

function forStatement(
  label: string,
  counter: number,
  from: Expression,
  trips: Expression,
  step: Expression,
  body: readonly Statement[],
): Statement {
  return { kind: 'for', label, local: counter, from, trips, step, body };
}

function storeIndex(ctx: Context, v: Variable, value: Expression): void {
  storeValue(ctx, v.type, variableAddress(ctx, v), plain(value));
}

function one(like: Expression): Expression {
  return like.type === 'i64' ? i64(1) : i32(1);
}

/** (last - first + step) / step, in 64 bits where 32 might not hold it. Not above 0: no iteration. Loops down run as often as those up from `last` to `first`. */
export function tripCount(first: Expression, last: Expression, step: Expression): Expression {
  const size = step.kind === 'const' ? Number(step.value) : 0;
  if (size < 0 && size >= -(2 ** 31)) return tripCount(last, first, i64(-size));
  const unit = isConstant(step, 1);
  if (unit && isConstant(first, 1)) return last;
  const wide = (x: Expression) => (x.type === 'i64' ? x : op('extend', [x]));
  const difference = op('sub', [wide(last), wide(first)]);
  if (unit) return op('add', [difference, i64(1)]);
  return op('div', [op('add', [difference, wide(step)]), wide(step)]);
}

function isConstant(x: Expression, value: number): boolean {
  return x.kind === 'const' && Number(x.value) === value;
}

/** A real index (beyond the standard): the number of turns is fixed on entry. */
function realDo(ctx: Context, s: Do): void {
  const first = ctx.keep(plainOf(ctx.parts.scalar(ctx, s.from)), 'from');
  const last = plainOf(ctx.parts.scalar(ctx, s.to));
  const step = s.step ? ctx.keep(plainOf(ctx.parts.scalar(ctx, s.step)), 'step') : unitOf(first);
  const trips = op('to.i64', [op('div', [op('add', [op('sub', [last, first]), step]), step])]);
  const assign = (x: Expression) => {
    const place = ctx.placeOf(s.index);
    if (place.kind === 'register') ctx.set(place.local, x);
    else ctx.store(memoryTypeOf(s.index.type), variableAddress(ctx, s.index), x);
  };
  const value = (): Expression =>
    plainOf(ctx.parts.scalar(ctx, { kind: 'variable', variable: s.index, type: s.index.type, rank: 0, span: s.span }));
  assign(first);
  const label = ctx.freshLabel(s.name);
  const turn = ctx.freshLabel('turn');
  ctx.constructs.set(s.name, { exit: label, cycle: { kind: 'break', label: turn } });
  const list = ctx.capture(() => {
    ctx.block(turn, () => ctx.parts.statements(ctx, s.body));
    assign(op('add', [value(), step]));
  });
  ctx.emit(forStatement(label, ctx.newLocal('turns', 'i64'), i64(0), trips, i64(1), list));
}

function unitOf(like: Expression): Expression {
  return { kind: 'const', type: like.type, value: 1 };
}

export function lowerDoWhile(ctx: Context, s: Stmt & { readonly kind: 'do-while' }): void {
  const label = ctx.freshLabel(s.name);
  ctx.constructs.set(s.name, { exit: label, cycle: { kind: 'continue', label } });
  ctx.loop(label, () => {
    const { condition } = s;
    if (condition) {
      const goes = ctx.settled(() => ctx.parts.condition(ctx, condition));
      if (goes.kind !== 'const' || goes.value !== true) ctx.if(op('not', [goes]), () => ctx.break(label));
    }
    ctx.parts.statements(ctx, s.body);
  });
}
