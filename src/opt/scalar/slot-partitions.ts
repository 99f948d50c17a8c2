/**
 * Cells of a slot that are written as one type and read as another, or in parts: all their accesses become accesses of the whole cell, of one type, so that it can be a local. Structures that
 * come by value are such (whole words come, fields are read), and so are unions, `transfer` and `equivalence`.
 */
import { i32, i64, load, op } from '../../ir/build.ts';
import type { Expression, Fn, Statement } from '../../ir/module.ts';
import { isPointer, loadedType, type MemoryType, sizeOf } from '../../ir/types.ts';
import {
  changeBodies,
  changeStatement,
  eachPartOf,
  eachStatement,
  mapEach,
  mapExpression,
  replaceEach,
} from '../../ir/walk.ts';
import { type Cell, type Place, placeOf } from './slot-cells.ts';

type Integer = 'i8' | 'i16' | 'i32' | 'i64';
const integers: Readonly<Record<number, Integer>> = { 1: 'i8', 2: 'i16', 4: 'i32', 8: 'i64' };

export function mergePartitions(given: Fn): Fn {
  if (given.slots.length === 0) return given;
  const fn = splitConstants(given);
  const partitions = partitionsOf(fn);
  if (partitions.size === 0) return fn;
  const find = (address: Expression, offset: number, memory: MemoryType): Part | undefined => {
    const place = placeOf(address, offset);
    const cell = place && partitions.get(place.slot)?.find((c) => covers(c, place.offset, memory));
    if (!place || !cell || (cell.offset === place.offset && cell.memory === memory)) return undefined;
    return { cell, memory, from: place.offset - cell.offset, to: slotOf(address) };
  };
  const expression = (e: Expression): Expression =>
    mapExpression(e, (x) => {
      const part = x.kind === 'load' ? find(x.from, x.offset, x.memory) : undefined;
      return part ? partOf(part) : x;
    });
  const statement = (s: Statement): Statement => {
    const part = s.kind === 'store' ? find(s.to, s.offset, s.memory) : undefined;
    if (s.kind !== 'store' || !part) return changeStatement(s, mapping);
    const { cell, to } = part;
    const value = withPart(part, expression(s.value));
    return { kind: 'store', memory: cell.memory, to, offset: cell.offset, value, ...(s.at && { at: s.at }) };
  };
  const list = (body: readonly Statement[]): readonly Statement[] => mapEach(body, statement);
  const mapping = { expression, body: list };
  return { ...fn, body: list(fn.body) };
}

/** Stores of a constant over several whole cells that others load and store one by one (arrays that begin as zeros): a store for each. */
function splitConstants(fn: Fn): Fn {
  const wide = new Set<Statement>();
  eachStatement(fn.body, (s) => {
    if (s.kind === 'store' && isWholeConstant(s.value) && !s.volatile && placeOf(s.to, s.offset)) wide.add(s);
  });
  if (wide.size === 0) return fn;
  const { cells, escaped } = handedOn(accessesOf(fn, wide));
  const list = (body: readonly Statement[]): readonly Statement[] =>
    replaceEach(body, (s) => {
      const place = s.kind === 'store' && wide.has(s) ? placeOf(s.to, s.offset) : undefined;
      if (s.kind !== 'store' || !place) return changeBodies(s, list);
      const within = escaped.has(place.slot) ? undefined : tiling(cells.get(place.slot) ?? [], place, sizeOf(s.memory));
      return within?.map((c) => storeOfPart(s, c.memory, c.offset - place.offset)) ?? s;
    });
  const body = list(fn.body);
  return body === fn.body ? fn : { ...fn, body };
}

const isWholeConstant = (e: Expression): boolean => e.kind === 'const' && (e.type === 'i32' || e.type === 'i64');

/** The cells that lie side by side in `bytes` from a place and fill it; undefined where there are not several, or any that lie otherwise. */
function tiling(cells: readonly Cell[], { offset }: Place, bytes: number): readonly Cell[] | undefined {
  const end = offset + bytes;
  const met = cells.filter((c) => c.offset < end && offset < c.offset + sizeOf(c.memory));
  let next = offset;
  for (const c of met.sort((a, b) => a.offset - b.offset)) {
    if (c.offset !== next) return undefined;
    next += sizeOf(c.memory);
  }
  return met.length > 1 && next === end ? met : undefined;
}

function storeOfPart(s: Extract<Statement, { kind: 'store' }>, memory: MemoryType, from: number): Statement {
  const constant = s.value.kind === 'const' ? BigInt(s.value.value) : 0n;
  const part = BigInt.asIntN(8 * sizeOf(memory), constant >> BigInt(8 * from));
  const bits = sizeOf(memory) === 8 ? i64(part) : i32(Number(part));
  return { ...s, memory, offset: s.offset + from, value: asType(memory, bits) };
}

/** What an access has of a cell, `from` so many bytes on. */
type Part = { readonly cell: Cell; readonly memory: MemoryType; readonly from: number; readonly to: Expression };

function slotOf(address: Expression): Expression {
  return address.kind === 'op' ? slotOf(address.args[0]!) : address;
}

function covers(c: Cell, offset: number, memory: MemoryType): boolean {
  return c.offset <= offset && offset + sizeOf(memory) <= c.offset + sizeOf(c.memory);
}

/** Cells of slots that nothing but loads, stores, copies and fills name, where accesses overlap and one aligned cell holds all of them. */
function partitionsOf(fn: Fn): ReadonlyMap<number, readonly Cell[]> {
  const { cells, escaped } = handedOn(accessesOf(fn));
  const found = new Map<number, readonly Cell[]>();
  for (const [slot, list] of cells) {
    const merged = escaped.has(slot) ? undefined : mergedCells(list);
    if (merged?.some((c) => !list.includes(c) || overlapped(c, list))) found.set(slot, merged);
  }
  return found;
}

/** What is read in parts behind a copy is so before it, too. */
function handedOn(found: Accesses): Accesses {
  const { cells, copies } = found;
  for (let changed = copies.length > 0; changed; )
    changed = copies.some(({ to, from, bytes }) => hand(cells, from, to, bytes) || hand(cells, to, from, bytes));
  return found;
}

type Copied = { readonly to: Place; readonly from: Place; readonly bytes: number };
type Accesses = {
  readonly cells: Map<number, Cell[]>;
  readonly escaped: ReadonlySet<number>;
  readonly copies: readonly Copied[];
};

function accessesOf(fn: Fn, without: ReadonlySet<Statement> = new Set()): Accesses {
  const cells = new Map<number, Cell[]>();
  const escaped = new Set<number>();
  const copies: Copied[] = [];
  const access = (place: Place, memory: MemoryType, isPlain: boolean): void => {
    if (!isPlain || memory === 'f16') escaped.add(place.slot);
    add(cells, place.slot, { offset: place.offset, memory });
  };
  const visit = (e: Expression): void => {
    const place = e.kind === 'load' ? placeOf(e.from, e.offset) : undefined;
    if (e.kind === 'slot') escaped.add(e.index);
    else if (e.kind === 'load' && place) access(place, e.memory, e.volatile !== true);
    else if (e.kind === 'load') visit(e.from);
    else if (e.kind === 'op') for (const a of e.args) visit(a);
  };
  eachStatement(fn.body, (s) => {
    if (without.has(s)) return;
    const place = s.kind === 'store' ? placeOf(s.to, s.offset) : undefined;
    if (s.kind === 'store' && place) {
      access(place, s.memory, s.volatile !== true);
      visit(s.value);
      return;
    }
    const moved = s.kind === 'copy' ? [s.to, s.from] : s.kind === 'fill' ? [s.to] : [];
    eachPartOf(s, (e) => {
      if (!moved.includes(e) || !placeOf(e, 0)) visit(e);
    });
    if (s.kind !== 'copy' || s.bytes.kind !== 'const') return;
    const [to, from] = [placeOf(s.to, 0), placeOf(s.from, 0)];
    if (to && from && to.slot !== from.slot) copies.push({ to, from, bytes: Number(s.bytes.value) });
  });
  return { cells, escaped, copies };
}

/** Whether the slot had no such access. */
function add(cells: Map<number, Cell[]>, slot: number, { offset, memory }: Cell): boolean {
  const list = cells.get(slot) ?? [];
  cells.set(slot, list);
  if (list.some((c) => c.offset === offset && c.memory === memory)) return false;
  list.push({ offset, memory });
  return true;
}

/** The accesses of what is copied, as those of where it goes; whether some are new there. */
function hand(cells: Map<number, Cell[]>, a: Place, b: Place, bytes: number): boolean {
  let changed = false;
  for (const { offset, memory } of [...(cells.get(a.slot) ?? [])])
    if (offset >= a.offset && offset + sizeOf(memory) <= a.offset + bytes)
      changed = add(cells, b.slot, { offset: offset - a.offset + b.offset, memory }) || changed;
  return changed;
}

const overlapped = (c: Cell, list: readonly Cell[]): boolean =>
  list.some((x) => x !== c && x.offset < c.offset + sizeOf(c.memory) && c.offset < x.offset + sizeOf(x.memory));

/** One cell for all that overlap; undefined where some such cell would be no aligned one of 8 bytes or less. */
function mergedCells(list: readonly Cell[]): readonly Cell[] | undefined {
  const merged: Cell[] = [];
  for (const c of [...list].sort((a, b) => a.offset - b.offset || sizeOf(b.memory) - sizeOf(a.memory))) {
    const last = merged.at(-1);
    const end = c.offset + sizeOf(c.memory);
    if (!last || last.offset + sizeOf(last.memory) <= c.offset) merged.push(c);
    else if (last.offset + sizeOf(last.memory) < end || isNear(last.memory) || isNear(c.memory)) return undefined;
    else merged[merged.length - 1] = asInteger(last);
  }
  return merged.every((c) => c.offset % sizeOf(c.memory) === 0) ? merged : undefined;
}

/** Pointers whose bits say nothing beyond their own space. */
const isNear = (memory: MemoryType): boolean =>
  isPointer(memory) && !['ptr.global', 'ptr.generic', 'ptr.host'].includes(memory);

function asInteger(c: Cell): Cell {
  const memory = integers[sizeOf(c.memory)]!;
  return c.memory === memory ? c : { offset: c.offset, memory };
}

const isWide = (memory: MemoryType): boolean => sizeOf(memory) === 8;
const amount = (wide: boolean, bits: number): Expression => (wide ? i64(bits) : i32(bits));

/** What a load of the part gives. */
function partOf({ cell, memory, from, to }: Part): Expression {
  const whole = bitsOf(cell.memory, load(cell.memory, at(to, cell.offset)));
  const moved = from === 0 ? whole : op('shr.u', [whole, amount(isWide(cell.memory), 8 * from)]);
  const bits = isWide(cell.memory) && !isWide(memory) ? op('wrap', [moved]) : moved;
  return asType(memory, bits);
}

/** The cell with `value` in place of the part. */
function withPart({ cell, memory, from, to }: Part, value: Expression): Expression {
  const wide = isWide(cell.memory);
  const [size, all] = [sizeOf(memory), sizeOf(cell.memory)];
  const bits = bitsOf(memory, value);
  if (size === all) return asType(cell.memory, bits);
  const ones = (1n << BigInt(8 * size)) - 1n;
  const constant = (x: bigint): Expression => (wide ? i64(BigInt.asIntN(64, x)) : i32(Number(BigInt.asIntN(32, x))));
  const widened = wide ? op('extend.u', [bits]) : bits;
  const part = size < 4 ? op('and', [widened, constant(ones)]) : widened;
  const placed = from === 0 ? part : op('shl', [part, amount(wide, 8 * from)]);
  const rest = op('and', [load(cell.memory, at(to, cell.offset)), constant(~(ones << BigInt(8 * from)))]);
  return op('or', [rest, placed]);
}

/** A value in memory as a whole number of its size: of 32 bits or 64. */
function bitsOf(memory: MemoryType, value: Expression): Expression {
  if (isPointer(memory)) return op('to.address', [value]);
  return memory === 'f32' || memory === 'f64' ? op('bitcast', [value], isWide(memory) ? 'i64' : 'i32') : value;
}

function asType(memory: MemoryType, bits: Expression): Expression {
  if (memory === 'i8') return op('sign8', [bits]);
  if (memory === 'i16') return op('sign16', [bits]);
  if (isPointer(memory)) return op('from.address', [bits], memory);
  const type = loadedType(memory);
  return type === 'f32' || type === 'f64' ? op('bitcast', [bits], type) : bits;
}

const at = (to: Expression, by: number): Expression => (by === 0 ? to : op('offset', [to, i64(by)]));
