/**
 * Places that an innermost loop reads and writes in each iteration, and that stay where they are in it (`c(i, j) = c(i, j) + a(i, k)*b(k, j)`), are held in locals while it runs. For the iterations
 * of a nest of which it is known that what lies in other arrays is other data (`nest-references.ts`).
 */
import { integer, op } from '../../../ir/build.ts';
import type { Expression, Statement } from '../../../ir/module.ts';
import type { MemoryType, ValueType } from '../../../ir/types.ts';
import { bodiesOf, localsSet, mapExpression, mapStatement, someExpression } from '../../../ir/walk.ts';
import type { LocalNode } from './iteration-statements.ts';
import { type Access, accessesOf } from './loop-references.ts';
import { type For, type NestVariable, type Place, placeIn } from './nest-references.ts';

type Body = readonly Statement[];
type Store = Extract<Statement, { kind: 'store' }>;

export type HoldFacts = {
  readonly variable: NestVariable;
  readonly varies: (e: Expression) => boolean;
  readonly fresh: (type: ValueType) => LocalNode;
};

const whole: ReadonlySet<MemoryType> = new Set(['i32', 'i64', 'f32', 'f64']);
const widest = 8;

export function holdPlaces(body: Body, facts: HoldFacts, loops: readonly For[] = []): Body {
  return body.flatMap((s): Body => {
    if (s.kind !== 'for') return [s];
    const around = [...loops, s];
    if (s.body.some((x) => bodiesOf(x).length > 0)) return [{ ...s, body: holdPlaces(s.body, facts, around) }];
    return heldIn(s, facts, around);
  });
}

function heldIn(s: For, facts: HoldFacts, loops: readonly For[]): Body {
  const placeOf = (at: Access): Place | undefined => placeIn(at, facts.variable, facts.varies, loops);
  const accesses = s.body.flatMap(accessesOf).map((at) => ({ at, place: placeOf(at) }));
  const before: Statement[] = [];
  const after: Statement[] = [];
  let made = s;
  for (const x of s.body) {
    if (x.kind !== 'store' || !isHeld(x, s)) continue;
    const place = placeOf(whereOf(x));
    if (!place || place.inner.some((t) => t.loop === s)) continue;
    const same = (at: Access): boolean => {
      const other = placeOf(at);
      return other?.key === place.key && other.place === place.place && at.memory === x.memory;
    };
    const meets = accesses.some(
      (o) => o.place?.key === place.key && Math.abs(o.place.place - place.place) < widest && !same(o.at),
    );
    // A second store to the place finds itself in the local.
    if (meets || !made.body.some((y) => y.kind === 'store' && same(whereOf(y)))) continue;
    const local = facts.fresh(x.value.type);
    made = { ...made, body: made.body.map((y) => withLocalFor(y, same, local)) };
    const value: Expression = { kind: 'load', type: local.type, memory: x.memory, from: x.to, offset: x.offset };
    before.push({ kind: 'set', local: local.index, value });
    after.push({ ...x, value: local });
  }
  if (before.length === 0) return [s];
  return ifItRuns(s, [...before, made, ...after]);
}

/** A number or nothing but one, at an address that the loop leaves as it is. */
function isHeld(x: Store, loop: For): boolean {
  if (!whole.has(x.memory) || x.value.type !== x.memory || x.volatile) return false;
  const set = new Set(loop.body.flatMap(localsSet));
  return !someExpression(x.to, (e) => e.kind === 'load' || (e.kind === 'local' && set.has(e.index)));
}

function whereOf({ to, offset, memory }: Store): Access {
  return { from: to, offset, memory };
}

function withLocalFor(s: Statement, same: (at: Access) => boolean, local: LocalNode): Statement {
  const expression = (e: Expression): Expression => mapExpression(e, (x) => (x.kind === 'load' && same(x) ? local : x));
  const made = mapStatement(s, { expression, body: (b) => b });
  if (made.kind !== 'store' || !same(whereOf(made))) return made;
  return { kind: 'set', local: local.index, value: made.value, ...(made.at && { at: made.at }) };
}

/** Where the loop does nothing the place may be no memory. */
function ifItRuns({ trips }: For, list: Body): Body {
  if (trips.kind === 'const' && Number(trips.value) > 0) return list;
  return [{ kind: 'if', condition: op('lt', [integer(trips.type, 0), trips]), then: list, otherwise: [] }];
}
