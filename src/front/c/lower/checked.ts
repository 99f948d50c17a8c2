/** Arithmetic that tells whether its result fits: computed in 128 bits, two words of 64. */
import { i64, integer, op } from '../../../ir/build.ts';
import type { Expression as Ir } from '../../../ir/module.ts';
import type { Expression } from '../tree.ts';
import { isSigned, sizeOf, type Type } from '../types.ts';
import type { FunctionLowering } from './function.ts';
import { memoryType, valueType } from './represent.ts';

type Wide = { readonly low: Ir; readonly high: Ir };
type Combine = (a: Wide, b: Wide) => Wide;

const carried = (a: Ir, b: Ir): Ir => op('extend.u', [op('to.i32', [op('lt.u', [a, b])])]);

export const sumOf: Combine = (a, b) => {
  const low = op('add', [a.low, b.low]);
  return { low, high: op('add', [op('add', [a.high, b.high]), carried(low, a.low)]) };
};

export const differenceOf: Combine = (a, b) => ({
  low: op('sub', [a.low, b.low]),
  high: op('sub', [op('sub', [a.high, b.high]), carried(a.low, b.low)]),
});

export const productOf: Combine = (a, b) => {
  const crossed = op('add', [op('mul', [a.high, b.low]), op('mul', [a.low, b.high])]);
  return { low: op('mul', [a.low, b.low]), high: op('add', [op('mul.high.u', [a.low, b.low]), crossed]) };
};

/** The result as far as it fits goes to where the third argument points, if `stores`; whether it does not fit. */
export function checkedResult(
  f: FunctionLowering,
  e: Expression & { readonly kind: 'builtin' },
  combine: Combine,
  stores: boolean,
): Ir {
  const [a, b, to] = e.args;
  const values = f.inOrder([() => f.value(a!), () => f.value(b!), () => f.value(to!)]);
  const type: Type = stores && to!.type.kind === 'pointer' ? to!.type.to : to!.type;
  const { low, high } = combine(widened(f, values[0]!, a!.type), widened(f, values[1]!, b!.type));
  const [kept, rest] = [f.keep(low), f.keep(high)];
  const narrow = valueType(type, f.mode) === 'i64' ? kept : op('wrap', [kept]);
  if (stores) f.store(memoryType(type, f.mode), f.placeAt(values[2]!), narrow);
  return op('to.i32', [op('or', [op('ne', [rest, signOf(kept, type)]), op('ne', [kept, cutTo(kept, type)])])]);
}

function widened(f: FunctionLowering, v: Ir, type: Type): Wide {
  const low = f.keep(v.type === 'i64' ? v : op(isSigned(type) ? 'extend' : 'extend.u', [v]));
  return { low, high: signOf(low, type) };
}

/** The upper word of a value of that type. */
const signOf = (low: Ir, type: Type): Ir => (isSigned(type) ? op('shr.s', [low, i64(63)]) : i64(0));

function cutTo(v: Ir, type: Type): Ir {
  const free = type.kind === 'bool' ? 63 : 64 - 8 * (sizeOf(type) ?? 8);
  if (free <= 0) return v;
  return op(isSigned(type) ? 'shr.s' : 'shr.u', [op('shl', [v, integer('i64', free)]), integer('i64', free)]);
}
