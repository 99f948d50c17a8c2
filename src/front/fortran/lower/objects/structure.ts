/** Structure constructors: an object with its defaults, then an assignment for each given component. */

import { InternalError } from '../../../../base/impossible.ts';
import { makeLengths } from '../../analyse/declarations/length-parameters.ts';
import { allComponents, rankOf, structureOf } from '../../layout.ts';
import { madeVariable } from '../../made-variable.ts';
import type { Component, DerivedType, Expr, Stmt } from '../../program.ts';
import { isAllocated } from '../arrays/descriptor.ts';
import type { Context } from '../context.ts';
import { addressOf, type Value } from '../value.ts';
import { endsMemory } from './temporary-objects.ts';

export function lowerStructure(ctx: Context, e: Expr & { readonly kind: 'structure' }): Value {
  if (e.type.base !== 'derived') throw new InternalError('structure of no derived type', e.span);
  const type = e.type.type;
  const { size, align } = structureOf(type);
  const address = ctx.slot(type.name, Math.max(1, size), align);
  ctx.parts.initialize(ctx, type, address);
  const object = madeVariable(type.name, e.type, e.span);
  ctx.bind(object, { kind: 'memory', address });
  const base: Expr = { kind: 'variable', variable: object, type: e.type, rank: 0, span: e.span };
  if (type.open) ctx.parts.statements(ctx, makeLengths({ ...base, type: { ...e.type, lengths: lengthsIn(e, type) } }));
  endsMemory(ctx, type, address);
  const put = (component: Component, value: Expr | undefined): void => {
    if (value === undefined || value.kind === 'null' || component.parameter) return;
    const rank = rankOf(component.shape);
    const pointer = component.attributes.pointer || component.procedure !== undefined;
    const to: Expr = { kind: 'part', base, component, type: component.type, rank, span: e.span };
    const inner = component.type;
    // No assignment: what the component was finalises nothing.
    if (!pointer && !component.attributes.allocatable && rank === 0 && inner.base === 'derived' && !inner.polymorphic)
      ctx.scope(() =>
        ctx.parts.assignDerived(ctx, inner.type, ctx.parts.address(ctx, to), addressOf(ctx.parts.scalar(ctx, value))),
      );
    else
      whereAllocated(ctx, component, value, () => ctx.parts.statements(ctx, [componentAssignment(to, value, pointer)]));
  };
  if (e.parent) put(e.parent.component, e.parent.value);
  allComponents(type).forEach((component, i) => {
    put(component, e.values[i]);
  });
  return { kind: 'derived', address };
}

/** The length parameters stand among the values. */
function lengthsIn(e: Expr & { readonly kind: 'structure' }, type: DerivedType): ReadonlyMap<string, Expr> {
  return new Map(
    allComponents(type).flatMap((c, i): [string, Expr][] => {
      const value = c.parameter && e.values[i];
      return value ? [[c.name, value]] : [];
    }),
  );
}

/** An allocatable component of what is not allocated is not allocated either. */
function whereAllocated(ctx: Context, component: Component, value: Expr, put: () => void): void {
  const given = unconverted(value);
  const of = given.kind === 'variable' ? given.variable : given.kind === 'part' ? given.component : undefined;
  if (!component.attributes.allocatable || !of?.attributes.allocatable || ctx.mode === 'device') {
    put();
    return;
  }
  ctx.if(isAllocated(ctx.keep(ctx.parts.descriptorAddress(ctx, given))), put);
}

function unconverted(e: Expr): Expr {
  return e.kind === 'convert' ? unconverted(e.value) : e;
}

function componentAssignment(to: Expr, value: Expr, pointer: boolean): Stmt {
  const at = { span: value.span, label: undefined };
  if (pointer) return { kind: 'pointer-assign', ...at, to, bounds: undefined, target: value };
  return { kind: 'assign', ...at, to, value, transfer: false };
}
