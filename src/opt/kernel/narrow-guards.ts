/**
 * Comparisons of 64 bits whose one side is a thread's place in its block and what is the same for the whole block: what is left of the other side is computed once for a block,
 * and 32 bits are compared. So indices of type size_t or integer(8) are guarded as those of 32 bits are.
 */
import { add, and, i64, lt, not, op, select, sub } from '../../ir/build.ts';
import type { Expression, Fn } from '../../ir/module.ts';
import { analyseUniformity, countSets, type Uniformity } from '../../ir/uniformity.ts';
import { eachStatement, mapBody, someExpression } from '../../ir/walk.ts';
import { isSmall, type RangeOf, ranges } from '../analysis/ranges.ts';

type Operation = Extract<Expression, { kind: 'op' }>;
type Bounds = { readonly low: number; readonly high: number };
/** A sum: what differs between threads, of 32 bits and not negative, and the rest. `whole`: with all 32 bits, no sign. */
type Place = {
  readonly thread: Expression;
  readonly whole: boolean;
  readonly block: Expression;
  /** The sum is never negative. */
  readonly isCount: boolean;
};
type How = { readonly atMost: boolean; readonly isNot: boolean; readonly isUnsigned?: true };

/** Sums of numbers up to there do not wrap around, and doubles hold them. */
const far = 2 ** 50;
const beyond = i64(2 ** 52);

export function narrowGuards(fn: Fn): Fn {
  if (fn.kind !== 'kernel') return fn;
  // Few kernels compare 64 bits.
  let places: Places | undefined;
  const body = mapBody(fn.body, (e) => {
    if (e.kind !== 'op' || !asked[e.op] || e.args[0]!.type !== 'i64') return e;
    places ??= new Places(fn);
    return narrowed(e, places) ?? e;
  });
  return body === fn.body ? fn : { ...fn, body };
}

/** How `place OP limit` is told by `place < limit` or, `atMost`, by `place <= limit`. */
const asked: Partial<Record<Operation['op'], How>> = {
  lt: { atMost: false, isNot: false },
  le: { atMost: true, isNot: false },
  gt: { atMost: true, isNot: true },
  ge: { atMost: false, isNot: true },
  'lt.u': { atMost: false, isNot: false, isUnsigned: true },
  'le.u': { atMost: true, isNot: false, isUnsigned: true },
};

function narrowed(e: Operation, places: Places): Expression | undefined {
  const how = asked[e.op];
  const [a, b] = e.args;
  if (!how) return undefined;
  const left = places.isUniform(b!) ? places.placeOf(a!) : undefined;
  if (left) return guarded(left, b!, how);
  const right = places.isUniform(a!) ? places.placeOf(b!) : undefined;
  // `limit < place` is the opposite of `place <= limit`; `limit > place` is `place < limit`.
  const isGreater = e.op === 'gt' || e.op === 'ge';
  return right && guarded(right, a!, { ...how, atMost: isGreater ? e.op === 'ge' : !how.atMost, isNot: !isGreater });
}

function guarded(place: Place, given: Expression, { atMost, isNot, isUnsigned }: How): Expression | undefined {
  const { thread, whole, block } = place;
  if (isUnsigned && !place.isCount) return undefined;
  const limit = isUnsigned ? select(lt(given, i64(0)), beyond, given) : given;
  // So many threads are inside, counted from the first place of the block; none where the limit lies before it.
  const first = atMost ? sub(block, i64(1)) : block;
  const inside = sub(op('min', [op('max', [limit, first]), beyond]), first);
  const small = op('lt', [thread, op('wrap', [op('min', [inside, i64(2 ** 31 - 1)])])]);
  const last = op('wrap', [sub(op('min', [inside, i64(2 ** 32)]), i64(1))]);
  const is = whole ? and(lt(i64(0), inside), op('le.u', [thread, last])) : small;
  return isNot ? not(is) : is;
}

class Places {
  readonly #sets: Uint32Array;
  readonly #params: number;
  readonly #values = new Map<number, Expression>();
  readonly #uniformity: Uniformity;
  readonly #rangeOf: RangeOf;

  constructor(fn: Fn) {
    this.#params = fn.params;
    this.#sets = countSets(fn.body, fn.locals.length);
    this.#uniformity = analyseUniformity(fn);
    this.#rangeOf = ranges(fn);
    eachStatement(fn.body, (s) => {
      if (s.kind === 'set' && s.value.type === 'i64' && this.#sets[s.local] === 1) this.#values.set(s.local, s.value);
    });
  }

  isUniform(e: Expression): boolean {
    return this.#uniformity.isUniform(e);
  }

  placeOf(e: Expression): Place | undefined {
    const terms: Term[] = [];
    this.#gather(e, 1, terms);
    const varying = terms.filter((t) => !this.isUniform(t.value));
    const [own] = varying;
    if (varying.length !== 1 || own!.sign < 0) return undefined;
    const { value } = own!;
    if (value.kind !== 'op' || (value.op !== 'extend' && value.op !== 'extend.u')) return undefined;
    const thread = value.args[0]!;
    const range = thread.type === 'i32' ? this.#rangeOf(thread) : undefined;
    if (!range) return undefined;
    const whole = value.op === 'extend.u' && !isSmall(range);
    if (!whole && range.low < 0) return undefined;
    const rest = terms.filter((t) => t !== own);
    const block = rest.reduce<Expression>((sum, t) => (t.sign > 0 ? add(sum, t.value) : sub(sum, t.value)), i64(0));
    const bounds = this.#boundsOf(block);
    return bounds && bounds.low > -2 && bounds.high < far
      ? { thread, whole, block, isCount: bounds.low >= 0 }
      : undefined;
  }

  #gather(e: Expression, sign: 1 | -1, to: Term[]): void {
    const value = this.#valueOf(e);
    if (value.kind !== 'op' || (value.op !== 'add' && value.op !== 'sub')) {
      to.push({ value, sign });
      return;
    }
    this.#gather(value.args[0]!, sign, to);
    this.#gather(value.args[1]!, value.op === 'add' ? sign : sign === 1 ? -1 : 1, to);
  }

  /** Of a local that is set once, to what never changes. */
  #valueOf(e: Expression): Expression {
    const value = e.kind === 'local' ? this.#values.get(e.index) : undefined;
    return value && !someExpression(value, (x) => x.kind === 'load' || (x.kind === 'local' && !this.#stays(x.index)))
      ? value
      : e;
  }

  #stays(local: number): boolean {
    return local < this.#params && this.#sets[local] === 0;
  }

  #boundsOf(e: Expression): Bounds | undefined {
    if (e.kind === 'const') return { low: Number(e.value), high: Number(e.value) };
    if (e.kind !== 'op') return undefined;
    const [a, b] = e.args;
    if (e.op === 'extend' || e.op === 'extend.u') {
      const range = a!.type === 'i32' ? this.#rangeOf(a!) : undefined;
      return e.op === 'extend.u' && !(range && isSmall(range)) ? { low: 0, high: 2 ** 32 } : range;
    }
    if (e.op !== 'add' && e.op !== 'sub' && e.op !== 'mul') return undefined;
    const [x, y] = [this.#boundsOf(a!), this.#boundsOf(b!)];
    return x && y && combined(e.op, x, y);
  }
}

type Term = { readonly value: Expression; readonly sign: 1 | -1 };

function combined(op: 'add' | 'sub' | 'mul', x: Bounds, y: Bounds): Bounds | undefined {
  const corners =
    op === 'mul'
      ? [x.low * y.low, x.low * y.high, x.high * y.low, x.high * y.high]
      : op === 'add'
        ? [x.low + y.low, x.high + y.high]
        : [x.low - y.high, x.high - y.low];
  const found = { low: Math.min(...corners), high: Math.max(...corners) };
  return found.low >= -far && found.high <= far ? found : undefined;
}
