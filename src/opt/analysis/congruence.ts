/**
 * What whole numbers and addresses are surely congruent to: a remainder modulo a power of two. Sums, products and shifts that wrap keep it. It tells how cells are aligned: a row index
 * of `mod(t, 16)*8 + 1` is 1 modulo 8.
 */
import { impossible } from '../../base/impossible.ts';
import type { Expression, Fn, Statement } from '../../ir/module.ts';
import { isPointer, type ValueType } from '../../ir/types.ts';
import { eachStatement, localsSet } from '../../ir/walk.ts';

/** `value ≡ rest (mod modulus)`; a modulus of 1 says nothing. */
export type Congruence = { readonly modulus: bigint; readonly rest: bigint };
export type CongruenceOf = (e: Expression) => Congruence;

/** Nothing asks for more. */
const most = 4096n;
const unknown: Congruence = { modulus: 1n, rest: 0n };

/** What an address is surely a multiple of, or a whole number that is a parameter or comes from memory: a power of two. */
export type AlignmentOf = (
  e: Extract<Expression, { kind: 'global' | 'slot' | 'dynamic-shared' | 'local' | 'load' }>,
) => bigint;

/** Of the locals of a function wherever they are read, and of what is made of them. */
export function congruences(fn: Fn, alignment: AlignmentOf = () => 1n): CongruenceOf {
  const congruenceOf = (e: Expression, known: ReadonlyMap<number, Congruence>): Congruence | undefined =>
    ofExpression(e, known, alignment);
  // Locals that nothing is known to set yet are left out: they agree with everything, until the sets agree with each other.
  const known = new Map<number, Congruence>();
  fn.locals.slice(0, fn.params).forEach(({ type }, index) => {
    const modulus = isWhole(type) ? alignment({ kind: 'local', type, index }) : 1n;
    known.set(index, { modulus, rest: 0n });
  });
  let changed = true;
  const join = (local: number, c: Congruence | undefined): void => {
    if (!c) return;
    const old = known.get(local);
    const now = old ? meet(old, c) : c;
    if (old && now.modulus === old.modulus) return;
    known.set(local, now);
    changed = true;
  };
  const visit = (s: Statement): void => {
    if (s.kind === 'set') join(s.local, congruenceOf(s.value, known));
    else if (s.kind === 'for') {
      join(s.local, congruenceOf(s.from, known));
      const [own, step] = [known.get(s.local), congruenceOf(s.step, known)];
      join(s.local, own && step && sum(own, step));
    } else for (const l of localsSet(s)) join(l, unknown);
  };
  while (changed) {
    changed = false;
    eachStatement(fn.body, visit);
  }
  // A local that nothing sets is never read.
  return (e) => congruenceOf(e, known) ?? unknown;
}

const isWhole = (type: ValueType): boolean => type === 'i64' || isPointer(type);

/** Undefined where it hangs on a local of which nothing is known yet. */
function ofExpression(
  e: Expression,
  known: ReadonlyMap<number, Congruence>,
  alignment: AlignmentOf,
): Congruence | undefined {
  switch (e.kind) {
    case 'const':
      return typeof e.value === 'bigint' || Number.isInteger(e.value) ? exactly(BigInt(e.value)) : unknown;
    case 'local':
      return known.get(e.index);
    case 'op':
      return ofOperation(e, known, alignment);
    case 'global':
    case 'slot':
    case 'dynamic-shared':
      return { modulus: alignment(e), rest: 0n };
    case 'load':
      return isWhole(e.type) ? { modulus: alignment(e), rest: 0n } : unknown;
    case 'special':
    case 'function':
      return unknown;
    default:
      return impossible(e);
  }
}

function ofOperation(
  e: Extract<Expression, { kind: 'op' }>,
  known: ReadonlyMap<number, Congruence>,
  alignment: AlignmentOf,
): Congruence | undefined {
  if (e.type === 'f32' || e.type === 'f64' || e.type === 'bool') return unknown;
  const rule = rules[e.op];
  if (!rule || (e.op === 'shl' && e.args[1]!.kind !== 'const')) return unknown;
  const args = e.args.map((a) => ofExpression(a, known, alignment));
  return args.includes(undefined) ? undefined : rule(args as readonly Congruence[]);
}

/** What follows from the arguments, of whole numbers. An operation without a row says nothing. */
const rules: Readonly<Partial<Record<string, (args: readonly Congruence[]) => Congruence>>> = {
  add: ([a, b]) => sum(a!, b!),
  offset: ([a, b]) => sum(a!, b!),
  sub: ([a, b]) => sum(a!, { modulus: b!.modulus, rest: -b!.rest }),
  mul: ([a, b]) => product(a!, b!),
  shl: ([a, b]) => (isExact(b!) && b!.rest < 12n ? product(a!, exactly(1n << b!.rest)) : unknown),
  and: ([a, b]) => masked(a!, b!) ?? masked(b!, a!) ?? unknown,
  or: ([a, b]) => reduced(least(a!, b!), a!.rest | b!.rest),
  xor: ([a, b]) => reduced(least(a!, b!), a!.rest ^ b!.rest),
  // The sign of the dividend changes a remainder by the divisor.
  rem: ([a, b]) => (isExact(b!) ? reduced(min(a!.modulus, lowest(b!.rest)), a!.rest) : unknown),
  'rem.u': ([a, b]) => (isExact(b!) ? reduced(min(a!.modulus, lowest(b!.rest)), a!.rest) : unknown),
  select: ([, a, b]) => meet(a!, b!),
  min: ([a, b]) => meet(a!, b!),
  max: ([a, b]) => meet(a!, b!),
  extend: ([a]) => a!,
  'extend.u': ([a]) => a!,
  wrap: ([a]) => a!,
  'to.address': ([a]) => a!,
  'from.address': () => unknown,
};

/** A number that is known whole stands modulo `most`. */
function exactly(n: bigint): Congruence {
  return reduced(most, n);
}

function isExact(c: Congruence): boolean {
  return c.modulus === most;
}

function reduced(modulus: bigint, rest: bigint): Congruence {
  return { modulus, rest: ((rest % modulus) + modulus) % modulus };
}

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const least = (a: Congruence, b: Congruence): bigint => min(a.modulus, b.modulus);

/** The lowest bit that is set; all of them are as good as `most`. */
function lowest(n: bigint): bigint {
  return n === 0n ? most : min(n & -n, most);
}

export function sum(a: Congruence, b: Congruence): Congruence {
  return reduced(least(a, b), a.rest + b.rest);
}

/** (r + m x)(s + n y) = rs + rn y + sm x + mn xy. */
export function product(a: Congruence, b: Congruence): Congruence {
  const modulus = [a.modulus * lowest(b.rest), b.modulus * lowest(a.rest), a.modulus * b.modulus].reduce(min, most);
  return reduced(modulus, a.rest * b.rest);
}

/** `a & mask`: what the mask leaves of the bits that are known, and zeros below its lowest bit. */
function masked(a: Congruence, mask: Congruence): Congruence | undefined {
  if (!isExact(mask)) return undefined;
  const zeros = reduced(lowest(mask.rest), 0n);
  const bits = reduced(a.modulus, a.rest & mask.rest);
  return bits.modulus > zeros.modulus ? bits : zeros;
}

function meet(a: Congruence, b: Congruence): Congruence {
  const apart = lowest(a.rest - b.rest);
  return reduced(min(least(a, b), apart), a.rest);
}
