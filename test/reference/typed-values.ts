/** Random expressions of every kind of number in Fortran text, exact on every processor: whole numbers wrap around, reals stay multiples of 1/16 that few bits hold. */
import type { Random } from '../back/random-kernel.ts';

export type Kind = 'i1' | 'i2' | 'i4' | 'i8' | 'r4' | 'r8' | 'b1' | 'b4';
type Whole = 'i1' | 'i2' | 'i4' | 'i8';

export const wholeKinds: readonly Whole[] = ['i1', 'i2', 'i4', 'i8'];
export const allKinds: readonly Kind[] = [...wholeKinds, 'r4', 'r8', 'b1', 'b4'];

/** How a kind is declared. */
export const typeOf: Readonly<Record<Kind, string>> = {
  i1: 'integer(1)',
  i2: 'integer(2)',
  i4: 'integer(4)',
  i8: 'integer(8)',
  r4: 'real(4)',
  r8: 'real(8)',
  b1: 'logical(1)',
  b4: 'logical(4)',
};

export type Family = 'whole' | 'real' | 'logical';
export function familyOf(kind: Kind): Family {
  return kind[0] === 'i' ? 'whole' : kind[0] === 'r' ? 'real' : 'logical';
}
export const bytesOf = (kind: Kind): number => Number(kind[1]);

export const one = <T>(r: Random, list: readonly T[]): T => list[r(list.length)]!;

/** What may be read: `leaf` gives an expression of the kind that is not a constant. */
export class TypedValues {
  private readonly r: Random;
  private readonly leaf: (kind: Kind) => string;

  constructor(r: Random, leaf: (kind: Kind) => string) {
    this.r = r;
    this.leaf = leaf;
  }

  /** What can be stored in a variable of the kind: reals get few bits again. */
  stored(kind: Kind, depth = 2): string {
    const value = this.value(kind, depth);
    return familyOf(kind) === 'real' ? `aint(mod(${value}, 256._${bytesOf(kind)})*4)/4` : value;
  }

  value(kind: Kind, depth: number): string {
    if (depth <= 0) return this.leaf(kind);
    switch (familyOf(kind)) {
      case 'whole':
        return this.whole(kind, depth - 1);
      case 'real':
        return this.real(kind, depth - 1);
      case 'logical':
        return this.logical(kind, depth - 1);
    }
  }

  /** A value or, now and then, a constant. */
  private second(kind: Kind, depth: number): string {
    return this.r(3) === 0 ? this.constant(kind) : this.value(kind, depth - this.r(2));
  }

  constant(kind: Kind): string {
    const { r } = this;
    const k = bytesOf(kind);
    if (familyOf(kind) === 'logical') return `.${one(r, ['true', 'false'])}._${k}`;
    if (familyOf(kind) === 'real') return `${one(r, [0, 1, 2, 0.5, 0.25, 3.75, 17])}_${k}`.replace(/^(\d+)_/, '$1._');
    return `${one(r, [1, 2, 3, 5, 7, 15, 63, 100, 127])}_${k}`;
  }

  /** From 0 to one less than `limit`, a power of two, in integer(4). */
  private below(limit: number): string {
    return this.r(3) === 0
      ? String(this.r(limit))
      : `iand(int(${this.leaf(one(this.r, wholeKinds))}, 4), ${limit - 1})`;
  }

  condition(depth: number): string {
    return this.logical('b4', depth);
  }

  private whole(kind: Kind, depth: number): string {
    const { r } = this;
    const k = bytesOf(kind);
    const a = this.value(kind, depth);
    const b = (): string => this.second(kind, depth);
    const other = one(r, wholeKinds);
    const cast = (x: string): string => `int(${x}, ${k})`;
    const divisor = (): string => {
      const below = `iand(${b()}, 15_${k})`;
      return one(r, [`(${below} + 1_${k})`, `(-${below} - 2_${k})`, `8_${k}`, `7_${k}`, `(-3_${k})`]);
    };
    const choices: readonly (() => string)[] = [
      () => `(${a} + ${b()})`,
      () => `(${a} - ${b()})`,
      () => `(${a} * ${b()})`,
      () => `(${a} + ${b()} - ${b()})`,
      () => `(${a} * ${b()} + ${b()})`,
      () => `(${a} / ${divisor()})`,
      () => `(${a} / ${one(r, [3, 4, 7, 8, 10, 64])}_${k})`,
      () => `mod(${a}, ${divisor()})`,
      () => `modulo(${a}, ${divisor()})`,
      () => `iand(${a}, ${b()})`,
      () => `ior(${a}, ${b()})`,
      () => `ieor(${a}, ${b()})`,
      () => `not(${a})`,
      () => `(-${a})`,
      () => `abs(${a})`,
      () => `min(${a}, ${b()})`,
      () => `max(${a}, ${b()})`,
      () => `min(${a}, ${b()}, ${b()})`,
      () => `max(min(${a}, ${b()}), ${b()})`,
      () => `merge(${a}, ${b()}, ${this.condition(depth)})`,
      () => `sign(${a}, ${b()})`,
      () => `ishft(${a}, ${this.below(8)} - ${r(8)})`,
      () => `ishftc(${a}, ${this.below(8)})`,
      () => `shiftl(${a}, ${this.below(8 * k)})`,
      () => `shiftr(${a}, ${this.below(8 * k)})`,
      () => `shifta(${a}, ${this.below(8 * k)})`,
      () => `ibits(${a}, ${r(4)}, ${1 + r(4)})`,
      () => `ibset(${a}, ${this.below(8 * k)})`,
      () => `ibclr(${a}, ${this.below(8 * k)})`,
      () => cast(this.value(other, depth)),
      () => cast(this.value(other, depth)),
      () => cast(`(${this.value(other, depth)} + ${a})`),
      () => cast(`(${this.value(other, depth)} * ${a})`),
      () => cast(`(${this.value(other, depth)} - ${a})/${one(r, [2, 4, 3])}`),
      () => cast(`popcnt(${a})`),
      () => cast(`leadz(${a})`),
      () => cast(`trailz(${a})`),
      () => cast(`int(${this.value(one(r, ['r4', 'r8']), depth)})`),
      () => cast(`nint(${this.leaf(one(r, ['r4', 'r8']))})`),
      () => cast(`floor(${this.leaf(one(r, ['r4', 'r8']))}/2)`),
    ];
    return one(r, choices)();
  }

  private real(kind: Kind, depth: number): string {
    const { r } = this;
    const k = bytesOf(kind);
    const a = this.few(kind, depth);
    const b = (): string => (r(3) === 0 ? this.constant(kind) : this.few(kind, depth - r(2)));
    const choices: readonly (() => string)[] = [
      () => `(${a} + ${b()})`,
      () => `(${a} - ${b()})`,
      () => `(${a} * ${b()})`,
      () => `min(${a}, ${b()})`,
      () => `max(${a}, ${b()})`,
      () => `abs(${a})`,
      () => `(-${a})`,
      () => `aint(${a})`,
      () => `merge(${a}, ${b()}, ${this.condition(depth)})`,
      () => `sign(${a}, real(${this.leaf('i4')}, ${k}) + 0.5_${k})`,
      () => `real(mod(${this.value('i4', depth)}, 100_4), ${k})`,
      () => `real(mod(${this.value('i8', depth)}, 100_8), ${k})`,
      () => `real(mod(int(${this.value(one(r, ['i1', 'i2']), depth)}, 4), 64), ${k})`,
      () => `real(${this.leaf('i1')}, ${k})`,
      () => `real(${this.leaf(one(r, ['r4', 'r8']))}, ${k})`,
    ];
    return one(r, choices)();
  }

  /** Cut down, so that products of two are exact. */
  private few(kind: Kind, depth: number): string {
    return depth <= 0 ? this.leaf(kind) : `aint(mod(${this.real(kind, depth - 1)}, 128._${bytesOf(kind)}))`;
  }

  private logical(kind: Kind, depth: number): string {
    const { r } = this;
    const k = bytesOf(kind);
    const compare = (): string => {
      const of = one(r, [...wholeKinds, 'r4', 'r8'] as const);
      const with_ = familyOf(of) === 'whole' && r(3) === 0 ? one(r, wholeKinds) : of;
      const operator = one(r, ['<', '<=', '>', '>=', '==', '/=']);
      const right = familyOf(of) === 'real' ? this.leaf(of) : this.second(with_, depth);
      return `(${familyOf(of) === 'real' ? this.few(of, depth) : this.value(of, depth)} ${operator} ${right})`;
    };
    const test = one(r, [
      compare,
      compare,
      compare,
      () => `btest(${this.value(one(r, wholeKinds), depth)}, ${this.below(8)})`,
      () => (depth > 0 ? `(${this.logical('b4', depth - 1)} .and. ${this.leaf('b4')})` : compare()),
      () => (depth > 0 ? `(${this.logical('b4', depth - 1)} .or. ${compare()})` : compare()),
      () => (depth > 0 ? `(${this.leaf('b4')} .neqv. ${compare()})` : compare()),
      () => `(.not. ${compare()})`,
      () => (depth > 0 ? `merge(${this.leaf('b4')}, ${compare()}, ${compare()})` : compare()),
    ])();
    return k === 4 ? test : `logical(${test}, ${k})`;
  }
}
