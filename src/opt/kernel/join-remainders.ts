/**
 * Addresses made of a row's number and the place in it (`j = t/n; i = mod(t, n)`, `a(i, j)` with rows of n) are those of the number that was divided: n*(t/n) + mod(t, n) is t. Neighbouring
 * threads lie side by side then, however short rows are.
 */
import { offset } from '../../ir/build.ts';
import type { Expression, Fn, Statement } from '../../ir/module.ts';
import { keyOf } from '../../ir/value-key.ts';
import {
  bodiesOf,
  changeStatement,
  eachExpression,
  eachExpressionIn,
  isLoop,
  localsSetIn,
  mapEach,
  mapExpression,
  readsLocal,
  someExpression,
  withLocals,
} from '../../ir/walk.ts';
import { type Affine, AffineForms, type Atom, expressionOf, keyOfProduct, type Term } from '../analysis/affine.ts';

type Body = readonly Statement[];
type Operation = Extract<Expression, { kind: 'op' }>;

/** What locals hold that are made of quotients and remainders. */
type Known = Map<number, Expression>;

/** Longer definitions are not followed. */
const mostOperations = 40;

export function joinRemainders(fn: Fn): Fn {
  if (!someRemainder(fn.body)) return fn;
  const body = through(fn.body, new Map());
  return body === fn.body ? fn : { ...fn, body };
}

function someRemainder(list: Body): boolean {
  let found = false;
  eachExpressionIn(list, (e) => {
    found ||= e.kind === 'op' && divisionOf(e) !== undefined;
  });
  return found;
}

function through(list: Body, before: ReadonlyMap<number, Expression>): Body {
  const known: Known = new Map(before);
  return mapEach(list, (s) => {
    const made = statement(s, known);
    for (const l of localsSetIn([made])) forget(known, l);
    if (made.kind === 'set' && made.value.type === 'i32' && mayMove(made)) {
      const value = withLocals(made.value, known);
      const { quotients, operations } = countsOf(value);
      if (quotients > 0 && operations <= mostOperations) known.set(made.local, value);
    }
    return made;
  });
}

/** What is loaded may be stored over meanwhile. */
function mayMove({ local, value }: Extract<Statement, { kind: 'set' }>): boolean {
  return !readsLocal(value, local) && !someExpression(value, (e) => e.kind === 'load');
}

function forget(known: Known, local: number): void {
  known.delete(local);
  for (const [l, value] of known) if (readsLocal(value, local)) known.delete(l);
}

function statement(s: Statement, known: Known): Statement {
  const inner = bodiesOf(s).length > 0 ? new Map(known) : known;
  if (isLoop(s)) for (const l of localsSetIn([s])) forget(inner, l);
  const forms = new Joining(s.kind === 'for' || !isLoop(s) ? known : inner);
  const expression = (e: Expression): Expression =>
    mapExpression(e, (x) => (x.kind === 'load' ? withPlace(x, forms.joined(x.from)) : x));
  const made = changeStatement(s, { expression, body: (list) => through(list, inner) });
  if (made.kind !== 'store' && made.kind !== 'atomic') return made;
  const to = forms.joined(made.to);
  return to === made.to ? made : { ...made, to };
}

function withPlace<L extends { readonly from: Expression }>(load: L, from: Expression): L {
  return from === load.from ? load : { ...load, from };
}

/** A quotient or a remainder. `how`: a division, or bits of a number. */
type Division = {
  readonly is: 'quotient' | 'remainder';
  readonly how: string;
  readonly of: Expression;
  readonly by: Affine;
};

const quotients: Readonly<Record<string, string>> = { div: 'div', 'shr.s': 'bits', 'shr.u': 'bits without a sign' };

const plain = new AffineForms({ bits: 64, keyOf });
const constant = (n: bigint): Affine => ({ constant: n, terms: new Map() });

function divisionOf(e: Operation): Division | undefined {
  if (e.type !== 'i32' && e.type !== 'i64') return undefined;
  const [of, by] = e.args;
  const n = by?.kind === 'const' ? BigInt(by.value) : undefined;
  if (e.op === 'div' || e.op === 'rem')
    return { is: e.op === 'div' ? 'quotient' : 'remainder', how: 'div', of: of!, by: plain.of(by!) };
  if (n === undefined || n <= 0n) return undefined;
  if (e.op === 'and') {
    const isMask = (n & (n + 1n)) === 0n && n < 2n ** 30n;
    return isMask ? { is: 'remainder', how: 'bits', of: of!, by: constant(n + 1n) } : undefined;
  }
  const how = quotients[e.op];
  return how && n < 31n ? { is: 'quotient', how, of: of!, by: constant(2n ** n) } : undefined;
}

function countsOf(e: Expression): { readonly quotients: number; readonly operations: number } {
  const found = new Set<string>();
  let operations = 0;
  eachExpression(e, (x) => {
    if (x.kind !== 'op') return;
    operations++;
    if (divisionOf(x)) found.add(keyOf(x));
  });
  return { quotients: found.size, operations };
}

class Joining {
  private readonly known: ReadonlyMap<number, Expression>;

  constructor(known: ReadonlyMap<number, Expression>) {
    this.known = known;
  }

  joined(address: Expression): Expression {
    const whole = withLocals(address, this.known);
    const before = countsOf(whole);
    if (before.quotients < 2 && (before.quotients === 0 || whole === address)) return address;
    const { base, sum } = plain.address(whole, 0);
    const made = joinedSum(sum);
    const place = expressionOf(made, 'i64');
    const found = place ? offset(base, place) : base;
    return countsOf(found).quotients < before.quotients ? this.named(found) : address;
  }

  /** With the locals that hold what is left of quotients. */
  private named(e: Expression): Expression {
    const names = new Map([...this.known].map(([l, value]) => [keyOf(value), l]));
    return mapExpression(e, (x) => {
      const local = x.kind === 'op' ? names.get(keyOf(x)) : undefined;
      return local === undefined ? x : { kind: 'local', type: 'i32', index: local };
    });
  }
}

function joinedSum(sum: Affine): Affine {
  for (const remainder of sum.terms.values())
    for (const atom of remainder.atoms) {
      const division = atom.e.kind === 'op' ? divisionOf(atom.e) : undefined;
      const found = division?.is === 'remainder' ? partnerOf(sum, remainder, atom, division) : undefined;
      if (!found) continue;
      const { quotient, number } = found;
      const rest = [remainder, quotient].reduce((s, t) => plain.sum(s, termOf(t), -1n), sum);
      const times = { ...remainder, atoms: remainder.atoms.filter((a) => a !== atom) };
      return joinedSum(plain.sum(rest, product(times, plain.of(number))));
    }
  return sum;
}

const termOf = (t: Term): Affine => ({ constant: 0n, terms: new Map([[keyOfProduct(t.atoms), t]]) });

function product({ atoms, factor }: Term, form: Affine): Affine {
  if (atoms.length === 0) return plain.sum(constant(0n), form, factor);
  const terms = [...form.terms.values()].map((t) => ({ atoms: [...atoms, ...t.atoms], factor: t.factor * factor }));
  const all = form.constant === 0n ? terms : [...terms, { atoms, factor: form.constant * factor }];
  return all.reduce((s, t) => plain.sum(s, termOf(t)), constant(0n));
}

/** The term with the quotient that goes with a remainder, and the number that both are of. */
function partnerOf(
  sum: Affine,
  remainder: Term,
  atom: Atom,
  division: Division,
): { readonly quotient: Term; readonly number: Expression } | undefined {
  const size = sizeOf(division.by);
  if (!size) return undefined;
  const others = remainder.atoms.filter((a) => a !== atom);
  for (const quotient of sum.terms.values()) {
    if (quotient.factor !== remainder.factor * size.factor) continue;
    for (const q of quotient.atoms) {
      const of = q.e.kind === 'op' ? divisionOf(q.e) : undefined;
      if (
        of?.is !== 'quotient' ||
        !sameAtoms(
          quotient.atoms.filter((a) => a !== q),
          [...others, ...size.atoms],
        )
      )
        continue;
      const number = numberOf(division, of);
      if (number) return { quotient, number };
    }
  }
  return undefined;
}

/** A length as one term: a constant, or a product. */
function sizeOf({ constant: n, terms }: Affine): Term | undefined {
  if (terms.size === 0) return { atoms: [], factor: n };
  const [only] = terms.values();
  return terms.size === 1 && n === 0n ? only : undefined;
}

function sameAtoms(a: readonly Atom[], b: readonly Atom[]): boolean {
  return a.length === b.length && (a.length === 0 || keyOfProduct(a) === keyOfProduct(b));
}

/** What a remainder and a quotient are both of: x of mod(x, n) and x/n; x/m of mod(x/m, n) and x/(m*n); mod(x, m*n) of mod(x, n) and mod(x, m*n)/n. */
function numberOf(remainder: Division, quotient: Division): Expression | undefined {
  const by = (a: Division, b: Division): boolean => keyOf(a.of) === keyOf(b.of) && sameForm(a.by, b.by);
  if (!goTogether(remainder.how, quotient.how)) return undefined;
  if (by(remainder, quotient)) return remainder.of;
  const inner = remainder.of.kind === 'op' ? divisionOf(remainder.of) : undefined;
  if (inner?.is === 'quotient' && inner.how === quotient.how && keyOf(inner.of) === keyOf(quotient.of)) {
    const times = productOf(inner.by, remainder.by);
    if (times && sameForm(times, quotient.by)) return remainder.of;
  }
  const longer = quotient.of.kind === 'op' ? divisionOf(quotient.of) : undefined;
  if (longer?.is !== 'remainder' || longer.how !== remainder.how || !sameForm(remainder.by, quotient.by))
    return undefined;
  return keyOf(longer.of) === keyOf(remainder.of) && isMultiple(longer.by, remainder.by) ? quotient.of : undefined;
}

/** Of numbers below zero quotients that are cut and those of bits are not the same. */
function goTogether(remainder: string, quotient: string): boolean {
  return (remainder === 'div') === (quotient === 'div');
}

function sameForm(a: Affine, b: Affine): boolean {
  const left = plain.sum(a, b, -1n);
  return left.constant === 0n && left.terms.size === 0;
}

function productOf(a: Affine, b: Affine): Affine | undefined {
  const [x, y] = [sizeOf(a), sizeOf(b)];
  if (!x || !y) return undefined;
  const [atoms, factor] = [[...x.atoms, ...y.atoms], x.factor * y.factor];
  return atoms.length === 0 ? constant(factor) : termOf({ atoms, factor });
}

function isMultiple(a: Affine, b: Affine): boolean {
  const [x, y] = [sizeOf(a), sizeOf(b)];
  if (!x || !y || x.factor % y.factor !== 0n) return false;
  const keys = x.atoms.map((t) => t.key);
  for (const { key } of y.atoms) {
    const at = keys.indexOf(key);
    if (at < 0) return false;
    keys.splice(at, 1);
  }
  return true;
}
