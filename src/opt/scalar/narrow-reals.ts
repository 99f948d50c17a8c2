/**
 * Reals of 64 bits that only ever hold numbers of 32: greatest, least and chosen values of converted ones are found before the conversion, and a local that keeps such a value from
 * iteration to iteration holds 32 bits. Numbers of 32 bits are compared with the one below a bound that lies between two of them (`x > 0.6d0`). Conversions and comparisons of 64 bits cost a GPU
 * several times those of 32, and take half of the lanes; the values are the same, since the conversion is exact and keeps the order.
 */
import { bool, op } from '../../ir/build.ts';
import type { Expression, Fn, Statement } from '../../ir/module.ts';
import { isComparison, mirrored } from '../../ir/negated.ts';
import {
  bodiesOf,
  changeBodies,
  changeExpressions,
  expressionsOf,
  isLoop,
  localsSet,
  mapEach,
  someExpression,
  someStatement,
} from '../../ir/walk.ts';

type Operation = Extract<Expression, { kind: 'op' }>;
/** Locals that hold 32 bits. */
type Narrow = ReadonlySet<number>;

export function narrowReals(fn: Fn): Fn {
  return narrowedBy(fn, changed);
}

/**
 * The same of sums, products and quotients that are rounded to 32 bits at once: 53 bits are enough for two roundings to be as good as one. Only where nothing is contracted any more: the product
 * was none of 32 bits.
 */
export function narrowArithmetic(fn: Fn): Fn {
  return narrowedBy(fn, (e) => roundedOnce(e) ?? changed(e));
}

function narrowedBy(fn: Fn, change: (e: Operation) => Expression): Fn {
  if (!someStatement(fn.body, (s) => expressionsOf(s).some((e) => someExpression(e, isConverted)))) return fn;
  const narrow = worthwhile(fn, candidates(fn));
  // What is converted stands below what is asked about it, which is made anew from its parts.
  const each = (e: Expression): Expression => {
    if (e.kind === 'local' && narrow.has(e.index)) return widened({ ...e, type: 'f32' });
    return e.kind === 'op' ? change(e) : e;
  };
  const body = changeExpressions(fn.body, each);
  if (narrow.size === 0) return body === fn.body ? fn : { ...fn, body };
  const locals = fn.locals.map((l, i) => (narrow.has(i) ? { ...l, type: 'f32' as const } : l));
  const list = (of: readonly Statement[]): readonly Statement[] =>
    mapEach(of, (s) =>
      s.kind === 'set' && narrow.has(s.local) ? { ...s, value: halved(s.value) } : changeBodies(s, list),
    );
  return { ...fn, locals, body: list(body) };
}

const widened = (e: Expression): Expression => op('to.f64', [e]);

function isConverted(e: Expression): boolean {
  return e.kind === 'op' && e.op === 'to.f64' && e.args[0]!.type === 'f32';
}

/** The number of 32 bits that a converted or constant one was; undefined for others. */
function narrowed(e: Expression): Expression | undefined {
  if (e.kind === 'op') return isConverted(e) ? e.args[0] : undefined;
  if (e.kind !== 'const' || e.type !== 'f64' || typeof e.value !== 'number') return undefined;
  return Object.is(Math.fround(e.value), e.value) && !Number.isNaN(e.value) ? { ...e, type: 'f32' } : undefined;
}

/** The same of what such a local is set to. */
function halved(e: Expression): Expression {
  const known = narrowed(e);
  if (known || e.kind !== 'op') return known ?? e;
  return op(e.op, e.op === 'select' ? [e.args[0]!, ...e.args.slice(1).map(halved)] : e.args.map(halved));
}

const orders: ReadonlySet<string> = new Set(['eq', 'ne', 'lt', 'le', 'gt', 'ge']);
const extremes: ReadonlySet<string> = new Set(['min', 'max']);

const arithmetic: ReadonlySet<string> = new Set(['add', 'sub', 'mul', 'div', 'sqrt']);

function roundedOnce(e: Operation): Expression | undefined {
  const made = e.op === 'to.f32' ? e.args[0] : undefined;
  if (made?.kind !== 'op' || made.type !== 'f64' || !arithmetic.has(made.op)) return undefined;
  const parts = made.args.map(narrowed);
  return parts.every((p) => p !== undefined) && made.args.some(isConverted) ? op(made.op, parts) : undefined;
}

function changed(e: Operation): Expression {
  if (e.op === 'to.f32' && isConverted(e.args[0]!)) return narrowed(e.args[0]!)!;
  const choice = e.op === 'select' && e.type === 'f64';
  if (!choice && !extremes.has(e.op) && !orders.has(e.op)) return e;
  const asked = choice ? e.args.slice(1) : e.args;
  if (asked[0]!.type !== 'f64' || !asked.some(isConverted)) return e;
  const parts = asked.map(narrowed);
  if (!parts.every((p) => p !== undefined)) return (orders.has(e.op) && comparedBelow(e)) || e;
  if (orders.has(e.op)) return op(e.op, parts);
  return widened(op(e.op, choice ? [e.args[0]!, ...parts] : parts));
}

/** A number of 32 bits compared with one between two of them: with the lower of these. */
function comparedBelow({ op: order, args }: Operation): Expression | undefined {
  const [a, b] = args;
  const bound = between(b!);
  const x = narrowed(a!);
  if (!bound) {
    const isFirst = isComparison(order) && between(a!) !== undefined;
    return isFirst ? comparedBelow({ kind: 'op', type: 'bool', op: mirrored[order], args: [b!, a!] }) : undefined;
  }
  if (!x) return undefined;
  if (order === 'eq' || order === 'ne') return bool(order === 'ne');
  return op(order === 'gt' || order === 'ge' ? 'gt' : 'le', [x, bound]);
}

/** Numbers below may be taken for zeros. */
const leastNormal = 2 ** -126;

/** The greatest number of 32 bits below a constant that is none itself. */
function between(e: Expression): Expression | undefined {
  if (e.kind !== 'const' || typeof e.value !== 'number' || !(Math.abs(e.value) > leastNormal)) return undefined;
  const near = Math.fround(e.value);
  return near === e.value ? undefined : { kind: 'const', type: 'f32', value: near < e.value ? near : below(near) };
}

/** The next number of 32 bits below one that is not 0. */
function below(x: number): number {
  const bits = new Int32Array(new Float32Array([x]).buffer);
  bits[0]! += x > 0 ? -1 : 1;
  return new Float32Array(bits.buffer)[0]!;
}

// ---- locals -----------------------------------------------------------------------------------------------------------------

/** Those of 64 bits that are set to such numbers alone. */
function candidates(fn: Fn): Narrow {
  const sets = new Map<number, Expression[] | undefined>();
  visit(fn.body, 0, (s) => {
    for (const l of localsSet(s)) {
      if (fn.locals[l]!.type !== 'f64' || l < fn.params) continue;
      const known = sets.get(l);
      if (s.kind !== 'set' || (sets.has(l) && !known)) sets.set(l, undefined);
      else if (known) known.push(s.value);
      else sets.set(l, [s.value]);
    }
  });
  const found = new Set([...sets.keys()].filter((l) => sets.get(l)));
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const l of found) if (!sets.get(l)!.every((e) => isNarrow(e, found))) found.delete(l);
  }
  return found;
}

function isNarrow(e: Expression, locals: Narrow): boolean {
  if (e.kind === 'local') return locals.has(e.index);
  if (narrowed(e)) return true;
  if (e.kind !== 'op') return false;
  if (e.op === 'select') return e.args.slice(1).every((a) => isNarrow(a, locals));
  return extremes.has(e.op) && e.args.every((a) => isNarrow(a, locals));
}

/** Where more conversions vanish with what is set than come up with who reads them as 64 bits. */
function worthwhile(fn: Fn, locals: Narrow): Narrow {
  if (locals.size === 0) return locals;
  const gains = new Map<number, number>();
  const note = (l: number, gain: number): void => void gains.set(l, (gains.get(l) ?? 0) + gain);
  visit(fn.body, 0, (s, depth) => {
    const weight = perLoop ** depth;
    if (s.kind === 'set' && locals.has(s.local) && someExpression(s.value, isConverted)) note(s.local, weight);
    const read = (e: Expression, wide: boolean): void => {
      if (e.kind === 'local' && locals.has(e.index) && wide) note(e.index, -weight);
      if (e.kind === 'op')
        for (const a of e.args) read(a, !isNarrow(e, locals) && !orders.has(e.op) && e.op !== 'to.f32');
      if (e.kind === 'load') read(e.from, true);
    };
    for (const e of expressionsOf(s)) read(e, !(s.kind === 'set' && locals.has(s.local)));
  });
  const found = new Set([...locals].filter((l) => (gains.get(l) ?? 0) > 0));
  // What is copied from one to the other is in both or none.
  return found.size === locals.size ? found : consistent(fn, found);
}

/** Iterations that a loop is taken to have. */
const perLoop = 8;

function consistent(fn: Fn, found: Set<number>): Narrow {
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    visit(fn.body, 0, (s) => {
      if (s.kind === 'set' && found.has(s.local) && !isNarrow(s.value, found)) found.delete(s.local);
    });
  }
  return found;
}

function visit(list: readonly Statement[], depth: number, of: (s: Statement, depth: number) => void): void {
  for (const s of list) {
    of(s, depth);
    for (const body of bodiesOf(s)) visit(body, depth + (isLoop(s) ? 1 : 0), of);
  }
}
