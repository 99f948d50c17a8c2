/** What a condition says of the values that it compares, and of what these are made of. */
import type { Expression } from '../../../ir/module.ts';
import type { ValueType } from '../../../ir/types.ts';
import type { Interval } from '../intervals.ts';
import * as interval from '../intervals.ts';
import type { Env } from './known.ts';

/** The interval of a value. */
type Ask = (e: Expression, env: Env) => Interval;

/** What is known where the condition holds, or does not: false where that cannot be. */
export function refine(e: Expression, holds: boolean, env: Env, ask: Ask): boolean {
  if (e.kind === 'const') return e.value === holds;
  if (e.kind === 'local') {
    const made = env.made.get(e.index);
    return made ? refine(made, holds, env, ask) : true;
  }
  if (e.kind !== 'op') return true;
  const [x, y] = e.args;
  if (!x) return true;
  if (e.op === 'not') return refine(x, !holds, env, ask);
  if (!y) return true;
  if (x.type === 'bool') {
    if ((e.op === 'and' && holds) || (e.op === 'or' && !holds))
      return refine(x, holds, env, ask) && refine(y, holds, env, ask);
    return true;
  }
  if (!isNumber(x.type) || x.type === 'f32' || x.type === 'f64') return true;
  return compared(e.op, holds, x, y, env, ask);
}

function compared(name: string, holds: boolean, x: Expression, y: Expression, env: Env, ask: Ask): boolean {
  switch (name) {
    case 'lt':
      return holds ? order(x, y, 1, env, ask) : order(y, x, 0, env, ask);
    case 'le':
      return holds ? order(x, y, 0, env, ask) : order(y, x, 1, env, ask);
    case 'gt':
      return holds ? order(y, x, 1, env, ask) : order(x, y, 0, env, ask);
    case 'ge':
      return holds ? order(y, x, 0, env, ask) : order(x, y, 1, env, ask);
    case 'lt.u':
    case 'le.u': {
      const by = name === 'lt.u' ? 1 : 0;
      if (ask(y, env).low < 0) return true;
      if (holds) return bound(x, 0, Number.POSITIVE_INFINITY, env, ask) && order(x, y, by, env, ask);
      return ask(x, env).low < 0 || order(y, x, 1 - by, env, ask);
    }
    case 'eq':
    case 'ne':
      if ((name === 'eq') === holds) return order(x, y, 0, env, ask) && order(y, x, 0, env, ask);
      return differ(x, y, env, ask) && differ(y, x, env, ask);
    default: // else: nothing is learnt
      return true;
  }
}

/** x + by <= y. */
function order(x: Expression, y: Expression, by: number, env: Env, ask: Ask): boolean {
  const [a, b] = [ask(x, env), ask(y, env)];
  if (a.base !== '' || b.base !== '') return true;
  return (
    bound(x, Number.NEGATIVE_INFINITY, b.high - by, env, ask) &&
    bound(y, a.low + by, Number.POSITIVE_INFINITY, env, ask)
  );
}

function differ(x: Expression, y: Expression, env: Env, ask: Ask): boolean {
  const [a, b] = [ask(x, env), ask(y, env)];
  if (b.low !== b.high || a.base !== '' || b.base !== '') return true;
  if (a.low === b.low) return bound(x, a.low + 1, a.high, env, ask);
  return a.high === b.low ? bound(x, a.low, a.high - 1, env, ask) : true;
}

/** Whatever `e` is made of that cannot leave these ends. */
function bound(e: Expression, low: number, high: number, env: Env, ask: Ask): boolean {
  const now = ask(e, env);
  if (now.base !== '') return true;
  const found = interval.meet(now, { ...now, low, high });
  if (!found) return false;
  switch (e.kind) {
    case 'local': {
      env.narrow(e.index, found);
      const made = env.made.get(e.index);
      return made && made.type !== 'bool' ? bound(made, low, high, env, ask) : true;
    }
    case 'special':
      env.narrowSpecial(e.name, found);
      return true;
    case 'op':
      return boundParts(e, low, high, env, ask);
    default: // else: it has no parts
      return true;
  }
}

/** What is left for the other part of a sum. */
function boundRest(y: Expression, low: number, high: number, x: Interval, env: Env, ask: Ask): boolean {
  return bound(y, low - x.high, high - x.low, env, ask);
}

function boundParts(e: Extract<Expression, { kind: 'op' }>, low: number, high: number, env: Env, ask: Ask): boolean {
  const [x, y] = e.args;
  if (!x || x.type === 'bool') return true;
  const a = ask(x, env);
  if (e.op === 'extend' || (e.op === 'extend.u' && a.low >= 0)) return bound(x, low, high, env, ask);
  if (!y || a.base !== '') return true;
  const b = ask(y, env);
  if (b.base !== '') return true;
  // A sum that wraps says nothing.
  const limits = interval.whole(e.type);
  const wraps = (l: number, h: number): boolean => l < limits.low || h > limits.high;
  switch (e.op) {
    case 'add':
      if (wraps(a.low + b.low, a.high + b.high)) return true;
      if (!bound(x, low - b.high, high - b.low, env, ask)) return false;
      return boundRest(y, low, high, ask(x, env), env, ask);
    case 'sub':
      if (wraps(a.low - b.high, a.high - b.low)) return true;
      return bound(x, low + b.low, high + b.high, env, ask) && bound(y, a.low - high, a.high - low, env, ask);
    case 'mul':
      if (b.low !== b.high || b.low <= 0 || wraps(a.low * b.low, a.high * b.low)) return true;
      return bound(x, Math.ceil(low / b.low), Math.floor(high / b.low), env, ask);
    case 'max':
      return bound(x, Number.NEGATIVE_INFINITY, high, env, ask) && bound(y, Number.NEGATIVE_INFINITY, high, env, ask);
    case 'min':
      return bound(x, low, Number.POSITIVE_INFINITY, env, ask) && bound(y, low, Number.POSITIVE_INFINITY, env, ask);
    default: // else: nothing is learnt of its parts
      return true;
  }
}

export function isNumber(type: ValueType): boolean {
  return type !== 'f32' && type !== 'f64' && type !== 'bool';
}

/** Whether a relation holds; undefined where it may and may not. */
export function compare(name: string, a: Interval, b: Interval): boolean | undefined {
  const less = a.high < b.low ? true : a.low >= b.high ? false : undefined;
  const more = b.high < a.low ? true : b.low >= a.high ? false : undefined;
  const not = (x: boolean | undefined): boolean | undefined => (x === undefined ? undefined : !x);
  const plain = a.low >= 0 && b.low >= 0;
  switch (name) {
    case 'lt':
      return less;
    case 'ge':
      return not(less);
    case 'gt':
      return more;
    case 'le':
      return not(more);
    case 'lt.u':
      return plain ? less : undefined;
    case 'le.u':
      return plain ? not(more) : undefined;
    case 'eq':
    case 'ne': {
      const same = less === true || more === true ? false : a.low === a.high && b.low === b.high ? true : undefined;
      return name === 'eq' ? same : not(same);
    }
    default: // else: nobody knows
      return undefined;
  }
}
