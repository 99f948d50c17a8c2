/** What an elemental procedure is given, element by element: values, or the places of variables that it may change. */
import { i64, mul } from '../../../../ir/build.ts';
import type { Actual, Expr, Signature } from '../../program.ts';
import type { Context } from '../context.ts';
import { isDesignator } from '../designator.ts';
import { elementsOfView, fillView, frozen, newArray, placeAt } from './array-temporary.ts';
import type { Elements } from './array-value.ts';
import { viewOf } from './section.ts';
import { isDeviceView, product } from './view.ts';

/** Argument `i` of a call of the procedure. */
export function elementalOperand(ctx: Context, signature: Signature, a: Actual, i: number): Elements | undefined {
  if (a === undefined || a.kind === 'alternate-return') return undefined;
  const d = signature.dummies[i];
  const changes = d !== undefined && d !== 'alternate-return' && d.attributes.intent !== 'in' && !d.attributes.value;
  if (signature.subroutine && a.rank > 0 && a.kind === 'unary' && a.operator === 'parentheses') return copyOf(ctx, a);
  if (!changes || !isDesignator(a)) return ctx.parts.elements(ctx, a);
  return a.rank === 0 ? scalarPlace(ctx, a) : arrayPlaces(ctx, a);
}

/** The value before the procedure changes another argument: the right side of a defined assignment. */
function copyOf(ctx: Context, a: Expr): Elements {
  const e = ctx.parts.elements(ctx, a);
  const view = newArray(
    ctx,
    e.type,
    e.extents.map((x) => ctx.keep(x)),
    ctx.keep(e.bytes),
  );
  if (e.type.base === 'derived') ctx.fill(view.base, 0, mul(product(view.axes.map((x) => x.extent)), view.bytes));
  fillView(ctx, view, e);
  return elementsOfView(ctx, view);
}

function scalarPlace(ctx: Context, a: Expr): Elements {
  const address = ctx.keep(ctx.parts.address(ctx, a), 'argument');
  const bytes = a.type.base === 'character' ? ctx.keep(ctx.parts.elementBytes(ctx, a), 'length') : i64(0);
  return {
    type: a.type,
    extents: [],
    bytes,
    flat: true,
    at: () =>
      a.type.base === 'character' ? { kind: 'character', address, length: bytes } : { kind: 'derived', address },
  };
}

function arrayPlaces(ctx: Context, a: Expr): Elements {
  const view = frozen(ctx, viewOf(ctx, a));
  if (ctx.mode === 'host' && isDeviceView(view)) return ctx.parts.elements(ctx, a);
  return {
    type: a.type,
    extents: view.axes.map((x) => x.extent),
    bytes: view.bytes,
    flat: false,
    at: (indexes) => {
      const address = placeAt(view, indexes);
      return a.type.base === 'character'
        ? { kind: 'character', address, length: view.bytes }
        : { kind: 'derived', address };
    },
  };
}
