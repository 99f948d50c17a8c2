/** Intrinsic functions on constant strings, one element at a time. */
import type { ConstantValue, Type } from '../../program.ts';

type Values = readonly (ConstantValue | undefined)[];
type OfText = (values: Values, type: Type) => ConstantValue | undefined;

const string = (v: ConstantValue | undefined): string => (typeof v === 'string' ? v : '');
const integer = (v: ConstantValue | undefined): bigint => (typeof v === 'bigint' ? v : 0n);
/** Codes that a string of ours holds in one place; the running program has all. */
const character = (values: Values, type: Type) => {
  const code = integer(values[0]);
  if (type.base !== 'character' || type.kind === 1) return String.fromCharCode(Number(code & 0xffn));
  return code >= 0n && code < 0xd800n ? String.fromCharCode(Number(code)) : undefined;
};
const trimmed = (s: string): string => s.slice(0, lengthOfTrimmed(s));

/** Too long a string is left to the running program. */
function repeated(s: string, copies: number): string | undefined {
  return s.length * copies > 1 << 24 ? undefined : s.repeat(Math.max(0, copies));
}

function lengthOfTrimmed(s: string): number {
  let n = s.length;
  while (n > 0 && s[n - 1] === ' ') n--;
  return n;
}

/** -1, 0 or 1; the shorter is padded by blanks. */
function order(values: Values): number {
  const [a, b] = [string(values[0]), string(values[1])];
  const length = Math.max(a.length, b.length);
  const [x, y] = [a.padEnd(length), b.padEnd(length)];
  return x < y ? -1 : x > y ? 1 : 0;
}

/** The greatest (`sign` 1) or least one, as long as the longest. */
function extreme(values: Values, sign: number): string {
  const texts = values.filter((v) => v !== undefined).map(string);
  const length = Math.max(...texts.map((t) => t.length));
  const best = texts.reduce((a, b) => (order([b, a]) * sign > 0 ? b : a));
  return best.padEnd(length);
}

function place(values: Values, wanted: (c: string, set: string) => boolean): bigint {
  const [s, set] = [string(values[0]), string(values[1])];
  const found = (i: number) => wanted(s.charAt(i), set);
  if (values[2] === true) {
    for (let i = s.length - 1; i >= 0; i--) if (found(i)) return BigInt(i + 1);
    return 0n;
  }
  for (let i = 0; i < s.length; i++) if (found(i)) return BigInt(i + 1);
  return 0n;
}

function index(values: Values): bigint {
  const [s, part] = [string(values[0]), string(values[1])];
  return BigInt(values[2] === true ? s.lastIndexOf(part) : s.indexOf(part)) + 1n;
}

function adjustedLeft(s: string): string {
  return s.replace(/^ +/, '').padEnd(s.length);
}

export const textFunctions: ReadonlyMap<string, OfText> = new Map<string, OfText>([
  ['ichar', (v) => BigInt(string(v[0]).charCodeAt(0))],
  ['iachar', (v) => BigInt(string(v[0]).charCodeAt(0))],
  ['char', character],
  ['achar', character],
  ['len', (v) => BigInt(string(v[0]).length)],
  ['len_trim', (v) => BigInt(lengthOfTrimmed(string(v[0])))],
  ['trim', (v) => trimmed(string(v[0]))],
  ['repeat', (v) => repeated(string(v[0]), Number(integer(v[1])))],
  ['adjustl', (v) => adjustedLeft(string(v[0]))],
  ['adjustr', (v) => trimmed(string(v[0])).padStart(string(v[0]).length)],
  ['index', index],
  ['scan', (v) => place(v, (c, set) => set.includes(c))],
  ['verify', (v) => place(v, (c, set) => !set.includes(c))],
  ['lge', (v) => order(v) >= 0],
  ['lgt', (v) => order(v) > 0],
  ['lle', (v) => order(v) <= 0],
  ['llt', (v) => order(v) < 0],
  ['max', (v) => extreme(v, 1)],
  ['min', (v) => extreme(v, -1)],
  ['merge', (v) => (v[2] === true ? v[0] : v[1])],
]);
