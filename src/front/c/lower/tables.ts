/**
 * Tables of virtual functions and what is known of classes, as data. A table: the address of the class's facts, the part's offset, then for each function its address and
 * how far its object lies from the part; before it, downwards, how far each virtual base lies from the part. Facts: the address of the name, the number of bases (negative:
 * bases of bases are among them), then for each the address of its facts and its offset.
 */
import { i64, op } from '../../../ir/build.ts';
import type { Global, Expression as Ir } from '../../../ir/module.ts';
import { isPointer as isPointerIr } from '../../../ir/types.ts';
import type { FunctionSymbol, TypeFacts, VirtualTable } from '../tree.ts';
import type { FunctionLowering, Place } from './function.ts';
import { shifted } from './records.ts';
import type { Mode } from './represent.ts';

/** What the unit gives for them. */
export interface Tabled {
  readonly path: string;
  textSymbol(bytes: Uint8Array, mode: Mode): string;
  functionSymbolIn(fn: FunctionSymbol, mode: Mode): string;
  addGlobal(g: Global): void;
}

const headBytes = 16;
const slotBytes = 16;

export class Tables {
  readonly #unit: Tabled;
  readonly #made = new Map<object, Map<Mode, string>>();
  #count = 0;

  constructor(unit: Tabled) {
    this.#unit = unit;
  }

  table(t: VirtualTable, mode: Mode): string {
    return this.#symbol(t, mode, 'table', (name) => {
      const slots = t.slots();
      const first = bytesBefore(t);
      const bytes = new Uint8Array(first + headBytes + slotBytes * slots.length);
      const view = new DataView(bytes.buffer);
      for (const [i, offset] of t.virtualBases.entries()) view.setBigInt64(first - 8 * (i + 1), BigInt(offset), true);
      view.setBigInt64(first + 8, BigInt(t.offset), true);
      const relocations = mode === 'host' ? [{ offset: first, symbol: this.facts(t.facts()), addend: 0 }] : [];
      for (const [i, slot] of slots.entries()) {
        if (!slot) continue;
        const at = first + headBytes + slotBytes * i;
        relocations.push({ offset: at, symbol: this.#unit.functionSymbolIn(slot.fn, mode), addend: 0 });
        view.setBigInt64(at + 8, BigInt(slot.delta), true);
      }
      return global(name, mode, bytes, relocations);
    });
  }

  facts(f: TypeFacts): string {
    return this.#symbol(f, 'host', 'facts', (name) => {
      const bytes = new Uint8Array(headBytes + slotBytes * f.bases.length);
      const view = new DataView(bytes.buffer);
      view.setBigInt64(8, BigInt(f.isWhole ? -f.bases.length : f.bases.length), true);
      const text = this.#unit.textSymbol(new TextEncoder().encode(`${f.name}\0`), 'host');
      const relocations = [{ offset: 0, symbol: text, addend: 0 }];
      for (const [i, base] of f.bases.entries()) {
        const at = headBytes + slotBytes * i;
        relocations.push({ offset: at, symbol: this.facts(base.facts), addend: 0 });
        view.setBigInt64(at + 8, BigInt(base.offset), true);
      }
      return global(name, 'host', bytes, relocations);
    });
  }

  #symbol(key: object, mode: Mode, word: string, make: (name: string) => Global): string {
    const known = this.#made.get(key) ?? new Map<Mode, string>();
    this.#made.set(key, known);
    const before = known.get(mode);
    if (before !== undefined) return before;
    const name = `${this.#unit.path}.${word}.${++this.#count}`;
    known.set(mode, name);
    this.#unit.addGlobal(make(name));
    return name;
  }
}

function global(name: string, mode: Mode, bytes: Uint8Array, relocations: NonNullable<Global['relocations']>): Global {
  return {
    name,
    placement: mode === 'host' ? 'host' : 'global',
    size: bytes.length,
    align: 16,
    linkage: 'define',
    init: bytes.some((b) => b !== 0) ? [{ offset: 0, bytes }] : [],
    ...(relocations.length > 0 && { relocations }),
  };
}

/** The object's parts get theirs. */
export function setTables(f: FunctionLowering, at: Place, tables: readonly VirtualTable[]): void {
  for (const t of tables) {
    const name = f.unit.tableSymbol(t, f.mode);
    const pointer: Ir = { kind: 'global', type: f.mode === 'host' ? 'ptr.host' : 'ptr.global', name };
    const table = f.addressOf({ pointer, offset: bytesBefore(t) });
    f.store(f.mode === 'host' ? 'i64' : 'ptr.generic', shifted(at, t.offset), table);
  }
}

/** Of the offsets of virtual bases. */
const bytesBefore = (t: VirtualTable): number => 16 * Math.ceil(t.virtualBases.length / 2);

/** A virtual base of an object, which knows where it is. */
export function virtualBase(f: FunctionLowering, object: Place, slot: number): Place {
  const address = f.mode === 'host' ? 'i64' : 'ptr.generic';
  const self = f.keep(f.addressOf(object));
  const table = f.placeAt(f.keep(f.load(address, f.placeAt(self))));
  return f.placeAt(f.keep(moved(self, f.load('i64', shifted(table, -8 * (slot + 1))))));
}

const moved = (address: Ir, by: Ir): Ir => op(isPointerIr(address.type) ? 'offset' : 'add', [address, by]);

/** The function that the object's table names, and the address of the object as that function takes it. */
export function virtualCallee(f: FunctionLowering, object: Ir, slot: number): { readonly fn: Ir; readonly self: Ir } {
  const address = f.mode === 'host' ? 'i64' : 'ptr.generic';
  const self = f.keep(object);
  const table = f.placeAt(f.keep(f.load(address, f.placeAt(self))));
  const fn = f.keep(f.load(address, shifted(table, headBytes + slotBytes * slot)));
  const delta = f.load('i64', shifted(table, headBytes + slotBytes * slot + 8));
  return { fn, self: f.keep(moved(self, delta)) };
}

/** The whole object of which this is a part. */
export function wholeObject(f: FunctionLowering, object: Ir): Ir {
  const address = f.mode === 'host' ? 'i64' : 'ptr.generic';
  const table = f.placeAt(f.keep(f.load(address, f.placeAt(object))));
  const offset = f.load('i64', shifted(table, 8));
  return f.keep(moved(object, op('sub', [i64(0), offset])));
}
