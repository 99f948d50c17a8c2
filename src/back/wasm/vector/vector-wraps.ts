/** Vectors of cells at places in rows, one row after another (`wrapped-places.ts`). */
import type { Expression } from '../../../ir/module.ts';
import { sizeOf } from '../../../ir/types.ts';
import { keyOf } from '../../../ir/value-key.ts';
import { addAddress, addressConst, offsetAddress } from '../encode/address-code.ts';
import { emitAddress, getLocal, i32const, setLocal } from '../expression.ts';
import { guardBytes } from '../layout.ts';
import { VectorAddresses } from './vector-addresses.ts';
import { lane, vectorRows } from './vector-rows.ts';
import { wholeLanes } from './vector-splats.ts';
import { type Counted, type WrappedPlace, wrappedPlace } from './wrapped-places.ts';

type Load = Extract<Expression, { kind: 'load' }>;
/** Of each part the index of the first cell and, where rows lie apart, the number of its row. */
type Firsts = { readonly cells: readonly number[]; readonly rows: readonly number[] };

/** Bytes that a chunk may reach over: memory goes on so far behind all data (`runtime/heap.ts`). */
const furthest = 1 << 14;

export abstract class VectorWraps extends VectorAddresses {
  protected wrapOf(e: Load): WrappedPlace | undefined {
    if (e.volatile || !wholeLanes.has(e.memory) || this.lanes.strideOf(e.from) !== undefined) return undefined;
    const size = sizeOf(e.memory);
    const found = wrappedPlace(e.from, 16 / size, this.lanes, this.f.side.address);
    if (!found || (found.bytes !== size && found.bytes !== 0)) return undefined;
    const rows = 2 + this.width / found.cells;
    return rows * (found.cells * size + Math.abs(found.row)) <= furthest ? found : undefined;
  }

  /** What several loads have in common. */
  protected prepareWrapped(wrap: WrappedPlace, lanes: number, parts: number): void {
    this.firstsOf(wrap, lanes, parts);
    this.passed(wrap, lanes, parts);
  }

  /** Of each part two vectors: of the second, from the next row, come the lanes that have passed the end of the first. */
  protected loadWrapped(e: Load, wrap: WrappedPlace, parts: readonly number[]): void {
    const size = sizeOf(e.memory) === 8 ? 8 : 4;
    const lanes = 16 / size;
    const masks = this.passed(wrap, lanes, parts.length);
    const start = this.startOf(e, wrap);
    const further = wrap.row - wrap.bytes * wrap.cells;
    const [low, place] = [Math.min(0, further), this.f.code.local(this.f.side.address)];
    const vector = (offset: number): void => {
      getLocal(this.out, place);
      this.simd(wrap.bytes === 0 ? lane.loadSplat[size] : lane.load);
      this.memory(offset);
    };
    parts.forEach((t, p) => {
      this.placeOfPart(start, wrap, lanes, parts.length, p);
      offsetAddress(this.f.code, low);
      setLocal(this.out, place);
      if (masks) vector(further - low);
      vector(-low);
      if (masks) {
        getLocal(this.out, masks[p]!);
        this.simd(lane.choose);
      }
      setLocal(this.out, t);
    });
  }

  /** Each lane by itself. */
  protected wrappedLanes(e: Load, wrap: WrappedPlace, parts: readonly number[]): void {
    const size = sizeOf(e.memory) === 8 ? 8 : 4;
    const lanes = 16 / size;
    const start = this.startOf(e, wrap);
    const { cells } = this.firstsOf(wrap, lanes, parts.length);
    parts.forEach((t, p) => {
      for (let i = 0; i < lanes; i++) {
        this.placeOfPart(start, wrap, lanes, parts.length, p);
        this.behind(cells[p]!, i, wrap);
        addAddress(this.f.code);
        if (i > 0) getLocal(this.out, t);
        this.simd(i > 0 ? lane.loadLane[size] : lane.loadZero[size]);
        this.memory(0);
        if (i > 0) this.out.byte(i);
        setLocal(this.out, t);
      }
    });
  }

  /** How far vectors may begin before all that they are asked for. */
  protected reachesBack(wrap: WrappedPlace): number {
    if (this.active) return furthest;
    return Math.max(0, wrap.bytes * wrap.cells - wrap.row);
  }

  /** Whether what is read lies behind where data may begin. */
  protected isBehindStart(e: Load, wrap: WrappedPlace, parts: number): void {
    this.placeOfPart(this.startOf(e, wrap), wrap, 16 / sizeOf(e.memory), parts, 0);
    addressConst(this.f.code, guardBytes + this.reachesBack(wrap));
    this.out.byte(this.f.side.address === 'i64' ? 0x5a : 0x4f);
  }

  /** Whether no vector of cells comes to the end of a row but with its last lane. */
  protected staysWithin({ of, cells }: Counted, lanes: number): boolean {
    return cells % lanes === 0 && this.lanes.isMultiple(of, lanes);
  }

  private startOf(e: Load, { start }: WrappedPlace): number {
    const place = this.f.code.local(this.f.side.address);
    offsetAddress(this.f.code, emitAddress(this.f, start, e.offset));
    setLocal(this.out, place);
    return place;
  }

  /** Of the part's first lane, on the stack. */
  private placeOfPart(start: number, wrap: WrappedPlace, lanes: number, parts: number, p: number): void {
    const { cells, rows } = this.firstsOf(wrap, lanes, parts);
    getLocal(this.out, start);
    for (const [of, bytes] of [
      [cells, wrap.bytes],
      [rows, wrap.row],
    ] as const) {
      if (bytes === 0) continue;
      getLocal(this.out, of[p]!);
      this.timesBytes(bytes);
      addAddress(this.f.code);
    }
  }

  /** How far the cell of a lane lies behind that of its part's first lane. */
  private behind(first: number, i: number, { cells, bytes, row }: WrappedPlace): void {
    addressConst(this.f.code, i * bytes + row - bytes * cells);
    addressConst(this.f.code, i * bytes);
    getLocal(this.out, first);
    i32const(this.out, cells - i);
    this.out.all([0x4e, 0x1b]);
  }

  /** With a number of 31 bits on the stack. */
  private timesBytes(bytes: number): void {
    const wide = this.f.side.address === 'i64';
    if (wide) this.out.byte(0xad);
    addressConst(this.f.code, bytes);
    this.out.byte(wide ? 0x7e : 0x6c);
  }

  private firstsOf({ of, cells }: Counted, lanes: number, parts: number): Firsts {
    const [ofCells, ofRows] = ['cells', 'rows'].map((what) => `${what} ${cells} ${lanes} ${keyOf(of)}`) as [
      string,
      string,
    ];
    const [held, heldRows] = [this.prepared.get(ofCells), this.prepared.get(ofRows)];
    if (held && heldRows) return { cells: held, rows: heldRows };
    const { rest, quotient } = this.firstDivision(of, cells);
    const found = { cells: [rest], rows: [quotient] };
    while (found.cells.length < parts) {
      const [cell, row] = this.next(found.cells.at(-1)!, found.rows.at(-1)!, lanes, cells);
      found.cells.push(cell);
      found.rows.push(row);
    }
    this.prepared.set(ofCells, found.cells);
    this.prepared.set(ofRows, found.rows);
    return found;
  }

  /** So many lanes behind. */
  private next(cell: number, row: number, lanes: number, cells: number): readonly [number, number] {
    const [next, nextRow] = [this.f.code.local('i32'), this.f.code.local('i32')];
    getLocal(this.out, cell);
    i32const(this.out, lanes);
    this.out.byte(0x6a);
    setLocal(this.out, next);
    const passes = (): void => {
      getLocal(this.out, next);
      i32const(this.out, cells);
      this.out.byte(0x4e);
    };
    getLocal(this.out, row);
    passes();
    this.out.byte(0x6a);
    setLocal(this.out, nextRow);
    getLocal(this.out, next);
    i32const(this.out, cells);
    this.out.byte(0x6b);
    getLocal(this.out, next);
    passes();
    this.out.byte(0x1b);
    setLocal(this.out, next);
    return [next, nextRow];
  }

  /** Masks of the lanes that have passed the end; none where all lanes of a part pass it together. */
  protected passed(wrap: Counted, lanes: number, parts: number): readonly number[] | undefined {
    if (this.staysWithin(wrap, lanes)) return undefined;
    const key = `passed ${wrap.cells} ${lanes} ${keyOf(wrap.of)}`;
    const held = this.prepared.get(key);
    if (held) return held;
    const found = this.firstsOf(wrap, lanes, parts).cells.map((first) => {
      const t = this.temp();
      this.isPassed(first, wrap.cells, lanes === 2);
      setLocal(this.out, t);
      return t;
    });
    this.prepared.set(key, found);
    return found;
  }

  private isPassed(first: number, cells: number, wide: boolean): void {
    const [of, numbers] = wide ? (['i64', [0, 1]] as const) : (['i32', [0, 1, 2, 3]] as const);
    const all = (values: readonly number[]): void => this.constant32(wide ? values.flatMap((n) => [n, 0]) : values);
    getLocal(this.out, first);
    if (wide) this.out.byte(0xad);
    this.simd(lane.splat[of]);
    all(numbers);
    this.simd(vectorRows.add![of]!);
    all(numbers.map(() => cells - 1));
    this.simd(vectorRows.gt![of]!);
  }
}
