/** Constants as they lie in memory, for transfer and literals of bits. */
import { allComponents, constantExtents, isDescribed, structureOf } from '../../layout.ts';
import type { Component, ConstantValue, DerivedType, StructureValue, Type } from '../../program.ts';
import { isIncomplete } from '../declarations/incomplete.ts';
import { constantLength } from '../types.ts';

/** Bytes of an element; undefined where a length is not known, and for objects that hold more than values. */
export function bytesOfType(type: Type): number | undefined {
  switch (type.base) {
    case 'integer':
    case 'logical':
    case 'real':
      return type.kind;
    case 'complex':
      return 2 * type.kind;
    case 'character': {
      const length = constantLength(type);
      return length === undefined ? undefined : Math.max(0, Number(length)) * type.kind;
    }
    case 'derived':
      return !type.polymorphic && holdsValues(type.type) ? structureOf(type.type).size : undefined;
    default:
      return undefined;
  }
}

/** Are its components all values in the object itself, each in a place of its own? */
function holdsValues(type: DerivedType): boolean {
  if (type.template || type.library || isIncomplete(type)) return false;
  return allComponents(type).every((c) => {
    if (c.procedure || c.union !== undefined || isDescribed(c.type, c.shape, c.attributes)) return false;
    return bytesOfType(c.type) !== undefined && (!c.shape || constantExtents(c.shape) !== undefined);
  });
}

function countOf(c: Component): number {
  return c.shape ? (constantExtents(c.shape) ?? []).reduce((a, b) => a * b, 1) : 1;
}

export function bytesOf(value: ConstantValue, type: Type): Uint8Array | undefined {
  const size = bytesOfType(type);
  if (size === undefined) return undefined;
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  if (type.base === 'derived') return isStructure(value) ? putStructure(bytes, value, type.type) : undefined;
  if (typeof value === 'bigint') putInteger(view, value, size);
  else if (typeof value === 'boolean') putInteger(view, value ? 1n : 0n, size);
  else if (typeof value === 'number') putReal(view, 0, value, size);
  else if (typeof value === 'string') putText(view, value, type.base === 'character' ? type.kind : 1);
  else if ('components' in value) return undefined;
  else for (const [i, x] of value.entries()) putReal(view, (i * size) / 2, x, size / 2);
  return bytes;
}

function isStructure(v: ConstantValue): v is StructureValue {
  return typeof v === 'object' && 'components' in v;
}

function putStructure(bytes: Uint8Array, value: StructureValue, type: DerivedType): Uint8Array | undefined {
  const { offsets } = structureOf(type);
  for (const [i, c] of allComponents(type).entries()) {
    const each = bytesOfType(c.type) ?? 0;
    const given = value.components[i] ?? initialOf(c);
    for (let k = 0; k < countOf(c); k++) {
      const one = given === undefined || !isList(given, c) ? given : given[k];
      const part = one === undefined ? undefined : bytesOf(one, c.type);
      if (!part) return undefined;
      bytes.set(part, (offsets.get(c) ?? 0) + k * each);
    }
  }
  return bytes;
}

function initialOf(c: Component): ConstantValue | readonly ConstantValue[] | undefined {
  const value = c.initial?.kind === 'value' ? c.initial.value : undefined;
  if (value?.kind === 'constant') return value.value;
  return value?.kind === 'constant-array' ? value.values : undefined;
}

/** A complex number is a pair of numbers, and no list. */
function isList(v: ConstantValue | readonly ConstantValue[], c: Component): v is readonly ConstantValue[] {
  return Array.isArray(v) && (c.shape !== undefined || c.type.base !== 'complex') && !isPairFor(v, c);
}

/** One complex number for all elements. */
function isPairFor(v: readonly unknown[], c: Component): boolean {
  return c.type.base === 'complex' && v.length === 2 && typeof v[0] === 'number';
}

function putText(view: DataView, text: string, kind: 1 | 4): void {
  for (let i = 0; i * kind < view.byteLength; i++) {
    const code = i < text.length ? text.charCodeAt(i) : 32;
    if (kind === 4) view.setUint32(4 * i, code, true);
    else view.setUint8(i, code);
  }
}

function putInteger(view: DataView, value: bigint, size: number): void {
  for (let i = 0; i < size; i++) view.setUint8(i, Number((value >> BigInt(8 * i)) & 0xffn));
}

function putReal(view: DataView, at: number, value: number, size: number): void {
  if (size === 8) view.setFloat64(at, value, true);
  else if (size === 4) view.setFloat32(at, value, true);
  else view.setUint16(at, halfBits(value), true);
}

/** The value that the bytes mean; missing bytes at the end are zero. */
export function valueOfBytes(from: Uint8Array, type: Type): ConstantValue | undefined {
  const size = bytesOfType(type);
  if (size === undefined) return undefined;
  const bytes = new Uint8Array(Math.max(size, 8));
  bytes.set(from.subarray(0, size));
  if (type.base === 'derived') return structureOfBytes(bytes, type.type);
  const view = new DataView(bytes.buffer);
  switch (type.base) {
    case 'integer':
      return BigInt.asIntN(8 * size, view.getBigUint64(0, true));
    case 'logical':
      return truth(bytes.subarray(0, size));
    case 'real':
      return getReal(view, 0, size);
    case 'complex':
      return [getReal(view, 0, size / 2), getReal(view, size / 2, size / 2)];
    case 'character':
      return type.kind === 4 ? wideText(view, size) : String.fromCharCode(...bytes.subarray(0, size));
    default:
      return undefined;
  }
}

/** Undefined where the bits are those of neither constant. */
function truth(bytes: Uint8Array): boolean | undefined {
  const [first, ...others] = bytes;
  return others.some((b) => b !== 0) || first === undefined || first > 1 ? undefined : first === 1;
}

function structureOfBytes(bytes: Uint8Array, type: DerivedType): ConstantValue | undefined {
  const { offsets } = structureOf(type);
  const components: (ConstantValue | readonly ConstantValue[])[] = [];
  for (const c of allComponents(type)) {
    const each = bytesOfType(c.type) ?? 0;
    const at = offsets.get(c) ?? 0;
    const values = Array.from({ length: countOf(c) }, (_, k) => valueOfBytes(bytes.subarray(at + k * each), c.type));
    const known = values.filter((v) => v !== undefined);
    const [only] = known;
    if (known.length < values.length) return undefined;
    components.push(c.shape || only === undefined ? known : only);
  }
  return { components };
}

/** Undefined where a code is none that our strings hold in one place. */
function wideText(view: DataView, size: number): string | undefined {
  let text = '';
  for (let at = 0; at < size; at += 4) {
    const code = view.getUint32(at, true);
    if (code >= 0xd800) return undefined;
    text += String.fromCharCode(code);
  }
  return text;
}

function getReal(view: DataView, at: number, size: number): number {
  if (size === 8) return view.getFloat64(at, true);
  return size === 4 ? view.getFloat32(at, true) : halfValue(view.getUint16(at, true));
}

/** Of a number that is a half already. */
function halfBits(x: number): number {
  const sign = x < 0 || Object.is(x, -0) ? 0x8000 : 0;
  const size = Math.abs(x);
  if (Number.isNaN(x)) return 0x7e00;
  if (size === Number.POSITIVE_INFINITY) return sign | 0x7c00;
  if (size < 2 ** -14) return sign | Math.round(size * 2 ** 24);
  const exponent = Math.floor(Math.log2(size));
  return sign | ((exponent + 15) << 10) | Math.round((size / 2 ** exponent - 1) * 1024);
}

function halfValue(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
