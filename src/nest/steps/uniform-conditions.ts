/**
 * Conditions part of which is the same for all lanes (`if (r(i, k) .and. r(k, j))` with lanes along i): that part is asked first, by itself, and where it does not hold the lanes are not asked
 * at all.
 *
 * Legal: expressions have no effects, and what is asked within the outer branch alone was asked before in any case.
 */
import { and } from '../../ir/build.ts';
import type { Expression, Statement } from '../../ir/module.ts';
import { countUses } from '../../ir/uniformity.ts';
import { changeBodies, conjuncts, readsLocal, withLocal } from '../../ir/walk.ts';
import type { Nest, Step } from '../nest.ts';

type Body = readonly Statement[];
type If = Extract<Statement, { kind: 'if' }>;

export const uniformConditions: Step = {
  name: 'uniform-conditions',
  apply: (nest) => {
    const uses = countUses(nest.body, nest.locals.length);
    const isSpent = (l: number, asked: number): boolean => uses[l] === asked && !nest.kept(l);
    const body = inList(nest.body, nest, isSpent);
    return body === nest.body ? nest : { ...nest, body };
  },
};

/** `isSpent`: whether a local is set and read so often and no more. */
type IsSpent = (local: number, uses: number) => boolean;

function inList(list: Body, nest: Nest, isSpent: IsSpent): Body {
  let changed = false;
  const made: Statement[] = [];
  for (const given of list) {
    const s = changeBodies(given, (inner) => inList(inner, nest, isSpent));
    const { condition, sets } = s.kind === 'if' ? conditionOf(s, made, isSpent) : { condition: undefined, sets: 0 };
    const asked = s.kind === 'if' && condition ? uniformFirst({ ...s, condition }, nest) : undefined;
    if (asked) made.splice(made.length - sets, sets);
    made.push(asked ?? s);
    changed ||= asked !== undefined || s !== given;
  }
  return changed ? made : list;
}

/** A condition with what the statements before have set it to, where nobody else reads that; `sets`: how many. */
function conditionOf({ condition }: If, before: Body, isSpent: IsSpent): { condition: Expression; sets: number } {
  if (condition.kind !== 'local') return { condition, sets: 0 };
  const { index } = condition;
  const first = before.findLastIndex((s) => s.kind !== 'set' || s.local !== index) + 1;
  const values = before.slice(first).flatMap((s) => (s.kind === 'set' ? [s.value] : []));
  const [start, ...more] = values;
  if (!start || readsLocal(start, index)) return { condition, sets: 0 };
  const reads = more.reduce((n, v) => n + (readsLocal(v, index) ? 1 : 0), 1);
  if (reads !== values.length || !isSpent(index, 2 * values.length)) return { condition, sets: 0 };
  return { condition: more.reduce((e, v) => withLocal(v, index, e), start), sets: values.length };
}

/** Undefined where all of the condition is of one kind. */
function uniformFirst(s: If, { strideOf }: Nest): If | undefined {
  if (s.either || s.otherwise.length > 0 || s.condition.kind === 'local') return undefined;
  const all = conjuncts(s.condition);
  const isUniform = (e: Expression): boolean => strideOf(e) === 0;
  const [shared, own] = [all.filter(isUniform), all.filter((e) => !isUniform(e))];
  if (shared.length === 0 || own.length === 0) return undefined;
  const inner: If = { ...s, condition: own.reduce(and) };
  return { kind: 'if', condition: shared.reduce(and), then: [inner], otherwise: [] };
}
