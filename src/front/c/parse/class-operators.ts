/** Operators that may be those of classes: C++ asks there first. */
import type { Span } from '../../../base/source.ts';
import type { Expression, FunctionSymbol } from '../tree.ts';
import { int, type RecordType, unqualified } from '../types.ts';
import { freeFunctions } from './argument-lookup.ts';
import { baseOffset, classInfo, classOf, conversionsOf, isCopyOf } from './class-info.ts';
import { callFunction, callMethod, overloaded, pointerOf } from './cxx-calls.ts';
import { numberOf } from './numbers.ts';
import { convertAny, implicitAssignment } from './objects.ts';
import { addressOf, assign, binary, dereference, element, negate, not, update } from './operators.ts';
import { bestOf, choose } from './overloads.ts';
import type { Parser } from './parser.ts';
import { isValue } from './rank.ts';

type BinaryOperator = Parameters<typeof binary>[1];

export function binaryAny(p: Parser, op: BinaryOperator, l: Expression, r: Expression, at: Span): Expression {
  if (!p.language.cxx) return binary(p, op, l, r, at);
  const own = overloaded(p, op, [l, r], at);
  if (own) return own;
  if (op === '!=') {
    const same = l.type.kind === 'record' || r.type.kind === 'record' ? overloaded(p, '==', [l, r], at) : undefined;
    if (same) return not(p, same, at);
  }
  return binary(p, op, plain(p, l), plain(p, r), at);
}

/** A class with a conversion to a number or a pointer, as that. */
export function plain(p: Parser, e: Expression, isMeant = (_: FunctionSymbol): boolean => true): Expression {
  if (e.type.kind !== 'record') return e;
  const isConst = e.type.const === true;
  const may = conversionsOf(e.type.record).filter((c) => !c.explicit && isMeant(c) && (!isConst || c.member?.isConst));
  const fn = may.find((c) => c.member?.isConst === isConst) ?? may[0];
  return fn ? callMethod(p, fn, e, [], e.at) : e;
}

const givesPointer = (fn: FunctionSymbol): boolean => {
  const { result } = fn.type;
  return (result.kind === 'reference' ? result.to : result).kind === 'pointer';
};

export function unaryAny(p: Parser, op: '-' | '+' | '~' | '!' | '*' | '&', of: Expression, at: Span): Expression {
  const own = p.language.cxx && of.kind !== 'overloads' ? overloaded(p, op, [of], at) : undefined;
  if (own) return own;
  switch (op) {
    case '!':
      return not(p, condition(p, of), at);
    case '*':
      return dereference(p, plain(p, of, givesPointer), at);
    case '&':
      if (of.kind === 'overloads') return of;
      return addressOf(p, of, at);
    default:
      return negate(p, plain(p, of), op, at);
  }
}

export function condition(p: Parser, e: Expression): Expression {
  if (e.type.kind !== 'record') return e;
  const list = conversionsOf(e.type.record);
  const fn = list.find((c) => c.type.result.kind === 'bool') ?? list.find((c) => !c.explicit);
  return fn ? callMethod(p, fn, e, [], e.at) : e;
}

export function assignAny(p: Parser, to: Expression, value: Expression, at: Span): Expression {
  if (!p.language.cxx) return assign(p, to, value, at);
  if (to.type.kind === 'record') {
    const { record } = to.type;
    const own = takesImplicit(p, to, value, at) ? undefined : overloaded(p, '=', [to, value], at);
    if (own) return own;
    const fn = implicitAssignment(p, record, isValue(value) && value.type.kind === 'record');
    const isOwn = value.type.kind === 'record' && baseOffset(value.type.record, record) !== undefined;
    const v = fn && isOwn ? value : convertAny(p, value, unqualified(to.type));
    if (fn) {
      const called = callFunction(p, fn, [pointerOf(to), v], at);
      return { kind: 'comma', left: called, right: to, type: to.type, at, lvalue: true };
    }
    return assign(p, to, v, at);
  }
  return assign(
    p,
    to,
    value.type.kind === 'unknown' && value.kind !== 'overloads' ? value : convertAny(p, value, unqualified(to.type)),
    at,
  );
}

/** Whether the class's own values go through the assignment that every class has: operators for other types are no better match for them, nor templates that take them as it does. */
function takesImplicit(p: Parser, to: Expression, value: Expression, at: Span): boolean {
  if (to.type.kind !== 'record' || value.type.kind !== 'record' || value.type.record !== to.type.record) return false;
  const { record } = to.type;
  const found = classInfo(record)?.scope.here('operator=');
  if (found?.kind !== 'functions') return false;
  if (found.list.some((fn) => isCopyOf(fn, record) || isByValue(fn, record))) return false;
  if (found.templates.length === 0) return true;
  const { list, templates } = found;
  const fn = choose(p, { name: 'operator=', list, templates, args: [], hasObject: true }, [pointerOf(to), value], at);
  const param = fn?.type.params[1];
  // What takes a value as it stands is the better match.
  return param?.kind !== 'reference' || param.rvalue || param.to.const === true;
}

function isByValue(fn: FunctionSymbol, record: RecordType): boolean {
  const [, first] = fn.type.params;
  return first?.kind === 'record' && first.record === record;
}

export function updateAny(p: Parser, op: BinaryOperator, to: Expression, value: Expression, at: Span): Expression {
  const own = p.language.cxx ? overloaded(p, `${op}=`, [to, value], at) : undefined;
  return own ?? update(p, op, to, plain(p, value), 'new', at);
}

export function stepAny(p: Parser, op: '++' | '--', to: Expression, gives: 'old' | 'new', at: Span): Expression {
  const one = numberOf(1n, int, { at });
  const own = p.language.cxx
    ? overloaded(p, op, gives === 'old' ? [to, numberOf(0n, int, { at })] : [to], at)
    : undefined;
  return own ?? update(p, op === '++' ? '+' : '-', to, one, gives, at);
}

export function elementAny(p: Parser, base: Expression, index: Expression, at: Span): Expression {
  const own = p.language.cxx ? overloaded(p, '[]', [base, index], at) : undefined;
  return own ?? element(p, plain(p, plain(p, base, givesPointer)), plain(p, index), at);
}

/** What `->` looks into. */
export function arrow(p: Parser, of: Expression, at: Span): Expression {
  let e = of;
  for (let i = 0; i < 16 && e.type.kind === 'record'; i++) {
    const next = overloaded(p, '->', [e], at);
    if (!next) break;
    e = next;
  }
  return dereference(p, e, at);
}

/** A call of a member without arguments; undefined where there is none of that name. */
export function callNamed(p: Parser, of: Expression, name: string, at: Span): Expression | undefined {
  const found = classOf(of.type)?.scope.here(name);
  if (found?.kind !== 'functions') return undefined;
  const fn = choose(
    p,
    { name, list: found.list, templates: found.templates, args: [], hasObject: true },
    [pointerOf(of)],
    at,
  );
  return fn && callMethod(p, fn, of, [], at);
}

export function callFree(p: Parser, name: string, of: Expression, at: Span): Expression | undefined {
  const set = freeFunctions(p, name, [of]);
  const [fn] = bestOf(p, { name, ...set, args: [] }, [of]);
  return fn && callFunction(p, fn, [of], at);
}

export function operate(p: Parser, op: '!=' | '*', operands: readonly Expression[], at: Span): Expression {
  const [first, second] = operands;
  return op === '*' || !second ? unaryAny(p, '*', first!, at) : binaryAny(p, op, first!, second, at);
}
