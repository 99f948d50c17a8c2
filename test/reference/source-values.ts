/** Random expressions in Fortran text. All are defined for all values: divisors are positive, shifts in range, places of arrays within them. */
import type { Random } from '../back/random-kernel.ts';

export type Kind = 'i' | 'l' | 'r' | 'd' | 'b';

export type Names = {
  /** Variables that may be read, by kind: integer(4), integer(8), real(4), real(8), logical. */
  readonly read: Record<Kind, string[]>;
  /** Integers that all threads of the block share. */
  readonly uniform: string[];
  readonly functions: readonly string[];
};

export const kinds: readonly Kind[] = ['i', 'l', 'r', 'd', 'b'];

export function pick<T>(r: Random, items: readonly T[]): T {
  return items[r(items.length)]!;
}

const one: Readonly<Record<Exclude<Kind, 'b'>, string>> = { i: '1', l: '1_8', r: '1.0', d: '1.0d0' };

export class Values {
  readonly r: Random;
  readonly names: Names;

  constructor(r: Random, names: Names) {
    this.r = r;
    this.names = names;
  }

  value(kind: Kind, depth = 3): string {
    if (depth <= 0 || this.r(5) === 0) return this.leaf(kind);
    switch (kind) {
      case 'i':
      case 'l':
        return this.integer(kind, depth - 1);
      case 'r':
      case 'd':
        return this.real(kind, depth - 1);
      case 'b':
        return this.logical(depth - 1);
    }
  }

  /** An integer that all threads of the block find alike. */
  uniform(depth = 2): string {
    const leaf = (): string => (this.r(3) ? pick(this.r, this.names.uniform) : String(this.r(9)));
    if (depth === 0) return leaf();
    const [a, b] = [this.uniform(depth - 1), this.uniform(depth - 1)];
    return pick(this.r, [leaf(), `(${a} + ${b})`, `ieor(${a}, ${b})`, `iand(${a}, 7)`, `mod(${a}, ${1 + this.r(7)})`]);
  }

  condition(uniform: boolean): string {
    if (!uniform && this.r(3) === 0) return this.logical(2);
    const v = uniform ? this.uniform() : this.value('i', 2);
    return this.r(2) ? `iand(${v}, ${1 + this.r(3)}) /= 0` : `iand(${v}, 31) < ${this.r(26)}`;
  }

  /** A few iterations of a loop. */
  iterations(uniform: boolean): string {
    return `iand(${uniform ? this.uniform() : this.value('i', 2)}, 3)`;
  }

  private leaf(kind: Kind): string {
    const names = this.names.read[kind];
    if (names.length > 0 && this.r(4)) return pick(this.r, names);
    switch (kind) {
      case 'i':
        return this.r(8) === 0 ? String(this.r(2 ** 30)) : String(this.r(40));
      case 'l':
        return this.r(8) === 0 ? `${this.r(2 ** 30)}_8 * 7919_8` : `${this.r(90)}_8`;
      case 'r':
        return `${this.r(64) / 8}`.replace(/^(\d+)$/, '$1.0');
      case 'd':
        return `${this.r(64) / 8}d0`;
      case 'b':
        return this.r(2) ? '.true.' : '.false.';
    }
  }

  private integer(kind: 'i' | 'l', depth: number): string {
    const [a, b] = [this.value(kind, depth), this.value(kind, depth)];
    const n = one[kind];
    const by = kind === 'i' ? b : `int(${b}, 4)`;
    const choices: readonly (() => string)[] = [
      () => `(${a} + ${b})`,
      () => `(${a} - ${b})`,
      () => `(${a} * ${b})`,
      () => `(${a} / (iand(${b}, ${n} * 15) + ${n}))`,
      () => `mod(${a}, iand(${b}, ${n} * 15) + ${n})`,
      () => `modulo(${a}, iand(${b}, ${n} * 15) + ${n})`,
      () => `iand(${a}, ${b})`,
      () => `ior(${a}, ${b})`,
      () => `ieor(${a}, ${b})`,
      () => `not(${a})`,
      () => `ishft(${a}, iand(${by}, 15) - 7)`,
      () => `shiftl(${a}, iand(${by}, 15))`,
      () => `shiftr(${a}, iand(${by}, 15))`,
      () => `shifta(${a}, ${this.r(20)})`,
      () => `abs(${a})`,
      () => `min(${a}, ${b})`,
      () => `max(${a}, ${b})`,
      () => `sign(${a}, ${b})`,
      () => `dim(${a}, ${b})`,
      () => `merge(${a}, ${b}, ${this.value('b', depth)})`,
      () => `ibits(${a}, ${this.r(9)}, ${1 + this.r(9)})`,
      () => `int(${this.value(kind === 'i' ? 'l' : 'i', depth)}, ${kind === 'i' ? 4 : 8})`,
      () => `int(${this.value(pick(this.r, ['r', 'd'] as const), depth)}, ${kind === 'i' ? 4 : 8})`,
      () => (kind === 'i' ? `popcnt(${a})` : `int(popcnt(${a}), 8)`),
      () => (kind === 'i' ? `leadz(${a})` : `int(trailz(${a}), 8)`),
      () => (kind === 'i' ? `nint(${this.value('r', depth)})` : `iabs(${a})`.replace('iabs', 'abs')),
      () => (kind === 'i' ? `floor(${this.value('d', depth)})` : `(-${a})`),
      () => (kind === 'i' ? this.call(depth) : `int(${this.call(depth)}, 8)`),
    ];
    return pick(this.r, choices)();
  }

  private call(depth: number): string {
    const { functions } = this.names;
    if (functions.length === 0) return this.leaf('i');
    return `${pick(this.r, functions)}(${this.value('i', depth - 1)}, ${this.value('r', depth - 1)})`;
  }

  private real(kind: 'r' | 'd', depth: number): string {
    const [a, b] = [this.value(kind, depth), this.value(kind, depth)];
    const n = one[kind];
    const k = kind === 'r' ? 4 : 8;
    const choices: readonly (() => string)[] = [
      () => `(${a} + ${b})`,
      () => `(${a} - ${b})`,
      () => `(${a} * ${b})`,
      () => `(${a} * 0.375 + ${b})`,
      () => `(${a} / (abs(${b}) + ${n}))`,
      () => `sqrt(abs(${a}))`,
      () => `abs(${a})`,
      () => `(-${a})`,
      () => `min(${a}, ${b})`,
      () => `max(${a}, ${b})`,
      () => `sign(${a}, real(${this.value('i', depth)}, ${k}))`,
      () => `aint(${a})`,
      () => `anint(${a})`,
      () => `merge(${a}, ${b}, ${this.value('b', depth)})`,
      () => `real(${this.value(pick(this.r, ['i', 'l'] as const), depth)}, ${k})`,
      () => `real(${this.value(kind === 'r' ? 'd' : 'r', depth)}, ${k})`,
    ];
    return pick(this.r, choices)();
  }

  private logical(depth: number): string {
    const kind = pick(this.r, ['i', 'l', 'r', 'd'] as const);
    const [a, b] = [this.value(kind, depth), this.value(kind, depth)];
    const [p, q] = [this.value('b', depth), this.value('b', depth)];
    return pick(this.r, [
      `(${a} ${pick(this.r, ['<', '<=', '>', '>=', '==', '/='])} ${b})`,
      `(${a} ${pick(this.r, ['<', '>'])} ${b})`,
      `(${p} .and. ${q})`,
      `(${p} .or. ${q})`,
      `(.not. ${p})`,
      `(${p} .neqv. ${q})`,
      `btest(${this.value('i', depth)}, ${this.r(6)})`,
    ]);
  }
}
