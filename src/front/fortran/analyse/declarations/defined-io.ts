/** Input and output of derived types by procedures of their own: `generic :: write(formatted) => …`. */

import type { Span } from '../../../../base/source.ts';
import { notSupported } from '../../errors/message.ts';
import { madeVariable } from '../../made-variable.ts';
import type { DerivedType, Expr, IoControl, IoItem, Procedure, Stmt, Type, Variable } from '../../program.ts';
import type { Arg } from '../calls/arguments.ts';
import { bestBinding, decideGeneric } from '../calls/calls.ts';
import { resolveIntrinsic } from '../calls/intrinsic-calls.ts';
import type { Env } from '../context.ts';
import { constant, int4, int8, text, variableExpr } from '../expressions/make.ts';
import { scopeOfUnit } from '../places.ts';
import { lookupOperator } from '../scope.ts';
import { allComponents, extendsType, integer4, integer8, rankOf } from '../types.ts';

export type Transfer = {
  readonly direction: 'read' | 'write';
  readonly form: 'formatted' | 'unformatted';
  /** LISTDIRECTED, or DT with the text behind it. */
  readonly iotype: string;
  readonly list: readonly bigint[];
};

/** How a data transfer statement treats its items. */
export function transferOf(direction: 'read' | 'write', controls: readonly IoControl[]): Transfer {
  const fmt = controls.find((c) => c.key === 'fmt');
  const value = fmt?.how === 'value' ? fmt.value : undefined;
  if (value === undefined) return { direction, form: 'unformatted', iotype: '', list: [] };
  if (value === 'star') return { direction, form: 'formatted', iotype: 'LISTDIRECTED', list: [] };
  const written = 'format' in value ? value.format : value.kind === 'constant' ? String(value.value) : '';
  const edit = /(?<![a-z])dt\s*(?:'([^']*)'|"([^"]*)")?\s*(?:\(([\d\s,+-]*)\))?/i.exec(written);
  const list = edit?.[3]?.split(',').map((n) => BigInt(n.trim())) ?? [];
  return { direction, form: 'formatted', iotype: `DT${edit?.[1] ?? edit?.[2] ?? ''}`, list };
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

function called(env: Env, value: Expr, type: DerivedType, key: string, t: Transfer): IoItem | undefined {
  const { span } = value;
  const unit = local(env, '#unit', integer4, span);
  const iostat = local(env, '#iostat', integer4, span);
  const long: Type = { base: 'character', kind: 1, length: { kind: 'known', value: int8(256, span) } };
  const iomsg = local(env, '#iomsg', long, span);
  const list: Expr = {
    kind: 'constant-array',
    extents: [t.list.length],
    values: t.list,
    type: integer4,
    rank: 1,
    span,
  };
  const style = t.form === 'formatted' ? [text(t.iotype, span), list] : [];
  const args = [variableExpr(unit, 0, span), ...style, variableExpr(iostat, 0, span), variableExpr(iomsg, 0, span)].map(
    (x): Arg => ({ keyword: undefined, value: x, boz: false, span }),
  );
  const bound = (type.generics.get(key) ?? []).flatMap((n) => type.bindings.find((b) => b.name === n) ?? []);
  const self: Arg = { keyword: undefined, value, boz: false, span };
  const decided =
    bestBinding(env, value, bound, args, span) ??
    decideGeneric(env, { name: key, span, procedures: lookupOperator(env, key) }, [self, ...args], span, 'subroutine');
  if (decided?.kind !== 'procedure') return void env.file.report(notSupported(`${key} of this type`, span));
  const call: Stmt = { kind: 'call', callee: decided.callee, args: decided.args, span, label: undefined };
  return { kind: 'defined', call, unit, iostat };
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
