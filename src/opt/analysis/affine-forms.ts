/**
 * Addresses as sums of products, so that two that lead to the same place, or to places a constant apart, are known for that whatever they were written as. Sums and
 * products may be taken apart freely: addresses of 32 bits wrap, and in those of 64 bits the 32-bit sums of an index do not (the language says nothing of integers that
 * overflow).
 */
import type { Expression } from '../../ir/module.ts';
import { isPointer } from '../../ir/types.ts';
import { someExpression } from '../../ir/walk.ts';
import type { KeyOf } from '../scalar/licm.ts';

/** Factors of products, by the product's name; the constant's is ''. */
export type AffineForm = ReadonlyMap<string, bigint>;

/** Longer sums are left as they are. */
const termsAtMost = 24;

export class AffineForms {
  private readonly bits: 32 | 64;
  private readonly keyOf: KeyOf;
  private readonly known: (local: number) => AffineForm | undefined;
  private readonly keysLoads: boolean;
  private opaque = 0;

  /** `known`: what a local holds; undefined where its name is all there is to say. `keysLoads`: the keys tell loads of the same cell at different times apart. */
  constructor(bits: 32 | 64, keyOf: KeyOf, known: (local: number) => AffineForm | undefined, keysLoads = false) {
    this.bits = bits;
    this.keyOf = keyOf;
    this.known = known;
    this.keysLoads = keysLoads;
  }

  of(e: Expression): AffineForm {
    const { kind } = e;
    if (kind === 'const' && typeof e.value !== 'boolean') return this.cut(new Map([['', BigInt(e.value)]]));
    if (kind === 'local') return this.known(e.index) ?? this.atom(e);
    return kind === 'op' ? this.ofOperation(e) : this.atom(e);
  }

  private ofOperation(e: Extract<Expression, { kind: 'op' }>): AffineForm {
    const [a, b] = e.args;
    if (e.type === 'f32' || e.type === 'f64' || e.type === 'bool') return this.atom(e);
    switch (e.op) {
      case 'add':
      case 'offset':
        return this.sum(this.of(a!), this.of(b!), 1n);
      case 'sub':
        return this.sum(this.of(a!), this.of(b!), -1n);
      case 'mul':
        return this.product(this.of(a!), this.of(b!)) ?? this.atom(e);
      case 'shl':
        return b!.kind === 'const' && Number(b!.value) < 31
          ? this.cut(scaled(this.of(a!), 1n << BigInt(b!.value)))
          : this.atom(e);
      case 'extend':
        return this.of(a!);
      case 'wrap':
      case 'extend.u':
        return this.bits === 64 ? this.atom(e) : this.of(a!);
      case 'cast.space':
        return isPointer(a!.type) ? this.of(a!) : this.atom(e);
      default: // else: an opaque term
        return this.atom(e);
    }
  }

  /** What memory holds may change. */
  private atom(e: Expression): AffineForm {
    const loaded = !this.keysLoads && someExpression(e, (x) => x.kind === 'load');
    return new Map([[loaded ? `?${this.opaque++}` : this.keyOf(e), 1n]]);
  }

  /** a + factor * b. */
  sum(a: AffineForm, b: AffineForm, factor: bigint): AffineForm {
    const made = new Map(a);
    for (const [key, n] of b) made.set(key, (made.get(key) ?? 0n) + n * factor);
    return this.cut(made);
  }

  private product(a: AffineForm, b: AffineForm): AffineForm | undefined {
    if (a.size * b.size > termsAtMost) return undefined;
    const made = new Map<string, bigint>();
    for (const [x, m] of a)
      for (const [y, n] of b) {
        const key = x === '' ? y : y === '' ? x : [...x.split(times), ...y.split(times)].sort().join(times);
        made.set(key, (made.get(key) ?? 0n) + m * n);
      }
    return this.cut(made);
  }

  private cut(form: Map<string, bigint>): AffineForm {
    for (const [key, n] of form) {
      const short = BigInt.asIntN(this.bits, n);
      if (short === 0n) form.delete(key);
      else form.set(key, short);
    }
    return form;
  }
}

const times = ' * ';

function scaled(form: AffineForm, factor: bigint): Map<string, bigint> {
  return new Map([...form].map(([key, n]) => [key, n * factor]));
}

/** The name of a place but for the constant in it. */
export function namedBase(form: AffineForm): string {
  return [...form]
    .filter(([key]) => key !== '')
    .map(([key, n]) => `${n} ${key}`)
    .sort()
    .join(' + ');
}

/** By how much a place moves where a local grows by one; undefined where it does not grow evenly. */
export function growthOf(form: AffineForm, local: number): AffineForm | undefined {
  const made = new Map<string, bigint>();
  for (const [key, n] of form) {
    const factors = key.split(times);
    const at = factors.indexOf(`$${local}`);
    if (at < 0) continue;
    factors.splice(at, 1);
    if (factors.includes(`$${local}`)) return undefined;
    made.set(factors.join(times), n);
  }
  return made;
}

/** Whether it holds a product of extents that are not known, as the distance of planes does. */
export function isOfPlanes(form: AffineForm): boolean {
  return [...form.keys()].some((key) => key.includes(times));
}

export function nameOf(form: AffineForm): string {
  return `${constantOf(form)} ${namedBase(form)}`;
}

export function constantOf(form: AffineForm): number {
  return Number(form.get('') ?? 0n);
}

/** Whether rows of threads that take loads from each other save enough: loads before and after. */
export function worthSharing(before: number, after: number): boolean {
  return before >= 1.3 * after;
}
