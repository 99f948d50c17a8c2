/** Templates: their declaration, and the types and functions that are made of them. */
import { workGoesOn } from '../../../base/long-work.ts';
import type { Span } from '../../../base/source.ts';
import { noMatch, unknownName } from '../errors.ts';
import type { Expression, FunctionSymbol, VariableSymbol } from '../tree.ts';
import {
  argumentKey,
  completeWhenAsked,
  type FunctionType,
  isDependent,
  newRecord,
  qualified,
  recordOf,
  showType,
  type TemplateArgument,
  type Type,
  unknown,
  unqualified,
  withoutReference,
} from '../types.ts';
import { type ClassInfo, classInfo, classOf, setMade } from './class-info.ts';
import { type Bindings, deduce, deduceList } from './deduce.ts';
import { deduceCall } from './deduce-call.ts';
import { spaceAround } from './friends.ts';
import { type FunctionName, setHome, withArguments } from './mangle.ts';
import { templateArguments } from './names.ts';
import type { Declarator, MadeClass, Parser, Specifiers } from './parser.ts';
import {
  type Entity,
  type OutsideDefinition,
  Scope,
  type Specialisation,
  type Template,
  type TemplateParameter,
} from './scope.ts';
import { newFunction } from './symbols.ts';
import { newVariable, placementOf } from './variables.ts';

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

/** `static` stands before its name. */
function isStaticHere(p: Parser, at: number): boolean {
  for (let i = at; p.tokens[i] && p.tokens[i]!.text !== '('; i++) if (p.tokens[i]!.text === 'static') return true;
  return false;
}

function memberTemplates(info: ClassInfo, name: string): readonly Template[] {
  const set = info.scope.names.get(name);
  return set?.kind === 'functions' ? set.templates : info.constructorTemplates.filter((t) => t.name === name);
}

const isDeclared = (t: Template, params: number): boolean => !t.hasBody && t.params.length === params;

/** The definition of a member template that stands outside of its class. */
function defineTemplate(t: Template, params: readonly TemplateParameter[], bodyAt: number, scope: Scope): void {
  const first = { bodyAt: t.bodyAt, params: t.params };
  Object.assign(t, { first, bodyAt, hasBody: true, params: withOldDefaults(params, t.params), scope });
}

/** Of a class that was made of a template: the parameters of the class come first. */
function defineFromOutside(p: Parser, t: Template): void {
  const info = t.member && !t.hasBody ? classInfo(t.member) : undefined;
  const made = info?.made;
  if (!info || !made) return;
  const own = made.template.params.length;
  const o = made.template.outside.find(
    (one) => one.name === t.name && one.within.length === 0 && one.params.length === own + t.params.length,
  );
  if (!o) return;
  const first = o.params.slice(0, own);
  const bindings: Bindings = new Map(first.map((q, i) => [q.name, made.args[i] ?? { pack: [] }]));
  defineTemplate(t, o.params.slice(own), o.bodyAt, bound(p, first, bindings, info.scope));
}

/** Defaults stand in the first declaration. */
function withOldDefaults(
  params: readonly TemplateParameter[],
  before: readonly TemplateParameter[],
): readonly TemplateParameter[] {
  return params.map((q, i) => ({ ...q, defaultAt: q.defaultAt ?? before[i]?.defaultAt }));
}

export function parametersOf(p: Parser): TemplateParameter[] {
  p.expect('<');
  const list: TemplateParameter[] = [];
  while (!p.is('>') && p.token.kind !== 'end') {
    const made = parameterOf(p);
    list.push(made.name === '' ? { ...made, name: `#${list.length}` } : made);
    if (!p.take(',')) break;
  }
  p.expect('>');
  return list;
}

function parameterOf(p: Parser): TemplateParameter {
  const typeAt = p.at;
  let kind: TemplateParameter['kind'] = 'value';
  if (p.is('template')) {
    kind = 'template';
    p.at++;
    parametersOf(p);
    p.at++;
  } else if (p.is('typename') || p.is('class')) {
    if (!(p.is('typename') && p.isAhead(2, '::'))) {
      kind = 'type';
      p.at++;
    }
  }
  let pack = p.take('...');
  let name = '';
  if (kind === 'value') {
    // The name is the last before `=`, `,` or `>`.
    let angle = 0;
    while (p.token.kind !== 'end') {
      const t = p.token;
      if (angle === 0 && (t.text === ',' || t.text === '>' || t.text === '=')) break;
      if (t.text === '<') angle++;
      if (t.text === '>') angle--;
      if (t.text === '...') pack = true;
      if (t.text === '(') {
        p.skipBalanced();
        continue;
      }
      p.at++;
    }
    const last = p.ahead(-1);
    // `typename X<T>::type` has none.
    name = last.kind === 'name' && p.at - typeAt > 1 && p.ahead(-2).text !== '::' ? last.text : '';
  } else if (p.token.kind === 'name') name = p.next().text;
  let defaultAt: number | undefined;
  if (p.take('=')) {
    defaultAt = p.at;
    let angle = 0;
    while (p.token.kind !== 'end' && !(angle === 0 && (p.is(',') || p.is('>')))) {
      if (p.is('<')) angle++;
      if (p.is('>')) angle--;
      if (p.is('(') || p.is('{')) p.skipBalanced();
      else p.at++;
    }
  }
  return { kind, name, pack, typeAt, defaultAt };
}

type Shape = {
  readonly what: Template['what'] | 'none';
  readonly name: string;
  readonly special: boolean;
  readonly specialAt: number;
  readonly owner?: readonly string[];
};

/** What is declared, found without reading it: the words before the first bracket. */
function shapeOf(p: Parser): Shape {
  const none = { special: false, specialAt: 0 };
  if (p.take('using')) return { what: 'alias', name: p.name().text, ...none };
  if ((p.is('struct') || p.is('class') || p.is('union')) && isClass(p)) {
    p.at++;
    while (p.is('__align__') || p.is('alignas') || p.is('__attribute__') || p.is('[')) {
      if (!p.is('[')) p.at++;
      p.skipBalanced();
    }
    const { text } = p.name();
    const last = lastOfClass(p);
    if (last !== p.at - 1) return { what: 'class', ...ownerOf(p, last) };
    return { what: 'class', name: text, special: p.is('<'), specialAt: p.at };
  }
  return functionShape(p);
}

/** Of `X<T>::Y`, from behind `X`: where the last name stands. */
function lastOfClass(p: Parser): number {
  let last = p.at - 1;
  let angle = 0;
  for (let i = 0; ; i++) {
    const t = p.ahead(i);
    if (t.text === '<') angle++;
    else if (t.text === '>') angle--;
    else if (angle > 0 && t.kind !== 'end') continue;
    else if (t.text === '::' && p.ahead(i + 1).kind === 'name') last = p.at + ++i;
    else return last;
  }
}

function isClass(p: Parser): boolean {
  let angle = 0;
  for (let i = 1; ; i++) {
    const t = p.ahead(i);
    if (t.text === '<') angle++;
    if (t.text === '>') angle--;
    if (angle > 0 && t.kind !== 'end') continue;
    if (t.kind === 'end' || t.text === '(')
      return t.text === '(' && /^(?:__align__|alignas|__attribute__)$/.test(p.ahead(i - 1).text);
    if (t.text === '{' || t.text === ';' || t.text === ':') return true;
  }
}

const bracketed: ReadonlySet<string> = new Set([
  '__attribute__',
  '__launch_bounds__',
  'alignas',
  '__align__',
  'decltype',
  'noexcept',
  'explicit',
  '__cluster_dims__',
]);

function functionShape(p: Parser): Shape {
  let angle = 0;
  for (; p.token.kind !== 'end'; p.at++) {
    const t = p.token;
    if (t.kind === 'name' && bracketed.has(t.text) && p.isAhead(1, '(')) {
      p.at++;
      p.skipBalanced();
      p.at--;
      continue;
    }
    if (t.text === '[' && p.isAhead(1, '[')) {
      p.skipBalanced();
      p.at--;
      continue;
    }
    if (t.text === 'operator') return operatorShape(p);
    if (t.text === '<') angle++;
    else if (t.text === '>') angle = Math.max(0, angle - 1);
    if (angle > 0) continue;
    if (t.text === '(' || t.text === '=' || t.text === ';' || t.text === '{' || t.text === '[') {
      const last = p.at - 1;
      if (t.text === '(') return { what: 'function', ...ownerOf(p, last) };
      const special = p.tokens[last]?.text === '>';
      return { what: 'variable', ...ownerOf(p, last), special, specialAt: special ? openOf(p, last) : 0 };
    }
  }
  return { what: 'none', name: '', special: false, specialAt: 0 };
}

function operatorShape(p: Parser): Shape {
  const from = p.at - 1;
  p.at++;
  const t = p.next();
  let name = `operator${t.text}`;
  if (t.text === '(' || t.text === '[') name = t.text === '(' ? 'operator()' : 'operator[]';
  else if (t.text === '>' && p.is('>') && !p.token.spaced) name = 'operator>>';
  return {
    what: 'function',
    name,
    special: false,
    specialAt: 0,
    ...(p.tokens[from]?.text === '::' && { owner: ownerBefore(p, from) }),
  };
}

/** `f`, `f<int>`, `X<T>::f` */
function ownerOf(p: Parser, last: number): Omit<Shape, 'what'> {
  let i = last;
  if (p.tokens[i]?.text === '>') i = openOf(p, i) - 1;
  const tilde = p.tokens[i - 1]?.text === '~' ? 1 : 0;
  const name = (tilde ? '~' : '') + (p.tokens[i]?.text ?? '');
  const none = { name, special: false, specialAt: 0 };
  if (p.tokens[i - 1 - tilde]?.text !== '::') return none;
  return { ...none, owner: ownerBefore(p, i - 1 - tilde) };
}

/** The names in front of `::`, from outside. */
function ownerBefore(p: Parser, colons: number): readonly string[] {
  const names: string[] = [];
  for (let i = colons; p.tokens[i]?.text === '::'; i--) {
    i--;
    if (p.tokens[i]?.text === '>') i = openOf(p, i) - 1;
    if (p.tokens[i]?.kind !== 'name') break;
    names.unshift(p.tokens[i]!.text);
  }
  return names;
}

/** The class template of `X<T>::Y::…`, and the names behind it. */
function templateOwner(
  scope: Scope,
  names: readonly string[],
): { readonly template: Template; readonly within: readonly string[] } | undefined {
  for (let n = 1; n <= names.length; n++) {
    const found = findOwner(scope, names.slice(0, n));
    if (found?.kind === 'template') return { template: found.template, within: names.slice(n) };
  }
  return undefined;
}

/** Names as in the class, and the parameters of the template as the definition calls them. */
export function outsideScope(p: Parser, o: OutsideDefinition, inside: Scope, args: readonly TemplateArgument[]): Scope {
  const bindings: Bindings = new Map(o.params.map((q, i) => [q.name, args[i] ?? { pack: [] }]));
  const scope = new Scope('template', inside);
  for (const [name, e] of bound(p, o.params, bindings, o.scope).names) scope.names.set(name, e);
  return scope;
}

function findOwner(scope: Scope, names: readonly string[]): Entity | undefined {
  const [first, ...others] = names;
  let found = first === undefined ? undefined : scope.find(first);
  for (const name of others) {
    const inner = found?.kind === 'namespace' ? found.scope : found?.kind === 'type' && classOf(found.type)?.scope;
    found = inner ? inner.here(name) : undefined;
  }
  return found;
}

function openOf(p: Parser, close: number): number {
  let depth = 0;
  for (let i = close; i >= 0; i--) {
    if (p.tokens[i]?.text === '>') depth++;
    if (p.tokens[i]?.text === '<' && --depth === 0) return i;
  }
  return close;
}

/** Behind a declaration: its body, or `;`. True where it has a body. */
export function skipDeclaration(p: Parser): boolean {
  let isClassLike = p.is('struct') || p.is('class') || p.is('union');
  // Of `struct X<R (T)>`.
  let angle = 0;
  for (;;) {
    const t = p.token;
    if (p.tokens.length <= p.at + 1) return false;
    if (t.text === '<') angle++;
    else if (t.text === '>') angle--;
    if (t.text === ';') {
      p.at++;
      return false;
    }
    if (t.text === '=') isClassLike = true;
    if (t.text === ':' && !isClassLike) {
      skipMembers(p);
      continue;
    }
    if (t.text === '{') {
      p.skipBalanced();
      skipHandlers(p);
      if (!isClassLike) return true;
      while (!p.is(';') && p.tokens.length > p.at + 1) p.at++;
      p.take(';');
      return true;
    }
    if (t.text === '(' || t.text === '[') {
      if (t.text === '(' && angle <= 0)
        isClassLike = /^(?:__align__|alignas|__attribute__)$/.test(p.ahead(-1).text) && isClassLike;
      p.skipBalanced();
    } else p.at++;
  }
}

/** Of a function, with what comes before the braces, and the handlers of a whole body that is tried. */
export function skipBody(p: Parser): void {
  const isTried = p.take('try');
  if (p.is(':')) skipMembers(p);
  p.skipBalanced();
  if (isTried) skipHandlers(p);
}

function skipHandlers(p: Parser): void {
  while (p.take('catch')) {
    p.skipBalanced();
    p.skipBalanced();
  }
}

/** `: a(1), b{2}` before a constructor's body. */
function skipMembers(p: Parser): void {
  p.at++;
  while (p.token.kind !== 'end') {
    while (!p.is('(') && !p.is('{') && p.tokens.length > p.at + 1) p.at++;
    p.skipBalanced();
    p.take('...');
    if (!p.take(',')) return;
  }
}

// ---- making ----

/** Parameters stand for themselves while `run` reads. */
export function patternOf<T>(
  p: Parser,
  params: readonly TemplateParameter[],
  around: Scope,
  run: () => T,
): T | undefined {
  const scope = new Scope('template', around);
  for (const q of params)
    if (q.name !== '')
      scope.names.set(q.name, {
        kind: 'type',
        type: { kind: 'parameter', name: q.name, pack: q.pack, ...(q.kind === 'template' && { isTemplate: true }) },
        at: p.tokens[q.typeAt]!.at,
      });
  const before = p.patterns;
  p.patterns = true;
  try {
    return p.attempt(() => p.within(scope, run));
  } finally {
    p.patterns = before;
  }
}

/** A scope in which the parameters mean their arguments. */
export function bound(p: Parser, params: readonly TemplateParameter[], bindings: Bindings, around: Scope): Scope {
  const scope = new Scope('template', around);
  for (const q of params) {
    const arg = bindings.get(q.name);
    if (q.name === '' || !arg) continue;
    scope.names.set(q.name, entityOf(p, arg, q, scope));
  }
  return scope;
}

function entityOf(p: Parser, arg: TemplateArgument, q: TemplateParameter, scope: Scope): Entity {
  const at = p.tokens[q.typeAt]!.at;
  if ('type' in arg) return { kind: 'type', type: arg.type, at };
  if ('template' in arg) return { kind: 'template', template: arg.template as Template };
  if ('pack' in arg) return { kind: 'pack', list: arg.pack.map((one) => entityOf(p, one, q, scope)) };
  const type = p.attempt(() => p.elsewhere(q.typeAt, scope, () => p.parts.specifiers(p).type)) ?? {
    kind: 'integer',
    name: 'int',
  };
  return {
    kind: 'constant',
    value: arg.value,
    type: unqualified(type.kind === 'auto' || type.kind === 'unknown' ? { kind: 'integer', name: 'int' } : type),
    at,
  };
}

/** Arguments for all parameters, defaults for those that are not given. */
function completed(
  p: Parser,
  template: Pick<Template, 'name' | 'params' | 'scope'>,
  args: readonly TemplateArgument[],
): Bindings | undefined {
  const to: Bindings = new Map();
  for (const [i, q] of template.params.entries()) {
    if (q.pack) to.set(q.name, { pack: args.slice(i) });
    else {
      const arg = args[i] ?? defaultOf(p, template, q, to);
      if (!arg) return undefined;
      to.set(q.name, arg);
    }
  }
  return to;
}

function defaultOf(
  p: Parser,
  template: Pick<Template, 'name' | 'params' | 'scope'>,
  q: TemplateParameter,
  known: Bindings,
): TemplateArgument | undefined {
  if (q.defaultAt === undefined) return undefined;
  const { defaultAt } = q;
  const scope = bound(p, template.params, known, template.scope);
  return p.instantiating(template.name, p.token.at, () =>
    p.elsewhere(defaultAt, scope, () => {
      p.angle = 1;
      if (q.kind === 'type') {
        const type = p.parts.typeName(p);
        if (!p.is(',') && !p.is('>')) p.fail('`>`');
        return { type };
      }
      const value = p.parts.constant(p, 'the default of a template parameter');
      return value === undefined ? undefined : { value };
    }),
  );
}

const dependentArgument = (a: TemplateArgument): boolean =>
  'type' in a ? isDependent(a.type) : 'pack' in a ? a.pack.some(dependentArgument) : false;

/** The class, or the type that an alias names. */
export function instance(p: Parser, template: Template, args: readonly TemplateArgument[], at: Span): Type {
  workGoesOn();
  if (args.some(dependentArgument))
    return template.what === 'alias'
      ? aliasPattern(p, template, args)
      : { kind: 'pattern', template, name: template.name, args: withDefaults(p, template, args) };
  const all = completed(p, template, args);
  if (!all) {
    p.report(
      noMatch(
        template.name,
        args.map((a) => ('type' in a ? showType(a.type) : '…')),
        at,
      ),
    );
    return unknown;
  }
  const list = template.params.flatMap((q): readonly TemplateArgument[] => {
    const a = all.get(q.name);
    return a && 'pack' in a ? a.pack : a ? [a] : [];
  });
  const key = list.map(argumentKey).join(',');
  const known = template.types.get(key);
  if (known) return known;
  if (template.what === 'alias') return alias(p, template, all, key);
  const plain = bound(p, template.params, all, template.scope);
  const name = withArguments(template.name, list);
  const record = newRecord('struct', name, template.at);
  const made = { template, args: withTypes(template.params, list, plain), name, record };
  setHome(record, plain, undefined, made);
  setMade(record, made);
  const type = recordOf(record);
  template.types.set(key, type);
  completeWhenAsked(record, () => definition(p, made, list, plain));
  return type;
}

/** What reads the class when it must be known ([temp.inst]); undefined while nothing defines it. */
function definition(
  p: Parser,
  made: MadeClass,
  list: readonly TemplateArgument[],
  plain: Scope,
): (() => void) | undefined {
  const { template, name } = made;
  const chosen = specialisation(p, template, list);
  if (!(chosen ? chosen.special : template).hasBody) return undefined;
  const scope = chosen ? bound(p, chosen.special.params, chosen.bindings, chosen.special.scope) : plain;
  const at = chosen ? chosen.special.bodyAt : template.bodyAt;
  const read = (): void => p.elsewhere(at, scope, () => p.making(made, () => void p.parts.classSpecifier(p)));
  const isWritten = chosen?.special.params.length === 0;
  return () => p.readLater(isWritten ? read : () => p.instantiating(name, p.ahead(-1).at, read));
}

/** Arguments that depend on parameters, and the defaults behind them as far as they can be read. */
function withDefaults(p: Parser, template: Template, args: readonly TemplateArgument[]): readonly TemplateArgument[] {
  const to: Bindings = new Map();
  const all = [...args];
  for (const [i, q] of template.params.entries()) {
    if (q.pack || 'pack' in (args[i] ?? {})) return all;
    const arg = args[i] ?? p.attempt(() => defaultOf(p, template, q, to));
    if (!args[i] && q.defaultAt !== undefined) all.push(arg ?? { type: unknown });
    if (arg) to.set(q.name, arg);
  }
  return all;
}

/** `template <class T> constexpr bool is_x = …;` for these arguments; undefined while they are not known. */
export function instanceVariable(p: Parser, template: Template, args: readonly TemplateArgument[]): Entity | undefined {
  if (args.some(dependentArgument)) return { kind: 'type', type: unknown, at: template.at };
  const bindings = completed(p, template, args);
  if (!bindings) return undefined;
  const list = [...bindings.values()];
  const key = list.map(argumentKey).join(',');
  const known = template.variables.get(key);
  if (known) return known;
  const chosen = specialisation(p, template, list);
  const params = chosen ? chosen.special.params : template.params;
  const scope = bound(p, params, chosen ? chosen.bindings : bindings, chosen ? chosen.special.scope : template.scope);
  const { at } = p.token;
  const made = newVariable(template.name, `${template.name}<${key}>@${p.path}`, template.at, unknown, 'static');
  // A specialisation names itself.
  template.variables.set(key, made);
  const read = (): VariableSymbol => {
    const s = p.parts.specifiers(p);
    const d = p.parts.declarator(p, s.type);
    const type = s.constexpr ? qualified(d.type, true) : d.type;
    Object.assign(made, { type, placement: placementOf(p, s), at: d.at, internal: true, inMemory: true });
    p.variables.push(made);
    if (p.take('=') || p.is('{')) p.parts.initialVariable(p, made);
    return made;
  };
  const all = (): VariableSymbol => p.elsewhere(chosen ? chosen.special.bodyAt : template.bodyAt, scope, read);
  if (chosen?.special.params.length === 0) return all();
  return p.instantiating(withArguments(template.name, list), at, all);
}

function aliasPattern(p: Parser, template: Template, args: readonly TemplateArgument[]): Type {
  const all = completed(p, template, args);
  const made = all && p.attempt(() => alias(p, template, all, undefined));
  // What does not depend on its arguments still says whether they make sense.
  return made && isDependent(made) ? made : unknown;
}

function alias(p: Parser, template: Template, all: Bindings, key: string | undefined): Type {
  const scope = bound(p, template.params, all, template.scope);
  const type = p.elsewhere(template.bodyAt, scope, () => {
    p.at += 2;
    p.expect('=');
    return p.parts.typeName(p);
  });
  if (key !== undefined) template.types.set(key, type);
  return type;
}

type Chosen = { readonly special: Template['partial'][number]; readonly bindings: Bindings };

function specialisation(p: Parser, template: Template, args: readonly TemplateArgument[]): Chosen | undefined {
  const fitting = template.partial.flatMap((special): Chosen[] => {
    const bindings: Bindings = new Map();
    if (!deduceList(special.args, args, bindings)) return [];
    return special.args.some(isOpen) && !isSame(p, special, bindings, args) ? [] : [{ special, bindings }];
  });
  const best = fitting.find((a) => fitting.every((b) => a === b || isMoreSpecial(a.special.args, b.special.args)));
  return best ?? fitting[0];
}

const isOpen = (a: TemplateArgument): boolean => 'type' in a && hasUnknown(a.type);

function hasUnknown(t: Type): boolean {
  if (t.kind === 'pattern') return t.args.some(isOpen);
  return t.kind === 'unknown' || ((t.kind === 'pointer' || t.kind === 'reference') && hasUnknown(t.to));
}

/** Arguments that depend on others, read again with what these are. */
function isSame(
  p: Parser,
  special: Template['partial'][number],
  bindings: Bindings,
  args: readonly TemplateArgument[],
): boolean {
  const scope = bound(p, special.params, bindings, special.scope);
  const made = p.attempt(() => p.elsewhere(special.argsAt, scope, () => templateArguments(p)));
  return made !== undefined && made.map(argumentKey).join(',') === args.map(argumentKey).join(',');
}

function isMoreSpecial(a: readonly TemplateArgument[], b: readonly TemplateArgument[]): boolean {
  return deduceList(b, a, new Map()) && !deduceList(a, b, new Map());
}

// ---- functions ----

/** Of a call with these arguments; undefined where it does not fit. */
export function deduced(
  p: Parser,
  template: Template,
  given: readonly TemplateArgument[],
  args: readonly Expression[],
): FunctionSymbol | undefined {
  const pattern = patternOfFunction(p, template);
  if (!pattern) return undefined;
  const to: Bindings = new Map();
  for (const [i, q] of template.params.entries()) {
    const arg = given[i];
    if (arg && !(q.pack ? given.slice(i) : [arg]).every((a) => isOfKind(q.kind, a))) return undefined;
    if (q.pack && given.length > i) to.set(q.name, { pack: given.slice(i) });
    else if (arg && !q.pack) to.set(q.name, arg);
  }
  const fixed = new Set(to.keys());
  if (!deduceCall(pattern, args, to, fixed)) return undefined;
  return functionOf(p, template, to);
}

/** Whether a call with so few arguments may mean it. */
export function takesAsFew(p: Parser, template: Template, count: number): boolean {
  return patternOfFunction(p, template) !== undefined && count >= (template.least ?? 0);
}

/** What cannot be known yet may be anything. */
const isOfKind = (kind: TemplateParameter['kind'], a: TemplateArgument): boolean =>
  'pack' in a ||
  ('type' in a && a.type.kind === 'unknown') ||
  (kind === 'type' ? 'type' in a : kind === 'value' ? 'value' in a : 'template' in a);

function patternOfFunction(p: Parser, template: Template): FunctionType | undefined {
  defineFromOutside(p, template);
  if (template.pattern === undefined)
    template.pattern =
      patternOf(p, template.params, template.scope, () =>
        p.elsewhere(template.bodyAt, p.scope, () => {
          const d = headOf(p, template);
          // Defaults may stand in the first declaration.
          if (!template.first)
            template.least = 1 + (d.params ?? []).findLastIndex((q) => !q.pack && q.defaultAt === undefined);
          return d.type.kind === 'function' ? d.type : undefined;
        }),
      ) ?? null;
  return template.pattern ?? undefined;
}

/** The declarator of the function that the template makes, read from here on. */
export function headOf(p: Parser, template: Template): Declarator & { readonly specifiers?: Specifiers } {
  if (!template.lambda) {
    const specifiers = p.parts.specifiers(p);
    return { ...p.parts.declarator(p, specifiers.type), specifiers };
  }
  const { autos } = p;
  p.autos = [...template.lambda.autos];
  try {
    const d = p.parts.declarator(p, { kind: 'auto' });
    return d;
  } finally {
    p.autos = autos;
  }
}

/** The function for these arguments; undefined where its declaration makes no sense for them. */
export function functionOf(p: Parser, template: Template, given: Bindings): FunctionSymbol | undefined {
  if (template.inherited) {
    const fn = functionOf(p, template.inherited.from, given);
    return fn && template.inherited.heirFor(fn);
  }
  const all: Bindings = new Map();
  for (const q of template.params) {
    const arg = given.get(q.name) ?? (q.pack ? { pack: [] } : p.attempt(() => defaultOf(p, template, q, all)));
    if (!arg) return undefined;
    if (q.kind === 'value' && q.name.startsWith('#') && !hasType(p, template, q, all)) return undefined;
    all.set(q.name, arg);
  }
  const list = [...all.values()];
  const key = list.map(argumentKey).join(',');
  const known = template.functions.get(key);
  if (known) return known;
  const scope = bound(p, template.params, all, template.scope);
  const before = p.record;
  const { at } = p.ahead(-1);
  p.record = template.member;
  try {
    const fn = p.attempt(() => p.elsewhere(template.bodyAt, scope, () => instantiated(p, template, list, scope, at)));
    if (fn) template.functions.set(key, fn);
    if (fn && !template.hasBody) template.waiting = [...(template.waiting ?? []), list];
    return fn;
  } finally {
    p.record = before;
  }
}

/** What was called while only a declaration stood there gets its body. */
function makeWaiting(p: Parser, template: Template): void {
  const waiting = template.waiting ?? [];
  template.waiting = [];
  delete template.pattern;
  for (const list of waiting) {
    const key = list.map(argumentKey).join(',');
    const declared = template.functions.get(key);
    template.functions.delete(key);
    const defined = functionOf(p, template, new Map(template.params.map((q, i) => [q.name, list[i]!])));
    if (!declared || !defined) continue;
    template.functions.set(key, declared);
    const { pending } = defined;
    declared.pending = () => {
      pending?.();
      Object.assign(declared, defined, { pending: undefined });
    };
    p.needs(declared);
  }
}

/** `enable_if_t<…> = 0` */
function hasType(p: Parser, template: Template, q: TemplateParameter, known: Bindings): boolean {
  const scope = bound(p, template.params, known, template.scope);
  return p.attempt(() => p.elsewhere(q.typeAt, scope, () => p.parts.typeName(p))) !== undefined;
}

/** Whether what fits the first always fits the second, and not the other way round. */
export function isMoreSpecialFunction(p: Parser, a: Template, b: Template): boolean {
  const x = patternOfFunction(p, a);
  const y = patternOfFunction(p, b);
  if (!x || !y) return false;
  const covers = (wide: FunctionType, narrow: FunctionType): boolean => {
    const to: Bindings = new Map();
    if (narrow.params.length < wide.params.length && !wide.spreads) return false;
    return narrow.params.every((t, i) => {
      const param = wide.params[i] ?? (wide.spreads ? wide.params.at(-1) : undefined);
      if (!param || (isPackAt(narrow, i) && !isPackAt(wide, i))) return false;
      return deduce(unqualified(withoutReference(param)), unqualified(withoutReference(t)), to, true);
    });
  };
  const [narrow, wide] = [covers(y, x), covers(x, y)];
  return narrow && (!wide || (isMoreConst(x, y) && !isMoreConst(y, x)));
}

const isPackAt = ({ params, spreads }: FunctionType, i: number): boolean => spreads === true && i >= params.length - 1;

/** Of references that fit alike one to what is const is the more special. */
const isMoreConst = (a: FunctionType, b: FunctionType): boolean =>
  a.params.some((t, i) => {
    const other = b.params[i];
    return t.kind === 'reference' && other?.kind === 'reference' && t.to.const === true && !other.to.const;
  });

function instantiated(
  p: Parser,
  template: Template,
  args: readonly TemplateArgument[],
  scope: Scope,
  at: Span,
): FunctionSymbol {
  workGoesOn();
  const name = withArguments(template.name, args);
  const made = madeOf(p, template, args, scope);
  return p.instantiating(name, at, () => p.parts.templateFunction(p, template, { name, ...made }, scope));
}

/** What its name as a symbol is made of. */
function madeOf(
  p: Parser,
  template: Template,
  args: readonly TemplateArgument[],
  scope: Scope,
): Pick<FunctionName, 'made' | 'pattern'> {
  const typed = withTypes(template.params, args, scope);
  return { made: { template, args: typed }, pattern: patternOfFunction(p, template) };
}

/** Arguments that are values with the types of their parameters, which mean them in the scope. */
function withTypes(
  params: readonly TemplateParameter[],
  args: readonly TemplateArgument[],
  scope: Scope,
): readonly TemplateArgument[] {
  const packAt = params.findIndex((q) => q.pack);
  return args.map((a, i) => {
    const q = params[packAt >= 0 ? Math.min(i, packAt) : i];
    const meant = q && scope.here(q.name);
    return withType(a, meant?.kind === 'pack' && !('pack' in a) ? meant.list[i - packAt] : meant);
  });
}

function withType(a: TemplateArgument, meant: Entity | undefined): TemplateArgument {
  if ('pack' in a)
    return { pack: a.pack.map((one, i) => withType(one, meant?.kind === 'pack' ? meant.list[i] : undefined)) };
  return 'value' in a && meant?.kind === 'constant' ? { ...a, of: meant.type } : a;
}

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

/** What the parameters of the template are where a function of that type stands for it. */
function specialArguments(
  p: Parser,
  template: Template,
  type: FunctionType,
  given: readonly TemplateArgument[],
): readonly TemplateArgument[] | undefined {
  const pattern = patternOfFunction(p, template);
  if (!pattern || pattern.params.length !== type.params.length) return undefined;
  const to: Bindings = new Map();
  for (const [i, q] of template.params.entries()) if (!q.pack && given[i]) to.set(q.name, given[i]!);
  if (!pattern.params.every((q, i) => deduce(q, type.params[i]!, to))) return undefined;
  if (given.length > 0) for (const q of template.params) if (!to.has(q.name) && q.pack) to.set(q.name, { pack: [] });
  if (template.params.some((q) => !to.has(q.name)) && !deduce(pattern.result, type.result, to)) return undefined;
  const list = template.params.flatMap((q) => to.get(q.name) ?? []);
  return list.length === template.params.length ? list : undefined;
}
