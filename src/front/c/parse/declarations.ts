/** Declarations of a file and within functions. */
import { assertionFailed, declaredTwice, expected, incomplete, unknownName } from '../errors.ts';
import { textValue } from '../text/literals.ts';
import type { FunctionSymbol, Statement, VariableSymbol } from '../tree.ts';
import { type FunctionType, sameType, showType } from '../types.ts';
import { bindingDeclaration, isBinding } from './bindings.ts';
import { define, newContext } from './function-bodies.ts';
import { findName, isSpecialHead } from './names.ts';
import { entryStatements, nestedSymbol, newChain, withChain } from './nested-functions.ts';
import { outsideDefinition, staticMember } from './outside-definitions.ts';
import { Abandoned, abandoned, type NamedDeclarator, type Parser, type Specifiers } from './parser.ts';
import { Scope } from './scope.ts';
import { skipDeclaration } from './skip-declaration.ts';
import { attributes, withVector } from './specifiers.ts';
import { declareFunction, newFunction } from './symbols.ts';
import { guide, templateDeclaration } from './templates.ts';
import { aliased, variable } from './variable-declarations.ts';

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
    if (v?.defined && v.tentative && v.type.kind === 'record' && !v.type.record.complete)
      p.report(incomplete(showType(v.type), v.at));
  }
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
    if (p.at <= from) p.at = from + 1;
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

export function linkage(p: Parser): void {
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
    const begin = p.at;
    const declared = p.parts.declarator(p, s.type);
    const label = assemblyName(p);
    attributes(p, s);
    const d = { ...declared, type: withVector(s, declared.type) };
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
      if (!p.language.cxx && p.fn && (p.is('{') || d.old || p.tokens[from]?.text === 'auto')) {
        made.push(...nestedFunction(p, s, named, type, begin));
        if (p.ahead(-1).text === '}') return made;
        if (!p.take(',')) break;
        continue;
      }
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

/** A function within a function: declared with `auto`, or defined. */
function nestedFunction(p: Parser, s: Specifiers, d: NamedDeclarator, type: FunctionType, begin: number): Statement[] {
  const { fn: context } = p;
  const name = d.name.text;
  const known = p.scope.names.get(name);
  const before = known?.kind === 'functions' ? known.list.find((f) => f.nestedIn === context) : undefined;
  const fn = before ?? newFunction(p, { ...s, static: true }, { name, at: d.name.at, type, params: d.params ?? [] });
  if (!before && context) {
    Object.assign(fn, { symbol: nestedSymbol(p, name), nestedIn: context });
    if (known) p.report(declaredTwice(name, d.name.at, 'at' in known ? known.at : undefined));
    p.scope.names.set(name, { kind: 'functions', list: [fn], templates: [] });
    p.functions.push(fn);
  }
  const chain = newChain(d.name.at);
  if (p.is(';') || p.is(',') || !context) {
    if (!before) withChain(fn, chain);
    return [];
  }
  const from = context.frame?.entries.size ?? 0;
  define(p, fn, d.params?.some((q) => q.sizes) ? readWithin(p, fn, chain, s, d, begin) : d, type, chain);
  return entryStatements(context, from, true, d.name.at);
}

/** The sizes among its parameters are computed by the nested function: they are read again as its own. */
function readWithin(
  p: Parser,
  fn: FunctionSymbol,
  chain: VariableSymbol,
  s: Specifiers,
  d: NamedDeclarator,
  begin: number,
): NamedDeclarator {
  const { at, fn: context } = p;
  Object.assign(p, { at: begin, fn: newContext(fn, chain) });
  const again = p.parts.declarator(p, s.type);
  Object.assign(p, { at, fn: context });
  return { ...again, name: d.name };
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
