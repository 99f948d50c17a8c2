/** What stands at the front of a declaration: storage, type, and CUDA's words for where things live. */

import { byName } from '../../../base/by-name.ts';
import { expected, notSupported } from '../errors.ts';
import { textValue } from '../text/literals.ts';
import type { Expression } from '../tree.ts';
import {
  autoType,
  bool,
  char,
  decayed,
  decltypeAuto,
  double,
  float,
  type IntegerName,
  int,
  longDouble,
  qualified,
  type Type,
  underlying,
  unknown,
  voidType,
  withoutReference,
} from '../types.ts';
import { complexOf } from './complex.ts';
import { findName, findType, isSpecialHead } from './names.ts';
import type { Parser, Sides, Specifiers } from './parser.ts';
import { isMoved } from './rank.ts';
import { enumSpecifier, recordSpecifier } from './records.ts';
import { asVector } from './vectors.ts';

const storage: Readonly<
  Record<
    string,
    | 'typedef'
    | 'extern'
    | 'static'
    | 'inline'
    | 'constexpr'
    | 'virtual'
    | 'explicit'
    | 'friend'
    | 'mutable'
    | 'threadLocal'
    | 'noReturn'
  >
> = byName({
  typedef: 'typedef',
  extern: 'extern',
  static: 'static',
  inline: 'inline',
  __inline: 'inline',
  __inline__: 'inline',
  __forceinline__: 'inline',
  constexpr: 'constexpr',
  constinit: 'constexpr',
  consteval: 'constexpr',
  virtual: 'virtual',
  explicit: 'explicit',
  friend: 'friend',
  mutable: 'mutable',
  _Thread_local: 'threadLocal',
  thread_local: 'threadLocal',
  __thread: 'threadLocal',
  _Noreturn: 'noReturn',
});

const ignored: ReadonlySet<string> = new Set(
  'register __extension__ __noinline__ __restrict__ __restrict restrict __grid_constant__ __cdecl __stdcall __nv_pure__ __maxnreg__'.split(
    ' ',
  ),
);

export const constWords: ReadonlySet<string> = new Set(['const', '__const', '__const__']);
export const volatileWords: ReadonlySet<string> = new Set(['volatile', '__volatile', '__volatile__']);

const places: Readonly<Record<string, 'host' | 'device' | 'global' | 'shared' | 'constant' | 'managed'>> = byName({
  __host__: 'host',
  __device__: 'device',
  __global__: 'global',
  __shared__: 'shared',
  __constant__: 'constant',
  __managed__: 'managed',
});

const typeWords: ReadonlySet<string> = new Set(
  'void char short int long float double signed unsigned _Bool bool wchar_t char16_t char32_t char8_t __int128 __signed__ __signed __half_base'.split(
    ' ',
  ),
);

export const isTypeWord = (word: string, cxx: boolean): boolean =>
  cxx ? typeWords.has(word) : (typeWords.has(word) && !cxxWords.has(word)) || complexWords.has(word);
const complexWords: ReadonlySet<string> = new Set(['_Complex', '__complex__', '__complex']);
const cxxWords: ReadonlySet<string> = new Set(['bool', 'wchar_t', 'char16_t', 'char32_t', 'char8_t']);
export const isStorageWord = (word: string): boolean =>
  storage[word] !== undefined ||
  ignored.has(word) ||
  places[word] !== undefined ||
  constWords.has(word) ||
  volatileWords.has(word) ||
  attributeWords.has(word);

const attributeWords: ReadonlySet<string> = new Set([
  '__attribute__',
  '__attribute',
  '__declspec',
  'alignas',
  '_Alignas',
  '__align__',
  '__launch_bounds__',
  '__cluster_dims__',
  '__block_size__',
]);

export function emptySpecifiers(): Specifiers {
  return {
    type: int,
    missing: true,
    typedef: false,
    extern: false,
    static: false,
    inline: false,
    constexpr: false,
    virtual: false,
    explicit: false,
    friend: false,
    mutable: false,
    threadLocal: false,
    noReturn: false,
    align: 0,
    vector: undefined,
    where: new Set(),
    launchBounds: undefined,
    defines: false,
  };
}

/** `inType`: a type name, where no storage is said. */
export function specifiers(p: Parser): Specifiers {
  const s = emptySpecifiers();
  const words: string[] = [];
  let isConst = false;
  let isVolatile = false;
  let found: Type | undefined;
  for (;;) {
    const t = p.token;
    if (t.kind === 'punct' && t.text === '[' && p.isAhead(1, '[')) {
      attributes(p, s);
      continue;
    }
    const isQualified = t.text === '::' && p.language.cxx;
    if (t.kind !== 'name' && !isQualified) break;
    const flag = storage[t.text];
    if (flag !== undefined) {
      if (flag === 'explicit' && p.isAhead(1, '(')) {
        p.at++;
        p.skipBalanced();
      } else p.at++;
      s[flag] = true;
      continue;
    }
    const place = places[t.text];
    if (place) {
      s.where.add(place);
      p.at++;
    } else if (constWords.has(t.text)) {
      isConst = true;
      p.at++;
    } else if (volatileWords.has(t.text)) {
      isVolatile = true;
      p.at++;
    } else if (ignored.has(t.text)) {
      p.at++;
      if (t.text === '__maxnreg__') p.skipBalanced();
    } else if (attributeWords.has(t.text)) attributes(p, s);
    else if (found === undefined && isTypeWord(t.text, p.language.cxx)) {
      words.push(t.text);
      p.at++;
    } else if ((found !== undefined || words.length > 0) && t.text !== '_Atomic') break;
    else if (t.text === 'struct' || t.text === 'union' || (t.text === 'class' && p.language.cxx)) {
      const r = recordSpecifier(p);
      found = r.type;
      s.defines = r.defines;
    } else if (t.text === 'enum') {
      const e = enumSpecifier(p);
      found = e.type;
      s.defines = e.defines;
    } else if (t.text === 'typeof' || t.text === '__typeof__' || t.text === 'decltype' || t.text === '__typeof')
      found = (p.language.cxx ? findType(p) : undefined) ?? typeOf(p);
    else if (t.text === 'auto' || t.text === '__auto_type') {
      p.at++;
      const name = p.autos.shift();
      const given = name === undefined ? undefined : p.scope.find(name);
      if (given?.kind === 'type') found = given.type;
      else if (p.language.cxx || t.text === '__auto_type') found = autoType;
    } else if (p.language.cxx && typeQuestions[t.text]) found = typeOfType(p, typeQuestions[t.text]!);
    else if (t.text === '__builtin_va_list') {
      p.at++;
      found = { kind: 'va-list' };
    } else if (t.text === '_Atomic' && !p.language.cxx) {
      // The host's code runs in one thread.
      p.at++;
      if (p.take('(')) {
        found = p.parts.typeName(p);
        p.expect(')');
      }
    } else if (
      t.text === '_Complex' ||
      t.text === '__complex__' ||
      t.text === '__int128_t' ||
      t.text === '__uint128_t'
    ) {
      p.report(notSupported(`\`${t.text}\``, t.at));
      p.at++;
      found = unknown;
    } else {
      if (p.language.cxx && t.text === 'typename') p.at++;
      if (p.language.cxx && p.scope.kind !== 'block' && p.isAhead(1, '::') && isSpecialHead(p)) break;
      const named = findType(p) ?? templateAlone(p);
      if (!named) break;
      found = named;
    }
  }
  const type = found ?? (words.length > 0 ? fromWords(p, words) : undefined);
  s.missing = type === undefined;
  s.type = qualified(withVector(s, type ?? int), isConst, isVolatile);
  return s;
}

/** `X x(…)` where X is a template: its arguments are told by what x is made of. */
function templateAlone(p: Parser): Type | undefined {
  if (!p.language.cxx || p.patterns) return undefined;
  const from = p.at;
  const named = findName(p);
  const template = named?.entity?.kind === 'template' ? named.entity.template : undefined;
  if (template?.what === 'class' && p.token.kind === 'name') return { kind: 'auto', template };
  p.at = from;
  return undefined;
}

/** Types that are made of one in brackets. */
const typeQuestions: Readonly<Record<string, (t: Type) => Type>> = byName({
  __underlying_type: underlying,
  __cufort_decayed: (t) => decayed(withoutReference(t)),
  __cufort_unsigned: (t) => withSign(t, unsignedOf),
  __cufort_signed: (t) => withSign(t, signedOf),
});

export const isTypeQuestion = (word: string): boolean => typeQuestions[word] !== undefined;

const unsignedOf: Readonly<Partial<Record<IntegerName, IntegerName>>> = {
  char: 'uchar',
  schar: 'uchar',
  short: 'ushort',
  int: 'uint',
  long: 'ulong',
  llong: 'ullong',
};
const signedOf: Readonly<Partial<Record<IntegerName, IntegerName>>> = {
  char: 'schar',
  uchar: 'schar',
  ushort: 'short',
  uint: 'int',
  ulong: 'long',
  ullong: 'llong',
};

function withSign(t: Type, names: Readonly<Partial<Record<IntegerName, IntegerName>>>): Type {
  const u = underlying(t);
  return u.kind === 'integer' ? { ...u, name: names[u.name] ?? u.name } : u;
}

function typeOfType(p: Parser, make: (t: Type) => Type): Type {
  p.at++;
  p.expect('(');
  const t = p.parts.typeName(p);
  p.expect(')');
  return t.kind === 'parameter' || t.kind === 'pattern' || t.kind === 'unknown' ? unknown : make(t);
}

/** `decltype` of a place is a reference to it, `typeof` is not. */
export function typeOf(p: Parser): Type {
  const isDecl = p.next().text === 'decltype';
  if (p.patterns) {
    p.skipBalanced();
    return unknown;
  }
  p.expect('(');
  if (isDecl && p.is('auto') && p.isAhead(1, ')')) {
    p.at += 2;
    return decltypeAuto;
  }
  if (p.parts.isType(p)) {
    const t = p.parts.typeName(p);
    p.expect(')');
    return t;
  }
  const from = p.at;
  const e = p.parts.expression(p);
  p.expect(')');
  return isDecl ? declaredType(p, e, from) : e.type;
}

/** What `decltype` says of an expression that begins at a token: the type that a name was declared with, else whether there is a place as well. */
export function declaredType(p: Parser, e: Expression, from: number): Type {
  const isName = (e.kind === 'variable' || e.kind === 'member') && p.tokens[from]?.text !== '(';
  let last = e;
  while (last.kind === 'comma') last = last.right;
  // What an expression makes has an address here, but is no place.
  if (!e.lvalue || isName || last.kind === 'object' || last.kind === 'construct') return e.type;
  return { kind: 'reference', to: e.type, rvalue: e.expiring === true || isMoved(e) };
}

const integerNames: readonly (readonly [words: string, name: IntegerName])[] = [
  ['char signed', 'schar'],
  ['char unsigned', 'uchar'],
  ['wchar_t', 'wchar'],
  ['char16_t', 'char16'],
  ['char32_t', 'char32'],
  ['char8_t', 'char8'],
  ['short', 'short'],
  ['short unsigned', 'ushort'],
  ['', 'int'],
  ['unsigned', 'uint'],
  ['long', 'long'],
  ['long unsigned', 'ulong'],
  ['long long', 'llong'],
  ['long long unsigned', 'ullong'],
];
const others: Readonly<Record<string, Type>> = byName({
  void: voidType,
  char,
  bool,
  _Bool: bool,
  float,
  double,
  'double long': longDouble,
  __half_base: { kind: 'float', bytes: 2 },
});

function fromWords(p: Parser, words: readonly string[]): Type {
  const parts = words.filter((w) => !complexWords.has(w));
  if (parts.length < words.length) return complexOf(parts.length === 0 ? double : fromWords(p, parts));
  const plain = words.map((w) => w.replace(/^__signed(?:__)?$/, 'signed')).sort();
  const whole = others[plain.join(' ')];
  if (whole) return whole;
  const isChar = plain.includes('char');
  const text = plain.filter((w) => w !== 'int' && (isChar || w !== 'signed')).join(' ');
  const row = integerNames.find(([key]) => key === text);
  if (row) return { kind: 'integer', name: row[1] };
  p.report(
    plain.includes('__int128')
      ? notSupported('`__int128`', p.token.at)
      : expected('a type', `\`${words.join(' ')}\``, p.token.at),
  );
  return unknown;
}

/** [[…]], __attribute__((…)), alignas(…), __launch_bounds__(…): what matters of them. */
export function attributes(p: Parser, s: Specifiers): void {
  for (;;) {
    const t = p.token;
    if (t.text === '[' && p.isAhead(1, '[')) p.skipBalanced();
    else if (t.kind === 'name' && attributeWords.has(t.text)) attribute(p, s);
    else return;
  }
}

function attribute(p: Parser, s: Specifiers): void {
  const word = p.next().text;
  if (word === '__attribute__' || word === '__attribute' || word === '__declspec') {
    const from = p.at;
    p.skipBalanced();
    for (let i = from; i < p.at; i++) {
      const t = p.tokens[i]!;
      if (/^(?:__)?aligned(?:__)?$/.test(t.text))
        s.align = Math.max(s.align, p.tokens[i + 1]?.text === '(' ? Number(p.tokens[i + 2]?.text) || 1 : 16);
      if (/^(?:__)?packed(?:__)?$/.test(t.text)) s.align = -1;
      if (/^(?:__)?noreturn(?:__)?$/.test(t.text)) s.noReturn = true;
      if (/^(?:__)?vector_size(?:__)?$/.test(t.text)) s.vector = sizeAt(p, i + 2);
      const named = /^(?:__)?alias(?:__)?$/.test(t.text) ? p.tokens[i + 2] : undefined;
      if (named?.kind === 'string') s.alias = String.fromCharCode(...textValue(named.text).elements);
      const place = places[`__${t.text}__`];
      if (place && word !== '__declspec') s.where.add(place);
    }
    return;
  }
  const isBound = word === '__launch_bounds__' || word === '__cluster_dims__' || word === '__block_size__';
  if (isBound && p.patterns) {
    p.skipBalanced();
    return;
  }
  p.expect('(');
  if (isBound) {
    const numbers = [p.parts.constant(p, 'a launch bound')];
    while (p.take(',')) numbers.push(p.parts.constant(p, 'a launch bound'));
    if (word === '__launch_bounds__')
      s.launchBounds = { maxThreads: Number(numbers[0] ?? 1024n), minBlocks: Number(numbers[1] ?? 0n) };
  } else if (p.parts.isType(p)) {
    const type = p.parts.typeName(p);
    s.align = Math.max(s.align, type.kind === 'record' ? type.record.align : 8);
  } else s.align = Math.max(s.align, Number(p.parts.constant(p, 'an alignment') ?? 1n));
  p.expect(')');
}

/** What stands in brackets behind `vector_size`; undefined where a template's arguments decide. */
function sizeAt(p: Parser, at: number): number | undefined {
  if (p.patterns) return undefined;
  const end = p.at;
  p.at = at;
  const size = p.parts.constant(p, 'the size of a vector');
  p.at = end;
  return size === undefined ? undefined : Number(size);
}

/** The type with what an attribute said of it. */
export function withVector(s: Specifiers, type: Type): Type {
  const { vector } = s;
  s.vector = undefined;
  return vector === undefined ? type : asVector(type, vector);
}

/** Where a function of these words runs. */
export function sidesOf(s: Specifiers): Sides {
  if (s.where.has('global')) return { host: false, device: false, kernel: true };
  const device = s.where.has('device');
  return { host: s.where.has('host') || !device, device, kernel: false };
}
