/** Input and output of derived types by procedures of their own: `generic :: write(formatted) => …`. */

import type { Span } from '../../../../base/source.ts';
import { notSupported } from '../../errors/message.ts';
import { madeVariable } from '../../made-variable.ts';
import type {
  DefinedItem,
  DefinedMember,
  DerivedType,
  Expr,
  IoControl,
  IoItem,
  Namelist,
  Procedure,
  Stmt,
  Type,
  Variable,
} from '../../program.ts';
import type { Arg } from '../calls/arguments.ts';
import { bestBinding, decideGeneric } from '../calls/calls.ts';
import { resolveIntrinsic } from '../calls/intrinsic-calls.ts';
import type { Env } from '../context.ts';
import { constant, int4, int8, variableExpr } from '../expressions/make.ts';
import { scopeOfUnit } from '../places.ts';
import { lookupOperator } from '../scope.ts';
import { allComponents, extendsType, integer4, integer8, rankOf } from '../types.ts';

export type Transfer = {
  readonly direction: 'read' | 'write';
  readonly form: 'formatted' | 'unformatted';
};

/** How a data transfer statement treats its items. */
export function transferOf(direction: 'read' | 'write', controls: readonly IoControl[]): Transfer {
  return { direction, form: controls.some((c) => c.key === 'fmt') ? 'formatted' : 'unformatted' };
}

/** The procedures for the members of a namelist group and their components. */
export function definedMembers(env: Env, group: Namelist, direction: 'read' | 'write'): DefinedMember[] {
  const t: Transfer = { direction, form: 'formatted' };
  const found = new Map<string, DefinedMember>();
  const visit = (type: Type): void => {
    if (type.base !== 'derived') return;
    const key = `${type.type.id} ${type.polymorphic}`;
    if (found.has(key)) return;
    if (!hasOwn(env, type.type, `${direction}(formatted)`)) {
      for (const c of allComponents(type.type)) if (!c.attributes.pointer && !c.attributes.allocatable) visit(c.type);
      return;
    }
    const object = local(env, '#member', type, group.span);
    const item = called(env, variableExpr(object, 0, group.span), type.type, `${direction}(formatted)`, t);
    if (item) found.set(key, { object, item });
  };
  for (const v of group.variables) visit(v.type);
  return [...found.values()];
}

/** The item as calls, where its type, that of a component or an interface says how; 'none' where nothing does. */
export function definedItems(env: Env, value: Expr, t: Transfer): IoItem[] | 'none' | undefined {
  if (value.type.base !== 'derived') return 'none';
  const { type } = value.type;
  const key = `${t.direction}(${t.form})`;
  if (hasOwn(env, type, key)) {
    const one = (e: Expr) => listOf(called(env, e, type, key, t));
    return value.rank === 0 ? one(value) : eachElement(env, value, one);
  }
  if (value.type.polymorphic || !hasInside(env, type, key)) return 'none';
  const parts = (e: Expr) => eachComponent(env, e, type, t);
  return value.rank === 0 ? parts(value) : eachElement(env, value, parts);
}

const listOf = (item: IoItem | undefined): IoItem[] | undefined => item && [item];

function hasOwn(env: Env, type: DerivedType, key: string): boolean {
  return type.generics.has(key) || lookupOperator(env, key).some((p) => p.kind === 'procedure' && takes(p, type));
}

function hasInside(env: Env, type: DerivedType, key: string): boolean {
  return allComponents(type).some(
    (c) =>
      c.type.base === 'derived' &&
      !c.attributes.pointer &&
      (hasOwn(env, c.type.type, key) || (!c.attributes.allocatable && hasInside(env, c.type.type, key))),
  );
}

/** An object whose type has no procedure is transferred as its components would be (Fortran 2018, 12.6.3, paragraph 7). */
function eachComponent(env: Env, object: Expr, type: DerivedType, t: Transfer): IoItem[] | undefined {
  const items: IoItem[] = [];
  for (const c of allComponents(type)) {
    const part: Expr = {
      kind: 'part',
      base: object,
      component: c,
      type: c.type,
      rank: rankOf(c.shape),
      span: object.span,
    };
    const own = definedItems(env, part, t);
    if (!own) return undefined;
    items.push(...(own === 'none' ? [{ kind: 'value' as const, value: part }] : own));
  }
  return items;
}

function takes(p: Procedure, type: DerivedType): boolean {
  const first = p.signature.dummies[0];
  if (first === undefined || first === 'alternate-return' || first.type.base !== 'derived') return false;
  return extendsType(type, first.type.type);
}

/** More characters and numbers behind a DT are left out. */
const longestType = 1024;
const longestList = 1024;

function called(env: Env, value: Expr, type: DerivedType, key: string, t: Transfer): DefinedItem | undefined {
  const { span } = value;
  const unit = local(env, '#unit', integer4, span);
  const iostat = local(env, '#iostat', integer4, span);
  const iomsg = local(env, '#iomsg', characters(256, span), span);
  const style = t.form === 'formatted' ? styleVariables(env, span) : undefined;
  const given = style ? [upTo(style.type, style.length, span), upTo(style.list, style.count, span)] : [];
  const args = [variableExpr(unit, 0, span), ...given, variableExpr(iostat, 0, span), variableExpr(iomsg, 0, span)].map(
    (x): Arg => ({ keyword: undefined, value: x, boz: false, span }),
  );
  const bound = (type.generics.get(key) ?? []).flatMap((n) => type.bindings.find((b) => b.name === n) ?? []);
  const self: Arg = { keyword: undefined, value, boz: false, span };
  const decided =
    bestBinding(env, value, bound, args, span) ??
    decideGeneric(env, { name: key, span, procedures: lookupOperator(env, key) }, [self, ...args], span, 'subroutine');
  if (decided?.kind !== 'procedure') return void env.file.report(notSupported(`${key} of this type`, span));
  const call: Stmt = { kind: 'call', callee: decided.callee, args: decided.args, span, label: undefined };
  return { kind: 'defined', call, unit, iostat, iomsg, style };
}

function characters(length: number, span: Span): Type {
  return { base: 'character', kind: 1, length: { kind: 'known', value: int8(length, span) } };
}

function styleVariables(env: Env, span: Span): NonNullable<DefinedItem['style']> {
  const list = local(env, '#vlist', integer4, span);
  list.shape = { kind: 'explicit', bounds: [{ lower: int8(1, span), upper: int8(longestList, span) }] };
  return {
    type: local(env, '#iotype', characters(longestType, span), span),
    length: local(env, '#length', integer8, span),
    list,
    count: local(env, '#count', integer8, span),
  };
}

/** The first characters or elements. */
function upTo(v: Variable, count: Variable, span: Span): Expr {
  const base = variableExpr(v, v.shape ? 1 : 0, span);
  const to = variableExpr(count, 0, span);
  if (v.type.base === 'character')
    return {
      kind: 'substring',
      base,
      from: undefined,
      to,
      type: { ...v.type, length: { kind: 'assumed' } },
      rank: 0,
      span,
    };
  return {
    kind: 'element',
    base,
    subscripts: [{ kind: 'range', from: undefined, to, step: undefined }],
    type: v.type,
    rank: 1,
    span,
  };
}

/** Of an array: loops over its elements. */
function eachElement(env: Env, value: Expr, one: (e: Expr) => IoItem[] | undefined): IoItem[] | undefined {
  const { span } = value;
  if (value.kind !== 'variable' && value.kind !== 'part')
    return void env.file.report(notSupported('defined input or output of an array expression', span));
  const indices = Array.from({ length: value.rank }, (_, k) => local(env, `#index${k}`, integer8, span));
  const element: Expr = {
    kind: 'element',
    base: value,
    subscripts: indices.map((v) => ({ kind: 'index' as const, value: variableExpr(v, 0, span) })),
    type: value.type,
    rank: 0,
    span,
  };
  let items = one(element);
  for (const [k, index] of indices.entries()) {
    const bound = (name: string) =>
      resolveIntrinsic(
        name,
        [{ value }, { value: int4(k + 1, span) }, { value: int4(8, span) }],
        span,
        env.file.report,
      );
    const [from, to] = [bound('lbound'), bound('ubound')];
    if (!items || !from || !to) return undefined;
    items = [{ kind: 'loop', index, from, to, step: constant(1n, integer8, span), items }];
  }
  return items;
}

function local(env: Env, name: string, type: Type, span: Span): Variable {
  const scope = scopeOfUnit(env.scope);
  const v = { ...madeVariable(name, type, span), linkName: `${scope.prefix}.${name}`, owner: scope.owner };
  scope.locals.push(v);
  return v;
}
