/**
 * Procedures as values. An internal procedure that is passed along is called without its host's frame: a function of its own takes the frame from a cell
 * that is set when the value is made.
 */
import { add, i32, i64, load, local, nullPointer, op, or } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import type { ValueType } from '../../../../ir/types.ts';
import type { Procedure } from '../../program.ts';
import { type Context, isNull, notNull, plus } from '../context.ts';
import { kernelValue } from '../cuda/kernel-value.ts';
import { headingOf, takesFrame } from './abi.ts';

export function procedureValue(ctx: Context, p: Procedure): Expression {
  if (ctx.mode === 'device')
    return { kind: 'function', type: 'ptr.generic', name: ctx.module.needProcedure(p, 'device') };
  if (p.signature.targets.global) return kernelValue(ctx, p);
  ctx.module.needProcedure(p);
  if (!takesFrame(p)) return { kind: 'function', type: 'ptr.host', name: p.linkName };
  if (p.host?.recursive && ctx.frame) return oneOfMany(ctx, p, ctx.frame);
  const cell = `${p.linkName}.frame`;
  ctx.module.needGlobal(cell, () => ({
    name: cell,
    placement: 'host',
    size: 8,
    align: 8,
    linkage: 'define',
    init: [],
  }));
  const address: Expression = { kind: 'global', type: 'ptr.host', name: cell };
  if (ctx.frame) setFrame(ctx, cell, address, ctx.frame);
  const name = `${p.linkName}.unframed`;
  if (!ctx.module.hasFunction(name)) addUnframed(ctx, p, name, address, 0);
  return { kind: 'function', type: 'ptr.host', name };
}

/** How many calls of a recursive host may have passed the same internal procedure along at one time. */
const most = 32;

/** In a recursive host each call has a function of its own to pass along, taken from a pool until the call ends. */
function oneOfMany(ctx: Context, p: Procedure, frame: Expression): Expression {
  const cells = poolOf(ctx, p);
  const functions: Expression = { kind: 'global', type: 'ptr.host', name: `${p.linkName}.pool` };
  const at = ctx.variable('cell', 'i64');
  const label = ctx.freshLabel('pool');
  const held = (): Expression => load('ptr.host', plus(cells, at));
  ctx.set(at.index, i64(0));
  ctx.loop(label, () => {
    ctx.if(or(op('eq', [held(), frame]), isNull(held())), () => ctx.break(label));
    ctx.set(at.index, add(at, i64(8)));
    ctx.if(op('eq', [at, i64(8 * most)]), () => tooMany(ctx, p));
  });
  ctx.store('ptr.host', plus(cells, at), frame);
  const given = ctx.keep(at, 'cell');
  if (!givenBack.get(ctx)?.has(p)) giveBackOnExit(ctx, p, cells, frame);
  return ctx.keep(load('ptr.host', plus(functions, given)), 'procedure');
}

const givenBack = new WeakMap<Context, Set<Procedure>>();

function giveBackOnExit(ctx: Context, p: Procedure, cells: Expression, frame: Expression): void {
  givenBack.set(ctx, (givenBack.get(ctx) ?? new Set()).add(p));
  ctx.atEnd(() =>
    ctx.for('cell', i64(0), i64(most), i64(8), (at) =>
      ctx.if(op('eq', [load('ptr.host', plus(cells, at)), frame]), () => ctx.store('i64', plus(cells, at), i64(0))),
    ),
  );
}

function tooMany(ctx: Context, p: Procedure): void {
  const text = `more than ${most} calls of ${p.host?.name} have passed ${p.name} along`;
  ctx.runtime('program.fail', ctx.text(text), i64(text.length), i32(0));
}

/** The frames of the calls that hold a function of the pool; beside them lie the functions. */
function poolOf(ctx: Context, p: Procedure): Expression {
  const cells = `${p.linkName}.frames`;
  const address: Expression = { kind: 'global', type: 'ptr.host', name: cells };
  if (ctx.module.hasGlobal(cells)) return address;
  const memory = { placement: 'host', size: 8 * most, align: 8, linkage: 'define', init: [] } as const;
  ctx.module.addGlobal({ ...memory, name: cells });
  const relocations = Array.from({ length: most }, (_, k) => {
    const symbol = `${p.linkName}.unframed.${k}`;
    addUnframed(ctx, p, symbol, address, 8 * k);
    return { offset: 8 * k, symbol, addend: 0 };
  });
  ctx.module.addGlobal({ ...memory, name: `${p.linkName}.pool`, relocations });
  return address;
}

const saved = new WeakMap<Context, Map<string, number>>();

/** An outer call of a recursive host gets its own frame back when this one ends. */
function setFrame(ctx: Context, cell: string, address: Expression, frame: Expression): void {
  const cells = saved.get(ctx) ?? new Map<string, number>();
  saved.set(ctx, cells);
  const outer = cells.get(cell) ?? ctx.variable('outer', 'ptr.host').index;
  const held = local(outer, 'ptr.host');
  if (!cells.has(cell)) {
    ctx.atStart(() => ctx.set(outer, nullPointer('ptr.host')));
    ctx.onExit(() => ctx.if(notNull(held), () => ctx.store('ptr.host', address, held)));
  }
  cells.set(cell, outer);
  const now = ctx.keep(load('ptr.host', address), 'now');
  ctx.if(op('ne', [now, frame]), () => ctx.set(outer, now));
  ctx.store('ptr.host', address, frame);
}

function addUnframed(ctx: Context, p: Procedure, name: string, cell: Expression, offset: number): void {
  const { params, results } = headingOf(p.signature, 'host', false);
  const locals = [...params, ...results].map((type, i) => ({ name: `p${i}`, type }));
  const at = (i: number, type: ValueType): Expression => local(i, type);
  const frame: Expression = { kind: 'load', type: 'ptr.host', memory: 'ptr.host', from: cell, offset };
  ctx.module.addFunction({
    name,
    kind: 'host',
    params: params.length,
    results,
    locals,
    slots: [],
    at: p.span,
    body: [
      {
        kind: 'call',
        at: p.span,
        callee: { kind: 'direct', name: p.linkName },
        args: [...params.map((t, i) => at(i, t)), frame],
        results: results.map((_, i) => params.length + i),
      },
      { kind: 'return', at: p.span, values: results.map((t, i) => at(params.length + i, t)) },
    ],
  });
}
