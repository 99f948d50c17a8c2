/** Values as sums over numbers of threads and of iterations. */
import type { Expression } from '../../../ir/module.ts';
import type { SpecialName } from '../../../ir/operations.ts';
import * as interval from '../intervals.ts';
import type { Linear, Term } from '../launch-conflicts.ts';
import { isNumber } from './conditions.ts';
import type { Env } from './known.ts';
import { isShift, type Values } from './values.ts';

const noTerms: ReadonlyMap<string, Term> = new Map();
export const threadNames: readonly SpecialName[] = ['tid.x', 'tid.y', 'tid.z', 'ctaid.x', 'ctaid.y', 'ctaid.z'];

/** As a sum over numbers of threads and iterations; undefined where it is none. */
export function sumOf(e: Expression, env: Env, values: Values): Linear | undefined {
  if (!isNumber(e.type)) return undefined;
  const { base, low, high } = values.of(e, env);
  if (low === high) return { base, constant: low, terms: noTerms };
  switch (e.kind) {
    case 'special': {
      const range = values.special(e.name, env);
      return range && threadNames.includes(e.name)
        ? { base: '', constant: 0, terms: new Map([[e.name, { factor: 1, low: range.low, high: range.high }]]) }
        : undefined;
    }
    case 'local':
      return values.remembered(
        e.index,
        env.asked.sums,
        () => env.sums.get(e.index) ?? values.followed(e.index, env, (made) => sumOf(made, env, values)),
      );
    case 'op':
      return operation(e, env, values);
    default: // else: nobody knows
      return undefined;
  }
}

function operation(e: Extract<Expression, { kind: 'op' }>, env: Env, values: Values): Linear | undefined {
  const [x, y] = e.args;
  if (!x) return undefined;
  switch (e.op) {
    case 'extend':
    case 'to.address':
    case 'from.address':
    case 'cast.space':
      return sumOf(x, env, values);
    case 'wrap':
      return interval.isWhole(values.of(e, env), 'i32') ? undefined : sumOf(x, env, values);
    default: // else: a sum of two
  }
  if (!y || (e.type === 'i32' && interval.isWhole(values.of(e, env), 'i32'))) return undefined;
  switch (e.op) {
    case 'add':
    case 'offset':
      return plus(sumOf(x, env, values), sumOf(y, env, values), 1);
    case 'sub':
      return plus(sumOf(x, env, values), sumOf(y, env, values), -1);
    case 'mul':
      return times(sumOf(x, env, values), sumOf(y, env, values));
    case 'div': {
      const by = values.of(y, env);
      return by.low === by.high && Math.abs(by.low) === 1
        ? times(sumOf(x, env, values), sumOf(y, env, values))
        : undefined;
    }
    case 'shl': {
      const by = values.of(y, env);
      return isShift(by)
        ? times(sumOf(x, env, values), { base: '', constant: 2 ** by.low, terms: noTerms })
        : undefined;
    }
    default: // else: it is no sum
      return undefined;
  }
}

export function plus(a: Linear | undefined, b: Linear | undefined, factor: 1 | -1): Linear | undefined {
  if (!a || !b || (b.base !== '' && (a.base !== '' || factor < 0))) return undefined;
  const terms = new Map(a.terms);
  for (const [name, t] of b.terms) {
    const sum = (terms.get(name)?.factor ?? 0) + factor * t.factor;
    if (sum === 0) terms.delete(name);
    else terms.set(name, { ...t, factor: sum });
  }
  return { base: a.base || b.base, constant: a.constant + factor * b.constant, terms };
}

/** By a constant. */
function times(a: Linear | undefined, b: Linear | undefined): Linear | undefined {
  if (!a || !b || a.base !== '' || b.base !== '') return undefined;
  const [sum, by] = a.terms.size === 0 ? [b, a.constant] : [a, b.constant];
  if (a.terms.size > 0 && b.terms.size > 0) return undefined;
  const terms = new Map([...sum.terms].map(([name, t]) => [name, { ...t, factor: t.factor * by }] as const));
  return { base: '', constant: sum.constant * by, terms: by === 0 ? noTerms : terms };
}
