/** Declarations that begin with `template`: templates, their specialisations and explicit instantiations ([temp]). */
import { unknownName } from '../errors.ts';
import type { FunctionSymbol } from '../tree.ts';
import { argumentKey, type FunctionType, showType, type TemplateArgument, type Type } from '../types.ts';
import { bound, patternOf } from './bound-scopes.ts';
import { type ClassInfo, classInfo, classOf } from './class-info.ts';
import type { Bindings } from './deduce.ts';
import { spaceAround } from './friends.ts';
import { withArguments } from './mangle.ts';
import { templateArguments } from './names.ts';
import type { Declarator, Parser } from './parser.ts';
import type { Specialisation, Template, TemplateParameter } from './scope.ts';
import { skipDeclaration } from './skip-declaration.ts';
import { hasUnknown, isOpen } from './specialisations.ts';
import { newFunction } from './symbols.ts';
import { functionOf, madeOf, makeWaiting, patternOfFunction, specialArguments } from './template-functions.ts';
import { defineTemplate, parametersOf, withOldDefaults } from './template-parameters.ts';
import { findOwner, type Shape, shapeOf, templateOwner } from './template-shape.ts';

/** Behind `template`. */
export function templateDeclaration(p: Parser): void {
  p.expect('template');
  if (!p.is('<')) {
    instantiation(p, p.ahead(-2).text === 'extern');
    return;
  }
  const params = parametersOf(p);
  let lists = 1;
  for (; p.is('template'); lists++) {
    p.at++;
    params.push(...parametersOf(p));
  }
  if (p.is('requires')) {
    p.at++;
    if (p.is('(')) p.skipBalanced();
  }
  const isFriend = p.take('friend');
  const bodyAt = p.at;
  const shape = shapeOf(p);
  p.at = bodyAt;
  const hasBody = skipDeclaration(p);
  if (shape.what === 'none') return;
  if (isFriend) {
    if (hasBody && shape.what === 'function') declareTemplate(p, shape, params, bodyAt, hasBody, spaceAround(p));
    return;
  }
  const isOfTemplate = shape.owner && templateOwner(p.scope, shape.owner);
  if (params.length === 0 && lists === 1 && isOfTemplate) {
    // A member of a class that is made of a template, for those arguments alone.
    p.at = bodyAt;
    p.parts.declaration(p);
    return;
  }
  if (params.length === 0 && shape.what === 'function') {
    specialFunction(p, shape, bodyAt);
    return;
  }
  declareTemplate(p, shape, params, bodyAt, hasBody);
}

/** `template class X<int>;`, `template int f<int>(…);`: other units rely on its code, but where `extern` says that they have it. */
function instantiation(p: Parser, isElsewhere: boolean): void {
  const from = p.at;
  skipDeclaration(p);
  if (isElsewhere) return;
  const after = p.at;
  p.at = from;
  const s = p.parts.specifiers(p);
  if (p.is(';')) keepMethods(p, s.type);
  else keepInstance(p, p.parts.declarator(p, s.type));
  p.at = after;
}

function keepMethods(p: Parser, type: Type): void {
  for (const fn of classOf(type)?.methods ?? []) keep(p, fn);
}

function keepInstance(p: Parser, d: Declarator): void {
  if (d.type.kind !== 'function' || !d.name) return;
  const { type } = d;
  const name = d.called ?? d.name.text;
  const scope = (d.owner && classInfo(d.owner)?.scope) ?? d.home;
  const known = scope ? scope.names.get(name) : p.scope.find(name);
  if (known?.kind !== 'functions') return;
  for (const template of known.templates) {
    const args = specialArguments(p, template, type, d.args ?? []);
    const fn = args && functionOf(p, template, new Map(template.params.map((q, i) => [q.name, args[i]!])));
    if (fn) keep(p, fn);
  }
}

function keep(p: Parser, fn: FunctionSymbol): void {
  fn.kept = true;
  if (!p.functions.includes(fn)) p.functions.push(fn);
  p.needs(fn);
}

function declareTemplate(
  p: Parser,
  shape: Shape,
  params: readonly TemplateParameter[],
  bodyAt: number,
  hasBody: boolean,
  home = p.scope,
): void {
  const { scope } = p;
  const { name, what } = shape;
  if (what === 'none') return;
  if (shape.special) {
    const known = shape.owner ? findOwner(scope, [...shape.owner, name]) : scope.find(name);
    if (known?.kind === 'template') {
      const args = patternOf(p, params, scope, () => p.elsewhere(shape.specialAt, p.scope, () => templateArguments(p)));
      specialise(known.template, { params, args: args ?? [], argsAt: shape.specialAt, bodyAt, scope, hasBody });
    }
    return;
  }
  if (shape.owner !== undefined) {
    const of = templateOwner(scope, shape.owner);
    if (of) {
      of.template.outside.push({ params, within: of.within, name, bodyAt, scope, isClass: what === 'class' });
      return;
    }
    const owner = findOwner(scope, shape.owner);
    if (owner?.kind === 'namespace') {
      const { owner: _, ...inside } = shape;
      p.within(owner.scope, () => declareTemplate(p, inside, params, bodyAt, hasBody));
      return;
    }
    const info = owner?.kind === 'type' ? classOf(owner.type) : undefined;
    const declared = info && hasBody && memberTemplates(info, name).find((t) => isDeclared(t, params.length));
    if (declared) defineTemplate(declared, params, bodyAt, info.scope);
    return;
  }
  const known = home.names.get(name);
  if (what === 'function' && known?.kind === 'template') {
    guide(p, known.template, params, bodyAt);
    return;
  }
  const template: Template = {
    name,
    what,
    params,
    bodyAt,
    scope,
    at: p.tokens[bodyAt]!.at,
    hasBody,
    partial: [],
    outside: [],
    guides: [],
    types: new Map(),
    functions: new Map(),
    variables: new Map(),
    ...(p.record && home !== scope && { friendOf: p.record }),
    ...(p.record && home === scope && { member: p.record, isStatic: isStaticHere(p, bodyAt) }),
  };
  if (what === 'function') {
    if (known?.kind === 'functions') {
      const before = declaredBefore(p, known.templates, template);
      if (before && hasBody) {
        Object.assign(before, {
          first: { bodyAt: before.bodyAt, params: before.params },
          bodyAt,
          hasBody,
          params: withOldDefaults(params, before.params),
          scope,
          pattern: undefined,
          least: undefined,
        });
        makeWaiting(p, before);
      } else if (hasBody || !before) known.templates.push(template);
    } else home.names.set(name, { kind: 'functions', list: [], templates: [template] });
    return;
  }
  if (known?.kind === 'template' && !known.template.hasBody)
    Object.assign(known.template, { bodyAt, hasBody, params: withOldDefaults(params, known.template.params), scope });
  else if (!known || hasBody) scope.names.set(name, { kind: 'template', template });
}

/** In front of those before; a definition for what was declared only. */
function specialise({ partial }: Template, one: Specialisation): void {
  const keys = (s: Specialisation): string => `${s.params.length}:${s.args.map(argumentKey).join()}`;
  const declared = partial.findIndex((s) => !s.hasBody && !s.args.some(isOpen) && keys(s) === keys(one));
  if (declared >= 0) partial.splice(declared, 1, one);
  else partial.unshift(one);
}

/** `template <class T> X(T) -> X<T>;` */
export function guide(p: Parser, of: Template, params: readonly TemplateParameter[], from: number): void {
  let at = from;
  while (p.tokens[at] && p.tokens[at]!.text !== of.name) at++;
  of.guides.push({ params, at: at + 1, isConstructor: false });
}

/** Words before a function's name that brackets belong to. */
const withBrackets: ReadonlySet<string> = new Set(
  '__attribute__ __attribute __declspec __launch_bounds__ __align__ alignas decltype typeof __typeof__ explicit'.split(
    ' ',
  ),
);

const depthOf = (text: string): number => (text === '(' ? 1 : text === ')' ? -1 : 0);

/** `static` stands before its name. */
function isStaticHere(p: Parser, at: number): boolean {
  for (let i = at; p.tokens[i]; i++) {
    const { text } = p.tokens[i]!;
    if (text === 'static') return true;
    if (text !== '(') continue;
    if (!withBrackets.has(p.tokens[i - 1]?.text ?? '')) return false;
    for (let depth = 1; depth > 0 && p.tokens[i + 1]; i++) depth += depthOf(p.tokens[i + 1]!.text);
  }
  return false;
}

function memberTemplates(info: ClassInfo, name: string): readonly Template[] {
  const set = info.scope.names.get(name);
  return set?.kind === 'functions' ? set.templates : info.constructorTemplates.filter((t) => t.name === name);
}

const isDeclared = (t: Template, params: number): boolean => !t.hasBody && t.params.length === params;

/** The declaration without a body that this one repeats: as many parameters, and where several have as many, of the same types. */
function declaredBefore(p: Parser, all: readonly Template[], template: Template): Template | undefined {
  const kinds = (t: Template): string => t.params.map((q) => `${q.kind}${q.pack}`).join();
  const open = all.filter((t) => !t.hasBody && kinds(t) === kinds(template));
  const own = open.length > 0 ? patternOfFunction(p, template) : undefined;
  if (!own) return open[0];
  const similar = open.filter((t) => (patternOfFunction(p, t)?.params ?? own.params).length === own.params.length);
  const wanted = parametersText(template, own);
  const same = similar.find((t) => parametersText(t, patternOfFunction(p, t)) === wanted);
  // What depends on the arguments in other ways is not compared.
  return same ?? (own.params.some(hasUnknown) ? similar[0] : undefined);
}

/** Their types, with the template's parameters by their places: two declarations may name them differently. */
function parametersText({ params }: Template, type: FunctionType | undefined): string | undefined {
  const places = new Map(params.map((q, i) => [q.name, `#${i}`]));
  return type?.params.map((t) => showType(t).replace(/\w+/g, (word) => places.get(word) ?? word)).join();
}

/** template <> void f<int>(…) { … }, template <> void X::f<int>(…) { … } */
function specialFunction(p: Parser, { name, owner }: Shape, bodyAt: number): void {
  const after = p.at;
  p.at = bodyAt;
  const s = p.parts.specifiers(p);
  const d = p.parts.declarator(p, s.type);
  const info = owner && d.owner ? classInfo(d.owner) : undefined;
  const known = owner === undefined ? p.scope.find(name) : info?.scope.names.get(name);
  if (known?.kind !== 'functions') {
    if (known === undefined && owner === undefined) p.report(unknownName(name, p.tokens[bodyAt]!.at));
    p.at = after;
    return;
  }
  if (d.type.kind === 'function' && d.name) {
    const { type } = d;
    const stands = known.templates.flatMap((template) => {
      const args = specialArguments(p, template, type, d.args ?? []);
      return args ? [{ template, args }] : [];
    });
    const args = stands[0]?.args ?? d.args ?? [];
    const given = { name: withArguments(d.called ?? d.name.text, args), at: d.name.at };
    const params = d.params ?? [];
    const of = stands[0] && specialMadeOf(p, stands[0].template, args);
    const isStatic = known.templates.some((t) => t.isStatic);
    const key = args.map(argumentKey).join(',');
    const before = stands[0]?.template.functions.get(key);
    const isDeclared = before && !before.body && !before.pending && !before.deleted;
    const fn = isDeclared
      ? before
      : info && d.owner
        ? p.parts.newMethod(p, d.owner, { ...s, static: isStatic }, { ...given, result: type.result }, type, params, of)
        : newFunction(p, s, { ...given, type, params, of });
    if (p.is('=') && p.isAhead(1, 'delete')) fn.deleted = true;
    else if (p.is('{') || p.is('try')) p.within(info?.scope ?? p.scope, () => p.parts.define(p, fn, d, p.at));
    for (const one of stands) one.template.functions.set(one.args.map(argumentKey).join(','), fn);
  }
  p.at = after;
}

function specialMadeOf(p: Parser, template: Template, args: readonly TemplateArgument[]): ReturnType<typeof madeOf> {
  const bindings: Bindings = new Map(template.params.map((q, i) => [q.name, args[i] ?? { pack: [] }]));
  return madeOf(p, template, args, bound(p, template.params, bindings, template.scope));
}
