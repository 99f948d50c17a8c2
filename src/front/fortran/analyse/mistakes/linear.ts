/** Sums of terms, as subscripts of kernels mostly are: what each thread computes its index from. */
import type { Expr, Variable } from '../../program.ts';
import { integerOf } from '../types.ts';
import { someInside } from '../walk-program.ts';
import { bare } from './walk.ts';

/** Products of names by their text (sorted), with the integers they are counted with; `plus` is the rest. */
export type Linear = { readonly terms: ReadonlyMap<string, bigint>; readonly plus: bigint };

/** Undefined where the expression is no sum of products of names; `values` stand for variables that are set once, `isName`: which others count. */
export function linear(
  e: Expr,
  values: ReadonlyMap<Variable, Expr>,
  depth = 0,
  isName: (v: Variable) => boolean = isSteady,
): Linear | undefined {
  const x = bare(e);
  const number = integerOf(x);
  if (number !== undefined) return { terms: new Map(), plus: number };
  if (x.kind === 'builtin') return atom(`${x.name}%${x.axis ?? ''}`);
  if (x.kind === 'variable') {
    const value = values.get(x.variable);
    if (value && depth < 20) return linear(value, values, depth + 1, isName);
    return x.variable.shape || !isName(x.variable) ? undefined : atom(x.variable.name);
  }
  if (x.kind === 'unary' && x.operator === 'negate') return times(linear(x.operand, values, depth, isName), -1n);
  if (x.kind !== 'binary') return undefined;
  const left = linear(x.left, values, depth, isName);
  const right = linear(x.right, values, depth, isName);
  if (!left || !right) return undefined;
  if (x.operator === 'add') return sum(left, right);
  if (x.operator === 'subtract') return sum(left, times(right, -1n));
  return x.operator === 'multiply' ? product(left, right) : undefined;
}

/** Dummies and what the kernel never sets; a local that is set in several places is no steady name. */
function isSteady(v: Variable): boolean {
  return v.storage === 'dummy' && v.attributes.value;
}

const atom = (name: string): Linear => ({ terms: new Map([[name, 1n]]), plus: 0n });

function times(a: Linear | undefined, by: bigint): Linear | undefined {
  return a && { terms: new Map([...a.terms].map(([k, n]) => [k, n * by])), plus: a.plus * by };
}

function sum(a: Linear, b: Linear | undefined): Linear | undefined {
  if (!b) return undefined;
  const terms = new Map(a.terms);
  for (const [k, n] of b.terms) terms.set(k, (terms.get(k) ?? 0n) + n);
  for (const [k, n] of terms) if (n === 0n) terms.delete(k);
  return { terms, plus: a.plus + b.plus };
}

function product(a: Linear, b: Linear): Linear {
  const terms = new Map<string, bigint>();
  const add = (name: string, n: bigint): void => {
    const all = (terms.get(name) ?? 0n) + n;
    if (all === 0n) terms.delete(name);
    else terms.set(name, all);
  };
  for (const [k, n] of a.terms) {
    for (const [l, m] of b.terms) add(namesTogether(k, l), n * m);
    add(k, n * b.plus);
  }
  for (const [l, m] of b.terms) add(l, a.plus * m);
  return { terms, plus: a.plus * b.plus };
}

function namesTogether(k: string, l: string): string {
  return [...k.split('*'), ...l.split('*')].sort().join('*');
}

export function difference(a: Linear, b: Linear): Linear {
  return sum(a, times(b, -1n)) ?? a;
}

export function sameLinear(a: Linear, b: Linear): boolean {
  return a.plus === b.plus && a.terms.size === b.terms.size && [...a.terms].every(([k, n]) => b.terms.get(k) === n);
}

export function mentionsThread(a: Linear): boolean {
  return [...a.terms.keys()].some((k) => k.includes('threadidx'));
}

/** Does it ask for threadIdx or blockIdx, itself or through variables that are set once? */
export function dependsOnThread(e: Expr, values: ReadonlyMap<Variable, Expr>, depth = 0): boolean {
  if (e.kind === 'builtin') return e.name === 'threadidx' || e.name === 'blockidx';
  if (e.kind === 'variable') {
    const value = values.get(e.variable);
    return value !== undefined && depth < 20 && dependsOnThread(value, values, depth + 1);
  }
  return someInside(e, (x) => dependsOnThread(x, values, depth + 1));
}

/** `(blockIdx%x - 1) * blockDim%x + threadIdx%x`: the number of the thread among all of the grid along this axis. */
export function globalIndexAxis(a: Linear): 'x' | 'y' | 'z' | undefined {
  for (const axis of ['x', 'y', 'z'] as const) {
    const whole: Linear = {
      terms: new Map([
        [`blockdim%${axis}*blockidx%${axis}`, 1n],
        [`blockdim%${axis}`, -1n],
        [`threadidx%${axis}`, 1n],
      ]),
      plus: 0n,
    };
    if (sameLinear(a, whole)) return axis;
  }
  return undefined;
}
