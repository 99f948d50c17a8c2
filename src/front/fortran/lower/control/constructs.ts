/** block and associate. */
import { i64, load } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import { descriptorFields, isDescribed } from '../../layout.ts';
import type { Expr, Stmt, Variable } from '../../program.ts';
import { signatureOf } from '../../signature-of.ts';
import { describeArray } from '../arrays/array-argument.ts';
import { describeScalar, valueInMemory } from '../calls/argument.ts';
import { callDescribed, givesDescriptor } from '../calls/call.ts';
import { descriptorPlace } from '../calls/dummy-place.ts';
import type { Context, Place } from '../context.ts';
import {
  baseOf,
  isDescribedDesignator,
  isDesignator,
  lowerAddress,
  lowerDescriptorAddress,
  lowerLength,
} from '../designator.ts';
import type { Value } from '../value.ts';
import { declareLocal } from '../variables/variables.ts';
import { fixedSelector } from './fixed-selector.ts';

export function lowerBlock(ctx: Context, s: Stmt & { readonly kind: 'block' }): void {
  const label = ctx.freshLabel('block');
  ctx.constructs.set(s.name, { exit: label });
  ctx.exitsWithin(() => {
    for (const v of s.variables) {
      ctx.places.delete(v);
      ctx.pending.set(v, () => declareLocal(ctx, v, 'block'));
    }
    for (const v of s.variables) {
      const enter = ctx.pending.get(v);
      ctx.pending.delete(v);
      enter?.();
    }
    ctx.block(label, () => ctx.parts.statements(ctx, s.body));
  });
}

export function lowerAssociate(ctx: Context, s: Stmt & { readonly kind: 'associate' }): void {
  const label = ctx.freshLabel('associate');
  ctx.constructs.set(s.name, { exit: label });
  ctx.block(label, () => {
    for (const v of s.variables) if (v.associated) ctx.bind(v, associatedPlace(ctx, v, v.associated));
    ctx.parts.statements(ctx, s.body);
  });
}

/** Where a name for an expression or a designator lives. */
export function associatedPlace(ctx: Context, v: Variable, e: Expr): Place {
  if (e.kind === 'variable' && e.variable.shape?.kind === 'assumed-rank') return rankedPlace(ctx, v, e);
  if (e.kind === 'call' && isPolymorphic(v) && givesDescriptor(ctx, e)) return resultPlace(ctx, e);
  if (e.rank > 0) return arrayPlaceOf(ctx, v, e);
  if (isPolymorphic(v) && e.kind !== 'call') {
    return { kind: 'descriptor', address: ctx.keep(descriptorOf(ctx, e)) };
  }
  if (e.kind === 'variable') {
    const place = ctx.placeOf(e.variable);
    if (place.kind === 'register' || place.kind === 'complex-register' || place.kind === 'memory') return place;
  }
  if (isDesignator(e)) return designated(ctx, e, lowerAddress(ctx, e));
  if (isPolymorphic(v)) return { kind: 'descriptor', address: ctx.keep(describeScalar(ctx, e)) };
  return valuePlace(ctx, v, ctx.parts.scalar(ctx, e));
}

function descriptorOf(ctx: Context, e: Expr): Expression {
  if (!isDescribedDesignator(ctx, e)) return describeArray(ctx, e);
  return fixedSelector(ctx, e, lowerDescriptorAddress(ctx, e));
}

/** What a function with a polymorphic result gives: freed at the end of the construct. */
function resultPlace(ctx: Context, e: Expr & { readonly kind: 'call' }): Place {
  const address = ctx.keep(callDescribed(ctx, e));
  const { result } = signatureOf(e.callee);
  if (result?.attributes.allocatable) ctx.defer(() => ctx.parts.freeAllocatable(ctx, result, address));
  return { kind: 'descriptor', address };
}

/** A dummy of assumed rank, in the case of `select rank` that tells its rank. */
function rankedPlace(ctx: Context, v: Variable, e: Expr): Place {
  const descriptor = ctx.keep(lowerDescriptorAddress(ctx, e), v.name);
  if (v.shape?.kind === 'assumed-size') return openPlace(ctx, v, descriptor);
  if (v.shape || isPolymorphic(v) || isDescribed(v.type, v.shape, v.attributes))
    return descriptorPlace(ctx, v, descriptor);
  const address = ctx.keep(baseOf(ctx, v.attributes, descriptor));
  if (v.type.base !== 'character') return { kind: 'memory', address };
  return { kind: 'memory', address, length: ctx.keep(load('i64', descriptor, descriptorFields.elementBytes)) };
}

/** An array of assumed size as one of rank 1. */
function openPlace(ctx: Context, v: Variable, descriptor: Expression): Place {
  const base = ctx.keep(baseOf(ctx, v.attributes, descriptor));
  const dimensions = [{ lower: i64(1), extent: undefined, stride: undefined }];
  if (v.type.base !== 'character') return { kind: 'array', base, dimensions };
  const length = ctx.keep(load('i64', descriptor, descriptorFields.elementBytes));
  return { kind: 'array', base, dimensions, length };
}

function isPolymorphic(v: Variable): boolean {
  return v.type.base === 'any' || (v.type.base === 'derived' && v.type.polymorphic);
}

function arrayPlaceOf(ctx: Context, v: Variable, e: Expr): Place {
  if (isPolymorphic(v) && e.kind !== 'call') {
    return { kind: 'descriptor', address: ctx.keep(descriptorOf(ctx, e)) };
  }
  const place = ctx.parts.arrayPlace(ctx, e);
  const keep = (x: Expression | undefined) => (x ? ctx.keep(x) : undefined);
  return {
    ...place,
    base: ctx.keep(place.base),
    dimensions: place.dimensions.map((d) => ({
      lower: ctx.keep(d.lower),
      extent: keep(d.extent),
      stride: keep(d.stride),
    })),
    ...(place.length && { length: ctx.keep(place.length) }),
  };
}

function designated(ctx: Context, e: Expr, address: Expression): Place {
  const kept = ctx.keep(address);
  if (e.type.base === 'character') return { kind: 'memory', address: kept, length: ctx.keep(lowerLength(ctx, e)) };
  return { kind: 'memory', address: kept };
}

/** A value gets memory of its own for the time of the construct; what would be freed at the statement's end lives long enough, as the construct is the statement. */
function valuePlace(ctx: Context, v: Variable, value: Value): Place {
  if (value.kind === 'plain' && !ctx.addressed.has(v)) {
    const index = ctx.newLocal(v.name, value.x.type);
    ctx.set(index, value.x);
    return { kind: 'register', local: index, type: value.x.type };
  }
  const address = ctx.keep(valueInMemory(ctx, v.type, value));
  return { kind: 'memory', address, ...(value.kind === 'character' && { length: ctx.keep(value.length) }) };
}
