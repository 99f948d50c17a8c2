/**
 * Generic addresses that are made of addresses in a known space are those again: what a procedure gets by reference (an element of a thread's own array, of a shared tile, of a dummy argument) is
 * accessed where it lies once the procedure has gone into its caller. Arrays of a thread whose addresses went nowhere else can then become registers.
 */
import type { Expression, Fn, Statement } from '../../ir/module.ts';
import { isPointer, spaceOf } from '../../ir/types.ts';
import { countSets } from '../../ir/uniformity.ts';
import {
  changeBodies,
  changeParts,
  changeStatement,
  eachStatement,
  expressionsOf,
  isLoop,
  localsSet,
  mapEach,
  someExpression,
  someStatement,
} from '../../ir/walk.ts';

/** What locals hold that are set once: addresses in a space of their own. */
type Known = Map<number, Expression>;

export function inferAddressSpaces(fn: Fn): Fn {
  const sets = countSets(fn.body, fn.locals.length);
  const isOnly = (local: number): boolean => local >= fn.params && sets[local] === 1;
  if (!someStatement(fn.body, (s) => expressionsOf(s).some((e) => someExpression(e, (x) => uncast(x) !== undefined))))
    return fn;
  const body = listed(fn.body, new Map(), isOnly);
  return body === fn.body ? fn : { ...fn, body };
}

function isGeneric(e: Expression): boolean {
  return isPointer(e.type) && spaceOf(e.type) === 'generic';
}

function listed(list: readonly Statement[], known: Known, isOnly: (local: number) => boolean): readonly Statement[] {
  return mapEach(list, (s) => {
    // In a loop, what it sets is not what it was before.
    if (isLoop(s)) forgetSet(s, known);
    const own = changeStatement(s, { expression: (e) => placed(e, known), body: (b) => b });
    const inner = changeBodies(accessed(own), (b) => listed(b, new Map(known), isOnly));
    forgetSet(inner, known);
    if (inner.kind === 'set' && isOnly(inner.local) && isGeneric(inner.value)) {
      const from = uncast(inner.value);
      if (from && !someExpression(from, (e) => e.kind === 'load')) known.set(inner.local, from);
    }
    return inner;
  });
}

function forgetSet(s: Statement, known: Known): void {
  if (known.size === 0) return;
  eachStatement([s], (x) => {
    for (const l of localsSet(x))
      for (const [local, value] of known)
        if (local === l || someExpression(value, (e) => e.kind === 'local' && e.index === l)) known.delete(local);
  });
}

/** What a cast to a generic address is made of. */
function uncast(e: Expression): Expression | undefined {
  if (e.kind !== 'op' || e.op !== 'cast.space' || !isGeneric(e)) return undefined;
  const from = e.args[0]!;
  return isPointer(from.type) && !isGeneric(from) ? from : undefined;
}

/** Casts stand outside of sums, and loads do without. */
function placed(e: Expression, known: Known): Expression {
  if (e.kind === 'local') {
    const from = known.get(e.index);
    return from && isGeneric(e) ? { kind: 'op', op: 'cast.space', type: e.type, args: [from] } : e;
  }
  const whole = changeParts(e, (part) => placed(part, known));
  if (whole.kind === 'load') {
    const from = uncast(whole.from);
    return from ? { ...whole, from } : whole;
  }
  if (whole.kind !== 'op' || whole.op !== 'offset') return whole;
  const [base, by] = whole.args;
  const from = uncast(base!);
  if (!from || !by) return whole;
  return { ...whole, op: 'cast.space', args: [{ ...whole, type: from.type, args: [from, by] }] };
}

/** Where the statement itself goes to memory. */
function accessed(s: Statement): Statement {
  switch (s.kind) {
    case 'store':
    case 'atomic':
    case 'fill': {
      const to = uncast(s.to);
      return to ? { ...s, to } : s;
    }
    case 'copy': {
      const [to, from] = [uncast(s.to) ?? s.to, uncast(s.from) ?? s.from];
      return to === s.to && from === s.from ? s : { ...s, to, from };
    }
    default: // else: it goes to memory by its expressions alone
      return s;
  }
}
