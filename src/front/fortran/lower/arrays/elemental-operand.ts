/** What an elemental procedure is given, element by element: values, or the places of variables that it may change. */
import { i64 } from '../../../../ir/build.ts';
import type { Actual, Expr, Signature } from '../../program.ts';
import { dynamicType } from '../calls/intrinsic.ts';
import type { Context } from '../context.ts';
import { isDesignator } from '../designator.ts';
import { mayOverlap } from './array-alias.ts';
import { elementsOfView, fillView, frozen, newElements, placeAt } from './array-temporary.ts';
import { type Elements, ofType } from './array-value.ts';
import { viewOf } from './section.ts';
import { isDeviceView } from './view.ts';

/** Argument `i` of a call of the procedure. */
export function elementalOperand(
  ctx: Context,
  signature: Signature,
  args: readonly Actual[],
  i: number,
): Elements | undefined {
  const a = args[i];
  if (a === undefined || a.kind === 'alternate-return') return undefined;
  const named = isDesignator(a);
  if (signature.subroutine && a.rank > 0 && !named && mayChange(signature, args, a)) return copyOf(ctx, a);
  if (!changes(signature, i) || !named) return ctx.parts.elements(ctx, a);
  return a.rank === 0 ? scalarPlace(ctx, a) : withDynamicType(ctx, a, arrayPlaces(ctx, a));
}

function changes(signature: Signature, i: number): boolean {
  const d = signature.dummies[i];
  return d !== undefined && d !== 'alternate-return' && d.attributes.intent !== 'in' && !d.attributes.value;
}

/** Whether the procedure changes, element by element, what the value is still to be computed from. */
function mayChange(signature: Signature, args: readonly Actual[], value: Expr): boolean {
  if (value.kind === 'unary' && value.operator === 'parentheses') return true;
  return args.some(
    (a, i) =>
      a !== undefined &&
      a !== value &&
      a.kind !== 'alternate-return' &&
      changes(signature, i) &&
      isOverlapping(a, value),
  );
}

function isOverlapping(changed: Expr, value: Expr): boolean {
  return isDesignator(changed) && mayOverlap(changed, value);
}

/** The elements of a polymorphic array know the type that they have at run time. */
export function withDynamicType(ctx: Context, e: Expr, elements: Elements): Elements {
  if (e.type.base !== 'derived' || !e.type.polymorphic) return elements;
  if (e.kind === 'unary') return withDynamicType(ctx, e.operand, elements);
  if (!isDesignator(e)) return elements;
  return ofType(elements, dynamicType(ctx, e));
}

/** The value before the procedure changes another argument: the right side of a defined assignment. */
function copyOf(ctx: Context, a: Expr): Elements {
  const e = ctx.parts.elements(ctx, a);
  const view = newElements(
    ctx,
    e.type,
    e.extents.map((x) => ctx.keep(x)),
    ctx.keep(e.bytes),
  );
  fillView(ctx, view, e);
  return withDynamicType(ctx, a, elementsOfView(ctx, view));
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
