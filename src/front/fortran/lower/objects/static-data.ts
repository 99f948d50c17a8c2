/** Constant values as bytes: initial values of variables, defaults of components, constant arrays and structures. */
import { InternalError } from '../../../../base/impossible.ts';
import type { Expression, Global } from '../../../../ir/module.ts';
import {
  allComponents,
  constantExtents,
  constantLength,
  descriptorBytes,
  descriptorFields,
  dimensionFields,
  isDescribed,
  layoutOf,
  rankOf,
  structureOf,
} from '../../layout.ts';
import type {
  Attributes,
  Component,
  ConstantValue,
  DerivedType,
  Expr,
  Initial,
  Shape,
  StructureValue,
  Type,
} from '../../program.ts';
import type { Context } from '../context.ts';
import type { ModuleBuilder } from '../module-builder.ts';
import { fixedPlace } from './initial-target.ts';
import { needTypeTable } from './type-tables.ts';

export type Relocation = { readonly offset: number; readonly symbol: string; readonly addend: number };

/** Bytes that are being filled. */
export class Image {
  readonly bytes: Uint8Array;
  readonly relocations: Relocation[] = [];
  private readonly view: DataView;

  constructor(size: number) {
    this.bytes = new Uint8Array(size);
    this.view = new DataView(this.bytes.buffer);
  }

  get isZero(): boolean {
    return this.relocations.length === 0 && this.bytes.every((b) => b === 0);
  }

  integer(at: number, size: number, value: bigint): void {
    for (let i = 0, rest = BigInt.asUintN(64, value); i < size; i++, rest >>= 8n)
      this.bytes[at + i] = Number(rest & 255n);
  }

  real(at: number, kind: number, value: number): void {
    if (kind === 8) this.view.setFloat64(at, value, true);
    else if (kind === 4) this.view.setFloat32(at, value, true);
    else this.view.setFloat16(at, value, true);
  }

  /** `length` in bytes. */
  text(at: number, length: number, text: string, kind: 1 | 4): void {
    for (let i = 0; i * kind < length; i++) {
      const code = i < text.length ? text.charCodeAt(i) : 32;
      if (kind === 4) this.view.setUint32(at + 4 * i, code, true);
      else this.bytes[at + i] = code & 255;
    }
  }

  get init(): Global['init'] {
    return this.bytes.every((b) => b === 0) ? [] : [{ offset: 0, bytes: this.bytes }];
  }
}

/** What has a type, shape and attributes: variables and components. */
export type Declared = { readonly type: Type; readonly shape: Shape | undefined; readonly attributes: Attributes };

/** Bytes of a variable's storage of constant size; undefined where it is known only at run time. */
export function storageSize(d: Declared): { readonly size: number; readonly align: number } | undefined {
  if (isDescribed(d.type, d.shape, d.attributes)) return { size: descriptorBytes(rankOf(d.shape)), align: 8 };
  const element = layoutOf(d.type);
  const extents = d.shape ? constantExtents(d.shape) : [];
  if (!element || !extents) return undefined;
  return { size: extents.reduce((a, b) => a * b, element.size), align: element.align };
}

export function writeValue(m: ModuleBuilder, image: Image, at: number, type: Type, value: ConstantValue): void {
  switch (type.base) {
    case 'integer':
      if (typeof value === 'bigint') return void image.integer(at, type.kind, value);
      break;
    case 'logical':
      if (typeof value === 'boolean') return void image.integer(at, type.kind, value ? 1n : 0n);
      break;
    case 'real':
      if (typeof value === 'number') return void image.real(at, type.kind, value);
      break;
    case 'complex':
      if (isPair(value)) {
        image.real(at, type.kind, value[0]);
        return void image.real(at + type.kind, type.kind, value[1]);
      }
      break;
    case 'character':
      if (typeof value === 'string')
        return void image.text(at, constantLength(type) ?? value.length * type.kind, value, type.kind);
      break;
    case 'derived':
      if (isStructure(value)) return void writeStructure(m, image, at, type.type, value);
      if (value === 0n) return;
      break;
    case 'any':
      break;
  }
  throw new InternalError(`a constant that is no ${type.base}`);
}

export function isPair(value: ConstantValue): value is readonly [number, number] {
  return Array.isArray(value);
}

export function isStructure(value: ConstantValue): value is StructureValue {
  return typeof value === 'object' && !Array.isArray(value);
}

function writeStructure(m: ModuleBuilder, image: Image, at: number, type: DerivedType, value: StructureValue): void {
  const offsets = structureOf(type).offsets;
  for (const [i, c] of allComponents(type).entries()) {
    const place = at + (offsets.get(c) ?? 0);
    const given = value.components[i];
    if (given === undefined || isDescribed(c.type, c.shape, c.attributes) || c.procedure) {
      writeDefault(m, image, place, c);
      continue;
    }
    const element = layoutOf(c.type)?.size ?? 0;
    const count = c.shape ? (constantExtents(c.shape) ?? []).reduce((a, b) => a * b, 1) : 1;
    for (let k = 0; k < count; k++) {
      const one = isList(given) && c.shape ? given[k] : given;
      if (one !== undefined && !isListOfValues(one)) writeValue(m, image, place + k * element, c.type, one);
    }
  }
}

function isList(v: ConstantValue | readonly ConstantValue[]): v is readonly ConstantValue[] {
  return Array.isArray(v);
}
function isListOfValues(v: ConstantValue | readonly ConstantValue[]): v is readonly ConstantValue[] {
  return Array.isArray(v) && !(v.length === 2 && typeof v[0] === 'number');
}

/** What a component (or variable without an initial value of its own) holds at the start. */
export function writeDefault(
  m: ModuleBuilder,
  image: Image,
  at: number,
  d: Declared & Pick<Component, 'initial' | 'procedure'>,
): void {
  if (d.procedure) {
    if (d.initial?.kind === 'target' && d.initial.target !== 'null') writeTarget(m, image, at, d, d.initial.target);
    return;
  }
  if (isDescribed(d.type, d.shape, d.attributes)) {
    writeDescriptor(m, image, at, d);
    if (d.initial?.kind === 'target' && d.initial.target !== 'null') writeTarget(m, image, at, d, d.initial.target);
    return;
  }
  if (d.initial?.kind === 'value') writeInitial(m, image, at, d, d.initial.value);
  else if (d.type.base === 'derived') writeElements(m, image, at, d, d.type.type);
}

function writeElements(m: ModuleBuilder, image: Image, at: number, d: Declared, type: DerivedType): void {
  if (!hasDefaults(type)) return;
  const element = structureOf(type).size;
  const count = d.shape ? (constantExtents(d.shape) ?? []).reduce((a, b) => a * b, 1) : 1;
  for (let k = 0; k < count; k++) writeTypeDefaults(m, image, at + k * element, type);
}

export function writeTypeDefaults(m: ModuleBuilder, image: Image, at: number, type: DerivedType): void {
  const offsets = structureOf(type).offsets;
  for (const c of allComponents(type)) writeDefault(m, image, at + (offsets.get(c) ?? 0), c);
}

/** Has the type a component with a default, an allocatable, or a pointer? */
export function hasDefaults(type: DerivedType): boolean {
  return allComponents(type).some(
    (c) =>
      c.initial !== undefined ||
      c.procedure !== undefined ||
      isDescribed(c.type, c.shape, c.attributes) ||
      (c.type.base === 'derived' && hasDefaults(c.type.type)),
  );
}

export function writeInitial(m: ModuleBuilder, image: Image, at: number, d: Declared, value: Expr): void {
  const element = layoutOf(d.type)?.size;
  if (element === undefined) throw new InternalError('initial value of a type without a constant size', value.span);
  const count = d.shape ? (constantExtents(d.shape) ?? []).reduce((a, b) => a * b, 1) : 1;
  if (value.kind === 'constant') {
    for (let k = 0; k < count; k++) writeValue(m, image, at + k * element, d.type, value.value);
  } else if (value.kind === 'constant-array') {
    value.values.slice(0, count).forEach((v, k) => {
      writeValue(m, image, at + k * element, d.type, v);
    });
  } else if (value.kind === 'structure' && d.type.base === 'derived') {
    const structure = constantStructure(value, d.type.type);
    for (let k = 0; k < count; k++) writeStructureExpr(m, image, at + k * element, d.type.type, structure);
  } else if (value.kind === 'convert') {
    writeInitial(m, image, at, d, value.value);
  } else if (value.kind === 'array-constructor') {
    const items = value.items.flatMap((i) => (i.kind === 'value' ? [i.value] : []));
    items.slice(0, count).forEach((v, k) => {
      writeInitial(m, image, at + k * element, { ...d, shape: undefined }, v);
    });
  } else {
    throw new InternalError(`initial value that is no constant (${value.kind})`, value.span);
  }
}

type StructureExpr = Expr & { readonly kind: 'structure' };
function constantStructure(value: StructureExpr, type: DerivedType): StructureExpr {
  if (value.values.length !== allComponents(type).length)
    throw new InternalError('structure of another type', value.span);
  return value;
}

function writeStructureExpr(m: ModuleBuilder, image: Image, at: number, type: DerivedType, value: StructureExpr): void {
  const offsets = structureOf(type).offsets;
  allComponents(type).forEach((c, i) => {
    const place = at + (offsets.get(c) ?? 0);
    const given = value.values[i];
    writeDefault(m, image, place, c);
    if (given === undefined || given.kind === 'null') return;
    if (c.procedure || isDescribed(c.type, c.shape, c.attributes)) writeTarget(m, image, place, c, given);
    else writeInitial(m, image, place, c, given);
  });
}

/** Unallocated or null. */
export function writeDescriptor(m: ModuleBuilder, image: Image, at: number, d: Declared): void {
  const element = layoutOf(d.type)?.size ?? 0;
  image.integer(at + descriptorFields.elementBytes, 8, BigInt(element));
  image.integer(at + descriptorFields.rank, 8, BigInt(rankOf(d.shape)));
  if (d.type.base === 'derived')
    image.relocations.push({ offset: at + descriptorFields.type, symbol: needTypeTable(m, d.type), addend: 0 });
}

/** A pointer component, whatever its default is. */
export function writePointer(m: ModuleBuilder, image: Image, at: number, d: Declared, target: Expr | 'null'): void {
  const before = image.relocations.findIndex((r) => r.offset === at + descriptorFields.base);
  if (before >= 0) image.relocations.splice(before, 1);
  if (target === 'null') image.integer(at + descriptorFields.base, 8, 0n);
  else writeTarget(m, image, at, d, target);
}

/** `=> target` as an initial value: a variable with constant place. */
function writeTarget(m: ModuleBuilder, image: Image, at: number, d: Declared, target: Expr): void {
  if (target.kind === 'procedure') {
    image.relocations.push({ offset: at, symbol: m.needProcedure(target.procedure), addend: 0 });
    return;
  }
  const place = fixedPlace(m, target);
  image.relocations.push({ offset: at + descriptorFields.base, symbol: place.symbol, addend: place.addend });
  image.integer(at + descriptorFields.elementBytes, 8, BigInt(layoutOf(target.type)?.size ?? 0));
  if (isPolymorphic(d.type)) writeType(m, image, at + descriptorFields.type, target.type);
  place.axes.forEach((axis, i) => {
    const dimension = at + descriptorFields.dimensions + i * dimensionFields.bytes;
    image.integer(dimension + dimensionFields.lower, 8, BigInt(axis.lower));
    image.integer(dimension + dimensionFields.extent, 8, BigInt(axis.extent));
    image.integer(dimension + dimensionFields.stride, 8, BigInt(axis.stride));
  });
}

function isPolymorphic(t: Type): boolean {
  return t.base === 'any' || (t.base === 'derived' && t.polymorphic);
}

function writeType(m: ModuleBuilder, image: Image, offset: number, type: Type): void {
  const before = image.relocations.findIndex((r) => r.offset === offset);
  if (before >= 0) image.relocations.splice(before, 1);
  image.relocations.push({ offset, symbol: needTypeTable(m, type), addend: 0 });
}

/** The address of a private constant with the default values of a type; undefined where all are zero. */
export function defaultImage(ctx: Context, type: DerivedType): Expression | undefined {
  const image = new Image(structureOf(type).size);
  writeTypeDefaults(ctx.module, image, 0, type);
  if (image.isZero) return undefined;
  return imageAddress(ctx, `defaults:${type.id}`, image, structureOf(type).align);
}

/** The name of an object with the default values of a type, for host code. */
export function defaultObject(m: ModuleBuilder, type: DerivedType): string {
  const image = new Image(structureOf(type).size);
  writeTypeDefaults(m, image, 0, type);
  return needImage(m, `defaults:${type.id}`, 'host', image, structureOf(type).align);
}

/** A constant structure or array of constants as bytes in memory. */
export function constantAddress(ctx: Context, type: Type, values: readonly ConstantValue[]): Expression {
  const layout = layoutOf(type);
  if (!layout) throw new InternalError('constant of a type without a constant size', ctx.at);
  const image = new Image(layout.size * values.length);
  values.forEach((v, i) => {
    writeValue(ctx.module, image, i * layout.size, type, v);
  });
  return imageAddress(ctx, ctx.module.freshName('constant'), image, layout.align);
}

function imageAddress(ctx: Context, name: string, image: Image, align: number): Expression {
  const host = ctx.mode === 'host';
  const symbol = needImage(ctx.module, host ? name : `${name}@device`, host ? 'host' : 'constant', image, align);
  return { kind: 'global', type: host ? 'ptr.host' : 'ptr.constant', name: symbol };
}

function needImage(
  m: ModuleBuilder,
  symbol: string,
  placement: 'host' | 'constant',
  image: Image,
  align: number,
): string {
  m.needGlobal(symbol, () => ({
    name: symbol,
    placement,
    size: Math.max(1, image.bytes.length),
    align,
    linkage: symbol.startsWith('defaults:') ? 'common' : 'define',
    fixed: true,
    init: image.init,
    ...(image.relocations.length > 0 && { relocations: image.relocations }),
  }));
  return symbol;
}

export function hasValue(i: Initial | undefined): i is Initial & { readonly kind: 'value' } {
  return i?.kind === 'value';
}
