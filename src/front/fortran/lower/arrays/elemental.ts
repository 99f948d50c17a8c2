/** Elemental intrinsics on scalar values: by the rows of library/intrinsics. */
import { InternalError } from '../../../../base/impossible.ts';
import { i64, select } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import type { ScalarType, ScalarValue } from '../../../../library/intrinsics/row.ts';
import { intrinsics } from '../../../../library/intrinsics/table.ts';
import { notSupported } from '../../errors/lowering.ts';
import type { Type } from '../../program.ts';
import { isTextIntrinsic, lowerTextIntrinsic } from '../calls/text-intrinsics.ts';
import { type Context, generic } from '../context.ts';
import { convertValue } from '../convert.ts';
import { plain, plainOf, type Value } from '../value.ts';

export function applyElemental(
  ctx: Context,
  name: string,
  args: readonly (Value | undefined)[],
  types: readonly (Type | undefined)[],
  result: Type,
): Value {
  if (isTextIntrinsic(name, result)) {
    const text = result.base === 'character' ? result : types.find((t) => t?.base === 'character');
    return lowerTextIntrinsic(ctx, name, args, result, text?.base === 'character' ? text.kind : 1);
  }
  if (name === 'merge') return merged(ctx, args);
  if (name === 'is_iostat_end' || name === 'is_iostat_eor') return statusTest(name, args[0]);
  const row = intrinsics.get(name);
  if (!row?.lower) return notYet(ctx, name, result);
  const values = args.map((v, i) => {
    const type = types[i];
    return v && type ? scalarValue(v, type) : undefined;
  });
  const gives = scalarType(result);
  const parts = row.lower(values, { gives, keep: (value) => ctx.keep(value) });
  return assembled(parts, result);
}

/** A message, and some value to go on with. */
function notYet(ctx: Context, name: string, result: Type): Value {
  const message = notSupported(ctx.at, `intrinsic \`${name}\` here`);
  if (!ctx.module.diagnostics.some((d) => d.labels[0]?.at === ctx.at)) ctx.module.diagnostics.push(message);
  if (result.base === 'character') return { kind: 'character', address: ctx.text(''), length: i64(0) };
  if (result.base === 'derived' || result.base === 'any') return { kind: 'derived', address: ctx.slot('none', 8, 8) };
  const int: Type = { base: 'integer', kind: 4 };
  return convertValue(ctx, plain({ kind: 'const', type: 'i32', value: 0 }), int, result);
}

export function scalarType(type: Type): ScalarType {
  switch (type.base) {
    case 'derived':
    case 'any':
      throw new InternalError(`an elemental intrinsic on ${type.base}`);
    default:
      return { base: type.base, kind: type.kind };
  }
}

function scalarValue(v: Value, type: Type): ScalarValue {
  return { type: scalarType(type), parts: partsOf(v) };
}

function partsOf(v: Value): readonly Expression[] {
  switch (v.kind) {
    case 'plain':
      return [v.x];
    case 'complex':
      return [v.re, v.im];
    case 'character':
      return [v.address, v.length];
    case 'derived':
      return [v.address];
  }
}

function assembled(parts: readonly Expression[], type: Type): Value {
  const [first, second] = parts;
  if (!first) throw new InternalError('an intrinsic without a value');
  if (type.base === 'complex' && second) return { kind: 'complex', re: first, im: second };
  if (type.base === 'character') return { kind: 'character', address: first, length: second ?? i64(1) };
  return plain(first);
}

function merged(ctx: Context, args: readonly (Value | undefined)[]): Value {
  const [yes, no, mask] = args;
  if (!yes || !no || !mask) throw new InternalError('merge without its arguments', ctx.at);
  const c = ctx.keep(plainOf(mask));
  switch (yes.kind) {
    case 'plain':
      return plain(select(c, yes.x, plainOf(no)));
    case 'complex':
      return no.kind === 'complex'
        ? { kind: 'complex', re: select(c, yes.re, no.re), im: select(c, yes.im, no.im) }
        : no;
    case 'character':
      return no.kind === 'character'
        ? {
            kind: 'character',
            address: selectAddress(c, yes.address, no.address),
            length: select(c, yes.length, no.length),
          }
        : no;
    case 'derived':
      return no.kind === 'derived' ? { kind: 'derived', address: selectAddress(c, yes.address, no.address) } : no;
  }
}

/** Of addresses in one space, or in two spaces of the device. */
function selectAddress(c: Expression, a: Expression, b: Expression): Expression {
  if (a.type === b.type) return select(c, a, b);
  return select(c, generic(a), generic(b));
}

function statusTest(name: string, v: Value | undefined): Value {
  if (!v) throw new InternalError(`${name} without an argument`);
  const x = plainOf(v);
  const wanted = name === 'is_iostat_end' ? -1 : -2;
  const value: Expression = x.type === 'i64' ? i64(wanted) : { kind: 'const', type: 'i32', value: wanted };
  return plain({ kind: 'op', type: 'bool', op: 'eq', args: [x, value] });
}
