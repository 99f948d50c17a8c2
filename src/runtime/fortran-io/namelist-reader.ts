/** Namelist input: finds the group, then reads `name(subscripts) = values` until its slash. */
import { IoFailure, ioFailure } from '../../library/io-errors.ts';
import { placeCodes } from '../wide-text.ts';
import { setIntegerAt, setRealAt } from './item-cell.ts';
import {
  type DefinedElement,
  elementAddresses,
  elementBytes,
  elementCodes,
  elementSize,
  type NamelistItem,
  viewOf,
} from './namelist-item.ts';
import { parseInteger, parseReal, parseTruth, plainReal, type RealInput, truncatedReal } from './number-input.ts';
import type { RecordReader } from './record-reader.ts';
import type { EditModes } from './transfer.ts';

/** `wide`: characters of kind 4 from a record's bytes. */
export function* readNamelist(
  group: string,
  items: readonly NamelistItem[],
  records: RecordReader,
  modes: EditModes,
  wide: (bytes: Uint8Array) => Uint32Array,
): Generator<DefinedElement, void> {
  yield* new NamelistReader(items, records, modes, wide).read(group.toLowerCase());
}

type Slot = { readonly item: NamelistItem; readonly address: number; readonly from: number; readonly length: number };

/** One value of a value list, bytes[from, to); undefined: a null value. */
type Value =
  | { readonly bytes: Uint8Array; readonly from: number; readonly to: number; readonly quoted: boolean }
  | undefined;

const nameStart = /[a-z_]/i;
const [equals, leftParen] = [61, 40];
const namePart = /[a-z0-9_%$]/i;

class NamelistReader {
  readonly #items: readonly NamelistItem[];
  readonly #records: RecordReader;
  readonly #separator: string;
  readonly #realInput: RealInput;
  readonly #wide: (bytes: Uint8Array) => Uint32Array;

  constructor(
    items: readonly NamelistItem[],
    records: RecordReader,
    modes: EditModes,
    wide: (bytes: Uint8Array) => Uint32Array,
  ) {
    this.#wide = wide;
    this.#items = items;
    this.#records = records;
    this.#separator = modes.comma ? ';' : ',';
    this.#realInput = { ...plainReal, comma: modes.comma };
  }

  *read(group: string): Generator<DefinedElement, void> {
    this.#findGroup(group);
    for (;;) {
      const c = this.#significant();
      if (c === '/') return;
      if (c === '&' || c === '$') return;
      if (c === this.#separator) this.#records.at += 1;
      else if (nameStart.test(c)) yield* this.#assignment();
      else throw ioFailure(244);
    }
  }

  #findGroup(group: string): void {
    for (;;) {
      const c = this.#peekInRecord();
      if (c === '&' || c === '$') {
        this.#records.at += 1;
        if (this.#name().toLowerCase() === group) return;
      }
      this.#nextRecord(228);
    }
  }

  #nextRecord(number: 228 | 229): void {
    try {
      this.#records.next();
    } catch (error) {
      if (error instanceof IoFailure && error.condition === 'end') throw ioFailure(number);
      throw error;
    }
  }

  /** The character at the position, blanks passed; '' at the end of the record. */
  #peekInRecord(): string {
    const records = this.#records;
    while (isBlank(records.record[records.at])) records.at += 1;
    return this.#here();
  }

  #here(): string {
    const byte = this.#records.record[this.#records.at];
    return byte === undefined ? '' : String.fromCharCode(byte);
  }

  /** The next character that is neither blank nor in a comment, over records. */
  #significant(): string {
    for (;;) {
      const c = this.#peekInRecord();
      if (c !== '' && c !== '!') return c;
      this.#nextRecord(229);
    }
  }

  #name(): string {
    let name = '';
    for (let c = this.#here(); namePart.test(c) && c !== ''; c = this.#here()) {
      name += c;
      this.#records.at += 1;
    }
    return name;
  }

  *#assignment(): Generator<DefinedElement, void> {
    const slots = this.#designator();
    if (this.#significant() !== '=') throw ioFailure(245);
    this.#records.at += 1;
    const first = slots.next();
    if (!first.done && first.value.item.type === 'defined') yield* this.#defined(first.value, slots);
    else this.#values(first, slots);
  }

  /** The procedure reads what it wants of the record; a separator may follow. */
  *#defined(first: Slot, slots: Iterator<Slot>): Generator<DefinedElement, void> {
    for (let slot: IteratorResult<Slot> = { value: first }; !slot.done; slot = slots.next()) {
      const c = this.#significant();
      if (c === '/' || c === '&' || c === '$' || this.#atName()) return;
      yield { item: slot.value.item, address: slot.value.address };
      if (this.#significant() === this.#separator) this.#records.at += 1;
    }
  }

  /** `a`, `a(2)`, `a(2:5, 1)`, `s(1)(2:3)`, `t%b`: the places that the values go to. */
  #designator(): Iterator<Slot> {
    let name = this.#name().toLowerCase();
    const lists: Section[][] = [];
    let outer: Section[] = [];
    for (;;) {
      if (this.#significant() === '(') {
        this.#records.at += 1;
        lists.push(this.#sections());
      } else if (this.#here() === '%') {
        name += this.#name().toLowerCase();
        outer = [...lists.splice(0).flat(), ...outer];
      } else {
        break;
      }
    }
    const item = this.#items.find((i) => i.name.toLowerCase() === name);
    if (!item) return this.#components(name, [...lists.flat(), ...outer]);
    const { subscripts, substring } = assignLists(item, lists, outer);
    const addresses = subscripts ? sectionAddresses(item, subscripts) : elementAddresses(item);
    return slotsOf(item, addresses, substring);
  }

  /** All components of a derived type, in the order of memory: `t = 1, 2.5`, `t(2) = 3, 4.5`. */
  *#components(name: string, outer: readonly Section[]): Generator<Slot> {
    const inside = this.#items.filter((i) => i.name.toLowerCase().startsWith(`${name}%`));
    if (inside.length === 0) throw ioFailure(239);
    const slots = inside.flatMap((item) => {
      const own = item.extents.slice(0, item.extents.length - outer.length).map((): Section => allOf);
      const addresses = outer.length > 0 ? sectionAddresses(item, [...own, ...outer]) : elementAddresses(item);
      return [...slotsOf(item, addresses, undefined)];
    });
    yield* slots.sort((a, b) => a.address - b.address);
  }

  #sections(): Section[] {
    const sections: Section[] = [];
    for (;;) {
      const parts: (number | undefined)[] = [this.#subscript()];
      while (this.#significant() === ':') {
        this.#records.at += 1;
        parts.push(this.#subscript());
      }
      sections.push({ colon: parts.length > 1, first: parts[0], last: parts[1], step: parts[2] ?? 1 });
      const c = this.#significant();
      this.#records.at += 1;
      if (c === ')') return sections;
      if (c !== ',') throw ioFailure(248);
    }
  }

  #subscript(): number | undefined {
    this.#significant();
    const match = /^[+-]?\d+/.exec(this.#rest());
    if (!match) return undefined;
    this.#records.at += match[0].length;
    return Number(match[0]);
  }

  #rest(): string {
    return String.fromCharCode(...this.#records.record.subarray(this.#records.at, this.#records.at + 4096));
  }

  /** `first`: what was taken of the slots already. */
  #values(first: IteratorResult<Slot>, slots: Iterator<Slot>): void {
    let taken: IteratorResult<Slot> | undefined = first;
    const next = (): IteratorResult<Slot> => {
      const slot = taken ?? slots.next();
      taken = undefined;
      return slot;
    };
    let separated = true;
    for (;;) {
      const c = this.#significant();
      if (c === '/' || c === '&' || c === '$' || this.#atName()) return;
      if (c === this.#separator) {
        this.#records.at += 1;
        if (separated) next();
        separated = true;
        continue;
      }
      separated = false;
      const repeat = this.#repeat();
      const value = this.#value();
      for (let i = 0; i < repeat; i += 1) {
        const slot = next();
        if (slot.done) throw ioFailure(233);
        if (value) this.#store(slot.value, value);
      }
    }
  }

  /** Whether `name =`, `name(…) =` or `name%…` stands here: the next assignment, and not a logical value. */
  #atName(): boolean {
    if (!nameStart.test(this.#here())) return false;
    const { record, at } = this.#records;
    let end = at + 1;
    while (end < record.length && isNamePart(record[end]!)) end += 1;
    while (isBlank(record[end])) end += 1;
    if (record[end] !== equals && record[end] !== leftParen) return false;
    return /^[a-z_][a-z0-9_%$]*\s*((\([^)]*\)|%[a-z0-9_%$]+)\s*)*=/i.test(this.#rest());
  }

  #repeat(): number {
    const { record, at } = this.#records;
    let count = 0;
    let end = at;
    for (; isDigit(record[end]); end += 1) count = count * 10 + record[end]! - 48;
    if (end === at || record[end] !== 42) return 1;
    this.#records.at = end + 1;
    return count;
  }

  #value(): Value {
    const c = this.#here();
    if (c === '' || isBlank(c.charCodeAt(0)) || c === this.#separator || c === '/') return undefined;
    if (c === "'" || c === '"') return wholly(this.#quoted(c.charCodeAt(0)), true);
    return c === '(' ? wholly(this.#parenthesized(), false) : this.#bare();
  }

  #quoted(quote: number): Uint8Array {
    const out: number[] = [];
    const records = this.#records;
    records.at += 1;
    for (;;) {
      const byte = records.record[records.at];
      if (byte === undefined) {
        this.#nextRecord(229);
        continue;
      }
      records.at += 1;
      if (byte === quote) {
        if (records.record[records.at] !== quote) return Uint8Array.from(out);
        records.at += 1;
      }
      out.push(byte);
    }
  }

  #parenthesized(): Uint8Array {
    const out: number[] = [];
    for (;;) {
      const c = this.#significant();
      this.#records.at += 1;
      out.push(c.charCodeAt(0));
      if (c === ')') return Uint8Array.from(out);
    }
  }

  /** In the record, which stays until all that it repeats is stored. */
  #bare(): Value {
    const { record, at } = this.#records;
    let end = at;
    while (end < record.length && !this.#endsValue(record[end]!)) end += 1;
    this.#records.at = end;
    return { bytes: record, from: at, to: end, quoted: false };
  }

  #endsValue(byte: number): boolean {
    return isBlank(byte) || byte === this.#separator.charCodeAt(0) || byte === 47 || byte === 33;
  }

  #store(slot: Slot, value: NonNullable<Value>): void {
    const { item, address } = slot;
    const { bytes, from, to } = value;
    if (item.type === 'wide') {
      placeCodes(
        elementCodes(item, address).subarray(slot.from, slot.from + slot.length),
        this.#wide(bytes.subarray(from, to)),
      );
      return;
    }
    if (item.type === 'character') {
      const part = elementBytes(item, address).subarray(slot.from, slot.from + slot.length);
      part.fill(32);
      part.set(bytes.subarray(from, Math.min(to, from + part.length)));
      return;
    }
    if (value.quoted) throw ioFailure(231);
    const { kind, type } = item;
    const view = viewOf(item);
    if (type === 'integer') setIntegerAt(view, address, kind, this.#integer(bytes, from, to, kind));
    else if (type === 'logical') setIntegerAt(view, address, kind, known(parseTruth(bytes, from, to, kind)) ? 1 : 0);
    else if (type === 'complex') this.#complex(view, address, kind, bytes.subarray(from, to));
    else setRealAt(view, address, kind, this.#real(bytes, from, to, kind));
  }

  #integer(bytes: Uint8Array, from: number, to: number, kind: number): bigint | number {
    const value = parseInteger(bytes, from, to, kind, false);
    return value ?? known(truncatedReal(this.#real(bytes, from, to, 8), kind));
  }

  #real(bytes: Uint8Array, from: number, to: number, kind: number): number {
    return known(parseReal(bytes, from, to, kind, this.#realInput));
  }

  #complex(view: DataView, address: number, kind: number, bytes: Uint8Array): void {
    const middle = bytes.indexOf(this.#separator.charCodeAt(0));
    if (bytes[0] !== 40 || middle < 0) throw ioFailure(231);
    const both = [this.#real(bytes, 1, middle, kind), this.#real(bytes, middle + 1, bytes.length - 1, kind)] as const;
    setRealAt(view, address, kind, both[0]);
    setRealAt(view, address + kind, kind, both[1]);
  }
}

type Section = {
  readonly colon: boolean;
  readonly first: number | undefined;
  readonly last: number | undefined;
  readonly step: number;
};

const allOf: Section = { colon: true, first: undefined, last: undefined, step: 1 };

/** Which parenthesized lists are subscripts (a component's own come first, then its parents'), and which a substring. */
function assignLists(
  item: NamelistItem,
  lists: readonly Section[][],
  outer: readonly Section[],
): { readonly subscripts: readonly Section[] | undefined; readonly substring: Section | undefined } {
  const own = item.extents.length > outer.length && lists.length > 0;
  const rest = own ? lists.slice(1) : lists;
  // `x(1)%list`: all elements of the component.
  const whole = item.extents.slice(0, item.extents.length - outer.length).map((): Section => allOf);
  const subscripts = own ? [...lists[0]!, ...outer] : outer.length > 0 ? [...whole, ...outer] : undefined;
  if (rest.length === 0) return { subscripts, substring: undefined };
  const [first, ...more] = rest;
  if ((item.type !== 'character' && item.type !== 'wide') || first!.length !== 1 || more.length > 0)
    throw ioFailure(248);
  return { subscripts, substring: first![0] };
}

/** Elements of a section; a single element starts a run over the rest of the array, as values may go on from there. */
function* sectionAddresses(item: NamelistItem, sections: readonly Section[]): Generator<number> {
  if (sections.length !== item.extents.length) throw ioFailure(248);
  if (sections.every((s) => !s.colon)) return yield* runFrom(item, sections);
  const ranges = sections.map((s, d) => {
    const lower = item.lower[d]!;
    const from = s.first ?? lower;
    const to = s.colon ? (s.last ?? lower + item.extents[d]! - 1) : from;
    return { from: from - lower, count: Math.floor((to - from) / s.step) + 1, step: s.step };
  });
  for (const [d, r] of ranges.entries()) {
    const last = r.from + (r.count - 1) * r.step;
    if (r.from < 0 || last < 0 || r.from >= item.extents[d]! || last >= item.extents[d]!) throw ioFailure(248);
  }
  yield* elementAddresses({
    ...item,
    address: ranges.reduce((sum, r, d) => sum + r.from * item.strides[d]!, item.address),
    extents: ranges.map((r) => r.count),
    strides: ranges.map((r, d) => r.step * item.strides[d]!),
  });
}

function* runFrom(item: NamelistItem, sections: readonly Section[]): Generator<number> {
  let skip = 0;
  let size = 1;
  for (const [d, s] of sections.entries()) {
    const index = (s.first ?? item.lower[d]!) - item.lower[d]!;
    if (index < 0 || index >= item.extents[d]!) throw ioFailure(248);
    skip += index * size;
    size *= item.extents[d]!;
  }
  let i = 0;
  for (const address of elementAddresses(item)) {
    if (i >= skip) yield address;
    i += 1;
  }
}

function* slotsOf(item: NamelistItem, addresses: Iterable<number>, substring: Section | undefined): Generator<Slot> {
  const size = item.type === 'wide' ? item.kind / 4 : elementSize(item);
  const from = (substring?.first ?? 1) - 1;
  const to = substring ? (substring.last ?? (substring.colon ? size : from + 1)) : size;
  if (from < 0 || to > size) throw ioFailure(248);
  for (const address of addresses) yield { item, address, from, length: Math.max(to - from, 0) };
}

function wholly(bytes: Uint8Array, quoted: boolean): Value {
  return { bytes, from: 0, to: bytes.length, quoted };
}

/** `%` and what a name consists of. */
function isNamePart(byte: number): boolean {
  const letter = byte | 32;
  return (letter >= 97 && letter <= 122) || isDigit(byte) || byte === 95 || byte === 37 || byte === 36;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 48 && byte <= 57;
}

function known<Kind>(value: Kind | undefined): Kind {
  if (value === undefined) throw ioFailure(231);
  return value;
}

function isBlank(byte: number | undefined): boolean {
  return byte === 32 || byte === 9 || byte === 13;
}
