/** Array expressions as elements: operators and elemental functions act when the loop asks for an element; what must be computed as a whole is computed before. */
import { InternalError } from '../../../../base/impossible.ts';
import { i64, op } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import { madeVariable } from '../../made-variable.ts';
import type { Expr, Type } from '../../program.ts';
import { signatureOf } from '../../signature-of.ts';
import { arrayEitherWay, isOptionalDummy, isThere, openArgument } from '../calls/absent.ts';
import { dynamicType } from '../calls/intrinsic.ts';
import type { Context } from '../context.ts';
import { convertValue } from '../convert.ts';
import { fetched } from '../cuda/cuda-transfer.ts';
import { isDesignator } from '../designator.ts';
import { applyUnary } from '../operators.ts';
import { withKind } from '../text.ts';
import { textOf, type Value } from '../value.ts';
import { asExpression } from '../value-expression.ts';
import { describeArray } from './array-argument.ts';
import { arrayFunction } from './array-call.ts';
import { constantArray } from './array-constant.ts';
import { constructorElements } from './array-constructor.ts';
import { locations } from './array-locate.ts';
import { isTransforming } from './array-names.ts';
import { reduceDimension } from './array-operation.ts';
import { reductions } from './array-reduce.ts';
import { broadcast, elementsOfView, fillView, frozen, knownBytes, newElements } from './array-temporary.ts';
import { transforms } from './array-transform.ts';
import { allFlat, commonExtents, type Elements, ofType } from './array-value.ts';
import { elementalOperand, withDynamicType } from './elemental-operand.ts';
import { viewOf } from './section.ts';
import { isDeviceView, type View } from './view.ts';

/** The elements of an expression of any rank; a scalar is computed once, now. */
export function elementsOf(ctx: Context, e: Expr): Elements {
  if (e.rank === 0) return broadcast(ctx, e.type, ctx.parts.scalar(ctx, e));
  switch (e.kind) {
    case 'variable':
    case 'part':
    case 'element':
    case 'substring':
    case 'complex-part':
      return withDynamicType(ctx, e, elementsOfView(ctx, here(ctx, viewOf(ctx, e))));
    case 'constant-array':
      return elementsOfView(ctx, constantArray(ctx, e));
    case 'array-constructor':
      return constructorElements(ctx, e);
    case 'convert':
      return converted(ctx, e);
    case 'unary': {
      const x = elementsOf(ctx, e.operand);
      const made = mapped(e, [x], ([v]) => applyUnary(e.operator, e.type, v!));
      return x.dynamic ? ofType(made, x.dynamic) : made;
    }
    case 'binary': {
      const x = elementsOf(ctx, e.left);
      const y = elementsOf(ctx, e.right);
      return mapped(e, [x, y], ([a, b]) => ctx.parts.binary(ctx, e.operator, a!, b!, e.left.type, e.right.type));
    }
    case 'call':
      return callElements(ctx, e);
    case 'intrinsic':
      return intrinsicElements(ctx, e);
    case 'library-call':
      return libraryElements(ctx, e);
    default:
      throw new InternalError(`no elements of ${e.kind}`, e.span);
  }
}

/** In host code, data of the device is fetched first. */
function here(ctx: Context, v: View): View {
  const kept = frozen(ctx, v);
  return ctx.mode === 'host' && isDeviceView(kept) ? fetched(ctx, kept) : kept;
}

/** One value from the operands' values, for each element. */
function mapped(
  e: Expr,
  operands: readonly (Elements | undefined)[],
  make: (values: readonly (Value | undefined)[]) => Value,
): Elements {
  return {
    type: e.type,
    extents: commonExtents(operands),
    bytes: knownBytes(e.type) ?? lengthOf(e, operands),
    flat: allFlat(operands),
    at: (indexes) => make(operands.map((o) => o?.at(indexes))),
  };
}

/** Of a character result whose length is not constant: what the operation makes of the operands' lengths. An object keeps its size. */
function lengthOf(e: Expr, operands: readonly (Elements | undefined)[]): Expression {
  const texts = operands.filter((o) => o?.type.base === 'character');
  if (e.kind === 'binary' && e.operator === 'concat' && texts.length === 2)
    return { kind: 'op', type: 'i64', op: 'add', args: [texts[0]!.bytes, texts[1]!.bytes] };
  return (isOpen(e.type) ? operands[0] : texts[0])?.bytes ?? i64(0);
}

function converted(ctx: Context, e: Expr & { readonly kind: 'convert' }): Elements {
  const x = elementsOf(ctx, e.value);
  if (e.type.base === 'character' && e.value.type.base === 'character' && e.type.kind !== e.value.type.kind) {
    const { kind } = e.type;
    const bytes = ctx.keep(kind === 4 ? op('mul', [x.bytes, i64(4)]) : op('div', [x.bytes, i64(4)]));
    return { ...x, type: e.type, bytes, flat: false, at: (indexes) => withKind(ctx, textOf(x.at(indexes)), kind) };
  }
  if (e.type.base === 'character' || e.type.base === 'derived' || e.type.base === 'any') return { ...x, type: e.type };
  return mapped(e, [x], ([v]) => convertValue(ctx, v!, e.value.type, e.type));
}

function callElements(
  ctx: Context,
  e: Expr & { readonly kind: 'call' },
  settled: ReadonlySet<number> = new Set(),
): Elements {
  const signature = signatureOf(e.callee);
  if (!signature.elemental) return elementsOfView(ctx, here(ctx, arrayFunction(ctx, e)));
  const open = openArgument(e.args, signature, settled);
  if (open >= 0) return eitherWay(ctx, e, open, settled);
  const args = e.args.map((_, i) => elementalOperand(ctx, signature, e.args, i));
  return mapped(e, args, (values) => {
    const result = ctx.parts.callElemental(ctx, e, values);
    if (!result) throw new InternalError('a function without a result', e.span);
    return result;
  });
}

/** An argument that may be absent: then the function gets none, and the element is not asked for. */
function eitherWay(
  ctx: Context,
  e: Expr & { readonly kind: 'call' },
  open: number,
  settled: ReadonlySet<number>,
): Elements {
  const a = e.args[open];
  const without = { ...e, args: e.args.map((x, i) => (i === open ? undefined : x)) };
  if (a?.kind === 'null') return callElements(ctx, without, settled);
  const withIt = (): Elements => callElements(ctx, e, new Set([...settled, open]));
  const others = e.args.map((x, i) =>
    x && x.kind !== 'alternate-return' && x.kind !== 'null' && x.rank > 0 && i !== open ? x : undefined,
  );
  const shaped = others.find((x) => x !== undefined && !isOptionalDummy(x));
  if (!shaped) return withIt();
  const view = newElements(
    ctx,
    e.type,
    ctx.parts.elements(ctx, shaped).extents.map((x) => ctx.keep(x)),
    knownBytes(e.type) ?? ctx.parts.elementBytes(ctx, e),
  );
  ctx.if(
    isThere(ctx, a),
    () => fillView(ctx, view, withIt()),
    () => fillView(ctx, view, callElements(ctx, without, settled)),
  );
  return elementsOfView(ctx, view);
}

/** What is made of the elements of a polymorphic array has their type. */
function transformed(
  ctx: Context,
  e: Expr & { readonly kind: 'intrinsic' },
  whole: (ctx: Context, e: Expr & { readonly kind: 'intrinsic' }) => Elements,
): Elements {
  const [first, ...others] = e.args;
  if (!first || !isOpen(e.type) || first.rank === 0) return whole(ctx, e);
  const source = isDesignator(first) ? first : described(ctx, first);
  return ofType(whole(ctx, { ...e, args: [source, ...others] }), dynamicType(ctx, source));
}

/** A polymorphic array, computed once, as a variable. */
function described(ctx: Context, e: Expr): Expr {
  const variable = madeVariable('source', e.type, e.span, e.rank);
  ctx.bind(variable, { kind: 'descriptor', address: ctx.keep(describeArray(ctx, e)) });
  return { kind: 'variable', variable, type: e.type, rank: e.rank, span: e.span };
}

function isOpen(t: Type): boolean {
  return t.base === 'any' || (t.base === 'derived' && t.polymorphic);
}

/** A library function that is elemental. */
function libraryElements(ctx: Context, e: Expr & { readonly kind: 'library-call' }): Elements {
  const args = e.args.map((a) => (a === undefined || a.kind === 'procedure' ? undefined : elementsOf(ctx, a)));
  return mapped(e, args, (values) => {
    const scalars = e.args.map((a, i) => {
      const v = values[i];
      return a && v && a.kind !== 'procedure' ? asExpression(ctx, v, a) : a;
    });
    return ctx.parts.scalar(ctx, { ...e, rank: 0, args: scalars });
  });
}

function intrinsicElements(ctx: Context, e: Expr & { readonly kind: 'intrinsic' }): Elements {
  const open = arrayEitherWay(ctx, e);
  if (open) return open;
  const whole =
    transforms[e.name] ??
    reductions[e.name] ??
    locations[e.name] ??
    (e.name === 'reduce' ? reduceDimension : undefined);
  if (whole) return transformed(ctx, e, whole);
  if (isTransforming(e.name)) throw new InternalError(`no array result of ${e.name}`, e.span);
  const args = e.args.map((a) => a && elementsOf(ctx, a));
  const types = e.args.map((a) => a?.type);
  return mapped(e, args, (values) => ctx.parts.elemental(ctx, e.name, values, types, e.type));
}
