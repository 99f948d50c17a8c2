/** Declarators: what stands around a name and makes its type. */
import type { Span } from '../../../base/source.ts';
import { notConstant } from '../errors.ts';
import type { Token } from '../text/lex.ts';
import type { Expression, Statement, VariableSymbol } from '../tree.ts';
import {
  arrayOf,
  decayed,
  type FunctionType,
  int,
  isInteger,
  long,
  pointerTo,
  qualified,
  type RecordType,
  referenceTo,
  showType,
  type TemplateArgument,
  type Type,
  unqualified,
} from '../types.ts';
import { classInfo, recordOfScope } from './class-info.ts';
import { asValue, converted } from './convert.ts';
import { evaluate } from './evaluate.ts';
import { isMemberPointer, memberPointer } from './member-pointers.ts';
import { findName, operatorName } from './names.ts';
import type { Declarator, ParameterName, Parser } from './parser.ts';
import { type Entity, Scope } from './scope.ts';
import { constWords, isStorageWord, isTypeWord, volatileWords } from './specifiers.ts';
import { isCount, newVariable } from './variables.ts';

/** With or without a name. */
export function declarator(p: Parser, base: Type): Declarator {
  const from = p.at;
  const type = pointers(p, base);
  if (p.language.cxx && p.is('...') && /^[*&]/.test(p.ahead(-1).text)) p.at++;
  const nested = p.is('(') && isNested(p);
  if (nested) {
    const inside = p.at + 1;
    p.skipBalanced();
    const whole = suffixes(p, type);
    const after = p.at;
    p.at = inside;
    const inner = p.deeper(() => declarator(p, whole.type));
    p.expect(')');
    p.at = after;
    const params = inner.params ?? whole.params;
    return { ...inner, at: p.since(from), ...(params && { params }) };
  }
  const called = p.language.cxx ? longName(p) : undefined;
  const named = called?.name ?? (p.token.kind === 'name' && !isStorageWord(p.token.text) ? p.name() : undefined);
  const inside = called?.owner ? classInfo(called.owner)?.scope : called?.home;
  const result = called?.result ?? type;
  const made = inside && !p.scope.isWithin(inside) ? p.within(inside, () => suffixes(p, result)) : suffixes(p, result);
  return {
    name: named,
    type: made.type,
    at: named?.at ?? p.since(from),
    ...(made.params && { params: made.params }),
    ...(made.old && { old: true }),
    ...(called?.called !== undefined && { called: called.called }),
    ...(called?.owner && { owner: called.owner }),
    ...(called?.home && { home: called.home }),
    ...(called?.args && { args: called.args }),
  };
}

type LongName = {
  readonly args?: readonly TemplateArgument[];
  readonly name: Token;
  readonly called?: string;
  readonly owner?: RecordType;
  readonly home?: Scope;
  readonly result?: Type;
};

/** `operator+`, `X::f`, `X::~X`, `f<int>`; undefined where the name is a plain one. */
function longName(p: Parser): LongName | undefined {
  const first = p.token;
  if (first.kind !== 'name' || isStorageWord(first.text)) return undefined;
  if (first.text === 'operator') {
    p.at++;
    return { name: first, called: operatorName(p) };
  }
  if (!p.isAhead(1, '::') && !p.isAhead(1, '<')) return undefined;
  const from = p.at;
  const found = p.attempt(() => findName(p));
  if (!found) {
    p.at = from;
    return undefined;
  }
  const owner = found.scope && recordOfScope(found.scope);
  const home = found.scope?.kind === 'namespace' ? found.scope : undefined;
  if (found.name === 'operator convert') {
    const result = pointers(p, p.parts.specifiers(p).type);
    return { name: found.token, called: `operator ${showType(result)}`, ...(owner && { owner }), result };
  }
  return {
    name: found.token,
    called: found.name,
    ...(owner && { owner }),
    ...(home && { home }),
    ...(found.args && { args: found.args }),
  };
}

function pointers(p: Parser, base: Type): Type {
  let type = base;
  for (;;) {
    if (p.take('*')) type = pointerTo(type);
    else if (p.language.cxx && p.take('&')) type = referenceTo(type);
    else if (p.language.cxx && p.take('&&')) type = referenceTo(type, true);
    else if (p.token.kind === 'name' && constWords.has(p.token.text)) {
      p.at++;
      type = qualified(type, true);
    } else if (p.token.kind === 'name' && volatileWords.has(p.token.text)) {
      p.at++;
      type = qualified(type, false, true);
    } else if (p.is('__attribute__')) {
      p.at++;
      p.skipBalanced();
    } else if (p.token.kind === 'name' && isPointerWord(p.token.text)) {
      if (type.kind === 'pointer' && isRestrict(p.token.text)) type = { ...type, restrict: true };
      p.at++;
    } else {
      const member = memberPointer(p, type);
      if (!member) return type;
      type = member;
    }
  }
}

const isRestrict = (word: string): boolean => /^(?:__)?restrict(?:__)?$/.test(word);

const isPointerWord = (word: string): boolean =>
  /^(?:__restrict__|__restrict|restrict|__extension__|__cdecl|__stdcall|_Nonnull|_Nullable|_Atomic)$/.test(word);

/** `(` that begins a declarator within brackets, not the parameters of a function without a name. */
function isNested(p: Parser): boolean {
  p.at++;
  const t = p.token;
  const yes =
    t.text === '*' ||
    t.text === '&' ||
    t.text === '&&' ||
    t.text === '(' ||
    t.text === '__attribute__' ||
    isMemberPointer(p) ||
    (t.kind === 'name' && !p.parts.isType(p) && !isTypePack(p) && t.text !== 'void');
  p.at--;
  return yes;
}

type Suffixed = { readonly type: Type; readonly params?: readonly ParameterName[]; readonly old?: boolean };

function suffixes(p: Parser, base: Type): Suffixed {
  if (p.is('(') && isParameters(p)) {
    const list = parameters(p);
    const end = functionEnd(p, list.params);
    const result =
      p.language.cxx && p.take('->') ? p.within(paramScope(p, list.params), () => p.parts.typeName(p)) : base;
    const inner = suffixes(p, result);
    const type: FunctionType = {
      kind: 'function',
      result: inner.type,
      // `const int` as a parameter is the function's own affair.
      params: list.params.map((q) => unqualified(q.type)),
      variadic: list.variadic,
      ...(list.open && { open: true }),
      ...(list.params.at(-1)?.pack && { spreads: true }),
      ...end,
    };
    return { type, params: list.params, ...(list.old && { old: true }) };
  }
  if (!p.is('[') || p.isAhead(1, '[')) return { type: base };
  p.at++;
  while (p.is('static') || p.is('const') || p.is('restrict') || p.is('__restrict') || p.is('volatile')) p.at++;
  const at = p.token.at;
  if (p.is('*') && p.isAhead(1, ']')) p.at++;
  const count = p.is(']') ? undefined : bound(p, at);
  p.expect(']');
  const { type: of } = suffixes(p, base);
  if (typeof count === 'object') return { type: { kind: 'array', of, dynamic: count } };
  return { type: arrayOf(of, count) };
}

/** In functions it may be known only when they run. */
function bound(p: Parser, at: Span): number | VariableSymbol | { readonly name: string } | undefined {
  if (p.patterns && p.token.kind === 'name' && p.isAhead(1, ']')) {
    const entity = p.scope.find(p.token.text);
    if (entity?.kind === 'type' && entity.type.kind === 'parameter') {
      p.at++;
      return { name: entity.type.name };
    }
  }
  if (p.patterns) return boundOfPattern(p);
  const sizes = p.sizes ?? p.fn?.before;
  if (sizes) {
    const from = p.at;
    const e = asValue(p.parts.assignment(p));
    const isKnown = e.kind === 'number' || (p.language.cxx && evaluate(e, p.limits) !== undefined);
    if (!isKnown && isInteger(e.type)) return countVariable(p, sizes, converted(e, long));
    p.at = from;
  }
  const value = p.parts.constant(p, 'the size of an array');
  if (value === undefined) return undefined;
  if (value < 0n || value > 2n ** 46n) {
    p.report(notConstant('the size of an array, which is not negative,', at));
    return undefined;
  }
  return Number(value);
}

/** A size that depends on parameters of the template fits any. */
function boundOfPattern(p: Parser): number | undefined {
  const from = p.at;
  const value = p.attempt(() => p.parts.constant(p, 'the size of an array'));
  if (value !== undefined && value >= 0n && p.is(']')) return Number(value);
  p.at = from;
  while (!p.is(']') && p.token.kind !== 'end') {
    if (p.is('(') || p.is('[') || p.is('{')) p.skipBalanced();
    else p.at++;
  }
  return undefined;
}

function countVariable(p: Parser, sizes: Statement[], value: Expression): VariableSymbol {
  const count = newVariable('count', 'count', value.at, long, 'automatic');
  // Those of parameters belong to the function that is declared.
  if (sizes === p.fn?.before) count.home = p.fn;
  count.initial = { kind: 'value', value };
  sizes.push({ kind: 'variable', variable: count, at: value.at });
  return isCount(count);
}

type FunctionEnd = Pick<FunctionType, 'isConst' | 'ref' | 'noexcept'>;

/** What may stand behind the parameters. */
function functionEnd(p: Parser, params: readonly ParameterName[]): FunctionEnd {
  let end: FunctionEnd = {};
  for (;;) {
    if (!p.language.cxx) {
      if (!p.is('__attribute__') || p.isAhead(-1, '{')) return end;
      p.at++;
      p.skipBalanced();
    } else if (p.take('const')) end = { ...end, isConst: true };
    else if (p.is('noexcept') || p.is('throw')) end = { ...end, noexcept: noexceptHere(p, params) };
    else if (p.take('__attribute__')) p.skipBalanced();
    else if (endWords.has(p.token.text)) p.at++;
    else if ((p.is('&') || p.is('&&')) && ['{', ';', 'const', 'noexcept', '=', '->'].includes(p.ahead(1).text))
      end = { ...end, ref: p.next().text === '&' ? '&' : '&&' };
    else return end;
  }
}

/** `noexcept`, `noexcept (condition)`, `throw ()`: what cannot be told yet is not promised. */
function noexceptHere(p: Parser, params: readonly ParameterName[]): boolean {
  const word = p.next().text;
  if (!p.is('(')) return true;
  const from = p.at;
  p.skipBalanced();
  if (word === 'throw') return p.at - from === 2;
  if (p.patterns) return false;
  const value = p.attempt(() =>
    p.elsewhere(from + 1, paramScope(p, params), () => p.parts.constant(p, 'the condition of `noexcept`')),
  );
  return value !== undefined && value !== 0n;
}

/** `mutable` and `constexpr` stand behind the parameters of lambdas. */
const endWords: ReadonlySet<string> = new Set(['override', 'final', 'volatile', 'mutable', 'constexpr']);

/** In C++ what is in brackets behind a name may be its first value. */
function isParameters(p: Parser): boolean {
  if (!p.language.cxx) return true;
  p.at++;
  const yes = p.is(')') || p.is('...') || isTypePack(p) || p.parts.isType(p);
  // `T (&a)[n]` where T is no word of the language
  const mayNest = !yes && p.token.kind === 'name' && p.isAhead(1, '(') && (p.isAhead(2, '&') || p.isAhead(2, '*'));
  const isCast = p.token.kind === 'name' && isTypeWord(p.token.text, true) && (p.isAhead(1, '(') || p.isAhead(1, '{'));
  p.at--;
  return mayNest ? areParameters(p) : yes && (!isCast || areParameters(p));
}

/** `int(x) …`: parameters only where the whole list makes sense as such. */
function areParameters(p: Parser): boolean {
  const from = p.at;
  const yes = p.attempt(() => parameters(p)) !== undefined;
  p.at = from;
  return yes;
}

function isTypePack(p: Parser): boolean {
  const e = p.token.kind === 'name' ? p.scope.find(p.token.text) : undefined;
  return e?.kind === 'pack' && !e.values;
}

/** Behind `->` the parameters are known. */
function paramScope(p: Parser, params: readonly ParameterName[]): Scope {
  const scope = new Scope('block', p.scope);
  const packs = new Map<string, VariableSymbol[]>();
  for (const q of params) {
    const v = newVariable(q.name, q.name, q.at, q.type, 'parameter');
    v.home = p.fn;
    if (q.packIndex === undefined) scope.names.set(q.name, v);
    else packs.set(q.name, [...(packs.get(q.name) ?? []), v]);
  }
  for (const [name, list] of packs) scope.names.set(name, { kind: 'pack', list, values: true });
  return scope;
}

type List = {
  readonly params: readonly ParameterName[];
  readonly variadic: boolean;
  readonly open?: boolean;
  readonly old?: boolean;
};

function parameters(p: Parser): List {
  p.expect('(');
  if (p.take(')')) return { params: [], variadic: false, ...(!p.language.cxx && { open: true }) };
  if (p.is('void') && p.isAhead(1, ')')) {
    p.at += 2;
    return { params: [], variadic: false };
  }
  if (!p.language.cxx && p.token.kind === 'name' && !p.parts.isType(p)) return oldParameters(p);
  return p.language.cxx ? parameterList(p) : p.within(new Scope('block', p.scope), () => parameterList(p));
}

/** In C the name of a parameter may stand in the types of those behind it. */
function parameterList(p: Parser): List {
  const params: ParameterName[] = [];
  let variadic = false;
  do {
    if (p.take('...')) {
      variadic = true;
      break;
    }
    const spread = packParameters(p);
    if (spread) {
      params.push(...spread);
      continue;
    }
    params.push(p.language.cxx ? parameter(p) : parameterOfC(p));
    if (p.language.cxx && p.take('...')) variadic = true;
  } while (p.take(','));
  p.expect(')');
  return { params, variadic };
}

/** `Ts... values` where Ts is bound: one parameter for each. */
function packParameters(p: Parser): ParameterName[] | undefined {
  if (!p.language.cxx) return undefined;
  const end = dotsAhead(p);
  if (end === undefined) return undefined;
  let name: string | undefined;
  let pack: readonly Entity[] = [];
  for (let i = 0; i < end; i++) {
    const text = p.is('auto') && i === 0 && p.autos[0] !== undefined ? p.autos[0] : p.ahead(i).text;
    const entity = p.ahead(i).kind === 'name' ? p.scope.find(text) : undefined;
    if (entity?.kind === 'pack') {
      name = text;
      pack = entity.list;
    }
  }
  if (name === undefined) return undefined;
  const from = p.at;
  const bound = name;
  const { autos } = p;
  const made = pack.map((entity) => {
    const scope = new Scope('template', p.scope);
    scope.names.set(bound, entity);
    p.at = from;
    p.autos = [...autos];
    return p.within(scope, () => parameter(p));
  });
  p.autos = autos[0] === bound ? autos.slice(1) : autos;
  if (made.length === 0) {
    while (!p.is(',') && !p.is(')') && p.token.kind !== 'end') p.at++;
    if (p.ahead(-1).kind === 'name') p.emptyPacks.push(p.ahead(-1).text);
  }
  return made.map((one, i) => ({ ...one, name: `${one.name}`, packIndex: i }));
}

/** How far ahead `...` of a parameter stands, outside of the arguments of templates. */
function dotsAhead(p: Parser): number | undefined {
  for (let i = 0, angle = 0; ; i++) {
    const t = p.ahead(i);
    if (t.text === '<') angle++;
    if (t.text === '>') angle--;
    if (t.kind === 'end' || t.text === ')' || t.text === '(' || (angle === 0 && t.text === ',')) return undefined;
    if (angle === 0 && t.text === '...') return i;
  }
}

function parameterOfC(p: Parser): ParameterName {
  const before = p.sizes;
  const sizes: Statement[] = [];
  p.sizes = sizes;
  const made = parameter(p);
  p.sizes = before;
  if (made.name === '') return made;
  const variable = newVariable(made.name, made.name, made.at, made.type, 'parameter');
  p.scope.names.set(made.name, variable);
  return { ...made, variable, ...(sizes.length > 0 && { sizes }) };
}

function parameter(p: Parser): ParameterName {
  const from = p.at;
  const isPack = p.patterns && dotsAhead(p) !== undefined;
  const s = p.parts.specifiers(p);
  if (s.missing && p.language.cxx) return p.fail('the type of a parameter');
  if (p.language.cxx) p.take('...');
  const d = declarator(p, s.type);
  while (p.is('__attribute__')) {
    p.at++;
    p.skipBalanced();
  }
  let defaultAt: number | undefined;
  if (p.language.cxx && p.take('=')) {
    defaultAt = p.at;
    skipDefault(p);
  }
  const type = d.type.kind === 'array' || d.type.kind === 'function' ? decayed(d.type) : d.type;
  return {
    name: d.name?.text ?? '',
    type,
    at: d.name?.at ?? p.since(from),
    ...(defaultAt !== undefined && { defaultAt }),
    ...(isPack && { pack: true }),
  };
}

/** To the comma or bracket behind a default. */
function skipDefault(p: Parser): void {
  let angle = 0;
  for (;;) {
    const t = p.token;
    if (t.kind === 'end') return;
    if (t.kind === 'punct') {
      if (t.text === ')' || (angle === 0 && t.text === ',')) return;
      if (t.text === '(' || t.text === '[' || t.text === '{') {
        p.skipBalanced();
        continue;
      }
      if (t.text === '<') angle++;
      if (t.text === '>' && angle > 0) angle--;
    }
    p.at++;
  }
}

/** f(a, b): their types are declared behind it. */
function oldParameters(p: Parser): List {
  const params: ParameterName[] = [];
  do {
    const t = p.name('the name of a parameter');
    params.push({ name: t.text, type: int, at: t.at });
  } while (p.take(','));
  p.expect(')');
  return { params, variadic: false, open: true, old: true };
}

/** A type without a name: of a cast, of sizeof. */
export function typeName(p: Parser): Type {
  const s = p.parts.specifiers(p);
  if (s.missing) return p.fail('a type');
  const d = declarator(p, s.type);
  if (d.name) {
    p.at--;
    return p.fail('a type without a name');
  }
  return d.type;
}

export const plain = (t: Type): Type => unqualified(t);
