/**
 * Indices that only the edges of an array bend (`min`, `max`, a choice at the first or last place, a remainder where an array is a ring): neighbouring iterations of a vector
 * axis are written twice. Where none of them is at an edge each index counts on evenly, and loads and stores are those of neighbours; else they run as they were written.
 *
 * Legal wherever it applies: both versions compute the same, and which one runs is asked of all iterations of a vector together (`either` of the IR).
 */
import { and, bool, integer, op, or } from '../../ir/build.ts';
import type { Expression, Statement } from '../../ir/module.ts';
import { isComparison, negated, opposite } from '../../ir/negated.ts';
import { renamed } from '../../ir/renamed.ts';
import { isPointer } from '../../ir/types.ts';
import { countSets } from '../../ir/uniformity.ts';
import { keyOf } from '../../ir/value-key.ts';
import {
  changeBodies,
  changeParts,
  eachExpression,
  eachStatement,
  expressionsOf,
  isLoop,
  localsSet,
  mapStatement,
  replaceEach,
  someExpression,
  someStatement,
  withLocal,
} from '../../ir/walk.ts';
import {
  type Affine,
  AffineForms,
  constantOf,
  growthOf,
  loadsApart,
  namedBase,
  splitPlace,
} from '../../opt/analysis/affine.ts';
import { folded } from '../../opt/scalar/fold.ts';
import type { Nest, Step } from '../nest.ts';

type Body = readonly Statement[];
type Operation = Extract<Expression, { kind: 'op' }>;
type If = Extract<Statement, { kind: 'if' }>;
type Local = Extract<Expression, { kind: 'local' }>;

/** Conditions that a vector may ask before it begins. */
const mostConditions = 12;
/** Of one address, where some may be the same: what is put together for it grows with them. */
const mostInOne = 4 * mostConditions;
/** Numbers that come back after fewer are places in a group, not in an array. */
const shortestPeriod = 64;

export const versionEdges: Step = {
  name: 'version-edges',
  apply: (nest) => {
    const body = new Edges(nest).made();
    return body === nest.body ? nest : { ...nest, body };
  },
};

/** `e` without what edges do to it, and what must hold for that. */
type Straight = { readonly e: Expression; readonly when: readonly Expression[] };

class Edges {
  private readonly body: Body;
  private readonly axis: Nest;
  private readonly forms: AffineForms;
  /** Of locals that are set once. */
  private readonly values = new Map<number, Expression>();
  /** Values of locals that are set once, by what edges bend, and which of them the statement at hand can read. */
  private readonly bent = new Map<number, Expression>();
  /** Values of conditions that are set once. */
  private readonly asked = new Map<number, Expression>();
  private visible: ReadonlySet<number> = new Set();
  private readonly sets: Uint32Array;
  /** Of the address at hand. */
  private readonly locals = new Map<number, Straight>();

  constructor(axis: Nest) {
    const { body } = axis;
    this.body = body;
    this.axis = axis;
    this.sets = countSets(body, axis.locals.length);
    eachStatement(body, (s) => {
      if (s.kind !== 'set' || this.sets[s.local] !== 1 || axis.kept(s.local)) return;
      this.values.set(s.local, s.value);
      if (s.value.type === 'bool' && this.isFixed(s.value)) this.asked.set(s.local, s.value);
      if (isPlace(s.value) && axis.strideOf(s.value) === undefined && this.isFixed(s.value))
        this.bent.set(s.local, s.value);
    });
    const known = (l: number): Affine | undefined => {
      const value = this.values.get(l);
      return value && axis.strideOf(value) !== undefined && this.isFixed(value) ? this.forms.of(value) : undefined;
    };
    this.forms = new AffineForms({ bits: 32, keyOf: loadsApart(keyOf), known });
  }

  made(): Body {
    return this.list(this.body, new Set());
  }

  /** `known`: locals that are set once, before the list. */
  private list(list: Body, known: ReadonlySet<number>): Body {
    let first = 0;
    const before = new Set(known);
    for (; first < list.length; first++) {
      const s = list[first]!;
      if (s.kind !== 'set' || this.axis.strideOf(s.value) === undefined) break;
      if (this.sets[s.local] === 1) before.add(s.local);
    }
    const rest = list.slice(first);
    const [only] = rest;
    if (rest.length === 1 && only && (isGuard(only) || only.kind === 'block' || isLoop(only)))
      return this.inner(list, first, before) ?? list;
    const version = this.version(rest, before);
    if (version) return [...list.slice(0, first), version];
    return this.inner(list, first, before) ?? list;
  }

  /** Within the statements from `first` on. */
  private inner(list: Body, first: number, known: ReadonlySet<number>): Body | undefined {
    let changed = false;
    const seen = new Set(known);
    const made = list.map((s, i) => {
      if (i < first) return s;
      if (s.kind === 'for' && this.sets[s.local] === 1) seen.add(s.local);
      const next = changeBodies(s, (b) => this.list(b, seen));
      changed ||= next !== s;
      for (const l of localsSet(s)) if (this.sets[l] === 1) seen.add(l);
      return next;
    });
    return changed ? made : undefined;
  }

  private version(list: Body, known: ReadonlySet<number>): Statement | undefined {
    if (someStatement(list, (s) => localsSet(s).some((l) => this.axis.kept(l) && isLoop(s)))) return undefined;
    const isKnown = (e: Expression): boolean =>
      !someExpression(
        e,
        (x) => x.kind === 'load' || (x.kind === 'local' && this.sets[x.index] !== 0 && !known.has(x.index)),
      );
    const conditions = new Conditions(this.forms);
    const ranges = this.ranges(list, isKnown);
    let gains = 0;
    let branches = 0;
    const away = (s: Statement): Body | undefined => {
      this.locals.clear();
      const found = s.kind === 'if' && !s.either ? this.awayFromEdges(s) : undefined;
      const when = found && this.allAtEnds(found.when, ranges);
      if (!found || !when || !worthAsking(found.body) || when.length === 0 || !when.every(isKnown)) return undefined;
      if (!when.every((c) => this.isOfGrid(c))) return undefined;
      for (const c of when) conditions.add(c);
      branches++;
      return found.body;
    };
    const change = (e: Expression): Expression => {
      this.locals.clear();
      const straight = this.straight(e);
      const when = this.allAtEnds(straight.when, ranges);
      if (!when || when.length === 0 || !when.every(isKnown)) return e;
      if (this.axis.strideOf(straight.e) === undefined) return e;
      for (const c of when) conditions.add(c);
      return straight.e;
    };
    // Addresses alone: what is computed beside them costs a vector's operation or two.
    const places = (e: Expression): Expression => {
      if (e.kind === 'load') {
        const from = places(this.axis.strideOf(e.from) === undefined ? change(e.from) : e.from);
        if (from !== e.from) gains++;
        return from === e.from ? e : { ...e, ...near(from, e.offset) };
      }
      if (e.kind !== 'op') return e;
      const args = e.args.map(places);
      return args.every((a, i) => a === e.args[i]) ? e : { ...e, args };
    };
    const rewritten = (b: Body): Body => {
      const outside = this.visible;
      const seen = new Set(outside);
      this.visible = seen;
      const made = replaceEach(b, (s): Statement | Body => {
        const side = away(s);
        if (side) return rewritten(side);
        const inner = mapStatement(s, { expression: places, body: rewritten });
        for (const l of localsSet(s)) seen.add(l);
        if (inner.kind !== 'store' || this.axis.strideOf(inner.to) !== undefined) return inner;
        const to = change(inner.to);
        if (to === inner.to) return inner;
        gains++;
        const { from, offset } = near(to, inner.offset);
        return { ...inner, to: from, offset };
      });
      this.visible = outside;
      return made;
    };
    this.visible = known;
    const fast = rewritten(list);
    const when = conditions.all();
    // Of one comparison a branch asks both ends itself.
    if ((gains === 0 && (branches === 0 || when.length === 1)) || when.length > mostConditions) return undefined;
    if (when.length === 0) return undefined;
    return {
      kind: 'if',
      condition: when.reduce(and),
      then: this.used(renamed(decidedBy(conditions, fast), this.axis, 'even', list)),
      otherwise: list,
      either: true,
    };
  }

  /** The side of a branch that threads take away from the edges of an array, and what must hold for it. */
  private awayFromEdges({
    condition,
    then,
    otherwise,
  }: If): { readonly body: Body; readonly when: readonly Expression[] } | undefined {
    const usual = this.axis.strideOf(condition) === 0 ? undefined : this.usually(condition);
    const when = usual === undefined ? undefined : this.holds(condition, usual);
    return when && { body: usual ? then : otherwise, when };
  }

  /** Whether what grows from lane to lane is counted through the grid: most chunks are away from its edges then, where those of a block may all hold one. */
  private isOfGrid(e: Expression): boolean {
    if (this.axis.strideOf(e) === 0) return true;
    if (e.kind === 'op' && e.type === 'bool') {
      const moving = e.args.filter((a) => this.axis.strideOf(a) !== 0);
      return moving.every((a) => (a.type === 'bool' ? this.isOfGrid(a) : this.isCountedOn(a)));
    }
    return false;
  }

  private isCountedOn(e: Expression): boolean {
    return someExpression(e, (x) => {
      if (x.kind === 'special') return x.name.startsWith('ctaid');
      const value = x.kind === 'local' ? this.values.get(x.index) : undefined;
      return value ? this.isCountedOn(value) : x.kind === 'local';
    });
  }

  /** The first and the last value of the counters of loops in a list, where both are known before it. */
  private ranges(list: Body, isKnown: (e: Expression) => boolean): Ranges {
    const found = new Map<number, readonly Expression[]>();
    eachStatement(list, (s) => {
      if (s.kind !== 'for' || this.sets[s.local] !== 1 || s.from.type !== 'i32' || this.axis.kept(s.local)) return;
      const { from, trips, step } = s;
      if (![from, trips, step].every((e) => isKnown(e) && this.axis.strideOf(e) === 0)) return;
      const iterations = trips.type === 'i64' ? narrowed(trips) : trips;
      const last = fold(op('add', [from, op('mul', [op('sub', [iterations, integer('i32', 1)]), step])]));
      found.set(s.local, [from, last]);
    });
    return found;
  }

  /** What must hold for conditions to do so for all values of the counters in them; undefined where that is not known of one. */
  private allAtEnds(conditions: readonly Expression[], ranges: Ranges): readonly Expression[] | undefined {
    const found: Expression[] = [];
    for (const c of conditions) {
      const ends = this.atEnds(c, ranges);
      if (!ends) return undefined;
      found.push(...ends);
    }
    return found;
  }

  /** Of a comparison of sums that grow evenly with its counters: that it holds for the first and the last value of each. */
  private atEnds(e: Expression, ranges: Ranges): readonly Expression[] | undefined {
    if (someLocal(e, ranges) === undefined) return [e];
    const [a, b] = e.kind === 'op' ? e.args : [];
    if (e.kind !== 'op' || !a || !b) return undefined;
    if (e.op === 'and' && e.type === 'bool') return this.allAtEnds([a, b], ranges);
    if (e.op === 'or' && e.type === 'bool') return this.eitherAtEnds([a, b], ranges);
    if (e.op === 'ne' && isWhole(a)) return this.eitherAtEnds([op('lt', [a, b]), op('gt', [a, b])], ranges);
    return growsEvenly.has(e.op) && isWhole(a) && this.isEven(a, b, ranges) ? endsOf(e, ranges) : undefined;
  }

  /** One of two conditions: it, or the other one, in all iterations. */
  private eitherAtEnds(sides: readonly Expression[], ranges: Ranges): readonly Expression[] | undefined {
    const [p, q] = sides.map((side) => this.atEnds(side, ranges));
    return p && q && [or(p.reduce(and), q.reduce(and))];
  }

  private isEven(a: Expression, b: Expression, ranges: Ranges): boolean {
    const form = this.forms.sum(this.forms.of(a), this.forms.of(b), -1n);
    const within = (e: Expression): boolean => e.kind !== 'local' && someLocal(e, ranges) !== undefined;
    if ([...form.terms.values()].some((t) => t.atoms.some((x) => within(x.e)))) return false;
    return [...ranges.keys()].every((counter) => growthOf(form, counter) !== undefined);
  }

  /** Without sets that nobody reads any more. */
  private used(list: Body): Body {
    const read = new Set<number>();
    const own = new Set<number>();
    eachStatement(list, (s) => {
      for (const l of localsSet(s)) if (l >= this.sets.length) own.add(l);
      for (const whole of expressionsOf(s))
        eachExpression(whole, (e) => {
          if (e.kind === 'local') read.add(e.index);
        });
    });
    const isLost = (s: Statement): boolean => s.kind === 'set' && own.has(s.local) && !read.has(s.local);
    if (!someStatement(list, isLost)) return list;
    const body = (b: Body): Body => b.filter((s) => !isLost(s)).map((s) => changeBodies(s, body));
    return this.used(body(list));
  }

  /** Whether nothing that `e` is made of changes after it is computed. */
  private isFixed(e: Expression): boolean {
    return !someExpression(e, (x) => x.kind === 'load' || (x.kind === 'local' && this.sets[x.index]! > 1));
  }

  private straight(e: Expression): Straight {
    if (this.axis.strideOf(e) !== undefined) return { e, when: [] };
    if (e.kind === 'local') return this.straightLocal(e);
    if (e.kind !== 'op') return { e, when: [] };
    const args = e.args.map((a) => (isPlace(a) ? this.straight(a) : { e: a, when: [] }));
    const made: Operation = { ...e, args: args.map((a) => a.e) };
    const when = args.flatMap((a) => a.when);
    if (when.length > mostInOne) return { e, when: [] };
    const own = this.unbent(made);
    return own ? { e: own.e, when: [...when, ...own.when] } : { e: made, when };
  }

  /** Each once: locals that are made of one another several times would be followed along all ways between them. */
  private straightLocal(e: Local): Straight {
    const known = this.locals.get(e.index);
    if (known) return known;
    const value = this.visible.has(e.index) ? this.bent.get(e.index) : undefined;
    const made = value && this.straight(value);
    const isStraight = made && made.when.length > 0 && this.axis.strideOf(made.e) !== undefined;
    const straight = isStraight ? made : { e, when: [] };
    this.locals.set(e.index, straight);
    return straight;
  }

  /** The value that an operation has away from the edges. */
  private unbent(e: Operation): Straight | undefined {
    const [a, b, c] = e.args;
    if (!isWhole(e) || !a || !b) return undefined;
    const [x, y] = [this.axis.strideOf(a), this.axis.strideOf(b)];
    switch (e.op) {
      case 'min':
      case 'max': {
        if (x === undefined || y === undefined || (x === 0) === (y === 0)) return undefined;
        const [moving, still] = x === 0 ? [b, a] : [a, b];
        return { e: moving, when: [op(e.op === 'min' ? 'le' : 'ge', [moving, still])] };
      }
      case 'rem':
        return x !== undefined && y === 0 ? this.unwrapped(a, b, 0) : undefined;
      case 'and': {
        const mask = b.kind === 'const' ? BigInt(b.value) : 0n;
        if (x === undefined || mask <= 0n || (mask & (mask + 1n)) !== 0n) return undefined;
        return this.unwrapped(a, integer(b.type, mask + 1n), Number.NEGATIVE_INFINITY);
      }
      case 'select':
        return c ? this.chosen(a, b, c) : undefined;
      default: // else: no operation that edges are made with
        return undefined;
    }
  }

  /** a - q*n for the multiple of n that `a` was put together with, `least` or more: 0 where it is counted from the first place. */
  private unwrapped(a: Expression, n: Expression, least: number): Straight | undefined {
    const form = this.forms.of(a);
    const size = n.kind === 'const' ? Number(n.value) : 0;
    if (n.kind === 'const' && size < shortestPeriod) return undefined;
    const [first] = this.forms.of(n).terms;
    const inForm = first?.[1].factor === 1n ? Number(form.terms.get(first[0])?.factor ?? 0n) : 0;
    const multiple = size > 0 ? Math.round(constantOf(form) / size) : inForm;
    const times = Math.max(least, multiple);
    const past = times === 0 ? a : op('sub', [a, op('mul', [n, integer(n.type, times)])]);
    return { e: past, when: [op('ge', [past, integer(a.type, 0)]), op('lt', [past, n])] };
  }

  /** The side of a choice that is not an edge's: where one of them moves it is that one, else the one that most iterations take, else the second, since the first is what somebody made an exception of. */
  private chosen(condition: Expression, a: Expression, b: Expression): Straight | undefined {
    const [x, y] = [this.axis.strideOf(a), this.axis.strideOf(b)];
    if (x === undefined && y === undefined) return undefined;
    const first = y === undefined || (x !== undefined && x !== 0 && (y === 0 || this.usually(condition) === true));
    const when = this.holds(condition, first);
    return when && { e: first ? a : b, when };
  }

  /** What a local that holds a condition stands for. */
  private asIs(e: Expression): Expression {
    const value = e.kind === 'local' && this.visible.has(e.index) ? this.asked.get(e.index) : undefined;
    return value ? this.asIs(value) : e;
  }

  /** Whether a comparison holds nearly everywhere: away from the first places, which have small numbers, and from the last one, which an array's extent tells. */
  private usually(condition: Expression): boolean | undefined {
    const e = this.asIs(condition);
    if (e.kind !== 'op') return undefined;
    const [a, b] = e.args;
    if (e.op === 'not' && a) {
      const inner = this.usually(a);
      return inner === undefined ? undefined : !inner;
    }
    if (e.type === 'bool' && (e.op === 'and' || e.op === 'or') && a && b) {
      // What is the same for all lanes is asked for all of them.
      const both = [a, b].filter((x) => this.axis.strideOf(x) !== 0).map((x) => this.usually(x));
      return both.includes(e.op === 'or') ? e.op === 'or' : both.includes(undefined) ? undefined : e.op === 'and';
    }
    if (e.op === 'eq' || e.op === 'ne') return e.op === 'ne';
    if (!a || !b || this.axis.strideOf(b) !== 0) return undefined;
    const isAbove = e.op === 'gt' || e.op === 'ge';
    if (!isAbove && e.op !== 'lt' && e.op !== 'le') return undefined;
    return isAbove === (b.kind === 'const' && Number(b.value) < shortestPeriod);
  }

  /** Comparisons that make `condition` true (or false) in all iterations where they hold for each; undefined where it is made of something else. */
  private holds(condition: Expression, wanted: boolean): readonly Expression[] | undefined {
    const e = this.asIs(condition);
    if (this.axis.strideOf(e) === 0) return [wanted ? e : negated(e)];
    if (e.kind !== 'op') return undefined;
    const [a, b] = e.args;
    if (!a || e.type !== 'bool') return undefined;
    if (e.op === 'not') return this.holds(a, !wanted);
    if (!b) return undefined;
    if (a.type === 'bool' && (e.op === 'and' || e.op === 'or')) {
      const sides = [a, b];
      if ((e.op === 'and') !== wanted) return this.holdsOnOneSide(sides, wanted);
      const [p, q] = sides.map((x) => this.holds(x, wanted));
      return p && q && [...p, ...q];
    }
    if (a.type !== 'i32' && a.type !== 'i64') return undefined;
    const compares = wanted ? e.op : isComparison(e.op) ? opposite[e.op] : undefined;
    if (compares === 'ge' && isZero(b) && a.kind === 'op' && a.op === 'xor') return this.haveNoSign(a.args);
    const [p, q] = [this.straight(a), this.straight(b)];
    if (!compares || this.axis.strideOf(p.e) === undefined || this.axis.strideOf(q.e) === undefined) return undefined;
    const when = [...p.when, ...q.when];
    if (compares === 'ne') return [...when, or(op('lt', [p.e, q.e]), op('gt', [p.e, q.e]))];
    return compares === 'eq' ? undefined : [...when, op(compares, [p.e, q.e])];
  }

  /** Of `a .and. b` that shall not hold, or `a .or. b` that shall: the side that decides it nearly everywhere. */
  private holdsOnOneSide(sides: readonly Expression[], wanted: boolean): readonly Expression[] | undefined {
    for (const side of sides) {
      const found = this.usually(side) === wanted ? this.holds(side, wanted) : undefined;
      if (found) return found;
    }
    return undefined;
  }

  /** Numbers whose signs are the same, as nearly all of places and extents are: none is below zero. */
  private haveNoSign(numbers: readonly Expression[]): readonly Expression[] | undefined {
    const straight = numbers.map((x) => this.straight(x));
    if (straight.some((s) => this.axis.strideOf(s.e) === undefined)) return undefined;
    return straight.flatMap((s) => [...s.when, op('ge', [s.e, integer(s.e.type, 0)])]);
  }
}

/** A branch that some threads have nothing to do behind: the others are bounds of the axis. */
const isGuard = (s: Statement): boolean => s.kind === 'if' && s.otherwise.length === 0;

/** Whether what most lanes do costs more under a mask than the question. */
function worthAsking(usual: Body): boolean {
  return someStatement(usual, (s) => {
    if (s.kind !== 'set') return s.kind !== 'if';
    return expressionsOf(s).some((whole) => someExpression(whole, (e) => e.kind === 'load'));
  });
}

/** First and last values of counters. */
type Ranges = ReadonlyMap<number, readonly Expression[]>;

/** Comparisons that hold for all values between two that they hold for. */
const growsEvenly: ReadonlySet<string> = new Set(['lt', 'le', 'gt', 'ge', 'eq']);

/** With the first and the last value of each counter. */
function endsOf(e: Expression, ranges: Ranges): readonly Expression[] {
  const counter = someLocal(e, ranges);
  if (counter === undefined) return [e];
  return (ranges.get(counter) ?? []).flatMap((end) => endsOf(withLocal(e, counter, end), ranges));
}

function someLocal(e: Expression, among: ReadonlyMap<number, unknown>): number | undefined {
  let found: number | undefined;
  eachExpression(e, (x) => {
    if (x.kind === 'local' && among.has(x.index)) found = x.index;
  });
  return found;
}

function narrowed(e: Expression): Expression {
  return e.kind === 'const' ? integer('i32', Number(e.value)) : op('wrap', [e]);
}

/** Of sums and products of constants. */
function fold(e: Expression): Expression {
  if (e.kind !== 'op') return e;
  const args = e.args.map(fold);
  const [a, b] = args.map((x) => (x.kind === 'const' && typeof x.value === 'number' ? x.value : undefined));
  if (a === undefined || b === undefined) return { ...e, args };
  const value = e.op === 'add' ? a + b : e.op === 'sub' ? a - b : e.op === 'mul' ? Math.imul(a, b) : undefined;
  return value === undefined ? { ...e, args } : integer('i32', value | 0);
}

/** Bytes that stay with the instruction. */
const window = 32768;

/** An address whose constants stay with the instruction: places beside each other have the same one. */
function near(from: Expression, offset: number): { readonly from: Expression; readonly offset: number } {
  const { rest, constant } = splitPlace(from);
  const at = offset + constant;
  return at >= 0 && at < window ? { from: rest, offset: at } : { from, offset };
}

const isZero = (e: Expression): boolean => e.kind === 'const' && Number(e.value) === 0;
const isWhole = (e: Expression): boolean => e.type === 'i32' || e.type === 'i64';
/** An index, or the address that was made of one. */
const isPlace = (e: Expression): boolean => isWhole(e) || isPointer(e.type);

/** A list where conditions hold: what asks for one of them again is decided, also in two steps (`p = i <= n; if (p) p = a(i) > 0`). */
function decidedBy(conditions: Conditions, list: Body): Body {
  const isYes = (e: Expression | undefined): boolean => e?.kind === 'const' && e.value === true;
  const expression = (e: Expression): Expression => {
    if (e.type === 'bool' && conditions.holds(e)) return bool(true);
    const made = changeParts(e, expression);
    return made === e ? e : folded(made);
  };
  const body = (b: Body): Body => {
    const made: Statement[] = [];
    for (const s of b) {
      const known = mapStatement(s, { expression, body });
      const last = made.at(-1);
      const isSet = (e: Expression): boolean =>
        e.kind === 'local' && last?.kind === 'set' && last.local === e.index && isYes(last.value);
      if (known.kind === 'if' && (isYes(known.condition) || isSet(known.condition))) made.push(...known.then);
      else made.push(known);
    }
    return made;
  };
  return body(list);
}

/** Comparisons, of those that differ by a constant the strictest. */
class Conditions {
  private readonly forms: AffineForms;
  private readonly found = new Map<string, { readonly e: Expression; readonly least: number }>();

  constructor(forms: AffineForms) {
    this.forms = forms;
  }

  add(e: Expression): void {
    const bound = this.bound(e);
    const key = bound ? bound.key : keyOf(e);
    const old = this.found.get(key);
    if (!old || (bound && bound.least < old.least)) this.found.set(key, { e, least: bound?.least ?? 0 });
  }

  /** Whether it holds where they do. */
  holds(e: Expression): boolean {
    const bound = this.bound(e);
    const known = this.found.get(bound ? bound.key : keyOf(e));
    return known !== undefined && known.least <= (bound?.least ?? 0);
  }

  all(): readonly Expression[] {
    return [...this.found.values()].map((c) => c.e);
  }

  /** Of `x >= 0` written as a sum: its terms, and its constant. */
  private bound(e: Expression): { readonly key: string; readonly least: number } | undefined {
    if (e.kind !== 'op') return undefined;
    const [a, b] = e.args;
    const sign = e.op === 'ge' || e.op === 'gt' ? 1n : e.op === 'le' || e.op === 'lt' ? -1n : 0n;
    if (!a || !b || sign === 0n || (a.type !== 'i32' && a.type !== 'i64')) return undefined;
    const [p, q] = [this.forms.of(a), this.forms.of(b)];
    const form = sign === 1n ? this.forms.sum(p, q, -1n) : this.forms.sum(q, p, -1n);
    const strict = e.op === 'gt' || e.op === 'lt' ? 1 : 0;
    return { key: namedBase(form), least: constantOf(form) - strict };
  }
}
