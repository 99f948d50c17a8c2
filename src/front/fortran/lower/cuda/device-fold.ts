/** sum(a_d), any(b_d > 0) … in host code: a kernel folds the elements, in an order that does not depend on how blocks are run. */

import { nowhere } from '../../../../base/source.ts';
import { i64, op, select } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import { madeVariable } from '../../made-variable.ts';
import type { Expr, ReductionInfo } from '../../program.ts';
import { newCell } from '../arrays/array-cell.ts';
import { extentsOfExpr } from '../arrays/array-inquiry.ts';
import { folds, type IntrinsicExpr } from '../arrays/array-reduce.ts';
import type { Context } from '../context.ts';
import { plain, plainOf, type Value } from '../value.ts';
import { anything, elementLoops, elementNest, launch } from './device-assign.ts';
import { isManagedArray, needsDevice, portable, runsOnDevice } from './device-expression.ts';
import { countedLoop } from './kernel-loop.ts';
import { outlineKernel } from './kernel-outline.ts';
import { combineResults, neutral, reductionsOf, startReductions, writePartials } from './kernel-reduction.ts';
import { fewBlocks, shapeOf } from './launch-shape.ts';

const operators: Readonly<Record<string, ReductionInfo['operator']>> = {
  sum: '+',
  product: '*',
  maxval: 'max',
  minval: 'min',
  iall: 'iand',
  iany: 'ior',
  iparity: 'ieor',
  any: 'or',
  all: 'and',
  parity: 'neqv',
  count: '+',
};

/** What cudafor overloads for managed arrays too: kernels that are at work on them come first. */
const overloaded: ReadonlySet<string> = new Set(['sum', 'maxval', 'minval']);

/** The value of a fold of rank 0 over data of the device; undefined where no kernel can compute it. */
export function foldOnDevice(ctx: Context, e: IntrinsicExpr): Value | undefined {
  const operator = operators[e.name];
  const array = e.args[0];
  const fold = folds[e.name];
  if (ctx.mode !== 'host' || !operator || !array || !fold) return undefined;
  const mask = fold.mask === undefined ? undefined : e.args[fold.mask];
  const wanted = needsDevice(array) || (overloaded.has(e.name) && isManagedArray(array));
  if (!wanted || !runsOnDevice(array) || (mask && !runsOnDevice(mask))) return undefined;
  const sum = madeVariable(e.name, e.type);
  const name = { kind: 'variable', variable: sum, type: e.type, rank: 0, span: nowhere } as const satisfies Expr;
  const start = newCell(ctx, neutral(operator, e.type));
  bindSum(ctx, sum, start.get());
  const reductions = reductionsOf(ctx, [{ operator, variable: name }]);
  const moved = portable(ctx, array);
  const movedMask = mask && portable(ctx, mask);
  const extents = extentsOfExpr(ctx, firstDesignator(array) ?? array);
  const { loops, some } = elementLoops(ctx, extents);
  const streamed = fold.mask === 2 ? e.args[3] : undefined;
  const stream = streamed ? ctx.keep(ctx.parts.index(ctx, streamed), 'stream') : i64(0);
  const kernel = ctx.kernelName();
  ctx.if(some, () => {
    const shape = shapeOf(ctx, kernel, loops, [fewBlocks, fewBlocks, fewBlocks], anything);
    const partials = startReductions(ctx, reductions, shape.grid);
    const made = outlineKernel(ctx, kernel, (o) => {
      const sums = reductions.map((r) => r.bind(o));
      moved.bind(o);
      movedMask?.bind(o);
      const elements = o.kernel.parts.elements(o.kernel, moved.expression);
      const chosen = movedMask && o.kernel.parts.elements(o.kernel, movedMask.expression);
      const element = (indexes: readonly Expression[]): void => {
        const take = (): void => {
          const cell = sums[0];
          cell?.set(fold.step(o.kernel, cell.get(), elements.at(indexes), e.type, array.type));
        };
        if (chosen) o.kernel.if(plainOf(chosen.at(indexes)), take);
        else take();
      };
      elementNest(o, loops, shape, element, countedLoop);
      writePartials(o, reductions, sums, partials);
    });
    launch(ctx, kernel, shape, made.args, stream);
    combineResults(ctx, reductions, partials, shape.grid, stream, false);
  });
  return emptyToLimit(ctx, e, operator, start.get());
}

function bindSum(ctx: Context, v: ReturnType<typeof madeVariable>, value: Value): void {
  if (value.kind === 'plain' && value.x.kind === 'local')
    ctx.bind(v, { kind: 'register', local: value.x.index, type: value.x.type });
  else if (value.kind === 'complex' && value.re.kind === 'local' && value.im.kind === 'local')
    ctx.bind(v, { kind: 'complex-register', re: value.re.index, im: value.im.index, type: value.re.type });
}

/** An array in the expression, which has its shape. */
function firstDesignator(e: Expr): Expr | undefined {
  if (e.rank === 0) return undefined;
  switch (e.kind) {
    case 'convert':
      return firstDesignator(e.value);
    case 'unary':
      return firstDesignator(e.operand);
    case 'binary':
      return firstDesignator(e.left) ?? firstDesignator(e.right);
    case 'intrinsic':
      for (const a of e.args) {
        const found = a && firstDesignator(a);
        if (found) return found;
      }
      return undefined;
    default:
      return e;
  }
}

/** maxval of nothing is the least number, not minus infinity. */
function emptyToLimit(ctx: Context, e: IntrinsicExpr, operator: ReductionInfo['operator'], value: Value): Value {
  if (e.type.base !== 'real' || (operator !== 'max' && operator !== 'min')) return value;
  const untouched = plainOf(neutral(operator, e.type));
  const limit = plainOf(folds[e.name]!.start(e.type));
  const x = ctx.keep(plainOf(value));
  return plain(select(op('eq', [x, untouched]), limit, x));
}
