/**
 * Locals that hold one constant, or the address of one cell of a slot, where they are read: on every way there the last set was of that. What follows is folded here, by the rules of the IR, and
 * not left to what comes after us: the just-in-time compiler of NVIDIA's drivers rounds some differences of two constants wrongly.
 */
import type { Expression, Fn, Statement } from '../../ir/module.ts';
import {
  bodiesOf,
  changeStatement,
  isLoop,
  localsSet,
  localsSetIn,
  mapEach,
  mapExpression,
  someStatement,
} from '../../ir/walk.ts';
import { folded } from './fold.ts';
import { placeOf } from './slot-cells.ts';

/** Of each local. */
export type Known = Map<number, Expression>;

/** Addresses of slots are as good as constants: they are the same wherever they are computed. */
const isConstant = (e: Expression): boolean => e.kind === 'const' || placeOf(e, 0) !== undefined;

export function propagateConstants(fn: Fn): Fn {
  if (!someStatement(fn.body, (s) => s.kind === 'set' && isConstant(s.value))) return fn;
  const body = through(fn.body, new Map());
  return body === fn.body ? fn : { ...fn, body };
}

/** `known` tells of the start of the list and, when it is done, of its end. */
export function through(list: readonly Statement[], known: Known): readonly Statement[] {
  return mapEach(list, (s) => {
    const made = statement(s, known);
    if (made.kind === 'set' && isConstant(made.value)) known.set(made.local, made.value);
    else for (const local of localsSet(made)) known.delete(local);
    return made;
  });
}

function statement(s: Statement, known: Known): Statement {
  const branches = s.kind === 'if' || s.kind === 'switch';
  const ends: Known[] = [];
  const before = bodiesOf(s).length > 0 ? new Map(known) : known;
  const iterations = isLoop(s) ? localsSetIn([s]) : undefined;
  const made = changeStatement(s, {
    expression: (e) => (before.size === 0 ? e : mapExpression(e, (x) => replaced(x, before))),
    body: (list) => {
      const inner = new Map(before);
      for (const local of iterations ?? []) inner.delete(local);
      const body = through(list, inner);
      ends.push(inner);
      return body;
    },
  });
  if (branches) agreed(known, ends);
  else if (bodiesOf(s).length > 0) for (const local of localsSetIn([s])) known.delete(local);
  return made;
}

/** After a branch only that is known on which all ways agree. */
function agreed(known: Known, ends: readonly Known[]): void {
  known.clear();
  const [first, ...others] = ends;
  for (const [local, value] of first ?? [])
    if (others.every((end) => same(end.get(local), value))) known.set(local, value);
}

function same(a: Expression | undefined, b: Expression): boolean {
  if (a?.type !== b.type) return false;
  if (a.kind === 'const' || b.kind === 'const')
    return a.kind === 'const' && b.kind === 'const' && Object.is(a.value, b.value);
  const [here, there] = [placeOf(a, 0), placeOf(b, 0)];
  return here !== undefined && here.slot === there?.slot && here.offset === there.offset;
}

function replaced(e: Expression, known: Known): Expression {
  return e.kind === 'local' ? (known.get(e.index) ?? e) : folded(e);
}
