/** What conditions, and counts of iterations, say of sums over numbers of threads and iterations. */
import type { Expression, Statement } from '../../../ir/module.ts';
import type { Fact, Linear } from '../launch-conflicts.ts';
import { isNumber } from './conditions.ts';
import type { Env } from './known.ts';
import { plus, sumOf } from './sums.ts';
import type { Values } from './values.ts';

/** The name of a loop's iterations in sums. */
export const iterationOf = (label: string): string => `loop ${label}`;

type Loop = Extract<Statement, { kind: 'for' }>;

/** Where the condition holds, or does not. */
export function factsOf(e: Expression, holds: boolean, env: Env, values: Values): readonly Fact[] {
  if (e.kind === 'local') return values.followed(e.index, env, (made) => factsOf(made, holds, env, values)) ?? [];
  if (e.kind !== 'op') return [];
  const [x, y] = e.args;
  if (!x) return [];
  if (e.op === 'not') return factsOf(x, !holds, env, values);
  if (!y) return [];
  if (x.type === 'bool')
    return (e.op === 'and' && holds) || (e.op === 'or' && !holds)
      ? [...factsOf(x, holds, env, values), ...factsOf(y, holds, env, values)]
      : [];
  return isNumber(x.type) ? compared(e.op, holds, x, y, env, values) : [];
}

function compared(
  name: string,
  holds: boolean,
  x: Expression,
  y: Expression,
  env: Env,
  values: Values,
): readonly Fact[] {
  const order = (a: Expression, b: Expression, by: number): readonly Fact[] =>
    atMost(plus(sumOf(a, env, values), sumOf(b, env, values), -1), -by);
  switch (name) {
    case 'lt':
      return holds ? order(x, y, 1) : order(y, x, 0);
    case 'le':
      return holds ? order(x, y, 0) : order(y, x, 1);
    case 'gt':
      return holds ? order(y, x, 1) : order(x, y, 0);
    case 'ge':
      return holds ? order(y, x, 0) : order(x, y, 1);
    case 'eq':
    case 'ne':
      return (name === 'eq') === holds ? [...order(x, y, 0), ...order(y, x, 0), ...rests(x, y, env, values)] : [];
    default: // else: nothing is learnt
      return [];
  }
}

function atMost(of: Linear | undefined, high: number): readonly Fact[] {
  return of && of.base === '' && of.terms.size > 0 ? [{ of, low: Number.NEGATIVE_INFINITY, high }] : [];
}

/** Of `mod(x, m) == rest` and `iand(x, m - 1) == rest`. */
function rests(x: Expression, y: Expression, env: Env, values: Values): readonly Fact[] {
  const rest = values.of(y, env);
  if (x.kind !== 'op' || rest.base !== '' || rest.low !== rest.high) return [];
  const [sum, by] = x.args;
  const of = sum && sumOf(sum, env, values);
  if (of?.base !== '' || !by) return [];
  const modulus = modulusOf(x.op, values.of(by, env));
  return modulus === undefined ? [] : [{ of, modulus, rest: rest.low }];
}

function modulusOf(name: string, by: { readonly low: number; readonly high: number }): number | undefined {
  if (by.low !== by.high || by.low <= 0) return undefined;
  if (name === 'rem') return by.low;
  return name === 'and' && Number.isInteger(Math.log2(by.low + 1)) ? by.low + 1 : undefined;
}

/** Iterations that the count of others, or of threads, says. */
export function countedBy(s: Loop, most: number, env: Env, values: Values): readonly Fact[] {
  const iteration: Linear = {
    base: '',
    constant: 0,
    terms: new Map([[iterationOf(s.label), { factor: 1, low: 0, high: most - 1 }]]),
  };
  const trips = sumOf(s.trips, env, values);
  return trips && trips.terms.size > 0 ? atMost(plus(iteration, trips, -1), -1) : [];
}
