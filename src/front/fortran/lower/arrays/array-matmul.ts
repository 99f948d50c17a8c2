/** matmul: columns of the result are sums of columns of the first matrix, so that memory is read as it lies. */
import { InternalError } from '../../../../base/impossible.ts';
import { bool, i64, mul, op } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import { valueTypeOf } from '../../layout.ts';
import type { Type } from '../../program.ts';
import type { Context } from '../context.ts';
import { convertValue } from '../convert.ts';
import { loadValue, storeValue } from '../memory.ts';
import { numberOf } from '../operators.ts';
import { plain, type Value } from '../value.ts';
import { newCell } from './array-cell.ts';
import { turns } from './array-loop.ts';
import type { IntrinsicExpr } from './array-reduce.ts';
import { elementsOfView, keepValue, knownBytes, materialized, newArray } from './array-temporary.ts';
import type { Elements } from './array-value.ts';
import { elementFromZero, hasGather, isDeviceView, strideOf, type View } from './view.ts';

type Operand = { readonly elements: Elements; readonly type: Type };

export function matmul(ctx: Context, e: IntrinsicExpr): Elements {
  const [left, right] = e.args;
  if (!left || !right) throw new InternalError('matmul of what', e.span);
  const a: Operand = { elements: settled(ctx, ctx.parts.elements(ctx, left)), type: left.type };
  const b: Operand = { elements: settled(ctx, ctx.parts.elements(ctx, right)), type: right.type };
  if (a.elements.extents.length === 1) return vectorByMatrix(ctx, e, a, b);
  return matrixByColumns(ctx, e, a, b);
}

/** Where elements are asked for many times they must not be computed each time. */
function settled(ctx: Context, x: Elements): Elements {
  return x.view ? x : materialized(ctx, x);
}

function zero(type: Type): Value {
  if (type.base === 'logical') return plain(bool(false));
  const x = numberOf(valueTypeOf(type), 0);
  return type.base === 'complex' ? { kind: 'complex', re: x, im: x } : plain(x);
}

function multiplyAdd(ctx: Context, e: IntrinsicExpr, sum: Value, x: Value, y: Value, a: Type, b: Type): Value {
  const truth = e.type.base === 'logical';
  const term = ctx.parts.binary(
    ctx,
    truth ? 'and' : 'multiply',
    wider(ctx, x, a, e.type),
    wider(ctx, y, b, e.type),
    e.type,
    e.type,
  );
  return ctx.parts.binary(ctx, truth ? 'or' : 'add', sum, term, e.type, e.type);
}

function wider(ctx: Context, v: Value, from: Type, to: Type): Value {
  return sameKind(from, to) ? v : convertValue(ctx, v, from, to);
}

function sameKind(a: Type, b: Type): boolean {
  return (
    a.base === b.base &&
    a.base !== 'derived' &&
    b.base !== 'derived' &&
    a.base !== 'any' &&
    b.base !== 'any' &&
    a.kind === b.kind
  );
}

/** The second operand a matrix or a vector (one column). */
function matrixByColumns(ctx: Context, e: IntrinsicExpr, a: Operand, b: Operand): Elements {
  const [rows, inner] = a.elements.extents;
  const columns = b.elements.extents[1];
  const extents: Expression[] = columns ? [rows!, columns] : [rows!];
  const view = newArray(
    ctx,
    e.type,
    extents.map((x) => ctx.keep(x)),
    knownBytes(e.type)!,
  );
  const place = (i: Expression, j: Expression): Expression => elementFromZero(view, columns ? [i, j] : [i]);
  const column = (j: Expression): void => {
    turns(ctx, rows!, true, (i) => storeValue(ctx, e.type, place(i, j), zero(e.type)));
    turns(ctx, inner!, false, (k) => {
      const factor = keepValue(ctx, b.elements.at(columns ? [k, j] : [k]));
      turns(ctx, rows!, true, (i) => {
        const at = place(i, j);
        const sum = loadValue(ctx, e.type, at);
        storeValue(ctx, e.type, at, multiplyAdd(ctx, e, sum, a.elements.at([i, k]), factor, a.type, b.type));
      });
    });
  };
  if (!columns) column(i64(0));
  else {
    const large = largeProduct(ctx, e.type, view, a, b);
    if (large) ctx.if(large.worthwhile, large.call, () => turns(ctx, columns, false, column));
    else turns(ctx, columns, false, column);
  }
  return elementsOfView(ctx, view);
}

/** Products of at least so many terms are worth blocks. */
const worthwhile = 20000n;
const blocked: Readonly<Record<number, string>> = { 4: 'cufort_matmul.product_s', 8: 'cufort_matmul.product_d' };

/** The library's product (library/fortran/math/cufort_matmul.cuf) for matrices of the host, whose columns lie without gaps, of one real type. */
function largeProduct(ctx: Context, type: Type, result: View, a: Operand, b: Operand) {
  const name = type.base === 'real' ? blocked[type.kind] : undefined;
  const [x, y] = [a.elements.view, b.elements.view];
  const fits = ctx.mode === 'host' && sameKind(a.type, type) && sameKind(b.type, type);
  if (!name || !x || !y || !fits || [x, y].some((v) => isDeviceView(v) || hasGather(v))) return undefined;
  const [m, n] = result.axes.map((axis) => axis.extent);
  const k = x.axes[1]!.extent;
  const [firstStride, lda] = leadingDimension(x);
  const [secondStride, ldb] = leadingDimension(y);
  const dense = [firstStride, secondStride].map((stride) => op('eq', [stride, result.bytes]));
  const many = op('ge', [mul(mul(m!, n!), k), i64(worthwhile)]);
  const forward = [lda, ldb].map((d) => op('gt', [d, i64(0)]));
  const args = [m!, n!, k, lda, ldb, x.base, y.base, result.base];
  return {
    worthwhile: [...dense, ...forward].reduce((all, c) => op('and', [all, c]), many),
    call: () => {
      ctx.module.needExtern({ name, from: 'object', params: args.map((arg) => arg.type), results: [] });
      ctx.call({ kind: 'direct', name }, args, []);
    },
  };
}

/** Bytes from row to row, and elements from column to column. */
function leadingDimension(v: View): readonly [Expression, Expression] {
  return [strideOf(v, 0), op('div', [strideOf(v, 1), v.bytes])];
}

function vectorByMatrix(ctx: Context, e: IntrinsicExpr, a: Operand, b: Operand): Elements {
  const [inner, columns] = b.elements.extents;
  const view = newArray(ctx, e.type, [ctx.keep(columns!)], knownBytes(e.type)!);
  turns(ctx, columns!, false, (j) => {
    const sum = newCell(ctx, zero(e.type));
    turns(ctx, inner!, false, (k) =>
      sum.set(multiplyAdd(ctx, e, sum.get(), a.elements.at([k]), b.elements.at([k, j]), a.type, b.type)),
    );
    storeValue(ctx, e.type, elementFromZero(view, [j]), sum.get());
  });
  return elementsOfView(ctx, view);
}
