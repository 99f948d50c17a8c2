/** The array side of lowering, put together. */
import { InternalError } from '../../../../base/impossible.ts';
import type { Expression } from '../../../../ir/module.ts';
import type { Expr, Stmt } from '../../program.ts';
import type { ArrayParts, Context } from '../context.ts';
import { lowerLaunch } from '../cuda/cuda-launch.ts';
import { foldOnDevice } from '../cuda/device-fold.ts';
import { lowerKernelLoop } from '../cuda/kernel-loop.ts';
import { isDesignator } from '../designator.ts';
import { copyAllocatable, freeAllocatable, lowerAllocate, lowerDeallocate, lowerNullify } from '../objects/allocate.ts';
import { lowerPointerAssign } from '../objects/pointer-assign.ts';
import type { Value } from '../value.ts';
import { argumentRoom, arrayArgument, packedBase } from './array-argument.ts';
import { assignArray } from './array-assign.ts';
import { deviceResult, placeOfView } from './array-call.ts';
import { callForEach } from './array-call-statement.ts';
import { elementsOf } from './array-elements.ts';
import { allocated, associated, boundScalar, bytesOfData, isContiguousArray, sizeOfArray } from './array-inquiry.ts';
import { locateScalar } from './array-locate.ts';
import { nest } from './array-loop.ts';
import { lowerIntrinsicStatement } from './array-move.ts';
import { reduceScalar } from './array-operation.ts';
import { dotProduct, folds, foldToScalar, type IntrinsicExpr } from './array-reduce.ts';
import { elementsOfView, fillView, frozen, newElements, placeAt } from './array-temporary.ts';
import { transferScalar } from './array-transfer.ts';
import { emptyDescriptor } from './descriptor.ts';
import { lowerDoConcurrent, lowerForall } from './forall.ts';
import { elementAddress, viewOf } from './section.ts';
import { hasGather, isContiguous, isDeviceView, product, type View } from './view.ts';
import { lowerWhere } from './where.ts';

function arrayStatement(ctx: Context, s: Stmt): void {
  switch (s.kind) {
    case 'assign':
      assignArray(ctx, s);
      break;
    case 'pointer-assign':
      lowerPointerAssign(ctx, s);
      break;
    case 'where':
      lowerWhere(ctx, s);
      break;
    case 'forall':
      lowerForall(ctx, s);
      break;
    case 'do-concurrent':
      lowerDoConcurrent(ctx, s);
      break;
    case 'allocate':
      lowerAllocate(ctx, s);
      break;
    case 'deallocate':
      lowerDeallocate(ctx, s);
      break;
    case 'nullify':
      lowerNullify(ctx, s);
      break;
    case 'launch':
      lowerLaunch(ctx, s);
      break;
    case 'kernel-loop':
      lowerKernelLoop(ctx, s);
      break;
    case 'call':
      callForEach(ctx, s);
      break;
    case 'intrinsic-call':
      lowerIntrinsicStatement(ctx, s);
      break;
    default:
      throw new InternalError(`no array statement ${s.kind}`, s.span);
  }
}

/** By a kernel where the data lies on the device, else by a loop. */
function foldAnywhere(ctx: Context, e: IntrinsicExpr): Value {
  return foldOnDevice(ctx, e) ?? foldToScalar(ctx, e);
}

const scalarAnswers: Readonly<Record<string, (ctx: Context, e: IntrinsicExpr) => Value>> = {
  ...Object.fromEntries(Object.keys(folds).map((name) => [name, foldAnywhere])),
  maxloc: locateScalar,
  minloc: locateScalar,
  findloc: locateScalar,
  dot_product: dotProduct,
  reduce: reduceScalar,
  size: sizeOfArray,
  lbound: boundScalar,
  ubound: boundScalar,
  allocated,
  associated,
  is_contiguous: isContiguousArray,
  transfer: transferScalar,
  sizeof: bytesOfData,
  c_sizeof: bytesOfData,
};

function arrayIntrinsic(ctx: Context, e: IntrinsicExpr): Value {
  const answer = scalarAnswers[e.name];
  if (!answer) throw new InternalError(`no array intrinsic ${e.name}`, e.span);
  return answer(ctx, e);
}

function eachElement(ctx: Context, e: Expr, visit: (element: Value, address: Expression | undefined) => void): void {
  const view = isDesignator(e) ? frozen(ctx, viewOf(ctx, e)) : undefined;
  const elements = ctx.parts.elements(ctx, e);
  nest(ctx, elements.extents, (indexes) => visit(elements.at(indexes), view && placeAt(view, indexes)));
}

function contiguous(ctx: Context, e: Expr): { readonly address: Expression; readonly count: Expression } | undefined {
  if (e.rank === 0 || !isDesignator(e)) return undefined;
  const view = viewOf(ctx, e);
  if (!isContiguous(view) || (ctx.mode === 'host' && isDeviceView(view))) return undefined;
  return { address: view.base, count: product(view.axes.map((a) => a.extent)) };
}

export const arrayParts: ArrayParts = {
  elements: elementsOf,
  arrayStatement,
  elementAddress,
  arrayIntrinsic,
  arrayArgument,
  argumentRoom,
  packedArray: (ctx, e, back) => packedBase(ctx, frozen(ctx, viewOf(ctx, e)), back),
  eachElement,
  deviceResult,
  arrayPlace: (ctx, e) => {
    const view = frozen(ctx, viewOf(ctx, e));
    return placeOfView(hasGather(view) ? gathered(ctx, view) : view, e.type.base === 'character');
  },
  contiguous,
  copyAllocatable,
  freeAllocatable,
  emptyDescriptor,
};

/** Of a vector subscript: the elements one after another. */
function gathered(ctx: Context, v: View): View {
  const copy = newElements(
    ctx,
    v.type,
    v.axes.map((a) => a.extent),
    v.bytes,
  );
  fillView(ctx, copy, elementsOfView(ctx, v));
  return copy;
}
