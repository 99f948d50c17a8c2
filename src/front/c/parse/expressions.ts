/** Expressions, by precedence. */
import type { Span } from '../../../base/source.ts';
import { badCharacter, badNumber, incomplete, noMember, notConstant, unknownName } from '../errors.ts';
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
import { builtinCall, isBuiltin } from './builtins.ts';
import { call, launch } from './calls.ts';
import { asValue, castTo, converted } from './convert.ts';
import { findName, typeOfEntity } from './names.ts';
import { numberOf, wrapped } from './numbers.ts';
import {
  addressOf,
  assign,
  binary,
  conditional,
  dereference,
  element,
  logical,
  negate,
  not,
  update,
} from './operators.ts';
import type { Parser } from './parser.ts';
import { implicitFunction } from './symbols.ts';
import { dynamicSize } from './variables.ts';

export function expression(p: Parser): Expression {
  let left = assignment(p);
  while (p.is(',')) {
    const at = p.next().at;
    const right = assignment(p);
    left = {
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

export function assignment(p: Parser): Expression {
  return p.deeper(() => {
    const left = ternary(p);
    const t = p.token;
    if (t.kind !== 'punct') return left;
    if (t.text === '=') {
      p.at++;
      return assign(p, left, p.is('{') ? braced(p, left.type) : assignment(p), t.at);
    }
    const op = updates[t.text];
    if (!op) return left;
    p.at++;
    return update(p, op, left, assignment(p), 'new', t.at);
  });
}

/** `{…}` where a value of a known type stands. */
function braced(p: Parser, type: Type): Expression {
  const at = p.token.at;
  const { initial, type: whole } = p.parts.initialiser(p, unqualified(type));
  return initial.kind === 'value' ? initial.value : { kind: 'object', initial, type: whole, at, lvalue: true };
}

function ternary(p: Parser): Expression {
  const condition = binaries(p, 0);
  if (!p.is('?')) return condition;
  const at = p.next().at;
  const angle = p.angle;
  p.angle = 0;
  const then = p.is(':') ? condition : expression(p);
  p.angle = angle;
  p.expect(':');
  const otherwise = assignment(p);
  return conditional(p, condition, then, otherwise, at);
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
const words: Readonly<Record<string, string>> = {
  and: '&&',
  or: '||',
  bitand: '&',
  bitor: '|',
  xor: '^',
  not_eq: '!=',
};

function operatorHere(p: Parser): string | undefined {
  const t = p.token;
  if (t.kind === 'name') return p.language.cxx ? words[t.text] : undefined;
  if (t.kind !== 'punct') return undefined;
  if (p.angle > 0 && (t.text === '>' || t.text === '>>' || t.text === '>=' || t.text === '>>>')) return undefined;
  return t.text;
}

function binaries(p: Parser, above: number): Expression {
  let left = unary(p);
  for (;;) {
    const op = operatorHere(p);
    const level = op === undefined ? undefined : levels[op];
    if (op === undefined || level === undefined || level <= above) return left;
    const at = p.next().at;
    const right = binaries(p, level);
    if (op === '&&' || op === '||') left = logical(p, op === '&&' ? 'and' : 'or', left, right, at);
    else left = binary(p, op as BinaryOperator, left, right, at);
  }
}

function unary(p: Parser): Expression {
  return p.deeper(() => {
    const t = p.token;
    if (t.kind === 'punct') {
      const made = prefix(p, t);
      if (made) return made;
    } else if (t.kind === 'name') {
      const made = prefixWord(p, t);
      if (made) return made;
    }
    return postfix(p, primary(p));
  });
}

function prefix(p: Parser, t: Token): Expression | undefined {
  switch (t.text) {
    case '+':
    case '-':
    case '~':
      p.at++;
      return negate(p, unary(p), t.text, t.at);
    case '!':
      p.at++;
      return not(p, unary(p), t.at);
    case '*':
      p.at++;
      return dereference(p, unary(p), t.at);
    case '&':
      p.at++;
      return addressOf(p, unary(p), t.at);
    case '++':
    case '--': {
      p.at++;
      const to = unary(p);
      return update(p, t.text === '++' ? '+' : '-', to, numberOf(1n, int, t), 'new', t.at);
    }
    case '(':
      return cast(p, t);
    default:
      return undefined;
  }
}

function cast(p: Parser, t: Token): Expression | undefined {
  p.at++;
  if (!p.parts.isType(p)) {
    p.at--;
    return undefined;
  }
  const angle = p.angle;
  p.angle = 0;
  const type = p.parts.typeName(p);
  p.expect(')');
  p.angle = angle;
  if (p.is('{')) {
    const { initial, type: whole } = p.parts.initialiser(p, type);
    return postfix(p, { kind: 'object', initial, type: whole, at: t.at, lvalue: true });
  }
  return castTo(p, unary(p), type, t.at);
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
    default:
      return undefined;
  }
}

function sizeofExpression(p: Parser, t: Token): Expression {
  let type: Type | undefined;
  if (p.is('(')) {
    p.at++;
    if (p.parts.isType(p)) {
      type = p.parts.typeName(p);
      p.expect(')');
      if (p.is('{')) type = p.parts.initialiser(p, type).type;
    } else p.at--;
  }
  type ??= unary(p).type;
  const dynamic = dynamicSize(type, t.at);
  if (dynamic) return converted(dynamic, ulong);
  const size = sizeOf(type.kind === 'reference' ? type.to : type);
  if (size === undefined && type.kind !== 'unknown') p.report(incomplete(showType(type), t.at));
  return numberOf(BigInt(size ?? 1), ulong, t);
}

function postfix(p: Parser, first: Expression): Expression {
  let e = first;
  for (;;) {
    const t = p.token;
    if (t.kind !== 'punct') return e;
    switch (t.text) {
      case '[': {
        p.at++;
        const angle = p.angle;
        p.angle = 0;
        const index = expression(p);
        p.angle = angle;
        p.expect(']');
        e = element(p, e, index, t.at);
        break;
      }
      case '(':
        e = call(p, e, args(p), t.at);
        break;
      case '<<<':
        e = launch(p, e);
        break;
      case '.':
        p.at++;
        e = member(p, e, t.at);
        break;
      case '->':
        p.at++;
        e = member(p, dereference(p, e, t.at), t.at);
        break;
      case '++':
      case '--':
        p.at++;
        e = update(p, t.text === '++' ? '+' : '-', e, numberOf(1n, int, t), 'old', t.at);
        break;
      default:
        return e;
    }
  }
}

/** Arguments between brackets. */
export function args(p: Parser): Expression[] {
  const angle = p.angle;
  p.angle = 0;
  p.expect('(');
  const list: Expression[] = [];
  if (!p.is(')'))
    do list.push(assignment(p));
    while (p.take(','));
  p.expect(')');
  p.angle = angle;
  return list;
}

function member(p: Parser, of: Expression, at: Span): Expression {
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
  return path.reduce<Expression>((e, field) => {
    const type = qualified(field.type, e.type.const === true && !field.mutable, e.type.volatile === true);
    return { kind: 'member', of: e, field, type, at, ...((e.lvalue || type.kind === 'array') && { lvalue: true }) };
  }, of);
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
      return numberOf(BigInt(value ?? 0), type, t);
    }
    case 'string':
      return text(p);
    case 'name':
      return named(p, t);
    case 'punct':
      if (t.text === '(') return bracketed(p);
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
  const e = expression(p);
  p.expect(')');
  p.angle = angle;
  return e;
}

const suffixTypes: Readonly<Record<string, Type>> = {
  f: float,
  l: longDouble,
  h: { kind: 'float', bytes: 2 },
  f16: { kind: 'float', bytes: 2 },
};

function number(p: Parser, t: Token): Expression {
  const n = readNumber(t.text);
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
  if (isBuiltin(t.text) && !p.scope.find(t.text)) return builtinCall(p);
  if (t.text === '__func__' || t.text === '__FUNCTION__' || t.text === '__PRETTY_FUNCTION__') {
    p.at++;
    const bytes = new TextEncoder().encode(`${p.fn?.fn?.name ?? ''}\0`);
    return { kind: 'text', bytes, type: arrayOf(qualified(char, true), bytes.length), at: t.at, lvalue: true };
  }
  const found = findName(p);
  const entity = found?.entity;
  if (p.language.cxx && typeOfEntity(entity)) {
    const type = typeOfEntity(entity)!;
    if (p.is('(')) {
      const list = args(p);
      const [first] = list;
      return first && list.length === 1 ? castTo(p, first, type, t.at) : numberOf(0n, type, t);
    }
  }
  switch (entity?.kind) {
    case 'variable':
      return { kind: 'variable', variable: entity, type: entity.type, at: t.at, lvalue: true };
    case 'constant':
      return numberOf(entity.value, entity.type, t);
    case 'functions': {
      const fn = entity.list[0];
      if (fn) return { kind: 'function', fn, type: fn.type, at: t.at, lvalue: true };
      break;
    }
  }
  if (!p.language.cxx && p.is('(')) {
    const fn = implicitFunction(p, t);
    return { kind: 'function', fn, type: fn.type, at: t.at, lvalue: true };
  }
  if (!found) return p.fail('an expression');
  if (typeOfEntity(entity)) {
    p.at--;
    return p.fail('an expression');
  }
  p.report(unknownName(t.text, t.at));
  return { ...numberOf(0n, int, t), type: unknown };
}

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
  const e = asValue(ternary(p));
  const value = e.kind === 'number' ? e.value : undefined;
  if (e.type.kind === 'unknown') return undefined;
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number' && isReal(e.type)) return BigInt(wrapped(value, long));
  if (isInteger(e.type) || e.type.kind !== 'record') p.report(notConstant(what, p.since(from)));
  return undefined;
}

export const toBytes = (e: Expression): Expression => converted(e, pointerTo(uchar));
