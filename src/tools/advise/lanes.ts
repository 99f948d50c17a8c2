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
  let many = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) many++;
  return many;
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

export type Meaning = (...args: readonly One[]) => One;

/** Calls it once where all arguments are uniform. */
export function applied(meaning: Meaning, args: readonly Lanes[], mask: number): Lanes {
  if (!args.some(isMany)) return meaning(...args.map((arg) => laneOf(arg, 0)));
  const result: One[] = new Array(warpSize);
  const [a, b] = args;
  for (let lane = 0; lane < warpSize; lane++) {
    if (!has(mask, lane)) continue;
    // The usual numbers of arguments without a list.
    if (args.length === 2) result[lane] = meaning(laneOf(a, lane), laneOf(b, lane));
    else result[lane] = args.length === 1 ? meaning(laneOf(a, lane)) : meaning(...args.map((arg) => laneOf(arg, lane)));
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
  const meaning = row?.meaning;
  return meaning && ((...args) => Reflect.apply(meaning, undefined, args));
}

const fused: Meaning = (a, b, c) => number(a) * number(b) + number(c);
const fusedSingle: Meaning = (a, b, c) => Math.fround(number(a) * number(b) + number(c));
