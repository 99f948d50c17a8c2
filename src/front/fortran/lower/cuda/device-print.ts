/** print and write(*,*) in device code: one line of list-directed output per thread. */
import { op } from '../../../../ir/build.ts';
import type { PrintItem } from '../../../../ir/module.ts';
import { notSupported } from '../../errors/lowering.ts';
import type { Expr, Stmt } from '../../program.ts';
import type { Context } from '../context.ts';
import { constantExtents } from '../objects/layout.ts';
import { complexOf, plainOf, textOf } from '../value.ts';

type Io = Stmt & { readonly kind: 'io' };
const mostElements = 64;

export function lowerDevicePrint(ctx: Context, s: Io): void {
  const formatted = s.controls.find((c) => c.key === 'fmt');
  const star = formatted?.how === 'value' && formatted.value === 'star';
  const unit = s.controls.find((c) => c.key === 'unit');
  const standard = !unit || (unit.how === 'value' && (unit.value === 'star' || isSix(unit.value)));
  if (!star || !standard || (s.operation !== 'print' && s.operation !== 'write')) {
    ctx.module.diagnostics.push(
      notSupported(s.span, 'this input or output in device code; `print *` and `write(*,*)` are'),
    );
    return;
  }
  const items = s.items.flatMap((item) => {
    if (item.kind === 'value') return itemsOf(ctx, item.value);
    ctx.module.diagnostics.push(notSupported(s.span, 'an implied do in device output'));
    return [];
  });
  ctx.emit({ kind: 'print', items });
}

function isSix(e: Expr | { readonly format: string }): boolean {
  return 'kind' in e && e.kind === 'constant' && e.value === 6n;
}

function itemsOf(ctx: Context, e: Expr): PrintItem[] {
  if (e.rank === 0) return itemOf(ctx, e);
  const extents = e.kind === 'variable' && e.variable.shape ? constantExtents(e.variable.shape) : undefined;
  const count = extents?.reduce((a, b) => a * b, 1);
  if (!extents || count === undefined || count > mostElements) {
    ctx.module.diagnostics.push(
      notSupported(e.span, `an array in device output that is no whole array of at most ${mostElements} elements`),
    );
    return [];
  }
  const lowers =
    e.kind === 'variable' && e.variable.shape?.kind === 'explicit' ? e.variable.shape.bounds.map((b) => b.lower) : [];
  const items: PrintItem[] = [];
  for (let k = 0; k < count; k++) {
    let rest = k;
    const subscripts = extents.map((n, d) => {
      const at = rest % n;
      rest = Math.floor(rest / n);
      const lower = lowers[d];
      const base = lower?.kind === 'constant' && typeof lower.value === 'bigint' ? lower.value : 1n;
      const value: Expr = {
        kind: 'constant',
        type: { base: 'integer', kind: 8 },
        rank: 0,
        span: e.span,
        value: base + BigInt(at),
      };
      return { kind: 'index', value } as const;
    });
    items.push(...itemOf(ctx, { kind: 'element', base: e, subscripts, type: e.type, rank: 0, span: e.span }));
  }
  return items;
}

function itemOf(ctx: Context, e: Expr): PrintItem[] {
  if (e.kind === 'constant' && typeof e.value === 'string') return [{ kind: 'text', text: e.value }];
  const v = ctx.parts.scalar(ctx, e);
  const { type } = e;
  switch (type.base) {
    case 'integer':
      return [{ kind: 'integer', bytes: type.kind, value: plainOf(v) }];
    case 'logical': {
      const n = op('to.i32', [plainOf(v)]);
      return [{ kind: 'logical', bytes: type.kind, value: type.kind === 8 ? op('extend', [n]) : n }];
    }
    case 'real':
      return [{ kind: 'real', bytes: type.kind, value: plainOf(v) }];
    case 'complex':
      return [{ kind: 'complex', bytes: type.kind, re: complexOf(v).re, im: complexOf(v).im }];
    case 'character':
      return [{ kind: 'string', address: textOf(v).address, length: textOf(v).length }];
    default:
      ctx.module.diagnostics.push(notSupported(e.span, 'an object of derived type in device output'));
      return [];
  }
}
