/** Names, plain and qualified, with arguments of templates, and what they mean where they stand. */
import { noMember } from '../errors.ts';
import type { Token } from '../text/lex.ts';
import { type TemplateArgument, type Type, unknown } from '../types.ts';
import { classInfo, madeOf, recordOfScope } from './class-info.ts';
import { spread } from './packs.ts';
import type { Parser } from './parser.ts';
import { type Entity, Scope } from './scope.ts';

export type Named = {
  readonly entity: Entity | undefined;
  readonly token: Token;
  readonly name: string;
  /** What it is qualified with. */
  readonly scope: Scope | undefined;
  /** Arguments of a function template that stand there. */
  readonly args?: readonly TemplateArgument[];
  /** A member of what is not known yet. */
  readonly ofUnknown?: true;
};

/** Behind a type that the tokens name from here on; undefined, and nowhere else, where they name none. */
export function findType(p: Parser, end?: number): Type | undefined {
  const from = p.at;
  const named = findName(p, end);
  const type = named && typeOfEntity(named.entity);
  if (!type) p.at = from;
  return type;
}

export function typeOfEntity(entity: Entity | undefined): Type | undefined {
  return entity?.kind === 'type' ? entity.type : undefined;
}

/** A name with what qualifies it. */
export function findName(p: Parser, end?: number): Named | undefined {
  if (!p.language.cxx) return plainName(p);
  let scope: Scope | undefined = p.is('::') ? p.file : undefined;
  if (scope) p.at++;
  else if (p.is('decltype')) {
    const of = ofDecltype(p);
    if (!of) return undefined;
    if ('token' in of) return of;
    scope = of;
  }
  for (;;) {
    const token = p.token;
    if (token.kind !== 'name' && !(scope && p.is('~'))) return undefined;
    p.at++;
    const name = token.text === 'operator' ? operatorName(p) : token.text === '~' ? `~${p.next().text}` : token.text;
    let entity = scope ? within(p, scope, name) : p.is('::') ? p.scope.findScope(name) : p.scope.find(name);
    let args: readonly TemplateArgument[] | undefined;
    if (p.is('<')) {
      const template = templateOf(entity);
      if (template?.what === 'variable') entity = p.parts.instanceVariable(p, template, templateArguments(p));
      else if (template)
        entity = { kind: 'type', type: p.parts.instance(p, template, templateArguments(p), token.at), at: token.at };
      else if (entity?.kind === 'type' && entity.type.kind === 'parameter' && entity.type.isTemplate)
        entity = { kind: 'type', type: ofParameter(name, templateArguments(p)), at: token.at };
      else if (entity?.kind === 'functions' && entity.templates.length > 0)
        args = p.attempt(() => templateArguments(p));
    }
    if (!p.is('::') || p.at === end) return { entity, token, name, scope, ...(args && { args }) };
    const inner = scopeOfEntity(p, entity);
    if (inner === 'dependent') return dependent(p, token);
    if (!inner) return { entity, token, name, scope };
    p.at++;
    p.take('template');
    scope = inner;
  }
}

/** Behind `decltype (…)::`: the scope of the type; undefined, and nowhere else, where no `::` follows. */
function ofDecltype(p: Parser): Scope | Named | undefined {
  const from = p.at;
  const { token } = p;
  const type = p.parts.typeOf(p);
  const inner = p.is('::') ? scopeOfEntity(p, { kind: 'type', type: type, at: token.at }) : undefined;
  if (inner === 'dependent' || (p.is('::') && type.kind === 'unknown')) return dependent(p, token);
  if (!inner) p.at = from;
  else {
    p.at++;
    p.take('template');
  }
  return inner;
}

/** `X<int>` where X is a parameter that stands for a template. */
const ofParameter = (name: string, args: readonly TemplateArgument[]): Type => ({
  kind: 'pattern',
  parameter: name,
  template: { name },
  name,
  args,
});

/** C's names are those of std too. */
function within(p: Parser, scope: Scope, name: string): Entity | undefined {
  const own = scope.here(name);
  const ofC = scope.name === 'std' && scope.parent === p.file ? p.file.names.get(name) : undefined;
  if (own?.kind !== 'functions' || ofC?.kind !== 'functions') return own ?? ofC;
  return { kind: 'functions', list: [...own.list, ...ofC.list], templates: [...own.templates, ...ofC.templates] };
}

function plainName(p: Parser): Named | undefined {
  const token = p.token;
  if (token.kind !== 'name') return undefined;
  p.at++;
  return { entity: p.scope.find(token.text), token, name: token.text, scope: undefined };
}

/** `T::type` where T is not known yet. */
function dependent(p: Parser, token: Token): Named {
  while (p.take('::')) {
    p.take('template');
    p.next();
    if (p.is('<')) p.attempt(() => templateArguments(p));
  }
  return {
    entity: { kind: 'type', type: unknown, at: token.at },
    token,
    name: token.text,
    scope: undefined,
    ofUnknown: true,
  };
}

function templateOf(entity: Entity | undefined): Parameters<Parser['parts']['instance']>[1] | undefined {
  if (entity?.kind === 'template') return entity.template;
  if (entity?.kind !== 'type' || entity.type.kind !== 'record') return undefined;
  return madeOf(entity.type.record)?.template;
}

function scopeOfEntity(p: Parser, entity: Entity | undefined): Scope | 'dependent' | undefined {
  if (entity?.kind === 'namespace') return entity.scope;
  if (entity?.kind !== 'type') return undefined;
  const { type } = entity;
  if (type.kind === 'record') return classInfo(type.record)?.scope;
  if (type.kind === 'enum') {
    const scope = new Scope('class', undefined, type.of.name);
    for (const [name, value] of p.enumerators.get(type.of) ?? []) scope.names.set(name, value);
    return scope;
  }
  return type.kind === 'parameter' || type.kind === 'pattern' || type.kind === 'unknown' ? 'dependent' : undefined;
}

/** Behind `operator`: `operator+`, `operator()`, `operator new`; conversions are told by their type later. */
export function operatorName(p: Parser): string {
  const t = p.next();
  if (t.kind === 'name') {
    if (t.text === 'new' || t.text === 'delete') {
      const isArray = p.take('[');
      if (isArray) p.expect(']');
      return `operator ${t.text}${isArray ? '[]' : ''}`;
    }
    p.at--;
    return 'operator convert';
  }
  if (t.kind === 'string') return `operator""${t.text.length > 2 ? t.text.slice(2) : p.next().text}`;
  if (t.text === '(') p.expect(')');
  if (t.text === '[') p.expect(']');
  if (t.text === '(' || t.text === '[') return t.text === '(' ? 'operator()' : 'operator[]';
  if (t.text === '>' && p.is('>') && !p.token.spaced) {
    p.at++;
    return 'operator>>';
  }
  return `operator${t.text}`;
}

/** `<…>` */
export function templateArguments(p: Parser): TemplateArgument[] {
  p.expect('<');
  const args: TemplateArgument[] = [];
  const angle = p.angle;
  p.angle = 1;
  while (!closesHere(p)) {
    spread(p, () => args.push(templateArgument(p)));
    if (!p.take(',')) break;
  }
  p.angle = angle;
  p.expect('>');
  return args;
}

function closesHere(p: Parser): boolean {
  return p.token.kind === 'punct' && p.token.text.startsWith('>');
}

function templateArgument(p: Parser): TemplateArgument {
  const from = p.at;
  if (p.token.kind === 'name' && p.scope.find(p.token.text)?.kind === 'pack') {
    // Looked at before the expansion around it is made.
    skipArgument(p);
    return { type: unknown };
  }
  const named = p.token.kind === 'name' || p.is('::') ? p.attempt(() => findName(p)) : undefined;
  if (named?.entity?.kind === 'template' && (p.is(',') || closesHere(p))) return { template: named.entity.template };
  p.at = from;
  if (typeOfEntity(named?.entity) || p.parts.isType(p)) {
    const type = p.attempt(() => {
      const t = p.parts.typeName(p);
      if (!p.is(',') && !closesHere(p) && !p.is('...')) p.fail('`>`');
      return t;
    });
    if (type) return { type };
    p.at = from;
  }
  if (p.patterns) {
    const known = p.attempt(() => p.parts.constant(p, 'an argument of a template'));
    if (known !== undefined && (p.is(',') || closesHere(p) || p.is('...'))) return { value: known };
    p.at = from;
    skipArgument(p);
    return { type: unknown };
  }
  const value = p.parts.constant(p, 'an argument of a template');
  return value === undefined ? { type: unknown } : { value };
}

/** What depends on parameters, as far as the next argument. */
function skipArgument(p: Parser): void {
  for (let angle = 0; p.token.kind !== 'end'; ) {
    if (angle === 0 && (p.is(',') || closesHere(p) || p.is('...'))) return;
    if (p.is('<')) angle++;
    if (p.is('>')) angle--;
    if (p.is('(') || p.is('[') || p.is('{')) p.skipBalanced();
    else p.at++;
  }
}

/** `X::X(`, `X::~X(`, `X::operator T(` begin here: what has no type before its name. */
export function isSpecialHead(p: Parser): boolean {
  if (p.token.kind !== 'name' && !p.is('::')) return false;
  const from = p.at;
  const found = p.attempt(() => {
    const named = findName(p);
    const record = named?.scope && recordOfScope(named.scope);
    if (!named || !record) return false;
    if (named.name === 'operator convert') return true;
    const plain = record.name.replace(/<.*/, '');
    return p.is('(') && (named.name === plain || named.name === `~${plain}`);
  });
  p.at = from;
  return found === true;
}

export function missingIn(p: Parser, scope: Scope, token: Token): void {
  p.report(noMember(scope.name, token.text, token.at));
}
