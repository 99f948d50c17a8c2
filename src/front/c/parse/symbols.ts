/** Functions and variables as symbols: what a declaration makes, and how it meets an earlier one. */
import type { Span } from '../../../base/source.ts';
import { declaredTwice, kernelResult } from '../errors.ts';
import type { Token } from '../text/lex.ts';
import type { FunctionSymbol, VariableSymbol } from '../tree.ts';
import { type FunctionType, int, sameType } from '../types.ts';
import { typeOfLibrary } from './implicit.ts';
import { type FunctionName, setFunctionName, symbolOfFunction } from './mangle.ts';
import type { ParameterName, Parser, Specifiers } from './parser.ts';
import { sidesOf } from './specifiers.ts';
import { newVariable } from './variables.ts';

type Given = {
  readonly name: string;
  readonly at: Span;
  readonly type: FunctionType;
  readonly params: readonly ParameterName[];
  /** Of a template's: what it was made of. */
  readonly of?: Pick<FunctionName, 'made' | 'pattern'> | undefined;
};

export function declareFunction(p: Parser, s: Specifiers, d: Given): FunctionSymbol {
  const scope = fileScope(p);
  const entity = scope.names.get(d.name);
  const isC = p.linkage === 'C';
  const set = entity?.kind === 'functions' ? entity : undefined;
  // `struct stat` and the function `stat`: the tag is found by its keyword.
  const isTag = entity?.kind === 'type' && scope.tags.get(d.name) === entity.type;
  if (entity && !set && !isTag) p.report(declaredTwice(d.name, d.at, 'at' in entity ? entity.at : undefined));
  const known = set?.list.find((f) => (p.language.cxx && !isC ? sameParams(f.type, d.type) : true));
  const isOurs = (at: Span): boolean => p.isLibrary(at.source.path);
  const isHeld = known && p.held.has(d.name) && sameType(known.type, d.type);
  const replaces = known && isOurs(known.at) && !isOurs(d.at) && known.internal && !isHeld;
  if (known && !replaces) return redeclared(p, known, s, d);
  const fn = newFunction(p, s, d);
  if (replaces) set?.list.splice(set.list.indexOf(known), 1);
  if (set) set.list.push(fn);
  else scope.names.set(d.name, { kind: 'functions', list: [fn], templates: [] });
  p.functions.push(fn);
  return fn;
}

/** Functions declared within a block mean those of the file. */
function fileScope(p: Parser): Parser['scope'] {
  let s = p.scope;
  while (s.kind === 'block' && s.parent) s = s.parent;
  return s;
}

function sameParams(a: FunctionType, b: FunctionType): boolean {
  return (
    a.variadic === b.variadic &&
    a.params.length === b.params.length &&
    a.params.every((t, i) => sameType(t, b.params[i]!, true))
  );
}

/** The symbol is made when somebody asks for it: most functions that a call looks at are never called. */
class LateSymbol {
  #symbol: string | (() => string);

  constructor(symbol: string | (() => string)) {
    this.#symbol = symbol;
  }

  get symbol(): string {
    if (typeof this.#symbol !== 'string') this.#symbol = this.#symbol();
    return this.#symbol;
  }
  set symbol(symbol: string) {
    this.#symbol = symbol;
  }
}

type OfMethod = Pick<FunctionSymbol, 'member' | 'role' | 'explicit' | 'packs' | 'emptyPacks'> & {
  readonly called: FunctionName;
};

export function newFunction(p: Parser, s: Specifiers, d: Given, method?: OfMethod): FunctionSymbol {
  const sides = sidesOf(s);
  if (sides.kernel && d.type.result.kind !== 'void' && d.type.result.kind !== 'unknown')
    p.report(kernelResult(d.name, d.at));
  const internal = s.static;
  const { called, ...more } = method ?? {};
  const plain = !called && (p.linkage === 'C' || d.name === 'main');
  const name: FunctionName = called ?? { scope: p.scope, name: d.name, type: d.type, ...d.of };
  const symbol = (): string => {
    const base = plain ? d.name : symbolOfFunction(name, p.path);
    return internal && !base.includes('@') ? `${base}@${p.path}` : base;
  };
  const parts: Omit<FunctionSymbol, 'symbol'> = {
    kind: 'function',
    name: d.name,
    at: d.at,
    type: d.type,
    sides,
    internal,
    inline: s.inline || s.constexpr,
    params: paramsOf(d),
    body: undefined,
    pending: undefined,
    ...withDefaults(p, d),
    ...(s.launchBounds && { launchBounds: s.launchBounds }),
    ...(s.constexpr && { constexpr: true }),
    ...(!p.language.cxx && s.extern && s.inline && !internal && { kept: true }),
    ...(s.noReturn && { noReturn: true }),
    ...more,
  };
  const fn = Object.assign(new LateSymbol(plain ? symbol() : symbol), parts);
  if (!plain) setFunctionName(fn, name);
  return fn;
}

export function withDefaults(p: Parser, d: Pick<Given, 'params'>): Pick<FunctionSymbol, 'defaults'> {
  if (d.params.every((n) => n.defaultAt === undefined)) return {};
  const { scope } = p;
  const defaults = d.params.map(({ defaultAt }) =>
    defaultAt === undefined ? undefined : () => p.elsewhere(defaultAt, scope, () => p.parts.assignment(p)),
  );
  return { defaults };
}

export function paramsOf(d: Given): VariableSymbol[] {
  return d.type.params.map((type, i) => {
    const named = d.params[i];
    return newVariable(named?.name ?? '', named?.name ?? '', named?.at ?? d.at, type, 'parameter');
  });
}

function redeclared(p: Parser, fn: FunctionSymbol, s: Specifiers, d: Given): FunctionSymbol {
  if (!sameType(fn.type, d.type) && !agreesInC(p, fn.type, d.type)) p.report(declaredTwice(d.name, d.at, fn.at));
  if (fn.type.open && !d.type.open) fn.type = d.type;
  // C11, 6.7.4: where one declaration lacks `inline`, other units rely on the definition.
  if (!p.language.cxx && !fn.internal && s.inline !== fn.inline) fn.kept = true;
  if (s.inline) fn.inline = true;
  fn.friendOf = undefined;
  const sides = sidesOf(s);
  fn.sides = {
    host: fn.sides.host || (sides.host && s.where.size > 0),
    device: fn.sides.device || sides.device,
    kernel: fn.sides.kernel || sides.kernel,
  };
  if (fn.sides.kernel) fn.sides = { host: false, device: false, kernel: true };
  if (s.launchBounds) fn.launchBounds = s.launchBounds;
  if (!fn.body && !fn.pending) fn.params = paramsOf(d);
  const { defaults } = withDefaults(p, d);
  if (defaults) fn.defaults = defaults.map((value, i) => value ?? fn.defaults?.[i]);
  return fn;
}

/** Old C is lenient, and our own headers are not always what a program writes for itself. */
function agreesInC(p: Parser, a: FunctionType, b: FunctionType): boolean {
  return !p.language.cxx && (a.open === true || b.open === true || a.params.length === b.params.length);
}

/** C89: what is called without a declaration is a function that gives int. */
export function implicitFunction(p: Parser, t: Token): FunctionSymbol {
  const name = t.text.replace(/^__builtin_/, '');
  const anything: FunctionType = { kind: 'function', result: int, params: [], variadic: false, open: true };
  const type = typeOfLibrary(name) ?? anything;
  const fn: FunctionSymbol = {
    kind: 'function',
    name,
    symbol: name,
    at: t.at,
    type,
    sides: { host: true, device: false, kernel: false },
    internal: false,
    inline: false,
    params: [],
    body: undefined,
    pending: undefined,
  };
  p.file.names.set(t.text, { kind: 'functions', list: [fn], templates: [] });
  p.functions.push(fn);
  p.implicit.push(fn);
  return fn;
}
