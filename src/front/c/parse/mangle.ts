/** Names of C++ as the linker sees them: https://itanium-cxx-abi.github.io/cxx-abi/abi.html#mangling. */
import { byName } from '../../../base/by-name.ts';
import type { FunctionSymbol } from '../tree.ts';
import {
  type EnumType,
  type FunctionType,
  integerRow,
  keyOf,
  type RecordType,
  recordOf,
  showArgument,
  type TemplateArgument,
  type Type,
  unqualified,
} from '../types.ts';
import { recordOfScope } from './class-info.ts';
import type { Scope, TemplateParameter } from './scope.ts';

/** What a name was made of: arguments, and the parameters that they stand for. */
export type MadeOf = {
  readonly template: { readonly name: string; readonly scope: Scope; readonly params: readonly TemplateParameter[] };
  readonly args: readonly TemplateArgument[];
};

/** Where a class or an enumeration was declared. */
type Home = {
  readonly scope: Scope;
  /** The function around. */
  readonly fn: FunctionSymbol | undefined;
  readonly made: MadeOf | undefined;
  /** Types of that name in the function before. */
  readonly earlier: number;
  /** Of a lambda: its parameters. */
  readonly lambda?: FunctionType;
};

/** What a function's name is made of. */
export type FunctionName = {
  readonly scope: Scope;
  readonly name: string;
  readonly role?: FunctionSymbol['role'];
  /** Without the object. */
  readonly type: FunctionType;
  readonly made?: MadeOf | undefined;
  /** Its type as the template declares it. */
  readonly pattern?: FunctionType | undefined;
};

const homes = new WeakMap<RecordType | EnumType, Home>();
const counts = new WeakMap<FunctionSymbol, Map<string, number>>();
const functions = new WeakMap<FunctionSymbol, FunctionName>();

export function setHome(
  of: RecordType | EnumType,
  scope: Scope,
  around: FunctionSymbol | undefined,
  made?: MadeOf | undefined,
): void {
  const fn = isLocal(scope) ? around : undefined;
  homes.set(of, { scope, fn, made, earlier: fn ? countOf(fn, of.name) : 0 });
}

/** Where a class or an enumeration is declared. */
export const scopeOf = (of: RecordType | EnumType): Scope | undefined => homes.get(of)?.scope;

/** Lambdas are known by what they take. */
export function setLambda(record: RecordType, lambda: FunctionType): void {
  const home = homes.get(record);
  if (!home || home.lambda) return;
  const key = `lambda(${lambda.params.map(keyOf).join()})`;
  homes.set(record, { ...home, lambda, earlier: home.fn ? countOf(home.fn, key) : 0 });
}

function countOf(fn: FunctionSymbol, name: string): number {
  const of = counts.get(fn) ?? new Map<string, number>();
  counts.set(fn, of);
  const before = of.get(name) ?? 0;
  of.set(name, before + 1);
  return before;
}

function isLocal(scope: Scope): boolean {
  let s: Scope | undefined = scope;
  while (s?.kind === 'template') s = s.parent;
  return s?.kind === 'block';
}

/** What other units have by the same name too is told apart behind an @. */
export function symbolOfFunction(name: FunctionName, path: string): string {
  const m = newMangling(name.made?.template.params ?? []);
  const text = `_Z${encoding(m, name)}`;
  return m.isOfUnit ? `${text}@${path}` : text;
}

/** Local classes are named behind it. */
export function setFunctionName(fn: FunctionSymbol, name: FunctionName): void {
  functions.set(fn, name);
}

export function symbolOfVariable(scope: Scope, name: string, path: string): string {
  const around = piecesOf(scope);
  if (around.length === 0) return name;
  const m = newMangling([]);
  const within = inside(m, functionAround(around));
  const own = prefix(m, around) + piece(name);
  const text = `_Z${within}${isNested(around) ? `N${own}E` : own}${discriminatorOf(around)}`;
  return m.isOfUnit ? `${text}@${path}` : text;
}

/** `name<…>` as a class made of a template is called. */
export function withArguments(name: string, args: readonly TemplateArgument[]): string {
  return `${name}<${args.flatMap((a) => showArgument(a) || []).join(', ')}>`;
}

type Mangling = {
  /** What was written before, by its key, in its order. */
  readonly known: Map<string, number>;
  /** Of the function's template. */
  readonly params: readonly TemplateParameter[];
  /** It names what other units have by the same name. */
  isOfUnit: boolean;
};

const newMangling = (params: Mangling['params']): Mangling => ({ known: new Map(), params, isOfUnit: false });

/** Written once, then by its number. */
function shared(m: Mangling, key: string, write: () => string): string {
  const before = m.known.get(key);
  if (before !== undefined) return `S${sequence(before)}`;
  const text = write();
  if (!m.known.has(key)) m.known.set(key, m.known.size);
  return text;
}

/** `_`, `0_`, `1_`, … in base 36. */
const sequence = (n: number): string => (n === 0 ? '_' : `${(n - 1).toString(36).toUpperCase()}_`);
/** The same of template parameters and lambdas, in base 10. */
const numbered = (n: number): string => (n === 0 ? '_' : `${n - 1}_`);

// ---- names ----

type Piece = { readonly space: string } | { readonly record: RecordType };
type Pieces = readonly Piece[];

/** The namespaces and classes around, from outside; within a function those of it alone. */
function piecesOf(scope: Scope): Pieces {
  const pieces: Piece[] = [];
  for (let s: Scope | undefined = scope; s; s = s.parent) {
    const record = s.kind === 'class' ? recordOfScope(s) : undefined;
    if (record) pieces.unshift({ record });
    else if ((s.kind === 'namespace' || s.kind === 'class') && s.name !== '') pieces.unshift({ space: s.name });
    if (record && homes.get(record)?.fn) break;
  }
  return pieces;
}

function isStd([first, ...others]: Pieces): boolean {
  return first !== undefined && others.length === 0 && 'space' in first && first.space === 'std';
}

const isNested = (around: Pieces): boolean => around.length > 0 && !isStd(around);

const keyOfPieces = (pieces: Pieces): string =>
  pieces.map((one) => ('space' in one ? `${one.space}::` : `${one.record.id}::`)).join('');

/** The function that the outermost class is local to. */
function functionAround([first]: Pieces): FunctionSymbol | undefined {
  return first && 'record' in first ? homes.get(first.record)?.fn : undefined;
}

/** The function in front of what is local to it. */
function inside(m: Mangling, fn: FunctionSymbol | undefined): string {
  if (!fn) return '';
  const name = functions.get(fn);
  m.isOfUnit ||= fn.symbol.includes('@');
  if (!name) return `Z${piece(fn.symbol.replace(/@.*/, ''))}E`;
  return `Z${encoding({ ...m, params: name.made?.template.params ?? [] }, name)}E`;
}

function prefix(m: Mangling, pieces: Pieces): string {
  const last = pieces.at(-1);
  if (!last) return '';
  if (isStd(pieces)) return 'St';
  const around = pieces.slice(0, -1);
  if ('record' in last) return shared(m, keyOf(recordOf(last.record)), () => ofType(m, around, last.record));
  return shared(m, `N${keyOfPieces(pieces)}`, () => prefix(m, around) + piece(last.space));
}

/** A class or an enumeration behind what is around it. */
function ofType(m: Mangling, around: Pieces, of: RecordType | EnumType): string {
  const home = homes.get(of);
  if (!home?.made) return prefix(m, around) + unqualifiedName(m, of, home);
  return ofTemplate(m, around, home.made.template.name) + argumentsOf(m, home.made);
}

function ofTemplate(m: Mangling, around: Pieces, name: string): string {
  return shared(m, `T${keyOfPieces(around)}${name}`, () => prefix(m, around) + piece(name));
}

function unqualifiedName(m: Mangling, of: RecordType | EnumType, home: Home | undefined): string {
  if (of.name !== '' && !home?.lambda) return piece(of.name);
  m.isOfUnit ||= !home?.fn;
  const number = numbered(home?.fn ? home.earlier : of.id);
  return home?.lambda ? `Ul${parameters(m, home.lambda.params)}E${number}` : `Ut${number}`;
}

/** By its name, as a type. */
function named(m: Mangling, of: RecordType | EnumType): string {
  const home = homes.get(of);
  const pointer = home?.made && memberPointer(m, home.made);
  if (pointer !== undefined) return pointer;
  const around = home && !home.fn ? piecesOf(home.scope) : [];
  const function_ = inside(m, home?.fn ?? functionAround(around));
  const own = ofType(m, around, of);
  return function_ + (isNested(around) ? `N${own}E` : own) + (home?.fn ? discriminator(of) : discriminatorOf(around));
}

/** Pointers to members are classes of the library here. */
function memberPointer(m: Mangling, { template, args: [of, to] }: MadeOf): string | undefined {
  if (!memberPointers.has(template.name) || !of || !to) return undefined;
  return `M${argument(m, of)}${argument(m, to)}`;
}

const memberPointers: ReadonlySet<string> = new Set(['__cufort_member', '__cufort_method']);

/** Tells classes of one name in a function apart. */
function discriminator(of: RecordType | EnumType): string {
  const { fn, earlier = 0, lambda } = homes.get(of) ?? {};
  if (!fn || earlier === 0 || lambda || of.name === '') return '';
  return earlier <= 10 ? `_${earlier - 1}` : `__${earlier - 1}_`;
}

/** Of the class that what is named is within. */
const discriminatorOf = ([first]: Pieces): string => (first && 'record' in first ? discriminator(first.record) : '');

// ---- functions ----

const refOf = ({ ref }: FunctionType): string => (ref === undefined ? '' : ref === '&' ? 'R' : 'O');

function encoding(m: Mangling, f: FunctionName): string {
  const around = piecesOf(f.scope);
  const within = inside(m, functionAround(around));
  const own = (): string => prefix(m, around) + ownName(m, f);
  const name = f.made
    ? shared(m, `F${keyOfPieces(around)}${f.made.template.name}`, own) + argumentsOf(m, f.made)
    : own();
  const whole = isNested(around) ? `N${f.type.isConst ? 'K' : ''}${refOf(f.type)}${name}E` : name;
  return within + whole + discriminatorOf(around) + signature(m, f);
}

function ownName(m: Mangling, { name, role, type, made, scope }: FunctionName): string {
  if (role === 'constructor') return 'C1';
  if (role === 'destructor') return 'D1';
  if (role === 'conversion') return `cv${typeName(m, type.result)}`;
  const plain = made?.template.name ?? name;
  const [, literal] = /^operator""\s*(\w+)$/.exec(plain) ?? [];
  if (literal !== undefined) return `li${piece(literal)}`;
  const [one, two = one] = operators[plain] ?? [];
  const operands = type.params.length + (recordOfScope(scope) ? 1 : 0);
  return (operands === 1 ? one : two) ?? piece(plain);
}

/** Templates tell what their functions give too. */
function signature(m: Mangling, { type, role, made, pattern = type }: FunctionName): string {
  const result = made && !role ? typeName(m, told(m, pattern.result, type.result)) : '';
  const isTold = pattern.params.every((t) => canTell(m, t)) || pattern.params.length === type.params.length;
  const params = isTold ? pattern.params.map((t, i) => told(m, t, type.params[i] ?? t)) : type.params;
  return result + parameters(m, params, type.variadic);
}

/** As the template has it where that can be written. */
const told = (m: Mangling, pattern: Type, type: Type): Type => (canTell(m, pattern) ? pattern : type);

function parameters(m: Mangling, params: readonly Type[], isVariadic = false): string {
  if (params.length === 0 && !isVariadic) return 'v';
  return params.map((t) => expanded(m, unqualified(t))).join('') + (isVariadic ? 'z' : '');
}

/** With one operand, and with two. */
const operators: Readonly<Record<string, readonly [string, string?]>> = byName({
  'operator new': ['nw'],
  'operator new[]': ['na'],
  'operator delete': ['dl'],
  'operator delete[]': ['da'],
  'operator+': ['ps', 'pl'],
  'operator-': ['ng', 'mi'],
  'operator*': ['de', 'ml'],
  'operator&': ['ad', 'an'],
  'operator/': ['dv'],
  'operator%': ['rm'],
  'operator~': ['co'],
  'operator|': ['or'],
  'operator^': ['eo'],
  'operator=': ['aS'],
  'operator+=': ['pL'],
  'operator-=': ['mI'],
  'operator*=': ['mL'],
  'operator/=': ['dV'],
  'operator%=': ['rM'],
  'operator&=': ['aN'],
  'operator|=': ['oR'],
  'operator^=': ['eO'],
  'operator<<': ['ls'],
  'operator>>': ['rs'],
  'operator<<=': ['lS'],
  'operator>>=': ['rS'],
  'operator==': ['eq'],
  'operator!=': ['ne'],
  'operator<': ['lt'],
  'operator>': ['gt'],
  'operator<=': ['le'],
  'operator>=': ['ge'],
  'operator<=>': ['ss'],
  'operator!': ['nt'],
  'operator&&': ['aa'],
  'operator||': ['oo'],
  'operator++': ['pp'],
  'operator--': ['mm'],
  'operator,': ['cm'],
  'operator->*': ['pm'],
  'operator->': ['pt'],
  'operator()': ['cl'],
  'operator[]': ['ix'],
});

const piece = (name: string): string => `${name.length}${name}`;

// ---- types ----

function typeName(m: Mangling, t: Type): string {
  switch (t.kind) {
    case 'void':
    case 'bool':
    case 'nullptr':
    case 'auto':
    case 'unknown':
    case 'integer':
      return qualifiersOf(t) === '' ? builtin(t) : shared(m, keyOf(t), () => qualifiersOf(t) + builtin(t));
    case 'float':
      return qualifiersOf(t) === '' && t.bytes !== 2 ? builtin(t) : shared(m, keyOf(t), () => qualifiedName(m, t));
    default:
      return shared(m, keyOf(t), () => qualifiedName(m, t));
  }
}

function qualifiedName(m: Mangling, t: Type): string {
  const q = qualifiersOf(t);
  return q === '' ? compound(m, t) : q + typeName(m, unqualified(t));
}

const qualifiersOf = (t: Type): string => `${t.volatile ? 'V' : ''}${t.const ? 'K' : ''}`;

function builtin(t: Type): string {
  if (t.kind === 'integer') return integerRow(t).code;
  if (t.kind === 'float') return { 2: '6__half', 4: 'f', 8: 'd', 16: 'e' }[t.bytes];
  return { void: 'v', bool: 'b', nullptr: 'Dn', auto: 'Da' }[t.kind as 'void'] ?? 'v';
}

function compound(m: Mangling, t: Type): string {
  switch (t.kind) {
    case 'pointer':
      return `P${typeName(m, t.to)}`;
    case 'reference':
      return `${t.rvalue ? 'O' : 'R'}${typeName(m, t.to)}`;
    case 'array':
      return `A${t.dynamic ? parameter(m, t.dynamic.name) : (t.count ?? '')}_${typeName(m, t.of)}`;
    case 'function':
      return `${t.isConst ? 'K' : ''}F${typeName(m, t.result)}${parameters(m, t.params, t.variadic)}${refOf(t)}E`;
    case 'record':
      return named(m, t.record);
    case 'enum':
      return named(m, t.of);
    case 'member-pointer':
      return `M${typeName(m, recordOf(t.of))}${typeName(m, t.to)}`;
    case 'parameter':
      return parameter(m, t.name);
    case 'pattern':
      return patternName(m, t);
    case 'va-list':
      return `P${shared(m, 'va-list', () => piece('__va_list_tag'))}`;
    default:
      return builtin(t);
  }
}

const indexOf = (m: Mangling, name: string): number => m.params.findIndex((q) => q.name === name);
const parameter = (m: Mangling, name: string): string => `T${numbered(indexOf(m, name))}`;

type Pattern = Type & { readonly kind: 'pattern' };

function patternName(m: Mangling, t: Pattern): string {
  if (t.parameter !== undefined) {
    const of = shared(m, `T${t.parameter}_`, () => parameter(m, t.parameter ?? ''));
    return `${of}I${t.args.map((a) => argument(m, a)).join('')}E`;
  }
  const template = t.template as MadeOf['template'];
  const around = piecesOf(template.scope);
  const own = ofTemplate(m, around, template.name) + argumentsOf(m, { template, args: t.args });
  return isNested(around) ? `N${own}E` : own;
}

/** What stands for several is expanded. */
function expanded(m: Mangling, t: Type): string {
  return isPack(t) ? shared(m, `Dp${keyOf(t)}`, () => `Dp${typeName(m, t)}`) : typeName(m, t);
}

function isPack(t: Type): boolean {
  return t.kind === 'parameter' ? t.pack : (t.kind === 'pointer' || t.kind === 'reference') && isPack(t.to);
}

/** Whether the type that a template declares is known as it stands there. */
function canTell(m: Mangling, t: Type): boolean {
  switch (t.kind) {
    case 'unknown':
      return false;
    case 'parameter':
      return indexOf(m, t.name) >= 0;
    case 'pattern':
      return t.args.every((a) => canTellArgument(m, a)) && (t.parameter === undefined || indexOf(m, t.parameter) >= 0);
    case 'pointer':
    case 'reference':
    case 'member-pointer':
      return canTell(m, t.to);
    case 'array':
      return canTell(m, t.of) && (t.dynamic === undefined || indexOf(m, t.dynamic.name) >= 0);
    case 'function':
      return canTell(m, t.result) && t.params.every((q) => canTell(m, q));
    default:
      return true;
  }
}

function canTellArgument(m: Mangling, a: TemplateArgument): boolean {
  if ('pack' in a) return a.pack.every((one) => canTellArgument(m, one));
  return !('type' in a) || canTell(m, a.type);
}

// ---- arguments of templates ----

function argumentsOf(m: Mangling, { template, args }: MadeOf): string {
  const packAt = template.params.findIndex((q) => q.pack);
  const before = packAt < 0 ? args : args.slice(0, packAt);
  const pack = packAt < 0 ? '' : packName(m, args.slice(packAt));
  return `I${before.map((a) => argument(m, a)).join('')}${pack}E`;
}

function packName(m: Mangling, args: readonly TemplateArgument[]): string {
  const list = args.flatMap((a) => ('pack' in a ? a.pack : [a]));
  return `J${list.map((a) => argument(m, a)).join('')}E`;
}

function argument(m: Mangling, a: TemplateArgument): string {
  if ('pack' in a) return packName(m, a.pack);
  if ('template' in a) return templateName(m, a.template as MadeOf['template']);
  if ('value' in a) return `L${a.of ? typeName(m, a.of) : 'i'}${a.value < 0n ? `n${-a.value}` : a.value}E`;
  if (a.type.kind !== 'parameter' || m.params[indexOf(m, a.type.name)]?.kind !== 'value') return expanded(m, a.type);
  return `X${isPack(a.type) ? 'sp' : ''}${parameter(m, a.type.name)}E`;
}

function templateName(m: Mangling, { name, scope }: MadeOf['template']): string {
  const around = piecesOf(scope);
  const own = ofTemplate(m, around, name);
  return isNested(around) ? `N${own}E` : own;
}
