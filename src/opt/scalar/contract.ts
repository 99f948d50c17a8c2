/** a*b + c becomes one fused operation in device code, rounded once, as on a GPU. */
import type { Expression, Fn } from '../../ir/module.ts';
import { changeFunction } from '../../ir/walk.ts';

export function contract(fn: Fn): Fn {
  return changeFunction(fn, fuse);
}

type Operation = Extract<Expression, { kind: 'op' }>;

function fuse(e: Expression): Expression {
  if (e.kind !== 'op' || (e.type !== 'f32' && e.type !== 'f64')) return e;
  const [a, b] = e.args;
  if (e.op === 'add') {
    if (isProduct(a!)) return fma(e, a, b!);
    if (isProduct(b!)) return fma(e, b, a!);
  }
  if (e.op === 'sub') {
    if (isProduct(a!)) return fma(e, a, negative(b!));
    if (isProduct(b!)) return fma(e, { ...b, args: [negative(b.args[0]!), b.args[1]!] }, a!);
  }
  return e;
}

function isProduct(e: Expression): e is Operation {
  return e.kind === 'op' && e.op === 'mul';
}

function fma(sum: Operation, product: Operation, addend: Expression): Expression {
  return { kind: 'op', type: sum.type, op: 'fma', args: [product.args[0]!, product.args[1]!, addend] };
}

function negative(e: Expression): Expression {
  if (e.kind === 'const' && typeof e.value === 'number') return { ...e, value: -e.value };
  if (e.kind === 'op' && e.op === 'neg') return e.args[0]!;
  return { kind: 'op', type: e.type, op: 'neg', args: [e] };
}
