/**
 * Whether iterations of loops around each other leave each other's cells alone: what they store lies at sums of their variables, each of which moves it by more than all that move it by less
 * reach together. Distances that only the launch knows are asked of it.
 */
import { add, bool, integer, mul, op, sub, toInteger } from '../../ir/build.ts';
import type { Expression, Fn, Statement } from '../../ir/module.ts';
import type { SpecialName } from '../../ir/operations.ts';
import { type MemoryType, sizeOf } from '../../ir/types.ts';
import { valuesOf } from '../../ir/uniformity.ts';
import { keyOf } from '../../ir/value-key.ts';
import { eachExpression, eachStatement, expressionsOf, localsSetIn, someExpression } from '../../ir/walk.ts';
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
  plus,
} from './affine.ts';
import { aliasesOf, type Root } from './alias.ts';

type List = readonly Statement[];

/** A loop that goes through cells. `trips`: i64, at most. `outside`: its iterations are those that are to be apart; else it stands within them. */
export type Counter = {
  readonly local: number;
  readonly step: Expression;
  readonly trips: Expression;
  readonly outside: boolean;
};

type Access = { readonly root: Root; readonly form: Affine; readonly bytes: number; readonly stores: boolean };

/** What has to hold at a launch; undefined where no launch is known to keep them apart. `body`: of the innermost of the loops that are to be apart. */
export function apartIterations(kernel: Fn, body: List, counters: readonly Counter[]): Expression | undefined {
  const accesses = accessesOf(kernel, body);
  const stored = accesses?.filter((a) => a.stores) ?? [];
  if (!accesses || stored.length === 0) return undefined;
  const aliases = aliasesOf(kernel);
  const changing = localsSetIn(body);
  for (const c of counters) changing.add(c.local);
  const isSteady = (e: Expression): boolean =>
    !someExpression(e, (x) =>
      x.kind === 'local' ? changing.has(x.index) : x.kind === 'load' && !aliases.isFixed(aliases.rootOf(x.from)),
    );
  const conditions = new Map<string, Expression>();
  for (const [name, [first]] of Map.groupBy(stored, (a) => a.root.name)) {
    const met = accesses.filter((a) => aliases.mayMeet(a.root, first!.root));
    if (name === undefined || met.some((a) => a.root.name !== name)) return undefined;
    const asked = apartCells(met, counters, kernel.params, isSteady);
    if (!asked) return undefined;
    for (const c of asked) conditions.set(keyOf(c), c);
  }
  return [...conditions.values()].reduce((a, b) => op('and', [a, b]), bool(true));
}

/** Undefined where others may change them meanwhile. */
function accessesOf(kernel: Fn, body: List): readonly Access[] | undefined {
  const aliases = aliasesOf(kernel);
  const forms = formsIn(kernel);
  const found: Access[] = [];
  let plain = true;
  const access = (
    x: { readonly memory: MemoryType; readonly offset: number; readonly volatile?: boolean },
    at: Expression,
    stores: boolean,
  ): void => {
    plain &&= x.volatile !== true;
    found.push({ root: aliases.rootOf(at), form: plus(forms.of(at), x.offset), bytes: sizeOf(x.memory), stores });
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
function formsIn({ body, locals }: Fn): AffineForms {
  const values = valuesOf(body, locals.length);
  const known = new Map<number, Affine | undefined>();
  const forms: AffineForms = new AffineForms({
    bits: 64,
    keyOf,
    known: (l) => {
      const value = values.get(l);
      if (!value || known.has(l)) return known.get(l);
      known.set(l, undefined);
      const form = forms.of(value);
      known.set(l, form);
      return form;
    },
  });
  return forms;
}

/** How far a counter moves what is accessed. */
type Move = { readonly counter: Counter; readonly growth: Affine; readonly degree: number };

/** Cells of one array; undefined where they are no such sums. */
function apartCells(
  accesses: readonly Access[],
  counters: readonly Counter[],
  params: number,
  isSteady: (e: Expression) => boolean,
): readonly Expression[] | undefined {
  const { form } = accesses[0]!;
  const places = accesses.map((a) => difference(a.form, form));
  if (!places.every(isConstant)) return undefined;
  const moves = counters.flatMap((counter): (Move | undefined)[] => {
    const growth = growthOf(form, counter.local);
    if (!growth || !isOfLaunch(growth, params, isSize) || (isZero(growth) && counter.outside)) return [undefined];
    const degree = Math.max(0, ...[...growth.terms.values()].map((t) => t.atoms.length));
    return isZero(growth) ? [] : [{ counter, growth: upward(growth), degree }];
  });
  if (!moves.every((m) => m !== undefined) || !isSum(form, counters, isSteady)) return undefined;
  const ends = places.flatMap((p, i) => [constantOf(p), constantOf(p) + accesses[i]!.bytes]);
  return steppedOver(moves.sort(bySize), Math.max(...ends) - Math.min(...ends));
}

/** Whether nothing but the counters moves it. */
function isSum({ terms }: Affine, counters: readonly Counter[], isSteady: (e: Expression) => boolean): boolean {
  const isCounter = ({ e }: Atom): boolean => e.kind === 'local' && counters.some((c) => c.local === e.index);
  return [...terms.values()].every((t) => t.atoms.every((a) => isCounter(a) || isSteady(a.e)));
}

const isSize = (name: SpecialName): boolean => /^n(?:cta|t)id\./.test(name);

/** Back through an array is as good. */
function upward(growth: Affine): Affine {
  const none: Affine = { constant: 0n, terms: new Map() };
  const isBack = growth.constant <= 0n && [...growth.terms.values()].every((t) => t.factor < 0n);
  return isBack ? difference(none, growth) : growth;
}

const bySize = (a: Move, b: Move): number => a.degree - b.degree || constantOf(a.growth) - constantOf(b.growth);

/** Whether each moves by no less than the ones before it reach, of which each access has so many bytes. */
function steppedOver(moves: readonly Move[], bytes: number): readonly Expression[] | undefined {
  const conditions: Expression[] = [];
  let reach = integer('i64', bytes);
  for (const [i, { counter, growth }] of moves.entries()) {
    const each = expressionOf(growth, 'i64')!;
    const step = mul(each, toInteger('i64', counter.step));
    const holds = op('ge', [i === 0 && each.kind === 'const' ? each : step, reach]);
    if (holds.kind !== 'const') conditions.push(holds);
    else if (holds.value !== true) return undefined;
    if (i < moves.length - 1) reach = add(reach, op('mul', [step, sub(counter.trips, integer('i64', 1))]));
  }
  return conditions;
}
