/** Namelist groups: every member is described to the runtime. */
import { i32, i64, op } from '../../../ir/build.ts';
import type { Expression } from '../../../ir/module.ts';
import { ioKeyNumber, ioTypes } from '../../../library/io-keys.ts';
import type { Expr, Namelist, Variable } from '../program.ts';
import type { Context } from './context.ts';
import { lowerAddress, lowerLength } from './designator.ts';
import { notSupported } from './errors.ts';
import { rankOf } from './layout.ts';

export function lowerNamelist(ctx: Context, n: Namelist): void {
  ctx.runtime('io.set-text', i32(ioKeyNumber('namelist')), ctx.text(n.name), i64(n.name.length));
  for (const v of n.variables) member(ctx, v);
}

const typeNames: readonly string[] = ioTypes;

function member(ctx: Context, v: Variable): void {
  const type = typeNames.indexOf(v.type.base);
  if (type < 0 || v.type.base === 'derived' || v.type.base === 'any') {
    ctx.module.diagnostics.push(notSupported(ctx.at, `\`${v.name}\` of derived type in a namelist`));
    return;
  }
  const rank = rankOf(v.shape);
  const e: Expr = { kind: 'variable', variable: v, type: v.type, rank, span: v.span };
  const kind = v.type.base === 'character' ? lowerLength(ctx, e) : i64(v.type.kind);
  const dimensions = ctx.slot('bounds', Math.max(8, 24 * rank), 8);
  const address = rank > 0 ? described(ctx, e, dimensions) : lowerAddress(ctx, e);
  ctx.runtime(
    'io.namelist-item',
    ctx.text(v.name),
    i64(v.name.length),
    i32(type),
    kind,
    address,
    i32(rank),
    dimensions,
  );
}

/** Writes lower bound, extent and stride of each dimension; the address of the first element. */
function described(ctx: Context, e: Expr, to: Expression): Expression {
  const place = ctx.parts.arrayPlace(ctx, e);
  let stride = ctx.parts.elementBytes(ctx, e);
  place.dimensions.forEach((d, i) => {
    const extent = ctx.keep(d.extent ?? i64(1));
    const step = ctx.keep(d.stride ?? stride);
    ctx.store('i64', to, d.lower, 24 * i);
    ctx.store('i64', to, extent, 24 * i + 8);
    ctx.store('i64', to, step, 24 * i + 16);
    stride = ctx.keep(op('mul', [step, extent]));
  });
  return place.base;
}
