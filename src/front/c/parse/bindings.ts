/** Structured bindings: `auto [a, b] = pair;` */
import type { Span } from '../../../base/source.ts';
import { badInitialiser } from '../errors.ts';
import type { Expression, Statement, VariableSymbol } from '../tree.ts';
import { long, referenceTo, showType, type Type, unqualified } from '../types.ts';
import { madeFor } from './class-info.ts';
import { elementAny } from './class-operators.ts';
import { callFunction } from './cxx-calls.ts';
import { throughFields, throughReference } from './members.ts';
import { numberOf } from './numbers.ts';
import { bind, destructorFor } from './objects.ts';
import { choose } from './overloads.ts';
import type { Parser, Specifiers } from './parser.ts';
import type { Template } from './scope.ts';
import { newVariable } from './variables.ts';

/** `auto [`, `auto &[`, `auto &&[` */
export function isBinding(p: Parser, s: Specifiers): boolean {
  if (s.type.kind !== 'auto') return false;
  const n = p.is('&') || p.is('&&') ? 1 : 0;
  return p.isAhead(n, '[') && !p.isAhead(n + 1, '[');
}

export type BindingNames = {
  readonly names: readonly { readonly text: string; readonly at: Span }[];
  readonly how: '' | '&' | '&&';
};

export function bindingNames(p: Parser): BindingNames {
  const how = p.take('&') ? '&' : p.take('&&') ? '&&' : '';
  p.expect('[');
  const names: { text: string; at: Span }[] = [];
  do {
    const t = p.name();
    names.push({ text: t.text, at: t.at });
  } while (p.take(','));
  p.expect(']');
  return { names, how };
}

/** Behind the names: their value. */
export function bindingDeclaration(p: Parser, s: Specifiers): Statement[] {
  const made = bindingNames(p);
  let e: Expression;
  if (p.take('=')) e = p.parts.assignment(p);
  else {
    const list = p.parts.list(p);
    e = list[0] ?? p.fail('a value');
  }
  const statements = bindNames(p, made, s, e);
  p.expect(';');
  return statements;
}

/** An object without a name for the whole, then a reference for each part. */
export function bindNames(p: Parser, { names, how }: BindingNames, s: Specifiers, e: Expression): Statement[] {
  const { at } = e;
  if (e.type.kind === 'unknown') return [];
  const isPlace = how === '&' || (how === '&&' && e.lvalue === true && !e.expiring);
  const of = s.type.const ? { ...e.type, const: true } : e.type;
  const type: Type =
    how === ''
      ? s.type.const
        ? { ...unqualified(e.type), const: true }
        : unqualified(e.type)
      : referenceTo(of, !isPlace);
  const v = newVariable('bound', 'bound', at, type, 'automatic');
  v.home = p.fn;
  v.inMemory = type.kind !== 'reference';
  v.initial = {
    kind: 'value',
    value: type.kind === 'reference' ? bind(p, e, type, at) : type.kind === 'array' ? e : p.parts.convert(p, e, type),
  };
  if (type.kind !== 'reference') v.destroy = destructorFor(p, type);
  const object = throughReference({ kind: 'variable', variable: v, type, at, lvalue: true });
  const parts = partsOf(p, object, names.length, at);
  if (!parts) {
    p.report(badInitialiser(showType(e.type), at));
    return [];
  }
  const first: Statement = { kind: 'variable', variable: v, at };
  return [first, ...names.map((n, i) => reference(p, n.text, parts[i]!, n.at))];
}

function reference(p: Parser, name: string, part: Expression, at: Span): Statement {
  const type = referenceTo(part.type, !part.lvalue);
  const v: VariableSymbol = newVariable(name, name, at, type, 'automatic');
  v.home = p.fn;
  v.initial = { kind: 'value', value: bind(p, part, type as Type & { readonly kind: 'reference' }, at) };
  p.scope.names.set(name, v);
  return { kind: 'variable', variable: v, at };
}

/** Undefined: it has not as many. */
function partsOf(p: Parser, object: Expression, count: number, at: Span): Expression[] | undefined {
  if (object.type.kind === 'array')
    return object.type.count === count
      ? Array.from({ length: count }, (_, i) => elementAny(p, object, numberOf(BigInt(i), long, { at }), at))
      : undefined;
  if (object.type.kind !== 'record') return undefined;
  const made = madeFor(object.type)?.template;
  if (made && (made.name === 'tuple' || made.name === 'array')) return byGet(p, made, object, count, at);
  const path = fieldsOf(object.type);
  return path?.length === count ? path.map((f) => throughFields(object, f, at)) : undefined;
}

type Path = Parameters<typeof throughFields>[1];

/** Its members; where it has none those of its only base. */
function fieldsOf(type: Type): Path[] | undefined {
  if (type.kind !== 'record') return undefined;
  const own = type.record.fields.filter((f) => !f.base);
  if (own.length > 0) return own.map((f) => [f]);
  const [base] = type.record.fields;
  return base && fieldsOf(base.type)?.map((path) => [base, ...path]);
}

/** std::get<i>(object) */
function byGet(p: Parser, template: Template, object: Expression, count: number, at: Span): Expression[] | undefined {
  const set = template.scope.here('get');
  if (set?.kind !== 'functions') return undefined;
  const made = Array.from({ length: count }, (_, i) => {
    const args = [{ value: BigInt(i) }];
    const fn = choose(p, { name: 'get', list: set.list, templates: set.templates, args }, [object], at);
    return fn && callFunction(p, fn, [object], at);
  });
  return made.every((m) => m !== undefined) ? made : undefined;
}
