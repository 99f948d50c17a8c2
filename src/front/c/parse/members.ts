/** Members of classes, by name and by the ways that lead to them; variables, and the object at hand. */
import type { Span } from '../../../base/source.ts';
import { noMember } from '../errors.ts';
import type { Expression, VariableSymbol } from '../tree.ts';
import {
  type Field,
  findField,
  int,
  pointerTo,
  qualified,
  type RecordType,
  unknown,
  unqualified,
  voidType,
} from '../types.ts';
import { classInfo } from './class-info.ts';
import { findType, operatorName, templateArguments } from './names.ts';
import { captured, isOfFunction } from './nested-functions.ts';
import { numberOf } from './numbers.ts';
import { destructorFor } from './objects.ts';
import type { Parser } from './parser.ts';

/** `object.name` */
export function memberOf(p: Parser, of: Expression, at: Span): Expression | undefined {
  const record = of.type.kind === 'record' ? of.type.record : undefined;
  p.take('template');
  if (p.is('~')) {
    p.at += 2;
    const fn = destructorFor(p, of.type);
    if (fn)
      return {
        kind: 'overloads',
        name: fn.name,
        list: [fn],
        templates: [],
        args: [],
        object: { ...of, type: unqualified(of.type) },
        type: fn.type,
        at,
      };
    p.expect('(');
    p.expect(')');
    return { kind: 'convert', of: numberOf(0n, int, { at }), type: voidType, at };
  }
  if (!record) return undefined;
  let within = record;
  const isQualified = p.isAhead(1, '::') || (p.isAhead(1, '<') && isClassName(p, record, p.token.text));
  if (isQualified) {
    // base::name
    const base = qualifier(p);
    if (base) within = base;
  }
  const token = p.token;
  const name = p.take('operator') ? operatorName(p) : token.text;
  const found = classInfo(within)?.scope.here(name);
  if (found?.kind !== 'functions' && found?.kind !== 'variable' && found?.kind !== 'constant') return undefined;
  if (token.text !== 'operator') p.at++;
  if (found.kind === 'variable') found.waiting?.();
  if (found.kind === 'variable') return { kind: 'variable', variable: found, type: found.type, at, lvalue: true };
  if (found.kind === 'constant') return numberOf(found.value, found.type, { at });
  const args = p.is('<') && found.templates.length > 0 ? (p.attempt(() => templateArguments(p)) ?? []) : [];
  return {
    kind: 'overloads',
    name,
    list: found.list,
    templates: found.templates,
    args,
    object: of,
    type: found.list[0]?.type ?? unknown,
    at,
    ...(isQualified && { qualified: true }),
  };
}

/** Members go before what has the name around the expression. */
function isClassName(p: Parser, record: RecordType, name: string): boolean {
  if (findField(record, name)) return false;
  const e = classInfo(record)?.scope.here(name) ?? p.scope.find(name);
  return e?.kind === 'template' || (e?.kind === 'type' && e.type.kind === 'record');
}

/** `Base<T>::` */
function qualifier(p: Parser): RecordType | undefined {
  let depth = 0;
  let last = p.at;
  for (let i = p.at; ; i++) {
    const t = p.tokens[i];
    if (!t || t.kind === 'end') break;
    if (t.text === '<') depth++;
    else if (t.text === '>') depth--;
    else if (depth === 0 && t.text === '::') last = i;
    else if (depth === 0 && t.kind !== 'name') break;
  }
  const end = p.tokens[last]!;
  const types = p.tokens.slice(p.at, last);
  void end;
  const found = types.length > 0 ? p.attempt(() => findType(p, last)) : undefined;
  p.at = last + 1;
  return found?.kind === 'record' ? found.record : undefined;
}

/** A member of the class whose function is read. */
export function ownField(p: Parser, name: string, at: Span, record?: RecordType): Expression {
  const captures = p.fn?.captures;
  const object = captures && captures.record === record ? captures.object : thisObject(p, at);
  const path = object?.type.kind === 'record' ? findField(object.type.record, name) : undefined;
  if (!object || !path) {
    p.report(noMember(p.record?.name ?? 'this class', name, at));
    return { ...numberOf(0n, int, { at }), type: unknown };
  }
  return throughFields(object, path, at);
}

export function throughFields(object: Expression, path: readonly Field[], at: Span): Expression {
  return path.reduce<Expression>((e, field) => {
    const type = qualified(field.type, e.type.const === true && !field.mutable, e.type.volatile === true);
    const made: Expression = {
      kind: 'member',
      of: e,
      field,
      type,
      at,
      ...((e.lvalue || type.kind === 'array') && { lvalue: true }),
      ...(e.expiring && field.type.kind !== 'reference' && { expiring: true }),
    };
    return field.type.kind === 'reference' ? throughReference(made) : made;
  }, object);
}

/** What a reference that lies there means. */
export function throughReference(e: Expression): Expression {
  if (e.type.kind !== 'reference') return e;
  return { kind: 'dereference', of: { ...e, type: pointerTo(e.type.to) }, type: e.type.to, at: e.at, lvalue: true };
}

export function thisObject(p: Parser, at: Span): Expression | undefined {
  const captured = p.fn?.captures?.self?.();
  if (captured) return captured;
  const v = p.fn?.self;
  if (v?.type.kind !== 'pointer') return undefined;
  return {
    kind: 'dereference',
    of: { kind: 'variable', variable: v, type: v.type, at, lvalue: true },
    type: v.type.to,
    at,
    lvalue: true,
  };
}

/** A variable as an expression: references as what they mean, those of a function around as what a lambda took. */
export function variableExpression(p: Parser, v: VariableSymbol, at: Span): Expression {
  v.waiting?.();
  const taken = p.fn?.captures?.take(v);
  if (taken) return taken;
  if (!p.language.cxx && p.fn && v.home && v.home !== p.fn && isOfFunction(v)) {
    const found = captured(p.fn, v, at);
    if (found) return found;
  }
  return throughReference({ kind: 'variable', variable: v, type: v.type, at, lvalue: true });
}
