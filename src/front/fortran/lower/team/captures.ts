/** What the function of a region uses of the procedure around it, and how it reaches that: cells that are filled before it is called. */
import { InternalError } from '../../../../base/impossible.ts';
import { i32, load, local, op } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import { loadedType, type MemoryType, type ValueType } from '../../../../ir/types.ts';
import type { Variable } from '../../program.ts';
import type { Context, Dimension, Place } from '../context.ts';
import type { CapturesOf } from './captures-of.ts';

type Captures = CapturesOf<Context>;

export const cellBytes = 8;

/** Where a variable of the procedure around the region lives. */
export function capturedPlace(ctx: Context, captures: Captures, v: Variable): Place {
  const place = captures.outer.placeOf(v);
  const value = (e: Expression): Expression => captured(ctx, captures, e);
  const maybe = (e: Expression | undefined): Expression | undefined => e && value(e);
  switch (place.kind) {
    case 'register':
      return { ...place, local: copied(ctx, captures, v, local(place.local, place.type)) };
    case 'complex-register':
      return {
        ...place,
        re: copied(ctx, captures, v, local(place.re, place.type)),
        im: copied(ctx, captures, v, local(place.im, place.type)),
      };
    case 'memory':
      return { ...place, address: value(place.address), ...(place.length && { length: value(place.length) }) };
    case 'descriptor':
      return { ...place, address: value(place.address), ...(place.lowers && { lowers: place.lowers.map(value) }) };
    case 'array': {
      const dimensions: Dimension[] = place.dimensions.map((d) => ({
        lower: value(d.lower),
        extent: maybe(d.extent),
        stride: maybe(d.stride),
        ...(d.top && { top: value(d.top) }),
      }));
      return {
        ...place,
        base: value(place.base),
        dimensions,
        ...(place.length && { length: value(place.length) }),
        ...(place.descriptor && { descriptor: value(place.descriptor) }),
        ...(place.present && { present: value(place.present) }),
      };
    }
  }
}

/** A local with the value of a scalar, unless something in the region sets it: then it has to be in memory. */
function copied(ctx: Context, captures: Captures, v: Variable, value: Expression): number {
  if (v.attributes.volatile || v.attributes.target) keepInMemory(ctx, v);
  const own = ctx.newLocal(v.name, value.type);
  enter(captures, value, own);
  captures.copies.set(own, v);
  return own;
}

export function keepInMemory(ctx: Context, v: Variable): void {
  ctx.addressed.add(v);
  ctx.again = true;
}

/** What an expression of the procedure around it is in the region. */
export function captured(ctx: Context, captures: Captures, e: Expression): Expression {
  if (e.kind === 'const' || e.kind === 'global' || e.kind === 'function') return e;
  const own = ctx.fixedVariable('c', e.type);
  enter(captures, e, own.index);
  return own;
}

/** The cell of the expression is read into the local. */
function enter(captures: Captures, e: Expression, own: number): void {
  const cell = load(memoryOf(e.type), captures.frame, cellBytes * captures.cells.length);
  captures.cells.push(e);
  const value: Expression = e.type === 'bool' ? op('ne', [cell, i32(0)]) : cell;
  captures.entry.push({ kind: 'set', local: own, value });
}

/** The type of a cell: truth values are integers there. */
export function memoryOf(type: ValueType): MemoryType {
  if (type === 'bool') return 'i32';
  if (loadedType(type) !== type) throw new InternalError(`a cell of ${type}`);
  return type;
}
