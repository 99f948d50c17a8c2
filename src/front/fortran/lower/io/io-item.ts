/** One item of an I/O list: scalars, arrays element by element, objects component by component. */
import { i32, i64, mul, op } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import { notSupported } from '../../errors/lowering.ts';
import {
  allComponents,
  constantExtents,
  descriptorFields,
  dimensionFields,
  isDescribed,
  layoutOf,
  rankOf,
  structureOf,
} from '../../layout.ts';
import type { Component, DerivedType, Expr, Type } from '../../program.ts';
import { assignValue } from '../assignment.ts';
import { type Context, plus } from '../context.ts';
import { convertValue } from '../convert.ts';
import { isDesignator, loadField, lowerAddress, lowerLength } from '../designator.ts';
import { loadValue, ofTruth, storeValue } from '../memory.ts';
import { complexOf, plain, plainOf, textOf, type Value } from '../value.ts';

export function lowerItem(ctx: Context, e: Expr, read: boolean, unformatted: boolean): void {
  if (e.rank > 0) return void arrayItem(ctx, e, read, unformatted);
  if (!read) return void put(ctx, e.type, ctx.parts.scalar(ctx, e));
  readScalar(ctx, e);
}

function arrayItem(ctx: Context, e: Expr, read: boolean, unformatted: boolean): void {
  if (unformatted && isPlainData(e.type) && bytesAtOnce(ctx, e, read)) return;
  ctx.parts.eachElement(ctx, e, (value, address) => {
    ctx.scope(() => {
      if (!read) put(ctx, e.type, value);
      else if (address) getAt(ctx, e.type, address, value.kind === 'character' ? value.length : undefined);
    });
  });
}

function isPlainData(type: Type): boolean {
  return type.base !== 'derived' && type.base !== 'any';
}

/** A contiguous array as one stretch of bytes. */
function bytesAtOnce(ctx: Context, e: Expr, read: boolean): boolean {
  const whole = ctx.parts.contiguous(ctx, e);
  if (!whole) return false;
  const element = ctx.parts.elementBytes(ctx, e);
  const swapped =
    e.type.base === 'character' ? 1 : e.type.base === 'derived' || e.type.base === 'any' ? 1 : e.type.kind;
  ctx.runtime(read ? 'io.get-bytes' : 'io.put-bytes', whole.address, op('mul', [whole.count, element]), i32(swapped));
  return true;
}

export function put(ctx: Context, type: Type, value: Value): void {
  switch (type.base) {
    case 'integer':
      ctx.runtime('io.put-integer', wide(plainOf(value)), i32(type.kind));
      return;
    case 'real':
      ctx.runtime('io.put-real', double(plainOf(value)), i32(type.kind));
      return;
    case 'complex': {
      const { re, im } = complexOf(value);
      ctx.runtime('io.put-complex', double(re), double(im), i32(type.kind));
      return;
    }
    case 'logical':
      ctx.runtime('io.put-logical', ofTruth(plainOf(value), 'i32'), i32(type.kind));
      return;
    case 'character': {
      const { address, length } = textOf(value);
      ctx.runtime(type.kind === 4 ? 'io.put-text4' : 'io.put-text', address, length);
      return;
    }
    case 'derived':
      if (value.kind === 'derived')
        eachComponent(ctx, type.type, value.address, (t, at, length) => put(ctx, t, loadValue(ctx, t, at, length)));
      return;
    case 'any':
      ctx.module.diagnostics.push(notSupported(ctx.at, 'a class(*) object in an I/O list'));
  }
}

function wide(x: Expression): Expression {
  return x.type === 'i64' ? x : op('extend', [x]);
}

function double(x: Expression): Expression {
  return x.type === 'f64' ? x : op('to.f64', [x]);
}

/** Scalars of intrinsic types go through the value, so that registers stay registers. */
function readScalar(ctx: Context, e: Expr): void {
  const { type } = e;
  if (type.base === 'character' || type.base === 'derived' || type.base === 'any' || type.base === 'complex') {
    const length = type.base === 'character' ? ctx.keep(lowerLength(ctx, e)) : undefined;
    const address = lowerAddress(ctx, e);
    if (isDesignator(e) && address.type === 'ptr.global') return void readOntoDevice(ctx, e, length);
    return void getAt(ctx, type, address, length);
  }
  assignValue(ctx, e, got(ctx, type, ctx.parts.scalar(ctx, e)));
}

function readOntoDevice(ctx: Context, e: Expr, length: Expression | undefined): void {
  const value = ctx.parts.scalar(ctx, e);
  const size = layoutOf(e.type)?.size ?? 256;
  const cell = ctx.slot('read', size, 8);
  storeValue(ctx, e.type, cell, value, length);
  getAt(ctx, e.type, cell, length);
  assignValue(ctx, e, loadValue(ctx, e.type, cell, length));
}

/** The value read, given the one before. */
function got(ctx: Context, type: Type, before: Value): Value {
  const as = (base: Type): Value => before && convertValue(ctx, before, type, base);
  switch (type.base) {
    case 'integer': {
      const long: Type = { base: 'integer', kind: 8 };
      const x = ctx.runtime('io.get-integer', plainOf(as(long)), i32(type.kind))[0] ?? i64(0);
      return convertValue(ctx, plain(x), long, type);
    }
    case 'real': {
      const x = ctx.runtime('io.get-real', double(plainOf(before)), i32(type.kind))[0] ?? i64(0);
      return convertValue(ctx, plain(x), { base: 'real', kind: 8 }, type);
    }
    case 'logical': {
      const x = ctx.runtime('io.get-logical', ofTruth(plainOf(before), 'i32'), i32(type.kind))[0] ?? i32(0);
      return plain(op('ne', [x, i32(0)]));
    }
    default:
      return before;
  }
}

/** Reads into memory. */
function getAt(ctx: Context, type: Type, address: Expression, length: Expression | undefined): void {
  switch (type.base) {
    case 'complex':
      ctx.runtime('io.get-complex', address, i32(type.kind));
      return;
    case 'character':
      ctx.runtime(type.kind === 4 ? 'io.get-text4' : 'io.get-text', address, length ?? i64(layoutOf(type)?.size ?? 0));
      return;
    case 'derived':
      eachComponent(ctx, type.type, address, (t, at, n) => getAt(ctx, t, at, n));
      return;
    case 'any':
      ctx.module.diagnostics.push(notSupported(ctx.at, 'a class(*) object in an I/O list'));
      return;
    default: {
      const at = ctx.keep(address);
      storeValue(ctx, type, at, got(ctx, type, loadValue(ctx, type, at)));
    }
  }
}

/** The parts of an object that hold data, in order; arrays element by element. */
function eachComponent(ctx: Context, type: DerivedType, address: Expression, visit: Visit): void {
  const object = ctx.keep(address);
  const { offsets } = structureOf(type);
  for (const c of allComponents(type)) {
    if (c.parameter) continue;
    const at = plus(object, offsets.get(c) ?? 0);
    const described = isDescribed(c.type, c.shape, c.attributes);
    if (described && c.fixed) sizedElements(ctx, c, at, visit);
    else if (described || c.procedure)
      ctx.module.diagnostics.push(
        notSupported(ctx.at, `component \`${c.name}\` (allocatable or pointer) in an I/O list`),
      );
    else elements(ctx, c, at, visit);
  }
}

type Visit = (type: Type, address: Expression, length: Expression | undefined) => void;

function elements(ctx: Context, c: Component, at: Expression, visit: Visit): void {
  const size = layoutOf(c.type)?.size ?? 0;
  const length = c.type.base === 'character' ? i64(size) : undefined;
  if (!c.shape) return void visit(c.type, at, length);
  const count = (constantExtents(c.shape) ?? []).reduce((a, b) => a * b, 1);
  ctx.for('at', i64(0), i64(count), i64(size), (k) => visit(c.type, plus(at, k), length));
}

/** A component whose size the length parameters tell. */
function sizedElements(ctx: Context, c: Component, descriptor: Expression, visit: Visit): void {
  const at = ctx.keep(descriptor, 'descriptor');
  const field = (offset: number): Expression => loadField(ctx, at, offset, 'i64');
  const base = ctx.keep(loadField(ctx, at, descriptorFields.base, 'ptr.host'), 'base');
  const size = ctx.keep(field(descriptorFields.elementBytes), 'bytes');
  const length = c.type.base === 'character' ? size : undefined;
  let count: Expression = i64(1);
  for (let k = 0; k < rankOf(c.shape); k++)
    count = mul(count, field(descriptorFields.dimensions + k * dimensionFields.bytes + dimensionFields.extent));
  ctx.for('at', i64(0), count, size, (k) => visit(c.type, plus(base, k), length));
}
