/** New variables, and the sizes of those whose type is known only when the program runs. */
import type { Span } from '../../../base/source.ts';
import type { Expression, Placement, VariableSymbol } from '../tree.ts';
import { long, sizeOf, type Type } from '../types.ts';
import { numberOf } from './numbers.ts';
import type { Parser, Specifiers } from './parser.ts';

export function newVariable(name: string, symbol: string, at: Span, type: Type, placement: Placement): VariableSymbol {
  return {
    kind: 'variable',
    name,
    symbol,
    at,
    type,
    placement,
    defined: true,
    tentative: false,
    internal: placement === 'automatic' || placement === 'parameter',
    inMemory: false,
    initial: undefined,
  };
}

/** A variable as a place. */
export const variableUse = (variable: VariableSymbol, at: Span): Expression => ({
  kind: 'variable',
  variable,
  type: variable.type,
  at,
  lvalue: true,
});

/** The variables that hold the counts of arrays, by what the type knows of them. */
const counts = new WeakMap<object, VariableSymbol>();

/** Bytes of a type as a value; undefined where they are a constant, or unknown. */
export function dynamicSize(p: Parser, type: Type, at: Span): Expression | undefined {
  if (type.kind !== 'array') return undefined;
  const each = dynamicSize(p, type.of, at);
  if (!type.dynamic && !each) return undefined;
  const variable = type.dynamic && counts.get(type.dynamic);
  const count: Expression = variable
    ? p.parts.variable(p, variable, at)
    : numberOf(BigInt(type.count ?? 0), long, { at });
  const size = each ?? numberOf(BigInt(sizeOf(type.of) ?? 0), long, { at });
  return { kind: 'binary', op: '*', left: count, right: size, type: long, at };
}

export function isCount(variable: VariableSymbol): VariableSymbol {
  counts.set(variable, variable);
  return variable;
}

/** Where the words before its name put a variable. */
export function placementOf(p: Parser, s: Specifiers): Placement {
  if (s.where.has('shared')) return s.extern ? 'dynamic-shared' : 'shared';
  if (s.where.has('constant')) return 'constant';
  if (s.where.has('managed')) return 'managed';
  const here = p.fn?.fn?.sides;
  const local = p.scope.kind === 'block';
  if (s.where.has('device')) return 'device';
  if (local && s.static && here && !here.host) return 'device';
  return local && !s.static && !s.extern ? 'automatic' : 'static';
}
