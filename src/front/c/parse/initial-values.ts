/** First values of variables: constructors, braces, deduced types, and what is known as a constant. */
import type { Span } from '../../../base/source.ts';
import { badInitialiser, incomplete, noMatch, notConstant } from '../errors.ts';
import type { Expression, Initial, VariableSymbol } from '../tree.ts';
import {
  int,
  isArithmetic,
  isScalar,
  mentionsAuto,
  qualified,
  showType,
  sizeOf,
  type Type,
  unqualified,
} from '../types.ts';
import { deducedClass } from './class-deduction.ts';
import { classInfo, classOf } from './class-info.ts';
import { isConstant } from './constants.ts';
import { asValue } from './convert.ts';
import { evaluate, evaluateObject } from './evaluate.ts';
import { templateCall } from './expressions.ts';
import { missingDefaults } from './initialise.ts';
import { instance } from './instances.ts';
import { construct, constructBraces, constructWith, convertAny, defaultConstructor } from './objects.ts';
import { onlyFunction } from './overloads.ts';
import type { Parser, Specifiers } from './parser.ts';
import type { Template } from './scope.ts';
import { declaredType } from './specifiers.ts';
import { newVariable } from './variables.ts';

export function madeOfNothing(p: Parser, v: VariableSymbol): void {
  v.initial = defaultInitial(p, v.type, v.at);
  laterStart(p, v);
}

/** A first value, with or without a constructor. */
export function initialVariable(p: Parser, v: VariableSymbol): void {
  const isAssigned = p.ahead(-1).text === '=';
  if ((p.is('(') && !isAssigned) || (p.is('{') && classOf(v.type))) directly(p, v);
  else if (mentionsAuto(v.type)) deduceAuto(p, v);
  else {
    const { initial, type } = p.parts.initialiser(p, v.type);
    v.initial = initial;
    v.type = type;
  }
  keepConstant(p, v);
  if (v.initial && !isConstant(v.initial) && v.placement === 'static') p.starts.push(v);
}

/** What takes longer to compute, and need not be known here, is left to the program. */
const stepsOfConst = 500_000;

/** A constant is a number wherever it stands: also what functions give that are declared constexpr. */
export function keepConstant(p: Parser, v: VariableSymbol): void {
  const { initial, type } = v;
  const isWhole = type.kind === 'record' || type.kind === 'array';
  if ((v.isConstexpr || isOfDevice(v)) && initial && isWhole && !isConstant(initial))
    v.initial = evaluateObject(initial, type, p.limits) ?? initial;
  if (initial?.kind !== 'value' || !type.const || type.volatile) return;
  if (!isArithmetic(type) && type.kind !== 'enum') return;
  const value = asValue(initial.value);
  v.constant =
    value.kind === 'number'
      ? value.value
      : p.language.cxx
        ? evaluate(value, p.limits, v.isConstexpr ? undefined : stepsOfConst)
        : undefined;
  if (v.constant !== undefined && value.kind !== 'number')
    v.initial = { kind: 'value', value: { kind: 'number', value: v.constant, type: unqualified(type), at: value.at } };
}

export function initialise(p: Parser, v: VariableSymbol, s: Specifiers): void {
  const at = p.token.at;
  if (v.type.kind === 'auto' && v.type.template) deduceTemplate(p, v, at);
  else if (mentionsAuto(v.type)) deduceAuto(p, v);
  else {
    const made = p.parts.initialiser(p, v.type);
    v.type = made.type;
    v.initial = made.initial;
  }
  const { initial, type } = v;
  if (!initial) return;
  v.inMemory ||= !isScalar(type) && type.kind !== 'reference';
  if (sizeOf(type) === undefined && type.kind !== 'unknown') p.report(incomplete(showType(type), v.at));
  keepConstant(p, v);
  if (v.placement === 'automatic') return;
  if (v.placement === 'shared' || v.placement === 'dynamic-shared') {
    p.report(badInitialiser('__shared__ variable', at));
    return;
  }
  if (p.errors > 0 || v.constant !== undefined || isConstant(v.initial ?? initial)) return;
  if (p.language.cxx && v.placement === 'static') start(p, v);
  else p.report(notConstant(`the first value of ${s.where.size > 0 ? 'a device variable' : 'static data'}`, at));
}

export function laterStart(p: Parser, v: VariableSymbol): void {
  if (v.placement === 'static' && v.initial && p.errors === 0 && !isConstant(v.initial)) start(p, v);
}

/** Before main; where it stands in a function when that comes there first. */
function start(p: Parser, v: VariableSymbol): void {
  if (!p.fn) p.starts.push(v);
  else v.once = newVariable(`${v.name}.made`, `${v.symbol}.made`, v.at, int, 'static');
}

/** What an object is where nothing is said. */
export function defaultInitial(p: Parser, type: Type, at: Span): Initial | undefined {
  let each = type;
  while (each.kind === 'array') each = each.of;
  if (each.kind !== 'record') return undefined;
  const fn = defaultConstructor(p, each.record);
  if (fn) {
    const value = constructWith(p, fn, each, [], at);
    return type.kind === 'array' ? { kind: 'each', value, of: each } : { kind: 'value', value };
  }
  if ((classInfo(each.record)?.constructors.length ?? 0) > 0) {
    p.report(noMatch(each.record.name, [], at));
    return undefined;
  }
  const parts = missingDefaults(p, each, 0, []);
  return parts.length > 0 && each === type ? { kind: 'list', parts, size: sizeOf(type) ?? 0 } : undefined;
}

/** Nothing runs before main on a device: what its variables begin with is known when they are compiled. */
const isOfDevice = ({ placement }: VariableSymbol): boolean =>
  placement === 'device' || placement === 'constant' || placement === 'managed';

/** `T x(…)`, `T x{…}` */
export function directly(p: Parser, v: VariableSymbol): void {
  if (v.type.kind === 'auto' && v.type.template) {
    deduceTemplate(p, v, p.token.at);
    return;
  }
  const info = classOf(v.type);
  if (info && (p.is('(') || info.constructors.length + info.constructorTemplates.length > 0)) {
    const at = p.token.at;
    const isBraces = p.is('{');
    const list = p.parts.list(p);
    const value = isBraces ? constructBraces(p, v.type, list, at) : construct(p, v.type, list, at);
    v.initial = { kind: 'value', value };
  } else if (p.is('{')) {
    const { initial, type } = p.parts.initialiser(p, v.type);
    v.initial = initial;
    v.type = type;
  } else {
    const [first] = p.parts.list(p);
    if (v.type.kind === 'auto' && first) v.type = asValue(first).type;
    const value = first ? convertAny(p, first, v.type) : undefined;
    if (value) v.initial = { kind: 'value', value };
    keepConstant(p, v);
  }
}

/** Of a class template without its arguments: they are told by what it is made of. */
export function deduceTemplate(p: Parser, v: VariableSymbol, at: Span): void {
  const { template } = v.type as { readonly template: Template };
  const value = p.is('{') || p.is('(') ? templateCall(p, template, at) : fromValue(p, template, at);
  v.type = qualified(value.type, v.type.const === true);
  v.inMemory = true;
  v.initial = { kind: 'value', value };
}

/** `X x = value`, or nothing at all. */
function fromValue(p: Parser, template: Template, at: Span): Expression {
  const list = p.is(';') || p.is(',') ? [] : [p.parts.assignment(p)];
  return construct(p, deducedClass(p, template, list, false, at), list, at);
}

/** auto x = …; const auto &y = …; auto *p = …; */
function deduceAuto(p: Parser, v: VariableSymbol): void {
  const from = p.at;
  const e = p.is('{') && v.type.kind === 'auto' ? listAhead(p) : onlyFunction(p, p.parts.assignment(p));
  v.type = replacedAuto(p, v.type, e, from);
  v.inMemory = !isScalar(v.type) && v.type.kind !== 'reference';
  v.initial = { kind: 'value', value: convertAny(p, e, v.type) };
}

/** `{a, b}`: a std::initializer_list of what its first element is. */
function listAhead(p: Parser): Expression {
  const { at } = p.token;
  const items = p.parts.list(p);
  const std = p.file.names.get('std');
  const found = std?.kind === 'namespace' ? std.scope.names.get('initializer_list') : undefined;
  const [first] = items;
  if (!first || found?.kind !== 'template') return p.fail('`#include <initializer_list>`');
  const type = instance(p, found.template, [{ type: unqualified(asValue(first).type) }], at);
  return constructBraces(p, type, items, at);
}

/** By a value that was written from a token on. */
export function replacedAuto(p: Parser, t: Type, e: Expression, from: number): Type {
  if (t.kind === 'auto' && t.keepsReference) return declaredType(p, e, from);
  if (t.kind === 'reference') {
    if (t.rvalue && t.to.kind === 'auto' && e.lvalue) return { kind: 'reference', to: e.type, rvalue: false };
    const to = t.to.kind === 'auto' ? qualified(e.type, t.to.const === true) : replacedAuto(p, t.to, e, from);
    return { ...t, to };
  }
  const value = asValue(e).type;
  if (t.kind === 'pointer')
    return value.kind === 'pointer'
      ? { ...t, to: t.to.kind === 'auto' ? qualified(value.to, t.to.const === true) : t.to }
      : t;
  return t.kind === 'auto' ? qualified(unqualified(value), t.const === true) : t;
}
