/** What operators of reductions begin with, and how they put two values together: for clauses of directives and for loops over threads. */
import type { BinaryOp, Expr, ReductionInfo, Type } from '../../program.ts';
import { constant } from './make.ts';

type Operator = ReductionInfo['operator'];

/** Of operators that are not intrinsic functions. */
export const binaries: Readonly<Partial<Record<Operator, BinaryOp>>> = {
  '+': 'add',
  '*': 'multiply',
  and: 'and',
  or: 'or',
  eqv: 'eqv',
  neqv: 'neqv',
};

/** Two scalars of one type. */
export function combined(operator: Operator, left: Expr, right: Expr): Expr {
  const { type, span } = left;
  const binary = binaries[operator];
  if (binary) return { kind: 'binary', operator: binary, left, right, type, rank: 0, span };
  return { kind: 'intrinsic', name: operator, args: [left, right], type, rank: 0, span };
}

/** The scalar that changes nothing. */
export function neutral(operator: Operator, type: Type, span: Expr['span']): Expr {
  const number = (n: number, whole: bigint): Expr =>
    constant(type.base === 'integer' ? whole : type.base === 'complex' ? [n, 0] : n, type, span);
  const bits = type.base === 'integer' ? BigInt(8 * type.kind - 1) : 0n;
  switch (operator) {
    case '+':
    case 'ior':
    case 'ieor':
      return number(0, 0n);
    case '*':
      return number(1, 1n);
    case 'iand':
      return number(0, -1n);
    case 'max':
      return number(-Infinity, -(1n << bits));
    case 'min':
      return number(Infinity, (1n << bits) - 1n);
    case 'and':
    case 'eqv':
      return constant(true, type, span);
    default:
      return constant(false, type, span);
  }
}
