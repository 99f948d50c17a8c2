/**
 * Whether iterations of loops around each other leave each other's cells alone: what they store lies at sums of their variables, each of which moves it by more than all that move it by less
 * reach together. Distances that only the launch knows are asked of it.
 */
import { add, bool, integer, mul, op, sub, toInteger } from '../../ir/build.ts';
import type { Expression, Fn, Statement } from '../../ir/module.ts';
import type { SpecialName } from '../../ir/operations.ts';
import { type MemoryType, type Space, sizeOf } from '../../ir/types.ts';
import { valuesOf } from '../../ir/uniformity.ts';
import { keyOf } from '../../ir/value-key.ts';
import {
  eachExpression,
  eachStatement,
  expressionsOf,
  localsSetIn,
  mapExpression,
  someExpression,
} from '../../ir/walk.ts';
import {
  type Affine,
  AffineForms,
  type Atom,
  constantOf,
  difference,
  expressionOf,
  growthOf,
  isConstant,
  isOfLaunch,
  isZero,
  keyOfProduct,
  nameOf,
  plus,
  type Term,
  withoutTerms,
  zeroForm,
} from './affine.ts';
import { aliasesOf, type Root } from './alias.ts';

type List = readonly Statement[];

/** A loop that goes through cells. `trips`: i64, at most. `outside`: its iterations are those that are to be apart; else it stands within them, and begins `from` there. */
export type Counter = {
  readonly local: number;
  readonly from?: Expression;
  readonly step: Expression;
  readonly trips: Expression;
  readonly outside: boolean;
};

type Asked = Map<string, Expression> | undefined;
type Access = { readonly root: Root; readonly form: Affine; readonly bytes: number; readonly stores: boolean };

/** What has to hold at a launch; undefined where no launch is known to keep them apart. `body`: of the innermost of the loops that are to be apart; slots are each iteration's own. `ownShared`: so is shared memory. */
export function apartIterations(
  kernel: Fn,
  body: List,
  counters: readonly Counter[],
  ownShared = false,
): Expression | undefined {
  const own: ReadonlySet<Space | undefined> = new Set<Space>(ownShared ? ['local', 'shared'] : ['local']);
  return apartBy(kernel, body, counters, own, undefined) ?? apartBy(kernel, body, counters, own, new Map());
}

/** `asked` gets what must hold of extents for them to be what they are declared as; undefined where none may. */
function apartBy(
  kernel: Fn,
  body: List,
  counters: readonly Counter[],
  own: ReadonlySet<Space | undefined>,
  asked: Asked,
): Expression | undefined {
  const conditions = asked ?? new Map<string, Expression>();
  const accesses = accessesOf(kernel, body, own, asked);
  const stored = accesses?.filter((a) => a.stores) ?? [];
  if (!accesses || stored.length === 0) return undefined;
  const aliases = aliasesOf(kernel);
  const changing = localsSetIn(body);
  for (const c of counters) changing.add(c.local);
  const isSteady = (e: Expression): boolean =>
    !someExpression(e, (x) =>
      x.kind === 'local' ? changing.has(x.index) : x.kind === 'load' && !aliases.isFixed(aliases.rootOf(x.from)),
    );
  for (const [name, [first]] of Map.groupBy(stored, (a) => a.root.name)) {
    const met = accesses.filter((a) => aliases.mayMeet(a.root, first!.root));
    if (name === undefined || met.some((a) => a.root.name !== name)) return undefined;
    const asked = apartCells(met, counters, kernel.params, isSteady);
    if (!asked) return undefined;
    for (const c of asked) conditions.set(keyOf(c), c);
  }
  return [...conditions.values()].reduce((a, b) => op('and', [a, b]), bool(true));
}

/** But for those in spaces that are each iteration's own. Undefined where others may change them meanwhile. `asked` gets what holds of them at a launch. */
function accessesOf(
  kernel: Fn,
  body: List,
  own: ReadonlySet<Space | undefined>,
  asked: Asked,
): readonly Access[] | undefined {
  const aliases = aliasesOf(kernel);
  const forms = formsIn(kernel, asked);
  const found: Access[] = [];
  let plain = true;
  const access = (
    x: { readonly memory: MemoryType; readonly offset: number; readonly volatile?: boolean },
    at: Expression,
    stores: boolean,
  ): void => {
    plain &&= x.volatile !== true;
    const root = aliases.rootOf(at);
    if (own.has(root.space) && root.name !== undefined) return;
    const form = plus(forms.of(plainly(at, kernel.params, asked)), x.offset);
    found.push({ root, form, bytes: sizeOf(x.memory), stores });
  };
  eachStatement(body, (s) => {
    if (s.kind === 'store') access(s, s.to, true);
    for (const whole of expressionsOf(s))
      eachExpression(whole, (e) => {
        if (e.kind === 'load') access(e, e.from, false);
      });
  });
  return plain ? found : undefined;
}

/** Locals that are set once stand for what they hold, those that count on for themselves. */
function formsIn({ body, locals, params }: Fn, asked: Asked): AffineForms {
  const values = valuesOf(body, locals.length);
  const known = new Map<number, Affine | undefined>();
  const forms: AffineForms = new AffineForms({
    bits: 64,
    keyOf,
    known: (l) => {
      const value = values.get(l);
      if (!value || known.has(l)) return known.get(l);
      known.set(l, undefined);
      const form = forms.of(plainly(value, params, asked));
      known.set(l, form);
      return form;
    },
  });
  return forms;
}

/** Remainders as what quotients leave: `mod(t, n) + n*(t/n)` is `t`. Extents as they are where they are not below 0, which `asked` gets. */
function plainly(e: Expression, params: number, asked: Asked): Expression {
  const isOther = (x: Expression): boolean =>
    x.kind === 'load' || x.kind === 'special' || (x.kind === 'local' && x.index >= params);
  return mapExpression(e, (x) => {
    const [a, b] = x.kind === 'op' ? x.args : [];
    if (x.kind !== 'op' || !a || !b) return x;
    if (x.op === 'rem') return sub(a, mul(b, op('div', [a, b])));
    if (!asked || x.op !== 'max' || b.kind !== 'const' || Number(b.value) !== 0 || someExpression(a, isOther)) return x;
    asked.set(keyOf(a), op('ge', [a, b]));
    return a;
  });
}

/** What moves what is accessed: by so many bytes for each of so many numbers, i64. */
type Move = { readonly growth: Affine; readonly step: Expression; readonly trips: Expression; readonly degree: number };

/** Cells of one array; undefined where they are no such sums. */
function apartCells(
  accesses: readonly Access[],
  counters: readonly Counter[],
  params: number,
  isSteady: (e: Expression) => boolean,
): readonly Expression[] | undefined {
  const { form } = accesses[0]!;
  if (!accesses.every((a) => isSum(a.form, counters, isSteady))) return undefined;
  const outside = counters.filter((c) => c.outside).map((c) => movedBy(c, form, params));
  const within = withinIteration(
    accesses,
    counters.filter((c) => !c.outside),
    params,
  );
  if (!within || !outside.every((m) => m !== undefined)) return undefined;
  return steppedOver([...outside, ...within.moves].sort(bySize), within.bytes);
}

/** By what a loop whose iterations are to be apart moves cells; undefined where it does not. */
function movedBy({ local, step, trips }: Counter, form: Affine, params: number): Move | undefined {
  const growth = growthOf(form, local);
  if (!growth || !isOfLaunch(growth, params, isSize) || isZero(growth)) return undefined;
  return { growth: upward(growth), step: sizeOfStep(toInteger('i64', step)), trips, degree: degreeOf(growth) };
}

/** Back through cells is as far. */
function sizeOfStep(step: Expression): Expression {
  const back = sub(integer('i64', 0), step);
  return step.kind === 'const' ? (Number(step.value) < 0 ? back : step) : op('max', [step, back]);
}

const degreeOf = (growth: Affine): number => Math.max(0, ...[...growth.terms.values()].map((t) => t.atoms.length));

/** How many distances of one length accesses lie further on than the first one: i64. */
type Reach = { readonly low: Expression; readonly high: Expression };
/** A loop that moves an access by so much in each iteration. */
type Moved = { readonly counter: Counter; readonly growth: Affine };

/** How an access lies: how far along each direction, by its name, and by how many bytes besides. */
type Place = { readonly reaches: ReadonlyMap<string, Reach>; readonly bytes: number };

/**
 * What moves accesses within an iteration, all of them together: the loops in it, and what they differ by in these directions, as in `a(i, k) = a(i, k - 1)`. `bytes`: from the first to the last byte
 * of those that nothing else moves. Undefined where they lie apart by something else.
 */
function withinIteration(
  accesses: readonly Access[],
  counters: readonly Counter[],
  params: number,
): { readonly moves: readonly Move[]; readonly bytes: number } | undefined {
  const moved = accesses.map((a) => movesOf(a.form, counters));
  if (!moved.every((all) => all !== undefined)) return undefined;
  const directions = directionsOf(moved.flat());
  if (!directions.every(([, growth]) => isOfLaunch(growth, params, isSize))) return undefined;
  const first = atBeginning(accesses[0]!.form, counters);
  const places = accesses.map((a, i) =>
    placeOf(difference(atBeginning(a.form, counters), first), directions, moved[i]!, moved, params),
  );
  if (!places.every((place) => place !== undefined)) return undefined;
  const moves = directions.map(([name, growth]): Move => {
    const all = places.map((place) => place.reaches.get(name)!);
    const low = all.map((r) => r.low).reduce((x, y) => op('min', [x, y]));
    const high = all.map((r) => r.high).reduce((x, y) => op('max', [x, y]));
    return { growth, step: one, trips: add(sub(high, low), one), degree: degreeOf(growth) };
  });
  const ends = places.flatMap((place, i) => [place.bytes, place.bytes + accesses[i]!.bytes]);
  return { moves, bytes: Math.max(...ends) - Math.min(...ends) };
}

/** What loops move accesses by, by names: the longest first. */
function directionsOf(moved: readonly Moved[]): readonly (readonly [string, Affine])[] {
  const growths = new Map(moved.map(({ growth }) => [nameOf(upward(growth)), upward(growth)]));
  return [...growths].sort(([, a], [, b]) => degreeOf(b) - degreeOf(a) || constantOf(b) - constantOf(a));
}

/** Of an access that lies so far from the first one and is moved by `own`, among `all`; undefined where it does not lie along the directions. */
function placeOf(
  distance: Affine,
  directions: readonly (readonly [string, Affine])[],
  own: readonly Moved[],
  all: readonly (readonly Moved[])[],
  params: number,
): Place | undefined {
  const along = (moved: readonly Moved[], name: string): readonly Moved[] =>
    moved.filter((m) => nameOf(upward(m.growth)) === name);
  const reaches = new Map<string, Reach>();
  let rest = distance;
  for (const [name, growth] of directions) {
    const times = timesOf(rest, growth);
    if (!isOfLaunch(times, params, isSize)) return undefined;
    rest = difference(rest, product(times, growth));
    const moved = along(own, name);
    // Where the same loops move all of them nobody asks where those begin.
    const isShared = all.every((other) => haveSameCounters(along(other, name), moved));
    if (!isShared && !moved.every((m) => isOfLaunch(exact.of(m.counter.from!), params, isSize))) return undefined;
    reaches.set(name, moved.map((m) => reachOf(m, isShared)).reduce(bothReach, at(times)));
  }
  return isConstant(rest) ? { reaches, bytes: constantOf(rest) } : undefined;
}

/** Undefined where one moves it unevenly, or nobody knows where it begins. */
function movesOf(form: Affine, counters: readonly Counter[]): readonly Moved[] | undefined {
  const found: Moved[] = [];
  for (const counter of counters) {
    const growth = growthOf(form, counter.local);
    if (!growth || (!isZero(growth) && !counter.from)) return undefined;
    if (!isZero(growth)) found.push({ counter, growth });
  }
  return found;
}

/** Where all counters are 0. */
function atBeginning(form: Affine, counters: readonly Counter[]): Affine {
  return withoutTerms(form, (e) => e.kind === 'local' && counters.some((c) => c.local === e.index));
}

/** How often a direction lies in a distance: one of a single term, or a constant. */
function timesOf(form: Affine, { constant, terms }: Affine): Affine {
  const [only] = terms.values();
  const found = new Map<string, Term>();
  const of: Term = only ?? { atoms: [], factor: constant };
  if (terms.size > 1 || (only && constant !== 0n)) return { constant: 0n, terms: found };
  // Of constants as often as leaves nothing below 0.
  let times = only ? 0n : (form.constant - modulo(form.constant, constant)) / constant;
  for (const { atoms, factor } of form.terms.values()) {
    const rest = without(atoms, of.atoms);
    if (!rest || factor % of.factor !== 0n) continue;
    if (rest.length === 0) times += factor / of.factor;
    else found.set(keyOfProduct(rest), { atoms: rest, factor: factor / of.factor });
  }
  return { constant: times, terms: found };
}

const modulo = (a: bigint, b: bigint): bigint => ((a % b) + b) % b;

/** Undefined where some are not among them. */
function without(atoms: readonly Atom[], some: readonly Atom[]): readonly Atom[] | undefined {
  const rest = [...atoms];
  for (const a of some) {
    const at = rest.findIndex((x) => x.key === a.key);
    if (at < 0) return undefined;
    rest.splice(at, 1);
  }
  return rest;
}

/** Of sums the second of which has one term, or is a constant. */
function product(a: Affine, b: Affine): Affine {
  const [only = { atoms: [], factor: b.constant }] = b.terms.values();
  const parts: readonly Term[] = [...a.terms.values(), { atoms: [], factor: a.constant }];
  return parts
    .map(({ atoms, factor }) => exact.of(productIn([...atoms, ...only.atoms], factor * only.factor)))
    .reduce((x, y) => exact.sum(x, y));
}

function productIn(atoms: readonly Atom[], factor: bigint): Expression {
  return atoms.map((x) => toInteger('i64', x.e)).reduce((x, y) => op('mul', [x, y]), integer('i64', factor));
}

function haveSameCounters(a: readonly Moved[], b: readonly Moved[]): boolean {
  const names = (all: readonly Moved[]): string => all.map((m) => `${m.counter.local} ${nameOf(m.growth)}`).join();
  return names(a) === names(b);
}

/** `isRelative`: from where it begins on. */
function reachOf({ counter: { from, step, trips }, growth }: Moved, isRelative: boolean): Reach {
  const begin = isRelative ? integer('i64', 0) : toInteger('i64', from!);
  const end = add(begin, mul(toInteger('i64', step), sub(trips, one)));
  const [low, high] = [op('min', [begin, end]), op('max', [begin, end])];
  if (nameOf(upward(growth)) === nameOf(growth)) return { low, high };
  const zero = integer('i64', 0);
  return { low: sub(zero, high), high: sub(zero, low) };
}

const one = integer('i64', 1);
const at = (times: Affine): Reach => {
  const e = expressionOf(times, 'i64') ?? integer('i64', 0);
  return { low: e, high: e };
};
const bothReach = (a: Reach, b: Reach): Reach => ({ low: add(a.low, b.low), high: add(a.high, b.high) });
const exact = new AffineForms({ bits: 64, keyOf });

/** Whether nothing but the counters moves it. */
function isSum({ terms }: Affine, counters: readonly Counter[], isSteady: (e: Expression) => boolean): boolean {
  const isCounter = ({ e }: Atom): boolean => e.kind === 'local' && counters.some((c) => c.local === e.index);
  return [...terms.values()].every((t) => t.atoms.every((a) => isCounter(a) || isSteady(a.e)));
}

const isSize = (name: SpecialName): boolean => /^n(?:cta|t)id\./.test(name);

/** Back through an array is as good. */
function upward(growth: Affine): Affine {
  const isBack = growth.constant <= 0n && [...growth.terms.values()].every((t) => t.factor < 0n);
  return isBack ? difference(zeroForm, growth) : growth;
}

const bySize = (a: Move, b: Move): number => a.degree - b.degree || constantOf(a.growth) - constantOf(b.growth);

/** Whether each moves by no less than the ones before it reach, of which each access has so many bytes. */
function steppedOver(moves: readonly Move[], bytes: number): readonly Expression[] | undefined {
  const conditions: Expression[] = [];
  let reach = integer('i64', bytes);
  for (const [i, { growth, step: by, trips }] of moves.entries()) {
    const each = expressionOf(growth, 'i64')!;
    const step = mul(each, by);
    const holds = op('ge', [i === 0 && each.kind === 'const' ? each : step, reach]);
    if (holds.kind !== 'const') conditions.push(holds);
    else if (holds.value !== true) return undefined;
    if (i < moves.length - 1) reach = add(reach, op('mul', [step, sub(trips, one)]));
  }
  return conditions;
}
