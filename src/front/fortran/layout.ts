/** How Fortran's types lie in memory: as bind(c) and gfortran have it, natural alignment. */
import { InternalError, impossible } from '../../base/impossible.ts';
import type { MemoryType, ValueType } from '../../ir/types.ts';
import { placesOf } from './component-places.ts';
import type { Component, DerivedType, Expr, Shape, Type } from './program.ts';

/**
 * Allocatables and pointers (of rank 0 too), assumed-shape dummies and polymorphic variables are descriptors:
 * base address, bytes of an element (length of a deferred-length character), address of the type's table or 0, rank; then lower, extent, stride in bytes of each dimension.
 */
export const descriptorFields = { base: 0, elementBytes: 8, type: 16, rank: 24, dimensions: 32 } as const;
export const dimensionFields = { lower: 0, extent: 8, stride: 16, bytes: 24 } as const;

export function descriptorBytes(rank: number): number {
  return descriptorFields.dimensions + rank * dimensionFields.bytes;
}

export type Layout = { readonly size: number; readonly align: number };

const integerCells = { 1: 'i8', 2: 'i16', 4: 'i32', 8: 'i64' } as const;
const realCells = { 2: 'f16', 4: 'f32', 8: 'f64' } as const;

/** The memory cell of an integer, real or logical. */
export function memoryTypeOf(type: Type): MemoryType {
  switch (type.base) {
    case 'integer':
    case 'logical':
      return integerCells[type.kind];
    case 'real':
      return realCells[type.kind];
    case 'complex':
      return type.kind === 4 ? 'f32' : 'f64';
    case 'character':
      return 'i8';
    case 'derived':
    case 'any':
      throw new InternalError(`no memory cell holds a ${type.base}`);
    default:
      return impossible(type);
  }
}

/** What a plain value of the type is in the IR; of a complex, its parts. */
export function valueTypeOf(type: Type): ValueType {
  switch (type.base) {
    case 'integer':
      return type.kind === 8 ? 'i64' : 'i32';
    case 'logical':
      return 'bool';
    case 'real':
      return type.kind === 8 ? 'f64' : 'f32';
    case 'complex':
      return type.kind === 8 ? 'f64' : 'f32';
    case 'character':
    case 'derived':
    case 'any':
      throw new InternalError(`no plain value of ${type.base}`);
    default:
      return impossible(type);
  }
}

/** The value of a constant integer expression, or undefined. */
export function constantInteger(e: Expr | undefined): number | undefined {
  if (e?.kind === 'constant' && typeof e.value === 'bigint') return Number(e.value);
  if (e?.kind === 'convert' && e.type.base === 'integer') return constantInteger(e.value);
  return undefined;
}

/** The constant length in bytes of a character type, or undefined where it is known only at run time. */
export function constantLength(type: Type): number | undefined {
  if (type.base !== 'character' || type.length.kind !== 'known') return undefined;
  const n = constantInteger(type.length.value);
  return n === undefined ? undefined : Math.max(0, n) * type.kind;
}

/** Bytes and alignment of one element of the type; undefined where its size is known only at run time. */
export function layoutOf(type: Type): Layout | undefined {
  switch (type.base) {
    case 'integer':
    case 'logical':
    case 'real':
      return { size: type.kind, align: type.kind };
    case 'complex':
      return { size: 2 * type.kind, align: type.kind };
    case 'character': {
      const n = constantLength(type);
      return n === undefined ? undefined : { size: n, align: type.kind };
    }
    case 'derived':
      return structureOf(type.type);
    case 'any':
      return undefined;
    default:
      return impossible(type);
  }
}

/** Extents of an explicit shape whose bounds are constant. */
export function constantExtents(shape: Shape): readonly number[] | undefined {
  if (shape.kind !== 'explicit') return undefined;
  const extents: number[] = [];
  for (const b of shape.bounds) {
    const lower = constantInteger(b.lower);
    const upper = constantInteger(b.upper);
    if (lower === undefined || upper === undefined) return undefined;
    extents.push(Math.max(0, upper - lower + 1));
  }
  return extents;
}

export type Structure = Layout & { readonly offsets: ReadonlyMap<Component, number> };

const structures = new WeakMap<DerivedType, Structure>();

/** Where the components of a derived type lie; inherited ones first, as in the parent, whose padding stays its own: it is assigned as a whole. */
export function structureOf(type: DerivedType): Structure {
  const known = structures.get(type);
  if (known) return known;
  const parent = type.extends && structureOf(type.extends);
  const offsets = new Map<Component, number>(parent?.offsets);
  let size = parent?.size ?? 0;
  let align = parent?.align ?? 1;
  for (const group of placesOf(allComponents(type).filter((c) => !offsets.has(c)))) {
    const layouts = group.map(componentLayout);
    const most = Math.max(...layouts.map((l) => l.align));
    size = roundUp(size, most);
    for (const c of group) offsets.set(c, size);
    size += Math.max(...layouts.map((l) => l.size));
    align = Math.max(align, most);
  }
  const made = { size: roundUp(size, align), align, offsets };
  structures.set(type, made);
  return made;
}

/** All components, inherited first. */
export function allComponents(type: DerivedType): readonly Component[] {
  const known = componentLists.get(type);
  if (known) return known;
  const made = listComponents(type);
  componentLists.set(type, made);
  return made;
}

const componentLists = new WeakMap<DerivedType, readonly Component[]>();

function listComponents(type: DerivedType): readonly Component[] {
  const inherited = type.extends ? allComponents(type.extends) : [];
  const own = type.components.filter((c) => !inherited.includes(c));
  return inherited.length === 0 ? own : [...inherited, ...own];
}

/** Offset of a component; the parent as a component lies at 0. */
export function componentOffset(type: DerivedType, c: Component): number {
  for (let t: DerivedType | undefined = type; t; t = t.extends) {
    const offset = structureOf(t).offsets.get(c);
    if (offset !== undefined) return offset;
  }
  if (c.type.base === 'derived' && extendsType(type, c.type.type)) return 0;
  throw new InternalError(`no component ${c.name} in ${type.id}`, c.span);
}

export function extendsType(type: DerivedType, ancestor: DerivedType): boolean {
  for (let t: DerivedType | undefined = type; t; t = t.extends) if (t === ancestor) return true;
  return false;
}

/** Held through a descriptor. */
export function isDescribed(type: Type, shape: Shape | undefined, attributes: Component['attributes']): boolean {
  return (
    attributes.allocatable ||
    attributes.pointer ||
    shape?.kind === 'deferred' ||
    shape?.kind === 'assumed-shape' ||
    shape?.kind === 'assumed-rank' ||
    (type.base === 'derived' && type.polymorphic) ||
    (type.base === 'any' && !type.assumed)
  );
}

export function rankOf(shape: Shape | undefined): number {
  switch (shape?.kind) {
    case undefined:
      return 0;
    case 'explicit':
      return shape.bounds.length;
    case 'assumed-size':
      return shape.bounds.length + 1;
    case 'assumed-shape':
      return shape.lowers.length;
    case 'deferred':
      return shape.rank;
    case 'assumed-rank':
      return 15;
    default:
      return impossible(shape);
  }
}

function componentLayout(c: Component): Layout {
  if (c.procedure) return { size: 8, align: 8 };
  if (isDescribed(c.type, c.shape, c.attributes)) return { size: descriptorBytes(rankOf(c.shape)), align: 8 };
  const element = layoutOf(c.type);
  const extents = c.shape ? constantExtents(c.shape) : [];
  if (!element || !extents) throw new InternalError(`component ${c.name} has no constant size`, c.span);
  return { size: extents.reduce((a, b) => a * b, element.size), align: element.align };
}

export function roundUp(n: number, align: number): number {
  return Math.ceil(n / align) * align;
}
