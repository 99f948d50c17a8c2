/**
 * Parameters of a kernel that give its code a shape: how often loops are gone through, how far cells lie apart, what numbers are divided by. Code for the values that launches give can have loops
 * unrolled, neighbours loaded as vectors and divisions by constants.
 */
import { integer } from '../../ir/build.ts';
import type { Expression, FixedParam, Fn, ShapeParam, Statement } from '../../ir/module.ts';
import { eachExpressionOf, eachStatement, localsSet } from '../../ir/walk.ts';

/** Larger values of a role gain little. Distances are those of descriptors in bytes: of as many cells as a factor has. */
const largest = { trips: 16, factor: 16, distance: 128, divisor: 2 ** 31 - 1 } as const;
type Role = keyof typeof largest;

/** In rising order: whole numbers alone. */
export function shapeParameters(fn: Fn): readonly ShapeParam[] {
  const sources = new Sources(fn);
  const found = new Map<number, number>();
  const note = (e: Expression, role: Role): void => {
    for (const param of sources.of(e) ?? []) found.set(param, Math.max(found.get(param) ?? 0, largest[role]));
  };
  eachStatement(fn.body, (s) => {
    for (const e of decisionsOf(s)) note(e, 'trips');
    eachExpressionOf(s, (e) => {
      if (e.kind !== 'op' || (e.type !== 'i32' && e.type !== 'i64')) return;
      const [a, b] = e.args;
      const role = roles[e.op];
      if (!a || !b || !role || (sources.of(a) && sources.of(b))) return;
      const own = role === 'factor' && e.type === 'i64' ? 'distance' : role;
      note(b, own);
      if (e.op === 'mul') note(a, own);
    });
  });
  return [...found].map(([param, most]) => ({ param, most })).sort((a, b) => a.param - b.param);
}

/** Of second operands. */
const roles: Partial<Record<Extract<Expression, { kind: 'op' }>['op'], Role>> = {
  mul: 'factor',
  div: 'divisor',
  rem: 'divisor',
  'div.u': 'divisor',
  'rem.u': 'divisor',
};

/** What says whether a loop goes on. */
function decisionsOf(s: Statement): readonly Expression[] {
  if (s.kind === 'for') return [s.trips];
  if (s.kind !== 'loop') return [];
  return s.body.flatMap((x) => (x.kind === 'if' && [x.then, x.otherwise].some(leaves) ? [x.condition] : []));
}

const leaves = (list: readonly Statement[]): boolean => list.at(-1)?.kind === 'break';

/** Which parameters values are made of, where they are made of nothing else. */
class Sources {
  readonly #params: number;
  readonly #made = new Map<number, Expression[] | undefined>();

  constructor({ params, body }: Fn) {
    this.#params = params;
    eachStatement(body, (s) => {
      for (const l of localsSet(s)) {
        const values = this.#made.get(l) ?? [];
        const isKnown = s.kind === 'set' && !(this.#made.has(l) && this.#made.get(l) === undefined);
        this.#made.set(l, isKnown ? [...values, s.value] : undefined);
      }
    });
  }

  /** Undefined where something else is among them. */
  of(e: Expression): ReadonlySet<number> | undefined {
    const found = new Set<number>();
    return this.#collect(e, found, new Set()) ? found : undefined;
  }

  #collect(e: Expression, found: Set<number>, seen: Set<number>): boolean {
    if (e.kind === 'const') return true;
    if (e.kind === 'op') return e.args.every((a) => this.#collect(a, found, seen));
    if (e.kind !== 'local' || (e.type !== 'i32' && e.type !== 'i64' && e.type !== 'bool')) return false;
    if (seen.has(e.index)) return true;
    seen.add(e.index);
    const isParam = e.index < this.#params && e.type !== 'bool';
    if (isParam) found.add(e.index);
    const values = this.#made.has(e.index) ? this.#made.get(e.index) : isParam ? [] : undefined;
    return values?.every((v) => this.#collect(v, found, seen)) === true;
  }
}

/** The kernel where parameters have these values. */
export function withArguments(fn: Fn, given: readonly FixedParam[]): Fn {
  const sets = given.map(
    ({ param, value }): Statement => ({ kind: 'set', local: param, value: integer(fn.locals[param]!.type, value) }),
  );
  return { ...fn, body: [...sets, ...fn.body] };
}
