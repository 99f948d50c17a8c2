/** `using base::base`: constructors of a base as those of the class. */
import type { Expression, FunctionSymbol, Statement } from '../tree.ts';
import { pointerTo, type RecordType, recordOf, sameType, type Type } from '../types.ts';
import { type ClassInfo, classInfo, isCopyOf } from './class-info.ts';
import { memberOf, self } from './member-initialisers.ts';
import { construct, fieldDefault, wholeMade } from './objects.ts';
import type { Parser } from './parser.ts';
import type { Template } from './scope.ts';
import { newVariable } from './variables.ts';

/** Those that the class declares itself, before or after, stand for what they repeat. */
export function inheritConstructors(p: Parser, record: RecordType, info: ClassInfo, base: RecordType): void {
  const of = classInfo(base);
  for (const fn of of?.constructors ?? [])
    if (isInherited(fn, base) && !info.constructors.some((own) => takesAlike(own, fn)))
      info.constructors.push(heir(p, record, fn, base));
  for (const from of of?.constructorTemplates ?? [])
    info.constructorTemplates.push(inheritedTemplate(p, record, from, base));
}

/** A constructor that the class declares. */
export function addConstructor(info: ClassInfo, fn: FunctionSymbol): void {
  const hidden = info.constructors.findIndex((known) => known.heirOf && takesAlike(known, fn));
  if (hidden >= 0) info.constructors.splice(hidden, 1);
  info.constructors.push(fn);
}

const takesAlike = (a: FunctionSymbol, b: FunctionSymbol): boolean =>
  a.type.params.length === b.type.params.length &&
  a.type.params.every((t, i) => i === 0 || sameType(t, b.type.params[i]!, true));

function inheritedTemplate(p: Parser, record: RecordType, from: Template, base: RecordType): Template {
  const heirs = new Map<FunctionSymbol, FunctionSymbol>();
  const heirFor = (fn: FunctionSymbol): FunctionSymbol => {
    const made = heirs.get(fn) ?? heir(p, record, fn, base);
    heirs.set(fn, made);
    return made;
  };
  return { ...from, inherited: { from, heirFor } };
}

/** All but those that take nothing or a value of the class. */
const isInherited = (fn: FunctionSymbol, base: RecordType): boolean =>
  fn.type.params.length > 1 && !isCopyOf(fn, base) && fn.member !== undefined;

/** A constructor of a base as one of the class: what is no part of that base is made as its class says. */
function heir(p: Parser, record: RecordType, fn: FunctionSymbol, base: RecordType): FunctionSymbol {
  const params = fn.type.params.map((type, i) =>
    newVariable(i === 0 ? 'this' : `p${i}`, `p${i}`, fn.at, i === 0 ? pointerTo(recordOf(record)) : type, 'parameter'),
  );
  for (const v of params) v.inMemory = v.type.kind === 'record';
  const made: FunctionSymbol = {
    ...fn,
    heirOf: fn.heirOf ?? base,
    symbol: `${fn.symbol}.for.${record.name}.${record.id}@${p.path}`,
    type: { ...fn.type, params: params.map((v) => v.type) },
    internal: true,
    params,
    body: undefined,
    member: { ...fn.member!, of: record },
  };
  made.pending = () => {
    made.pending = undefined;
    made.body = { kind: 'block', body: inheritedBody(p, made, base), at: fn.at };
  };
  return made;
}

function inheritedBody(p: Parser, fn: FunctionSymbol, base: RecordType): Statement[] {
  const { at } = fn;
  const object = self(fn);
  const args = fn.params.slice(1).map((v): Expression => {
    const { type } = v;
    const to = type.kind === 'reference' ? type.to : type;
    const own: Expression = {
      kind: 'variable',
      variable: v,
      type: type.kind === 'reference' ? pointerTo(to) : to,
      at,
      lvalue: true,
    };
    const isTaken = type.kind === 'record' || (type.kind === 'reference' && type.rvalue);
    const e: Expression =
      type.kind === 'reference' ? { kind: 'dereference', of: own, type: to, at, lvalue: true } : own;
    return isTaken ? { ...e, expiring: true } : e;
  });
  const { record } = object.type as Type & { readonly kind: 'record' };
  return wholeMade(p, record, object, (fields) =>
    fields.flatMap((field): Statement[] => {
      if (!field.base || field.type.kind !== 'record' || field.type.record !== base)
        return fieldDefault(p, record, object, field);
      const place = memberOf(object, field, at);
      return [{ kind: 'place', place, initial: { kind: 'value', value: construct(p, field.type, args, at) }, at }];
    }),
  );
}
