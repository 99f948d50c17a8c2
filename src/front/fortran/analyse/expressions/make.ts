/** Small expressions that the analysis makes itself. */
import type { Span } from '../../../../base/source.ts';
import type { ConstantValue, Expr, Length, Type } from '../../program.ts';
import { integer4, integer8, logical4 } from '../types.ts';

export function constant(value: ConstantValue, type: Type, span: Span): Expr {
  return { kind: 'constant', value, type, rank: 0, span };
}

export function int4(value: number | bigint, span: Span): Expr {
  return constant(BigInt(value), integer4, span);
}

export function int8(value: number | bigint, span: Span): Expr {
  return constant(BigInt(value), integer8, span);
}

export function truth(value: boolean, span: Span): Expr {
  return constant(value, logical4, span);
}

export function knownLength(length: number | bigint, span: Span): Length {
  return { kind: 'known', value: int8(length, span) };
}

export function text(value: string, span: Span): Expr {
  return constant(value, { base: 'character', kind: 1, length: knownLength(value.length, span) }, span);
}

export function variableExpr(
  variable: Extract<Expr, { kind: 'variable' }>['variable'],
  rank: number,
  span: Span,
): Expr {
  return { kind: 'variable', variable, type: variable.type, rank, span };
}

/** The length of a character value as an integer(8) expression. */
export function lengthOf(e: Expr): Expr {
  if (e.type.base === 'character' && e.type.length.kind === 'known') return e.type.length.value;
  return { kind: 'intrinsic', name: 'len', args: [e, int4(8, e.span)], type: integer8, rank: 0, span: e.span };
}
