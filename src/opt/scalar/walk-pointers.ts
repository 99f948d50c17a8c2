/** Addresses in a counted loop of few statements that grow by the same constant in each iteration are counted along in pointers (strength reduction); those a constant apart share one. */
import { i64, local, offset } from '../../ir/build.ts';
import type { Expression, Local, Statement } from '../../ir/module.ts';
import { keyOf } from '../../ir/value-key.ts';
import {
  changeParts,
  changeStatement,
  eachExpression,
  expressionsOf,
  localsSet,
  someExpression,
  withLocal,
  withLocals,
} from '../../ir/walk.ts';
import { type Affine, AffineForms, constantOf, growthOf, isConstant, namedBase, plus } from '../analysis/affine.ts';

type For = Extract<Statement, { kind: 'for' }>;
/** `address`: of the access with the least constant, in the first iteration. */
type Group = {
  readonly address: Expression;
  readonly at: number;
  readonly form: Affine;
  readonly growth: number;
  readonly index: number;
};
type Access = { readonly from: Expression; readonly offset: number };

/** More find no registers. */
const pointersAtMost = 4;
/** Constants that an instruction takes beside an address. */
const farthest = 16384;

/** The loop, and what stands before it. New locals are added to the list. */
export function walkPointers(s: For, locals: Local[]): readonly Statement[] {
  if (s.step.kind !== 'const') return [s];
  const step = Number(s.step.value);
  const forms = new AffineForms({ bits: 64, keyOf });
  const found = accessesOf(s).map((a) => ({ ...a, form: plus(forms.of(a.whole), a.offset) }));
  const byBase = new Map<string, (typeof found)[number][]>();
  for (const a of found) {
    const growth = growthOf(a.form, s.local);
    if (!growth || !isConstant(growth) || constantOf(growth) === 0) continue;
    const key = namedBase(a.form);
    byBase.set(key, [...(byBase.get(key) ?? []), a]);
  }
  if (byBase.size === 0 || byBase.size > pointersAtMost) return [s];
  const groups = new Map<string, Group>();
  for (const [key, list] of byBase) {
    const least = list.reduce((a, b) => (constantOf(b.form) < constantOf(a.form) ? b : a));
    if (list.some((a) => constantOf(a.form) - constantOf(least.form) > farthest)) continue;
    const growth = constantOf(growthOf(least.form, s.local)!) * step;
    const index = locals.push({ name: 'walking', type: least.from.type }) - 1;
    groups.set(key, {
      address: withLocal(least.whole, s.local, s.from),
      at: least.offset,
      form: least.form,
      growth,
      index,
    });
  }
  const places = new Map<string, Access>();
  for (const [key, list] of byBase) {
    const g = groups.get(key);
    if (g)
      for (const a of list)
        places.set(nameOf(a), {
          from: local(g.index, g.address.type),
          offset: constantOf(a.form) - constantOf(g.form),
        });
  }
  const before = [...groups.values()].map(
    (g): Statement => ({ kind: 'set', local: g.index, value: offset(g.address, i64(g.at)) }),
  );
  const walk = [...groups.values()].map(
    (g): Statement => ({ kind: 'set', local: g.index, value: offset(local(g.index, g.address.type), i64(g.growth)) }),
  );
  return [...before, { ...s, body: [...s.body.map((x) => placed(x, places)), ...walk] }];
}

const nameOf = (a: Access): string => `${keyOf(a.from)} ${a.offset}`;

/** Those of the body's own statements, with what they say by the loop's variable and what stays the same. */
function accessesOf(s: For): readonly (Access & { readonly whole: Expression })[] {
  const values = new Map<number, Expression>();
  const written = new Map<number, number>();
  for (const x of s.body) for (const l of localsSet(x)) written.set(l, (written.get(l) ?? 0) + 1);
  const isKnown = (e: Expression): boolean =>
    !someExpression(e, (x) => x.kind === 'load' || (x.kind === 'local' && x.index !== s.local && written.has(x.index)));
  const found: (Access & { readonly whole: Expression })[] = [];
  const add = (from: Expression, at: number): void => {
    const whole = withLocals(from, values);
    if (isKnown(whole)) found.push({ from, offset: at, whole });
  };
  for (const x of s.body) {
    if (x.kind !== 'set' && x.kind !== 'store') return [];
    for (const whole of expressionsOf(x))
      eachExpression(whole, (e) => void (e.kind === 'load' && !e.volatile && add(e.from, e.offset)));
    if (x.kind === 'store') add(x.to, x.offset);
    else if (written.get(x.local) === 1 && isKnown(withLocals(x.value, values)))
      values.set(x.local, withLocals(x.value, values));
  }
  return found;
}

function placed(s: Statement, places: ReadonlyMap<string, Access>): Statement {
  const load = (e: Expression): Expression => {
    const at = e.kind === 'load' ? places.get(nameOf(e)) : undefined;
    return e.kind === 'load' && at ? { ...e, ...at } : changeParts(e, load);
  };
  const made = changeStatement(s, { expression: load, body: (b) => b });
  const at =
    s.kind === 'store' && made.kind === 'store' ? places.get(nameOf({ from: s.to, offset: s.offset })) : undefined;
  return made.kind === 'store' && at ? { ...made, to: at.from, offset: at.offset } : made;
}
