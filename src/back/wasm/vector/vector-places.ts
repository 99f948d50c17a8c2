/** Stores whose lanes lie constants apart, though not evenly: those that are neighbours at once, and two stores that fill each other's gaps (the halves of butterflies, of swaps) as whole vectors. */
import type { Statement } from '../../../ir/module.ts';
import { sizeOf } from '../../../ir/types.ts';
import { keyOf } from '../../../ir/value-key.ts';
import { someExpression } from '../../../ir/walk.ts';
import { scratchMargin } from '../../../machine/kernel.ts';
import { type Affine, AffineForms, constantOf, difference, isConstant } from '../../../opt/analysis/affine.ts';
import { getLocal, setLocal } from '../expression.ts';
import { areNeighbours } from './vector-gathers.ts';
import { lane } from './vector-rows.ts';
import { wholeLanes } from './vector-splats.ts';
import { VectorStores } from './vector-stores.ts';

type Store = Extract<Statement, { kind: 'store' }>;
type Places = readonly number[];
/** Where the lanes of two stores lie behind the first lane of the first one. */
type Interlocked = { readonly first: Places; readonly second: Places };

export abstract class VectorPlaces extends VectorStores {
  /** Of lanes that are no neighbours, or store backwards; undefined where they are even otherwise and all store, or no constants, or where lanes that take no part may not store what is there. */
  protected placesOfStore(s: Store): Places | undefined {
    if (!wholeLanes.has(s.memory) || s.volatile) return undefined;
    const stride = this.lanes.strideOf(s.to);
    const size = sizeOf(s.memory);
    const isBack = stride === -size;
    if (!this.active && isBack) return Array.from({ length: this.width }, (_, i) => -i * size);
    if (!this.active) return stride === undefined ? this.lanes.placesOf(s.to, this.width) : undefined;
    if (stride === 0 || stride === size || this.s.storesBack(s) !== 'always') return undefined;
    const places = this.lanes.placesOf(s.to, this.width);
    const isApart = places !== undefined && new Set(places).size === places.length;
    return isApart && places.every((n) => Math.abs(n) < scratchMargin / 2) ? places : undefined;
  }

  protected storeAtPlaces(s: Store, places: Places): void {
    const values = this.valuesAt(s, places);
    const size = sizeOf(s.memory) === 8 ? 8 : 4;
    const cells = 16 / size;
    const base = this.firstPlace(s.to, s.offset);
    values.forEach((value, p) => {
      const own = places.slice(p * cells, (p + 1) * cells);
      const back = areNeighbours(own.toReversed(), size);
      const together = back || areNeighbours(own, size);
      own.forEach((at, i) => {
        if (together && i > 0) return;
        const offset = this.pushPlace(base, back ? own.at(-1)! : at);
        getLocal(this.out, value);
        if (back) this.reversed(value, size);
        this.simd(together ? lane.store : lane.storeLane[size]);
        this.memory(offset);
        if (!together) this.out.byte(i);
      });
    });
  }

  /** The vector on the stack with its last cell first. */
  private reversed(value: number, size: 4 | 8): void {
    getLocal(this.out, value);
    this.simd(lane.shuffle);
    for (let at = 16 - size; at >= 0; at -= size) for (let i = 0; i < size; i++) this.out.byte(at + i);
  }

  /** What all lanes store: those that take no part what is there. */
  private valuesAt(s: Store, places: Places): readonly number[] {
    this.prepare(s.value);
    const values = this.inTemps(s.value);
    const { active } = this;
    if (!active) return values;
    const held = values.map(() => this.temp());
    this.gatherCells(
      { kind: 'load', type: s.value.type, memory: s.memory, from: s.to, offset: s.offset },
      places,
      held,
    );
    return values.map((value, p) => {
      const t = this.temp();
      getLocal(this.out, value);
      getLocal(this.out, held[p]!);
      this.maskPart(active, this.isWide(s.value.type), p);
      this.simd(lane.choose);
      setLocal(this.out, t);
      return t;
    });
  }

  /** Where the cells of two stores are whole vectors together, for each vector of lanes. */
  protected interlocked(s: Store, next: Store): Interlocked | undefined {
    const size = sizeOf(s.memory);
    if (sizeOf(next.memory) !== size || someExpression(next.value, (e) => e.kind === 'load')) return undefined;
    const [first, own] = [this.placesOfStore(s), this.placesOfStore(next)];
    const apart = first && own && this.apartBy(s, next);
    if (apart === undefined) return undefined;
    const second = own!.map((n) => n + apart);
    const cells = 16 / size;
    for (let i = 0; i < this.width; i += cells) {
      const both = [...first!.slice(i, i + cells), ...second.slice(i, i + cells)].sort((a, b) => a - b);
      if (!areNeighbours(both, size)) return undefined;
    }
    return { first: first!, second };
  }

  protected storeInterlocked(s: Store, next: Store, { first, second }: Interlocked): void {
    const size = sizeOf(s.memory) === 8 ? 8 : 4;
    const [a, b] = [
      this.valuesAt(s, first),
      this.valuesAt(
        next,
        second.map((n) => n - second[0]!),
      ),
    ];
    const base = this.firstPlace(s.to, s.offset);
    const cells = 16 / size;
    a.forEach((value, p) => {
      const lanes = [first, second].flatMap((places, which) =>
        places.slice(p * cells, (p + 1) * cells).map((at, i) => ({ at, from: 16 * which + size * i })),
      );
      lanes.sort((x, y) => x.at - y.at);
      for (const half of [lanes.slice(0, cells), lanes.slice(cells)]) {
        const offset = this.pushPlace(base, half[0]!.at);
        getLocal(this.out, value);
        getLocal(this.out, b[p]!);
        this.simd(lane.shuffle);
        this.out.all(half.flatMap(({ from }) => Array.from({ length: size }, (_, i) => from + i)));
        this.simd(lane.store);
        this.memory(offset);
      }
    });
    this.endStatement();
  }

  /** Bytes from where the first lane stores to where it stores next. */
  private apartBy(s: Store, next: Store): number | undefined {
    const known = (local: number): Affine | undefined => {
      const value = this.lanes.definitionOf(local);
      return value && forms.of(value);
    };
    const forms = new AffineForms({ bits: this.f.side.address === 'i64' ? 64 : 32, keyOf, known });
    const [a, b] = [forms.address(s.to, s.offset), forms.address(next.to, next.offset)];
    if (keyOf(a.base) !== keyOf(b.base)) return undefined;
    const apart = difference(b.sum, a.sum);
    return isConstant(apart) ? constantOf(apart) : undefined;
  }
}
