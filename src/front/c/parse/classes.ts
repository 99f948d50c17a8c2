/** Classes of C++: their members, functions and layout. */
import type { Span } from '../../../base/source.ts';
import { declaredTwice } from '../errors.ts';
import type { FunctionSymbol, VariableSymbol } from '../tree.ts';
import {
  completeWhenAsked,
  type FunctionType,
  mentionsAuto,
  newRecord,
  pointerTo,
  qualified,
  type RecordType,
  recordOf,
  sameQualifiers,
  sameType,
  showType,
  sizeOf,
  type Type,
  voidType,
} from '../types.ts';
import { addBases, readBases, virtualBasesOf } from './bases.ts';
import { outsideScope } from './bound-scopes.ts';
import {
  type ClassInfo,
  classInfo,
  emptyClass,
  isCopyOf,
  outsideOf,
  recordOfScope,
  setClassInfo,
  templateAround,
} from './class-info.ts';
import { friend, isFriend } from './friends.ts';
import { addConstructor, inheritConstructors } from './inherited-constructors.ts';
import { type FunctionName, setHome, symbolOfVariable } from './mangle.ts';
import { self, withinAnonymous } from './member-initialisers.ts';
import { findName, findType, typeOfEntity } from './names.ts';
import { implicitCopy, memberDefaults, memberDestructions } from './objects.ts';
import { packsOf, spread } from './packs.ts';
import type { Declarator, ParameterName, Parser, Specifiers } from './parser.ts';
import { declareTag, Layout, memberDefault, skipAttributes, typeOfField } from './records.ts';
import { Scope } from './scope.ts';
import { skipBody } from './skip-declaration.ts';
import { emptySpecifiers, specifiers } from './specifiers.ts';
import { newFunction } from './symbols.ts';
import { templateDeclaration } from './templates.ts';
import { newVariable } from './variables.ts';
import { isPolymorphic, noteVirtual } from './virtuals.ts';

export function classSpecifier(p: Parser): { readonly type: Type; readonly defines: boolean } {
  const { made } = p;
  p.made = undefined;
  const word = p.next().text as RecordType['kind'];
  let asked = skipAttributes(p);
  const at = p.token.at;
  if (!made && (p.is('::') || (p.token.kind === 'name' && (p.isAhead(1, '<') || p.isAhead(1, '::'))))) {
    const from = p.at;
    const named = findName(p);
    // A function of the same name hides it elsewhere, not here.
    const known = typeOfEntity(named?.entity) ?? named?.scope?.tagHere(named.name);
    if (!known) p.at = from;
    else if (!p.is('{') && !p.is(':') && !p.is('final')) return { type: known, defines: false };
    else if (named?.scope && known.kind === 'record' && !known.record.complete)
      return defineMember(p, known.record, named.name, named.scope, asked);
  }
  const name = p.token.kind === 'name' ? p.next().text : '';
  if (p.is('<')) skipAngles(p);
  p.take('final');
  const more = skipAttributes(p);
  asked = { packed: asked.packed || more.packed, align: Math.max(asked.align, more.align) };
  const fullName = made?.name ?? name;
  if (!p.is('{') && !p.is(':')) return declaredOnly(p, word, fullName, name, at, made);
  const record = recordFor(p, word, fullName, name, at, made);
  const d: Definition = { record, name, fullName, asked, packing: p.pack.at(-1) ?? Infinity, made };
  const isLater = !made && name !== '' && isOfTemplate(p.scope);
  if (isLater) defineWhenUsed(p, d);
  else define(p, d);
  return { type: recordOf(record), defines: true };
}

/** `class X::Y { … };` of a member class that X has declared. */
function defineMember(
  p: Parser,
  record: RecordType,
  name: string,
  scope: Scope,
  asked: Definition['asked'],
): { readonly type: Type; readonly defines: boolean } {
  p.take('final');
  const packing = p.pack.at(-1) ?? Infinity;
  p.within(scope, () => define(p, { record, name, fullName: name, asked, packing, made: undefined }));
  return { type: recordOf(record), defines: true };
}

type Definition = {
  readonly record: RecordType;
  readonly name: string;
  readonly fullName: string;
  readonly asked: ReturnType<typeof skipAttributes>;
  readonly packing: number;
  readonly made: MadeOf;
};

function memberPart(scope: Scope, name: string): Pick<ClassInfo, 'memberOf'> {
  const of = templateAround(scope, name);
  return of ? { memberOf: of } : {};
}

/** From `:` or `{` on. */
function define(p: Parser, { record, name, fullName, asked, packing, made }: Definition): void {
  const type = recordOf(record);
  const scope = new Scope('class', p.scope, fullName);
  const info: ClassInfo = { ...emptyClass(scope), ...(made ? { made } : memberPart(p.scope, name)) };
  setClassInfo(record, info);
  if (name !== '') scope.names.set(name, { kind: 'type', type, at: record.at });
  const layout = new Layout(record.kind === 'union', asked.packed ? 1 : packing);
  const bases = p.take(':') ? readBases(p) : [];
  addBases(p, info, layout, bases);
  const access: Access = { isPublic: record.kind !== 'class', isPod: bases.length === 0 };
  const copies: FunctionSymbol[] = [];
  const before = { record: p.record, fn: p.fn };
  Object.assign(p, { record, fn: undefined });
  try {
    p.within(scope, () => body(p, { record, info, layout, name, type, access, copies }));
    keepCopies(p, record, info, copies);
  } finally {
    Object.assign(p, before);
  }
  const after = skipAttributes(p);
  const align = Math.max(asked.align, after.align);
  if (after.packed) layout.finish(record, align, true);
  else layout.finishClass(record, align, access.isPod && isPodClass(record, info), () => virtualBasesOf(bases, layout));
  if (record.size === 0) record.size = 1;
}

/** A member class of what a template was made to ([temp.inst]). */
function defineWhenUsed(p: Parser, d: Definition): void {
  const { at, scope, record } = p;
  completeWhenAsked(d.record, () => () => readApart(p, d.fullName, at, scope, record, () => define(p, d)));
  while (!p.is('{') && p.token.kind !== 'end') p.at++;
  p.skipBalanced();
  skipAttributes(p);
}

/** `template <class T> struct X<T>::Y { … };` */
function definedOutside(p: Parser, record: RecordType, name: string): void {
  const { scope } = p;
  const around = recordOfScope(scope);
  const info = around && classInfo(around);
  completeWhenAsked(record, () => {
    const outside = info && outsideOf(info, name);
    const o = outside?.list.find((one) => one.isClass);
    if (!o) return undefined;
    return () =>
      readApart(p, name, o.bodyAt, outsideScope(p, o, scope, outside?.args ?? []), around, () => {
        while (!p.is('{') && !p.is(':') && p.token.kind !== 'end') p.at++;
        const asked = { packed: false, align: 0 };
        define(p, { record, name, fullName: name, asked, packing: Infinity, made: undefined });
      });
  });
}

/** What a class put off, as in its body. */
function readApart(
  p: Parser,
  name: string,
  at: number,
  scope: Scope,
  record: RecordType | undefined,
  run: () => void,
): void {
  const before = { made: p.made, fn: p.fn, record: p.record, patterns: p.patterns };
  const read = (): void => {
    Object.assign(p, { made: undefined, fn: undefined, record, patterns: false });
    try {
      run();
    } finally {
      Object.assign(p, before);
    }
  };
  p.readLater(() => p.instantiating(name, p.token.at, () => p.elsewhere(at, scope, read)));
}

/** Whether a class that is read there is a member of one that was made of a template. */
function isOfTemplate(scope: Scope): boolean {
  for (let s: Scope | undefined = scope; s; s = s.parent)
    if (s.kind !== 'class') return s.kind === 'template' && s !== scope;
  return false;
}

function skipAngles(p: Parser): void {
  let depth = 0;
  do {
    if (p.is('<')) depth++;
    if (p.is('>')) depth--;
    p.at++;
  } while (depth > 0 && p.token.kind !== 'end');
}

type MadeOf = Parser['made'];

function declaredOnly(
  p: Parser,
  word: RecordType['kind'],
  fullName: string,
  name: string,
  at: Span,
  made: MadeOf,
): { readonly type: Type; readonly defines: boolean } {
  if (name === '') return p.fail('a name or `{`');
  if (made) return { type: recordOf(made.record), defines: false };
  const known = p.scope.findTag(name);
  if (known) return { type: known, defines: false };
  const record = newRecord(word, fullName, at);
  const scope = p.is(';') ? p.scope : homeOfNamed(p.scope);
  setHome(record, scope, p.fn?.fn);
  p.within(scope, () => declareTag(p, name, recordOf(record)));
  if (isOfTemplate(scope)) definedOutside(p, record, name);
  return { type: recordOf(record), defines: false };
}

/** Where a class belongs that is named first within a declaration: `struct X *next;` ([basic.scope.pdecl], 7.2). */
function homeOfNamed(scope: Scope): Scope {
  let home = scope;
  while (home.parent && (home.kind === 'class' || home.kind === 'template')) home = home.parent;
  return home;
}

function recordFor(
  p: Parser,
  word: RecordType['kind'],
  fullName: string,
  name: string,
  at: Span,
  made: MadeOf,
): RecordType {
  if (made) return Object.assign(made.record, { kind: word });
  const known = name === '' ? undefined : p.scope.tagHere(name);
  if (known?.kind === 'record' && !known.record.complete && !classInfo(known.record)) return known.record;
  if (known) p.report(declaredTwice(name, at, known.kind === 'record' ? known.record.at : undefined));
  const record = newRecord(word, fullName, at);
  setHome(record, p.scope, p.fn?.fn);
  if (name !== '') declareTag(p, name, recordOf(record));
  return record;
}

type Class = {
  readonly record: RecordType;
  readonly info: ClassInfo;
  readonly layout: Layout;
  readonly name: string;
  readonly type: Type;
  readonly access: Access;
  /** Constructors that the class wants as the compiler writes them. */
  readonly copies: FunctionSymbol[];
};

/** `isPod`: nothing hidden, nothing of C++ among the members so far ([class.prop] as the ABI means it: others may use what is left at the end of the rest). */
type Access = { isPublic: boolean; isPod: boolean };

/** No functions that make, assign or end it, and members that are alike. */
function isPodClass(record: RecordType, info: ClassInfo): boolean {
  if (info.constructors.some(isOwn) || info.constructorTemplates.length > 0) return false;
  if (info.destructor && isOwn(info.destructor)) return false;
  if (isPolymorphic(record) || info.methods.some((m) => m.name === 'operator=')) return false;
  return record.fields.every((f) => {
    let { type } = f;
    while (type.kind === 'array') type = type.of;
    return type.kind !== 'reference' && (type.kind !== 'record' || type.record.part === undefined);
  });
}

/** `X(X &&) = default` counts beside constructors for values of the class that the program writes or deletes. */
function keepCopies(p: Parser, record: RecordType, info: ClassInfo, copies: readonly FunctionSymbol[]): void {
  if (!info.constructors.some((fn) => isCopyOf(fn, record))) return;
  for (const fn of copies) {
    const [, param] = fn.type.params;
    fn.pending = () => {
      fn.pending = undefined;
      const made = implicitCopy(p, record, param?.kind === 'reference' && param.rvalue);
      fn.params = made.params;
      fn.body = made.body;
    };
    info.constructors.push(fn);
  }
}

const isOwn = (fn: FunctionSymbol): boolean => fn.isDefaulted !== true && fn.deleted !== true;

function body(p: Parser, c: Class): void {
  p.expect('{');
  while (!p.is('}') && p.token.kind !== 'end') {
    const from = p.at;
    member(p, c);
    if (p.at === from) p.fail('a member');
  }
  p.expect('}');
}

function member(p: Parser, c: Class): void {
  if (p.take(';')) return;
  if ((p.is('public') || p.is('private') || p.is('protected')) && p.isAhead(1, ':')) {
    c.access.isPublic = p.is('public');
    p.at += 2;
    return;
  }
  if (p.is('template')) {
    const from = p.at;
    templateDeclaration(p);
    constructorTemplate(p, c, from);
    return;
  }
  if (p.is('using')) {
    using(p, c);
    return;
  }
  if (p.is('static_assert') || p.is('_Static_assert') || p.is('typedef')) {
    p.parts.declaration(p);
    return;
  }
  if (isFriend(p)) {
    friend(p, c.record);
    return;
  }
  const s = emptySpecifiers();
  const from = p.at;
  if (special(p, c, s)) return;
  p.at = from;
  declared(p, c);
}

/** A template of constructors is found by the class's name. */
function constructorTemplate(p: Parser, c: Class, from: number): void {
  const set = c.info.scope.names.get(c.name);
  if (set?.kind === 'functions') {
    c.info.constructorTemplates.push(...set.templates);
    c.info.scope.names.set(c.name, { kind: 'type', type: c.type, at: p.tokens[from]!.at });
  }
}

function using(p: Parser, c: Class): void {
  if (p.isAhead(2, '=')) {
    p.parts.declaration(p);
    return;
  }
  p.at++;
  do spread(p, () => usingOne(p, c));
  while (p.take(','));
  p.expect(';');
}

/** Constructors of a base, or functions of bases: those of all that are named are one set. */
function usingOne(p: Parser, c: Class): void {
  const from = p.at;
  p.take('typename');
  const found = p.attempt(() => findName(p));
  while (!p.is(';') && !p.is(',') && !p.is('...') && p.token.kind !== 'end') p.at++;
  const { text: last } = p.ahead(-1);
  const isConstructor = (base: RecordType): boolean =>
    found?.name !== 'operator()' && (base.name === last || base.name.startsWith(`${last}<`));
  const base = constructorsOf(p, c, from) ?? c.info.bases.find(isConstructor);
  if (base && p.at - from > 1) {
    inheritConstructors(p, c.record, c.info, base);
    return;
  }
  if (found?.entity?.kind !== 'functions') return;
  const { list, templates } = found.entity;
  const own = c.info.scope.names.get(found.name);
  if (own?.kind === 'functions') {
    own.list.push(...list);
    own.templates.push(...templates);
  } else c.info.scope.names.set(found.name, { kind: 'functions', list: [...list], templates: [...templates] });
}

/** `using base::base`, where that is another name of the class. */
function constructorsOf(p: Parser, c: Class, from: number): RecordType | undefined {
  const { at } = p;
  if (p.ahead(-2).text !== '::' || p.ahead(-1).text !== p.ahead(-3).text) return undefined;
  p.at = from;
  p.take('typename');
  const type = p.attempt(() => findType(p, at - 2));
  p.at = at;
  return type?.kind === 'record' && c.info.bases.includes(type.record) ? type.record : undefined;
}

const nameOf = (d: Declarator): string => d.called ?? d.name?.text ?? '';

/** Constructors, destructors and conversions: their names are no declarators. */
function special(p: Parser, c: Class, s: Specifiers): boolean {
  const start = p.at;
  const given = leadingWords(p);
  const t = p.token;
  if (t.text === c.name && p.isAhead(1, '(')) {
    p.at++;
    return method(p, c, { ...s, ...given }, { name: 'constructor', at: t.at, role: 'constructor', result: voidType });
  }
  if (t.text === '~') {
    p.at += 2;
    return method(p, c, { ...s, ...given }, { name: 'destructor', at: t.at, role: 'destructor', result: voidType });
  }
  if (t.text === 'operator' && p.ahead(1).kind === 'name' && !p.isAhead(1, 'new') && !p.isAhead(1, 'delete')) {
    p.at++;
    const base = p.parts.specifiers(p);
    let type = base.type;
    while (p.is('*') || p.is('&') || p.is('const')) {
      if (p.take('*')) type = pointerTo(type);
      else if (p.take('&')) type = { kind: 'reference', to: type, rvalue: false };
      else p.at++;
    }
    return method(
      p,
      c,
      { ...s, ...given },
      { name: `operator ${showType(type)}`, at: t.at, role: 'conversion', result: type },
    );
  }
  p.at = start;
  return false;
}

const wordsWithoutMeaning: ReadonlySet<string> = new Set(['inline', '__forceinline__', '__inline__', '__noinline__']);

function leadingWords(p: Parser): Partial<Specifiers> {
  const where = new Set<'host' | 'device'>();
  const found: Partial<Specifiers> = { inline: true, where: where as Specifiers['where'] };
  for (;;) {
    const word = p.token.text;
    if (word === '__host__') where.add('host');
    else if (word === '__device__') where.add('device');
    else if (word === 'explicit') {
      found.explicit = true;
      if (p.isAhead(1, '(')) {
        p.at++;
        p.skipBalanced();
        continue;
      }
    } else if (word === 'virtual') found.virtual = true;
    else if (word === 'constexpr') found.constexpr = true;
    else if (word === '__attribute__' || (word === '[' && p.isAhead(1, '['))) {
      skipAttributes(p);
      continue;
    } else if (!wordsWithoutMeaning.has(word)) return found;
    p.at++;
  }
}

type Head = {
  readonly name: string;
  readonly at: Span;
  readonly role?: 'constructor' | 'destructor' | 'conversion';
  readonly result: Type;
};

/** From the bracket of the parameters on. */
function method(p: Parser, c: Class, s: Specifiers, head: Head): boolean {
  const d = p.parts.declarator(p, head.result);
  if (d.type.kind !== 'function') return false;
  addMethod(p, c, s, head, d.type, d.params ?? []);
  return true;
}

export function addMethod(
  p: Parser,
  c: Class,
  s: Specifiers,
  head: Head,
  type: FunctionType,
  params: readonly ParameterName[],
): FunctionSymbol {
  const fn = newMethod(p, c.record, s, head, type, params);
  const { info } = c;
  info.methods.push(fn);
  noteVirtual(info, fn, s.virtual);
  if (p.is('=')) {
    const isDefault = p.isAhead(1, 'default');
    const isPure = p.ahead(1).text === '0';
    if (p.isAhead(1, 'delete')) fn.deleted = true;
    p.at += 2;
    p.expect(';');
    if (isDefault) fn.isDefaulted = true;
    if (isPure) fn.isPure = true;
    else if (fn.deleted && head.role !== 'destructor') {
      // Chosen as any other, which is then told.
    } else if (isDefault && head.role === 'constructor' && type.params.length === 0) defaultedBody(p, c.record, fn);
    else if (isDefault && head.role === 'destructor')
      fn.pending = () => {
        fn.pending = undefined;
        fn.body = { kind: 'block', body: memberDestructions(p, c.record, self(fn)), at: fn.at };
      };
    else {
      // What is made of the members, or nothing.
      info.methods.pop();
      if (head.role === 'constructor') c.copies.push(fn);
      return fn;
    }
  } else if (p.is('{') || p.is(':') || p.is('try')) later(p, c.record, fn);
  else p.expect(';');
  if (head.role === 'constructor') addConstructor(info, fn);
  else if (head.role === 'destructor') info.destructor = fn;
  else if (head.role === 'conversion') info.conversions.push(fn);
  else {
    const set = info.scope.names.get(head.name);
    if (set?.kind === 'functions') {
      const hidden = set.list.findIndex((f) => f.member?.of !== c.record && isSameFunction(f, fn));
      set.list.splice(hidden < 0 ? set.list.length : hidden, hidden < 0 ? 0 : 1, fn);
    } else info.scope.names.set(head.name, { kind: 'functions', list: [fn], templates: [] });
  }
  if (!fn.pending && !fn.body && !fn.isPure && !fn.deleted) outsideTemplate(p, c, fn);
  return fn;
}

/** A function of a base with the parameters of one of the class. */
const isSameFunction = (a: FunctionSymbol, b: FunctionSymbol): boolean =>
  a.type.params.length === b.type.params.length &&
  sameQualifiers(a.type, b.type) &&
  a.type.params.every((t, i) => i === 0 || sameType(t, b.type.params[i]!, true));

function defaultedBody(p: Parser, record: RecordType, fn: FunctionSymbol): void {
  fn.pending = () => {
    fn.pending = undefined;
    fn.body = { kind: 'block', body: memberDefaults(p, record, self(fn)), at: fn.at };
  };
}

/** A member function: its first parameter is the object's address. */
export function newMethod(
  p: Parser,
  record: RecordType,
  s: Specifiers,
  head: Head,
  type: FunctionType,
  params: readonly ParameterName[],
  of?: Pick<FunctionName, 'made' | 'pattern'>,
): FunctionSymbol {
  const object = pointerTo(qualified(recordOf(record), type.isConst === true));
  const isStatic = s.static || /^operator (?:new|delete)/.test(head.name);
  const whole: FunctionType = isStatic ? type : { ...type, params: [object, ...type.params] };
  const names = isStatic ? params : [{ name: 'this', type: object, at: head.at }, ...params];
  const scope = classInfo(record)?.scope ?? p.scope;
  const given = { name: head.name, at: head.at, type: whole, params: names };
  return newFunction(p, { ...s, static: false, inline: true }, given, {
    called: { scope, name: head.name, role: head.role, type, ...of },
    member: { of: record, isStatic, isVirtual: s.virtual, isConst: type.isConst === true },
    ...(head.role && { role: head.role }),
    ...(s.explicit && { explicit: true }),
    ...packsOf(p, params, isStatic ? 0 : 1),
  });
}

/** The body is read when the function is called first. */
function later(p: Parser, record: RecordType, fn: FunctionSymbol): void {
  const from = p.at;
  const { scope } = p;
  skipBody(p);
  pendingBody(p, record, fn, from, scope);
}

export function pendingBody(p: Parser, record: RecordType, fn: FunctionSymbol, from: number, scope: Scope): void {
  fn.pending = () => {
    fn.pending = undefined;
    const before = { at: p.at, fn: p.fn, scope: p.scope, record: p.record, angle: p.angle, patterns: p.patterns };
    Object.assign(p, { at: from, fn: undefined, scope, record, angle: 0, patterns: false });
    try {
      p.parts.methodBody(p, fn, scope);
    } finally {
      Object.assign(p, before);
    }
  };
}

/** template <class T> void X<T>::f() { … } */
function outsideTemplate(p: Parser, c: Class, fn: FunctionSymbol): void {
  if (!c.info.made && !c.info.memberOf) return;
  fn.pending = () => {
    fn.pending = undefined;
    const wanted =
      fn.role === 'constructor' ? plainName(c.record) : fn.role === 'destructor' ? `~${plainName(c.record)}` : fn.name;
    const { list = [], args = [] } = outsideOf(c.info, wanted) ?? {};
    for (const o of list) if (p.parts.outsideMethod(p, fn, o, c.info.scope, args, list.length > 1)) return;
  };
}

const plainName = (record: RecordType): string => record.name.replace(/<.*/, '');

/** Everything else: variables, functions, types. */
function declared(p: Parser, c: Class): void {
  const s = specifiers(p);
  const align = Math.max(0, s.align);
  if (p.take(';')) {
    if (s.type.kind === 'record' && s.type.record.name === '' && s.defines) anonymous(c, s.type, align);
    return;
  }
  for (;;) {
    const d = p.is(':') ? { name: undefined, type: s.type, at: p.token.at } : p.parts.declarator(p, s.type);
    if (d.type.kind === 'function' && d.name) {
      const ended = addDeclared(p, c, s, d);
      if (ended) return;
    } else if (s.static) staticMember(p, c, s, d);
    else field(p, c, s, d, align);
    if (!p.take(',')) break;
  }
  p.expect(';');
}

function addDeclared(p: Parser, c: Class, s: Specifiers, d: Declarator): boolean {
  if (d.type.kind !== 'function' || !d.name) return false;
  addMethod(p, c, s, { name: nameOf(d), at: d.name.at, result: d.type.result }, d.type, d.params ?? []);
  return true;
}

function anonymous(c: Class, type: Type & { readonly kind: 'record' }, align: number): void {
  c.layout.add({ name: '', type, anonymous: true }, align);
  for (const f of withinAnonymous(type.record))
    c.info.scope.names.set(f.name, { kind: 'field', name: f.name, record: c.record });
}

function field(p: Parser, c: Class, s: Specifiers, d: Declarator, align: number): void {
  const name = d.name?.text ?? '';
  if (!c.access.isPublic || p.is('=') || p.is('{')) c.access.isPod = false;
  const asked = skipAttributes(p);
  if (p.take(':')) {
    const width = Number(p.parts.constant(p, 'the width of a bit-field') ?? 0n);
    c.layout.addBits(d.name?.text, d.type, Math.max(0, Math.min(width, 8 * (sizeOf(d.type) ?? 4))));
  } else {
    const type = typeOfField(p, d.type, d.at);
    const defaultAt = memberDefault(p);
    c.layout.add(
      { name, type, ...(defaultAt !== undefined && { defaultAt }), ...(s.mutable && { mutable: true }) },
      Math.max(align, asked.align),
      asked.packed,
    );
  }
  if (name !== '') c.info.scope.names.set(name, { kind: 'field', name, record: c.record });
  c.record.fields = c.layout.fields;
}

function staticMember(p: Parser, c: Class, s: Specifiers, d: Declarator): void {
  if (!d.name) return;
  const symbol = symbolOfVariable(c.info.scope, d.name.text, p.path);
  const v: VariableSymbol = newVariable(
    d.name.text,
    symbol,
    d.name.at,
    s.constexpr ? qualified(d.type, true) : d.type,
    s.where.has('device') ? 'device' : s.where.has('constant') ? 'constant' : 'static',
  );
  Object.assign(v, { internal: false, inMemory: true });
  v.defined = s.inline || s.constexpr;
  v.shared = true;
  if (s.constexpr) v.isConstexpr = true;
  const { info } = c;
  if (!v.defined && (info.made || info.memberOf))
    v.later = () => {
      const outside = outsideOf(info, v.name);
      const o = outside?.list[0];
      if (o) p.parts.outsideVariable(p, v, o, info.scope, outside?.args ?? []);
    };
  c.info.scope.names.set(v.name, v);
  p.variables.push(v);
  if (!p.is('=') && !p.is('{')) return;
  const { at } = p;
  const isKnown = !mentionsAuto(v.type) && !(v.type.kind === 'array' && v.type.count === undefined);
  if (isOfTemplate(p.scope) && isKnown && skipInitialiser(p)) waitForUse(p, v, at);
  else initialised(p, v);
}

function initialised(p: Parser, v: VariableSymbol): void {
  p.take('=');
  p.parts.initialVariable(p, v);
}

/** The initialiser is read when the member is used; nobody defines it before. */
function waitForUse(p: Parser, v: VariableSymbol, from: number): void {
  const { scope, record } = p;
  const { defined } = v;
  v.defined = false;
  v.waiting = () => {
    v.waiting = undefined;
    v.defined ||= defined;
    readApart(p, record ? `${record.name}::${v.name}` : v.name, from, scope, record, () => initialised(p, v));
  };
}

/** To the `;` behind it; false, and nothing skipped, where something else may be declared behind it. */
function skipInitialiser(p: Parser): boolean {
  const { at } = p;
  while (!p.is(';') && !p.is(',') && p.token.kind !== 'end') {
    if (p.is('(') || p.is('[') || p.is('{')) p.skipBalanced();
    else p.at++;
  }
  if (p.is(';')) return true;
  p.at = at;
  return false;
}
