/**
 * Whole numbers of 64 bits that have 32, as the numbers of threads have, are computed in 32 bits where it counts: when they are compared, divided or made reals, and in locals. A number without
 * a sign that has 31 bits gets one. What is the same for all threads may have all of its bits: beside a number that has fewer, one of the greatest of those says the same. So indices of type
 * size_t, unsigned or integer(8) become bounds and lanes as those of the usual integers do.
 */
import { i32, i64, integer, local, lt, op, select } from '../../ir/build.ts';
import type { Expression, Fn, Local, Statement } from '../../ir/module.ts';
import { analyseUniformity, type Uniformity } from '../../ir/uniformity.ts';
import { changeBodies, changeFunction, eachStatement, localsSet, mapEach, someExpression } from '../../ir/walk.ts';
import { isSmall, type Range, type RangeOf, ranges } from '../analysis/ranges.ts';

type Operation = Extract<Expression, { kind: 'op' }>;
type Name = Operation['op'];

export function narrowIntegers(fn: Fn): Fn {
  if (fn.kind !== 'kernel') return fn;
  const integers = new Integers(fn);
  const changed = changeFunction(fn, (e) => integers.narrowed(e));
  if (integers.narrow.size === 0) return changed;
  const locals = fn.locals.map((l, i): Local => (integers.narrow.has(i) ? { ...l, type: 'i32' } : l));
  return { ...fn, locals, body: integers.narrowSets(changed.body) };
}

/** Of halves a half, whatever they are. */
const closed: ReadonlySet<Name> = new Set(['and', 'or', 'xor', 'min', 'max', 'rem', 'select']);
/** Of halves a half where the result's range says so. */
const open: ReadonlySet<Name> = new Set(['add', 'sub', 'mul', 'div', 'shl', 'shr.s']);
const shifts: ReadonlySet<Name> = new Set(['shl', 'shr.s']);
const comparisons: ReadonlySet<Name> = new Set(['lt', 'le', 'gt', 'ge', 'eq', 'ne']);
const chosen: ReadonlySet<Name> = new Set(['min', 'max', 'select']);
const quotients: ReadonlySet<Name> = new Set(['div', 'rem']);
/** What is the same of numbers without a sign that have 31 bits. */
const withSign: Partial<Record<Name, Name>> = {
  'lt.u': 'lt',
  'le.u': 'le',
  'div.u': 'div',
  'rem.u': 'rem',
  'u.to.f32': 'to.f32',
  'u.to.f64': 'to.f64',
};
const reals: ReadonlySet<Name> = new Set(['to.f32', 'to.f64']);

/** Whether an operation on numbers of 64 bits is done in 32 where these have no more. */
export function isNarrowed(name: Name): boolean {
  return comparisons.has(name) || quotients.has(name) || chosen.has(name) || reals.has(name);
}

const least = -(2 ** 31);
const most = 2 ** 31 - 1;
const isHalf = ({ low, high }: Range): boolean => low >= least && high <= most;

class Integers {
  /** Locals of 64 bits that have 32. */
  readonly narrow: ReadonlySet<number>;
  readonly #fn: Fn;
  readonly #rangeOf: RangeOf;
  #uniformity: Uniformity | undefined;

  constructor(fn: Fn) {
    this.#fn = fn;
    this.#rangeOf = ranges(fn);
    const found = new Set<number>();
    eachStatement(fn.body, (s) => {
      for (const l of localsSet(s)) {
        const type = fn.locals[l]?.type;
        if (l >= fn.params && type === 'i64' && this.#isHalf(local(l, type)) && this.#gains(s, local(l, type)))
          found.add(l);
      }
    });
    this.narrow = found;
  }

  /** Extents of arrays, which the parameters alone say, are as good with all of their bits, and have those that are asked about elsewhere. */
  #gains(s: Statement, l: Expression): boolean {
    if (s.kind !== 'set' || !this.#isUniform(s.value)) return true;
    return this.#isWithin(l) && (s.value.kind === 'const' || someExpression(s.value, (e) => e.kind === 'special'));
  }

  narrowed(e: Expression): Expression {
    if (e.kind === 'local') return e.type === 'i64' && this.narrow.has(e.index) ? op('extend', [this.#cut(e)]) : e;
    return e.kind === 'op' ? (this.#operation(e) ?? e) : e;
  }

  /** Sets of locals that became narrow. */
  narrowSets(list: readonly Statement[]): readonly Statement[] {
    return mapEach(list, (s): Statement => {
      const inner = changeBodies(s, (body) => this.narrowSets(body));
      if (inner.kind === 'set' && this.narrow.has(inner.local)) return { ...inner, value: this.#given(inner.value) };
      return inner.kind === 'for' && this.narrow.has(inner.local)
        ? { ...inner, from: this.#cut(inner.from), step: this.#cut(inner.step) }
        : inner;
    });
  }

  /** What a narrow local is set to, which has 32 bits whatever is known of it elsewhere. */
  #given(e: Expression): Expression {
    if (e.kind !== 'op' || !open.has(e.op) || shifts.has(e.op)) return this.#cut(e);
    const halves = e.args.map((a) => this.#half(a));
    return halves.every((h) => h !== undefined) ? op(e.op, halves) : this.#cut(e);
  }

  #operation(e: Operation): Expression | undefined {
    const [a, b] = e.args;
    const name = withSign[e.op];
    if (name) return this.#signed(e, name);
    if (e.type === 'i64' && chosen.has(e.op)) return this.#chosen(e);
    if (a?.type !== 'i64') return undefined;
    if (e.op === 'wrap') return this.#half(a);
    if (reals.has(e.op)) return this.#isHalf(a) ? op(e.op, [this.#cut(a)], e.type) : undefined;
    const asked = comparisons.has(e.op) || quotients.has(e.op);
    if (!asked || !b) return undefined;
    return this.#applied(e.op, [a, b]) ?? this.#beside(e.op, [a, b], (limit) => clamped(limit, -most));
  }

  /** One of two numbers, which are not the same for all threads. */
  #chosen(e: Operation): Expression | undefined {
    const half = this.#isUniform(e) ? undefined : this.#half(e);
    return half && op('extend', [half]);
  }

  /** An operation on numbers without a sign, of either width. */
  #signed(e: Operation, name: Name): Expression | undefined {
    const { args } = e;
    if (args[0]!.type !== 'i32' && args[0]!.type !== 'i64') return undefined;
    const small = args.map((a) => this.#isSmall(a));
    if (small.every((is) => is)) return this.#applied(name, args, e.type) ?? op(name, args, e.type);
    // A limit that is small says nothing of a number that may be below zero.
    const isNear = args.some((x, i) => small[i] && !this.#isUniform(x));
    return isNear ? this.#beside(name, args, withoutSign) : undefined;
  }

  /** In 32 bits, where all arguments have no more. */
  #applied(name: Name, args: readonly Expression[], gives?: Expression['type']): Expression | undefined {
    if (args[0]!.type !== 'i64') return undefined;
    const halves = args.map((a) => (this.#isHalf(a) ? this.#half(a) : undefined));
    if (!halves.every((h) => h !== undefined)) return undefined;
    return quotients.has(name) ? op('extend', [op(name, halves)]) : op(name, halves, gives);
  }

  /** Of a number that has few bits and one that is the same for all threads, which `limited` brings near. A quotient's divisor is the one that may be far. */
  #beside(
    name: Name,
    args: readonly Expression[],
    limited: (e: Expression) => Expression | undefined,
  ): Expression | undefined {
    const far = args.findLastIndex((a) => this.#isUniform(a));
    const near = args[1 - far];
    if (far < 0 || !near || this.#isUniform(near) || (quotients.has(name) && far === 0)) return undefined;
    const own = this.#isWithin(near) ? this.#half(near) : undefined;
    if (!own) return undefined;
    const limit = limited(args[far]!);
    if (!limit) return undefined;
    const made = op(name, far === 0 ? [limit, own] : [own, limit]);
    return quotients.has(name) && near.type === 'i64' ? op('extend', [made]) : made;
  }

  /** The same number in 32 bits. */
  #half(e: Expression): Expression | undefined {
    if (e.type === 'i32') return e;
    if (e.kind === 'const') return this.#isHalf(e) ? i32(Number(e.value)) : undefined;
    if (e.kind === 'local' && this.narrow.has(e.index)) return local(e.index, 'i32');
    if (e.kind === 'local') return this.#isHalf(e) ? op('wrap', [e]) : undefined;
    if (e.kind !== 'op') return undefined;
    const [a, b] = e.args;
    if (e.op === 'extend') return a;
    if (e.op === 'extend.u') return this.#isSmall(a!) ? a : undefined;
    if (shifts.has(e.op) && !(b!.kind === 'const' && Number(b!.value) >= 0 && Number(b!.value) < 32)) return undefined;
    if (!closed.has(e.op) && !(open.has(e.op) && this.#isHalf(e))) return undefined;
    const halves = e.args.map((x) => (x.type === 'bool' ? x : this.#half(x)));
    return halves.every((h) => h !== undefined) ? op(e.op, halves) : undefined;
  }

  #cut(e: Expression): Expression {
    return this.#half(e) ?? op('wrap', [e]);
  }

  #isHalf(e: Expression): boolean {
    const range = this.#rangeOf(e);
    return range !== undefined && isHalf(range);
  }

  /** Whether it is none of the ends, which stand for what lies beyond in a limit. */
  #isWithin(e: Expression): boolean {
    const range = this.#rangeOf(e);
    return range !== undefined && range.low > least && range.high < most;
  }

  #isSmall(e: Expression): boolean {
    const range = this.#rangeOf(e);
    return range !== undefined && isSmall(range);
  }

  #isUniform(e: Expression): boolean {
    this.#uniformity ??= analyseUniformity(this.#fn);
    return this.#uniformity.isUniform(e);
  }
}

/** In 32 bits; the ends stand for all beyond them. */
function clamped(e: Expression, from: number): Expression {
  if (e.kind === 'op' && e.op === 'extend') return e.args[0]!;
  return op('wrap', [op('min', [op('max', [e, i64(from)]), i64(most)])]);
}

/** It is asked twice, so that it holds no load. */
function withoutSign(e: Expression): Expression | undefined {
  if (someExpression(e, (x) => x.kind === 'load')) return undefined;
  const zero = integer(e.type, 0);
  return e.type === 'i64'
    ? op('wrap', [select(lt(e, zero), i64(most), op('min', [e, i64(most)]))])
    : select(lt(e, zero), i32(most), e);
}
