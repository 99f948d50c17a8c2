/** Expressions, by precedence. */
import { byName } from '../../../base/by-name.ts';
import type { Span } from '../../../base/source.ts';
import { badCharacter, badNumber, incomplete, noMember, notConstant, unknownName } from '../errors.ts';
import { mayThrow } from '../noexcept.ts';
import { standardRemedy } from '../std-names.ts';
import type { Token } from '../text/lex.ts';
import { characterValue, readNumber, textValue } from '../text/literals.ts';
import type { BinaryOperator, Expression } from '../tree.ts';
import {
  alignOf,
  arrayOf,
  bool,
  char,
  double,
  findField,
  float,
  int,
  isInteger,
  isReal,
  llong,
  long,
  longDouble,
  nullptrType,
  pointerTo,
  qualified,
  type RecordType,
  sameType,
  showType,
  sizeOf,
  type Type,
  uchar,
  uint,
  ullong,
  ulong,
  unknown,
  unqualified,
  voidType,
  wchar,
} from '../types.ts';
import { builtinCall, functionAhead, isBuiltin } from './builtins.ts';
import { call, launch } from './calls.ts';
import { deducedClass } from './class-deduction.ts';
import { classOf } from './class-info.ts';
import {
  arrow,
  assignAny,
  condition as asTruth,
  binaryAny,
  elementAny,
  plain,
  stepAny,
  unaryAny,
  updateAny,
} from './class-operators.ts';
import { complexOf, isComplex, part, together } from './complex.ts';
import { asValue, castTo, converted } from './convert.ts';
import { overloaded, pointerOf } from './cxx-calls.ts';
import { evaluate } from './evaluate.ts';
import { dynamicCast, throwExpression, typeidExpression } from './exceptions.ts';
import { addressOfMember, throughMemberPointer } from './member-pointers.ts';
import { memberOf, ownField, thisObject, throughFields, variableExpression } from './members.ts';
import { castAny, namedCast } from './named-casts.ts';
import { findName, findType, type Named, typeOfEntity } from './names.ts';
import { nestedAddress } from './nested-functions.ts';
import { deleteExpression, newExpression } from './new-delete.ts';
import { numberOf, wrapped } from './numbers.ts';
import { construct, constructBraces } from './objects.ts';
import { conditional, dereference, logical } from './operators.ts';
import { eachOf, foldAhead, spread } from './packs.ts';
import { abandoned, type Parser } from './parser.ts';
import type { Entity, Template } from './scope.ts';
import { isTypeWord } from './specifiers.ts';
import { implicitFunction } from './symbols.ts';
import { userNumber, userText } from './user-literals.ts';
import { dynamicSize, newVariable } from './variables.ts';

export function expression(p: Parser): Expression {
  let left = assignment(p);
  while (p.is(',')) {
    const at = p.next().at;
    const right = assignment(p);
    const own = p.language.cxx ? overloaded(p, ',', [left, right], at) : undefined;
    left = own ?? {
      kind: 'comma',
      left,
      right: asValue(right),
      type: asValue(right).type,
      at,
      ...(p.language.cxx && right.lvalue && { lvalue: true }),
    };
  }
  return left;
}

const updates: Readonly<Record<string, BinaryOperator>> = {
  '+=': '+',
  '-=': '-',
  '*=': '*',
  '/=': '/',
  '%=': '%',
  '&=': '&',
  '|=': '|',
  '^=': '^',
  '<<=': '<<',
  '>>=': '>>',
};

const updateWords: Readonly<Record<string, BinaryOperator>> = byName({ and_eq: '&', or_eq: '|', xor_eq: '^' });

export function assignment(p: Parser): Expression {
  return p.deeper(() => {
    const left = ternary(p);
    const t = p.token;
    const word = t.kind === 'name' && p.language.cxx ? updateWords[t.text] : undefined;
    if (word) {
      p.at++;
      return updateAny(p, word, left, assignment(p), t.at);
    }
    if (t.kind !== 'punct') return left;
    if (t.text === '=') {
      p.at++;
      return assignAny(p, left, p.is('{') ? braced(p, left.type) : assignment(p), t.at);
    }
    const op = updates[t.text];
    if (!op) return left;
    p.at++;
    return updateAny(p, op, left, assignment(p), t.at);
  });
}

/** `{…}` where a value of a known type stands. */
function braced(p: Parser, type: Type): Expression {
  // Which `operator=` takes them is chosen as for any argument.
  if (classOf(type)?.methods.some((m) => m.name === 'operator=')) return bracedItem(p);
  const at = p.token.at;
  const { initial, type: whole } = p.parts.initialiser(p, unqualified(type));
  return initial.kind === 'value' ? initial.value : { kind: 'object', initial, type: whole, at, lvalue: true };
}

function ternary(p: Parser): Expression {
  const choice = binaries(p, 0);
  if (!p.is('?')) return choice;
  const at = p.next().at;
  const angle = p.angle;
  p.angle = 0;
  const then = p.is(':') ? choice : expression(p);
  p.angle = angle;
  p.expect(':');
  const otherwise = assignment(p);
  return conditional(p, p.language.cxx ? asTruth(p, choice) : choice, then, otherwise, at);
}

const levels: Readonly<Record<string, number>> = {
  '||': 1,
  '&&': 2,
  '|': 3,
  '^': 4,
  '&': 5,
  '==': 6,
  '!=': 6,
  '<': 7,
  '>': 7,
  '<=': 7,
  '>=': 7,
  '<<': 8,
  '>>': 8,
  '+': 9,
  '-': 9,
  '*': 10,
  '/': 10,
  '%': 10,
};
const words: Readonly<Record<string, string>> = byName({
  and: '&&',
  or: '||',
  bitand: '&',
  bitor: '|',
  xor: '^',
  not_eq: '!=',
});

const signWords: Readonly<Record<string, '!' | '~' | '&'>> = byName({ not: '!', compl: '~', bitand: '&' });

const isOperatorWord = (text: string): boolean => words[text] !== undefined || updateWords[text] !== undefined;

/** Two signs side by side, as C++ reads them (parser.ts). */
function isShift(p: Parser): boolean {
  return p.language.cxx && p.is('>') && p.isAhead(1, '>') && !p.ahead(1).spaced;
}

function operatorHere(p: Parser): string | undefined {
  const t = p.token;
  if (t.kind === 'name') return p.language.cxx ? words[t.text] : undefined;
  if (t.kind !== 'punct') return undefined;
  if (p.angle > 0 && (t.text === '>' || t.text === '>>' || t.text === '>=')) return undefined;
  return isShift(p) ? '>>' : t.text;
}

/** `o.*m`, `o->*m` */
function throughMembers(p: Parser): Expression {
  let e = unary(p);
  while (p.is('.*') || p.is('->*')) {
    const { at } = p.next();
    e = throughMemberPointer(p, e, unary(p), at);
  }
  return e;
}

function binaries(p: Parser, above: number): Expression {
  let left = throughMembers(p);
  for (;;) {
    const op = operatorHere(p);
    const level = op === undefined ? undefined : levels[op];
    if (op === undefined || level === undefined || level <= above) return left;
    if (isShift(p)) p.at++;
    const at = p.next().at;
    const right = binaries(p, level);
    if (op === '&&' || op === '||')
      left =
        overloaded(p, op, [left, right], at) ??
        logical(p, op === '&&' ? 'and' : 'or', asTruth(p, left), asTruth(p, right), at);
    else left = binaryAny(p, op as BinaryOperator, left, right, at);
  }
}

export function unary(p: Parser): Expression {
  return p.deeper(() => {
    // `::new` and `::delete` are ours in any case.
    if (p.is('::') && (p.isAhead(1, 'new') || p.isAhead(1, 'delete'))) p.at++;
    const t = p.token;
    if (t.kind === 'punct') {
      const made = prefix(p, t);
      if (made) return made;
    } else if (t.kind === 'name') {
      const made = prefixWord(p, t);
      if (made) return made;
    }
    return postfix(p, primary(p), t);
  });
}

function prefix(p: Parser, t: Token): Expression | undefined {
  switch (t.text) {
    case '+':
    case '-':
    case '~':
      p.at++;
      return unaryAny(p, t.text, unary(p), t.at);
    case '!':
      p.at++;
      return unaryAny(p, '!', unary(p), t.at);
    case '*':
      p.at++;
      return designated(p, t, unaryAny(p, '*', unary(p), t.at));
    case '&':
      p.at++;
      return addressOfMember(p) ?? unaryAny(p, '&', unary(p), t.at);
    case '++':
    case '--': {
      p.at++;
      const to = unary(p);
      return stepAny(p, t.text, to, 'new', t.at);
    }
    case '(':
      return cast(p, t);
    case '&&':
      return p.ahead(1).kind === 'name' ? p.parts.labelAddress(p) : undefined;
    default:
      return undefined;
  }
}

function cast(p: Parser, t: Token): Expression | undefined {
  p.at++;
  if (!p.parts.isType(p) || (p.language.cxx && foldAhead(p) !== undefined)) {
    p.at--;
    return undefined;
  }
  const angle = p.angle;
  p.angle = 0;
  const isCall = p.language.cxx && (p.isAhead(1, '(') || p.isAhead(1, '{'));
  const inBrackets = (): Type => {
    const named = p.parts.typeName(p);
    p.expect(')');
    return named;
  };
  // `(float(x) * y)` begins as `(float (*)(int))` does.
  const type = isCall ? p.attempt(inBrackets) : inBrackets();
  p.angle = angle;
  if (!type) {
    p.at--;
    return undefined;
  }
  if (p.is('{')) {
    const { initial, type: whole } = p.parts.initialiser(p, type);
    return postfix(p, { kind: 'object', initial, type: whole, at: t.at, lvalue: true }, t);
  }
  return p.language.cxx ? castAny(p, unary(p), type, t.at) : castTo(p, unary(p), type, t.at);
}

function prefixWord(p: Parser, t: Token): Expression | undefined {
  switch (t.text) {
    case 'sizeof':
      p.at++;
      return sizeofExpression(p, t);
    case '_Alignof':
    case 'alignof':
    case '__alignof__':
    case '__alignof': {
      p.at++;
      p.expect('(');
      const type = p.parts.isType(p) ? p.parts.typeName(p) : p.parts.expression(p).type;
      p.expect(')');
      return numberOf(BigInt(alignOf(type)), ulong, t);
    }
    case '__extension__':
      p.at++;
      return unary(p);
    case '__real__':
    case '__real':
    case '__imag__':
    case '__imag':
      p.at++;
      return partOf(unary(p), t.text.startsWith('__real') ? 0 : 1);
    case 'not':
    case 'compl':
    case 'bitand': {
      const sign = p.language.cxx ? signWords[t.text] : undefined;
      if (sign === undefined || p.scope.find(t.text)) return undefined;
      p.at++;
      return unaryAny(p, sign, unary(p), t.at);
    }
    default:
      return undefined;
  }
}

function partOf(e: Expression, index: 0 | 1): Expression {
  if (isComplex(e.type) || index === 0) return part(e, index);
  return {
    kind: 'comma',
    left: e,
    right: converted(numberOf(0n, int, e), e.type),
    type: unqualified(e.type),
    at: e.at,
  };
}

function sizeofExpression(p: Parser, t: Token): Expression {
  let type: Type | undefined;
  if (p.take('...')) {
    const pack = p.scope.find(p.ahead(1).text);
    p.skipBalanced();
    return numberOf(BigInt(pack?.kind === 'pack' ? pack.list.length : 0), ulong, t);
  }
  if (p.is('(')) {
    p.at++;
    if (p.parts.isType(p)) {
      type = p.parts.typeName(p);
      p.expect(')');
      if (p.is('{')) type = p.parts.initialiser(p, type).type;
    } else p.at--;
  }
  type ??= unary(p).type;
  const dynamic = dynamicSize(p, type, t.at);
  if (dynamic) return converted(dynamic, ulong);
  const size = sizeOf(type.kind === 'reference' ? type.to : type);
  if (size === undefined && type.kind !== 'unknown') p.report(incomplete(showType(type), t.at));
  return numberOf(BigInt(size ?? 1), ulong, t);
}

/** With all that was written of it since its first token, where it is a place. */
function designated(p: Parser, first: Token, e: Expression): Expression {
  const [{ source, from }, { to }] = [first.at, p.ahead(-1).at];
  const isPlace = e.kind === 'dereference' || e.kind === 'member';
  return isPlace && p.ahead(-1).at.source === source && to > from ? { ...e, whole: { source, from, to } } : e;
}

function postfix(p: Parser, first: Expression, begin: Token): Expression {
  let e = first;
  for (;;) {
    const t = p.token;
    if (t.kind !== 'punct') return e;
    switch (t.text) {
      case '[': {
        p.at++;
        const angle = p.angle;
        p.angle = 0;
        const index = p.is('{') ? bracedItem(p) : expression(p);
        p.angle = angle;
        p.expect(']');
        e = designated(p, begin, elementAny(p, e, index, t.at));
        break;
      }
      case '(':
        e = call(p, e, args(p), t.at);
        break;
      case '<<<':
        e = launch(p, e);
        break;
      case '<<':
        // nvcc takes `kernel << < grid, block >> > (…)`.
        if (!p.isAhead(1, '<') || !isKernel(e)) return e;
        p.at++;
        e = launch(p, e);
        break;
      case '.':
        p.at++;
        e = designated(p, begin, member(p, e, t.at));
        break;
      case '->':
        p.at++;
        e = designated(p, begin, member(p, p.language.cxx ? arrow(p, e, t.at) : dereference(p, e, t.at), t.at));
        break;
      case '++':
      case '--':
        p.at++;
        e = stepAny(p, t.text, e, 'old', t.at);
        break;
      default:
        return e;
    }
  }
}

function isKernel(e: Expression): boolean {
  if (e.kind === 'function') return e.fn.sides.kernel;
  return e.kind === 'overloads' && (e.list.some((f) => f.sides.kernel) || (e.list.length === 0 && !e.object));
}

/** Arguments between brackets. */
export function args(p: Parser): Expression[] {
  const angle = p.angle;
  p.angle = 0;
  p.expect('(');
  const list: Expression[] = [];
  if (!p.is(')'))
    do listItem(p, list);
    while (p.take(','));
  p.expect(')');
  p.angle = angle;
  return list;
}

/** One, or as many as a pack has: `f(values)...`. */
function listItem(p: Parser, list: Expression[]): void {
  spread(p, () => list.push(p.is('{') ? bracedItem(p) : assignment(p)));
}

/** A list without a type of its own. */
export function bracedItem(p: Parser): Expression {
  const at = p.token.at;
  return { kind: 'braces', items: braces(p), type: unknown, at };
}

/** `{a, b}` as expressions. */
export function braces(p: Parser): Expression[] {
  p.expect('{');
  const list: Expression[] = [];
  while (!p.is('}')) {
    listItem(p, list);
    if (!p.take(',')) break;
  }
  p.expect('}');
  return list;
}

/** Arguments in either brackets. */
export function anyList(p: Parser): Expression[] {
  return p.is('{') ? braces(p) : args(p);
}

function member(p: Parser, of: Expression, at: Span): Expression {
  const own = p.language.cxx && of.kind !== 'overloads' ? memberOf(p, of, at) : undefined;
  if (own) return own;
  const name = p.name('the name of a member');
  if (of.type.kind === 'unknown') return of;
  if (of.type.kind !== 'record') {
    p.report(noMember(showType(of.type), name.text, name.at));
    return { ...of, type: unknown };
  }
  if (of.kind === 'variable' && of.variable.builtin !== undefined && of.variable.builtin !== 'warpSize') {
    const base = ({ threadIdx: 'tid', blockIdx: 'ctaid', blockDim: 'ntid', gridDim: 'nctaid' } as const)[
      of.variable.builtin
    ];
    const axis = name.text;
    if (axis === 'x' || axis === 'y' || axis === 'z')
      return { kind: 'special', name: `${base}.${axis}`, type: uint, at };
  }
  if (!of.type.record.complete) p.report(incomplete(showType(of.type), of.at));
  const path = findField(of.type.record, name.text);
  if (!path) {
    if (of.type.record.complete) p.report(noMember(showType(of.type), name.text, name.at));
    return { ...of, type: unknown };
  }
  return throughFields(of, path, at);
}

function primary(p: Parser): Expression {
  const t = p.token;
  switch (t.kind) {
    case 'number':
      p.at++;
      return number(p, t);
    case 'char': {
      p.at++;
      const value = characterValue(t.text);
      if (value === undefined) p.report(badCharacter(t.at));
      const several = /^'[^\\'][^']/.test(t.text);
      const type = /^[LuU]/.test(t.text) ? wchar : p.language.cxx && !several ? char : int;
      return userText(p, numberOf(BigInt(value ?? 0), type, t));
    }
    case 'string':
      return userText(p, text(p));
    case 'name':
      return named(p, t);
    case 'punct':
      if (t.text === '(') return bracketed(p);
      if (t.text === '[' && p.language.cxx) return p.parts.lambda(p);
      if (t.text === '::' && p.language.cxx) return named(p, t);
      return p.fail('an expression');
    default:
      return p.fail('an expression');
  }
}

function bracketed(p: Parser): Expression {
  const at = p.next().at;
  const angle = p.angle;
  p.angle = 0;
  if (p.is('{')) {
    const body = p.parts.compound(p);
    p.expect(')');
    p.angle = angle;
    const list = body.kind === 'block' ? body.body : [body];
    const last = list.at(-1);
    const value = last?.kind === 'expression' ? asValue(last.value) : undefined;
    return { kind: 'statements', body: value ? list.slice(0, -1) : list, value, type: value?.type ?? voidType, at };
  }
  const fold = p.language.cxx ? foldAhead(p) : undefined;
  const e = fold === undefined ? expression(p) : folded(p, fold);
  p.expect(')');
  p.angle = angle;
  return e;
}

/** `(e op ...)`, `(... op e)`, `(e op ... op e)` */
function folded(p: Parser, dots: number): Expression {
  const at = p.token.at;
  const isLeft = p.at === dots;
  const parts: Expression[][] = [];
  const member = (): Expression[] => {
    const ahead = packsIn(p, parts.length === 0 ? dots : undefined);
    const list: Expression[] = [];
    if (ahead.length === 0) list.push(unary(p));
    else {
      const from = p.at;
      eachOf(p, ahead, () => list.push(unary(p)));
      if (list.length === 0) {
        p.at = from;
        skipUnary(p);
      }
    }
    return list;
  };
  if (isLeft) p.at++;
  else parts.push(member());
  const op = p.next().text + (isShift2(p) ? p.next().text : '');
  if (isLeft) parts.push(member());
  else {
    p.expect('...');
    if (!p.is(')')) {
      p.at += op === '>>' ? 2 : 1;
      parts.push(member());
    }
  }
  const all = parts.flat();
  const isRight = !isLeft && (parts.length === 1 || parts[1]!.length === 1);
  const [first] = all;
  if (!first) return numberOf(op === '||' ? 0n : 1n, op === '&&' || op === '||' ? bool : int, { at });
  return isRight && op !== '<<' && parts.length === 1
    ? all.reduceRight((r, l) => combine(p, op, l, r, at))
    : all.reduce((l, r) => combine(p, op, l, r, at));
}

const isShift2 = (p: Parser): boolean => p.ahead(-1).text === '>' && p.is('>') && !p.token.spaced;

function packsIn(p: Parser, end: number | undefined): { readonly name: string; readonly list: readonly Entity[] }[] {
  const found = new Map<string, readonly Entity[]>();
  let depth = 0;
  for (let i = p.at; i !== end; i++) {
    const t = p.tokens[i];
    if (!t || t.kind === 'end') break;
    if (t.text === '(') depth++;
    if (t.text === ')' && depth-- === 0) break;
    const entity = t.kind === 'name' ? p.scope.find(t.text) : undefined;
    if (entity?.kind === 'pack') found.set(t.text, entity.list);
  }
  return [...found].map(([name, list]) => ({ name, list }));
}

/** Behind an operand that nobody reads. */
function skipUnary(p: Parser): void {
  while (!p.is(')') && !p.is('...') && p.token.kind !== 'end') {
    if (p.isAhead(1, '...')) return;
    if (p.is('(') || p.is('[') || p.is('{')) p.skipBalanced();
    else p.at++;
  }
}

function combine(p: Parser, op: string, l: Expression, r: Expression, at: Span): Expression {
  if (op === ',') return { kind: 'comma', left: l, right: asValue(r), type: asValue(r).type, at };
  if (op === '&&' || op === '||') return logical(p, op === '&&' ? 'and' : 'or', asTruth(p, l), asTruth(p, r), at);
  if (op === '=') return assignAny(p, l, r, at);
  const update = updates[op];
  return update ? updateAny(p, update, l, r, at) : binaryAny(p, op as BinaryOperator, l, r, at);
}

const suffixTypes: Readonly<Record<string, Type>> = {
  f: float,
  l: longDouble,
  h: { kind: 'float', bytes: 2 },
  f16: { kind: 'float', bytes: 2 },
};

/** `2.0i`, `1.0if`: GCC's numbers with no real part. */
function imaginary(p: Parser, t: Token): Expression | undefined {
  const [, digits = '', more = ''] = (!p.language.cxx && /^(.+)[ij]([fFlL]?)$/.exec(t.text)) || [];
  if (digits === '') return undefined;
  const im = number(p, { ...t, text: digits + more });
  return together(complexOf(im.type), converted(numberOf(0n, int, t), im.type), im, [], t.at);
}

function number(p: Parser, t: Token): Expression {
  const n = readNumber(t.text);
  const made = n ? undefined : imaginary(p, t);
  if (made) return made;
  const own = n || !p.language.cxx ? undefined : userNumber(p, t);
  if (own) return own;
  if (!n) {
    p.report(badNumber(t.text, t.at));
    return numberOf(0n, int, t);
  }
  if (n.kind === 'real') return numberOf(n.value, suffixTypes[n.suffix] ?? double, t);
  const fits = (bits: bigint): boolean => n.value < 2n ** bits;
  const candidates: readonly (readonly [Type, bigint])[] = [
    [int, 31n],
    [uint, 32n],
    [long, 63n],
    [ulong, 64n],
    [llong, 63n],
    [ullong, 64n],
  ];
  for (const [type, bits] of candidates) {
    const isUnsigned = bits === 32n || bits === 64n;
    const rank = type === int || type === uint ? 0 : type === long || type === ulong ? 1 : 2;
    if (rank < n.longs || !fits(bits)) continue;
    if (n.unsigned ? isUnsigned : !isUnsigned || !n.decimal) return numberOf(n.value, type, t);
  }
  return numberOf(n.value, ullong, t);
}

/** Texts side by side are one. */
function text(p: Parser): Expression {
  const at = p.token.at;
  const elements: number[] = [];
  let prefix = '';
  while (p.token.kind === 'string') {
    const value = textValue(p.next().text);
    prefix ||= value.prefix;
    for (const e of value.elements) elements.push(e);
  }
  elements.push(0);
  const of: Type =
    prefix === 'L'
      ? wchar
      : prefix === 'U'
        ? { kind: 'integer', name: 'char32' }
        : prefix === 'u'
          ? { kind: 'integer', name: 'char16' }
          : char;
  const width = sizeOf(of) ?? 1;
  const bytes = new Uint8Array(elements.length * width);
  const view = new DataView(bytes.buffer);
  for (const [i, e] of elements.entries()) {
    if (width === 1) bytes[i] = e;
    else if (width === 2) view.setUint16(2 * i, e, true);
    else view.setUint32(4 * i, e, true);
  }
  return { kind: 'text', bytes, type: arrayOf(qualified(of, p.language.cxx), elements.length), at, lvalue: true };
}

/** A name that means more than the compiler's function; a program may declare `alloca` as the function that it is. */
function isOwn(p: Parser, name: string): boolean {
  const entity = p.scope.find(name);
  return entity !== undefined && (name !== 'alloca' || entity.kind !== 'functions' || entity.list.some((f) => f.body));
}

function named(p: Parser, t: Token): Expression {
  if (t.text === '_Generic') return generic(p);
  if (p.language.cxx) {
    if (t.text === 'true' || t.text === 'false') {
      p.at++;
      return numberOf(t.text === 'true' ? 1n : 0n, bool, t);
    }
    if (t.text === 'nullptr') {
      p.at++;
      return { kind: 'number', value: 0n, type: nullptrType, at: t.at };
    }
  }
  if (t.text === '__cufort_the_function') {
    p.at++;
    return functionAhead(p);
  }
  if (isBuiltin(t.text) && p.isAhead(1, '(') && !isOwn(p, t.text)) return builtinCall(p);
  if (t.text === '__func__' || t.text === '__FUNCTION__' || t.text === '__PRETTY_FUNCTION__') {
    p.at++;
    const bytes = new TextEncoder().encode(`${p.fn?.fn?.name ?? ''}\0`);
    return { kind: 'text', bytes, type: arrayOf(qualified(char, true), bytes.length), at: t.at, lvalue: true };
  }
  const words = p.language.cxx ? cxxWords[t.text] : undefined;
  if (words) return words(p, t);
  if (p.language.cxx && isTypeWord(t.text, true)) return typeCall(p, p.parts.specifiers(p).type, t);
  const found = findName(p);
  const entity = found?.entity ?? (found ? memoryOperator(p, found.name) : undefined);
  const type = p.language.cxx ? typeOfEntity(entity) : undefined;
  if (type && (p.is('(') || p.is('{'))) return typeCall(p, type, t);
  if (entity?.kind === 'template' && entity.template.what === 'class' && (p.is('(') || p.is('{')))
    return templateCall(p, entity.template, t.at);
  switch (entity?.kind) {
    case 'variable':
      return variableExpression(p, entity, t.at);
    case 'constant':
      return numberOf(entity.value, entity.type, t);
    case 'field':
      return ownField(p, entity.name, t.at, entity.record);
    case 'functions':
      return functions(p, entity, found!, t);
  }
  if (p.is('(') && !entity && (!p.language.cxx || t.text.startsWith('__builtin_'))) {
    const plain = builtinNamed(p, t);
    if (plain) return functions(p, plain, { entity: plain, token: t, name: t.text, scope: undefined }, t);
    const fn = implicitFunction(p, t);
    return { kind: 'function', fn, type: fn.type, at: t.at, lvalue: true };
  }
  if (!found) return p.fail('an expression');
  if (typeOfEntity(entity)) {
    p.at--;
    return p.fail('an expression');
  }
  if (p.language.cxx && p.is('(') && !found.scope)
    return { kind: 'overloads', name: found.name, list: [], templates: [], args: [], type: unknown, at: t.at };
  const isThere = p.file.names.get('std');
  const inStd = isThere?.kind === 'namespace' && isThere.scope.names.has(found.name);
  const isOfStd = found.scope ? found.scope.name === 'std' : p.language.cxx;
  const help = isOfStd ? standardRemedy(found.name, found.scope !== undefined, inStd) : undefined;
  p.report(unknownName(found.name, found.scope ? found.token.at : t.at, help));
  if (p.token.kind === 'name' && p.fn && !isOperatorWord(p.token.text)) {
    // A declaration with a type that nobody knows: its name is no further mistake.
    const v = newVariable(p.token.text, p.token.text, p.token.at, unknown, 'automatic');
    if (!p.scope.names.has(v.name)) p.scope.names.set(v.name, v);
    throw abandoned;
  }
  return { ...numberOf(0n, int, t), type: unknown };
}

const memoryOperators: Readonly<Record<string, string>> = byName({
  'operator new': '__cufort_new',
  'operator new[]': '__cufort_new',
  'operator delete': '__cufort_delete',
  'operator delete[]': '__cufort_delete',
});

/** The operators of new and delete by their names, where the program has none of its own. */
function memoryOperator(p: Parser, name: string): Entity | undefined {
  const own = memoryOperators[name];
  return own === undefined ? undefined : p.file.names.get(own);
}

/** `__builtin_NAME` is the function of that name where there is one. */
function builtinNamed(p: Parser, t: Token): (Entity & { readonly kind: 'functions' }) | undefined {
  const name = /^__builtin_(\w+)$/.exec(t.text)?.[1];
  const entity = name === undefined ? undefined : p.file.names.get(name);
  return entity?.kind === 'functions' ? entity : undefined;
}

/** A function, or several of one name; members mean those of the object at hand. */
function functions(p: Parser, set: Entity & { readonly kind: 'functions' }, found: Named, t: Token): Expression {
  const [fn] = set.list;
  const own = fn?.nestedIn && !p.is('(') ? nestedAddress(p, fn, t.at) : undefined;
  if (own) return own;
  if (
    !p.language.cxx ||
    (fn && set.list.length === 1 && set.templates.length === 0 && !fn.member && (found.scope || !p.is('(')))
  )
    return { kind: 'function', fn: fn!, type: fn!.type, at: t.at, lvalue: true };
  const isMember = set.list.some((f) => f.member && !f.member.isStatic) || set.templates.some((m) => m.member);
  const object = isMember ? thisObject(p, t.at) : undefined;
  return {
    kind: 'overloads',
    name: found.name,
    list: set.list,
    templates: set.templates,
    args: found.args ?? [],
    type: fn?.type ?? { kind: 'function', result: unknown, params: [], variadic: false },
    at: t.at,
    ...(object && { object }),
    ...(found.scope && { qualified: true }),
  };
}

/** `T(…)` and `T{…}` */
function typeCall(p: Parser, type: Type, t: Token): Expression {
  if (p.is('{') && (type.kind === 'record' || type.kind === 'array') && !hasConstructors(type)) {
    const { initial, type: whole } = p.parts.initialiser(p, type);
    return initial.kind === 'value' ? initial.value : { kind: 'object', initial, type: whole, at: t.at, lvalue: true };
  }
  if (p.is('{') && type.kind === 'record') return constructBraces(p, type, braces(p), t.at);
  const list = anyList(p);
  const [first] = list;
  if (type.kind === 'record') return construct(p, type, list, t.at);
  if (!first)
    return type.kind === 'void'
      ? { kind: 'convert', of: numberOf(0n, int, t), type: voidType, at: t.at }
      : numberOf(0n, type.kind === 'unknown' ? int : type, t);
  return castAny(p, first, type, t.at);
}

/** `X(…)` and `X{…}` where X is a template of classes. */
export function templateCall(p: Parser, template: Template, at: Span): Expression {
  const from = p.at;
  const isBraces = p.is('{');
  const list = isBraces ? braces(p) : anyList(p);
  const type = deducedClass(p, template, list, isBraces, at);
  if (!isBraces || type.kind !== 'record') return construct(p, type, list, at);
  if (hasConstructors(type)) return constructBraces(p, type, list, at);
  if (fitsFields(type.record, list)) return constructBraces(p, type, list, at);
  // An aggregate's braces may leave inner ones out.
  p.at = from;
  const { initial, type: whole } = p.parts.initialiser(p, type);
  return initial.kind === 'value' ? initial.value : { kind: 'object', initial, type: whole, at, lvalue: true };
}

/** Each item is what its member is. */
const fitsFields = (record: RecordType, list: readonly Expression[]): boolean =>
  record.fields.length === list.length &&
  record.fields.every((f, i) => {
    const given = list[i]!;
    return f.type.kind !== 'array' && (f.type.kind !== 'record' || sameType(f.type, unqualified(given.type)));
  });

const hasConstructors = (type: Type): boolean =>
  (classOf(type)?.constructors.length ?? 0) + (classOf(type)?.constructorTemplates.length ?? 0) > 0;

const cxxWords: Readonly<Record<string, (p: Parser, t: Token) => Expression>> = byName({
  this(p, t) {
    p.at++;
    const object = thisObject(p, t.at);
    return object ? pointerOf(object) : p.fail('an expression');
  },
  static_cast: (p) => namedCast(p),
  const_cast: (p) => namedCast(p),
  reinterpret_cast: (p) => namedCast(p),
  dynamic_cast(p, t) {
    return namedCast(p, (e, type) => dynamicCast(p, e, type, t.at));
  },
  new: newExpression,
  delete: deleteExpression,
  noexcept(p, t) {
    p.at++;
    if (p.patterns) {
      p.skipBalanced();
      return { ...numberOf(1n, bool, t), type: unknown };
    }
    p.expect('(');
    const of = p.parts.expression(p);
    p.expect(')');
    return numberOf(mayThrow(of) ? 0n : 1n, bool, t);
  },
  throw: (p) => throwExpression(p),
  typeid: (p) => typeidExpression(p),
  typename(p, t) {
    p.at++;
    const type = findType(p);
    return type ? typeCall(p, type, t) : p.fail('a type');
  },
});

/** _Generic(value, type: result, …, default: result) */
function generic(p: Parser): Expression {
  const start = p.next();
  p.expect('(');
  const type = asValue(assignment(p)).type;
  let chosen: Expression | undefined;
  let otherwise: Expression | undefined;
  while (p.take(',')) {
    if (p.take('default')) {
      p.expect(':');
      otherwise = assignment(p);
      continue;
    }
    const of = p.parts.typeName(p);
    p.expect(':');
    const result = assignment(p);
    if (!chosen && showType(of) === showType(unqualified(type))) chosen = result;
  }
  p.expect(')');
  const made = chosen ?? otherwise;
  if (!made) p.report(notConstant('one of the types of `_Generic`, which the value has,', start.at));
  return made ?? { ...numberOf(0n, int, start), type: unknown };
}

/** A constant expression of integers. */
export function constant(p: Parser, what: string): bigint | undefined {
  const from = p.at;
  const made = ternary(p);
  const e = asValue(p.language.cxx && made.type.kind === 'record' ? plain(p, made) : made);
  const value = e.kind === 'number' ? e.value : p.language.cxx ? evaluate(e, p.limits) : undefined;
  if (e.type.kind === 'unknown') return undefined;
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number' && isReal(e.type)) return BigInt(wrapped(value, long));
  if (isInteger(e.type) || e.type.kind !== 'record') p.report(notConstant(what, p.since(from)));
  return undefined;
}

export const toBytes = (e: Expression): Expression => converted(e, pointerTo(uchar));
