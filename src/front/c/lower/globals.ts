/** Static data: bytes, and addresses that the linker puts in. */
import type { Global } from '../../../ir/module.ts';
import { type Address, constantAddress } from '../parse/constants.ts';
import type { Expression, FunctionSymbol, Initial, VariableSymbol } from '../tree.ts';
import { alignOf, type Field, sizeOf, type Type, underlying } from '../types.ts';
import type { Mode } from './represent.ts';

export interface Relocated {
  textSymbol(bytes: Uint8Array, mode: Mode, align?: number): string;
  functionSymbolIn(fn: FunctionSymbol, mode: Mode): string;
  newName(word: string): string;
  addGlobal(g: Global): void;
  use(v: VariableSymbol): void;
}

const placements = {
  static: 'host',
  device: 'global',
  constant: 'constant',
  shared: 'shared',
  managed: 'managed',
  automatic: 'host',
  parameter: 'host',
  'dynamic-shared': 'shared',
} as const;

export function globalOf(v: VariableSymbol, unit: Relocated): Global {
  const placement = placements[v.placement];
  const size = sizeWith(v);
  const linkage = !v.defined ? 'extern' : v.shared || (v.tentative && !v.initial) ? 'common' : 'define';
  const data = new Data(
    size,
    unit,
    placement === 'host' || placement === 'managed' ? 'host' : 'device',
    placement === 'host' ? 'host' : 'device',
  );
  if (v.initial && v.placement !== 'shared') data.put(v.initial, v.type, 0);
  return {
    name: v.symbol,
    placement,
    size,
    align: Math.max(alignOf(v.type), v.align ?? 1, size >= 16 ? 16 : 1),
    linkage,
    ...data.result(),
  };
}

/** Elements of an array without a count at the end of a structure lie behind it. */
function sizeWith(v: VariableSymbol): number {
  const size = sizeOf(v.type) ?? 0;
  if (v.initial?.kind !== 'list' || v.type.kind !== 'record') return size;
  const last = v.type.record.fields.at(-1)?.type;
  if (last?.kind !== 'array' || last.count) return size;
  const ends = v.initial.parts.map(
    (q) => q.offset + (q.value.kind === 'text' ? q.value.bytes.length : (sizeOf(q.type) ?? 0)),
  );
  return ends.reduce((a, b) => Math.max(a, b), size);
}

class Data {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #unit: Relocated;
  readonly #mode: Mode;
  /** Whose functions the addresses are of. */
  readonly #code: Mode;
  readonly #relocations: { offset: number; symbol: string; addend: number }[] = [];

  constructor(size: number, unit: Relocated, mode: Mode, code = mode) {
    this.#bytes = new Uint8Array(size);
    this.#view = new DataView(this.#bytes.buffer);
    this.#unit = unit;
    this.#mode = mode;
    this.#code = code;
  }

  result(): Pick<Global, 'init' | 'relocations'> {
    const isEmpty = this.#bytes.every((b) => b === 0);
    const relocations = this.#relocations.filter((r, i, all) => all.findLastIndex((o) => o.offset === r.offset) === i);
    return {
      init: isEmpty ? [] : [{ offset: 0, bytes: this.#bytes }],
      ...(relocations.length > 0 && { relocations }),
    };
  }

  put(initial: Initial, type: Type, offset: number): void {
    if (initial.kind === 'value') {
      this.#value(initial.value, type, offset);
      return;
    }
    if (initial.kind === 'each') return;
    for (const part of initial.parts) this.#value(part.value, part.type, offset + part.offset, part.field);
  }

  #value(e: Expression, type: Type, offset: number, field?: Field): void {
    if (e.kind === 'text')
      return void this.#bytes.set(e.bytes.subarray(0, Math.max(0, this.#bytes.length - offset)), offset);
    if (e.kind === 'object') {
      this.put(e.initial, e.type, offset);
      return;
    }
    if (e.kind === 'number') {
      this.#number(e.value, type, offset, field);
      return;
    }
    const address = constantAddress(e);
    if (address) this.#address(address, offset);
  }

  #number(value: number | bigint, type: Type, offset: number, field?: Field): void {
    const t = underlying(type);
    const size = sizeOf(t) ?? 4;
    if (!field?.bits && offset + size > this.#bytes.length) return;
    if (t.kind === 'float') {
      if (size === 4) this.#view.setFloat32(offset, Number(value), true);
      else if (size === 2) this.#view.setUint16(offset, halfBits(Number(value)), true);
      else this.#view.setFloat64(offset, Number(value), true);
      return;
    }
    const whole = typeof value === 'bigint' ? value : BigInt(Math.trunc(value));
    if (field?.bits) {
      this.#bits(whole, offset, field.bits);
      return;
    }
    for (let i = 0; i < size; i++) this.#bytes[offset + i] = Number((whole >> BigInt(8 * i)) & 255n);
  }

  #bits(value: bigint, offset: number, bits: NonNullable<Field['bits']>): void {
    for (let i = 0; i < bits.width; i++) {
      const at = bits.from + i;
      const byte = offset + (at >> 3);
      const mask = 1 << (at & 7);
      const old = this.#bytes[byte] ?? 0;
      this.#bytes[byte] = (value >> BigInt(i)) & 1n ? old | mask : old & ~mask;
    }
  }

  #address(a: Address, offset: number): void {
    const symbol = this.#symbolOf(a);
    if (symbol === undefined) this.#view.setBigInt64(offset, BigInt(a.offset), true);
    else this.#relocations.push({ offset, symbol, addend: a.offset });
  }

  #symbolOf(a: Address): string | undefined {
    if (a.text) return this.#unit.textSymbol(a.text, this.#mode);
    if (a.object) {
      const name = this.#unit.newName('object');
      const data = new Data(sizeOf(a.object.type) ?? 0, this.#unit, this.#mode, this.#code);
      data.put(a.object.initial, a.object.type, 0);
      this.#unit.addGlobal({
        name,
        placement: this.#mode === 'host' ? 'host' : 'global',
        size: sizeOf(a.object.type) ?? 0,
        align: 16,
        linkage: 'define',
        ...data.result(),
      });
      return name;
    }
    if (a.fn) return this.#unit.functionSymbolIn(a.fn, this.#code);
    if (a.variable) this.#unit.use(a.variable);
    return a.symbol;
  }
}

function halfBits(x: number): number {
  const cell = new DataView(new ArrayBuffer(4));
  cell.setFloat32(0, x);
  const bits = cell.getUint32(0);
  const sign = (bits >>> 16) & 0x8000;
  const size = Math.abs(x);
  if (Number.isNaN(x)) return 0x7e00;
  if (size >= 65520) return sign | 0x7c00;
  if (size < 2 ** -14) return sign | evenRound(size * 2 ** 24);
  const exponent = Math.floor(Math.log2(size));
  const part = evenRound((size / 2 ** exponent - 1) * 1024);
  return sign | (((exponent + 15) << 10) + part);
}

function evenRound(x: number): number {
  const down = Math.floor(x);
  const rest = x - down;
  return rest < 0.5 || (rest === 0.5 && down % 2 === 0) ? down : down + 1;
}
