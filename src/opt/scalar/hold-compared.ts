/**
 * Loads and sums that a statement compares in several least and greatest values of reals (medians, limiters, clamps) are set before it: lanes may ask then whether all of them are numbers, where such
 * a value is one instruction (`back/wasm/vector/vector-extremes.ts`).
 */
import { local as localOf } from '../../ir/build.ts';
import type { Expression, Fn, Local, Statement } from '../../ir/module.ts';
import { keyOf } from '../../ir/value-key.ts';
import { changeBodies, changeParts, eachExpressionOf, replaceEach } from '../../ir/walk.ts';

type Op = Extract<Expression, { kind: 'op' }>;
type Plain = Extract<Statement, { kind: 'set' | 'store' }>;

/** Extremes of a statement, at least. */
const fewest = 3;

export function holdCompared(fn: Fn): Fn {
  const locals: Local[] = [...fn.locals];
  const list = (body: readonly Statement[]): readonly Statement[] =>
    replaceEach(body, (s) => {
      if (s.kind !== 'set' && s.kind !== 'store') return changeBodies(s, list);
      return extremesIn(s) < fewest ? s : held(s, locals);
    });
  const body = list(fn.body);
  return body === fn.body ? fn : { ...fn, locals, body };
}

function isExtreme(e: Expression): e is Op {
  return e.kind === 'op' && (e.op === 'min' || e.op === 'max') && (e.type === 'f32' || e.type === 'f64');
}

function extremesIn(s: Plain): number {
  let count = 0;
  eachExpressionOf(s, (e) => {
    if (isExtreme(e)) count++;
  });
  return count;
}

function held(s: Plain, locals: Local[]): readonly Statement[] | Statement {
  const before: Statement[] = [];
  const known = new Map<string, Expression>();
  const hold = (e: Expression): Expression => {
    const made = changed(e);
    if (made.kind === 'const' || made.kind === 'local' || isExtreme(made)) return made;
    const key = keyOf(made);
    const old = known.get(key);
    if (old) return old;
    const index = locals.push({ name: 'compared', type: made.type }) - 1;
    before.push({ kind: 'set', local: index, value: made, ...(s.at && { at: s.at }) });
    const place = localOf(index, made.type);
    known.set(key, place);
    return place;
  };
  const changed = (e: Expression): Expression => changeParts(e, isExtreme(e) ? hold : changed);
  const value = changed(s.value);
  return before.length === 0 ? s : [...before, { ...s, value }];
}
