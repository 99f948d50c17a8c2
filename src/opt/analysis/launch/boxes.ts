/** Which threads take a branch, as ranges of their numbers. */
import type { Expression } from '../../../ir/module.ts';
import { type Comparison, isComparison, mirrored, opposite } from '../../../ir/negated.ts';
import { isNumber } from './conditions.ts';
import type { Env } from './known.ts';
import { plus, sumOf, threadNames } from './sums.ts';
import type { Values } from './values.ts';

/** Ranges of numbers of threads and blocks; what is not named may be anything. */
export type Box = ReadonlyMap<string, { readonly low: number; readonly high: number }>;

/** Which threads take a branch, exactly; undefined where no box says it. `truth`: all take the same one. */
export type Boxes = {
  readonly then: Box | undefined;
  readonly otherwise: Box | undefined;
  readonly truth: boolean | undefined;
};

/** The threads for which a condition holds, or does not; undefined where they are no box. */
export function boxOf(e: Expression, isTrue: boolean, env: Env, values: Values): Box | undefined {
  if (values.truth(e, env) === isTrue) return new Map();
  const made = e.kind === 'local' ? env.made.get(e.index) : undefined;
  if (made) return boxOf(made, isTrue, env, values);
  const [x, y] = e.kind === 'op' ? e.args : [];
  if (e.kind !== 'op' || !x) return undefined;
  if (e.op === 'not') return boxOf(x, !isTrue, env, values);
  if (!y) return undefined;
  if (x.type === 'bool') {
    if (e.op !== (isTrue ? 'and' : 'or')) return undefined;
    const [a, b] = [boxOf(x, isTrue, env, values), boxOf(y, isTrue, env, values)];
    return a && b && bothBoxes(a, b);
  }
  const apart = isNumber(x.type) ? plus(sumOf(x, env, values), sumOf(y, env, values), -1) : undefined;
  const [only, ...more] = apart?.base === '' ? apart.terms : [];
  if (!apart || !only || more.length > 0 || !(threadNames as readonly string[]).includes(only[0])) return undefined;
  if (!isComparison(e.op)) return undefined;
  const range = solved(isTrue ? e.op : opposite[e.op], only[1].factor, apart.constant);
  return range && new Map([[only[0], range]]);
}

/** The n for which factor * n + constant is less than 0, and so on. */
function solved(
  relation: Comparison,
  factor: number,
  constant: number,
): { readonly low: number; readonly high: number } | undefined {
  const [low, high] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const at = -constant / factor;
  if (factor < 0 && relation !== 'eq') return solved(mirrored[relation], -factor, -constant);
  switch (relation) {
    case 'lt':
      return { low, high: Math.ceil(at) - 1 };
    case 'le':
      return { low, high: Math.floor(at) };
    case 'gt':
      return { low: Math.floor(at) + 1, high };
    case 'ge':
      return { low: Math.ceil(at), high };
    case 'eq':
      return { low: Math.ceil(at), high: Math.floor(at) };
    case 'ne': // else: they are no range
      return undefined;
  }
}

function bothBoxes(a: Box, b: Box): Box {
  const box = new Map(a);
  for (const [name, { low, high }] of b) {
    const known = box.get(name) ?? { low, high };
    box.set(name, { low: Math.max(low, known.low), high: Math.min(high, known.high) });
  }
  return box;
}
