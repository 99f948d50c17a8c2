/** Lambdas: a class with a member for each capture and an operator (). */
import type { Span } from '../../../base/source.ts';
import { unknownName } from '../errors.ts';
import type { Expression, FunctionSymbol, VariableSymbol } from '../tree.ts';
import {
  autoType,
  type Field,
  type FunctionType,
  isArithmetic,
  newRecord,
  pointerTo,
  qualified,
  type RecordType,
  recordOf,
  referenceTo,
  type Type,
  unqualified,
  voidType,
} from '../types.ts';
import { emptyClass, setClassInfo } from './class-info.ts';
import { pointerOf } from './cxx-calls.ts';
import { setFunctionName, setHome, setLambda, symbolOfFunction } from './mangle.ts';
import { thisObject, throughFields, variableExpression } from './members.ts';
import { numberOf } from './numbers.ts';
import { convertAny } from './objects.ts';
import { packsOf } from './packs.ts';
import type { FunctionContext, Parser } from './parser.ts';
import { Layout } from './records.ts';
import { Scope, type Template, type TemplateParameter } from './scope.ts';
import { newVariable } from './variables.ts';

export function lambda(p: Parser): Expression {
  const at = p.expect('[').at;
  const record = newRecord('struct', 'lambda', at);
  const scope = new Scope('class', p.scope, `lambda${p.unique()}`);
  Object.assign(record, { name: scope.name });
  const type = recordOf(record);
  setHome(record, p.scope, p.fn?.fn);
  setClassInfo(record, emptyClass(scope));
  const layout = new Layout(false, 16);
  const outer = p.fn;
  const parts: { offset: number; type: Type; value: Expression }[] = [];
  const taken = new Map<object, Field>();
  const how = captureList(p);
  const add = (key: object, name: string, value: Expression, byReference: boolean): Field => {
    const known = taken.get(key);
    if (known) return known;
    if (p.fn !== outer && taken.size > 0 && record.complete) p.report(unknownName(name, at));
    const kind: Type = byReference
      ? referenceTo(value.type)
      : value.type.kind === 'array'
        ? value.type
        : unqualified(value.type);
    layout.add({ name, type: kind });
    const field = layout.fields.at(-1)!;
    taken.set(key, field);
    const init = kind.kind === 'array' ? value : convertAny(p, value, kind);
    parts.push({ offset: field.offset, type: byReference ? pointerTo(value.type) : kind, value: init });
    record.fields = layout.fields;
    return field;
  };
  const self = newVariable('this', 'this', at, pointerTo(qualified(type, true)), 'parameter');
  const object: Expression = {
    kind: 'dereference',
    of: { kind: 'variable', variable: self, type: self.type, at, lvalue: true },
    type,
    at,
    lvalue: true,
  };
  const captures: FunctionContext['captures'] = {
    record,
    object,
    variable: self,
    take: (v) => {
      const isLocal = v.placement === 'automatic' || v.placement === 'parameter';
      const isOuter = outer && isLocal && (p.fn === outer || v.home !== p.fn) && v !== self;
      if (!isOuter) return undefined;
      if (v.constant !== undefined && isArithmetic(v.type)) return numberOf(v.constant, unqualified(v.type), { at });
      const byReference = how.references.has(v.name) || (how.default === '&' && !how.values.has(v.name));
      const around = p.fn;
      p.fn = outer;
      const value = variableExpression(p, v, at);
      p.fn = around;
      return throughFields(object, [add(v, v.name, value, byReference)], at);
    },
    self: () => {
      const around = p.fn;
      p.fn = outer;
      const mine = thisObject(p, at);
      p.fn = around;
      if (!mine) return undefined;
      if (how.copiesThis) return throughFields(object, [add(self, 'this', mine, false)], at);
      const field = add(self, 'this', pointerOf(mine), false);
      const pointer = throughFields(object, [field], at);
      return { kind: 'dereference', of: pointer, type: mine.type, at, lvalue: true };
    },
  };
  for (const item of how.items) {
    if ('value' in item) {
      const field = add({}, item.name, item.value, item.byReference);
      scope.names.set(item.name, { kind: 'field', name: field.name, record });
    } else if (item.name === 'this') captures.self();
    else for (const v of variablesOf(p, item.name)) captures.take(v);
  }
  const takes = (name: string): boolean =>
    how.default !== undefined || how.references.has(name) || how.values.has(name);
  const fn = lambdaFunction(p, { record, scope, self, captures, at, takes });
  record.fields = layout.fields;
  layout.finish(record, 0, false);
  if (record.size === 0) record.size = 1;
  scope.names.set('operator()', fn);
  return { kind: 'object', initial: { kind: 'list', parts, size: record.size }, type, at, lvalue: true };
}

/** `x`, `&x`, `this`; with a value `x = value`. */
type Capture =
  | { readonly name: string }
  | { readonly name: string; readonly value: Expression; readonly byReference: boolean };

type CaptureList = {
  readonly default: '=' | '&' | undefined;
  readonly references: ReadonlySet<string>;
  readonly values: ReadonlySet<string>;
  /** `*this` */
  readonly copiesThis: boolean;
  /** In the order in which they are made. */
  readonly items: readonly Capture[];
};

function captureList(p: Parser): CaptureList {
  const references = new Set<string>();
  const values = new Set<string>();
  const items: Capture[] = [];
  let standard: '=' | '&' | undefined;
  let copiesThis = false;
  while (!p.is(']') && p.token.kind !== 'end') {
    if ((p.is('=') || p.is('&')) && (p.isAhead(1, ',') || p.isAhead(1, ']'))) {
      standard = p.is('=') ? '=' : '&';
      p.at++;
    } else {
      copiesThis ||= p.take('*');
      const byReference = p.take('&');
      const name = p.next().text;
      const value = valueOfCapture(p);
      if (!value) (byReference ? references : values).add(name);
      items.push(value ? { name, value, byReference } : { name });
      p.take('...');
    }
    if (!p.take(',')) break;
  }
  p.expect(']');
  return { default: standard, references, values, copiesThis, items };
}

/** Behind the name: `= x`, `{x}`, `(x)`. */
function valueOfCapture(p: Parser): Expression | undefined {
  if (p.take('=')) return p.parts.assignment(p);
  const close = p.is('{') ? '}' : p.is('(') ? ')' : undefined;
  if (!close) return undefined;
  p.at++;
  const value = p.parts.assignment(p);
  p.expect(close);
  return value;
}

/** That the name means; all of a pack. */
function variablesOf(p: Parser, name: string): readonly VariableSymbol[] {
  const entity = p.scope.find(name);
  const all = entity?.kind === 'pack' ? entity.list : entity ? [entity] : [];
  return all.flatMap((e) => (e.kind === 'variable' ? [e] : []));
}

type LambdaParts = {
  readonly record: RecordType;
  /** Whether a variable of that name may be taken. */
  readonly takes: (name: string) => boolean;
  readonly scope: Scope;
  readonly self: VariableSymbol;
  readonly captures: NonNullable<FunctionContext['captures']>;
  readonly at: Span;
};

type Words = Set<string>;

type Functions = { readonly kind: 'functions'; readonly list: FunctionSymbol[]; readonly templates: Template[] };

function lambdaFunction(p: Parser, l: LambdaParts): Functions {
  const where: Words = new Set();
  const params = p.is('<') ? p.parts.templateParameters(p) : [];
  lambdaWords(p, where);
  const autos = p.is('(') ? autosAhead(p) : [];
  if (params.length + autos.length > 0) return genericLambda(p, l, params, autos, where);
  const hasParams = p.is('(');
  const d = hasParams ? p.within(l.scope, () => p.parts.declarator(p, voidType)) : undefined;
  const names = d?.params ?? [];
  lambdaWords(p, where);
  const result: Type =
    d?.type.kind === 'function' && d.type.result.kind !== 'void'
      ? d.type.result
      : p.take('->')
        ? p.parts.typeName(p)
        : { kind: 'auto' };
  const isSilent = where.has('noexcept') || (d?.type.kind === 'function' && d.type.noexcept === true);
  const isVoid = d !== undefined && p.ahead(-1).text === 'void';
  const type: FunctionType = {
    kind: 'function',
    result: isVoid ? voidType : result,
    params: [l.self.type, ...names.map((n) => n.type)],
    variadic: false,
    ...(isSilent && { noexcept: true }),
  };
  const plain: FunctionType = { ...type, params: names.map((n) => n.type), isConst: !where.has('mutable') };
  setLambda(l.record, plain);
  const name = { scope: l.scope, name: 'operator()', type: plain };
  const fn: FunctionSymbol = {
    kind: 'function',
    name: 'operator()',
    symbol: `${symbolOfFunction(name, p.path).replace(/@.*/, '')}@${p.path}`,
    at: l.at,
    type,
    sides: lambdaSides(p, where),
    internal: true,
    inline: true,
    params: [l.self, ...names.map((n) => newVariable(n.name, n.name, n.at, n.type, 'parameter'))],
    ...packsOf(p, names, 1),
    body: undefined,
    pending: undefined,
    member: { of: l.record, isStatic: false, isVirtual: false, isConst: true },
  };
  setFunctionName(fn, name);
  p.parts.methodBody(p, fn, l.scope, l.captures);
  return { kind: 'functions', list: [fn], templates: [] };
}

function lambdaWords(p: Parser, where: Words): void {
  for (;;) {
    if (p.is('__attribute__') || (p.is('noexcept') && p.isAhead(1, '('))) {
      p.at++;
      p.skipBalanced();
    } else if (p.is('__device__') || p.is('__host__') || p.is('mutable') || p.is('constexpr') || p.is('noexcept'))
      where.add(p.next().text);
    else return;
  }
}

function lambdaSides(p: Parser, where: ReadonlySet<string>): FunctionSymbol['sides'] {
  const around = p.fn?.fn?.sides;
  const device = where.has('__device__') || (around ? !around.host || around.device : false);
  const host = where.has('__host__') || !where.has('__device__');
  return { host, device, kernel: false };
}

/** A name for the type of each parameter that is `auto`. */
function autosAhead(p: Parser): string[] {
  const names: string[] = [];
  let depth = 0;
  for (let i = p.at; ; i++) {
    const t = p.tokens[i];
    if (!t || t.kind === 'end') return names;
    if (t.text === '(') depth++;
    if (t.text === ')' && --depth === 0) return names;
    if (t.kind === 'name' && t.text === 'auto' && depth === 1) names.push(`auto ${names.length}`);
  }
}

/** Its function is a template: what its body names of the function around is taken at once. */
function genericLambda(
  p: Parser,
  l: LambdaParts,
  params: readonly TemplateParameter[],
  autos: readonly string[],
  where: Words,
): Functions {
  setLambda(l.record, { kind: 'function', result: voidType, params: autos.map(() => autoType), variadic: false });
  const bodyAt = p.at;
  const packs = autos.map((_, i) => isPackAuto(p, i));
  if (p.is('(')) p.skipBalanced();
  lambdaWords(p, where);
  // The body is read where it is called: the side is that of the function around.
  const sides = lambdaSides(p, where);
  if (sides.device) where.add('__device__');
  if (sides.host) where.add('__host__');
  if (p.take('->')) while (!p.is('{') && p.token.kind !== 'end') p.at++;
  takeNamed(p, l, bodyAt);
  const template: Template = {
    name: 'operator()',
    what: 'function',
    params: [
      ...params,
      ...autos.map(
        (name, i): TemplateParameter => ({ kind: 'type', name, pack: packs[i]!, typeAt: bodyAt, defaultAt: undefined }),
      ),
    ],
    bodyAt,
    scope: l.scope,
    at: l.at,
    hasBody: true,
    partial: [],
    outside: [],
    guides: [],
    types: new Map(),
    functions: new Map(),
    variables: new Map(),
    member: l.record,
    lambda: { autos, captures: l.captures, where },
  };
  return { kind: 'functions', list: [], templates: [template] };
}

/** `auto... xs`, `auto &&... xs` */
function isPackAuto(p: Parser, n: number): boolean {
  let seen = 0;
  for (let i = p.at; p.tokens[i] && p.tokens[i]!.kind !== 'end'; i++) {
    if (p.tokens[i]!.text !== 'auto' || seen++ !== n) continue;
    const next = p.tokens[i + 1]?.text;
    return next === '...' || ((next === '&' || next === '&&') && p.tokens[i + 2]?.text === '...');
  }
  return false;
}

/** Variables of the function around that are named between that token and the end of the body here. */
function takeNamed(p: Parser, l: LambdaParts, from: number): void {
  p.skipBalanced();
  const seen = new Set<string>();
  let needsSelf = false;
  for (let i = from; i < p.at; i++) {
    const t = p.tokens[i]!;
    if (t.kind !== 'name' || seen.has(t.text)) continue;
    seen.add(t.text);
    const before = p.tokens[i - 1]?.text;
    if (before === '.' || before === '->' || before === '::') continue;
    const entity = p.scope.find(t.text);
    if (entity?.kind === 'variable' && entity.constant === undefined && l.takes(entity.name)) l.captures.take(entity);
    if (entity?.kind === 'pack')
      for (const one of entity.list) if (one.kind === 'variable' && l.takes(one.name)) l.captures.take(one);
    needsSelf ||=
      t.text === 'this' ||
      entity?.kind === 'field' ||
      (entity?.kind === 'functions' && entity.list.some((f) => f.member));
  }
  if (needsSelf && l.takes('this')) l.captures.self();
}
