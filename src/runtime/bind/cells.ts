/** Host variables that library routines read and write: cells over the program's memory, laid out as bind(c) has it. */
import type { Cell, LibraryModule, LibraryType, RowType } from '../../library/library-module.ts';
import { placeOfAddress } from '../linear-memory.ts';
import type { ProgramMemory } from '../program-memory.ts';

/** Where the derived types of a library are found. */
export type TypeTable = (name: string, module?: string) => LibraryType | undefined;

type Shape = { readonly type: RowType; readonly bytes: number };

export function cellAt(memory: ProgramMemory, types: TypeTable, type: RowType, address: number, bytes?: number): Cell {
  const size = bytes ?? sizeOf(types, type);
  return new MemoryCell(memory, types, { type, bytes: size }, placeOfAddress(address));
}

class MemoryCell implements Cell {
  readonly #memory: ProgramMemory;
  readonly #types: TypeTable;
  readonly #shape: Shape;
  readonly #address: number;

  constructor(memory: ProgramMemory, types: TypeTable, shape: Shape, address: number) {
    this.#memory = memory;
    this.#types = types;
    this.#shape = shape;
    this.#address = address;
  }

  get present(): boolean {
    return this.#address !== 0;
  }

  getInteger(): bigint {
    if (!this.present) return 0n;
    const { view } = this.#memory;
    switch (this.#shape.bytes) {
      case 1:
        return BigInt(view.getInt8(this.#address));
      case 2:
        return BigInt(view.getInt16(this.#address, true));
      case 4:
        return BigInt(view.getInt32(this.#address, true));
      default:
        return view.getBigInt64(this.#address, true);
    }
  }

  setInteger(value: number | bigint): void {
    if (!this.present) return;
    const { view } = this.#memory;
    switch (this.#shape.bytes) {
      case 1:
        view.setInt8(this.#address, Number(value));
        break;
      case 2:
        view.setInt16(this.#address, Number(value), true);
        break;
      case 4:
        view.setInt32(this.#address, Number(BigInt.asIntN(32, BigInt(value))), true);
        break;
      default:
        view.setBigInt64(this.#address, BigInt(value), true);
    }
  }

  getReal(part = 0): number {
    if (!this.present) return 0;
    const { bytes } = this.#shape;
    const at = this.#address + part * bytes;
    return bytes === 4 ? this.#memory.view.getFloat32(at, true) : this.#memory.view.getFloat64(at, true);
  }

  setReal(value: number): void {
    if (!this.present) return;
    const { view } = this.#memory;
    if (this.#shape.bytes === 4) view.setFloat32(this.#address, value, true);
    else view.setFloat64(this.#address, value, true);
  }

  setText(value: string): void {
    if (this.present) this.#memory.setText(this.#address, this.#shape.bytes, value);
  }

  component(name: string, element = 0): Cell {
    const { type } = this.#shape;
    const place = type.base === 'derived' ? layoutOf(this.#types, type).places.get(name) : undefined;
    if (!place) throw new RangeError(`no component ${name}`);
    const bytes = sizeOf(this.#types, place.type);
    const address = this.present ? this.#address + place.offset + element * bytes : 0;
    return new MemoryCell(this.#memory, this.#types, { type: place.type, bytes }, address);
  }
}

type Layout = {
  readonly size: number;
  readonly align: number;
  readonly places: ReadonlyMap<string, { readonly type: RowType; readonly offset: number }>;
};

type DerivedRow = Extract<RowType, { readonly base: 'derived' }>;

const layouts = new WeakMap<LibraryType, Layout>();

function layoutOf(types: TypeTable, { name, module }: DerivedRow): Layout {
  const type = types(name, module);
  if (!type) throw new RangeError(`no type ${name}`);
  let layout = layouts.get(type);
  if (!layout) {
    layout = layOut(types, type);
    layouts.set(type, layout);
  }
  return layout;
}

function layOut(types: TypeTable, type: LibraryType): Layout {
  const places = new Map<string, { type: RowType; offset: number }>();
  let offset = 0;
  let align = 1;
  for (const component of type.components) {
    const own = alignOf(types, component.type);
    offset = Math.ceil(offset / own) * own;
    places.set(component.name, { type: component.type, offset });
    offset += sizeOf(types, component.type) * (component.extents ?? []).reduce((n, extent) => n * extent, 1);
    align = Math.max(align, own);
  }
  return { size: Math.ceil(offset / align) * align, align, places };
}

export function sizeOf(types: TypeTable, type: RowType): number {
  switch (type.base) {
    case 'character':
      return type.length;
    case 'complex':
      return 2 * type.kind;
    case 'derived':
      return layoutOf(types, type).size;
    default:
      return type.kind;
  }
}

function alignOf(types: TypeTable, type: RowType): number {
  if (type.base === 'character') return 1;
  return type.base === 'derived' ? layoutOf(types, type).align : type.kind;
}

/** The types of a module and of those that it includes. */
export function typesOf(module: LibraryModule, find: (name: string) => LibraryModule | undefined): TypeTable {
  return (name, from) => {
    const home = from === undefined ? module : find(from);
    if (home?.types[name]) return home.types[name];
    for (const included of module.includes ?? []) {
      const other = find(included.toLowerCase());
      const found = other && typesOf(other, find)(name);
      if (found) return found;
    }
    return undefined;
  };
}
