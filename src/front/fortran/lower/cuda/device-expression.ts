/**
 * Array expressions of host code that a kernel can compute: their arrays lie on the device, and what acts on the elements is allowed there. Scalars are computed
 * by the host and passed along.
 */

import { nowhere } from '../../../../base/source.ts';
import { intrinsics } from '../../../../library/intrinsics/table.ts';
import { madeVariable } from '../../made-variable.ts';
import type { Expr, Type, Variable } from '../../program.ts';
import { rootOf } from '../arrays/array-alias.ts';
import { placeOfView } from '../arrays/array-call.ts';
import { isTransforming } from '../arrays/array-names.ts';
import { frozen } from '../arrays/array-temporary.ts';
import { viewOf } from '../arrays/section.ts';
import type { Context } from '../context.ts';
import { isDesignator } from '../designator.ts';
import type { Value } from '../value.ts';
import type { Outline } from './kernel-outline.ts';

/** Whether a kernel can compute every element. */
export function runsOnDevice(e: Expr): boolean {
  if (e.rank === 0) return isNumber(e.type);
  if (!isNumber(e.type)) return false;
  if (isDesignator(e)) return liesOnDevice(e) && !gathers(e);
  switch (e.kind) {
    case 'convert':
      return runsOnDevice(e.value);
    case 'unary':
      return runsOnDevice(e.operand);
    case 'binary':
      return runsOnDevice(e.left) && runsOnDevice(e.right);
    case 'intrinsic': {
      const row = intrinsics.get(e.name);
      if (isTransforming(e.name) || !row?.lower || row.device === false) return false;
      return e.args.every((a) => a === undefined || runsOnDevice(a));
    }
    default:
      return false;
  }
}

function isNumber(t: Type): boolean {
  return t.base === 'integer' || t.base === 'real' || t.base === 'complex' || t.base === 'logical';
}

function liesOnDevice(e: Expr): boolean {
  const placement = placementOf(e);
  return placement === 'device' || placement === 'managed' || placement === 'constant';
}

/** A managed array itself, or a part of it. */
export function isManagedArray(e: Expr): boolean {
  return e.rank > 0 && isDesignator(e) && placementOf(e) === 'managed';
}

/** Of the component that holds the data, or of the variable. */
function placementOf(e: Expr): string | undefined {
  if (e.kind === 'part') {
    const own = e.component.attributes;
    if (own.allocatable || own.pointer || own.placement !== 'host') return own.placement;
    return placementOf(e.base);
  }
  if (e.kind === 'element' || e.kind === 'complex-part') return placementOf(e.base);
  return rootOf(e)?.attributes.placement;
}

function gathers(e: Expr): boolean {
  if (e.kind === 'element') return e.subscripts.some((s) => s.kind === 'vector') || gathers(e.base);
  if (e.kind === 'part' || e.kind === 'complex-part') return gathers(e.base);
  return false;
}

/** Whether some array of the expression is the device's alone, so that the host would have to fetch it. */
export function needsDevice(e: Expr): boolean {
  if (e.rank === 0) return false;
  if (isDesignator(e)) {
    const p = placementOf(e);
    return p === 'device' || p === 'constant';
  }
  switch (e.kind) {
    case 'convert':
      return needsDevice(e.value);
    case 'unary':
      return needsDevice(e.operand);
    case 'binary':
      return needsDevice(e.left) || needsDevice(e.right);
    case 'intrinsic':
      return e.args.some((a) => a !== undefined && needsDevice(a));
    default:
      return false;
  }
}

type Binding = { readonly variable: Variable; readonly bind: (o: Outline) => void };

/** An expression over variables of its own, and what gives them a place in a kernel. */
export type Portable = { readonly expression: Expr; readonly bind: (o: Outline) => void };

/** The expression with its scalars computed now and its arrays looked up now. */
export function portable(ctx: Context, e: Expr): Portable {
  const bindings: Binding[] = [];
  const expression = moved(ctx, e, bindings);
  return {
    expression,
    bind: (o) => {
      for (const b of bindings) b.bind(o);
    },
  };
}

function moved(ctx: Context, e: Expr, bindings: Binding[]): Expr {
  if (e.rank === 0) return e.kind === 'constant' ? e : movedScalar(ctx, e, bindings);
  if (isDesignator(e)) return movedArray(ctx, e, bindings);
  switch (e.kind) {
    case 'convert':
      return { ...e, value: moved(ctx, e.value, bindings) };
    case 'unary':
      return { ...e, operand: moved(ctx, e.operand, bindings) };
    case 'binary':
      return { ...e, left: moved(ctx, e.left, bindings), right: moved(ctx, e.right, bindings) };
    case 'intrinsic':
      return { ...e, args: e.args.map((a) => a && moved(ctx, a, bindings)) };
    default:
      return e;
  }
}

function movedScalar(ctx: Context, e: Expr, bindings: Binding[]): Expr {
  const value = ctx.parts.scalar(ctx, e);
  const variable = madeVariable('scalar', e.type);
  bindings.push({ variable, bind: (o) => bindScalar(o, variable, value) });
  return named(variable, 0);
}

export function bindScalar(o: Outline, v: Variable, value: Value): void {
  if (value.kind === 'complex') {
    const re = o.pass(value.re, 'scalar');
    const im = o.pass(value.im, 'scalar');
    const type = re.type;
    const place = { re: o.kernel.newLocal('re', type), im: o.kernel.newLocal('im', type) };
    o.kernel.set(place.re, re);
    o.kernel.set(place.im, im);
    o.kernel.bind(v, { kind: 'complex-register', ...place, type });
  } else if (value.kind === 'plain') {
    const truth = value.x.type === 'bool';
    const x = o.pass(truth ? { kind: 'op', type: 'i32', op: 'to.i32', args: [value.x] } : value.x, 'scalar');
    const type = truth ? 'bool' : x.type;
    const local = o.kernel.newLocal('scalar', type);
    const zero = { kind: 'const', type: 'i32', value: 0 } as const;
    o.kernel.set(local, truth ? { kind: 'op', type: 'bool', op: 'ne', args: [x, zero] } : x);
    o.kernel.bind(v, { kind: 'register', local, type });
  }
}

function movedArray(ctx: Context, e: Expr, bindings: Binding[]): Expr {
  const view = frozen(ctx, viewOf(ctx, e));
  const variable = madeVariable('array', e.type, nowhere, e.rank);
  bindings.push({ variable, bind: (o) => o.kernel.bind(variable, placeOfView(o.passView(view), false)) });
  return named(variable, e.rank);
}

function named(variable: Variable, rank: number): Expr {
  return { kind: 'variable', variable, type: variable.type, rank, span: nowhere };
}
