/** Values of the lanes of a warp: one where all have the same, else one for each. Masks have a bit for each lane. */
import { type Operation, operations, type Value } from '../../ir/operations.ts';
import type { ValueType } from '../../ir/types.ts';

export const warpSize = 32;
export type One = Value | undefined;
export type Lanes = One | readonly One[];

export function isMany(value: Lanes): value is readonly One[] {
  return Array.isArray(value);
}

export function laneOf(value: Lanes, lane: number): One {
  return isMany(value) ? value[lane] : value;
}

export function lanesIn(mask: number): number {
  const pairs = mask - ((mask >>> 1) & 0x5555_5555);
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

export function has(mask: number, lane: number): boolean {
  return ((mask >>> lane) & 1) === 1;
}

export const full = -1;

/** The bits of lanes in which a truth holds. */
export function maskOf(value: Lanes, mask: number): number {
  if (!isMany(value)) return value === true ? mask : 0;
  let found = 0;
  for (let lane = 0; lane < warpSize; lane++) if (has(mask, lane) && value[lane] === true) found |= 1 << lane;
  return found;
}

/** `old` with the lanes of the mask from `value`. */
export function merged(old: Lanes, value: Lanes, mask: number): Lanes {
  if (!isMany(old) && !isMany(value) && old === value) return old;
  return Array.from({ length: warpSize }, (_, lane) => laneOf(has(mask, lane) ? value : old, lane));
}

/** Operations take three arguments at most. */
export type Meaning = (a: One, b: One, c: One) => One;

/** What lanes that take no part have; copies of a list of reals stay one. */
const blanks: Readonly<Record<'numbers' | 'others', readonly One[]>> = {
  numbers: Array.from({ length: warpSize }, () => 0.5),
  others: Array.from({ length: warpSize }, () => undefined),
};

export function blankOf(type: ValueType): readonly One[] {
  return type === 'bool' || type === 'i64' ? blanks.others : blanks.numbers;
}

/** Calls it once where all arguments are uniform. `blank`: what to begin with. */
export function applied(meaning: Meaning, args: readonly Lanes[], mask: number, blank: readonly One[]): Lanes {
  const [a, b, c] = args;
  if (!isMany(a) && !isMany(b) && !isMany(c)) return meaning(a, b, c);
  const result = blank.slice();
  for (let lane = 0; lane < warpSize; lane++) {
    if (((mask >>> lane) & 1) === 0) continue;
    result[lane] = meaning(isMany(a) ? a[lane] : a, isMany(b) ? b[lane] : b, isMany(c) ? c[lane] : c);
  }
  return result;
}

const number = (x: One): number => Number(x ?? 0);

/** Pointers are numbers here, and sums of products rounded as doubles are. */
const own: Readonly<Record<string, Meaning>> = {
  offset: (a, b) => number(a) + number(b),
  'cast.space': (a) => a,
  'to.address': (a) => BigInt(number(a)),
  'from.address': (a) => number(a),
};
const ofPointers: Readonly<Record<string, Meaning>> = {
  eq: (a, b) => a === b,
  ne: (a, b) => a !== b,
  'lt.u': (a, b) => number(a) < number(b),
  'le.u': (a, b) => number(a) <= number(b),
  select: (c, a, b) => (c ? a : b),
};

const rows: Readonly<Record<string, Operation>> = operations;

/** Undefined where an operation has no meaning outside of a GPU. */
export function meaningOf(op: string, types: readonly ValueType[], gives: ValueType): Meaning | undefined {
  const known = own[op];
  if (known) return known;
  if (op === 'fma') return gives === 'f32' ? fusedSingle : fused;
  if (types.some((t) => t.startsWith('ptr.'))) return ofPointers[op];
  const row = rows[op]?.signatures.find(
    (s) => s.gives === gives && s.takes.length === types.length && s.takes.every((t, i) => t === types[i]),
  );
  const meaning: unknown = row?.meaning;
  return isMeaning(meaning) ? taking(types.length, meaning) : undefined;
}

/** The row's signature says what it takes. */
function isMeaning(meaning: unknown): meaning is (...args: readonly One[]) => One {
  return typeof meaning === 'function';
}

/** Some, as `Math.max`, look at all that they are given. */
function taking(many: number, meaning: (...args: readonly One[]) => One): Meaning {
  if (many === 1) return (a) => meaning(a);
  return many === 2 ? (a, b) => meaning(a, b) : meaning;
}

const fused: Meaning = (a, b, c) => number(a) * number(b) + number(c);
const fusedSingle: Meaning = (a, b, c) => Math.fround(number(a) * number(b) + number(c));
