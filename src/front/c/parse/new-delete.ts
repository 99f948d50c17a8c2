/** new and delete. */
import type { Span } from '../../../base/source.ts';
import { notSupported } from '../errors.ts';
import type { Expression, FunctionSymbol } from '../tree.ts';
import { arrayOf, long, pointerTo, sizeOf, type Type, voidType } from '../types.ts';
import { asValue } from './convert.ts';
import { callFunction } from './cxx-calls.ts';
import { numberOf } from './numbers.ts';
import { construct, constructWith, convertAny, defaultConstructor, destructorFor } from './objects.ts';
import { binary } from './operators.ts';
import type { Parser } from './parser.ts';

export function newExpression(p: Parser): Expression {
  const at = p.next().at;
  let where: Expression | undefined;
  if (p.is('(') && !isTypeBehind(p)) {
    const list = p.parts.list(p);
    [where] = list;
  }
  const bracket = p.take('(');
  const s = p.parts.specifiers(p);
  let type: Type = s.type;
  while (p.take('*')) type = pointerTo(type);
  if (bracket) p.expect(')');
  let count: Expression | undefined;
  const inner: number[] = [];
  while (p.is('[')) {
    p.at++;
    if (count) inner.push(Number(p.parts.constant(p, 'the size of an array') ?? 1n));
    else count = convertAny(p, p.parts.expression(p), long);
    p.expect(']');
  }
  for (const n of inner.toReversed()) type = arrayOf(type, n);
  const size = BigInt(sizeOf(type) ?? 1);
  const elements: Expression = count ?? numberOf(1n, long, { at });
  const bytes: Expression = binary(p, '*', elements, numberOf(size, long, { at }), at);
  const args = p.is('(') || p.is('{') ? p.parts.list(p) : undefined;
  const memory =
    where ??
    allocation(p, bytes, count !== undefined && destructorFor(p, type) !== undefined ? elements : undefined, at);
  const pointer: Expression = { kind: 'convert', of: asValue(memory), type: pointerTo(type), at };
  const fn = type.kind === 'record' ? defaultConstructor(p, type.record) : undefined;
  const initial =
    type.kind === 'record'
      ? count
        ? fn && constructWith(p, fn, type, [], at)
        : construct(p, type, args ?? [], at)
      : args
        ? args[0]
          ? convertAny(p, args[0], type)
          : numberOf(0n, type, { at })
        : undefined;
  if (!initial) return pointer;
  return { kind: 'new', pointer, count, value: initial, of: type, type: pointerTo(type), at };
}

function isTypeBehind(p: Parser): boolean {
  p.at++;
  const yes = p.parts.isType(p);
  p.at--;
  return yes;
}

function allocation(p: Parser, bytes: Expression, count: Expression | undefined, at: Span): Expression {
  const name = count ? '__cufort_new_array' : '__cufort_new';
  const fn = p.file.names.get(name);
  if (fn?.kind === 'functions' && fn.list[0]) return callFunction(p, fn.list[0], count ? [bytes, count] : [bytes], at);
  p.report(notSupported('`new` without its header', at));
  return bytes;
}

export function deleteExpression(p: Parser): Expression {
  const at = p.next().at;
  const isArray = p.is('[') && p.isAhead(1, ']');
  if (isArray) p.at += 2;
  const e = asValue(p.parts.unary(p));
  if (e.type.kind !== 'pointer') return e;
  const destroy = destructorFor(p, e.type.to);
  destroy?.pending?.();
  const isVirtual = !isArray && destroy?.root !== undefined;
  return {
    kind: 'delete',
    pointer: e,
    destroy,
    ...(isVirtual && { virtualSlot: destroy.root }),
    isArray: isArray && destroy !== undefined,
    release: releaseFunction(p, at),
    type: voidType,
    at,
  };
}

function releaseFunction(p: Parser, at: Span): FunctionSymbol | undefined {
  const fn = p.file.names.get('__cufort_delete');
  if (fn?.kind === 'functions' && fn.list[0]) {
    fn.list[0].pending?.();
    return fn.list[0];
  }
  p.report(notSupported('`delete` without its header', at));
  return undefined;
}

// ---- lambdas ----
