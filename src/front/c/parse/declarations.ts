/** Declarations, of a file and within functions, and function definitions. */
import type { Span } from '../../../base/source.ts';
import { assertionFailed, badInitialiser, declaredTwice, expected, incomplete, notConstant } from '../errors.ts';
import { textValue } from '../text/literals.ts';
import type { FunctionSymbol, Placement, Statement, VariableSymbol } from '../tree.ts';
import {
  decayed,
  type FunctionType,
  isArithmetic,
  isScalar,
  sameType,
  showType,
  sizeOf,
  type Type,
  unqualified,
} from '../types.ts';
import { isConstant } from './constants.ts';
import { asValue, convertTo } from './convert.ts';
import { bracketed, missingDefaults } from './initialise.ts';
import { mangled } from './mangle.ts';
import {
  Abandoned,
  type Declarator,
  type FunctionContext,
  type ParameterName,
  type Parser,
  type Specifiers,
} from './parser.ts';
import { Scope } from './scope.ts';
import { attributes } from './specifiers.ts';
import { block, checkJumps } from './statements.ts';
import { declareFunction } from './symbols.ts';
import { dynamicSize, newVariable } from './variables.ts';

/** All of a file. */
export function unit(p: Parser): void {
  while (p.token.kind !== 'end') {
    const from = p.at;
    try {
      external(p);
    } catch (problem) {
      if (!(problem instanceof Abandoned)) throw problem;
      p.recover();
      p.take('}');
    }
    if (p.at === from) p.at++;
  }
}

function external(p: Parser): void {
  if (p.take(';') || pragma(p)) return;
  if (p.is('extern') && p.ahead(1).kind === 'string') {
    linkage(p);
    return;
  }
  if (p.is('asm') || p.is('__asm__')) {
    p.at++;
    p.skipBalanced();
    p.take(';');
    return;
  }
  declaration(p);
}

function linkage(p: Parser): void {
  p.at++;
  const before = p.linkage;
  const language = p.next();
  p.linkage = language.text === '"C"' ? 'C' : 'C++';
  try {
    if (!p.is('{')) {
      external(p);
      return;
    }
    p.at++;
    while (!p.is('}') && p.token.kind !== 'end') external(p);
    p.expect('}');
  } finally {
    p.linkage = before;
  }
}

/** #pragma pack */
function pragma(p: Parser): boolean {
  if (!p.take('#pack')) return false;
  const words: string[] = [];
  while (!p.take('#end') && p.token.kind !== 'end') words.push(p.next().text);
  const number = words.find((w) => /^\d+$/.test(w));
  if (words.includes('pop')) p.pack.pop();
  else if (words.includes('push')) p.pack.push(Number(number ?? p.pack.at(-1) ?? 16));
  else p.pack.splice(0, 1, ...(number ? [Number(number)] : []));
  return true;
}

/** One, with all that it declares; statements where variables get values. */
export function declaration(p: Parser): Statement[] {
  if (p.is('_Static_assert') || p.is('static_assert')) return staticAssertion(p);
  const from = p.at;
  while (p.take('__extension__'));
  const s = p.parts.specifiers(p);
  if (s.missing && !s.defines && p.language.cxx) return p.fail('a declaration');
  if (p.take(';')) return [];
  const made: Statement[] = [];
  for (;;) {
    const d = p.parts.declarator(p, s.type);
    const label = assemblyName(p);
    attributes(p, s);
    if (!d.name) {
      p.report(expected('a name', `\`${p.token.text}\``, p.token.at));
      throw new Abandoned();
    }
    if (s.missing && d.type.kind !== 'function') {
      if (p.tokens[from] === d.name) {
        p.report(expected('a type', `\`${d.name.text}\``, d.name.at));
        throw new Abandoned();
      }
    }
    const named = { ...d, name: d.name };
    if (s.typedef) typedef(p, named);
    else if (d.type.kind === 'function') {
      const fn = declareFunction(p, s, { name: d.name.text, at: d.name.at, type: d.type, params: d.params ?? [] });
      if (label !== undefined) Object.assign(fn, { symbol: label });
      const isOld = d.old === true && !p.is(',') && !p.is(';');
      if (p.is('{') || isOld) {
        define(p, fn, named, d.type);
        return made;
      }
    } else {
      const v = variable(p, s, named);
      made.push(...(p.fn?.before.splice(0) ?? []));
      if (v) made.push(v);
    }
    if (!p.take(',')) break;
  }
  p.expect(';');
  return made;
}

function assemblyName(p: Parser): string | undefined {
  if (!p.is('__asm__') && !p.is('asm') && !p.is('__asm')) return undefined;
  p.at++;
  const text = p.ahead(1);
  p.skipBalanced();
  return text.kind === 'string' ? String.fromCharCode(...textValue(text.text).elements) : undefined;
}

function staticAssertion(p: Parser): Statement[] {
  const at = p.next().at;
  p.expect('(');
  const value = p.parts.constant(p, 'what is asserted');
  let text = '';
  if (p.take(',')) while (p.token.kind === 'string') text += p.next().text.slice(1, -1);
  p.expect(')');
  p.expect(';');
  if (value === 0n) p.report(assertionFailed(text, at));
  return [];
}

type NamedDeclarator = Declarator & { readonly name: NonNullable<Declarator['name']> };

function typedef(p: Parser, d: NamedDeclarator): void {
  const known = p.scope.names.get(d.name.text);
  if (known && (known.kind !== 'type' || (!sameType(known.type, d.type) && !p.isLibrary(d.name.at.source.path))))
    p.report(declaredTwice(d.name.text, d.name.at, 'at' in known ? known.at : undefined));
  const { type } = d;
  // A struct without a name gets that of its typedef, for messages and the linker.
  if (type.kind === 'record' && type.record.name === '') Object.assign(type.record, { name: d.name.text });
  if (type.kind === 'enum' && type.of.name === '') Object.assign(type.of, { name: d.name.text });
  p.scope.names.set(d.name.text, { kind: 'type', type, at: d.name.at });
}

function placementOf(p: Parser, s: Specifiers): Placement {
  if (s.where.has('shared')) return s.extern ? 'dynamic-shared' : 'shared';
  if (s.where.has('constant')) return 'constant';
  if (s.where.has('managed')) return 'managed';
  const here = p.fn?.fn?.sides;
  const local = p.scope.kind === 'block';
  if (s.where.has('device')) return 'device';
  if (local && s.static && here && !here.host) return 'device';
  return local && !s.static && !s.extern ? 'automatic' : 'static';
}

function variable(p: Parser, s: Specifiers, d: NamedDeclarator): Statement | undefined {
  const placement = placementOf(p, s);
  const isLocal = placement === 'automatic';
  const scope = p.scope;
  const known = scope.names.get(d.name.text);
  const name = d.name.text;
  const v = newVariable(name, symbolOf(p, s, name, placement), d.name.at, d.type, placement);
  v.size = dynamicSize(d.type, d.name.at);
  if (!v.size && sizeOf(d.type) === undefined && !scalarLater(d.type) && d.type.kind !== 'unknown' && !s.extern)
    p.report(incomplete(showType(d.type), d.name.at));
  if (d.type.kind === 'void') p.report(incomplete('void', d.name.at));
  Object.assign(v, { internal: isLocal || s.static || (scope.kind === 'block' && !s.extern) });
  v.inMemory = !isScalar(d.type);
  const builtin = builtinVariables.find((b) => b === name);
  if (builtin && p.isLibrary(d.name.at.source.path)) Object.assign(v, { builtin });
  if (s.align > 0) v.align = s.align;
  const hasValue = p.is('=');
  v.defined = !s.extern || hasValue || placement === 'dynamic-shared';
  v.tentative =
    !isLocal && !p.language.cxx && !hasValue && !s.static && placement === 'static' && scope.kind === 'file';
  const before = known?.kind === 'variable' ? known : undefined;
  if (known && (!before || isLocal || !sameType(before.type, d.type)))
    p.report(declaredTwice(name, d.name.at, 'at' in known ? known.at : undefined));
  const target = before && !isLocal ? merged(before, v) : v;
  if (target === v) {
    if (!isLocal) p.variables.push(v);
    scope.names.set(name, v);
  }
  if (hasValue) {
    p.at++;
    initialise(p, target, s);
  } else if (p.language.cxx && (p.is('(') || p.is('{'))) directly(p, target);
  else if (p.language.cxx && isLocal && d.type.kind === 'record') {
    const parts = missingDefaults(p, d.type, 0, []);
    if (parts.length > 0) target.initial = { kind: 'list', parts, size: sizeOf(d.type) ?? 0 };
  }
  return isLocal ? { kind: 'variable', variable: target, at: d.name.at } : undefined;
}

const builtinVariables = ['threadIdx', 'blockIdx', 'blockDim', 'gridDim', 'warpSize'] as const;

/** An array whose initialiser tells its size. */
function scalarLater(type: Type): boolean {
  return type.kind === 'array' && type.count === undefined && sizeOf(type.of) !== undefined;
}

function symbolOf(p: Parser, s: Specifiers, name: string, placement: Placement): string {
  if (p.scope.kind === 'block' && !s.extern && placement !== 'automatic')
    return `${p.fn?.fn?.symbol ?? ''}.${name}.${p.unique()}`;
  const base = p.linkage === 'C' || p.scope.kind !== 'namespace' ? name : mangled(p.scope.path(), name, undefined);
  return s.static ? `${base}@${p.path}` : base;
}

/** Declared before: one symbol for both. */
function merged(before: VariableSymbol, v: VariableSymbol): VariableSymbol {
  if (v.type.kind === 'array' && v.type.count !== undefined) before.type = v.type;
  before.tentative = (before.tentative || !before.defined) && v.tentative;
  before.defined ||= v.defined;
  if (v.placement !== 'static') before.placement = v.placement;
  return before;
}

function initialise(p: Parser, v: VariableSymbol, s: Specifiers): void {
  const at = p.token.at;
  const { initial, type } = p.parts.initialiser(p, v.type);
  v.type = type;
  v.initial = initial;
  if (sizeOf(type) === undefined && type.kind !== 'unknown') p.report(incomplete(showType(type), v.at));
  if (initial.kind === 'value') {
    const value = asValue(initial.value);
    if (type.const && isArithmetic(type) && value.kind === 'number' && !type.volatile) v.constant = value.value;
  }
  if (v.placement === 'automatic') return;
  if (v.placement === 'shared' || v.placement === 'dynamic-shared') {
    p.report(badInitialiser('__shared__ variable', at));
    return;
  }
  if (p.errors > 0 || isConstant(initial)) return;
  if (p.language.cxx && v.placement === 'static') p.starts.push(v);
  else p.report(notConstant(`the first value of ${s.where.size > 0 ? 'a device variable' : 'static data'}`, at));
}

/** `T x(…)`, `T x{…}` */
function directly(p: Parser, v: VariableSymbol): void {
  if (p.is('{')) {
    const { initial, type } = p.parts.initialiser(p, v.type);
    v.initial = initial;
    v.type = type;
  } else if (v.type.kind === 'record') v.initial = bracketed(p, v.type);
  else {
    p.expect('(');
    const value = convertTo(p, p.parts.assignment(p), v.type);
    p.expect(')');
    v.initial = { kind: 'value', value };
  }
}

/** The body of a function; it is read now, or when somebody calls it first. */
function define(p: Parser, fn: FunctionSymbol, d: NamedDeclarator, type: FunctionType): void {
  if (fn.body || fn.pending) p.report(declaredTwice(fn.name, d.name.at, fn.at));
  const names = d.old ? oldTypes(p, fn, d.params ?? []) : (d.params ?? []);
  fn.type = { ...type, ...(fn.type.isConst && { isConst: true }), ...(d.old && { params: names.map((n) => n.type) }) };
  fn.params = names.map((n) => newVariable(n.name, n.name, n.at, n.type, 'parameter'));
  for (const v of fn.params) v.inMemory = !isScalar(v.type) && v.type.kind !== 'reference';
  const scope = p.scope;
  const from = p.at;
  const later = (fn.inline || fn.internal) && p.isLibrary(p.token.at.source.path);
  if (!later) {
    body(p, fn, scope);
    return;
  }
  p.skipBalanced();
  const { linkage } = p;
  fn.pending = () => {
    fn.pending = undefined;
    const state = { at: p.at, fn: p.fn, scope: p.scope, linkage: p.linkage, angle: p.angle };
    Object.assign(p, { at: from, fn: undefined, scope, linkage, angle: 0 });
    body(p, fn, scope);
    Object.assign(p, state);
  };
}

export function body(p: Parser, fn: FunctionSymbol, around: Scope): void {
  const context: FunctionContext = {
    fn,
    result: fn.type.result,
    labels: new Set(),
    jumps: [],
    switches: [],
    loops: 0,
    before: [],
    breakable: 0,
  };
  const before = p.fn;
  p.fn = context;
  const scope = new Scope('block', around);
  for (const v of fn.params) if (v.name !== '') scope.names.set(v.name, v);
  try {
    fn.body = p.within(scope, () => block(p));
    checkJumps(p);
  } finally {
    p.fn = before;
  }
  if (context.result.kind === 'auto') fn.type = { ...fn.type, result: context.found ?? { kind: 'void' } };
}

/** int f(a, b) int a; char *b; { … } */
function oldTypes(p: Parser, fn: FunctionSymbol, params: readonly ParameterName[]): ParameterName[] {
  const types = new Map<string, Type>();
  while (!p.is('{') && p.token.kind !== 'end') {
    const s = p.parts.specifiers(p);
    if (s.missing) p.fail('the type of a parameter');
    do {
      const d = p.parts.declarator(p, s.type);
      if (d.name)
        types.set(d.name.text, d.type.kind === 'array' || d.type.kind === 'function' ? decayed(d.type) : d.type);
    } while (p.take(','));
    p.expect(';');
  }
  void fn;
  return params.map((n) => ({ ...n, type: types.get(n.name) ?? n.type }));
}

export const plainType = unqualified;
export type At = Span;
