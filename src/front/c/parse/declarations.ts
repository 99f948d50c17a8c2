/** Declarations, of a file and within functions, and function definitions. */
import type { Span } from '../../../base/source.ts';
import {
  assertionFailed,
  badInitialiser,
  declaredTwice,
  expected,
  incomplete,
  noMatch,
  noMember,
  notConstant,
  unknownName,
} from '../errors.ts';
import { textValue } from '../text/literals.ts';
import type { Expression, FunctionSymbol, Initial, Placement, Statement, VariableSymbol } from '../tree.ts';
import {
  decayed,
  type FunctionType,
  int,
  isArithmetic,
  isScalar,
  mentionsAuto,
  pointerTo,
  qualified,
  type RecordType,
  sameQualifiers,
  sameType,
  showType,
  sizeOf,
  type TemplateArgument,
  type Type,
  unqualified,
  voidType,
} from '../types.ts';
import { bindingDeclaration, isBinding } from './bindings.ts';
import { deducedClass } from './class-deduction.ts';
import { classInfo, classOf, isPlainCopy } from './class-info.ts';
import { callFree } from './class-operators.ts';
import { newMethod, pendingBody } from './classes.ts';
import { isConstant } from './constants.ts';
import { asValue } from './convert.ts';
import { callFunction } from './cxx-calls.ts';
import { evaluate, evaluateObject } from './evaluate.ts';
import { templateCall } from './expressions.ts';
import { missingDefaults } from './initialise.ts';
import { type FunctionName, symbolOfVariable } from './mangle.ts';
import { afterDestructor, beforeDestructor, memberInits } from './member-initialisers.ts';
import { findName, isSpecialHead } from './names.ts';
import { construct, constructBraces, constructWith, convertAny, defaultConstructor, destructorFor } from './objects.ts';
import { onlyFunction } from './overloads.ts';
import {
  Abandoned,
  abandoned,
  type Declarator,
  type FunctionContext,
  type ParameterName,
  type Parser,
  type Specifiers,
} from './parser.ts';
import { type OutsideDefinition, Scope, type Template } from './scope.ts';
import { withLandings } from './set-jumps.ts';
import { attributes, emptySpecifiers } from './specifiers.ts';
import { block, checkJumps } from './statements.ts';
import { declareFunction, newFunction, withDefaults } from './symbols.ts';
import { guide, headOf, outsideScope, skipBody, skipDeclaration, templateDeclaration } from './templates.ts';
import { dynamicSize, newVariable, placementOf } from './variables.ts';

/** All of a file. */
export function unit(p: Parser): void {
  units(p);
  for (let i = 0; i < p.variables.length || p.late.length > 0; i++) {
    for (let fn = p.late.pop(); fn; fn = p.late.pop()) {
      const { pending } = fn;
      if (pending) p.forCall(fn, () => p.readLater(pending));
    }
    const v = p.variables[i];
    const later = v && !v.defined ? v.later : undefined;
    if (later) p.readLater(later);
  }
}

/** `template <class T> T X<T>::v = …;` for a class that was made of it. */
export function outsideVariable(
  p: Parser,
  v: VariableSymbol,
  o: OutsideDefinition,
  inside: Scope,
  args: readonly TemplateArgument[],
): void {
  const scope = outsideScope(p, o, inside, args);
  p.elsewhere(o.bodyAt, scope, () => {
    while (!(p.is(o.name) && p.ahead(-1).text === '::') && p.token.kind !== 'end') p.at++;
    p.at++;
    while (p.is('[')) p.skipBalanced();
    v.defined = true;
    v.shared = true;
    if (!p.is('=') && !p.is('{') && !p.is('(')) {
      madeOfNothing(p, v);
      return;
    }
    p.take('=');
    initialVariable(p, v);
  });
}

function units(p: Parser): void {
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

export function external(p: Parser, isExtern = false): void {
  if (p.take(';') || pragma(p)) return;
  if (p.language.cxx) {
    if (p.is('extern') && p.isAhead(1, 'template')) p.at++;
    if (p.is('template')) {
      templateDeclaration(p);
      return;
    }
    if (p.is('namespace') || (p.is('inline') && p.isAhead(1, 'namespace'))) {
      namespace(p);
      return;
    }
  }
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
  declaration(p, isExtern);
}

function linkage(p: Parser): void {
  p.at++;
  const before = p.linkage;
  const language = p.next();
  p.linkage = language.text === '"C"' ? 'C' : 'C++';
  try {
    // Without braces as with `extern`: a variable that gets no value is declared alone, and a constant one is no unit's own.
    if (!p.is('{')) {
      external(p, true);
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
export function declaration(p: Parser, isExtern = false): Statement[] {
  if (p.language.cxx && p.is('using')) return using(p);
  if (p.language.cxx && p.is('namespace')) {
    namespace(p);
    return [];
  }
  if (p.is('_Static_assert') || p.is('static_assert')) return staticAssertion(p);
  if (p.language.cxx && deductionGuide(p)) return [];
  const from = p.at;
  while (p.take('__extension__'));
  const s = p.parts.specifiers(p);
  if (isExtern) s.extern = true;
  if (s.missing && !s.defines && p.language.cxx) {
    if (!isSpecialHead(p)) return p.fail('a declaration');
    s.type = { kind: 'void' };
  }
  if (p.take(';')) return [];
  if (p.language.cxx && isBinding(p, s)) return bindingDeclaration(p, s);
  const made: Statement[] = [];
  for (;;) {
    const d = p.parts.declarator(p, s.type);
    const label = assemblyName(p);
    attributes(p, s);
    if (!d.name) {
      p.report(expected('a name', `\`${p.token.text}\``, p.token.at));
      throw abandoned;
    }
    if (s.missing && d.type.kind !== 'function') {
      if (p.tokens[from] === d.name) {
        p.report(expected('a type', `\`${d.name.text}\``, d.name.at));
        throw abandoned;
      }
    }
    const named = { ...d, name: d.name };
    if (s.typedef) typedef(p, named);
    else if (d.type.kind === 'function') {
      if (d.owner) {
        outsideDefinition(p, s, d, d.type);
        return made;
      }
      const given = { name: d.called ?? d.name.text, at: d.name.at, type: d.type, params: d.params ?? [] };
      const { type } = d;
      const fn = p.within(d.home ?? p.scope, () => declareFunction(p, s, given));
      const other = label ?? aliased(p, s);
      if (other !== undefined) Object.assign(fn, { symbol: other });
      const isOld = d.old === true && !p.is(',') && !p.is(';');
      if (p.is('{') || isOld || (p.is('try') && p.language.cxx)) {
        p.within(d.home ?? p.scope, () => define(p, fn, named, type));
        return made;
      }
      if (p.is('=') && (p.isAhead(1, 'delete') || p.isAhead(1, 'default'))) {
        if (p.isAhead(1, 'delete')) fn.deleted = true;
        p.at += 2;
      }
    } else {
      if (d.owner) {
        staticMember(p, d.owner, named);
        if (!p.take(',')) break;
        continue;
      }
      const v = p.within(d.home ?? p.scope, () => variable(p, label === undefined ? s : { ...s, alias: label }, named));
      made.push(...(p.fn?.before.splice(0) ?? []));
      if (v) made.push(v);
    }
    if (!p.take(',')) break;
  }
  p.expect(';');
  return made;
}

/** `int X::count = 0;` */
function staticMember(p: Parser, owner: RecordType, d: NamedDeclarator): void {
  const v = classInfo(owner)?.scope.names.get(d.called ?? d.name.text);
  if (v?.kind !== 'variable') {
    p.report(noMember(owner.name, d.called ?? d.name.text, d.name.at));
    throw abandoned;
  }
  v.defined = true;
  v.shared = false;
  v.type = d.type;
  if (p.is('=') || p.is('{') || p.is('(')) {
    p.take('=');
    initialVariable(p, v);
  } else madeOfNothing(p, v);
  const ends = v.placement === 'static' ? endLater(p, v) : undefined;
  if (ends) registerEnd(p, v, ends);
}

function madeOfNothing(p: Parser, v: VariableSymbol): void {
  v.initial = defaultInitial(p, v.type, v.at);
  laterStart(p, v);
}

/** `void X::f() { … }` */
function outsideDefinition(p: Parser, s: Specifiers, d: Declarator, type: FunctionType): void {
  const { owner } = d;
  const info = owner && classInfo(owner);
  const name = d.called ?? '';
  if (!owner || !info) return;
  const plainOwner = owner.name.replace(/<.*/, '');
  const list =
    name === plainOwner
      ? info.constructors
      : name.startsWith('~')
        ? info.destructor
          ? [info.destructor]
          : []
        : info.methods.filter((m) => m.name === name);
  const params = (m: FunctionSymbol): readonly Type[] => (m.member?.isStatic ? m.type.params : m.type.params.slice(1));
  const fn =
    list.find(
      (m) =>
        params(m).length === type.params.length &&
        params(m).every((t, i) => sameType(t, type.params[i]!, true)) &&
        sameQualifiers(m.type, type),
    ) ?? (list.length === 1 ? list[0] : undefined);
  if (!fn) {
    p.report(noMember(owner.name, name, d.at));
    throw abandoned;
  }
  const names = d.params ?? [];
  const offset = fn.member?.isStatic ? 0 : 1;
  for (const [i, n] of names.entries()) {
    const v = fn.params[i + offset];
    if (v) Object.assign(v, { name: n.name });
  }
  if (fn.member) Object.assign(fn, { inline: s.inline || s.constexpr });
  if (!p.functions.includes(fn)) p.functions.push(fn);
  const from = p.at;
  if (p.take(';')) return;
  skipBody(p);
  pendingBody(p, owner, fn, from, info.scope);
  p.late.push(fn);
}

/** A first value, with or without a constructor. */
export function initialVariable(p: Parser, v: VariableSymbol): void {
  const isAssigned = p.ahead(-1).text === '=';
  if ((p.is('(') && !isAssigned) || (p.is('{') && classOf(v.type))) directly(p, v);
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
function keepConstant(p: Parser, v: VariableSymbol): void {
  const { initial, type } = v;
  if (v.isConstexpr && initial && (type.kind === 'record' || type.kind === 'array') && !isConstant(initial))
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

function namespace(p: Parser): void {
  const isInline = p.take('inline');
  p.next();
  const names: string[] = [];
  while (p.token.kind === 'name') {
    names.push(p.next().text);
    p.take('::');
  }
  if (p.take('=')) {
    const target = findName(p);
    p.expect(';');
    if (target?.entity?.kind === 'namespace' && names[0] !== undefined) p.scope.names.set(names[0], target.entity);
    return;
  }
  const before = p.scope;
  for (const name of names.length > 0 ? names : ['']) p.scope = innerNamespace(p, name, isInline);
  try {
    p.expect('{');
    while (!p.is('}') && p.token.kind !== 'end') {
      try {
        external(p);
      } catch (problem) {
        if (!(problem instanceof Abandoned)) throw problem;
        p.recover();
      }
    }
    p.expect('}');
  } finally {
    p.scope = before;
  }
}

function innerNamespace(p: Parser, name: string, isInline: boolean): Scope {
  const known = p.scope.names.get(name);
  if (known?.kind === 'namespace') return known.scope;
  const scope = new Scope('namespace', p.scope, name === '' ? `_GLOBAL_${p.path.replace(/\W/g, '_')}` : name);
  p.scope.names.set(name, { kind: 'namespace', scope });
  if (isInline || name === '') p.scope.also.push(scope);
  return scope;
}

/** using namespace std; using std::f; using X = T; */
function using(p: Parser): Statement[] {
  p.next();
  if (p.take('namespace')) {
    const found = findName(p);
    if (found?.entity?.kind === 'namespace' && !p.scope.also.includes(found.entity.scope))
      p.scope.also.push(found.entity.scope);
    else if (found && !found.entity) p.report(unknownName(found.name, found.token.at));
    p.expect(';');
    return [];
  }
  if (p.isAhead(1, '=')) {
    const name = p.name();
    p.expect('=');
    const type = p.parts.typeName(p);
    p.scope.names.set(name.text, { kind: 'type', type, at: name.at });
    p.expect(';');
    return [];
  }
  p.take('typename');
  const found = findName(p);
  if (found?.entity) p.scope.names.set(found.name, found.entity);
  else if (found) p.report(unknownName(found.name, found.token.at));
  p.expect(';');
  return [];
}

type NamedDeclarator = Declarator & { readonly name: NonNullable<Declarator['name']> };

function typedef(p: Parser, d: NamedDeclarator): void {
  const known = p.scope.names.get(d.name.text);
  if (
    known &&
    !p.isFree(known, d.name.at) &&
    (known.kind !== 'type' || (!sameType(known.type, d.type) && !p.isLibrary(d.name.at.source.path)))
  )
    p.report(declaredTwice(d.name.text, d.name.at, 'at' in known ? known.at : undefined));
  const { type } = d;
  // A struct without a name gets that of its typedef, for messages and the linker.
  if (type.kind === 'record' && type.record.name === '') Object.assign(type.record, { name: d.name.text });
  if (type.kind === 'enum' && type.of.name === '') Object.assign(type.of, { name: d.name.text });
  p.scope.names.set(d.name.text, { kind: 'type', type, at: d.name.at });
}

function variable(p: Parser, s: Specifiers, d: NamedDeclarator): Statement | undefined {
  const placement = placementOf(p, s);
  const isLocal = placement === 'automatic';
  const scope = p.scope;
  const known = scope.names.get(d.name.text);
  const name = d.name.text;
  const type = s.constexpr ? qualified(d.type, true) : d.type;
  const v = newVariable(name, symbolOf(p, s, name, placement), d.name.at, type, placement);
  v.size = dynamicSize(d.type, d.name.at);
  if (
    !v.size &&
    sizeOf(d.type) === undefined &&
    !mentionsAuto(d.type) &&
    !scalarLater(d.type) &&
    d.type.kind !== 'unknown' &&
    !s.extern
  )
    p.report(incomplete(showType(d.type), d.name.at));
  if (d.type.kind === 'void') p.report(incomplete('void', d.name.at));
  Object.assign(v, { internal: isLocal || s.static || (scope.kind === 'block' && !s.extern) });
  v.inMemory = !isScalar(d.type) && d.type.kind !== 'reference';
  const builtin = builtinVariables.find((b) => b === name);
  if (builtin && p.isLibrary(d.name.at.source.path)) Object.assign(v, { builtin });
  if (s.align > 0) v.align = s.align;
  const other = aliased(p, s);
  if (other !== undefined) Object.assign(v, { symbol: other });
  if (s.inline) v.shared = true;
  if (s.constexpr) v.isConstexpr = true;
  const hasValue = p.is('=');
  v.defined = (!s.extern || hasValue || placement === 'dynamic-shared') && other === undefined;
  v.tentative =
    !isLocal && !p.language.cxx && !hasValue && !s.static && placement === 'static' && scope.kind === 'file';
  const before = known?.kind === 'variable' ? known : undefined;
  // `struct x *x`: the class is found by its keyword from now on.
  const isTag = p.language.cxx && known?.kind === 'type' && scope.tags.get(name) === known.type;
  if (known && !isTag && !p.isFree(known, d.name.at) && (!before || isLocal || !sameType(before.type, d.type)))
    p.report(declaredTwice(name, d.name.at, 'at' in known ? known.at : undefined));
  const target = before && !isLocal ? merged(before, v) : v;
  if (target === v) {
    if (!isLocal) p.variables.push(v);
    scope.names.set(name, v);
  }
  if (hasValue) {
    p.at++;
    initialise(p, target, s);
  } else if (p.language.cxx && (p.is('(') || p.is('{'))) {
    directly(p, target);
    keepConstant(p, target);
    laterStart(p, target);
  } else if (p.language.cxx && target.defined && placement !== 'shared' && placement !== 'dynamic-shared') {
    if (target.type.kind === 'auto' && target.type.template) deduceTemplate(p, target, d.name.at);
    else target.initial = defaultInitial(p, d.type, d.name.at);
    keepConstant(p, target);
    laterStart(p, target);
  }
  if (v.placement === 'static' && target === v && hasTwin(d.type)) addTwin(p, v);
  if (isLocal) {
    target.home = p.fn;
    if (p.language.cxx) target.destroy = destructorFor(p, target.type);
  }
  const ends =
    isLocal || v.placement !== 'static' || !target.defined || !p.language.cxx ? undefined : endLater(p, target);
  if (target.once) return onceStatement(p, target, target.once, ends);
  if (ends) registerEnd(p, target, ends);
  return isLocal ? { kind: 'variable', variable: target, at: d.name.at } : undefined;
}

/** The symbol of what it stands for. */
function aliased(p: Parser, s: Specifiers): string | undefined {
  if (s.alias === undefined) return undefined;
  const known = p.file.names.get(s.alias);
  if (known?.kind === 'functions') return known.list[0]?.symbol;
  return known?.kind === 'variable' ? known.symbol : s.alias;
}

/** References to textures and surfaces: the host sets them, and device code reads what it binds to them. */
const hasTwin = (t: Type): boolean =>
  t.kind === 'record' &&
  t.record.fields.some((f) => f.name === '__cufort_twin' || (f.base === true && hasTwin(f.type)));

function addTwin(p: Parser, v: VariableSymbol): void {
  const twin = newVariable(v.name, `${v.symbol}@device`, v.at, v.type, 'device');
  Object.assign(twin, { inMemory: true, defined: v.defined, internal: v.internal });
  v.twin = twin;
  const tell = p.file.names.get('__cufort_has_twin');
  if (!v.defined || tell?.kind !== 'functions') return;
  const { at } = v;
  const addresses = [v, twin].map((variable): Expression => {
    const of: Expression = { kind: 'variable', variable, type: v.type, at, lvalue: true };
    return { kind: 'address', of, type: pointerTo(voidType), at };
  });
  atStart(p, v, 'twin', callFunction(p, tell.list[0]!, addresses, at));
}

/** What has an object of the program's whole life destroyed at its end; undefined where nothing ends it. */
function endLater(p: Parser, v: VariableSymbol): Expression | undefined {
  if (p.isLibrary(v.at.source.path) || p.fn?.fn?.sides.host === false || !destructorFor(p, v.type)) return undefined;
  const object: Expression = { kind: 'variable', variable: v, type: v.type, at: v.at, lvalue: true };
  return callFree(p, '__cufort_ends_later', object, v.at);
}

function registerEnd(p: Parser, v: VariableSymbol, ends: Expression): void {
  if (!p.fn) atStart(p, v, 'ends', ends);
}

/** With the first values of the unit's variables, behind the object's own. */
function atStart(p: Parser, v: VariableSymbol, word: string, left: Expression): void {
  const done = newVariable(`${v.name}.${word}`, `${v.symbol}.${word}`, v.at, int, 'static');
  Object.assign(done, { internal: true, inMemory: true, defined: true });
  const right: Expression = { kind: 'number', value: 1n, type: int, at: v.at };
  done.initial = { kind: 'value', value: { kind: 'comma', left, right, type: int, at: v.at } };
  p.variables.push(done);
  p.starts.push(done);
}

function onceStatement(p: Parser, v: VariableSymbol, once: VariableSymbol, ends: Expression | undefined): Statement {
  const { at } = v;
  Object.assign(once, { internal: true, inMemory: true });
  p.variables.push(once);
  const made: Expression = { kind: 'variable', variable: once, type: int, at, lvalue: true };
  const yes: Expression = { kind: 'number', value: 1n, type: int, at };
  const place: Expression = { kind: 'variable', variable: v, type: v.type, at, lvalue: true };
  const set: Statement = { kind: 'expression', value: { kind: 'assign', to: made, value: yes, type: int, at }, at };
  const first: Statement[] = v.initial ? [{ kind: 'place', place, initial: v.initial, at }] : [];
  v.initial = undefined;
  const last: Statement[] = ends ? [{ kind: 'expression', value: ends, at }] : [];
  const then: Statement = { kind: 'block', body: [set, ...first, ...last], at };
  return { kind: 'if', condition: { kind: 'not', of: made, type: int, at }, then, otherwise: undefined, at };
}

const builtinVariables = ['threadIdx', 'blockIdx', 'blockDim', 'gridDim', 'warpSize'] as const;

/** An array whose initialiser tells its size. */
function scalarLater(type: Type): boolean {
  return type.kind === 'array' && type.count === undefined && sizeOf(type.of) !== undefined;
}

function symbolOf(p: Parser, s: Specifiers, name: string, placement: Placement): string {
  // Constants of C++ belong to their unit.
  const isConst = s.constexpr || s.type.const === true;
  const isUnits = p.language.cxx && isConst && !s.extern && !s.inline && placement === 'static';
  if (p.scope.kind === 'block' && !s.extern && placement !== 'automatic')
    return `${p.fn?.fn?.symbol ?? ''}.${name}.${p.unique()}`;
  const base = p.linkage === 'C' || p.scope.kind !== 'namespace' ? name : symbolOfVariable(p.scope, name, p.path);
  // Shared memory is each kernel's own, also where it is declared outside of one.
  return s.static || isUnits || placement === 'shared' ? `${base}@${p.path}` : base;
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

function laterStart(p: Parser, v: VariableSymbol): void {
  if (v.placement === 'static' && v.initial && p.errors === 0 && !isConstant(v.initial)) start(p, v);
}

/** Before main; where it stands in a function when that comes there first. */
function start(p: Parser, v: VariableSymbol): void {
  if (!p.fn) p.starts.push(v);
  else v.once = newVariable(`${v.name}.made`, `${v.symbol}.made`, v.at, int, 'static');
}

/** What an object is where nothing is said. */
function defaultInitial(p: Parser, type: Type, at: Span): Initial | undefined {
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

/** `T x(…)`, `T x{…}` */
function directly(p: Parser, v: VariableSymbol): void {
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

/** `X(const char *) -> X<string>;` */
function deductionGuide(p: Parser): boolean {
  const at = p.is('explicit') ? 1 : 0;
  if (p.scope.kind === 'block' || !p.isAhead(at + 1, '(')) return false;
  const known = p.scope.names.get(p.ahead(at).text);
  if (known?.kind !== 'template' || known.template.what !== 'class') return false;
  guide(p, known.template, [], p.at);
  skipDeclaration(p);
  return true;
}

/** Of a class template without its arguments: they are told by what it is made of. */
function deduceTemplate(p: Parser, v: VariableSymbol, at: Span): void {
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
  const e = onlyFunction(p, p.parts.assignment(p));
  v.type = replacedAuto(v.type, e);
  v.inMemory = !isScalar(v.type) && v.type.kind !== 'reference';
  v.initial = { kind: 'value', value: convertAny(p, e, v.type) };
}

export function replacedAuto(t: Type, e: Expression): Type {
  if (t.kind === 'reference') {
    if (t.rvalue && t.to.kind === 'auto' && e.lvalue) return { kind: 'reference', to: e.type, rvalue: false };
    const to = t.to.kind === 'auto' ? qualified(e.type, t.to.const === true) : replacedAuto(t.to, e);
    return { ...t, to };
  }
  const value = asValue(e).type;
  if (t.kind === 'pointer')
    return value.kind === 'pointer'
      ? { ...t, to: t.to.kind === 'auto' ? qualified(value.to, t.to.const === true) : t.to }
      : t;
  return t.kind === 'auto' ? qualified(unqualified(value), t.const === true) : t;
}

/** The body of a function; it is read now, or when somebody calls it first. */
function define(p: Parser, fn: FunctionSymbol, d: NamedDeclarator, type: FunctionType): void {
  if (fn.body || fn.pending) p.report(declaredTwice(fn.name, d.name.at, fn.at));
  const names = d.old ? oldTypes(p, fn, d.params ?? []) : (d.params ?? []);
  fn.type = {
    ...type,
    ...(fn.type.isConst && { isConst: true }),
    ...(fn.type.ref && { ref: fn.type.ref }),
    ...(fn.type.noexcept !== undefined && { noexcept: fn.type.noexcept }),
    ...(d.old && { params: names.map((n) => n.type) }),
  };
  fn.params = names.map((n) => n.variable ?? newVariable(n.name, n.name, n.at, n.type, 'parameter'));
  const sizes = names.flatMap((n) => n.sizes ?? []);
  for (const v of fn.params) v.inMemory = !isScalar(v.type) && v.type.kind !== 'reference';
  const scope = p.scope;
  const from = p.at;
  const later = (fn.inline || fn.internal) && p.isLibrary(p.token.at.source.path);
  if (!later) {
    body(p, fn, scope);
    if (fn.body && sizes.length > 0) fn.body = { kind: 'block', body: [...sizes, fn.body], at: fn.body.at };
    return;
  }
  skipBody(p);
  const { linkage } = p;
  fn.pending = () => {
    fn.pending = undefined;
    const state = { at: p.at, fn: p.fn, scope: p.scope, linkage: p.linkage, angle: p.angle };
    Object.assign(p, { at: from, fn: undefined, scope, linkage, angle: 0 });
    body(p, fn, scope);
    Object.assign(p, state);
  };
}

export function body(p: Parser, fn: FunctionSymbol, around: Scope, captures?: FunctionContext['captures']): void {
  const self = fn.member && !fn.member.isStatic && !captures ? fn.params[0] : undefined;
  const context: FunctionContext = {
    fn,
    result: fn.type.result,
    returns: new Set(),
    labels: new Set(),
    jumps: [],
    labelNumbers: new Map(),
    computed: [],
    switches: [],
    loops: 0,
    before: [],
    marks: [],
    ...(self && { self }),
    ...(captures && { captures }),
    breakable: 0,
  };
  const before = p.fn;
  p.fn = context;
  const scope = new Scope('block', around);
  for (const v of fn.params) {
    v.home = context;
    if (v.type.kind !== 'reference') v.inMemory ||= !isScalar(v.type);
    if (v.name !== '' && v !== self) scope.names.set(v.name, v);
  }
  bindPacks(fn, scope);
  try {
    fn.body = p.within(scope, () => withLandings(p, fn, whole(p, fn)));
    checkJumps(p);
  } finally {
    p.fn = before;
  }
  if (mentionsAuto(context.result)) fn.type = { ...fn.type, result: context.found ?? { kind: 'void' } };
  markResult(fn, context);
}

/** A variable of the outermost block that is all the function gives back needs no copy ([class.copy.elision]). */
function markResult(fn: FunctionSymbol, { returns }: FunctionContext): void {
  const [v] = returns;
  const { body: whole } = fn;
  if (!v || returns.size > 1 || v.type.kind !== 'record' || isPlainCopy(v.type) || whole?.kind !== 'block') return;
  if (!sameType(unqualified(v.type), unqualified(fn.type.result))) return;
  if (whole.body.some((s) => s.kind === 'variable' && s.variable === v)) v.isResult = true;
}

/** Parameters that one pack became have its name together. */
function bindPacks(fn: FunctionSymbol, scope: Scope): void {
  const packs = new Map<string, VariableSymbol[]>();
  for (const [i, v] of fn.params.entries())
    if (fn.packs?.has(i)) {
      const list = packs.get(v.name) ?? [];
      list.push(v);
      packs.set(v.name, list);
    }
  for (const [name, list] of packs) scope.names.set(name, { kind: 'pack', list, values: true });
  for (const name of fn.emptyPacks ?? [])
    if (!packs.has(name)) scope.names.set(name, { kind: 'pack', list: [], values: true });
}

/** Of a constructor with what comes before, of a destructor with what comes after. */
function whole(p: Parser, fn: FunctionSymbol): Statement {
  const record = fn.member?.of;
  const { token } = p;
  const isTried = p.language.cxx && p.take('try');
  const first = firstStatements(p, fn, record);
  const own = block(p);
  const after = fn.role === 'destructor' && record ? afterDestructor(p, fn, record) : [];
  const all: Statement =
    first.length + after.length === 0 ? own : { kind: 'block', body: [...first, own, ...after], at: own.at };
  return isTried ? p.parts.handledBody(p, all, token.at) : all;
}

function firstStatements(p: Parser, fn: FunctionSymbol, record: RecordType | undefined): Statement[] {
  if (!record) return [];
  if (fn.role === 'constructor') return memberInits(p, fn, record);
  return fn.role === 'destructor' ? beforeDestructor(p, fn, record) : [];
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

/** A function made of a template; its body is read when it is called. */
export function templateFunction(
  p: Parser,
  template: Template,
  made: Pick<FunctionName, 'made' | 'pattern'> & { readonly name: string },
  scope: Scope,
): FunctionSymbol {
  const { name, ...of } = made;
  const d = headOf(p, template);
  const s = d.specifiers ?? lambdaSpecifiers(p, template);
  if (d.type.kind !== 'function') return p.fail('a function');
  const { type } = d;
  const given = { name, at: d.at, type, params: d.params ?? [], of };
  const record = template.member;
  const isConstructor =
    record !== undefined && !template.lambda && (s.missing || template.name === record.name.replace(/<.*/, ''));
  const fn = record
    ? newMethod(
        p,
        record,
        { ...s, inline: true, static: s.static || template.isStatic === true },
        {
          name: isConstructor ? `constructor ${name}` : name,
          at: d.at,
          result: isConstructor ? { kind: 'void' } : type.result,
          ...(isConstructor && { role: 'constructor' as const }),
        },
        isConstructor ? { ...type, result: { kind: 'void' } } : type,
        given.params,
        of,
      )
    : newFunction(p, { ...s, inline: true }, given);
  const offset = fn.type.params.length - type.params.length;
  Object.assign(fn, {
    packs: new Set(given.params.flatMap((q, i) => (q.packIndex === undefined ? [] : [i + offset]))),
    emptyPacks: packNames(p, template),
  });
  fn.templateOf = template;
  if (template.first) defaultsBefore(p, template, template.first, scope, fn, offset);
  if (p.is('=') && p.isAhead(1, 'delete')) fn.deleted = true;
  if (template.lambda) fn.params = [template.lambda.captures.variable, ...fn.params.slice(1)];
  const from = p.at;
  const linkage = p.linkage;
  fn.pending = () => {
    fn.pending = undefined;
    const before = {
      at: p.at,
      fn: p.fn,
      scope: p.scope,
      record: p.record,
      angle: p.angle,
      patterns: p.patterns,
      linkage: p.linkage,
    };
    Object.assign(p, { at: from, fn: undefined, scope, record, angle: 0, patterns: false, linkage });
    try {
      while (template.lambda && !p.is('{') && p.token.kind !== 'end') p.at++;
      const captures = template.lambda?.captures as FunctionContext['captures'];
      if (p.is('{') || p.is(':') || p.is('try')) body(p, fn, scope, captures);
    } finally {
      Object.assign(p, before);
    }
  };
  return fn;
}

/** Values of parameters that only the first declaration of a template has. */
function defaultsBefore(
  p: Parser,
  template: Template,
  first: NonNullable<Template['first']>,
  scope: Scope,
  fn: FunctionSymbol,
  offset: number,
): void {
  const inside = new Scope('template', scope);
  for (const [i, q] of first.params.entries()) {
    const known = scope.find(template.params[i]?.name ?? '');
    if (known && q.name !== '') inside.names.set(q.name, known);
  }
  const defaults = p.elsewhere(first.bodyAt, inside, () => {
    const d = headOf(p, template);
    return withDefaults(p, { params: d.params ?? [] }).defaults;
  });
  if (!defaults) return;
  const all = [...new Array<undefined>(offset).fill(undefined), ...defaults];
  fn.defaults = all.map((value, i) => fn.defaults?.[i] ?? value);
}

/** As the words behind its brackets say. */
function lambdaSpecifiers(_p: Parser, template: Template): Specifiers {
  const where: Specifiers['where'] = new Set();
  if (template.lambda?.where.has('__device__')) where.add('device');
  if (template.lambda?.where.has('__host__') || where.size === 0) where.add('host');
  const s = emptySpecifiers();
  return { ...s, where, inline: true };
}

/** Names of function parameters that are packs: `Ts... values`. */
function packNames(p: Parser, template: Template): string[] {
  const names: string[] = [];
  for (let i = template.bodyAt; i < p.at; i++)
    if (p.tokens[i]?.text === '...' && p.tokens[i + 1]?.kind === 'name') names.push(p.tokens[i + 1]!.text);
  return names;
}

/** A body that begins at that token. */
export function defineAt(p: Parser, fn: FunctionSymbol, d: Declarator, at: number): void {
  const { scope, record } = p;
  void d;
  fn.pending = () => {
    fn.pending = undefined;
    const before = { at: p.at, fn: p.fn, scope: p.scope, record: p.record, angle: p.angle };
    Object.assign(p, { at, fn: undefined, scope, record, angle: 0 });
    while (!p.is('{') && !p.is(';') && p.token.kind !== 'end') p.at++;
    try {
      if (p.is('{')) body(p, fn, scope);
    } finally {
      Object.assign(p, before);
    }
  };
}

/** The definition of a member of a class template that stands outside of it: true where it is that one. */
export function outsideMethod(
  p: Parser,
  fn: FunctionSymbol,
  o: OutsideDefinition,
  inside: Scope,
  args: readonly TemplateArgument[],
  several: boolean,
): boolean {
  const scope = outsideScope(p, o, inside, args);
  return p.elsewhere(o.bodyAt, scope, () => {
    while (!isHead(p, o.name)) p.at++;
    p.at += o.name.startsWith('operator') ? nameLength(p) : o.name.startsWith('~') ? 2 : 1;
    const d = p.parts.declarator(p, { kind: 'void' });
    if (d.type.kind !== 'function') return false;
    const own = fn.member?.isStatic ? fn.type.params : fn.type.params.slice(1);
    const { type } = d;
    if (
      several &&
      (own.length !== type.params.length ||
        !own.every((t, i) => sameType(t, type.params[i]!, true)) ||
        !sameQualifiers(fn.type, type))
    )
      return false;
    const offset = fn.member?.isStatic ? 0 : 1;
    for (const [i, n] of (d.params ?? []).entries())
      if (fn.params[i + offset]) Object.assign(fn.params[i + offset]!, { name: n.name });
    const { fn: before, record } = p;
    Object.assign(p, { fn: undefined, record: fn.member?.of });
    try {
      body(p, fn, scope);
    } finally {
      Object.assign(p, { fn: before, record });
    }
    return true;
  });
}

/** `::name(` */
function isHead(p: Parser, name: string): boolean {
  if (p.token.kind === 'end') return true;
  const first = name.startsWith('operator') ? 'operator' : name.startsWith('~') ? '~' : name;
  return p.is(first) && p.ahead(-1).text === '::' && (first !== name || p.isAhead(1, '('));
}

function nameLength(p: Parser): number {
  let n = 1;
  while (!p.isAhead(n, '(') || (n === 1 && p.isAhead(2, ')'))) n++;
  return n;
}
