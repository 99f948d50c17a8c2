/** What the parts of the generator of valid programs share: chance, names, the variables in reach, the lines written so far. */
import { generator } from '../mutate.ts';

export type Kind = 'i1' | 'i2' | 'i4' | 'i8' | 'r4' | 'r8' | 'l' | 'z4' | 'z8';
export type IntegerKind = 'i1' | 'i2' | 'i4' | 'i8';
export type RealKind = 'r4' | 'r8';

/** `low` and `high` bound the value (of a complex: each part); of logicals they mean nothing. */
export type Value = { readonly text: string; readonly low: number; readonly high: number };

/** Elements are referred to as NAME(subscripts)SUFFIX: the suffix names a component. */
export type Variable = {
  readonly name: string;
  readonly suffix: string;
  readonly kind: Kind;
  readonly bounds: readonly (readonly [number, number])[];
  /** A loop index, a dummy of intent(in): never assigned. */
  readonly fixed?: readonly [number, number];
};

export type Dummy = { readonly kind: Kind; readonly extent: number; readonly intent: 'in' | 'inout' };
export type Procedure = {
  readonly name: string;
  /** Of a function; its result stays in the range of variables of that kind. */
  readonly result: Kind | undefined;
  readonly elemental: boolean;
  readonly dummies: readonly Dummy[];
};

export const bytesOf: Readonly<Record<Kind, number>> = { i1: 1, i2: 2, i4: 4, i8: 8, r4: 4, r8: 8, l: 4, z4: 4, z8: 8 };

/** What a variable of the kind may hold: small enough that expressions have room. */
export const rangeOf: Readonly<Record<Kind, number>> = {
  i1: 20,
  i2: 500,
  i4: 20_000,
  i8: 1e9,
  r4: 1000,
  r8: 1e5,
  l: 1,
  z4: 100,
  z8: 100,
};

/** The greatest magnitude that an operation of the kind may give. */
export const limitOf: Readonly<Record<IntegerKind, number>> = { i1: 127, i2: 32_767, i4: 2 ** 31 - 1, i8: 2 ** 52 };

export const integerKinds: readonly IntegerKind[] = ['i1', 'i2', 'i4', 'i8'];
export const kinds: readonly Kind[] = ['i1', 'i2', 'i4', 'i4', 'i8', 'r4', 'r8', 'r8', 'l', 'z4', 'z8'];

export function typeText(kind: Kind): string {
  const bytes = bytesOf[kind];
  if (kind === 'l') return 'logical';
  return `${kind[0] === 'i' ? 'integer' : kind[0] === 'r' ? 'real' : 'complex'}(${bytes})`;
}

export class Maker {
  readonly random: () => number;
  readonly variables: Variable[] = [];
  readonly procedures: Procedure[] = [];
  readonly lines: string[] = [];
  /** Host code may use characters, formatted output and what else kernels lack. */
  readonly host: boolean;
  indent = 1;
  /** Loops around this place; names of those that may be left. */
  readonly loops: string[] = [];
  private next = 0;

  constructor(seed: number, host: boolean) {
    this.random = generator(seed);
    this.host = host;
  }

  /** 0 <= n < below. */
  int(below: number): number {
    return Math.floor(this.random() * below);
  }

  between(low: number, high: number): number {
    return low + this.int(high - low + 1);
  }

  chance(share: number): boolean {
    return this.random() < share;
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.int(items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  }

  maybe<T>(items: readonly T[]): T | undefined {
    return items[this.int(items.length)];
  }

  name(letter: string): string {
    this.next++;
    return `${letter}${this.next}`;
  }

  write(line: string): void {
    this.lines.push(continued(`${'  '.repeat(this.indent)}${line}`));
  }

  inside(body: () => void): void {
    this.indent++;
    body();
    this.indent--;
  }

  /** With `extra` in reach. */
  with(extra: readonly Variable[], body: () => void): void {
    const before = this.variables.length;
    this.variables.push(...extra);
    body();
    this.variables.length = before;
  }

  scalars(kind: Kind): Variable[] {
    return this.variables.filter((v) => v.kind === kind && v.bounds.length === 0);
  }

  arrays(kind?: Kind): Variable[] {
    return this.variables.filter((v) => (kind === undefined || v.kind === kind) && v.bounds.length > 0);
  }
}

/** Lines end anywhere, also within words: both compilers join them again. */
function continued(line: string): string {
  return (line.match(/.{1,120}/gs) ?? []).join('&\n&');
}

export function extentOf([low, high]: readonly [number, number]): number {
  return high - low + 1;
}
