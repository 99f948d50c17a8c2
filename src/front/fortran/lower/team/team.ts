/** What threads of the host do together: `TeamAct`. */
import { impossible } from '../../../../base/impossible.ts';
import { bool, i32, i64, load, op } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import { layoutOf } from '../../layout.ts';
import type { Expr, Stmt, TeamAct, Variable } from '../../program.ts';
import type { Context, Place } from '../context.ts';
import { lowerInt } from '../expression.ts';
import { frameContents, isRegister, placeAt, registerPlace } from '../variables/variables.ts';
import { lowerTeamLoop } from './loop.ts';
import { fillCells, outlineRegion } from './region.ts';

type Team = Stmt & { readonly kind: 'team' };
type Act<H extends TeamAct['how']> = Extract<TeamAct, { readonly how: H }>;

export function lowerTeam(ctx: Context, s: Team): void {
  const { act, body } = s;
  const inside = (): void => ctx.parts.statements(ctx, body);
  switch (act.how) {
    case 'run':
      return void lowerRun(ctx, act, body);
    case 'loop':
      return void lowerTeamLoop(ctx, act, inside);
    case 'single':
      return void lowerSingle(ctx, act, inside);
    case 'masked': {
      const number = ctx.runtime('team.number')[0] ?? i32(0);
      return void ctx.if(op('eq', [number, act.thread ? intOf(ctx, act.thread) : i32(0)]), inside);
    }
    case 'alone': {
      const lock = lockNamed(ctx, act.lock);
      ctx.runtime('team.enter', lock);
      inside();
      ctx.runtime('team.leave', lock);
      return;
    }
    case 'ordered':
      if (ctx.iteration) ctx.runtime('team.turn', ctx.iteration);
      return void inside();
    case 'posted':
      if (ctx.iteration) ctx.runtime('team.turn-end', ctx.iteration);
      return;
    case 'barrier':
      ctx.runtime('team.barrier');
      return;
    case 'task':
      return void lowerTask(ctx, act, body);
    case 'taskwait':
      ctx.runtime('team.task-wait');
      return;
    case 'taskgroup': {
      const outer = ctx.keep(ctx.runtime('team.task-group')[0] ?? i32(-1), 'group');
      inside();
      ctx.runtime('team.task-group-end', outer);
      return;
    }
    case 'flush':
      ctx.runtime('team.serve');
      return;
    default:
      impossible(act);
  }
}

function intOf(ctx: Context, e: Expr): Expression {
  return ctx.settled(() => lowerInt(ctx, e));
}

function lowerRun(ctx: Context, act: Act<'run'>, body: readonly Stmt[]): void {
  const threads = act.threads ? ctx.keep(intOf(ctx, act.threads), 'threads') : i32(0);
  const condition = act.condition;
  const many = condition
    ? ctx.keep(
        ctx.settled(() => ctx.parts.condition(ctx, condition)),
        'many',
      )
    : bool(true);
  const region = outlineRegion(ctx, (inner) => {
    for (const { variable, outside } of act.own ?? []) {
      if (outside) inner.bind(outside, inner.placeOf(variable));
      inner.bind(variable, ownPlace(inner, variable));
    }
    ctx.parts.statements(inner, body);
  });
  const frame = fillCells(ctx, region.cells);
  const entry: Expression = { kind: 'function', type: 'ptr.host', name: region.name };
  ctx.runtime(
    'team.run',
    entry,
    frame,
    threads,
    many.kind === 'const' ? i32(many.value ? 1 : 0) : op('to.i32', [many]),
  );
}

function lowerTask(ctx: Context, act: Act<'task'>, body: readonly Stmt[]): void {
  const { condition } = act;
  const wanted = condition
    ? ctx.keep(op('to.i32', [ctx.settled(() => ctx.parts.condition(ctx, condition))]), 'wanted')
    : i32(1);
  const region = outlineRegion(ctx, (inner) => ctx.parts.statements(inner, body));
  const frame = fillCells(ctx, region.cells);
  const entry: Expression = { kind: 'function', type: 'ptr.host', name: region.name };
  const [waits] = ctx.runtime('team.task', entry, frame, i32(region.cells.length), wanted);
  ctx.if(op('eq', [waits ?? i32(0), i32(0)]), () => {
    ctx.call({ kind: 'direct', name: region.name }, [frame], []);
  });
}

/** Of a scalar that no address is asked of, or on the thread's stack. */
function ownPlace(ctx: Context, v: Variable): Place {
  if (isRegister(ctx, v)) return registerPlace(ctx, v);
  const { size, align } = layoutOf(v.type) ?? { size: 8, align: 8 };
  return placeAt(ctx, v, ctx.slot(v.name, size, align));
}

/** The lock of this name, one in the whole program. */
function lockNamed(ctx: Context, lock: string): Expression {
  const name = `team.lock.${lock}`;
  ctx.module.needGlobal(name, () => ({ name, placement: 'host', size: 8, align: 8, linkage: 'common', init: [] }));
  return { kind: 'global', type: 'ptr.host', name };
}

function lowerSingle(ctx: Context, act: Act<'single'>, inside: () => void): void {
  const first = ctx.keep(op('ne', [ctx.runtime('team.single')[0] ?? i32(1), i32(0)]), 'first');
  if (act.hand.length === 0) return void ctx.if(first, inside);
  const places = act.hand.map(({ own }) => inMemory(ctx, own));
  const cells = places.flatMap((p) => (p.kind === 'register' || p.kind === 'complex-register' ? [] : frameContents(p)));
  ctx.if(first, () => {
    inside();
    ctx.runtime('team.share', fillCells(ctx, cells));
  });
  ctx.runtime('team.barrier');
  ctx.if(op('not', [first]), () => {
    const frame = ctx.keep(ctx.runtime('team.shared')[0] ?? i64(0), 'shared');
    let next = 0;
    const cell = (like: Expression): Expression =>
      ctx.keep(load(like.type === 'i64' ? 'i64' : 'ptr.host', frame, 8 * next++));
    act.hand.forEach(({ from }, i) => {
      const place = places[i];
      if (place?.kind === 'memory')
        ctx.bind(from, {
          kind: 'memory',
          address: cell(place.address),
          ...(place.length && { length: cell(place.length) }),
        });
      else if (place?.kind === 'descriptor') ctx.bind(from, { ...place, address: cell(place.address) });
      else if (place?.kind === 'array')
        ctx.bind(from, {
          kind: 'array',
          base: cell(place.base),
          ...(place.length && { length: cell(place.length) }),
          dimensions: place.dimensions.map((d) => ({
            lower: cell(d.lower),
            extent: d.extent && cell(d.extent),
            stride: d.stride && cell(d.stride),
          })),
        });
    });
    ctx.parts.statements(ctx, act.take);
  });
  ctx.runtime('team.barrier');
}

/** The place of a variable that others shall reach. */
function inMemory(ctx: Context, v: Act<'single'>['hand'][number]['own']) {
  const place = ctx.placeOf(v);
  if (place.kind === 'register' || place.kind === 'complex-register') {
    ctx.addressed.add(v);
    ctx.again = true;
  }
  return place;
}
