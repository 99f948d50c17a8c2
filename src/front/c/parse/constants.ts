/** What is known before the program runs: numbers, and addresses of what lies in memory all the time. */
import type { Expression, FunctionSymbol, Initial, VariableSymbol } from '../tree.ts';
import { sizeOf } from '../types.ts';

export type Address = {
  readonly symbol: string | undefined;
  readonly fn?: FunctionSymbol;
  readonly variable?: VariableSymbol;
  readonly text?: Uint8Array;
  readonly object?: Expression & { readonly kind: 'object' };
  readonly offset: number;
};

export function isConstant(initial: Initial): boolean {
  if (initial.kind === 'value') return isConstantValue(initial.value);
  if (initial.kind === 'each') return false;
  return initial.parts.every((part) => isConstantValue(part.value));
}

export function isConstantValue(e: Expression): boolean {
  if (e.kind === 'number' || e.kind === 'text') return true;
  if (e.kind === 'object') return isConstant(e.initial);
  return constantAddress(e) !== undefined;
}

/** Of a pointer, or an integer made of one. */
export function constantAddress(e: Expression): Address | undefined {
  switch (e.kind) {
    case 'number':
      return { symbol: undefined, offset: Number(e.value) };
    case 'address':
      return placeOf(e.of);
    case 'function':
      return { symbol: e.fn.symbol, fn: e.fn, offset: 0 };
    case 'convert':
      return (sizeOf(e.type) ?? 0) === 8 || (e.of.kind === 'convert' && sizeOf(e.of.type) === 8)
        ? constantAddress(e.of)
        : undefined;
    case 'move': {
      const base = constantAddress(e.pointer);
      if (!base || e.by.kind !== 'number' || e.type.kind !== 'pointer') return undefined;
      return { ...base, offset: base.offset + Number(e.by.value) * (sizeOf(e.type.to) ?? 1) };
    }
    case 'binary': {
      if (e.op !== '+' && e.op !== '-') return undefined;
      const base = constantAddress(e.left);
      const by = constantAddress(e.right);
      if (!base || !by || by.symbol !== undefined || by.text || by.object) return undefined;
      return { ...base, offset: base.offset + (e.op === '+' ? by.offset : -by.offset) };
    }
    default:
      return undefined;
  }
}

/** Where its virtual bases lie is known when the program runs. */
const isBasePart = (e: Expression): boolean => (e.kind === 'member' ? e.field.base === true : e.kind !== 'variable');

function placeOf(e: Expression): Address | undefined {
  switch (e.kind) {
    case 'variable':
      return e.variable.placement === 'automatic' || e.variable.placement === 'parameter'
        ? undefined
        : { symbol: e.variable.symbol, variable: e.variable, offset: 0 };
    case 'function':
      return { symbol: e.fn.symbol, fn: e.fn, offset: 0 };
    case 'text':
      return { symbol: undefined, text: e.bytes, offset: 0 };
    case 'object':
      return isConstant(e.initial) ? { symbol: undefined, object: e, offset: 0 } : undefined;
    case 'member': {
      const base = e.field.virtual === undefined || !isBasePart(e.of) ? placeOf(e.of) : undefined;
      return base && { ...base, offset: base.offset + e.field.offset };
    }
    case 'dereference':
      return constantAddress(e.of);
    default:
      return undefined;
  }
}

export const isNumber = (e: Expression): boolean => e.kind === 'number';
