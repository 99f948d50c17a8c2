/** Loops over the elements of arrays. */
import { i32, i64, local, mul, op } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import type { Context } from '../context.ts';

/** `body` for all indexes (i64, from 0), the first running fastest. `independent`: the turns do not depend on each other. */
export function nest(
  ctx: Context,
  extents: readonly Expression[],
  body: (indexes: readonly Expression[]) => void,
  independent = false,
): void {
  const indexes: Expression[] = extents.map(() => i64(0));
  const level = (k: number): void => {
    if (k < 0) {
      ctx.scope(() => body(indexes));
      return;
    }
    turns(ctx, extents[k]!, independent, (i) => {
      indexes[k] = i;
      level(k - 1);
    });
  };
  level(extents.length - 1);
}

/** A loop of `count` turns, index from 0. Where the count is known to be small the index is an i32. */
export function turns(
  ctx: Context,
  count: Expression,
  independent: boolean,
  body: (index: Expression) => void,
  around: { readonly label?: string } = {},
): void {
  if (count.kind === 'const' && Number(count.value) === 1) {
    if (around.label === undefined) {
      body(i64(0));
      return;
    }
  }
  const known = count.kind === 'const' && Number(count.value) < 2 ** 31 ? Number(count.value) : undefined;
  const small = known !== undefined;
  const type = small ? 'i32' : 'i64';
  const index = ctx.newLocal('i', type);
  const value = local(index, type);
  const label = around.label ?? ctx.freshLabel('element');
  const list = ctx.capture(() => body(small ? op('extend', [value]) : value));
  const number = small ? i32 : i64;
  ctx.emit({
    kind: 'for',
    label,
    local: index,
    from: number(0),
    trips: small ? i32(known) : count,
    step: number(1),
    body: list,
    ...(independent && { independent }),
  });
}

/** Indexes from 0 of the element with running number `n`. */
export function unflatten(ctx: Context, n: Expression, extents: readonly Expression[]): readonly Expression[] {
  if (extents.length === 1) return [n];
  const indexes: Expression[] = [];
  let rest = n;
  for (let k = 0; k < extents.length - 1; k++) {
    const extent = extents[k]!;
    const quotient = ctx.keep(op('div', [rest, extent]), 'q');
    indexes.push(ctx.keep(op('sub', [rest, mul(quotient, extent)]), 'i'));
    rest = quotient;
  }
  indexes.push(rest);
  return indexes;
}
