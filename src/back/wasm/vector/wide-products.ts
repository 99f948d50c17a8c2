/** Products of 64 bits whose factors are numbers of 32 bits: one instruction for two lanes, where those of 64 bits take eight. */
import type { Expression } from '../../../ir/module.ts';

type Operation = Extract<Expression, { kind: 'op' }>;

export type WideProduct = { readonly factors: readonly [Expression, Expression]; readonly sign: 'signed' | 'unsigned' };

/** The factors of `e` before they were widened; undefined where they are no such numbers, or not of one kind. */
export function wideProductIn(e: Operation): WideProduct | undefined {
  if (e.op !== 'mul' || e.type !== 'i64') return undefined;
  const [a, b] = e.args;
  if (!a || !b || (a.kind === 'const' && b.kind === 'const')) return undefined;
  for (const sign of ['signed', 'unsigned'] as const) {
    const [x, y] = [narrowed(a, sign), narrowed(b, sign)];
    if (x && y) return { factors: [x, y], sign };
  }
  return undefined;
}

function narrowed(e: Expression, sign: WideProduct['sign']): Expression | undefined {
  if (e.kind === 'op' && e.op === (sign === 'signed' ? 'extend' : 'extend.u')) return e.args[0];
  if (e.kind !== 'const') return undefined;
  const n = BigInt(e.value);
  const low = BigInt.asIntN(32, n);
  const same = sign === 'signed' ? low === n : BigInt.asUintN(32, n) === n;
  return same ? { kind: 'const', type: 'i32', value: Number(low) } : undefined;
}
