/**
 * A counted loop whose body does nothing outside of a branch on how its variable compares with numbers that stay the same (`j = d - t; if (j >= 1 .and. j <= m) …`): it runs the iterations that
 * the branch lets in and asks no more.
 */
import { i64, local, op, sub, toInteger } from '../../ir/build.ts';
import type { Expression, Local, Statement } from '../../ir/module.ts';
import { keyOf } from '../../ir/value-key.ts';
import { conjuncts, localsSetIn, someExpression, withLocal, withLocals } from '../../ir/walk.ts';
import {
  type Affine,
  AffineForms,
  constantOf,
  difference,
  expressionOf,
  growthOf,
  isConstant,
  plus,
  zeroForm,
} from '../analysis/affine.ts';

type For = Extract<Statement, { kind: 'for' }>;

/** What stands before the loop and the loop without the branch, whose variable nobody may read behind it; undefined where no bound comes of it. New locals are added to the list. */
export function clipped(s: For, locals: Local[]): readonly Statement[] | undefined {
  const guard = s.body.at(-1);
  const sets = s.body.slice(0, -1);
  if (guard?.kind !== 'if' || guard.otherwise.length > 0 || s.step.kind !== 'const') return undefined;
  const values = valuesOf(sets, s);
  const step = Number(s.step.value);
  if (!values || Math.abs(step) !== 1) return undefined;
  const whole = withLocals(guard.condition, values);
  const bounds = conjuncts(whole).map((c) => boundOf(c, s, step));
  const found = bounds.filter((b) => b !== undefined);
  const always = conjuncts(whole).filter((_, i) => !bounds[i]);
  const changes = changedIn(s);
  if (found.length === 0 || always.some((c) => someExpression(c, changes))) return undefined;
  const trips = op('max', [toInteger('i64', s.trips), i64(0)]);
  const low = found.filter((b) => b.low).reduce((e, b) => op('max', [e, b.iteration]), i64(0));
  const high = found.filter((b) => !b.low).reduce((e, b) => op('min', [e, b.iteration]), trips);
  const skipped = local(locals.push({ name: 'skipped', type: 'i64' }) - 1, 'i64');
  const loop: Statement = {
    ...s,
    from: op(step > 0 ? 'add' : 'sub', [s.from, toInteger(s.from.type, skipped)]),
    trips: toInteger(s.trips.type, op('max', [sub(high, skipped), i64(0)])),
    body: [...sets, ...guard.then],
  };
  const all: readonly Statement[] = [{ kind: 'set', local: skipped.index, value: op('min', [low, trips]) }, loop];
  return always.reduceRight<readonly Statement[]>(
    (then, condition) => [{ kind: 'if', condition, then, otherwise: [] }],
    all,
  );
}

/** What the branch compares, by the loop's variable and what the body only takes from elsewhere: `a - b >= least`. */
export type Comparison = { readonly a: Expression; readonly b: Expression; readonly least: number };

export function comparisonsOf(s: For): readonly Comparison[] {
  return conditionsOf(s).flatMap((e) => comparisonOf(e) ?? []);
}

/** Whether the branch says where its iterations begin and where they end. */
export function isBand(s: For): boolean {
  const step = s.step.kind === 'const' ? Number(s.step.value) : 0;
  const sides = new Set(conditionsOf(s).map((e) => boundOf(e, s, step)?.low));
  return sides.has(true) && sides.has(false);
}

function conditionsOf(s: For): readonly Expression[] {
  const guard = s.body.at(-1);
  const values = guard?.kind === 'if' ? valuesOf(s.body.slice(0, -1), s) : undefined;
  return guard?.kind === 'if' && values ? conjuncts(withLocals(guard.condition, values)) : [];
}

/** What the body's own numbers are before its branch, by what stays the same and the loop's variable; undefined where they may be others. */
function valuesOf(sets: readonly Statement[], s: For): ReadonlyMap<number, Expression> | undefined {
  const values = new Map<number, Expression>();
  for (const x of sets) {
    if (x.kind !== 'set' || values.has(x.local) || someExpression(x.value, (e) => e.kind === 'load')) return undefined;
    values.set(x.local, withLocals(x.value, values));
  }
  const inBranch = localsSetIn(s.body.slice(-1));
  return [...values.keys()].some((l) => inBranch.has(l)) ? undefined : values;
}

/** Whether a value may be another one in the next iteration, or can't be asked for before the loop. */
function changedIn(s: For): (e: Expression) => boolean {
  const set = localsSetIn([s]);
  return (e) => e.kind === 'load' || (e.kind === 'op' && ends.has(e.op)) || (e.kind === 'local' && set.has(e.index));
}

/** By nothing at all they end a program. */
const ends: ReadonlySet<string> = new Set(['div', 'div.u', 'rem', 'rem.u']);

/** The first iteration that a comparison lets in, or the first behind those that it does. */
type LoopBound = { readonly low: boolean; readonly iteration: Expression };

/** As `a - b >= least`. */
const comparisons: Readonly<Record<string, { readonly swapped: boolean; readonly least: number }>> = {
  ge: { swapped: false, least: 0 },
  gt: { swapped: false, least: 1 },
  le: { swapped: true, least: 0 },
  lt: { swapped: true, least: 1 },
};

function comparisonOf(e: Expression): Comparison | undefined {
  const row = e.kind === 'op' ? comparisons[e.op] : undefined;
  if (e.kind !== 'op' || !row || (e.args[0]!.type !== 'i32' && e.args[0]!.type !== 'i64')) return undefined;
  const [a, b] = row.swapped ? [e.args[1]!, e.args[0]!] : [e.args[0]!, e.args[1]!];
  return { a, b, least: row.least };
}

function boundOf(e: Expression, s: For, step: number): LoopBound | undefined {
  const compared = comparisonOf(e);
  if (!compared) return undefined;
  const { a, b, least } = compared;
  const forms = new AffineForms({ bits: 64, keyOf });
  const growth = growthOf(forms.of(op('sub', [a, b])), s.local);
  const hidden = (x: Expression): boolean =>
    [...forms.of(x).terms.values()].some((t) =>
      t.atoms.some(
        (at) => at.e.kind !== 'local' && someExpression(at.e, (y) => y.kind === 'local' && y.index === s.local),
      ),
    );
  const changes = changedIn(s);
  const moves = (x: Expression): boolean => changes(x) && !(x.kind === 'local' && x.index === s.local);
  if (!growth || !isConstant(growth) || hidden(a) || hidden(b)) return undefined;
  if (someExpression(a, moves) || someExpression(b, moves)) return undefined;
  const each = constantOf(growth) * step;
  if (Math.abs(each) !== 1) return undefined;
  const first = (x: Expression): Affine => forms.of(withLocal(x, s.local, s.from));
  // a - b - least >= 0 from the iteration -(a - b - least) on, or up to the iteration a - b - least.
  const room = plus(difference(first(a), first(b)), -least);
  const iteration = each > 0 ? difference(zeroForm, room) : plus(room, 1);
  return { low: each > 0, iteration: expressionOf(iteration, 'i64') ?? i64(0) };
}
