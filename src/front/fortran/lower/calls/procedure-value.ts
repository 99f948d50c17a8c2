/**
 * Procedures as values. An internal procedure that is passed along is called without its host's frame: a function of its own takes the frame from a cell
 * that is set when the value is made.
 */
import { load, local, op } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import type { ValueType } from '../../../../ir/types.ts';
import type { Procedure } from '../../program.ts';
import { type Context, notNull } from '../context.ts';
import { kernelValue } from '../cuda/kernel-value.ts';
import { headingOf, takesFrame } from './abi.ts';

export function procedureValue(ctx: Context, p: Procedure): Expression {
  if (ctx.mode === 'device')
    return { kind: 'function', type: 'ptr.generic', name: ctx.module.needProcedure(p, 'device') };
  if (p.signature.targets.global) return kernelValue(ctx, p);
  ctx.module.needProcedure(p);
  if (!takesFrame(p)) return { kind: 'function', type: 'ptr.host', name: p.linkName };
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
  if (!ctx.module.hasFunction(name)) addUnframed(ctx, p, name, address);
  return { kind: 'function', type: 'ptr.host', name };
}

const saved = new WeakMap<Context, Map<string, number>>();

/** An outer call of a recursive host gets its own frame back when this one ends. */
function setFrame(ctx: Context, cell: string, address: Expression, frame: Expression): void {
  const cells = saved.get(ctx) ?? new Map<string, number>();
  saved.set(ctx, cells);
  const outer = cells.get(cell) ?? ctx.variable('outer', 'ptr.host').index;
  const held = local(outer, 'ptr.host');
  if (!cells.has(cell)) ctx.onExit(() => ctx.if(notNull(held), () => ctx.store('ptr.host', address, held)));
  cells.set(cell, outer);
  const now = ctx.keep(load('ptr.host', address), 'now');
  ctx.if(op('ne', [now, frame]), () => ctx.set(outer, now));
  ctx.store('ptr.host', address, frame);
}

function addUnframed(ctx: Context, p: Procedure, name: string, cell: Expression): void {
  const { params, results } = headingOf(p.signature, 'host', false);
  const locals = [...params, ...results].map((type, i) => ({ name: `p${i}`, type }));
  const at = (i: number, type: ValueType): Expression => local(i, type);
  const frame: Expression = { kind: 'load', type: 'ptr.host', memory: 'ptr.host', from: cell, offset: 0 };
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
