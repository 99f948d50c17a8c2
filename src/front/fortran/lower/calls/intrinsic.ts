/** References to intrinsic functions of rank 0. */
import { InternalError } from '../../../../base/impossible.ts';
import { extendsCallName, parentCallName } from '../../../../ir/bound-calls.ts';
import { bool, i64, load, op, or, select } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import { intrinsics } from '../../../../library/intrinsics/table.ts';
import { constantLength, descriptorFields, layoutOf } from '../../layout.ts';
import type { Expr, Type } from '../../program.ts';
import { bytesTransferred, isTransferredLogical } from '../arrays/array-transfer.ts';
import { rankIn } from '../arrays/descriptor.ts';
import { applyElemental } from '../arrays/elemental.ts';
import { addressNumber, type Context, isNull } from '../context.ts';
import { resizeInteger } from '../convert.ts';
import { isDescribedDesignator, loadField, lowerAddress, lowerElementBytes } from '../designator.ts';
import { loadValue, scratch } from '../memory.ts';
import { tableFields } from '../objects/type-tables.ts';
import { plain, plainOf, textOf, type Value } from '../value.ts';
import { intrinsicEitherWay } from './absent.ts';
import { isPresent } from './presence.ts';
import { surroundingsFunction } from './surroundings.ts';

type Intrinsic = Expr & { readonly kind: 'intrinsic' };

export function lowerIntrinsic(ctx: Context, e: Intrinsic): Value {
  const open = intrinsicEitherWay(ctx, e);
  if (open) return open;
  const own = inquiries[e.name];
  if (own) return own(ctx, e);
  if (e.name === 'transfer' && e.rank === 0 && e.args[0]?.rank === 0) return transferred(ctx, e);
  const row = intrinsics.get(e.name);
  if (!row) throw new InternalError(`no intrinsic ${e.name}`, e.span);
  if (row.lower || row.by === 'text' || e.name.startsWith('is_iostat_')) {
    const values = e.args.map((a) => (a ? ctx.parts.scalar(ctx, a) : undefined));
    return applyElemental(
      ctx,
      e.name,
      values,
      e.args.map((a) => a?.type),
      e.type,
    );
  }
  if (row.by === 'call') return surroundingsFunction(ctx, e);
  return ctx.parts.arrayIntrinsic(ctx, e);
}

function argument(e: Intrinsic, i: number): Expr {
  const a = e.args[i];
  if (!a) throw new InternalError(`${e.name} without argument ${i + 1}`, e.span);
  return a;
}

const inquiries: Readonly<Record<string, (ctx: Context, e: Intrinsic) => Value>> = {
  present: (ctx, e) => {
    const a = argument(e, 0);
    return plain(a.kind === 'variable' ? isPresent(ctx, a.variable) : bool(true));
  },
  len: (ctx, e) => {
    const a = argument(e, 0);
    const bytes = lowerElementBytes(ctx, a);
    const wide = a.type.base === 'character' && a.type.kind === 4;
    return plain(sized(e.type, wide ? op('div', [bytes, i64(4)]) : bytes));
  },
  rank: (ctx, e) => {
    const a = argument(e, 0);
    const open = a.kind === 'variable' && a.variable.shape?.kind === 'assumed-rank';
    return plain(sized(e.type, open ? rankIn(ctx, ctx.parts.descriptorAddress(ctx, a)) : i64(a.rank)));
  },
  loc: (ctx, e) => {
    const a = argument(e, 0);
    if (a.kind === 'procedure') return plain(op('to.address', [plainOf(ctx.parts.scalar(ctx, a))]));
    return plain(addressNumber(a.rank > 0 ? ctx.parts.arrayPlace(ctx, a).base : lowerAddress(ctx, a)));
  },
  same_type_as: (ctx, e) => plain(op('eq', [dynamicType(ctx, argument(e, 0)), dynamicType(ctx, argument(e, 1))])),
  // Each type extends that of a `class(*)` that has none yet.
  extends_type_of: (ctx, e) => {
    const mold = ctx.keep(dynamicType(ctx, argument(e, 1)));
    return plain(or(isNull(mold), isExtension(ctx, dynamicType(ctx, argument(e, 0)), mold)));
  },
  storage_size: (ctx, e) => plain(sized(e.type, op('mul', [lowerElementBytes(ctx, argument(e, 0)), i64(8)]))),
  selected_int_kind: (ctx, e) => {
    const r = plainOf(ctx.parts.scalar(ctx, argument(e, 0)));
    return plain(
      sized(
        e.type,
        kindByLimits(
          r,
          [
            [2, 1],
            [4, 2],
            [9, 4],
            [18, 8],
          ],
          -1,
        ),
      ),
    );
  },
  selected_real_kind: (ctx, e) => {
    const of = (i: number) => e.args[i] && ctx.keep(wideInteger(plainOf(ctx.parts.scalar(ctx, argument(e, i)))));
    const [digits = i64(0), range = i64(0), radix = i64(0)] = [of(0), of(1), of(2)];
    const byDigits = ctx.keep(kindByLimits(digits, realLimits.digits, 16));
    const byRange = ctx.keep(kindByLimits(range, realLimits.range, 16));
    const none = (kind: Expression) => op('gt', [kind, i64(8)]);
    const missing = select(none(byDigits), select(none(byRange), i64(-3), i64(-1)), i64(-2));
    const kind = ctx.keep(op('max', [byDigits, byRange]));
    const binary = or(op('eq', [radix, i64(0)]), op('eq', [radix, i64(2)]));
    return plain(sized(e.type, select(binary, select(none(kind), missing, kind), i64(-5))));
  },
  selected_char_kind: (ctx, e) => {
    const name = textOf(ctx.parts.scalar(ctx, argument(e, 0)));
    const [kind = i64(-1)] = ctx.runtime('text4.set', name.address, name.length);
    return plain(sized(e.type, op('extend', [kind])));
  },
  null: () => plain({ kind: 'const', type: 'ptr.host', value: 0n }),
};

/** The decimal digits and the exponent range of each kind of real. */
const realLimits = {
  digits: [
    [6, 4],
    [15, 8],
  ],
  range: [
    [37, 4],
    [307, 8],
  ],
} as const;

function wideInteger(x: Expression): Expression {
  return x.type === 'i64' ? x : op('extend', [x]);
}

/** The first kind whose limit is not below `x`. */
function kindByLimits(x: Expression, limits: readonly (readonly [number, number])[], otherwise: number): Expression {
  const wide = wideInteger(x);
  return limits.reduceRight(
    (rest, [limit, kind]) => select(op('le', [wide, i64(limit)]), i64(kind), rest),
    i64(otherwise),
  );
}

function sized(type: Type, x: Expression): Expression {
  return resizeInteger(x, 8, type.base === 'integer' ? type.kind : 4);
}

/** The table of an object's type at run time (ptr.host). */
export function dynamicType(ctx: Context, e: Expr): Expression {
  if (e.type.base === 'any' || (e.type.base === 'derived' && e.type.polymorphic)) {
    if (e.kind === 'element') return dynamicType(ctx, e.base);
    if (e.kind === 'unary') return dynamicType(ctx, e.operand);
    if (e.kind === 'intrinsic' && e.rank > 0 && e.args[0]) return dynamicType(ctx, e.args[0]);
    if (isDescribedDesignator(ctx, e))
      return ctx.keep(loadField(ctx, ctx.parts.descriptorAddress(ctx, e), descriptorFields.type, 'ptr.host'));
    const value = ctx.parts.scalar(ctx, e);
    if (value.kind === 'derived' && value.dynamic) return ctx.keep(value.dynamic);
    throw new InternalError(`the dynamic type of a ${e.kind}`, e.span);
  }
  return ctx.parts.typeTable(ctx, e.type);
}

/** Is the type of table `type` the one of `ancestor`, or an extension of it? */
export function isExtension(ctx: Context, type: Expression, ancestor: Expression): Expression {
  if (ctx.mode === 'device' && ancestor.kind === 'global') return asksExtension(ctx, type, ancestor.name);
  const at = ctx.variable('type', 'ptr.host');
  ctx.set(at.index, type);
  const wanted = ctx.keep(ancestor);
  const label = ctx.freshLabel('extends');
  ctx.loop(label, () => {
    ctx.if(or(isNull(at), op('eq', [at, wanted])), () => ctx.break(label));
    ctx.set(at.index, ctx.mode === 'device' ? parentOnDevice(ctx, at) : load('ptr.host', at, tableFields.parent));
  });
  return op('ne', [at, { kind: 'const', type: 'ptr.host', value: 0n }]);
}

function parentOnDevice(ctx: Context, table: Expression): Expression {
  ctx.module.needExtern({ name: parentCallName, from: 'object', params: ['ptr.host'], results: ['ptr.host'] });
  return ctx.call({ kind: 'direct', name: parentCallName }, [table], ['ptr.host'])[0] ?? table;
}

function asksExtension(ctx: Context, type: Expression, ancestor: string): Expression {
  const name = extendsCallName(ancestor);
  ctx.module.needExtern({ name, from: 'object', params: ['ptr.host'], results: ['bool'] });
  const [answer] = ctx.call({ kind: 'direct', name }, [type], ['bool']);
  if (!answer) throw new InternalError('no answer of a type');
  return answer;
}

/** Bits of one scalar as another type: through memory that is large enough for both. */
function transferred(ctx: Context, e: Intrinsic): Value {
  const source = argument(e, 0);
  const address = isTransferredLogical(source) ? bytesTransferred(ctx, source).address : lowerAddress(ctx, source);
  const size = layoutOf(source.type)?.size;
  const wanted = layoutOf(e.type)?.size;
  const length =
    e.type.base === 'character' && constantLength(e.type) === undefined
      ? ctx.parts.elementBytes(ctx, argument(e, 1))
      : undefined;
  if (size !== undefined && wanted !== undefined && size >= wanted) return loadValue(ctx, e.type, address, length);
  const bytes = ctx.keep(length ?? i64(wanted ?? 0));
  const to = scratch(ctx, e.type, bytes);
  ctx.copy(to, address, op('min', [bytes, ctx.parts.elementBytes(ctx, source)]));
  return loadValue(ctx, e.type, to, length);
}
