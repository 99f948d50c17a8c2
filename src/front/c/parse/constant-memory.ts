/** Objects as constant expressions see them: what is known of each of their parts. */
import type { Constant } from '../tree.ts';
import { sizeOf, type Type } from '../types.ts';

/** Ends a computation whose result only the program will know. */
export class Unknown extends Error {}

export type Pointer = { readonly memory: Memory; readonly offset: number };
export type Value = Constant | Pointer;

export const isPlace = (v: Value): v is Pointer => typeof v === 'object';

export const moved = ({ memory, offset }: Pointer, by: number): Pointer => ({ memory, offset: offset + by });

/** An object: its scalar parts by their offsets, none over another, and where it is zero without them. */
export class Memory {
  /** Nobody may write to it: a constant, or (with nothing in it) what only the program knows. */
  isFrozen: boolean;
  readonly cells = new Map<number, { readonly value: Value; readonly type: Type }>();
  #zeros: { readonly from: number; readonly to: number }[] = [];

  constructor(isFrozen = false) {
    this.isFrozen = isFrozen;
  }

  get isOpaque(): boolean {
    return this.isFrozen && this.cells.size === 0 && this.#zeros.length === 0;
  }

  forget(): void {
    this.cells.clear();
    this.#zeros = [];
  }

  set(offset: number, value: Value, type: Type): void {
    const size = sizeOf(type) ?? 1;
    const old = this.cells.get(offset);
    if (this.isFrozen || !old || sizeOf(old.type) !== size) this.#empty(offset, size);
    this.cells.set(offset, { value, type });
  }

  clear(from: number, size: number): void {
    this.#empty(from, size);
    if (!this.#isCleared(from, size)) this.#zeros.push({ from, to: from + size });
  }

  isZero(from: number, size: number): boolean {
    return this.#isCleared(from, size) && this.#over(from, size).length === 0;
  }

  copy(to: number, { memory, offset }: Pointer, size: number): void {
    if (memory.isOpaque) throw new Unknown();
    const cells = memory.#over(offset, size).map(({ at, cell }) => ({ at: at - offset + to, cell }));
    const zeros = memory.#zeros.flatMap((z) => {
      const from = Math.max(z.from, offset);
      const end = Math.min(z.to, offset + size);
      return from < end ? [{ from: from - offset + to, to: end - offset + to }] : [];
    });
    this.#empty(to, size);
    for (const { at, cell } of cells) this.cells.set(at, cell);
    for (const z of zeros) if (!this.#isCleared(z.from, z.to - z.from)) this.#zeros.push(z);
  }

  #isCleared(from: number, size: number): boolean {
    return this.#zeros.some((z) => from >= z.from && from + size <= z.to);
  }

  /** Nobody knows what is left of a scalar that lies there in part. */
  #empty(from: number, size: number): void {
    if (this.isFrozen) throw new Unknown();
    for (const { at, end } of this.#over(from, size)) {
      if (at < from || end > from + size) throw new Unknown();
      this.cells.delete(at);
    }
  }

  #over(from: number, size: number) {
    const first = from - widestScalar + 1;
    const isShort = size + widestScalar < this.cells.size;
    const offsets = isShort
      ? Array.from({ length: from + size - first }, (_, i) => first + i)
      : [...this.cells.keys()].filter((at) => at >= first && at < from + size);
    return offsets.flatMap((at) => {
      const cell = this.cells.get(at);
      const end = at + (sizeOf(cell?.type ?? byte) ?? 1);
      return cell && end > from ? [{ at, end, cell }] : [];
    });
  }
}

export const widestScalar = 16;
export const byte: Type = { kind: 'integer', name: 'char' };
