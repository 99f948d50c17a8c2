/** Copies of whole objects from and to slots, and slots filled with zeros, become copies and stores of their cells, so that the slots can be promoted. */
import { i64, op } from '../../ir/build.ts';
import type { Expression, Fn, Local, Statement } from '../../ir/module.ts';
import { isPointer, loadedType, sizeOf } from '../../ir/types.ts';
import { setsIn } from '../../ir/uniformity.ts';
import {
  changeBodies,
  changeStatement,
  eachStatement,
  replaceEach,
  someExpression,
  someStatement,
} from '../../ir/walk.ts';
import { substituted } from './fold.ts';
import { loadPieces, storePieces } from './pieces.ts';
import { type Cell, cellsOfSlots, type Place, placeOf } from './slot-cells.ts';

type Copy = Extract<Statement, { readonly kind: 'copy' }>;
type Fill = Extract<Statement, { readonly kind: 'fill' }>;
/** `align`: of both addresses. */
type Move = {
  readonly bytes: number;
  readonly to: Place | undefined;
  readonly from: Place | undefined;
  readonly align: number;
};

/** Larger objects stay in memory. */
const mostBytes = 256;

/** Locals set once to the address of a slot, or to the number of one (objects of C++), are replaced by it. */
export function forwardSlots(fn: Fn): Fn {
  const counts = setsIn(fn);
  const values = new Map<number, Expression>();
  const isOfSlot = (e: Expression): boolean => e.kind === 'slot' || (e.kind === 'local' && values.has(e.index));
  eachStatement(fn.body, (s) => {
    if (s.kind !== 'set' || counts[s.local] !== 1 || s.local < fn.params) return;
    if (!someExpression(s.value, isOfSlot)) return;
    const value = substituted(s.value, values);
    const address = value.kind === 'op' && value.op === 'to.address' ? value.args[0]! : value;
    if (placeOf(address, 0)) values.set(s.local, value);
  });
  if (values.size === 0) return fn;
  const list = (body: readonly Statement[]): readonly Statement[] =>
    replaceEach(body, (s) => (s.kind === 'set' && values.has(s.local) ? [] : changeStatement(s, mapping)));
  const mapping = { expression: (e: Expression): Expression => substituted(e, values), body: list };
  return { ...fn, body: list(fn.body) };
}

/** What a target takes of a load or store: any address, or multiples of its size alone. */
export type Accesses = 'any' | 'aligned';

export function splitCopies(fn: Fn, accesses: Accesses): Fn {
  if (!someStatement(fn.body, (s) => moveOf(s) !== undefined)) return fn;
  const cells = cellsOfSlots(fn, (s) => moveOf(s) !== undefined);
  const moves: Move[] = [];
  eachStatement(fn.body, (s) => {
    const move = moveOf(s);
    if (move) moves.push(move);
  });
  share(cells, moves);
  for (const m of moves)
    for (const p of [m.to, m.from]) {
      if (p && cells.has(p.slot)) {
        const { align } = fn.slots[p.slot]!;
        fill(cells, p, m.bytes, accesses === 'any' ? align : Math.min(align, m.align));
      }
      share(cells, moves);
    }
  const locals: Local[] = [...fn.locals];
  const list = (body: readonly Statement[]): readonly Statement[] =>
    replaceEach(body, (s) => {
      const move = moveOf(s);
      if ((s.kind !== 'copy' && s.kind !== 'fill') || !move) return changeBodies(s, list);
      const place = [move.to, move.from].find((p) => p && cells.has(p.slot));
      if (s.kind === 'fill') return place ? zeros(s, move, cells.get(place.slot)!, place.offset) : s;
      if (!place) return s;
      const isCell = (p: Place | undefined): boolean => p !== undefined && cells.has(p.slot);
      const widest = (p: Place | undefined): number => (accesses === 'any' || isCell(p) ? 8 : move.align);
      const width = { to: widest(move.to), from: widest(move.from) };
      return split(s, move, cells.get(place.slot)!, place.offset, locals, width);
    });
  const body = list(fn.body);
  return body === fn.body ? fn : { ...fn, body, locals };
}

/** A copy of few bytes, known in number, with a slot on one side or two slots; or so many zeros into a slot. */
function moveOf(s: Statement): Move | undefined {
  if (s.kind === 'fill') {
    const to = placeOf(s.to, 0);
    const zero = s.byte.kind === 'const' && s.byte.value === 0;
    return to && zero && s.bytes.kind === 'const' && Number(s.bytes.value) <= mostBytes
      ? { bytes: Number(s.bytes.value), to, from: undefined, align: 8 }
      : undefined;
  }
  if (s.kind !== 'copy' || s.bytes.kind !== 'const') return undefined;
  const bytes = Number(s.bytes.value);
  const [to, from] = [placeOf(s.to, 0), placeOf(s.from, 0)];
  if ((!to && !from) || bytes > mostBytes || to?.slot === from?.slot) return undefined;
  return { bytes, to, from, align: s.align ?? 1 };
}

function insideOf(c: Cell, p: Place, bytes: number): 'all' | 'none' | 'part' {
  const [first, end] = [c.offset, c.offset + sizeOf(c.memory)];
  if (end <= p.offset || first >= p.offset + bytes) return 'none';
  return first >= p.offset && end <= p.offset + bytes ? 'all' : 'part';
}

/** What one slot of a copy has as a cell, the other has too; slots whose cells do not fit are taken out. */
function share(cells: Map<number, Cell[]>, moves: readonly Move[]): void {
  for (let changed = true; changed; ) {
    changed = false;
    for (const { bytes, to, from } of moves)
      for (const [a, b] of [
        [to, from],
        [from, to],
      ])
        if (a && cells.has(a.slot) && give(cells, a, b, bytes)) changed = true;
  }
}

function give(cells: Map<number, Cell[]>, a: Place, b: Place | undefined, bytes: number): boolean {
  let changed = false;
  for (const c of cells.get(a.slot) ?? []) {
    const inside = insideOf(c, a, bytes);
    if (inside === 'part') return cells.delete(a.slot);
    if (inside === 'none' || !b) continue;
    const other = cells.get(b.slot);
    const offset = c.offset - a.offset + b.offset;
    if (!other || other.some((x) => x.offset === offset && x.memory === c.memory)) continue;
    if (other.some((x) => x.offset < offset + sizeOf(c.memory) && offset < x.offset + sizeOf(x.memory))) {
      cells.delete(a.slot);
      return cells.delete(b.slot);
    }
    other.push({ offset, memory: c.memory });
    changed = true;
  }
  return changed;
}

const fillers = ['i64', 'i32', 'i16', 'i8'] as const;

/** Bytes that no cell names are copied too. */
function fill(cells: Map<number, Cell[]>, p: Place, bytes: number, align: number): void {
  const list = cells.get(p.slot)!;
  let at = p.offset;
  const end = p.offset + bytes;
  while (at < end) {
    const here = list.find((c) => c.offset <= at && at < c.offset + sizeOf(c.memory));
    if (here) {
      at = here.offset + sizeOf(here.memory);
      continue;
    }
    const next = Math.min(end, ...list.filter((c) => c.offset > at).map((c) => c.offset));
    const memory = fillers.find((m) => sizeOf(m) <= align && at % sizeOf(m) === 0 && at + sizeOf(m) <= next)!;
    list.push({ offset: at, memory });
    at += sizeOf(memory);
  }
}

/** `width`: bytes that an access of either side may have. */
function split(
  s: Copy,
  move: Move,
  cells: readonly Cell[],
  start: number,
  locals: Local[],
  width: { readonly to: number; readonly from: number },
): readonly Statement[] {
  const out: Statement[] = [];
  const at = s.at && { at: s.at };
  const address = (e: Expression, known: Place | undefined): Expression => {
    if (known || e.kind === 'local') return e;
    locals.push({ name: 'object', type: e.type });
    out.push({ kind: 'set', local: locals.length - 1, value: e, ...at });
    return { kind: 'local', type: e.type, index: locals.length - 1 };
  };
  const [to, from] = [address(s.to, move.to), address(s.from, move.from)];
  const here = { slot: 0, offset: start };
  for (const c of cells.filter((x) => insideOf(x, here, move.bytes) === 'all').sort((a, b) => a.offset - b.offset)) {
    const by = c.offset - start;
    const value = loadPieces(c.memory, shifted(from, by), width.from);
    if (sizeOf(c.memory) <= width.to) {
      out.push({ kind: 'store', memory: c.memory, to: shifted(to, by), offset: 0, value, ...at });
      continue;
    }
    const cell = { kind: 'local', type: value.type, index: locals.length } as const;
    locals.push({ name: 'cell', type: value.type });
    out.push({ kind: 'set', local: cell.index, value, ...at });
    for (const store of storePieces(c.memory, shifted(to, by), cell, width.to)) out.push({ ...store, ...at });
  }
  return out;
}

function zeros(s: Fill, move: Move, cells: readonly Cell[], start: number): readonly Statement[] {
  const here = { slot: 0, offset: start };
  return cells
    .filter((c) => insideOf(c, here, move.bytes) === 'all')
    .map((c): Statement => {
      const type = loadedType(c.memory);
      const value: Expression = { kind: 'const', type, value: type === 'i64' || isPointer(type) ? 0n : 0 };
      const to = shifted(s.to, c.offset - start);
      return { kind: 'store', memory: c.memory, to, offset: 0, value, ...(s.at && { at: s.at }) };
    });
}

function shifted(e: Expression, by: number): Expression {
  return by === 0 ? e : op('offset', [e, i64(by)]);
}
